"""What was asked about a game under way that looks at every card: remembered in a comment, in these words."""

from __future__ import annotations

import re
from typing import Any, Final

_ANSWERS: Final = {True: "it could", False: "it could not", None: "that was not found out"}
LOOKED: Final = "The solver was asked for the best line."
TOLD: Final = "Taken back, after being told what was possible."
_SAID: Final = re.compile(
    rf"Asked whether it could still be won: (?:{'|'.join(_ANSWERS.values())})\.|{re.escape(LOOKED)}|{re.escape(TOLD)}"
)


def winnable_words(answer: bool | None) -> str:
    """What is remembered of the question whether a game could still be won."""
    return f"Asked whether it could still be won: {_ANSWERS[answer]}."


def is_said(line: str) -> bool:
    """Whether a line of a comment says that something was asked."""
    return _SAID.fullmatch(line) is not None


def remember(game: Any, words: str, at: tuple[int, int] | None = None) -> None:
    """Say once in the comment of a position of a game, by default the one that it stands at, what was asked there."""
    number, ply = at or (game.round, game.ply)
    earlier = game.comments.get(f"{number}/{ply}", "")
    if words not in earlier.split("\n"):
        game.comment("\n".join([earlier, words] if earlier else [words]), ply=ply, round=number)
