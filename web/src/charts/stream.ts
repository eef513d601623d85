// The stream graph: the largest topics over time, with a brush that chooses a range of time.
import type { Timeline } from "../api";
import { fill, make, svg } from "../dom";
import { percent, tick, ticks } from "../format";
import { go, topicAddress } from "../route";
import { brush, type Range } from "./brush";
import { Colours } from "./colours";
import { layers, type Picture } from "./layers";

const HEIGHT = 260;
const TICKS = 110;

export interface StreamGraph { element: HTMLElement; show(data: Timeline): void; mark(range: Range | null): void; close(): void }

export function streamGraph(chosen: (range: Range | null) => void): StreamGraph {
  const picture = svg("svg", { class: "stream", role: "img", height: HEIGHT });
  const legend = make("ul", { class: "legend", "aria-label": "Topics of the graph" });
  const tip = make("div", { class: "tip", hidden: true });
  const axis = make("div", { class: "time-axis", "aria-hidden": "true" });
  const colours = new Colours();
  let data: Timeline | null = null;
  let drawn: Picture | null = null;
  let hovered: number | null = null;

  const over = (event: PointerEvent): number | null => {
    const below = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.matches(".band"));
    const id = below?.getAttribute("data-id");
    return id ? Number(id) : null;
  };
  const control = brush(chosen, (time) => ((hovered = time), showTip(null)), (event) => {
    const id = over(event);
    if (id !== null) go(topicAddress(id));
  });
  const frame = make("div", { class: "stream-frame" }, picture, control.element, tip);
  frame.addEventListener("pointermove", (event) => showTip(event));
  frame.addEventListener("pointerleave", () => (tip.hidden = true));
  const element = make("div", {}, frame, axis, legend);

  const showTip = (event: PointerEvent | null) => {
    if (!event) return;
    const id = over(event);
    const topic = data?.topics.findIndex((each) => each.id === id) ?? -1;
    for (const band of picture.querySelectorAll(".band")) band.classList.toggle("dim", id !== null && band.getAttribute("data-id") !== String(id));
    tip.hidden = topic < 0 || hovered === null || !drawn;
    if (tip.hidden || !data || !drawn) return;
    const near = drawn.columns.reduce((best, time, at) => (Math.abs(time - hovered!) < Math.abs(drawn!.columns[best]! - hovered!) ? at : best), 0);
    fill(tip, make("strong", {}, data.topics[topic]!.label),
      `${percent(drawn.shares[topic]![Math.min(near, drawn.shares[topic]!.length - 1)]!)} · ${tick(drawn.columns[near]!, data.period)}`);
    const { left, width } = frame.getBoundingClientRect();
    tip.style.left = `${Math.min(event.clientX - left + 12, width - tip.offsetWidth - 4)}px`;
    tip.style.top = `${event.clientY - frame.getBoundingClientRect().top + 14}px`;
  };

  const draw = () => {
    if (!data) return;
    const width = Math.max(240, frame.clientWidth);
    const first = data.begins[0] ?? 0;
    const last = (data.begins.at(-1) ?? 1) + data.period;
    const x = (time: number) => ((time - first) / (last - first)) * width;
    drawn = layers(data, x, { width, height: HEIGHT });
    const colour = colours.of(drawn.bands.map((band) => band.id));
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    fill(picture,
      ...drawn.bands.map((band) => svg("path", { d: band.path, class: `band c${colour.get(band.id)}`, "data-id": band.id })),
      ...drawn.bands.map((band) => band.name && svg("text", { ...band.name, class: "band-name" }, band.label)));
    picture.setAttribute("aria-label", `The ${drawn.bands.length} largest topics from ${tick(first, data.period)} to ${tick(last, data.period)}; the table below has their numbers`);
    const n = Math.max(2, Math.min(8, Math.floor(width / TICKS)));
    const times = Array.from({ length: n }, (_, at) => first + ((last - first) * at) / (n - 1));
    fill(axis, ...ticks(times, (last - first) / n > 43_200 ? 86_400 : data.period).map((said) => make("span", {}, said)));
    fill(legend, ...drawn.bands.map((band) => make("li", {}, make("a", { href: topicAddress(band.id), class: `c${colour.get(band.id)}` }, band.label))));
    control.scale({ first, last, step: data.period, said: (time) => tick(time, data!.period) });
  };
  const size = new ResizeObserver(draw);
  size.observe(frame);
  return { element, mark: control.show, close: () => size.disconnect(), show: (now) => ((data = now), draw()) };
}
