// Elements without HTML from strings: whatever a text holds, it is shown as text.
export type Child = Node | string | number | null | undefined | false;
type Handler = (event: never) => void;
export type Properties = Record<string, string | number | boolean | null | undefined | Handler>;

function set(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else attribute(element, name, value);
  }
}

/** Set an attribute if it is another one; false, null and undefined remove it. */
export function attribute(element: Element, name: string, value: string | number | boolean | null | undefined): void {
  if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
    return;
  }
  const said = value === true ? "" : String(value);
  if (element.getAttribute(name) !== said) element.setAttribute(name, said);
}

const nodes = (children: Child[]): (Node | string)[] =>
  children.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child as Node | string));

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, properties);
  element.append(...nodes(children));
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, properties);
  element.append(...nodes(children));
  return element;
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...nodes(children));
}

/** Set the text of an element if it is another one. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export interface Part<T> { element: Element; update(row: T): void }

/** Rows that stay the same elements as long as their keys are there. */
export class Keyed<T> {
  private parts = new Map<string | number, Part<T>>();

  constructor(
    readonly parent: Element,
    private readonly key: (row: T) => string | number,
    private readonly build: (row: T) => Part<T>,
  ) {}

  has(row: T): boolean {
    return this.parts.has(this.key(row));
  }

  /** Show rows; while somebody points at them or is in them, they keep their order, unless that was asked for. */
  show(given: readonly T[], asked = false): void {
    const rows = !asked && this.inUse() ? this.calm(given) : given;
    const next = new Map<string | number, Part<T>>();
    for (const row of rows) {
      const key = this.key(row);
      const part = this.parts.get(key) ?? this.build(row);
      part.update(row);
      next.set(key, part);
    }
    for (const [key, part] of this.parts) if (!next.has(key)) part.element.remove();
    let at = this.parent.firstElementChild;
    for (const { element } of next.values()) {
      if (element === at) at = at.nextElementSibling;
      else this.parent.insertBefore(element, at);
    }
    this.parts = next;
  }

  private inUse(): boolean {
    return this.parent.matches(":hover") || this.parent.contains(document.activeElement);
  }

  private calm(given: readonly T[]): T[] {
    const place = new Map([...this.parts.keys()].map((key, at) => [key, at]));
    const of = (row: T) => place.get(this.key(row)) ?? Infinity;
    return [...given].sort((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
  }
}
