// The choice of a game, in the lobby and at a table for its next game: first the game, then opponent and options.
import { useEffect, useRef } from "preact/hooks";
import type { GameView } from "../board/layout";
import type { BotInfo, Choice, Chosen, LobbyGame, LobbyOption } from "../kernel/messages";
import { texts } from "../texts";
import { useCopy } from "./clipboard";
import { DiagramPicture } from "./rules";

const words = texts.lobby;

/** The choice with which the form starts. */
export function defaultChoice(game: string, deal = ""): Choice {
  return { game, opponent: "club", match: false, options: {}, deal };
}

/** The first word of a deal of the day. */
const DAILY = "daily";

/** The choice that plays a deal of the day. */
export function dealOf(game: string, day: string): Choice {
  return defaultChoice(game, `${DAILY} ${day}`);
}

function GameCard({ game, view, chosen, pick }: { game: LobbyGame; view: GameView | undefined; chosen: boolean; pick: () => void }) {
  const defaults = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const drawings = view?.drawings?.(defaults);
  const picture = drawings?.goal[0] ?? drawings?.turn[0];
  const facts = [game.people, game.takes === "" ? "" : words.takes(game.takes)].filter((text) => text !== "");
  return (
    <li>
      <button type="button" class="cw-choice" data-choose={game.slug} aria-pressed={chosen} onClick={pick}>
        <span class="cw-choice-picture">{view && picture && <DiagramPicture of={picture} view={view} colours="two" />}</span>
        <b>{game.title}</b>
        <span>{game.words}</span>
        {facts.length > 0 && <span class="cw-soft">{facts.join(", ")}</span>}
      </button>
    </li>
  );
}

