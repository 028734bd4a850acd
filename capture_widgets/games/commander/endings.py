"""What decided a round of Capture the Commander."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from capture_widgets.engine.names import Names, sentence
from capture_widgets.games.commander.formation import BASE, COMMANDER, card_name
from capture_widgets.games.commander.moves import Attack

if TYPE_CHECKING:
    from capture_widgets.engine.state import Play


def deciding(plays: Sequence[Play], names: Names) -> list[str]:
    """Who took whose commander, in order, in a round of three or four players."""
    lines = []
    for before, move, after in plays:
        if before.options.players == 2 or len(after.out) == len(before.out):
            continue
        loser = next(seat for seat in after.out if seat not in before.out)
        sides = (before.to_play, move.seat) if isinstance(move, Attack) else (before.war.attacker, before.war.defender)
        captor = sides[0] if sides[1] == loser else sides[1]
        card = card_name(before.cards[BASE[loser] + COMMANDER])
        lines.append(sentence(f"{names.did(captor, 'took')} {names.whose(loser)} commander, the {card}."))
    return lines
