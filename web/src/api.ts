// What the server answers: the shapes of docs/api.md.
export type Span = "1h" | "24h" | "7d" | "all";
export type Trend = "rising" | "fading" | "new";

export interface Problem { status: number; found: string | null; expected: string | null; action: string | null }

export interface About {
  name: string; version: string; read_only: boolean; step: number; snapshot: number | null;
  limits: { texts: number; letters: number; bytes: number }; windows: Span[];
}

export interface TopicRow {
  id: number; label: string; named: boolean; words: string[]; documents: number; share: number;
  before: number | null; ratio: number | null; trend: Trend | null; changed: number | null;
  p_value: number | null; sparkline: (number | null)[]; alarms: number; born: number | null;
  seen: number | null; total: number; hidden: boolean; followed: boolean; group: string | null;
}

interface Windowed { step: number; window: Span; since: number; until: number; bucket: number }

export interface TopicList extends Windowed { documents: number; documents_before: number; topics: TopicRow[] }

export interface TopicText { id: string; step: number; time: number; text: string; share: number }
export interface WordRow { word: string; probability: number; relevance: number | null }
export interface PairRow { left: string; right: string; weight: number }
export interface DriftRow {
  begin: number; length: number; words: [string, number][]; documents: number;
  moved: number | null; chance: number | null;
}
export interface LineageRow {
  time: number; kind: string; topic: number; label: string; other: number | null;
  other_label: string | null; value: number; words: string[];
}
export interface TopicPage extends Windowed {
  topic: TopicRow; size: number | null; words: WordRow[]; pairs: PairRow[]; typical: TopicText[];
  newest: TopicText[]; drift: DriftRow[]; lineage: LineageRow[];
}

export interface SharedTopic {
  id: number; label: string; probability: number; words: [string, number][]; pairs: [string, string, number][];
}
export interface ExplainedText { text: string; unknown: string[]; topics: SharedTopic[] }
export interface TextRow {
  id: string; step: number; time: number; text: string; topic: number | null; label: string | null;
  share: number; explanation: ExplainedText | null;
}
export interface TextList { step: number; texts: TextRow[] }

export interface AssignedRow {
  topic: number | null; label: string; probability: number; second: number | null;
  second_probability: number; note: string;
}
export interface Assigned { snapshot: number; rows: AssignedRow[] }
export interface Explained { snapshot: number; rows: ExplainedText[] }

export interface TimelineTopic { id: number; label: string; documents: number[]; shares: number[] }
export interface Timeline {
  step: number; period: number; begins: number[]; documents: number[]; lpp: (number | null)[];
  unknown: (number | null)[]; topics: TimelineTopic[]; others: { documents: number[]; shares: number[] };
}

export interface Alarm {
  number: number; step: number; time: number; since: number; kind: string; topic: number | null;
  label: string; strength: number; ratio: number; documents: number; words: string[];
  texts: { id: string; text: string }[]; ended: number | null; seen: boolean;
}
export interface AlarmList { step: number; alarms: Alarm[] }

export interface Digest { step: number; since: number; until: number; lines: string[] }

export interface Moment { step: number; arrived: number; documents: number; newest: boolean }
export type Happened = "born" | "died" | "grew" | "shrank" | "moved";
export interface ComparedTopic {
  id: number; label: string; what: Happened[]; size_from: number | null; size_to: number | null;
  distance: number | null; words_from: string[]; words_to: string[]; came: string[]; went: string[];
}
export interface Comparison { from: Moment; to: Moment; topics: ComparedTopic[] }

export type EditKind = "label" | "hide" | "follow" | "group" | "seen";
export interface Edit { what: EditKind; topic?: number; alarm?: number; value?: string | boolean }

export interface Health {
  step: number; now: number; followed: boolean; documents: number; last: number | null; lag: number | null;
  rate: number | null; rates: Record<"minute" | "hour" | "day", number>; lpp: number | null; unknown: number | null;
  dead: number; waiting: number;
  snapshot: { step: number; saved: number; words: number; topics: number; documents: number } | null;
  follower: { process: number; host: string; since: number | null; running: boolean | null; memory: number | null } | null;
  sinks: { name: string; step: number; behind: number }[];
  journal: number; disk: number; free: number;
  server: { since: number; memory: number | null; requests: number; snapshot: number | null; events: number };
}

export interface Change {
  step: number; from: number | null; snapshot: number | null; documents: number; added: number;
  arrived: number | null; until: number | null; topics: [number, number][] | null; alarms: number[]; edits: number;
}
