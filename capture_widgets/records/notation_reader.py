"""Reads a notation, the text that `notation_text` writes, into a record that is still to be checked."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any, Final

from capture_widgets.core.errors import RecordError, shown
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.model.record_format import FORMAT, GLYPHS, Variation, place
from capture_widgets.records.notation_text import NUMBER, OPENERS, VERSION, WORD
from capture_widgets.records.record import MOST_MOVES, parse_json

MOST_NOTATION: Final = 16 << 20
"""The most characters of a notation."""

_MOST_WORDS: Final = 60
"""The most words of a move."""

_MOST_OPTIONS: Final = 100

_NAMED: Final = ("Option", "Seat")
"""The headers that have a name before the value."""

_COMMENT: Final = re.compile(r"\{((?:[^\\{}]|\\.)*)\}", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4}|.)", re.DOTALL)
_HEADER: Final = re.compile(r"\[\s*([A-Za-z]+)\s+")
_OPENING: Final = re.compile(r"\(\s*(?:#([0-9]{1,6})(?=\s))?")
_NAME: Final = re.compile(r"(\w{1,60})\s+")
_UNESCAPED: Final = {"s": " ", "t": "\t", "n": "\n", "{": "{", "}": "}", "\\": "\\"}


def looks_like_notation(text: str) -> bool:
    """Whether a text begins like a notation."""
    return _HEADER.match(text) is not None


def read_notation(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """Read a notation into an unchecked record; also returns the line of each part of the record.

    Raises:
        RecordError: the text is no notation; ``where`` is the line.
    """
    if len(text) > MOST_NOTATION:
        raise RecordError("", f"too long: {MOST_NOTATION >> 20} MiB of notation are read at most")
    reader = _Reader(text.replace("\r\n", "\n"))
    reader.read()
    return reader.record(), reader.lines


def line_of(where: str, lines: dict[str, int]) -> str:
    """The line of the text for a path into the record, or the path itself if there is none."""
    path = where
    while path not in lines:
        shorter = re.sub(r"(\.\w+|\[[^\[\]]*\])$", "", path)
        if shorter == path:
            return where
        path = shorter
    return f"line {lines[path]}"


class _Reader:
    """Reads a notation from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.ends = [match.start() for match in re.finditer("\n", text)]
        self.lines: dict[str, int] = {}
        self.data: dict[str, Any] = {"format": FORMAT, "version": 1}
        self.rounds: list[dict[str, Any]] = []
        self.options: dict[str, Any] = {}
        self.seats: dict[str, Any] = {}
        self.notes: dict[str, dict[str, str]] = {"comments": {}, "glyphs": {}}
        self.variations: list[tuple[int | None, Variation]] = []
        self.line: list[str] | None = None
        """The moves of the open variation; None outside a variation."""
        self.next: int | None = None
        """The number of its next move; None before its first move."""
        self.moves = 0
        self.first = 0
        """The number of the first round."""

    # -- line numbers

    def here(self) -> int:
        """The number of the current line."""
        return 1 + bisect_right(self.ends, self.at - 1)

    def fault(self, reason: str) -> RecordError:
        return RecordError(f"line {self.here()}", reason)

    def note_line(self, path: str) -> None:
        self.lines[path] = self.here()

    # -- parts of the text

    def read(self) -> None:
        """Read the whole text."""
        while (start := _skip(self.text, self.at)) < len(self.text):
            self.at = start
            sign = self.text[start]
            if sign == "[":
                self._header()
            elif not self.rounds:
                raise self.fault(f"{shown(self.text[start : start + 20])} stands before the first round: [Round 0]")
            elif sign == "{":
                self._comment()
            elif sign == "(":
                self._open()
            elif sign == ")":
                self._close()
            else:
                self._words()
        if self.line is not None:
            raise self.fault("a variation is not closed: )")

    def _header(self) -> None:
        match = _HEADER.match(self.text, self.at)
        if match is None or self.line is not None:
            raise self.fault('expected a header such as [Game "kommando"]')
        key, start, name = match[1], match.end(), ""
        if key in _NAMED:
            named = _NAME.match(self.text, start)
            if named is None:
                raise self.fault(f'expected a header such as [{key} name "value"]')
            name, start = named[1], named.end()
        try:
            _, end = _DECODER.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            raise self.fault(f"the value of [{key} ...] is not written as in JSON") from None
        value = parse_json(" ".join(self.text[start:end].split("\n")), f"line {self.here()}")
        stop = _skip(self.text, end)
        if self.text[stop : stop + 1] != "]":
            raise self.fault(f"expected ] after the value of [{key} ...]")
        self._put(key, name, value)
        self.at = stop + 1

    def _put(self, key: str, name: str, value: Any) -> None:
        if key == "Notation":
            if type(value) is not int or value != VERSION:
                raise self.fault(f"this release reads notation version {VERSION}, the text says {shown(value)}")
            self._once(self.data, "Notation", None)
            del self.data["Notation"]
        elif key == "Round":
            self._begin_round(value)
        elif key in ("Deal", "Setup", "Result", *OPENERS):
            if not self.rounds or self.rounds[-1]["moves"]:
                raise self.fault(f"[{key} ...] stands after [Round ...] and before the moves")
            where = OPENERS.get(key, key.lower())
            self.note_line(f"rounds[{len(self.rounds) - 1}].{where}")
            self._once(self.rounds[-1], where, self._cards(value) if key == "Deal" else value)
        elif self.rounds:
            raise self.fault(f"[{key} ...] stands before the first round")
        elif key == "Option":
            if len(self.options) >= _MOST_OPTIONS:
                raise self.fault("too many options")
            self.note_line(f"options.{name}")
            self.lines.setdefault("options", self.here())
            self._once(self.options, name, value)
        elif key == "Seat":
            self.lines.setdefault("seats", self.here())
            if name not in SEAT_NAMES[: len(self.seats) + 1]:
                raise self.fault(f"expected [Seat {SEAT_NAMES[min(len(self.seats), len(SEAT_NAMES) - 1)]} ...]")
            self._once(self.seats, name, value)
        elif key in ("Game", "Match", "Seed", "Cut"):
            self.note_line(key.lower())
            self._once(self.data, key.lower(), self._cards(value) if key == "Cut" else value)
        else:
            raise self.fault(f"there is no header {shown(key)}")

    def _once(self, into: dict[str, Any], key: str, value: Any) -> None:
        if key in into:
            raise self.fault(f"this header stands twice: {shown(key)}")
        into[key] = value

    def _cards(self, value: Any) -> list[str]:
        if not isinstance(value, str):
            raise self.fault("expected card texts in quotes, with spaces between them")
        return value.split()

    def _begin_round(self, value: Any) -> None:
        if type(value) is not int or not 0 <= value < 10**7 or (self.rounds and value != self._number() + 1):
            raise self.fault(f"expected [Round {self._number() + 1 if self.rounds else 0}]")
        if len(self.rounds) >= MOST_MOVES:
            raise self.fault("too many rounds")
        self.note_line(f"rounds[{len(self.rounds)}]")
        if not self.rounds:
            self.first = value
        self.rounds.append({"moves": []})

    def _setup(self, key: str) -> Any:
        """A number in the setup of the first round; 0 if the round was dealt."""
        setup = self.rounds[0].get("setup")
        number = setup.get(key, 0) if isinstance(setup, dict) else 0
        return number if type(number) is int else 0

    def _ply(self) -> int:
        """The current ply of the main line."""
        return (self._setup("ply") if len(self.rounds) == 1 else 0) + len(self.rounds[-1]["moves"])

    def _number(self) -> int:
        return self.first + len(self.rounds) - 1

    def _note(self, kind: str, text: str) -> None:
        notes, key, path = self.notes[kind], place(self._number(), self._ply()), kind
        if self.line is not None:
            if self.next is None:
                raise self.fault("in a variation comments and signs stand after a move")
            notes = self.variations[-1][1].setdefault(kind, {})  # type: ignore[misc]  # a key of the type, by its name
            key = place(self._number(), self.next - 1)
            path = f"variations[{len(self.variations) - 1}].{kind}"
        if key in notes:
            raise self.fault(f"there are two {kind} at one position")
        notes[key] = text
        self.note_line(f"{path}['{key}']")

    def _comment(self) -> None:
        match = _COMMENT.match(self.text, self.at)
        if match is None:
            raise self.fault(r"a comment is not closed, or has braces without a backslash before them: \{ \}")

        def unescape(escaped: re.Match[str]) -> str:
            if len(escaped[1]) > 1:
                return chr(int(escaped[1][1:], 16))
            if escaped[1] not in _UNESCAPED:
                raise self.fault(f"there is no {shown(escaped[0])} in comments")
            return _UNESCAPED[escaped[1]]

        lines = match[1].strip(" \t\n").split("\n")
        self._note("comments", _ESCAPED.sub(unescape, "\n".join(line.strip(" \t") for line in lines)))
        self.at = match.end()

    def _open(self) -> None:
        if self.line is not None:
            raise self.fault("there are no variations within variations")
        match = _OPENING.match(self.text, self.at)
        assert match is not None
        self.line, self.next = [], None
        self.lines[f"variations[{len(self.variations)}]"] = self.here()
        self.variations.append((int(match[1]) if match[1] else None, {"at": "", "moves": self.line}))
        self.at = match.end()

    def _close(self) -> None:
        if self.line is None:
            raise self.fault("there is no variation to close here")
        if not self.line:
            raise self.fault("a variation has at least one move")
        self.line = None
        self.at += 1

    def _words(self) -> None:
        """Read a sign, or the number of a move and the move."""
        words = self._word()
        if words in GLYPHS:
            self._note("glyphs", words)
            return
        if not NUMBER.fullmatch(words):
            raise self.fault(f"{shown(words)} is neither the number of a move nor a sign; a move is written 1. L:7b")
        number = int(words[:-1])
        if self.line is not None and self.next is None:
            self.next = number
            self.variations[-1][1]["at"] = place(self._number(), number - 1)
        expected = self._ply() + 1 if self.line is None else self.next
        if number != expected:
            raise self.fault(f"expected the number {expected}. and found {words}")
        move = self._move()
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise self.fault(f"a record holds at most {MOST_MOVES:,} moves")
        if self.line is None:
            moves = self.rounds[-1]["moves"]
            self.lines[f"rounds[{len(self.rounds) - 1}].moves[{len(moves)}]"] = self.here()
            moves.append(move)
        else:
            self.lines[f"variations[{len(self.variations) - 1}].moves[{len(self.line)}]"] = self.here()
            self.line.append(move)
            self.next = number + 1

    def _word(self) -> str:
        match = WORD.match(self.text, self.at)
        if match is None:
            raise self.fault(f"{shown(self.text[self.at])} is not expected here")
        self.at = match.end()
        return match[0]

    def _move(self) -> str:
        start = _skip(self.text, self.at)
        if self.text[start : start + 1] == '"':
            try:
                move, self.at = _DECODER.raw_decode(self.text, start)
            except ValueError:
                raise self.fault("a quoted move is not closed") from None
            return str(move)
        words: list[str] = []
        while len(words) <= _MOST_WORDS:
            start = _skip(self.text, self.at)
            match = WORD.match(self.text, start)
            if match is None or match[0] in GLYPHS or NUMBER.fullmatch(match[0]):
                break
            words.append(match[0])
            self.at = match.end()
        if not words:
            raise self.fault("expected a move after its number")
        return " ".join(words)

    def record(self) -> dict[str, Any]:
        """The record that was read."""
        if not self.rounds:
            raise self.fault("expected a round: [Round 0], its deal and its moves")
        if self.first != self._setup("round"):
            raise RecordError(f"line {self.lines['rounds[0]']}", f"the first round is [Round {self._setup('round')}]")
        labels = [label for label, _ in self.variations if label is not None]
        lines = [line for _, line in self.variations]
        if labels:
            if sorted(labels) != list(range(1, len(lines) + 1)):
                raise self.fault("variations are numbered all or none, from #1 without a gap")
            order = sorted(range(len(lines)), key=lambda i: self.variations[i][0] or 0)
            old_lines = {path: line for path, line in self.lines.items() if path.startswith("variations[")}
            for new, old in enumerate(order):
                self.lines |= {
                    path.replace(f"[{old}]", f"[{new}]", 1): line
                    for path, line in old_lines.items()
                    if path.startswith(f"variations[{old}]")
                }
            lines = [lines[i] for i in order]
        if self.options:
            self.data["options"] = self.options
        if self.seats:
            self.data["seats"] = list(self.seats.values())
        return {**self.data, "rounds": self.rounds, "variations": lines, **self.notes}


_DECODER: Final = json.JSONDecoder(strict=False)


def _skip(text: str, at: int) -> int:
    """The index of the next character that is no white space."""
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


_SPACE: Final = re.compile(r"\s*")
