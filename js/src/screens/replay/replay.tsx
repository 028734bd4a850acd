// The replay: a recorded game to step through. A step moves an index; the screen asks the kernel only for plies that it does not have.
import { Component } from "preact";
import { focused, KeySheet, nameOf } from "../../board/a11y";
import type { Stage } from "../../board/layout";
import { boardContext, viewContext, type Before, Board, RepaintMemory, type Painting, picture } from "../../board/board";
import { urge } from "../../board/motion";
import { Picking } from "../../board/picking";
import { stateOf } from "../status";
import { leavesByEscape } from "../../page/fullScreen";
import { rootAttributes } from "../../page/root";
import { texts as replayTexts } from "./texts";
import type { Changes } from "./changes";
import { Clock } from "./clock";
import { ballotWords, ReplayHead, ReplayMessage, type Verdict, verdictOf } from "./head";
import { countWords, LearnPanel, markedMove } from "./learn";
import { Moments } from "./moments";
import { Moves } from "./moves";
import { QuestionForm } from "./notes";
import { SidePanel } from "./panel";
import { type Picture, pictureOf } from "./picture";
import { Controls, type Go, LensChoice, opens, Player, type Tab, Tabs } from "./player";
import { Result } from "./result";
import { Rounds } from "./rounds";
import { isFar, isLearning, judgedMove, judgedPlaces, KEYS, marksOf, NO_PICKS, outlinedMove, questionWords, type ReplayProps, START, type State, statusIn, TYPING } from "./state";
import { RoundTimeline } from "./timeline";
import { timesOf } from "../table/revealing";
import type { Dump, Request } from "../../kernel/messages";

export class Replay extends Component<ReplayProps, State> {
  override state: State = { ...START, ...NO_PICKS };
  readonly #keeper = new RepaintMemory();
  readonly #picking = new Picking(() => {
    const { picked, draft } = this.state;
    return {
      view: this.props.view,
      dump: this.#rounds.dump(),
      picked,
      draft,
      pick: (next) => this.setState({ ...NO_PICKS, draft, picked: next }),
      lay: (next) => this.setState({ ...NO_PICKS, draft: next }),
      letGo: this.#letGo,
      unready: () => this.setState({ urged: draft }, () => void urge(this.#keeper.root.current)),
      play: (move) => {
        this.#letGo();
        this.#choose(move);
      },
    };
  });
  readonly #clock = new Clock();
  /** Whether the focus goes to the table with the next position. */
  #refocuses = false;
  readonly #rounds = new Rounds(() => this.props);

