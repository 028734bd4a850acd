"""Fair deals: hands that a person can win against `Beginner`, for their first games.

A third of all hands of Kommando are lost against any opponent, and the other games of luck have such hands, too. So a
deal is tried before it is dealt: a player like `Greedy` has the place of the person and wins some of the playouts, not
all. Only the seed of the deal leaves this module, and that is no more than what a random deal has.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from capture_widgets.bots.evaluate import EVALUATIONS, Evaluation
from capture_widgets.bots.greedy import Beginner, Greedy
from capture_widgets.engine.state import GameType, Move, Seat, State
from capture_widgets.model.deal import deal_for
from capture_widgets.model.scores import opener

FAIR: Final = (0.5, 0.85)
"""The least and the largest share of playouts that the person's place wins in a fair deal."""

PLAYOUTS: Final = 40
"""The number of playouts for a deal."""
_FIRST: Final = 8
"""After so many playouts a deal is dropped in which one side has won nearly all."""

MOST_DEALS: Final = 40
MOST_SECONDS: Final = 0.4
"""The search ends after so many deals, and after so long on a slow machine."""


def fair_seed(
    game: GameType, options: Any, seat: Seat, *, match: bool = False, rng: Random | None = None
) -> int | None:
    """The seed of a deal whose first hand is fair to a seat: the first one found, else the last one that was tried.

    None where luck does not decide, or cannot be judged: in games of another number than two, and in games without an
    evaluation of their own.

    Args:
        game: the type of the game.
        options: its options.
        seat: the seat of the person.
        match: whether the seed is that of a match.
        rng: draws the seeds, for tests; by default nobody can foretell them.
    """
    if game.seats(options) != 2 or (game.slug not in EVALUATIONS and game.evaluation is None):
        return None
    kind = EVALUATIONS[game.slug] if game.evaluation is None else game.evaluation()
    evaluation, first = kind(match=match), opener(game, options, 0)
    until = time.monotonic() + MOST_SECONDS
    for tried in range(1, MOST_DEALS + 1):
        seed = secrets.randbits(32) if rng is None else rng.getrandbits(32)
        state = game.state.deal(deal_for(game, seed, options, 0, first), options, first)
        share = _share(evaluation, state, seat, Random(seed), until)
        if share is None or FAIR[0] <= share <= FAIR[1] or tried == MOST_DEALS:
            return seed
    return None


def _share(evaluation: Evaluation, state: State, seat: Seat, rng: Random, until: float) -> float | None:
    """The share of playouts that a seat wins; None if the time is up before it is known."""
    won = 0
    for number in range(1, PLAYOUTS + 1):
        won += _wins(evaluation, state, seat, rng)
        if number == _FIRST and not 0.3 * number < won < number:
            return won / number
        if time.monotonic() >= until:
            return None
    return won / PLAYOUTS


def _wins(evaluation: Evaluation, state: State, seat: Seat, rng: Random) -> bool:
    """Whether a seat wins one playout, in which it plays like `Greedy` and the other like `Beginner`."""
    for _ in range(evaluation.horizon):
        moves = state.legal_moves()
        if not moves:
            break
        own = state.to_play == seat
        state = state.apply(moves[0] if len(moves) == 1 else _move(evaluation, state, moves, rng, own=own))
    return state.returns is not None and state.returns[seat] > 0


def _move(evaluation: Evaluation, state: State, moves: Sequence[Move], rng: Random, *, own: bool) -> Move:
    """The move that a bot rates best in one world that fits what it knows; the bots themselves rate it in more."""
    count = evaluation.glances(len(moves))
    if not own and len(moves) > 2 and rng.random() < evaluation.slips:
        count = 2
    considered = moves if len(moves) <= count else rng.sample(list(moves), count)
    assert state.to_play is not None
    world = state.determinize(state.to_play, rng)
    if evaluation.remembers:
        world = evaluation.recalled(world, (Greedy if own else Beginner).memory)
    rated = evaluation.rate(world, considered, rng)
    return considered[max(range(len(considered)), key=rated.__getitem__)]
