"""A class: replays that follow a leader through a shared folder, and votes on moves (docs/classroom.md)."""

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
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.class_keys import TeacherKey, as_name, key_for
from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.core.sealing import seal
from capture_widgets.core.shared_files import Folder
from capture_widgets.games import GAMES
from capture_widgets.teaching import class_reading
from capture_widgets.teaching.class_folder import (
    LEAD,
    ClassAnswer,
    Lead,
    PollQuestion,
    Writer,
    put_lead,
    signed_lead,
    start_fingerprint,
)
from capture_widgets.teaching.class_reading import AnswerReader, LeadReader
from capture_widgets.teaching.leading import leader_in
from capture_widgets.widgets import Replay
from tests import wire
from tests.cases import random_move
from tests.kernel_memory import forget_class
from tests.leaks import find_cards, unseen
from tests.notebook_cells import words_of
from tests.waiting import soon

ROOT = Path(__file__).parent.parent


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
        ply for ply in range(after, game.ply) if game.at(ply).to_play == seat and len(game.at(ply).legal_moves()) > 2
    )


def told(folder: Path) -> None:
    assert leader_in(folder).settled()


def a_vote(who: str = "Ann", move: str = "L:7b", when: float = 1.0) -> ClassAnswer:
    return ClassAnswer("vote", who, "0" * 16, 0, 3, move, "1" * 16, 2.5, when)


def the_key(folder: Path) -> TeacherKey:
    """The key of this user for a folder."""
    key = key_for(folder)
    assert key is not None
    return key


def say(folder: Path, said: ClassAnswer) -> None:
    """Somebody answers in a kernel of their own."""
    Writer(folder).write(said, the_key(folder).box)


def reader_of(folder: Path) -> AnswerReader:
    return AnswerReader(folder, the_key(folder))


def read(reader: AnswerReader) -> list[ClassAnswer]:
    """All that can be read now."""
    assert reader.update(60)
    return reader.answers()


def write_lead(folder: Path, lead: Lead) -> None:
    with Folder(folder) as opened:
        put_lead(opened, signed_lead(the_key(folder), lead))


