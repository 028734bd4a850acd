// Trio: two hands of three, and the cards laid between them. What is not said here is as in the plain drawing.
export default ({ column, fan, row, plate, spot, nearSeat, sees }) => {
  const hand = (dump, seat, about) => {
    const open = sees(dump, seat);
    const kids = dump.table.hands[seat].map((card, at) => {
      const known = open && card !== "??";
      const id = known ? card : `hidden${seat}-${at}`;
      return spot(id, `in the hand of ${about.seat(seat)}`, { card, id, place: known ? card : null, mute: !open, grip: open });
    });
    return fan(`hand${seat}`, kids, { name: "hand", label: `Hand of ${about.seat(seat)}, ${kids.length} cards` });
  };
  return {
    style: ".cw-b-trio { gap: 16px; }",
    layout(dump, about) {
      const near = nearSeat(dump);
      const laid = dump.table.played.map((card, at) => spot(`laid${at}`, `trick ${Math.floor(at / 2) + 1}`, { card, id: card }));
      return column("trio", [
        row("far", [plate(1 - near), hand(dump, 1 - near, about)]),
        row("laid", laid, { label: "Cards laid" }),
        row("near", [hand(dump, near, about), plate(near)]),
      ]);
    },
    prompt: (dump) => (dump.table.played.length % 2 ? "Answer the card that was led." : "Lead a card."),
    say: (move, dump, about) => `lay the ${about.card(move)}`,
  };
};
