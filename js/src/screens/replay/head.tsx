// The head of a replay: what is seen, the position, the verdict on the last answer, the open question and the prompt.
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Live } from "../../board/a11y";
import { viewContext } from "../../board/board";
import type { GameView } from "../../board/layout";
import type { StatusMessage } from "../../kernel/connection";
import { Button } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import { PHONE } from "../../page/telephone";
import { SearchProgress } from "../../panel/searchProgress";
import type { Ballot, Dump, Mark, Note, Prediction, ReplayScene, Request } from "../../kernel/messages";
import { texts } from "../../texts";
import { texts as replayTexts } from "./texts";

/** A sentence with more letters has smaller ones on a telephone (telephone.css). */
const LONG = 125;

/** The comparison of an answer with the move that was played. */
export interface Verdict {
  same: boolean;
  right: boolean;
  text: string;
}

/**
 * The verdict on the last answer, if somebody gave it at the position shown or the one before; else null. A poor answer
 * leaves its question open, and its verdict is shown as long as the question is open.
 */
export function verdictOf(view: GameView, answer: Prediction | null, dump: Dump, earlier: Dump | null, questionIsOpen: boolean): Verdict | null {
  if (answer?.round !== dump.round) return null;
  const before = answer.ply === dump.ply ? dump : earlier;
  if (answer.ply !== before?.ply || (answer.ply === dump.ply && !questionIsOpen)) return null;
  const about = viewContext(view, []);
  const both = (move: string) => `${view.say(move, before, about)} (${move})`;
  const { chosen, played, right, words } = answer;
  const text = words ?? replayTexts.told(both(chosen), both(played), right);
  return { same: chosen === played, right, text };
}

/** The state of the class's vote in words; `here` says whether the class votes on the position shown. */
export function ballotWords(view: GameView, poll: Ballot | null, dump: Dump, here: boolean): string {
  if (poll === null) return "";
  const { chosen } = poll;
  if (!poll.open) return replayTexts.voteOver;
  if (!here) return poll.led ? replayTexts.voteElsewhere : replayTexts.voteAt(poll.ply, poll.round === dump.round ? null : poll.round);
  if (dump.legal_moves.length === 0) return replayTexts.voteOthers(texts.seat(dump.to_play ?? 0));
  return chosen === null ? replayTexts.voteNow : replayTexts.voted(`${view.say(chosen, dump, viewContext(view, []))} (${chosen})`);
}

/** How far the search for mistakes is, with a button that stops it or lets it go on; nothing where none runs or waits. */
function MistakeSearch({ search, ask }: { search: ReplayScene["search"]; ask: (ask: Request) => void }) {
  if (search === undefined) return null;
  const { done, of, runs } = search;
  return (
    <div class="cw-mistakes-progress" data-search={runs ? "runs" : "rests"}>
      {runs && <SearchProgress done={done} of={of} />}
      {runs ? (
        <button type="button" class="cw-button" data-mistakes="stop" title={texts.after.stop} aria-label={texts.after.stop} onClick={() => ask({ kind: "unjudge" })}>
          {texts.after.stopNow}
        </button>
      ) : (
        <button type="button" class="cw-button" data-mistakes="go on" onClick={() => ask({ kind: "mistakes" })}>
          {texts.after.goOn}
        </button>
      )}
    </div>
  );
}

/** The reply to the last request, or what a search found. The latter stands above the table of a telephone, where the buttons below it would hide it. */
export function ReplayMessage({ message, found, open }: { message: StatusMessage | null; found: string | null; open: (rule: string) => void }) {
  const whole = useRef<HTMLDivElement>(null);
  const text = message?.text;
  const lasts = text !== undefined && text === found;
  useEffect(() => {
    if (lasts && innerWidth < PHONE) whole.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return (
    <div ref={whole} class={lasts ? "cw-found" : ""}>
      <MessageField message={message} open={open} />
    </div>
  );
}

/** Starts learning; nothing if the kernel does not offer it, or the viewer is learning already. */
function LearnButton({ learn, ask }: { learn: ReplayScene["learn"]; ask: (ask: Request) => void }) {
  if (learn !== "can") return null;
  return (
    <button type="button" class="cw-button" data-learn="can" onClick={() => ask({ kind: "learn" })}>
      {replayTexts.learn}
    </button>
  );
}

interface ReplayHeadProps {
  title: string;
  /** The last move in words. */
  move: string;
  note: Note | undefined;
  mark: Mark | undefined;
  verdict: Verdict | null;
  question: string;
  poll: Ballot | null;
  ballot: string;
  /** Whether the form below asks for a vote; then it shows the poll's question. */
  votes: boolean;
  prompt: string;
  /** The prompt again for screen readers, if somebody wanted to play a move that is not complete; else empty. */
  urges: string;
  /** What is shown, if the viewer cannot choose another. */
  seen: string;
  /** The choice of the viewer, if there is one. */
  lens: ComponentChild;
  /** Goes back to the table in whose place this replay stands. */
  leave: (() => void) | undefined;
  /** Shows the reveal that led to the position; undefined without one, and while it is shown. */
  turnUp: (() => void) | undefined;
  learn: ReplayScene["learn"];
  search: ReplayScene["search"];
  ask: (ask: Request) => void;
}

export function ReplayHead({ title, move, note, mark, verdict, question, poll, ballot, votes, prompt, urges, seen, lens, leave, turnUp, learn, search, ask }: ReplayHeadProps) {
  return (
    <div class="cw-head">
      <div class="cw-title" role="heading" aria-level={3}>
        {replayTexts.replayOf(title)}
        {seen !== "" && <small>, {seen}</small>}
      </div>
      {lens}
      {leave && <Button icon="back" text={texts.backToTable} mark="leave" onClick={leave} />}
      <LearnButton learn={learn} ask={ask} />
      {turnUp && <Button icon="again" text={replayTexts.turnUp} title={replayTexts.turnUpTitle} mark="turn up" onClick={turnUp} />}
      <MistakeSearch search={search} ask={ask} />
      <div class={move.length > LONG ? "cw-turn is-long" : "cw-turn"}>
        {move}
        {note?.glyph && <b class="cw-glyph"> {note.glyph}</b>}
        {mark && mark.glyph !== note?.glyph && (
          <b class="cw-glyph" data-lost>
            {" "}
            {mark.glyph} {replayTexts.aMistake}
          </b>
        )}
      </div>
      {verdict && (
        <div class="cw-verdict-line" data-told={verdict.same ? "same" : "other"} data-right={verdict.right}>
          {verdict.text}
        </div>
      )}
      {poll !== null && !votes && (
        <div class="cw-turn" data-ballot={poll.chosen ?? ""}>
          {poll.question} <span class="cw-ballot">{ballot}</span>
        </div>
      )}
      {prompt && (
        <div class="cw-prompt" data-prompt>
          {prompt}
        </div>
      )}
      <Live text={[verdict?.text, move, question, poll?.question, ballot, urges].filter((words) => words).join(" ")} />
    </div>
  );
}
