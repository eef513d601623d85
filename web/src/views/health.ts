// How the stream and the server are doing.
import type { Health, Timeline, TopicList } from "../api";
import { line } from "../charts/line";
import { fill, make } from "../dom";
import { bytes, compact, count, counted, decimal, duration, percent, rate } from "../format";
import { Loader } from "../live/loader";
import { pace } from "../live/pace";
import { get } from "../live/request";
import { code, empty } from "../parts/controls";
import { fileLink } from "../parts/file_link";
import { figures, type Figure } from "../parts/figures";
import { trouble } from "../parts/trouble";
import { Ends, type Open } from "../view";
import { timeline } from "./topics_data";

const SAMPLES = 240;

function told(now: Health): Figure[] {
  const running = now.follower?.running;
  const old = now.last === null ? null : now.now - now.last;
  const speed = pace() ?? now.rate;
  const written = old !== null && now.lag !== null && now.lag - old > 60 ? `written ${duration(now.lag - old)} before it came` : old === null ? "" : "by the clock";
  const all: [string, string, string, boolean?][] = [
    ["stream", running ? "runs" : "stopped", now.follower ? `process ${now.follower.process} on ${now.follower.host}` : "start biterms stream to go on", !running],
    ["texts", compact(now.documents), `step ${count(now.step)}`],
    ["rate", speed === null ? "–" : rate(speed), "texts that came in the last minute"],
    ["last text came", old === null ? "never" : `${duration(old)} ago`, written],
    ["LPP", now.lpp === null ? "–" : decimal(now.lpp), "mean log probability of held-out words"],
    ["unknown words", percent(now.unknown), "in the newest texts"],
    ["dead letters", count(now.dead), now.dead ? "see biterms status --dead" : "all records could be read", now.dead > 0],
    ["journal", counted(now.waiting, "cut"), `${bytes(now.journal)}, learnt again at a restart`],
    ["snapshot", now.snapshot ? `${duration(now.now - now.snapshot.saved)} ago` : "none yet", now.snapshot ? `${count(now.snapshot.words)} words, ${counted(now.snapshot.topics, "topic")}` : ""],
    ["memory", bytes(now.follower?.memory ?? null), `server ${bytes(now.server.memory)}`],
    ["on disk", bytes(now.disk), `${bytes(now.free)} free`, now.free < 1e9],
    ["server", counted(now.server.events, "page"), `open; ${compact(now.server.requests)} requests so far`],
  ];
  return all.map(([name, value, note, bad = false]) => ({ name, value, note, bad }));
}

function sinks(now: Health): HTMLElement {
  if (!now.sinks.length) return empty("No sinks", "To write the topic of each text somewhere, start the stream with ", code("--sink topics.jsonl"));
  const rows = now.sinks.map((sink) => make("tr", {}, make("th", { scope: "row" }, sink.name), make("td", { class: "number" }, count(sink.step)), make("td", { class: "number" }, counted(sink.behind, "cut"))));
  return make("table", {}, make("thead", {}, make("tr", {}, ...["sink", "written up to step", "behind"].map((name, at) => make("th", { scope: "col", class: at ? "number" : "" }, name)))), make("tbody", {}, ...rows));
}

/** Periods without texts are left out of an answer: the first and the last of each gap are zero. */
function withZeros(begins: number[], documents: number[], period: number): { at: number[]; values: number[] } {
  const at: number[] = [];
  const values: number[] = [];
  begins.forEach((begin, i) => {
    const last = at.at(-1) ?? begin;
    for (const time of new Set([last + period, begin - period])) {
      if (time > last && time < begin) at.push(time), values.push(0);
    }
    at.push(begin);
    values.push(documents[i]!);
  });
  return { at, values };
}

export const openHealth: Open = () => {
  const ends = new Ends();
  const numbers = figures("health");
  const problem = make("div", { role: "alert" });
  const sinkPlace = make("div");
  const charts = {
    texts: ends.add(line("Texts in each period", (value) => compact(value), true)),
    lpp: ends.add(line("LPP: how well words are predicted before they are learnt from", decimal)),
    unknown: ends.add(line("Words that the model did not know", (value) => percent(value), true)),
    rate: ends.add(line("Texts per second since this view was opened", (value) => rate(value), true)),
    memory: ends.add(line("Memory of the stream since this view was opened", (value) => bytes(value), true)),
  };
  const card = (...children: HTMLElement[]) => make("section", { class: "card" }, ...children);
  const cards = make("div", { class: "columns halves", hidden: true }, ...Object.values(charts).map((chart) => card(chart.element)), card(make("h2", { class: "unseen" }, "Sinks"), sinkPlace));
  const samples = { at: [] as number[], rate: [] as (number | null)[], memory: [] as (number | null)[] };
  const loader = ends.add(new Loader<Health>({
    load: (signal) => get("health", {}, signal),
    show: (now) => {
      fill(problem);
      cards.hidden = false;
      numbers.show(told(now));
      samples.at.push(now.now);
      samples.rate.push(pace() ?? now.rate);
      samples.memory.push(now.follower?.memory ?? null);
      if (samples.at.length > SAMPLES) Object.values(samples).forEach((each) => each.shift());
      charts.rate.show({ at: samples.at, values: samples.rate, period: 1 });
      charts.memory.show({ at: samples.at, values: samples.memory, period: 1 });
      fill(sinkPlace, sinks(now));
    },
    failed: (error) => fill(problem, trouble(error)),
    least: 2000,
  }));
  const tick = setInterval(() => loader.wanted(), 5000);
  ends.add(() => clearInterval(tick));
  ends.add(new Loader<Timeline>({
    load: async (signal) => {
      const { since, until } = await get<TopicList>("topics", { window: "all", points: 2 }, signal);
      return timeline({ since, until }, { top: 1 }, signal);
    },
    show: ({ begins, documents, lpp, unknown, period }) => {
      charts.texts.show({ ...withZeros(begins, documents, period), period });
      charts.lpp.show({ at: begins, values: lpp, period });
      charts.unknown.show({ at: begins, values: unknown, period });
    },
    least: 5000,
  }));
  const element = make("div", { class: "stack" }, make("h1", { class: "unseen" }, "Health"), problem, numbers.element, cards,
    make("p", { class: "soft small" }, "For programs: ", fileLink("metrics", "metrics of Prometheus", "metrics.txt"), ", ", make("a", { href: "/v1/docs" }, "the API"), "."));
  return { title: "Health", element, close: ends.close };
};
