// How fast texts come, by what the stream has told in the last minute.
import { now as clock } from "./clock";
import { change } from "./state";

const SPAN = 60;
const MOST = 200;
let told: { at: number; documents: number }[] = [];

export function startPace(): void {
  change.watch((news) => {
    if (!news?.arrived) return;
    const { arrived: at, documents } = news;
    const last = told.at(-1);
    if (last && documents === last.documents) return;
    if (last && (documents < last.documents || at < last.at)) told = [];
    told.push({ at, documents });
    // the last one before the minute stays: what came after it counts
    while (told.length > MOST || (told[1] && told[1].at <= at - SPAN)) told.shift();
  });
}

/** Texts per second; null if that cannot be told yet. */
export function pace(now = clock()): number | null {
  const last = told.at(-1);
  const before = told.findLast((each) => each.at <= now - SPAN);
  const first = before ?? told[0];
  if (!first || !last || (!before && now - first.at < 5)) return null;
  return (last.documents - first.documents) / (before ? SPAN : now - first.at);
}
