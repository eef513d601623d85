// How many alarms nobody has seen, beside the way to them, whichever view is open.
import type { AlarmList, TopicList } from "../api";
import { Loader } from "../live/loader";
import { get } from "../live/request";
import { span } from "../live/state";
import { route } from "../route";
import { edited } from "./edits";
import { markAlarms } from "./shell";

/** The alarms of the window of time. */
export async function alarmsOf(topics: TopicList, unseen: boolean, signal: AbortSignal): Promise<AlarmList> {
  return get<AlarmList>("alarms", { since: span.value === "all" ? null : topics.since, limit: 100, unseen }, signal);
}

const NOW = "now"; // it tells them itself

export function startBadge(): void {
  const loader = new Loader<AlarmList | null>({
    load: async (signal) => (route.value.name === NOW ? null : alarmsOf(await get("topics", { window: span.value, points: 2 }, signal), true, signal)),
    show: (found) => found && markAlarms(found.alarms.length),
    least: 10_000,
  });
  span.changed(() => loader.now());
  edited.changed(() => loader.now());
}
