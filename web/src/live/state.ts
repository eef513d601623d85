// What all views share.
import type { About, Change, Span } from "../api";
import { Signal } from "./signal";

export type Connection =
  | { is: "connecting" | "live" | "ended" }
  | { is: "lost"; again: number }; // milliseconds by the clock of the page

/** What has come while the page was paused. */
export interface Missed { texts: number; alarms: number }

const SPANS: Span[] = ["1h", "24h", "7d", "all"];
const kept = localStorage.getItem("window") as Span | null;

export const about = new Signal<About | null>(null);
export const span = new Signal<Span>(kept && SPANS.includes(kept) ? kept : "24h");
/** Whether somebody has chosen the window. */
export const spanChosen = (): boolean => localStorage.getItem("window") !== null;
export const paused = new Signal<Missed | null>(null);
export const connection = new Signal<Connection>({ is: "connecting" });
export const change = new Signal<Change | null>(null);

export function chooseSpan(value: Span): void {
  localStorage.setItem("window", value);
  span.set(value);
}

/** Freeze the page, or let it go on; the stream does not notice. */
export function togglePause(): void {
  paused.set(paused.value ? null : { texts: 0, alarms: 0 });
}

/** Take note of what the stream has told. */
export function noted(news: Change): void {
  const missed = paused.value;
  if (missed && news.from !== null) {
    paused.set({ texts: missed.texts + news.added, alarms: missed.alarms + news.alarms.length });
  }
  change.set(news);
}
