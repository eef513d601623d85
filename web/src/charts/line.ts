// A line over time with two axes: small, for numbers that one watches.
import { attribute, fill, make, svg } from "../dom";
import { tick } from "../format";
import { runsOf } from "./gaps";

export interface LineData { at: number[]; values: (number | null)[]; period: number }

const HEIGHT = 120;
const PAD = { left: 46, right: 8, top: 10, bottom: 20 };

export interface Line { element: HTMLElement; show(data: LineData): void; close(): void }

export function line(label: string, said: (value: number) => string, fromZero = false): Line {
  const picture = svg("svg", { class: "line", role: "img", height: HEIGHT });
  const value = make("p", { class: "soft small value-line" });
  const element = make("figure", {}, make("figcaption", { class: "strong small" }, label), picture, value);
  let data: LineData = { at: [], values: [], period: 60 };
  const draw = () => drawLine(picture, data, said, fromZero);
  const size = new ResizeObserver(draw);
  size.observe(element);
  return {
    element,
    close: () => size.disconnect(),
    show: (now) => {
      data = now;
      draw();
      const known = now.values.filter((each): each is number => each !== null);
      const last = known.at(-1);
      value.textContent = last === undefined ? "nothing yet"
        : `now ${said(last)}, between ${said(Math.min(...known))} and ${said(Math.max(...known))}`;
      picture.setAttribute("aria-label", `${label}: ${value.textContent}`);
    },
  };
}

function drawLine(picture: SVGSVGElement, data: LineData, said: (value: number) => string, fromZero: boolean): void {
  const width = Math.max(160, picture.parentElement?.clientWidth ?? 0);
  picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  const known = data.values.filter((each): each is number => each !== null);
  const [first = 0] = data.at;
  const last = data.at.at(-1) ?? 1;
  const high = Math.max(...known);
  const low = fromZero ? 0 : Math.min(...known);
  attribute(picture, "hidden", known.length === 0);
  if (!known.length) return void fill(picture);
  const room = high - low || Math.abs(high) * 0.1 || 1;
  const x = (at: number) => PAD.left + ((at - first) / (last - first || 1)) * (width - PAD.left - PAD.right);
  const y = (value: number) => PAD.top + (1 - (value - low) / room) * (HEIGHT - PAD.top - PAD.bottom);
  // nothing came in a gap; where there is only no number, the line goes on
  const path = runsOf(data.at).map(([from, to]) => {
    const points = data.at.slice(from, to).flatMap((at, i) => {
      const value = data.values[from + i] ?? null;
      return value === null ? [] : [`${x(at).toFixed(1)} ${y(value).toFixed(1)}`];
    });
    return points.length ? `M${points.join("L")}${points.length === 1 ? "h0" : ""}` : "";
  }).join("");
  const label = (at: number, name: string) => svg("text", { x: PAD.left - 6, y: y(at) + 4, class: "axis end" }, name);
  const rule = (at: number) => svg("path", { d: `M${PAD.left} ${y(at)}H${width - PAD.right}`, class: "rule" });
  fill(picture, rule(low), rule(high), label(high, said(high)), high > low && label(low, said(low)),
    svg("text", { x: PAD.left, y: HEIGHT - 4, class: "axis" }, tick(first, data.period)),
    last > first && svg("text", { x: width - PAD.right, y: HEIGHT - 4, class: "axis end" }, tick(last, data.period)),
    svg("path", { d: path, class: "spark-line" }));
}