  override componentDidMount() {
    this.#runClock();
    const lift = (place: string) => {
      if (this.#pickPurpose() === null) return false;
      this.#picking.lift(place);
      return true;
    };
    const drop = (place: string) => {
      if (this.#pickPurpose() !== null) this.#picking.dropOn(place);
    };
    this.#keeper.mount({ lift, drop, cancel: this.#letGo });
  }

  override componentWillUnmount() {
    this.#clock.end();
    this.#keeper.unmount();
  }

  override componentWillReceiveProps(next: ReplayProps) {
    const { ply, round, line, seat } = this.props;
    if (next.ply !== ply || next.round !== round || next.line !== line || next.seat !== seat) this.setState({ ...NO_PICKS, stage: null });
    if (next.ply === ply && next.round === round) return;
    // who lets the moves play sees each reveal; who steps comes to the position, and can ask for the reveal
    if (next.playing && next.round === round && next.ply === ply + 1) this.setState({ stage: this.#clock.begun(0, false, this.state.speed, this.#keeper.board.current) });
    this.#clock.note();
  }

  override getSnapshotBeforeUpdate(old: ReplayProps, { draft, stage }: State): Before {
    const jumps = this.#clock.quick || isFar(old, this.props) || (stage === null && this.state.stage !== null && old.ply === this.props.ply);
    const moved = old.ply !== this.props.ply || old.round !== this.props.round || draft !== this.state.draft || stage !== this.state.stage;
    return this.#keeper.before(moved ? (jumps ? "jump" : "travel") : "stay");
  }

  override componentDidUpdate(old: ReplayProps, state: State, before: Before) {
    this.#keeper.after(before);
    if (old.playing !== this.props.playing || state.speed !== this.state.speed || state.stage?.at !== this.state.stage?.at) this.#runClock();
    if (state.stage !== this.state.stage) this.#clock.tell(this.state.stage, (told) => this.setState({ stage: told }));
    if (this.state.pinned && old.seat !== this.props.seat) this.setState({ pinned: null });
    if (this.#refocuses && (old.ply !== this.props.ply || old.scene !== this.props.scene)) {
      this.#refocuses = false;
      this.#keeper.home();
    }
  }

  /** On cards and places, arrow keys move the focus; everywhere else they step through the moves. */
  readonly #onBoardKey = (event: KeyboardEvent) => {
    const board = this.#keeper.board.current;
    const from = board && focused(board);
    if (!from || nameOf(from) === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { look } = from.dataset;
    if (look !== undefined && (event.key === "Enter" || event.key === " ")) this.setState({ card: look });
    else if (event.key in KEYS || event.key.startsWith("Arrow")) this.#keeper.step(from, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Starts or stops the timer of playing. */
  #runClock(): void {
    this.#clock.stop();
    if (!this.props.playing && !this.state.stage?.runs) return;
    const steps = this.#stage() ? timesOf(this.#rounds.stages())[this.state.stage?.at ?? 0] : 1;
    this.#clock.run(Number(this.state.speed) * (steps ?? 1), () => {
      const { stage } = this.state;
      if (stage && this.#stage()) this.#turnUp(stage.at + 1, stage.runs);
      else if (this.props.playing && this.#able("forward")) this.#go("forward");
      else this.setState({ stage: null }, () => this.props.set({ playing: false }));
    });
  }

  /** Whether the viewer has to answer before the next move is shown. */
  #questionIsOpen(): boolean {
    const { question, round } = this.props;
    return question?.round === round && question.ply === this.#rounds.dump().ply;
  }

  /** Whether the position shown is the one that the class votes on. */
  #isPollPosition(): boolean {
    const { poll } = this.props;
    const { round, ply } = this.#rounds.dump();
    return poll?.round === round && poll.ply === ply;
  }

  /** The purpose of picks on the table; null if a click lists the moments of a card instead. */
  #pickPurpose(): "answer" | "vote" | "on" | null {
    if (this.#questionIsOpen()) return "answer";
    if (this.#isPollPosition() && this.props.poll?.open === true && this.#rounds.dump().legal_moves.length > 0) return "vote";
    const { scene, question, seat } = this.props;
    const plays = this.state.tab === "lines" && scene.edits && scene.spoilers && seat === null && question === null;
    return plays && this.#rounds.dump().legal_moves.length > 0 ? "on" : null;
  }

  readonly #choose = (move: string) => {
    const kind = this.#pickPurpose();
    const { round, ply } = this.#rounds.dump();
    if (kind === "answer") this.setState({ asked: { round, ply, move, told: this.props.told } });
    if (kind !== null) this.props.ask({ kind, round, ply, move });
  };

  readonly #letGo = () => this.setState({ picked: [], notice: null });

  /** A sentence that says what the user can do on the table now. */
  #prompt(): string {
    const { view } = this.props;
    const dump = this.#rounds.dump();
    const { picked, draft, urged } = this.state;
    const about = () => boardContext(view, this.props.scene.seats, [], { draft, urged: draft === urged, asked: this.#learns() });
    return this.#pickPurpose() === null ? "" : view.prompt(dump, picked, about());
  }

  readonly #openRule = (rule: string) => this.#show("rules", rule);

  #show(tab: Tab, rule: string | null = null): void {
    this.setState({ ...NO_PICKS, tab, rule });
  }

  readonly #help = () => {
    const help = !this.state.help;
    this.setState({ help });
    if (!help) this.#keeper.home();
  };

  /** The stage of a reveal that the board shows; null where it shows the position. */
  #stage(): Stage | null {
    const { stage } = this.state;
    return stage === null || this.#learns() || this.#pickPurpose() !== null ? null : this.#rounds.stage(stage);
  }

