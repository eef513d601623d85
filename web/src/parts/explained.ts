// A text with the words that speak for a topic marked, and the topics it may be about.
import type { ExplainedText, SharedTopic } from "../api";
import { lengthen } from "../charts/bars";
import { fill, make } from "../dom";
import { percent } from "../format";
import { topicAddress } from "../route";

const LEVELS = 4;
const PAIRS = 5;
const LETTER = /[\p{L}\p{N}]/u;
/** Scripts without spaces between words. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** How strongly each letter of a text speaks, from 0 to LEVELS. */
function levels(text: string, words: [string, number][]): Uint8Array {
  const found = new Uint8Array(text.length);
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return found;
  const top = Math.max(...words.map(([, weight]) => weight), 1e-9);
  for (const [word, weight] of words) {
    const level = Math.max(1, Math.ceil((weight / top) * LEVELS));
    const part = word.toLowerCase();
    for (let at = lower.indexOf(part); part && at >= 0; at = lower.indexOf(part, at + part.length)) {
      const edge = (place: number) => !LETTER.test(lower[place] ?? " ") || DENSE.test(part);
      if (edge(at - 1) && edge(at + part.length)) found.fill(level, at, at + part.length);
    }
  }
  return found;
}

export function marked(text: string, words: [string, number][]): (string | HTMLElement)[] {
  const level = levels(text, words);
  const parts: (string | HTMLElement)[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + 1;
    while (end < text.length && level[end] === level[at]) end++;
    const piece = text.slice(at, end);
    parts.push(level[at] ? make("mark", { class: `m${level[at]}` }, piece) : piece);
    at = end;
  }
  return parts;
}

export function explained(found: ExplainedText): HTMLElement {
  const said = make("p", { class: "said", dir: "auto" });
  const pairs = make("p", { class: "small soft" });
  const buttons = found.topics.map((topic) => {
    const bar = make("span", { class: "bar" });
    lengthen(bar, topic.probability);
    return make("li", {}, make("button", { class: "pick", "aria-label": `Mark the words that speak for ${topic.label}`, onclick: () => pick(topic) }, percent(topic.probability)),
      make("span", { class: "stretch" }, bar), make("a", { href: topicAddress(topic.id), dir: "auto" }, topic.label));
  });
  const pick = (topic: SharedTopic | undefined) => {
    fill(said, ...marked(found.text, topic?.words ?? []));
    const best = (topic?.pairs ?? []).slice(0, PAIRS).map(([left, right]) => `${left} + ${right}`);
    fill(pairs, best.length > 0 && `Pairs that speak for “${topic!.label}”: ${best.join(", ")}`);
    buttons.forEach((button, at) => button.firstElementChild!.setAttribute("aria-pressed", String(found.topics[at] === topic)));
  };
  pick(found.topics[0]);
  const unknown = found.unknown.length > 0 && found.topics.length > 0 && make("p", { class: "small soft" }, `Not known to the model: ${found.unknown.slice(0, 20).join(", ")}`);
  const none = found.topics.length === 0 && make("p", { class: "soft" }, "No topic: the model knows none of these words.");
  return make("div", { class: "explained" }, said, make("ul", { class: "shares" }, ...buttons), none, pairs, unknown);
}
