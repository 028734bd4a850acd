"""A class: replays led over a shared folder, votes on a move, and what of it leaves a kernel (docs/classroom.md)."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.class_folder import (
    LEAD,
    Asked,
    ClassFolder,
    Lead,
    Said,
    Writer,
    as_name,
    start_of,
    write_lead,
)
from capture_widgets.errors import IllegalMove
from capture_widgets.games import GAMES
from capture_widgets.leading import Follower, leader_in
from capture_widgets.widgets import Replay
from tests.cases import random_move
from tests.leaks import find_cards, unseen

ROOT = Path(__file__).parent.parent


def soon(true: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether something becomes true in time."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def on_record(slug: str = "kommando", seed: int = 3) -> cw.Game:
    """A game that two bots have played."""
    game = cw.new(slug, seed=seed)
    rng = Random(seed)
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
    return game


def choosing(game: cw.Game, seat: int = 0, after: int = 3) -> int:
    """A ply at which a seat has several moves to choose from."""
    return next(
        ply for ply in range(after, game.ply)
        if game.at(ply).to_play == seat and len(game.at(ply).legal_moves()) > 2
    )


def told(folder: Path) -> None:
    assert leader_in(folder).settled()


def a_vote(who: str = "Ann", move: str = "L:7b", when: float = 1.0) -> Said:
    return Said("vote", who, "0" * 16, 0, 3, move, "1" * 16, "", 2.5, when)


def state_of(widget: Any) -> str:
    """All that a page is told of a widget, without the names of models."""
    state = {name: value for name, value in widget.get_state().items() if name not in ("_esm", "_css")}
    return json.dumps({name: value for name, value in state.items() if name not in ("layout", "still")}, default=str)


# -- leading and following over a folder


def test_a_replay_follows_a_leader_in_a_folder_breaks_free_and_rejoins(tmp_path: Path) -> None:
    game = on_record()
    lead = game.replay().broadcast(tmp_path)
    follower = game.replay(seat=0).follow(tmp_path)
    lead.ply = 6
    assert soon(lambda: follower.ply == 6)
    assert follower.following
    follower.ply = 3
    assert bool(follower.following) is False
    lead.ply = 9
    told(tmp_path)
    assert not soon(lambda: follower.ply != 3, 1.0), "whoever broke free stays"
    assert follower.rejoin().ply == 9
    lead.close()
    follower.close()


FOLLOWING = """
import sys, time, capture_widgets as cw
replay = cw.replay(sys.argv[1], seat=0, who="Ann").follow(sys.argv[2])
while replay.poll is None:
    time.sleep(0.01)
