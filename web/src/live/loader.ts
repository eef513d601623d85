// Asks for a view again when there is something new, and never more often than it can bear.
import { change, paused } from "./state";

/** A view is asked for so rarely that the server works at most a tenth of the time for it. */
const TIMES = 10;

export interface Loaded<T> {
  load(signal: AbortSignal): Promise<T>;
  show(value: T): void;
  failed?(error: unknown): void;
  /** The last cut that an answer knows of: one that is older than what was told is asked for again. */
  step?(value: T): number;
  /** Milliseconds between two requests at least. */
  least?: number;
}

export class Loader<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly end = new AbortController();
  private busy = false;
  private stale = false;
  private asked = false;
  private took = 0;
  private done = -Infinity;
  private unwatch: (() => void)[] = [];

  constructor(private readonly what: Loaded<T>) {
    const shown = () => document.hidden || (this.stale && this.wanted());
    document.addEventListener("visibilitychange", shown, { signal: this.end.signal });
    this.unwatch = [change.watch(() => this.wanted()), paused.watch((now) => now || (this.stale && this.wanted()))];
    this.now();
  }

  /** Something is new: ask when it is time, unless the page is paused or nobody looks. */
  wanted(): void {
    this.stale = true;
    if (paused.value || document.hidden || this.busy || this.timer) return;
    const wait = this.done + Math.max(this.what.least ?? 1000, TIMES * this.took) - performance.now();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!paused.value) void this.load(false);
    }, Math.max(0, wait));
  }

  /** Ask at once, also while the page is paused: somebody has asked for it. */
  now(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.asked ||= this.busy;
    if (!this.busy && !this.end.signal.aborted) void this.load(true);
  }

  close(): void {
    clearTimeout(this.timer);
    this.unwatch.forEach((stop) => stop());
    this.end.abort();
  }

  private async load(asked: boolean): Promise<void> {
    this.busy = true;
    this.stale = false;
    const begin = performance.now();
    try {
      const value = await this.what.load(this.end.signal);
      if (paused.value && !asked) this.stale = true; // it came after the pause had begun
      else if (!this.end.signal.aborted) this.what.show(value);
      if ((this.what.step?.(value) ?? Infinity) < (change.value?.step ?? 0)) this.stale = true;
    } catch (error) {
      if (!this.end.signal.aborted) this.what.failed?.(error);
    }
    this.busy = false;
    this.done = performance.now();
    this.took = this.done - begin;
    if (this.end.signal.aborted) return;
    if (this.asked) {
      this.asked = false;
      void this.load(true);
    } else if (this.stale) this.wanted();
  }
}
