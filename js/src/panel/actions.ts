// The actions of a table's screen.
import type { Event } from "../ui";
import type { Request, Settings } from "../messages";

export interface Actions {
  ask: (ask: Request) => void;
  /** Sends what no answer is waited for. */
  tell: (ask: Request) => void;
  play: (move: string) => void;
  change: (event: Event) => void;
  set: (settings: Partial<Settings>) => void;
}

/** How a rule is opened in the rules panel. */
export function opens(actions: Actions) {
  return (rule: string) => actions.change({ kind: "tab", tab: "rules", rule });
}
