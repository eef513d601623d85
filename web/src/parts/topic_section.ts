// A list of topics with a heading; it goes away where there is nothing in it.
import type { TopicRow } from "../api";
import { Keyed, make, say } from "../dom";
import { topicRow } from "./topic_row";

const ROWS = 12;

export interface TopicSection { element: HTMLElement; show(all: TopicRow[]): void }

export function topicSection(title: string, note: string, unsure = false): TopicSection {
  const n = make("span", { class: "soft" });
  const list = make("ul", { class: "rows" });
  const rows = new Keyed<TopicRow>(list, (row) => row.id, (row) => topicRow(row, unsure));
  const element = make("section", { class: "card", hidden: true }, make("h2", {}, title, " ", n), make("p", { class: "soft small" }, note), list);
  return {
    element,
    show: (all) => {
      element.hidden = all.length === 0;
      say(n, String(all.length));
      rows.show(all.slice(0, ROWS));
    },
  };
}