  /** Shows another stage of the reveal, and after the last one the position. */
  #turnUp(at: number, runs = false): void {
    this.#clock.note();
    this.setState({ stage: this.#clock.begun(at, runs, this.state.speed, this.#keeper.board.current) });
  }

  readonly #turnAllUp = () => this.#turnUp(0, true);

  #able(where: Exclude<Go, "play">): boolean {
    const index = this.#rounds.index();
    if (this.#stage() && where !== "first") return true;
    if (where === "first") return index > 0;
    if (where === "back") return index > 0 || this.#rounds.neighbour(-1) !== undefined;
    const last = this.#rounds.dumps().length - 1;
    if (where === "last") return index < last;
    const comes = this.props.scene.more && this.props.report.connection !== "gone" && !this.#questionIsOpen();
    return index < last || this.#rounds.neighbour(1) !== undefined || comes;
  }

  /** Plays or pauses; from the end it plays from the start. */
  #toggle(): void {
    const { playing, set } = this.props;
    if (!playing && this.#questionIsOpen()) this.setState({ notice: replayTexts.answerFirst });
    else {
      if (!playing && !this.#able("forward")) this.#go("first");
      set({ playing: !playing });
    }
  }

  #go(where: Go): void {
    const { scene, set } = this.props;
    const stage = this.#stage() && this.state.stage;
    if (where === "play") this.#toggle();
    else if (stage && where === "forward") this.#turnUp(stage.at + 1);
    else if (stage && stage.at > 0 && where === "back") this.#turnUp(stage.at - 1);
    else if (where === "first" || where === "last" || this.#able(where)) {
      this.setState({ stage: null });
      set(this.#rounds.target(where, scene.more));
    }
  }

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches(TYPING)) return;
    if (event.key === "Escape") this.#escape(event);
    else if (event.key === "?") this.#help();
    else if (this.#learns()) this.#learnKey(event);
    const { tagName } = event.target as HTMLElement;
    const pressed = tagName === "BUTTON" || tagName === "SUMMARY";
    const where = event.key === " " && !pressed ? "play" : KEYS[event.key];
    if (where === undefined || (event.target as HTMLElement).role === "tab") return;
    event.preventDefault();
    this.#go(where);
  };

  /** Closes or undoes what was begun last; else goes back to the table, unless that key leaves the full screen. */
  #escape(event: KeyboardEvent): void {
    const { help, picked, card } = this.state;
    const { leave } = this.props;
    const own = help || picked.length > 0 || card !== null;
    if (own) event.preventDefault();
    if (help) this.#help();
    else if (picked.length > 0) this.#letGo();
    else if (card !== null) this.setState({ card: null });
    else if (leave && !leavesByEscape(event.currentTarget as HTMLElement)) {
      event.preventDefault();
      leave();
    }
  }

