// One live region for screen readers, which does not chatter: the last of several sayings counts.
import { make } from "../dom";

const QUIET = 4000;
const region = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
let waiting = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let last = -Infinity;

export const announcements = (): HTMLElement => region;

export function announce(text: string): void {
  waiting = text;
  timer ??= setTimeout(() => {
    timer = undefined;
    last = performance.now();
    region.textContent = waiting;
  }, Math.max(0, last + QUIET - performance.now()));
}
