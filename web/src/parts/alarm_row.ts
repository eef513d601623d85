// An alarm: a story that began or a topic that burst, with its words and typical texts.
import type { Alarm } from "../api";
import { attribute, fill, make, say, type Part } from "../dom";
import { ago, counted, times } from "../format";
import { topicAddress } from "../route";
import { seen } from "./edits";

const TEXTS = 3;

export function alarmRow(first: Alarm): Part<Alarm> {
  let now = first;
  const kind = make("span", { class: "kind" }, first.kind === "birth" ? "new story" : "burst");
  const label = first.topic === null ? make("strong", { class: "label", dir: "auto" })
    : make("a", { class: "label", dir: "auto", href: topicAddress(first.topic) });
  const line = make("p", { class: "small" });
  const named = new Set(first.topic === null ? first.label.split(", ") : []); // a story is called by its first words
  const others = first.words.filter((word) => !named.has(word));
  const words = others.length > 0 && make("p", { class: "soft small", dir: "auto" }, `with ${others.join(", ")}`);
  const texts = make("ul", { class: "quotes small" });
  fill(texts, ...first.texts.slice(0, TEXTS).map(({ text }) => make("li", { dir: "auto" }, text)));
  const button = make("button", { "data-key": "x", class: "act", onclick: () => void seen(now) });
  const element = make("li", { class: "alarm", "data-row": true },
    make("div", { class: "what" }, make("p", {}, kind, " ", label), line, words, texts),
    make("div", { class: "acts" }, button));
  return {
    element,
    update: (alarm) => {
      now = alarm;
      attribute(element, "data-seen", alarm.seen);
      say(label, alarm.label);
      const end = alarm.ended === null ? "" : `, over since ${ago(alarm.ended).replace(/^on /, "")}`;
      const since = ago(alarm.since).replace(/^on /, "");
      say(line, `${counted(alarm.documents, "text")} since ${since}${end}, ${times(alarm.ratio)} as often as usual`);
      say(button, alarm.seen ? "Not seen" : "Seen");
      attribute(button, "aria-label", `${alarm.seen ? "Mark as not seen" : "Mark as seen"}: ${alarm.label}`);
    },
  };
}
