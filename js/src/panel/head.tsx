// Above a table: whose turn it is, what can be done, how it ended; and the cover between two players.
import { useEffect, useRef } from "preact/hooks";
import { focused } from "../a11y";
import type { Stage } from "../layout";
import type { Link } from "../link";
import { addressed, called } from "../names";
import { texts } from "../texts";
import type { Ui } from "../ui";
import type { Dump, GameGuide, Scene } from "../messages";
import { type Actions, opens } from "./actions";
import { Button } from "./controls";
import { Goal, Variants } from "./goal";
import { RuleLink } from "./message";

function turnWords(dump: Dump, scene: Scene, link: Link): string {
  if (link === "lost") return texts.lostTurn;
  const { to_play: seat } = dump;
  if (dump.is_over || seat === null) return scene.match?.over ? texts.matchOver : texts.over;
  const name = called(scene.seats, seat);
  if (scene.stopped && scene.seats[seat]?.kind === "bot") return texts.paused(name);
  if (scene.thinking !== null) return texts.thinks(called(scene.seats, scene.thinking));
  if (scene.acts.includes(seat)) return texts.yourTurn(addressed(scene, seat));
  return texts.turnOf(name);
}

interface HeadProps {
  uid: string;
  guide: GameGuide;
  dump: Dump;
  scene: Scene;
  ui: Ui;
  /** What is being shown in place of the position. */
  stage: Stage | null;
  prompt: string;
  actions: Actions;
}

/** The game, whose turn it is, and what can be done now. */
export function Head({ uid, guide, dump, scene, ui, stage, prompt, actions }: HeadProps) {
  const { match } = scene;
  const mine = !dump.is_over && dump.to_play !== null && scene.acts.includes(dump.to_play);
  return (
    <div class={stage ? "cw-head is-showing" : "cw-head"}>
      <div class="cw-title" role="heading" aria-level={3}>
        {scene.title}
      </div>
      <Variants variants={guide.variants} open={opens(actions)} />
      <div class={mine && ui.link !== "lost" ? "cw-turn is-mine" : "cw-turn"}>
        {scene.thinking !== null && !dump.is_over && ui.link !== "lost" && <span class="cw-dots" aria-hidden="true" />}
        {ui.pending ? texts.sending : turnWords(dump, scene, ui.link)}
      </div>
      <div class="cw-prompt">
        {stage?.text ?? prompt}{" "}
        {stage?.shown?.why.map(({ rule }) => (
          <RuleLink key={rule} rule={rule} open={opens(actions)} />
        ))}
      </div>
      {stage && ui.reveal && (
        <div class="cw-reveal">
          <button type="button" class="cw-button is-strong" data-reveal onClick={() => actions.change({ kind: "reveal", on: "next" })}>
            {stage.next}
          </button>
          {ui.reveal.at < ui.reveal.of - 1 && (
            <button type="button" class="cw-button" onClick={() => actions.change({ kind: "reveal", on: "end" })}>
              {texts.skip}
            </button>
          )}
        </div>
      )}
      {guide.goal !== "" && <Goal uid={uid} slug={dump.game} goal={guide.goal} />}
      {scene.taken_back > 0 && (
        <div class="cw-taken-back" role="status">
          {texts.takenBack(scene.taken_back, scene.seen)}
        </div>
      )}
      {match && (
        <div class="cw-match">
          <span>{texts.matchTo(match.target)}</span>
          {match.totals.map((total, seat) => (
            <span key={seat} class="cw-total">
              <b>{texts.seat(seat)}</b> {total}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The score with its reasons, and the button to go on; scrolled into view for those who play at this table. */
export function OutcomePanel({ dump, scene, ui, actions }: { dump: Dump; scene: Scene; ui: Ui; actions: Actions }) {
  const panel = useRef<HTMLDivElement>(null);
  const { outcome, can } = scene;
  const over = outcome !== null;
  useEffect(() => {
    const table = panel.current?.closest<HTMLElement>(".capture-widgets");
    if (table && focused(table)) panel.current?.scrollIntoView({ block: "nearest" });
  }, [over]);
  if (!outcome) return null;
  const idle = ui.pending === null && ui.link !== "lost";
  return (
    <div class="cw-outcome" role="group" aria-label={texts.over} tabIndex={-1} ref={panel}>
      <strong>{outcome.text}</strong>
      {outcome.ending && <p>{outcome.ending}</p>}
      {outcome.lines.length > 0 && (
        <ul>
          {outcome.lines.map(({ seat, text, points }, at) => (
            <li key={at}>
              <span class="cw-badge">{texts.seat(seat)}</span>
              <span>{text}</span>
              <b>{points}</b>
            </li>
          ))}
        </ul>
      )}
      <div class="cw-outcome-way">
        {can.next && (
          <Button icon="next" text={texts.nextHand} strong able={idle} onClick={() => actions.ask({ kind: "next" })} />
        )}
        {can.new && !can.next && (
          <Button
            icon="new"
            text={texts.newDeal}
            strong
            able={idle && dump.is_over}
            onClick={() => actions.ask({ kind: "new", same: false })}
          />
        )}
      </div>
    </div>
  );
}

/** Between two people at one screen. Its button takes over the focus where the table has it (`Table`), never from elsewhere. */
export function Cover({ seat, scene, actions }: { seat: number; scene: Scene; actions: Actions }) {
  const name = called(scene.seats, seat);
  const title = texts.coverTitle(name);
  return (
    <div class="cw-cover" role="dialog" aria-label={title}>
      <strong>{title}</strong>
      <p>{texts.coverText}</p>
      <button type="button" class="cw-button is-strong" onClick={() => actions.ask({ kind: "uncover" })}>
        {texts.uncover(name)}
      </button>
    </div>
  );
}
