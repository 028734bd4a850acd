// The choice of the next game at a table; it comes with the second script.
import { useEffect, useRef } from "preact/hooks";
import type { GameView } from "../board/layout";
import type { BotInfo } from "../kernel/messages";
import { words } from "./choiceTexts";
import { Button } from "./controls";
import { ask, EndingConfirmation, type EndingsProps } from "./endings";
import { Choices } from "./gameChoice";
import type { Choosing } from "./ui";

interface NextGameProps extends EndingsProps {
  bots: BotInfo[];
  views: Readonly<Record<string, GameView>>;
}

/** The choice of the next game, which replaces the board; null while nobody is choosing. */
export function NextGame(props: NextGameProps) {
  return props.ui.choosing && <Choosable {...props} choosing={props.ui.choosing} />;
}

function Choosable(props: NextGameProps & { choosing: Choosing }) {
  const { uid, views, choosing, bots, ui, actions } = props;
  const { games, choice, chosen } = choosing;
  const busy = ui.pending !== null || ui.connection === "gone";
  const whole = useRef<HTMLElement>(null);
  useEffect(() => {
    whole.current?.querySelector<HTMLElement>("[data-choose][aria-pressed=true]")?.focus();
  }, []);
  return (
    <section class="cw-next-game" ref={whole} aria-label={words.label} data-choices>
      <div class="cw-next-game-head">
        <h3>{words.label}</h3>
        <Button icon="back" text={words.backToGame} mark="back to game" onClick={() => actions.change({ kind: "choosing", of: null })} />
      </div>
      <Choices
        uid={uid}
        views={views}
        games={games}
        bots={bots}
        choice={choice}
        chosen={chosen}
        busy={busy}
        choose={(next) => {
          actions.change({ kind: "choosing", of: { games, choice: next, chosen: null } });
          actions.tell({ kind: "choose", choice: next });
        }}
        begin={() => ask(props, "other")}
        question={ui.confirmation === "other" && <EndingConfirmation {...props} />}
      />
      {ui.message && (
        <p class="cw-fault" role="alert">
          {ui.message.text}
        </p>
      )}
    </section>
  );
}
