// What the table of topics shows: a window of the server, or a range of time chosen with the brush.
import type { Span, Timeline, TopicList, TopicRow } from "../api";
import type { Range } from "../charts/brush";
import { binned } from "../charts/layers";
import { get } from "../live/request";

export const LARGEST = 12;
const MANY = 500;
const POINTS = 48;

export interface Shown { step: number; rows: TopicRow[]; documents: number; range: Range | null }

type Period = "minute" | "hour" | "day";
const PERIODS: Period[] = ["minute", "hour", "day"];
const LENGTH: Record<Period, number> = { minute: 60, hour: 3600, day: 86_400 };

/** How long the periods of so many seconds should be. */
export function periodOf(seconds: number): Period {
  if (seconds <= 6 * LENGTH.hour) return "minute";
  return seconds <= 30 * LENGTH.day ? "hour" : "day";
}

/** The stream graph of a window, or of the range that was zoomed into. */
export async function graphOf(window: Span, zoom: Range | null, signal: AbortSignal): Promise<Timeline> {
  if (zoom) return timeline(zoom, { top: LARGEST }, signal);
  const { since, until } = await get<TopicList>("topics", { window, points: 2 }, signal);
  return timeline({ since, until }, { top: LARGEST }, signal);
}

/** Longer periods are taken if they have so many times as many texts. */
const MORE = 1.1;

/** The timeline in periods as short as there are: old ones are kept by the hour, and then by the day. */
export async function timeline(range: Range, more: { top: number; topics?: string | undefined }, signal: AbortSignal): Promise<Timeline> {
  const first = PERIODS.indexOf(periodOf(range.until - range.since));
  let found: Timeline | null = null;
  for (const period of PERIODS.slice(first)) {
    const now = await get<Timeline>("timeline", { period, ...range, ...more }, signal);
    if (found === null || texts(now) > MORE * texts(found)) found = now;
    if (covers(now, range)) break;
  }
  return found!;
}

const texts = (data: Timeline): number => data.documents.reduce((sum, n) => sum + n, 0);

/** Whether there are periods from the beginning of a range on, as far as one can tell. */
function covers(data: Timeline, { since, until }: Range): boolean {
  const [first] = data.begins;
  return first !== undefined && first - since <= Math.max(data.period, (until - since) / 10);
}

/** The topics of a window; with a range, their numbers are those of the range. */
export async function tableOf(window: Span, range: Range | null, hidden: boolean, signal: AbortSignal): Promise<Shown> {
  const list = await get<TopicList>("topics", { window: range ? "all" : window, hidden, points: POINTS }, signal);
  if (!range) return { step: list.step, rows: list.topics, documents: list.documents, range: null };
  const ids = hidden ? list.topics.map((row) => row.id).slice(0, MANY).join() : undefined;
  const found = await timeline(range, { top: MANY, topics: ids }, signal);
  return { step: Math.min(list.step, found.step), ...ranged(list.topics, found), range };
}

function ranged(rows: TopicRow[], data: Timeline): { rows: TopicRow[]; documents: number } {
  const documents = texts(data);
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
