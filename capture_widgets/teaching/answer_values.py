"""Reads what a student has typed: the same number, word or list of them in any of the usual forms."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Final

MOST_LENGTH: Final = 1_000
"""The largest number of characters of an answer that is read."""

_MOST_NUMBER: Final = 40
"""The largest number of characters of a number."""

_MOST: Final = 10**15
"""No number may be this large."""

_DECIMAL: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?")
_FRACTION: Final = re.compile(r"([^/]+)/([^/]+)")
_THOUSANDS: Final = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def readings(answer: object) -> tuple[Fraction, ...]:
    """The numbers that an answer may mean, the likeliest first; empty if it is no number.

    A text may be a decimal with a point or a comma, a fraction such as ``"4/9"``, or a percentage. ``"6,147"`` has two
    readings, since some write a comma before the decimals and some before the thousands.
    """
    if isinstance(answer, str):
        return _readings_of_text(answer)
    value = _number(answer)
    return () if value is None or abs(value) >= _MOST else (value,)


def _number(answer: object) -> Fraction | None:
    """A number of Python or NumPy as a fraction; None if it is none, and no bool is."""
    if isinstance(answer, bool):
        return None
    if isinstance(answer, int | Rational | Decimal):
        return Fraction(answer) if not isinstance(answer, Decimal) or answer.is_finite() else None
    if not isinstance(answer, Real):
        return None
    value = float(answer)
    return Fraction(value) if math.isfinite(value) else None


def _readings_of_text(text: str) -> tuple[Fraction, ...]:
    if len(text) > _MOST_NUMBER:
        return ()
    bare = re.sub(r"[\s_'\u2019]", "", unicodedata.normalize("NFKC", text)).casefold()
    bare = bare.replace("\u2212", "-").replace("\u2044", "/")
    share = bare.endswith("%")
    values = []
    for form in _forms(bare.removesuffix("%")):
        value = _fraction(form)
        if value is not None and abs(value) < _MOST:
            values.append(value / 100 if share else value)
    return tuple(dict.fromkeys(values))


def _forms(bare: str) -> list[str]:
    """A text of a number with points before its decimals: in one form, or in the two that a comma may mean."""
    forms = [bare.replace(",", ".")] if bare.count(",") == 1 and "." not in bare else [] if "," in bare else [bare]
    if _THOUSANDS.fullmatch(bare):
        forms.append(bare.replace(",", ""))
    return forms


def _fraction(form: str) -> Fraction | None:
    parts = _FRACTION.fullmatch(form)
    if parts:
        above, below = map(_decimal, parts.groups())
        return None if above is None or not below else above / below
    return _decimal(form)


def _decimal(form: str) -> Fraction | None:
    return Fraction(form) if _DECIMAL.fullmatch(form) else None


def plain_words(answer: str) -> str:
    """A text without case, spaces, hyphens and quotation marks, so that the same words are equal."""
    text = unicodedata.normalize("NFKC", answer[:MOST_LENGTH]).casefold()
    return re.sub(r"[\s\-\u2010-\u2015\u2212_'\"\u2018-\u201f`]", "", text).rstrip(".!") or text.strip()
