"""Finds the first place where two values that an environment shows differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """A place where two values differ."""

    path: str
    """The place, such as ``observation[12]``."""
    one: str
    other: str


def difference(one: Any, other: Any, path: str = "") -> Difference | None:
    """The first place where two values differ, or None; looks into mappings, sequences, sets and arrays."""
    one, other = _plain(one), _plain(other)
    if _equal(one, other):
        return None
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            place = f"{path}.{key}" if path else str(key)
            if key not in one or key not in other:
                return Difference(place, _text(one.get(key, "nothing")), _text(other.get(key, "nothing")))
            found = difference(one[key], other[key], place)
            if found:
                return found
        return None
    if _is_list(one) and _is_list(other):
        for at, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            found = difference(mine, theirs, f"{path}[{at}]")
            if found:
                return found
        return None if len(one) == len(other) else Difference(f"{path}, its length", str(len(one)), str(len(other)))
    if _looks_same(one, other):
        return None
    return Difference(path, *_apart(_text(one), _text(other)))


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist") and hasattr(value, "shape"):  # an array of NumPy, or of a library like it
        return value.tolist()
    if isinstance(value, set | frozenset):
        return sorted(map(_text, value))
    return value


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _equal(one: Any, other: Any) -> bool:
    """Whether two values say of themselves that they are equal; values with arrays inside cannot say."""
    try:
        return (one == other) is True
    except Exception:  # noqa: BLE001 # foreign objects may compare as they like
        return False


def _looks_same(one: Any, other: Any) -> bool:
    """Whether two objects without an equality of their own, such as cards, have the same attributes."""
    return type(one) is type(other) and hasattr(one, "__dict__") and difference(vars(one), vars(other)) is None


def _text(value: Any) -> str:
    return str(value)


def _apart(one: str, other: str) -> tuple[str, str]:
    """Two texts from shortly before the place where they differ, if they are long."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 30)
    return tuple(f"{'…' if start else ''}{text[start : at + 50]}" for text in (one, other))  # type: ignore[return-value]
