// The moments of a card as links: when it was dealt, shown, played and taken.
import { cardName } from "../../board/decks";
import type { GameView } from "../../board/layout";
import type { Dump } from "../../kernel/messages";
import { texts as replayTexts } from "./texts";
import { moments } from "./changes";

interface MomentsProps {
  view: GameView;
  dumps: readonly Dump[];
  card: string;
  go: (ply: number) => void;
}

export function Moments({ view, dumps, card, go }: MomentsProps) {
  return (
    <p class="cw-moments" data-moments={card}>
      {replayTexts.momentsOf(cardName(card, view.deck))}
      {moments(view, dumps, card).map(({ ply, kind }) => (
        <button key={`${ply}${kind}`} type="button" class="cw-link" data-moment={kind} data-ply={ply} onClick={() => go(ply)}>
          {replayTexts.momentAt(replayTexts.moment[kind], ply)}
        </button>
      ))}
    </p>
  );
}
