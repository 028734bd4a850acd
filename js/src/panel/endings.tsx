// The buttons that end a game: new deal, same deal, giving up. During a game each of them asks for confirmation.
import type { GameView } from "../board/layout";
import { texts } from "../texts";
import type { Ending, Ui } from "./ui";
import type { Dump, Scene } from "../kernel/messages";
import type { Actions } from "./actions";
import { Button, Icon } from "./controls";
import { Menu } from "./menu";
import { Confirmation } from "./confirmation";

export interface EndingsProps {
  uid: string;
  /** Whether the buttons of new games stand beside the others, as in a sheet, and not in a menu of their own. */
  flat?: boolean;
  view: GameView;
  dump: Dump;
  scene: Scene;
  ui: Ui;
  actions: Actions;
}

/** Whether this ending is possible now. */
function can({ view, dump, scene }: EndingsProps, ending: Ending): boolean {
  return ending === "give up" ? view.givesUp !== undefined && dump.legal_moves.includes(view.givesUp.move) : scene.can.new;
}

/** Ends the game in this way. */
function end({ view, ui, actions }: EndingsProps, ending: Ending): void {
  if (ending === "other") {
    if (ui.choosing) actions.ask({ kind: "begin", choice: ui.choosing.choice });
  } else if (ending !== "give up") actions.ask({ kind: "new", same: ending === "same" });
  else if (view.givesUp) actions.play(view.givesUp.move);
}

/** Asks for confirmation during a game; ends the game otherwise. */
export function ask(props: EndingsProps, ending: Ending): void {
  if (ending === "give up" || props.scene.under_way) props.actions.change({ kind: "confirm", of: ending });
  else end(props, ending);
}

function words({ view, scene }: EndingsProps, ending: Ending): { text: string; yes: string; no: string } {
  if (ending === "give up" && view.givesUp) return { ...view.givesUp.confirmation, no: texts.playOnHere };
  const text = scene.match ? texts.endMatch : texts.endGame;
  return { text, yes: { new: texts.endNew, same: texts.endSame, other: texts.endOther, "give up": "" }[ending], no: texts.playOnHere };
}

/** The buttons that replace this game by another, and the button that brings the last game back. */
export function Endings(props: EndingsProps) {
  const { view, scene, ui, actions } = props;
  const idle = ui.pending === null && ui.connection !== "gone";
  const begins = (scene.can.new || scene.can.bring_back) && (
    <>
      {scene.can.new && (
        <>
          <Button icon="new" text={texts.newDeal} able={idle} mark="new" onClick={() => ask(props, "new")} />
          <Button icon="same" text={texts.sameDeal} able={idle} mark="same" onClick={() => ask(props, "same")} />
          <Button icon="games" text={texts.otherGame} able={idle} mark="other" onClick={() => actions.ask({ kind: "choices" })} />
        </>
      )}
      {scene.can.bring_back && (
        <Button icon="back" text={texts.bringBack} able={idle} mark="bring back" onClick={() => actions.ask({ kind: "bring_back" })} />
      )}
    </>
  );
  return (
    <>
      {props.flat ? begins : begins && (
        <Menu icon="games" text={texts.newGame} mark="games">
          {begins}
        </Menu>
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
      {ui.confirmation !== "other" && <EndingConfirmation {...props} />}
    </>
  );
}

/** The confirmation before the game is ended, while it is open. */
export function EndingConfirmation(props: EndingsProps) {
  const { uid, ui, actions } = props;
  const { confirmation } = ui;
  if (confirmation === null || ui.pending !== null || ui.connection === "gone" || !can(props, confirmation)) return null;
  const answer = (yes: boolean) => {
    actions.change({ kind: "confirm", of: null });
    if (yes) end(props, confirmation);
  };
  return <Confirmation key={confirmation} name={`${uid}-confirmation`} {...words(props, confirmation)} answer={answer} />;
}
