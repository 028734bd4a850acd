"""Replays: frames, lenses, spoiler-free and predict mode, notes, lines, leaders, hostile records."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from traitlets import TraitError

import capture_widgets as cw
from capture_widgets.engine.card_names import named_cards
from capture_widgets.engine.state import Viewer
from capture_widgets.export.pages import replay_html
from capture_widgets.games import GAMES
from capture_widgets.model.dump import patched
from capture_widgets.widgets.replay.positions import MOST_TAIL
from capture_widgets.widgets.replay.replay import Replay
from tests.cases import random_move, viewers
from tests.leaks import find_cards
from tests.wire import listen, say, set_traits

MATCHES = ("kommando", "universal")


@cache
def played(slug: str, seed: int = 2, most: int = 90) -> Any:
    """The record of a random game, a match where there are such."""
    game, rng = cw.new(slug, seed=seed, match=slug in MATCHES), Random(seed)
    while not game.is_over and len(game.history.movers()) < most:
        game.play(str(random_move(game.state, rng)))
    return game.record()


def record(slug: str, **more: Any) -> Any:
    return {**json.loads(json.dumps(played(slug))), **more}


def folded(frames: Any, tail: Any = None) -> list[Any]:
    """The dumps that a browser makes of one round's frames."""
    dumps = [frames["dumps"][0]]
    patches = frames["dumps"][1:] + (tail["dumps"] if tail and tail["round"] == frames["round"] else [])
    for steps in patches:
        dumps.append(patched(dumps[-1], steps))
    return dumps


def synced(replay: Replay) -> Any:
    """Everything that a browser gets, as it travels."""
    return json.loads(json.dumps(replay.get_state(), default=str))


def moves_now(replay: Replay) -> list[str]:
    dump = replay.dump()
    assert dump is not None
    return dump["legal_moves"]


def lenses(slug: str) -> list[Viewer]:
    return [*viewers(GAMES[slug], {}), None]


# -- frames


@pytest.mark.parametrize("slug", GAMES)
def test_every_frame_is_the_dump_of_that_ply_for_every_lens(slug: str) -> None:
    game = cw.load(played(slug))
    replay = game.replay(seat=None)
    for seat in lenses(slug):
        replay.seat = seat
        assert [entry["round"] for entry in replay.frames] == list(game.round_numbers())
        for entry in synced(replay)["frames"]:
            dumps = folded(entry)
            plies = game.plies(entry["round"])
            assert len(dumps) == len(plies)
            for ply, dump in zip(plies, dumps, strict=True):
                assert dump == game.at(ply, round=entry["round"]).dump(seat)


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_lens_holds_no_card_that_the_seat_could_not_know(slug: str, tmp_path: Path) -> None:
    """In traits, messages and exported files, at any ply shown."""
    game = cw.load(played(slug))
    game.comment("Look: " + " ".join(game.type.deck.text[:40]), ply=1, round=0)
    for seat in viewers(GAMES[slug], {}):
        known: set[str] = set()
        for number in game.round_numbers():
            for ply in game.plies(number):
                view = game.dump_at(ply, round=number, seat=seat)
                known |= {card for _, card in find_cards([view["table"], view["legal_moves"]], game.type.deck.text)}
                if slug == "universal":
                    known |= {rank + suit for suit, n in view["table"]["bar"].items() for rank in "1234567MSG"[:n]}
        secret = [card for card in game.type.deck.text if card not in known]
        replay = game.replay(seat=seat, lenses=[seat, None])
        sent = listen(replay)
        say(replay, {"kind": "comment", "id": 1, "round": 0, "ply": 0, "text": "x"})
        say(replay, {"kind": "on", "id": 2, "round": 0, "ply": 0, "move": game.moves(0)[0]})
        replay.seat = None
        replay.seat = seat
        page = replay.save_html(tmp_path / "page.html").read_text("utf-8")
        data = page.split('id="data">')[1].split("</script>")[0]
        plain = page.split("<noscript>")[1].split("</noscript>")[0]
        for what in (synced(replay), sent, json.loads(data), plain, replay._repr_mimebundle_()):
            assert find_cards(json.loads(json.dumps(what, default=str)), secret) == []


def test_columns_a_hidden_placement_is_veiled_until_it_is_shown() -> None:
    replay = cw.replay(played("columns"), seat="public")
    first, second = replay.frames[0]["log"][:2]
    assert first["veiled"] == "A has chosen; nobody else sees it yet."
    assert "veiled" not in second
    assert "veiled" not in cw.replay(played("columns"), seat=0).frames[0]["log"][0]
    assert "??" in folded(replay.frames[0])[1]["table"]["placed"][0]


