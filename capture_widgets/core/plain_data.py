"""Copies untrusted records and dumps into plain JSON types, within limits.

All input passes through `plain` first, so that no later check meets an object with methods of its own, a list that
contains itself, or more data than can be checked quickly.
"""

from __future__ import annotations

from typing import Any, Final, TypeGuard, TypeVar

from capture_widgets.core.errors import shown

_T = TypeVar("_T")

MOST_TEXT: Final = 64 << 20
"""The most characters of all texts of a record or dump together; for a file, the most bytes."""

MOST_VALUES: Final = 300_000
"""The most values in a record or dump: numbers, texts, lists and objects."""

MOST_DEPTH: Final = 50
"""The deepest nesting of lists and objects."""


MOST_FAULTS: Final = 100
"""The most faults that are listed for a record or dump."""


class Unreadable:
    """A placeholder in a copy for a value that cannot be read; no check accepts it."""

    def __repr__(self) -> str:
        return "an unreadable value"


UNREADABLE: Final = Unreadable()


def plain(value: object) -> tuple[Any, list[tuple[str, str]]]:
    """A copy of data that consists of dicts with text keys, lists, texts, numbers, True, False and None only.

    Tuples become lists, and values of a subclass become values of the base class, as JSON would write them; no method
    of the value is called. The time grows with the size of the data, up to the limits.

    Returns:
        The copy, and a pair (path, reason) for each value that was left out or replaced by `UNREADABLE`.
    """
    copy = _Copy()
    return copy.of(value, (), 0), copy.faults


_Place = tuple[Any, ...]
"""The place of a value: the place of its container, then its key or index there; empty for the whole."""


class _Copy:
    def __init__(self) -> None:
        self.values = MOST_VALUES
        self.text = MOST_TEXT
        self.open: set[int] = set()
        """The containers around the value that is being copied."""
        self.faults: list[tuple[str, str]] = []

    def of(self, value: object, at: _Place, depth: int) -> Any:
        # type() and not isinstance(), which an object can deceive by its __class__
        kind = type(value)
        if kind is int or kind is bool or value is None or kind is float:
            return value
        if issubclass(kind, str):
            return self._text(value, at)
        if depth > MOST_DEPTH:
            return self._unread(at, f"nested too deep: {MOST_DEPTH} levels are read at most")
        if issubclass(kind, dict | list | tuple):
            if id(value) in self.open:
                return self._unread(at, "this contains itself")
            self.open.add(id(value))
            copy = self._container(value, kind, at, depth + 1)
            self.open.remove(id(value))
            return copy
        if issubclass(kind, int):
            return int.__int__(value)  # type: ignore[arg-type]
        if issubclass(kind, float):
            return float.__float__(value)  # type: ignore[arg-type]
        return self._unread(at, "expected data as JSON has it: objects, lists, texts, numbers, true, false, null")

    def _unread(self, at: _Place, reason: str) -> Unreadable:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append((_path(at), reason))
        return UNREADABLE

    def _text(self, value: Any, at: _Place) -> str | Unreadable:
        text = str.__str__(value)
        if len(text) > self.text:
            return self._unread(at, f"too long: {MOST_TEXT:,} characters are read at most")
        self.text -= len(text)
        return text

    def _some(self, items: list[Any], at: _Place) -> list[Any]:
        """The items, cut off at the limit for values."""
        if len(items) > self.values:
            self._unread(at, f"too much: {MOST_VALUES:,} values are read at most")
            del items[self.values :]
        self.values -= len(items)
        return items

    def _container(self, value: Any, kind: type, at: _Place, depth: int) -> Any:
        if issubclass(kind, dict):
            return self._object(self._some(list(dict.items(value)), at), at, depth)
        items = self._some([*(list if issubclass(kind, list) else tuple).__iter__(value)], at)
        return [self.of(item, (at, i), depth) for i, item in enumerate(items)]

    def _object(self, items: list[tuple[object, object]], at: _Place, depth: int) -> dict[str, Any]:
        copy: dict[str, Any] = {}
        for key, item in items:
            name = self._text(key, at) if issubclass(type(key), str) else UNREADABLE
            if isinstance(name, Unreadable):
                self._unread(at, "the keys of an object are texts")
            elif name in copy:  # two keys with the same text whose class says that they differ
                self._unread(at, f"the key {shown(name)} stands twice in one object")
            else:
                copy[name] = self.of(item, (at, name), depth)
        return copy


def _path(at: _Place) -> str:
    """A place as a path, shortened if it is long."""
    keys: list[str | int] = []
    while at:
        at, key = at
        keys.append(key)
    path = ""
    for key in keys[:-9:-1]:
        path = path_to(path, key) if isinstance(key, str) else f"{path}[{key}]"
    return path if len(keys) <= 8 else f"{path}..."


def is_a(value: object, kind: type[_T]) -> TypeGuard[_T]:
    """Whether an untrusted object is of a type; unlike `isinstance` this never calls code of the object."""
    return issubclass(type(value), kind)


def path_to(whole: str, key: str) -> str:
    """The path of a key in an object at a path."""
    if key.isascii() and key.isidentifier():
        return f"{whole}.{key[:60]}".removeprefix(".")
    return f"{whole}[{shown(key)}]"


def is_text(value: object, most: int) -> bool:
    """Whether this is a text of at most ``most`` characters that can be encoded: it has no unpaired surrogate."""
    if not isinstance(value, str) or len(value) > most:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def same(value: object, expected: object) -> bool:
    """Whether plain data equals an expected value, types included: true is not 1."""
    if type(value) is not type(expected):
        return False
    if isinstance(value, dict) and isinstance(expected, dict):
        return value.keys() == expected.keys() and all(same(value[key], expected[key]) for key in expected)
    if isinstance(value, list) and isinstance(expected, list):
        return len(value) == len(expected) and all(map(same, value, expected))
    return value == expected
