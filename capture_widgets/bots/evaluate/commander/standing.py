"""How well each seat stands in the middle of a round of Capture the Commander for more than two, as a formula.

A playout to the end tells little there, since luck decides most of it; what is left of the formations after a few
attacks tells more. The weights were fitted to how rounds ended that were played as playouts are
(`tests/benchmarks/standing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from capture_widgets.bots.evaluate.commander.weights import FITTED, GONE
from capture_widgets.core.bit_masks import bits
from capture_widgets.core.lazy_tables import Growing
from capture_widgets.engine.state import Seat
from capture_widgets.games.commander import FULL, OPEN, ROWS

UNSEEN: Final = 13
"""Stands for the rank of a card that nobody has seen; it counts as an average one."""
ROW_COUNT: Final = len(ROWS)
_MIDDLE: Final = 6
"""The rank of an average card."""
_CARD_ROWS: Final = tuple(row for row, positions in enumerate(ROWS) for _ in positions)
_COMMANDER: Final = 1 << 12


def nearness(lying: int) -> int:
    """How many cards a formation must lose, at least, before its commander can be attacked: 0 to 4."""
    formations = {lying}
    for lost in range(ROW_COUNT):
        if any(OPEN[formation] & _COMMANDER for formation in formations):
            return lost
        formations = {formation ^ 1 << card for formation in formations for card in bits(OPEN[formation])}
    return ROW_COUNT - 1


def shape_features(lying: int, moves_next: bool) -> list[float]:
    """What a formation says without its cards: how near its commander is, cards by row, those that may attack and be
    attacked.
    """
    found = [0.0] * (2 * ROW_COUNT + 6)
    near = nearness(lying)
    found[near] = 1.0
    found[ROW_COUNT + near] = float(moves_next)
    for card in bits(lying & ~_COMMANDER):
        found[2 * ROW_COUNT + _CARD_ROWS[card]] += 1.0
    found[-2] = float(FULL[lying].bit_count())
    found[-1] = float(OPEN[lying].bit_count())
    return found


def seen_card_features(lying: int, seen: Sequence[int]) -> list[float]:
    """What its cards say that everybody has seen: how many by row, and how much above the middle.

    ``seen`` has 13 entries, ``rank * ROW_COUNT + row``, with `UNSEEN` for the rank of a card not seen.
    """
    found = [0.0] * (2 * ROW_COUNT)
    for card in bits(lying):
        rank, row = divmod(seen[card], ROW_COUNT)
        if rank != UNSEEN:
            found[row] += 1.0
            found[ROW_COUNT + row] += rank - _MIDDLE
    return found


class Weights:
    """What counts for a seat, as two tables: by formation, and by card."""

    def __init__(self, of_shape: Sequence[float], of_cards: Sequence[float]) -> None:
        self.formations = Growing[int, float](
            lambda key: sum(
                weight * part for weight, part in zip(of_shape, shape_features(key >> 1, bool(key & 1)), strict=True)
            )
        )
        """By ``lying << 1 | moves next``."""
        self.cards = [
            of_cards[row] + of_cards[ROW_COUNT + row] * (rank - _MIDDLE)
            for rank in range(UNSEEN)
            for row in range(ROW_COUNT)
        ] + [0.0] * ROW_COUNT
        """By what is seen of a card."""


WEIGHTS: Final = Growing[tuple[bool, int], tuple[Weights, ...]](
    lambda key: tuple([Weights(role[: 2 * ROW_COUNT + 6], role[2 * ROW_COUNT + 6 :]) for role in FITTED[key]])
)
"""By teams or not and by how many are still in: for each role of a seat."""
_INDEXES = Growing[int, tuple[int, ...]](lambda mask: tuple(bits(mask)))


def team_roles(seats: Sequence[Seat], lying: Sequence[int]) -> dict[Seat, int]:
    """Which weights hold for each seat of teams: 0 for the weaker of two, 1 for the stronger, 2 for one left alone."""
    roles = {}
    for team in (0, 1):
        here = [seat for seat in seats if seat % 2 == team]
        if len(here) == 1:
            roles[here[0]] = 2
        elif here:
            here.sort(key=lambda seat: _STRENGTH[lying[seat]])
            roles[here[0]], roles[here[1]] = 0, 1
    return roles


_STRENGTH = Growing[int, float](lambda lying: nearness(lying) + 0.3 * lying.bit_count())


def chances_to_win(
    lying: Sequence[int], seen: Sequence[int], turn: Seat, out: Sequence[Seat], *, teams: bool
) -> list[float]:
    """Each seat's chance to win, about, when it is the turn of a seat that is still in.

    Args:
        lying: by seat, mask of its formation.
        seen: by place what is seen of a card, as in `told`.
        turn: who attacks next.
        out: seats whose commander was captured.
        teams: whether A and C play against B and D.
    """
    players = len(lying)
    seats = [seat for seat in range(players) if seat not in out]
    sets = WEIGHTS[teams, len(seats)]
    roles = team_roles(seats, lying) if teams else None
    scores = [0.0] * players
    for seat in seats:
        weights, base, formation = sets[roles[seat] if roles else 0], 13 * seat, lying[seat]
        cards, score = weights.cards, weights.formations[formation << 1 | (seat == turn)]
        for card in _INDEXES[formation]:
            score += cards[seen[base + card]]
        scores[seat] = score
    if teams:
        lead = scores[0] - scores[1] + scores[2] - scores[3]
        lead -= sum(-GONE if seat % 2 else GONE for seat in out)
        chance = 1 / (1 + exp(-lead))
        return [chance, 1 - chance, chance, 1 - chance]
    shares = [0.0 if seat in out else exp(score) for seat, score in enumerate(scores)]
    total = sum(shares)
    return [share / total for share in shares]
