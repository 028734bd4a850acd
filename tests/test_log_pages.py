"""A table's log equals the game's log after any moves and takebacks, and an update costs only what is new."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.engine.state import Viewer
from capture_widgets.widgets.table.log_pages import LogPages
from tests.wire import Wire, logged


@pytest.mark.parametrize("slug", ["columns", "commander", "kommando", "universal"])
def test_the_pages_follow_whatever_is_played_and_taken_back(slug: str) -> None:
    rng, game = Random(slug), cw.new(slug, seed=5, match=slug in ("kommando", "universal"))
    pages = LogPages()
    viewers: list[Viewer] = [0, 1, "public", None]
    viewer: Viewer = 0
    for step in range(400):
        chance = rng.random()
        if chance < 0.75 and not game.is_over:
            game.play(rng.choice(game.legal_moves()))
        elif chance < 0.9 and game.can_undo:
            for _ in range(rng.choice((1, 1, 2, 20))):
                if game.can_undo:
                    game.undo()
        elif game.can_redo:
            game.redo()
        if rng.random() < 0.1:
            viewer = rng.choice(viewers)
        if step == 300:
            game.restart(same=True)
        number = rng.choice(game.round_numbers()) if rng.random() < 0.1 else game.round
        last = game.plies(number)[-1]
        pages.follow(game.history, viewer, number, last)
        assert pages.entries == game.log(viewer, ply=last, round=number)
        assert pages.count == len(pages.entries)


def calls(work: Callable[..., object], *arguments: str) -> int:
    """How many functions are called by a call, those in C included."""
    counted: Counter[str] = Counter()
    sys.setprofile(lambda _frame, event, _of: counted.update((event,)))
    try:
        work(*arguments)
    finally:
        sys.setprofile(None)
    return counted["call"] + counted["c_call"]


@pytest.mark.parametrize("seats", [["Ann"], [cw.bots.Random(seed=1)]], ids=["a person", "a bot"])
def test_a_refresh_costs_by_what_is_new_however_long_the_game_is(seats: list[str | cw.bots.Bot]) -> None:
    game = cw.new("fourx", seed=1)
    rng = Random(1)
    while game.ply < 30 or not any(move.startswith("travel") for move in game.legal_moves()):
        game.play(rng.choice([move for move in game.legal_moves() if move != "resign"]))
    there = next(move for move in game.legal_moves() if move.startswith("travel"))
    back = "travel {2} {1}".format(*there.split())
    game.play(there)
    travels = (back, there) if back in game.legal_moves() else (there, there)
    game.sit(0, seats[0])
    costs = []
    for length in (100, 2_000):
        while game.ply < length:
            game.play(travels[(game.ply - 31) % 2])
        table = game.table(seat=0)
        table.settings = {**table.settings, "pace": 60}
        wire, move = Wire(table), travels[(game.ply - 31) % 2]
        costs.append([calls(game.play, move), calls(table.refresh), calls(wire.undo)])
        assert game.ply == length
        assert len(logged(table.get_state())) == length
        table.close()
    for short, long in zip(*costs, strict=True):
        assert long <= short + 10
