"""The files of a folder that a class shares: where its leader stands, the question to the class, and its answers.

The files hold only positions, questions and chosen moves, never a dump: a follower has the game already, and sees of it
what their own replay shows. The leader's file is signed, so that nobody else can lead. Answers are sealed for the
leader, so that nobody else can read them. Each kernel writes files of its own and replaces each as a whole, so that any
number of kernels can write at once. This module neither reads nor writes through a link (`shared_files`).
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
"""The largest number of bytes in the leader's file."""
MOST_ANSWERS: Final = 100
"""The largest number of answers in a file; then the kernel begins another one."""
_MOST_LETTER: Final = 96 << 10
MOST_BYTES: Final = (_MOST_LETTER + EXTRA) * 4 // 3 + 1000
"""The largest number of bytes in a file of answers."""
MOST_WORDS: Final = 500
"""The largest number of characters in a question."""
MOST_MOVE: Final = 200
"""The largest number of characters in a move."""

ANSWER_FILES: Final = re.compile(r"by-[a-z0-9-]{1,60}\.json")
"""The names of files of answers."""
_HEX: Final = re.compile(r"[0-9a-f]+")
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")
_LONG: Final = 10**6
"""Rounds and plies are not greater than this."""
_LATEST: Final = 1e11


@dataclass(frozen=True)
class PollQuestion:
    """A question to the class about a position.

    Attributes:
        name: its identifier; the same question about the same position of the same game has the same name.
        round, ply: the position.
        question: its words.
        open: whether the class may vote.
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
        game: the slug of the game.
        start: the fingerprint of what a spectator sees at its beginning.
        round, ply: the position.
        poll: the question to the class, or None.
        ahead: whether followers may look beyond this position.
    """

    game: str
    start: str
    round: int
    ply: int
    poll: PollQuestion | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class ClassAnswer:
    """An answer of a person in the class.

    Attributes:
        of: ``"vote"`` for a vote in a poll, ``"answer"`` for an answer to a quiz of their own.
        who: the name of the person.
        start: the fingerprint of the game's beginning.
        round, ply: the position.
        move: the move that the person chose.
        poll: the name of the poll's question; empty for an answer to a quiz.
        seconds: how long it took.
        when: the time, in seconds since 1970 by the clock of the person's computer. The reader sets it back to the time
            at which the file was written if it is later.
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


def start_fingerprint(history: History) -> str:
    """The fingerprint of what a spectator sees at the beginning of a game, so that it tells no hidden card."""
    first = history.round_numbers()[0]
    dump: Any = history.dump_at(history.plies(first)[0], round=first, seat="public")
    seen = [dump["game"], dump["options"], dump["table"]]
    return sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]


def poll_name(start: str, number: int, ply: int, question: str) -> str:
    """The name of a question; it is the same in every kernel."""
    return sha256(json.dumps([start, number, ply, question]).encode()).hexdigest()[:16]


def user_name() -> str:
    """The name of the user who runs this kernel, as the system knows it."""
    import getpass

    with suppress(Exception):  # the error for an unknown user has_other_key from system to system
        return as_name(os.environ.get("JUPYTERHUB_USER") or getpass.getuser()) or "somebody"
    return "somebody"


class SignedLead(NamedTuple):
    """The leader's file.

    Attributes:
        lead: where the leader stands.
        number: a later file of the same leader has a higher number.
        public: the leader's public key, which others know by its fingerprint.
        box: the key with which answers are sealed.
    """

    lead: Lead
    number: int
    public: bytes
    box: bytes


# -- writing


def signed_lead(key: TeacherKey, lead: Lead) -> bytes:
    """The content of the leader's file, with a number that was never used before."""
    content = asdict(lead)
    data = {
        "format": FORMAT, "version": 2, "kind": "lead", "number": key.next_number(content),
        "key": key.public.hex(), "box": key.box.hex(), **content,
    }  # fmt: skip
    return json.dumps({**data, "signature": key.sign(_message(data)).hex()}, ensure_ascii=False).encode() + b"\n"


