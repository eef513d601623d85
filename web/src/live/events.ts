// Server-sent events by fetch, for EventSource sends no headers. It comes again by itself.
import type { Change } from "../api";
import { checked, headers, tokenNeeded } from "./request";
import { connection, noted } from "./state";

const FIRST = 1000;
const LONGEST = 30_000;
/** The server says every 15 s that it is there: after this silence it is not. */
const SILENCE = 40_000;
/** Letters of one event at most. */
const MOST = 1_000_000;

let last = "";
let wake: (() => void) | null = null;

/** Listen until the page is closed. */
export async function listen(): Promise<void> {
  let wait = FIRST;
  for (;;) {
    const begin = performance.now();
    try {
      await once();
    } catch {
      // said below: whatever it was, we try again
    }
    if (tokenNeeded.value) {
      await new Promise<void>((resolve) => {
        const end = tokenNeeded.watch((needed) => needed || (resolve(), queueMicrotask(() => end())));
      });
      continue;
    }
    wait = performance.now() - begin > 10_000 ? FIRST : Math.min(LONGEST, wait * 1.6);
    await pause(wait * (0.8 + 0.4 * Math.random()));
  }
}

/** Try again now. */
export function again(): void {
  wake?.();
}

function pause(milliseconds: number): Promise<void> {
  connection.set({ is: "lost", again: Date.now() + milliseconds });
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake = () => (clearTimeout(timer), resolve());
  });
}

async function once(): Promise<void> {
  const stop = new AbortController();
  let silence = setTimeout(() => stop.abort(), SILENCE);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(), SILENCE);
  };
  try {
    const more: Record<string, string> = last ? { "Last-Event-ID": last } : {};
    const response = await checked(await fetch("/v1/events", { headers: headers(more), signal: stop.signal }));
    connection.set({ is: "live" });
    await read(response, heard);
  } finally {
    clearTimeout(silence);
    stop.abort();
  }
}

async function read(response: Response, heard: () => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const parts = (waiting + value).split("\n\n");
    waiting = parts.pop() ?? "";
    if (waiting.length > MOST) throw new Error("an event without an end");
    parts.forEach(take);
  }
}

function take(event: string): void {
  let data = "";
  let id = "";
  for (const line of event.split("\n")) {
    if (line.startsWith("data: ")) data += line.slice(6);
    if (line.startsWith("id: ")) id = line.slice(4);
  }
  if (!data) return;
  noted(JSON.parse(data) as Change);
  last = id;
}