print(replay.ply, replay.dump()["seat"], flush=True)
replay.vote(replay.dump()["legal_moves"][0])
print(replay.poll["chosen"], flush=True)
"""


def test_a_replay_in_another_kernel_follows_and_votes_and_a_new_leader_goes_on_where_the_last_one_was(
    tmp_path: Path,
) -> None:
    game = on_record()
    game.save(tmp_path / "game.json")
    folder = tmp_path / "class"
    ply = choosing(game)
    lead = game.replay().broadcast(folder)
    lead.ply = ply
    poll = cw.Poll(lead, "What now?")
    told(folder)
    done = subprocess.run(
        [sys.executable, "-c", FOLLOWING, str(tmp_path / "game.json"), str(folder)], env={**os.environ},
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=120,
    )
    first, second = done.stdout.splitlines()
    assert first == f"{ply} 0"
    assert second == game.at(ply).legal_moves()[0]
    expected = [("Ann", second, "folder")]
    assert soon(lambda: [(one["who"], one["move"], one["source"]) for one in poll.votes] == expected)
    # the leader's kernel ends without a word, and another one takes its place
    from capture_widgets import leading

    leading._leaders.clear()
    again = cw.replay(tmp_path / "game.json").broadcast(folder)
    assert again.ply == ply
    told(folder)
    kept = ClassFolder(folder).lead()
    assert kept is not None and kept.poll is not None and kept.poll.question == "What now?"
    same = cw.Poll(again, "What now?")
    assert [(one["who"], one["move"], one["source"]) for one in same.votes] == expected
    assert cw.Poll(again, "And now?").votes == []
    for widget in (lead, poll, again, same):
        widget.close()


def test_another_game_is_not_followed_and_that_is_said(tmp_path: Path) -> None:
    on_record(seed=4).replay(ply=5).broadcast(tmp_path)
    told(tmp_path)
    follower = on_record().replay(seat=0).follow(tmp_path)
    assert follower.ply == 0
    assert "another" in follower.scene["notice"]
    follower.close()


def test_answers_of_a_quiz_go_to_the_leader_and_wait_where_they_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay().broadcast(tmp_path)
    quiz = game.replay(seat=0, predict=[ply, choosing(game, after=ply + 1)], who="Ann").follow(tmp_path)
    quiz.leave()

    def answer() -> str:
        while quiz.question is None:
            quiz.ply += 1
        move = game.at(quiz.ply).legal_moves()[0]
        quiz.answer(move)
        return move

    with monkeypatch.context() as broken:
        broken.setattr("capture_widgets.class_folder.replace_file", _no_disk)
        first = answer()
        assert lead.class_answers == []
        assert "handed in" in quiz.scene["notice"]
    second = answer()
    assert [(one["who"], one["ply"], one["chosen"]) for one in lead.class_answers] == [
        ("Ann", quiz.answers[0]["ply"], first), ("Ann", quiz.answers[1]["ply"], second),
    ]
    assert quiz.scene["notice"] is None
    # a poll at a position that a quiz asked about counts those answers
    lead.ply = ply
    assert [one["move"] for one in cw.Poll(lead).votes] == [first]


def _no_disk(*_: object) -> None:
    raise OSError("no space left on the disk")


WRITERS = """
import os, sys, time
from pathlib import Path
from capture_widgets.class_folder import Said, Writer
folder = Path(sys.argv[1])
children = []
for number in range(30):
    child = os.fork()
    if child == 0:
        writer = Writer(folder)
        for at in range(4):
            writer.say(Said("vote", f"S{number}", "0" * 16, 0, at, f"m{number}/{at}", "1" * 16, "", 0.5, time.time()))
        os._exit(0)
    children.append(child)
sys.exit(sum(os.waitpid(child, 0)[1] != 0 for child in children))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="thirty processes begin at once by forking one")
def test_thirty_processes_that_write_at_once_lose_nothing_and_nothing_is_torn(tmp_path: Path) -> None:
    reader = ClassFolder(tmp_path)
    with subprocess.Popen([sys.executable, "-c", WRITERS, str(tmp_path)], cwd=ROOT) as writing:
        seen = 0
        while writing.poll() is None:
            now = reader.said()
            assert reader.faults == []
            assert len(now) >= seen, "what was read once is there for good"
            seen = len(now)
        assert writing.returncode == 0
    found = {(said.who, said.ply, said.move) for said in reader.said()}
    assert found == {(f"S{number}", at, f"m{number}/{at}") for number in range(30) for at in range(4)}
    assert len([path for path in tmp_path.iterdir() if path.suffix == ".json"]) == 30, "one file a writer"


def test_a_kernel_that_has_said_much_begins_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.class_folder.MOST_SAID", 3)
    writer = Writer(tmp_path)
    for at in range(7):
        writer.say(a_vote(move=f"m{at}", when=at))
    assert [said.move for said in ClassFolder(tmp_path).said()] == [f"m{at}" for at in range(7)]
    assert len(list(tmp_path.iterdir())) == 3


