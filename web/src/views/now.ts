// What is rising, new and fading, and the alarms: what to look at first.
import type { AlarmList, TopicList, TopicRow } from "../api";
import { Keyed, make, say } from "../dom";
import { compact, counted, day, percent } from "../format";
import { Loader } from "../live/loader";
import { get } from "../live/request";
import { span } from "../live/state";
import { alarmRow, type DatedAlarm } from "../parts/alarm_row";
import { announce } from "../parts/announce";
import { check, code, empty, spanChoice, spanSaid } from "../parts/controls";
import { edited } from "../parts/edits";
import { markAlarms } from "../parts/shell";
import { topicRow, type Dated } from "../parts/topic_row";
import { Ends, type Open } from "../view";

const ROWS = 12;
const ALARMS = 30;

/** A list with a heading that goes away where there is nothing in it. */
function section(title: string, note: string) {
  const heading = make("h2", {}, title, " ");
  const n = make("span", { class: "soft" });
  heading.append(n);
  const list = make("ul", { class: "rows" });
  const rows = new Keyed<Dated>(list, ({ row }) => row.id, topicRow);
  const element = make("section", { class: "card", hidden: true }, heading, make("p", { class: "soft small" }, note), list);
  const show = (all: TopicRow[], until: number) => {
    element.hidden = all.length === 0;
    say(n, String(all.length));
    rows.show(all.slice(0, ROWS).map((row) => ({ row, until })));
  };
  return { element, show };
}

