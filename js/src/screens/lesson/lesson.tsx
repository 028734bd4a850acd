// A lesson: the words and the question of the current step, beside its table.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Report } from "../../kernel/connection";
import { statusOf } from "../status";
import { Button } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import type { Held } from "./held";
import { choiceAt, columnOf, points } from "./pointing";
import { keepSteady } from "./steady";
import { words } from "./texts";
import type { Theme } from "../../page/theme";
import type { LessonScene, Request } from "../../kernel/messages";
import type { ShownSettings } from "../../page/root";

export interface LessonProps {
  uid: string;
  scene: LessonScene;
  settings: ShownSettings;
  theme: Theme;
  report: Report;
  /** Whether this page can show the table beside the words. */
  embeds: boolean;
  /** Puts the table into this element. */
  place: (node: HTMLElement | null) => void;
  ask: (request: Request) => void;
  /** Whether the connection is lost on a page that connects again by itself. */
  away: boolean;
  /** The answer that this page keeps until then. */
  held: Held | null;
  /** Keeps what is being typed. */
  draft: (answer: string) => void;
}

function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n\s*\n/).map((part, at) => (
        <p key={at}>{part}</p>
      ))}
    </>
  );
}

function Progress({ step, of }: { step: number; of: number }) {
  return (
    <div class="cw-steps" aria-hidden="true">
      <span style={{ width: `${(100 * (step + 1)) / of}%` }} />
    </div>
  );
}

type LessonPartProps = Pick<LessonProps, "uid" | "scene" | "ask">;
type AnswerProps = LessonPartProps & Pick<LessonProps, "away" | "held" | "draft">;

/** Says at a question that there is no connection, and what becomes of an answer. */
function Waiting({ away, held, scene }: Pick<LessonProps, "away" | "held" | "scene">) {
  if (!away || scene.closed) return null;
  return (
    <p class="cw-soft" role="status" data-away>
      {held !== null && held.number !== null ? words.held(held.answer) : words.keeps}
    </p>
  );
}

/** The choices as buttons, so that one press answers. */
function Choices({ uid, scene, ask, held }: AnswerProps) {
  const said = held?.answer ?? scene.said;
  const right = scene.reply?.right === true ? said : null;
  return (
    <ul class="cw-answers" aria-labelledby={`${uid}-text`}>
      {scene.choices.map((choice) => (
        <li key={choice}>
          <button
            type="button"
            class={choice === right ? "cw-button is-right" : "cw-button"}
            data-say={choice}
            aria-pressed={said === choice}
            aria-disabled={scene.closed}
            onClick={() => {
              if (!scene.closed) ask({ kind: "say", answer: choice });
            }}
          >
            {choice === right && <b aria-hidden="true">✓</b>}
            {choice}
          </button>
        </li>
      ))}
    </ul>
  );
}

function NumberField({ uid, scene, ask, held, draft }: AnswerProps) {
  const [typed, setTyped] = useState(held?.answer ?? scene.said);
  return (
    <form
      class="cw-number"
      onSubmit={(event) => {
        event.preventDefault();
        if (!scene.closed && typed.trim() !== "") ask({ kind: "say", answer: typed });
      }}
    >
      <label for={`${uid}-number`}>{words.number}</label>
      <input
        id={`${uid}-number`}
        data-say
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={typed}
        readOnly={scene.closed}
        aria-describedby={`${uid}-text`}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          draft(event.currentTarget.value);
        }}
      />
      <button type="submit" class="cw-button" aria-disabled={scene.closed}>
        {words.answer}
      </button>
    </form>
  );
}

/** Whether the lesson talks or asks beside the table: then nobody is to move there, whoever's turn the game has. */
const talks = ({ ask, closed, over }: LessonScene): boolean => !over && (closed || (ask !== "move" && ask !== "until"));

/** The task of this step in words, if the step's own words may not have said it. */
function todo(scene: LessonScene): string {
  return { look: "", move: words.play, until: words.playOn, choice: points(scene) ? words.point : words.choose, number: "" }[scene.ask];
}

/** The task, and the tries that are left for it. */
function Job({ scene }: Pick<LessonProps, "scene">) {
  const left = scene.tries === 0 ? words.noTries : scene.tries !== null && !scene.closed ? words.triesLeft(scene.tries) : "";
  const rest = [left, scene.costs].filter((part) => part !== "").join(" ");
  const job = `${todo(scene)} ${rest}`.trim();
  if (job === "") return null;
  // what is done keeps its room, so that the answers stay where they were under the pointer
  const done = (scene.closed || scene.over) && left === "";
  return <p class={`cw-soft${done ? " is-done" : ""}${rest === "" ? " is-job" : ""}`}>{job}</p>;
}

