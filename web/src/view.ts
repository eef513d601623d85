import type { Route } from "./route";

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
