"""Entries that bear the mark of a code (`class_keys`): each was written by somebody who has the code.

An entry is a flat JSON object in a file that several people may be able to write. With a code it gets three more keys:
``number``, counted from 1; ``before``, the mark of the entry before it; and ``mark``, the HMAC-SHA256 of all the others
under the code. Whoever lacks the code can neither write such an entry nor change one, and an entry that was taken out
of the row leaves a gap. Who has the code can write the whole row anew: a code holds against others, not against the one
to whom it was given.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from capture_widgets.core.class_keys import mark_of

KEYS: Final = ("number", "before", "mark")
"""The keys that a code adds to an entry."""

MARK_LENGTH: Final = 64

_KIND: Final = b"capture_widgets entry\n"
"""What tells these marks from others that are made with the same code."""


def mark(code: str, entry: Mapping[str, Any], without: Iterable[str] = ()) -> str:
    """The mark of an entry under a code.

    Args:
        code: as `class_keys.as_code` gives it.
        entry: its keys but for ``mark`` count.
        without: keys that do not count either, such as those that only name a format.
    """
    left_out = {"mark", *without}
    content = {key: value for key, value in entry.items() if key not in left_out}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return mark_of(code, _KIND + text.encode()).hex()


def marked(
    code: str, entry: Mapping[str, Any], last: Mapping[str, Any] | None, without: Iterable[str] = ()
) -> dict[str, Any]:
    """An entry with its number, what is before it, and its mark.

    Args:
        code: as `class_keys.as_code` gives it.
        entry: what is to be written.
        last: the last entry under this code, None where this is the first.
        without: as for `mark`.
    """
    number, before = (1, "") if last is None else (last["number"] + 1, last["mark"])
    numbered = {**entry, "number": number, "before": before}
    return {**numbered, "mark": mark(code, numbered, without)}


def holds(code: str, entry: Mapping[str, Any], without: Iterable[str] = ()) -> bool:
    """Whether an entry bears the mark of a code."""
    number, before, given = (entry.get(key) for key in KEYS)
    if type(number) is not int or number < 1 or not isinstance(before, str) or not isinstance(given, str):
        return False
    return given.isascii() and hmac.compare_digest(given, mark(code, entry, without))


def in_order(entries: Iterable[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Entries that bear the mark of one code, each once and in the order of their numbers, and what is missing.

    Where two wrote with one code at once there are two rows, of which nothing is missing. Entries that were taken from
    the end leave no gap: nothing after them says that they were there.
    """
    once: dict[str, Mapping[str, Any]] = {}
    for entry in entries:
        once.setdefault(entry["mark"], entry)
    row = sorted(once.values(), key=lambda entry: entry["number"])  # equal numbers stay as they came
    gaps: dict[str, None] = {}
    earlier, here = 0, 0
    for entry in row:
        if entry["number"] > here:
            earlier, here = here, entry["number"]
        if here > 1 and entry["before"] not in once:
            gaps[_missing(earlier, here)] = None
    return row, [*gaps]


def _missing(earlier: int, here: int) -> str:
    """What is said where an entry's predecessor is not there, after the next lower number that is."""
    if here - earlier == 1:
        return f"another number {earlier} than the one that is there is missing before number {here}"
    return (
        f"number {here - 1} is missing" if here - earlier == 2 else f"numbers {earlier + 1} to {here - 1} are missing"
    )
