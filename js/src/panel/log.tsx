// The moves of a table in words.
import { Component, createRef } from "preact";
import { texts } from "../texts";
import type { GameView } from "../board/layout";
import type { LogEntry } from "../kernel/messages";
import { LOG_PAGE } from "../kernel/messages/constants";
import { Guide, type Illustrated } from "./rules";

/** A list that lacks at most so many pixels to its end is at it. */
const NEAR = 24;

interface LogProps {
  log: LogEntry[];
  /** The guide, which the list shows until there is a move. */
  about: Illustrated;
}

interface PartProps {
  log: LogEntry[];
  from: number;
  /** Says the reason of a decision; reasons are left out if not given. */
  say: GameView["reason"] | undefined;
}

/** The entries of one page: a new move repaints only the last page. */
class Part extends Component<PartProps> {
  override shouldComponentUpdate({ log, from }: PartProps): boolean {
    const before = this.props.log;
    for (let at = from; at < from + LOG_PAGE; at++) if (!alike(before[at], log[at])) return true;
    return false;
  }

  override render({ log, from, say }: PartProps) {
    return log.slice(from, from + LOG_PAGE).map(({ ply, text, again, why }, at) => (
      <li key={at}>
        <span class="cw-ply" aria-hidden="true">
          {ply}
        </span>
        {text}
        {say && why && (
          // an item of the list is a move, so the reasons of a move are none
          <div class="cw-why" data-why role="list">
            {why.map((one) => (
              <div key={one.of} role="listitem">
                {say(one.of, one.text)}
              </div>
            ))}
          </div>
        )}
        {again !== undefined && <span class="cw-log-repeat"> {again}</span>}
      </li>
    ));
  }
}

function alike(one: LogEntry | undefined, other: LogEntry | undefined): boolean {
  return one === other || (one?.ply === other?.ply && one?.text === other?.text && one?.again === other?.again);
}

/** The list of moves; it scrolls to the last one. */
export class Log extends Component<LogProps> {
  readonly #list = createRef<HTMLOListElement>();
  #frame: number | undefined;
  #height = 0;
  /** What lies below or beside the list may take room from it: then it stays at its end, if it was there. */
  readonly #resized =
    typeof ResizeObserver === "undefined"
      ? null
      : new ResizeObserver(() => {
          const list = this.#list.current;
          if (!list) return;
          if (list.scrollTop + this.#height > list.scrollHeight - NEAR) this.#toEnd();
          this.#height = list.clientHeight;
        });

  override componentWillUnmount() {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#resized?.disconnect();
  }

  override componentDidMount() {
    if (this.#list.current) this.#resized?.observe(this.#list.current);
    this.#scroll();
  }

  override componentDidUpdate(before: LogProps) {
    if (before.log !== this.props.log) this.#scroll();
  }

  /** Runs after the paint, because an earlier reading of heights would make the browser compute them twice. */
  #scroll() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      setTimeout(this.#toEnd, 0);
    });
  }

  readonly #toEnd = () => {
    if (this.#list.current) this.#list.current.scrollTop = this.#list.current.scrollHeight;
  };

  override render({ log, about }: LogProps) {
    const begins = log.length === 0;
    const parts = Array.from({ length: Math.ceil(log.length / LOG_PAGE) }, (_, at) => at * LOG_PAGE);
    const scrolls = { tabIndex: 0, role: "group" as const, "aria-label": texts.beginning };
    return (
      <div class={begins ? "cw-moves is-beginning" : "cw-moves"} {...(begins && scrolls)}>
        {begins && about.guide.turn !== "" && (
          <div class="cw-guide" data-guide>
            <Guide {...about} />
          </div>
        )}
        <ol class="cw-log" data-log data-legend={texts.lastMoveLegend} {...(!begins && { tabIndex: 0 })} aria-label={texts.log} ref={this.#list}>
          {begins ? <li class="is-none">{texts.noMoves}</li> : parts.map((from) => <Part key={from} {...{ log, from }} say={about.view.reason} />)}
        </ol>
      </div>
    );
  }
}