function Opponents({ uid, bots, opponent, pick }: { uid: string; bots: BotInfo[]; opponent: string; pick: (id: string) => void }) {
  const person: BotInfo = { id: "person", name: words.person, words: words.personWords };
  return (
    <fieldset class="cw-opponents">
      <legend>{words.opponent}</legend>
      {[...bots, person].map(({ id, name, words: description }) => (
        <label key={id} class="cw-check">
          <input
            type="radio"
            name={`${uid}-opponent`}
            data-opponent={id}
            checked={id === opponent}
            onChange={() => pick(id)}
          />
          <span>
            <b>{name}</b> <span class="cw-soft">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface OptionProps {
  uid: string;
  option: LobbyOption;
  value: unknown;
  set: (value: unknown) => void;
}

function OptionField({ uid, option, value, set }: OptionProps) {
  const { name, default: usually, values } = option;
  const about = `${uid}-${name}`;
  const called = (one: unknown) => (option.seats && typeof one === "number" ? words.seat(one) : words.value(one));
  const note = (
    <span class="cw-soft" id={about}>
      {words.usually(option.rule, called(usually))}
    </span>
  );
  const shared = { "data-option": name, "aria-describedby": about };
  if (typeof usually === "boolean") {
    return (
      <div class="cw-option">
        <label class="cw-check">
          <input type="checkbox" {...shared} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
          <span>{option.words}</span>
        </label>
        {note}
      </div>
    );
  }
  return (
    <div class="cw-option">
      <label class="cw-field">
        <span>{option.words}</span>
        {values === null ? (
          <input
            type="number"
            {...shared}
            min={option.least}
            value={String(value)}
            onChange={(event) => set(event.currentTarget.value === "" ? usually : Number(event.currentTarget.value))}
          />
        ) : (
          <select {...shared} onChange={(event) => set(values[Number(event.currentTarget.value)])}>
            {values.map((one, at) => (
              <option key={at} value={String(at)} selected={one === value}>
                {called(one)}
              </option>
            ))}
          </select>
        )}
      </label>
      {note}
    </div>
  );
}

export function Line({ line }: { line: string }) {
  const code = useRef<HTMLElement>(null);
  const [copyResult, copy] = useCopy(line, code);
  if (line === "") return null;
  return (
    <div class="cw-line">
      <span class="cw-soft">{words.line}</span>
      <code ref={code} data-line tabIndex={0}>
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
  /** Opens the lesson of a game's first hand; undefined if this page cannot show it. */
  learn?: ((game: string) => void) | undefined;
}

function Setup({ uid, game, bots, choice, chosen, busy, choose, begin, learn }: SetupProps) {
  const option = (one: LobbyOption, value: unknown) => {
    const others = Object.entries(choice.options).filter(([name]) => name !== one.name);
    const given: [string, unknown][] = value === one.default ? [] : [[one.name, value]];
    choose({ ...choice, options: Object.fromEntries([...others, ...given]) });
  };
  const whole = useRef<HTMLElement>(null);
  const ready = chosen !== null;
  useEffect(() => {
    // the start button may be below the window
    if (ready) whole.current?.scrollIntoView({ block: "nearest" });
  }, [game.slug, ready]);
  return (
    <section class="cw-setup" ref={whole} aria-label={words.setup(game.title)}>
      <h3>{choice.deal.startsWith(DAILY) ? words.todays(game.title) : game.title}</h3>
      {chosen !== null && chosen.seats > 1 && (
        <Opponents uid={uid} bots={bots} opponent={choice.opponent} pick={(opponent) => choose({ ...choice, opponent })} />
      )}
      {(chosen?.matches === true || choice.match) && (
        <label class="cw-check">
          <input
            type="checkbox"
            data-option="match"
            checked={choice.match}
            onChange={(event) => choose({ ...choice, match: event.currentTarget.checked })}
          />
          <span>{words.match}</span>
        </label>
      )}
      {chosen?.levels && (
        <label class="cw-field cw-hardness">
          <span>{words.level}</span>
          <select data-option="level" onChange={(event) => choose({ ...choice, deal: event.currentTarget.value })}>
            {Object.entries(game.levels).map(([level, called]) => (
              <option key={level} value={level} selected={level === choice.deal}>
                {called}
              </option>
            ))}
          </select>
        </label>
      )}
      <details class="cw-more">
        <summary>{words.more}</summary>
        <div class="cw-options">
          {game.options.map((one) => (
            <OptionField
              key={`${game.slug}-${one.name}`}
              uid={uid}
              option={one}
              value={choice.options[one.name] ?? one.default}
              set={(value) => option(one, value)}
            />
          ))}
          <label class="cw-field">
            <span>{words.deal}</span>
            <input
              type="text"
              data-option="deal"
              value={chosen?.levels === false && choice.deal in game.levels ? "" : choice.deal}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => choose({ ...choice, deal: event.currentTarget.value })}
            />
          </label>
        </div>
      </details>
      {chosen !== null && chosen.fault !== "" && (
        <p class="cw-fault" role="alert">
          {chosen.fault}
        </p>
      )}
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
          {words.play}
        </button>
        {learn && game.learn && (
          <button type="button" class="cw-button" data-lesson={game.slug} onClick={() => learn(game.slug)}>
            {texts.learnFirstHand}
          </button>
        )}
      </div>
      <Line line={chosen?.line ?? ""} />
    </section>
  );
}

interface ChoicesProps {
  uid: string;
  views: Readonly<Record<string, GameView>>;
  games: LobbyGame[];
  bots: BotInfo[];
  choice: Choice | null;
  chosen: Chosen | null;
  busy: boolean;
  choose: (choice: Choice) => void;
  begin: () => void;
  learn?: ((game: string) => void) | undefined;
}

/** The games, and the setup of the chosen game. */
export function Choices({ uid, views, games, bots, choice, chosen, busy, choose, begin, learn }: ChoicesProps) {
  const game = choice === null ? undefined : games.find(({ slug }) => slug === choice.game);
  const offer = chosen !== null && chosen.game === choice?.game ? chosen : null;
  return (
    <>
      <ul class="cw-choices">
        {games.map((one) => (
          <GameCard
            key={one.slug}
            game={one}
            view={views[one.slug]}
            chosen={one.slug === choice?.game}
            pick={() => choose(defaultChoice(one.slug, one.deal))}
          />
        ))}
      </ul>
      {choice !== null && game !== undefined && (
        <Setup {...{ uid, game, bots, choice, busy, choose, begin, learn }} chosen={offer} />
      )}
    </>
  );
}
