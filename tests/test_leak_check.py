"""The check that an environment shows a seat nothing that it cannot know, on environments with and without leaks."""

from __future__ import annotations

from copy import copy
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np

from capture_widgets import envs
from capture_widgets.envs.aec_env import CaptureAEC
from capture_widgets.testing import check_no_leak
from capture_widgets.testing.comparing import difference
from capture_widgets.testing.exchanging import exchange, exchanging
from tests.environment_play import A_FEW, VARIANTS, variant_id


@pytest.mark.parametrize("variant", A_FEW, ids=variant_id)
def test_our_environments_show_no_seat_what_it_cannot_know(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    found = check_no_leak(slug, episodes=6 if slug == "fourx" else 1, steps=20, each=1, **options)
    assert found.apart > 5
    assert {"observation", "info", "last", "information state", "table"} <= set(found.shown)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_our_environments_show_no_seat_what_it_cannot_know_in_many_episodes(
    variant: tuple[str, dict[str, Any]],
) -> None:
    slug, options = variant
    episodes = 20 if slug == "fourx" else 3
    assert check_no_leak(slug, episodes=episodes, steps=80, each=1, seed=1, **options).apart > 40


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "universal"])
def test_our_games_in_openspiel_show_no_seat_what_it_cannot_know(slug: str) -> None:
    pytest.importorskip("pyspiel")
    found = check_no_leak(envs.openspiel(slug), episodes=1, steps=20, each=1)
    assert found.apart > 10
    assert {"observation tensor", "information state string", "legal actions"} <= set(found.shown)


