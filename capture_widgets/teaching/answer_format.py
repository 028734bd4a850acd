"""The format of one answer as a line of a file, which anybody may have written.

A line is a JSON object. It names the lesson and its version, so that it counts for no other one. The reader skips and
names a line that is no answer, and reads the others.
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
"""The versions that this release reads: the first had no ``asked`` and no marks."""

UNMARKED: Final = ("format", "version")
"""The keys of a line that its mark does not cover."""

BEGINS: Final = f'{{"format": "{FORMAT}"'.encode()
"""The beginning of every line that `answer_line` writes."""

MOST_BYTES: Final = 32 << 20
"""The largest number of bytes in a file of answers."""

MOST_LINE: Final = 256 << 10
"""The largest number of bytes in a line; the longest possible answer is shorter."""

MOST_ANSWERS: Final = 100_000
"""The largest number of answers in a file, or in a list to grade."""

MOST_FAULTS: Final = 20
"""The largest number of faults of a file that the reader names; it counts the others."""

MOST_WHO: Final = 200
"""The largest number of characters in a writer's name."""

MOST_WORDS: Final = 2_000
"""The largest number of characters in an answer or in a title."""

MOST_REPLY: Final = 20_000
"""The largest number of characters in a reply."""

MOST_MOVES: Final = 1_000
"""The largest number of moves in an answer."""

MOST_COUNT: Final = 1_000_000
"""The largest number of attempts or hints."""


class Answer(TypedDict):
    """One attempt at one step of a lesson, or at one question of a quiz: a line of a file of answers."""

    format: NotRequired[Literal["capture-widgets/answer"]]
    version: NotRequired[Literal[1, 2]]
    lesson: str
    """The title of the lesson or quiz."""
    fingerprint: str
    """The fingerprint of its version."""
    who: str
    step: int | str
    """The number of the step, from 0; in a quiz the position, such as ``"0/12"``."""
    attempt: int
    """The number of this attempt of the writer at this step, from 1."""
    answer: str | int | float | list[str] | None
    """A move, a choice, a number, or the moves that were made; null at a step that asks nothing."""
    right: bool
    reply: str
    """The reply to the answer."""
    hints: int
    """How many hints had been shown."""
    seconds: float | None
    """The time since the step was shown or since the answer before; null if nobody measured it."""
    when: str
    """The time, in UTC: ``"2026-05-04T09:30:00Z"``."""
    asked: NotRequired[str]
    """At a lesson's step: the fingerprint of the question and its position, without the right answers."""
    number: NotRequired[int]
    """The number of this line among those of its writer, if the writer has a code (`marks`)."""
    before: NotRequired[str]
    """The mark of the writer's line before; empty in the first."""
    mark: NotRequired[str]
    """The mark of the writer's code."""


