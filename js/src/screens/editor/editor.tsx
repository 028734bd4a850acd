// The lesson editor: a position set up by hand, the question about it, and below them the step as a student will see it.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cardName } from "../../board/decks";
import { Face } from "../../board/face";
import type { GameView } from "../../board/layout";
import type { Report } from "../../kernel/connection";
import { statusOf } from "../status";
import { Confirmation } from "../../panel/confirmation";
import { Button, Choose } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import { words } from "./texts";
import type { Theme } from "../../page/theme";
import type { EditorPlace, EditorScene, EditRequest, Settings } from "../../kernel/messages";

type Edit = (what: EditRequest["what"], one?: string, to?: string) => void;

export interface EditorProps {
  uid: string;
  scene: EditorScene;
  /** The game view of the position; null if the step has no position of its own. */
  view: GameView | null;
  settings: Settings;
  theme: Theme;
  report: Report;
  /** Whether this page can show the step below. */
  embeds: boolean;
  /** Puts the student's step into this element. */
  place: (node: HTMLElement | null) => void;
  edit: Edit;
  writing: Writing;
}

/** Callbacks of the text fields; `leave` sends a text. */
export interface Writing {
  type: (field: string, text: string) => void;
  leave: (field: string) => void;
  /** Types a text and leaves the field. */
  write: (field: string, text: string) => void;
}

interface FieldProps {
  id: string;
  label: string;
  /** The text in the field, drafts included. */
  text: string;
  rows?: number;
  /** The name of the field in its hook. */
  name: string;
  writing: Writing;
}

/** A text field. It saves its text when the user leaves it; until then no message of the kernel changes the text. */
function Field({ id, label, text, rows = 1, name, writing }: FieldProps) {
  // while somebody types only the field repaints, because the form around it is expensive to draw
  const [typed, type] = useState(text);
  useLayoutEffect(() => type(text), [text]);
  const shared = {
    id,
    value: typed,
    "data-field": name,
    onInput: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      writing.type(name, value);
      type(value);
    },
    onChange: () => writing.leave(name),
  };
  return (
    <label class="cw-field" for={id}>
      <span>{label}</span>
      {rows > 1 ? <textarea {...shared} rows={rows} /> : <input {...shared} type="text" autocomplete="off" />}
    </label>
  );
}

interface CardsProps {
  view: GameView;
  colours: "two" | "four";
  cards: string[];
  picked: string | null;
  pick: (card: string) => void;
}

/** Cards as buttons that pick them. */
function Cards({ view, colours, cards, picked, pick }: CardsProps) {
  return (
    <>
      {cards.map((card) => (
        <button
          key={card}
          type="button"
          class="cw-ed-card"
          data-card={card}
          aria-label={cardName(card, view.deck)}
          aria-pressed={card === picked}
          onClick={() => pick(card)}
        >
          <Face card={card} deck={view.deck} colours={colours} />
        </button>
      ))}
    </>
  );
}

/** A press becomes a drag after this many pixels. */
const FAR = 6;

