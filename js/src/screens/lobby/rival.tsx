// The menu on the card of a game: who plays against, or how hard the deal is.
import type { BotInfo, Choice, LobbyGame } from "../../kernel/messages";
import { defaultChoice, parts } from "../../panel/gameChoice";
import { words } from "./texts";

interface RivalProps {
  game: LobbyGame;
  bots: BotInfo[];
  /** Chooses the game with this player or deal. */
  pick: (choice: Choice) => void;
}

/** Who plays against, or how hard the deal of a game for one is: said where a game is chosen, and changed there. */
export function Rival({ game, bots, pick }: RivalProps) {
  const start = defaultChoice(game);
  const deals = Object.entries(game.levels);
  const [field, called, values] =
    deals.length > 0
      ? (["deal", words.dealIs, deals.map(([level, told]) => [level, parts(told)[0]])] as const)
      : (["opponent", words.playsAgainst, bots.map(({ id, name }, at) => [id, words.levelOf(name, at + 1, bots.length)])] as const);
  return (
    <label class="cw-rival">
      <span class={field === "opponent" ? "cw-rival-against" : undefined}>{called}</span>
      <select
        data-rival={game.slug}
        onChange={({ currentTarget }) => {
          // the menu gives way to the setup of the game
          currentTarget.closest("li")?.querySelector("button")?.focus();
          pick({ ...start, [field]: currentTarget.value });
        }}
      >
        {values.map(([value, text]) => (
          <option key={value} value={value} selected={value === start[field]}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
