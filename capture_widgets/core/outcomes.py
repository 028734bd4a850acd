"""Every outcome of a function that chooses at random, one after another."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from math import comb, prod
from random import Random
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST_RUNS: Final = 200_000
"""How often a function is run at most; some seconds for the deal of a game."""


class TooManyOutcomes(Exception):
    """There are more outcomes than anybody wants to see, or they cannot be counted."""


class _Rejected(Exception):
    """The function would draw again, see `draw_again`."""


class Outcomes(Random):
    """Stands in for a random generator, and makes other choices on every run (`outcomes`)."""

    def __init__(self) -> None:
        super().__init__(0)
        self._chosen: list[int] = []
        self._sizes: list[int] = []

    def begin(self) -> None:
        """Begin a run, which makes the choices that `advance` has set."""
        self._sizes = []

    def advance(self) -> bool:
        """Set the choices of the next run; False after the last one."""
        if prod(self._sizes) > 100 * MOST_RUNS:
            raise TooManyOutcomes
        while self._sizes and self._chosen[-1] + 1 >= self._sizes[-1]:
            self._sizes.pop()
            self._chosen.pop()
        if self._sizes:
            self._chosen[-1] += 1
        return bool(self._sizes)

    def pick(self, count: int) -> int:
        """One of the numbers below ``count``."""
        at = len(self._sizes)
        self._sizes.append(count)
        if at == len(self._chosen):
            self._chosen.append(0)
        return self._chosen[at]

    def in_order(self, items: Iterable[T], first: int | None = None, groups: Sequence[int] = ()) -> list[T]:
        """The items in an order; see `shuffled`."""
        left = list(items)
        taken: list[T] = []
        for size in groups:
            taken += self._group(left, size)
        while left and (first is None or len(taken) < first):
            taken.append(left.pop(self.pick(len(left))))
        return taken

    def _group(self, left: list[T], size: int) -> list[T]:
        """Take some of the items, without an order."""
        number, at = self.pick(comb(len(left), size)), 0
        taken: list[T] = []
        while len(taken) < size:
            with_this = comb(len(left) - at - 1, size - len(taken) - 1)
            if number < with_this:
                taken.append(left.pop(at))
            else:
                number -= with_this
                at += 1
        return taken

    # -- the methods of a generator that deals use

    def choice(self, seq: Any) -> Any:
        """One of the items."""
        return seq[self.pick(len(seq))]

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        """Some of the items that have a chance at all."""
        if cum_weights is not None:
            weights = [one - before for before, one in zip([0, *cum_weights], cum_weights, strict=False)]
        possible = [item for at, item in enumerate(population) if weights is None or weights[at] > 0]
        return [possible[self.pick(len(possible))] for _ in range(k)]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """Some of the items, in an order."""
        if counts is not None:
            raise TooManyOutcomes
        return self.in_order(population, k)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put the items into an order."""
        x[:] = self.in_order(x)

    def random(self) -> float:
        """Refuse: a number between 0 and 1 has too many values."""
        raise TooManyOutcomes

    def getrandbits(self, k: int, /) -> int:
        """A number of so many bits."""
        return self.pick(1 << k) if k < 20 else self._refuse()

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A number of a range."""
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[self.pick(len(numbers))]

    def _refuse(self) -> int:
        raise TooManyOutcomes


def draw_again(rng: Random) -> None:
    """Say, before a function draws again what it has rejected, that this was no outcome."""
    if isinstance(rng, Outcomes):
        raise _Rejected


def outcomes(drawn: Callable[[Random], T], most: int) -> list[T] | None:
    """Everything that a function can return, each once; None if that is more than ``most``, or cannot be counted.

    Args:
        drawn: a function whose result depends only on what it draws from the generator.
        most: how many different results to collect at most.
    """
    rng, found = Outcomes(), dict[T, None]()
    try:
        for _ in range(MOST_RUNS):
            rng.begin()
            with contextlib.suppress(_Rejected):
                found.setdefault(drawn(rng))
            if len(found) > most:
                return None
            if not rng.advance():
                return [*found]
    except TooManyOutcomes:
        pass
    return None
