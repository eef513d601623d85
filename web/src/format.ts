// Numbers and times as people say them.
import { now } from "./live/clock";

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const stamps = new Map<string, Intl.DateTimeFormat>();

export const count = (n: number): string => whole.format(Math.round(n));
export const compact = (n: number): string => (n < 10_000 ? count(n) : short.format(n));
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

export const decimal = (value: number): string => value.toFixed(2).replace("-", "−");

export function percent(share: number | null): string {
  if (share === null) return "–";
  if (share > 0 && share < 0.0005) return "<0.1%";
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)}%`;
}

export function bytes(n: number | null): string {
  if (n === null) return "–";
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  for (; n >= 1000 && at < units.length - 1; at++) n /= 1000;
  return `${n < 10 && at ? n.toFixed(1) : Math.round(n)} ${units[at]}`;
}

export function rate(perSecond: number): string {
  if (perSecond >= 1 || perSecond === 0) return `${compact(perSecond)}/s`;
  if (perSecond * 60 >= 1) return `${compact(perSecond * 60)}/min`;
  return `${compact(perSecond * 3600)}/h`;
}

/** A span of seconds: 3 s, 12 min, 5 h, 8 days, 23 years. */
export function duration(seconds: number): string {
  const s = Math.max(0, seconds);
  if (s < 90) return `${Math.round(s)} s`;
  if (s < 90 * 60) return `${Math.round(s / 60)} min`;
  if (s < 36 * 3600) return `${Math.round(s / 3600)} h`;
  if (s < 730 * 86_400) return `${Math.round(s / 86_400)} days`;
  return `${Math.round(s / 31_557_600)} years`;
}

function stamp(seconds: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  let format = stamps.get(key);
  if (!format) stamps.set(key, (format = new Intl.DateTimeFormat("en-GB", options)));
  return format.format(seconds * 1000);
}

const year: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
const hours: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };

/** A day of UTC: texts that have a date alone, and periods of a day, are that day wherever one looks. */
const isDay = (seconds: number): boolean => seconds % 86_400 === 0;

export const day = (seconds: number): string => stamp(seconds, isDay(seconds) ? { ...year, timeZone: "UTC" } : year);
/** The day before an end: periods of a day end where the next one begins. */
export const lastDay = (end: number): string => day(isDay(end) ? end - 86_400 : end);
const clock = (seconds: number): string => stamp(seconds, hours);
export const moment = (seconds: number): string => (isDay(seconds) ? day(seconds) : `${day(seconds)}, ${clock(seconds)}`);

/** A time as exactly as a period of this length needs it. */
export function tick(seconds: number, period: number): string {
  if (period < 60) return stamp(seconds, { ...hours, second: "2-digit" });
  return period >= 86_400 ? day(seconds) : moment(seconds);
}

/** How long ago something was by the clock, or when, if that is long ago, to come, or a day without an hour. */
export function ago(seconds: number): string {
  const past = now() - seconds;
  if (isDay(seconds) || past <= -60 || past >= 36 * 3600) return `on ${moment(seconds)}`;
  return past < 60 ? "just now" : `${duration(past)} ago`;
}

/** How sure a change is, in words. */
export function sure(p: number | null): string {
  if (p === null) return "";
  if (p <= 1e-6) return "practically certain";
  if (p <= 0.0001) return "very sure";
  if (p <= 0.001) return "sure";
  if (p <= 0.01) return "quite sure";
  return p <= 0.1 ? "probably not chance" : "may be chance";
}

/** A ratio in words: 2.6 times as often. */
export function times(ratio: number | null): string {
  if (ratio === null) return "";
  if (ratio > 0.95) return `${ratio < 10 ? ratio.toFixed(1) : count(ratio)}×`;
  return ratio < 0.01 ? "almost gone" : `÷${(1 / ratio).toFixed(1)}`;
}
