// Times of an axis: whole hours, days or months, evenly spaced, and the day or year said where it changes.
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const MONTH = 30.44 * DAY;
const STEPS = [1, 2, 5, 10, 15, 30].map((n) => n * MINUTE).concat([1, 2, 3, 6, 12].map((n) => n * HOUR), [1, 2, 7, 14].map((n) => n * DAY));
/** Times of the clock need more room than days: the first of them says its day, too. */
const CLOCK = 0.7;
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];

export interface Tick { at: number; said: string }

/** At most so many times between two; days are those of UTC where periods are days, and local ones otherwise. */
export function axisTicks(first: number, last: number, period: number, most: number): Tick[] {
  const utc = period >= DAY;
  const step = STEPS.find((each) => each >= period && (last - first) / each <= (each < DAY ? CLOCK : 1) * most);
  const times = step ? even(first, last, step, utc) : monthly(first, last, most, utc);
  return times.map((at, i) => ({ at, said: said(at, times[i - 1], step ?? MONTH, utc) }));
}

/** Seconds that a clock on the wall is ahead of UTC. */
const ahead = (at: number, utc: boolean): number => (utc ? 0 : -60 * new Date(at * 1000).getTimezoneOffset());

function even(first: number, last: number, step: number, utc: boolean): number[] {
  const found: number[] = [];
  const wall = first + ahead(first, utc);
  for (let n = Math.ceil(wall / step); ; n++) {
    const guess = n * step - ahead(first, utc);
    const at = n * step - ahead(guess, utc); // the clock may have been put forward or back since
    if (at > last) return found;
    if (at >= first) found.push(at);
  }
}

function monthly(first: number, last: number, most: number, utc: boolean): number[] {
  const step = MONTHS.find((n) => (last - first) / (n * MONTH) <= most) ?? MONTHS.at(-1)!;
  const begin = new Date((first + ahead(first, utc)) * 1000);
  const found: number[] = [];
  const from = Math.ceil((begin.getUTCFullYear() * 12 + begin.getUTCMonth()) / step) * step;
  for (let month = from; ; month += step) {
    const guess = Date.UTC(0, month - 12 * 1900) / 1000; // the year 0 is taken for 1900
    const at = guess - ahead(guess, utc);
    if (at > last) return found;
    if (at >= first) found.push(at);
  }
}

function said(at: number, before: number | undefined, step: number, utc: boolean): string {
  const part = (options: Intl.DateTimeFormatOptions, time = at) =>
    new Intl.DateTimeFormat("en-GB", { ...options, ...(utc ? { timeZone: "UTC" } : {}) }).format(time * 1000);
  const sameYear = before !== undefined && part({ year: "numeric" }, before) === part({ year: "numeric" });
  const year: Intl.DateTimeFormatOptions = sameYear ? {} : { year: "numeric" };
  if (step >= MONTH) return part({ month: "short", ...year });
  const date: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  if (step >= DAY) return part({ ...date, ...year });
  const clock = part({ hour: "2-digit", minute: "2-digit" });
  if (before === undefined) return `${part(date)}, ${clock}`;
  return part(date, before) === part(date) ? clock : part(date);
}
