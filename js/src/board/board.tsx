// The board of all widgets: draws a view's layout as buttons and cards, keeps the focus, drags and moves cards.
import { type ComponentChild, type ComponentChildren, createRef } from "preact";
import { type RememberedFocus, goal, rememberFocus, rove, Roving } from "./a11y";
import { Arrow } from "./arrow";
import { Card } from "./card";
import { contentMarks } from "./contents";
import { cardName, type DeckName } from "./decks";
import { memo } from "./memo";
import { type DragHost, draggable } from "./drag";
import { LastMoveMark, MOST_FRAMES } from "./lastMove";
import { type ViewContext, type Act, type Box, isLast, marked, type Node, type Plate, type Spot, type Verdict, type GameView } from "./layout";
import { move as moveCards, type CardPlaces, cardPlaces, motionIsReduced, TRAVEL } from "./motion";
import { Avatar, hasFace } from "./avatar";
import { isCalledYou, nameOrLetter, nameOrSeat, plateName } from "./names";
import { RuleLink } from "./ruleLink";
import { spoken } from "./spoken";
import { windowNow } from "../page/telephone";
import { texts } from "../texts";
import type { Dump, LogEntry, SeatInfo, Viewer } from "../kernel/messages";

/** What all nodes of one repaint share. */
export interface Painting {
  view: GameView;
  dump: Dump;
  seats: readonly SeatInfo[];
  /** The seat that the table calls "you"; undefined at a table that makes no moves. */
  you?: Viewer;
  colours: "two" | "four";
  able: ReadonlySet<string>;
  picked: readonly string[];
  pending: readonly string[];
  hinted: readonly string[];
  /** The place or card in the teacher's spotlight. */
  spot?: string | undefined;
  /** The places that the last move touched, as paths in the table. */
  last: readonly string[];
  /** The likeliest hidden cards in words, by their paths in the table. */
  beliefs?: Readonly<Record<string, string[]>> | null;
  /** Whether this is a picture, without buttons. */
  look?: boolean;
  /** Whether known cards are buttons that list their moments. */
  listsMoments?: boolean;
  /** Opens the rules panel. */
  rule?: (rule: string) => void;
  /** Whether the words about an open battle have a button that closes it; the board takes its click. */
  turnsBack?: boolean;
  /** The buttons of a reveal, in the place of those that play a composed move. */
  steps?: ComponentChild;
}

export function viewContext(view: GameView, log: LogEntry[], more: Partial<ViewContext> = {}): ViewContext {
  return {
    card: (text) => cardName(text, view.deck),
    seat: texts.seat,
    who: (seat) => texts.playerNamed(texts.seat(seat)),
    whose: (seat) => texts.whose(texts.seat(seat)),
    log,
    before: null,
    decided: null,
    draft: {},
    hint: null,
    picked: [],
    memory: "last",
    ...windowNow(),
    shown: null,
    spot: null,
    turned: false,
    ...more,
  };
}

/**
 * The context in which every screen draws a position: the players' names, the moves that led there, and the position
 * before. The words address the player at the seat `own`, or with the name "you", as "you".
 */
export function boardContext(view: GameView, seats: readonly SeatInfo[], log: LogEntry[], more: Partial<ViewContext>, own?: Viewer): ViewContext {
  const isOwn = (seat: number) => seat === own || isCalledYou(seats, seat, own ?? null);
  return viewContext(view, log, {
    who: (seat) => (isOwn(seat) ? texts.you.toLowerCase() : nameOrSeat(seats, seat)),
    whose: (seat) => (isOwn(seat) ? texts.your : texts.whose(nameOrLetter(seats, seat))),
    ...more,
  });
}

/** Turns marks into classes with a prefix, so that a page's own `.far` or `.open` does not style them. */
function classes(name: string, marks: readonly string[]): string {
  return [name, ...marks.map((mark) => `is-${mark}`)].join(" ");
}

