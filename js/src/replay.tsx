// The replay: a recorded game to step through. Stepping moves an index; the kernel is asked only for what was not sent yet.
import { Component } from "preact";
import { focused, KeySheet, Live, nameOf } from "./a11y";
import { aboutOf, type Before, Board, Keeper, type Painting, picture } from "./board";
import { type Changes, changes, highlight, type Moment, moments } from "./changes";
import { cardName } from "./decks";
import { fold, joined } from "./fold";
import type { Node, View } from "./layout";
import { reported, type Report, stateOf } from "./link";
import { Moves } from "./moves";
import { Asked, Changed, Lines, Notes } from "./notes";
import { MessageField } from "./panel/message";
import { Rules } from "./panel/rules";
import { Look } from "./panel/side";
import { Picking } from "./picking";
import { Controls, type Go, Player, type Position, type Tab, Tabs } from "./player";
import { hooks } from "./screen";
import { texts } from "./texts";
import type { Theme } from "./theme";
import { Timeline } from "./timeline";
import type {
  Ballot,
  Dump,
  Frames,
  Mark,
  Note,
  Prediction,
  Question,
  ReplayScene,
  Request,
  Rule,
  Settings,
  Tail,
  Timeline as Told,
  Variation,
} from "./messages";

export interface ReplayProps extends Position {
  uid: string;
  view: View;
  frames: Frames[];
  tail: Tail | null;
  scene: ReplayScene;
  notes: Record<string, Note>;
  lines: Variation[];
  /** What an analysis tells this viewer; null without one. */
  timeline: Told | null;
  question: Question | null;
  told: Prediction | null;
  /** What the class is asked. */
  poll: Ballot | null;
  rules: Rule[];
  settings: Settings;
  theme: Theme;
  report: Report;
  set: (position: Partial<Position>) => void;
  look: (settings: Partial<Settings>) => void;
  ask: (ask: Request) => void;
}

interface State {
  speed: string;
  tab: Tab;
  /** The position to compare with, in place of the move before. */
  pinned: Dump | null;
  /** The card whose moments are listed. */
  card: string | null;
  /** What is picked of a move that is chosen on the table: void as soon as another position is shown. */
  picked: readonly string[];
  draft: Record<string, string>;
  /** Why what was asked for is not done here. */
  notice: string | null;
  /** The rule at which the rules stand. */
  rule: string | null;
  help: boolean;
}

const NO_PICKS = { picked: [], draft: {}, notice: null };
const START = { speed: "1000", tab: "log", pinned: null, card: null, rule: null, help: false } as const;

/** Cards travel unless the next step comes sooner (ms): who scrubs wants to see positions. */
const SCRUB = 150;

const NO_MARKS: readonly Mark[] = [];
const NOTHING: ReadonlySet<string> = new Set();
const KEYS: Record<string, Go> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

function typing({ tagName, type }: HTMLInputElement): boolean {
  return tagName === "TEXTAREA" || tagName === "SELECT" || (tagName === "INPUT" && type !== "range");
}

export class Replay extends Component<ReplayProps, State> {
  override state: State = { ...START, ...NO_PICKS };
  private readonly keeper = new Keeper();
  private readonly picking = new Picking(() => {
    const { picked, draft } = this.state;
    return {
      view: this.props.view,
      dump: this.dump(),
      picked,
      draft,
      pick: (next) => this.setState({ ...NO_PICKS, draft, picked: next }),
      lay: (next) => this.setState({ ...NO_PICKS, draft: next }),
      letGo: this.letGo,
      unready: () => this.setState({ notice: this.prompt() }),
      play: (move) => {
        this.letGo();
        this.choose(move);
      },
    };
  });
  private timer: ReturnType<typeof setInterval> | undefined;
  private moved = 0;
  private quick = false;
  private rounds: { frames: Frames[]; tail: Tail | null; all: Frames[] } | null = null;
  private readonly folded = new WeakMap<Frames, Dump[]>();

