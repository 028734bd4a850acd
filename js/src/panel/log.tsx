// The moves of a table in words.
import { Component, createRef } from "preact";
import { texts } from "../texts";
import type { LogEntry } from "../messages";

interface LogProps {
  log: LogEntry[];
}

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

  override render({ log }: LogProps) {
    return (
      <ol class="cw-log" data-log tabIndex={0} aria-label={texts.log} ref={this.list}>
        {log.length === 0 && <li class="is-none">{texts.noMoves}</li>}
        {log.map(({ ply, text, again }, index) => (
          <li key={index}>
            <span class="cw-ply" aria-hidden="true">
              {ply}
            </span>
            {text}
            {again !== undefined && <span class="cw-again"> {again}</span>}
          </li>
        ))}
      </ol>
    );
  }
}
