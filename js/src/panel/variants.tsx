// The variants of a game and its deal, one below the other: what is chosen on the left, its values as buttons on the right.
import type { Choice, LobbyGame, LobbyOption } from "../kernel/messages";
import { words } from "./choiceTexts";
import { Segments } from "./segments";

/** The option with which points are counted at all. */
export const SCORING = "scoring";

interface OptionProps {
  uid: string;
  option: LobbyOption;
  value: unknown;
  /** How many play. */
  people: number;
  teams: boolean;
  /** Whether nothing depends on it now: the points that end a match, without points. */
  idle: boolean;
  set: (value: unknown) => void;
}

/** What is chosen, in words without a full stop. */
function labelOf({ name, words: told, seats, labels }: LobbyOption): string {
  // the values say the rest, and the line of the match that it counts points
  const short = seats || labels?.some((label) => label !== "") || name === SCORING ? (told.split(/[:;]/)[0] ?? "") : told;
  return short.replace(/\.$/, "");
}

function OptionField({ uid, option, value, people, teams, idle, set }: OptionProps) {
  const { name, default: usually, values, labels, least, seats } = option;
  const label = labelOf(option);
  if (typeof usually === "boolean") {
    return (
      <label class="cw-check">
        <input type="checkbox" data-option={name} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
        <span>{label}</span>
      </label>
    );
  }
  if (values === null) {
    return (
      <label class="cw-option">
        <span>{label}</span>
        <span>
          <input
            type="number"
            data-option={name}
            min={least}
            disabled={idle}
            value={String(value)}
            onChange={(event) => set(event.currentTarget.value === "" ? usually : Number(event.currentTarget.value))}
          />
          <small>{idle ? words.ofMatch : words.usually(String(usually))}</small>
        </span>
      </label>
    );
  }
  const called = (one: unknown, at: number) => {
    const text = labels?.[at] ?? "";
    return text !== "" ? text : seats && typeof one === "number" ? words.seat(one, people, teams) : String(one);
  };
  return (
    <Segments
      name={`${uid}-${name}`}
      label={label}
      hook={(one) => ({ "data-option": name, value: one })}
      value={String(value)}
      values={values
        .map((one, at) => [String(one), called(one, at), one === usually ? words.usual : ""] as const)
        .filter(([one]) => !seats || !(Number(one) >= people))}
      onChange={(chosen) => set(values.find((one) => String(one) === chosen))}
    />
  );
}

interface VariantsProps extends Pick<OptionProps, "uid" | "people" | "teams"> {
  game: LobbyGame;
  choice: Choice;
  /** The options that are chosen elsewhere in the form. */
  apart: readonly string[];
  set: (options: Record<string, unknown>) => void;
  setDeal: (deal: string) => void;
}

export function Variants({ game, choice, apart, set, setDeal, ...more }: VariantsProps) {
  const { options, deal } = choice;
  const pointless = options.scoring !== true && game.options.some(({ name }) => name === SCORING);
  return (
    <details class="cw-more">
      <summary>{words.more}</summary>
      <div class="cw-options">
        {game.options
          .filter(({ name }) => !apart.includes(name))
          .map((one) => (
            <OptionField key={`${game.slug}-${one.name}`} {...more} option={one} idle={pointless && one.name === "target"} value={options[one.name] ?? one.default} set={(value) => set({ [one.name]: value })} />
          ))}
        <label class="cw-option">
          <span>{words.deal}</span>
          <span>
            {/* how hard a deal is has a menu of its own */}
            <input type="text" data-option="deal" value={deal in game.levels ? "" : deal} autocomplete="off" spellcheck={false} onInput={(event) => setDeal(event.currentTarget.value)} />
            <small>{words.newCards}</small>
          </span>
        </label>
      </div>
    </details>
  );
}