def test_a_torn_file_is_skipped_and_named_and_what_it_said_before_still_counts(tmp_path: Path) -> None:
    for who in ("Ann", "Ben"):
        Writer(tmp_path).say(a_vote(who))
    ann = next(tmp_path.glob("by-ann-*.json"))
    reader = ClassFolder(tmp_path)
    assert {said.who for said in reader.said()} == {"Ann", "Ben"}
    whole = ann.read_bytes()
    ann.write_bytes(whole[: len(whole) // 2])
    assert {said.who for said in reader.said()} == {"Ann", "Ben"}
    assert [name for name, _ in reader.faults] == [ann.name]
    fresh = ClassFolder(tmp_path)
    assert [said.who for said in fresh.said()] == ["Ben"]
    assert [name for name, _ in fresh.faults] == [ann.name]
    ann.write_bytes(whole)
    assert {said.who for said in fresh.said()} == {"Ann", "Ben"}
    assert fresh.faults == []


def packed(kind: str, **content: Any) -> dict[str, Any]:
    return {"format": "capture-widgets/class", "version": 1, "kind": kind, **content}


SAID = {"of": "vote", "who": "Ann", "start": "0" * 16, "round": 0, "ply": 3, "move": "L:7b", "poll": "1" * 16,
        "played": "", "seconds": 1.0, "when": 5.0}  # fmt: skip
BAD_SAID: list[dict[str, Any]] = [
    {**SAID, "who": "a" * 81}, {**SAID, "who": "two\nlines"}, {**SAID, "who": "\x1b[31m"}, {**SAID, "who": 5},
    {**SAID, "who": "\u202edne"}, {**SAID, "round": -1}, {**SAID, "ply": True}, {**SAID, "ply": 10**9},
    {**SAID, "ply": 1.5}, {**SAID, "move": "m" * 201}, {**SAID, "move": ["L"]}, {**SAID, "poll": "../../etc"},
    {**SAID, "start": "G" * 16}, {**SAID, "seconds": -1}, {**SAID, "seconds": "1"}, {**SAID, "when": 1e300},
    {**SAID, "of": "shout"}, {**SAID, "played": "L:7b"}, {**SAID, "dump": {}}, {"of": "vote"},
]


def sealed(data: Any) -> bytes:
    """A file whose check is right."""
    from capture_widgets.class_folder import _check

    return json.dumps({**data, "check": _check(data)}).encode()


@pytest.mark.parametrize("entry", BAD_SAID, ids=range(len(BAD_SAID)))
def test_what_is_said_is_read_strictly(tmp_path: Path, entry: dict[str, Any]) -> None:
    (tmp_path / "by-x.json").write_bytes(sealed(packed("said", said=[SAID, entry])))
    reader = ClassFolder(tmp_path)
    assert reader.said() == []
    ((name, reason),) = reader.faults
    assert name == "by-x.json"
    assert reason.startswith("said[1]")


FILES = {
    "empty": b"",
    "no JSON": b"L:7b",
    "no UTF-8": b"\xff\xfe",
    "not an object": b"[]",
    "another format": json.dumps({"format": "capture-widgets/record", "version": 1}).encode(),
    "another version": sealed({**packed("said", said=[]), "version": 2}),
    "another kind": sealed(packed("lead", said=[])),
    "one key more": sealed(packed("said", said=[], hands=[])),
    "no check": json.dumps(packed("said", said=[])).encode(),
    "changed": sealed(packed("said", said=[SAID])).replace(b"Ann", b"Bob"),
    "too many": sealed(packed("said", said=[SAID] * 401)),
    "too long": b" " * ((256 << 10) + 1),
    "nested": b"[" * 100_000,
    "a key twice": b'{"format": "capture-widgets/class", "format": "capture-widgets/class"}',
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_file_that_is_none_of_ours_is_named_and_the_others_count(tmp_path: Path, content: bytes) -> None:
    Writer(tmp_path).say(a_vote("Ben"))
    (tmp_path / "by-x.json").write_bytes(content)
    (tmp_path / LEAD).write_bytes(content)
    reader = ClassFolder(tmp_path)
    assert [said.who for said in reader.said()] == ["Ben"]
    assert reader.lead() is None
    assert [name for name, _ in reader.faults] == [LEAD, "by-x.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_pipes_links_and_folders_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_bytes(sealed(packed("said", said=[SAID])))
    folder = tmp_path / "class"
    folder.mkdir()
    os.mkfifo(folder / "by-a.json")
    (folder / "by-b.json").symlink_to(secret)
    (folder / "by-c.json").mkdir()
    reader = ClassFolder(folder)
    assert reader.said() == []
    assert [name for name, _ in reader.faults] == ["by-a.json", "by-b.json", "by-c.json"]


def test_the_leaders_file_is_read_strictly(tmp_path: Path) -> None:
    lead = {"game": "kommando", "start": "0" * 16, "round": 0, "ply": 3, "poll": None}
    poll = {"name": "1" * 16, "round": 0, "ply": 3, "question": "What now?", "open": True}
    (tmp_path / LEAD).write_bytes(sealed(packed("lead", **{**lead, "poll": poll})))
    assert ClassFolder(tmp_path).lead() == Lead("kommando", "0" * 16, 0, 3, Asked("1" * 16, 0, 3, "What now?", True))
    bad = [
        {**lead, "ply": "3"}, {**lead, "round": -1}, {**lead, "game": "k" * 61}, {**lead, "start": ""},
        {**lead, "poll": {**poll, "question": "q" * 501}}, {**lead, "poll": {**poll, "open": 1}},
        {**lead, "poll": {**poll, "name": "x"}}, {**lead, "poll": []}, {**lead, "dump": {}},
    ]  # fmt: skip
    for one in bad:
        (tmp_path / LEAD).write_bytes(sealed(packed("lead", **one)))
        reader = ClassFolder(tmp_path)
        assert reader.lead() is None, one
        assert [name for name, _ in reader.faults] == [LEAD]


def test_names_are_one_line_of_print() -> None:
    assert as_name("  Ann\tB.\n\x1b[1m ") == "Ann B. [1m"
    assert len(as_name("x" * 1000)) == 80


def test_the_watch_ends_with_its_replay(tmp_path: Path) -> None:
    def watching() -> int:
        return sum(thread.name == "capture-widgets-follower" for thread in threading.enumerate())

    assert soon(lambda: gc.collect() >= 0 and watching() == 0), "those of other tests"
    game = on_record()
    one, other = game.replay(seat=0).follow(tmp_path), game.replay(seat=1).follow(tmp_path)
    assert watching() == 2
    one.close()
    assert soon(lambda: watching() == 1)
    gone = weakref.ref(other)
    del other
    assert soon(lambda: gc.collect() >= 0 and gone() is None)
    assert soon(lambda: watching() == 0)


def test_an_unchanged_folder_costs_one_look_at_each_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for who in "abc":
        Writer(tmp_path).say(a_vote(who))
    write_lead(tmp_path, Lead("kommando", "0" * 16, 0, 3))
    for path in tmp_path.iterdir():
        os.utime(path, (time.time() - 60,) * 2)
    reader = ClassFolder(tmp_path)
    first = reader.said(), reader.lead()

    def never(*_: object) -> None:
        raise AssertionError("an unchanged file was opened")

    monkeypatch.setattr("capture_widgets.class_folder._unpacked", never)
    assert (reader.said(), reader.lead()) == first


# -- what travels


@pytest.mark.parametrize("slug", GAMES)
def test_what_the_leaders_seat_sees_does_not_travel(slug: str, tmp_path: Path) -> None:
    game = on_record(slug, seed=2)
    lead = game.replay(seat=None).broadcast(tmp_path)
    folders = []
    for ply in (0, game.ply // 2, game.ply):
        lead.ply = ply
        told(tmp_path)
        folders.append((tmp_path / LEAD).read_text())
    assert find_cards(folders, game.type.deck.text) == []
    kept = ClassFolder(tmp_path).lead()
    assert kept == Lead(slug, start_of(game.history), 0, game.ply)
    lead.close()


def test_what_the_class_chose_is_not_in_the_page_before_it_is_shown() -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.Poll(game.replay(ply=ply, seat="public"))
    secret = sorted(unseen(game.at(ply), "public"))
    move = next(move for move in game.at(ply).legal_moves() if any(move.endswith(card) for card in secret))
    poll.vote("Ann", move)
    poll.vote("Ben", game.at(ply).legal_moves()[0])
    assert poll.scene["count"] == 2
    assert find_cards(json.loads(state_of(poll)), secret) == []
    poll.search(simulations=64)
    assert [one["best"] for one in poll.scene["choices"]] == [True], "no more than the best move found"
    poll.hide("search").show("votes")
    assert move in state_of(poll)
    assert all(one["value"] is None for one in poll.scene["choices"])
    poll.hide("votes")
    assert find_cards(json.loads(state_of(poll)), secret) == []


# -- votes


def test_tables_replays_files_and_code_vote_and_the_last_vote_of_each_counts(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    here = game.at(ply)
    first, second, *_ = here.legal_moves()
    tables = [here.copy(), here.copy()]
    asks = here.replay(seat=0, who="Cem", ply=ply)
    rows = [
        {"format": "x"}, {"who": "Dora", "chosen": first, "round": 0, "ply": ply},
        {"who": "Dora", "move": second, "seconds": 3}, {"who": "Eve", "answer": "nonsense"},
        {"who": "Fay", "chosen": first, "round": 0, "ply": ply + 1},
    ]  # fmt: skip
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"who": "torn', "utf-8")
    poll = cw.Poll(here, voters={"Ann": tables[0], "Ben": tables[1].table(seat=0), "C": asks, "": answers})
    assert poll.tally() == {second: 1}
    tables[0].play(first)
    tables[1].play(first).undo().play(second)
    asks.vote(first)
    asks.vote(second)
    poll.vote("Gus", first)
    found = {one["who"]: (one["move"], one["source"]) for one in poll.votes}
    assert found == {
        "Ann": (first, "table"), "Ben": (second, "table"), "Cem": (second, "replay"), "Dora": (second, "file"),
        "Gus": (first, "code"),
    }
    assert poll.tally() == {second: 3, first: 2}
    assert poll.choice == second
    assert [reason for _, reason in poll.faults] == [
        "line 6: not JSON at line 1, column 9: Unterminated string starting at", "Eve: nonsense is no legal move here",
    ]
    assert poll.scene["count"] == 5
    frame = poll.frame()
    assert [*frame.columns] == ["who", "move", "source", "seconds"]
    assert len(frame) == 5
    with pytest.raises(IllegalMove):
        poll.vote("Gus", "R:??")
    poll.end()
    assert asks.poll["open"] is False
    with pytest.raises(IllegalMove, match="not taken any more"):
        asks.vote(first)
    with pytest.raises(IllegalMove, match="not taken any more"):
        poll.vote("Gus", second)
    tables[0].undo().play(second)
    assert poll.tally() == {second: 3, first: 2}, "what is played after the end does not count"
    assert poll.reopen().tally() == {second: 4, first: 1}


def test_a_replay_of_another_seat_looks_on() -> None:
    game = on_record()
    ply = choosing(game)
    other = game.replay(seat=1, ply=ply)
    cw.Poll(game.replay(ply=ply), voters=[other])
    with pytest.raises(IllegalMove, match="the choice is A's there"):
        other.vote(game.at(ply).legal_moves()[0])


def test_a_ballot_ends_where_the_question_is() -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.Poll(game.replay(ply=ply))
    ballot = poll.ballot("Ann")
    assert ballot.game.ply == ply == ballot.ply
    assert ballot.seat == 0
    ballot._heard(None, {"kind": "vote", "id": 1, "round": 0, "ply": ply, "move": game.at(ply).legal_moves()[1]}, [])
    assert [(one["who"], one["move"]) for one in poll.votes] == [("Ann", game.at(ply).legal_moves()[1])]
    assert ballot.poll["chosen"] == game.at(ply).legal_moves()[1]
    assert ballot.game.ply == ply, "a vote is not played: what it would have shown stays hidden"


def test_the_class_plays_on_with_its_move() -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.Poll(game.replay(ply=ply, seat=0))
    first, second, *_ = game.at(ply).legal_moves()
    with pytest.raises(ValueError, match="nobody has voted"):
        poll.play()
    poll.vote("Ann", first).vote("Ben", second)
    with pytest.raises(ValueError, match="as many votes"):
        poll.play()
    on = poll.vote("Cem", second).play(against=cw.bots.Greedy(seed=1))
    assert on.moves() == [*game.moves()[:ply], second]
    assert isinstance(on.seats[1], cw.bots.Greedy)
    assert poll.scene["table"] == on.table(seat=0).model_id
    assert game.ply > ply, "the record stays as it is"
    live = game.at(ply)
    voted = cw.Poll(live).vote("Ann", first)
    assert voted.play() is live
    assert live.moves()[-1] == first
    with pytest.raises(IllegalMove, match="moved on"):
        voted.play()
    assert voted.show("played").scene["choices"][0]["played"] is True


def test_what_cannot_be_asked_is_refused_in_words(tmp_path: Path) -> None:
    game = on_record()
    with pytest.raises(ValueError, match="nobody is to play"):
        cw.Poll(game)
    with pytest.raises(ValueError, match="a game or a replay"):
        cw.Poll("game.json")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no viewer"):
        cw.Poll(game.at(3), seat=7)
    with pytest.raises(ValueError, match="no setting"):
        cw.Poll(game.at(3), pace=3)
    with pytest.raises(ValueError, match="at most 500"):
        cw.Poll(game.at(3), "x" * 501)
    with pytest.raises(ValueError, match="voters"):
        cw.Poll(game.at(3), voters=[5])  # type: ignore[list-item]
    poll = cw.Poll(game.at(3), "  two\nlines ")
    assert poll.question == "two lines"
    with pytest.raises(ValueError, match="nothing has been played"):
        poll.show("played")
    with pytest.raises(ValueError, match="does not show"):
        poll.show("hands")
    with pytest.raises(ValueError, match="has a name"):
        poll.vote(" ", game.at(3).legal_moves()[0])
    with pytest.raises(ValueError, match="who=None: whoever votes has a name"):
        poll.vote(None, game.at(3).legal_moves()[0])  # type: ignore[arg-type]
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="is a file"):
        game.replay().broadcast(tmp_path / "file")


def test_a_page_asks_and_gets_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.Poll(game.replay(ply=ply, seat=0)).vote("Ann", game.at(ply).legal_moves()[0])
    replies: list[Any] = []
    monkeypatch.setattr("capture_widgets.widgets.poll.SECONDS", 0.05)
    monkeypatch.setattr(poll, "send", replies.append)
    asks: list[dict[str, Any]] = [
        {"kind": "show", "what": "votes"}, {"kind": "show", "what": "search"}, {"kind": "hide", "what": "votes"},
        {"kind": "end"}, {"kind": "reopen"}, {"kind": "show", "what": "hands"}, {"kind": "class", "move": 5},
        {"kind": "play", "move": "x"}, {"kind": "class", "move": game.at(ply).legal_moves()[0]},
    ]  # fmt: skip
    for number, ask in enumerate(asks):
        poll._heard(None, {**ask, "id": number}, [])
        assert soon(lambda: [one["id"] for one in replies][-1:] == [number])  # noqa: B023 # asked at once
    kinds = [one["kind"] for one in replies]
    assert kinds == ["done"] * 5 + ["refused"] * 3 + ["done"]
    assert poll.shown == ["search"]
    assert poll.scene["table"] is not None


def test_a_follower_that_is_gone_leaves_no_question_behind(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay(ply=ply).broadcast(tmp_path)
    poll = cw.Poll(lead)
    told(tmp_path)
    follower = game.replay(seat=0).follow(tmp_path)
    assert isinstance(follower, Replay)
    assert follower.poll is not None
    poll.close()
    assert soon(lambda: follower.poll is None)
    assert isinstance(follower._leader, Follower)
    follower.follow(lead)
    assert follower.poll is None
    lead.close()


def test_the_page_for_teachers_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/classroom.md").read_text("utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    assert code.count("import capture_widgets as cw") == 1
    named: dict[str, Any] = {"__name__": "page"}
    exec(compile(code, "classroom.md", "exec"), named)  # noqa: S102 # our own text
    for widget in ("poll", "lead", "student"):
        named[widget].close()
