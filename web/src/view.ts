import { paused } from "./live/state";
import type { Route } from "./route";

/** Milliseconds after which "3 min ago" is said anew. */
const OLDER = 20_000;

/** One of the pages; it is made when somebody goes there, and closed when they leave. */
export interface View {
  title: string;
  element: HTMLElement;
  close(): void;
  /** The box that / goes to. */
  search?: HTMLElement;
}

export type Open = (route: Route) => View;

/** Things to end when a view is left. */
export class Ends {
  private ends: (() => void)[] = [];

  add<T extends { close(): void } | (() => void)>(thing: T): T {
    this.ends.push(typeof thing === "function" ? thing : () => thing.close());
    return thing;
  }

  close = (): void => {
    this.ends.forEach((end) => end());
    this.ends = [];
  };
}

/** Say how long ago things were again and again, also where nothing new comes, unless the page is frozen; the answer ends it. */
export function each(say: () => void): () => void {
  const timer = setInterval(() => paused.value || say(), OLDER);
  return () => clearInterval(timer);
}
