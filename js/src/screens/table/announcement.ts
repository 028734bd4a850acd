// What screen readers are told of a table.
import type { GameView } from "../../board/layout";
import { latest } from "../../panel/legend";
import { formOfAddress } from "../../board/names";
import type { Dump, LogEntry, Scene } from "../../kernel/messages";
import { seeksHint, type Ui } from "../../panel/ui";
import { texts } from "../../texts";

/** The announcement of the last moves, for screen readers. */
export function announcement(view: GameView, dump: Dump, scene: Scene, log: LogEntry[], ui: Ui): string {
  if (ui.connection === "gone") return texts.disconnected(scene.kept_in, dump.game);
  if (ui.turnedBack) return view.lasting?.ended ?? "";
  if (seeksHint(ui)) return texts.seeking;
  if (ui.openDump !== null) return texts.hiddenShown;
  const { acts } = scene;
  const parts = latest(log, acts).map(({ text }) => text);
  if (scene.outcome && dump.is_over) parts.push(scene.outcome.text, scene.outcome.ending);
  else if (dump.to_play !== null && scene.acts.includes(dump.to_play)) parts.push(texts.yourTurn(formOfAddress(scene, dump.to_play)));
  if (ui.reveal?.lasting && view.lasting) parts.push(view.lasting.open);
  return parts.filter((words) => words !== "").join(" ");
}