  override componentDidMount() {
    this.pace();
    const lift = (place: string) => {
      if (this.purpose() === null) return false;
      this.picking.lift(place);
      return true;
    };
    const drop = (place: string) => {
      if (this.purpose() !== null) this.picking.fall(place);
    };
    this.keeper.mount({ lift, drop, cancel: this.letGo });
  }

  override componentWillUnmount() {
    clearInterval(this.timer);
    this.keeper.unmount();
  }

  override componentWillReceiveProps(next: ReplayProps) {
    const { ply, round, line, seat } = this.props;
    if (next.ply !== ply || next.round !== round || next.line !== line || next.seat !== seat) this.setState(NO_PICKS);
    if (next.ply === ply && next.round === round) return;
    const now = performance.now();
    this.quick = now - this.moved < SCRUB;
    this.moved = now;
  }

  override getSnapshotBeforeUpdate(old: ReplayProps, { draft }: State): Before {
    const moved = old.ply !== this.props.ply || old.round !== this.props.round || draft !== this.state.draft;
    return this.keeper.before(moved ? (this.quick ? "jump" : "travel") : "stay");
  }

  override componentDidUpdate(old: ReplayProps, state: State, before: Before) {
    this.keeper.after(before);
    if (old.playing !== this.props.playing || state.speed !== this.state.speed) this.pace();
    if (this.state.pinned && old.seat !== this.props.seat) this.setState({ pinned: null });
  }

