"""A file of answers: one line for each attempt of anybody at a lesson or a quiz, kept beside the notebook.

A line is written at once and under a lock, so that several kernels may keep their answers in one file. A file that is
no file of answers is left as it is, byte for byte. Who can write into it can forge and delete what does not bear a
code's mark; a folder with a file for each student (`answer_folder`) leaves that to their own.
"""

from __future__ import annotations

import os
import warnings
from io import FileIO
from pathlib import Path
from threading import Event
from typing import Any, Final, NamedTuple, cast

from capture_widgets.core import locked_files
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.marks import has_valid_mark, with_mark
from capture_widgets.core.plain_data import is_a
from capture_widgets.core.shared_files import Folder
from capture_widgets.teaching.answer_format import (
    MOST_BYTES,
    MOST_LINE,
    UNMARKED,
    Answer,
    Lines,
    is_answer,
    is_torn,
    line_of,
    read_lines,
)

_WAIT: Final = 10.0
"""Seconds to wait for somebody else who writes into the same file."""


class Own(NamedTuple):
    """What somebody has answered.

    Attributes:
        answers: in the order in which they were written.
        faults: what was left out, with file and line.
    """

    answers: list[Answer]
    faults: list[str]


def check_path(path: object) -> Path:
    """The path of a file or folder that keeps answers; raises ValueError where it can be none."""
    if not (is_a(path, str) or is_a(path, Path)) or not str(path) or "\0" in str(path):
        raise ValueError(f'keep={shown(path)}: expected the name of a file or of a folder, such as "answers/"')
    return Path(path)


def unmarked(count: int, who: str) -> str:
    """What is said of answers that lack the mark of a code."""
    lines = "line" if count == 1 else "lines"
    return f"{count} {lines} under the name {shown(who)} without the mark of the code, left out"


