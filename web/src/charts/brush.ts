// A part of a chart chosen with the pointer, or with two sliders by the keyboard.
import { attribute, make } from "../dom";

export interface Range { since: number; until: number }
export interface Scale { first: number; last: number; step: number; said(time: number): string }

export interface Brush { element: HTMLElement; scale(now: Scale): void; show(range: Range | null): void }

export function brush(chosen: (range: Range | null) => void, clicked: (event: PointerEvent) => void): Brush {
  let scale: Scale = { first: 0, last: 1, step: 1, said: String };
  let range: Range | null = null;
  let from: number | null = null;
  const area = make("div", { class: "brush-area" });
  const box = make("div", { class: "brush-box", hidden: true });
  const ends = (["since", "until"] as const).map((name) =>
    make("div", { class: `brush-end ${name}`, role: "slider", tabindex: 0, "aria-label": name === "since" ? "Range of time, from" : "Range of time, to", onkeydown: (event: KeyboardEvent) => key(event, name) }));
  const element = make("div", { class: "brush" }, area, box, ...ends);
  const part = (time: number) => (time - scale.first) / (scale.last - scale.first || 1);
  const timeAt = (event: PointerEvent) => {
    const { left, width } = area.getBoundingClientRect();
    const at = Math.max(0, Math.min(1, (event.clientX - left) / (width || 1)));
    return scale.first + at * (scale.last - scale.first);
  };
  const snapped = (a: number, b: number): Range => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const whole = (time: number, how: (n: number) => number) => how((time - scale.first) / scale.step) * scale.step + scale.first;
    return { since: Math.max(scale.first, whole(low, Math.floor)), until: Math.min(scale.last, whole(high, Math.ceil)) };
  };
  const show = (now: Range | null) => {
    range = now;
    const shown = now ?? { since: scale.first, until: scale.last };
    const left = 100 * Math.max(0, part(shown.since));
    const right = 100 * Math.min(1, part(shown.until));
    box.hidden = now === null;
    box.style.left = `${left}%`;
    box.style.width = `${Math.max(0, right - left)}%`;
    ends.forEach((end, at) => {
      const time = at ? shown.until : shown.since;
      end.style.left = `${at ? right : left}%`;
      attribute(end, "aria-valuemin", scale.first);
      attribute(end, "aria-valuemax", scale.last);
      attribute(end, "aria-valuenow", time);
      attribute(end, "aria-valuetext", scale.said(time));
    });
  };
  const key = (event: KeyboardEvent, name: keyof Range) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 }[event.key];
    if (event.key === "Escape") chosen(null);
    if (!by) return;
    event.preventDefault();
    const now = { since: scale.first, until: scale.last, ...range };
    now[name] = Math.max(scale.first, Math.min(scale.last, now[name] + by * scale.step));
    if (now.until - now.since >= scale.step * 0.99) chosen(now);
  };
  area.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = timeAt(event);
    area.setPointerCapture(event.pointerId);
  });
  area.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const now = timeAt(event);
    if (Math.abs(part(now) - part(from)) > 0.01) show(snapped(from, now));
  });
  area.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const begin = from;
    from = null;
    const now = timeAt(event);
    if (Math.abs(part(now) - part(begin)) > 0.01) chosen(snapped(begin, now));
    else clicked(event);
  });
  area.addEventListener("pointercancel", () => ((from = null), show(range)));
  return { element, show, scale: (now) => ((scale = now), from === null && show(range)) };
}
