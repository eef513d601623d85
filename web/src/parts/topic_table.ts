// All topics as a table: sorted by any column, with what can be done about each.
import type { TopicRow } from "../api";
import { spark } from "../charts/spark";
import { Keyed, attribute, make, say, type Part } from "../dom";
import { count, percent, times } from "../format";
import { topicAddress } from "../route";
import { follow, hide } from "./edits";

const PAGE = 100;

type Column = "label" | "share" | "documents" | "ratio" | "total";
const NAMES: [Column, string, string][] = [
  ["label", "topic", "name"], ["share", "share", "number"], ["documents", "texts", "number"],
  ["ratio", "change", "number"], ["total", "in all", "number"],
];

const VALUE: Record<Column, (row: TopicRow) => number | string> = {
  label: (row) => row.label.toLowerCase(), share: (row) => row.share, documents: (row) => row.documents,
  ratio: (row) => row.ratio ?? (row.trend === "new" ? Infinity : 0), total: (row) => row.total,
};

function tableRow(first: TopicRow): Part<TopicRow> {
  let now = first;
  const link = make("a", { class: "label", dir: "auto", href: topicAddress(first.id) });
  const group = make("span", { class: "tag" });
  const words = make("p", { class: "soft small words", dir: "auto" });
  const picture = spark();
  const cells = (["share", "documents", "ratio", "total"] as const).map((name) => [name, make("td", { class: `number ${name}` })] as const);
  const following = make("button", { "data-key": "f", class: "act icon", onclick: () => void follow(now) });
  const hiding = make("button", { "data-key": "h", class: "act", onclick: () => void hide(now) });
  const element = make("tr", { "data-row": true },
    make("th", { scope: "row", class: "name" }, make("p", {}, link, " ", group), words),
    ...cells.slice(0, 1).map(([, cell]) => cell), make("td", { class: "picture" }, picture.element),
    ...cells.slice(1).map(([, cell]) => cell), make("td", { class: "end" }, make("div", { class: "acts" }, following, hiding)));
  const said: Record<string, (row: TopicRow) => string> = {
    share: (row) => percent(row.share), documents: (row) => count(row.documents), total: (row) => count(row.total),
    ratio: (row) => (row.trend === "new" ? "new" : times(row.ratio)),
  };
  return {
    element,
    update: (row) => {
      now = row;
      say(link, row.label);
      say(group, row.group ?? "");
      say(words, row.words.join(" "));
      picture.update(row.sparkline);
      cells.forEach(([name, cell]) => say(cell, said[name]!(row)));
      attribute(element, "data-trend", row.trend ?? "same");
      attribute(element, "data-hidden", row.hidden);
      say(following, row.followed ? "★" : "☆");
      attribute(following, "aria-pressed", String(row.followed));
      attribute(following, "aria-label", `Follow ${row.label}`);
      say(hiding, row.hidden ? "Show" : "Hide");
      attribute(hiding, "aria-label", `${row.hidden ? "Show" : "Hide"} ${row.label}`);
    },
  };
}

export function topicTable() {
  let by: Column = "share";
  let down = true;
  let filter = "";
  let most = PAGE;
  let all: TopicRow[] = [];
  const body = make("tbody");
  const rows = new Keyed<TopicRow>(body, (row) => row.id, tableRow);
  const more = make("button", { hidden: true, onclick: () => ((most += PAGE * 5), show()) });
  const none = make("p", { class: "soft empty", hidden: true }, "No topic has this in its name, its words or its group.");
  const heads = new Map(NAMES.map(([column, said, kind]) => [column, make("th", { scope: "col", class: `${kind} ${column}` },
    make("button", { class: "sort", onclick: () => sort(column) }, said))]));
  const [label, share, ...rest] = [...heads.values()];
  const head = make("tr", {}, label, share, make("th", { scope: "col", class: "picture" }, "course"), ...rest,
    make("th", { scope: "col", class: "end" }, make("span", { class: "unseen" }, "what to do")));
  const table = make("table", { class: "topics" }, make("thead", {}, head), body);
  const element = make("div", {}, table, none, more);
  const sort = (column: Column) => {
    down = by === column ? !down : column !== "label";
    by = column;
    show(true);
  };
  const found = (row: TopicRow) => filter.split(" ").every((part) =>
    [row.label, row.group ?? "", ...row.words].some((text) => text.toLowerCase().includes(part)));
  const show = (asked = false) => {
    const some = filter ? all.filter(found) : all;
    const sign = down ? -1 : 1;
    const sorted = [...some].sort((a, b) => {
      const [one, two] = [VALUE[by](a), VALUE[by](b)];
      return one < two ? -sign : one > two ? sign : a.id - b.id;
    });
    rows.show(sorted.slice(0, most), asked);
    for (const [column, cell] of heads) attribute(cell, "aria-sort", column === by && (down ? "descending" : "ascending"));
    more.hidden = sorted.length <= most;
    say(more, `Show ${Math.min(PAGE * 5, sorted.length - most)} more of ${count(sorted.length)}`);
    none.hidden = sorted.length > 0 || all.length === 0;
    // a range, or all time, is compared with nothing
    table.classList.toggle("alone", all.every((row) => row.ratio === null && row.trend === null));
  };
  return {
    element,
    show: (given: TopicRow[]) => ((all = given), show()),
    filter: (text: string) => ((filter = text.trim().toLowerCase()), show()),
  };
}
