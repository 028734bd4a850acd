"""What the files of a folder hold that a class shares: where its leader stands, what is asked, what everybody answers.

Only positions, questions and chosen moves are in them, never a dump: whoever follows has the game already, and sees of
it what their own replay shows. What the leader writes is signed, so that nobody else can lead; what others answer is
sealed for the leader, so that nobody else can read it. Each kernel writes files of its own and puts each in place as a
whole, so that any number of them can write at once. Nothing here is written or read through a link (`shared_files`).
"""

from __future__ import annotations

import binascii
import errno
import json
import os
import re
import secrets
import stat
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

from capture_widgets.core.class_keys import MOST_NAME, TeacherKey, as_name, code_tag
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.plain_data import is_text
from capture_widgets.core.sealing import EXTRA, seal
from capture_widgets.core.shared_files import Folder
from capture_widgets.core.signing import is_signed
from capture_widgets.engine.table_readers import read_flag, read_list, read_object, read_whole
from capture_widgets.model.history import History
from capture_widgets.records.record import parse_json

FORMAT: Final = "capture-widgets/class"

LEAD: Final = "lead.json"
"""The leader's file."""

MOST_LEAD: Final = 16 << 10
"""Bytes of the leader's file."""
MOST_SAID: Final = 100
"""Answers in one file; a kernel that has given more begins another one."""
_MOST_LETTER: Final = 96 << 10
MOST_BYTES: Final = (_MOST_LETTER + EXTRA) * 4 // 3 + 1000
"""Bytes of a file of answers."""
MOST_WORDS: Final = 500
"""Characters of a question."""
MOST_MOVE: Final = 200
"""Characters of a move."""

ANSWERS: Final = re.compile(r"by-[a-z0-9-]{1,60}\.json")
"""The names of files of answers."""
_HEX: Final = re.compile(r"[0-9a-f]+")
_PRINT: Final = re.compile(r"[0-9a-f]{16}")
_LONG: Final = 10**6
"""Rounds and plies are below this."""
_LATEST: Final = 1e11


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


@dataclass(frozen=True, slots=True)
class Said:
    """An answer of somebody in the class.

    Attributes:
        of: ``"vote"`` or, in a quiz of their own, ``"answer"``.
        who: a name.
        start: fingerprint of the game's beginning.
        round, ply: the position.
        move: what was chosen.
        poll: the name of the question that was voted on; empty for an answer.
        seconds: how long it took.
        when: when it was given, in seconds since 1970 by the clock of whoever answered; as it is read, no later than
            its file was written.
    """

    of: Literal["vote", "answer"]
    who: str
    start: str
    round: int
    ply: int
    move: str
    poll: str
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


class Signed(NamedTuple):
    """What a leader has signed.

    Attributes:
        lead: where they stand.
        number: the higher, the later it was signed.
        public: their key, which others know by its fingerprint.
        box: answers are sealed with this.
    """

    lead: Lead
    number: int
    public: bytes
    box: bytes


# -- writing


def signed_lead(key: TeacherKey, lead: Lead) -> bytes:
    """The leader's file for a state that was never signed before."""
    content = asdict(lead)
    data = {
        "format": FORMAT, "version": 2, "kind": "lead", "number": key.next_number(content),
        "key": key.public.hex(), "box": key.box.hex(), **content,
    }  # fmt: skip
    return json.dumps({**data, "signature": key.sign(_message(data)).hex()}, ensure_ascii=False).encode() + b"\n"


