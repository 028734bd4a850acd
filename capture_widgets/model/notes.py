"""Comments on positions, and signs that judge the moves which led to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from capture_widgets.core.plain_data import is_text
from capture_widgets.model.history import History
from capture_widgets.model.record_format import MOST_COMMENT, MOST_WORDS, place


def with_note(
    history: History,
    kind: Literal["comment", "glyph"],
    text: str,
    *,
    ply: int | None = None,
    round_number: int | None = None,
) -> tuple[History, str]:
    """The history with a comment or sign at a position, by default the current one; and the key of the position.

    An empty text removes the comment or sign.

    Raises:
        ValueError: there is no such round or ply, or the comment is too long for a record.
    """
    entry = history.round_at(round_number)
    key = place(*history.check_ply(entry.ply if ply is None else ply, round_number))
    notes = dict(history.comments if kind == "comment" else history.glyphs)
    if kind == "comment":
        others = [words for other, words in notes.items() if other != key]
        in_variations = (words for line in history.lines for words in line.get("comments", {}).values())
        check_comment(text, [*others, *in_variations])
    if text:
        notes[key] = text
    else:
        notes.pop(key, None)
    if kind == "comment":
        return history.with_notes(notes, history.glyphs), key
    return history.with_notes(history.comments, notes), key


def check_comment(text: str, others: Iterable[str]) -> None:
    """Raise ValueError unless a record can hold a comment in addition to the others."""
    if not is_text(text, MOST_COMMENT):
        raise ValueError(f"a comment is a text of at most {MOST_COMMENT:,} characters")
    if len(text) + sum(map(len, others)) > MOST_WORDS:
        raise ValueError(f"all comments of a game together have at most {MOST_WORDS:,} characters")
