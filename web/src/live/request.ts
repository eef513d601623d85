// Requests to the server: with the token if one is needed, and errors that say what to do.
import type { Problem } from "../api";
import { told } from "./clock";
import { Signal } from "./signal";

const KEY = "token";

/** Whether the server has refused us for want of a token. */
export const tokenNeeded = new Signal(false);

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    const { found, expected, action } = problem;
    const said = [found, expected && `expected ${expected}`, action].filter(Boolean).join("; ");
    super(said || `the server answered ${problem.status}`);
  }
}

export function giveToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenNeeded.set(false);
}

export const hasToken = (): boolean => sessionStorage.getItem(KEY) !== null;

export function headers(more: Record<string, string> = {}): Record<string, string> {
  const token = sessionStorage.getItem(KEY);
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

export async function checked(response: Response): Promise<Response> {
  told(response.headers.get("date"));
  if (response.ok) return response;
  if (response.status === 401) tokenNeeded.set(true);
  const body = await response.json().catch(() => null) as { error?: Problem } | null;
  throw new Refused(body?.error ?? { status: response.status, found: null, expected: null, action: null });
}

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const json: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await fetch(`/v1/${path}`, {
    method,
    headers: headers(json),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return (await (await checked(response)).json()) as T;
}

type Value = string | number | boolean | null | undefined;

/** The path with its parameters; those that are not given are left out. */
export function pathOf(path: string, parameters: Record<string, Value>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `${path}?${query}` : path;
}

export const get = <T>(path: string, parameters: Record<string, Value> = {}, signal?: AbortSignal): Promise<T> =>
  request<T>("GET", pathOf(path, parameters), undefined, signal);
export const post = <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  request<T>("POST", path, body, signal);
export const remove = <T>(path: string): Promise<T> => request<T>("DELETE", path);

/** What to say of something that was thrown. */
export function saidOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof TypeError) return "the server does not answer";
  return error instanceof Error ? error.message : String(error);
}