def test_the_lens_is_one_of_those_offered() -> None:
    replay = cw.replay(played("kommando"), seat=0, lenses=[0, "public"])
    with pytest.raises(TraitError, match="as seat A, as a spectator"):
        replay.seat = None
    assert replay.seat == 0
    replay.seat = "public"
    assert replay.frames[0]["dumps"][0]["seat"] == "public"
    with pytest.raises(TraitError):
        replay.seat = False
    with pytest.raises(ValueError, match="there is no viewer 7"):
        cw.replay(played("kommando"), seat=7)


def test_round_and_ply_stay_where_something_is() -> None:
    replay = cw.replay(played("kommando"), round=1, ply=4)
    assert (replay.round, replay.ply) == (1, 4)
    replay.ply = 900
    assert replay.ply == 20
    replay.round = -3
    assert (replay.round, replay.ply) == (0, 20)
    replay.ply = -1
    assert replay.ply == 0


def test_traits_link_to_one_another() -> None:
    from ipywidgets import IntSlider, link

    slider, other = IntSlider(), cw.replay(played("kommando"), seat=1)
    replay = cw.replay(played("kommando"), seat=0)
    link((slider, "value"), (replay, "ply"))
    link((replay, "ply"), (other, "ply"))
    slider.value = 7
    assert (replay.ply, other.ply) == (7, 7)
    other.ply = 3
    assert slider.value == 3
    assert {"ply", "round", "seat", "playing"} <= set(replay.keys)


# -- leader


def test_a_follower_goes_along_leaves_and_rejoins() -> None:
    leader = cw.replay(played("kommando"), seat=None)
    follower = cw.replay(played("kommando"), seat=1).follow(leader)
    leader.ply = 5
    assert (follower.ply, follower.following) == (5, True)
    follower.ply = 2
    assert (follower.ply, follower.following) == (2, False)
    leader.round, leader.ply = 1, 9
    assert (follower.round, follower.ply) == (0, 2)
    follower.rejoin()
    assert (follower.round, follower.ply, follower.following) == (1, 9, True)
    follower.leave()
    leader.ply = 1
    assert follower.ply == 9
    follower.set_trait("following", True)  # as the button in the browser does
    assert follower.ply == 1
    with pytest.raises(ValueError, match="follow itself"):
        leader.follow(leader)


# -- spoiler-free


@pytest.mark.parametrize("slug", GAMES)
def test_spoiler_free_sends_nothing_of_the_future(slug: str) -> None:
    game = cw.load(played(slug)).comment("That decides it.", ply=6, round=0).glyph("!", ply=2, round=0)
    replay = game.replay(seat=None, spoilers=False)
    plies = list(game.plies(0))[:60]
    for ply in plies:
        replay.ply = ply
        state = synced(replay)
        (entry,) = state["frames"]
        dumps = folded(entry, state["tail"])
        assert [dump["ply"] for dump in dumps] == plies[: ply + 1]
        assert dumps[-1] == game.dump_at(ply, round=0)
        assert all(int(key.split("/")[1]) <= ply for key in state["notes"])
        assert state["scene"]["more"] is ((0, ply) != (game.round, game.ply))
        tail = state["tail"] or {"dumps": [], "log": []}
        log = [one for one in entry["log"] if not tail["log"] or one["ply"] < tail["log"][0]["ply"]] + tail["log"]
        assert log == game.log(None, ply=ply, round=0)
        assert len(tail["dumps"]) <= MOST_TAIL
    assert synced(replay)["notes"]["0/2"]["glyph"] == "!"
    assert f"ply {game.ply}" not in repr(replay) or replay.ply == game.ply


def test_spoiler_free_goes_on_into_the_next_round_at_its_start() -> None:
    replay = cw.replay(played("kommando"), seat=0, spoilers=False)
    replay.ply = 400
    assert (replay.round, replay.ply, len(replay.frames)) == (0, 20, 1)
    replay.round = 1
    assert (replay.round, replay.ply, len(replay.frames)) == (1, 0, 2)
    assert len(replay.frames[1]["dumps"]) == 1
    replay.round = 0
    assert len(replay.frames) == 2


