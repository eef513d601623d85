// What to show where an answer did not come.
import { make } from "../dom";
import { Refused, saidOf } from "../live/request";
import { code, empty } from "./controls";

const NO_STREAM = /no stream has been followed/;

export function trouble(error: unknown): HTMLElement {
  if (error instanceof Refused && NO_STREAM.test(error.message)) {
    return make("div", { class: "card" }, empty("No stream yet", "This page fills itself as soon as there is one: ", code("biterms stream FILE --model DIR --follow")));
  }
  return make("p", { class: "bad" }, saidOf(error));
}
