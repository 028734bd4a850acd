// The moves of a table in words.
import { Component, createRef } from "preact";
import { kept } from "../kept";
import { texts } from "../texts";
import type { LogEntry } from "../messages";
import { Guide, type Illustrated } from "./rules";

interface LogProps {
  log: LogEntry[];
  /** What the game is about, which stands here until there is a move. */
  about: Illustrated;
}

/** A move; most of them stand in the log already. */
const Line = kept(function Line({ ply, text, again }: { ply: number; text: string; again: string | undefined }) {
  return (
    <li>
      <span class="cw-ply" aria-hidden="true">
        {ply}
      </span>
      {text}
      {again !== undefined && <span class="cw-again"> {again}</span>}
    </li>
  );
});

/** Scrolled to the last move. */
export class Log extends Component<LogProps> {
  private readonly list = createRef<HTMLOListElement>();
  private frame: number | undefined;

  override componentWillUnmount() {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
  }

  override componentDidMount() {
    this.scroll();
  }

  override componentDidUpdate(before: LogProps) {
    if (before.log !== this.props.log) this.scroll();
  }

  /** Once the table is painted: to ask for heights before would make the page work them out twice. */
  private scroll() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      setTimeout(this.toEnd, 0);
    });
  }

  private readonly toEnd = () => {
    if (this.list.current) this.list.current.scrollTop = this.list.current.scrollHeight;
  };

  override render({ log, about }: LogProps) {
    const begins = log.length === 0;
    const scrolls = { tabIndex: 0, role: "group" as const, "aria-label": texts.beginning };
    return (
      <div class={begins ? "cw-moves is-beginning" : "cw-moves"} {...(begins && scrolls)}>
        {begins && about.guide.turn !== "" && (
          <div class="cw-guide" data-guide>
            <Guide {...about} />
          </div>
        )}
        <ol class="cw-log" data-log {...(!begins && { tabIndex: 0 })} aria-label={texts.log} ref={this.list}>
          {begins && <li class="is-none">{texts.noMoves}</li>}
          {log.map(({ ply, text, again }, index) => (
            <Line key={index} {...{ ply, text, again }} />
          ))}
        </ol>
      </div>
    );
  }
}