def test_spoiler_free_exports_and_falls_back_to_what_is_reached(tmp_path: Path) -> None:
    game = cw.load(played("kommando"))
    replay = game.replay(seat=None, spoilers=False)
    replay.ply = 3
    page = replay.save_html(tmp_path / "x.html").read_text("utf-8")
    frames = json.loads(page.split('id="data">')[1].split("</script>")[0])["all"][0]
    assert [len(entry["dumps"]) for entry in frames] == [4]
    assert len(replay.plain()[1]) == 3


# -- predict


def test_predict_asks_before_each_move_of_the_lens_and_keeps_the_answers() -> None:
    game = cw.load(played("kommando"))
    replay = game.replay(seat=0, predict=True, who="Ada")
    moves = game.moves(0)
    asked = 0
    while replay.round == 0 and replay.ply < 20:
        question = replay.question
        if question == {"round": 0, "ply": replay.ply, "words": None, "better": False}:
            assert moves[replay.ply] not in [entry["move"] for entry in replay.frames[0]["log"][replay.ply :]]
            before = replay.ply
            replay.ply = 20
            assert replay.ply == before, "an open question is not stepped over"
            replay.answer(moves_now(replay)[-1])
            asked += 1
            assert replay.told["played"] == moves[before]
        else:
            replay.ply += 1
    assert asked == 10
    assert [answer["played"] for answer in replay.answers] == [moves[answer["ply"]] for answer in replay.answers]
    assert {answer["who"] for answer in replay.answers} == {"Ada"}
    assert all(answer["seconds"] >= 0 for answer in replay.answers)
    assert "answers" not in replay.get_state()


def test_predict_marked_positions_only() -> None:
    replay = cw.replay(played("kommando"), seat=None, predict=["0/3", 6])
    replay.ply = 20
    assert replay.question == {"round": 0, "ply": 3, "words": None, "better": False}
    with pytest.raises(cw.IllegalMove):
        replay.answer("R:nonsense")
    assert replay.answers == []
    replay.answer(moves_now(replay)[0])
    replay.ply = 20
    assert replay.ply == 6
    replay.answer(moves_now(replay)[0])
    replay.ply = 20
    assert (replay.ply, replay.question) == (20, None)
    with pytest.raises(cw.ActionRefused, match="no question is open"):
        replay.answer("x")


def test_predict_needs_a_viewer_with_moves_to_choose_from() -> None:
    with pytest.raises(ValueError, match="a spectator has no moves"):
        cw.replay(played("kommando"), predict=True)


def test_predict_answers_come_as_listen() -> None:
    replay = cw.replay(played("kommando"), seat=None, predict=True)
    sent = listen(replay)
    move = moves_now(replay)[0]
    say(replay, {"kind": "answer", "id": 4, "round": 0, "ply": 1, "move": move})
    assert sent[-1]["kind"] == "refused"
    say(replay, {"kind": "answer", "id": 5, "round": 0, "ply": 0, "move": move})
    assert sent[-1] == {"kind": "done", "id": 5}
    assert (replay.ply, len(replay.answers)) == (1, 1)


# -- notes and lines


def test_comments_and_glyphs_are_kept_in_the_record() -> None:
    replay = cw.replay(played("kommando"), seat=0)
    sent = listen(replay)
    say(replay, {"kind": "comment", "id": 1, "round": 0, "ply": 2, "text": "<b>Bold</b>"})
    say(replay, {"kind": "glyph", "id": 2, "round": 0, "ply": 2, "text": "!?"})
    assert replay.record["comments"]["0/2"] == "<b>Bold</b>"
    assert replay.record["glyphs"] == {"0/2": "!?"}
    assert replay.notes["0/2"] == {"comment": "<b>Bold</b>", "glyph": "!?"}
    assert cw.load(replay.record).comments == replay.record["comments"]
    wrongs: list[Any] = [("glyph", "!!!"), ("comment", 3), ("comment", "x" * 30_000)]
    for kind, text in wrongs:
        say(replay, {"kind": kind, "text": text, "id": 3, "round": 0, "ply": 2})
        assert sent[-1]["kind"] == "refused"
    say(replay, {"kind": "comment", "id": 4, "round": 0, "ply": 2, "text": ""})
    assert replay.record["comments"] == {}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a bold attack", True),
        ("he holds the {}", False),
        ("B has {words} left", False),
        ("the {rank} of {suit}", False),
        ("{rank} {suit}, I think", False),
        ("the {suit}-{rank}!", False),
        ("only {spelled} {suit} is left", False),
        ("two {suit} {spelled}s", False),
    ],
)
def test_a_comment_that_names_an_unknown_card_is_kept_from_a_seat(text: str, shown: bool) -> None:
    from capture_widgets.engine.faces import card_words, parts

    game = cw.load(played("kommando"))
    card = game.at(0, round=0).dump()["table"]["hands"][1][0]
    suit, rank = (entry["name"] for entry in parts(game.type.deck, card) or ())
    spelled = "one two three four five six seven eight nine ten".split()[int(rank) - 1]
    words = card_words(game.type.deck, card)
    game.comment(text.format(card, words=words, suit=suit, rank=rank, spelled=spelled), ply=0, round=0)
    assert ("0/0" in game.replay(seat=0).notes) is shown
    assert "0/0" in game.replay(seat=1).notes
    assert "0/0" in game.replay(seat=None).notes


