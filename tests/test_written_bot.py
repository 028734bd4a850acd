"""The player that notebooks/write_a_bot.ipynb teaches to write beats Greedy, by as much as the notebook says."""

from __future__ import annotations

import re
from random import Random
from typing import Any, Final

import pytest

import capture_widgets as cw
from tests.notebook_cells import source, words_of

DEALS: Final = 200


def sampler(*, at_random: bool = False) -> cw.bots.Bot:
    """The bot of the notebook; with playouts at random as in its first idea."""
    space: dict[str, Any] = {"cw": cw}
    exec(source("write_a_bot", "bot-10"), space)  # noqa: S102 - our own notebook
    if at_random:
        space["quick"] = _any_move
    bot: cw.bots.Bot = space["Sampler"]()
    return bot


def _any_move(last: object, moves: list[Any], rng: Random) -> object:
    return rng.choice(moves)


def stated(cell: str) -> tuple[str, float, float]:
    """A mean result with its interval, as the notebook has it."""
    (found,) = re.findall(r"a mean result of (([+-]\d\.\d\d) ± (\d\.\d\d))", words_of("write_a_bot")[cell])
    return found[0], float(found[1]), float(found[2])


def test_the_notebook_states_a_result_above_zero() -> None:
    _, mean, half = stated("bot-12")
    assert mean - half > 0
    assert f"In {DEALS} deals" in words_of("write_a_bot")["bot-12"]
    assert f"in {DEALS} deals" in words_of("write_a_bot")["bot-09"]


@pytest.mark.thorough
@pytest.mark.parametrize(("cell", "at_random"), [("bot-09", True), ("bot-12", False)])
def test_the_bot_of_the_notebook_wins_as_much_against_greedy_as_it_says(cell: str, at_random: bool) -> None:
    duel = cw.duel(
        "kommando", [sampler(at_random=at_random), cw.bots.Greedy()], deals=DEALS, seed=1, progress=False
    )  # fmt: skip
    assert stated(cell)[0] in str(duel)


def test_the_bot_of_the_notebook_plays_legal_moves_to_the_end() -> None:
    assert cw.new("kommando", seed=3, seats=[sampler(), cw.bots.Random(1)]).run().is_over