/** Lets the user drag cards with mouse, pen or finger; `drop` receives the card and the element below it. */
function useDrag(drop: (card: string, onto: Element) => void) {
  const held = useRef<{ node: HTMLElement; x: number; y: number; moved: boolean } | null>(null);
  const dragged = useRef(false);
  const end = (event: PointerEvent, dropped: boolean) => {
    const { current } = held;
    held.current = null;
    if (!current?.moved) return;
    dragged.current = true;
    const root = current.node.getRootNode() as Document | ShadowRoot;
    const onto = root.elementFromPoint(event.clientX, event.clientY);
    current.node.style.translate = current.node.style.pointerEvents = "";
    if (dropped && onto) drop(current.node.dataset.card ?? "", onto);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      dragged.current = false;
      const node = (event.target as Element).closest<HTMLElement>("[data-card]");
      if (node && event.button === 0) held.current = { node, x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = held;
      if (!current) return;
      const [x, y] = [event.clientX - current.x, event.clientY - current.y];
      if (!current.moved && Math.hypot(x, y) < FAR) return;
      if (!current.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
      current.moved = true;
      current.node.style.pointerEvents = "none";
      current.node.style.translate = `${x}px ${y}px`;
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
    /** The click that ends a drag does not count as a press. */
    onClickCapture: (event: MouseEvent) => {
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
  };
}

/** Returns a function that keeps the focus on a card while the kernel moves it, because its button is made anew there. */
function useFocusOnCard(whole: RefObject<HTMLElement | null>): (card: string) => void {
  const moving = useRef<{ card: string; from: HTMLElement | null } | null>(null);
  const buttonOf = (card: string) => whole.current?.querySelector<HTMLElement>(`[data-card="${card}"]`) ?? null;
  useLayoutEffect(() => {
    const button = moving.current && buttonOf(moving.current.card);
    if (!whole.current || !button || button === moving.current?.from) return;
    moving.current = null;
    const { activeElement: active } = whole.current.getRootNode() as Document | ShadowRoot;
    const elsewhere = active !== null && active !== button.ownerDocument.body && !whole.current.contains(active);
    if (!elsewhere) button.focus({ preventScroll: true });
  });
  return (card) => {
    moving.current = { card, from: buttonOf(card) };
  };
}

interface PositionProps {
  uid: string;
  scene: EditorScene;
  view: GameView;
  settings: Settings;
  edit: Edit;
}

/** The places of a position with their cards, and the tray with the unused cards. */
function Position({ uid, scene, view, settings: { colours }, edit }: PositionProps) {
  const [picked, pick] = useState<string | null>(null);
  const known = [...scene.tray, ...scene.places.flatMap(({ cards }) => cards)];
  const held = picked !== null && known.includes(picked) ? picked : null;
  const whole = useRef<HTMLDivElement>(null);
  const keep = useFocusOnCard(whole);
  const lay = (card: string, to: string) => {
    if (!known.includes(card)) return;
    pick(null);
    keep(card);
    edit("put", card, to);
  };
  const onCard = (place: EditorPlace | null) => (card: string) => {
    if (held === null || held === card || place === null) pick(held === card ? null : card);
    else lay(held, `${place.key}|${card}`);
  };
  const back = (card: string) => {
    pick(null);
    if (!known.includes(card) || scene.tray.includes(card)) return;
    keep(card);
    edit("take", card);
  };
  const drag = useDrag((card, onto) => {
    const place = onto.closest<HTMLElement>("[data-lies]")?.dataset.lies;
    const other = onto.closest<HTMLElement>("[data-card]")?.dataset.card;
    // a card dropped on another card takes a free place beside it; only in a full place the two change places
    const full = scene.places.some(({ key, free }) => key === place && free === 0);
    if (place !== undefined) lay(card, full && other !== undefined && other !== card ? `${place}|${other}` : place);
    else if (onto.closest("[data-tray]")) back(card);
  });
  return (
    <div
      class={held === null ? "cw-ed-position" : "cw-ed-position is-laying"}
      ref={whole}
      onKeyDown={(event) => {
        if (event.key === "Escape") pick(null);
      }}
      {...drag}
    >
      <p class="cw-soft" id={`${uid}-how`}>
        {words.how}
      </p>
      <div class="cw-ed-places" role="group" aria-label={words.position} aria-describedby={`${uid}-how`}>
        {scene.places.map((place) => (
          <div
            key={place.key}
            class={`cw-ed-place${place.cards.length + place.free > 1 ? " is-wide" : ""}${place.down ? " is-down" : ""}`}
            role="group"
            aria-label={place.down ? `${place.words}, ${words.lies}` : place.words}
            data-lies={place.key}
          >
            <span class="cw-ed-name">
              {place.words} {place.down && <em>{words.lies}</em>}
            </span>
            <Cards
              view={view}
              colours={colours}
              cards={place.cards}
              picked={held}
              pick={onCard(place)}
            />
            {place.free > 0 && (
              <button
                type="button"
                class="cw-ed-free"
                data-place={place.key}
                aria-disabled={held === null}
                aria-label={words.layOn(place.words, place.free)}
                onClick={() => held !== null && lay(held, place.key)}
              >
                +{place.free}
              </button>
            )}
          </div>
        ))}
      </div>
      <div class="cw-ed-tray" role="group" aria-label={words.tray(scene.tray.length)} data-tray>
        <b>{words.tray(scene.tray.length)}</b>
        {held !== null && !scene.tray.includes(held) && (
          <button type="button" class="cw-button" data-take onClick={() => back(held)}>
            {words.trayIs}
          </button>
        )}
        <Cards view={view} colours={colours} cards={scene.tray} picked={held} pick={onCard(null)} />
      </div>
    </div>
  );
}

/** The buttons for the moves that lead from the deal to the position. */
function Moves({ scene, edit }: { scene: EditorScene; edit: Edit }) {
  const legal = Object.fromEntries(scene.legal.map((move) => [move, move]));
  return (
    <div class="cw-controls">
      <Button icon="new" text={words.clear} mark="clear" onClick={() => edit("clear")} />
      <Button icon="again" text={words.finish} mark="finish" able={scene.tray.length > 0} onClick={() => edit("finish")} />
      <span class="cw-soft">{words.moves(scene.moves.length)}</span>
      <Button icon="undo" text={words.undo} able={scene.moves.length > 0} onClick={() => edit("back")} />
      <Button icon="go" text={words.on} able={scene.legal.length > 0} onClick={() => edit("on", "1")} />
      {scene.legal.length > 0 && (
        <Choose
          label={words.play}
          value=""
          values={{ "": words.choose, ...legal }}
          onChange={(move) => {
            if (move !== "") edit("play", move);
          }}
        />
      )}
    </div>
  );
}

/** The legal moves with check boxes for the right ones. */
function Ticks({ scene, write }: { scene: EditorScene; write: (field: string, text: string) => void }) {
  const right = (scene.fields.right ?? "").split(/[;\n]/).map((one) => one.trim()).filter((one) => one !== "");
  return (
    <details class="cw-ed-ticks">
      <summary>{words.legal(scene.legal.length)}</summary>
      {scene.legal.map((move) => (
        <label key={move} class="cw-check">
          <input
            type="checkbox"
            data-right-move={move}
            checked={right.includes(move)}
            onChange={(event) => {
              const others = right.filter((one) => one !== move);
              write("right", [...others, ...(event.currentTarget.checked ? [move] : [])].join("; "));
            }}
          />
          <code>{move}</code>
        </label>
      ))}
    </details>
  );
}

/** The form for the question about the position. */
function Question({ uid, scene, writing }: { uid: string; scene: EditorScene; writing: Writing }) {
  const { fields } = scene;
  const { write } = writing;
  const step = scene.steps[scene.step]?.id;
  const ask = fields.ask ?? "look";
  const field = (name: string, label: string, rows = 1) => (
    <Field
      key={`${step} ${name}`}
      id={`${uid}-${name}`}
      label={label}
      text={fields[name] ?? ""}
      rows={rows}
      name={name}
      writing={writing}
    />
  );
  const seats = Object.fromEntries(scene.seats.map((seat, number) => [String(number), words.seatOf(seat)]));
  return (
    <div class="cw-ed-question">
      {field("text", words.text, 4)}
      <div class="cw-controls">
        <Choose label={words.ask} value={ask} values={words.asks} onChange={(kind) => write("ask", kind)} />
        <Choose label={words.seat} value={fields.seat ?? ""} values={{ ...words.seats, ...seats }} onChange={(seat) => write("seat", seat)} />
        {(ask === "until" || ask === "move") && (
          <Choose label={words.bot} value={fields.bot ?? ""} values={{ "": words.nobody, ...scene.bots }} onChange={(bot) => write("bot", bot)} />
        )}
      </div>
      {ask === "choice" && field("choices", words.choices, 3)}
      {ask === "until" && field("until", words.until)}
      {["move", "choice", "number"].includes(ask) && field("right", words.right)}
      {ask === "move" && scene.legal.length > 0 && <Ticks scene={scene} write={write} />}
      {ask !== "look" && field("reply", words.reply)}
      {ask !== "look" && field("hints", words.hints, 2)}
      {ask !== "look" && (
        <details class="cw-ed-more">
          <summary>{words.more}</summary>
          <div class="cw-ed-question">
            {["move", "choice", "number"].includes(ask) && field("replies", words.replies, 3)}
            {field("praise", words.praise)}
            {field("reveal", words.reveal, 2)}
            {ask === "number" && field("within", words.within)}
            {field("tries", words.tries)}
            {field("points", words.points)}
          </div>
        </details>
      )}
    </div>
  );
}

/** The steps of the lesson, with buttons to add, move and remove steps. */
function Steps({ scene, edit }: { scene: EditorScene; edit: Edit }) {
  return (
    <div class="cw-controls" role="group" aria-label={words.steps}>
      {scene.steps.map(({ id, text, fault }, number) => (
        <button
          key={id}
          type="button"
          class="cw-button"
          data-step={number}
          aria-pressed={number === scene.step}
          aria-label={words.step(number + 1, text)}
          title={words.step(number + 1, text)}
          onClick={() => edit("open", id)}
        >
          {number + 1}
          {fault !== null && " •"}
        </button>
      ))}
      <Button icon="new" text={words.add} mark="add" onClick={() => edit("add")} />
      <Button icon="back" text={words.up} able={scene.step > 0} onClick={() => edit("move", "up")} />
      <Button icon="forward" text={words.down} able={scene.step < scene.steps.length - 1} onClick={() => edit("move", "down")} />
      <Button icon="bin" text={words.drop} able={scene.steps.length > 1} onClick={() => edit("drop")} />
    </div>
  );
}

export function Editor({ uid, scene, view, settings, theme, report, embeds, place, edit, writing }: EditorProps) {
  const [look, ground = look] = theme.split(" ");
  const [asked, ask] = useState<string | null>(null);
  const fault = scene.steps[scene.step]?.fault ?? null;
  const state = report.connection === "gone" ? "lost" : report.pending !== null || report.connection === "opening" ? "busy" : "ready";
  return (
    <div
      class="capture-widgets cw-editor"
      role="group"
      aria-label={words.label(scene.title)}
      data-view="editor"
      data-state={state}
      data-theme={look}
      data-ground={ground}
      data-size="normal"
      data-colours={settings.colours}
    >
      <div class="cw-ed-shell">
        <div class="cw-ed-head">
          <Field id={`${uid}-title`} label={words.title} text={scene.title} name="title" writing={writing} />
          <Steps scene={scene} edit={edit} />
        </div>
        <div class="cw-ed-main">
          <section aria-label={words.position}>
            <div class="cw-controls">
              <h3>{words.position}</h3>
              <Choose
                label={words.game}
                value={asked ?? scene.game}
                values={{ ...(scene.by_hand ? {} : { "": words.none }), ...scene.games }}
                onChange={(slug) => {
                  if (slug === "" || slug === scene.game) ask(null);
                  else if (scene.made) ask(slug);
                  else edit("game", slug);
                }}
              />
            </div>
            {asked !== null && (
              <Confirmation
                name={`${uid}-discard`}
                text={words.discard}
                yes={words.discards}
                no={words.keeps}
                answer={(yes) => {
                  ask(null);
                  if (yes) edit("game", asked);
                }}
              />
            )}
            {view === null ? (
              <p class="cw-soft">{words.elsewhere}</p>
            ) : (
              <>
                <Moves scene={scene} edit={edit} />
                <MessageField message={statusOf(report, words.lost, null)} />
                <Position uid={uid} scene={scene} view={view} settings={settings} edit={edit} />
              </>
            )}
          </section>
          <section aria-label={words.question}>
            <h3>{words.question}</h3>
            <Question uid={uid} scene={scene} writing={writing} />
            <p role="status" class={fault === null ? "cw-ed-fault" : "cw-ed-fault is-open"} data-fault={fault === null ? "no" : "yes"}>
              {fault === null ? words.ready : fault !== "" && words.fault(fault)}
            </p>
            <div class="cw-controls">
              <Button icon="go" text={words.preview} strong able={fault === null} mark="try" onClick={() => edit("try")} />
              <Button icon="save" text={words.save} able={scene.steps.every((one) => one.fault === null)} mark="save" onClick={() => edit("save")} />
            </div>
            <p class="cw-soft" role="status">{words.saved(scene.saved)}</p>
            {view === null && <MessageField message={statusOf(report, words.lost, null)} />}
          </section>
        </div>
      </div>
      {scene.trial !== null && <p class="cw-soft">{embeds ? words.seen : words.alone}</p>}
      <div ref={place} />
    </div>
  );
}