def test_playing_on_keeps_a_line_that_can_be_extended_and_promoted() -> None:
    game = cw.new("kommando", seed=4)
    rng = Random(4)
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
    game.comment("Later.", ply=9)
    replay = game.replay(seat=None, ply=6)
    main = game.moves()
    other = next(move for move in game.at(6).legal_moves() if move != main[6])
    replay.play(other)
    assert (replay.line, replay.ply) == (1, 7)
    assert [(line["at"], line["moves"]) for line in replay.lines] == [("0/6", [other])]
    assert replay.lines[0]["words"].startswith(("attack the ", "answer with the "))
    assert folded(replay.frames[0])[-1] == game.at(6).play(other).dump()
    answer = game.at(6).play(other).legal_moves()[0]
    replay.play(answer)
    assert (replay.line, replay.lines[0]["moves"]) == (1, [other, answer])
    replay.ply = 6
    replay.play(main[6])
    assert (replay.line, replay.ply) == (0, 7), "the main line's own move leads along the main line"
    replay.ply = 6
    replay.play(other)
    assert (replay.line, replay.ply, len(replay.lines)) == (1, 7, 1)
    replay.promote()
    assert replay.line == 0
    assert replay.record["rounds"][0]["moves"] == [*main[:6], other, answer]
    assert replay.record["variations"] == [{"at": "0/6", "moves": main[6:], "comments": {"0/9": "Later."}}]
    assert replay.record["comments"] == {}
    replay.line = 1
    assert replay.notes == {"0/9": {"comment": "Later.", "glyph": ""}}
    replay.line = 0
    assert replay.notes == {}
    assert cw.load(replay.record).record() == replay.record
    replay.promote(1)
    assert replay.record["comments"] == {"0/9": "Later."}
    assert replay.record["rounds"][0]["moves"] == main
    replay.drop(1)
    assert replay.record["variations"] == []


def test_lines_are_for_the_open_view() -> None:
    game = cw.load(played("kommando"))
    replay = game.replay(seat=0)
    with pytest.raises(cw.ActionRefused, match="everything open"):
        replay.play(game.at(0, round=0).legal_moves()[0])
    replay.seat = None
    replay.play(next(move for move in game.at(0, round=0).legal_moves() if move != game.moves(0)[0]))
    assert replay.line == 1
    replay.seat = 0
    assert (replay.line, replay.lines) == (0, [])
    assert folded(replay.frames[0])[-1]["ply"] == 20
    replay.line = 1
    assert replay.line == 0


def test_an_illegal_move_from_a_browser_is_refused_with_its_rule() -> None:
    replay = cw.replay(played("kommando"), seat=None)
    sent = listen(replay)
    say(replay, {"kind": "on", "id": 8, "round": 0, "ply": 0, "move": "Q"})
    assert (sent[-1]["kind"], sent[-1]["rule"], sent[-1]["id"]) == ("refused", "GE-3", 8)
    wrongs: list[Any] = [{"kind": "promote", "line": "x"}, {"kind": "drop", "line": 9}, {"kind": []}, {"kind": "on"}]
    for message in wrongs:
        say(replay, {**message, "id": 9})
        assert sent[-1]["kind"] == "refused"
    assert replay.lines == []


# -- damaged and hostile records


def test_a_damaged_record_opens_up_to_the_fault_and_says_where() -> None:
    broken = record("kommando")
    broken["rounds"][1]["moves"][4] = "L:99z"
    replay = cw.replay(broken, seat=None)
    assert [len(entry["dumps"]) for entry in replay.frames] == [21, 5]
    assert "rounds[1].moves[4]" in replay.scene["notice"]
    assert replay.faults[0][0] == "rounds[1].moves[4]"


