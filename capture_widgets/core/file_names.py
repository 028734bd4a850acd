"""What may name a file: a text or a path that some system could open."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_a, is_text

MOST_PATH: Final = 32_767
"""Characters of a path; no system takes more."""


def path_of(name: object) -> Path:
    """The path that somebody gave.

    Raises:
        ValueError: it is none, or can be the name of a file nowhere.
    """
    if is_a(name, str):
        text = str.__str__(name)
    elif is_a(name, Path):
        text = str(name)
    else:
        raise ValueError(f"{shown(name)} is no path of a file: a text or a pathlib.Path")
    if "\0" in text or not is_text(text, MOST_PATH):
        raise ValueError(f"{shown(text)} cannot be the name of a file")
    return Path(text)


def is_file(text: str) -> bool:
    """Whether there is a file or folder of this name; False for what names none on any system."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or half a surrogate pair
        return False
