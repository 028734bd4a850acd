// The choice of a game, in the lobby and at a table for its next game: first the game, then opponent and options.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { GameView } from "../board/layout";
import type { BotInfo, Choice, Chosen, LobbyGame } from "../kernel/messages";
import { PHONE } from "../page/telephone";
import { texts } from "../texts";
import { words } from "./choiceTexts";
import { useCopy } from "./clipboard";
import { beat, GameCard, PLAYERS, startsHere, TEAMS } from "./gameCard";
import { Segments } from "./segments";
import { SCORING, Variants } from "./variants";

/** The choice with which the form starts. */
export function defaultChoice(of: LobbyGame | undefined): Choice {
  const [first = of?.rival ?? "club", ...others] = of?.last_rivals ?? [];
  return { game: of?.slug ?? "", opponent: first, others, match: of?.last_match ?? false, options: of?.last ?? {}, deal: of?.deal ?? "" };
}

/** The lowest level that remembers anything; a partner begins with it. */
const ABLE = "greedy";
/** The option with the points that end a match. */
const TARGET = "target";

interface SeatProps {
  uid: string;
  bots: BotInfo[];
  seat: number;
  label: string;
  player: string;
  /** The levels that the person has beaten. */
  beaten: string[];
  /** What the level does, or that it is told above. */
  told: string;
  /** What other levels do: the words have the room of the longest of them, so that nothing moves when another level is chosen. */
  room: readonly string[];
  pick: (id: string) => void;
}

/** Who can play a seat: a level, or a person. */
function playersOf(bots: readonly BotInfo[]) {
  return [...bots, { id: "person", name: words.person, words: words.personWords }];
}

/** The style of what keeps its place while it does not hold, so that nothing moves under the finger. */
const shownIf = (holds: boolean) => (holds ? undefined : "visibility:hidden");

/** Who plays a seat, and what the level does, which is told whole at the first seat that has it; every seat has a line's room for it, so that nothing moves when another level is chosen. Where that is no room, `AllLevels` tells it. */
function SeatLevel({ uid, bots, seat, label, player, beaten, told, room, pick }: SeatProps) {
  const hook = seat === 1 ? "data-opponent" : `data-opponent-${seat}`;
  return (
    <div class="cw-seat-level">
      <Segments name={`${uid}-opponent${seat}`} label={label} hook={(one) => ({ [hook]: one })} value={player} values={playersOf(bots).map(({ id, name }) => [id, beaten.includes(id) ? words.ticked(name) : name])} onChange={pick} />
      <div class="cw-level-stack">
        <p class={told && "cw-soft cw-level-words"}>{told}</p>
        {room.map((does) => (
          <p key={does} style={shownIf(false)} aria-hidden="true">
            {does}
          </p>
        ))}
      </div>
    </div>
  );
}

/** For each seat the words on what its level does, or that an earlier seat has the same level; with the name of the level, if there are several seats. A new deal against Beginner alone is one that can be won. */
function levelWords(bots: readonly BotInfo[], players: readonly string[], memory: Record<string, string>, isNewDeal: boolean): string[] {
  return players.map((player, at) => {
    const level = playersOf(bots).find(({ id }) => id === player);
    if (!level) return "";
    if (players.indexOf(player) < at) return `${level.name}: ${words.asAbove}`;
    const fair = isNewDeal && players.length === 1 && player === "beginner" ? words.fairDeal : "";
    return [players.length > 1 ? `${level.name}:` : "", level.words, memory[player] ?? "", fair].join(" ").trim();
  });
}

/** What every level does, folded below the seats of several opponents on a telephone: beside each of them it would push the next one's buttons away from under the finger. */
function AllLevels({ bots, memory }: { bots: readonly BotInfo[]; memory: Record<string, string> }) {
  return (
    <details class="cw-more cw-levels-more" onToggle={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}>
      <summary>{words.allLevels}</summary>
      {bots.map(({ id }) => (
        <p key={id} class="cw-soft">
          {levelWords(bots, [id, id], memory, false)[0]}
        </p>
      ))}
    </details>
  );
}

/** The line of Python that makes the same game, for those who write Python. */
export function LineMore({ line }: { line: string }) {
  if (line === "") return null;
  return (
    <details class="cw-more cw-line-more">
      <summary>{words.lineMore}</summary>
      <Line line={line} />
    </details>
  );
}