def _message(data: dict[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def put_lead(folder: Folder, content: bytes) -> None:
    """Replace whatever stands at the name of the leader's file, even a link or a pipe; raises OSError."""
    there = folder.status(LEAD)
    if there is not None and stat.S_ISDIR(there.st_mode):
        aside = f".{secrets.token_hex(8)}.aside"  # a folder cannot be replaced by a file, only renamed
        with suppress(OSError):
            os.rename(folder.at(LEAD), folder.at(aside), src_dir_fd=folder.number, dst_dir_fd=folder.number)
    folder.replace(LEAD, content, mode=0o644)


class Writer:
    """Writes the answers of this kernel to a folder, in files of its own; any thread may use it."""

    def __init__(self, folder: Path, code: str = "") -> None:
        """Make the writer for a folder; ``code`` is the code of the person who answers, if they have one."""
        self._folder = folder
        self._code = code
        self._lock = threading.RLock()
        self._answers: list[ClassAnswer] = []
        self._name: str | None = None
        self._pid = os.getpid()

    def write(self, answer: ClassAnswer, box: bytes) -> None:
        """Write an answer; it is on disk when this returns.

        Args:
            answer: the answer. A vote replaces an earlier vote of the same person on the same question.
            box: the key of the leader, who alone can read the answer.

        Raises:
            OSError: it cannot be written, and why; earlier answers stay there.
        """
        with self._lock:
            if self._pid != os.getpid():
                self._pid, self._name, self._answers = os.getpid(), None, []
            answers = [one for one in self._answers if one.of == "answer" or _subject(one) != _subject(answer)]
            name = self._name
            if len(answers) >= MOST_ANSWERS:
                name, answers = None, []
            answers.append(answer)
            name = name or _own_name(answer.who)
            try:
                with Folder(self._folder) as folder:
                    folder.replace(name, _sealed(answers, box, self._code), mode=0o644)
            except OSError as error:
                if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                    words = "you may not write to this folder; ask your teacher to let the class write there"
                    raise OSError(error.errno, words, str(self._folder)) from None
                raise
            self._name, self._answers = name, answers


def _sealed(answers: Iterable[ClassAnswer], box: bytes, code: str) -> bytes:
    letter = json.dumps({"said": [asdict(one) for one in answers]}, ensure_ascii=False).encode()
    sealed = seal(box, letter)
    mark = code_tag(code, sealed).hex() if code else ""
    data = {"format": FORMAT, "version": 2, "kind": "said", "box": b64encode(sealed).decode(), "mark": mark}
    return json.dumps(data).encode() + b"\n"


def _subject(answer: ClassAnswer) -> tuple[str, str, str, int, int, str]:
    """Who answered what: the same for two answers of one person to one question."""
    return answer.of, answer.who, answer.start, answer.round, answer.ply, answer.poll


def _own_name(who: str) -> str:
    """A file name that no other kernel takes, and that tells people whose file it is."""
    letters = re.sub(r"[^a-z0-9]+", "-", who.lower()).strip("-")[:24]
    return f"by-{letters}{'-' if letters else ''}{secrets.token_hex(6)}.json"


_writers: dict[tuple[str, str], Writer] = {}


def writer_to(folder: Path, code: str = "") -> Writer:
    """The writer of this kernel to a folder; each code has a writer of its own."""
    return _writers.setdefault((os.path.realpath(folder), code), Writer(folder, code))


# -- reading


def _unpacked(content: bytes, kind: str, names: list[str], optional: str = "") -> dict[str, Any]:
    """The data in a file; raises RecordError if the file is not of this format and kind."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text at byte {error.start}") from None
    data = parse_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("format", f'expected "{FORMAT}"')
    if data.get("version") == 1:
        raise RecordError(
            "version", "an older release of capture_widgets wrote this; use the same release in the whole class"
        )
    if data.get("version") != 2:
        raise RecordError(
            "version", "a newer release of capture_widgets wrote this; use the same release in the whole class"
        )
    read_object({optional: False, **data} if optional else data, "", ["format", "version", "kind", *names])
    if data["kind"] != kind:
        raise RecordError("kind", f'expected "{kind}"')
    return data


def read_lead(content: bytes) -> SignedLead:
    """Read the leader's file and check its signature.

    Raises:
        RecordError: it is no such file, or the key that it names did not sign it.
    """
    data = _unpacked(content, "lead", ["number", "key", "box", "signature", *_names_of(Lead)], optional="ahead")
    public, box = _bytes(data["key"], "key", 32), _bytes(data["box"], "box", 32)
    signature = _bytes(data.pop("signature"), "signature", 64)
    number = read_whole(data["number"], "number", 1, 1 << 53)
    lead = lead_of(data)
    if not is_signed(public, _message(data), signature):
        raise RecordError("signature", "the file is incomplete, or somebody has changed it")
    return SignedLead(lead, number, public, box)


def read_sealed(content: bytes) -> tuple[bytes, bytes]:
    """Read a file of answers: the sealed letter, and its mark (empty if its writer had no code).

    Raises:
        RecordError: it is no such file.
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


def read_letter(letter: bytes) -> list[ClassAnswer]:
    """The answers in an unsealed letter, in the order in which they were given.

    Raises:
        RecordError: these are no answers.
    """
    try:
        data = parse_json(letter.decode())
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text at byte {error.start}") from None
    entries = read_list(read_object(data, "", ["said"])["said"], "said", most=MOST_ANSWERS)
    return [_read_one(entry, f"said[{at}]") for at, entry in enumerate(entries)]


def _bytes(value: object, where: str, count: int) -> bytes:
    if not isinstance(value, str) or len(value) != 2 * count or not _HEX.fullmatch(value):
        raise RecordError(where, f"expected {2 * count} of the characters 0-9 and a-f")
    return bytes.fromhex(value)


def _text(value: object, where: str, most: int) -> str:
    """Check a text of one line; names, moves and questions have only characters that can be printed."""
    if not isinstance(value, str) or not is_text(value, most) or not value.isprintable():
        raise RecordError(where, f"expected a text on one line, of at most {most} characters")
    return value


def _fingerprint(value: object, where: str) -> str:
    if not isinstance(value, str) or not _FINGERPRINT.fullmatch(value):
        raise RecordError(where, "expected 16 of the characters 0-9 and a-f")
    return value


def _number(value: object, where: str, most: float) -> float:
    if (type(value) is not int and type(value) is not float) or not isfinite(value) or not 0 <= value <= most:
        raise RecordError(where, f"expected a number from 0 to {most:,.0f}")
    return float(value)


def _names_of(kind: type) -> list[str]:
    return [one.name for one in fields(kind)]


def lead_of(data: dict[str, Any]) -> Lead:
    """Read strictly where a leader stands; raises RecordError."""
    poll = None
    if data["poll"] is not None:
        of = read_object(data["poll"], "poll", _names_of(PollQuestion))
        poll = PollQuestion(
            _fingerprint(of["name"], "poll.name"),
            read_whole(of["round"], "poll.round", 0, _LONG),
            read_whole(of["ply"], "poll.ply", 0, _LONG),
            _text(of["question"], "poll.question", MOST_WORDS),
            read_flag(of["open"], "poll.open"),
        )
    return Lead(
        _text(data["game"], "game", 60),
        _fingerprint(data["start"], "start"),
        read_whole(data["round"], "round", 0, _LONG),
        read_whole(data["ply"], "ply", 0, _LONG),
        poll,
        read_flag(data.get("ahead", False), "ahead"),
    )


def _read_one(entry: object, where: str) -> ClassAnswer:
    of = read_object(entry, where, _names_of(ClassAnswer))
    kind = of["of"]
    if kind != "vote" and kind != "answer":
        raise RecordError(f"{where}.of", 'expected "vote" or "answer"')
    return ClassAnswer(
        cast('Literal["vote", "answer"]', kind),
        _text(of["who"], f"{where}.who", MOST_NAME),
        _fingerprint(of["start"], f"{where}.start"),
        read_whole(of["round"], f"{where}.round", 0, _LONG),
        read_whole(of["ply"], f"{where}.ply", 0, _LONG),
        _text(of["move"], f"{where}.move", MOST_MOVE),
        _fingerprint(of["poll"], f"{where}.poll") if kind == "vote" else _text(of["poll"], f"{where}.poll", 0),
        _number(of["seconds"], f"{where}.seconds", 1e7),
        _number(of["when"], f"{where}.when", _LATEST),
    )


def as_folder(folder: object) -> Path:
    """Check the path of a class's folder, which need not exist yet.

    Raises:
        ValueError: this is no path, or the path of a file.
    """
    if not isinstance(folder, str | Path) or not str(folder):
        raise ValueError(f"folder={shown(folder)}: the path of a folder that the class shares")
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise ValueError(f"{path} is a file; name a folder that the class shares")
    return path


def newest(answers: list[ClassAnswer]) -> Iterator[ClassAnswer]:
    """The answers that count: each person's last vote on a question, and their first answer to a question of a quiz."""
    counted: dict[tuple[str, str, str, int, int, str], ClassAnswer] = {}
    for answer in answers:
        subject = _subject(answer)
        if answer.of == "answer" and subject in counted:
            continue  # a second kernel that answers again may know by then which move was played
        counted[subject] = answer
    yield from counted.values()
