// The table: a board to play at with everything around it. Clicks, keys and drags become picks.
import { Component } from "preact";
import { afterMove, atBeginning } from "./afterMove";
import { Asked, told, toldOfPause } from "./announcement";
import { HastyTaps } from "./hasty";
import { cannotType, whileBotsPlay, whyNoPick, whyNoPlace } from "./idle";
import { ListedLog, ShownLog } from "./listedLog";
import { boardMarks, Settled, coverOf, endingOf, headMarks, mainClass, momentOf } from "./marks";
import { meantOn } from "../../board/aim";
import { urge } from "../../board/motion";
import { focused, KeySheet, Live, placeNamed } from "../../board/a11y";
import { boardContext, viewContext, type Before, Board, RepaintMemory, type Painting } from "../../board/board";
import type { ViewContext, RevealedPart, Stage, GameView } from "../../board/layout";
import { type Actions, ruleOpener } from "../../panel/actions";
import { Entry, Legal } from "../../panel/entry";
import type { NextGame } from "../../panel/nextGame";
import { EndMoment } from "../../panel/endMoment";
import { Cover, Head, revealSteps } from "../../panel/head";
import { TableMenu } from "../../panel/tableMenu";
import { bringMessageIntoView, MessageLine } from "../../panel/message";
import { OutcomePanel } from "../../panel/outcome";
import type { Illustrated } from "../../panel/rules";
import { isNarrow } from "../../panel/sheet";
import { Side } from "../../panel/side";
import { Tools } from "../../panel/tools";
import { NO_GUIDE } from "../../panel/goal";
import { Picking } from "../../board/picking";
import { rootAttributes } from "../../page/root";
import { texts } from "../../texts";
import type { Theme } from "../../page/theme";
import { endsByEscape, stateOf, revealCoversTable, type Ui } from "../../panel/ui";
import { Revealing } from "./revealing";
import type { BotInfo, Dump, GameGuide, LogEntry, Rule, Scene, Settings } from "../../kernel/messages";

export interface TableProps {
  uid: string;
  /** The views of all games, for the choice of the next game. */
  views: Readonly<Record<string, GameView>>;
  view: GameView;
  dump: Dump;
  before: Dump | null;
  /** The dumps around the last move that had a reveal. */
  decided: { from: Dump; to: Dump } | null;
  scene: Scene;
  /** The log of the round. */
  log: LogEntry[];
  rules: Rule[];
  guide: GameGuide | null;
  bots: BotInfo[];
  settings: Settings;
  /** The number of changes of preferences; each change repaints the side of the table. */
  preferencesVersion: number;
  ui: Ui;
  theme: Theme;
  actions: Actions;
  /** Draws the choice of the next game; null until the page has fetched it. */
  nextGame: typeof NextGame | null;
  /** Whether this page can show a replay in the place of the table. */
  embeds: boolean;
  /** Whether all is drawn. The first frame of a page leaves out lists and panels, so that the board shows sooner. */
  whole: boolean;
}

const NO_MOVES: string[] = [];
const NO_PLACES: ReadonlySet<string> = new Set();