function Line({ line }: { line: string }) {
  const code = useRef<HTMLElement>(null);
  const [copyResult, copy] = useCopy(line, code);
  return (
    <div class="cw-line">
      <code ref={code} data-line tabIndex={0} title={line}>
        {line}
      </code>
      <button type="button" class="cw-button" data-copy onClick={copy}>
        {words.copy}
      </button>
      <span role="status">{copyResult}</span>
    </div>
  );
}

interface SetupProps {
  uid: string;
  game: LobbyGame;
  bots: BotInfo[];
  choice: Choice;
  chosen: Chosen | null;
  busy: boolean;
  choose: (choice: Choice) => void;
  begin: () => void;
  /** Opens the lesson of a game's first hand, or its deal of the day; undefined if this page cannot show it. */
  open?: ((kind: "learn" | "daily", game: string, anew?: boolean) => void) | undefined;
  /** What is asked before the game begins; it stands in the place of the button that was pressed. */
  question?: ComponentChildren;
}

/**
 * The buttons that begin the game, its deal of the day, or the lesson about its first hand. They follow what is chosen and stay
 * in view: beside it, or at the foot of a telephone. Who opened the form wants to play what it says: that button stands out.
 */
function Begin({ game, choice, busy, begin, open, question }: Pick<SetupProps, "game" | "choice" | "busy" | "begin" | "open" | "question">) {
  const forTwo = game.options.some(({ name }) => name === PLAYERS) ? words.forTwo : "";
  const lesson = open && game.learn && (
    <>
      <button type="button" class="cw-button" data-lesson={game.slug} onClick={() => open("learn", game.slug)}>
        {game.learn_step > 0 ? words.learnOn(game.learn_step) : texts.learnFirstHand}
        {forTwo}
      </button>
      {game.learn_step > 0 && (
        <button type="button" class="cw-button" data-lesson-anew={game.slug} onClick={() => open("learn", game.slug, true)}>
          {words.learnAnew}
        </button>
      )}
    </>
  );
  return (
    <div class="cw-begin">
      <button
        type="button"
        class="cw-button is-strong"
        data-start
        aria-disabled={busy}
        onClick={() => {
          if (!busy) begin();
        }}
      >
        {words.start}
        {choice.match && [": ", texts.matchTo(targetOf(game, choice) as number)]}
      </button>
      {question}
      {lesson}
      {open && (
        <button type="button" class="cw-button" data-daily={game.slug} onClick={() => open("daily", game.slug)}>
          {texts.daily}
          {forTwo}
        </button>
      )}
    </div>
  );
}

/** The words of a level: its name, which a narrow menu shows whole, and what it means. */
export function parts(called: string): [string, string] {
  const [, name = called, meaning = ""] = /^(.*?)[:,] (.*)$/.exec(called) ?? [];
  return [name, meaning];
}

/** How hard the deal is; it keeps its place while the game has no such deals for the variants that are chosen. */
function Level({ uid, game, choice, choose, has }: Pick<SetupProps, "uid" | "game" | "choice" | "choose"> & { has: boolean }) {
  const about = `${uid}-level`;
  // a deal with a number or a code is as hard as it is
  const chosen = choice.deal in game.levels ? choice.deal : "";
  return (
    <label class="cw-field cw-hardness" style={shownIf(has)}>
      <span>{words.level}</span>
      <select
        data-option="level"
        aria-describedby={about}
        onChange={(event) => choose({ ...choice, deal: event.currentTarget.value })}
      >
        {Object.entries(game.levels).map(([level, called]) => (
          <option key={level} value={level} selected={level === chosen}>
            {parts(called)[0]}
          </option>
        ))}
      </select>
      <span class="cw-soft" id={about}>
        {parts(game.levels[chosen] ?? "")[1]}
      </span>
    </label>
  );
}

interface PlayersProps extends Pick<SetupProps, "uid" | "game" | "bots" | "choice" | "choose"> {
  seats: number;
  set: (options: Record<string, unknown>, rivals?: Partial<Choice>) => void;
}

/** Who plays when teams are chosen: a partner remembers aces at least, and then attacks with one that all have just seen. */
export function teamed(bots: readonly BotInfo[], [opponent = "", partner = opponent, last = opponent]: string[]): Partial<Choice> {
  const weak = bots.slice(0, bots.findIndex(({ id }) => id === ABLE)).some(({ id }) => id === partner);
  return { others: [weak ? ABLE : partner, last] };
}

