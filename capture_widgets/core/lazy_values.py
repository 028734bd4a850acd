"""A mapping that loads its values on first access."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class LazyMapping(Mapping[str, T]):
    """A mapping with known keys that loads each value on first access.

    Args:
        keys: the keys in order.
        load: loads the value of a key; called once for each key, or more often if threads ask at the same time.
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