function stateMarks(place: string | null, on: Painting): string[] {
  if (place === null) return [];
  if (on.look) return on.hinted.includes(place) ? ["hinted"] : []; // a picture has no buttons, but shows a better move
  const marks: string[] = [on.able.has(place) ? "able" : "unable"];
  if (on.picked.includes(place)) marks.push("picked");
  if (on.pending.includes(place)) marks.push("pending");
  if (on.hinted.includes(place)) marks.push("hinted");
  return marks;
}

interface HitProps {
  place: string;
  label: string;
  title: string | null;
  grip: boolean;
  able: boolean;
  picked: boolean;
  /** Whether the last move touched this place. */
  last: boolean;
}

/** The button over a card or a box. It takes focus and clicks and has the name for screen readers; the card below is only a drawing. */
function hit({ place, label, title, grip, able, picked, last }: HitProps) {
  return (
    <button
      key=" hit"
      type="button"
      class="cw-hit"
      data-place={place}
      tabIndex={-1}
      aria-disabled={!able}
      aria-pressed={picked}
      aria-label={last ? `${label}, ${texts.lastMove}` : label}
      {...(title !== null && { title })}
      {...(last && { "data-last": "" })}
      {...(grip && { "data-grip": "" })}
    />
  );
}

/** The likeliest hidden cards at a path; null where there are none. */
function likeliestCards(lies: string | null, beliefs: Painting["beliefs"]): string[] | null {
  if (lies === null || !beliefs) return null;
  const key = lies in beliefs ? lies : Object.keys(beliefs).find((path) => path.startsWith(`${lies}/`));
  return key === undefined ? null : (beliefs[key] ?? null);
}

/** The likeliest hidden card of a place; the place's name and tooltip list more of them. */
function Belief({ words }: { words: string[] }) {
  return (
    <span class="cw-belief" aria-hidden="true" data-belief>
      {words[0]}
    </span>
  );
}

interface SpotProps {
  name: string;
  /** The name for screen readers; null if the box around the card has a complete name. */
  spokenName: string | null;
  card: string | null;
  was: string | null;
  deck: DeckName;
  colours: "two" | "four";
  index: "left" | "top";
  id: string | null;
  from: string | null;
  mute: boolean;
  badge: string | null;
  title: string | null;
  grip: boolean;
  /** The place that can be picked here. */
  place: string | null;
  able: boolean;
  picked: boolean;
  /** Whether it is a button that lists the moments of its card. */
  asks: boolean;
  /** Whether the last move touched this place. */
  last: boolean;
  /** The likeliest cards at a place that is face down. */
  belief: string[] | null;
}

/**
 * A spot repaints only when its props change, because most of a table remains the same. The box from which a card comes
 * does not count, because it matters only when the card arrives.
 */
const SpotNode = memo(function SpotNode({ name, spokenName, badge, title, grip, place, able, picked, asks, last, belief, ...card }: SpotProps) {
  const words = last ? `${spokenName ?? ""}, ${texts.lastMove}` : spokenName;
  const speech = place !== null || asks ? {} : spokenName === null ? { "aria-hidden": true } : { role: "img" as const, "aria-label": words ?? "" };
  return (
    <div class={name} {...speech} {...(last && place === null && { "data-last": "" })} {...(belief && { title: texts.believed(belief) })}>
      <Card {...card} asks={asks ? words : null} />
      {badge !== null && <span class="cw-tag" aria-hidden="true" data-tag={badge} />}
      {last && <LastMoveMark />}
      {belief !== null && <Belief words={belief} />}
      {place !== null && hit({ place, label: spokenName ?? "", title, grip, able, picked, last })}
    </div>
  );
}, "from");

