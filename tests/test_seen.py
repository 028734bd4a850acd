"""What different screens show of a position is the same, and a follower is shown nothing beyond the leader."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.errors import ActionRefused
from capture_widgets.games import GAMES
from capture_widgets.model.dump import patched
from capture_widgets.widgets import Replay
from tests import wire
from tests.cases import option_sets, random_move
from tests.test_class import choosing, on_record, state_of, told
from tests.waiting import soon

_SHARED = 64
"""The inspector gets so many moves; the others get all of the round."""

_SAME = ("format", "game", "options", "seat", "round", "ply", "to_play", "is_over", "returns", "points", "table")


def shown(dump: Any, log: list[Any]) -> str:
    """Everything of a dump and a log that a drawing depends on."""
    moves = [(entry["ply"], entry["seat"], entry["move"]) for entry in log[-_SHARED:]]
    return json.dumps([{key: dump[key] for key in _SAME}, moves], sort_keys=True)


def compare(slug: str, positions: int) -> int:
    """Compare what table, inspector and replay are drawn from, at that many positions; returns how many there were."""
    seen, seed, variants = 0, 0, option_sets(GAMES[slug])
    while seen < positions:
        options = variants[seed % len(variants)]
        game = cw.new(slug, seed=seed, **options)
        rng = Random(seed)
        viewer: Any = rng.choice([*range(len(game.seats)), "public", None])
        table, inspector = game.table(seat=viewer), game.inspect(seat=viewer)
        live = [shown(table.dump, table._log.entries)]
        while not game.is_over and game.round == 0 and len(live) < positions:
            game.play(str(random_move(game.state, rng)))
            assert shown(inspector.dump, inspector.moves) == shown(game.dump(viewer), game.log(viewer))
            assert inspector.before == game.at(game.ply - 1, round=game.round).dump(viewer)
            if game.round == 0:
                live.append(shown(table.dump, table._log.entries))
                assert live[-1] == shown(inspector.dump, inspector.moves)
        frames = game.replay(seat=viewer, lenses=[viewer]).frames[0]
        dump = frames["dumps"][0]
        for ply, was in enumerate(live):
            dump = dump if ply == 0 else patched(dump, frames["dumps"][ply])
            log = [entry for entry in frames["log"] if entry["ply"] <= ply]
            if log and "veiled" in log[-1]:
                log[-1] = {**log[-1], "move": None}  # as the page does (picture.ts)
            assert shown(dump, log) == was, (slug, seed, viewer, ply)
        seen += len(live)
        seed += 1
        table.close()
        inspector.close()
    return seen


@pytest.mark.parametrize("slug", GAMES)
def test_table_replay_and_inspector_are_drawn_from_the_same(slug: str) -> None:
    assert compare(slug, 30) >= 30


@pytest.mark.thorough
@pytest.mark.parametrize("slug", GAMES)
def test_table_replay_and_inspector_are_drawn_from_the_same_in_a_thousand_positions(slug: str) -> None:
    assert compare(slug, 1000) >= 1000


# -- a follower


def held(replay: Replay) -> tuple[int, int]:
    """The last position of which the page of a replay has anything, by its frames, tail and log."""
    number = replay.frames[-1]["round"]
    first = replay.frames[-1]["dumps"][0]["ply"]
    last = first + len(replay.frames[-1]["dumps"]) - 1
    logs = [entry["ply"] for frame in replay.frames[-1:] for entry in frame["log"]]
    if replay.tail is not None:
        last += len(replay.tail["dumps"])
        logs += [entry["ply"] for entry in replay.tail["log"]]
    assert max(logs, default=0) <= last
    return number, last


def test_a_follower_holds_nothing_beyond_the_leader_until_the_leader_opens_it() -> None:
    game = on_record()
    lead = game.replay()
    follower = game.replay(seat=0).follow(lead)
    assert held(follower) == (0, 0)
    for ply in (6, 7, 4):
        lead.ply = ply
        assert (held(follower), follower.ply) == ((0, ply), ply)
        assert follower.scene["spoilers"] is False
        assert follower.scene["more"] is False
    wire.set_traits(follower, ply=9)
    assert follower.ply <= 7, "who leaves may look back at what the leader has shown, and no further"
    assert follower.following is False
    dump = follower.dump()
    assert dump is not None
    assert dump["ply"] <= 7
    wire.set_traits(follower, seat=None)
    assert held(follower) == (0, 7)
    assert "when your teacher goes there" in follower.scene["notice"]
    assert follower.inspect().dump["ply"] <= 7
    assert all(reached <= 7 for _, plies in follower.reached_plies() for reached in plies)
    with pytest.raises(ActionRefused, match="later moves are hidden"):
        follower.play(game.at(follower.ply).legal_moves()[0])
    lead.ahead = True
    assert held(follower) == (0, game.ply)
    lead.ahead = False
    assert held(follower) == (0, 7)
    assert follower.rejoin().ply == 4
    assert held(follower) == (0, 4)


def test_a_quiz_that_follows_asks_at_its_own_pace() -> None:
    game = on_record()
    ply = choosing(game)
    quiz = game.replay(seat=0, predict=[ply]).follow(game.replay())
    quiz.ply = game.ply
    assert held(quiz) == (0, ply)


def test_during_a_vote_nobody_who_follows_sees_what_comes_after_the_question(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay(ply=ply).broadcast(tmp_path)
    told(tmp_path)
    student = game.replay(seat=0, who="Ann").follow(tmp_path, teacher=lead.fingerprint)
    other = game.replay(seat=0, ply=game.ply)
    poll = cw.poll(lead, "What now?", voters=[other])
    assert held(other) == (0, ply)
    assert soon(lambda: student.poll is not None)
    lead.ply = ply + 3
    told(tmp_path)
    assert not soon(lambda: held(student) != (0, ply), 0.7), "the leader has moved on, the vote has not"
    assert student.ply == ply
    student.ply = ply - 2
    assert soon(lambda: student.poll["led"])
    lead.ply = ply - 3
    assert soon(lambda: not student.poll["led"]), "following leads to another place by now"
    assert held(student) == (0, ply), "the question can be reached and answered"
    poll.end()
    assert held(other) == (0, game.ply)
    lead.ply = ply + 3
    assert soon(lambda: student.rejoin().ply == ply + 3)
    lead.ahead = True
    assert soon(lambda: held(student) == (0, game.ply)), "the leader has opened it to all who follow"
    for widget in (poll, lead, student):
        widget.close()


def test_pages_get_the_moves_of_a_replay_only_when_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = on_record()
    replay = game.replay(seat=0)
    sent: list[Any] = []
    monkeypatch.setattr(replay, "_send", lambda message, buffers=None: sent.append(message.get("state", {})))
    replay._opens = True
    first = replay.get_state()
    replay._opens, replay._is_held_back = False, True
    assert (first["frames"], first["scene"]) == ([], None)
    replay.follow(game.replay(ply=3))
    assert not any("frames" in state or "scene" in state for state in sent)
    wire.say(replay, {"kind": "hello", "view": "v", "id": 1})
    assert [len(state["frames"][0]["dumps"]) for state in sent if "frames" in state] == [4]
    assert "frames" in json.loads(state_of(replay)), "whoever saves it gets everything that it shows"
