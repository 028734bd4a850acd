"""A reference for hints: what the good moves of a position are worth, each by equally many visits.

The moves that are not clearly worse than the best one are searched in `TREES` independent parts. A part searches all
of them equally often and in the same worlds. In games with a tree each move has a tree of its own. How much the parts
differ is the noise of the reference, and half of the parts can be judged by the other half.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

import capture_widgets as cw
from capture_widgets.bots.evaluate import EVALUATIONS, Evaluation
from capture_widgets.bots.halving_search import HalvingSearch

STAGES: Final = ((600, 0.1, 6), (2500, 0.05, 4))
"""The reference finds the good moves in stages: simulations of each move, how much a good move may be worse than the
best one, and the largest number of moves that go on.
"""
SHORT_STAGES: Final = ((60, 0.15, 24), *STAGES)
"""The same in games without a tree, where there are hundreds of moves and small samples do not err alike."""
TREES: Final = 4
"""The number of parts."""
LONG: Final = 7000
"""The simulations of a move in each part."""
TIMES: Final = 2.35
"""A loss is sure if it is larger by so many standard errors: 95%, by Student's t with three degrees of freedom."""

Worths = dict[str, list[float]]
"""By move, its worth in each part."""


class Loss(NamedTuple):
    """What a move loses against the best one, and what of it may be noise."""

    loss: float
    """By all parts of the reference."""
    error: float
    """Its standard error, by the differences between the parts."""
    halved: float
    """The loss by the second half of the parts alone."""
    noise: float
    """The loss, by the second half, of the move that the first half finds best: what a perfect hint seems to lose."""
    crossed: float
    """The loss against the best move of one half by the other half, in the mean of both ways; may be below 0. Unlike
    `loss`, it is not too large because the best of several noisy values is too high.
    """


def loss_of(move: str, worths: Worths) -> Loss:
    """What a move loses by the worths of all good moves."""
    parts = [*range(len(worths[move]))]
    halves = (parts[: len(parts) // 2], parts[len(parts) // 2 :])
    best = _best(worths, parts)
    first, second = (_best(worths, half) for half in halves)
    leads = [a - b for a, b in zip(worths[best], worths[move], strict=True)]
    return Loss(
        fmean(leads),
        stdev(leads) / sqrt(len(leads)),
        _mean(worths[second], halves[1]) - _mean(worths[move], halves[1]),
        _mean(worths[second], halves[1]) - _mean(worths[first], halves[1]),
        fmean(
            _mean(worths[other], half) - _mean(worths[move], half)
            for other, half in ((second, halves[0]), (first, halves[1]))
        ),
    )


def _best(worths: Worths, parts: Sequence[int]) -> str:
    return max(sorted(worths), key=lambda move: _mean(worths[move], parts))


def _mean(values: Sequence[float], parts: Sequence[int]) -> float:
    return fmean(values[at] for at in parts)


def worths_of(game: cw.Game, hint: str, seed: str, long: int = LONG, played: str | None = None) -> Worths:
    """The worths of the good moves and of the hint; if the hint is the only good one, it is searched no longer.

    Args:
        game: the position.
        hint: a move that is judged however bad it is.
        seed: of the worlds and trees.
        long: the simulations of a move in each part.
        played: another move that is judged.
    """
    kind = EVALUATIONS[game.type.slug]
    evaluation = kind(match=False)
    state = game.state
    moves = evaluation.candidates(state, state.legal_moves())
    different = {evaluation.alike(state, move): str(move) for move in moves}
    asked = [hint, *([played] if played else [])]
    asked = [*{evaluation.alike(state, state.parse(move)): move for move in reversed(asked)}.values()]
    good = [*{**different, **{evaluation.alike(state, state.parse(move)): move for move in asked}}.values()]
    found: dict[str, float] = {}
    for simulations, near, most in STAGES if kind.deep else SHORT_STAGES:
        found = _part(game, good, simulations, f"{simulations}/{seed}")
        good = sorted(found, key=lambda move: -found[move])[:most]
        good = [move for move in good if found[move] >= found[good[0]] - near]
    moves_left = sorted({*good, *asked})
    if len(moves_left) == 1:
        worths = {hint: [found[hint]] * TREES}
    else:
        parts = [_part(game, moves_left, long, f"{tree}/{seed}") for tree in range(TREES)]
        worths = {move: [part[move] for part in parts] for move in moves_left}
    if played and played not in worths:  # it is like the hint but for names
        worths[played] = worths[hint]
    return worths


def _part(game: cw.Game, moves: Sequence[str], simulations: int, seed: str) -> dict[str, float]:
    """The worths of moves by so many simulations of each, in the same worlds."""
    kind = EVALUATIONS[game.type.slug]
    if kind.deep:
        return {move: worth(game, move, simulations, seed) for move in moves}
    return _compared(game, moves, simulations, seed, kind(match=False))


def _compared(game: cw.Game, moves: Sequence[str], worlds: int, seed: str, evaluation: Evaluation) -> dict[str, float]:
    """The mean rewards of moves in so many worlds."""
    view = view_of(game, f"playouts/{seed}")
    draws = Random(f"worlds/{seed}")
    tried = [game.state.parse(move) for move in moves]
    totals = [0.0] * len(moves)
    for _ in range(worlds):
        rewards = evaluation.compare(view.sample(draws), tried, view.rng)
        totals = [total + reward for total, reward in zip(totals, rewards, strict=True)]
    return {move: total / worlds for move, total in zip(moves, totals, strict=True)}


@lru_cache(maxsize=1000)  # of the hints at one position, most have the same rivals
def worth(game: cw.Game, move: str, simulations: int, seed: str) -> float:
    """The worth of a move by a search of its own; with an equal seed, other moves are searched in the same worlds."""
    view = view_of(game, f"reference/{seed}/{move}")
    evaluation = EVALUATIONS[game.type.slug](match=False).for_advice()
    search = HalvingSearch(evaluation, partial(view.sample, Random(f"worlds/{seed}")), view.rng, lambda: 0.0)
    search.only(move)
    while search.simulations < simulations:
        search.step()
    return search.result().moves[0].worth


def view_of(game: cw.Game, seed: str) -> cw.View:
    """The view of the seat to play, with repeatable random numbers."""
    view = game.view()
    view.rng = Random(seed)
    return view
