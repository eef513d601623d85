// What the table of topics shows: a window of the server, or a range of time chosen with the brush.
import type { Span, Timeline, TopicList, TopicRow } from "../api";
import type { Range } from "../charts/brush";
import { binned } from "../charts/layers";
import { get } from "../live/request";

export const LARGEST = 12;
const MANY = 500;
const POINTS = 48;

export interface Shown { rows: TopicRow[]; documents: number; range: Range | null }

type Period = "minute" | "hour" | "day";
const LENGTH: Record<Period, number> = { minute: 60, hour: 3600, day: 86_400 };

/** Periods so long that there are between 30 and 1,500 of them, if that can be. */
export function periodOf(seconds: number): Period {
  if (seconds <= 1500 * LENGTH.minute && seconds < 30 * LENGTH.hour) return "minute";
  return seconds < 30 * LENGTH.day ? "hour" : "day";
}

/** The stream graph of a window, or of the range that was zoomed into. */
export async function graphOf(window: Span, zoom: Range | null, signal: AbortSignal): Promise<Timeline> {
  if (zoom) return timeline(periodOf(zoom.until - zoom.since), zoom, LARGEST, signal);
  const { since, until } = await get<TopicList>("topics", { window, points: 2 }, signal);
  const period = window === "24h" ? "hour" : window === "1h" ? "minute" : periodOf(until - since);
  return timeline(period, { since, until }, LARGEST, signal);
}

function timeline(period: Period, { since, until }: Range, top: number, signal: AbortSignal): Promise<Timeline> {
  return get<Timeline>("timeline", { period, since, until, top }, signal);
}

/** The topics of a window; with a range, their numbers are those of the range. */
export async function tableOf(window: Span, range: Range | null, hidden: boolean, signal: AbortSignal): Promise<Shown> {
  const list = await get<TopicList>("topics", { window: range ? "all" : window, hidden, points: POINTS }, signal);
  if (!range) return { rows: list.topics, documents: list.documents, range: null };
  const ids = hidden ? list.topics.map((row) => row.id).slice(0, MANY).join() : undefined;
  const period = periodOf(range.until - range.since);
  const found = await get<Timeline>("timeline", { period, ...range, top: MANY, topics: ids }, signal);
  return { ...ranged(list.topics, found), range };
}

function ranged(rows: TopicRow[], data: Timeline): { rows: TopicRow[]; documents: number } {
  const documents = data.documents.reduce((sum, n) => sum + n, 0);
  const { shares } = binned(data, POINTS);
  const at = new Map(data.topics.map((topic, k) => [topic.id, k]));
  const of = (row: TopicRow): TopicRow => {
    const k = at.get(row.id);
    const topic = k === undefined ? null : data.topics[k]!;
    const led = topic?.documents.reduce((sum, n) => sum + n, 0) ?? 0;
    const share = topic ? topic.shares.reduce((sum, part, i) => sum + part * data.documents[i]!, 0) / (documents || 1) : 0;
    return { ...row, documents: led, share, before: null, ratio: null, trend: null, sparkline: k === undefined ? [] : shares[k]! };
  };
  return { rows: rows.map(of).sort((a, b) => b.share - a.share), documents };
}
