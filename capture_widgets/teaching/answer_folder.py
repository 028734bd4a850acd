"""A folder of answers with a file for each student.

A file's name is the student's name and a part that nobody can guess. A student's kernel reads their answers only from
files of their own account, so that lines of another account cannot use up their tries. Anybody who may write to the
folder can still put a file there under any name; grading distinguishes files by their owners, or by codes.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import unicodedata
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from capture_widgets.core.shared_files import Folder, check_file, sentence
from capture_widgets.teaching.answer_file import AnswerFile, OwnAnswers, check_path
from capture_widgets.teaching.answer_format import Answer, Lines, read_lines

ENDING: Final = ".jsonl"

MOST_NAMES: Final = 100_000
"""The largest number of names in a folder that the reader looks at."""

MOST_FILES: Final = 5_000
"""The largest number of files of a folder that the reader reads; it leaves out files of the accounts that have most."""

MOST_EACH: Final = 8 << 20
"""The largest number of bytes in one file."""

MOST_IN_ALL: Final = 256 << 20
"""The largest number of bytes in all files together."""

MOST_FAULTS: Final = 200
"""The largest number of faults of a folder that the reader names."""


class FolderFile(NamedTuple):
    """A file in the folder, as grading reads it.

    Attributes:
        name: its name.
        owner: the number of the user to whom it belongs; None if the system knows no users.
        lines: its content, as far as it could be read.
    """

    name: str
    owner: int | None
    lines: Lines


class StudentFile(AnswerFile):
    """A student's own file in the folder: it is no link, and it belongs to the user of this kernel."""

    def __init__(self, folder: Path, name: str) -> None:
        """Take the name of a file, which need not exist yet."""
        super().__init__(folder / name)
        self.owner = _me()

    def _place(self) -> tuple[Folder, str]:
        return Folder(self.path.parent, make=True), self.path.name


class AnswerFolder:
    """A folder with a file for each student."""

    def __init__(self, path: str | Path) -> None:
        """Take the path of a folder, which need not exist yet.

        Raises:
            ValueError: this cannot be the path of a folder.
        """
        self.path = check_path(path)
        self._own: dict[str, StudentFile] = {}

    def own(self, who: str, code: str = "") -> OwnAnswers:
        """The answers of a person in the files of this account; with a code, only those that bear its mark.

        Raises:
            OSError: the folder cannot be read.
        """
        answers: list[Answer] = []
        faults: list[str] = []
        for name in self._own_names(who):
            file = StudentFile(self.path, name)
            try:
                lines = file.read()
            except OSError as error:
                faults.append(f"{name}: {sentence(error)}")
                continue
            if not lines.ours or (lines.answers and lines.answers[0][1]["who"] != who):
                continue  # other notes, or the file of another student of this account with a similar name
            own = file.own_answers_in(lines, who, code)
            answers += own.answers
            faults += own.faults
            self._own.setdefault(who, file)
        return OwnAnswers(answers, faults)

    def add(self, answer: Answer, code: str = "") -> Answer:
        """Add a line to the student's own file; see `AnswerFile.add`.

        Raises:
            OSError: it cannot be written.
        """
        who = answer["who"]
        if who not in self._own:
            self.own(who, code)
        file = self._own.get(who)
        if file is None:
            file = self._own[who] = StudentFile(self.path, f"{_slug(who)}-{secrets.token_hex(8)}{ENDING}")
        return file.add(answer, code)

    def _own_names(self, who: str) -> list[str]:
        """The names of the files of this account that may be a person's own."""
        known = self._own.get(who)
        form = re.compile(rf"{re.escape(_slug(who))}-[0-9a-f]{{16}}{re.escape(ENDING)}")
        try:
            with Folder(self.path) as folder:
                names = sorted(name for name in _names(folder) if form.fullmatch(name))
                statuses = [(name, folder.status(name)) for name in names]
        except FileNotFoundError:
            return []
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EBADF):
                raise
            # the user may put files into this folder but not list it; the teacher can
            return [] if known is None else [known.path.name]
        me = _me()
        return [
            name
            for name, status in statuses
            if status is not None and stat.S_ISREG(status.st_mode) and (me is None or status.st_uid == me)
        ]

    def all(self) -> tuple[list[FolderFile], list[str]]:
        """Every file of answers, and the faults of the folder.

        It reads the files of accounts with few files first, and may leave out files of accounts with very many, so that
        nobody's flood hides another's file.

        Raises:
            OSError: the folder cannot be read.
        """
        files: list[FolderFile] = []
        faults: list[str] = []
        with Folder(self.path) as folder:
            left = MOST_IN_ALL
            chosen, skipped = _chosen(folder, faults)
            for name, status in chosen:
                if status.st_size > min(left, MOST_EACH):
                    faults.append(f"{name}: too long; a student's file has at most {MOST_EACH >> 20} MiB")
                    continue
                left -= status.st_size
                try:
                    lines = read_lines(folder.read(name, MOST_EACH))
                except OSError as error:
                    faults.append(f"{name}: {sentence(error)}")
                    continue
                if lines.ours:
                    faults += [f"{name}, {fault}" for fault in lines.faults]
                    files.append(FolderFile(name, None if _me() is None else status.st_uid, lines))
                else:
                    faults.append(f"{name}: it is no file of answers")
            if skipped:
                faults.append(f"{skipped:,} more files are not read: their accounts have too many files here")
        more = len(faults) - MOST_FAULTS
        if more > 0:
            faults = [*faults[:MOST_FAULTS], f"and {more:,} more faults"]
        return files, faults


def _chosen(folder: Folder, faults: list[str]) -> tuple[list[tuple[str, os.stat_result]], int]:
    """The files to read, those of accounts with few files first, and the number of files that are left out."""
    there: list[tuple[str, os.stat_result]] = []
    seen: set[tuple[int, int]] = set()
    for name in sorted(_names(folder)):
        if not name.endswith(ENDING):
            continue
        status = folder.status(name)
        if status is None:
            continue
        try:
            check_file(status, name)
        except OSError as error:
            faults.append(f"{name}: {sentence(error)}")
            continue
        if status.st_ino and (status.st_dev, status.st_ino) in seen:
            faults.append(f"{name}: it is a second name of a file that was read already")
            continue
        seen.add((status.st_dev, status.st_ino))
        there.append((name, status))
    files = Counter(status.st_uid for _, status in there)
    there.sort(key=lambda one: (files[one[1].st_uid], one[1].st_size, one[0]))
    return there[:MOST_FILES], len(there[MOST_FILES:])


def _names(folder: Folder) -> list[str]:
    with os.scandir(folder.path if folder.number is None else folder.number) as entries:
        return [entry.name for entry in islice(entries, MOST_NAMES)]


def _slug(who: str) -> str:
    """A person's name as part of a file name."""
    plain = unicodedata.normalize("NFKD", who).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "student"


def _me() -> int | None:
    return os.geteuid() if hasattr(os, "geteuid") else None


def answer_store(path: str | Path) -> AnswerFile | AnswerFolder:
    """The folder or file that keeps answers at a path. It is a folder if one exists or the path ends with a slash.

    Raises:
        ValueError: this cannot be the path of a file or a folder.
    """
    named = check_path(path)
    ends = isinstance(path, str) and path.endswith(("/", os.sep))
    return AnswerFolder(named) if ends or named.is_dir() else AnswerFile(named)
