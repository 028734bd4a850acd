// The quiet buttons after a game: its replay, the player's mistakes, the hidden cards, and the same deal once more.
import { MoveCards, TwoMoves } from "../board/moveCards";
import type { GameView } from "../board/layout";
import type { JudgedReply, Scene } from "../kernel/messages";
import { texts } from "../texts";
import type { Ui } from "./ui";
import type { Actions } from "./actions";
import { SearchProgress } from "./searchProgress";
import { useLate } from "./tools";

const words = texts.after;

/** What starts a deal does nothing for so long (ms) after words over them came or went: another one may lie under the finger now. */
const REST = 700;

interface AfterGameProps {
  scene: Scene;
  ui: Ui;
  /** Whether this page can show a replay in the place of the table. */
  embeds: boolean;
  view: GameView;
  actions: Actions;
}

/** Starts the search for mistakes, or lets it go on. */
function find(actions: Actions): void {
  actions.change({ kind: "judge" });
  actions.tell({ kind: "mistakes" });
}

/** Mistakes in words and drawings. */
function List({ of, view, by }: { of: JudgedReply["mistakes"]; view: GameView; by?: string }) {
  return (
    <div class="cw-mistakes is-list">
      {by && <div>{by}</div>}
      <ol aria-label={words.mistakes}>
        {of.map((one) => (
          <li key={one.at}>
            <span class={one.brief && "cw-unseen"}>{words.mistake(words.moveAt(one.at, view.turnOf), one.words)}</span>
            {one.brief ? (
              <span aria-hidden="true">
                {words.mistake(words.moveAt(one.at, view.turnOf), one.brief)} <TwoMoves yours={one.played} better={one.better} deck={view.deck} placeName={view.placeName} />
              </span>
            ) : (
              <>
                {/* no card stands alone in a line */ "\u00a0"}
                <MoveCards move={one.better} deck={view.deck} />
              </>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Mistakes({ inTurns, ui, embeds, view, actions }: Omit<AfterGameProps, "scene"> & { inTurns: boolean }) {
  const { mistakesProgress, mistakes } = ui;
  if (mistakesProgress !== null) {
    return (
      <>
      <div class="cw-mistakes cw-mistakes-progress">
        <SearchProgress {...mistakesProgress} />
        <button type="button" class="cw-button" data-mistakes="stop" title={words.stop} aria-label={words.stop} onClick={() => actions.tell({ kind: "unjudge" })}>
          {words.stopNow}
        </button>
        {mistakesProgress.first && (
          <details class="cw-more">
            <summary>{words.first}</summary>
          </details>
        )}
      </div>
      {mistakesProgress.first && <List of={[mistakesProgress.first]} view={view} />}
      </>
    );
  }
  if (mistakes === null) {
    return (
      <div class="cw-mistakes">
        <button type="button" class="cw-button" data-mistakes="find" onClick={() => find(actions)}>
          {words.mistakes}
        </button>
      </div>
    );
  }
  return (
    <>
    <div class="cw-mistakes" data-mistakes="found" role="status">
      <p>
        {words.found(mistakes.mistakes.length, inTurns)}
        {mistakes.lost !== "" && ` ${mistakes.lost}`}
        {!mistakes.complete && ` ${words.partly}`}
      </p>
      {!mistakes.complete && (
        <button type="button" class="cw-button" data-mistakes="go on" onClick={() => find(actions)}>
          {words.goOn}
        </button>
      )}
      {embeds && (
        <button
          type="button"
          class="cw-button"
          data-mistakes="look"
          onClick={() => actions.change({ kind: "look", at: mistakes.replay })}
        >
          {words.look(mistakes.mistakes.length, inTurns)}
        </button>
      )}
      {mistakes.mistakes.length > 0 && (
        <details class="cw-more" open={!embeds}>
          <summary>{words.list}</summary>
        </details>
      )}
    </div>
    {/* not in the line of its button, which keeps its place */}
    {mistakes.mistakes.length > 0 && <List of={mistakes.mistakes} view={view} by={words.judgedBy} />}
    </>
  );
}

/** Whether the whole game is over, not only a hand of a match. */
const wholeOver = ({ after, can }: Scene) => after !== null && !can.next;

/** Whether the person has lost, who then wants no stronger opponent. */
const hasLost = ({ outcome }: Scene) => outcome?.came === "lost";

/** Whether words over the buttons came or went just now. */
function useMoved({ mistakesProgress }: Ui): boolean {
  const shows = `${!mistakesProgress}${!mistakesProgress?.first}`;
  return useLate(shows, REST) !== shows;
}

/** What the person can do once the game is over; between two hands of a match, replay it. */
export function AfterGame({ scene, ui, embeds, view, actions }: AfterGameProps) {
  const { after, can, seats } = scene;
  const whole = wholeOver(scene);
  const opened = ui.openDump !== null;
  const rests = useMoved(ui);
  if (after === null && !can.open && !opened) return null;
  const lost = hasLost(scene);
  const idle = ui.pending === null && ui.connection !== "gone";
  const plays = idle && !rests;
  const again = (how: "stronger" | "swap") => () => plays && actions.ask({ kind: "rematch", how });
  return (
    <div class="cw-after">
      {after !== null && embeds && (
        <button type="button" class="cw-button" data-mark="replay" aria-disabled={!idle} onClick={() => idle && actions.ask({ kind: "watch" })}>
          {words.replay}
        </button>
      )}
      {can.open && !opened && (
        <button type="button" class="cw-button" data-open aria-disabled={!idle} onClick={() => idle && actions.ask({ kind: "open" })}>
          {texts.showHidden}
        </button>
      )}
      {opened && <p class="cw-hidden-note">{texts.hiddenShown}</p>}
      {whole && lost && can.new && (
        <button type="button" class="cw-button" data-rematch="same" aria-disabled={!idle} onClick={() => plays && actions.ask({ kind: "new", same: true })}>
          {words.same}
        </button>
      )}
      {after?.stronger && !lost && (
        <button type="button" class="cw-button" data-rematch="stronger" aria-disabled={!idle} onClick={again("stronger")}>
          {words.stronger(after.stronger)}
        </button>
      )}
      {after?.swap && (
        <button type="button" class="cw-button" data-rematch="swap" aria-disabled={!idle} onClick={again("swap")}>
          {words.swap(seats.length)}
        </button>
      )}
      {/* last, in a row of its own, so that nothing moves while this row changes */}
      {whole && <Mistakes inTurns={scene.par !== null} {...{ ui, embeds, view, actions }} />}
    </div>
  );
}
