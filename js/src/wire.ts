// What travels between the kernel and the browser. Types only.

export type Seat = number;
export type Viewer = Seat | "public" | null;

export interface Dump<Table = unknown> {
  format: string;
  version: number;
  game: string;
  options: Record<string, unknown>;
  seat: Viewer;
  round: number;
  ply: number;
  to_play: Seat | null;
  is_over: boolean;
  returns: number[] | null;
  points: number[];
  legal_moves: string[];
  table: Table;
  rest?: unknown;
}

export interface CommanderEntry {
  card: string;
  uncovered: "full" | "partial" | "no";
  seen: boolean;
}
export interface CommanderTable {
  formations: (CommanderEntry | null)[][];
  out: Seat[];
  removed: [Seat, number, string][];
  war: { attacker: [Seat, number[]]; defender: [Seat, number[]] } | null;
}

export interface ColumnsTable {
  slots: ([string[], string[]] | null)[];
  placed: (Record<string, string | number> | null)[];
  hands: string[][];
  captured: string[][];
  left: string[];
}

export interface Fight {
  card: string;
  attack: [Seat, string] | null;
  defence: [Seat, string] | null;
  winner: Seat | null;
}
export interface KommandoTable {
  row: Fight[];
  hands: string[][];
  attacker: Seat | null;
}

export interface FourxEntry {
  card: string | null;
  up: boolean;
  territory: boolean;
}
export interface FourxTable {
  own: string | null;
  map: (FourxEntry | null)[];
  arsenal: string[];
  conquered: string[];
  tech: { card: string; used: boolean } | null;
  turns: number;
}

export interface UniversalColumn {
  down: string[];
  up: string[];
}
export interface UniversalTable {
  boards: UniversalColumn[][];
  hands: string[][];
  stock: string[];
  discard: string[];
  bar: Record<string, number>;
  turn: { first: "own" | "other" | "bar" | null; played: number };
}

export interface SeatInfo {
  name: string;
  kind: "person" | "bot";
  level: string | null;
}
export interface LogEntry {
  ply: number;
  seat: Seat | null;
  move: string | null;
  text: string;
}
export interface Outcome {
  text: string;
  lines: { seat: Seat; text: string; points: number }[];
}
export interface Scene {
  title: string;
  seats: SeatInfo[];
  acts: Seat[];
  log: LogEntry[];
  can: { undo: boolean; redo: boolean; new: boolean; hint: boolean; next: boolean };
  thinking: Seat | null;
  stopped: boolean;
  cover: Seat | null;
  match: { target: number; totals: number[]; over: boolean } | null;
  outcome: Outcome | null;
  notice: { text: string; rule: string | null } | null;
}

export interface Rule {
  id: string;
  title?: string;
  text: string;
}
export interface OptionInfo {
  name: string;
  words?: string;
  text?: string;
  [more: string]: unknown;
}
export interface BotInfo {
  id: string;
  name: string;
  words: string;
}

export interface Settings {
  size: "normal" | "projector";
  theme: "auto" | "light" | "dark" | "contrast";
  colours: "two" | "four";
  pace: number;
  memory: "none" | "last" | "all";
  legal: boolean;
}

/** What the browser asks of the kernel; the sender adds `id`. */
export type Ask =
  | { kind: "hello" }
  | { kind: "play"; move: string; round: number; ply: number }
  | { kind: "undo"; round: number; ply: number }
  | { kind: "redo"; round: number; ply: number }
  | { kind: "new"; same: boolean }
  | { kind: "next" }
  | { kind: "uncover" }
  | { kind: "seat"; seat: Seat; player: string }
  | { kind: "stop" }
  | { kind: "go" }
  | { kind: "hint" };

/** What the kernel answers: exactly one for each request, by its `id`. */
export type Answer =
  | { kind: "hello"; id: number }
  | { kind: "done"; id: number }
  | { kind: "refused"; id: number; rule: string | null; text: string; move: string | null }
  | { kind: "hint"; id: number; move: string | null; text: string };

/** One step of a replay: each value replaces what stands at its path. */
export type Patch = [(string | number)[], unknown][];
export interface Frames {
  round: number;
  dumps: [Dump, ...Patch[]];
  log: LogEntry[];
}
