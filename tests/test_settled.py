"""Capture in five columns and Kommando: a result that is certain before the end, and the way to that end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.engine.state import State
from capture_widgets.games.columns import ColumnsOptions, ColumnsState
from capture_widgets.widgets.table.session import session_of
from tests.cases import at_last_round, random_move
from tests.waiting import soon
from tests.wire import Wire


def last_round(seed: int, aces: str) -> ColumnsState | None:
    """The last position of a random game from which both seats place; None if they have no card in its last round."""
    options, rng = ColumnsOptions(aces=aces), Random(seed)
    state = ColumnsState.deal(rng.sample(range(52), 52), options, None)
    while state.to_play is not None:
        if state.placed is None and not state.left:
            return state
        state = state.apply(random_move(state, rng))
    return None


def results(state: ColumnsState) -> set[tuple[int, ...]]:
    """All returns to which the placements of one round lead."""
    return {
        tuple(after.returns or ())
        for move in state.legal_moves()
        for between in [state.apply(move)]
        for after in map(between.apply, between.legal_moves())
    }


@pytest.mark.parametrize("aces", ["lock", "swing"])
def test_a_result_is_settled_exactly_if_every_way_to_play_on_leads_to_it(aces: str) -> None:
    found = {True: 0, False: 0}
    for state in islice(filter(None, map(partial(last_round, aces=aces), range(400))), 150):
        if len(state.legal_moves()) > 24:
            continue
        (one, *more), settled = results(state), state.settled
        assert settled == (None if more else list(one))
        found[settled is not None] += 1
    assert min(found.values()) >= 15, found


def test_a_result_is_settled_only_for_whom_it_is_certain_in_every_world_that_they_cannot_tell_apart() -> None:
    for seed in range(25):
        state = last_round(seed, "lock")
        if state is None:
            continue
        placed = state.apply(random_move(state, Random(seed)))
        for position in (state, placed):
            for seat in (0, 1):
                worlds = [position.determinize(seat, Random(number)) for number in range(5)]
                assert {str(world.settled) for world in worlds} == {str(position.settled)}


@pytest.mark.parametrize(("returns", "came"), [([1, -1], "you win"), ([-1, 1], "you lose")])
def test_a_person_who_knows_the_result_can_skip_to_the_end(returns: list[int], came: str) -> None:
    game = at_last_round(*returns)
    wire = Wire(game.table(pace=2000))
    scene = wire.table.scene
    assert scene["can"]["skip"]
    assert scene["settled"] == f"Decided: {came}; the cards left cannot change it. Play on, or press “Skip to the end”."
    watched = game.table(seat="public").scene
    assert (watched["can"]["skip"], watched["settled"]) == (False, None)
    wire.ask(kind="hello", view="page")
    ply = game.ply
    wire.ask(kind="skip")
    assert soon(lambda: game.is_over, 20)
    assert (game.returns, game.ply, session_of(game).hurries) == (returns, ply + 2, False)
    assert game.names == ["you", "Greedy"]
    assert cw.load(game.record()).returns == returns
    assert wire.table.scene["settled"] is None


def test_an_open_game_and_a_game_of_two_persons_are_not_skipped() -> None:
    game = at_last_round()
    wire = Wire(game.table())
    assert (wire.table.scene["can"]["skip"], wire.table.scene["settled"]) == (False, None)
    assert wire.ask(kind="skip")["kind"] == "refused"
    game = at_last_round(1, -1)
    game.sit(1, "Ben")
    table = game.table(seat=0)
    assert (table.scene["can"]["skip"], table.scene["settled"]) == (False, None)


def hands_of_kommando(seed: int) -> Iterator[State]:
    """The positions of a random hand, its last one included."""
    rng, state = Random(seed), cw.new("kommando", seed=seed).state
    yield state
    while state.to_play is not None:
        state = state.apply(random_move(state, rng))
        yield state


def test_a_hand_of_kommando_is_settled_once_the_points_left_cannot_change_who_wins_it() -> None:
    early = 0
    for seed in range(300):
        *under_way, last = hands_of_kommando(seed)
        told = [state.settled for state in under_way]
        first = next((at for at, one in enumerate(told) if one), len(told))
        assert all(one == last.returns for one in told[first:])
        assert last.settled is None
        early += first <= len(told) - 4  # with two fights left
    assert early >= 40, early


def test_kommando_tells_by_a_settled_hand_nothing_that_is_hidden() -> None:
    for seed in range(20):
        for state in list(hands_of_kommando(seed))[6:-1]:
            for seat in (0, 1):
                worlds = [state.determinize(seat, Random(number)) for number in range(4)]
                assert {str(world.settled) for world in worlds} == {str(state.settled)}


def settled_kommando(*, match: bool = False) -> cw.Game:
    """A hand of Kommando that is decided with fights left, and a person to move."""
    for seed in range(100):
        game, rng = cw.new("kommando", seed=seed, seats=["you", cw.bots.Greedy()], match=match), Random(seed)
        while game.round == 0 and not game.is_over and not (game.state.settled and game.to_play == 0):
            game.play(str(random_move(game.state, rng)))
        if game.round == 0 and not game.is_over and game.ply < 18:
            return game
    raise AssertionError("there is no such game")


def test_a_decided_hand_of_kommando_can_be_played_to_its_end_at_once() -> None:
    game = settled_kommando()
    wire = Wire(game.table(pace=2000))
    scene, returns = wire.table.scene, game.state.settled
    assert scene["can"]["skip"] and scene["settled"].startswith("Decided: you ")
    wire.ask(kind="hello", view="page")
    wire.ask(kind="skip")
    assert soon(lambda: game.is_over, 20)
    assert game.returns == returns


def test_in_a_match_of_kommando_the_points_still_count() -> None:
    game = settled_kommando(match=True)
    assert game.state.settled
    scene = game.table().scene
    assert (scene["can"]["skip"], scene["settled"]) == (False, None)