/** The reply to the move before, if the lesson has gone on from it by itself. */
function Before({ reply }: { reply: string }) {
  if (reply === "") return null;
  return (
    <p class="cw-before" data-before>
      <b aria-hidden="true">✓</b>
      <span>{reply}</span>
    </p>
  );
}

function Reply({ uid, scene }: { uid: string; scene: LessonScene }) {
  const { reply } = scene;
  const node = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the table may be far below the words, so the reply to the answer scrolls into view
    if (reply !== null) node.current?.scrollIntoView({ block: "nearest" });
  }, [reply]);
  return (
    <div class="cw-answer-reply" role="status" id={`${uid}-reply`}>
      {reply !== null && (
        <div ref={node} class={reply.right ? "cw-reply is-right" : reply.note ? "cw-reply is-note" : "cw-reply"} data-reply data-right={String(reply.right)}>
          <b aria-hidden="true">{reply.right ? "✓" : reply.note ? "i" : "✗"}</b>
          <span>{reply.text}</span>
        </div>
      )}
      {scene.reveal !== "" && <p class="cw-answer-shown">{scene.reveal}</p>}
    </div>
  );
}

/** The questions one by one, with what the student answered and, where the teacher allows it, what was right. */
function Review({ scene }: { scene: LessonScene }) {
  return (
    <ol class="cw-hints" aria-label={words.review}>
      {scene.review.map((one) => (
        <li key={one.step} value={one.step + 1} data-reviewed={one.step} data-right={String(one.right)}>
          <Paragraphs text={`${one.step + 1}. ${one.text}`} />
          <div class={one.right ? "cw-reply is-right" : "cw-reply"}>
            <b aria-hidden="true">{one.right ? "✓" : "✗"}</b>
            <span>
              {one.answer === "" ? words.unanswered : `${words.yours(one.answer)}. ${one.reply}`}
              {one.closed && !one.right && ` ${words.noTries}`}
              {one.of > 0 && ` ${words.score(one.points, one.of)}`}
            </span>
          </div>
          {one.solution !== "" && <p class="cw-answer-shown">{words.solution(one.solution)}</p>}
        </li>
      ))}
    </ol>
  );
}

/** Whether the answers can still be clicked, so that there is nothing to begin again. */
const asksAgain = ({ ask, closed }: LessonScene): boolean => !closed && (ask === "choice" || ask === "number" || ask === "move");

/** The buttons Next, Back, Again and Hint. */
function StepButtons({ scene, ask }: Omit<LessonPartProps, "uid">) {
  const { over } = scene;
  return (
    <div class="cw-steering" role="group" aria-label={words.steer}>
      {scene.first_game !== "" && (
        <button type="button" class="cw-button is-strong" data-go="play" onClick={() => ask({ kind: "first_game" })}>
          {scene.first_game}
        </button>
      )}
      {/* where a game follows, it is the end */}
      {!over && scene.first_game === "" && (
        <button
          type="button"
          class={scene.next && !scene.skips && !scene.plays_on ? "cw-button is-strong" : "cw-button"}
          data-go="next"
          aria-disabled={!scene.next}
          onClick={() => {
            if (scene.next) ask({ kind: "next" });
          }}
        >
          {scene.skips ? words.skip : scene.last ? words.finish : words.next}
        </button>
      )}
      {scene.more_hints > 0 && (
        <button type="button" class="cw-button" data-hint onClick={() => ask({ kind: "hint" })}>
          {words.hint(scene.more_hints)}
        </button>
      )}
      {scene.again && !over && !asksAgain(scene) && scene.reply?.right !== true && (
        <button type="button" class="cw-button" data-go="again" onClick={() => ask({ kind: "again" })}>
          {words.again}
        </button>
      )}
      <button
        type="button"
        class="cw-button"
        data-go="back"
        aria-disabled={!scene.back}
        onClick={() => {
          if (scene.back) ask({ kind: "back" });
        }}
      >
        {words.back}
      </button>
      {(over || scene.resumed) && (
        <button type="button" class="cw-button" data-go="first" onClick={() => ask({ kind: "new", same: true })}>
          {over ? words.restart : words.anew}
        </button>
      )}
    </div>
  );
}

/** In a window narrower than this (px) the words of a lesson stay above its table (telephone.css). */
const PHONE = 460;

