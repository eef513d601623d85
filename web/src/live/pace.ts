// How fast texts come, by what the stream has told in the last minute.
import { change } from "./state";

const SPAN = 60;
const MOST = 200;
let told: { at: number; documents: number }[] = [];

export function startPace(): void {
  change.watch((news) => {
    if (!news) return;
    const at = news.arrived ?? Date.now() / 1000;
    const last = told.at(-1);
    if (last && news.documents === last.documents) return;
    if (last && (news.documents < last.documents || at < last.at)) told = [];
    told = [...told.filter((each) => each.at > at - SPAN), { at, documents: news.documents }].slice(-MOST);
  });
}

/** Texts per second; null if that cannot be told yet. */
export function pace(now = Date.now() / 1000): number | null {
  const [first] = told;
  const last = told.at(-1);
  if (!first || !last || first === last) return null;
  return (last.documents - first.documents) / Math.max(1, Math.min(now, last.at + SPAN) - first.at);
}
