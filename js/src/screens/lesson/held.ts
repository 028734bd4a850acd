// The answer to the question of a step while there is no connection: what was typed, and what is to be sent once.
import type { LessonScene, Request } from "../../kernel/messages";

/** What a page keeps of an answer. */
export interface Held {
  title: string;
  step: number;
  /** The number of answers that the kernel had to the step when it was given: with more of them it was counted. */
  given: number;
  /** What is typed or chosen. */
  answer: string;
  /** The number of the request, once it was given; null while it is being typed. */
  number: number | null;
  /** Whether the page has sent the answer, so that the kernel may have it. */
  sent: boolean;
}

/** Where it is kept: for this tab alone, so that it outlives a reload and nobody else finds it. */
const KEY = "capture-widgets answer";

/** The answer that waits, if it is one to the question of this scene; any other is forgotten. */
export function heldFor(scene: LessonScene): Held | null {
  const held = stored();
  if (held === null) return null;
  const { title, step, given, closed } = scene;
  if (held.title === title && held.step === step && given <= held.given && !closed) return held;
  forget();
  return null;
}

export function hold(held: Held): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // a browser may keep nothing; then it is lost with the page
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}

function stored(): Held | null {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? null : (JSON.parse(text) as Held);
  } catch {
    return null;
  }
}

/** The parts of a kernel's connection that an answer needs. */
export interface Sender {
  number: () => number;
  /** Sends a request under a number; returns whether it has gone out. */
  send: (ask: Request, number: number) => boolean;
}

/** Keeps what is being typed. */
export function draft({ title, step, given }: LessonScene, answer: string): void {
  const held = stored();
  if (held !== null && held.number !== null) return; // an answer that was given stays
  hold({ title, step, given, answer, number: null, sent: false });
}

/** Gives an answer; one that has gone out and was not replied to stays in its place, since it may count already. */
export function give(scene: LessonScene, answer: string, to: Sender): void {
  const before = heldFor(scene);
  if (before?.sent) return;
  const { title, step, given } = scene;
  const held = { title, step, given, answer, number: before?.number ?? to.number(), sent: false };
  hold(held);
  send(held, to);
}

/** Sends the answer that waits for the connection, under the number under which it may have gone out before. */
export function sendHeld(scene: LessonScene, to: Sender): void {
  const held = heldFor(scene);
  if (held !== null) send(held, to);
}

/** Forgets the answer when its reply has come. */
export function forgetIfReplied(number: number | null): void {
  if (number !== null && stored()?.number === number) forget();
}

function send(held: Held, to: Sender): void {
  if (held.number === null) return;
  if (to.send({ kind: "say", answer: held.answer }, held.number)) hold({ ...held, sent: true });
}
