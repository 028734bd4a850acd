"""Sentences that compare a finished game with the best result of its deal."""

from __future__ import annotations

from capture_widgets.core.phrases import number_of
from capture_widgets.engine.cards import FRENCH
from capture_widgets.engine.solver_interface import Solved
from capture_widgets.games.fourx.moves import suit_name
from capture_widgets.games.fourx.rules import FourXState


def compared(end: FourXState, best: Solved, own: Solved | None) -> str:
    """Compare the end of a game with the best result of its deal; how many turns a win took stands above it.

    Args:
        end: how the game ended.
        best: the solution of the deal.
        own: the solution with the king that the player chose; None if no king was chosen.
    """
    other = f"the king of {suit_name(FRENCH.suits.index(best.suit))}" if best.suit is not None else ""
    if end.result > 0 and own is not None and own.turns is not None:
        return f"{_better(end.turns, best, own, other)}."
    if best.turns is None:
        if best.status == "unwinnable":
            return "This deal cannot be won, whatever king is chosen."
        return "Whether this deal can be won could not be found out in time."
    if own is None:
        return f"This deal can be won in {_turns(best)}, with {other}."
    if own.turns is not None:
        faster = f", and with {other} in {best.turns}" if _faster(best, own) else ""
        return f"This deal could be won in {_turns(own)}{faster}."
    king = f"the king of {suit_name(end.own)}" if end.own is not None else "the king chosen"
    if own.status == "unwinnable":
        return f"With {king} this deal cannot be won; with {other} it can, in {_turns(best)}."
    return f"Whether {king} could win could not be found out in time; {other} can, in {_turns(best)}."


def decided(state: FourXState, answer: bool | None) -> str:
    """Say whether the game can be won from a position; before the first turn that is the deal, or the king, alone."""
    if answer is None:
        return f"The solver could not decide in time whether it can {'still ' if state.turns else ''}be won."
    start = "This deal" if state.own is None else "With this king this deal"
    if state.turns:
        start = "It" if answer else "From here it"
    if answer:
        return f"{start} can {'still ' if state.turns else ''}be won, by a player who knows every card."
    return f"{start} cannot be won, {'whatever you play' if state.own is not None else 'whatever king you choose'}."


def _better(turns: int, best: Solved, own: Solved, other: str) -> str:
    """Say how few turns a win could have taken that took ``turns``."""
    assert own.turns is not None
    if own.turns >= turns and not _faster(best, own):
        return "No win takes fewer turns" if own.bound == turns else "No shorter win was found"
    perhaps = "" if own.bound == own.turns else ", perhaps fewer"
    if own.turns >= turns:
        return f"With {other} {best.turns} turns were possible"
    if not _faster(best, own):
        return f"{own.turns} turns were possible{perhaps}"
    return f"{own.turns} turns were possible{perhaps}, and {best.turns} with {other}"


def _faster(best: Solved, own: Solved) -> bool:
    return best.turns is not None and own.turns is not None and best.turns < own.turns and best.suit != own.suit


def _turns(found: Solved) -> str:
    assert found.turns is not None
    words = number_of(found.turns, "turn")
    return words if found.bound == found.turns else f"{words}, perhaps fewer"
