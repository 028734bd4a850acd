"""Plain data: untrusted records and dumps, copied into JSON's own types within bounds.

Everything that is read goes through `plain` first, so that no later check meets an object with code of its own, a list
that contains itself, or more data than can be checked in a moment.
"""

from __future__ import annotations

from typing import Any, Final, TypeGuard, TypeVar

from capture_widgets.core.errors import shown

_T = TypeVar("_T")

MOST_TEXT: Final = 64 << 20
"""Characters (in a file: bytes) of one record or dump, all texts together."""

MOST_VALUES: Final = 300_000
"""Values in one record or dump: numbers, texts, lists and objects."""

MOST_DEPTH: Final = 50
"""How deep lists and objects may lie in one another."""


MOST_FAULTS: Final = 100
"""Faults that are kept of one record or dump."""


class Unread:
    """A placeholder in a copy for something that cannot be read; no check accepts it."""

    def __repr__(self) -> str:
        return "what cannot be read"


UNREAD: Final = Unread()


def plain(value: object) -> tuple[Any, list[tuple[str, str]]]:
    """A copy of data that holds nothing but dicts by text, lists, texts, numbers, True, False and None.

    Tuples become lists, and what inherits from one of these kinds becomes that kind, as JSON would write it; nothing of
    the value's own code runs. Cost grows with its size and stops at the bounds.

    Returns:
        The copy, and what is left out or stands as `UNREAD` in it, as (path, reason).
    """
    copy = _Copy()
    return copy.of(value, (), 0), copy.faults


_Place = tuple[Any, ...]
"""The place of a value: the place of its container, and its key or index there; empty at the top."""


class _Copy:
    def __init__(self) -> None:
        self.values = MOST_VALUES
        self.text = MOST_TEXT
        self.open: set[int] = set()
        """The containers around the value that is being copied."""
        self.faults: list[tuple[str, str]] = []

    def of(self, value: object, at: _Place, depth: int) -> Any:
        # asked of the type: an object can lie about its class, and be asked for it by isinstance
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

    def _unread(self, at: _Place, reason: str) -> Unread:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append((_path(at), reason))
        return UNREAD

    def _text(self, value: Any, at: _Place) -> str | Unread:
        text = str.__str__(value)
        if len(text) > self.text:
            return self._unread(at, f"too long: {MOST_TEXT:,} characters are read at most")
        self.text -= len(text)
        return text

    def _some(self, items: list[Any], at: _Place) -> list[Any]:
        """As many of the items as may still be read."""
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
            name = self._text(key, at) if issubclass(type(key), str) else UNREAD
            if isinstance(name, Unread):
                self._unread(at, "the keys of an object are texts")
            elif name in copy:  # two keys that Python tells apart by a class of theirs
                self._unread(at, f"the key {shown(name)} stands twice in one object")
            else:
                copy[name] = self.of(item, (at, name), depth)
        return copy


def _path(at: _Place) -> str:
    """A place as a path, cut short where it is long."""
    keys: list[str | int] = []
    while at:
        at, key = at
        keys.append(key)
    path = ""
    for key in keys[:-9:-1]:
        path = path_to(path, key) if isinstance(key, str) else f"{path}[{key}]"
    return path if len(keys) <= 8 else f"{path}..."


def is_a(value: object, kind: type[_T]) -> TypeGuard[_T]:
    """Whether an untrusted object is of a type; unlike `isinstance` this never runs the object's code."""
    return issubclass(type(value), kind)


def path_to(whole: str, key: str) -> str:
    """The path of a key in an object at a path."""
    if key.isascii() and key.isidentifier():
        return f"{whole}.{key[:60]}".removeprefix(".")
    return f"{whole}[{shown(key)}]"


def is_text(value: object, most: int) -> bool:
    """Whether this is text of at most so many characters that can be written; half a surrogate pair cannot."""
    if not isinstance(value, str) or len(value) > most:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def same(value: object, expected: object) -> bool:
    """Whether plain data equals what was expected, types included: true is not 1."""
    if type(value) is not type(expected):
        return False
    if isinstance(value, dict) and isinstance(expected, dict):
        return value.keys() == expected.keys() and all(same(value[key], expected[key]) for key in expected)
    if isinstance(value, list) and isinstance(expected, list):
        return len(value) == len(expected) and all(map(same, value, expected))
    return value == expected
