// The words of a topic over time: a row for each word, darker where it is more frequent.
import type { DriftRow } from "../api";
import { make, svg } from "../dom";
import { percent, tick } from "../format";

const WORDS = 14;
const HEIGHT = 20;
const NAMES = 104;

/** As wide as there is room, so that words are as large as elsewhere. */
export function driftChart(rows: DriftRow[], room: number): HTMLElement {
  const width = Math.max(280, Math.min(640, room));
  const totals = new Map<string, number>();
  for (const row of rows) for (const [word, share] of row.words) totals.set(word, (totals.get(word) ?? 0) + share);
  const words = [...totals].sort((a, b) => b[1] - a[1]).slice(0, WORDS).map(([word]) => word);
  const peak = (word: string) => {
    let best = 0;
    rows.forEach((row, at) => (shareOf(row, word) > shareOf(rows[best]!, word) ? (best = at) : 0));
    return best;
  };
  words.sort((a, b) => peak(a) - peak(b));
  const top = Math.max(...rows.flatMap((row) => row.words.map(([, share]) => share)), 1e-9);
  const cell = (width - NAMES) / Math.max(rows.length, 8);
  const marks = rows.flatMap((row, at) => words.map((word, line) => {
    const share = shareOf(row, word);
    return share > 0 && svg("rect", { x: NAMES + at * cell, y: line * HEIGHT + 2, width: Math.max(1, cell - 1), height: HEIGHT - 4, class: "heat", opacity: (0.12 + 0.88 * (share / top)).toFixed(2) },
      svg("title", {}, `${word}: ${percent(share)}, ${tick(row.begin, row.length)}`));
  }));
  const names = words.map((word, line) => svg("text", { x: NAMES - 8, y: line * HEIGHT + 14, class: "axis end word" }, word.length > 15 ? `${word.slice(0, 14)}…` : word));
  const bottom = words.length * HEIGHT + 14;
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const picture = svg("svg", { class: "drift", viewBox: `0 0 ${width} ${bottom + 4}`, role: "img", "aria-label": `Words from ${tick(first.begin, first.length)} to ${tick(last.begin, last.length)}; the table has the numbers` },
    ...names, ...marks, svg("text", { x: NAMES, y: bottom, class: "axis" }, tick(first.begin, first.length)),
    rows.length > 1 && svg("text", { x: width, y: bottom, class: "axis end" }, tick(last.begin, last.length)));
  return make("div", {}, picture, table(rows));
}

const shareOf = (row: DriftRow, word: string): number => row.words.find(([each]) => each === word)?.[1] ?? 0;

/** How far the words have moved, in words. */
export function movedSaid(row: DriftRow): string {
  if (row.moved === null || row.chance === null) return "";
  if (row.moved <= row.chance) return "no more than chance";
  return row.moved > 3 * row.chance && row.moved > 0.1 ? "a lot" : "some";
}

function table(rows: DriftRow[]): HTMLElement {
  const lines = [...rows].reverse().map((row) => make("tr", {}, make("th", { scope: "row" }, tick(row.begin, row.length)),
    make("td", { dir: "auto" }, row.words.slice(0, 8).map(([word]) => word).join(" ")), make("td", { class: "soft" }, movedSaid(row))));
  return make("details", {}, make("summary", {}, "As a table"), make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Words over time" },
    make("table", {}, make("thead", {}, make("tr", {}, ...["from", "words", "moved"].map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...lines))));
}
