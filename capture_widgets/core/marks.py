"""Authenticates the entries of a shared file by a student's secret code (`class_keys`).

An entry is a flat JSON object in a file that several people may be able to write. With a code it gets three more keys:
``number``, counted from 1; ``before``, the mark of the previous entry; and ``mark``, the HMAC-SHA256 of all other keys
under the code. Nobody without the code can write or change such an entry, and a removed entry leaves a gap. The owner
of the code can still write the whole sequence anew: the code protects against others, not against its owner.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from capture_widgets.core.class_keys import code_tag

KEYS: Final = ("number", "before", "mark")
"""The keys that a code adds to an entry."""

MARK_LENGTH: Final = 64

_KIND: Final = b"capture_widgets entry\n"
"""Separates these marks from other marks made with the same code."""


def mark(code: str, entry: Mapping[str, Any], without: Iterable[str] = ()) -> str:
    """The mark of an entry under a code.

    Args:
        code: a code as `class_keys.as_code` returns it.
        entry: the entry; its own ``mark`` is ignored.
        without: further keys to ignore, such as those that only name a format.
    """
    left_out = {"mark", *without}
    content = {key: value for key, value in entry.items() if key not in left_out}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return code_tag(code, _KIND + text.encode()).hex()


def with_mark(
    code: str, entry: Mapping[str, Any], last: Mapping[str, Any] | None, without: Iterable[str] = ()
) -> dict[str, Any]:
    """An entry with its number, the mark of the previous entry, and its own mark.

    Args:
        code: a code as `class_keys.as_code` returns it.
        entry: the entry to write.
        last: the last entry under this code, None if this is the first.
        without: as for `mark`.
    """
    number, before = (1, "") if last is None else (last["number"] + 1, last["mark"])
    numbered = {**entry, "number": number, "before": before}
    return {**numbered, "mark": mark(code, numbered, without)}


def has_valid_mark(code: str, entry: Mapping[str, Any], without: Iterable[str] = ()) -> bool:
    """Whether an entry has the correct mark for a code."""
    number, before, given = (entry.get(key) for key in KEYS)
    if type(number) is not int or number < 1 or not isinstance(before, str) or not isinstance(given, str):
        return False
    return given.isascii() and hmac.compare_digest(given, mark(code, entry, without))


def order_entries(entries: Iterable[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Sort the entries of one code by number, each once, and describe the gaps.

    If two programs wrote with one code at the same time, there are two sequences, and no gap. Entries that were removed
    from the end leave no gap either, because no later entry refers to them.
    """
    once: dict[str, Mapping[str, Any]] = {}
    for entry in entries:
        once.setdefault(entry["mark"], entry)
    row = sorted(once.values(), key=lambda entry: entry["number"])  # equal numbers keep their order
    gaps: dict[str, None] = {}
    earlier, here = 0, 0
    for entry in row:
        if entry["number"] > here:
            earlier, here = here, entry["number"]
        if here > 1 and entry["before"] not in once:
            gaps[_missing(earlier, here)] = None
    return row, [*gaps]


def _missing(earlier: int, here: int) -> str:
    """Describe the gap before an entry whose predecessor is missing; ``earlier`` is the next lower number there is."""
    if here - earlier == 1:
        return f"another number {earlier} than the one that is there is missing before number {here}"
    return (
        f"number {here - 1} is missing" if here - earlier == 2 else f"numbers {earlier + 1} to {here - 1} are missing"
    )
