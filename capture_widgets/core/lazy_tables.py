"""What is made when it is first asked for: tables of games, too long to make when a game is loaded."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

from capture_widgets.core.bit_masks import bits

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Growing(dict[K, V]):
    """A table that makes each entry when it is first asked for.

    Args:
        make: makes the entry of a key.
        most: how many entries are kept, in tables that would have no end; then it starts anew.
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


def by_mask(items: Sequence[V], most: int | None = None) -> Growing[int, tuple[V, ...]]:
    """For a mask, the item of each of its bits, low to high."""
    return Growing(lambda mask: tuple([items[bit] for bit in bits(mask)]), most)


class Late(Mapping[K, V]):
    """A mapping that is made as a whole when somebody first looks into it."""

    def __init__(self, make: Callable[[], dict[K, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> dict[K, V]:
        return self._make()

    @cached_property
    def get(self) -> Callable[..., Any]:
        """The dict's own `get`, so that looking a key up costs what it costs in a dict."""
        return self._made.get

    def __getitem__(self, key: K) -> V:
        return self._made[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class MadeOneByOne(Sequence[V]):
    """A sequence of moves, each made when it is asked for; equal where the parts are that it is made from."""

    __slots__ = ()

    @abstractmethod
    def parts(self) -> tuple[Hashable, ...]:
        """Whatever tells it apart from others of its kind."""

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
        if not isinstance(other, MadeOneByOne):
            return NotImplemented
        return type(self) is type(other) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())