def fingerprint(data: object) -> str:
    """A fingerprint of data, of sixteen characters: equal data have the same one."""
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def now() -> str:
    """The time in the form that answers use."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_answer(data: object, where: str = "") -> Answer:
    """Read one answer strictly; its key ``right`` is only what the writer claims.

    Raises:
        RecordError: it is no answer; ``where`` is the path to the fault.
    """
    answer, unread = plain(data)
    if unread:
        raise RecordError(_at(where, unread[0][0]), unread[0][1])
    if not isinstance(answer, dict):
        raise RecordError(where, "an answer is an object")
    kinds = Answer.__annotations__
    for key in answer:
        if key not in kinds:
            raise RecordError(_at(where, key), "an answer has no such key")
    for key in kinds:
        if key not in answer and key not in _OPTIONAL:
            raise RecordError(where, f"the answer lacks {key}")
        if key in answer and not _FITS[key](answer[key]):
            raise RecordError(_at(where, key), f"{shown(answer[key])} cannot stand here: {_WORDS[key]}")
    return answer  # type: ignore[return-value]  # checked key by key


_OPTIONAL: Final = ("format", "version", "asked", "number", "before", "mark")
"""The keys that an answer may lack."""


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
    "before": f"expected the mark of the line before, {MARK_LENGTH} characters at most",
    "mark": f"expected a mark, {MARK_LENGTH} characters at most",
}


def answer_line(answer: Answer) -> bytes:
    """An answer as a line of a file."""
    return json.dumps({"format": FORMAT, "version": VERSION, **answer}, ensure_ascii=False).encode() + b"\n"


class Lines(NamedTuple):
    """The content of a file, as far as it could be read.

    Attributes:
        answers: the answers, each with the number of its line, from 1.
        faults: what is left out, as ``"line 3: not UTF-8 text"``; if there are many, the first ones and their number.
        ours: whether it is a file of answers, or empty; nobody may write to any other file.
    """

    answers: list[tuple[int, Answer]]
    faults: list[str]
    ours: bool


def read_lines(data: bytes) -> Lines:
    """Read the answers in the content of a file, and name the lines that are no answers.

    A file is a file of answers if its first line is an answer, if any line is an answer that names the format, or if it
    is empty. Then other lines before and between the answers do not matter.
    """
    bare = data.removeprefix(b"\xef\xbb\xbf")
    at = bare.rfind(b"\n") + 1
    whole, rest = bare[:at], bare[at:]
    answers: list[tuple[int, Answer]] = []
    faults: list[tuple[int, str]] = []
    number = 0
    for number, answer in _numbered(whole):
        if isinstance(answer, str):
            faults.append((number, answer))
        else:
            answers.append((number, answer))
    first = bool(answers) and (not faults or answers[0][0] < faults[0][0])
    ours = first or any("format" in one for _, one in answers)
    last = _answer_in(rest) if rest.strip() else None
    torn = is_torn(rest, after_ours=ours, first=not whole.strip())
    if isinstance(last, str):
        faults.append((number + 1, "the line is incomplete" if torn else last))
    elif last is not None:
        answers.append((number + 1, last))
    ours = ours or torn or (not whole.strip() and not isinstance(last, str))
    return Lines(answers, _fault_words(faults), ours)


def is_torn(rest: bytes, *, after_ours: bool, first: bool) -> bool:
    """Whether the bytes after the last complete line are the beginning of an answer that was not written to its end.

    Args:
        rest: these bytes.
        after_ours: whether there are answers before them.
        first: whether there is nothing before them.
    """
    begins = rest.startswith(BEGINS) and (after_ours or first)
    begins = begins or (after_ours and rest != b"" and BEGINS.startswith(rest))
    return begins and not _is_whole(rest)


def _is_whole(line: bytes) -> bool:
    """Whether a line is a complete JSON value, an answer or not."""
    try:
        parse_json(line.decode())
    except (RecordError, UnicodeDecodeError):
        return False
    return True


def is_answer(line: bytes) -> bool:
    """Whether a line is an answer."""
    return not isinstance(_answer_in(line), str)


def _numbered(whole: bytes) -> Iterator[tuple[int, Answer | str]]:
    """Each line that is not blank, with its number: the answer, or why it is no answer."""
    for number, line in enumerate(BytesIO(whole), 1):
        if number > MOST_ANSWERS:
            yield number, f"a file of answers has at most {MOST_ANSWERS:,} lines; the others are not read"
            return
        if line.strip():
            yield number, _answer_in(line)


def _answer_in(line: bytes) -> Answer | str:
    """The answer in a line, or why it is no answer."""
    if len(line) > MOST_LINE:
        return f"a line has at most {MOST_LINE >> 10} KiB"
    try:
        return read_answer(parse_json(line.decode()))
    except UnicodeDecodeError:
        return "not UTF-8 text"
    except RecordError as error:
        return f"{error.where}: {error.reason}" if error.where else error.reason


def _fault_words(faults: list[tuple[int, str]]) -> list[str]:
    words = [f"line {number}: {reason}" for number, reason in faults[:MOST_FAULTS]]
    more = len(faults) - len(words)
    return [*words, f"and {more:,} more lines that are left out"] if more else words
