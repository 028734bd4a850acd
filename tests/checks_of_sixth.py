"""What the sixth game passes where its package is installed; `tests/test_sixth_game.py` runs it in a process."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from capture_trio import GAME
from capture_trio.rules import Lay, TrioState

import capture_widgets as cw
from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.export.svg import dump_svg
from tests import test_battery
from tests.cases import option_sets, viewers
from tests.test_schemas import faults

CASES = [(GAME.slug, options) for options in option_sets(GAME)]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case[1]["dealer"]))


def finished(seed: int = 1, **more: Any) -> cw.Game:
    game, rng = cw.new(GAME.slug, seed=seed, **more), Random(seed)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    return game


def test_it_is_listed_and_found_in_every_process() -> None:
    assert list(cw.games())[5:] == [GAME.slug]
    assert cw.games()[GAME.slug] == "Trio"
    assert pickle.loads(pickle.dumps(GAME)) is GAME
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
            for suit in state.lacks()[1 - seat]:
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
    assert faults(cw.schema("record"), json.loads(json.dumps(record))) == []
    assert cw.load(finished().code()).record()["rounds"] == finished().record()["rounds"]
    for viewer in [None, *viewers(GAME, {})]:
        assert dump_svg(game.dump(viewer)).startswith("<svg")
        assert faults(cw.schema("dump", GAME.slug), json.loads(json.dumps(game.dump(viewer)))) == []
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


def test_it_can_be_chosen_in_the_lobby_analysed_and_set_up_for_a_lesson() -> None:
    lobby = cw.lobby()
    assert [one["title"] for one in lobby.scene["games"]][-1] == "Trio"
    assert cw.analyse(finished(), simulations=20, progress=False).game == GAME.slug
    lesson = {
        "format": "capture-widgets/lesson",
        "version": 1,
        "title": "Trio",
        "steps": [{"text": "Lead.", "position": {"game": "trio", "seed": 1}}],
    }
    assert faults(cw.schema("lesson"), lesson) == []
    assert cw.lesson(lesson).title == "Trio"


def test_duels_of_it_are_played_in_other_processes() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        duel = cw.duel(GAME.slug, [cw.bots.Random(), cw.bots.Greedy()], 4, executor=workers, progress=False)
    assert len(duel.frame()) == 8


def test_every_widget_brings_what_a_page_needs_and_nothing_hidden() -> None:
    game = cw.new(GAME.slug, seed=1)
    replay = finished().replay(seat=0)
    made = [game.table(seat=0), replay, game.inspect(), cw.poll(game), cw.console(game), cw.lesson_editor(game)]
    for widget in made:
        brought = widget.game_view
        assert {**brought, "script": ""} == {"game": "trio", "deck": "french", "groups": {}, "script": ""}
        assert brought["script"] == (files("capture_trio") / "view.js").read_text(encoding="utf-8")
    assert cw.lobby().game_view is None
    assert cw.new("kommando").table().game_view is None
    game.begin(cw.new("kommando"))
    assert made[0].game_view is None
    assert made[4].game_view is None


def test_a_saved_page_carries_the_view_and_lets_it_run(tmp_path: Path) -> None:
    for game, carries in ((finished(), True), (cw.new("kommando", seed=1), False)):
        game.replay().save_html(tmp_path / "page.html")
        page = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert ("script-src 'unsafe-inline' blob:;" in page) == carries
        assert ("cw-b-trio" in page) == carries