def lead_in(folder: Path) -> Lead | None:
    """Where a class is led."""
    found = LeadReader(folder).read()
    return None if found is None else found.lead


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
    poll = cw.poll(lead, "What now?")
    told(folder)
    done = subprocess.run(
        [sys.executable, "-c", FOLLOWING, str(tmp_path / "game.json"), str(folder)],
        env={**os.environ},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    first, second = done.stdout.splitlines()
    assert first == f"{ply} 0"
    assert second == game.at(ply).legal_moves()[0]
    expected = [("Ann", second, "folder")]
    assert soon(lambda: [(one["who"], one["move"], one["source"]) for one in poll.votes] == expected)
    # the leader's kernel ends without a word, and another one takes its place
    forget_class()
    again = cw.replay(tmp_path / "game.json").broadcast(folder)
    assert again.ply == ply
    told(folder)
    kept = lead_in(folder)
    assert kept is not None and kept.poll is not None and kept.poll.question == "What now?"
    same = cw.poll(again, "What now?")
    assert [(one["who"], one["move"], one["source"]) for one in same.votes] == expected
    assert cw.poll(again, "And now?").votes == []
    for widget in (lead, poll, again, same):
        widget.close()


def test_the_console_reaches_nobody_who_follows_in_another_kernel(tmp_path: Path) -> None:
    """As the console and the page for teachers say; another kernel has a game of its own out of the same record."""
    game = on_record()
    lead = game.replay(ply=4).broadcast(tmp_path)
    console = cw.console(game)
    told(tmp_path)
    follower = cw.replay(game.record(), seat=0).follow(tmp_path, teacher=lead.fingerprint)
    assert soon(lambda: follower.ply == 4)
    game.teacher.freeze().spotlight("L").jump(2)
    console.set_up(cw.new("kommando", seed=8))
    told(tmp_path)
    assert not soon(lambda: follower.ply != 4, 0.7)
    assert follower.dump() == follower.game.dump_at(4, seat=0)
    follower.ply = 3
    assert bool(follower.following) is False, "it can still step away"
    for widget in (console, lead, follower):
        widget.close()


def test_another_game_is_not_followed_and_that_is_said(tmp_path: Path) -> None:
    on_record(seed=4).replay(ply=5).broadcast(tmp_path)
    told(tmp_path)
    follower = on_record().replay(seat=0).follow(tmp_path)
    assert follower.ply == 0
    words = "Not following: your teacher shows another game"
    assert follower.scene["notice"].startswith(words)
    assert f'"{words}"' in words_of("on_a_hub")["trouble"], "as the notebook for hubs quotes it"
    follower.close()


def test_answers_of_a_quiz_go_to_the_leader_and_wait_where_they_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay().broadcast(tmp_path)
    quiz = game.replay(seat=0, predict=[ply, choosing(game, after=ply + 1)], who="Ann")
    told(tmp_path)
    quiz.follow(tmp_path, teacher=lead.fingerprint)
    quiz.leave()

    def answer() -> str:
        while quiz.question is None:
            quiz.ply += 1
        move = game.at(quiz.ply).legal_moves()[0]
        quiz.answer(move)
        return move

    with monkeypatch.context() as broken:
        broken.setattr(Writer, "write", _no_disk)
        first = answer()
        assert lead.class_answers == []
        assert "handed in" in quiz.scene["notice"]
    second = answer()
    assert [(one["who"], one["ply"], one["chosen"]) for one in lead.class_answers] == [
        ("Ann", quiz.answers[0]["ply"], first),
        ("Ann", quiz.answers[1]["ply"], second),
    ]
    assert quiz.scene["notice"] is None, "all is handed in, and who leads was checked"
    # a poll at a position that a quiz asked about counts those answers
    lead.ply = ply
    assert [one["move"] for one in cw.poll(lead).votes] == [first]


def _no_disk(*_: object) -> None:
    raise OSError("no space left on the disk")


WRITERS = """
import os, sys, time
from pathlib import Path
from capture_widgets.teaching.class_folder import ClassAnswer, Writer
folder, box = Path(sys.argv[1]), bytes.fromhex(sys.argv[2])
children = []
for number in range(30):
    child = os.fork()
    if child == 0:
        writer = Writer(folder)
        for at in range(4):
            vote = ClassAnswer("vote", f"S{number}", "0" * 16, 0, at, f"m{number}/{at}", "1" * 16, 0.5, time.time())
            writer.write(vote, box)
        os._exit(0)
    children.append(child)
sys.exit(sum(os.waitpid(child, 0)[1] != 0 for child in children))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="thirty processes begin at once by forking one")
def test_thirty_processes_that_write_at_once_lose_nothing_and_nothing_is_torn(tmp_path: Path) -> None:
    reader, box = reader_of(tmp_path), the_key(tmp_path).box.hex()
    with subprocess.Popen([sys.executable, "-c", WRITERS, str(tmp_path), box], cwd=ROOT) as writing:
        seen = 0
        while writing.poll() is None:
            now = read(reader)
            assert reader.faults == []
            assert len(now) >= seen, "what was read once is there for good"
            seen = len(now)
        assert writing.returncode == 0
    found = {(said.who, said.ply, said.move) for said in read(reader)}
    assert found == {(f"S{number}", at, f"m{number}/{at}") for number in range(30) for at in range(4)}
    assert len([path for path in tmp_path.iterdir() if path.suffix == ".json"]) == 30, "one file a writer"


def test_a_kernel_that_has_said_much_begins_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.teaching.class_folder.MOST_ANSWERS", 3)
    writer = Writer(tmp_path)
    for at in range(7):
        writer.write(a_vote(str(at), f"m{at}", at), the_key(tmp_path).box)
    assert [said.move for said in read(reader_of(tmp_path))] == [f"m{at}" for at in range(7)]
    assert len(list(tmp_path.iterdir())) == 3


def test_a_vote_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    for at in range(300):
        writer.write(a_vote(move=f"m{at}", when=at), the_key(tmp_path).box)
    assert [said.move for said in read(reader_of(tmp_path))] == ["m299"]
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 4000


def test_a_torn_file_is_skipped_and_named_and_what_it_said_before_still_counts(tmp_path: Path) -> None:
    for who in ("Ann", "Ben"):
        say(tmp_path, a_vote(who))
    ann = next(tmp_path.glob("by-ann-*.json"))
    reader = reader_of(tmp_path)
    assert {said.who for said in read(reader)} == {"Ann", "Ben"}
    whole = ann.read_bytes()
    ann.write_bytes(whole[: len(whole) // 2])
    assert {said.who for said in read(reader)} == {"Ann", "Ben"}
    assert [name for name, _ in reader.faults] == [ann.name]
    fresh = reader_of(tmp_path)
    assert [said.who for said in read(fresh)] == ["Ben"]
    assert [name for name, _ in fresh.faults] == [ann.name]
    ann.write_bytes(whole)
    assert {said.who for said in read(fresh)} == {"Ann", "Ben"}
    assert fresh.faults == []


def packed(kind: str, **content: Any) -> dict[str, Any]:
    return {"format": "capture-widgets/class", "version": 2, "kind": kind, **content}


SAID = {"of": "vote", "who": "Ann", "start": "0" * 16, "round": 0, "ply": 3, "move": "L:7b", "poll": "1" * 16,
        "seconds": 1.0, "when": 5.0}  # fmt: skip
BAD_SAID: list[dict[str, Any]] = [
    {**SAID, "who": "a" * 81},
    {**SAID, "who": "two\nlines"},
    {**SAID, "who": "\x1b[31m"},
    {**SAID, "who": 5},
    {**SAID, "who": "\u202edne"},
    {**SAID, "round": -1},
    {**SAID, "ply": True},
    {**SAID, "ply": 10**9},
    {**SAID, "ply": 1.5},
    {**SAID, "move": "m" * 201},
    {**SAID, "move": ["L"]},
    {**SAID, "poll": "../../etc"},
    {**SAID, "start": "G" * 16},
    {**SAID, "seconds": -1},
    {**SAID, "seconds": "1"},
    {**SAID, "when": 1e300},
    {**SAID, "of": "shout"},
    {**SAID, "played": "L:7b"},
    {**SAID, "dump": {}},
    {"of": "vote"},
]


def letter(folder: Path, content: Any, **more: Any) -> bytes:
    """A file of answers, sealed as it should be, with anything in it."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    box = b64encode(seal(the_key(folder).box, text)).decode()
    return json.dumps({**packed("said", box=box, mark=""), **more}).encode()


@pytest.mark.parametrize("entry", BAD_SAID, ids=range(len(BAD_SAID)))
def test_what_is_said_is_read_strictly(tmp_path: Path, entry: dict[str, Any]) -> None:
    (tmp_path / "by-x.json").write_bytes(letter(tmp_path, {"said": [SAID, entry]}))
    reader = reader_of(tmp_path)
    assert read(reader) == []
    ((name, reason),) = reader.faults
    assert name == "by-x.json"
    assert reason.startswith("said[1]")


FILES: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda _: b"",
    "no JSON": lambda _: b"L:7b",
    "no UTF-8": lambda _: b"\xff\xfe",
    "not an object": lambda _: b"[]",
    "another format": lambda _: json.dumps({"format": "capture-widgets/record", "version": 1}).encode(),
    "an older version": lambda _: json.dumps({**packed("said", said=[], check="0" * 16), "version": 1}).encode(),
    "a later version": lambda folder: letter(folder, {"said": []}, version=3),
    "another kind": lambda folder: letter(folder, {"said": []}, kind="lead"),
    "one key more": lambda folder: letter(folder, {"said": []}, hands=[]),
    "no box": lambda folder: letter(folder, {"said": []}, box=5),
    "a box that is none": lambda folder: letter(folder, {"said": []}, box="%%%"),
    "a small box": lambda folder: letter(folder, {"said": []}, box=""),
    "another box": lambda folder: letter(folder, {"said": []}, box=b64encode(bytes(200)).decode()),
    "a mark that is none": lambda folder: letter(folder, {"said": []}, mark="x"),
    "a letter that is none": lambda folder: letter(folder, b"L:7b"),
    "a letter that is no text": lambda folder: letter(folder, b"\xff"),
    "a letter of another kind": lambda folder: letter(folder, {"said": 5}),
    "too many": lambda folder: letter(folder, {"said": [SAID] * 101}),
    "too long": lambda _: b" " * (1 << 20),
    "nested": lambda _: b"[" * 100_000,
    "a letter that is nested": lambda folder: letter(folder, b"[" * 50_000),
    "a key twice": lambda _: b'{"format": "capture-widgets/class", "format": "capture-widgets/class"}',
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_file_that_is_none_of_ours_is_named_and_the_others_count(
    tmp_path: Path, content: Callable[[Path], bytes]
) -> None:
    say(tmp_path, a_vote("Ben"))
    (tmp_path / "by-x.json").write_bytes(content(tmp_path))
    (tmp_path / LEAD).write_bytes(content(tmp_path))
    reader = reader_of(tmp_path)
    assert [said.who for said in read(reader)] == ["Ben"]
    assert [name for name, _ in reader.faults] == ["by-x.json"]
    leads = LeadReader(tmp_path)
    assert leads.read() is None
    assert leads.fault.startswith(LEAD)


def test_a_folder_of_an_older_release_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / LEAD).write_text(json.dumps({"format": "capture-widgets/class", "version": 1, "kind": "lead"}))
    leads = LeadReader(tmp_path)
    assert leads.read() is None
    assert "an older release of capture_widgets wrote this" in leads.fault


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_pipes_links_and_folders_are_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    secret = tmp_path / "secret.json"
    secret.write_bytes(letter(folder, {"said": [SAID]}))
    os.mkfifo(folder / "by-a.json")
    (folder / "by-b.json").symlink_to(secret)
    (folder / "by-c.json").mkdir()
    reader = reader_of(folder)
    assert read(reader) == []
    assert [name for name, _ in reader.faults] == ["by-a.json", "by-b.json", "by-c.json"]
    assert all("was not opened" in words for _, words in reader.faults)


