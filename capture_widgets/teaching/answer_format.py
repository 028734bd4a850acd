"""One answer as a line of a file: its keys, how it is written, and how lines are read that anybody may have written.

A line is a JSON object. It says which version of which lesson it answers, so that nothing is counted for another one.
A line that is no answer is skipped and named; it never keeps others from being read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from typing import Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.marks import MARK_LENGTH
from capture_widgets.core.plain_data import is_text, path_to, plain
from capture_widgets.records.record import parse_json

FORMAT: Final = "capture-widgets/answer"
VERSION: Final = 2
READ: Final = (1, 2)
"""The versions that are read: the first had no ``asked`` and no marks."""

UNMARKED: Final = ("format", "version")
"""Keys that make a line of an answer, over which no mark is made."""

BEGINS: Final = f'{{"format": "{FORMAT}"'.encode()
"""How every line begins that was written by `line_of`."""

MOST_BYTES: Final = 32 << 20
"""Bytes of a file of answers."""

MOST_LINE: Final = 256 << 10
"""Bytes of a line; the longest answer there can be is shorter."""

MOST_ANSWERS: Final = 100_000
"""Answers in one file, or in a list that is graded."""

MOST_FAULTS: Final = 20
"""Faults that are named of one file; of the others it is said how many there are."""

MOST_WHO: Final = 200
"""Characters of the name of somebody who answers."""

MOST_WORDS: Final = 2_000
"""Characters of an answer, and of a title."""

MOST_REPLY: Final = 20_000
"""Characters of a reply."""

MOST_MOVES: Final = 1_000
"""Moves of an answer that was played."""

MOST_COUNT: Final = 1_000_000
"""A number of attempts or hints is at most this."""


class Answer(TypedDict):
    """One attempt at one step of a lesson, or at one question of a quiz: a line of a file of answers."""

    format: NotRequired[Literal["capture-widgets/answer"]]
    version: NotRequired[Literal[1, 2]]
    lesson: str
    """The title of what was answered."""
    fingerprint: str
    """Which version of it was answered."""
    who: str
    step: int | str
    """The number of the step, from 0; in a quiz the position, as in ``"0/12"``."""
    attempt: int
    """The how-manieth attempt of this one at this step it is, from 1."""
    answer: str | int | float | list[str] | None
    """What was answered: a move, a choice, a number, the moves that were made; null to what asks nothing."""
    right: bool
    reply: str
    """What was said to it."""
    hints: int
    """Hints that were shown before."""
    seconds: float | None
    """Since the step was shown, or since the answer before; null where nobody measured."""
    when: str
    """The time, in UTC: ``"2026-05-04T09:30:00Z"``."""
    asked: NotRequired[str]
    """What was asked: the fingerprint of the question and its position, whatever is right; of a lesson's step."""
    number: NotRequired[int]
    """The how-manieth line of its writer it is, where there is a code (`marks`)."""
    before: NotRequired[str]
    """The mark of the line before it; empty in the first."""
    mark: NotRequired[str]
    """The mark of the writer's code."""


