"""A folder that a class shares: where its leader stands, what is asked there, and what everybody answers.

Only positions, questions and chosen moves are in it, never a dump: whoever follows has the game already, and sees of it
what their own replay shows. Each kernel writes files of its own and puts each in place as a whole, so that any number
of them can write at once. What a file holds is a stranger's: it is read strictly, and one that cannot be read is named.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

from capture_widgets.errors import RecordError, failure_words, shown
from capture_widgets.files import replace_file
from capture_widgets.game_history import History
from capture_widgets.plain_data import is_text, plain
from capture_widgets.reading import read_flag, read_list, read_object, read_whole
from capture_widgets.record import parse_json

FORMAT: Final = "capture-widgets/class"

LEAD: Final = "lead.json"
"""The leader's file."""

MOST_FILES: Final = 2000
"""Files of a folder that are read."""
MOST_BYTES: Final = 256 << 10
"""Bytes of one file."""
MOST_SAID: Final = 400
"""Answers in one file; a kernel that has given more begins another one."""
MOST_WORDS: Final = 500
"""Characters of a question."""
MOST_NAME: Final = 80
"""Characters of a person's name."""
MOST_MOVE: Final = 200
"""Characters of a move."""

_OWN: Final = re.compile(r"by-[a-z0-9-]{1,60}\.json")
_PRINT: Final = re.compile(r"[0-9a-f]{16}")
_LONG: Final = 10**6
"""Rounds and plies are below this."""
_LATEST: Final = 1e11
_FRESH: Final = 3.0
"""Seconds after which a file that was changed again has another time, on any file system."""


@dataclass(frozen=True)
class Asked:
    """A question to the class, at a position.

    Attributes:
        name: tells it from any other; the same question at the same position of the same game has the same one.
        round, ply: the position.
        question: its words.
        open: whether votes are taken.
    """

    name: str
    round: int
    ply: int
    question: str
    open: bool


@dataclass(frozen=True)
class Lead:
    """Where the leader stands.

    Attributes:
        game: the slug of the game that is shown.
        start: fingerprint of what a spectator sees at its beginning.
        round, ply: the position.
        poll: what is asked, if anything.
    """

    game: str
    start: str
    round: int
    ply: int
    poll: Asked | None = None


@dataclass(frozen=True)
class Said:
    """An answer of somebody in the class.

    Attributes:
        of: ``"vote"`` or, in a quiz of their own, ``"answer"``.
        who: a name.
        start: fingerprint of the game's beginning.
        round, ply: the position.
        move: what was chosen.
        poll: the name of the question that was voted on; empty for an answer.
        played: what was played there, which whoever answered has been told; empty for a vote.
        seconds: how long it took.
        when: when it was given, in seconds since 1970 by the clock of whoever answered.
    """

    of: Literal["vote", "answer"]
    who: str
    start: str
    round: int
    ply: int
    move: str
    poll: str
    played: str
    seconds: float
    when: float


def start_of(history: History) -> str:
    """Fingerprint of what a spectator sees at the beginning of a game: alike for worlds that nobody can tell apart."""
    first = history.round_numbers()[0]
    dump: Any = history.dump_at(history.plies(first)[0], round=first, seat="public")
    seen = [dump["game"], dump["options"], dump["table"]]
    return sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]


def name_of_poll(start: str, number: int, ply: int, question: str) -> str:
    """The name of a question, the same in any kernel."""
    return sha256(json.dumps([start, number, ply, question]).encode()).hexdigest()[:16]


def somebody() -> str:
    """The name of whoever runs this kernel, as the system knows them."""
    import getpass

    with suppress(Exception):  # what it raises where nobody is known differs from system to system
        return as_name(os.environ.get("JUPYTERHUB_USER") or getpass.getuser()) or "somebody"
    return "somebody"


def as_name(text: str) -> str:
    """A text as a person's name: on one line, and not too long."""
    printed = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printed.split())[:MOST_NAME]


# -- writing


def _packed(kind: str, content: dict[str, Any]) -> str:
    data = {"format": FORMAT, "version": 1, "kind": kind, **content}
    return json.dumps({**data, "check": _check(data)}, ensure_ascii=False) + "\n"


def _check(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def write_lead(folder: Path, lead: Lead) -> None:
    """Put the leader's file in place; raises OSError where that cannot be done."""
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / LEAD, _packed("lead", asdict(lead)))