def signed(folder: Path, **content: Any) -> bytes:
    """A leader's file with anything in it, signed as it should be."""
    key = the_key(folder)
    data = packed("lead", number=1, key=key.public.hex(), box=key.box.hex(), **content)
    message = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    return json.dumps({**data, "signature": key.sign(message).hex()}).encode()


def test_the_leaders_file_is_read_strictly(tmp_path: Path) -> None:
    lead = {"game": "kommando", "start": "0" * 16, "round": 0, "ply": 3, "poll": None}
    poll = {"name": "1" * 16, "round": 0, "ply": 3, "question": "What now?", "open": True}
    (tmp_path / LEAD).write_bytes(signed(tmp_path, **{**lead, "poll": poll}))
    assert lead_in(tmp_path) == Lead("kommando", "0" * 16, 0, 3, PollQuestion("1" * 16, 0, 3, "What now?", True))
    bad: list[dict[str, Any]] = [
        {**lead, "ply": "3"}, {**lead, "round": -1}, {**lead, "game": "k" * 61}, {**lead, "start": ""},
        {**lead, "poll": {**poll, "question": "q" * 501}}, {**lead, "poll": {**poll, "open": 1}},
        {**lead, "poll": {**poll, "name": "x"}}, {**lead, "poll": []}, {**lead, "dump": {}},
    ]  # fmt: skip
    for one in bad:
        (tmp_path / LEAD).write_bytes(signed(tmp_path, **one))
        reader = LeadReader(tmp_path)
        assert reader.read() is None, one
        assert reader.fault.startswith(LEAD)


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
        say(tmp_path, a_vote(who, when=time.time() + 1e6))
    write_lead(tmp_path, Lead("kommando", "0" * 16, 0, 3))
    for path in tmp_path.iterdir():
        os.utime(path, (time.time() + 1e6,) * 2)  # a time in the future does not make it new for ever
    reader, leads = reader_of(tmp_path), LeadReader(tmp_path)
    opened = []
    opening = Folder.open

    def counted(folder: Folder, name: str, *args: Any, **more: Any) -> int:
        opened.append(name)
        return opening(folder, name, *args, **more)

    monkeypatch.setattr(Folder, "open", counted)
    monkeypatch.setattr(class_reading, "READ_AGAIN", (0.0, 0.01, 0.02, 0.03))
    first = read(reader), leads.read()
    assert len(first[0]) == 3
    for _ in range(20):
        time.sleep(0.01)
        assert (read(reader), leads.read()) == first
    assert len(opened) <= 4 * 4, "each is read so many times and no more"
    opened.clear()
    for _ in range(100):
        read(reader)
        leads.read()
    assert opened == []


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
    kept = lead_in(tmp_path)
    assert kept == Lead(slug, start_fingerprint(game.history), 0, game.ply)
    lead.close()


