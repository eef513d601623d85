// Small controls that several views use.
import { make } from "../dom";
import { about, chooseSpan, span } from "../live/state";
import type { Span } from "../api";

const NAMES: Record<Span, string> = { "1h": "1 h", "24h": "24 h", "7d": "7 d", all: "all" };
const SAID: Record<Span, string> = { "1h": "the last hour", "24h": "the last 24 hours", "7d": "the last 7 days", all: "all time" };

export const spanSaid = (value: Span): string => SAID[value];

/** One of several, as radio buttons in a row. Their name is that of the choice: a browser keeps every name it has seen. */
export function choice<T extends string>(
  label: string, options: [T, string][], value: T, chosen: (value: T) => void,
): HTMLFieldSetElement & { choose(value: T): void } {
  const name = label.toLowerCase().replace(/\W+/g, "-");
  const inputs = options.map(([key]) =>
    make("input", { type: "radio", name, value: key, onchange: () => chosen(key) }));
  const labels = options.map(([, said], at) => make("label", {}, inputs[at], make("span", {}, said)));
  const element = make("fieldset", { class: options.length > 5 ? "switch many" : "switch" }, make("legend", { class: "unseen" }, label), ...labels);
  const choose = (key: T) => inputs.forEach((input, at) => (input.checked = options[at]![0] === key));
  choose(value);
  return Object.assign(element, { choose });
}

/** The window of time, which all views share. */
export function spanChoice(): { element: HTMLElement; close(): void } {
  const spans: Span[] = about.value?.windows ?? ["1h", "24h", "7d", "all"];
  const element = choice("Window of time, which ends with the newest text", spans.map((key) => [key, NAMES[key]]),
    span.value, chooseSpan);
  return { element, close: span.watch((value) => element.choose(value)) };
}

export function check(label: string, value: boolean, changed: (value: boolean) => void): HTMLLabelElement {
  const input = make("input", { type: "checkbox", onchange: () => changed(input.checked) });
  input.checked = value;
  return make("label", { class: "check" }, input, label);
}

/** What to see, or to do, where there is nothing. */
export function empty(title: string, ...advice: (string | Node)[]): HTMLElement {
  return make("div", { class: "empty" }, make("p", { class: "strong" }, title), make("p", { class: "soft" }, ...advice));
}

/** Something to type: a line may end between two words, not at a hyphen. */
export const code = (text: string): HTMLElement =>
  make("code", {}, ...text.split(/( )/).map((word) => (word === " " ? word : make("span", {}, word))));

export function field(label: string, input: HTMLElement): HTMLLabelElement {
  return make("label", { class: "field" }, make("span", {}, label), input);
}
