// What is a text about? Paste some, or drop a file.
import type { Assigned, AssignedRow, Explained } from "../api";
import { bars } from "../charts/bars";
import { fill, make, say } from "../dom";
import { count, counted, percent } from "../format";
import { post, saidOf } from "../live/request";
import { about } from "../live/state";
import { explained } from "../parts/explained";
import { topicAddress } from "../route";
import type { Open } from "../view";
import { download, pieces, textsOf } from "./ask_file";

const SHOWN = 200;
/** So few texts are explained at once. */
const FEW = 5;

export const openAsk: Open = () => {
  const end = new AbortController();
  const box = make("textarea", { rows: 5, placeholder: "Paste a text, or several: one per line", "aria-label": "Texts, one per line" });
  const input = make("input", { type: "file", accept: ".txt,.jsonl,.ndjson,.json,text/plain", class: "unseen", tabindex: -1, "aria-label": "A file of texts", onchange: () => void take(input.files?.[0]) });
  const state = make("p", { class: "soft small", role: "status" });
  const answer = make("div", { class: "stack" });

  const ask = async (texts: string[]) => {
    if (!texts.length) return say(state, "Write something first.");
    say(state, "asking …");
    try {
      fill(answer, ...(texts.length <= FEW ? await few(texts, end.signal) : await many(texts, end.signal, (n) => say(state, `${count(n)} of ${count(texts.length)}`))));
      say(state, counted(texts.length, "text"));
    } catch (error) {
      if (!end.signal.aborted) say(state, saidOf(error));
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      await ask(await textsOf(file));
    } catch (error) {
      say(state, saidOf(error));
    }
    input.value = "";
  };
  const lines = () => box.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const drop = make("div", {
    class: "drop card",
    ondragover: (event: DragEvent) => (event.preventDefault(), drop.classList.add("over")),
    ondragleave: () => drop.classList.remove("over"),
    ondrop: (event: DragEvent) => {
      event.preventDefault();
      drop.classList.remove("over");
      void take(event.dataTransfer?.files[0]);
    },
    onkeydown: (event: KeyboardEvent) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && void ask(lines()),
  }, make("h1", {}, "What is it about?"), box,
    make("div", { class: "row" }, make("div", { class: "acts" }, make("button", { class: "main", onclick: () => void ask(lines()) }, "Ask"), make("button", { onclick: () => input.click() }, "Choose a file"), input),
      make("span", { class: "soft small" }, "or drop a file here: one text per line, or JSON lines. Nothing is learnt from them, and nothing is kept.")), state);
  return { title: "Ask", element: make("div", { class: "stack" }, drop, answer), close: () => end.abort(), search: box };
};

async function few(texts: string[], signal: AbortSignal): Promise<HTMLElement[]> {
  const { rows } = await post<Explained>("explain", { texts }, signal);
  return rows.map((row) => make("section", { class: "card" }, explained(row)));
}

async function many(texts: string[], signal: AbortSignal, progress: (n: number) => void): Promise<HTMLElement[]> {
  const rows: AssignedRow[] = [];
  for (const piece of pieces(texts, about.value?.limits.texts ?? 1000)) {
    rows.push(...(await post<Assigned>("assign", { texts: piece }, signal)).rows);
    progress(rows.length);
  }
  const counts = new Map<string, { n: number; row: AssignedRow }>();
  for (const row of rows) {
    const key = row.topic === null ? "none" : String(row.topic);
    counts.set(key, { n: (counts.get(key)?.n ?? 0) + 1, row });
  }
  const largest = bars("Topics of the texts", "asked");
  largest.show([...counts.values()].sort((a, b) => b.n - a.n).slice(0, 15).map(({ n, row }) => ({
    name: row.topic === null ? "no known word" : row.label, value: n / rows.length, said: count(n), ...(row.topic === null ? {} : { href: topicAddress(row.topic) }),
  })));
  const save = make("button", { onclick: () => download("topics.jsonl", rows.map((row, at) => ({ text: texts[at], ...row }))) }, "Download all as JSON lines");
  return [make("section", { class: "card" }, make("div", { class: "row" }, make("h2", {}, "Topics"), save), largest.element),
    make("section", { class: "card" }, make("h2", {}, rows.length > SHOWN ? `The first ${SHOWN} texts` : "Texts"), make("ul", { class: "texts" }, ...rows.slice(0, SHOWN).map((row, at) => asked(texts[at]!, row))))];
}

function asked(text: string, row: AssignedRow): HTMLElement {
  const place = make("li", {});
  const why = make("button", { "aria-label": `Why: ${text.slice(0, 60)}`, onclick: () => void post<Explained>("explain", { text })
    .then(({ rows }) => fill(place, ...rows.map(explained))).catch((error) => fill(place, make("p", { class: "bad" }, saidOf(error)))) }, "Why");
  const topic = row.topic === null ? row.note : make("a", { href: topicAddress(row.topic), dir: "auto" }, row.label);
  fill(place, make("div", { class: "row" }, make("p", { dir: "auto" }, text), why),
    make("p", { class: "meta small" }, topic, row.topic !== null && make("span", { class: "soft" }, percent(row.probability)), row.topic !== null && row.note && make("span", { class: "soft" }, row.note)));
  return place;
}
