// The geometry of a stream graph: bands around a middle line, smooth from column to column.
import type { Timeline } from "../api";
import { runsOf } from "./gaps";

export interface Band { id: number; label: string; path: string; name: { x: number; y: number } | null }
/** Bands, and the ends of the gaps between their parts. */
export interface Picture { bands: Band[]; gaps: [number, number][]; columns: number[]; shares: number[][] }
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

/** The edges of a band between two gaps. */
interface Edges { upper: [number, number][]; lower: [number, number][] }

const part = (data: Timeline, from: number, to: number): Timeline => ({
  ...data, begins: data.begins.slice(from, to), documents: data.documents.slice(from, to),
  topics: data.topics.map((topic) => ({ ...topic, shares: topic.shares.slice(from, to) })),
});

/** Bands of the topics; where nothing came for long there is nothing. */
export function layers(data: Timeline, x: (time: number) => number, { width, height }: Size): Picture {
  const parts = runsOf(data.begins).map(([from, to]) => part(data, from, to)).map((run) => dense(run, binned(run)));
  const totals = parts.map(({ columns, shares }) => columns.map((_, at) => shares.reduce((sum, each) => sum + each[at]!, 0)));
  const scale = (height - 8) / Math.max(...totals.flat(), 1e-9);
  const tops = totals.map((each) => each.map((total) => (height - total * scale) / 2));
  const bands = data.topics.map((topic, k) => {
    const edges = parts.map(({ columns, shares }, n): Edges => {
      const edge = () => columns.map((time, at): [number, number] => [x(time), tops[n]![at]!]);
      const upper = edge();
      columns.forEach((_, at) => (tops[n]![at]! += shares[k]![at]! * scale));
      return { upper, lower: edge() };
    });
    const path = edges.map(({ upper, lower }) => `M${through(upper)}L${through([...lower].reverse())}Z`).join("");
    const places = edges.map((each) => room(each, topic.label, width)).filter((place) => place !== null);
    const name = places.reduce<Place | null>((best, place) => (best && best.high >= place.high ? best : place), null);
    return { id: topic.id, label: topic.label, path, name: name && { x: name.x, y: name.y } };
  });
  const gaps = parts.slice(1).map(({ columns }, n): [number, number] => [x(parts[n]!.columns.at(-1)!), x(columns[0]!)]);
  return { bands, gaps, columns: parts.flatMap(({ columns }) => columns), shares: data.topics.map((_, k) => parts.flatMap(({ shares }) => shares[k]!)) };
}

interface Place { x: number; y: number; high: number }

/** Where a band has room for its name, if it has. */
function room({ upper, lower }: Edges, label: string, width: number): Place | null {
  const half = (label.length * LETTER) / 2;
  const [left, right] = [Math.max(0, upper[0]![0]), Math.min(width, upper.at(-1)![0])];
  let best: Place | null = null;
  for (let at = 0; at < upper.length; at++) {
    const [x, above] = upper[at]!;
    if (x - half < left + 4 || x + half > right - 4) continue;
    const inside = upper.map(([near], i) => [near, i] as const).filter(([near]) => Math.abs(near - x) <= half).map(([, i]) => i);
    const from = Math.max(...inside.map((i) => upper[i]![1]), above);
    const to = Math.min(...inside.map((i) => lower[i]![1]), lower[at]![1]);
    if (to - from > (best?.high ?? ROOM)) best = { x, y: (from + to) / 2, high: to - from };
  }
  return best;
}
