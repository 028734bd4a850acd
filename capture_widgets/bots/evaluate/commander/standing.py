"""A formula for each seat's chance to win in the middle of a round of Capture the Commander with more than two players.

The result of a playout to the end depends mostly on luck there; the formations after a few attacks say more. The
weights were fitted to the results of rounds played like playouts (`tests/benchmarks/standing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from capture_widgets.bots.evaluate.commander.weights import FITTED, GONE
from capture_widgets.core.bit_masks import bits
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.state import Seat
from capture_widgets.games.commander import FULL, OPEN, ROWS

UNSEEN: Final = 13
"""The rank of a card that nobody has seen; it counts as an average card."""
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
    """The features of a formation without its cards.

    They are the nearness of its commander, the number of cards by row, of cards that may attack, and of cards that may
    be attacked.
    """
    features = [0.0] * (2 * ROW_COUNT + 6)
    near = nearness(lying)
    features[near] = 1.0
    features[ROW_COUNT + near] = float(moves_next)
    for card in bits(lying & ~_COMMANDER):
        features[2 * ROW_COUNT + _CARD_ROWS[card]] += 1.0
    features[-2] = float(FULL[lying].bit_count())
    features[-1] = float(OPEN[lying].bit_count())
    return features


def seen_card_features(lying: int, seen: Sequence[int]) -> list[float]:
    """The features of the cards that everybody has seen: their number by row, and their ranks above the average.

    ``seen`` has 13 entries, ``rank * ROW_COUNT + row``, with `UNSEEN` for the rank of a card not seen.
    """
    features = [0.0] * (2 * ROW_COUNT)
    for card in bits(lying):
        rank, row = divmod(seen[card], ROW_COUNT)
        if rank != UNSEEN:
            features[row] += 1.0
            features[ROW_COUNT + row] += rank - _MIDDLE
    return features


class Weights:
    """The score of a seat, as two tables: by formation, and by card."""

    def __init__(self, of_shape: Sequence[float], of_cards: Sequence[float]) -> None:
        self.formations = LazyDict[int, float](
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
        """By ``rank * ROW_COUNT + row`` of a card, as everybody has seen it."""


WEIGHTS: Final = LazyDict[tuple[bool, int], tuple[Weights, ...]](
    lambda key: tuple([Weights(role[: 2 * ROW_COUNT + 6], role[2 * ROW_COUNT + 6 :]) for role in FITTED[key]])
)
"""By (teams, number of seats still in the round): the weights for each role of a seat."""
_INDEXES = LazyDict[int, tuple[int, ...]](lambda mask: tuple(bits(mask)))


def team_roles(seats: Sequence[Seat], lying: Sequence[int]) -> dict[Seat, int]:
    """The role of each seat in a game of teams: 0 for the weaker partner, 1 for the stronger, 2 for a last one."""
    roles = {}
    for team in (0, 1):
        members = [seat for seat in seats if seat % 2 == team]
        if len(members) == 1:
            roles[members[0]] = 2
        elif members:
            members.sort(key=lambda seat: _STRENGTH[lying[seat]])
            roles[members[0]], roles[members[1]] = 0, 1
    return roles


_STRENGTH = LazyDict[int, float](lambda lying: nearness(lying) + 0.3 * lying.bit_count())


def chances_to_win(
    lying: Sequence[int], seen: Sequence[int], turn: Seat, out: Sequence[Seat], *, teams: bool
) -> list[float]:
    """Estimate each seat's chance to win.

    Args:
        lying: by seat, the mask of its formation.
        seen: by place, what everybody has seen of the card, as in `seen_card_features`.
        turn: the seat that attacks next; it is still in the round.
        out: the seats whose commander was captured.
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