export const openNow: Open = () => {
  const ends = new Ends();
  let onlyNew = false;
  let withSeen = false;
  let topics: TopicList | null = null;
  let alarms: AlarmList | null = null;
  let known = -1;
  const figures = make("dl", { class: "figures" });
  const named = new Map<string, [HTMLElement, HTMLElement]>();
  const figure = (name: string, value: string, note: string) => {
    if (!named.has(name)) {
      const pair: [HTMLElement, HTMLElement] = [make("dd", { class: "value" }), make("dd", { class: "soft small" })];
      named.set(name, pair);
      figures.append(make("div", {}, make("dt", {}, name), ...pair));
    }
    const [first, second] = named.get(name)!;
    say(first, value);
    say(second, note);
  };
  const followed = section("You follow", "Topics that somebody follows, whether they change or not.");
  const fresh = section("New", "Topics that had no texts before this window.");
  const rising = section("Rising", "A larger share of the texts than in the seven times as long before.");
  const fading = section("Fading", "A smaller share than before.");
  const quiet = make("div", { class: "card", hidden: true });
  const list = make("ul", { class: "rows" });
  const rows = new Keyed<DatedAlarm>(list, ({ alarm }) => alarm.number, alarmRow);
  const none = make("div", {});
  const seenToo = check("show seen", withSeen, (on) => (withSeen = on, alarmLoader.now()));

  const show = () => {
    if (!topics) return;
    const { topics: all, until } = topics;
    const of = (trend: string) => all.filter((row) => row.trend === trend);
    const change = (row: TopicRow) => Math.abs(Math.log((row.share + 1e-6) / ((row.before ?? 0) + 1e-6)));
    const strongest = (some: TopicRow[]) => [...some].sort((a, b) => change(b) * b.share - change(a) * a.share);
    fresh.show(of("new"), until);
    rising.show(onlyNew ? [] : strongest(of("rising")), until);
    fading.show(onlyNew ? [] : of("fading").sort((a, b) => (b.before ?? 0) - (a.before ?? 0)), until);
    followed.show(onlyNew ? [] : all.filter((row) => row.followed), until);
    showFigures(topics, of);
    quiet.hidden = !(fresh.element.hidden && rising.element.hidden && fading.element.hidden);
    if (!quiet.hidden) quiet.replaceChildren(nothing(topics, onlyNew));
    showAlarms();
  };
  const showFigures = (now: TopicList, of: (trend: string) => TopicRow[]) => {
    const usual = now.documents_before / 7;
    const before = span.value === "all" ? `up to ${day(now.until)}` : usual ? `usually ${compact(usual)}` : "nothing before";
    figure("texts", compact(now.documents), before);
    figure("topics", compact(now.topics.length), now.topics[0] ? `largest: ${percent(now.topics[0].share)}` : "");
    figure("new", String(of("new").length), spanSaid(span.value));
    figure("rising", String(of("rising").length), "more than chance explains");
    figure("fading", String(of("fading").length), "more than chance explains");
  };
  const showAlarms = () => {
    if (!alarms || !topics) return;
    const until = topics.until;
    const some = alarms.alarms.filter((alarm) => (withSeen || !alarm.seen) && (!onlyNew || alarm.kind === "birth"));
    rows.show(some.slice(0, ALARMS).map((alarm) => ({ alarm, until })));
    none.replaceChildren(...(some.length ? [] : [noAlarms(topics.documents)]));
    const unseen = alarms.alarms.filter((alarm) => !alarm.seen).length;
    figure("alarms", unseen > 99 ? "99+" : String(unseen), "that nobody has seen");
    markAlarms(unseen);
    const newest = alarms.alarms[0]?.number ?? 0;
    if (known >= 0 && newest > known) announce(`New alarm: ${alarms.alarms[0]!.label}`);
    known = newest;
  };

  const trouble = make("p", { class: "bad", role: "alert" });
  const failed = (said: string) => say(trouble, said);
  const topicLoader = ends.add(new Loader<TopicList>({
    load: (signal) => get("topics", { window: span.value }, signal),
    show: (value) => (say(trouble, ""), (topics = value), show()),
    failed,
  }));
  const alarmLoader = ends.add(new Loader<AlarmList>({
    load: (signal) => get("alarms", { limit: 100, unseen: !withSeen }, signal),
    show: (value) => ((alarms = value), showAlarms()),
    least: 2000,
  }));
  let first = true;
  const reload = () => first || (topicLoader.now(), alarmLoader.now());
  ends.add(span.watch(reload));
  ends.add(edited.watch(reload));
  first = false;
  const spans = ends.add(spanChoice());
  const bar = make("div", { class: "bar-row" }, spans.element,
    check("only new", onlyNew, (on) => ((onlyNew = on), show())),
    make("span", { class: "grow" }), make("a", { href: "#/digest" }, "Digest"),
    make("a", { href: "/v1/digest.atom" }, "Feed"));
  const alarmCard = make("section", { class: "card" },
    make("div", { class: "row" }, make("h2", {}, "Alarms"), seenToo), list, none);
  const changes = make("div", { class: "stack" }, followed.element, fresh.element, rising.element, fading.element, quiet);
  const element = make("div", {}, make("h1", { class: "unseen" }, "Now"), bar, trouble, figures,
    make("div", { class: "columns" }, changes, alarmCard));
  return { title: "Now", element, close: ends.close };
};

function nothing(now: TopicList, onlyNew: boolean): HTMLElement {
  if (now.documents === 0) {
    return empty("No texts yet", "This page fills itself as soon as the stream has some: ", code("biterms stream FILE --model DIR --follow"));
  }
  if (span.value === "all") return empty("All time has nothing before it", "To see what changes, choose a window of time.");
  if (onlyNew) return empty("No new topics", "Untick “only new” to see what rises and fades.");
  return empty("Nothing changed more than chance explains",
    `${counted(now.documents, "text")} in ${spanSaid(span.value)}. A longer window shows slower changes; `, make("a", { href: "#/topics" }, "Topics"), " shows them all.");
}

function noAlarms(documents: number): HTMLElement {
  return documents ? empty("No alarms to look at", "Stories that begin and topics that burst are shown here as soon as they are sure.")
    : empty("No alarms", "They need some texts to know what is usual.");
}
