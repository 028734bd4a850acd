"""A folder of answers: a file for each student, which is that student's own.

A file is named after its student, with a part that nobody can guess, and is made where nothing stands at that name.
What a student has answered is read from files of the own account alone, so that nobody's lines use up another's tries.
Who may write into the folder may still put a file of their own there, under any name: grading tells them apart by their
owners, or by codes.
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
from capture_widgets.teaching.answer_file import AnswerFile, Own, check_path
from capture_widgets.teaching.answer_format import Answer, Lines, read_lines

ENDING: Final = ".jsonl"

MOST_NAMES: Final = 100_000
"""Names in a folder that are looked at."""

MOST_FILES: Final = 5_000
"""Files of answers in a folder that are read; of accounts with many files the last ones are not."""

MOST_EACH: Final = 8 << 20
"""Bytes of one of them."""

MOST_IN_ALL: Final = 256 << 20
"""Bytes of all of them together."""

MOST_FAULTS: Final = 200
"""Faults that are named of one folder."""


class OneFile(NamedTuple):
    """A file of a folder, as grading reads it.

    Attributes:
        name: its name there.
        owner: the number of the user to whom it belongs; None where the system knows none.
        lines: what could be read of it.
    """

    name: str
    owner: int | None
    lines: Lines


class OwnFile(AnswerFile):
    """A student's own file in a folder: no link is followed to it, and it must belong to who asks."""

    def __init__(self, folder: Path, name: str) -> None:
        """Name it; it need not be there yet."""
        super().__init__(folder / name)
        self.owner = _me()

    def _place(self) -> tuple[Folder, str]:
        return Folder(self.path.parent, make=True), self.path.name


class AnswerFolder:
    """A folder with a file for each student."""

    def __init__(self, path: str | Path) -> None:
        """Name a folder; it need not be there yet.

        Raises:
            ValueError: this cannot be the name of a folder.
        """
        self.path = check_path(path)
        self._own: dict[str, OwnFile] = {}

    def own(self, who: str, code: str = "") -> Own:
        """What somebody has answered, as the files of this account say.

        Raises:
            OSError: the folder cannot be read.
        """
        answers: list[Answer] = []
        faults: list[str] = []
        for name in self._own_names(who):
            file = OwnFile(self.path, name)
            try:
                lines = file.read()
            except OSError as error:
                faults.append(f"{name}: {sentence(error)}")
                continue
            if not lines.ours or (lines.answers and lines.answers[0][1]["who"] != who):
                continue  # notes, or the file of another student of this account whose name is written alike
            found = file.own_of(lines, who, code)
            answers += found.answers
            faults += found.faults
            self._own.setdefault(who, file)
        return Own(answers, faults)

    def add(self, answer: Answer, code: str = "") -> Answer:
        """Write one more line into the student's own file, as `AnswerFile.add`.

        Raises:
            OSError: it cannot be written.
        """
        who = answer["who"]
        if who not in self._own:
            self.own(who, code)
        file = self._own.get(who)
        if file is None:
            file = self._own[who] = OwnFile(self.path, f"{_slug(who)}-{secrets.token_hex(8)}{ENDING}")
        return file.add(answer, code)

    def _own_names(self, who: str) -> list[str]:
        """The names of files that may be somebody's own, of this account."""
        known = self._own.get(who)
        form = re.compile(rf"{re.escape(_slug(who))}-[0-9a-f]{{16}}{re.escape(ENDING)}")
        try:
            with Folder(self.path) as folder:
                names = sorted(name for name in _names(folder) if form.fullmatch(name))
                found = [(name, folder.status(name)) for name in names]
        except FileNotFoundError:
            return []
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EBADF):
                raise
            # a folder that one may put files into and not look into: the teacher does
            return [] if known is None else [known.path.name]
        me = _me()
        return [
            name
            for name, status in found
            if status is not None and stat.S_ISREG(status.st_mode) and (me is None or status.st_uid == me)
        ]

    def all(self) -> tuple[list[OneFile], list[str]]:
        """Every file of answers, and what was left out.

        Files of accounts with few of them come first, and of accounts with very many the last ones are left out:
        nobody's flood hides another's file.

        Raises:
            OSError: the folder cannot be read.
        """
        found: list[OneFile] = []
        faults: list[str] = []
        with Folder(self.path) as folder:
            left = MOST_IN_ALL
            chosen, skipped = _chosen(folder, faults)
            for name, status in chosen:
                if status.st_size > min(left, MOST_EACH):
                    faults.append(f"{name}: too long, {MOST_EACH >> 20} MiB are read of one student")
                    continue
                left -= status.st_size
                try:
                    lines = read_lines(folder.read(name, MOST_EACH))
                except OSError as error:
                    faults.append(f"{name}: {sentence(error)}")
                    continue
                if lines.ours:
                    faults += [f"{name}, {fault}" for fault in lines.faults]
                    found.append(OneFile(name, None if _me() is None else status.st_uid, lines))
                else:
                    faults.append(f"{name}: no file of answers")
            if skipped:
                faults.append(f"{skipped:,} more files of accounts with very many of them are not read")
        more = len(faults) - MOST_FAULTS
        if more > 0:
            faults = [*faults[:MOST_FAULTS], f"and {more:,} more faults"]
        return found, faults


def _chosen(folder: Folder, faults: list[str]) -> tuple[list[tuple[str, os.stat_result]], int]:
    """The files to be read, those of accounts with few files first, and how many are not."""
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
            faults.append(f"{name}: another name of a file that was read already")
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
    """A name as part of a file's name."""
    plain = unicodedata.normalize("NFKD", who).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "student"


def _me() -> int | None:
    return os.geteuid() if hasattr(os, "geteuid") else None


def keeper(path: str | Path) -> AnswerFile | AnswerFolder:
    """What keeps answers at a path: a folder where one is there or the path ends like one, else a file.

    Raises:
        ValueError: this cannot be the name of a file or a folder.
    """
    named = check_path(path)
    ends = isinstance(path, str) and path.endswith(("/", os.sep))
    return AnswerFolder(named) if ends or named.is_dir() else AnswerFile(named)
