"""The keys of a class: the one with which its teacher signs, how others know it, and the codes of those who answer.

A key is made for one folder and is kept among the user's own data, where a later kernel of the same user finds it; with
it is kept where the class stood last, so that nothing that lies in the shared folder is taken for that.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import threading
import time
from base64 import b32encode
from collections.abc import Iterable, Mapping
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_text
from capture_widgets.core.sealing import public_of, unseal
from capture_widgets.core.shared_files import Folder, sentence, trusted
from capture_widgets.core.signing import SEED, public_key, sign

FOLDER: Final = "CAPTURE_WIDGETS_CLASS_KEYS"
"""The environment variable that names another folder for keys than the one among the user's data."""

_FORMAT: Final = "capture-widgets/class-key"
_MOST: Final = 16 << 10
_FINGERPRINT: Final = re.compile(r"[a-z2-7]{16}")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")

MOST_WRITERS: Final = 1000
"""Names that codes are given out for."""
MOST_NAME: Final = 80
"""Characters of a person's name."""


def as_name(text: str) -> str:
    """A text as a person's name: on one line, and not too long."""
    printed = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printed.split())[:MOST_NAME]


# -- the teacher's key


def fingerprint_of(public: bytes) -> str:
    """A public key in a few letters that people can compare: ``"k3vq-7xwm-2ahd-pz5c"``."""
    letters = b32encode(sha256(b"capture-widgets class" + public).digest()[:10]).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def as_fingerprint(text: object) -> str:
    """A fingerprint as it is written here, however somebody has typed it.

    Raises:
        ValueError: this is none.
    """
    letters = re.sub(r"[\s-]+", "", text).lower() if isinstance(text, str) and len(text) < 100 else ""
    if not _FINGERPRINT.fullmatch(letters):
        raise ValueError(
            f"teacher={shown(text)}: expected the fingerprint that the teacher's replay shows, such as "
            '"k3vq-7xwm-2ahd-pz5c"'
        )
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


class TeacherKey:
    """The key with which one user leads in one folder.

    Attributes:
        public: by it others check what is signed.
        box: others seal with it what this key's owner alone shall read.
        lead: where the class stood last, as the kernel that led it wrote it down; None where nobody has led yet.
        fault: why it could not be kept for a later kernel, in words.
    """

    def __init__(self, seed: bytes, path: Path | None, number: int, lead: Any) -> None:
        self._seed = seed
        self._path = path
        self._number = number
        self._lock = threading.RLock()
        self._secret = sha512(b"box" + seed).digest()[:32]
        self.public = public_key(seed)
        self.box = public_of(self._secret)
        self.lead = lead
        self.fault: str | None = None

    @property
    def fingerprint(self) -> str:
        """By which others know this key."""
        return fingerprint_of(self.public)

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        return sign(self._seed, message)

    def unseal(self, sealed: bytes) -> bytes | None:
        """What was sealed for this key; None where it was sealed for another one."""
        return unseal(self._secret, self.box, sealed)

    def next_number(self, lead: Any) -> int:
        """A number above all that were signed before, for where the class stands now, which is kept with it."""
        with self._lock:
            # by the clock, so that two kernels of one user, and one whose key could not be kept, go on upward too
            self._number = max(self._number + 1, int(time.time() * 1000))
            self.lead = lead
            self.keep()
            return self._number

    def keep(self) -> None:
        """Write it down for later kernels; where that fails, `fault` says so."""
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
    """Where the keys of this user are; it may not be there yet."""
    named = os.environ.get(FOLDER, "").strip()
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("capture-widgets", appauthor=False) / "class-keys"


_keys: dict[str, TeacherKey] = {}
_lock = threading.RLock()


def key_for(folder: str | Path, *, make: bool = True) -> TeacherKey | None:
    """This user's key for a folder; without ``make`` None where they have never led there."""
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
    except RuntimeError:  # nobody's home
        return None


def _kept(real: str) -> TeacherKey | None:
    path = _path_of(real)
    if path is None:
        return None
    try:
        with Folder(path.parent) as folder:
            status = folder.status(path.name)
            if status is None or not trusted(status.st_uid):
                return None  # a key that somebody else has laid there is one that they know
            data = json.loads(folder.read(path.name, _MOST))
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("format") != _FORMAT or data.get("version") != 1:
        return None
    seed, number = data.get("seed"), data.get("number")
    if not isinstance(seed, str) or len(seed) != 2 * SEED or not _HEX.fullmatch(seed) or type(number) is not int:
        return None
    return TeacherKey(bytes.fromhex(seed), path, min(max(number, 0), 1 << 52), data.get("lead"))


# -- codes of those who answer


def class_codes(names: Iterable[str]) -> dict[str, str]:
    """A code for each of a class, to give out to each of them alone: ``{"Ann": "w5t4-kq2m-..."}``.

    Whoever follows with ``code=`` proves with it whose votes and answers theirs are; a leader or poll that is given all
    codes counts no others. Keep the dict: the same names have other codes the next time.

    Raises:
        ValueError: a name is none, or stands there twice.
    """
    found: dict[str, str] = {}
    for who in [names] if isinstance(names, str) else names:
        name = as_name(who) if is_text(who, 1000) else ""
        if not name or name in found:
            raise ValueError(f"{shown(who)}: each of a class has a name that no other one has")
        letters = b32encode(secrets.token_bytes(10)).decode().lower()
        found[name] = "-".join(letters[at : at + 4] for at in range(0, 16, 4))
        if len(found) > MOST_WRITERS:
            raise ValueError(f"codes are given out for at most {MOST_WRITERS:,} names")
    return found


def as_codes(codes: object) -> dict[str, str]:
    """Codes by name, as `class_codes` gives them, checked.

    Raises:
        ValueError: they are none.
    """
    if not isinstance(codes, Mapping) or not codes or len(codes) > MOST_WRITERS:
        raise ValueError(f"codes={shown(codes)}: expected what cw.class_codes([...]) gives: a code for each name")
    found = {}
    for who, code in codes.items():
        name = as_name(who) if isinstance(who, str) and is_text(who, 1000) else ""
        if not name or name in found:
            raise ValueError(f"codes: {shown(who)}: each of a class has a name that no other one has")
        found[name] = as_code(code)
    if len({*found.values()}) < len(found):
        raise ValueError("codes: two names have the same code")
    return found


def as_code(code: object) -> str:
    """A code as it is written here, however somebody has typed it.

    Raises:
        ValueError: this is none.
    """
    letters = re.sub(r"[\s-]+", "", code).lower() if isinstance(code, str) and len(code) < 100 else ""
    if not _FINGERPRINT.fullmatch(letters):
        raise ValueError('code=...: expected a code that the teacher gave out, such as "w5t4-kq2m-7zfa-c3nh"')
    return letters


def mark_of(code: str, content: bytes) -> bytes:
    """What shows that whoever knows a code has written something, without telling the code."""
    return hmac.digest(code.encode(), content, "sha256")


def whose(codes: Mapping[str, str], content: bytes, mark: bytes) -> str | None:
    """The name whose code was used; None where it was none of them."""
    for name, code in codes.items():
        if hmac.compare_digest(mark_of(code, content), mark):
            return name
    return None
