// Trio: two hands of three, and the cards laid between them.
import { type About, type Box, column, fan, nearSeat, plate, row, sees, spot, type View } from "../../board/layout";
import { texts } from "../../texts";
import type { Dump, Seat } from "../../kernel/messages";
import { texts as t } from "./texts";

interface TrioTable {
  hands: string[][];
  played: string[];
  aside: string[];
  won: number[];
}

function hand(dump: Dump, seat: Seat, about: About): Box {
  const open = sees(dump, seat);
  const cards = (dump.table as unknown as TrioTable).hands[seat] ?? [];
  const kids = cards.map((card, at) => {
    const known = open && card !== "??";
    const key = known ? card : `hidden${seat}-${at}`;
    return spot(key, texts.inHand(about.seat(seat)), { card, id: key, place: known ? card : null, mute: !open, grip: open });
  });
  return fan(`hand${seat}`, kids, { name: "hand", label: texts.handOf(about.seat(seat), cards.length) });
}

export const trio: View = {
  deck: "french",
  keys: { dealt: ["hands", "aside"] },

  layout(dump: Dump, about: About): Box {
    const near = nearSeat(dump);
    const laid = (dump.table as unknown as TrioTable).played;
    return column("trio", [
      row("far", [plate(1 - near), hand(dump, 1 - near, about)]),
      row("laid", laid.map((card, at) => spot(`laid${at}`, t.trick(Math.floor(at / 2) + 1), { card, id: card })), { label: t.laid }),
      row("near", [hand(dump, near, about), plate(near)]),
    ]);
  },

  prompt: (dump: Dump): string => ((dump.table as unknown as TrioTable).played.length % 2 ? t.answer : t.lead),
  steps: (move: string): string[] => [move],
  say: (move: string, _dump: Dump, about: About): string => t.say(about.card(move)),
  attempt: (picked: readonly string[]): string | null => picked[0] ?? null,
};