function spot(of: Spot, on: Painting) {
  const { card, was, lies, id, from, mute, badge, title, grip } = of;
  const { view, colours } = on;
  const place = on.look ? null : of.place;
  const last = isLast(lies, on.last);
  const lit = on.spot !== undefined && ((on.spot === of.place && !of.unlit) || on.spot === card);
  const marks = [...of.marks, ...stateMarks(of.place, on), ...(card === null ? ["empty"] : []), ...(last ? ["last"] : []), ...(lit ? ["spotlit"] : [])];
  const able = place !== null && on.able.has(place);
  const picked = place !== null && on.picked.includes(place);
  const belief = card === "??" ? likeliestCards(lies, on.beliefs) : null;
  const asks = on.listsMoments === true && card !== null && card !== "??";
  const silent = mute && place === null && !asks;
  const spokenName = silent ? null : [spoken(of, view), belief && texts.believed(belief)].filter((words) => words !== null).join(", ");
  const index = of.marks.includes("stacked") ? "top" : "left";
  const name = classes("cw-spot", marks);
  return <SpotNode key={of.key} {...{ name, spokenName, card, was, colours, index, id, from, mute, badge, title, grip, place, able, picked, asks, last, belief }} deck={view.deck} />;
}

function act(of: Act, on: Painting) {
  if (on.look) return null;
  return (
    <button
      key={of.key}
      type="button"
      class={classes("cw-act", stateMarks(of.place, on))}
      data-place={of.place}
      tabIndex={-1}
      aria-disabled={!on.able.has(of.place)}
      aria-pressed={on.picked.includes(of.place)}
      title={of.title}
    >
      {of.text}
    </button>
  );
}

interface PlateProps {
  seat: number;
  turn: boolean;
  won: boolean;
  name: string;
  level: string | null;
  role: string | null;
  words: string;
}

const PlateNode = memo(function PlateNode({ seat, turn, won, name, level, role, words }: PlateProps) {
  return (
    <div class={classes("cw-plate", [...(turn ? ["turn"] : []), ...(won ? ["winner"] : []), ...(role === null ? [] : ["role"])])} data-box={`plate${seat}`}>
      <span class={hasFace(level) ? "cw-badge is-face" : "cw-badge"} aria-hidden="true">
        {texts.seat(seat)}
        <Avatar level={level} />
      </span>
      <span class="cw-plate-name">
        <span class="cw-name">{name}</span>
        <span class="cw-points">
          {role !== null && <b class="cw-role">{role}</b>}
          {words}
        </span>
      </span>
      <span class="cw-to-move" hidden={!turn}>
        {texts.toMove}
      </span>
    </div>
  );
});

function plate({ key, seat, role, note }: Plate, { dump, seats, you }: Painting) {
  const turn = !dump.is_over && dump.to_play === seat;
  const won = (dump.returns?.[seat] ?? 0) > 0;
  const name = plateName(seats, seat, you ?? null);
  const words = note ?? texts.points(dump.points[seat] ?? 0);
  return <PlateNode key={key} {...{ seat, turn, won, name, role, words }} level={seats[seat]?.level ?? null} />;
}

function VerdictNode({ of, on }: { of: Verdict; on: Painting }) {
  return (
    <div class="cw-verdict">
      {of.reasons.map(({ text }, at) => (
        <p key={text}>
          {texts.because(text)} {on.rule && of.rule !== null && at === of.reasons.length - 1 && <RuleLink rule={of.rule} words={texts.whyRule} open={on.rule} />}
        </p>
      ))}
      {of.done !== null && on.turnsBack && (
        <button type="button" class="cw-button is-strong" data-turn-back>
          {of.done}
        </button>
      )}
    </div>
  );
}

/** Folds start open on boards at least so wide (px), unless they lie over other things; on a projector everything is larger. */
const ROOMY = { normal: 760, projector: 1000 };

function unfold(fold: HTMLDetailsElement | null): void {
  if (!fold) return;
  const least = fold.closest('[data-size="projector"]') ? ROOMY.projector : ROOMY.normal;
  fold.open = (fold.closest(".cw-board")?.clientWidth ?? 0) >= least && getComputedStyle(fold).position !== "absolute";
}

