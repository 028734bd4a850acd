// The buttons of a table.
import { useLayoutEffect, useState } from "preact/hooks";
import type { GameView } from "../board/layout";
import { texts } from "../texts";
import { revealCoversTable, type Ui } from "./ui";
import type { Dump, Scene } from "../kernel/messages";
import type { Actions } from "./actions";
import { FullScreenButton } from "./fullScreenButton";
import { Button } from "./controls";
import { Endings } from "./endings";

export interface ToolsProps {
  uid: string;
  /** Whether all buttons stand side by side, as in a sheet, and none in a menu. */
  flat?: boolean;
  view: GameView;
  dump: Dump;
  scene: Scene;
  ui: Ui;
  actions: Actions;
}

/** A button that takes the place of another one under a pointer does nothing for so long (ms). */
const REST = 1000;

/** The button that is replaced stays for so long (ms). */
const STAY = 400;

/** Something as it was a while (ms) ago. */
export function useLate<T>(what: T, after: number): T {
  const [late, setLate] = useState(what);
  useLayoutEffect(() => {
    const rest = setTimeout(() => setLate(what), after);
    return () => clearTimeout(rest);
  }, [what]);
  return late;
}

/** The buttons below a table. */
export function Tools({ uid, flat = false, view, dump, scene, ui, actions }: ToolsProps) {
  const { can } = scene;
  const { round, ply } = dump;
  const reveals = revealCoversTable(ui);
  const idle = ui.pending === null && ui.connection !== "gone" && !reveals;
  const skips = can.skip && !reveals;
  const rests = useLate(skips, REST) !== skips;
  const skipped = useLate(skips, STAY);
  const bots = !dump.is_over && scene.seats.some((seat) => seat.kind === "bot");
  return (
    <div class="cw-tools" role="group" aria-label={texts.tools}>
      <Button
        icon="undo"
        text={texts.undo}
        able={can.undo && idle}
        mark="undo"
        onClick={() => actions.ask({ kind: "undo", round, ply })}
      />
      <Button
        icon="redo"
        text={texts.redo}
        able={can.redo && idle}
        mark="redo"
        onClick={() => actions.ask({ kind: "redo", round, ply })}
      />
      {ui.hintRequest === null ? (
        <Button icon="hint" text={texts.hint} able={can.hint && idle} mark="hint" onClick={() => actions.ask({ kind: "hint" })} />
      ) : (
        <Button icon="stop" text={texts.stopSeeking} mark="unhint" strong onClick={() => actions.ask({ kind: "unhint" })} />
      )}
      {can.winnable && (
        <Button
          icon="ask"
          text={texts.winnable}
          title={texts.winnableTitle}
          able={idle}
          mark="winnable"
          onClick={() => actions.ask({ kind: "winnable" })}
        />
      )}
      {/* not in the place of a button that one presses without looking; before the last column is shown, it would tell how the reveal ends */}
      {skips || skipped ? (
        <Button icon="last" text={texts.skipToEnd} title={texts.skipToEndTitle} strong={scene.settled === null} able={skips && idle && !rests} mark="skip" onClick={() => actions.ask({ kind: "skip" })} />
      ) : (
        <Button icon="again" text={texts.again} short={texts.againShort} mark="again" able={can.again && idle && !rests} onClick={() => actions.ask({ kind: "again" })} />
      )}
      {bots &&
        (can.retry ? (
          <Button icon="go" text={texts.retry} strong able={idle} mark="retry" onClick={() => actions.ask({ kind: "go" })} />
        ) : scene.stopped ? (
          <Button icon="go" text={texts.go} able={idle} mark="go" onClick={() => actions.ask({ kind: "go" })} />
        ) : (
          <Button icon="stop" text={texts.stop} able={idle} mark="stop" onClick={() => actions.ask({ kind: "stop" })} />
        ))}
      <Endings uid={uid} flat={flat} view={view} dump={dump} scene={scene} ui={ui} actions={actions} />
      <FullScreenButton />
      <Button icon="help" text={texts.help} mark="keys" onClick={() => actions.change({ kind: "help", open: !ui.help })} />
      <Button icon="menu" text={texts.menu} mark="menu" onClick={() => actions.change({ kind: "sheet", of: "menu" })} />
    </div>
  );
}
