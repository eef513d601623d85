// How fresh the page is, whether it is connected, and the button that freezes it.
import { attribute, make, say } from "../dom";
import { count, counted, duration, lastDay, moment, rate } from "../format";
import { now as clock } from "../live/clock";
import { again } from "../live/events";
import { pace } from "../live/pace";
import { change, connection, paused, togglePause } from "../live/state";
import { announce } from "./announce";

const DAY = 86_400;
const dot = make("span", { class: "dot", "aria-hidden": "true" });
const words = make("span");
/** What there is no room for on a phone. */
const more = make("span", { class: "wide" });
const retry = make("button", { class: "link", hidden: true, onclick: again }, "Try now");
const button = make("button", { class: "pause", onclick: togglePause });
const status = make("div", { class: "status" }, dot, words, more, retry, button);
/** Whether there have been texts while the page was open. */
let had = false;

function state(): "paused" | "live" | "lost" | "quiet" {
  if (connection.value.is !== "live") return "lost";
  if (paused.value) return "paused";
  const arrived = change.value?.arrived;
  if (!arrived && had) return "lost";
  return arrived && clock() - arrived < 60 ? "live" : "quiet";
}

function said(): string {
  const now = connection.value;
  if (now.is === "connecting") return "connecting";
  if (now.is === "lost") return `not connected, trying again in ${duration((now.again - Date.now()) / 1000)}`;
  const missed = paused.value;
  if (missed) {
    const alarms = missed.alarms ? ` and ${counted(missed.alarms, "alarm")}` : "";
    return `paused; ${counted(missed.texts, "text")}${alarms} since`;
  }
  const news = change.value;
  if (!news?.arrived) return had ? "the stream is gone" : "no texts yet";
  const speed = pace();
  const old = clock() - news.arrived;
  if (old >= 60) return `quiet for ${duration(old)}`;
  return speed ? `live, ${rate(speed)}` : "live";
}

/** How old the last text is, and how long before it came it was written, if that is long. */
function fresh(): string {
  const { arrived, until } = change.value ?? {};
  if (connection.value.is !== "live" || paused.value || !arrived) return "";
  const old = clock() - arrived;
  const came = old < 60 ? `last text ${duration(old)} ago` : "last text";
  const behind = arrived - (until ?? arrived);
  if (behind >= DAY) return `${came}${old < 60 ? "," : ""} of ${lastDay(until!)}`;
  if (behind >= 60) return `${came}${old < 60 ? "," : ""} written ${duration(behind)} before it came`;
  return old < 60 ? came : "";
}

/** When the newest text was written, as far as its period tells. */
const written = (until: number): string => (until % DAY ? `up to ${moment(until)}` : lastDay(until));

function show(): void {
  dot.className = `dot ${state()}`;
  say(words, said());
  say(more, fresh());
  const news = change.value;
  had ||= Boolean(news?.arrived);
  status.title = news?.arrived
    ? `${count(news.documents)} texts. The last came at ${moment(news.arrived)}; the newest was written ${written(news.until ?? news.arrived)}.` : "";
  retry.hidden = connection.value.is !== "lost";
  say(button, paused.value ? "Go on" : "Pause");
  attribute(button, "aria-pressed", String(paused.value !== null));
}

/** Once for what has come: a dot that moves for ever would keep a browser drawing all day. */
function beat(): void {
  if (!document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches) dot.animate({ opacity: [1, 0.3, 1] }, 700);
}

export function statusLine(): HTMLElement {
  button.title = "Freeze this page, not the stream (p)";
  let before = connection.value.is;
  connection.watch(({ is }) => {
    if (is === "lost" && before === "live") announce("Connection lost. The page tries again by itself.");
    if (is === "live" && before === "lost") announce("Connected again.");
    before = is;
    show();
  });
  let wasPaused = false;
  paused.watch((now) => {
    if ((now !== null) !== wasPaused) announce(now ? "Paused. The stream goes on." : "The page goes on.");
    wasPaused = now !== null;
    show();
  });
  let known = change.value?.documents;
  change.watch((news) => {
    show();
    if (known !== undefined && news?.documents !== known && state() === "live") beat();
    known = news?.documents;
  });
  setInterval(show, 1000);
  return status;
}
