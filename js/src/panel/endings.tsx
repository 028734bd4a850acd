// What ends a game at its table: a new deal, the same one again, giving up. In a game under way each asks first.
import type { View } from "../layout";
import { texts } from "../texts";
import type { Ending, Ui } from "../ui";
import type { Dump, Scene } from "../messages";
import type { Actions } from "./actions";
import { Button, Icon } from "./controls";
import { Question } from "./question";

interface EndingsProps {
  uid: string;
  view: View;
  dump: Dump;
  scene: Scene;
  ui: Ui;
  actions: Actions;
}

/** Whether something can be ended here now. */
function can({ view, dump, scene }: EndingsProps, ending: Ending): boolean {
  return ending === "give up" ? view.givesUp !== undefined && dump.legal_moves.includes(view.givesUp.move) : scene.can.new;
}

/** Ends what was asked about. */
function end({ view, actions }: EndingsProps, ending: Ending): void {
  if (ending !== "give up") actions.ask({ kind: "new", same: ending === "same" });
  else if (view.givesUp) actions.play(view.givesUp.move);
}

/** Asks whether to end the game; what is not under way needs no question. */
function ask(props: EndingsProps, ending: Ending): void {
  if (ending === "give up" || props.scene.under_way) props.actions.change({ kind: "question", of: ending });
  else end(props, ending);
}

function words({ view, scene }: EndingsProps, ending: Ending): { text: string; yes: string; no: string } {
  if (ending === "give up" && view.givesUp) return { ...view.givesUp.question, no: texts.playOnHere };
  const text = scene.match ? texts.endMatch : texts.endGame;
  return { text, yes: ending === "same" ? texts.endSame : texts.endNew, no: texts.playOnHere };
}

/** The buttons that put another game in the place of this one, and the one that brings the other back. */
export function Endings(props: EndingsProps) {
  const { uid, view, scene, ui, actions } = props;
  const { question } = ui;
  const idle = ui.pending === null && ui.link !== "lost";
  const answer = (yes: boolean) => {
    actions.change({ kind: "question", of: null });
    if (yes && question !== null) end(props, question);
  };
  return (
    <>
      {scene.can.new && (
        <>
          <Button icon="new" text={texts.newDeal} able={idle} mark="new" onClick={() => ask(props, "new")} />
          <Button icon="same" text={texts.sameDeal} able={idle} mark="same" onClick={() => ask(props, "same")} />
        </>
      )}
      {scene.can.bring_back && (
        <Button icon="back" text={texts.bringBack} able={idle} mark="bring back" onClick={() => actions.ask({ kind: "bring_back" })} />
      )}
      {view.givesUp && can(props, "give up") && (
        <button
          type="button"
          class={ui.hint === view.givesUp.move ? "cw-button cw-give-up is-hinted" : "cw-button cw-give-up"}
          data-place={view.givesUp.move}
          data-mark="give up"
          title={view.givesUp.text}
          aria-disabled={!idle}
          onClick={() => idle && ask(props, "give up")}
        >
          <Icon name="flag" />
          <span>{view.givesUp.text}</span>
        </button>
      )}
      {question !== null && idle && can(props, question) && (
        <Question key={question} name={`${uid}-question`} {...words(props, question)} answer={answer} />
      )}
    </>
  );
}
