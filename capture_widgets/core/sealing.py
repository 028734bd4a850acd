"""Letters that one key alone can open: what a class answers lies where everybody can read, and only its teacher may.

The key is agreed on with X25519 (RFC 7748), written out for the reasons that `signing` gives. The letter is hidden by a
stream of SHAKE-256 under that key, and a change to it is noticed by HMAC-SHA-256. Its length is rounded up.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import blake2b, shake_256
from typing import Final

_P: Final = 2**255 - 19
_BASE: Final = (9).to_bytes(32, "little")
_STEP: Final = 1024
"""A letter's length is rounded up to a multiple of this."""
_TAG: Final = 32

EXTRA: Final = 32 + _TAG + _STEP
"""A sealed letter has at most so many bytes more than the letter."""


def _agreed(secret: bytes, other: bytes) -> bytes:
    """What two keys come to: the same for whoever has one secret and the other's public key."""
    factor = int.from_bytes(secret, "little") & (1 << 254) - 8 | 1 << 254
    u = int.from_bytes(other, "little") & (1 << 255) - 1
    x2, z2, x3, z3, swapped = 1, 0, u, 1, 0
    for at in range(254, -1, -1):
        bit = factor >> at & 1
        if swapped != bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swapped = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % _P, b * b % _P, d * a % _P, c * b % _P
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % _P, u * (da - cb) ** 2 % _P
        x2, z2 = aa * bb % _P, e * (aa + 121665 * e) % _P
    if swapped:
        x2, z2 = x3, z3
    return (x2 * pow(z2, _P - 2, _P) % _P).to_bytes(32, "little")


def public_of(secret: bytes) -> bytes:
    """The key that others seal with, for a secret one of 32 bytes."""
    return _agreed(secret, _BASE)


def _keys(agreed: bytes, once: bytes, public: bytes) -> tuple[bytes, bytes]:
    made = blake2b(agreed + once + public, person=b"class folder").digest()
    return made[:32], made[32:]


def _hidden(key: bytes, letter: bytes) -> bytes:
    stream = shake_256(key).digest(len(letter))
    return (int.from_bytes(letter, "little") ^ int.from_bytes(stream, "little")).to_bytes(len(letter), "little")


def seal(public: bytes, letter: bytes) -> bytes:
    """Seal a letter for whoever has the secret key; it may not end in a zero byte.

    Raises:
        ValueError: there is no such public key.
    """
    secret = secrets.token_bytes(32)
    once, agreed = public_of(secret), _agreed(secret, public)
    if not any(agreed):
        raise ValueError("nothing can be sealed with this key")
    key, tag = _keys(agreed, once, public)
    hidden = _hidden(key, letter + bytes(-len(letter) % _STEP))
    return once + hidden + hmac.digest(tag, hidden, "sha256")


def unseal(secret: bytes, public: bytes, sealed: bytes) -> bytes | None:
    """The letter that was sealed for a key; None where it was sealed for another one, or is not whole."""
    if len(sealed) < 32 + _TAG:
        return None
    once, hidden = sealed[:32], sealed[32:-_TAG]
    agreed = _agreed(secret, once)
    key, tag = _keys(agreed, once, public)
    if not any(agreed) or not hmac.compare_digest(hmac.digest(tag, hidden, "sha256"), sealed[-_TAG:]):
        return None
    return _hidden(key, hidden).rstrip(b"\0")
