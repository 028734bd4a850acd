"""A file of answers: it holds a line for each attempt at a lesson or a quiz.

Each line is written in one piece and under a lock, so that several kernels can write to one file. A file that is no
file of answers stays as it is, byte for byte. Anybody who can write to the file can delete lines and forge lines
without a mark; in a folder with a file for each student (`answer_folder`), each student can do so only to their own.
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
    answer_line,
    is_answer,
    is_torn,
    read_lines,
)

_WAIT: Final = 10.0
"""Seconds to wait while another process writes to the same file."""


class OwnAnswers(NamedTuple):
    """The answers of one person.

    Attributes:
        answers: the answers in the order in which they were written.
        faults: the lines that were left out, with file and line number.
    """

    answers: list[Answer]
    faults: list[str]


def check_path(path: object) -> Path:
    """Check the path of a file or folder that is to keep answers; raises ValueError."""
    if not (is_a(path, str) or is_a(path, Path)) or not str(path) or "\0" in str(path):
        raise ValueError(f'keep={shown(path)}: expected the name of a file or of a folder, such as "answers/"')
    return Path(path)


def unmarked_words(count: int, who: str) -> str:
    """The fault that names answers without the mark of the code."""
    lines = "line" if count == 1 else "lines"
    return f"{count} {lines} under the name {shown(who)} not counted: the mark of the class code is missing"


class AnswerFile:
    """A file of answers; it is read as a whole and written line by line."""

    owner: int | None = None
    """The number of the user to whom the file must belong; None if any user will do."""

    def __init__(self, path: str | Path) -> None:
        """Take the path of a file, which need not exist yet.

        Raises:
            ValueError: this cannot be the path of a file.
        """
        self.path = check_path(path)
        self._ends: dict[tuple[str, str], Answer] = {}
        """The last marked line of each writer at each lesson."""
        self._looked: tuple[int, int, int] = (0, 0, 0)
        """The part of the file that was searched for these lines: device, inode, length."""

    def read(self, *, must_exist: bool = False) -> Lines:
        """All answers in the file.

        Args:
            must_exist: whether a missing file is an error; otherwise it has no answers.

        Raises:
            OSError: it is no regular file, is too long, or cannot be read.
        """
        try:
            folder, name = self._place()
            with folder:
                return read_lines(folder.read(name, MOST_BYTES, owner=self.owner))
        except FileNotFoundError:
            if must_exist:
                raise
            return read_lines(b"")

    def own(self, who: str, code: str = "") -> OwnAnswers:
        """The answers under a name; with a code, only those that bear its mark.

        Raises:
            RecordError: it is no file of answers.
            OSError: it is no regular file, is too long, or cannot be read.
        """
        lines = self.read()
        if not lines.ours:
            raise self._not_ours()
        return self.own_answers_in(lines, who, code)

    def own_answers_in(self, lines: Lines, who: str, code: str) -> OwnAnswers:
        """The answers of one person among the lines of the file."""
        own = [one for _, one in lines.answers if one["who"] == who]
        marked = [one for one in own if not code or has_valid_mark(code, one, UNMARKED)]
        faults = [f"{self.path.name}, {fault}" for fault in lines.faults]
        if len(marked) < len(own):
            faults.append(f"{self.path.name}: {unmarked_words(len(own) - len(marked), who)}")
        return OwnAnswers(marked, faults)

    def add(self, answer: Answer, code: str = "") -> Answer:
        """Add a line; it is on disk when this returns. If anything stops this, the file stays as it was.

        Args:
            answer: the answer to write.
            code: the code with which the line is marked, if the writer has one.

        Returns:
            The answer as it was written.

        Raises:
            RecordError: it is no file of answers.
            OSError: it cannot be written.
        """
        waited = 0.0
        while True:
            # the file is closed in C, which releases its lock wherever an interrupt comes
            with self._open() as file:
                if locked_files.lock(file):
                    try:
                        return self._add_to(file, answer, code)
                    finally:
                        locked_files.unlock(file)
            if waited >= _WAIT:
                raise OSError(f"{self.path}: another program has kept it locked for {_WAIT:.0f} seconds; try again")
            Event().wait(0.02)
            waited += 0.02

    def _add_to(self, file: FileIO, answer: Answer, code: str) -> Answer:
        """Add a line to the file, which this process has locked."""
        end = os.fstat(file.fileno()).st_size
        whole = _whole(file, end)
        rest = locked_files.read_from(file, whole, MOST_LINE + 1)
        if not self._is_ours(file, whole, rest):
            raise self._not_ours()
        torn = is_torn(rest, after_ours=whole > 0, first=whole == 0)
        start = whole if torn else end
        if code:
            answer = cast("Answer", with_mark(code, answer, self._last(file, start, answer, code), UNMARKED))
        # an editor may have removed the last line break
        data = b"\n" * (whole < start) + answer_line(answer)
        if start + len(data) > MOST_BYTES:
            raise OSError(f"{self.path}: a file of answers holds at most {MOST_BYTES >> 20} MiB; take another one")
        if torn:
            warnings.warn(f"{self.path}: the last line is incomplete and is left out", stacklevel=3)
            file.truncate(start)
        try:
            locked_files.write_at(file, start, data)
        except BaseException:
            file.truncate(start)
            raise
        return answer

    def _not_ours(self) -> RecordError:
        return RecordError(
            str(self.path), "this is no file of answers, so it stays as it is; name another one in keep="
        )

    # -- the file

    def _place(self) -> tuple[Folder, str]:
        """Open the folder of the file, and return it with the file's name there; a trusted link is followed."""
        return Folder.of(self.path)

    def _open(self) -> FileIO:
        def opener(_path: str, _flags: int) -> int:
            folder, name = self._place()
            with folder:
                return folder.open(name, os.O_RDWR | os.O_CREAT, owner=self.owner)

        return locked_files.LockedFile(str(self.path), "r+", opener=opener)

    # -- the content of the file

    def _is_ours(self, file: FileIO, whole: int, rest: bytes) -> bool:
        """Whether it is a file of answers: the first line decides, or else the whole file."""
        first, end, _ = locked_files.read_from(file, 0, MOST_LINE + 1).partition(b"\n")
        if whole and end and is_answer(first.removeprefix(b"\xef\xbb\xbf")):
            return True
        if whole + len(rest) > MOST_BYTES:
            return False
        return read_lines(locked_files.read_from(file, 0, MOST_BYTES)).ours

    def _last(self, file: FileIO, end: int, answer: Answer, code: str) -> Any:
        """The last line of this writer at this lesson that bears the mark of the code; None if there is none."""
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
    """The position after the last complete line."""
    at = end
    while at > 0:
        start = max(0, at - 65536)
        end_of_line = locked_files.read_from(file, start, at - start).rfind(b"\n")
        if end_of_line >= 0:
            return start + end_of_line + 1
        at = start
    return 0
