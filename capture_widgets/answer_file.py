"""A file of answers: one line for each attempt of anybody at a lesson or a quiz, kept beside the notebook.

Each line says which version of which lesson it answers, so that nothing is counted for another one. A line is written
at once and under a lock, so that several kernels may keep their answers in one file.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from io import FileIO
from pathlib import Path
from threading import Event
from typing import Any, Final, Literal, NotRequired, TypedDict

from capture_widgets import held_files
from capture_widgets.errors import RecordError, shown
from capture_widgets.plain_data import is_a, is_text, path_to, plain
from capture_widgets.record import parse_json

FORMAT: Final = "capture-widgets/answer"
VERSION: Final = 1

MOST_BYTES: Final = 32 << 20
"""Bytes of a file of answers."""

MOST_ANSWERS: Final = 100_000
"""Answers in one file, or in a list that is graded."""

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

_WAIT: Final = 10.0
"""Seconds to wait for somebody else who writes into the same file."""


class Answer(TypedDict):
    """One attempt at one step of a lesson, or at one question of a quiz: a line of a file of answers."""

    format: NotRequired[Literal["capture-widgets/answer"]]
    version: NotRequired[Literal[1]]
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
        if key not in found and key not in ("format", "version"):
            raise RecordError(where, f"the answer lacks {key}")
        if key in found and not _FITS[key](found[key]):
            raise RecordError(_at(where, key), f"{shown(found[key])} cannot stand here: {_WORDS[key]}")
    return found  # type: ignore[return-value]  # checked key by key


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
    "version": lambda value: type(value) is int and value == VERSION,
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
}

_WORDS: Final = {
    "format": f'expected "{FORMAT}"',
    "version": f"this release reads version {VERSION}",
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
}


class AnswerFile:
    """A file of answers: read as a whole, added to line by line."""

    def __init__(self, path: str | Path) -> None:
        """Name a file; it need not be there yet.

        Raises:
            ValueError: this cannot be the name of a file.
        """
        if not (is_a(path, str) or is_a(path, Path)) or not str(path) or "\0" in str(path):
            raise ValueError(f"keep={shown(path)}: expected the name of a file, such as \"answers.jsonl\"")
        self.path = Path(path)

    def read(self, *, there: bool = False) -> list[Answer]:
        """All answers in the file; a torn last line is left out with a warning.

        Args:
            there: whether the file must be there; without it there are no answers where there is no file.

        Raises:
            RecordError: a line is no answer, or the file is too long; where names the line.
            OSError: it cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            if there:
                raise
            return []
        answers, torn = _read(data, str(self.path))
        if torn:
            _warn_torn(self.path)
        return answers

    def add(self, answer: Answer) -> None:
        """Write one more line, which is on disk when this returns.

        Raises:
            OSError: it cannot be written; the file holds what it held.
        """
        line = json.dumps({"format": FORMAT, "version": VERSION, **answer}, ensure_ascii=False) + "\n"
        data = line.encode()
        file = self._held()
        try:
            start = end = file.seek(0, os.SEEK_END)
            whole = _whole(file, end)
            if whole < end:
                file.seek(whole)
                if _last(file.read(end - whole)) is None:
                    _warn_torn(self.path)
                    file.truncate(whole)
                    start = whole
                else:  # somebody's editor has taken the line's end away
                    data = b"\n" + data
            if start + len(data) > MOST_BYTES:
                raise OSError(f"{self.path}: a file of answers holds at most {MOST_BYTES >> 20} MiB; take another one")
            try:
                _write(file, start, data)
            except OSError:
                file.truncate(start)
                raise
        finally:
            held_files.unlock(file)

    def _held(self) -> FileIO:
        """The file, open and locked."""
        waited = 0.0
        while True:
            try:
                file = held_files.reopen(str(self.path))
            except FileNotFoundError:
                try:
                    file = held_files.create(str(self.path))
                except FileExistsError:
                    continue
            if held_files.lock(file):
                return file
            file.close()
            if waited >= _WAIT:
                raise OSError(f"{self.path}: somebody else has been writing into it for {_WAIT:.0f} seconds")
            Event().wait(0.02)
            waited += 0.02


def _write(file: FileIO, start: int, data: bytes) -> None:
    file.seek(start)
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def _whole(file: FileIO, end: int) -> int:
    """Where the last whole line ends."""
    at = end
    while at > 0:
        start = max(0, at - 65536)
        file.seek(start)
        found = file.read(at - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        at = start
    return 0


def _warn_torn(path: Path) -> None:
    warnings.warn(f"{path}: the last line was not written to its end and is left out", stacklevel=3)


def _read(data: bytes, name: str) -> tuple[list[Answer], bool]:
    """The answers of a file, and whether its last line is torn."""
    if len(data) > MOST_BYTES:
        raise RecordError(name, f"too long: a file of answers has at most {MOST_BYTES >> 20} MiB")
    whole, _, rest = data.removeprefix(b"\xef\xbb\xbf").rpartition(b"\n")
    answers = list(_lines(whole))
    last = _last(rest)
    return ([*answers, last] if last else answers), rest.strip() != b"" and last is None


def _last(line: bytes) -> Answer | None:
    """The answer in a last line that has no end; None where it is torn."""
    try:
        return read_answer(parse_json(line.decode()))
    except (RecordError, UnicodeDecodeError):
        return None


def _lines(data: bytes) -> Iterator[Answer]:
    for number, line in enumerate(data.split(b"\n") if data else [], 1):
        where = f"line {number}"
        if number > MOST_ANSWERS:
            raise RecordError(where, f"a file of answers has at most {MOST_ANSWERS:,} lines")
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise RecordError(where, "not UTF-8 text") from None
        if not text.strip():
            continue
        try:
            yield read_answer(parse_json(text, where))
        except RecordError as error:
            if error.where == where:
                raise
            raise RecordError(f"{where}, {error.where}" if error.where else where, error.reason) from None


def attempts_before(answers: list[Mapping[str, Any]], who: str, step: int | str) -> int:
    """How often somebody has answered a step."""
    return sum(1 for one in answers if one["who"] == who and one["step"] == step)
