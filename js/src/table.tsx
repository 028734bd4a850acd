// The table: a view's layout as buttons and cards; clicks, keys and drags as picks.
import { Component, createRef } from "preact";
import { type Focus, focused, goal, KeySheet, Live, rememberFocus, rove, Roving } from "./a11y";
import { Card } from "./card";
import { cardName } from "./decks";
import { draggable } from "./drag";
import type { About, Act, Box, Node, Plate, Shown, Spot, Stage, Verdict, View } from "./layout";
import { move as moveCards, type Standing, standing, still } from "./motion";
import {
  type Actions,
  Cover,
  Entry,
  Head,
  Legal,
  MessageLine,
  opens,
  OutcomePanel,
  Side,
  RuleLink,
  Tools,
} from "./panel";
import { Picking } from "./picking";
import { texts } from "./texts";
import type { Theme } from "./theme";
import { stateOf, type Ui } from "./ui";
import type { BotInfo, Dump, LogEntry, Rule, Scene, Settings } from "./wire";

export interface TableProps {
  uid: string;
  view: View;
  dump: Dump;
  before: Dump | null;
  scene: Scene;
  rules: Rule[];
  bots: BotInfo[];
  settings: Settings;
  ui: Ui;
  theme: Theme;
  actions: Actions;
}

/** What all nodes of one painting share. */
export interface Painting {
  view: View;
  dump: Dump;
  scene: Pick<Scene, "seats" | "acts">;
  colours: "two" | "four";
  able: ReadonlySet<string>;
  picked: readonly string[];
  pending: readonly string[];
  hinted: readonly string[];
  sure: string | null;
  /** Only to be looked at: nothing is a button. */
  look?: boolean;
  /** Known cards are buttons that tell about themselves. */
  asks?: boolean;
  /** Opens the rules panel. */
  rule?: (rule: string) => void;
  /** Ends the showing of what was decided. */
  done?: () => void;
}

export function aboutOf(view: View, dump: Dump, log: LogEntry[], more: Partial<About> = {}): About {
  return {
    card: (text) => cardName(text, view.deck),
    seat: texts.seat,
    log,
    before: null,
    draft: {},
    memory: "last",
    acts: dump.legal_moves.length > 0,
    shown: null,
    turned: false,
    ...more,
  };
}

function spoken(spot: Spot, view: View): string {
  const card = spot.card === null ? texts.empty : spot.card === "??" ? texts.faceDown : cardName(spot.card, view.deck);
  return [card, spot.label, spot.note].filter((words) => words).join(", ");
}

/** Marks become classes of our own: a page's `.far` or `.open` must not reach them. */
function classes(name: string, marks: readonly string[]): string {
  return [name, ...marks.map((mark) => `is-${mark}`)].join(" ");
}

function stateMarks(place: string | null, on: Painting): string[] {
  if (place === null) return [];
  const marks: string[] = [on.able.has(place) ? "able" : "unable"];
  if (on.picked.includes(place)) marks.push("picked");
  if (on.pending.includes(place)) marks.push("pending");
  if (on.hinted.includes(place)) marks.push("hinted");
  return marks;
}

interface HitProps {
  place: string;
  label: string;
  grip: boolean;
  on: Painting;
}

/** The button over a card or a box: it is what is focused, clicked, and read out; what it covers is drawing. */
function Hit({ place, label, grip, on }: HitProps) {
  return (
    <button
      type="button"
      class="cw-hit"
      data-place={place}
      tabIndex={-1}
      aria-disabled={!on.able.has(place)}
      aria-pressed={on.picked.includes(place)}
      aria-label={label}
      {...(grip && { "data-grip": "" })}
    />
  );
}

function SpotNode({ of, on }: { of: Spot; on: Painting }) {
  const place = on.look ? null : of.place;
  const marks = [...of.marks, ...stateMarks(place, on), ...(of.card === null ? ["empty"] : [])];
  const asks = on.asks && of.card !== null && of.card !== "??" ? spoken(of, on.view) : null;
  const speech =
    place !== null || asks !== null ? {} : of.mute ? { "aria-hidden": true } : { role: "img" as const, "aria-label": spoken(of, on.view) };
  return (
    <div class={classes("cw-spot", marks)} {...speech}>
      <Card of={of} deck={on.view.deck} colours={on.colours} asks={asks} />
      {of.badge !== null && <span class="cw-tag" aria-hidden="true" data-tag={of.badge} />}
      {place !== null && <Hit place={place} label={spoken(of, on.view)} grip={of.grip} on={on} />}
    </div>
  );
}

