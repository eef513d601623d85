// Where nothing came for so long that nothing may be drawn between two times.
/** So many times as far apart as usual, and so large a part of all the time. */
const TIMES = 4;
const PART = 20;

/** The distance of two times above which there is a gap between them. */
function gapOf(times: readonly number[]): number {
  const apart = times.slice(1).map((time, i) => time - times[i]!).sort((a, b) => a - b);
  const all = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return Math.max(TIMES * (apart[apart.length >> 1] ?? 0), all / PART);
}

/** The runs of times without a gap, as [from, to) of their places. */
export function runsOf(times: readonly number[]): [number, number][] {
  const far = gapOf(times);
  const begins = times.flatMap((time, i) => (i === 0 || time - times[i - 1]! > far ? [i] : []));
  return begins.map((begin, i) => [begin, begins[i + 1] ?? times.length]);
}