/** How many play, and who plays each seat. */
function Players({ uid, game, bots, choice, seats, set, choose }: PlayersProps) {
  const { options, opponent, others = [] } = choice;
  const counts = game.options.find(({ name }) => name === PLAYERS);
  const teams = options[TEAMS] === true;
  const players = Array.from({ length: seats - 1 }, (_, at) => (at === 0 ? opponent : (others[at - 1] ?? opponent)));
  const told = levelWords(bots, players, game.memory, choice.deal === "");
  const room = seats > 2 ? [] : playersOf(bots).flatMap(({ id }) => levelWords(bots, [id], game.memory, true));
  const pick = (at: number) => (id: string) => {
    const [first = id, ...more] = players.map((player, other) => (other === at ? id : player));
    choose({ ...choice, opponent: first, others: more });
  };
  return (
    <>
      {counts?.values && (
        <Segments
          name={`${uid}-players`}
          label={words.players}
          hook={(one) => ({ "data-players": one })}
          value={teams ? TEAMS : `${(options[PLAYERS] ?? counts.default) as number}`}
          values={[...counts.values.map(String).map((one) => [one, one] as const), [TEAMS, words.teams]]}
          onChange={(one) => set({ [PLAYERS]: one === TEAMS ? 4 : Number(one), [TEAMS]: one === TEAMS }, one === TEAMS ? teamed(bots, players) : {})}
        />
      )}
      {players.map((player, at) => (
        <SeatLevel
          key={at}
          uid={uid}
          bots={bots}
          seat={at + 1}
          label={seats === 2 ? words.opponent : words.seatOf(at + 1, teams)}
          beaten={game.beaten}
          player={player}
          told={told[at] ?? ""}
          room={room}
          pick={pick(at)}
        />
      ))}
      {seats > 2 && <AllLevels bots={bots} memory={game.memory} />}
    </>
  );
}

/** Whether a sentence about levels names one that was chosen. */
export function concerns(luck: string, bots: readonly BotInfo[], { opponent, others = [] }: Choice): boolean {
  const ids = [opponent, ...others];
  return bots.some(({ id, name }) => ids.includes(id) && luck.includes(name));
}

/** Which level was beaten and which comes next, with which the form starts; and what luck means for the levels. */
function AboutLevels({ game, bots, choice }: { game: LobbyGame; bots: readonly BotInfo[]; choice: Choice }) {
  const levels = beat(game, bots);
  return (
    <>
      {levels && (
        <p class="cw-soft" data-beaten>
          {words.beat(...levels)}
        </p>
      )}
      {game.luck !== "" && (
        <p class="cw-soft" style={shownIf(concerns(game.luck, bots, choice))}>
          {game.luck}
        </p>
      )}
    </>
  );
}

/** The points that end a match. */
const targetOf = (game: LobbyGame, { options }: Choice) => options[TARGET] ?? game.options.find(({ name }) => name === TARGET)?.default;

/**
 * Brings the form into view when it opens, and from then on never lets it become lower, whatever is chosen in it: else the page
 * would slide under the pointer. Not on a telephone, where it fills the screen; and once something is folded it may be lower.
 */
function useKeptHeight(whole: RefObject<HTMLElement | null>, ready: boolean): void {
  const least = useRef(0);
  const keep = () => {
    if (!whole.current || innerWidth < PHONE) return;
    least.current = Math.max(least.current, whole.current.offsetHeight);
    whole.current.style.minHeight = `${least.current}px`;
  };
  useLayoutEffect(keep);
  const opened = useRef(false);
  useEffect(() => {
    if (!ready || opened.current) return;
    opened.current = true;
    // the form may be below the window
    if (innerWidth >= PHONE) whole.current?.scrollIntoView({ block: "nearest" });
  }, [ready]);
  useEffect(() => {
    const folded = () => {
      least.current = 0;
      if (whole.current) whole.current.style.minHeight = "";
      keep();
    };
    const form = whole.current;
    form?.addEventListener("toggle", folded, true);
    return () => form?.removeEventListener("toggle", folded, true);
  }, []);
}

/** How many play by these options, and whether in teams. */
const tableOf = ({ [PLAYERS]: players = 2, [TEAMS]: teams = false }: Record<string, unknown>) => `${players as number}${teams as boolean}`;

