"""What decided a round of Capture the Commander."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from capture_widgets.core.phrases import number_of, ordinal
from capture_widgets.engine.names import Names, sentence
from capture_widgets.games.commander.formation import BASE, COMMANDER, card_name
from capture_widgets.games.commander.moves import Attack
from capture_widgets.games.commander.words import joined, without_a_card

if TYPE_CHECKING:
    from capture_widgets.engine.state import Move, Play, Seat


def deciding(plays: Sequence[Play], names: Names) -> list[str]:
    """Who took whose commander, and the places, in a round of three or four players; after a draw the battle that
    nobody could win.
    """
    lines = []
    for before, move, after in plays:
        if before.options.players == 2 or len(after.out) == len(before.out):
            continue
        loser = next(seat for seat in after.out if seat not in before.out)
        sides = _sides(before, move)
        captor = sides[0] if sides[1] == loser else sides[1]
        card = card_name(before.cards[BASE[loser] + COMMANDER])
        lines.append(sentence(f"{names.did(captor, 'took')} {names.whose(loser)} commander, the {card}."))
    if plays and plays[-1].after.drawn:
        return [_tie(plays[-1], names), *lines]
    placed = ", ".join(f"{ordinal(at)} {names.who(seat)}" for at, seat in enumerate(ranking(plays), 1))
    return [*lines, f"{placed}."] if placed else lines


def ranking(plays: Sequence[Play]) -> list[Seat]:
    """The seats by their places in a round of three or four players without teams and points, the winner first.

    A player's place is the higher the longer the commander stood. After a draw nobody has one.
    """
    fallen = [seat for before, _, after in plays for seat in after.out if seat not in before.out]
    options = plays[-1].after.options if fallen else None
    if (
        options is None
        or options.players == 2
        or options.teams
        or options.scoring
        or len(fallen) != options.players - 1
    ):
        return []
    return [*(seat for seat in range(options.players) if seat not in fallen), *reversed(fallen)]


def _sides(before: Any, move: Move) -> tuple[Seat, Seat]:
    """The attacker and the defender of the battle that a move belongs to."""
    return (before.to_play, move.seat) if isinstance(move, Attack) else (before.war.attacker, before.war.defender)


def _tie(last: Play, names: Names) -> str:
    """The battle that ended the round in a draw, which side had no card to go on, and what both had left (CC-11)."""
    before, move, after = last
    sides = joined(before, move)
    mine, theirs = (f"{names.whose(seat)} {card_name(before.cards[BASE[seat] + own[-1]])}" for seat, own in sides)
    why = without_a_card(before, sides, names, past=True)
    cards = number_of(after.formation(sides[0][0]).bit_count(), "card")
    return sentence(f"{mine} and {theirs} tied, {why}, and both had {cards}: then nobody wins.")
