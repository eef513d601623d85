// One topic: its words and pairs, its texts, how its words have changed, where it came from.
import type { LineageRow, TopicPage, TopicText } from "../api";
import { bars } from "../charts/bars";
import { driftChart } from "../charts/drift";
import { spark } from "../charts/spark";
import { Keyed, fill, make, say, type Part } from "../dom";
import { counted, day, lastDay, moment, percent, sure, times } from "../format";
import { Loader } from "../live/loader";
import { get } from "../live/request";
import { span } from "../live/state";
import { empty, spanChoice, spanSaid } from "../parts/controls";
import { edited } from "../parts/edits";
import { topicEdits } from "../parts/topic_edits";
import { trouble } from "../parts/trouble";
import { textsAddress, topicAddress } from "../route";
import { Ends, type Open } from "../view";

const DAY = 86_400;
const KINDS: Record<string, string> = {
  birth: "was born", split: "split off from", death: "has vanished", renewed: "is back", merge: "became one with",
};

const textRow = (row: TopicText): Part<TopicText> => ({
  element: make("li", {}, make("p", { dir: "auto" }, row.text), make("p", { class: "soft small" }, `${percent(row.share)} of this text, ${moment(row.time)}`)),
  update: () => undefined,
});

function texts(title: string, most: number) {
  const list = make("ul", { class: "texts" });
  const rows = new Keyed<TopicText>(list, (row) => `${row.step}/${row.id}`, textRow);
  const none = make("p", { class: "soft", hidden: true });
  const element = make("section", { class: "card" }, make("h2", {}, title), list, none);
  return { element, show: (given: TopicText[], total: number) => {
    none.hidden = given.length > 0;
    say(none, total ? "None are kept: the stream was started with --no-texts, or none have come since." : "None yet.");
    rows.show(given.slice(0, most));
  } };
}

function lineage(row: LineageRow, id: number): HTMLElement {
  const other = row.topic === id ? row.other : row.topic;
  const label = row.topic === id ? row.other_label : row.label;
  const link = other !== null && make("a", { href: topicAddress(other) }, label ?? String(other));
  const turned = row.topic === id ? (KINDS[row.kind] ?? row.kind) : { split: "gave rise to", merge: "took in" }[row.kind] ?? row.kind;
  return make("li", {}, make("span", { class: "soft" }, day(row.time)), ` ${turned} `, link, row.words.length > 0 && make("span", { class: "soft small" }, ` ${row.words.slice(0, 6).join(" ")}`));
}

function said({ topic, size }: TopicPage): string {
  const change = topic.trend && topic.trend !== "new" ? `, ${topic.trend} ${times(topic.ratio)} (${sure(topic.p_value)})` : topic.trend ? ", new" : "";
  const born = topic.born === null ? " It leads no text yet, so its words say little." : ` First seen ${day(topic.born)}, ${counted(topic.total, "text")} in all.`;
  return `${percent(topic.share)} of the texts of ${spanSaid(span.value)}${change}.${born}${size === null ? " Not in use any more." : ""}`;
}

/** What the line of its course is about: from when, how high at most, until when. */
function scaleOf({ since, until, topic }: TopicPage): string[] {
  const known = topic.sparkline.filter((value): value is number => value !== null);
  if (!known.length) return [];
  return [moment(since), `at most ${percent(Math.max(...known))}`, until - since > DAY ? lastDay(until) : moment(until)];
}

export const openTopic: Open = ({ id }) => {
  const ends = new Ends();
  const topic = id ?? 0;
  const title = make("h1", { dir: "auto" });
  const line = make("p", { class: "soft" });
  const picture = spark();
  const scale = make("p", { class: "row soft small" });
  const edits = topicEdits();
  const words = bars("Words and their probability", "single");
  const pairs = bars("Pairs of words", "pairs");
  const pairCard = make("div", {}, make("h2", {}, "Pairs"), pairs.element);
  const typical = texts("Typical texts", 8);
  const newest = texts("Newest texts", 8);
  const drift = make("div");
  const history = make("ul", { class: "lineage" });
  const problem = make("div", { role: "alert" });
  let drawn = "";
  const loader = ends.add(new Loader<TopicPage>({
    load: (signal) => get(`topics/${topic}`, { window: span.value, rows: 60 }, signal),
    show: (page) => {
      fill(problem);
      parts.forEach((part) => (part.hidden = false));
      say(title, page.topic.label);
      say(line, said(page));
      picture.update(page.topic.sparkline);
      fill(scale, ...scaleOf(page).map((part) => make("span", {}, part)));
      edits.show(page.topic);
      words.show([...page.words].sort((a, b) => b.probability - a.probability).slice(0, 15).map((row) => ({ name: row.word, value: row.probability })));
      pairs.show([...page.pairs].sort((a, b) => b.weight - a.weight).slice(0, 12).map((row) => ({ name: `${row.left} ${row.right}`, value: row.weight })));
      pairCard.hidden = page.pairs.length === 0;
      typical.show(page.typical, page.topic.total);
      newest.show(page.newest, page.topic.total);
      const now = JSON.stringify([page.drift, page.lineage]);
      if (now === drawn) return;
      drawn = now;
      fill(drift, page.drift.length > 0 ? driftChart(page.drift, drift.clientWidth) : empty("Nothing yet", "Words of topics are written down every hour and every day of the texts."));
      fill(history, ...(page.lineage.length ? page.lineage.map((row) => lineage(row, topic)) : [make("li", { class: "soft" }, "It has been there from the beginning.")]));
    },
    failed: (error) => fill(problem, trouble(error)),
    step: ({ step }) => step,
    least: 1500,
  }));
  ends.add(span.changed(() => loader.now()));
  ends.add(edited.changed(() => loader.now()));
  const spans = ends.add(spanChoice());
  const wordCard = make("section", { class: "card" }, make("div", { class: "columns halves" },
    make("div", {}, make("h2", {}, "Words"), words.element), pairCard));
  const parts = [make("section", { class: "card topic-head", hidden: true }, make("div", {}, title, line), make("div", {}, picture.element, scale), edits.element),
    make("div", { class: "columns halves", hidden: true },
      make("div", { class: "stack" }, wordCard, make("section", { class: "card" }, make("h2", {}, "Its words over time"), drift),
        make("section", { class: "card" }, make("h2", {}, "Where it came from"), history)),
      make("div", { class: "stack" }, typical.element, newest.element, make("p", {}, make("a", { href: textsAddress(topic) }, "All its newest texts"))))];
  const element = make("div", { class: "stack" },
    make("div", { class: "bar-row" }, make("a", { href: "#/topics" }, "← Topics"), make("span", { class: "grow" }), spans.element), problem, ...parts);
  return { title: "Topic", element, close: ends.close };
};
