// What is rising, new and fading, and the alarms: what to look at first.
import type { AlarmList, TopicList, TopicRow } from "../api";
import { fill, make } from "../dom";
import { compact, counted, lastDay, percent } from "../format";
import { Loader } from "../live/loader";
import { get } from "../live/request";
import { span } from "../live/state";
import { alarmCard } from "../parts/alarm_card";
import { alarmsOf } from "../parts/badge";
import { check, code, empty, spanChoice, spanSaid } from "../parts/controls";
import { edited } from "../parts/edits";
import { fileLink } from "../parts/file_link";
import { figures, type Figure } from "../parts/figures";
import { topicSection } from "../parts/topic_section";
import { trouble } from "../parts/trouble";
import { Ends, type Open, each } from "../view";

interface Both { topics: TopicList; alarms: AlarmList }

/** Topics that are listed although nobody can be sure that they have changed. */
const SOME = 8;
/** A smaller change is none: the server tells none either. */
const LEAST = 1.25;

async function both(withSeen: boolean, signal: AbortSignal): Promise<Both> {
  const topics = await get<TopicList>("topics", { window: span.value }, signal);
  return { topics, alarms: await alarmsOf(topics, !withSeen, signal) };
}

/** Texts of as long a time before the window: of seven times its length, or of what there is of it. */
function usually({ since, until, documents_before, topics }: TopicList): number {
  const first = Math.min(...topics.map((row) => row.born ?? Infinity));
  return documents_before / Math.max(1, Math.min(7, (since - first) / (until - since)));
}

function told({ topics: now, alarms }: Both): Figure[] {
  const n = (trend: string) => String(now.topics.filter((row) => row.trend === trend).length);
  const unseen = alarms.alarms.filter((alarm) => !alarm.seen).length;
  const usual = usually(now);
  const before = span.value === "all" ? `up to ${lastDay(now.until)}` : usual ? `usually ${compact(usual)}` : "nothing before";
  return [
    { name: "alarms", value: unseen > 99 ? "99+" : String(unseen), note: "that nobody has seen", bad: unseen > 0 },
    { name: "new", value: n("new"), note: "topics" },
    { name: "rising", value: n("rising"), note: "beyond chance" },
    { name: "fading", value: n("fading"), note: "beyond chance" },
    { name: "texts", value: compact(now.documents), note: before },
    { name: "topics", value: compact(now.topics.length), note: now.topics[0] ? `largest ${percent(now.topics[0].share)}` : "" },
  ];
}

/** How large a change is: by how much, and of how much. */
function weight(row: TopicRow): number {
  return Math.max(row.share, row.before ?? 0) * Math.abs(Math.log((row.share + 1e-6) / ((row.before ?? 0) + 1e-6)));
}

/** Topics that seem to have changed, but it may be chance: the least probable chance first. */
function unsure(all: TopicRow[]): TopicRow[] {
  const moved = (row: TopicRow) => row.trend === null && row.before !== null
    && Math.max(row.share, row.before) >= LEAST * Math.min(row.share, row.before);
  return all.filter(moved).sort((a, b) => (a.p_value ?? 1) - (b.p_value ?? 1) || weight(b) - weight(a)).slice(0, SOME);
}

export const openNow: Open = () => {
  const ends = new Ends();
  let onlyNew = false;
  let last: Both | null = null;
  const numbers = figures();
  const followed = topicSection("You follow", "Topics that somebody follows, whether they change or not.");
  const fresh = topicSection("New", "Topics that had no texts before this window.");
  const rising = topicSection("Rising", "A larger share of the texts than in the time before, seven times as long.");
  const fading = topicSection("Fading", "A smaller share than before.");
  const largest = topicSection("Largest", "Topics with the largest share of the texts.");
  const moved = topicSection("Not certain", "The largest other differences from the time before; they may be chance.", true);
  const sections = [followed, fresh, rising, fading];
  const quiet = make("div", { class: "card", hidden: true });
  const problem = make("div", { role: "alert" });
  const alarms = alarmCard(() => loader.now());

  const show = () => {
    if (!last) return;
    const { topics: all } = last.topics;
    const of = (trend: string) => all.filter((row) => row.trend === trend).sort((a, b) => weight(b) - weight(a));
    fresh.show(of("new"));
    rising.show(onlyNew ? [] : of("rising"));
    fading.show(onlyNew ? [] : of("fading"));
    followed.show(onlyNew ? [] : all.filter((row) => row.followed));
    quiet.hidden = ![fresh, rising, fading].every(({ element }) => element.hidden);
    if (!quiet.hidden) fill(quiet, nothing(last.topics, onlyNew));
    const maybe = onlyNew ? [] : unsure(all);
    moved.show(maybe);
    largest.show(quiet.hidden || onlyNew || maybe.length ? [] : all.filter((row) => row.documents > 0).slice(0, SOME));
    numbers.show(told(last));
    alarms.show(last.alarms.alarms, onlyNew);
  };
  const loader = ends.add(new Loader<Both>({
    load: (signal) => both(alarms.withSeen(), signal),
    show: (value) => (fill(problem), (parts.hidden = false), (last = value), show()),
    failed: (error) => fill(problem, trouble(error)),
    step: ({ topics, alarms }) => Math.min(topics.step, alarms.step),
  }));
  ends.add(each(show));
  ends.add(span.changed(() => loader.now()));
  ends.add(edited.changed(() => loader.now()));
  const spans = ends.add(spanChoice());
  const bar = make("div", { class: "bar-row" }, spans.element, check("only new", onlyNew, (on) => ((onlyNew = on), show())),
    make("span", { class: "grow" }), make("a", { href: "#/digest" }, "Digest"), fileLink("digest.atom", "Feed", "digest.atom"));
  // what is sure first, then the alarms, then what may be chance: on a wide screen the alarms are beside both
  const changes = make("div", { class: "stack" }, ...sections.map(({ element }) => element), quiet);
  const others = make("div", { class: "stack" }, moved.element, largest.element);
  const parts = make("div", { class: "columns triage", hidden: true }, changes, alarms.element, others);
  const element = make("div", {}, make("h1", { class: "unseen" }, "Now"), bar, problem, numbers.element, parts);
  return { title: "Now", element, close: ends.close };
};

function nothing(now: TopicList, onlyNew: boolean): HTMLElement {
  if (now.documents === 0) {
    return empty("No texts yet", "This page fills itself as soon as the stream has some: ", code("biterms stream FILE --model DIR --follow"));
  }
  if (span.value === "all") return empty("There is nothing before “all” to compare with", "To see what changes, choose a shorter window.");
  if (now.documents_before === 0) {
    return empty(`There is nothing before ${spanSaid(span.value)} to compare with`, `What changes is told as soon as there is.${span.value === "1h" ? "" : " A shorter window may show something now."}`);
  }
  if (onlyNew) return empty("No new topics", "Untick “only new” to see what rises and fades.");
  return empty("No topic has changed more than chance would explain",
    `${counted(now.documents, "text")} in ${spanSaid(span.value)}. A longer window shows slower changes.`);
}
