// The message field with the reply to the last request, and the link from a refusal to its rule.
import { useState } from "preact/hooks";
import type { Said } from "../link";
import { texts } from "../texts";
import type { Message, Ui } from "../ui";
import type { Dump, Rule, Scene } from "../messages";
import { type Actions, opens } from "./actions";
import { refusesFirst } from "./refused";

/** A rule's name, which opens it in the rules panel. */
export function RuleLink({ rule, open }: { rule: string; open: (rule: string) => void }) {
  return (
    <button type="button" class="cw-link" onClick={() => open(rule)}>
      {texts.openRule(rule)}
    </button>
  );
}

/** The words of a rule that refuses something for the first time in this browser; nothing later on. */
function RuleTold({ rule, rules }: { rule: string; rules: Rule[] }) {
  const text = rules.find(({ id }) => id === rule)?.text;
  const [first] = useState(() => text !== undefined && refusesFirst(rule));
  return first ? (
    <span class="cw-rule-told" data-rule-told>
      {text}
    </span>
  ) : null;
}

/** Rules that all games share say how moves are made; what they refuse is said in the refusal. */
const COMMON = "GE-";

interface MessageFieldProps {
  message: Said | null;
  /** The rules of the game, to tell the one that refuses something for the first time. */
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
      {refusing !== null && rules && <RuleTold key={refusing} rule={refusing} rules={rules} />}
    </div>
  );
}

/** What a table says: the kernel's state before anything else. */
function messageOf({ game }: Dump, scene: Scene, ui: Ui): Message | null {
  if (ui.link === "lost") return { text: texts.lost(scene.kept_in, game), rule: null, move: null, tone: "refused" };
  if (ui.link === "slow") return { text: texts.slow, rule: null, move: null, tone: "notice" };
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
  return <MessageField message={messageOf(dump, scene, ui)} rules={rules} open={opens(actions)} />;
}
