"""A move that can be made at a position of a history, in words."""

from __future__ import annotations

from typing import Final

from capture_widgets.engine.names import names_for, sentence
from capture_widgets.engine.seats import Seat
from capture_widgets.model.history import History


def move_words(
    history: History, number: int, ply: int, move: str, you: Seat | None = None, instead: str | None = None
) -> str:
    """What a legal move tells its seat to do: "attack the blue 8 at the left end with the red 9".

    It calls the players by their names, and the seat ``you`` "you". What the move has in common with
    the move ``instead`` may be left out.
    """
    state = history.round_at(number).state_at(ply)
    names = names_for(history.seats, you)
    return state.phrase(state.parse(move), names, None if instead is None else state.parse(instead))


def chosen_words(
    history: History, number: int, ply: int, move: str, you: Seat | None = None, *, drawn: bool = False
) -> str:
    """That the seat to move chose a move: "You chose to attack the blue 8 at the left end with the red 9".

    Beside a drawing of the cards and their places ("A:Qh C:2d") it need not list several of them.
    """
    seat = history.round_at(number).state_at(ply).to_play
    who = names_for(history.seats, you).did(seat or 0, "chose")
    if drawn and move.count(":") > 1:
        return sentence(f"{who} this")
    return sentence(f"{who} to {move_words(history, number, ply, move, you)}")


SAID: Final = 2
"""So many cards that lie elsewhere than in another move are named."""


def other_words(history: History, number: int, ply: int, move: str, played: str, you: Seat | None = None) -> str:
    """A move in the place of the one that was played, for a sentence beside a drawing: "to play the blue 7".

    Of a move of several cards only what differs is said, and where that is much, nothing: "this".
    """
    several = move.count(":") > 1
    if several and len(set(move.split()) - set(played.split())) > SAID:
        return "this"
    return f"to {move_words(history, number, ply, move, you, instead=played if several else None)}"


def move_and_notation(history: History, number: int, ply: int, move: str, you: Seat | None = None) -> str:
    """A move in words at the beginning of a sentence, with the notation beside it."""
    words = move_words(history, number, ply, move, you)
    return words if words == move else f"{words[:1].upper()}{words[1:]} ({move})"
