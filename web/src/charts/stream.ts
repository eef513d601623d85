// The stream graph: the largest topics over time, with a brush that chooses a range of time.
import type { Timeline } from "../api";
import { fill, make, svg } from "../dom";
import { percent, tick } from "../format";
import { go, topicAddress } from "../route";
import { brush, type Range } from "./brush";
import { Colours } from "./colours";
import { layers, type Picture } from "./layers";
import { axisTicks } from "./ticks";

const HEIGHT = 260;
const AXIS = 20;
/** Pixels that a time of the axis needs, and the half of one at its end. */
const TICK = 75;
const EDGE = 40;
/** Pixels of a gap in which there is room to say what it is. */
const GAP = 60;

export interface StreamGraph { element: HTMLElement; show(data: Timeline): void; mark(range: Range | null): void; close(): void }

const ends = ({ begins, period }: Timeline): [number, number] => [begins[0] ?? 0, (begins.at(-1) ?? 1) + period];

export function streamGraph(chosen: (range: Range | null) => void): StreamGraph {
  const picture = svg("svg", { class: "stream", role: "img", height: HEIGHT });
  const legend = make("ul", { class: "legend", "aria-label": "Topics of the graph" });
  const tip = make("div", { class: "tip", hidden: true });
  const axis = svg("svg", { class: "time-axis", "aria-hidden": "true", height: AXIS });
  const colours = new Colours();
  let data: Timeline | null = null;
  let drawn: Picture | null = null;
  let pointer: PointerEvent | null = null;

  const over = (event: PointerEvent): number | null => {
    const below = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.matches(".band"));
    const id = below?.getAttribute("data-id");
    return id ? Number(id) : null;
  };
  const control = brush(chosen, (event) => {
    const id = over(event);
    if (id !== null) go(topicAddress(id));
  });
  const frame = make("div", { class: "stream-frame" }, picture, control.element, tip);
  frame.addEventListener("pointermove", (event) => showTip((pointer = event)));
  frame.addEventListener("pointerleave", () => showTip((pointer = null)));
  const element = make("div", {}, frame, axis, legend);

  const showTip = (event: PointerEvent | null) => {
    const id = event && over(event);
    const topic = data?.topics.findIndex((each) => each.id === id) ?? -1;
    for (const band of picture.querySelectorAll(".band")) band.classList.toggle("dim", id !== null && band.getAttribute("data-id") !== String(id));
    tip.hidden = topic < 0 || !drawn;
    if (tip.hidden || !event || !data || !drawn) return;
    const { left, top, width } = frame.getBoundingClientRect();
    const [first, last] = ends(data);
    const time = first + ((event.clientX - left) / width) * (last - first);
    const near = drawn.columns.reduce((best, each, at) => (Math.abs(each - time) < Math.abs(drawn!.columns[best]! - time) ? at : best), 0);
    fill(tip, make("strong", {}, data.topics[topic]!.label),
      `${percent(drawn.shares[topic]![Math.min(near, drawn.shares[topic]!.length - 1)]!)} · ${tick(drawn.columns[near]!, data.period)}`);
    tip.style.left = `${Math.min(event.clientX - left + 12, width - tip.offsetWidth - 4)}px`;
    tip.style.top = `${event.clientY - top + 14}px`;
  };

  const draw = () => {
    if (!data) return;
    const width = Math.max(240, frame.clientWidth);
    const [first, last] = ends(data);
    const x = (time: number) => ((time - first) / (last - first)) * width;
    drawn = layers(data, x, { width, height: HEIGHT });
    const colour = colours.of(drawn.bands.map((band) => band.id));
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    fill(picture,
      ...drawn.bands.map((band) => svg("path", { d: band.path, class: `band c${colour.get(band.id)}`, "data-id": band.id })),
      ...drawn.bands.map((band) => band.name && svg("text", { ...band.name, class: "band-name" }, band.label)),
      ...drawn.gaps.map(([from, to]) => to - from > GAP && svg("text", { x: (from + to) / 2, y: HEIGHT / 2, class: "axis middle" }, "no texts")));
    picture.setAttribute("aria-label", `The ${drawn.bands.length} largest topics from ${tick(first, data.period)} to ${tick(last, data.period)}; the table below has their numbers`);
    axis.setAttribute("viewBox", `0 0 ${width} ${AXIS}`);
    fill(axis, ...axisTicks(first, last, data.period, Math.floor(width / TICK)).flatMap(({ at, said }) => {
      const place = x(at);
      const anchor = place < EDGE ? "" : place > width - EDGE ? " end" : " middle";
      return [svg("path", { d: `M${place.toFixed(1)} 0v4`, class: "rule" }), svg("text", { x: place.toFixed(1), y: AXIS - 4, class: `axis${anchor}` }, said)];
    }));
    fill(legend, ...drawn.bands.map((band) => make("li", {}, make("a", { href: topicAddress(band.id), class: `c${colour.get(band.id)}` }, band.label))));
    control.scale({ first, last, step: data.period, said: (time) => tick(time, data!.period) });
    showTip(pointer); // what is under the pointer is another time now
  };
  const size = new ResizeObserver(draw);
  size.observe(frame);
  return { element, mark: control.show, close: () => size.disconnect(), show: (now) => ((data = now), draw()) };
}
