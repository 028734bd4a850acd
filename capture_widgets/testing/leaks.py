"""Checks that an environment shows a seat nothing that the seat cannot know."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.testing.comparing import Difference, difference
from capture_widgets.testing.targets import Target, target_of

Worlds = Callable[[Any, Any, Random], Any]
"""Takes an environment, an agent and random numbers; returns another environment that stands at the same point of an
episode and that the agent cannot tell from the first. It must not change the first.
"""

Knows = Callable[[Any, Any], Hashable]
"""Takes an environment and an agent; returns all that the agent may know now: its own cards and what is public."""

_MOST: Final = 1_000_000


@dataclass(frozen=True)
class LeakCheck:
    """The counts of a check that found no leak.

    Attributes:
        name: the environment.
        episodes: the number of episodes played.
        pairs: the number of pairs of worlds that were compared.
        apart: how many of those pairs really differed in something that another seat is shown.
        shown: the names of what was compared.
        way: how the worlds were made: by ``"resampling"`` or by ``"seeds"``.
    """

    name: str
    episodes: int
    pairs: int
    apart: int
    shown: tuple[str, ...]
    way: str


@dataclass
class _Count:
    pairs: int = 0
    apart: int = 0
    shown: dict[str, None] = field(default_factory=dict)


def check_no_leak(
    game_or_env: Any,
    *,
    worlds: Worlds | None = None,
    knows: Knows | None = None,
    episodes: int = 10,
    steps: int = 200,
    each: int = 2,
    seed: int = 0,
    acting_only: bool = False,
    **options: Any,
) -> LeakCheck:
    """Check that worlds which a seat cannot tell apart look alike to it.

    Plays episodes at random. At every step and for every agent it makes other worlds that the agent cannot tell from
    the true one, and compares everything that the environment hands to that agent: observation, mask, info, information
    state, and for our own environments the table of its seat.

    Worlds are made in one of three ways:

    - The environment resamples by itself: our games, and OpenSpiel games with ``resample_from_infostate``. In RLCard
      games, and PettingZoo's environments of them, the cards of other hands and of the deck change places.
    - ``worlds`` makes them.
    - ``knows`` says what an agent may know. Then many seeds are played, and episodes in which an agent has known the
      same at every step are compared. This finds pairs in small games only.

    It can show that there is a leak, with the two worlds that show it. It cannot show that there is none: only what was
    compared is known, and the worlds are as good as their maker.

    Args:
        game_or_env: the slug of one of our games; a PettingZoo AEC environment; an OpenSpiel game; or an RLCard
            environment.
        worlds: takes the environment (of an OpenSpiel game the state), an agent and a `random.Random`; returns another
            one at the same point that the agent cannot tell from it, and does not change the first.
        knows: takes the environment and an agent; returns a hashable value with all that the agent may know.
        episodes: the number of episodes; with ``knows`` several hundred are needed.
        steps: the most steps of an episode.
        each: the number of worlds for each agent and step.
        seed: makes the check repeatable.
        acting_only: whether to look only at the agent that is to act, as where nobody asks for another's observation.
        **options: the options of the game, for a slug.

    Returns:
        What was compared.

    Raises:
        AssertionError: two worlds can be told apart; the message says which, by whom, and where they differ.
        ValueError: no two worlds were found that differ in anything hidden, so that nothing was checked.
        TypeError: this is no such environment, or there is no way to make worlds of it.
    """
    episodes = whole_number(episodes, "episodes", 1, _MOST)
    steps, each = whole_number(steps, "steps", 1, _MOST), whole_number(each, "each", 1, 1000)
    if worlds is not None and knows is not None:
        raise TypeError("worlds and knows: give one of them")
    target = target_of(game_or_env, worlds, options)
    count = _Count()
    rng = Random(seed)
    if knows is not None:
        _by_seeds(target, knows, episodes, steps, rng, count, acting_only=acting_only)
    elif not target.resamples:
        raise TypeError(
            f"{target.name} cannot make another world by itself: give worlds=, which makes one, or knows=, which says "
            "what an agent may know"
        )
    else:
        target.check_resampling()
        _by_resampling(target, episodes, steps, each, rng, count, acting_only=acting_only)
    if not count.apart:
        raise ValueError(
            f"{target.name}: no two worlds were found that differ in what is hidden ({count.pairs} pairs compared), so "
            "nothing was checked; try more episodes"
        )
    way = "seeds" if knows is not None else "resampling"
    return LeakCheck(target.name, episodes, count.pairs, count.apart, tuple(count.shown), way)


def _by_resampling(
    target: Target, episodes: int, steps: int, each: int, rng: Random, count: _Count, *, acting_only: bool
) -> None:
    for episode in range(episodes):
        target.begin(rng.randrange(1 << 31))
        for step in range(steps):
            if target.over():
                break
            for agent in [target.acting()] if acting_only else target.agents():
                own = target.shown(agent)
                for _ in range(each):
                    other = target.world(agent, rng)
                    if other is None:
                        continue
                    _compare(target, agent, own, other.shown(agent), f"episode {episode}, step {step}", target, other)
                    count.pairs += 1
                    count.shown.update(dict.fromkeys(own))
                    count.apart += target.story() != other.story()
            target.act(rng)


def _by_seeds(
    target: Target, knows: Knows, episodes: int, steps: int, rng: Random, count: _Count, *, acting_only: bool
) -> None:
    """Compare episodes of many seeds at points to which an agent's knowledge is the same at every step.

    Actions are chosen by what the acting agent knows, so that equal knowledge leads to equal actions.
    """
    met: dict[Hashable, tuple[int, list[Any], dict[str, Any], list[Any]]] = {}
    salt = rng.randrange(1 << 31)
    for _ in range(episodes):
        seed = rng.randrange(1 << 31)
        target.begin(seed)
        known: dict[Any, tuple[Hashable, ...]] = {}
        actions: list[Any] = []
        for _ in range(steps):
            if target.over():
                break
            for agent in target.agents():
                known[agent] = (*known.get(agent, ()), knows(target.environment, agent))
                if acting_only and agent != target.acting():
                    continue
                own = target.shown(agent)
                others = [target.shown(seat) for seat in target.agents() if seat != agent]
                first = met.setdefault((agent, known[agent]), (seed, [*actions], own, others))
                if first[0] == seed:
                    continue
                count.pairs += 1
                count.shown.update(dict.fromkeys(own))
                count.apart += difference(first[3], others) is not None
                found = difference(first[2], own)
                if found:
                    raise AssertionError(
                        _words(target.name, agent, f"step {len(actions)}", found)
                        + f"\none world: seed {first[0]}, actions {first[1]}\nthe other: seed {seed}, actions {actions}"
                    )
            acting = target.acting()
            actions.append(target.act(Random(f"{salt} {known.get(acting)!r}")))


def _compare(
    target: Target, agent: Any, own: dict[str, Any], theirs: dict[str, Any], where: str, one: Target, other: Target
) -> None:
    found = difference(own, theirs)
    if found:
        raise AssertionError(
            f"{_words(target.name, agent, where, found)}\none world: {one.story()}\nthe other: {other.story()}"
        )


def _words(name: str, agent: Any, where: str, found: Difference) -> str:
    return (
        f"{name}: {agent} can tell two worlds apart that look the same to it ({where}): {found.path} is "
        f"{shown(found.one)} in one and {shown(found.other)} in the other"
    )