def test_a_fault_tells_a_seat_neither_cards_nor_results_nor_where_it_all_ends() -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    hidden = game.dump()["table"]["hands"][1][0]
    legal = game.legal_moves()
    refused = next(card for card in game.type.deck.text if card not in legal)
    lines = {**game.record(), "variations": [{"at": "0/1", "moves": [refused]}]}
    assert refused in cw.replay(lines, seat=None).scene["notice"]
    for seat in (0, "public"):
        told = cw.replay(lines, seat=seat).scene["notice"]
        assert "variations[0].moves[0]" in told
        assert find_cards(told, game.type.deck.text) == []
    ended: Any = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run().record()
    ended["rounds"][0]["result"]["points"] = [1, 2]
    several: list[dict[str, Any]] = [{"spoilers": False}, {"predict": True}, {"spoilers": False, "seat": None}]
    for settings in several:
        replay = cw.replay(ended, **{"seat": 0, **settings})
        assert replay.scene["notice"] == "This record is damaged."
        assert hidden
    replay = cw.replay(ended, seat=0, spoilers=False)
    replay.ply = 20
    assert replay.scene["notice"] == "This record is damaged and could be read up to rounds[0].result."


@pytest.mark.parametrize(
    ("slug", "text", "card"),
    [
        *(("columns", text, "Kh") for text in ("the K of hearts", "♥K", "K♥", "kings of hearts", "king, hearts", "KH")),
        *(("columns", text, "Th") for text in ("10h", "T of hearts", "ten of hearts", "♥ 10")),
        *(("columns", text, None) for text in ("as expected", "a heart would do", "c4", "king me", "10 points")),
        *(("kommando", text, "7y") for text in ("y7", "seven (yellow)", "yellow sevens", "7 of yellow")),
        *(("universal", text, "Gn") for text in ("Gn", "Galaxy N", "the galaxy of n")),
    ],
)
def test_cards_are_known_by_many_names(slug: str, text: str, card: str | None) -> None:
    assert named_cards(GAMES[slug].deck, text) == ({card} if card else set())


def test_a_path_in_a_notice_ends_before_the_records_own_words() -> None:
    record = cw.new("kommando", seed=7).record()
    notice = cw.replay({**record, "comments": {"B holds 10b": "x"}}, seat=0).scene["notice"]
    assert notice == "This record is damaged and could be read up to comments."


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": "giant"},
        {"predit": True},
        {"predict": 5},
        {"predict": ["0-1"]},
        {"predict": [-1]},
        {"predict": ["7/3"]},
        {"settings": {"size": "huge"}},
        {"settings": {"nope": 1}},
        {"settings": None},
    ],
)
def test_what_no_replay_takes_is_refused_in_words(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="setting|predict|position|size|ply|round"):  # noqa: RUF043 # one of them
        cw.new("kommando", seed=7).replay(seat=0, **wrong)
    with pytest.raises(ValueError, match="setting"):
        cw.new("kommando", seed=7).inspect(colour="red")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": []},
        {"rounds": [{"deal": 3, "moves": []}]},
        {"game": "chess"},
        {"game": ["kommando"]},
        {"options": {"target": "<script>"}},
        {"version": 99},
    ],
)
def test_a_record_without_a_start_is_refused(wrong: Any) -> None:
    with pytest.raises(cw.RecordError):
        cw.replay(record("kommando", **wrong))


def test_html_in_names_and_comments_stays_text() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    hostile = record("kommando", seats=[evil, "Bo"], comments={"0/0": evil})
    replay = cw.replay(hostile, seat=None)
    assert replay.scene["seats"][0]["name"] == evil
    page = replay_html(replay.game.history, None)
    assert "<img" not in page
    assert "alert(1)</script>" not in page
    assert page.count("<script") == page.count("</script>") == 2
    state = json.loads(page.split('id="data">')[1].split("</script>")[0])["state"]
    assert state["notes"]["0/0"]["comment"] == evil


def test_a_million_moves_neither_hang_nor_open_whole(tmp_path: Path) -> None:
    game = cw.new("fourx", seed=3)
    rng = Random(1)
    while not any(move.startswith("travel") for move in game.legal_moves()):
        game.play(str(random_move(game.state, rng)))
    hostile: Any = game.record()
    there = next(move for move in game.legal_moves() if move.startswith("travel"))
    hostile["rounds"][0]["moves"] += [there, "?"] * 500_000
    start = process_time()
    replay = cw.replay(hostile, seat="public")
    assert process_time() - start < 10
    assert "moves[" in replay.scene["notice"]


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000 + "]" * 100_000)
    with pytest.raises(cw.RecordError):
        cw.replay(path)
    deep: Any = []
    for _ in range(300):
        deep = [deep]
    assert cw.replay(record("kommando", comments={"0/0": deep})).faults


