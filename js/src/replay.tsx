// The replay: a recorded round to step through. Stepping moves an index; no kernel is asked.
import { Component, createRef } from "preact";
import { Live } from "./a11y";
import { fold } from "./fold";
import type { View } from "./layout";
import { move as moveCards, type Standing, standing, still } from "./motion";
import { Choose, Icon, Log } from "./panel";
import { aboutOf, NodeOf, type Painting } from "./table";
import { texts } from "./texts";
import type { Dump, Frames, SeatInfo, Settings } from "./wire";

export interface ReplayProps {
  uid: string;
  view: View;
  frames: Frames[];
  title: string;
  seats: SeatInfo[];
  /** Number of the round shown, and how many moves of it. */
  round: number;
  ply: number;
  playing: boolean;
  settings: Settings;
  theme: "light" | "dark" | "contrast";
  set: (position: { round?: number; ply?: number; playing?: boolean }) => void;
}

type Go = "first" | "back" | "play" | "forward" | "last";

const NOTHING: ReadonlySet<string> = new Set();
const ICON_OF = { first: "first", back: "back", forward: "forward", last: "last" } as const;

export class Replay extends Component<ReplayProps, { speed: string }> {
  override state = { speed: "1000" };
  private readonly board = createRef<HTMLDivElement>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private folded: { of: Frames; dumps: Dump[] } | null = null;

  override componentDidMount() {
    this.pace();
  }

  override componentWillUnmount() {
    clearInterval(this.timer);
  }

  override getSnapshotBeforeUpdate(old: ReplayProps): Standing | null {
    const board = this.board.current;
    const moved = old.ply !== this.props.ply || old.round !== this.props.round;
    return board && moved && !still(board) ? standing(board) : null;
  }

  override componentDidUpdate(old: ReplayProps, state: { speed: string }, stood: Standing | null) {
    if (stood && this.board.current) moveCards(this.board.current, stood);
    if (old.playing !== this.props.playing || state.speed !== this.state.speed) this.pace();
  }

  /** Starts or stops the clock. */
  private pace(): void {
    clearInterval(this.timer);
    if (!this.props.playing) return;
    this.timer = setInterval(() => {
      if (this.index() >= this.dumps().length - 1) this.props.set({ playing: false });
      else this.step(this.index() + 1);
    }, Number(this.state.speed));
  }

  private frames(): Frames {
    const { frames, round } = this.props;
    const found = frames.find((one) => one.round === round) ?? frames[0];
    if (!found) throw new Error("a replay without rounds");
    return found;
  }

  private dumps(): Dump[] {
    const of = this.frames();
    if (this.folded?.of !== of) this.folded = { of, dumps: fold(of) };
    return this.folded.dumps;
  }

  private index(): number {
    const dumps = this.dumps();
    const at = dumps.findIndex(({ ply }) => ply >= this.props.ply);
    return at < 0 ? dumps.length - 1 : at;
  }

  private step(index: number): void {
    const dump = this.dumps()[index];
    if (dump) this.props.set({ ply: dump.ply });
  }

  private go(where: Go): void {
    const last = this.dumps().length - 1;
    if (where === "play") {
      const { playing } = this.props;
      if (!playing && this.index() === last) this.step(0);
      this.props.set({ playing: !playing });
      return;
    }
    const goals = { first: 0, back: this.index() - 1, forward: this.index() + 1, last };
    this.step(goals[where]);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { tagName } = event.target as HTMLElement;
    const keys: Record<string, Go> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const where = event.key === " " && tagName !== "BUTTON" ? "play" : keys[event.key];
    if (where === undefined || tagName === "SELECT") return;
    event.preventDefault();
    this.go(where);
  };

  private button(where: Exclude<Go, "play">, able: boolean) {
    return (
      <button
        type="button"
        class="cw-button"
        data-go={where}
        aria-label={texts[where]}
        title={texts[where]}
        aria-disabled={!able}
        onClick={() => this.go(where)}
      >
        <Icon name={ICON_OF[where]} />
      </button>
    );
  }

  override render({ uid, view, frames, title, seats, playing, settings, theme, set }: ReplayProps) {
    const dumps = this.dumps();
    const index = this.index();
    const dump = dumps[index];
    if (!dump) return null;
    const { log } = this.frames();
    const made = log.filter((entry) => entry.ply <= dump.ply);
    const about = aboutOf(view, dump, made, { before: dumps[index - 1] ?? null, acts: false, memory: settings.memory });
    const on: Painting = {
      view,
      dump,
      scene: { seats, acts: [] },
      colours: settings.colours,
      able: NOTHING,
      picked: [],
      pending: [],
      hinted: [],
      sure: null,
      look: true,
    };
    const last = dumps.length - 1;
    const said = made.at(-1)?.text ?? texts.beforeFirst;
    const rounds = Object.fromEntries(frames.map(({ round }) => [String(round), texts.roundName(round)]));
    return (
      <div
        class="capture-widgets cw-table"
        role="group"
        aria-label={texts.replayOf(title)}
        data-game={dump.game}
        data-view="replay"
        data-seat={dump.seat ?? "all"}
        data-round={dump.round}
        data-ply={dump.ply}
        data-state={dump.is_over ? "over" : "ready"}
        data-theme={theme}
        data-size={settings.size}
        data-colours={settings.colours}
        onKeyDown={this.onKey}
      >
        <div class="cw-shell">
          <div class="cw-head">
            <div class="cw-title" role="heading" aria-level={3}>
              {texts.replayOf(title)}
            </div>
            <div class="cw-turn">{said}</div>
          </div>
          <div class="cw-main">
            <div class="cw-stage">
              <div class="cw-board" role="group" aria-label={texts.board} ref={this.board}>
                <NodeOf of={view.layout(dump, about)} on={on} />
              </div>
              <div class="cw-player">
                {this.button("first", index > 0)}
                {this.button("back", index > 0)}
                <button type="button" class="cw-button is-strong" data-go="play" onClick={() => this.go("play")}>
                  <Icon name={playing ? "stop" : "go"} />
                  <span>{playing ? texts.pause : texts.start}</span>
                </button>
                {this.button("forward", index < last)}
                {this.button("last", index < last)}
                <input
                  class="cw-scrub"
                  type="range"
                  data-scrub
                  min={dumps[0]?.ply ?? 0}
                  max={dumps[last]?.ply ?? 0}
                  step={1}
                  value={dump.ply}
                  aria-label={texts.scrub}
                  aria-valuetext={`${texts.plyOf(index, last)}: ${said}`}
                  onInput={(event) => set({ ply: Number(event.currentTarget.value) })}
                />
                <span class="cw-count">{texts.plyOf(index, last)}</span>
              </div>
              <div class="cw-controls">
                <Choose
                  label={texts.speed}
                  value={this.state.speed}
                  values={texts.speeds}
                  onChange={(speed) => this.setState({ speed })}
                />
                {frames.length > 1 && (
                  <Choose
                    label={texts.round}
                    value={String(this.frames().round)}
                    values={rounds}
                    onChange={(round) => {
                      const next = frames.find((one) => one.round === Number(round));
                      set({ round: Number(round), ply: next?.dumps[0].ply ?? 0, playing: false });
                    }}
                  />
                )}
              </div>
            </div>
            <div class="cw-side">
              <div class="cw-panel" id={`${uid}-log`}>
                <Log log={log} at={made.length} onPick={(ply) => set({ ply })} />
              </div>
            </div>
          </div>
          <Live text={said} />
        </div>
      </div>
    );
  }
}
