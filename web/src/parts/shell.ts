// What is around every view: the name, the ways to go, the status.
import { attribute, make, say } from "../dom";
import { about } from "../live/state";
import { announcements } from "./announce";
import { help, openHelp } from "./help";
import { statusLine } from "./status";
import { themeButton } from "./theme";
import { toasts } from "./toasts";
import { tokenDialog } from "./token";

export const PLACES: [string, string][] = [
  ["now", "Now"], ["topics", "Topics"], ["texts", "Texts"], ["ask", "Ask"], ["time", "Time"], ["health", "Health"],
];
/** Views that belong to a place. */
const WITHIN: Record<string, string> = { topic: "topics", digest: "now" };

const links = new Map(PLACES.map(([name, said], at) =>
  [name, make("a", { href: `#/${name}`, title: `${said} (${at + 1})` }, said)]));
const alarms = make("span", { class: "badge", hidden: true });
const main = make("main", { id: "main", tabindex: -1 });

export function shell(): HTMLElement {
  const name = make("span", { class: "name" });
  about.watch((now) => {
    say(name, now?.name ?? "");
    document.body.classList.toggle("read-only", now?.read_only ?? false);
  });
  links.get("now")!.append(alarms);
  document.body.prepend(
    make("a", { class: "skip", href: "#main", onclick: skip }, "To the content"),
    make("header", { class: "top" },
      make("a", { class: "brand", href: "#/now" }, make("img", { src: "/assets/favicon.svg", alt: "biterms", width: 22, height: 22 }), name),
      make("nav", { "aria-label": "Views" }, ...links.values()),
      statusLine(),
      make("div", { class: "tools" }, themeButton(),
        make("button", { class: "plain icon help-button", "aria-label": "Keyboard shortcuts", title: "Keyboard (?)", onclick: openHelp }, "?"))),
    main, toasts(), announcements(), help(), tokenDialog(),
  );
  return main;
}

function skip(event: Event): void {
  event.preventDefault();
  main.focus();
}

export function markPlace(name: string): void {
  const here = WITHIN[name] ?? name;
  for (const [place, link] of links) attribute(link, "aria-current", place === here && "page");
}

/** How many alarms nobody has seen. */
export function markAlarms(n: number): void {
  alarms.hidden = n === 0;
  say(alarms, n > 99 ? "99+" : String(n));
  attribute(alarms, "aria-label", `${n} new alarms`);
}
