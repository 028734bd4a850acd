// The list of a replay's moves, with signs and the first words of comments; a click jumps to a move.
import { Component, createRef } from "preact";
import { texts } from "../../texts";
import type { LogEntry, Mark, Note } from "../../kernel/messages";

interface MovesProps {
  log: LogEntry[];
  notes: Record<string, Note>;
  /** The marks of an analysis on moves. */
  marks: readonly Mark[];
  round: number;
  /** The ply of the move that is marked. */
  ply: number;
  /** That move in words where it is asked about; a list that ends before it tells it so. */
  asked: string;
  /** Whether the list is visible and not behind another tab. */
  seen: boolean;
  onPick: (ply: number) => void;
}

/** The list is built once for each log; a step moves only the mark of the current move, so that a thousand moves scrub smoothly. */
export class Moves extends Component<MovesProps> {
  readonly #list = createRef<HTMLOListElement>();
  #here: Element | null = null;
  #scrolling: number | null = null;

  override shouldComponentUpdate(next: MovesProps): boolean {
    const { log, notes, marks, round, ply, asked, seen } = this.props;
    if (log !== next.log || asked !== next.asked || notes !== next.notes || marks !== next.marks || round !== next.round) return true;
    if (ply !== next.ply || seen !== next.seen) this.#mark(next);
    return false;
  }

  override componentDidMount() {
    this.#mark(this.props);
  }

  override componentDidUpdate() {
    this.#mark(this.props);
  }

  override componentWillUnmount() {
    if (this.#scrolling !== null) cancelAnimationFrame(this.#scrolling);
  }

  #mark({ log, ply }: MovesProps): void {
    const list = this.#list.current;
    if (!list) return;
    if (this.#here) {
      this.#here.removeAttribute("aria-current");
      this.#veil(this.#here, false);
    }
    const at = ply - (log[0]?.ply ?? 1);
    this.#here = at >= 0 ? (list.children[at] ?? null) : null;
    if (!this.#here) {
      list.scrollTop = 0;
      return;
    }
    this.#here.setAttribute("aria-current", "step");
    this.#veil(this.#here, true);
    this.#scrolling ??= requestAnimationFrame(this.#scroll);
  }

  /** Waits for the next frame, because reading positions earlier would force one more layout. */
  readonly #scroll = () => {
    this.#scrolling = null;
    const list = this.#list.current;
    // the list has no height while another tab is open
    if (!(list?.clientHeight && this.#here)) return;
    const { offsetTop } = this.#here as HTMLElement;
    if (offsetTop < list.scrollTop + 24 || offsetTop > list.scrollTop + list.clientHeight - 48)
      list.scrollTop = offsetTop - list.clientHeight / 2;
  };

  /** Shows a move that was hidden when it was made in the words of that moment while the replay is there. */
  #veil(row: Element, now: boolean): void {
    const { veiled, told } = (row as HTMLElement).dataset;
    const words = row.querySelector(".cw-log-entry");
    if (words && veiled !== undefined && told !== undefined) words.textContent = now ? veiled : told;
  }

  override render({ log, notes, marks, round, ply: marked, asked, onPick }: MovesProps) {
    const asks = asked !== "" && (log.at(-1)?.ply ?? 0) < marked;
    return (
      <ol
        class="cw-log"
        data-log
        tabIndex={0}
        aria-label={texts.log}
        ref={this.#list}
        onClick={(event) => {
          const row = (event.target as Element).closest<HTMLElement>("[data-ply]");
          if (row?.dataset.ply !== undefined) onPick(Number(row.dataset.ply));
        }}
      >
        {log.length === 0 && !asks && <li class="is-none">{texts.noMoves}</li>}
        {log.map(({ ply, text, veiled }) => {
          const note = notes[`${round}/${ply}`];
          const mark = marks.find(({ at }) => at === `${round}/${ply}`);
          return (
            <li key={ply} data-ply={ply} {...(mark && { "data-lost": "" })} {...(veiled !== undefined && { "data-veiled": veiled, "data-told": text })}>
              <span class="cw-ply" aria-hidden="true">
                {ply}
              </span>
              <span class={mark || note?.glyph ? "cw-signed" : undefined}>
                <button type="button" class="cw-log-entry" tabIndex={-1}>
                  {text}
                </button>
                {note?.glyph && <b class="cw-glyph"> {note.glyph}</b>}
                {mark && mark.glyph !== note?.glyph && <b class="cw-glyph"> {mark.glyph}</b>}
                {mark && <span class="cw-remark is-mark">{mark.words}</span>}
                {note?.comment && <span class="cw-remark">{note.comment}</span>}
              </span>
            </li>
          );
        })}
        {asks && (
          <li data-asked>
            <span class="cw-ply" aria-hidden="true">
              {marked}
            </span>
            {asked}
          </li>
        )}
      </ol>
    );
  }
}