class AnswerFile:
    """A file of answers: read as a whole, added to line by line."""

    owner: int | None = None
    """The number of the user to whom it must belong, where that is asked for."""

    def __init__(self, path: str | Path) -> None:
        """Name a file; it need not be there yet.

        Raises:
            ValueError: this cannot be the name of a file.
        """
        self.path = check_path(path)
        self._ends: dict[tuple[str, str], Answer] = {}
        """The last line of each writer at each lesson that bears the code."""
        self._looked: tuple[int, int, int] = (0, 0, 0)
        """Which file was looked through for them, and how far: device, inode, length."""

    def read(self, *, there: bool = False) -> Lines:
        """All answers in the file.

        Args:
            there: whether the file must be there; without it there are no answers where there is no file.

        Raises:
            OSError: it is no regular file, is too long, or cannot be read.
        """
        try:
            folder, name = self._place()
            with folder:
                return read_lines(folder.read(name, MOST_BYTES, owner=self.owner))
        except FileNotFoundError:
            if there:
                raise
            return read_lines(b"")

    def own(self, who: str, code: str = "") -> Own:
        """What somebody has answered: the lines under the name, and with a code those that bear its mark.

        Raises:
            RecordError: this is no file of answers.
            OSError: it is no regular file, is too long, or cannot be read.
        """
        lines = self.read()
        if not lines.ours:
            raise self._not_ours()
        return self.own_of(lines, who, code)

    def own_of(self, lines: Lines, who: str, code: str) -> Own:
        """What somebody has answered, of what was read from the file."""
        own = [one for _, one in lines.answers if one["who"] == who]
        good = [one for one in own if not code or has_valid_mark(code, one, UNMARKED)]
        faults = [f"{self.path.name}, {fault}" for fault in lines.faults]
        if len(good) < len(own):
            faults.append(f"{self.path.name}: {unmarked(len(own) - len(good), who)}")
        return Own(good, faults)

    def add(self, answer: Answer, code: str = "") -> Answer:
        """Write one more line, which is on disk when this returns; whatever stops it, the file holds what it held.

        Args:
            answer: what is to be written.
            code: the writer's code, whose mark the line gets.

        Returns:
            The answer as it was written.

        Raises:
            RecordError: this is no file of answers.
            OSError: it cannot be written.
        """
        waited = 0.0
        while True:
            # the file closes itself in C, and so lets its lock go, wherever an interrupt comes
            with self._open() as file:
                if locked_files.lock(file):
                    try:
                        return self._add_to(file, answer, code)
                    finally:
                        locked_files.unlock(file)
            if waited >= _WAIT:
                raise OSError(f"{self.path}: somebody else has been writing into it for {_WAIT:.0f} seconds")
            Event().wait(0.02)
            waited += 0.02

    def _add_to(self, file: FileIO, answer: Answer, code: str) -> Answer:
        """Write one more line into the file, which is locked."""
        end = os.fstat(file.fileno()).st_size
        whole = _whole(file, end)
        rest = locked_files.read_from(file, whole, MOST_LINE + 1)
        if not self._is_ours(file, whole, rest):
            raise self._not_ours()
        torn = is_torn(rest, after_ours=whole > 0, first=whole == 0)
        start = whole if torn else end
        if code:
            answer = cast("Answer", with_mark(code, answer, self._last(file, start, answer, code), UNMARKED))
        # somebody's editor may have taken the line's end away
        data = b"\n" * (whole < start) + line_of(answer)
        if start + len(data) > MOST_BYTES:
            raise OSError(f"{self.path}: a file of answers holds at most {MOST_BYTES >> 20} MiB; take another one")
        if torn:
            warnings.warn(f"{self.path}: the last line was not written to its end and is left out", stacklevel=3)
            file.truncate(start)
        try:
            locked_files.write_at(file, start, data)
        except BaseException:
            file.truncate(start)
            raise
        return answer

    def _not_ours(self) -> RecordError:
        return RecordError(str(self.path), "this is no file of answers; it stays as it is: name another one in keep=")

    # -- the file

    def _place(self) -> tuple[Folder, str]:
        """The folder that it is in, open, and its name there; a link that leads to it is followed where it may be."""
        return Folder.of(self.path)

    def _open(self) -> FileIO:
        def opener(_path: str, _flags: int) -> int:
            folder, name = self._place()
            with folder:
                return folder.open(name, os.O_RDWR | os.O_CREAT, owner=self.owner)

        return locked_files.LockedFile(str(self.path), "r+", opener=opener)

    # -- what is in it

    def _is_ours(self, file: FileIO, whole: int, rest: bytes) -> bool:
        """Whether it is a file of answers: its first line tells, and else all of it."""
        first, end, _ = locked_files.read_from(file, 0, MOST_LINE + 1).partition(b"\n")
        if whole and end and is_answer(first.removeprefix(b"\xef\xbb\xbf")):
            return True
        if whole + len(rest) > MOST_BYTES:
            return False
        return read_lines(locked_files.read_from(file, 0, MOST_BYTES)).ours

    def _last(self, file: FileIO, end: int, answer: Answer, code: str) -> Any:
        """The last line of the same writer at the same lesson that bears the code; None where there is none."""
        status = os.fstat(file.fileno())
        device, inode, known = self._looked
        if (device, inode) != (status.st_dev, status.st_ino) or known > end:
            known, self._ends = 0, {}
        for _, one in read_lines(locked_files.read_from(file, known, end - known)).answers:
            if has_valid_mark(code, one, UNMARKED):
                self._ends[one["who"], one["fingerprint"]] = one
        self._looked = status.st_dev, status.st_ino, end
        return self._ends.get((answer["who"], answer["fingerprint"]))


def _whole(file: FileIO, end: int) -> int:
    """Where the last whole line ends."""
    at = end
    while at > 0:
        start = max(0, at - 65536)
        found = locked_files.read_from(file, start, at - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        at = start
    return 0
