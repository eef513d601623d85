// The shortcuts: which there are, a page that tells them, and a switch to turn them off.
import { make } from "../dom";
import { check } from "./controls";

const OFF = "shortcuts-off";

export const SHORTCUTS: [string, string][] = [
  ["1 to 6", "Now, Topics, Texts, Ask, Time, Health"],
  ["p", "pause the page, and go on"],
  ["w", "next window of time: 1 h, 24 h, 7 d, all"],
  ["/", "go to the filter box"],
  ["j, k", "next and previous row"],
  ["f, h, x", "follow, hide, or mark as seen what the row is about"],
  ["z", "undo the last change made on this page"],
  ["t", "light, dark, or as the system has it"],
  ["?", "this list"],
  ["Esc", "close what is open"],
];

export const shortcutsOff = (): boolean => localStorage.getItem(OFF) !== null;

const rows = SHORTCUTS.map(([keys, said]) =>
  make("tr", {}, make("th", { scope: "row" }, ...keys.split(/( to |, )/).map((key, at) => (at % 2 ? key : make("kbd", {}, key)))), make("td", {}, said)));

const dialog = make(
  "dialog", { class: "card help", "aria-labelledby": "help-title" },
  make("h2", { id: "help-title" }, "Keyboard"),
  make("table", {}, make("tbody", {}, ...rows)),
  check("single keys are shortcuts", !shortcutsOff(), (on) =>
    on ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "1")),
  make("p", { class: "soft small" }, "What you name, group, hide, follow or mark as seen is kept with the stream, for everybody who looks at it. It never changes what is learnt."),
  make("button", { onclick: () => dialog.close() }, "Close"),
);

export const help = (): HTMLDialogElement => dialog;
export const openHelp = (): void => {
  if (!dialog.open) dialog.showModal();
};
