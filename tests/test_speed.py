"""Searches keep what made them fast: beside the same work done through the public State, in one run.

Ratios are taken from the best of turns in alternation, so that a busy machine slows both sides alike, and leave
room for noise: what was measured stands beside each.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import pytest

from capture_widgets.bots.evaluate import EVALUATIONS
from capture_widgets.engine.state import State
from tests.benchmarks.environments import OURS, openspiel_episode, ours, rate
from tests.cases import dealt


def ratio(one: Callable[[], None], other: Callable[[], None], turns: int = 9) -> float:
    """CPU time of one thing as a part of another's."""
    best = [float("inf"), float("inf")]
    for _ in range(turns):
        for number, work in enumerate((one, other)):
            begun = process_time()
            work()
            best[number] = min(best[number], process_time() - begun)
    return best[0] / best[1]


def positions(slug: str, plies: int) -> list[Any]:
    """Positions of a few deals after so many moves at random."""
    found = []
    for seed in range(12):
        state, rng = dealt(slug, {}, seed), Random(seed)
        for _ in range(plies):
            moves = state.legal_moves()
            state = state.apply(moves[int(rng.random() * len(moves))])
        found.append(state)
    return found


def played_on(state: State, moves: int, random: Callable[[], float]) -> None:
    """Random play by the public State."""
    for _ in range(moves):
        legal = state.legal_moves()
        if not legal:
            break
        state = state.apply(legal[int(random() * len(legal))])


def test_a_playout_of_universal_is_quicker_than_its_moves_made_one_by_one() -> None:
    """0.63 when it was made; by lists of moves and states it was 1.4."""
    evaluation, rng, states = EVALUATIONS["universal"](), Random(1), positions("universal", 10)

    def playouts() -> None:
        for state in states:
            for _ in range(10):
                evaluation.playout(state, rng)

    def moves() -> None:
        for state in states:
            for _ in range(10):
                played_on(state, evaluation.horizon, rng.random)

    assert ratio(playouts, moves) < 1.0


@pytest.mark.parametrize("title", [title for title, _, _ in OURS])
def test_an_environment_keeps_pace_with_a_card_game_of_openspiel(title: str) -> None:
    """Actions with observation and mask beside Kuhn poker, a game of three cards that OpenSpiel has in Python.

    0.5 (teams) to 1.2 (Kommando) when it was made; with observations read from dumps it was below 0.15.
    """
    pytest.importorskip("pettingzoo")
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.games.kuhn_poker")
    ((slug, options),) = [(slug, options) for name, slug, options in OURS if name == title]
    theirs = openspiel_episode(pyspiel.load_game("python_kuhn_poker"), Random(1))
    mine = ours(slug, options, Random(1))
    mine()
    best = [0.0, 0.0]
    for _ in range(4):
        for number, play in enumerate((mine, theirs)):
            best[number] = max(best[number], rate(play, 0.04))
    assert best[0] / best[1] > 0.25


def test_placements_of_columns_are_compared_quicker_than_each_is_made() -> None:
    """0.38 when it was made; with every placement made and judged it was 2.4."""
    evaluation, rng, states = EVALUATIONS["columns"](), Random(1), positions("columns", 1)

    def compared() -> None:
        for state in states:
            evaluation.compare(state, state.legal_moves(), rng)

    def made() -> None:
        for state in states:
            for move in state.legal_moves():
                evaluation.value(state.apply(move))

    assert ratio(compared, made) < 0.7