def _message(data: dict[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def put_lead(folder: Folder, content: bytes) -> None:
    """Put the leader's file in place of whatever stands there, links and pipes among it; raises OSError."""
    there = folder.status(LEAD)
    if there is not None and stat.S_ISDIR(there.st_mode):
        aside = f".{secrets.token_hex(8)}.aside"  # a folder can only be put out of the way
        with suppress(OSError):
            os.rename(folder.at(LEAD), folder.at(aside), src_dir_fd=folder.number, dst_dir_fd=folder.number)
    folder.replace(LEAD, content, mode=0o644)


class Writer:
    """Writes what is said in this kernel to a folder, in files of its own; from any thread."""

    def __init__(self, folder: Path, code: str = "") -> None:
        """Name a folder, and the code of whoever answers, where their teacher gave one out."""
        self._folder = folder
        self._code = code
        self._lock = threading.RLock()
        self._said: list[Said] = []
        self._name: str | None = None
        self._pid = os.getpid()

    def say(self, said: Said, box: bytes) -> None:
        """Write an answer; it is on disk when this returns.

        Args:
            said: the answer. One that was given before to the same question of a poll is left out from now on.
            box: the key of the leader, who alone can read it.

        Raises:
            OSError: it cannot be written, and why; what was said before stays there.
        """
        with self._lock:
            if self._pid != os.getpid():
                self._pid, self._name, self._said = os.getpid(), None, []
            after = [one for one in self._said if one.of == "answer" or _question(one) != _question(said)]
            name = self._name
            if len(after) >= MOST_SAID:
                name, after = None, []
            after.append(said)
            name = name or _own_name(said.who)
            try:
                with Folder(self._folder) as folder:
                    folder.replace(name, _sealed(after, box, self._code), mode=0o644)
            except OSError as error:
                if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                    words = "you may not write to this folder; ask your teacher to let the class write there"
                    raise OSError(error.errno, words, str(self._folder)) from None
                raise
            self._name, self._said = name, after


def _sealed(said: Iterable[Said], box: bytes, code: str) -> bytes:
    letter = json.dumps({"said": [asdict(one) for one in said]}, ensure_ascii=False).encode()
    sealed = seal(box, letter)
    mark = code_tag(code, sealed).hex() if code else ""
    data = {"format": FORMAT, "version": 2, "kind": "said", "box": b64encode(sealed).decode(), "mark": mark}
    return json.dumps(data).encode() + b"\n"


def _question(said: Said) -> tuple[str, str, str, int, int, str]:
    return said.of, said.who, said.start, said.round, said.ply, said.poll


def _own_name(who: str) -> str:
    """A name that no other kernel takes, and that tells people whose file it is."""
    letters = re.sub(r"[^a-z0-9]+", "-", who.lower()).strip("-")[:24]
    return f"by-{letters}{'-' if letters else ''}{secrets.token_hex(6)}.json"


_writers: dict[tuple[str, str], Writer] = {}


def writer_to(folder: Path, code: str = "") -> Writer:
    """The one writer of this kernel to a folder; each code that somebody was given has one of its own."""
    return _writers.setdefault((os.path.realpath(folder), code), Writer(folder, code))


# -- reading


def _unpacked(data: bytes, kind: str, names: list[str]) -> dict[str, Any]:
    """What a file holds; raises RecordError where it is none of ours."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text at byte {error.start}") from None
    found = parse_json(text)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RecordError("format", f'expected "{FORMAT}"')
    if found.get("version") == 1:
        raise RecordError("version", "an older release of capture_widgets wrote this; all of a class need the same")
    if found.get("version") != 2:
        raise RecordError("version", "a release wrote this that is newer than this one")
    read_object(found, "", ["format", "version", "kind", *names])
    if found["kind"] != kind:
        raise RecordError("kind", f'expected "{kind}"')
    return found


def read_lead(content: bytes) -> Signed:
    """What the leader's file holds, its signature checked.

    Raises:
        RecordError: it is none, or was not signed by the key that it names.
    """
    data = _unpacked(content, "lead", ["number", "key", "box", "signature", *_names_of(Lead)])
    public, box = _bytes(data["key"], "key", 32), _bytes(data["box"], "box", 32)
    signature = _bytes(data.pop("signature"), "signature", 64)
    number = read_whole(data["number"], "number", 1, 1 << 53)
    lead = lead_of(data)
    if not is_signed(public, _message(data), signature):
        raise RecordError("signature", "it is not whole, or somebody has changed it")
    return Signed(lead, number, public, box)


def read_sealed(content: bytes) -> tuple[bytes, bytes]:
    """What a file of answers holds: the sealed letter, and what was marked with a code, or nothing.

    Raises:
        RecordError: it is none.
    """
    data = _unpacked(content, "said", ["box", "mark"])
    mark = b"" if data["mark"] == "" else _bytes(data["mark"], "mark", 32)
    box = data["box"]
    if not isinstance(box, str) or not box.isascii():
        raise RecordError("box", "expected text in base 64")
    try:
        return b64decode(box, validate=True), mark
    except (binascii.Error, ValueError):
        raise RecordError("box", "expected text in base 64") from None


def read_letter(letter: bytes) -> list[Said]:
    """The answers in a letter that was opened, in the order in which they were given.

    Raises:
        RecordError: it is none.
    """
    try:
        found = parse_json(letter.decode())
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text at byte {error.start}") from None
    entries = read_list(read_object(found, "", ["said"])["said"], "said", most=MOST_SAID)
    return [_read_one(entry, f"said[{at}]") for at, entry in enumerate(entries)]


def _bytes(value: object, where: str, count: int) -> bytes:
    if not isinstance(value, str) or len(value) != 2 * count or not _HEX.fullmatch(value):
        raise RecordError(where, f"expected {2 * count} of the signs 0-9 and a-f")
    return bytes.fromhex(value)


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


def lead_of(data: dict[str, Any]) -> Lead:
    """Where a leader stands, read strictly; raises RecordError."""
    poll = None
    if data["poll"] is not None:
        of = read_object(data["poll"], "poll", _names_of(Asked))
        poll = Asked(
            _print(of["name"], "poll.name"),
            read_whole(of["round"], "poll.round", 0, _LONG),
            read_whole(of["ply"], "poll.ply", 0, _LONG),
            _text(of["question"], "poll.question", MOST_WORDS),
            read_flag(of["open"], "poll.open"),
        )
    return Lead(
        _text(data["game"], "game", 60),
        _print(data["start"], "start"),
        read_whole(data["round"], "round", 0, _LONG),
        read_whole(data["ply"], "ply", 0, _LONG),
        poll,
    )


def _read_one(entry: object, where: str) -> Said:
    of = read_object(entry, where, _names_of(Said))
    kind = of["of"]
    if kind != "vote" and kind != "answer":
        raise RecordError(f"{where}.of", 'expected "vote" or "answer"')
    return Said(
        cast('Literal["vote", "answer"]', kind),
        _text(of["who"], f"{where}.who", MOST_NAME),
        _print(of["start"], f"{where}.start"),
        read_whole(of["round"], f"{where}.round", 0, _LONG),
        read_whole(of["ply"], f"{where}.ply", 0, _LONG),
        _text(of["move"], f"{where}.move", MOST_MOVE),
        _print(of["poll"], f"{where}.poll") if kind == "vote" else _text(of["poll"], f"{where}.poll", 0),
        _number(of["seconds"], f"{where}.seconds", 1e7),
        _number(of["when"], f"{where}.when", _LATEST),
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
        key = _question(said)
        if said.of == "answer" and key in last:
            continue  # a quiz takes the first answer; what came from a second kernel knew what was played
        last[key] = said
    yield from last.values()