function fold(of: Box, on: Painting) {
  return (
    // what is listed under another title begins anew: what somebody opened on a narrow board does not lie over what comes next
    <details key={`${of.key} ${of.label ?? ""}`} class={classes(`cw-box cw-fold cw-b-${of.name}`, of.marks)} data-box={of.key} ref={unfold}>
      <summary>{of.label}</summary>
      {of.kids.map((kid) => draw(kid, on))}
    </details>
  );
}

function box(of: Box, on: Painting) {
  const belief = likeliestCards(of.lies, on.beliefs);
  const spokenName = [of.label, of.note, belief && texts.believed(belief)].filter((words) => words).join(", ");
  const place = on.look ? null : of.place;
  const last = isLast(of.lies, on.last);
  const speech = place !== null || of.label === null ? {} : { role: "group" as const, "aria-label": spokenName };
  return (
    <div
      key={of.key}
      class={classes(`cw-box cw-${of.shape} cw-b-${of.name}`, [
        ...of.marks,
        ...contentMarks(of),
        ...stateMarks(of.place, on),
        ...marked({ last, believed: belief !== null, spotlit: on.spot !== undefined && on.spot === of.place }),
      ])}
      data-box={of.key}
      {...(of.across !== null && { style: { "--across": of.across } })}
      {...speech}
      {...(last && place === null && { "data-last": "" })}
      {...(place === null && of.title !== null && { title: of.title })}
      {...(belief && { title: texts.believed(belief) })}
    >
      {[
        // one list: Preact would make a component of a list beside other nodes
        ...of.kids.map((kid) => draw(kid, on)),
        of.name === "acts" && on.steps,
        last && <LastMoveMark key=" last" />,
        belief !== null && <Belief key=" belief" words={belief} />,
        place !== null && hit({ place, label: spokenName, title: of.title, grip: false, able: on.able.has(place), picked: on.picked.includes(place), last }),
      ]}
    </div>
  );
}

