// The message field with the reply to the last request; a refusal has a link to its rule.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Colours } from "../board/face";
import { MoveCards } from "../board/moveCards";
import { RuleLink } from "../board/ruleLink";
import type { GameView } from "../board/layout";
import type { StatusMessage } from "../kernel/connection";
import { texts } from "../texts";
import type { Message, Ui } from "./ui";
import type { Dump, Rule, Scene } from "../kernel/messages";
import { type Actions, ruleOpener } from "./actions";
import { Icon } from "./controls";
import { isFirstRefusal } from "./firstRefusal";

/** The text of a rule at its first refusal in this browser; nothing at later ones. */
function RuleText({ rule, rules }: { rule: string; rules: Rule[] }) {
  const text = rules.find(({ id }) => id === rule)?.text;
  const [first] = useState(() => text !== undefined && isFirstRefusal(rule));
  return first ? (
    <>
      {/* a pause for those who hear it */}
      <span class="cw-unseen">: </span>
      <span class="cw-rule-text" data-rule-told>
        {text}
      </span>
    </>
  ) : null;
}

/** The prefix of rules that all games share; their refusals need no further explanation. */
const COMMON = "GE-";

/** The text of the rule that refused a move, unless all games share it. */
function RuleTold({ message: { tone, rule }, rules }: { message: StatusMessage; rules: Rule[] }) {
  return tone !== "refused" || rule === null || rule.startsWith(COMMON) ? null : <RuleText key={rule} rule={rule} rules={rules} />;
}

/** Puts a message away; seen only where the message lies over a board. */
function Close({ close }: { close: () => void }) {
  return (
    <button type="button" class="cw-message-close" title={texts.close} aria-label={texts.close} onClick={close}>
      <Icon name="close" />
    </button>
  );
}

/** Lays the cards of a hint. */
function Lay({ lay }: { lay: (() => void) | undefined }) {
  return lay ? (
    <button type="button" class="cw-button" data-lay onClick={lay}>
      {texts.layHint}
    </button>
  ) : null;
}

/** The cards that a hint lays, by slot; undefined for a move that is not composed. */
function laidBy(hint: Message | null, view: GameView): Record<string, string> | undefined {
  return typeof hint?.move === "string" && view.compose ? view.laid?.(hint.move) : undefined;
}

interface MessageFieldProps {
  message: StatusMessage | null;
  /** The rules of the game, for the text of a rule at its first refusal. */
  rules?: Rule[];
  open?: (rule: string) => void;
  /** What stands before the words. */
  children?: ComponentChildren;
  /** What a hint says beside its first sentence, and the notation of its move. */
  more?: { text: string; notation: string | null } | null;
  /** How sure a hint is, in words. */
  sure?: string | null;
  /** Whether a hint is the first idea of a search that goes on, and says so before it is read. */
  unsure?: boolean;
  /** Whether the search for a hint goes on. */
  seeks?: boolean;
  /** Puts the message away, where it lies over a board. */
  close?: () => void;
  /** Lays the cards of a hint's move for the player, who then plays it or not. */
  lay?: (() => void) | undefined;
  /** Whether the cards before the words show the whole move: then only its purpose is seen, and both are read out. */
  drawn?: boolean;
}

/** The sentence of a hint whose move the cards beside it show: screen readers get the move in words, everybody gets its purpose. */
function Purpose({ text }: { text: string }) {
  const at = text.indexOf(": ") + 2;
  return (
    <>
      <span class="cw-unseen">{text.slice(0, at)}</span>
      {text.charAt(at).toUpperCase() + text.slice(at + 1)}
    </>
  );
}

/** That a search goes on. */
function Seeks({ children }: { children: string }) {
  return (
    <span class="cw-soft" data-seeks>
      <span class="cw-dots" aria-hidden="true" /> {children}
    </span>
  );
}