  /** Among cards and places the arrows lead from one to the next; everywhere else they step through the moves. */
  private readonly onBoardKey = (event: KeyboardEvent) => {
    const board = this.keeper.board.current;
    const from = board && focused(board);
    if (!from || nameOf(from) === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { look } = from.dataset;
    if (look !== undefined && (event.key === "Enter" || event.key === " ")) this.setState({ card: look });
    else if (event.key in KEYS || event.key.startsWith("Arrow")) this.keeper.step(from, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Starts or stops the clock. */
  private pace(): void {
    clearInterval(this.timer);
    if (!this.props.playing) return;
    const speed = Number(this.state.speed);
    this.timer = setInterval(() => {
      // another view of this replay may step it too
      if (performance.now() - this.moved < speed * 0.8) return;
      if (this.able("forward")) this.go("forward");
      else this.props.set({ playing: false });
    }, speed);
  }

  private all(): Frames[] {
    const { frames, tail } = this.props;
    if (this.rounds?.frames !== frames || this.rounds.tail !== tail)
      this.rounds = { frames, tail, all: joined(frames, tail) };
    return this.rounds.all;
  }

  private frames(): Frames {
    const all = this.all();
    const found = all.find(({ round }) => round === this.props.round) ?? all[0];
    if (!found) throw new Error("a replay without rounds");
    return found;
  }

  private dumps(of = this.frames()): Dump[] {
    const known = this.folded.get(of);
    if (known) return known;
    const dumps = fold(of);
    this.folded.set(of, dumps);
    return dumps;
  }

  private index(): number {
    const dumps = this.dumps();
    const at = this.props.ply - (dumps[0]?.ply ?? 0);
    return Math.min(Math.max(at, 0), dumps.length - 1);
  }

  private dump(): Dump {
    const found = this.dumps()[this.index()];
    if (!found) throw new Error("a round without positions");
    return found;
  }

  /** Whether the viewer has to answer before the next move is shown. */
  private asked(): boolean {
    const { question, round } = this.props;
    return question?.round === round && question.ply === this.dumps()[this.index()]?.ply;
  }

  /** Whether the position shown is the one that the class votes on. */
  private polled(): boolean {
    const { poll } = this.props;
    const { round, ply } = this.dump();
    return poll?.round === round && poll.ply === ply;
  }

  /** What a move chosen on the table is for; null where cards tell about themselves instead. */
  private purpose(): "answer" | "vote" | "on" | null {
    if (this.asked()) return "answer";
    if (this.polled() && this.props.poll?.open === true && this.dump().legal_moves.length > 0) return "vote";
    const { scene, question, seat } = this.props;
    const plays = this.state.tab === "lines" && scene.edits && scene.spoilers && seat === null && question === null;
    return plays && this.dump().legal_moves.length > 0 ? "on" : null;
  }

  private readonly choose = (move: string) => {
    const kind = this.purpose();
    const { round, ply } = this.dump();
    if (kind !== null) this.props.ask({ kind, round, ply, move });
  };

  private readonly letGo = () => this.setState({ picked: [], notice: null });

  /** What can be done on the table now. */
  private prompt(): string {
    const { view } = this.props;
    const dump = this.dump();
    const { picked, draft } = this.state;
    return this.purpose() === null ? "" : view.prompt(dump, picked, aboutOf(view, [], { draft }));
  }

  private readonly openRule = (rule: string) => this.show("rules", rule);

  private show(tab: Tab, rule: string | null = null): void {
    this.setState({ ...NO_PICKS, tab, rule });
  }

  private readonly help = () => {
    const help = !this.state.help;
    this.setState({ help });
    if (!help) this.keeper.home();
  };

  private neighbour(by: number): Frames | undefined {
    const all = this.all();
    return all[all.indexOf(this.frames()) + by];
  }

  private able(where: Exclude<Go, "play">): boolean {
    const index = this.index();
    if (where === "first") return index > 0;
    if (where === "back") return index > 0 || this.neighbour(-1) !== undefined;
    const last = this.dumps().length - 1;
    if (where === "last") return index < last;
    const comes = this.props.scene.more && this.props.report.link !== "lost" && !this.asked();
    return index < last || this.neighbour(1) !== undefined || comes;
  }

  /** Plays or pauses; from the end it plays from the start. */
  private toggle(): void {
    const { playing, set } = this.props;
    if (!playing && this.asked()) this.setState({ notice: texts.answerFirst });
    else {
      if (!playing && !this.able("forward")) this.go("first");
      set({ playing: !playing });
    }
  }

  private go(where: Go): void {
    const { scene, round, set } = this.props;
    const dumps = this.dumps();
    const index = this.index();
    const last = dumps.length - 1;
    const to = (at: number) => set({ ply: dumps[at]?.ply ?? 0 });
    if (where === "play") this.toggle();
    else if (where === "first") to(0);
    else if (where === "last") to(last);
    else if (!this.able(where)) return;
    else if (where === "back") {
      const before = this.neighbour(-1);
      if (index > 0) to(index - 1);
      else if (before) set({ round: before.round, ply: this.dumps(before).at(-1)?.ply ?? 0 });
    } else if (index < last) to(index + 1);
    else {
      const next = this.neighbour(1);
      if (next) set({ round: next.round, ply: next.dumps[0].ply });
      // the kernel has what comes now
      else if (scene.more && dumps[last]?.is_over) set({ round: round + 1, ply: 0 });
      else set({ ply: (dumps[last]?.ply ?? 0) + 1 });
    }
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target as HTMLInputElement)) return;
    if (event.key === "Escape" && this.state.help) this.help();
    else if (event.key === "Escape") this.letGo();
    else if (event.key === "?") this.help();
    const { tagName } = event.target as HTMLElement;
    const pressed = tagName === "BUTTON" || tagName === "SUMMARY";
    const where = event.key === " " && !pressed ? "play" : KEYS[event.key];
    if (where === undefined || (event.target as HTMLElement).role === "tab") return;
    event.preventDefault();
    this.go(where);
  };

  /** A click picks while a move is chosen; else it lists when a card was dealt, shown, played and taken. */
  private readonly onCard = (event: MouseEvent) => {
    const target = event.target as Element;
    if (this.purpose() !== null) {
      const { place } = target.closest<HTMLElement>("[data-place]")?.dataset ?? {};
      if (place === undefined) return;
      this.keeper.roving.stop = place;
      this.picking.aim(place);
      return;
    }
    const { card } = target.closest<HTMLElement>("[data-card]")?.dataset ?? {};
    this.setState({ card: card ?? null });
  };

  private readonly pin = (pinned: boolean) => {
    this.setState({ pinned: pinned ? (this.dumps()[this.index()] ?? null) : null });
  };

  private readonly say = (move: string) => {
    const { view } = this.props;
    const dump = this.dump();
    return view.say(move, dump, aboutOf(view, []));
  };

  private player(index: number, said: string) {
    const { props } = this;
    const dumps = this.dumps();
    const plies = { first: dumps[0]?.ply ?? 0, last: dumps.at(-1)?.ply ?? 0, at: dumps[index]?.ply ?? 0 };
    return (
      <Player
        plies={plies}
        count={props.scene.spoilers ? texts.plyOf(index, dumps.length - 1) : String(index)}
        said={said}
        playing={props.playing}
        able={(where) => this.able(where)}
        go={(where) => this.go(where)}
        scrub={(ply) => props.set({ ply })}
      />
    );
  }

  private controls() {
    const { props } = this;
    return (
      <Controls
        position={props}
        lenses={props.scene.lenses}
        rounds={props.frames.map(({ round, dumps: [first] }) => ({ round, ply: first.ply }))}
        speed={this.state.speed}
        pace={(speed) => this.setState({ speed })}
        set={props.set}
        help={this.state.help}
        keys={this.help}
      />
    );
  }

  /** What is known of moves of the main line. */
  private marks(): readonly Mark[] {
    return this.props.line === 0 ? this.props.scene.marks : NO_MARKS;
  }

  private timeline(part: "picture" | "words" | "both") {
    const { timeline, round, scene, set, ask } = this.props;
    if (timeline === null) return null;
    const dumps = this.dumps();
    const [first, last] = [dumps[0]?.ply ?? 0, dumps.at(-1)?.ply ?? 0];
    const ply = dumps[this.index()]?.ply ?? 0;
    const open = scene.lenses.some(({ seat }) => seat === null);
    return (
      <Timeline
        part={part}
        told={timeline}
        round={round}
        ply={ply}
        first={first}
        last={last}
        go={(to) => set({ ply: to })}
        step={open && scene.edits ? (line) => set({ seat: null, line }) : null}
      >
        {scene.learn !== null && (
          <div class="cw-learn">
            {scene.learn === "does" && <span>{texts.learning}</span>}
            <button type="button" class="cw-button" data-learn={scene.learn} onClick={() => ask({ kind: scene.learn === "does" ? "unlearn" : "learn" })}>
              {scene.learn === "does" ? texts.unlearn : texts.learn}
            </button>
          </div>
        )}
      </Timeline>
    );
  }

  private moments(card: string) {
    const { view, set } = this.props;
    const found: Moment[] = moments(view, this.dumps(), card);
    return (
      <p class="cw-moments" data-moments={card}>
        {texts.momentsOf(cardName(card, view.deck))}
        {found.map(({ ply, kind }) => (
          <button
            key={`${ply}${kind}`}
            type="button"
            class="cw-link"
            data-moment={kind}
            data-ply={ply}
            onClick={() => set({ ply })}
          >
            {texts.momentAt(texts.moment[kind], ply)}
          </button>
        ))}
      </p>
    );
  }

  private panel(dump: Dump, changed: Changes, before: Dump | null) {
    const { uid, scene, notes, lines, line, seat, question, set, ask } = this.props;
    const { tab, pinned } = this.state;
    if (tab === "rules") return <Rules rules={this.props.rules} rule={this.state.rule} />;
    if (tab === "look") return <Look view={this.props.view} settings={this.props.settings} set={this.props.look} plays={false} />;
    if (tab === "changes")
      return <Changed changes={changed} from={before?.ply ?? 0} pinned={pinned !== null} pin={this.pin} />;
    if (tab === "notes") {
      const at = `${dump.round}/${dump.ply}`;
      const edits = scene.edits && line === 0;
      return (
        <Notes key={`${at} ${line}`} uid={uid} note={notes[at]} round={dump.round} ply={dump.ply} edits={edits} ask={ask} />
      );
    }
    const able = scene.edits && scene.spoilers && question === null;
    const open = seat === null;
    return (
      <Lines lines={lines} line={line} dump={dump} able={able} open={open} say={this.say} set={set} ask={ask} play={this.choose} />
    );
  }

  /** The position shown: its layout, the moves that led there, and its differences from another one. */
  private picture() {
    const { view, settings } = this.props;
    const { tab, pinned } = this.state;
    const dump = this.dump();
    const earlier = this.dumps()[this.index() - 1] ?? null;
    const { log } = this.frames();
    const made = log.filter((entry) => entry.ply <= dump.ply);
    const now = made.at(-1);
    // a move that was hidden when it was made is shown so at its moment
    if (now?.veiled !== undefined && now.ply === dump.ply)
      made[made.length - 1] = { ...now, move: null, text: now.veiled };
    const { memory } = settings;
    const draft = this.purpose() === null ? {} : this.state.draft;
    const about = aboutOf(view, made, { memory, draft, before: earlier });
    const layout: Node = view.layout(dump, about);
    const before = pinned ?? earlier;
    const said = made.at(-1)?.text ?? texts.beforeFirst;
    const changed: Changes = { words: [], places: NOTHING };
    if (tab !== "changes" || !before) return { dump, log, said, layout, before, changed };
    const then = log.filter((entry) => before.round === dump.round && entry.ply <= before.ply);
    const found = changes(view, [before, aboutOf(view, then, { memory })], [dump, about]);
    return { dump, log, said, layout: highlight(layout, found.places), before, changed: found };
  }

  /** What came of the last answer. */
  private verdict(dump: Dump): { same: boolean; right: boolean; text: string } | null {
    const { view, told } = this.props;
    if (told?.round !== dump.round) return null;
    // a poor answer leaves its question open
    const before = told.ply === dump.ply ? dump : this.dumps()[this.index() - 1];
    if (told.ply !== before?.ply || (told.ply === dump.ply && !this.asked())) return null;
    const about = aboutOf(view, []);
    const both = (move: string) => `${move} (${view.say(move, before, about)})`;
    const { chosen, played, right, words } = told;
    const text = words === null ? texts.told(both(chosen), both(played), right) : `${both(chosen)} ${words}`;
    return { same: chosen === played, right, text };
  }

  /** Where the class stands with its vote. */
  private ballot(dump: Dump): string {
    const { poll, view } = this.props;
    if (poll === null) return "";
    const { chosen } = poll;
    if (!poll.open) return texts.voteOver;
    if (!this.polled()) return texts.voteElsewhere;
    if (dump.legal_moves.length === 0) return texts.voteOthers(texts.seat(dump.to_play ?? 0));
    return chosen === null ? texts.voteNow : texts.voted(`${chosen} (${view.say(chosen, dump, aboutOf(view, []))})`);
  }

  /** What is shown, what came of the last answer, what is asked now, and what can be done on the table for that. */
  private head(dump: Dump, said: string) {
    const { scene, notes, poll } = this.props;
    const note = notes[`${dump.round}/${dump.ply}`];
    const ballot = this.ballot(dump);
    const purpose = this.purpose();
    const mark = this.marks().find(({ at }) => at === `${dump.round}/${dump.ply}`);
    const verdict = this.verdict(dump);
    const asked = this.question(dump);
    const prompt = this.prompt();
    return (
      <div class="cw-head">
        <div class="cw-title" role="heading" aria-level={3}>
          {texts.replayOf(scene.title)}
        </div>
        <div class="cw-turn">
          {said}
          {note?.glyph && <b class="cw-glyph"> {note.glyph}</b>}
          {mark && (
            <span class="cw-lost" data-lost>
              {mark.glyph !== note?.glyph && <b class="cw-glyph"> {mark.glyph}</b>} {mark.words}
            </span>
          )}
        </div>
        {verdict && (
          <div class="cw-verdict-line" data-told={verdict.same ? "same" : "other"} data-right={verdict.right}>
            {verdict.text}
          </div>
        )}
        {poll !== null && purpose !== "vote" && (
          <div class="cw-turn" data-ballot={poll.chosen ?? ""}>
            {poll.question} <span class="cw-ballot">{ballot}</span>
          </div>
        )}
        {prompt && (
          <div class="cw-prompt" data-prompt>
            {prompt}
          </div>
        )}
        <Live text={[verdict?.text, said, asked, poll?.question, ballot].filter((words) => words).join(" ")} />
      </div>
    );
  }

  /** The question that is open here, in words; empty where none is. */
  private question(dump: Dump): string {
    if (!this.asked()) return "";
    return this.props.question?.words ?? texts.ask(texts.seat(dump.to_play ?? 0));
  }

  private message() {
    const { report, scene } = this.props;
    const { notice } = this.state;
    return <MessageField message={reported(report, texts.stepping, notice, scene.notice)} open={this.openRule} />;
  }

  private painting(dump: Dump, chooses: boolean, picked: readonly string[]): Painting {
    const { view, scene, settings } = this.props;
    const seen = picture(view, dump, scene.seats, settings.colours, this.frames().last[this.index()] ?? []);
    if (!chooses) return { ...seen, asks: true };
    return { ...seen, look: false, able: this.picking.able(), picked };
  }

  override render(props: ReplayProps, { tab, card }: State) {
    const { uid, scene, settings, theme, notes } = props;
    const { dump, log, said, layout, before, changed } = this.picture();
    const purpose = this.purpose();
    const picked = purpose === null ? [] : this.state.picked;
    const on = this.painting(dump, purpose !== null, picked);
    const note = notes[`${dump.round}/${dump.ply}`];
    // on a projector the board has what height there is: all that can stands beside it
    const apart = settings.size === "projector" && props.timeline !== null;
    return (
      <div
        ref={this.keeper.root}
        {...hooks("replay", texts.replayOf(scene.title), dump, stateOf(props.report, dump), settings, theme)}
        data-line={props.line}
        onKeyDown={this.onKey}
      >
        <div class="cw-shell">
          {this.head(dump, said)}
          <div class="cw-main">
            {(purpose === "answer" || purpose === "vote") && (
              <Asked
                uid={uid}
                words={purpose === "answer" ? this.question(dump) : `${props.poll?.question ?? ""} ${this.ballot(dump)}`}
                dump={dump}
                who={props.who}
                say={this.say}
                name={(who) => props.set({ who })}
                play={this.choose}
                better={props.question?.better === true ? () => props.ask({ kind: "better" }) : null}
              />
            )}
            <div class="cw-stage">
              <Board
                of={layout}
                on={on}
                keeper={this.keeper}
                marks={picked.length > 0 ? ["choosing"] : []}
                onClick={this.onCard}
                onKeyDown={this.onBoardKey}
              />
              {this.message()}
              {card !== null && this.moments(card)}
              {this.player(this.index(), said)}
              {!apart && this.controls()}
              {this.timeline(apart ? "picture" : "both")}
            </div>
            <div class="cw-side">
              <Tabs uid={uid} title={scene.title} tab={tab} show={(one) => this.show(one)} />
              <div class="cw-panel" id={`${uid}-panel-log`} role="tabpanel" aria-labelledby={`${uid}-tab-log`} hidden={tab !== "log"}>
                <Moves
                  log={log}
                  notes={notes}
                  marks={this.marks()}
                  round={dump.round}
                  ply={dump.ply}
                  seen={tab === "log"}
                  onPick={(ply) => props.set({ ply })}
                />
              </div>
              <div class="cw-panel" id={`${uid}-panel-more`} role="tabpanel" aria-labelledby={`${uid}-tab-${tab}`} hidden={tab === "log"}>
                {tab !== "log" && this.panel(dump, changed, before)}
              </div>
              {tab === "log" && note?.comment && (
                <p class="cw-said" data-said>
                  {note.comment}
                </p>
              )}
              {apart && (
                <div class="cw-apart">
                  {this.controls()}
                  {this.timeline("words")}
                </div>
              )}
            </div>
          </div>
          {this.state.help && <KeySheet keys={texts.replayKeys} close={this.help} />}
        </div>
      </div>
    );
  }
}
