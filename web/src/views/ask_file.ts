// Texts from a file that somebody drops: one per line, or JSON lines with a field of text.
import { save } from "../parts/save";

const FIELDS = ["text", "title", "message", "body", "content", "headline"];
/** Bytes of a file that are read. */
export const MOST_BYTES = 20_000_000;

export async function textsOf(file: File): Promise<string[]> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} has more than 20 MB: use biterms assign for it`);
  return textsIn(await file.text(), file.name);
}

export function textsIn(content: string, name: string): string[] {
  const lines = content.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  return /\.(jsonl|ndjson|json)$/i.test(name) ? lines.map((line, at) => textIn(line, at + 1, name)) : lines;
}

function textIn(line: string, at: number, name: string): string {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Error(`${name}, line ${at}: this is no JSON; expected one object per line`);
  }
  if (typeof row === "string") return row;
  const field = FIELDS.find((each) => typeof (row as Record<string, unknown> | null)?.[each] === "string");
  if (!field) throw new Error(`${name}, line ${at}: expected a field named ${FIELDS.join(", ")}`);
  return (row as Record<string, string>)[field]!;
}

/** Pieces of so many. */
export function pieces<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** Offer rows as a file. */
export function download(name: string, rows: unknown[]): void {
  save(name, new Blob(rows.map((row) => `${JSON.stringify(row)}\n`), { type: "application/jsonl" }));
}
