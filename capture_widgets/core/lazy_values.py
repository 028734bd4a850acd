"""Values that are loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class OnDemand(Mapping[str, T]):
    """A mapping that knows its keys from the start and loads each value when it is first asked for.

    Args:
        keys: in the order in which they are listed.
        load: makes the value of a key; called once a key, or more often where threads ask at the same time.
    """

    def __init__(self, keys: Iterable[str], load: Callable[[str], T]) -> None:
        self._keys = dict.fromkeys(keys)
        self._load = load
        self._loaded: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._loaded:
            if key not in self._keys:
                raise KeyError(key)
            self._loaded[key] = self._load(key)
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
