"""Who plays whom in the rounds of a class: near equals who have not met (Swiss), or everybody with everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, Literal

Scheme = Literal["swiss", "all"]
"""How rounds are paired: ``"swiss"`` pairs near equals, ``"all"`` lets everybody play everybody."""

SCHEMES: Final[tuple[Scheme, ...]] = ("swiss", "all")

Group = tuple[str, ...]
"""The people of one game, by seat."""

_MOST_TRIES: Final = 20_000
"""The most pairings that are tried before people meet again."""


def met(played: Sequence[Group]) -> set[frozenset[str]]:
    """The pairs of people who have played each other."""
    return {frozenset((one, other)) for group in played for one in group for other in group if one != other}


def swiss(
    ranked: Sequence[str], before: AbstractSet[frozenset[str]], rested: Iterable[Iterable[str]]
) -> tuple[list[Group], list[str]]:
    """Pairs of near equals who have not met, and who rests.

    Args:
        ranked: the people, the best first.
        before: the pairs who have met.
        rested: who rested in each round before.

    Returns:
        The pairs, the better one first, and who rests where the number is odd: the last of those who rested least.
        Where no pairing without a second meeting is found, neighbours play each other.
    """
    people = list(ranked)
    resting: list[str] = []
    if len(people) % 2:
        counts = Counter(name for names in rested for name in names)
        least = min(counts[name] for name in people)
        resting = [next(name for name in reversed(people) if counts[name] == least)]
        people.remove(resting[0])
    tries = [_MOST_TRIES]
    pairs = _without_rematch(people, before, tries)
    if pairs is None:
        pairs = [(people[at], people[at + 1]) for at in range(0, len(people), 2)]
    return pairs, resting


def _without_rematch(people: list[str], before: AbstractSet[frozenset[str]], tries: list[int]) -> list[Group] | None:
    """Pair the first with the next possible one, and the rest likewise; None if there is no way within the tries."""
    if not people:
        return []
    first, rest = people[0], people[1:]
    for at, other in enumerate(rest):
        if frozenset((first, other)) in before:
            continue
        tries[0] -= 1
        if tries[0] < 0:
            return None
        more = _without_rematch(rest[:at] + rest[at + 1 :], before, tries)
        if more is not None:
            return [(first, other), *more]
    return None


def everybody(names: Sequence[str], number: int) -> tuple[list[Group], list[str]]:
    """The pairs of one round in which everybody plays everybody, by the circle method, and who rests.

    Args:
        names: the people, in the same order each time.
        number: the number of the round, from 0; after ``len(names) - 1`` rounds (one more where the number of people
            is odd) the pairs repeat with the seats exchanged.
    """
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    size = len(circle)
    turn, again = number % max(1, size - 1), number // max(1, size - 1)
    around = circle[1:]
    around = around[-turn:] + around[:-turn] if turn else around
    order = [circle[0], *around]
    pairs: list[Group] = []
    resting: list[str] = []
    for at in range(size // 2):
        one, other = order[at], order[size - 1 - at]
        if one is None or other is None:
            resting += [name for name in (one, other) if name is not None]
            continue
        first_moves = (turn if at == 0 else at) % 2 == again % 2
        pairs.append((one, other) if first_moves else (other, one))
    return pairs, resting


def seated(pairs: Sequence[Group], firsts: Mapping[str, int]) -> list[Group]:
    """The same pairs, in which whoever has had the first seat less often has it now."""
    return [(b, a) if firsts.get(a, 0) > firsts.get(b, 0) else (a, b) for a, b in pairs]


def in_groups(ranked: Sequence[str], size: int) -> tuple[list[Group], list[str]]:
    """Groups of near equals for games of one, three or four, and who is left over."""
    whole = len(ranked) // size * size
    return [tuple(ranked[at : at + size]) for at in range(0, whole, size)], list(ranked[whole:])
