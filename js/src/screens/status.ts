// What a screen that also works without its kernel says of the connection. Only the second script has it.
import type { Report, State, StatusMessage } from "../kernel/connection";
import type { Dump } from "../kernel/messages";
import { texts } from "../texts";

/** The message of a screen that also works without its kernel, such as a replay or an inspector: a refusal, else its own `notice`, else `lost` if no kernel answers, else the `known` notice. */
export function statusOf({ connection, pending, refusal }: Report, lost: string, notice: string | null, known: string | null = null): StatusMessage | null {
  if (refusal) return { ...refusal, tone: "refused" };
  const text = notice ?? (connection === "gone" ? lost : pending?.late ? texts.waits : known);
  return text === null ? null : { text, rule: null, tone: connection === "gone" && notice === null ? "refused" : "notice" };
}

/** The state that such a screen shows as `data-state`. */
export function stateOf({ connection }: Report, dump: Dump): State {
  return connection === "gone" ? "lost" : dump.is_over ? "over" : "ready";
}
