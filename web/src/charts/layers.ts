// The geometry of a stream graph: bands around a middle line, smooth from column to column.
import type { Timeline } from "../api";

export interface Band { id: number; label: string; path: string; name: { x: number; y: number } | null }
export interface Picture { bands: Band[]; columns: number[]; shares: number[][] }
export interface Size { width: number; height: number }

const COLUMNS = 120;
/** Names are written in bands that are so high, in pixels. */
const ROOM = 15;
const LETTER = 7.2;

/** Neighbouring periods together, so that there are not more columns than one can see. */
export function binned(data: Timeline, most = COLUMNS): { columns: number[]; shares: number[][] } {
  const n = data.begins.length;
  const size = Math.max(1, Math.ceil(n / most));
  const columns: number[] = [];
  const shares: number[][] = data.topics.map(() => []);
  for (let at = 0; at < n; at += size) {
    const some = Array.from({ length: Math.min(size, n - at) }, (_, i) => at + i);
    const documents = some.reduce((sum, i) => sum + data.documents[i]!, 0) || 1;
    columns.push(some.reduce((sum, i) => sum + data.begins[i]!, 0) / some.length + data.period / 2);
    data.topics.forEach((topic, k) =>
      shares[k]!.push(some.reduce((sum, i) => sum + topic.shares[i]! * data.documents[i]!, 0) / documents));
  }
  return { columns, shares };
}

/** The columns up to both ends of time, and so many that a line through them is smooth. */
function dense(data: Timeline, few: { columns: number[]; shares: number[][] }): { columns: number[]; shares: number[][] } {
  const known = [data.begins[0] ?? 0, ...few.columns, (data.begins.at(-1) ?? 0) + data.period];
  const parts = Math.max(1, Math.ceil(COLUMNS / known.length));
  const between = (at: number) => Array.from({ length: parts }, (_, i) => at + i / parts);
  const places = [...known.slice(1).flatMap((_, at) => between(at)), known.length - 1];
  const at = (values: number[], place: number, ease: (part: number) => number) => {
    const low = Math.min(Math.floor(place), values.length - 2);
    return values[low]! + (values[low + 1]! - values[low]!) * ease(place - low);
  };
  return {
    columns: places.map((place) => at(known, place, (part) => part)),
    shares: few.shares.map((each) => {
      const values = [each[0] ?? 0, ...each, each.at(-1) ?? 0];
      return places.map((place) => at(values, place, (part) => part * part * (3 - 2 * part)));
    }),
  };
}

const round = (value: number): string => value.toFixed(1);

const through = (points: [number, number][]): string => points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");

export function layers(data: Timeline, x: (time: number) => number, { width, height }: Size): Picture {
  const { columns, shares } = dense(data, binned(data));
  const totals = columns.map((_, at) => shares.reduce((sum, each) => sum + each[at]!, 0));
  const scale = (height - 8) / Math.max(...totals, 1e-9);
  const top = totals.map((total) => (height - total * scale) / 2);
  const bands = data.topics.map((topic, k) => {
    const upper = columns.map((time, at): [number, number] => [x(time), top[at]!]);
    columns.forEach((_, at) => (top[at]! += shares[k]![at]! * scale));
    const lower = columns.map((time, at): [number, number] => [x(time), top[at]!]);
    const path = `M${through(upper)}L${through([...lower].reverse())}Z`;
    return { id: topic.id, label: topic.label, path, name: room(upper, lower, topic.label, width) };
  });
  return { bands, columns, shares };
}

/** Where a band has room for its name, if it has. */
function room(upper: [number, number][], lower: [number, number][], label: string, width: number): { x: number; y: number } | null {
  const half = (label.length * LETTER) / 2;
  let best: { x: number; y: number; high: number } | null = null;
  for (let at = 0; at < upper.length; at++) {
    const [x, above] = upper[at]!;
    if (x - half < 4 || x + half > width - 4) continue;
    const inside = upper.map(([near], i) => [near, i] as const).filter(([near]) => Math.abs(near - x) <= half).map(([, i]) => i);
    const from = Math.max(...inside.map((i) => upper[i]![1]), above);
    const to = Math.min(...inside.map((i) => lower[i]![1]), lower[at]![1]);
    if (to - from > (best?.high ?? ROOM)) best = { x, y: (from + to) / 2, high: to - from };
  }
  return best;
}
