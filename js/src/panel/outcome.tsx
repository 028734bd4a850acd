// The result of a round in words, with the score, its reasons, and the buttons that follow.
import { useEffect, useRef, useState } from "preact/hooks";
import { focused } from "../board/a11y";
import type { GameView } from "../board/layout";
import { texts } from "../texts";
import type { Ui } from "./ui";
import type { Dump, Outcome, Par, Scene } from "../kernel/messages";
import type { Actions } from "./actions";
import { AfterGame } from "./afterGame";
import { Button, Icon } from "./controls";
import { useCopy } from "./clipboard";

/** Par: the best result that was possible, with a button that shows the line. */
function ParLine({ par, embeds, idle, ask }: { par: Par; embeds: boolean; idle: boolean; ask: Actions["ask"] }) {
  const shown = par.replay !== null;
  return (
    <div class="cw-par" data-par role="status">
      <p>{par.text === "" ? texts.lookingPossible : par.text}</p>
      {par.line && embeds && (
        <button
          type="button"
          class="cw-button"
          data-best-line
          aria-expanded={shown}
          aria-disabled={!idle}
          onClick={() => idle && ask({ kind: shown ? "unline" : "line" })}
        >
          {shown ? texts.lineAway : texts.showLine}
        </button>
      )}
    </div>
  );
}

/** The sentence of the result; between more than two players its beginning, who won or lost, is a headline. */
export function OutcomeWords({ of: { text, head } }: { of: Outcome }) {
  return head === undefined ? (
    text
  ) : (
    <>
      <span class="cw-outcome-head">{head}</span>
      <span>{text.slice(head.length).replace(/^[;,.] ?/, "")}</span>
    </>
  );
}

interface OutcomeProps {
  dump: Dump;
  scene: Scene;
  ui: Ui;
  /** Whether the end has its moment first. */
  waits: boolean;
  /** Whether this page can show a replay in the place of the table. */
  embeds: boolean;
  view: GameView;
  actions: Actions;
}

/** A line about the deal of the day, for copying. */
function Share({ line }: { line: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [copyResult, copy] = useCopy(line, text);
  return (
    <div class="cw-share" data-share>
      <span ref={text}>{line}</span>{" "}
      <button type="button" class="cw-button" onClick={copy}>
        {texts.share}
      </button>
      <span role="status">{copyResult}</span>
      <details class="cw-more">
        <summary>{texts.shareSignsHead}</summary>
        {texts.shareSigns}
      </details>
    </div>
  );
}

interface NextStepProps {
  dump: Dump;
  scene: Scene;
  idle: boolean;
  ask: Actions["ask"];
}

/** The main button, which plays on: the next hand, or a new game. */
function NextStep({ dump, scene: { can, after, seats }, idle, ask }: NextStepProps) {
  if (!can.next && !can.new) return null;
  const again = after !== null && seats.length > 1 ? texts.after.rematch : texts.newDeal;
  return (
    <div class="cw-outcome-next">
      {can.next && (
        <Button icon="next" text={texts.nextHand} strong able={idle} onClick={() => ask({ kind: "next" })} />
      )}
      {can.new && !can.next && (
        <Button
          icon="new"
          text={again}
          strong
          able={idle && dump.is_over}
          onClick={() => ask({ kind: "new", same: false })}
        />
      )}
    </div>
  );
}

/** The score with its reasons and the next buttons; it scrolls into view for those who play at this table. */
export function OutcomePanel({ dump, scene, ui, waits, embeds, view, actions }: OutcomeProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [folded, fold] = useState(false);
  const { outcome } = scene;
  const over = outcome !== null;
  useEffect(() => {
    const table = panel.current?.closest<HTMLElement>(".capture-widgets");
    if (!waits && table && focused(table)) panel.current?.scrollIntoView({ block: "nearest" });
  }, [over, waits]);
  if (!outcome) return null;
  const idle = ui.pending === null && ui.connection !== "gone";
  const { came, why } = outcome;
  // where reasons stand above them, lines without points say nothing more, nor does the score of one or two, which the result has
  const scored = outcome.lines.map(({ points }) => points);
  const known = scored.every((points) => points === null) || (scored.length < 3 && scored.every((points) => `${outcome.text} `.includes(` ${points}`)));
  const lines = why.length > 0 && known && dump.match === null ? [] : outcome.lines;
  return (
    <div class={`cw-outcome is-${came ?? "told"}${folded ? " is-folded" : ""}`} role="group" aria-label={texts.over} data-outcome={came ?? ""} tabIndex={-1} ref={panel}>
      <strong>
        {came === "won" && <span class="cw-star" aria-hidden="true" />}
        <OutcomeWords of={outcome} />
      </strong>
      {outcome.ending && <p>{outcome.ending}</p>}
      {why.length > 0 && (
        <ul class="cw-outcome-why" tabIndex={0}>
          {why.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ul {...(lines.length > 2 && { tabIndex: 0 })}>
          {lines.map(({ seat, text, points }, at) => (
            <li key={at}>
              <span class="cw-badge">{texts.seat(seat)}</span>
              <span>{text}</span>
              {points !== null && <b>{points}</b>}
            </li>
          ))}
        </ul>
      )}
      {scene.par !== null && <ParLine par={scene.par} embeds={embeds} idle={idle} ask={actions.ask} />}
      <NextStep dump={dump} scene={scene} idle={idle} ask={actions.ask} />
      <AfterGame scene={scene} ui={ui} embeds={embeds} view={view} actions={actions} />
      {scene.share !== null && <Share line={scene.share} />}
      <button type="button" class="cw-outcome-fold" aria-expanded={!folded} title={texts.over} aria-label={texts.over} onClick={() => fold(!folded)}>
        <Icon name="fold" />
      </button>
    </div>
  );
}