function ActNode({ of, on }: { of: Act; on: Painting }) {
  if (on.look) return null;
  const asked = on.sure === of.place;
  return (
    <button
      type="button"
      class={classes("cw-act", stateMarks(of.place, on))}
      data-place={of.place}
      tabIndex={-1}
      aria-disabled={!on.able.has(of.place)}
      aria-pressed={on.picked.includes(of.place)}
      {...(of.sure !== null && { "data-sure": of.sure })}
    >
      {asked ? of.sure : of.text}
    </button>
  );
}

function PlateNode({ of, on }: { of: Plate; on: Painting }) {
  const { dump, scene } = on;
  const info = scene.seats[of.seat];
  const turn = !dump.is_over && dump.to_play === of.seat;
  const letter = texts.seat(of.seat);
  return (
    <div class={turn ? "cw-plate is-turn" : "cw-plate"} data-box={`plate${of.seat}`}>
      <span class="cw-badge">{letter}</span>
      <span class="cw-who">
        <span class="cw-name">{info === undefined || info.name === "" ? letter : info.name}</span>
        <span class="cw-points">{of.note ?? texts.points(dump.points[of.seat] ?? 0)}</span>
      </span>
      {turn && <span class="cw-to-move">{texts.toMove}</span>}
    </div>
  );
}

function VerdictNode({ of, on }: { of: Verdict; on: Painting }) {
  return (
    <div class="cw-verdict">
      {of.reasons.map(({ text, rule }) => (
        <p key={text}>
          {texts.because(text)} {on.rule && <RuleLink rule={rule} open={on.rule} />}
        </p>
      ))}
      {of.done !== null && on.done && (
        <button type="button" class="cw-button is-strong" data-turn-back onClick={on.done}>
          {of.done}
        </button>
      )}
    </div>
  );
}

/** How wide (px) a table has to be to have folds open from the start. */
const ROOMY = 760;

function unfold(fold: HTMLDetailsElement | null): void {
  if (fold) fold.open = (fold.closest(".cw-board")?.clientWidth ?? 0) >= ROOMY;
}

function FoldNode({ of, on }: { of: Box; on: Painting }) {
  return (
    <details class={classes(`cw-box cw-fold cw-b-${of.name}`, of.marks)} data-box={of.key} ref={unfold}>
      <summary>{of.label}</summary>
      {of.kids.map((kid) => (
        <NodeOf key={kid.key} of={kid} on={on} />
      ))}
    </details>
  );
}

function BoxNode({ of, on }: { of: Box; on: Painting }) {
  const kids = of.kids.map((kid) => <NodeOf key={kid.key} of={kid} on={on} />);
  const spokenName = [of.label, of.note].filter((words) => words).join(", ");
  const hit = of.place !== null && !on.look;
  const speech = hit || of.label === null ? {} : { role: "group" as const, "aria-label": spokenName };
  return (
    <div
      class={classes(`cw-box cw-${of.shape} cw-b-${of.name}`, [...of.marks, ...stateMarks(of.place, on)])}
      data-box={of.key}
      {...(of.across !== null && { style: { "--across": of.across } })}
      {...speech}
    >
      {kids}
      {hit && of.place !== null && <Hit place={of.place} label={spokenName} grip={false} on={on} />}
    </div>
  );
}

export function NodeOf({ of, on }: { of: Node; on: Painting }) {
  switch (of.kind) {
    case "spot":
      return <SpotNode of={of} on={on} />;
    case "act":
      return <ActNode of={of} on={on} />;
    case "plate":
      return <PlateNode of={of} on={on} />;
    case "note":
      return <div class={classes("cw-note", of.marks)}>{of.text}</div>;
    case "verdict":
      return <VerdictNode of={of} on={on} />;
    case "box":
      return of.shape === "fold" ? <FoldNode of={of} on={on} /> : <BoxNode of={of} on={on} />;
  }
}

export interface Before {
  stood: Standing | null;
  focus: Focus | null;
}

/** How long (ms), beside the pace, a stage stands before the next one comes by itself: a sentence is to be read. */
const READING = 2500;

const NO_PLACES: ReadonlySet<string> = new Set();

