// The newest texts with their topics; why, if somebody asks.
import type { Explained, TextList, TextRow, TopicList } from "../api";
import { Keyed, fill, make, say, type Part } from "../dom";
import { ago, moment, percent } from "../format";
import { Loader } from "../live/loader";
import { get, post, saidOf } from "../live/request";
import { code, empty, field } from "../parts/controls";
import { edited } from "../parts/edits";
import { explained } from "../parts/explained";
import { trouble } from "../parts/trouble";
import { note, topicAddress } from "../route";
import { Ends, type Open, each } from "../view";

const MOST = 100;

function textRow(row: TextRow): Part<TextRow> {
  const why = make("div");
  const time = make("span", { class: "soft small", title: moment(row.time) });
  const share = make("span", { class: "soft" }, row.topic === null ? "" : percent(row.share));
  const topic = row.topic === null ? make("span", { class: "soft" }, "no topic") : make("a", { href: topicAddress(row.topic), dir: "auto" });
  const button = make("button", { "aria-expanded": "false", "aria-label": `Why: ${row.text.slice(0, 60)}`, onclick: () => void toggle() }, "Why");
  const text = make("p", { dir: "auto" }, row.text);
  const toggle = async () => {
    const open = button.getAttribute("aria-expanded") === "false";
    button.setAttribute("aria-expanded", String(open));
    text.hidden = topic.hidden = share.hidden = false;
    fill(why);
    if (!open) return;
    try {
      const found = await post<Explained>("explain", { text: row.text });
      text.hidden = topic.hidden = share.hidden = true; // what the model says now may be something else
      fill(why, ...found.rows.map(explained));
    } catch (error) {
      fill(why, make("p", { class: "bad" }, saidOf(error)));
    }
  };
  return {
    element: make("li", { "data-row": true }, make("div", {}, text, why,
      make("p", { class: "meta small" }, topic, share, time)), button),
    update: (now) => {
      say(time, ago(now.time));
      if (row.topic !== null) say(topic, now.label ?? String(now.topic));
    },
  };
}

export const openTexts: Open = ({ parameters }) => {
  const ends = new Ends();
  let topic = parameters.get("topic") ?? "";
  let words = parameters.get("words") ?? "";
  const list = make("ul", { class: "texts feed" });
  const rows = new Keyed<TextRow>(list, (row) => `${row.step}/${row.id}`, textRow);
  const none = make("div");
  const problem = make("div", { role: "alert" });
  let held: TextRow[] | null = null;
  let shown: TextRow[] = [];
  const newer = make("button", { class: "newer", hidden: true, onclick: () => held && show(held) }, "Newer texts have come: show them");
  const card = make("section", { class: "card" }, make("h2", { class: "unseen" }, "Newest texts"), newer, list, none);
  /** Somebody reads: the list stands still until they ask for more. */
  const read = () => list.matches(":hover, :focus-within") || list.querySelector('[aria-expanded="true"]') !== null;
  const show = (texts: TextRow[]) => {
    held = null;
    newer.hidden = true;
    card.hidden = false;
    fill(problem);
    rows.show((shown = texts));
    fill(none, texts.length === 0 && (topic || words ? empty("No text is like this", "Of the last 2,000 texts that were kept: up to 100 of those that came at once. Take away a filter to see more.")
      : empty("No texts", "They are shown as they come, unless the stream keeps none: ", code("--no-texts"))));
  };
  const select = make("select", { onchange: () => ((topic = select.value), changed()) }, make("option", { value: "" }, "all topics"));
  const search = make("input", { type: "search", placeholder: "words, in any form", oninput: () => ((words = search.value.trim()), later()) });
  search.value = words;
  let asked = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => (clearTimeout(timer), (timer = setTimeout(changed, 250)));
  ends.add(() => clearTimeout(timer));
  const changed = () => {
    const given = new URLSearchParams(Object.entries({ topic, words }).filter(([, value]) => value));
    note(`#/texts${given.size ? `?${given}` : ""}`);
    asked = true;
    loader.now();
  };
  const loader = ends.add(new Loader<TextList>({
    load: (signal) => get("texts", { topic, words, limit: MOST }, signal),
    show: ({ texts }) => {
      if (asked || !read()) show(texts);
      else if (texts[0] && !rows.has(texts[0])) (held = texts), (newer.hidden = false);
      asked = false;
    },
    failed: (error) => (fill(problem, trouble(error)), (card.hidden = shown.length === 0)),
    step: ({ step }) => step,
  }));
  ends.add(new Loader<TopicList>({
    load: (signal) => get("topics", { window: "all", points: 2, hidden: true }, signal),
    show: ({ topics }) => {
      if (document.activeElement === select) return;
      const sorted = [...topics].sort((a, b) => a.label.localeCompare(b.label));
      fill(select, make("option", { value: "" }, "all topics"), ...sorted.map((row) => make("option", { value: row.id }, row.label)));
      select.value = topic;
    },
    least: 30_000,
  }));
  ends.add(each(() => rows.show(shown)));
  ends.add(edited.changed(() => ((asked = true), loader.now())));
  const element = make("div", { class: "stack" }, make("h1", { class: "unseen" }, "Texts"),
    make("div", { class: "bar-row" }, field("Topic", select), field("Words", search)), problem, card);
  return { title: "Texts", element, close: ends.close, search };
};
