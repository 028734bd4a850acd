// What screen readers are told of a table.
import type { GameView, Node, Stage, ViewContext } from "../../board/layout";
import { latest } from "../../panel/legend";
import { formOfAddress } from "../../board/names";
import type { Picking } from "../../board/picking";
import { namesOf } from "../../board/spoken";
import type { Dump, GameGuide, LogEntry, Scene } from "../../kernel/messages";
import { seeksHint, type Ui } from "../../panel/ui";
import { texts } from "../../texts";

/** The announcement of the last moves, for screen readers. */
function announcement({ view, dump, scene, log, ui, decided }: Told): string {
  if (ui.connection === "gone") return texts.disconnected(scene.kept_in, dump.game);
  if (ui.turnedBack) return view.lasting?.ended ?? "";
  if (seeksHint(ui)) return texts.seeking;
  if (ui.openDump !== null) return texts.hiddenShown;
  const { acts } = scene;
  // the stages of a reveal have told the last moves; a lasting one has none
  const parts = decided?.to === dump && !view.lasting ? [] : latest(log, acts).map(({ text }) => text);
  if (scene.outcome && dump.is_over) parts.push(scene.outcome.text, scene.outcome.ending);
  else if (!scene.taught && dump.to_play !== null && scene.acts.includes(dump.to_play)) parts.push(texts.yourTurn(formOfAddress(scene, dump.to_play)));
  if (ui.reveal?.lasting && view.lasting) parts.push(view.lasting.open);
  return asSentences(parts);
}

/** Texts one after the other, each but the last with its full stop. */
const asSentences = (parts: readonly string[]): string =>
  parts
    .filter((words) => words !== "")
    .map((words, at, all) => (at === all.length - 1 || /[.!?…”]$/.test(words) ? words : `${words}.`))
    .join(" ");

/** What a table asked for last, and at which ply. */
export class Asked {
  #ply = -1;
  #prompt = "";
  #isNew = false;

  /** Whether this turn asks for something else than the one before. */
  isNew({ ply }: Dump, { picked }: Ui, prompt: string): boolean {
    if (prompt !== "" && picked.length === 0 && ply !== this.#ply) {
      this.#isNew = prompt !== this.#prompt;
      this.#prompt = prompt;
      this.#ply = ply;
    }
    return this.#isNew;
  }
}

interface Told {
  view: GameView;
  guide: GameGuide | null;
  dump: Dump;
  scene: Scene;
  log: LogEntry[];
  ui: Ui;
  /** The dumps around the last move that a reveal has shown. */
  decided: { from: Dump; to: Dump } | null;
}

interface NextPick {
  layout: Node;
  picking: Picking;
  prompt: string;
  /** Whether the prompt is another one than at this person's last turn. */
  anew: boolean;
  about: ViewContext;
}

/**
 * What screen readers are told: after a pick what can be picked next, which is only lit on the screen; what was laid last of a
 * move that is not whole yet; of a reveal only what its cards decide; else the last moves, then a prompt that is new, and at the
 * beginning the goal before it.
 */
export function told(of: Told, stage: Stage | null, { layout, picking, prompt, anew, about }: NextPick): string {
  const { view, guide, dump, scene, ui } = of;
  const goesOn = ui.picked.length > 0 ? picking.goesOn() : null;
  if (goesOn?.size) return texts.canPick(prompt, namesOf(layout, goesOn, view));
  const laid = Object.entries(ui.draft).at(-1);
  if (laid) return `${view.say(laid.join(":"), dump, about)}. ${prompt}`;
  if (stage !== null) return stage.text === stage.turning ? "" : stage.text;
  const goal = dump.ply === 0 ? (guide?.goal ?? "") : "";
  const asks = about.urged ? [prompt] : prompt === "" || scene.taught ? [] : [goal, anew ? prompt : ""];
  return asSentences([announcement(of), ...asks]);
}

/** The words that the bots are paused, told apart from the moves: a reader would read the moves again when the bots go on. */
export function toldOfPause(dump: Dump, scene: Scene): string {
  return scene.stopped && !dump.is_over ? texts.botsPaused : "";
}
