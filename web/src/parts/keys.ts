// Single keys as shortcuts, as long as nobody is typing.
import { about, chooseSpan, span, togglePause } from "../live/state";
import { go } from "../route";
import type { Span } from "../api";
import { undo } from "./edits";
import { openHelp, shortcutsOff } from "./help";
import { PLACES } from "./shell";
import { nextTheme } from "./theme";

const TYPING = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]";
/** Rows that j and k go to, and the buttons of a row. */
const ROWS = "[data-row]";

export function startKeys(search: () => HTMLElement | undefined): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || shortcutsOff()) return;
    const at = event.target as Element;
    if (at.matches?.(TYPING) || document.querySelector("dialog[open]")) return;
    if (act(event.key, search)) event.preventDefault();
  });
}

function act(key: string, search: () => HTMLElement | undefined): boolean {
  const place = PLACES[Number(key) - 1];
  if (place) go(`#/${place[0]}`);
  else if (key === "p") togglePause();
  else if (key === "t") nextTheme();
  else if (key === "z") void undo();
  else if (key === "?") openHelp();
  else if (key === "w") nextSpan();
  else if (key === "/") return focus(search());
  else if (key === "j" || key === "k") return step(key === "j" ? 1 : -1);
  else if ("fhx".includes(key)) return press(key);
  else return false;
  return true;
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element);
}

function nextSpan(): void {
  const spans: Span[] = about.value?.windows ?? ["24h"];
  chooseSpan(spans[(spans.indexOf(span.value) + 1) % spans.length]!);
}

function step(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${ROWS}`)].filter((row) => row.offsetParent);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
  return focus(next?.querySelector<HTMLElement>("a, button"));
}

function press(key: string): boolean {
  const button = document.activeElement?.closest(ROWS)?.querySelector<HTMLElement>(`[data-key="${key}"]`);
  button?.click();
  return Boolean(button);
}
