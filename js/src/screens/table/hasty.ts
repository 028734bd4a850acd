// Taps in a quick series, by which somebody hurries bots: none of them closes a battle that nobody has seen yet.
import type { GameView } from "../../board/layout";
import type { Dump, Scene } from "../../kernel/messages";
import { revealCoversTable, type Ui } from "../../panel/ui";

/** Milliseconds for which an open battle is seen at least; taps that follow one another sooner are a series. */
const SEEN = 700;

interface Tapped {
  view: GameView;
  dump: Dump;
  scene: Scene;
  ui: Ui;
}

export class HastyTaps {
  #opened = -SEEN;
  #ended = -SEEN;
  #hurried = -SEEN;

  /** Notes when a battle opens, and when the buttons of what was shown again are gone. */
  saw({ reveal }: Ui, { reveal: now }: Ui): void {
    if (reveal !== null && !reveal.lasting && now?.lasting !== false) this.#ended = performance.now();
    if (now !== null && now.to.ply !== reveal?.to.ply) this.#opened = performance.now();
  }

  /** Stops a tap on what has just taken the place of those buttons. */
  readonly guard = (event: MouseEvent): void => {
    const late = performance.now() - this.#ended < SEEN && (event.target as Element).closest(".cw-variants");
    if (event.detail > 0 && late) event.stopPropagation();
  };

  /**
   * Whether a tap comes too soon to mean what is on the table: at a battle that has just opened, or at the player's own turn as one more of
   * the taps that hurried the bots. A key is no tap; a place or a button that is picked in its own time is meant.
   */
  isHasty({ detail, target }: MouseEvent, picks: boolean, { view, dump, scene, ui }: Tapped): boolean {
    const played = scene.seats.some(({ kind }) => kind === "bot");
    if (detail === 0 || dump.is_over || !played || !view.lasting || revealCoversTable(ui)) return false;
    const now = performance.now();
    const waits = dump.legal_moves.length === 0;
    const hurries = now - this.#hurried < SEEN;
    const series = !waits && hurries;
    const meant = picks && !waits || !hurries && (target as Element).closest("button") !== null;
    if (waits || series) this.#hurried = now;
    return series || (ui.reveal !== null && now - this.#opened < SEEN && !meant);
  }
}
