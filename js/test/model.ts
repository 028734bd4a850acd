import { afterEach, beforeEach, vi } from "vitest";
import type { Reply } from "../src/kernel/messages";

export type Sent = { kind: string; id: number; move?: string; round?: number; ply?: number };

type Listener = (...args: unknown[]) => void;

/** A model as anywidget hands it out, and the kernel's side of it. */
export function fakeModel(traits: Record<string, unknown>) {
  const heard = new Map<string, Set<Listener>>();
  const fire = (name: string, ...args: unknown[]) => {
    for (const listener of [...(heard.get(name) ?? [])]) listener(...args);
  };
  const sent: Sent[] = [];
  const model = {
    get: (name: string) => traits[name],
    set: (name: string, value: unknown) => {
      traits[name] = value;
      fire(`change:${name}`);
    },
    on: (name: string, listener: Listener) => {
      heard.set(name, (heard.get(name) ?? new Set()).add(listener));
    },
    off: (name: string, listener: Listener) => heard.get(name)?.delete(listener),
    save_changes: vi.fn(),
    send: vi.fn((message: Sent) => sent.push(message)),
  };
  const listeners = () => [...heard.values()].reduce((sum, { size }) => sum + size, 0);
  return { model, sent, fire, listeners, answer: (reply: Reply) => fire("msg:custom", reply) };
}

/** Each test of a file has a clock that stands still until it is told to go on, and a page of its own. */
export function stillClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });
}