class Writer:
    """Writes what is said in this kernel to a folder, in files of its own; from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._said: list[Said] = []
        self._path: Path | None = None
        self._pid = os.getpid()

    def say(self, said: Said) -> None:
        """Write an answer; it is on disk when this returns.

        Raises:
            OSError: it cannot be written; what was said before stays there.
        """
        with self._lock:
            if self._pid != os.getpid() or len(self._said) >= MOST_SAID:
                self._pid, self._path, self._said = os.getpid(), None, []
            after = [*self._said, said]
            path = self._path or self._folder / _own_name(said.who)
            self._folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, _packed("said", {"said": [asdict(one) for one in after]}))
            self._path, self._said = path, after


def _own_name(who: str) -> str:
    """A name that no other kernel takes, and that tells people whose file it is."""
    letters = re.sub(r"[^a-z0-9]+", "-", who.lower()).strip("-")[:24]
    return f"by-{letters}{'-' if letters else ''}{secrets.token_hex(6)}.json"


_writers: dict[str, Writer] = {}


def writer_to(folder: Path) -> Writer:
    """The one writer of this kernel to a folder."""
    return _writers.setdefault(os.path.realpath(folder), Writer(folder))


# -- reading


class _Seen(NamedTuple):
    """A file as it was read last."""

    stamp: tuple[int, int, int]
    content: Any
    fault: str | None
    sure: bool = False
    """Whether a file with this stamp is the same file: it was not written just before it was read."""


def _stamp(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_mtime_ns, status.st_ino, status.st_size


class ClassFolder:
    """Reads a folder; a file is read again only when it has changed.

    A file that cannot be read any more counts as it was read last, if it ever was.
    """

    def __init__(self, folder: str | Path) -> None:
        self.path = Path(folder)
        self._lock = threading.RLock()
        self._lead: _Seen | None = None
        self._files: dict[str, _Seen] = {}
        self._many = 0
        self._missing: str | None = None

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What could not be read, as (file, reason)."""
        with self._lock:
            seen = [(LEAD, self._lead), *sorted(self._files.items())]
            found = [(name, one.fault) for name, one in seen if one is not None and one.fault is not None]
            if self._many > MOST_FILES:
                found.append((str(self.path), f"{self._many:,} files, and {MOST_FILES:,} are read"))
            if self._missing is not None:
                found.append((str(self.path), self._missing))
            return found

    def lead(self) -> Lead | None:
        """Where the leader stands; None where nobody has led here yet."""
        with self._lock:
            self._lead = self._look(self.path / LEAD, self._lead, _read_lead)
            return None if self._lead is None else cast("Lead | None", self._lead.content)

    def said(self) -> list[Said]:
        """All that was said, in the order in which it was said."""
        with self._lock:
            names = self._names()
            files = {}
            for name in names:
                seen = self._look(self.path / name, self._files.get(name), _read_said)
                if seen is not None:
                    files[name] = seen
            self._files = files
            return sorted((said for one in files.values() for said in one.content or ()), key=lambda said: said.when)

    def _names(self) -> list[str]:
        self._missing = None
        try:
            with os.scandir(self.path) as entries:
                names = sorted(entry.name for entry in entries if _OWN.fullmatch(entry.name))
        except FileNotFoundError:
            names = []
        except OSError as error:
            self._missing, names = failure_words(error), []
        self._many = len(names)
        return names[:MOST_FILES]

    def _look(self, path: Path, last: _Seen | None, read: Callable[[Any], object]) -> _Seen | None:
        try:
            status = path.lstat()
        except FileNotFoundError:
            return None
        except OSError as error:
            return _Seen((0, 0, 0), None if last is None else last.content, failure_words(error))
        stamp = _stamp(status)
        if last is not None and last.stamp == stamp and last.sure:
            return last
        sure = time.time() - status.st_mtime > _FRESH
        try:
            return _Seen(stamp, read(_unpacked(path, status)), None, sure)
        except RecordError as error:
            reason = f"{error.where}: {error.reason}" if error.where else error.reason
        except OSError as error:
            reason = failure_words(error)
        return _Seen(stamp, None if last is None else last.content, reason, sure)