export class Table extends Component<TableProps> {
  private readonly root = createRef<HTMLDivElement>();
  private readonly board = createRef<HTMLDivElement>();
  private readonly listening = new AbortController();
  private readonly roving = new Roving();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stages: { to: Dump; list: Stage[] } | null = null;
  private pressed: HTMLElement | null = null;
  /** Where cards stood before repaints that have not been painted yet. */
  private flight: Standing | null = null;
  private readonly picking = new Picking(() => {
    const { view, dump, ui, actions } = this.props;
    return {
      view,
      dump,
      picked: ui.picked,
      draft: ui.draft,
      play: actions.play,
      pick: (picked) => actions.change({ kind: "pick", picked }),
      lay: (draft) => actions.change({ kind: "draft", draft, picked: [] }),
      letGo: () => actions.change({ kind: "let go" }),
      unready: () => {
        const text = view.prompt(dump, ui.picked, aboutOf(view, dump, [], { draft: ui.draft }));
        actions.change({ kind: "message", message: { text, rule: null, move: null, tone: "notice" } });
      },
    };
  });

  override componentDidMount() {
    const board = this.board.current;
    if (!board) return;
    rove(board, null);
    draggable(
      {
        board,
        lift: (place) => this.lift(place),
        drop: (place) => {
          if (this.idle()) this.picking.fall(place);
          else this.props.actions.change({ kind: "let go" });
        },
        cancel: () => this.props.actions.change({ kind: "let go" }),
      },
      this.listening.signal,
    );
  }

  override componentWillUnmount() {
    clearTimeout(this.timer);
    this.listening.abort();
  }

  override getSnapshotBeforeUpdate(old: TableProps): Before {
    const board = this.board.current;
    const root = this.root.current;
    const { dump, ui, scene } = this.props;
    const moved = old.dump !== dump || old.ui.draft !== ui.draft || old.ui.reveal !== ui.reveal;
    // What one viewer saw must not drift across the next one's screen.
    const same = old.dump.seat === dump.seat && old.dump.round === dump.round && scene.cover === null;
    const measured = this.flight === null && board && moved && same && !still(board);
    if (this.flight !== null && !same) this.flight = null;
    const stood = measured ? standing(board) : null;
    return { stood, focus: root ? rememberFocus(root) : null };
  }

  override componentDidUpdate(old: TableProps, _state: unknown, { stood, focus }: Before) {
    const board = this.board.current;
    const root = this.root.current;
    if (!(board && root)) return;
    rove(board, this.roving.stop);
    const cover = board.querySelector<HTMLElement>(".cw-cover button");
    const begun = old.ui.reveal === null && this.props.ui.reveal?.lasting === false;
    const shown = begun ? root.querySelector<HTMLElement>("[data-reveal]") : null;
    if (focus && cover) cover.focus({ preventScroll: true });
    else if (focus && shown) shown.focus({ preventScroll: true });
    else if (focus) this.roving.restore(root, board, focus);
    if (stood) this.fly(board, stood);
    if (old.ui.reveal !== this.props.ui.reveal || this.holds(old) !== this.holds(this.props)) this.pace();
  }

  /** Sets cards on their way just before the page is painted: measured any earlier, it would be laid out once more. */
  private fly(board: HTMLElement, stood: Standing): void {
    this.flight = stood;
    requestAnimationFrame(() => {
      const from = this.flight;
      this.flight = null;
      if (from && board.isConnected) moveCards(board, from);
    });
  }

  /** Whether a reveal waits for the players alone. */
  private holds({ scene }: TableProps): boolean {
    return scene.stopped || scene.cover !== null;
  }

  /** What can be done now; nothing while that is not for this table to say. */
  private prompt(about: About): string {
    const { view, dump, scene, ui } = this.props;
    return scene.cover === null && this.idle() ? view.prompt(dump, ui.picked, about) : "";
  }

  /** Shows the next stage after a while, unless the players press a button first or hold the bots. */
  private pace(): void {
    clearTimeout(this.timer);
    const { ui, settings, actions } = this.props;
    if (ui.reveal === null || ui.reveal.lasting || this.holds(this.props)) return;
    const last = ui.reveal.at === ui.reveal.of - 1;
    const wait = READING + (last ? 2 : 1) * settings.pace;
    this.timer = setTimeout(() => actions.change({ kind: "reveal", on: "next" }), wait);
  }

