// What a person should know of the last day, in a few lines.
import type { Digest } from "../api";
import { fill, make, say } from "../dom";
import { Loader } from "../live/loader";
import { get } from "../live/request";
import { choice } from "../parts/controls";
import { fileLink } from "../parts/file_link";
import { trouble } from "../parts/trouble";
import { Ends, type Open } from "../view";

type Since = "1h" | "24h" | "7d" | "30d";
const SINCE: [Since, string][] = [["1h", "1 h"], ["24h", "24 h"], ["7d", "7 d"], ["30d", "30 d"]];

export const openDigest: Open = () => {
  const ends = new Ends();
  let since: Since = "24h";
  const head = make("p", { class: "strong digest-head" });
  const list = make("ul", { class: "digest" });
  const links = make("span", { class: "soft small" });
  const problem = make("div", { role: "alert" });
  const card = make("section", { class: "card" }, make("h1", {}, "Digest"), head, list, make("p", { class: "soft small" }, "Times are in UTC, as in the page and in the feed."));
  const show = () => fill(links, fileLink(`digest.html?since=${since}`, "as a page", "digest.html"), ", ", fileLink("digest.atom", "as a feed", "digest.atom"));
  const loader = ends.add(new Loader<Digest>({
    load: (signal) => get("digest", { since }, signal),
    show: ({ lines: [first = "", ...rest] }) => {
      fill(problem);
      card.hidden = false;
      say(head, first);
      fill(list, ...rest.map((line) => {
        const [kind = "", ...words] = line.split(/ +/);
        return make("li", {}, make("span", { class: "kind" }, kind), " ", make("span", { dir: "auto" }, words.join(" ")));
      }));
      if (!rest.length) fill(list, make("li", { class: "soft" }, "Nothing to tell: no alarms, and nothing that chance does not explain."));
    },
    failed: (error) => (fill(problem, trouble(error)), (card.hidden = !head.textContent)),
    step: ({ step }) => step,
    least: 5000,
  }));
  const spans = choice("Span of time", SINCE, since, (value) => ((since = value), show(), loader.now()));
  show();
  return { title: "Digest", close: ends.close, element: make("div", { class: "stack" }, make("div", { class: "bar-row" }, spans, make("span", { class: "grow" }), links), problem, card) };
};
