// The message field with the reply to the last request, and the link from a refusal to its rule.
import { useState } from "preact/hooks";
import { RuleLink } from "../board/ruleLink";
import type { StatusMessage } from "../kernel/connection";
import { texts } from "../texts";
import type { Message, Ui } from "./ui";
import type { Dump, Rule, Scene } from "../kernel/messages";
import { type Actions, ruleOpener } from "./actions";
import { isFirstRefusal } from "./firstRefusal";

/** The text of a rule at its first refusal in this browser; nothing later on. */
function RuleText({ rule, rules }: { rule: string; rules: Rule[] }) {
  const text = rules.find(({ id }) => id === rule)?.text;
  const [first] = useState(() => text !== undefined && isFirstRefusal(rule));
  return first ? (
    <span class="cw-rule-text" data-rule-told>
      {text}
    </span>
  ) : null;
}

/** Rules that all games share say how moves are made; their refusals explain themselves. */
const COMMON = "GE-";

interface MessageFieldProps {
  message: StatusMessage | null;
  /** The rules of the game, for the text of one that refuses for the first time. */
  rules?: Rule[];
  open?: (rule: string) => void;
}

/** The last refusal or notice; a rule that refused can be opened. */
export function MessageField({ message, rules, open }: MessageFieldProps) {
  const refusing = message?.tone === "refused" && message.rule?.startsWith(COMMON) === false ? message.rule : null;
  return (
    <div
      class={message ? `cw-message is-${message.tone}` : "cw-message is-none"}
      role="alert"
      data-message
      {...(message?.rule && { "data-rule": message.rule })}
    >
      {message && <span>{message.text}</span>}
      {message?.rule && open && <RuleLink rule={message.rule} open={open} />}
      {refusing !== null && rules && <RuleText key={refusing} rule={refusing} rules={rules} />}
    </div>
  );
}

/** The table's message: the state of the kernel comes before anything else. */
function messageOf({ game }: Dump, scene: Scene, ui: Ui): Message | null {
  if (ui.connection === "gone") return { text: texts.disconnected(scene.kept_in, game), rule: null, move: null, tone: "refused" };
  if (ui.connection === "slow") return { text: texts.slow, rule: null, move: null, tone: "notice" };
  if (ui.message) return ui.message;
  if (ui.pending?.late) return { text: texts.late, rule: null, move: null, tone: "notice" };
  return scene.notice ? { ...scene.notice, move: null, tone: "notice" } : null;
}

interface MessageLineProps {
  dump: Dump;
  scene: Scene;
  ui: Ui;
  rules: Rule[];
  actions: Actions;
}

export function MessageLine({ dump, scene, ui, rules, actions }: MessageLineProps) {
  return <MessageField message={messageOf(dump, scene, ui)} rules={rules} open={ruleOpener(actions)} />;
}
