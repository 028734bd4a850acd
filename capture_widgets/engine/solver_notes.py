"""Comments that record that a player consulted the solver, which knows every card, during a game."""

from __future__ import annotations

import re
from typing import Any, Final

_ANSWERS: Final = {True: "it could", False: "it could not", None: "that was not found out"}
SOLVER_CONSULTED: Final = "The solver was asked for the best line."
UNDONE_AFTER_HINT: Final = "Taken back, after being told what was possible."
_NOTE_TEXT: Final = re.compile(
    rf"Asked whether it could still be won: (?:{'|'.join(_ANSWERS.values())})\.|"
    rf"{re.escape(SOLVER_CONSULTED)}|{re.escape(UNDONE_AFTER_HINT)}"
)


def winnable_words(answer: bool | None) -> str:
    """The comment for the question whether the game can still be won, with the solver's answer."""
    return f"Asked whether it could still be won: {_ANSWERS[answer]}."


def is_solver_note(line: str) -> bool:
    """Whether a line of a comment records that the solver was consulted."""
    return _NOTE_TEXT.fullmatch(line) is not None


def add_solver_note(game: Any, words: str, at: tuple[int, int] | None = None) -> None:
    """Add a note to the comment of a position, by default the current one, unless it has the note already."""
    number, ply = at or (game.round, game.ply)
    earlier = game.comments.get(f"{number}/{ply}", "")
    if words not in earlier.split("\n"):
        game.comment("\n".join([earlier, words] if earlier else [words]), ply=ply, round=number)