def test_what_the_class_chose_is_not_in_the_page_before_it_is_shown() -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.poll(game.replay(ply=ply, seat="public"))
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


def test_the_search_shows_neither_what_was_played_nor_a_choice_that_it_has_not_made() -> None:
    game = cw.new("kommando", seed=3, seats=[cw.bots.Greedy(seed=1), cw.bots.Greedy(seed=2)]).run()
    moves = game.at(7).legal_moves()
    assert (moves, game.moves()[7]) == (["5r", "7r", "8r", "9r"], "9r")
    poll = cw.poll(game.replay(seat=0, ply=7), "What would you play?").vote("Ann", "7r").show("votes")
    for few in range(8):  # too few simulations for estimates: then the class's first move is not the search's choice
        poll.search(simulations=8, seed=few)
        assert all(one["value"] is None for one in poll.judged.values())
        (best,) = [one["move"] for one in poll.scene["choices"] if one["best"]]
        assert [one["move"] for one in poll.scene["choices"]] == list(dict.fromkeys(["7r", best]))
        if best != "7r":
            break
    else:
        raise AssertionError("the search chose what the class chose, each time")
    poll.show("played")
    assert "9r" in [one["move"] for one in poll.scene["choices"]]


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
    poll = cw.poll(here, voters={"Ann": tables[0], "Ben": tables[1].table(seat=0), "C": asks, "": answers})
    assert poll.tally() == {second: 1}
    tables[0].play(first)
    tables[1].play(first).undo().play(second)
    asks.vote(first)
    asks.vote(second)
    poll.vote("Gus", first)
    found = {one["who"]: (one["move"], one["source"]) for one in poll.votes}
    assert found == {
        "Ann": (first, "table"),
        "Ben": (second, "table"),
        "Cem": (second, "replay"),
        "Dora": (second, "file"),
        "Gus": (first, "code"),
    }
    assert poll.tally() == {second: 3, first: 2}
    assert poll.choice == second
    assert [reason for _, reason in poll.faults] == [
        "line 6: not JSON at line 1, column 9: Unterminated string starting at",
        "Eve: nonsense is no legal move here",
    ]
    assert soon(lambda: poll.scene["count"] == 5), "another thread may be at it"
    frame = poll.frame()
    assert [*frame.columns] == ["who", "move", "source", "seconds"]
    assert len(frame) == 5
    with pytest.raises(IllegalMove):
        poll.vote("Gus", "R:??")
    poll.end()
    assert asks.poll["open"] is False
    with pytest.raises(ActionRefused, match="this vote is closed"):
        asks.vote(first)
    with pytest.raises(ActionRefused, match="this vote is closed"):
        poll.vote("Gus", second)
    tables[0].undo().play(second)
    assert poll.tally() == {second: 3, first: 2}, "what is played after the end does not count"
    assert poll.reopen().tally() == {second: 4, first: 1}