export class Table extends Component<TableProps> {
  readonly #keeper = new RepaintMemory();
  readonly #revealing = new Revealing(
    () => this.props,
    () => {
      this.#turns = true;
      this.forceUpdate();
    },
    () => this.props.actions.change({ kind: "reveal", on: "next" }),
  );
  /** Whether the end of the round has had its moment, or was reached before this table was shown. */
  #over = this.props.scene.outcome !== null;
  readonly #shown = new ShownLog();
  readonly #listed = new ListedLog();
  /** The draft that somebody wanted to play though it is not complete. */
  #urged: object | null = null;
  readonly #settled = new Settled();
  readonly #taps = new HastyTaps();
  /** Whether the next repaint turns up the cards of a stage. */
  #turns = false;
  #pressed: HTMLElement | null = null;
  readonly #picking = new Picking(() => {
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
        this.#urged = ui.draft;
        this.forceUpdate(() => {
          if (urge(this.#keeper.root.current)) return;
          const text = view.prompt(dump, ui.picked, viewContext(view, [], { draft: ui.draft, urged: true }));
          actions.change({ kind: "message", message: { text, rule: null, move: null, tone: "notice" } });
        });
      },
    };
  });

  override componentDidMount() {
    this.#keeper.mount({
      lift: (place) => this.#lift(place),
      drop: (place) => {
        if (this.#idle()) this.#picking.dropOn(place);
        else this.props.actions.change({ kind: "let go" });
      },
      cancel: () => this.props.actions.change({ kind: "let go" }),
    });
  }

  override componentWillUnmount() {
    this.#revealing.stop();
    this.#keeper.unmount();
  }

  override getSnapshotBeforeUpdate(old: TableProps): Before {
    const { dump, ui, scene } = this.props;
    const moved = this.#turns || old.dump !== dump || old.ui.openDump !== ui.openDump || old.ui.draft !== ui.draft || old.ui.reveal !== ui.reveal;
    // the next viewer must not see the motion of another viewer's cards
    const shown = old.ui.choosing === null && ui.choosing === null;
    const same = shown && old.dump.seat === dump.seat && old.dump.round === dump.round && scene.cover === null;
    return this.#keeper.before(same ? (moved ? "travel" : "stay") : "jump");
  }

  override componentDidUpdate(old: TableProps, _state: unknown, before: Before) {
    this.#turns = false;
    const root = this.#keeper.root.current;
    this.#keeper.after(before, root && this.#focusTarget(root, old, before));
    this.#taps.saw(old.ui, this.props.ui);
    if (old.ui.message !== this.props.ui.message && this.props.ui.message !== null) bringMessageIntoView(root);
    if (this.props.scene.outcome === null) this.#over = false;
    if (old.ui.reveal !== this.props.ui.reveal || this.#revealIsHeld(old) !== this.#revealIsHeld(this.props)) this.#revealing.start(root, this.#revealIsHeld(this.props));
  }

  /** The element that takes the focus after a repaint; null if the focus stays where it is. */
  #focusTarget(root: HTMLElement, old: TableProps, { focus }: Before): HTMLElement | null {
    const { ui, scene } = this.props;
    const [asked, asks] = [old.ui.confirmation, ui.confirmation];
    const first = (hook: string) => root.querySelector<HTMLElement>(hook);
    const opener = (mark: string) => first(`.cw-tools [data-mark="${mark === "give up" ? mark : isNarrow(root) ? "menu" : "games"}"]`);
    const begins = scene.cover === null ? atBeginning(root, old, this.props) : first(".cw-board .cw-cover button");
    if (begins) return begins;
    if (old.ui.reveal === null && ui.reveal?.lasting === false) return first("[data-reveal]");
    if (old.ui.choosing !== null && ui.choosing === null) return opener("other");
    if (old.ui.draft !== ui.draft && old.ui.message?.tone === "hint" && ui.message === null) return first('[data-place="place"]');
    if (asked === null && asks !== null) return first('[data-confirm="no"]');
    // after a confirmation the focus returns to the button that opened it, which may be in the menu
    if (asked !== null && asks === null) return asked === "other" ? first("[data-start]") : opener(asked);
    return focus && afterMove(root, old.dump, this.props.dump, focus, this.#idle());
  }

  /** Whether a reveal waits until the players continue it. */
  #revealIsHeld({ scene }: TableProps): boolean {
    return scene.stopped || scene.cover !== null;
  }

  /** The prompt; empty if this table cannot move now. */
  #prompt(about: ViewContext): string {
    const { view, dump, scene, ui } = this.props;
    if (scene.cover !== null || !this.#idle()) return "";
    const begun = about.urged === true || ui.picked.length > 0 || Object.keys(ui.draft).length > 0;
    return (begun || !scene.can.skip ? null : scene.settled) ?? view.prompt(dump, ui.picked, about);
  }

  /** The subject of the reveal, and the stage that replaces the position; a lasting reveal replaces nothing. */
  #showing(): { shown: RevealedPart | null; stage: Stage | null } {
    const stage = this.#revealing.stage();
    return { shown: stage?.shown ?? null, stage: this.props.ui.reveal?.lasting ? null : stage };
  }

  /** The legal moves; none during a reveal. */
  #moves(): string[] {
    return revealCoversTable(this.props.ui) ? NO_MOVES : this.props.dump.legal_moves;
  }

  /** The visible places that the last move touched. */
  #last(stage: Stage | null): readonly string[] {
    return stage ? (stage.last ?? NO_MOVES) : this.props.scene.last;
  }

  #example(moves: string[]): string | undefined {
    const { view } = this.props;
    return view.example ? view.example(moves) : moves[0];
  }

  readonly #asked = new Asked();
  #illustrated: Illustrated | null = null;

  /** The guide at the start of the rules; the same object until its content changes, so that the panel does not repaint. */
  #about(guide: GameGuide): Illustrated {
    const { view, dump, settings } = this.props;
    const kept = this.#illustrated;
    if (kept?.guide === guide && kept.view === view && kept.colours === settings.colours) return kept;
    this.#illustrated = { guide, view, options: dump.options, colours: settings.colours };
    return this.#illustrated;
  }

  #idle(): boolean {
    const { ui, dump } = this.props;
    return ui.pending === null && ui.connection !== "gone" && dump.legal_moves.length > 0 && !revealCoversTable(ui);
  }

  #lift(place: string): boolean {
    if (!this.#idle()) return false;
    this.#picking.lift(place);
    return true;
  }

  /** Picks a place, by click, key or drop. */
  #pick(place: string): void {
    const { ui, dump, scene, actions } = this.props;
    if (ui.pending !== null || ui.connection === "gone") return;
    if (dump.legal_moves.length > 0) {
      this.#picking.pickPlace(place);
      return;
    }
    if (ui.reveal?.lasting) {
      this.#turnBack();
      return;
    }
    // whoever clicks fast has turned the battle face down already, and the next one comes
    if (ui.turnedBack && !dump.is_over) return;
    const text = whyNoPick(dump, scene);
    actions.change({ kind: "message", message: { text, rule: null, move: null, tone: "notice" } });
  }

  #able(): ReadonlySet<string> {
    return this.#idle() && !this.props.ui.reveal?.again ? this.#picking.able() : NO_PLACES;
  }

  /** The place that a click beside every place means, one near it; null for the place that it hits: a card that is clicked stays that card. */
  #meant(event: MouseEvent, under: HTMLElement | null): HTMLElement | null {
    const board = this.#keeper.board.current;
    const hits = under !== null || (event.target as Element).closest("button, a, summary, .is-staged") !== null;
    return board === null || event.detail === 0 || hits || !this.#idle() ? null : meantOn(board, event.clientX, event.clientY);
  }

  readonly #onClick = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>("[data-place]");
    // a travelling card may have left the pointer since the press, but the press counts
    const under = target ?? (event.detail > 0 ? this.#pressed : null);
    const node = this.#meant(event, under) ?? under;
    this.#pressed = null;
    if (this.#taps.isHasty(event, node !== null, this.props)) return;
    if (revealCoversTable(this.props.ui) && !this.#revealIsHeld(this.props)) {
      this.#revealing.goOn();
      return;
    }
    const { place } = node?.dataset ?? {};
    if (place === undefined) {
      const { dump, ui } = this.props;
      const goesOn = ui.reveal?.lasting === true && !dump.is_over && dump.legal_moves.length === 0;
      const of = event.target as Element;
      if ((goesOn || of.closest(".is-staged")) && !of.closest("button:not([data-turn-back])")) this.#turnBack();
      const message = this.#idle() ? whyNoPlace(this.props.view, of, dump) : null;
      if (message) this.props.actions.change({ kind: "message", message });
      return;
    }
    this.#keeper.roving.stop = place;
    const byKey = event.detail === 0 && this.#idle();
    const next = byKey ? this.#picking.following(place) : null;
    this.#pick(place);
    this.#focusPlace(next);
  };

  /** Gives the focus to a place, so that Enter goes on with the move. */
  #focusPlace(place: string | null): void {
    const board = this.#keeper.board.current;
    if (place !== null && board && focused(board)) placeNamed(board, place)?.focus({ preventScroll: true });
  }

  readonly #endTheMoment = () => {
    this.#over = true;
    this.forceUpdate();
  };

  readonly #turnBack = () => this.props.actions.change({ kind: "reveal", on: "end" });

  readonly #onPress = (event: PointerEvent) => {
    this.#pressed = (event.target as Element).closest<HTMLElement>("[data-place]");
  };

  readonly #onBoardKey = (event: KeyboardEvent) => {
    const board = this.#keeper.board.current;
    const from = board && focused(board);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stepped = from !== null && this.#keeper.step(from, event.key);
    if (event.key.startsWith("Arrow") || stepped) event.preventDefault();
  };

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { tagName } = event.target as HTMLElement;
    if (event.key === "Escape") this.#escape(event);
    if (tagName === "INPUT" || tagName === "SELECT") return;
    const { dump, scene, ui, actions } = this.props;
    if (ui.choosing !== null || this.#layByKey(event)) return;
    const { round, ply } = dump;
    const { can } = scene;
    const idle = ui.pending === null && ui.connection !== "gone";
    const keys: Record<string, () => void> = {
      "?": () => actions.change({ kind: "help", open: !ui.help }),
      "/": () => this.#keeper.root.current?.querySelector<HTMLElement>("[data-entry]")?.focus(),
      u: () => can.undo && idle && actions.ask({ kind: "undo", round, ply }),
      r: () => can.redo && idle && actions.ask({ kind: "redo", round, ply }),
      h: () => can.hint && idle && actions.ask({ kind: "hint" }),
      a: () => can.again && idle && actions.ask({ kind: "again" }),
      l: () => this.#keeper.root.current?.querySelector<HTMLElement>("[data-legend-way]")?.click(),
      g: () => this.#keeper.root.current?.querySelector<HTMLElement>("[data-goal-way]")?.click(),
      n: () => {
        if (ui.reveal && !(ui.reveal.lasting && can.next)) this.#revealing.goOn();
        else if (can.next && idle) actions.ask({ kind: "next" });
      },
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };

  /** Lays a card of a composed move by the number of its slot, or takes one back; returns whether it did. */
  #layByKey(event: KeyboardEvent): boolean {
    const { place: at } = (event.target as HTMLElement).dataset;
    if (at === undefined || !this.#idle()) return false;
    const next = event.key === "Backspace" ? this.#picking.takeBack() : this.#picking.layByNumber(Number(event.key), at);
    if (next !== null) event.preventDefault();
    this.#focusPlace(next);
    return next !== null;
  }

  #escape(event: KeyboardEvent): void {
    const { ui, actions } = this.props;
    if (endsByEscape(ui)) event.preventDefault();
    if (ui.help) this.#closeHelp();
    else if (ui.choosing !== null && ui.confirmation === null) actions.change({ kind: "choosing", of: null });
    else if (ui.hintRequest !== null) actions.ask({ kind: "unhint" });
    else if ((event.target as HTMLElement).tagName === "INPUT") {
      if (ui.entry === "") this.#keeper.home();
    } else actions.change({ kind: "let go" });
  }

  readonly #closeHelp = () => {
    this.props.actions.change({ kind: "help", open: false });
    this.#keeper.home();
  };

  /** The values that all nodes of the board share. */
  #painting(shown: Dump, stage: Stage | null): Painting {
    const { view, dump, scene, settings, ui, actions } = this.props;
    const pending = ui.pending?.move;
    const hint = ui.hint ?? scene.hinted;
    return {
      view,
      dump: shown,
      last: this.#last(stage),
      seats: scene.seats,
      you: dump.seat,
      colours: settings.colours,
      able: this.#able(),
      picked: ui.picked,
      pending: pending ? view.steps(pending) : [],
      // a composed move uses all cards and columns: marks on all would say nothing, and the message shows which card goes where
      hinted: hint && !view.compose ? view.steps(hint) : NO_MOVES,
      spot: spotOf(scene),
      // the likeliest hidden cards are known only for the current position
      beliefs: shown === dump ? scene.beliefs : null,
      rule: ruleOpener(actions),
      turnsBack: true,
      steps: view.compose ? revealSteps(stage, ui, this.#revealing.goOn, actions) : null,
    };
  }

  override render(props: TableProps) {
    const { uid, view, dump, before, scene, rules, bots, settings, ui, theme, actions } = props;
    const guide = props.guide ?? NO_GUIDE;
    const { shown, stage } = this.#showing();
    const shownLog = this.#shown.of(props.log, stage);
    const about = boardContext(view, scene.seats, shownLog, {
      ...{ draft: ui.draft, hint: ui.hint, picked: ui.picked, turned: ui.turnedBack, memory: settings.memory },
      ...{ before: stage ? null : before, decided: stage ? null : props.decided },
      shown,
      settled: this.#settled.of(scene, stage),
      urged: this.#urged === ui.draft,
      spot: spotOf(scene) ?? null,
    }, dump.seat);
    // nothing on the screen may spoil later stages
    const held = revealCoversTable(ui);
    const now = stage?.dump ?? ui.openDump ?? dump;
    const moves = this.#moves();
    const layout = view.layout(now, about);
    const on = this.#painting(now, stage);
    const prompt = this.#prompt(about);
    const state = stateOf(ui, dump, scene.thinking !== null && !scene.stopped);
    const headed = held ? now : dump;
    const [ending, cover] = [endingOf(view, headed, stage), coverOf(scene, ui)];
    const result = this.#over || stage ? null : momentOf(scene, this.#keeper.board.current);
    const untyped = cannotType(now, scene);
    return (
      <div
        ref={this.#keeper.root}
        {...rootAttributes("table", texts.tableOf(scene.title, dump.seat), dump, state, settings, theme)}
        {...headMarks(ending, result)}
        onKeyDown={this.#onKey}
        onClickCapture={this.#taps.guard}
      >
        <div class="cw-shell">
          <Head
            uid={uid}
            view={view}
            guide={guide}
            dump={headed}
            scene={scene}
            ui={ui}
            stage={stage}
            ending={ending}
            goOn={this.#revealing.goOn}
            prompt={prompt}
            aside={whileBotsPlay(dump, scene, ui)}
            about={about}
            actions={actions}
          />
          {props.nextGame && <props.nextGame uid={`${uid}-next`} views={props.views} view={view} dump={dump} scene={scene} ui={ui} bots={bots} actions={actions} />}
          <div class={mainClass(stage, scene, result !== null, untyped)}>
            {stage === null && <OutcomePanel dump={dump} scene={scene} ui={ui} waits={result !== null} embeds={props.embeds} view={view} actions={actions} />}
            <div class="cw-stage">
              <Board
                of={layout}
                on={on}
                keeper={this.#keeper}
                marks={boardMarks(ui, stage, cover)}
                onClick={this.#onClick}
                onPointerDown={this.#onPress}
                onKeyDown={this.#onBoardKey}
              >
                {cover !== null && <Cover key={cover} seat={cover} scene={scene} actions={actions} />}
                {result !== null && <EndMoment outcome={result} done={this.#endTheMoment} />}
              </Board>
            </div>
            <div class="cw-slot">
              <MessageLine dump={dump} scene={scene} ui={ui} rules={rules} view={view} colours={settings.colours} actions={actions} />
            </div>
            <div class="cw-stage cw-below">
              <div class="cw-controls">
                <Tools uid={uid} view={view} dump={dump} scene={scene} ui={ui} actions={actions} />
              </div>
            </div>
            <div class="cw-entry-line" data-wanted={settings.legal} hidden={untyped}>
              <Entry uid={uid} moves={moves} example={this.#example(moves)} ui={ui} actions={actions} />
              <Legal
                moves={moves}
                apart={view.givesUp?.move}
                say={(move) => view.say(move, dump, about)}
                unfolded={settings.legal}
                listed={props.whole}
                play={actions.play}
              />
            </div>
            <Side
              uid={uid}
              filled={props.whole}
              view={view}
              seats={scene.seats}
              acts={scene.acts}
              gives={scene.can.sit}
              learns={scene.can.learn && props.embeds}
              message={ui.message}
              log={this.#listed.of(view, held ? shownLog : props.log, dump, settings)}
              rules={rules}
              about={this.#about(guide)}
              bots={bots}
              settings={settings}
              preferencesVersion={props.preferencesVersion}
              tab={ui.tab}
              sheet={ui.sheet === "side"}
              rule={ui.rule}
              asks={ui.questionLink}
              actions={actions}
            />
          </div>
          <Live text={told(props, stage, { layout, picking: this.#picking, prompt, anew: this.#asked.isNew(dump, ui, prompt), about })} aside={toldOfPause(dump, scene)} />
          <TableMenu uid={`${uid}-menu`} view={view} dump={dump} scene={scene} ui={ui} actions={actions} />
          {ui.help && <KeySheet keys={texts.keys({ lays: view.compose !== undefined, turns: view.lasting !== undefined, legend: view.legend !== undefined })} close={this.#closeHelp} />}
        </div>
      </div>
    );
  }
}

/** The place or card in the teacher's spotlight. */
const spotOf = ({ teacher }: Scene): string | undefined => teacher?.spot ?? undefined;
