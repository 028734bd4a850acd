// Everything around the table: turn, match, buttons, messages, typed moves, lists, rules, seats, looks.
import { Component, createRef, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { focused } from "./a11y";
import { completions } from "./pick";
import { TabList } from "./tabs";
import { texts } from "./texts";
import type { Stage } from "./layout";
import type { Said } from "./link";
import type { Event, Message, Tab, Ui } from "./ui";
import type { Ask, BotInfo, Dump, LogEntry, Rule, Scene, Settings } from "./wire";

/** What the screen can bring about. */
export interface Actions {
  ask: (ask: Ask) => void;
  play: (move: string) => void;
  change: (event: Event) => void;
  set: (settings: Partial<Settings>) => void;
}

const ICONS = {
  undo: "M6.5 3 3 6.5 6.5 10M3.5 6.5h6a3.5 3.5 0 0 1 0 7H6",
  redo: "M9.5 3 13 6.5 9.5 10M12.5 6.5H6.5a3.5 3.5 0 0 0 0 7H10",
  hint: "M6 11.5h4M6.5 14h3M8 2a4.2 4.2 0 0 0-2.2 7.8V11h4.4V9.800A4.2 4.200 0 0 0 8 2z",
  new: "M3 5.500 9 3.500l2.600 8-6 2zM11 5l2.500.800-2 6.500",
  same: "M13 8a5 5 0 1 1-1.500-3.500M13 2.500v3h-3",
  next: "M4 3l5 5-5 5M9 3l5 5-5 5",
  stop: "M5 3v10M11 3v10",
  go: "M5 3l8 5-8 5z",
  first: "M4 3v10M13 3L7 8l6 5z",
  back: "M11 3L5 8l6 5z",
  forward: "M5 3l6 5-6 5z",
  last: "M12 3v10M3 3l6 5-6 5z",
  help: "M2 4.500h12v7H2zM4.500 7h0M8 7h0M11.500 7h0M5 9.500h6",
};

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="cw-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

interface ButtonProps {
  icon: keyof typeof ICONS;
  text: string;
  able?: boolean;
  strong?: boolean;
  onClick: () => void;
}

/** A button that keeps the focus when it cannot be used: `aria-disabled`, not `disabled`. */
export function Button({ icon, text, able = true, strong = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class={strong ? "cw-button is-strong" : "cw-button"}
      title={text}
      aria-disabled={!able}
      onClick={() => {
        if (able) onClick();
      }}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}

function turnWords(dump: Dump, scene: Scene): string {
  const { to_play: seat } = dump;
  if (dump.is_over || seat === null) return scene.match?.over ? texts.matchOver : texts.over;
  const name = texts.seat(seat);
  if (scene.stopped && scene.seats[seat]?.kind === "bot") return texts.paused(name);
  if (scene.thinking !== null) return texts.thinks(texts.seat(scene.thinking));
  if (scene.acts.includes(seat)) return texts.yourTurn(name);
  return texts.turnOf(name, scene.seats[seat]?.name ?? "");
}

/** How a rule is opened in the rules panel. */
export function opens(actions: Actions) {
  return (rule: string) => actions.change({ kind: "tab", tab: "rules", rule });
}

/** A rule's name, which opens it in the rules panel. */
export function RuleLink({ rule, open }: { rule: string; open: (rule: string) => void }) {
  return (
    <button type="button" class="cw-link" onClick={() => open(rule)}>
      {texts.openRule(rule)}
    </button>
  );
}

interface HeadProps {
  dump: Dump;
  scene: Scene;
  ui: Ui;
  /** What is being shown in place of the position. */
  stage: Stage | null;
  prompt: string;
  actions: Actions;
}

/** The game, whose turn it is, and what can be done now. */
export function Head({ dump, scene, ui, stage, prompt, actions }: HeadProps) {
  const { match } = scene;
  const mine = !dump.is_over && dump.to_play !== null && scene.acts.includes(dump.to_play);
  return (
    <div class={stage ? "cw-head is-showing" : "cw-head"}>
      <div class="cw-title" role="heading" aria-level={3}>
        {scene.title}
      </div>
      <div class={mine && ui.link !== "lost" ? "cw-turn is-mine" : "cw-turn"}>
        {scene.thinking !== null && !dump.is_over && <span class="cw-dots" aria-hidden="true" />}
        {ui.pending ? texts.sending : turnWords(dump, scene)}
      </div>
      <div class="cw-prompt">
        {stage?.text ?? prompt}{" "}
        {stage?.shown?.why.map(({ rule }) => (
          <RuleLink key={rule} rule={rule} open={opens(actions)} />
        ))}
      </div>
      {stage && ui.reveal && (
        <div class="cw-reveal">
          <button type="button" class="cw-button is-strong" data-reveal onClick={() => actions.change({ kind: "reveal", on: "next" })}>
            {ui.reveal.at < ui.reveal.of - 2 ? texts.nextColumn : ui.reveal.at < ui.reveal.of - 1 ? texts.showResult : texts.goOn}
          </button>
          {ui.reveal.at < ui.reveal.of - 1 && (
            <button type="button" class="cw-button" onClick={() => actions.change({ kind: "reveal", on: "end" })}>
              {texts.skip}
            </button>
          )}
        </div>
      )}
      {match && (
        <div class="cw-match">
          <span>{texts.matchTo(match.target)}</span>
          {match.totals.map((total, seat) => (
            <span key={seat} class="cw-total">
              <b>{texts.seat(seat)}</b> {total}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

export function Tools({ dump, scene, ui, actions }: { dump: Dump; scene: Scene; ui: Ui; actions: Actions }) {
  const { can } = scene;
  const { round, ply } = dump;
  const idle = ui.pending === null && ui.link !== "lost";
  const bots = !dump.is_over && scene.seats.some((seat) => seat.kind === "bot");
  return (
    <div class="cw-tools" role="group" aria-label={scene.title}>
      <Button
        icon="undo"
        text={texts.undo}
        able={can.undo && idle}
        onClick={() => actions.ask({ kind: "undo", round, ply })}
      />
      <Button
        icon="redo"
        text={texts.redo}
        able={can.redo && idle}
        onClick={() => actions.ask({ kind: "redo", round, ply })}
      />
      <Button icon="hint" text={texts.hint} able={can.hint && idle} onClick={() => actions.ask({ kind: "hint" })} />
      {bots &&
        (scene.stopped ? (
          <Button icon="go" text={texts.go} able={idle} onClick={() => actions.ask({ kind: "go" })} />
        ) : (
          <Button icon="stop" text={texts.stop} able={idle} onClick={() => actions.ask({ kind: "stop" })} />
        ))}
      {can.new && (
        <>
          <Button
            icon="new"
            text={texts.newDeal}
            able={idle}
            onClick={() => actions.ask({ kind: "new", same: false })}
          />
          <Button
            icon="same"
            text={texts.sameDeal}
            able={idle}
            onClick={() => actions.ask({ kind: "new", same: true })}
          />
        </>
      )}
      <Button icon="help" text={texts.help} onClick={() => actions.change({ kind: "help", open: !ui.help })} />
    </div>
  );
}

/** What stands in the message field: the kernel's state before anything else. */
function messageOf(scene: Scene, ui: Ui): Message | null {
  if (ui.link === "lost") return { text: texts.lost, rule: null, move: null, tone: "refused" };
  if (ui.link === "slow") return { text: texts.slow, rule: null, move: null, tone: "notice" };
  if (ui.message) return ui.message;
  if (ui.pending?.late) return { text: texts.late, rule: null, move: null, tone: "notice" };
  return scene.notice ? { ...scene.notice, move: null, tone: "notice" } : null;
}

interface MessageFieldProps {
  message: Said | null;
  open?: (rule: string) => void;
}

/** The last refusal or notice; a rule that refused can be opened. */
export function MessageField({ message, open }: MessageFieldProps) {
  return (
    <div
      class={message ? `cw-message is-${message.tone}` : "cw-message is-none"}
      role="alert"
      data-message
      {...(message?.rule && { "data-rule": message.rule })}
    >
      {message && <span>{message.text}</span>}
      {message?.rule && open && <RuleLink rule={message.rule} open={open} />}
    </div>
  );
}

export function MessageLine({ scene, ui, actions }: { scene: Scene; ui: Ui; actions: Actions }) {
  return <MessageField message={messageOf(scene, ui)} open={opens(actions)} />;
}

interface EntryProps {
  uid: string;
  moves: string[];
  ui: Ui;
  actions: Actions;
}

/** A longer move would be cut off in the field. */
const FITS = 8;

/** A move can be typed; what it may become is offered below, and Tab or a click takes it. */
export function Entry({ uid, moves, ui, actions }: EntryProps) {
  const [chosen, choose] = useState(-1);
  const [open, setOpen] = useState(false);
  const found = open ? completions(moves, ui.entry) : [];
  const list = found.length === 1 && found[0] === ui.entry ? [] : found;
  const example = moves[0] !== undefined && moves[0].length <= FITS ? moves[0] : undefined;
  const write = (text: string) => {
    choose(-1);
    actions.change({ kind: "entry", text });
  };
  const play = (text: string) => {
    setOpen(false);
    choose(-1);
    if (text.trim() !== "") actions.play(text);
  };
  const take = (text: string) => {
    write(text);
    setOpen(false);
  };
  const keys: Record<string, () => boolean> = {
    Enter: () => {
      play(list[chosen] ?? ui.entry);
      return true;
    },
    ArrowDown: () => {
      setOpen(true);
      choose(Math.min(chosen + 1, found.length - 1));
      return true;
    },
    ArrowUp: () => {
      choose(Math.max(chosen - 1, -1));
      return true;
    },
    Escape: () => {
      if (list.length > 0) setOpen(false);
      else write("");
      return true;
    },
    Tab: () => {
      const only = list[chosen] ?? (list.length === 1 ? list[0] : undefined);
      if (only !== undefined) take(only);
      return only !== undefined;
    },
  };
  return (
    <div class="cw-entry">
      <label class="cw-unseen" for={`${uid}-entry`}>
        {texts.entry}
      </label>
      <span class="cw-entry-field">
        <input
          id={`${uid}-entry`}
          data-entry
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.length > 0}
          aria-controls={`${uid}-completions`}
          {...(list[chosen] !== undefined && { "aria-activedescendant": `${uid}-completion-${chosen}` })}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={example === undefined ? texts.entry : texts.entryLike(example)}
          value={ui.entry}
          onInput={(event) => {
            setOpen(true);
            write(event.currentTarget.value);
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            if (!event.shiftKey && keys[event.key]?.()) event.preventDefault();
          }}
        />
        <ul id={`${uid}-completions`} class="cw-completions" role="listbox" aria-label={texts.entry} hidden={list.length === 0}>
          {list.map((move, at) => (
            <li
              key={move}
              id={`${uid}-completion-${at}`}
              role="option"
              aria-selected={at === chosen}
              onPointerDown={(event) => {
                event.preventDefault();
                take(move);
              }}
            >
              {move}
            </li>
          ))}
        </ul>
      </span>
      <button type="button" class="cw-button" onClick={() => play(ui.entry)}>
        {texts.play}
      </button>
    </div>
  );
}

interface LegalProps {
  moves: string[];
  say: (move: string) => string;
  unfolded: boolean;
  play: (move: string) => void;
}

/** Writes the entries, using those of the list before again; the words only where somebody can read them. */
function writeMoves(list: HTMLElement, moves: string[], say: ((move: string) => string) | null): void {
  const { ownerDocument: page } = list;
  while (list.childElementCount > moves.length) list.lastElementChild?.remove();
  moves.forEach((move, at) => {
    let button = list.children[at]?.firstElementChild as HTMLElement | null | undefined;
    if (!button) {
      button = page.createElement("button");
      button.setAttribute("type", "button");
      button.append(page.createElement("code"), page.createTextNode(""));
      const item = page.createElement("li");
      item.append(button);
      list.append(item);
    }
    const [notation, words] = button.childNodes;
    if (button.dataset.move !== move) {
      button.dataset.move = move;
      if (notation) notation.textContent = move;
    }
    if (words) words.textContent = say ? ` ${say(move)}` : "";
  });
}

/** The list of legal moves: written only when the list is a new one. */
export class Legal extends Component<LegalProps> {
  private readonly list = createRef<HTMLUListElement>();

  override shouldComponentUpdate(next: LegalProps): boolean {
    return next.moves !== this.props.moves || next.unfolded !== this.props.unfolded;
  }

  override componentDidMount() {
    this.write();
  }

  override componentDidUpdate(before: LegalProps) {
    if (before.moves !== this.props.moves) this.write();
  }

  /** Written with the position, however long it is: an entry of another position would be a trap. */
  private readonly write = () => {
    const list = this.list.current;
    if (!list) return;
    const open = (list.parentElement as HTMLDetailsElement | null)?.open ?? false;
    writeMoves(list, this.props.moves, open ? this.props.say : null);
  };

  override render({ moves, unfolded, play }: LegalProps) {
    return (
      <details class="cw-legal" open={unfolded} onToggle={this.write}>
        <summary>{texts.legal(moves.length)}</summary>
        {moves.length === 0 && <p>{texts.legalNone}</p>}
        <ul
          ref={this.list}
          onClick={(event) => {
            const { move } = (event.target as HTMLElement).closest<HTMLElement>("[data-move]")?.dataset ?? {};
            if (move !== undefined && moves.includes(move)) play(move);
          }}
        />
      </details>
    );
  }
}

/** The moves in words, scrolled to the last one or to where the reader stands. */
interface LogProps {
  log: LogEntry[];
  /** How many of the moves have been made where the reader stands; all if not given. */
  at?: number;
  onPick?: (ply: number) => void;
}

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
    if (before.log !== this.props.log || before.at !== this.props.at) this.scroll();
  }

  /** Once the table is painted: to ask for heights before would make the page work them out twice. */
  private scroll() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      setTimeout(this.toEnd, 0);
    });
  }

  private readonly toEnd = () => {
    const list = this.list.current;
    if (!list) return;
    const here = list.querySelector<HTMLElement>("[aria-current]");
    list.scrollTop = here ? here.offsetTop - list.clientHeight / 2 : list.scrollHeight;
  };

  override render({ log, at, onPick }: LogProps) {
    return (
      <ol class="cw-log" data-log tabIndex={0} aria-label={texts.log} ref={this.list}>
        {log.length === 0 && <li class="is-none">{texts.noMoves}</li>}
        {log.map((entry, index) => (
          <li key={index} {...(at !== undefined && index === at - 1 && { "aria-current": "step" as const })}>
            <span class="cw-ply" aria-hidden="true">
              {entry.ply}
            </span>
            {onPick ? (
              <button type="button" class="cw-log-entry" tabIndex={-1} onClick={() => onPick(entry.ply)}>
                {entry.text}
              </button>
            ) : (
              entry.text
            )}
          </li>
        ))}
      </ol>
    );
  }
}

export function Rules({ rules, rule }: { rules: Rule[]; rule: string | null }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = rule === null ? null : list.current?.querySelector<HTMLElement>(`[data-rule-id="${rule}"]`);
    if (!(node && list.current)) return;
    list.current.scrollTop = node.offsetTop - 8;
    node.focus({ preventScroll: true });
  }, [rule]);
  return (
    <div class="cw-rules" ref={list} tabIndex={0} role="group" aria-label={texts.rules}>
      {rules.map(({ id, text }) => (
        <section key={id} data-rule-id={id} class={id === rule ? "cw-rule is-here" : "cw-rule"} tabIndex={-1}>
          <h4>{id}</h4>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  values: Record<string, string>;
  onChange: (value: string) => void;
}

export function Choose({ label, value, values, onChange }: ChoiceProps) {
  return (
    <label class="cw-field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(values).map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Seats({ scene, bots, actions }: { scene: Scene; bots: BotInfo[]; actions: Actions }) {
  const players = { person: texts.person, ...Object.fromEntries(bots.map(({ id, name }) => [id, name])) };
  return (
    <div class="cw-fields">
      {scene.seats.map((seat, at) => (
        <div key={at}>
          <Choose
            label={texts.plays(texts.seat(at))}
            value={seat.kind === "person" ? "person" : (seat.level ?? "")}
            values={players}
            onChange={(player) => actions.ask({ kind: "seat", seat: at, player })}
          />
          <p>{seat.kind === "bot" ? bots.find(({ id }) => id === seat.level)?.words : seat.name}</p>
        </div>
      ))}
    </div>
  );
}

interface LookProps {
  game: string;
  settings: Settings;
  set: (settings: Partial<Settings>) => void;
  /** Whether it is played at: with bots that pause, and moves to choose from. */
  plays: boolean;
}

export function Look({ game, settings, set: apply, plays }: LookProps) {
  const set = (name: keyof Settings) => (value: string) => apply({ [name]: value });
  return (
    <div class="cw-fields">
      <Choose label={texts.size} value={settings.size} values={texts.sizes} onChange={set("size")} />
      <Choose label={texts.theme} value={settings.theme} values={texts.themes} onChange={set("theme")} />
      {game !== "kommando" && game !== "universal" && (
        <Choose label={texts.colours} value={settings.colours} values={texts.colourNames} onChange={set("colours")} />
      )}
      {game === "commander" && (
        <Choose label={texts.memory} value={settings.memory} values={texts.memories} onChange={set("memory")} />
      )}
      {plays && (
        <Choose
          label={texts.pace}
          value={String(settings.pace)}
          values={{ [settings.pace]: `${settings.pace} ms`, ...texts.paces }}
          onChange={(value) => apply({ pace: Number(value) })}
        />
      )}
      {plays && (
        <label class="cw-check">
          <input type="checkbox" checked={settings.legal} onChange={(event) => apply({ legal: event.currentTarget.checked })} />
          <span>{texts.showLegal}</span>
        </label>
      )}
    </div>
  );
}

interface SideProps {
  uid: string;
  game: string;
  scene: Scene;
  rules: Rule[];
  bots: BotInfo[];
  settings: Settings;
  tab: Tab;
  /** The rule at which the rules stand. */
  rule: string | null;
  actions: Actions;
}

const TABS: Tab[] = ["log", "rules", "seats", "look"];

/** Moves, rules, seats and looks as tabs. All of them stay in the page; one is seen. */
function Tabs({ uid, game, scene, rules, bots, settings, tab: open, rule, actions }: SideProps) {
  const bodies: Record<Tab, VNode> = {
    log: <Log log={scene.log} />,
    rules: <Rules rules={rules} rule={rule} />,
    seats: <Seats scene={scene} bots={bots} actions={actions} />,
    look: <Look game={game} settings={settings} set={actions.set} plays />,
  };
  const show = (tab: Tab) => actions.change({ kind: "tab", tab });
  return (
    <div class="cw-side">
      <TabList uid={uid} label={scene.title} tabs={TABS} words={texts} open={open} panel={(tab) => tab} show={show} />
      {TABS.map((tab) => (
        <div
          key={tab}
          class="cw-panel"
          role="tabpanel"
          id={`${uid}-panel-${tab}`}
          aria-labelledby={`${uid}-tab-${tab}`}
          hidden={tab !== open}
        >
          {bodies[tab]}
        </div>
      ))}
    </div>
  );
}

/** The tabs: written only when something of theirs is new, not with every card that is picked. */
export class Side extends Component<SideProps> {
  override shouldComponentUpdate(next: SideProps): boolean {
    return Object.entries(next).some(([name, value]) => value !== this.props[name as keyof SideProps]);
  }

  override render(props: SideProps) {
    return <Tabs {...props} />;
  }
}

/** What was scored and why, and the way on. Whoever plays at this table sees it at once, wherever the page is scrolled to. */
export function OutcomePanel({ dump, scene, ui, actions }: { dump: Dump; scene: Scene; ui: Ui; actions: Actions }) {
  const panel = useRef<HTMLDivElement>(null);
  const { outcome, can } = scene;
  const over = outcome !== null;
  useEffect(() => {
    const table = panel.current?.closest<HTMLElement>(".capture-widgets");
    if (table && focused(table)) panel.current?.scrollIntoView({ block: "nearest" });
  }, [over]);
  if (!outcome) return null;
  const idle = ui.pending === null && ui.link !== "lost";
  return (
    <div class="cw-outcome" role="group" aria-label={texts.over} ref={panel}>
      <strong>{outcome.text}</strong>
      {outcome.ending && <p>{outcome.ending}</p>}
      {outcome.lines.length > 0 && (
        <ul>
          {outcome.lines.map(({ seat, text, points }, at) => (
            <li key={at}>
              <span class="cw-badge">{texts.seat(seat)}</span>
              <span>{text}</span>
              <b>{points}</b>
            </li>
          ))}
        </ul>
      )}
      <div class="cw-outcome-way">
        {can.next && (
          <Button icon="next" text={texts.nextHand} strong able={idle} onClick={() => actions.ask({ kind: "next" })} />
        )}
        {can.new && !can.next && (
          <Button
            icon="new"
            text={texts.newDeal}
            strong
            able={idle && dump.is_over}
            onClick={() => actions.ask({ kind: "new", same: false })}
          />
        )}
      </div>
    </div>
  );
}

/** Between two people at one screen. Its button takes over the focus where the table has it (`Table`), never from elsewhere. */
export function Cover({ seat, actions }: { seat: number; actions: Actions }) {
  return (
    <div class="cw-cover" role="dialog" aria-label={texts.coverTitle(texts.seat(seat))}>
      <strong>{texts.coverTitle(texts.seat(seat))}</strong>
      <p>{texts.coverText}</p>
      <button type="button" class="cw-button is-strong" onClick={() => actions.ask({ kind: "uncover" })}>
        {texts.uncover(texts.seat(seat))}
      </button>
    </div>
  );
}
