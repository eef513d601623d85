// The time by the clock of the server: that of the browser may be wrong.

/** Seconds that both may be apart: answers tell whole seconds, and take a while. */
const SAME = 5;
let ahead = 0;

/** Take note of the time that an answer tells. */
export function told(date: string | null): void {
  const apart = (Date.parse(date ?? "") - Date.now()) / 1000;
  if (!Number.isNaN(apart)) ahead = Math.abs(apart) > SAME ? apart : 0;
}

/** Seconds since 1970. */
export const now = (): number => Date.now() / 1000 + ahead;
