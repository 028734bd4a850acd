// What a replay is given, and what it remembers beside its traits.
import type { GameView } from "../../board/layout";
import type { Report, StatusMessage } from "../../kernel/connection";
import { statusOf } from "../status";
import type { Ballot, Dump, Frames, Mark, Note, Prediction, Question, ReplayScene } from "../../kernel/messages";
import type { Request, Rule, Settings, Tail, Timeline as Told, Variation } from "../../kernel/messages";
import type { Theme } from "../../page/theme";
import { nameOrSeat } from "../../board/names";
import type { Go, Position, Tab } from "./player";
import { texts } from "./texts";

export interface ReplayProps extends Position {
  uid: string;
  view: GameView;
  frames: Frames[];
  tail: Tail | null;
  scene: ReplayScene;
  notes: Record<string, Note>;
  lines: Variation[];
  /** The part of an analysis that this viewer may see; null without one. */
  timeline: Told | null;
  question: Question | null;
  told: Prediction | null;
  /** The poll at which the viewer can vote; null without one. */
  poll: Ballot | null;
  rules: Rule[];
  settings: Settings;
  theme: Theme;
  report: Report;
  set: (position: Partial<Position>) => void;
  look: (settings: Partial<Settings>) => void;
  ask: (ask: Request) => void;
  leave: (() => void) | undefined;
}

/** A stage of a reveal that a replay shows. */
export interface Turned {
  at: number;
  /** Whether the next stages follow without Play. */
  runs: boolean;
  /** Whether it has told what its cards decide. */
  told: boolean;
}

export interface State {
  speed: string;
  tab: Tab;
  /** The pinned position; null to compare with the move before. */
  pinned: Dump | null;
  /** The card whose moments are listed. */
  card: string | null;
  /** The picks of a move on the table; cleared when another position is shown. */
  picked: readonly string[];
  draft: Record<string, string>;
  /** The draft that somebody wanted to play though it is not complete. */
  urged: object | null;
  /** Why an input had no effect. */
  notice: string | null;
  /** The open rule. */
  rule: string | null;
  help: boolean;
  /** The stage that the board shows of the reveal that led to the position; null for the position itself. */
  stage: Turned | null;
  /** The answer after which the player tries again. */
  retried: Prediction | null;
  /** The answer that the kernel judges, and what it had told before; null if none was given here. */
  asked: { round: number; ply: number; move: string; told: Prediction | null } | null;
}

/** The answer that a search is judging; null if none is judged. */
export function judgedMove(asked: State["asked"], { question, told, report }: Pick<ReplayProps, "question" | "told" | "report">): string | null {
  const over = asked === null || report.refusal !== null || report.connection === "gone";
  return over || question?.round !== asked.round || question.ply !== asked.ply || (told !== null && told !== asked.told) ? null : asked.move;
}

/** The places of the move that a search is judging; a composed one lies on the table. */
export function judgedPlaces(asked: State["asked"], props: ReplayProps): readonly string[] {
  const move = judgedMove(asked, props);
  return move === null || props.view.compose ? [] : props.view.steps(move);
}

/** The message of a replay. While a search judges an answer, the question's panel says so; the late reply is not reported beside it. */
export function statusIn(props: ReplayProps, { asked, notice }: State): StatusMessage | null {
  const { report, scene } = props;
  return statusOf(!isLearning(scene) || judgedMove(asked, props) === null ? report : { ...report, pending: null }, texts.stepping, notice, scene.notice);
}

/** Whether the viewer is learning from mistakes. */
export function isLearning({ learn }: ReplayScene): boolean {
  return learn === "does" || learn === "last";
}

/** The open question in words. */
export function questionWords({ question, scene: { seats } }: Pick<ReplayProps, "question" | "scene">, { to_play: seat }: Dump): string {
  return question?.words ?? texts.ask(seats.length === 1 ? null : nameOrSeat(seats, seat ?? 0));
}

/** The move that a table outlines at a mistake whose question is closed, the better one; null anywhere else. */
export function outlinedMove({ scene, question, told }: Pick<ReplayProps, "scene" | "question" | "told">, { round, ply }: Dump): string | null {
  const shows = isLearning(scene) && told?.round === round && told.ply === ply;
  return shows && (question?.round !== round || question.ply !== ply) ? told.chosen : null;
}

export const NO_PICKS = { picked: [], draft: {}, notice: null };
export const START = { speed: "1000", tab: "log", pinned: null, card: null, rule: null, help: false, stage: null, retried: null, asked: null, urged: null } as const;

/** Cards travel unless steps are faster than this (ms), because a user who scrubs wants to see positions. */
export const SCRUB = 150;

/** Whether one position is more than a move away from the other: then no card travels between them. */
export function isFar(from: Position, to: Position): boolean {
  return from.round !== to.round || from.line !== to.line || Math.abs(from.ply - to.ply) > 1;
}

const NO_MARKS: readonly Mark[] = [];

/** The marks of an analysis on moves; variations have none. */
export function marksOf({ line, scene }: Pick<ReplayProps, "line" | "scene">): readonly Mark[] {
  return line === 0 ? scene.marks : NO_MARKS;
}

export const KEYS: Record<string, Go> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
export const TYPING = "textarea, select, input:not([type=range])";
