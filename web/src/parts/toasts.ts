// Short messages about what was done, with a button to undo it.
import { make } from "../dom";
import { announce } from "./announce";

const SHOWN = 8000;
const MOST = 3;
const place = make("div", { class: "toasts" });

export const toasts = (): HTMLElement => place;

/** Show a message; the answer takes it away. */
export function toast(text: string, undo?: () => void, bad = false): () => void {
  const close = () => element.remove();
  const element = make(
    "div", { class: bad ? "toast bad" : "toast" }, make("span", {}, text),
    undo && make("button", { class: "link", onclick: () => (close(), undo()) }, "Undo"),
    make("button", { class: "plain", "aria-label": "Close this message", onclick: close }, "×"),
  );
  place.append(element);
  while (place.childElementCount > MOST) place.firstElementChild?.remove();
  announce(text);
  const end = () => (element.matches(":hover, :focus-within") ? setTimeout(end, 1000) : close());
  setTimeout(end, SHOWN);
  return close;
}
