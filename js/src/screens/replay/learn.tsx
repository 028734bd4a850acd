// Learning from mistakes: the panel that asks for a better move and says what came of the answer.
import { useEffect, useRef } from "preact/hooks";
import { MoveCards } from "../../board/moveCards";
import { Button } from "../../panel/controls";
import { Legal } from "../../panel/entry";
import type { Dump, Question, Request } from "../../kernel/messages";
import { capital, texts } from "../../texts";
import { texts as replayTexts } from "./texts";
import { PHONE } from "../../page/telephone";
import type { Verdict } from "./head";
import { isLearning, type ReplayProps } from "./state";

interface LearnPanelProps {
  of: ReplayProps;
  /** The open question; null once it is answered. */
  question: Question | null;
  verdict: Verdict | null;
  /** The answer that a search is judging; null if none is judged. */
  judging: string | null;
  /** The move that the table outlines; null if it outlines none. */
  outlined: string | null;
  dump: Dump;
  say: (move: string) => string;
  play: (move: string) => void;
  /** What can be done on the table now. */
  prompt: string;
  ask: (ask: Request) => void;
  /** Takes the verdict on a poor answer away. */
  again: () => void;
}

/** A move in words where the question leaves its cards to the drawing, which is where it has several. */
const namedCards = (move: string, say: (move: string) => string) => (move.split(":").length > 2 ? say(move) : undefined);

/** The question, which stays while an answer is judged, or the verdict on the answer. */
function LearnWords({ of: { told, view }, question, verdict, judging, say }: Pick<LearnPanelProps, "of" | "question" | "verdict" | "judging" | "say">) {
  const { deck, placeName } = view;
  // the whole sentence in green was one block: the word that judges stands out
  const [first = ""] = verdict?.text.match(/^\w+/) ?? [];
  if (judging === null && verdict)
    return (
      <p class={verdict.right ? "cw-learn-words is-right" : "cw-learn-words"} data-told={verdict.same ? "same" : "other"} data-right={verdict.right}>
        {told !== null && <MoveCards move={told.chosen} deck={deck} placeName={placeName} label={namedCards(told.chosen, say)} />}{" "}
        {verdict.right && <b>{first}</b>}
        {verdict.text.slice(verdict.right ? first.length : 0)}
      </p>
    );
  if (!question) return null;
  return (
    <p class="cw-learn-words">
      {question.played !== undefined && <MoveCards move={question.played} deck={deck} placeName={placeName} label={namedCards(question.played, say)} />} {question.words}
    </p>
  );
}

/** Says that a search judges the answer. It stands beside a button, so that the table below stays where it is. */
function Judging({ on }: { on: boolean }) {
  return on ? (
    <p role="status" data-judging>
      <span class="cw-dots" aria-hidden="true" /> {replayTexts.judgingMove}
    </p>
  ) : null;
}

/** The number of the mistake, and the move by the name that it has in the list at the table. */
function mistakeOf({ scene, question, told, view }: ReplayProps): string {
  const [number, of] = scene.mistake ?? [0, 0];
  const at = question ?? told;
  return replayTexts.mistakeOf(number, of, at ? texts.after.moveAt(`${at.round}/${at.ply}`, view.turnOf) : "");
}

/** Whether the position shown is the one in which the mistake was made that the panel is about. */
function isAtMistake({ scene, question, told }: ReplayProps, { round, ply }: Dump): boolean {
  const at = question ?? told;
  return isLearning(scene) && at?.round === round && at.ply === ply;
}

/** The move that the list marks: at a mistake the one in question, `asked` in words, since the list has it only after an answer. */
export function markedMove(props: ReplayProps, dump: Dump, say: (move: string) => string): { ply: number; asked: string } {
  if (!isAtMistake(props, dump)) return { ply: dump.ply, asked: "" };
  const played = props.question?.played;
  return { ply: dump.ply + 1, asked: played ? capital(say(played)) : "" };
}

/** The position shown, in words. At a mistake it has the name of the move that was made there, by which the list at the table led to it. */
export function countWords({ scene, view }: ReplayProps, { round, ply }: Dump, index: number, last: number): string {
  if (isLearning(scene)) return texts.after.moveAt(`${round}/${ply}`, view.turnOf);
  return scene.spoilers ? replayTexts.plyOf(index, last) : replayTexts.plyAt(index);
}

/** Which move the table shows. */
function shownMove(outlined: string | null, verdict: LearnPanelProps["verdict"]): string | null {
  return outlined !== null ? replayTexts.outlined(verdict?.right) : verdict && replayTexts.asPlayed;
}

/** One mistake: the question, then the verdict on the answer, and the buttons that lead on. */
export function LearnPanel({ of: replay, question, verdict, judging, outlined, dump, say, play, prompt, ask, again }: LearnPanelProps) {
  const { uid, scene, leave } = replay;
  const [number] = scene.mistake ?? [0];
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the words stand above the table there, and as much of the table as fits comes into view with them
    if (innerWidth < PHONE) panel.current?.scrollIntoView({ block: "start" });
  }, [number, verdict?.text]);
  useEffect(() => {
    const replay = panel.current?.closest(".cw-replay");
    // the replay that takes the place of this panel begins at its head
    return () => {
      if (innerWidth < PHONE) replay?.scrollIntoView({ block: "start" });
    };
  }, []);
  const better = question !== null && (
    <button type="button" class="cw-button" data-better onClick={() => ask({ kind: "better" })}>
      {replayTexts.seeBetter}
    </button>
  );
  return (
    <div class="cw-question-form cw-learn" ref={panel} {...(question && { "data-question": "" })} role="group" aria-labelledby={`${uid}-mistake`}>
      <div class="cw-learn-head">
        <b id={`${uid}-mistake`}>{mistakeOf(replay)}</b>
        <button type="button" class="cw-link" data-learn="does" onClick={() => ask({ kind: "unlearn" })}>
          {replayTexts.unlearn}
        </button>
      </div>
      {/* above the words, which change with an answer: the buttons keep their places */}
      <div class="cw-learn-next">
        {better}
        {question !== null && judging === null && verdict && <Button icon="same" text={replayTexts.tryAgain} mark="try again" strong onClick={again} />}
        <Judging on={judging !== null} />
        {question === null && scene.learn === "does" && (
          <Button icon="next" text={replayTexts.nextMistake} mark="next mistake" strong onClick={() => ask({ kind: "learn" })} />
        )}
        {question === null && scene.learn === "last" && (
          <Button
            icon="back"
            text={leave ? texts.backToTable : replayTexts.doneLearning}
            mark="done learning"
            strong
            onClick={leave ?? (() => ask({ kind: "unlearn" }))}
          />
        )}
      </div>
      <LearnWords {...{ of: replay, question, verdict, judging, say }} />
      {question === null && (
        <p>
          {shownMove(outlined, verdict)} {scene.learn === "last" && replayTexts.lastMistake}
        </p>
      )}
      {prompt !== "" && (
        <p class="cw-soft" data-prompt>
          {prompt}
        </p>
      )}
      {question !== null && <Legal moves={dump.legal_moves} say={say} unfolded={false} listed play={play} />}
    </div>
  );
}
