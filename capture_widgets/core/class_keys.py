"""The keys of a class: the teacher's signing key with its fingerprint, and a secret code for each student.

The teacher's key belongs to one class folder. It is stored in the user's data folder, where later kernels of the same
user find it, together with the last position of the class: a forged file in the shared folder cannot replace that.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import threading
import time
import unicodedata
from base64 import b32encode
from collections.abc import Iterable, Mapping
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_text
from capture_widgets.core.sealing import public_box_key, unseal
from capture_widgets.core.shared_files import Folder, sentence, trusted
from capture_widgets.core.signing import SEED, public_key, sign

FOLDER: Final = "CAPTURE_WIDGETS_CLASS_KEYS"
"""The environment variable that names the folder for keys; by default they are in the user's data folder."""

_FORMAT: Final = "capture-widgets/class-key"
_MOST: Final = 16 << 10
_FINGERPRINT: Final = re.compile(r"[a-z2-7]{16}")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")

MOST_WRITERS: Final = 1000
"""The most names that one call makes codes for."""
MOST_NAME: Final = 80
"""Characters of a person's name."""
_MOST_TEXT: Final = 1_000
"""So many characters of a text are read as a name."""


def as_name(text: str) -> str:
    """A text as a person's name: on one line, and cut off if it is too long."""
    printed = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printed.split())[:MOST_NAME]


def name_key(text: str) -> str:
    """The same text for all ways to write a name: with other case, spaces, or widths and styles of letters."""
    return as_name(unicodedata.normalize("NFKC", text[:_MOST_TEXT])).casefold()


# -- the teacher's key


def fingerprint_of(public: bytes) -> str:
    """A short fingerprint of a public key that people can compare: ``"k3vq-7xwm-2ahd-pz5c"``."""
    letters = b32encode(sha256(b"capture-widgets class" + public).digest()[:10]).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def as_fingerprint(text: object) -> str:
    """A fingerprint in its usual form, whatever case, spaces and hyphens it was typed with.

    Raises:
        ValueError: the text is no fingerprint.
    """
    letters = re.sub(r"[\s-]+", "", text).lower() if isinstance(text, str) and len(text) < 100 else ""
    if not _FINGERPRINT.fullmatch(letters):
        raise ValueError(
            f"teacher={shown(text)}: expected the fingerprint that the teacher's replay shows, such as "
            '"k3vq-7xwm-2ahd-pz5c"'
        )
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


class TeacherKey:
    """The secret key with which one user leads a class in one folder.

    Attributes:
        public: the public key, which verifies signatures of this key.
        box: the public key to which others seal data that only the owner of this key can read.
        lead: the last position of the class, as the leading kernel stored it; None if nobody has led yet.
        fault: why the key could not be stored for a later kernel, in words.
    """

    def __init__(self, seed: bytes, path: Path | None, number: int, lead: Any) -> None:
        self._seed = seed
        self._path = path
        self._number = number
        self._lock = threading.RLock()
        self._secret = sha512(b"box" + seed).digest()[:32]
        self.public = public_key(seed)
        self.box = public_box_key(self._secret)
        self.lead = lead
        self.fault: str | None = None

    @property
    def fingerprint(self) -> str:
        """The fingerprint by which people recognize this key."""
        return fingerprint_of(self.public)

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        return sign(self._seed, message)

    def unseal(self, sealed: bytes) -> bytes | None:
        """The content of data that was sealed for this key; None if it was sealed for another one."""
        return unseal(self._secret, self.box, sealed)

    def next_number(self, lead: Any) -> int:
        """Store the position of the class, and return a number higher than all that this key has signed."""
        with self._lock:
            # from the clock, so that numbers rise even across two kernels of one user, or if no key could be stored
            self._number = max(self._number + 1, int(time.time() * 1000))
            self.lead = lead
            self.keep()
            return self._number

    def keep(self) -> None:
        """Store the key for later kernels; if that fails, `fault` says why."""
        if self._path is None:
            return
        data = {"format": _FORMAT, "version": 1, "seed": self._seed.hex(), "number": self._number, "lead": self.lead}
        try:
            with Folder(self._path.parent, make=True) as folder:
                folder.replace(self._path.name, json.dumps(data).encode(), mode=0o600)
        except OSError as error:
            self.fault = f"the key of this class is not kept for another kernel: {sentence(error)}"
        else:
            self.fault = None


