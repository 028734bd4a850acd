"""Every game with every sensible combination of options, found from the games themselves."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.state import GameType, State, Viewer
from capture_widgets.games import GAMES
from capture_widgets.model.deal import deal_for
from capture_widgets.model.scores import opener
from capture_widgets.model.view import View

OPENERS = ("dealer", "first")


def option_sets(game: GameType) -> list[dict[str, Any]]:
    """Every combination of the game's choices that it does not refuse; who opens stands for itself at two seats."""
    choices: dict[str, list[Any]] = {}
    for item in game.options.described():
        values = [value for value in item["choices"] if value != "cut"] or [item["default"]]
        choices[item["name"]] = values[:2] if item["name"] in OPENERS else values
    found: dict[Any, dict[str, Any]] = {}
    for combination in product(*choices.values()):
        given = dict(zip(choices, combination, strict=True))
        try:
            found.setdefault(game.options.of(given), given)
        except cw.UnknownOption:
            continue
    return list(found.values())


CASES = [(slug, options) for slug, game in GAMES.items() for options in option_sets(game)]


def case_id(case: tuple[str, dict[str, Any]]) -> str:
    """A short name for a case: what differs from the defaults."""
    slug, options = case
    defaults = {item["name"]: item["default"] for item in GAMES[slug].options.described()}
    changed = [f"{name}={value}" for name, value in options.items() if value != defaults[name]]
    return "-".join([slug, *changed])


def _is_plain(case: tuple[str, dict[str, Any]]) -> bool:
    """Whether at most one option differs from its default."""
    slug, options = case
    defaults = {item["name"]: item["default"] for item in GAMES[slug].options.described()}
    return len([name for name, value in options.items() if value != defaults[name]]) <= 1


EACH = [
    pytest.param(case, id=case_id(case), marks=() if _is_plain(case) or at % 12 == 0 else pytest.mark.thorough)
    for at, case in enumerate(CASES)
]
"""All cases as parameters of a test: those of each option and some of several always, the rest thoroughly."""


def dealt(slug: str, options: dict[str, Any], seed: int) -> State:
    """The state before the first move of a seeded deal."""
    game = GAMES[slug]
    read = game.options.of(options)
    first = opener(game, read, 0)
    return game.state.deal(deal_for(game, seed, read, 0, first), read, first)


def viewers(game: GameType, options: dict[str, Any]) -> list[Viewer]:
    """Every viewer that does not see everything."""
    return [*range(game.seats(game.options.of(options))), "public"]


def random_move(state: State, rng: Random) -> Any:
    """Any legal move, but giving up only when nothing else is left or once in a hundred."""
    moves = state.legal_moves()
    move = rng.choice(moves)
    try:
        resign = state.parse("resign")
    except cw.IllegalMove:  # a game without giving up
        return move
    # once in a hundred whatever the length of the list, or travels would keep a round of 4X Solitaire going too long
    if rng.random() < 0.01:
        return resign
    while move == resign and len(moves) > 1:
        move = rng.choice(moves)
    return move


MOST_PLIES: defaultdict[str, int] = defaultdict(lambda: 3000)
"""More plies than any round of random play lasts, in any game."""


class ToldView(View):
    """A view whose every world is the true one, to measure by what guesses at hidden cards cost; games make none."""

    __slots__ = ("_truth",)
    _truth: State

    @classmethod
    def of(cls, game: cw.Game) -> ToldView:
        """What the seat to play would see if it were told all."""
        view = game.view()
        told = cls(view.game, view.options, view.seat, view.dump, game.state, view.rng)
        told._truth = game.state
        return told

    def sample(self, rng: Random | None = None) -> State:
        """The truth."""
        return self._truth


def at_last_round(*wanted: int) -> cw.Game:
    """A game of five columns at a last round from which only these returns are possible, with a person at seat A."""
    for seed in range(100):
        game, rng = cw.new("columns", seed=seed, seats=["you", cw.bots.Greedy()]), Random(seed)
        while game.dump()["table"]["left"]:
            game.play(str(random_move(game.state, rng)))
        if game.to_play == 0 and game.state.settled == (list(wanted) or None):
            return game
    raise AssertionError("there is no such game")