  /** Asks for the next mistake or the better move; the card or button that has the focus may be gone then. */
  readonly #learn = (what: Request) => {
    this.#refocuses = true;
    this.props.ask(what);
  };

  /** N goes on to the next mistake, B shows the better move, T tries again. */
  #learnKey({ key }: KeyboardEvent): void {
    const open = this.#questionIsOpen();
    const { scene } = this.props;
    if (key === "n" && !open && scene.learn === "does") this.#learn({ kind: "learn" });
    else if (key === "b" && open) this.#learn({ kind: "better" });
    else if (key === "t" && open) this.#tryAgain();
  }

  /** A click picks a place if picks have a purpose; else it lists the moments of a card. */
  readonly #onCard = (event: MouseEvent) => {
    const target = event.target as Element;
    if (this.#pickPurpose() !== null) {
      const { place } = target.closest<HTMLElement>("[data-place]")?.dataset ?? {};
      if (place === undefined) return;
      this.#keeper.roving.stop = place;
      this.#picking.pickPlace(place);
      return;
    }
    const { card } = target.closest<HTMLElement>("[data-card]")?.dataset ?? {};
    this.setState({ card: card ?? null });
  };

  readonly #pin = (pinned: boolean) => {
    this.setState({ pinned: pinned ? this.#rounds.dump() : null });
  };

  readonly #say = (move: string) => {
    const { view } = this.props;
    const dump = this.#rounds.dump();
    return view.say(move, dump, viewContext(view, []));
  };

  #player(move: string, controls: boolean) {
    const { props } = this;
    const [index, last] = [this.#rounds.index(), this.#rounds.dumps().length - 1];
    return (
      <Player
        plies={this.#rounds.plies()}
        count={countWords(props, this.#rounds.dump(), index, last)}
        move={move}
        playing={props.playing}
        able={(where) => this.#able(where)}
        go={(where) => this.#go(where)}
        scrub={(ply) => props.set({ ply })}
      >
        {controls && this.#controls()}
      </Player>
    );
  }

  #controls() {
    const { props } = this;
    return (
      <Controls
        position={props}
        rounds={props.frames.map(({ round, dumps: [first] }) => ({ round, ply: first.ply }))}
        speed={this.state.speed}
        pace={(speed) => this.setState({ speed })}
        set={props.set}
        help={this.state.help}
        keys={this.#help}
      />
    );
  }

  #timeline(part: "picture" | "words" | "both") {
    return this.#learns() ? null : <RoundTimeline of={this.props} rounds={this.#rounds} part={part} />;
  }

  #panel(dump: Dump, changed: Changes, before: Dump | null) {
    const { tab, pinned, rule } = this.state;
    const hands = { say: this.#say, play: this.#choose, pin: this.#pin };
    return <SidePanel props={this.props} {...{ tab, pinned, rule, dump, changed, before }} {...hands} />;
  }

  #picture(): Picture {
    const { view, settings, scene } = this.props;
    const { tab, pinned } = this.state;
    const better = outlinedMove(this.props, this.#rounds.dump());
    const shown = better === null ? undefined : view.laid?.(better);
    const draft = this.#pickPurpose() === null ? (shown ?? {}) : this.state.draft;
    return pictureOf(view, this.#rounds, { seats: scene.seats, memory: settings.memory, draft, pinned, compares: tab === "changes", stage: this.#stage() });
  }

  #head(dump: Dump, move: string) {
    const { scene, notes, poll, seat, set, ask, leave } = this.props;
    const at = `${dump.round}/${dump.ply}`;
    const learns = this.#learns();
    return (
      <ReplayHead
        title={scene.title}
        move={move}
        note={notes[at]}
        mark={learns ? undefined : marksOf(this.props).find((one) => one.at === at)}
        verdict={learns ? null : this.#verdict(dump)}
        seen={scene.lenses.length === 1 ? (scene.lenses[0]?.words ?? "") : ""}
        lens={<LensChoice seat={seat} lenses={scene.lenses} set={set} />}
        turnUp={this.#rounds.stages().length > 0 && !this.#stage() && !learns ? this.#turnAllUp : undefined}
        leave={leave}
        learn={scene.learn}
        search={scene.search}
        ask={ask}
        question={learns ? "" : this.#question(dump)}
        poll={poll}
        ballot={ballotWords(this.props.view, poll, dump, this.#isPollPosition())}
        votes={this.#pickPurpose() === "vote"}
        prompt={learns ? "" : this.#prompt()}
        urges={this.state.draft === this.state.urged ? this.#prompt() : ""}
      />
    );
  }

  /** Whether the viewer is learning from mistakes. */
  #learns(): boolean {
    return isLearning(this.props.scene);
  }

  /** The verdict on the last answer, where it is shown. */
  #verdict(dump: Dump): Verdict | null {
    const { told, view } = this.props;
    return told === this.state.retried ? null : verdictOf(view, told, dump, this.#rounds.earlier(), this.#questionIsOpen() || this.#learns());
  }

  #learnPanel(dump: Dump) {
    const { question } = this.props;
    return (
      <LearnPanel
        of={this.props}
        question={this.#questionIsOpen() ? question : null}
        verdict={this.#verdict(dump)}
        judging={this.#questionIsOpen() ? judgedMove(this.state.asked, this.props) : null}
        outlined={outlinedMove(this.props, dump)}
        dump={dump}
        say={this.#say}
        play={this.#choose}
        prompt={this.#prompt()}
        ask={this.#learn}
        again={this.#tryAgain}
      />
    );
  }

  readonly #tryAgain = () => {
    this.setState({ ...NO_PICKS, retried: this.props.told, asked: null });
    this.#keeper.home();
  };

  /** The open question in words; empty if none is open. */
  #question(dump: Dump): string {
    return this.#questionIsOpen() ? questionWords(this.props, dump) : "";
  }

  #painting(dump: Dump, chooses: boolean, picked: readonly string[]): Painting {
    const { view, scene, settings } = this.props;
    const stage = this.#stage();
    const last = stage ? (stage.last ?? []) : (this.#rounds.frames().last[this.#rounds.index()] ?? []);
    const seen = picture(view, stage?.dump ?? dump, scene.seats, settings.colours, last);
    const better = outlinedMove(this.props, dump);
    if (!chooses) return { ...seen, listsMoments: true, hinted: better === null ? [] : view.steps(better) };
    return { ...seen, look: false, able: this.#picking.able(), picked, pending: judgedPlaces(this.state.asked, this.props) };
  }

  override render(props: ReplayProps, { tab, card }: State) {
    const { uid, scene, settings, theme, notes } = props;
    const { dump, over, log, move, layout, before, changed } = this.#picture();
    const purpose = this.#pickPurpose();
    const picked = purpose === null ? [] : this.state.picked;
    const on = this.#painting(dump, purpose !== null, picked);
    const note = notes[`${dump.round}/${dump.ply}`];
    // on a projector the board gets the whole height, and everything else stands beside it
    const apart = settings.size === "projector" && props.timeline !== null;
    return (
      <div
        ref={this.#keeper.root}
        {...rootAttributes("replay", replayTexts.replayOf(scene.title), dump, stateOf(props.report, dump), settings, theme)}
        data-line={props.line}
        onKeyDown={this.#onKey}
      >
        <div class="cw-shell">
          {this.#head(dump, move)}
          <div class="cw-main">
            {this.#learns() && this.#learnPanel(dump)}
            {(purpose === "vote" || (purpose === "answer" && !this.#learns())) && (
              <QuestionForm
                uid={uid}
                words={purpose === "answer" ? this.#question(dump) : `${props.poll?.question ?? ""} ${ballotWords(props.view, props.poll, dump, true)}`}
                dump={dump}
                who={props.who}
                say={this.#say}
                name={(who) => props.set({ who })}
                play={this.#choose}
              />
            )}
            <div class="cw-stage">
              <Board
                of={layout}
                on={on}
                keeper={this.#keeper}
                marks={picked.length > 0 ? ["choosing"] : []}
                onClick={this.#onCard}
                onKeyDown={this.#onBoardKey}
              />
              <ReplayMessage message={statusIn(props, this.state)} found={scene.notice} open={this.#openRule} />
              {card !== null && <Moments view={props.view} dumps={this.#rounds.dumps()} card={card} go={(ply) => props.set({ ply })} />}
              {this.#player(move, !apart)}
              {this.#timeline(apart ? "picture" : "both")}
            </div>
            <div class="cw-side">
              {over && <Result of={this.#rounds.frames().outcome} />}
              <Tabs uid={uid} title={scene.title} tab={tab} open={opens(scene.lenses)} show={(one) => this.#show(one)} />
              <div class="cw-panel" id={`${uid}-panel-log`} role="tabpanel" aria-labelledby={`${uid}-tab-log`} hidden={tab !== "log"}>
                <Moves
                  log={log}
                  notes={notes}
                  marks={marksOf(props)}
                  round={dump.round}
                  {...markedMove(props, dump, this.#say)}
                  seen={tab === "log"}
                  onPick={(ply) => props.set({ ply })}
                />
              </div>
              <div class="cw-panel" id={`${uid}-panel-more`} role="tabpanel" aria-labelledby={`${uid}-tab-${tab}`} hidden={tab === "log"}>
                {tab !== "log" && this.#panel(dump, changed, before)}
              </div>
              {tab === "log" && note?.comment && (
                <p class="cw-remark" data-said>
                  {note.comment}
                </p>
              )}
              {apart && (
                <div class="cw-beside-board">
                  {this.#controls()}
                  {this.#timeline("words")}
                </div>
              )}
            </div>
          </div>
          {this.state.help && <KeySheet keys={replayTexts.replayKeys} close={this.#help} />}
        </div>
      </div>
    );
  }
}
