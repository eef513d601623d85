// A topic that has changed, as a row: what, how much, since when, how sure.
import type { TopicRow } from "../api";
import { spark } from "../charts/spark";
import { attribute, make, say, type Part } from "../dom";
import { ago, counted, percent, sure, times } from "../format";
import { topicAddress } from "../route";
import { follow, hide } from "./edits";

const SIGNS = { rising: "▲", new: "✦", fading: "▼" } as const;

/** What is known of the change, in words; `unsure`: of one that may be chance. */
function told(row: TopicRow, unsure: boolean): string {
  const since = (time: number | null) => (time === null ? "" : ` since ${ago(time).replace(/^on /, "")},`);
  if (row.trend === "new") return `new${since(row.born)} ${counted(row.documents, "text")}`;
  if (unsure) return `from ${percent(row.before)} to ${percent(row.share)}, ${sure(row.p_value)}`;
  if (!row.trend) return `${percent(row.share)} of the texts${row.before === null ? "" : ` (${percent(row.before)} before)`}`;
  return `from ${percent(row.before)} to ${percent(row.share)},${since(row.changed)} ${sure(row.p_value)}`;
}

/** The sign of a change and how large it is. */
function chip(row: TopicRow, unsure: boolean): string {
  const trend = row.trend ?? (!unsure ? null : row.share > (row.before ?? 0) ? "rising" : "fading");
  if (!trend) return "";
  const size = trend === "new" ? "new" : times(row.ratio);
  return size ? `${SIGNS[trend]} ${size}` : SIGNS[trend];
}

export function topicRow(first: TopicRow, unsure = false): Part<TopicRow> {
  let now = first;
  const link = make("a", { class: "label", dir: "auto", href: topicAddress(now.id) });
  const ratio = make("span", { class: "ratio" });
  const words = make("p", { class: "soft small words", dir: "auto" });
  const line = make("p", { class: "small" });
  const picture = spark();
  const following = make("button", { "data-key": "f", class: "act", onclick: () => void follow(now) });
  const hiding = make("button", { "data-key": "h", class: "act", onclick: () => void hide(now) }, "Hide");
  const element = make("li", { class: "change", "data-row": true },
    make("div", { class: "what" }, make("p", {}, link, " ", ratio), line, words),
    picture.element, make("div", { class: "acts" }, following, hiding));
  return {
    element,
    update: (row) => {
      now = row;
      attribute(element, "data-trend", row.trend ?? (unsure ? "unsure" : "same"));
      say(link, row.label);
      say(ratio, chip(row, unsure));
      say(words, row.words.join(" "));
      say(line, told(row, unsure));
      picture.update(row.sparkline);
      say(following, row.followed ? "Unfollow" : "Follow");
      attribute(following, "aria-pressed", String(row.followed));
      attribute(following, "aria-label", `${row.followed ? "Unfollow" : "Follow"} ${row.label}`);
      attribute(hiding, "aria-label", `Hide ${row.label}`);
    },
  };
}