class Leaky(CaptureAEC):
    """Kommando that shows something of the other hand."""

    def __init__(self, where: str) -> None:
        super().__init__("kommando")
        self.where = where

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation, with the lowest card of the other hand in one of its parts."""
        told = super().observe(agent)
        state = self.episode.state
        other = state.hands[1 - self.possible_agents.index(agent)]
        if self.where in told:
            told[self.where] = told[self.where].copy()
            told[self.where][0] = (other & -other).bit_length() % 2
        if self.where == "info":
            self.infos[agent] = {"note": other}
        return told


@pytest.mark.parametrize("where", ["observation", "action_mask", "info"])
def test_a_leak_is_found_wherever_it_is_and_told_with_two_worlds(where: str) -> None:
    leaky = Leaky(where)
    leaky.__class__.__module__ = "capture_widgets.envs.leaky"  # so that it is resampled as one of ours
    with pytest.raises(AssertionError, match="can tell two worlds apart") as caught:
        check_no_leak(leaky, episodes=5)
    words = str(caught.value)
    assert where in words
    assert "\none world: reset(seed=" in words
    assert "\nthe other: reset(seed=" in words
    one, other = words.splitlines()[1:3]
    assert one.partition("cards")[2] != other.partition("cards")[2]


def test_a_leak_of_a_small_game_is_found_by_worlds_and_by_seeds() -> None:
    """A game so small that seeds alone find pairs."""

    def knows(env: Cards, agent: str) -> tuple[int, ...]:
        return env.cards[agent], *env.said

    found = check_no_leak(Cards(leaks=False), knows=knows, episodes=60)
    assert found.way == "seeds"
    assert found.apart > 5
    with pytest.raises(AssertionError, match=r"one world: seed \d+, actions \[.*\]\nthe other: seed \d+"):
        check_no_leak(Cards(leaks=True), knows=knows, episodes=60)

    def worlds(env: Cards, agent: str, rng: Random) -> Cards:
        other = copy(env)
        other.cards = dict(env.cards)
        hidden = [seat for seat in env.cards if seat != agent]
        free = [card for card in range(5) if card != env.cards[agent]]
        other.cards.update(zip(hidden, rng.sample(free, len(hidden)), strict=True))
        return other

    assert check_no_leak(Cards(leaks=False), worlds=worlds).apart > 10
    with pytest.raises(AssertionError, match=r"player_[02] can tell"):
        check_no_leak(Cards(leaks=True), worlds=worlds)
    assert check_no_leak(Cards(leaks=True), worlds=worlds, acting_only=True).pairs, (
        "it shows the other card to watchers"
    )


class Cards:
    """A PettingZoo environment written by hand: three players have a card of five each, and say one number each."""

    def __init__(self, *, leaks: bool) -> None:
        self.possible_agents = ["player_0", "player_1", "player_2"]
        self.leaks = leaks
        self.cards: dict[str, int] = {}

    @property
    def unwrapped(self) -> Cards:
        """Itself."""
        return self

    def __str__(self) -> str:
        return "cards"

    def reset(self, seed: int) -> None:
        """Deal."""
        self.agents = [*self.possible_agents]
        self.cards = dict(zip(self.agents, Random(seed).sample(range(5), 3), strict=True))
        self.agent_selection: str = "player_0"
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.said: list[int] = []

    def observe(self, agent: str) -> dict[str, Any]:
        """The own card and what was said; with a leak whoever is not to act sees the card of player 1."""
        peek = [self.cards["player_1"]] if self.leaks and agent != self.agent_selection else [9]
        return {"observation": np.array([self.cards[agent], *self.said, *peek]), "action_mask": np.ones(2)}

    def last(self) -> tuple[Any, ...]:
        """As PettingZoo has it."""
        return self.observe(self.agent_selection), 0, False, False, {}

    def step(self, action: int) -> None:
        """Say a number."""
        self.said.append(action)
        if len(self.said) == 3:
            self.agents = []
        else:
            self.agent_selection = self.agents[len(self.said)]

    agent_iter = None


def test_what_cannot_be_checked_is_no_success() -> None:
    with pytest.raises(ValueError, match="nothing was checked"):
        check_no_leak(Cards(leaks=True), worlds=lambda env, agent, rng: copy(env))
    with pytest.raises(ValueError, match="0 pairs compared"):
        check_no_leak(envs.aec("columns"), knows=lambda env, agent: object(), episodes=2, steps=3)
    with pytest.raises(TypeError, match="cannot make another world by itself"):
        check_no_leak(Cards(leaks=True))
    with pytest.raises(TypeError, match="no slug"):
        check_no_leak(7)
    with pytest.raises(TypeError, match="options are for the slug"):
        check_no_leak(envs.aec("kommando"), dealer=0)
    with pytest.raises(TypeError, match="one of them"):
        check_no_leak("kommando", worlds=lambda *a: a, knows=lambda *a: 1)
    with pytest.raises(ValueError, match="episodes"):
        check_no_leak("kommando", episodes=0)
    pyspiel = pytest.importorskip("pyspiel")
    with pytest.raises(TypeError, match="does not resample"):
        check_no_leak(pyspiel.load_game("liars_dice"))


def test_games_of_openspiel_are_checked_by_their_own_resampling() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    found = check_no_leak(pyspiel.load_game("leduc_poker"), episodes=10)
    assert found.apart > 20
    assert "information state tensor" in found.shown


def test_cards_of_other_hands_and_of_the_deck_change_places_and_known_ones_do_not() -> None:
    hands = [SimpleNamespace(hand=[f"{at}{card}" for card in "abc"], known_cards=[]) for at in range(3)]
    hands[1].known_cards = [hands[1].hand[0]]
    game = SimpleNamespace(players=hands, dealer=SimpleNamespace(deck=["x", "y", "z"]))
    everything = sorted([*hands[0].hand, *hands[1].hand, *hands[2].hand, *game.dealer.deck])
    own, known = [*hands[0].hand], hands[1].hand[0]
    assert exchange(game, 0, Random(1))
    assert hands[0].hand == own
    assert hands[1].hand[0] == known
    assert hands[2].hand != ["2a", "2b", "2c"]
    assert sorted([*own, *hands[1].hand, *hands[2].hand, *game.dealer.deck]) == everything
    assert not exchange(SimpleNamespace(players=[SimpleNamespace()]), 0, Random(1))
    assert exchanging(SimpleNamespace(env=None)) is None


@pytest.mark.parametrize(
    ("one", "other", "path"),
    [
        ({"a": [1, 2, 3]}, {"a": [1, 5, 3]}, "a[1]"),
        ({"a": 1}, {"b": 1}, "a"),
        ([1], [1, 2], ", its length"),
        (np.array([[0, 1]]), np.array([[0, 2]]), "[0][1]"),
        ({"a": (1, {"b": np.ones(2)})}, {"a": (1, {"b": np.zeros(2)})}, "a[1].b[0]"),
        ("long " * 30 + "x", "long " * 30 + "y", ""),
        ({1, 2}, {1, 3}, "[1]"),
        (SimpleNamespace(card=1), SimpleNamespace(card=2), ""),
    ],
)
def test_a_difference_is_found_where_it_is(one: Any, other: Any, path: str) -> None:
    found = difference(one, other)
    assert found is not None
    assert found.path == path
    assert found.one != found.other
    assert difference(one, one) is None


def test_equal_things_of_other_kinds_are_no_difference() -> None:
    class Card:
        def __init__(self, rank: int) -> None:
            self.rank = rank

    assert difference([Card(1)], [Card(1)]) is None
    assert difference([Card(1)], [Card(2)]) is not None
    assert difference({"a": np.int8(1)}, {"a": 1}) is None
