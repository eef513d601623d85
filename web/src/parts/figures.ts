// Numbers with a name above and a remark below; only what changes is written.
import { attribute, make, say, Keyed, type Part } from "../dom";

export interface Figure { name: string; value: string; note: string; bad?: boolean; href?: string }

function figure(first: Figure): Part<Figure> {
  const value = make("dd", { class: "value" });
  const note = make("dd", { class: "soft small" });
  return {
    element: make("div", {}, make("dt", {}, first.name), value, note),
    update: (now) => {
      say(value, now.value);
      attribute(value, "class", now.bad ? "value bad" : "value");
      say(note, now.note);
    },
  };
}

export function figures(kind = ""): { element: HTMLElement; show(rows: Figure[]): void } {
  const element = make("dl", { class: `figures ${kind}` });
  const rows = new Keyed<Figure>(element, (row) => row.name, figure);
  return { element, show: (given) => rows.show(given) };
}
