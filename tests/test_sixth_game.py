"""A sixth game, written by docs/adding_a_game.md, passes the battery with nothing changed but the two lists."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.export.svg import dump_svg
from tests import test_battery
from tests.cases import option_sets, viewers
from tests.schemas import dump_schema
from tests.sixth import GAME
from tests.sixth.listing import entries
from tests.sixth.rules import Lay, TrioState
from tests.test_schemas import faults

CASES = [(GAME.slug, options) for options in option_sets(GAME)]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case[1]["dealer"]))


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    for mapping, value in entries():
        monkeypatch.setitem(mapping, GAME.slug, value)
    # what `python -m tests.generate` would write for a game that is listed
    monkeypatch.setattr("capture_widgets.records.view_reader.schema", lambda _kind, _slug: dump_schema(GAME))


def finished(seed: int = 1, **more: Any) -> cw.Game:
    game, rng = cw.new(GAME.slug, seed=seed, **more), Random(seed)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    return game


def test_it_is_listed() -> None:
    assert cw.games()[GAME.slug] == "Trio"
    assert cw.new("trio", seed=1).type is GAME


@each_case
def test_it_passes_the_battery(case: test_battery.Case) -> None:
    test_battery.test_every_state_of_random_games(case)
    test_battery.test_a_finished_round_refuses_every_move(case)
    test_battery.test_the_game_keeps_records_undo_and_dumps(case)
    test_battery.test_what_a_seat_cannot_know_is_in_none_of_its_dumps(case)


def test_what_is_legal_is_what_is_not_refused() -> None:
    for seed in range(20):
        game, rng = cw.new(GAME.slug, seed=seed), Random(seed)
        while not game.is_over:
            accepted = []
            for card in range(8):
                refused = game.explain(str(Lay(card)))
                assert refused.legal or refused.rule in GAME.rules
                accepted += [str(Lay(card))] if refused.legal else []
            assert sorted(accepted) == game.legal_moves()
            game.play(rng.choice(accepted))


def test_impossible_tables_are_refused() -> None:
    dump: Any = finished(3).dump()
    backwards = dump["table"]["played"][::-1]
    changes: list[dict[str, Any]] = [{"won": [3, 3]}, {"played": backwards}, {"aside": []}, {"hands": [["2c"], []]}]
    for change in changes:
        with pytest.raises(cw.RecordError):
            cw.from_dump({**dump, "table": {**dump["table"], **change}})


def test_a_world_keeps_what_a_seat_has_shown() -> None:
    """Who did not follow suit holds none of it in any world (TR-3)."""
    shown = 0
    for seed in range(60):
        state = finished(seed).at(4).state
        assert isinstance(state, TrioState)
        for seat in (0, 1):
            for suit in state._lacks()[1 - seat]:
                shown += 1
                for number in range(5):
                    world = state.determinize(seat, Random(number))
                    assert all(card // 4 != suit for card in world.hands[1 - seat])
    assert shown > 10


def test_its_journal_code_and_pictures(tmp_path: Path) -> None:
    path = tmp_path / "trio.jsonl"
    game = cw.new(GAME.slug, seed=5, autosave=path)
    moves = [game.legal_moves()[0]]
    game.play(moves[0])
    record = game.record()
    game.close()
    assert cw.load(path).record() == record
    assert cw.load(json.loads(json.dumps(record))).dump() == game.dump()
    for viewer in [None, *viewers(GAME, {})]:
        assert dump_svg(game.dump(viewer)).startswith("<svg")
        assert faults(dump_schema(GAME), json.loads(json.dumps(game.dump(viewer)))) == []
    assert cw.diff(cw.new(GAME.slug, seed=5), game).words
    assert game.explain(game.legal_moves()[0]).legal


def test_its_replay_has_a_frame_for_each_move() -> None:
    game = finished(2)
    (played,) = game.replay(seat="public").frames
    assert len(played["dumps"]) == len(played["log"]) + 1 == 7


def test_bots_play_it_by_its_rules_alone() -> None:
    for bot in (cw.bots.Random, cw.bots.Greedy):
        assert cw.new(GAME.slug, seed=1, seats=[bot(seed=1), bot(seed=2)]).run().is_over
    game = cw.new(GAME.slug, seed=1, seats=[cw.bots.ISMCTS(simulations=20, seed=1), cw.bots.Random(2)])
    assert type(evaluation_for(game.view())) is Evaluation
    assert game.run().is_over
    assert cw.new(GAME.slug, seed=4).hint(simulations=20).move