/** Draws a node of a layout. It is no component, because a table draws a hundred nodes at every move. */
function draw(of: Node, on: Painting): ComponentChild {
  switch (of.kind) {
    case "spot":
      return spot(of, on);
    case "act":
      return act(of, on);
    case "plate":
      return plate(of, on);
    case "note":
      return (
        <div key={of.key} class={classes("cw-note", of.marks)}>
          {of.text}
        </div>
      );
    case "verdict":
      return <VerdictNode key={of.key} of={of} on={on} />;
    case "box":
      return of.shape === "fold" ? fold(of, on) : box(of, on);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The props that all nodes of a picture share; nothing in it can be picked. */
export function picture(
  view: GameView,
  dump: Dump,
  seats: readonly SeatInfo[],
  colours: "two" | "four",
  last: readonly string[] = [],
): Painting {
  return { view, dump, seats, colours, able: NONE, picked: [], pending: [], hinted: [], last, look: true };
}

/** The positions of cards and the focus before a repaint. */
export interface Before {
  stood: CardPlaces | null;
  focus: RememberedFocus | null;
}

/** How a repaint moves the cards: they travel to their new places, stay, or jump there. */
export type CardMotion = "travel" | "stay" | "jump";

/** Remembers the focus of a screen and the positions of its cards from one repaint to the next. */
export class RepaintMemory {
  readonly root = createRef<HTMLDivElement>();
  readonly board = createRef<HTMLDivElement>();
  readonly roving = new Roving();
  readonly #listening = new AbortController();
  /** The positions of cards before repaints that are not on screen yet. */
  #flight: CardPlaces | null = null;
  /** The positions after the last motion, valid until the next paint; they save another measurement. */
  #landed: CardPlaces | null = null;
  #landing = 0;
  readonly #resized =
    typeof ResizeObserver === "undefined"
      ? null
      : new ResizeObserver(([entry]) => {
          const [box] = entry?.borderBoxSize ?? [];
          const frame = this.#landed?.frame;
          // also called for a motion that makes the board higher, after its measurement
          const same = box && frame && Math.abs(box.inlineSize - frame.width) + Math.abs(box.blockSize - frame.height) < 0.5;
          if (!same) this.#landed = null;
        });

  /** Called when the board is on the page; makes its cards draggable. */
  mount(host: Omit<DragHost, "board">): void {
    const board = this.board.current;
    if (!board) return;
    rove(board, null);
    this.#resized?.observe(board);
    draggable({ board, ...host }, this.#listening.signal);
  }

  unmount(): void {
    this.#resized?.disconnect();
    this.#listening.abort();
  }

  before(way: CardMotion): Before {
    const root = this.root.current;
    const board = this.board.current;
    if (way === "jump") this.#flight = null;
    const flies = way === "travel" && this.#flight === null && board && !motionIsReduced(board);
    const lie = performance.now() > this.#landing ? this.#landed : null;
    const stood = flies ? (lie ?? cardPlaces(board)) : null;
    this.#landed = null;
    return { stood, focus: root && rememberFocus(root) };
  }

  /** Called after a repaint; `first` takes the focus if the screen had it. */
  after({ stood, focus }: Before, first?: HTMLElement | null): void {
    const root = this.root.current;
    const board = this.board.current;
    if (!(board && root)) return;
    rove(board, this.roving.stop);
    if (focus && first) first.focus({ preventScroll: true }); else if (focus) this.roving.restore(root, board, focus);
    if (stood) this.#fly(board, stood);
  }

  /** Starts the motion just before the browser paints, because earlier measurements would force one more layout. */
  #fly(board: HTMLElement, stood: CardPlaces): void {
    this.#flight = stood;
    requestAnimationFrame(() => {
      const from = this.#flight;
      this.#flight = null;
      if (from && board.isConnected) this.#landed = moveCards(board, from);
      this.#landing = performance.now() + TRAVEL;
    });
  }

  /** Moves the focus in the direction of a key; returns whether there is a place in that direction. */
  step(from: HTMLElement, key: string): boolean {
    const board = this.board.current;
    const to = board && goal(board, from, key);
    to?.focus();
    return to !== null;
  }

  /** Returns the focus to the board. */
  home(): void {
    const board = this.board.current;
    if (board) (rove(board, this.roving.stop) ?? board).focus();
  }

  readonly onFocus = ({ target }: FocusEvent) => {
    if (this.board.current) this.roving.note(this.board.current, target as HTMLElement);
  };
}

/** Whether something on the board can be picked; what gives a game up is no place of the board. */
function offers({ look, able, view }: Painting): boolean {
  return look !== true && able.size > Number(view.givesUp !== undefined && able.has(view.givesUp.move));
}

interface BoardProps {
  of: Node;
  on: Painting;
  marks?: readonly string[];
  /** Undefined for a board that is only a picture. */
  keeper?: RepaintMemory;
  onClick?: (event: MouseEvent) => void;
  onPointerDown?: (event: PointerEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ComponentChildren;
}

export function Board({ of, on, marks = [], keeper, children, ...handlers }: BoardProps) {
  const more = [...(offers(on) ? ["offering"] : []), ...(on.last.length > MOST_FRAMES ? ["much"] : [])];
  return (
    <div
      class={classes("cw-board", [...marks, ...more])}
      // in a toolbar a screen reader leaves the arrow keys to the page, which lead from place to place here
      role={keeper ? "toolbar" : "group"}
      aria-label={texts.board}
      {...(keeper && { tabIndex: -1, ref: keeper.board, onFocusIn: keeper.onFocus })}
      {...handlers}
    >
      {keeper && <Arrow />}
      {draw(of, on)}
      {children}
    </div>
  );
}