def keys_folder() -> Path:
    """The folder with the keys of this user; it may not exist yet."""
    named = os.environ.get(FOLDER, "").strip()
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("capture-widgets", appauthor=False) / "class-keys"


_keys: dict[str, TeacherKey] = {}
_lock = threading.RLock()


def key_for(folder: str | Path, *, make: bool = True) -> TeacherKey | None:
    """This user's key for a folder, made if needed; without ``make``, None if this user has never led there."""
    real = os.path.realpath(folder)
    with _lock:
        key = _keys.get(real)
        if key is None:
            key = _kept(real)
            if key is None and not make:
                return None
            if key is None:
                key = TeacherKey(secrets.token_bytes(SEED), _path_of(real), 0, None)
                key.keep()
            _keys[real] = key
        return key


def _path_of(real: str) -> Path | None:
    try:
        return keys_folder() / f"{sha256(real.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.json"
    except RuntimeError:  # this user has no home folder
        return None


def _kept(real: str) -> TeacherKey | None:
    path = _path_of(real)
    if path is None:
        return None
    try:
        with Folder(path.parent) as folder:
            status = folder.status(path.name)
            if status is None or not trusted(status.st_uid):
                return None  # another user made this file, and so knows the key in it
            data = json.loads(folder.read(path.name, _MOST))
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("format") != _FORMAT or data.get("version") != 1:
        return None
    seed, number = data.get("seed"), data.get("number")
    if not isinstance(seed, str) or len(seed) != 2 * SEED or not _HEX.fullmatch(seed) or type(number) is not int:
        return None
    return TeacherKey(bytes.fromhex(seed), path, min(max(number, 0), 1 << 52), data.get("lead"))


# -- codes of students


def class_codes(names: Iterable[str]) -> dict[str, str]:
    """A secret code for each student of a class: ``{"Ann": "w5t4-kq2m-..."}``.

    Give each student their own code only. A student who passes it as ``code=`` proves that votes and answers are
    theirs; a leader or poll that is given all codes counts no others. Keep the dict: each call makes new codes.

    Raises:
        ValueError: a name is empty or too long, or is there twice.
    """
    codes_by_name: dict[str, str] = {}
    for who in [names] if isinstance(names, str) else names:
        name = as_name(who) if is_text(who, 1000) else ""
        if not name or name in codes_by_name:
            raise ValueError(f"{shown(who)}: each of a class has a name that no other one has")
        letters = b32encode(secrets.token_bytes(10)).decode().lower()
        codes_by_name[name] = "-".join(letters[at : at + 4] for at in range(0, 16, 4))
        if len(codes_by_name) > MOST_WRITERS:
            raise ValueError(f"codes are given out for at most {MOST_WRITERS:,} names")
    return codes_by_name


def as_codes(codes: object) -> dict[str, str]:
    """Check a dict of codes by name, as `class_codes` returns it.

    Raises:
        ValueError: the value is no such dict.
    """
    if not isinstance(codes, Mapping) or not codes or len(codes) > MOST_WRITERS:
        raise ValueError(f"codes={shown(codes)}: expected what cw.class_codes([...]) gives: a code for each name")
    codes_by_name = {}
    for who, code in codes.items():
        name = as_name(who) if isinstance(who, str) and is_text(who, 1000) else ""
        if not name or name in codes_by_name:
            raise ValueError(f"codes: {shown(who)}: each of a class has a name that no other one has")
        codes_by_name[name] = as_code(code)
    if len({*codes_by_name.values()}) < len(codes_by_name):
        raise ValueError("codes: two names have the same code")
    return codes_by_name


def as_code(code: object) -> str:
    """A code in its usual form, whatever case, spaces and hyphens it was typed with.

    Raises:
        ValueError: the value is no code.
    """
    letters = re.sub(r"[\s-]+", "", code).lower() if isinstance(code, str) and len(code) < 100 else ""
    if not _FINGERPRINT.fullmatch(letters):
        raise ValueError('code=...: expected a code that the teacher gave out, such as "w5t4-kq2m-7zfa-c3nh"')
    return letters


def code_tag(code: str, content: bytes) -> bytes:
    """An authentication tag: proof that the author of the content knows a code, which does not reveal the code."""
    return hmac.digest(code.encode(), content, "sha256")


def whose(codes: Mapping[str, str], content: bytes, mark: bytes) -> str | None:
    """The name of the student whose code made an authentication tag; None if no code did."""
    for name, code in codes.items():
        if hmac.compare_digest(code_tag(code, content), mark):
            return name
    return None