  /** The stage to be shown, worked out once a reveal. */
  private stage(): Stage | null {
    const { ui, view, scene } = this.props;
    const { reveal } = ui;
    if (reveal === null) return null;
    if (this.stages?.to !== reveal.to)
      this.stages = { to: reveal.to, list: view.stages?.(reveal.from, reveal.to, scene.log) ?? [] };
    return this.stages.list[reveal.at] ?? null;
  }

  /** What is shown, and the stage that takes the table over: what lasts lies beside the position that there is now. */
  private showing(): { shown: Shown | null; stage: Stage | null } {
    const stage = this.stage();
    return { shown: stage?.shown ?? null, stage: this.props.ui.reveal?.lasting ? null : stage };
  }

  private idle(): boolean {
    const { ui, dump } = this.props;
    return ui.pending === null && ui.link !== "lost" && dump.legal_moves.length > 0;
  }

  private lift(place: string): boolean {
    if (!this.idle()) return false;
    this.picking.lift(place);
    return true;
  }

  /** A pick, by whatever means. */
  private aim(place: string): void {
    const { ui, dump, scene, actions } = this.props;
    if (ui.pending !== null || ui.link === "lost") return;
    if (dump.legal_moves.length > 0) {
      this.picking.aim(place);
      return;
    }
    if (ui.reveal?.lasting) {
      this.turnBack();
      return;
    }
    const text = dump.is_over ? texts.over : scene.thinking !== null ? texts.thinks(texts.seat(scene.thinking)) : texts.notYours;
    actions.change({ kind: "message", message: { text, rule: null, move: null, tone: "notice" } });
  }

  private able(): ReadonlySet<string> {
    return this.idle() ? this.picking.able() : NO_PLACES;
  }

