"""The player that notebooks/a_first_learner.ipynb trains wins as much as the notebook says."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

pytest.importorskip("pettingzoo")

import capture_widgets as cw
from tests.notebook_cells import source, words_of

NAME: Final = "a_first_learner"
DEALS: Final = 60


def trained(games: int) -> dict[str, Any]:
    """What the cells of the notebook define, after so many games of learning."""
    space: dict[str, Any] = {}
    for cell in ("learn-02", "learn-04", "learn-06", "learn-08", "learn-10"):
        text = source(NAME, cell).replace("games=3000", f"games={games}")
        exec(text, space)  # noqa: S102 - our own notebook
    return space


def stated(cell: str) -> str:
    """A mean result with its interval, as the notebook has it."""
    (found,) = re.findall(r"A mean result of ([+-]\d\.\d\d ± \d\.\d\d)", words_of(NAME)[cell])
    return str(found)


def test_the_learner_of_the_notebook_learns_to_win_answers_and_plays_legal_moves_to_the_end() -> None:
    space = trained(150)
    assert space["weights"][2] > 0, "an answer that wins"
    assert space["weights"][3] < 0, "a high card that loses"
    assert cw.new("kommando", seed=3, seats=[space["learner"], cw.bots.Random(1)]).run().is_over


def test_the_notebook_states_that_it_beats_random_and_not_greedy() -> None:
    mean, _, half = stated("learn-13").split()
    assert float(mean) - float(half) > 0
    mean, _, half = stated("learn-15").split()
    assert float(mean) + float(half) < 0


@pytest.mark.thorough
def test_the_learner_of_the_notebook_wins_as_much_as_it_says() -> None:
    """The result lies in the stated interval: processors round differently, and learning enlarges the difference."""
    learner = trained(3000)["learner"]
    for cell, other in (("learn-13", cw.bots.Random(seed=1)), ("learn-15", cw.bots.Greedy())):
        duel = cw.duel("kommando", [learner, other], deals=DEALS, seed=3, progress=False)
        mean, _, half = stated(cell).split()
        found, _, its_half = re.findall(r"^Learner .* ([+-]\d\.\d\d ± \d\.\d\d)", str(duel), re.MULTILINE)[0].split()
        assert abs(float(found) - float(mean)) <= float(half), str(duel)
        assert abs(float(its_half) - float(half)) <= 0.03, str(duel)
