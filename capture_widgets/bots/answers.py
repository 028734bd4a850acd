"""Reads the answers of players that write text: the move in the last square brackets, or why it is none."""

from __future__ import annotations

import re
from typing import Final

from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.engine.state import tidy
from capture_widgets.model.view import View
from capture_widgets.model.view_text import ANSWER, notation_forms

_LONGEST: Final = 50_000
"""So much of the end of an answer is read."""
_BRACKETS: Final = re.compile(r"\[([^\[\]\n]{1,200})\]")


def read_answer(view: View, answer: str) -> str:
    """The legal move that an answer names: what stands in its last square brackets.

    Raises:
        IllegalMove: there are no brackets, or no legal move stands in them; with the rule, and the reason in words that
            follow from what the seat knows.
    """
    found = _BRACKETS.findall(answer[-_LONGEST:])
    if not found:
        raise IllegalMove("GE-3", "", f"there is no move in square brackets; moves are written {notation_forms(view)}")
    text = tidy(found[-1].strip())
    if text in view.legal_moves():
        return text
    world = view.world()  # it follows from what the seat knows alone, and so do the words of its refusals
    move = world.parse(text)
    world.check(move)
    if str(move) not in view.legal_moves():
        raise IllegalMove("GE-3", text, f"{shown(text)} is not a legal move here")
    return str(move)


def refusal_text(view: View, error: IllegalMove, *, last: bool = False) -> str:
    """What is said to a player whose answer was refused: the reason, the rule, and how to answer."""
    rule = view.game.rules_in_force(view.options, view.dump["match"] is not None).get(error.rule, "")  # type: ignore[arg-type]
    named = f"“{error.move[:100]}” is refused" if error.move else "Your answer is refused"
    told = f"{named}: {error.reason.rstrip('.')}."
    if rule:
        told += f"\nRule {error.rule}: {rule}"
    return told if last else f"{told}\n\nTry once more. {ANSWER.format(example='[move]')}"