  private readonly onClick = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>("[data-place]");
    // A card that was pressed while it travelled has moved on under the pointer: it is meant all the same.
    const node = target ?? (event.detail > 0 ? this.pressed : null);
    this.pressed = null;
    const { place, sure } = node?.dataset ?? {};
    if (place === undefined) {
      if ((event.target as Element).closest(".cw-b-battles.is-staged") && !(event.target as Element).closest("button")) this.turnBack();
      return;
    }
    this.roving.stop = place;
    const { ui, actions } = this.props;
    if (sure !== undefined && ui.sure !== place && this.able().has(place)) actions.change({ kind: "sure", place });
    else this.aim(place);
  };

  private readonly turnBack = () => {
    this.props.actions.change({ kind: "reveal", on: "end" });
  };

  private readonly onPress = (event: PointerEvent) => {
    this.pressed = (event.target as Element).closest<HTMLElement>("[data-place]");
  };

  private readonly onFocus = ({ target }: FocusEvent) => {
    if (this.board.current) this.roving.note(this.board.current, target as HTMLElement);
  };

  private readonly onBoardKey = (event: KeyboardEvent) => {
    const board = this.board.current;
    if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = focused(board);
    const to = from && goal(board, from, event.key);
    if (event.key.startsWith("Arrow") || to) event.preventDefault();
    if (!to) return;
    this.roving.stop = to.dataset.place ?? null;
    rove(board, this.roving.stop);
    to.focus();
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { tagName } = event.target as HTMLElement;
    if (event.key === "Escape") this.escape(event);
    if (tagName === "INPUT" || tagName === "SELECT") return;
    const { dump, scene, ui, actions } = this.props;
    const { round, ply } = dump;
    const { can } = scene;
    const idle = ui.pending === null && ui.link !== "lost";
    const keys: Record<string, () => void> = {
      "?": () => actions.change({ kind: "help", open: !ui.help }),
      "/": () => this.root.current?.querySelector<HTMLElement>("[data-entry]")?.focus(),
      u: () => can.undo && idle && actions.ask({ kind: "undo", round, ply }),
      r: () => can.redo && idle && actions.ask({ kind: "redo", round, ply }),
      h: () => can.hint && idle && actions.ask({ kind: "hint" }),
      n: () => {
        if (ui.reveal && !(ui.reveal.lasting && can.next)) actions.change({ kind: "reveal", on: "next" });
        else if (can.next && idle) actions.ask({ kind: "next" });
      },
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };

  private escape(event: KeyboardEvent): void {
    const { ui, actions } = this.props;
    const board = this.board.current;
    if (ui.help && board) {
      actions.change({ kind: "help", open: false });
      rove(board, this.roving.stop)?.focus();
    } else if ((event.target as HTMLElement).tagName === "INPUT") {
      if (ui.entry === "" && board) (rove(board, this.roving.stop) ?? board).focus();
    } else actions.change({ kind: "let go" });
  }

  private readonly closeHelp = () => {
    this.props.actions.change({ kind: "help", open: false });
    if (this.board.current) rove(this.board.current, this.roving.stop)?.focus();
  };

  override render(props: TableProps) {
    const { uid, view, dump, before, scene, rules, bots, settings, ui, theme, actions } = props;
    const { shown, stage } = this.showing();
    const about = aboutOf(view, dump, scene.log, {
      ...{ draft: ui.draft, turned: ui.turned, memory: settings.memory },
      before: stage ? null : before,
      shown,
    });
    const layout = view.layout(stage?.dump ?? dump, about);
    const pendingMove = ui.pending?.move;
    const on: Painting = {
      view,
      dump,
      scene,
      colours: settings.colours,
      able: this.able(),
      picked: ui.picked,
      pending: pendingMove ? view.steps(pendingMove) : [],
      hinted: ui.hint ? view.steps(ui.hint) : [],
      sure: ui.sure,
      rule: opens(actions),
      done: this.turnBack,
    };
    const state = stateOf(ui, dump, scene.thinking !== null && !scene.stopped);
    const seat = dump.seat ?? "all";
    return (
      <div
        ref={this.root}
        class="capture-widgets cw-table"
        role="group"
        aria-label={texts.tableOf(scene.title, dump.seat)}
        data-game={dump.game}
        data-view="table"
        data-seat={seat}
        data-round={dump.round}
        data-ply={dump.ply}
        data-state={state}
        data-theme={theme}
        data-size={settings.size}
        data-colours={settings.colours}
        onKeyDown={this.onKey}
      >
        <div class="cw-shell">
          <Head
            dump={dump}
            scene={scene}
            ui={ui}
            stage={stage}
            prompt={this.prompt(about)}
            actions={actions}
          />
          <div class="cw-main">
            {stage === null && <OutcomePanel dump={dump} scene={scene} ui={ui} actions={actions} />}
            <div class="cw-stage">
              <div
                class={classes("cw-board", [...(ui.picked.length > 0 ? ["choosing"] : []), ...(stage ? ["showing"] : [])])}
                role="group"
                aria-label={texts.board}
                tabIndex={-1}
                ref={this.board}
                onClick={this.onClick}
                onPointerDown={this.onPress}
                onFocusIn={this.onFocus}
                onKeyDown={this.onBoardKey}
              >
                <NodeOf of={layout} on={on} />
                {scene.cover !== null && ui.link !== "lost" && <Cover key={scene.cover} seat={scene.cover} actions={actions} />}
              </div>
              <MessageLine scene={scene} ui={ui} actions={actions} />
              <div class="cw-controls">
                <Tools dump={dump} scene={scene} ui={ui} actions={actions} />
                <Entry uid={uid} moves={dump.legal_moves} ui={ui} actions={actions} />
              </div>
              <Legal
                moves={dump.legal_moves}
                say={(move) => view.say(move, dump, about)}
                unfolded={settings.legal}
                play={actions.play}
              />
            </div>
            <Side
              uid={uid}
              game={dump.game}
              scene={scene}
              rules={rules}
              bots={bots}
              settings={settings}
              tab={ui.tab}
              rule={ui.rule}
              actions={actions}
            />
          </div>
          <Live text={stage?.text ?? news(view, dump, scene, ui)} />
          {ui.help && <KeySheet keys={texts.keys} close={this.closeHelp} />}
        </div>
      </div>
    );
  }
}

/** What just happened, for those who do not see it. */
function news(view: View, dump: Dump, scene: Scene, ui: Ui): string {
  if (ui.link === "lost") return texts.lost;
  if (ui.turned) return view.lasting?.ended ?? "";
  const { log, acts } = scene;
  // what the others did since one's own last move, else that move itself
  const own = log.map(({ seat }) => acts.includes(seat)).lastIndexOf(true);
  const parts = log.slice(own < 0 ? -1 : Math.min(own + 1, log.length - 1)).map(({ text }) => text);
  if (scene.outcome && dump.is_over) parts.push(scene.outcome.text, scene.outcome.ending);
  else if (dump.to_play !== null && scene.acts.includes(dump.to_play)) parts.push(texts.yourTurn(texts.seat(dump.to_play)));
  if (ui.reveal?.lasting && view.lasting) parts.push(view.lasting.open);
  return parts.filter((words) => words !== "").join(" ");
}
