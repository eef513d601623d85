// Go back to moments that were kept, and compare two of them.
import type { ComparedTopic, Comparison, Happened, Moment, Timeline } from "../api";
import { Keyed, attribute, fill, make, say } from "../dom";
import { compact, counted, day, moment } from "../format";
import { Loader } from "../live/loader";
import { get, saidOf } from "../live/request";
import { choice, code, empty } from "../parts/controls";
import { comparedRow } from "../parts/compared_row";
import { edited } from "../parts/edits";
import { trouble } from "../parts/trouble";
import { Ends, type Open } from "../view";

type Which = Happened | "changed" | "all";
const SAID: [Which, string][] = [["changed", "changed"], ["born", "born"], ["grew", "grew"], ["moved", "moved"], ["shrank", "shrank"], ["died", "died"], ["all", "all"]];
const MOST = 100;
/** The server tells so many periods at most. */
const PERIODS = 1500;

function slider(label: string, moved: () => void) {
  const input = make("input", { type: "range", min: 0, step: 1, "aria-label": label, oninput: moved });
  const value = make("output", { class: "strong" });
  return { input, value, element: make("div", { class: "moment" }, make("span", { class: "soft small" }, label), value, input) };
}

/** The day of the newest text of a moment, by how many texts it knows; empty if that is when they came. */
function writtenUpTo(now: Moment, course: Timeline | null): string {
  let before = 0;
  const at = course?.documents.findIndex((n) => (before += n) >= now.documents) ?? -1;
  const begin = course?.begins[at];
  if (begin === undefined || course!.begins.length >= PERIODS || now.arrived - begin < 2 * course!.period) return "";
  return day(begin);
}

export const openTime: Open = () => {
  const ends = new Ends();
  let moments: Moment[] = [];
  let which: Which = "changed";
  let found: Comparison | null = null;
  let newest = true;
  let asked = 0;
  let largest = 1;
  let course: Timeline | null = null;
  const from = slider("From", () => moved());
  const to = slider("To", () => moved());
  const state = make("p", { class: "soft small", role: "status" });
  const body = make("tbody");
  const rows = new Keyed<ComparedTopic>(body, (row) => row.id, (row) => comparedRow(row, () => largest));
  const heads = [make("th", { scope: "col" }), make("th", { scope: "col" })];
  const table = make("table", { class: "compared" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "topic"), ...heads)), body);
  const buttons = choice("What happened", SAID, which, (value) => ((which = value), show()));
  const nothing = make("div");
  const none = make("div");
  const card = make("section", { class: "card", hidden: true }, make("div", { class: "row" }, make("h2", {}, "Side by side"), buttons), state, table, none);
  const sliders = make("section", { class: "card sliders", hidden: true }, make("h2", {}, "Moments that were kept"), from.element, to.element);

  const at = (input: HTMLInputElement) => moments[Number(input.value)];
  const said = (now: Moment | undefined) => {
    if (!now) return "";
    const written = writtenUpTo(now, course);
    return `${moment(now.arrived)} · ${compact(now.documents)} texts${written ? ` up to ${written}` : ""}${now.newest ? " · newest" : ""}`;
  };
  const label = () => {
    say(from.value, said(at(from.input)));
    say(to.value, said(at(to.input)));
    for (const { input } of [from, to]) attribute(input, "aria-valuetext", said(at(input)));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  ends.add(() => clearTimeout(timer));
  const moved = () => {
    newest = Number(to.input.value) === moments.length - 1;
    label();
    clearTimeout(timer);
    timer = setTimeout(() => void compare(), 150);
  };
  const compare = async () => {
    const [first, second] = [at(from.input), at(to.input)];
    if (!first || !second) return;
    const mine = ++asked;
    try {
      const now = await get<Comparison>("compare", { from: first.step, to: second.step });
      if (mine === asked) (found = now), show();
    } catch (error) {
      if (mine === asked) say(state, saidOf(error));
    }
  };
  const show = () => {
    if (!found) return;
    const has = (row: ComparedTopic) => which === "all" || (which === "changed" ? row.what.length > 0 : row.what.includes(which));
    const some = found.topics.filter(has);
    largest = Math.max(...some.slice(0, MOST).flatMap(({ size_from, size_to }) => [size_from ?? 0, size_to ?? 0]), 1e-9);
    [found.from, found.to].forEach((each, at) => say(heads[at]!, writtenUpTo(each, course) ? `up to ${writtenUpTo(each, course)}` : moment(each.arrived)));
    const n = (what: Happened) => found!.topics.filter((row) => row.what.includes(what)).length;
    const more = some.length > MOST ? `; the first ${MOST} of ${some.length} are shown` : "";
    say(state, found.from.step === found.to.step ? "Both are the same moment: move a slider."
      : `${counted(found.topics.length, "topic")}: ${n("born")} born, ${n("grew")} grew, ${n("moved")} moved, ${n("shrank")} shrank, ${n("died")} died${more}`);
    rows.show(some.slice(0, MOST));
    table.hidden = some.length === 0;
    fill(none, some.length === 0 && found.from.step !== found.to.step && (which === "changed" ? empty("Nothing has changed between the two", "Move a slider further, or choose “all” to see every topic.")
      : empty(`No topic has ${which === "born" ? "been born" : which} between the two`, "Choose “all” to see every topic.")));
  };
  const loader = ends.add(new Loader<{ moments: Moment[]; course: Timeline | null }>({
    load: async (signal) => {
      const { moments } = await get<{ moments: Moment[] }>("moments", {}, signal);
      return { moments, course: moments.length < 2 ? null : await get<Timeline>("timeline", { period: "day", top: 1 }, signal) };
    },
    show: (value) => {
      course = value.course;
      const [first, second] = [at(from.input)?.step, at(to.input)?.step];
      moments = value.moments;
      const end = moments.length - 1;
      sliders.hidden = card.hidden = moments.length < 2;
      fill(nothing, moments.length < 2 && tooFew(moments));
      for (const { input } of [from, to]) attribute(input, "max", Math.max(0, end));
      const place = (step: number | undefined, other: number) => {
        const known = moments.findIndex((each) => each.step === step);
        return String(known < 0 ? other : known);
      };
      from.input.value = place(first, 0);
      to.input.value = newest ? String(end) : place(second, end);
      label();
      if (!card.hidden && (at(from.input)?.step !== found?.from.step || at(to.input)?.step !== found?.to.step)) void compare();
    },
    failed: (error) => fill(nothing, trouble(error)),
    least: 5000,
  }));
  ends.add(edited.changed(() => (loader.now(), void compare())));
  return { title: "Time", element: make("div", { class: "stack" }, make("h1", { class: "unseen" }, "Time"), sliders, card, nothing), close: ends.close };
};

function tooFew(moments: Moment[]): HTMLElement {
  const there = moments.length ? "So far there is only the newest state of the model." : "There is no state of the model yet.";
  return make("section", { class: "card" }, empty("No moments to go back to yet", `${there} A stream that was started with `, code("--states 24h,30d"), " keeps one for each hour of the last day and each day of the last month; they appear here as they are kept."));
}
