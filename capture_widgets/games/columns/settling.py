"""Whether a game of Capture in five columns is decided before its end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from capture_widgets.engine.cards import Card
from capture_widgets.games.columns.capturing import COUNT, STANDINGS, captor_of
from capture_widgets.games.columns.moves import NO_CARD

if TYPE_CHECKING:
    from capture_widgets.games.columns.rules import ColumnsState


def settled(state: ColumnsState) -> list[int] | None:
    """The returns to which every way to play on leads, if both seats can know that; else None.

    In the last round each seat knows the cards of the other one, since no others are left, but not where they lie.
    Earlier hardly any result is certain, and this looks for none.
    """
    if state.left:
        return None
    first, second = state.points
    signs = {(lead > 0) - (lead < 0) for lead in (first - second + swing for swing in _swing(state))}
    if len(signs) > 1:
        return None
    (sign,) = signs
    return [sign, -sign]


@lru_cache(maxsize=2)
def _swing(state: ColumnsState) -> tuple[int, int]:
    """The least and the most cards by which seat A can gain more than seat B in a round, over all placements.

    It goes from column to column, and keeps only which cards are used by then: what a column brings depends on its own
    cards alone. Each table asks for it twice after a move, and it takes some milliseconds.
    """
    hands = list(state.hands)
    if state.placed is not None:
        hands[1 - state.dealer] = (*state.placed.played(),)
    ours, theirs = ([*hand, *[NO_CARD] * (5 - len(hand))] for hand in hands)
    reached = {(0, 0): (0, 0)}
    for slot in range(5):
        after: dict[tuple[int, int], tuple[int, int]] = {}
        for at, own in enumerate(ours):
            for other_at, other in enumerate(theirs):
                gain = _gain(state, slot, own, other)
                if gain is None:
                    continue
                for (used, other_used), (least, most) in reached.items():
                    if used >> at & 1 or other_used >> other_at & 1:
                        continue
                    key = used | 1 << at, other_used | 1 << other_at
                    low, high = after.get(key, (99, -99))
                    after[key] = min(low, least + gain), max(high, most + gain)
        reached = after
    return reached[31, 31]


def _gain(state: ColumnsState, slot: int, own: Card, other: Card) -> int | None:
    """The cards that a column with these two cards brings seat A, or takes it; None if they cannot lie there."""
    column, ranks = state.slots[slot], state.ranks[slot]
    if column is None:
        return 0 if own == other == NO_CARD else None
    captor = captor_of(STANDINGS[ranks[0] + COUNT[own]], STANDINGS[ranks[1] + COUNT[other]], state.options.aces)
    size = sum(map(len, column)) + (own != NO_CARD) + (other != NO_CARD)
    return 0 if captor is None else size if captor == 0 else -size
