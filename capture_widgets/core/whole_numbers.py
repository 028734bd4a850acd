"""Whole numbers that a caller gives: Python's, and those of NumPy and the like."""

from __future__ import annotations

from operator import index
from typing import Any

from capture_widgets.core.errors import shown


def whole(value: Any) -> Any:
    """A whole number of any kind as an int, and any other value, a bool included, unchanged for the checks to come."""
    if type(value) is int or type(value) is bool or value is None or type(value) is str:
        return value
    try:
        return int(index(value))
    except Exception:  # noqa: BLE001 # any class may define __index__
        return value


def whole_number(value: object, name: str, least: int, most: int) -> int:
    """An argument that has to be a whole number in a range.

    Raises:
        ValueError: it is not; the message gives the name and the range.
    """
    number = whole(value)
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"{name}={shown(value)}: a whole number, {least:,} to {most:,}")
    return number
