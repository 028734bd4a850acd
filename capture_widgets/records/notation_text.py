r"""Notations: a whole game as readable text, similar to PGN for chess.

A notation begins with headers, one on each line, with values as in JSON: ``[Game "kommando"]``, ``[Option dealer 1]``,
``[Seat A "you"]``. The rounds follow, each with its own headers and its moves, one on each line, numbered by ply. After
a move come its sign, the comment on the position in braces, and in parentheses the variations that replace the move.
A notation contains everything that a record contains, and the same game gives the same text everywhere. The reader
accepts line breaks anywhere between words.

In comments, braces and backslashes are written with a backslash before them; ``\s`` is a space and ``\n`` a line end
that would be lost at the edge of a line.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Final

from capture_widgets.core.escapes import is_obeyed, visible_json
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.model.history import History
from capture_widgets.model.record_format import (
    GLYPHS,
    Record,
    RoundRecord,
    Variation,
    notes_of,
    place,
    position_of,
)

VERSION: Final = 1

OPENERS: Final = {"Dealer": "dealer", "First": "first"}
"""The header for who dealt or who starts, with its key in a record; which of them a game has depends on the game."""

WORD: Final = re.compile(r"[^\s{}()\[\]\"]+")
"""A piece of a move; quotes and brackets have a meaning of their own."""

NUMBER: Final = re.compile(r"[0-9]{1,7}\.")
"""The number of a move."""

_INDENT: Final = "     "


def notation_of(history: History) -> str:
    """The notation of a game; the same record always gives the same text."""
    return _text_of(history.record())


def _text_of(record: Record) -> str:
    lines = [f"[Notation {VERSION}]", _header("Game", record["game"])]
    lines += [_header("Option", value, name) for name, value in record["options"].items()]
    if record["match"]:
        lines.append(_header("Match", True))
    if record["seed"] is not None:
        lines.append(_header("Seed", record["seed"]))
    if "cut" in record:
        lines.append(_header("Cut", " ".join(record["cut"])))
    lines += [_header("Seat", name, SEAT_NAMES[seat]) for seat, name in enumerate(record["seats"])]
    setup = record["rounds"][0].get("setup")
    base = 0 if setup is None else setup["round"]
    variations = _numbered(record["variations"])
    for number, entry in enumerate(record["rounds"], base):
        lines += ["", *_round(record, number, entry, variations)]
    return "\n".join([*lines, ""])


def _header(key: str, value: object, name: str = "") -> str:
    return f"[{key}{' ' if name else ''}{name} {visible_json(json.dumps(value, ensure_ascii=False))}]"


def _numbered(variations: list[Variation]) -> list[tuple[str, Variation]]:
    """Variations sorted by position, each with its number if that changes their order."""
    order = sorted(range(len(variations)), key=lambda i: position_of(variations[i]["at"]))
    if order == list(range(len(variations))):
        return [("", line) for line in variations]
    return [(f"#{i + 1} ", variations[i]) for i in order]


def _round(record: Record, number: int, entry: RoundRecord, variations: list[tuple[str, Variation]]) -> Iterator[str]:
    yield _header("Round", number)
    for key, name in OPENERS.items():
        if name in entry:
            yield _header(key, entry[name])  # type: ignore[literal-required]  # the opener's key depends on the game
    if "setup" in entry:
        yield _header("Setup", entry["setup"])
    else:
        yield _header("Deal", " ".join(entry["deal"]))
    if entry["result"] is not None:
        yield _header("Result", entry["result"])
    yield ""
    first = entry["setup"]["ply"] if "setup" in entry else 0
    moves = entry["moves"]
    by_ply: dict[int, list[str]] = {}
    for label, line in variations:
        at = position_of(line["at"])
        if at[0] == number:
            by_ply.setdefault(min(at[1] + 1, first + len(moves)), []).extend(_variation(label, at, line))
    for ply in range(first, first + len(moves) + 1):
        words = [] if ply == first else [f"{ply}.", _move(moves[ply - first - 1])]
        key = place(number, ply)
        if key in record["glyphs"]:
            words.append(record["glyphs"][key])
        if words:
            yield " ".join(words)
        if key in record["comments"]:
            yield f"    {{{_escaped(record['comments'][key])}}}"
        yield from by_ply.get(ply, ())


def _move(text: str) -> str:
    """A move in the text, in quotes if the reader could mistake it for something else."""
    words = text.split(" ")
    plain = all(WORD.fullmatch(word) and not NUMBER.fullmatch(word) for word in words)
    return text if plain and not {*words} & {*GLYPHS} and '"' not in text else json.dumps(text)


def _variation(label: str, at: tuple[int, int], line: Variation) -> list[str]:
    """A variation in lines: its moves fill the lines, and each comment begins a new line."""
    notes = notes_of(line)
    lines: list[str] = []
    words: list[str] = []
    for ply, move in enumerate(line["moves"], at[1] + 1):
        key = place(at[0], ply)
        words += [f"{ply}. {_move(move)}", *filter(None, [notes["glyphs"].get(key)])]
        if key in notes["comments"]:
            lines += [" ".join(words), f"{{{_escaped(notes['comments'][key])}}}"]
            words = []
    lines += [" ".join(words)] if words else []
    lines[0] = f"({label}{lines[0]}"
    lines[-1] += ")"
    return [part for i, text in enumerate(lines) for part in _filled(text, _INDENT if i else "    ")]


def _filled(text: str, indent: str) -> list[str]:
    """A text broken into lines, but not within quotes or braces."""
    if '"' in text or text.startswith("{"):
        return [f"{indent}{text}"]
    return textwrap.wrap(
        text, 110, initial_indent=indent, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False
    )


def _escaped(comment: str) -> str:
    """A comment with escapes, to put between braces."""
    core = comment.strip("\n")
    lead, tail = len(comment) - len(comment.lstrip("\n")), len(comment) - len(comment.rstrip("\n"))
    if not core:
        return r"\n" * len(comment)
    lines = [_escape(line) for line in core.split("\n")]
    lines = [rf"\s{line[1:]}" if line.startswith(" ") else line for line in lines]
    lines = [rf"{line[:-1]}\s" if line.endswith(" ") else line for line in lines]
    return r"\n" * lead + f"\n{_INDENT}".join(lines).replace(f"\n{_INDENT}\n", "\n\n") + r"\n" * tail


def _escape(line: str) -> str:
    """A line of a comment with escapes for braces, backslashes and control characters."""
    if line.isprintable() and not {*line} & {*"\\{}"}:
        return line
    return "".join(_ESCAPES.get(sign) or (_numbered_escape(sign) if is_obeyed(sign) else sign) for sign in line)


_ESCAPES: Final = {"\\": r"\\", "{": r"\{", "}": r"\}", "\t": r"\t"}


def _numbered_escape(sign: str) -> str:
    return rf"\u{ord(sign):04x}" if ord(sign) < 1 << 16 else rf"\U{ord(sign):08x}"