function Steps({ embeds, ...props }: AnswerProps & Pick<LessonProps, "embeds">) {
  const { uid, scene, ask } = props;
  const section = useRef<HTMLElement>(null);
  const head = useRef<HTMLSpanElement>(null);
  const forward = useRef<HTMLDivElement>(null);
  const { step, over, next, reply } = scene;
  const shown = useRef(step);
  const ended = useRef(over);
  useEffect(() => {
    const [other, ends] = [shown.current !== step, over && !ended.current];
    shown.current = step;
    ended.current = over;
    // the button that ended the lesson is gone; without a focus here the notebook would take the next key and scroll
    // the heading takes it, and not the section: a screen reader goes on reading only from a text
    if (other || ends) head.current?.focus({ preventScroll: true });
    if (other) {
      section.current?.scrollIntoView({ block: "nearest" });
      section.current?.closest(".cw-lesson-words")?.scrollTo(0, 0);
    }
    // there the table has been scrolled to its foot; above the lesson is the way to the other games
    else if (ends && innerWidth < PHONE) {
      section.current?.scrollIntoView({ block: "start" });
      section.current?.closest(".cw-frame")?.scrollTo(0, 0);
    }
  }, [step, over]);
  const right = reply?.right === true && next;
  const answered = useRef(right);
  useEffect(() => {
    const now = right && !answered.current && shown.current === step;
    answered.current = right;
    // after an answer at the table one key leads to the next step
    if (now) forward.current?.querySelector("button")?.focus();
  }, [right, step]);
  return (
    <section class="cw-step" ref={section} data-step={step} data-plays-on={scene.plays_on} aria-labelledby={`${uid}-step`}>
      <div class="cw-step-head">
        {/* each step has a heading of its own: of one that stays, a screen reader would tell that its description changed, too */}
        <span key={step} id={`${uid}-step`} role="heading" aria-level={3} tabIndex={-1} ref={head} aria-describedby={`${uid}-text`}>{words.stepOf(step + 1, scene.of)}</span>
        <Progress step={step} of={scene.of} />
      </div>
      <div class="cw-step-text" id={`${uid}-text`}>
        <Before reply={scene.before} />
        {scene.words !== "" && <Paragraphs text={scene.words} />}
        <Paragraphs text={scene.text} />
      </div>
      <Job scene={scene} />
      {!embeds && <p class="cw-soft">{words.alone}</p>}
      {scene.ask === "choice" && <Choices {...props} />}
      {scene.ask === "number" && <NumberField key={step} {...props} />}
      {(scene.ask === "choice" || scene.ask === "number") && <Waiting {...props} />}
      {scene.hints.length > 0 && (
        <ol class="cw-hints" aria-label={words.hints}>
          {scene.hints.map((hint, at) => (
            <li key={at} data-told-hint>
              {hint}
            </li>
          ))}
        </ol>
      )}
      <Reply uid={uid} scene={scene} />
      {over && (
        <p class="cw-end" role="status">
          {words.over} {scene.points_of > 0 && words.score(scene.points, scene.points_of)}
        </p>
      )}
      <div ref={forward}>
        <StepButtons scene={scene} ask={ask} />
      </div>
      {scene.review.length > 0 && <Review scene={scene} />}
    </section>
  );
}

export function Lesson({ uid, scene, settings, theme, report, embeds, place, ask, away, held, draft }: LessonProps) {
  const [look, ground = look] = theme.split(" ");
  const busy = report.pending !== null || report.connection === "opening" || report.connection === "slow";
  const state = report.connection === "gone" ? "lost" : busy ? "busy" : scene.over ? "over" : "ready";
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place(table.current);
    return () => place(null);
  }, []);
  useEffect(() => {
    const node = table.current;
    // where it begins and ends the way to the other games, above the lesson, is in view
    const apart = (scene.step === 0 || scene.last) && scene.ask === "look";
    return scene.over || innerWidth >= PHONE || node === null ? undefined : keepSteady(node, !apart);
  }, [scene.step, scene.over]);
  return (
    <div
      class="capture-widgets cw-lesson"
      role="group"
      aria-label={words.label(scene.title)}
      data-view="lesson"
      data-game={scene.game}
      data-state={state}
      data-talks={talks(scene)}
      data-column={columnOf(scene)}
      {...(points(scene) && { "data-points": "" })}
      data-theme={look}
      data-ground={ground}
      data-size={settings.size}
      {...(settings.enlarged && { "data-enlarged": "" })}
      data-colours={settings.colours}
    >
      <div class="cw-lesson-shell">
        <div class="cw-lesson-words">
          <div class="cw-lesson-head">
            <h3>{scene.title}</h3>
            {scene.leaves && <Button icon="back" text={words.leave} mark="leave" onClick={() => ask({ kind: "leave" })} />}
          </div>
          <Steps uid={uid} scene={scene} embeds={embeds} ask={ask} away={away} held={held} draft={draft} />
          <MessageField message={statusOf(report, away ? words.away : words.lost, null)} />
        </div>
        <div
          class="cw-lesson-table"
          ref={table}
          onClickCapture={(event) => {
            const answer = choiceAt(scene, event.target as Element, event.currentTarget);
            if (answer === undefined) return;
            event.stopPropagation();
            ask({ kind: "say", answer });
          }}
        />
      </div>
    </div>
  );
}