def fingerprint(data: object) -> str:
    """Sixteen signs that tell one version of something from all others; the same for equal data."""
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def now() -> str:
    """The time as answers have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_answer(data: object, where: str = "") -> Answer:
    """One answer, read strictly; what it says of being right is only what the writer claims.

    Raises:
        RecordError: it is none; where is a path into it.
    """
    found, unread = plain(data)
    if unread:
        raise RecordError(_at(where, unread[0][0]), unread[0][1])
    if not isinstance(found, dict):
        raise RecordError(where, "an answer is an object")
    kinds = Answer.__annotations__
    for key in found:
        if key not in kinds:
            raise RecordError(_at(where, key), "an answer has no such key")
    for key in kinds:
        if key not in found and key not in _OPTIONAL:
            raise RecordError(where, f"the answer lacks {key}")
        if key in found and not _FITS[key](found[key]):
            raise RecordError(_at(where, key), f"{shown(found[key])} cannot stand here: {_WORDS[key]}")
    return found  # type: ignore[return-value]  # checked key by key


_OPTIONAL: Final = ("format", "version", "asked", "number", "before", "mark")
"""Keys that are not in every answer."""


def _at(where: str, key: str) -> str:
    return path_to(where, key) if where else key


def _is_count(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= MOST_COUNT


def _is_moves(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_MOVES and all(is_text(one, 60) for one in value)


def _is_number(value: object, most: float = 1e15) -> bool:
    return type(value) in (int, float) and abs(value) <= most  # type: ignore[arg-type]  # one of the two; NaN is not


_FITS: Final[dict[str, Callable[[Any], bool]]] = {
    "format": lambda value: value == FORMAT,
    "version": lambda value: type(value) is int and value in READ,
    "lesson": lambda value: is_text(value, MOST_WORDS),
    "fingerprint": lambda value: is_text(value, 64),
    "who": lambda value: is_text(value, MOST_WHO),
    "step": lambda value: _is_count(value, 0) or (is_text(value, 40) and value != ""),
    "attempt": lambda value: _is_count(value, 1),
    "answer": lambda value: value is None or _is_number(value) or is_text(value, MOST_WORDS) or _is_moves(value),
    "right": lambda value: type(value) is bool,
    "reply": lambda value: is_text(value, MOST_REPLY),
    "hints": lambda value: _is_count(value, 0),
    "seconds": lambda value: value is None or (_is_number(value) and value >= 0),
    "when": lambda value: is_text(value, 40),
    "asked": lambda value: is_text(value, 64),
    "number": lambda value: _is_count(value, 1),
    "before": lambda value: is_text(value, MARK_LENGTH),
    "mark": lambda value: is_text(value, MARK_LENGTH),
}

_WORDS: Final = {
    "format": f'expected "{FORMAT}"',
    "version": f"this release reads versions {READ[0]} to {READ[-1]}; a newer release of capture_widgets may read it",
    "lesson": f"expected a title of at most {MOST_WORDS:,} characters",
    "fingerprint": "expected the lesson's fingerprint, a text",
    "who": f"expected a name of at most {MOST_WHO} characters",
    "step": "expected the number of a step, from 0, or a position",
    "attempt": "expected a whole number from 1",
    "answer": f"expected a text of at most {MOST_WORDS:,} characters, a number, a list of moves or null",
    "right": "expected true or false",
    "reply": f"expected a text of at most {MOST_REPLY:,} characters",
    "hints": "expected a whole number from 0",
    "seconds": "expected a number of seconds, or null",
    "when": 'expected a time such as "2026-05-04T09:30:00Z"',
    "asked": "expected the fingerprint of a question, a text",
    "number": "expected a whole number from 1",
    "before": f"expected the mark of the line before, {MARK_LENGTH} signs at most",
    "mark": f"expected a mark, {MARK_LENGTH} signs at most",
}


def line_of(answer: Answer) -> bytes:
    """An answer as a line of a file."""
    return json.dumps({"format": FORMAT, "version": VERSION, **answer}, ensure_ascii=False).encode() + b"\n"


class Lines(NamedTuple):
    """What could be read of a file.

    Attributes:
        answers: the answers, each with the number of its line, from 1.
        faults: what is left out, as ``"line 3: not UTF-8 text"``; of very many the first ones and their number.
        ours: whether it is a file of answers, or empty; nothing may be written into another one.
    """

    answers: list[tuple[int, Answer]]
    faults: list[str]
    ours: bool


def read_lines(data: bytes) -> Lines:
    """The answers in a file's content; what is none is left out and named.

    A file is ours where its first line is an answer, or any line is one that names our format; so is an empty one. What
    somebody else has written before and between such lines keeps nobody from going on.
    """
    bare = data.removeprefix(b"\xef\xbb\xbf")
    at = bare.rfind(b"\n") + 1
    whole, rest = bare[:at], bare[at:]
    answers: list[tuple[int, Answer]] = []
    faults: list[tuple[int, str]] = []
    number = 0
    for number, found in _numbered(whole):
        if isinstance(found, str):
            faults.append((number, found))
        else:
            answers.append((number, found))
    first = bool(answers) and (not faults or answers[0][0] < faults[0][0])
    ours = first or any("format" in one for _, one in answers)
    last = _answer_in(rest) if rest.strip() else None
    torn = is_torn(rest, after_ours=ours, first=not whole.strip())
    if isinstance(last, str):
        faults.append((number + 1, "not written to its end" if torn else last))
    elif last is not None:
        answers.append((number + 1, last))
    ours = ours or torn or (not whole.strip() and not isinstance(last, str))
    return Lines(answers, _told(faults), ours)


def is_torn(rest: bytes, *, after_ours: bool, first: bool) -> bool:
    """Whether what stands behind the last whole line is the beginning of a line of ours, and no whole object.

    Args:
        rest: what stands there.
        after_ours: whether what stands before it is ours.
        first: whether nothing stands before it.
    """
    begins = rest.startswith(BEGINS) and (after_ours or first)
    begins = begins or (after_ours and rest != b"" and BEGINS.startswith(rest))
    return begins and not _is_whole(rest)


def _is_whole(line: bytes) -> bool:
    """Whether a line is all there, be it an answer or not."""
    try:
        parse_json(line.decode())
    except (RecordError, UnicodeDecodeError):
        return False
    return True


def is_answer(line: bytes) -> bool:
    """Whether a line is an answer."""
    return not isinstance(_answer_in(line), str)


def _numbered(whole: bytes) -> Iterator[tuple[int, Answer | str]]:
    """Each line that is not blank, with its number: an answer, or why it is none."""
    for number, line in enumerate(BytesIO(whole), 1):
        if number > MOST_ANSWERS:
            yield number, f"a file of answers has at most {MOST_ANSWERS:,} lines; what follows is not read"
            return
        if line.strip():
            yield number, _answer_in(line)


def _answer_in(line: bytes) -> Answer | str:
    """The answer in a line, or why it is none."""
    if len(line) > MOST_LINE:
        return f"a line has at most {MOST_LINE >> 10} KiB"
    try:
        return read_answer(parse_json(line.decode()))
    except UnicodeDecodeError:
        return "not UTF-8 text"
    except RecordError as error:
        return f"{error.where}: {error.reason}" if error.where else error.reason


def _told(faults: list[tuple[int, str]]) -> list[str]:
    told = [f"line {number}: {reason}" for number, reason in faults[:MOST_FAULTS]]
    more = len(faults) - len(told)
    return [*told, f"and {more:,} more lines that are left out"] if more else told
