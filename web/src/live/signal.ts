/** A value that others are told about when it changes. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Call at each change; the answer ends it. */
  changed(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Call now and at each change. */
  watch(listener: (value: T) => void): () => void {
    const end = this.changed(listener);
    listener(this.current);
    return end;
  }
}