function Setup({ uid, game, bots, choice, chosen, busy, choose, begin, open, question }: SetupProps) {
  const { options } = choice;
  const ticked = useRef(false);
  /** Whether points are counted for the sake of a match alone, and no more once there is none. */
  const forMatch = useRef(false);
  useEffect(() => {
    ticked.current = false;
    forMatch.current = choice.match && options[SCORING] === true;
  }, [game.slug]);
  const set = (some: Record<string, unknown>, rivals: Partial<Choice> = {}) => {
    const usual = Object.fromEntries(game.options.map((one) => [one.name, one.default]));
    // a match that was played last belongs to that number of players; one that was chosen in this form stays
    const { match } = { match: PLAYERS in some && !ticked.current ? game.last_match && tableOf(some) === tableOf(game.last) : choice.match, ...rivals };
    if (SCORING in some) forMatch.current = false;
    const points = forMatch.current && match !== choice.match && { [SCORING]: match };
    const all = Object.entries({ ...options, ...some, ...points });
    choose({ ...choice, ...rivals, match, options: Object.fromEntries(all.filter(([name, value]) => value !== usual[name])) });
  };
  const whole = useRef<HTMLElement>(null);
  const ready = chosen !== null;
  // a match may need points: who chooses it has them counted, and looks nowhere for that; by the form alone, whose answer comes later
  const pointless = !choice.match && options[SCORING] !== true && game.options.some(({ name }) => name === SCORING);
  useKeptHeight(whole, ready);
  return (
    <section class="cw-setup" ref={whole} aria-label={game.title}>
      <h3>
        {game.title} <small>{game.words}</small>
      </h3>
      <div class="cw-setup-choices">
        <Players uid={uid} game={game} bots={bots} choice={choice} seats={chosen?.seats ?? 1} set={set} choose={choose} />
        {(chosen?.seats ?? 1) > 1 && <AboutLevels game={game} bots={bots} choice={choice} />}
        {game.options.some(({ name }) => name === TARGET) && (
          <label class="cw-check">
            <input
              type="checkbox"
              data-option="match"
              checked={choice.match}
              onChange={({ currentTarget: { checked } }) => {
                ticked.current = true;
                forMatch.current ||= pointless;
                set({}, { match: checked });
              }}
            />
            <span>
              {words.match(targetOf(game, choice))}
              {chosen && words.hands(chosen.hands)}
            </span>
          </label>
        )}
        {Object.keys(game.levels).length > 0 && <Level uid={uid} game={game} choice={choice} choose={choose} has={chosen?.levels !== false} />}
        <Variants uid={uid} game={game} choice={choice} people={chosen?.seats ?? 1} teams={options[TEAMS] === true} apart={[PLAYERS, TEAMS]} set={set} setDeal={(deal) => choose({ ...choice, deal })} />
        {/* below the variants, which it would push away from under the finger */}
        {chosen !== null && chosen.fault !== "" && (
          <p class="cw-fault" role="alert">
            {chosen.fault}
          </p>
        )}
      </div>
      <Begin {...{ game, choice, busy, begin, open, question }} />
      <LineMore line={chosen?.line ?? ""} />
    </section>
  );
}

interface ChoicesProps extends Omit<SetupProps, "game" | "choice"> {
  views: Readonly<Record<string, GameView>>;
  games: LobbyGame[];
  choice: Choice | null;
  /** What stands on the card of a game beside its words. */
  beside?: (game: LobbyGame) => ComponentChildren;
}

/** The games, and the setup of the chosen game; then the cards of the games are small. */
export function Choices({ views, games, choice, chosen, choose, beside, ...more }: ChoicesProps) {
  const game = choice === null ? undefined : games.find(({ slug }) => slug === choice.game);
  const offer = chosen !== null && chosen.game === choice?.game ? chosen : null;
  return (
    <>
      <ul class={game ? "cw-choices is-chosen" : "cw-choices"}>
        {games.map((one) => (
          <GameCard
            key={one.slug}
            game={one}
            bots={more.bots}
            view={views[one.slug]}
            chosen={one.slug === choice?.game}
            first={beside !== undefined && startsHere(one, games)}
            pick={() => choose(defaultChoice(one))}
            more={beside?.(one)}
          />
        ))}
      </ul>
      {choice !== null && game !== undefined && <Setup {...more} {...{ game, choice, choose }} chosen={offer} />}
    </>
  );
}
