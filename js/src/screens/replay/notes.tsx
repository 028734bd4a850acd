// The tabs beside the moves of a replay: changes, comments, variations; and the form of an open question.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Changes } from "./changes";
import { Choose } from "../../panel/controls";
import { Legal } from "../../panel/entry";
import { texts as replayTexts } from "./texts";
import { MOST_COMMENT, MOST_WHO, SIGNS } from "../../kernel/messages/constants";
import type { Dump, Note, Request, Variation } from "../../kernel/messages";


interface NotesProps {
  uid: string;
  note: Note | undefined;
  round: number;
  ply: number;
  edits: boolean;
  ask: (ask: Request) => void;
}

/**
 * The comment and the sign of the position shown. The text is saved by the button, and when the user goes to another
 * position or tab.
 */
export function Notes({ uid, note, round, ply, edits, ask }: NotesProps) {
  const comment = note?.comment ?? "";
  const [text, write] = useState(comment);
  /** The comment when the user began to write; `sent` is the one that was sent last. */
  const began = useRef(comment);
  const sent = useRef<string | null>(null);
  const now = useRef({ text, comment });
  now.current = { text, comment };
  useLayoutEffect(() => {
    const clean = text === began.current;
    if (clean) write(comment);
    if (clean || comment === sent.current) began.current = comment;
  }, [comment]);
  /** The text to save; it keeps a comment that somebody else has written here in the meantime. */
  const whole = () => {
    const { text: mine, comment: theirs } = now.current;
    return began.current === theirs ? mine : `${theirs}\n${mine}`;
  };
  const send = (kept: string) => {
    sent.current = kept;
    ask({ kind: "comment", round, ply, text: kept });
  };
  const keep = () => {
    if (now.current.text === now.current.comment) return;
    const kept = whole();
    began.current = now.current.comment;
    write(kept);
    send(kept);
  };
  const leave = () => {
    const { text: mine, comment: theirs } = now.current;
    if (!edits || mine === theirs || mine === began.current) return;
    const kept = whole();
    // after the repaint, because a request repaints the page too
    queueMicrotask(() => send(kept));
  };
  useLayoutEffect(() => leave, []);
  if (!edits) {
    if (!(note?.comment || note?.glyph)) return <p class="cw-soft">{replayTexts.noNote}</p>;
    return (
      <p data-comment>
        {note.glyph && <b class="cw-glyph">{note.glyph} </b>}
        <span class="cw-remark">{note.comment}</span>
      </p>
    );
  }
  return (
    <div class="cw-fields">
      <Choose
        label={replayTexts.glyph}
        value={note?.glyph ?? ""}
        values={{ "": replayTexts.noGlyph, ...Object.fromEntries(SIGNS.map((sign) => [sign, sign])) }}
        onChange={(sign) => ask({ kind: "glyph", round, ply, text: sign })}
      />
      <label class="cw-field" for={`${uid}-comment`}>
        <span>{replayTexts.comment}</span>
      </label>
      <textarea
        id={`${uid}-comment`}
        data-comment
        rows={4}
        maxLength={MOST_COMMENT}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <button
        type="button"
        class="cw-button"
        data-keep
        aria-disabled={text === comment}
        onClick={keep}
      >
        {replayTexts.keepNote}
      </button>
    </div>
  );
}

interface LinesProps {
  lines: Variation[];
  line: number;
  dump: Dump;
  /** Whether variations can be played and changed; an exported page only shows them. */
  able: boolean;
  open: boolean;
  say: (move: string) => string;
  set: (position: { line: number }) => void;
  ask: (ask: Request) => void;
  play: (move: string) => void;
}

/** The variations, with buttons to show them, to play on, and to make one the main line. */
export function Lines({ lines, line, dump, able, open, say, set, ask, play }: LinesProps) {
  if (!open) return <p class="cw-soft">{replayTexts.openLens}</p>;
  return (
    <div class="cw-fields">
      <ul class="cw-lines">
        {[null, ...lines].map((entry, number) => {
          const [its = "0", from = "0"] = entry?.at.split("/") ?? [];
          const words = entry === null ? replayTexts.mainLine : replayTexts.lineFrom(Number(its), Number(from), entry.words, entry.moves);
          return (
            <li key={number}>
              <button
                type="button"
                class="cw-button"
                data-line={number}
                aria-pressed={number === line}
                onClick={() => set({ line: number })}
              >
                {words}
              </button>
            </li>
          );
        })}
      </ul>
      {lines.length === 0 && <p class="cw-soft">{replayTexts.noLines}</p>}
      {able && line > 0 && (
        <div class="cw-controls">
          <button type="button" class="cw-button" data-promote onClick={() => ask({ kind: "promote", line })}>
            {replayTexts.promote}
          </button>
          <button type="button" class="cw-button" data-drop onClick={() => ask({ kind: "drop", line })}>
            {replayTexts.drop}
          </button>
        </div>
      )}
      {able && dump.legal_moves.length > 0 && (
        <>
          <p class="cw-soft">{replayTexts.playOn}</p>
          <Legal moves={dump.legal_moves} say={say} unfolded={false} listed play={play} />
        </>
      )}
    </div>
  );
}

interface ChangeListProps {
  changes: Changes;
  from: number;
  pinned: boolean;
  pin: (pinned: boolean) => void;
}

/** The differences from another position, by default from the one before. */
export function ChangeList({ changes: { words }, from, pinned, pin }: ChangeListProps) {
  return (
    <div class="cw-fields">
      <p class="cw-soft">
        {pinned ? replayTexts.comparedTo(from) : replayTexts.comparedBack}{" "}
        <button type="button" class="cw-link" data-pin aria-pressed={pinned} onClick={() => pin(!pinned)}>
          {pinned ? replayTexts.compareBack : replayTexts.mark}
        </button>
      </p>
      <ul class="cw-changes" data-changes>
        {words.length === 0 && <li>{replayTexts.nothingChanged}</li>}
        {words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

/** A question longer than this scrolls, so it needs a Tab stop. */
const LONG = 200;

interface QuestionFormProps {
  uid: string;
  words: string;
  dump: Dump;
  who: string;
  say: (move: string) => string;
  name: (who: string) => void;
  play: (move: string) => void;
}

/** The question, the moves as a list, and the name of the person who answers. */
export function QuestionForm({ uid, words, dump, who, say, name, play }: QuestionFormProps) {
  return (
    <div class="cw-question-form" data-question role="group" aria-labelledby={`${uid}-question`}>
      <p class="cw-question-words" id={`${uid}-question`} {...(words.length > LONG && { tabIndex: 0 })}>
        {words}
      </p>
      <label class="cw-field" for={`${uid}-who`}>
        <span>{replayTexts.yourName}</span>
        <input id={`${uid}-who`} type="text" maxLength={MOST_WHO} value={who} onChange={(event) => name(event.currentTarget.value)} />
      </label>
      <Legal moves={dump.legal_moves} say={say} unfolded={false} listed play={play} />
    </div>
  );
}
