// A topic at two moments, side by side.
import type { ComparedTopic } from "../api";
import { lengthen } from "../charts/bars";
import { fill, make, say, type Part } from "../dom";
import { percent } from "../format";
import { topicAddress } from "../route";

/** The longest bar, of what a bar has room for. */
const LONGEST = 0.7;

/** `full`: the size that the longest bar is drawn for. */
export function comparedRow(first: ComparedTopic, full: () => number): Part<ComparedTopic> {
  const link = make("a", { class: "label", dir: "auto", href: topicAddress(first.id) });
  const tags = make("span", { class: "tags" });
  const sides = [side("went", "from", full), side("came", "to", full)];
  const element = make("tr", {}, make("th", { scope: "row" }, link, " ", tags), ...sides.map(({ cell }) => cell));
  return {
    element,
    update: (row) => {
      say(link, row.label);
      fill(tags, ...row.what.map((what) => make("span", { class: `tag ${what}` }, what)));
      sides[0]!.show(row.size_from, row.words_from, row.went);
      sides[1]!.show(row.size_to, row.words_to, row.came);
    },
  };
}

function side(kind: "came" | "went", name: string, full: () => number) {
  const bar = make("span", { class: "bar" });
  const size = make("span", { class: "soft small" });
  const list = make("p", { class: "small words", dir: "auto" });
  const cell = make("td", {}, make("div", { class: "size", "data-side": name }, bar, size), list);
  const show = (share: number | null, words: string[], special: string[]) => {
    lengthen(bar, share === null ? 0 : (share / full()) * LONGEST);
    bar.hidden = share === null;
    say(size, share === null ? "not there" : percent(share));
    const set = new Set(special);
    fill(list, ...words.slice(0, 8).flatMap((word) => [set.has(word) ? make("mark", { class: kind }, word) : word, " "]));
  };
  return { cell, show };
}
