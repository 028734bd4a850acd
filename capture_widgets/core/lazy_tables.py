"""Containers that compute their entries on first access, for tables that take too long to compute on import."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

from capture_widgets.core.bit_masks import bits

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LazyDict(dict[K, V]):
    """A dict that computes each entry on first access.

    Args:
        make: computes the entry for a key.
        most: the most entries; a full dict is emptied before the next entry.
    """

    def __init__(self, make: Callable[[K], V], most: int | None = None) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        if self._most is not None and len(self) >= self._most:
            self.clear()
        made = self[key] = self._make(key)
        return made


def by_mask(items: Sequence[V], most: int | None = None) -> LazyDict[int, tuple[V, ...]]:
    """A dict that gives for each bit mask the items at its set bits, in order."""
    return LazyDict(lambda mask: tuple([items[bit] for bit in bits(mask)]), most)


class DeferredMapping(Mapping[K, V]):
    """A mapping that is computed as a whole on first access."""

    def __init__(self, make: Callable[[], dict[K, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> dict[K, V]:
        return self._make()

    @cached_property
    def get(self) -> Callable[..., Any]:
        """The `get` of the dict itself, so that a lookup is as fast as in a dict."""
        return self._made.get

    def __getitem__(self, key: K) -> V:
        return self._made[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class LazySequence(Sequence[V]):
    """A sequence of moves, each computed on access; two are equal if their `parts` are equal."""

    __slots__ = ()

    @abstractmethod
    def parts(self) -> tuple[Hashable, ...]:
        """The values that the moves are computed from."""

    @abstractmethod
    def at(self, index: int) -> V:
        """The move at an index."""

    @overload
    def __getitem__(self, index: int) -> V: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[V, ...]: ...

    def __getitem__(self, index: int | slice) -> V | tuple[V, ...]:
        return tuple(self)[index] if isinstance(index, slice) else self.at(index)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LazySequence):
            return NotImplemented
        return type(self) is type(other) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())