# -- inspector


def test_an_inspector_steps_with_its_replay() -> None:
    game = cw.load(played("kommando"))
    replay = game.replay(seat=0)
    inspector = replay.inspect()
    replay.ply = 4
    assert inspector.dump == game.dump_at(4, round=0, seat=0)
    assert inspector.before == game.dump_at(3, round=0, seat=0)
    replay.seat = "public"
    assert (inspector.seat, inspector.dump) == ("public", game.dump_at(4, round=0, seat="public"))
    replay.ply = 0
    assert inspector.before is None


def test_an_inspector_of_a_game_follows_it_and_the_chosen_seat() -> None:
    game = cw.new("kommando", seed=3)
    inspector = game.inspect()
    game.play(game.legal_moves()[0])
    assert (inspector.dump, inspector.before) == (game.dump(), game.dump_at(0))
    inspector.seat = 1
    assert (inspector.dump, inspector.before) == (game.dump(1), game.dump_at(0, seat=1))
    narrow = game.inspect(seat=0)
    with pytest.raises(TraitError):
        narrow.seat = None
    with pytest.raises(ValueError, match="no viewer"):
        game.inspect(seat=5)


# -- a game that is still being played


def test_a_replay_of_a_game_that_is_being_played_is_its_seats_alone() -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    hidden = game.dump()["table"]["hands"][1]
    for seat in (0, 1, "public"):
        replay = game.replay(seat=seat)
        assert [lens["seat"] for lens in replay.scene["lenses"]] == [seat]
        assert "still being played" in replay.scene["notice"]
        sent = listen(replay)
        for other in (None, 0, 1, "public"):
            replay.set_state({"seat": other})
            assert replay.seat == seat
        assert [one["kind"] for one in sent] == ["refused"] * 3
    replay = game.replay(seat=0)
    replay.set_state({"seat": None})
    assert find_cards(synced(replay), hidden) == []
    assert [lens["seat"] for lens in game.replay(seat=0, lenses=[0, None]).scene["lenses"]] == [0, None]
    assert len(game.replay(seat=None).scene["lenses"]) == 4, "everything is open anyway"


def test_a_replay_of_what_is_over_or_on_disk_offers_all_views() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)])
    assert len(cw.replay(game.record(), seat=0).scene["lenses"]) == 4, "whoever has the record has it all"
    game.run()
    replay = game.replay(seat=0)
    assert len(replay.scene["lenses"]) == 4
    assert replay.scene["notice"] is None


# -- traits from a browser


@pytest.mark.parametrize(
    ("name", "value"),
    [("seat", 7), ("seat", None), ("seat", True), ("round", "x"), ("ply", None), ("who", 3), ("playing", "yes"),
     ("frames", []), ("answers", []), ("settings", {"size": "giant"})],
)  # fmt: skip
def test_a_trait_that_is_refused_comes_back_in_words(name: str, value: Any) -> None:
    replay = cw.replay(played("kommando"), seat=0, lenses=[0])
    sent, true = listen(replay), getattr(replay, name)
    back: list[Any] = []
    replay.send_state = lambda key=None: back.append(key)  # type: ignore[method-assign]
    set_traits(replay, **{name: value})
    assert getattr(replay, name) == true
    if name == "answers":
        assert (sent, back) == ([], []), "it is no trait that a page has"
        return
    assert [(one["kind"], one["id"]) for one in sent] == [("refused", None)]
    assert len(sent[0]["text"]) > 10
    assert name in back


def test_a_replay_logs_as_any_widget_does_and_has_its_moves(caplog: pytest.LogCaptureFixture) -> None:
    replay = cw.replay(played("kommando"), seat=0, ply=2)
    assert [entry["ply"] for entry in replay.log()] == [1, 2]

    def fail(*_message: object) -> None:
        raise RuntimeError("a handler of somebody's")

    replay.on_msg(fail)
    with pytest.raises(RuntimeError, match="a handler of somebody's"):
        say(replay, {"kind": "hello", "id": 1})
    assert "a handler of somebody's" in caplog.text
