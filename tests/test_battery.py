"""Properties that every state of every game must have, with all options."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.model.dump import patch, patched
from tests.cases import EACH, MOST_PLIES, case_id, dealt, random_move, viewers

GAMES_EACH = int(os.environ.get("BATTERY_GAMES", "3"))
"""Random games of every option set; ``BATTERY_GAMES=1000`` for the long run."""

Case = tuple[str, dict[str, Any]]


@pytest.fixture(params=EACH)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def rounds(case: Case) -> Any:
    """Random rounds of a case, each as a list of (state, move made from it), the last with None."""
    slug, options = case
    for seed in range(GAMES_EACH):
        rng = Random(f"{case_id(case)}/{seed}")
        state = dealt(slug, options, seed)
        played: list[Any] = []
        while state.to_play is not None:
            assert len(played) < MOST_PLIES[slug], "a round must end"
            move = random_move(state, rng)
            played.append((state, move))
            state = state.apply(move)
        yield rng, [*played, (state, None)]


def test_every_state_of_random_games(case: Case) -> None:
    """Legal moves agree with `check`, text with `parse`, dumps with `from_table`, and views leak nothing."""
    slug, options = case
    game = GAMES[slug]
    read = game.options.of(options)
    for number, (rng, played) in enumerate(rounds(case)):
        # the first few games closely; of thousands more, each at one position of its own
        looked = set(rng.sample(range(len(played)), min(len(played), 12 if number < 3 else 1)))
        if number < 3:
            looked |= {0, len(played) - 1}
        for ply, (state, move) in enumerate(played):
            legal = state.legal_moves()
            assert bool(legal) == (state.to_play is not None) == (state.returns is None)
            if move is not None:
                assert move in legal
            if ply not in looked:
                continue
            texts = [str(item) for item in legal]
            assert len(set(texts)) == len(texts)
            for text, item in zip(texts[:60], legal[:60], strict=True):
                assert state.parse(text) == item
                assert state.parse(f"  {text.replace(' ', '   ')} ") == item
                state.check(item)
            table, rest = state.table(None), state.rest()
            again = game.state.from_table(json.loads(json.dumps(table)), json.loads(json.dumps(rest)), read)
            assert again == state
            assert hash(again) == hash(state)
            assert again.legal_moves() == legal
            for viewer in viewers(game, options):
                world = state.determinize(viewer, rng)
                assert world.table(viewer) == state.table(viewer)
                assert world.to_play == state.to_play
                assert world.points == state.points or slug == "kommando"
                if viewer == state.to_play:
                    assert [str(item) for item in world.legal_moves()] == texts
                assert game.draw(state.table(viewer))
            if move is not None:
                after = state.apply(move)
                assert after != state
                sentence = state.narrate(move, after)
                assert sentence[0].isupper()
                assert sentence.endswith(".")
                for rule in state.bearing(move):
                    assert rule in game.all_rules
        returns = played[-1][0].returns
        assert all(sign in (-1, 0, 1) for sign in returns)
        assert len(returns) == game.seats(read) == len(played[-1][0].points)


def test_a_finished_round_refuses_every_move(case: Case) -> None:
    slug, _ = case
    _, played = next(rounds(case))
    last = played[-1][0]
    for _, move in played[:-1][:20]:
        with pytest.raises(cw.IllegalMove) as caught:
            last.check(move)
        assert caught.value.rule in GAMES[slug].all_rules


def test_the_game_keeps_records_undo_and_dumps(case: Case) -> None:
    """Record, journal-free: load(record) is the same game; undo and redo come back to the same; frames rebuild."""
    slug, options = case
    _, played = next(rounds(case))
    game = cw.new(slug, seed=0, **options)
    for _, move in played[:-1]:
        game.play(str(move))
    assert game.is_over
    record = json.loads(json.dumps(game.record()))
    again = cw.load(record)
    assert again.record() == record
    assert again.dump() == game.dump()
    before = game.dump()
    back = min(5, len(played) - 1)
    for _ in range(back):
        game.undo()
    assert game.dump() == game.at(len(played) - 1 - back).dump()
    for _ in range(back):
        game.redo()
    assert game.dump() == before
    assert game.record() == record
    middle = game.at(len(played) // 2)
    copy = cw.from_dump(json.loads(json.dumps(middle.dump())))
    assert json.dumps(copy.dump()) == json.dumps(middle.dump())
    for viewer in [*viewers(GAMES[slug], options), None]:
        dumps = [game.dump_at(ply, seat=viewer) for ply in game.plies()[:30]]
        for first, second in pairwise(dumps):
            steps = json.loads(json.dumps(patch(first, second)))
            assert patched(json.loads(json.dumps(first)), steps) == json.loads(json.dumps(second))


def test_what_a_seat_cannot_know_is_in_none_of_its_dumps(case: Case) -> None:
    """Re-dealing what a seat cannot know changes nothing of its dump, legal moves included.

    Looked at are positions from all over a round, and those where a choice waits that only its seat knows (GE-4).
    """
    slug, options = case
    game = cw.new(slug, seed=1, **options)
    rng = Random(case_id(case))
    waiting = []
    while not game.is_over:
        if game.state.hides_move:
            waiting.append(game.ply + 1)
        game.play(str(random_move(game.state, rng)))
    looked = {0, game.ply, *rng.sample(range(game.ply), min(game.ply, 4 * GAMES_EACH)), *waiting[:GAMES_EACH]}
    for ply in looked:
        there = game.at(ply)
        dump = there.dump()
        for viewer in viewers(GAMES[slug], options):
            world = there.state.determinize(viewer, rng)  # type: ignore[arg-type]
            other = cw.from_dump({**dump, "table": world.table(None), "rest": {**dump["rest"], "state": world.rest()}})
            view = there.dump(viewer)
            assert other.dump(viewer) == view
            assert "rest" not in view
