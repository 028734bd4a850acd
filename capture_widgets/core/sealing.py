"""Encrypts messages for one key: everybody can read the class folder, but only the teacher may read the answers.

The shared secret is agreed on with X25519 (RFC 7748), written out for the reasons that `signing` gives. A stream of
SHAKE-256 encrypts the message, HMAC-SHA-256 authenticates it, and padding hides its exact length.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import blake2b, shake_256
from typing import Final

_P: Final = 2**255 - 19
_BASE: Final = (9).to_bytes(32, "little")
_STEP: Final = 1024
"""Messages are padded to a multiple of this length."""
_TAG: Final = 32

EXTRA: Final = 32 + _TAG + _STEP
"""The most bytes that sealing adds to a message."""


def shared_secret(secret: bytes, other: bytes) -> bytes:
    """The shared secret of two key pairs, from the secret key of one and the public key of the other."""
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


def public_box_key(secret: bytes) -> bytes:
    """The public key with which others seal messages, for a secret key of 32 bytes."""
    return shared_secret(secret, _BASE)


def _keys(shared: bytes, ephemeral: bytes, public: bytes) -> tuple[bytes, bytes]:
    made = blake2b(shared + ephemeral + public, person=b"class folder").digest()
    return made[:32], made[32:]


def _hidden(key: bytes, message: bytes) -> bytes:
    stream = shake_256(key).digest(len(message))
    return (int.from_bytes(message, "little") ^ int.from_bytes(stream, "little")).to_bytes(len(message), "little")


def seal(public: bytes, message: bytes) -> bytes:
    """Encrypt a message for the owner of a secret key; the message may not end in a zero byte.

    Raises:
        ValueError: the public key is invalid.
    """
    secret = secrets.token_bytes(32)
    ephemeral, shared = public_box_key(secret), shared_secret(secret, public)
    if not any(shared):
        raise ValueError("nothing can be sealed with this key")
    key, tag = _keys(shared, ephemeral, public)
    hidden = _hidden(key, message + bytes(-len(message) % _STEP))
    return ephemeral + hidden + hmac.digest(tag, hidden, "sha256")


def unseal(secret: bytes, public: bytes, sealed: bytes) -> bytes | None:
    """Decrypt a message; None if it was sealed for another key or is damaged."""
    if len(sealed) < 32 + _TAG:
        return None
    ephemeral, hidden = sealed[:32], sealed[32:-_TAG]
    shared = shared_secret(secret, ephemeral)
    key, tag = _keys(shared, ephemeral, public)
    if not any(shared) or not hmac.compare_digest(hmac.digest(tag, hidden, "sha256"), sealed[-_TAG:]):
        return None
    return _hidden(key, hidden).rstrip(b"\0")
