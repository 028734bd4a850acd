"""Why a move of 4X Solitaire is better than the one that was played, by what the player sees."""

from __future__ import annotations

from typing import Any

from capture_widgets.bots.evaluate.fourx import face_up_kings
from capture_widgets.core.phrases import number_of
from capture_widgets.games.fourx import (
    COLUMN,
    NEAR,
    RANK,
    ROW,
    Capture,
    Conquer,
    Explore,
    FourXState,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
    card_name,
)

_Explores = Explore | TechExplore | TechFlip
_Captures = Capture | TechCapture
_Later = Travel | Capture | TechCapture
"""Moves that turn up nothing themselves."""


def because_of(state: FourXState, best: Any, played: Any) -> str | None:
    """What the better move does that the played one does not, as the part of a sentence; None if that is not seen."""
    if isinstance(best, Conquer | TechConquer):
        return None if isinstance(played, Conquer | TechConquer) else "a conquest makes all cards of a suit yours"
    if isinstance(best, _Explores):
        return _explores(state, best, played)
    if isinstance(best, Travel):
        return _next(state, best, played) if isinstance(played, _Later | _Explores) else None
    return _captures(state, best, played) if isinstance(best, _Captures) else None


def shown_by(state: FourXState, move: Any) -> int:
    """How many cards a move turns up; for a journey or a capture, the most that an exploration after it can."""
    if isinstance(move, Explore):
        return (NEAR[move.space] & state.down).bit_count()
    if isinstance(move, TechFlip):
        return 1
    if isinstance(move, TechExplore):
        line = ROW if move.line == "row" else COLUMN
        return (line[move.space] & state.down).bit_count()
    after = state.apply(move)
    counts = [(NEAR[one.space] & after.down).bit_count() for one in after.legal_moves() if isinstance(one, Explore)]
    return max(counts, default=0)


def _explores(state: FourXState, best: Any, played: Any) -> str | None:
    count = shown_by(state, best)
    now = f"it turns up {number_of(count, 'card')} at once"
    if isinstance(played, _Captures):
        return f"{now}, and your capture none"
    if not isinstance(played, Travel | _Explores):
        return None
    other = shown_by(state, played)
    if isinstance(played, Travel):  # that takes two turns
        return f"{now}; your journey lets you turn up {other or 'none'} next" if 2 * count > other else None
    return f"it turns up {number_of(count, 'card')}, and your move {other}" if count > other else None


def _next(state: FourXState, best: Any, played: Any) -> str | None:
    """What can be turned up in the next turn, if that is more than what comes of the move that was played."""
    count, other = shown_by(state, best), shown_by(state, played)
    if count <= other:
        return None
    yours = f", after your move {other or 'none'}" if isinstance(played, _Later) else f"; your move turns up {other}"
    return f"next you can turn up {number_of(count, 'card')}{yours}"


def _captures(state: FourXState, best: Any, played: Any) -> str | None:
    if isinstance(played, _Captures) and best.space == played.space:
        if isinstance(best, Capture) and isinstance(played, Capture) and RANK[best.card] < RANK[played.card]:
            return f"the {card_name(best.card)} is enough there, and the {card_name(played.card)} stays in your arsenal"
        return None
    beside = [king for king in face_up_kings(state) if NEAR[king] >> best.space & 1]
    helps = isinstance(played, _Captures) and any(NEAR[king] >> played.space & 1 for king in beside)
    if beside and not helps:
        return f"it gains a space beside the {card_name(state.cards[beside[0]])}, whom you have to surround"
    return _next(state, best, played) if isinstance(played, _Later) else None
