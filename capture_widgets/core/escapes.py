"""Replaces control characters in text by visible escapes.

They are control characters, line separators, characters without a width or that change the writing direction, and
unpaired surrogates. In a name or comment from a stranger they could clear a terminal, or make a line look different.
"""

from __future__ import annotations

_JOINERS = "\u200c\u200d"
"""Characters without a width that text needs: in Persian words, and in emoji that are made of several."""


def visible(text: str, keep: str = "") -> str:
    r"""A text with every such character replaced by an escape such as ``\x1b``.

    Args:
        text: any text.
        keep: characters that stay, such as a line end.
    """
    if text.isprintable():
        return text
    return "".join(_escape(sign) if is_obeyed(sign) and sign not in keep else sign for sign in text)


def visible_json(text: str) -> str:
    r"""The same for a JSON text, with escapes of JSON such as ``\u001b``, so that its meaning stays. Line ends stay."""
    if text.isprintable():
        return text
    return "".join(_json_escape(sign) if is_obeyed(sign) and sign != "\n" else sign for sign in text)


def is_obeyed(sign: str) -> bool:
    """Whether this is such a character."""
    from unicodedata import category

    return category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in _JOINERS


def _escape(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 1 << 16 else f"\\U{number:08x}"


def _json_escape(sign: str) -> str:
    number = ord(sign)
    if number < 1 << 16:
        return f"\\u{number:04x}"
    number -= 1 << 16  # JSON writes higher code points as a surrogate pair
    return f"\\u{0xD800 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