def _unpacked(path: Path, status: os.stat_result) -> dict[str, Any]:
    """What a file holds; raises RecordError where it is none of ours, is not whole, or too long."""
    if not stat.S_ISREG(status.st_mode):
        raise RecordError("", "this is no file")  # to open a pipe would be to wait for whoever writes to it
    # in between somebody may have put a link or a pipe in its place
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(number, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError("", f"too long: {MOST_BYTES >> 10} KiB are read at most")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text at byte {error.start}") from None
    copy, faults = plain(parse_json(text))
    if faults:
        raise RecordError(*faults[0])
    if not isinstance(copy, dict) or copy.get("format") != FORMAT or copy.get("version") != 1:
        raise RecordError("format", f'expected "{FORMAT}" in version 1')
    check = copy.pop("check", None)
    if check != _check(copy):
        raise RecordError("check", "it is not whole, or somebody has changed it")
    return copy


def _text(value: object, where: str, most: int) -> str:
    """A text on one line; what would not be printed is no part of a name, a move or a question."""
    if not isinstance(value, str) or not is_text(value, most) or not value.isprintable():
        raise RecordError(where, f"expected a text on one line, of at most {most} characters")
    return value


def _print(value: object, where: str) -> str:
    if not isinstance(value, str) or not _PRINT.fullmatch(value):
        raise RecordError(where, "expected 16 of the signs 0-9 and a-f")
    return value


def _number(value: object, where: str, most: float) -> float:
    if (type(value) is not int and type(value) is not float) or not isfinite(value) or not 0 <= value <= most:
        raise RecordError(where, f"expected a number from 0 to {most:,.0f}")
    return float(value)


def _names_of(kind: type) -> list[str]:
    return [one.name for one in fields(kind)]


def _read_lead(data: dict[str, Any]) -> Lead:
    read_object(data, "", ["format", "version", "kind", *_names_of(Lead)])
    if data["kind"] != "lead":
        raise RecordError("kind", 'expected "lead"')
    poll = None
    if data["poll"] is not None:
        of = read_object(data["poll"], "poll", _names_of(Asked))
        poll = Asked(
            _print(of["name"], "poll.name"), read_whole(of["round"], "poll.round", 0, _LONG),
            read_whole(of["ply"], "poll.ply", 0, _LONG), _text(of["question"], "poll.question", MOST_WORDS),
            read_flag(of["open"], "poll.open"),
        )
    return Lead(
        _text(data["game"], "game", 60), _print(data["start"], "start"), read_whole(data["round"], "round", 0, _LONG),
        read_whole(data["ply"], "ply", 0, _LONG), poll,
    )


def _read_said(data: dict[str, Any]) -> list[Said]:
    read_object(data, "", ["format", "version", "kind", "said"])
    if data["kind"] != "said":
        raise RecordError("kind", 'expected "said"')
    entries = read_list(data["said"], "said", most=MOST_SAID)
    return [_read_one(entry, f"said[{at}]") for at, entry in enumerate(entries)]


def _read_one(entry: object, where: str) -> Said:
    of = read_object(entry, where, _names_of(Said))
    kind = of["of"]
    if kind != "vote" and kind != "answer":
        raise RecordError(f"{where}.of", 'expected "vote" or "answer"')
    return Said(
        cast('Literal["vote", "answer"]', kind), _text(of["who"], f"{where}.who", MOST_NAME),
        _print(of["start"], f"{where}.start"), read_whole(of["round"], f"{where}.round", 0, _LONG),
        read_whole(of["ply"], f"{where}.ply", 0, _LONG), _text(of["move"], f"{where}.move", MOST_MOVE),
        _print(of["poll"], f"{where}.poll") if kind == "vote" else _text(of["poll"], f"{where}.poll", 0),
        _text(of["played"], f"{where}.played", MOST_MOVE if kind == "answer" else 0),
        _number(of["seconds"], f"{where}.seconds", 1e7), _number(of["when"], f"{where}.when", _LATEST),
    )


def as_folder(folder: object) -> Path:
    """The path of a class's folder, which need not be there yet.

    Raises:
        ValueError: this is no path, or that of a file.
    """
    if not isinstance(folder, str | Path) or not str(folder):
        raise ValueError(f"folder={shown(folder)}: the path of a folder that the class shares")
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise ValueError(f"{path} is a file; a class shares a folder")
    return path


def newest(all_said: list[Said]) -> Iterator[Said]:
    """What counts: of each person the last that they said to one question."""
    last: dict[tuple[str, str, str, int, int, str], Said] = {}
    for said in all_said:
        key = (said.of, said.who, said.start, said.round, said.ply, said.poll)
        if said.of == "answer" and key in last:
            continue  # a quiz takes the first answer; what came from a second kernel knew what was played
        last[key] = said
    yield from last.values()
