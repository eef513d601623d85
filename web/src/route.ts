// Where one is: the part of the address after #, such as #/texts?topic=3
import { Signal } from "./live/signal";

export interface Route { name: string; id: number | null; parameters: URLSearchParams }

export function read(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", id] = path.split("/");
  const number = id !== undefined && /^\d{1,12}$/.test(id) ? Number(id) : null;
  return { name: name || "now", id: number, parameters: new URLSearchParams(query) };
}

export const route = new Signal<Route>(read(location.hash));

export function startRoutes(): void {
  addEventListener("hashchange", () => route.set(read(location.hash)));
}

export const go = (address: string): void => void (location.hash = address);

/** Change the address without leaving the view. */
export function note(address: string): void {
  history.replaceState(null, "", address);
}

export const topicAddress = (id: number): string => `#/topic/${id}`;
export const textsAddress = (topic: number): string => `#/texts?topic=${topic}`;
