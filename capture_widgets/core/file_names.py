"""Checks file names from untrusted callers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_a, is_text

MOST_PATH: Final = 32_767
"""The most characters of a path; no operating system accepts more."""


def path_of(name: object) -> Path:
    """A text or `Path` as a `Path`.

    Raises:
        ValueError: it is neither, or no operating system accepts it as a file name.
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
    """Whether there is a file or folder with this name; False for text that no operating system accepts as a name."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or an unpaired surrogate
        return False
