"""Signs that a screen would obey rather than show, written as escapes.

They are control characters, line separators, marks that turn the direction of writing or have no width, and halves of
surrogate pairs. A stranger's name or comment with such signs could clear a terminal, or make a line read otherwise.
"""

from __future__ import annotations

_JOINERS = "\u200c\u200d"
"""Signs without a width that writing needs: Persian words, and pictures that are made of several."""


def visible(text: str, keep: str = "") -> str:
    r"""A text with every such sign written as an escape, ``\x1b``.

    Args:
        text: any text.
        keep: signs that stay, such as a line end.
    """
    if text.isprintable():
        return text
    return "".join(_escape(sign) if is_obeyed(sign) and sign not in keep else sign for sign in text)


def visible_json(text: str) -> str:
    r"""The same of a JSON text, in which these escapes mean the same signs: ``\u001b``. Its own line ends stay."""
    if text.isprintable():
        return text
    return "".join(_json_escape(sign) if is_obeyed(sign) and sign != "\n" else sign for sign in text)


def is_obeyed(sign: str) -> bool:
    """Whether a sign is one of these."""
    from unicodedata import category

    return category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in _JOINERS


def _escape(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 1 << 16 else f"\\U{number:08x}"


def _json_escape(sign: str) -> str:
    number = ord(sign)
    if number < 1 << 16:
        return f"\\u{number:04x}"
    number -= 1 << 16  # JSON writes what lies beyond as a surrogate pair
    return f"\\u{0xD800 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
