// The actions that the parts of a table's screen can call.
import type { Event } from "./ui";
import type { Request, Settings } from "../kernel/messages";

export interface Actions {
  ask: (ask: Request) => void;
  /** Sends a request that nobody waits for. */
  tell: (ask: Request) => void;
  play: (move: string) => void;
  change: (event: Event) => void;
  set: (settings: Partial<Settings>) => void;
}

/** Returns a function that opens a rule in the rules panel. */
export function ruleOpener(actions: Actions) {
  return (rule: string) => actions.change({ kind: "tab", tab: "rules", rule });
}
