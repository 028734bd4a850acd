"""What every run tries, and what only ``tests/run.py --thorough`` does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thorough_but(values: Iterable[Any], *always: Any) -> list[Any]:
    """Parameters of a test: of these values every run tries those that are named, and a thorough one the others."""
    found = list(values)
    assert all(value in found for value in always)
    return [value if value in always else pytest.param(value, marks=pytest.mark.thorough) for value in found]


def little_or_much(little: float, much: float) -> list[Any]:
    """Parameters of a test: how often every run tries something, and how often a thorough one does."""
    return [little, pytest.param(much, marks=pytest.mark.thorough)]