def test_a_poll_in_a_notebook_waits_and_a_new_vote_ends_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("capture_widgets.widgets.classroom.poll.has_page", lambda _: True)
    game = on_record()
    ply = choosing(game)
    first, second, *_ = game.at(ply).legal_moves()
    lead = game.replay(ply=ply).broadcast(tmp_path)
    voter = game.replay(seat=0, ply=ply, who="Ann")
    one, two = cw.poll(lead, "One?", voters=[voter]), cw.poll(lead, "Two?")
    ballot = one.ballot("Ben")
    told(tmp_path)
    now = lead_in(tmp_path)
    assert now is not None
    assert (now.poll, one.is_open, one.scene["begun"], voter.poll, ballot.poll) == (None, False, False, None, None)
    assert one.vote("Cem", first).tally() == {first: 1}, "a vote by code counts"
    wire.say(one, {"kind": "reopen", "id": 1})
    ballot.vote(second)
    assert one.is_open
    assert voter.poll["open"] is True
    two.reopen()
    assert (one.is_open, two.is_open) == (False, True)
    assert one.tally() == {first: 1, second: 1}
    told(tmp_path)
    now = lead_in(tmp_path)
    assert now is not None
    assert now.poll is not None
    assert now.poll.question == "Two?"
    assert cw.poll(lead, "Two?").is_open, "what an earlier kernel has asked goes on"
    assert not cw.poll(lead, "Three?").end().reopen().end().is_open
    lead.close()


def test_a_replay_of_another_seat_looks_on() -> None:
    game = on_record()
    ply = choosing(game)
    other = game.replay(seat=1, ply=ply)
    cw.poll(game.replay(ply=ply), voters=[other])
    with pytest.raises(ActionRefused, match="it is A's turn there"):
        other.vote(game.at(ply).legal_moves()[0])


