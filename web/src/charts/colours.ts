// A colour stays with a topic as long as it is shown.
export const COLOURS = 12;

export class Colours {
  private given = new Map<number, number>();

  /** The colours of these topics, as numbers of CSS classes. */
  of(ids: readonly number[]): Map<number, number> {
    const kept = new Map([...this.given].filter(([id]) => ids.includes(id)));
    const used = new Set(kept.values());
    for (const id of ids) {
      if (kept.has(id)) continue;
      let colour = kept.size % COLOURS;
      for (let i = 0; i < COLOURS && used.has(colour); i++) colour = (colour + 1) % COLOURS;
      kept.set(id, colour);
      used.add(colour);
    }
    this.given = kept;
    return new Map(kept);
  }
}
