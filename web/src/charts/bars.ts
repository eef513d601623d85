// Bars beside names: a table, so that everybody can read it.
import { Keyed, make, say, type Part } from "../dom";
import { percent } from "../format";

export interface BarRow { name: string; value: number; href?: string; said?: string }

/** Set the length of a bar; styles in attributes are forbidden by the policy of the page. */
export function lengthen(bar: HTMLElement, part: number): void {
  bar.style.width = `${(100 * Math.max(0, Math.min(1, part))).toFixed(1)}%`;
}

export function bars(caption: string, kind = ""): { element: HTMLElement; show(rows: readonly BarRow[]): void } {
  const body = make("tbody");
  const element = make("table", { class: `bars ${kind}` }, make("caption", { class: "unseen" }, caption), body);
  let top = 1;
  const rows = new Keyed<BarRow>(body, (row) => row.name + (row.href ?? ""), (row): Part<BarRow> => {
    const bar = make("span", { class: "bar" });
    const value = make("td", { class: "number" });
    const name = row.href ? make("a", { href: row.href, dir: "auto" }, row.name) : make("span", { dir: "auto" }, row.name);
    const element = make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "stretch" }, bar), value);
    return {
      element,
      update: (now) => {
        lengthen(bar, now.value / top);
        say(value, now.said ?? percent(now.value));
      },
    };
  });
  return {
    element,
    show: (given) => {
      top = Math.max(...given.map((row) => row.value), 1e-12);
      rows.show(given);
    },
  };
}