def test_a_ballot_ends_where_the_question_is() -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.poll(game.replay(ply=ply))
    ballot = poll.ballot("Ann")
    assert ballot.game.ply == ply == ballot.ply
    assert ballot.seat == 0
    wire.say(ballot, {"kind": "vote", "id": 1, "round": 0, "ply": ply, "move": game.at(ply).legal_moves()[1]})
    assert [(one["who"], one["move"]) for one in poll.votes] == [("Ann", game.at(ply).legal_moves()[1])]
    assert ballot.poll["chosen"] == game.at(ply).legal_moves()[1]
    assert ballot.game.ply == ply, "a vote is not played: what it would have shown stays hidden"


def test_the_class_plays_on_with_its_move() -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.poll(game.replay(ply=ply, seat=0))
    first, second, *_ = game.at(ply).legal_moves()
    with pytest.raises(ValueError, match="nobody has voted"):
        poll.play()
    poll.vote("Ann", first).vote("Ben", second)
    with pytest.raises(ValueError, match="equally many votes"):
        poll.play()
    on = poll.vote("Cem", second).play(against=cw.bots.Greedy(seed=1))
    assert on.moves() == [*game.moves()[:ply], second]
    assert isinstance(on.seats[1], cw.bots.Greedy)
    assert poll.scene["table"] == on.table(seat=0).model_id
    assert game.ply > ply, "the record stays as it is"
    live = game.at(ply)
    voted = cw.poll(live).vote("Ann", first)
    assert voted.play() is live
    assert live.moves()[-1] == first
    with pytest.raises(ActionRefused, match="moved on"):
        voted.play()
    assert voted.show("played").scene["choices"][0]["played"] is True


def test_what_cannot_be_asked_is_refused_in_words(tmp_path: Path) -> None:
    game = on_record()
    with pytest.raises(ValueError, match="nobody is to play"):
        cw.poll(game)
    with pytest.raises(ValueError, match="a game or a replay"):
        cw.poll("game.json")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no viewer"):
        cw.poll(game.at(3), seat=7)
    with pytest.raises(ValueError, match="no setting"):
        cw.poll(game.at(3), pace=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="at most 500"):
        cw.poll(game.at(3), "x" * 501)
    with pytest.raises(ValueError, match="voters"):
        cw.poll(game.at(3), voters=[5])  # type: ignore[list-item]
    poll = cw.poll(game.at(3), "  two\nlines ")
    assert poll.question == "two lines"
    with pytest.raises(ValueError, match="nobody has played from here"):
        poll.show("played")
    with pytest.raises(ValueError, match="does not show"):
        poll.show("hands")
    with pytest.raises(ValueError, match="the name of the person"):
        poll.vote(" ", game.at(3).legal_moves()[0])
    with pytest.raises(ValueError, match="who=None: expected the name"):
        poll.vote(None, game.at(3).legal_moves()[0])  # type: ignore[arg-type]
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="is a file"):
        game.replay().broadcast(tmp_path / "file")


def test_a_page_asks_and_gets_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    game = on_record()
    ply = choosing(game)
    poll = cw.poll(game.replay(ply=ply, seat=0)).vote("Ann", game.at(ply).legal_moves()[0])
    replies: list[Any] = []
    monkeypatch.setattr("capture_widgets.widgets.classroom.poll.SECONDS", 0.05)
    monkeypatch.setattr(poll, "send", replies.append)
    asks: list[dict[str, Any]] = [
        {"kind": "show", "what": "votes"}, {"kind": "show", "what": "search"}, {"kind": "hide", "what": "votes"},
        {"kind": "end"}, {"kind": "reopen"}, {"kind": "show", "what": "hands"}, {"kind": "class", "move": 5},
        {"kind": "play", "move": "x"}, {"kind": "class", "move": game.at(ply).legal_moves()[0]},
    ]  # fmt: skip
    for number, ask in enumerate(asks):
        wire.say(poll, {**ask, "id": number})
        assert soon(lambda: [one["id"] for one in replies][-1:] == [number])  # noqa: B023 # asked at once
    kinds = [one["kind"] for one in replies]
    assert kinds == ["done"] * 5 + ["refused"] * 3 + ["done"]
    assert poll.shown == ["search"]
    assert poll.scene["table"] is not None


def test_a_follower_that_is_gone_leaves_no_question_behind(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay(ply=ply).broadcast(tmp_path)
    poll = cw.poll(lead)
    told(tmp_path)
    follower = game.replay(seat=0).follow(tmp_path)
    assert isinstance(follower, Replay)
    assert follower.poll is not None
    poll.close()
    assert soon(lambda: follower.poll is None)
    lead.ply = ply + 1
    assert soon(lambda: follower.ply == ply + 1), "it follows still"
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
