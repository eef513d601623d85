// What to show where an answer did not come.
import { make } from "../dom";
import { Refused, saidOf } from "../live/request";
import { code, empty } from "./controls";

const NO_STREAM = /no stream has been followed/;
const GONE = / is gone: /;
const START = "biterms stream FILE --model DIR --follow";

export function trouble(error: unknown): HTMLElement {
  if (error instanceof Refused && NO_STREAM.test(error.message)) {
    return make("div", { class: "card" }, empty("No stream yet", "This page fills itself as soon as there is one: ", code(START)));
  }
  if (error instanceof Refused && GONE.test(error.message)) return gone();
  return make("p", { class: "bad" }, saidOf(error));
}

/** The folder of the stream was deleted while the page was open. */
export const gone = (): HTMLElement => make("div", { class: "card" }, empty("The stream is gone",
  "Its folder was deleted or moved, so there is nothing to show. This page goes on by itself when the folder is back, or a stream begins there: ", code(START)));