/** The words of a message; those of an unsure hint say first that they may change. */
function Said({ unsure, seeks, drawn, text }: Record<"unsure" | "seeks" | "drawn", boolean | undefined> & { text: string }) {
  return (
    <span>
      {unsure && (seeks ? <Seeks>{texts.firstIdea}</Seeks> : texts.firstIdea)}
      {drawn ? <Purpose text={text} /> : text}
    </span>
  );
}

/** The last refusal or notice, with a link to the rule that refused. */
export function MessageField({ message, rules, open, children, more, sure, unsure, seeks, close, lay, drawn }: MessageFieldProps) {
  const further = seeks && !unsure;
  return (
    <div
      class={message ? `cw-message is-${message.tone}` : "cw-message is-none"}
      // an empty alert would be read as "notification" to whoever reads the page line by line
      role={message ? "alert" : undefined}
      data-message
      {...(message?.rule && { "data-rule": message.rule })}
    >
      {children}
      {message && <Said {...{ unsure, seeks, drawn }} text={message.text} />}
      {sure && <span class="cw-sure">{sure}</span>}
      {further && <Seeks>{texts.seekingFurther}</Seeks>}
      <Lay lay={lay} />
      {more && !seeks && (more.text !== "" || more.notation !== null) && <More key={more.text} {...more} />}
      {message?.rule && open && <RuleLink rule={message.rule} open={open} />}
      {message && rules && <RuleTold message={message} rules={rules} />}
      {message && close && <Close close={close} />}
    </div>
  );
}

/** What else a hint says, behind "More"; it begins folded with each hint. */
function More({ text, notation }: { text: string; notation: string | null }) {
  return (
    <details class="cw-more" data-more>
      <summary>{texts.hintMore}</summary>
      {text}
      {notation && (
        <code class="cw-notation" title={texts.notation}>
          {notation}
        </code>
      )}
    </details>
  );
}

/** The table's message; a missing kernel is reported before anything else. */
function messageOf({ game }: Dump, scene: Scene, ui: Ui): Message | null {
  if (ui.connection === "gone") return { text: texts.disconnected(scene.kept_in, game), rule: null, move: null, tone: "refused" };
  if (ui.connection === "slow") return { text: texts.slow, rule: null, move: null, tone: "notice" };
  if (ui.message) return ui.message;
  if (ui.pending?.late) return { text: texts.late, rule: null, move: null, tone: "notice" };
  return scene.notice ? { ...scene.notice, move: null, tone: "standing" } : null;
}

/** Scrolls just so far that a new message is in view: below a board that fills the pane, or beside one whose head was scrolled away. */
export function bringMessageIntoView(root: HTMLElement | null): void {
  if (root && root.clientWidth > 0) root.querySelector(".cw-slot")?.scrollIntoView({ block: "nearest" });
}

interface MessageLineProps {
  dump: Dump;
  scene: Scene;
  ui: Ui;
  rules: Rule[];
  view: GameView;
  colours: Colours;
  actions: Actions;
}

export function MessageLine({ dump, scene, ui, rules, view, colours, actions }: MessageLineProps) {
  const current = messageOf(dump, scene, ui);
  // a notice of the kernel is a new object in each message, and the same as long as it says the same
  const identity = ui.message ?? current?.text;
  const [closed, setClosed] = useState<Message | string | undefined>();
  const message = identity === closed ? null : current;
  const hint = message?.tone === "hint" ? message : null;
  const draft = laidBy(hint, view);
  const lay = draft && (() => actions.change({ kind: "draft", draft, picked: [], hinted: true }));
  return (
    <MessageField
      message={message}
      rules={rules}
      open={ruleOpener(actions)}
      more={hint && { text: hint.more ?? "", notation: hint.move }}
      sure={hint?.sure ? texts.sure[hint.sure] : null}
      unsure={hint?.sure === "closer"}
      seeks={hint !== null && ui.hintRequest !== null}
      close={() => setClosed(identity)}
      lay={lay}
      drawn={typeof hint?.move === "string" && view.laid !== undefined && hint.text.includes(": ")}
    >
      {hint?.move && <MoveCards move={hint.move} deck={view.deck} colours={colours} placeName={view.placeName} />}
    </MessageField>
  );
}
