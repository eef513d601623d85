// A line without axes: how a topic went. Parts without texts are left out.
import { attribute, svg } from "../dom";

const WIDTH = 100;
const HEIGHT = 24;

/** The runs of numbers, as [x, y] between 0 and 1 of the largest. */
function runs(values: readonly (number | null)[], top: number): [number, number][][] {
  const found: [number, number][][] = [];
  let run: [number, number][] | null = null;
  values.forEach((value, at) => {
    if (value === null) return void (run = null);
    if (!run) found.push((run = []));
    run.push([values.length > 1 ? at / (values.length - 1) : 0.5, top > 0 ? value / top : 0]);
  });
  return found;
}

const place = ([x, y]: [number, number]): string =>
  `${(x * WIDTH).toFixed(1)} ${(HEIGHT - 2 - y * (HEIGHT - 4)).toFixed(1)}`;

/** Buckets without texts between those with some are bridged where most are empty. */
function bridged(values: readonly (number | null)[]): (number | null)[] {
  const there = values.filter((value) => value !== null).length;
  if (there === 0 || there * 2 > values.length) return [...values];
  if (there === 1) return values.map(() => values.find((value) => value !== null)!); // all there is to know
  const kept = values.map((value, at) => [value, at] as const).filter(([value]) => value !== null);
  const result: (number | null)[] = values.map(() => null);
  kept.forEach(([value, at], i) => {
    const [last, before] = kept[i - 1] ?? [value, at];
    for (let x = before; x <= at; x++) {
      result[x] = at === before ? value : last! + ((value! - last!) * (x - before)) / (at - before);
    }
  });
  return result;
}

export interface Spark { element: SVGSVGElement; update(values: readonly (number | null)[]): void }

export function spark(): Spark {
  const area = svg("path", { class: "spark-area" });
  const line = svg("path", { class: "spark-line" });
  const element = svg("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, area, line);
  let drawn = "";
  const update = (values: readonly (number | null)[]) => {
    const key = values.join();
    if (key === drawn) return;
    drawn = key;
    const known = bridged(values);
    const top = Math.max(...known.map((value) => value ?? 0), 0);
    const all = runs(known, top);
    const paths = all.map((run) => `M${run.map(place).join("L")}${run.length === 1 ? "h0" : ""}`);
    attribute(line, "d", paths.join(""));
    attribute(area, "d", all.filter((run) => run.length > 1)
      .map((run, at) => `${paths[all.indexOf(run)] ?? paths[at]}L${place([run.at(-1)![0], 0])}L${place([run[0]![0], 0])}Z`).join(""));
  };
  return { element, update };
}
