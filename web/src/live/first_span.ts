// The window of time to begin with: the one that shows most, until somebody chooses another.
import type { Span, Timeline, TopicList } from "../api";
import { get } from "./request";
import { span, spanChosen } from "./state";

const HOUR = 3600;
const DAY = 24 * HOUR;

export async function chooseFirstSpan(): Promise<void> {
  if (spanChosen()) return;
  const found = await suggested().catch(() => null);
  if (found && !spanChosen()) span.set(found);
}

/** A young stream fits an hour; texts of long ago, which are kept by the day, need a week. */
async function suggested(): Promise<Span | null> {
  const { since, until, documents } = await get<TopicList>("topics", { window: "all", points: 2 });
  if (documents === 0) return null;
  if (until - since <= 3 * HOUR) return "1h";
  const { begins } = await get<Timeline>("timeline", { period: "hour", since: until - DAY, top: 1 });
  return begins.length > 2 ? "24h" : "7d";
}
