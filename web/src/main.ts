import type { About } from "./api";
import { listen } from "./live/events";
import { chooseFirstSpan } from "./live/first_span";
import { startPace } from "./live/pace";
import { get, tokenNeeded } from "./live/request";
import { about, change, paused } from "./live/state";
import { announce } from "./parts/announce";
import { startBadge } from "./parts/badge";
import { edited } from "./parts/edits";
import { startKeys } from "./parts/keys";
import { markAlarms, markPlace, shell } from "./parts/shell";
import { gone } from "./parts/trouble";
import { route, startRoutes, type Route } from "./route";
import type { Open, View } from "./view";
import { openAsk } from "./views/ask";
import { openDigest } from "./views/digest";
import { openHealth } from "./views/health";
import { openNow } from "./views/now";
import { openTexts } from "./views/texts";
import { openTime } from "./views/time";
import { openTopic } from "./views/topic";
import { openTopics } from "./views/topics";

const VIEWS: Record<string, Open> = {
  now: openNow, topics: openTopics, topic: openTopic, texts: openTexts, ask: openAsk, time: openTime,
  health: openHealth, digest: openDigest,
};

const main = shell();
let view: View | null = null;
let begun = false;
let there = false;

function open(now: Route): void {
  view?.close();
  const make = now.name === "topic" && now.id === null ? openTopics : VIEWS[now.name] ?? openNow;
  view = make(now);
  main.replaceChildren(view.element);
  document.title = `${view.title} · ${about.value?.name ?? "biterms"}`;
  markPlace(now.name);
  if (begun) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  begun = true;
}

async function know(): Promise<void> {
  about.set(await get<About>("about").catch(() => null));
  if (about.value) void chooseFirstSpan();
  if (view) document.title = `${view.title} · ${about.value?.name ?? "biterms"}`;
}

/** A stream that is gone leaves nothing on the page; when there is one again, so is the view. */
function leaveOrReturn(): void {
  if (paused.value || !change.value) return;
  const before = there;
  there = change.value.documents > 0;
  if (before && !there) {
    view?.close();
    view = null;
    main.replaceChildren(gone());
    markAlarms(0);
    announce("The stream is gone.");
  } else if (there && !view) open(route.value);
}

startRoutes();
startPace();
startKeys(() => view?.search);
void know();
route.watch(open);
startBadge();
tokenNeeded.watch((needed) => {
  if (needed) return;
  if (!about.value && begun) void know();
  edited.set(edited.value + 1);
});
change.watch((news) => news && !about.value && void know());
change.watch(leaveOrReturn);
paused.watch(leaveOrReturn);
void listen();
