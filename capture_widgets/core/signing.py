"""Public-key signatures: Ed25519, as RFC 8032 describes it.

It is written out here because Python's standard library has no public-key signatures, and the packages that have them
are compiled, while this package runs wherever Python does, in a browser too. A signature takes some milliseconds, and
the signed file changes a few times a minute. The running time depends on the key, so somebody who could measure
thousands of signatures to the microsecond might learn something; nobody can over a shared folder.
"""

from __future__ import annotations

from hashlib import sha512
from typing import Final

SEED: Final = 32
"""The number of bytes of a secret key."""

_P: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""

_Point = tuple[int, int, int, int]
"""x = X/Z, y = Y/Z, and T = XY/Z."""

_ZERO: Final[_Point] = (0, 1, 1, 0)


def _add(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _double(one: _Point) -> _Point:
    a, b = one[0] * one[0] % _P, one[1] * one[1] % _P
    h = a + b
    e = h - (one[0] + one[1]) ** 2 % _P
    g = a - b
    f = 2 * one[2] * one[2] % _P + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    product = _ZERO
    for bit in f"{factor:b}":
        product = _double(product)
        if bit == "1":
            product = _add(product, point)
    return product


def _same(one: _Point, other: _Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 and (one[1] * other[2] - other[1] * one[2]) % _P == 0


def _x_of(y: int, odd: int) -> int | None:
    """The odd or even x coordinate for a y coordinate; None if no point has this y."""
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and odd):
        return None
    return _P - x if x & 1 != odd else x


def _packed(point: _Point) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(data: bytes) -> _Point | None:
    whole = int.from_bytes(data, "little")
    y = whole & (1 << 255) - 1
    x = _x_of(y, whole >> 255) if y < _P else None
    return None if x is None else (x, y, 1, x * y % _P)


_Y: Final = 4 * pow(5, _P - 2, _P) % _P
_X: Final = _x_of(_Y, 0) or 0
_BASE: Final[_Point] = (_X, _Y, 1, _X * _Y % _P)


def _hashed(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little")


def _halves(seed: bytes) -> tuple[int, bytes]:
    digest = sha512(seed).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(seed: bytes) -> bytes:
    """The public key for a secret key of 32 bytes."""
    return _packed(_times(_halves(seed)[0], _BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature of a message, 64 bytes; the same message and key give the same signature."""
    factor, prefix = _halves(seed)
    own = _packed(_times(factor, _BASE))
    once = _hashed(prefix, message) % ORDER
    nonce_point = _packed(_times(once, _BASE))
    return nonce_point + ((once + _hashed(nonce_point, own, message) * factor) % ORDER).to_bytes(32, "little")


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a message was signed with the secret key that belongs to a public key."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, nonce_point, factor = _unpacked(public), _unpacked(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or nonce_point is None or factor >= ORDER:
        return False
    challenge = _hashed(signature[:32], public, message) % ORDER
    return _same(_times(factor, _BASE), _add(nonce_point, _times(challenge, key)))
