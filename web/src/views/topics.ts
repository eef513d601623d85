// The topics over time and as a table.
import type { Timeline } from "../api";
import type { Range } from "../charts/brush";
import { streamGraph } from "../charts/stream";
import { fill, make, say } from "../dom";
import { counted, lastDay, tick } from "../format";
import { Loader } from "../live/loader";
import { span } from "../live/state";
import { check, code, empty, spanChoice, spanSaid } from "../parts/controls";
import { edited } from "../parts/edits";
import { topicTable } from "../parts/topic_table";
import { trouble } from "../parts/trouble";
import { Ends, type Open } from "../view";
import { graphOf, periodOf, tableOf, type Shown } from "./topics_data";

export const openTopics: Open = () => {
  const ends = new Ends();
  let range: Range | null = null;
  let zoom: Range | null = null;
  let hidden = false;
  const table = topicTable();
  const told = make("p", { class: "soft small" });
  const problem = make("div", { role: "alert" });
  const nothing = make("div");
  const graph = ends.add(streamGraph((now) => choose(now)));
  const clear = make("button", { onclick: () => choose(null), hidden: true }, "Clear the range");
  const into = make("button", { onclick: () => zoomTo(range), hidden: true }, "Zoom in");
  const out = make("button", { onclick: () => zoomTo(null), hidden: true }, "Show all");
  const search = make("input", { type: "search", placeholder: "Filter by name, word or group", "aria-label": "Filter topics by name, word or group", oninput: () => table.filter(search.value) });

  const choose = (now: Range | null) => {
    range = now;
    clear.hidden = into.hidden = now === null;
    graph.mark(now);
    tables.now();
  };
  const zoomTo = (now: Range | null) => {
    zoom = now;
    out.hidden = now === null;
    range = now;
    clear.hidden = into.hidden = true;
    graph.mark(null);
    graphs.now();
    tables.now();
  };
  const failed = (error: unknown) => {
    fill(problem, trouble(error));
    frame.hidden = all.hidden = !told.textContent;
  };
  const graphs = ends.add(new Loader<Timeline>({ load: (signal) => graphOf(span.value, zoom, signal), show: (value) => graph.show(value), failed, step: ({ step }) => step, least: 2000 }));
  const tables = ends.add(new Loader<Shown>({
    load: (signal) => tableOf(span.value, range, hidden, signal),
    show: (value) => {
      fill(problem);
      all.hidden = false;
      table.show(value.rows);
      const none = value.rows.length === 0;
      fill(nothing, none && value.documents > 0 ? empty("All topics are hidden", "Tick “show hidden” to see them again.")
        : value.documents === 0 && empty("No topics yet", "They are there as soon as the stream has learnt from some texts: ", code("biterms stream FILE --model DIR --follow")));
      frame.hidden = none || value.documents === 0;
      say(told, `${counted(value.rows.length, "topic")}, ${counted(value.documents, "text")}, ${saidOf(value.range)}`);
    },
    failed,
    step: ({ step }) => step,
    least: 2000,
  }));
  const saidOf = (now: Range | null) => {
    if (!now) return spanSaid(span.value);
    const period = { minute: 60, hour: 3600, day: 86_400 }[periodOf(now.until - now.since)];
    return `${tick(now.since, period)} to ${period >= 86_400 ? lastDay(now.until) : tick(now.until, period)}`;
  };
  ends.add(span.changed(() => zoomTo(null)));
  ends.add(edited.changed(() => (tables.now(), graphs.now())));
  const spans = ends.add(spanChoice());
  const frame = make("section", { class: "card" }, make("div", { class: "row" }, make("h2", {}, "Largest topics over time"),
    make("span", { class: "acts" }, into, clear, out)), make("p", { class: "soft small" }, "Drag over the graph to choose a range of time for the table; click on a band to open its topic."), graph.element);
  const all = make("section", { class: "card" }, make("div", { class: "row" }, make("div", {}, make("h2", {}, "All topics"), told), search), table.element, nothing);
  const element = make("div", { class: "stack" }, make("h1", { class: "unseen" }, "Topics"),
    make("div", { class: "bar-row" }, spans.element, check("show hidden", hidden, (on) => ((hidden = on), tables.now()))), problem, frame, all);
  return { title: "Topics", element, close: ends.close, search };
};
