"""The teacher's console: it stops tables, shows cards and sends positions, and reveals nothing else."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.errors import ActionRefused, RecordError
from capture_widgets.games import GAMES
from capture_widgets.model.dump_groups import groups
from capture_widgets.play.teacher_settings import MARK
from capture_widgets.widgets.table.session import session_of
from tests.cases import random_move
from tests.leaks import find_cards, unseen
from tests.test_class import state_of
from tests.waiting import soon
from tests.wire import ask, logged, say


def middle(slug: str, moves: int = 3, **options: Any) -> cw.Game:
    """A random game after some moves, with somebody to play."""
    game, rng = cw.new(slug, seed=5, **options), Random(slug)
    for _ in range(moves):
        game.play(str(random_move(game.state, rng)))
    return game


def lead(console: cw.Console, monkeypatch: pytest.MonkeyPatch, what: str, **more: Any) -> dict[str, Any]:
    plain = {"seat": None, "text": "", "number": 0, "flag": False}
    return ask(console, kind="lead", what=what, **{**plain, **more})


# -- stopping


def test_tables_are_stopped_and_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=5)
    own, other, everything = game.table(seat=0), game.table(seat=1), game.table(seat=None)
    console = cw.console(game, seat=None)
    move = game.legal_moves()[0]
    assert game.teacher.freeze() == game.teacher
    assert game.teacher.frozen == [0, 1]
    for table in (own, everything):
        assert table.dump["legal_moves"] == []
        assert table.scene["teacher"]["stopped"] is True
        for request in ({"kind": "play", "move": move, "round": 0, "ply": 0}, {"kind": "new", "same": True}):
            refused = ask(table, **request)
            assert refused["kind"] == "refused"
            assert "teacher" in refused["text"]
    assert ask(own, kind="hint")["kind"] == "refused"
    assert console.projector.dump["legal_moves"] == game.legal_moves(), "whoever leads can show a move"
    game.teacher.release(1)
    assert game.teacher.frozen == [0]
    assert own.scene["teacher"] is not None
    assert other.scene["teacher"] is None
    game.teacher.release()
    assert own.dump["legal_moves"] == game.legal_moves()
    assert ask(own, kind="play", move=move, round=0, ply=0)["kind"] == "done"
    with pytest.raises(ValueError, match="no seat 7"):
        game.teacher.freeze(7)


def test_a_bot_that_is_stopped_does_not_move() -> None:
    game = cw.new("kommando", seed=5, seats=["you", cw.bots.Greedy(seed=1)])
    table = game.table(seat=0)
    say(table, {"kind": "hello", "id": 1, "view": "a"})
    game.teacher.freeze(1)
    game.play(game.legal_moves()[0])
    assert session_of(game).due() is None
    game.teacher.release()
    assert soon(lambda: game.ply > 1)
    table.close()


# -- showing


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_shown_is_shown_to_whom_it_is_meant_for_and_hidden_again(slug: str) -> None:
    game = middle(slug)
    public = game.table(seat="public")
    hidden = json.dumps(public.dump["table"])
    secret = sorted(unseen(game, "public"))
    known = {group.key: group for group in groups(game.dump("public"))}
    # not one of those that lie together and are only counted, nor one out of play
    card = next(
        card
        for group in groups(game.dump())
        if known[group.key].hidden and group.path[0] != "placed"
        for card in group.cards
        if card in secret
    )
    game.teacher.reveal(card)
    assert {found for _, found in find_cards(public.dump["table"], secret)} == {card}
    game.teacher.conceal(card)
    assert json.dumps(public.dump["table"]) == hidden
    assert find_cards(json.loads(state_of(public)), [card]) == []
    game.teacher.reveal("all")
    assert public.dump["table"] == game.dump()["table"]
    assert public.dump["legal_moves"] == []
    game.teacher.conceal()
    assert json.dumps(public.dump["table"]) == hidden


def test_a_hand_is_shown_to_one_seat_alone() -> None:
    game = middle("kommando")
    other, public = game.table(seat=1), game.table(seat="public")
    secret = sorted(game.dump()["table"]["hands"][0])
    game.teacher.reveal(0, to=1)
    assert other.dump["table"]["hands"][0] == game.dump()["table"]["hands"][0]
    assert other.scene["teacher"]["shown"] == ["A's hand"]
    assert find_cards(json.loads(state_of(public)), secret) == []
    assert public.scene["teacher"] is None
    assert game.view().dump == game.dump(game.to_play), "bots and hints know no more than before"
    game.teacher.conceal(0)
    assert find_cards(json.loads(state_of(other)), sorted(unseen(game, 1))) == []


def test_in_a_hand_a_shown_card_does_not_tell_what_its_neighbours_are() -> None:
    game = middle("kommando")
    for card in game.dump()["table"]["hands"][0]:
        table = game.teacher.reveal(card).game.table(seat=1)
        assert table.dump["table"]["hands"][0][0] == card, "first, wherever it stands in the hand"
        game.teacher.conceal()


def test_in_a_game_without_hands_a_seats_own_cards_are_shown() -> None:
    game = middle("commander")
    game.teacher.reveal(1)
    cards = [group.cards for group in groups(game.table(seat=0).dump) if group.seat == 1]
    assert ("??",) not in cards


def test_nothing_of_another_deal_is_shown() -> None:
    game = middle("kommando")
    public = game.table(seat="public")
    game.teacher.reveal(0).reveal("all")
    game.restart(seed=9)
    assert find_cards(json.loads(state_of(public)), sorted(unseen(game, "public"))) == []
    assert public.scene["teacher"] is None
    game.teacher.reveal(0)
    game.teacher.set_up(middle("kommando", 5))
    assert find_cards(json.loads(state_of(public)), sorted(unseen(game, "public"))) == []


def test_what_cannot_be_shown_is_refused_in_words() -> None:
    game = middle("kommando")
    for what in ("11x", 7, None, True):
        with pytest.raises(ValueError, match="a card such as"):
            game.teacher.reveal(what)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="everybody"):
        game.teacher.reveal("all", to=7)
    with pytest.raises(ValueError, match="is not shown"):
        game.teacher.conceal(0)
    assert game.comments == {}


# -- moves and positions


def test_any_number_of_moves_is_taken_back_and_positions_are_gone_to() -> None:
    game = middle("kommando", 7)
    moves = game.moves()
    table = game.table(seat=1)
    game.teacher.take_back(5)
    assert (game.ply, table.ply) == (2, 2)
    assert game.teacher.jump(6).game.moves() == moves[:6]
    assert game.teacher.jump(0).game.ply == 0
    for number in (0, -1, 1, True):
        with pytest.raises(ValueError, match="take_back"):
            game.teacher.take_back(number)
    with pytest.raises(ValueError, match="do not lead to 0/8"):
        game.teacher.jump(8)
    assert game.ply == 0
    strict = cw.new("kommando", seed=1, undo=False)
    strict.play(strict.legal_moves()[0])
    with pytest.raises(ActionRefused, match="without taking moves back"):
        strict.teacher.take_back()


def test_a_position_is_put_on_all_tables_and_the_game_can_be_brought_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = middle("kommando", 4)
    moves = game.moves()
    tables = [game.table(seat=0), game.table(seat="public")]
    console = cw.console(game)
    there = middle("kommando", 6)
    assert lead(console, monkeypatch, "set_up", text=json.dumps(there.dump()))["kind"] == "done"
    assert [table.dump["ply"] for table in tables] == [6, 6]
    assert game.dump()["table"] == there.dump()["table"]
    assert game.bring_back().moves() == moves
    assert lead(console, monkeypatch, "set_up", text=there.code())["kind"] == "done"
    assert game.moves() == there.moves()
    for bad, reason in (
        (cw.new("columns", seed=1).code(), "cannot stand there"),
        ("{", "JSON"),
        ("/etc/passwd", "JSON"),
        (json.dumps(there.dump(0)), ""),
    ):
        refused = lead(console, monkeypatch, "set_up", text=bad)
        assert refused["kind"] == "refused"
        assert reason in refused["text"]
    assert game.moves() == there.moves()
    with pytest.raises(RecordError):
        console.set_up("no code")
    with pytest.raises(ValueError, match="cannot stand there"):
        game.teacher.set_up(cw.new("fourx", seed=1))


# -- where to look, the clock, seats

WORDS = frozenset(" king explore travel capture conquer resign flip row column play slip move draw end pass".split(" "))
"""What a move says beside places and cards."""


def test_a_card_that_a_viewer_does_not_see_is_not_pointed_at_there() -> None:
    game = middle("kommando")
    card = game.dump()["table"]["hands"][0][0]
    own, other = game.table(seat=0), game.table(seat=1)
    game.teacher.spotlight(card)
    assert own.scene["teacher"]["spot"] == card
    assert not other.scene["teacher"]
    assert find_cards(json.loads(state_of(other)), [card]) == []
    game.teacher.spotlight("L")
    assert other.scene["teacher"]["spot"] == "L"
    game.teacher.spotlight()
    assert own.scene["teacher"] is None


@pytest.mark.parametrize(
    ("slug", "there", "wrong", "near"),
    [
        ("kommando", ["L", "R", "7b"], "7g", "did you mean 7"), ("columns", ["A", "E", "Th"], "F", "such as \"A\""),
        ("fourx", ["c4", "g7", "tech", "d"], "c9", "did you mean .*c"), ("kommando", ["L"], "l", "did you mean L"),
        ("universal", ["1", "o5", "bar", "stock", "discard"], "o6", "did you mean .*o"),
        ("commander", ["6", "A13", "B1"], "B14", "did you mean .*B13"), ("commander", [], "C1", "did you mean"),
        ("kommando", [], "x" * 61, "a place such as"), ("kommando", [], "", "a place such as"),
        ("kommando", [], 7, "a place such as"), ("kommando", [], ["L"], "a place such as"),
    ],
)  # fmt: skip
def test_a_spotlight_is_on_places_and_cards_of_its_game_alone(
    slug: str, there: list[str], wrong: Any, near: str
) -> None:
    game = cw.new(slug, seed=5)
    for place in there:
        assert game.teacher.spotlight(place).settings.spot == place
    before = game.teacher.settings.spot
    with pytest.raises(ValueError, match=near):
        game.teacher.spotlight(wrong)
    assert game.teacher.settings.spot == before


def test_places_that_a_move_names_can_be_pointed_at() -> None:
    for slug in ("kommando", "columns", "fourx", "universal", "commander"):
        game = cw.new(slug, seed=5)
        for _ in range(20):
            if game.is_over:
                break
            moves = game.legal_moves()
            for piece in {piece for move in moves[:30] for piece in re.split(r"[ :>+]|(?<=\d)x", move)} - WORDS:
                game.teacher.spotlight(piece)
            game.play(moves[len(moves) // 2])


def test_when_the_clock_is_over_the_tables_stop() -> None:
    game = cw.new("kommando", seed=5)
    table = game.table(seat=0)
    game.teacher.clock(60)
    clock = table.scene["teacher"]["clock"]
    assert clock["seconds"] == 60
    assert 30 < clock["left"] <= 60
    game.teacher.clock(0.05, freeze=True)
    assert soon(lambda: game.teacher.frozen == [0, 1])
    assert table.scene["teacher"]["stopped"] is True
    game.teacher.release().clock(60, freeze=True)
    game.teacher.clock(None)
    assert table.scene["teacher"] is None
    for seconds in (0, -1, 1e9, "60"):
        with pytest.raises(ValueError, match="clock"):
            game.teacher.clock(seconds)  # type: ignore[arg-type]


def test_a_page_gets_the_seconds_that_are_left_when_it_asks() -> None:
    game = cw.new("kommando", seed=5)
    table, console = game.table(seat=0), cw.console(game)
    game.teacher.clock(60)
    first = table.get_state()["scene"]["teacher"]["clock"]
    time.sleep(0.2)
    later = [table.get_state()["scene"]["teacher"]["clock"], console.get_state()["scene"]["clock"]]
    assert first["left"] <= 60
    assert all(0.2 <= first["left"] - one["left"] < 20 for one in later)
    sent: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "send_state", sent.append)
        ask(table, kind="hello", view="page")
    assert sent == ["scene"], "what it has may be of some time ago"
    assert [name for name in ("ends", "when") if name in first] == [], "no time of day, which a page might compare"


# -- the log and the journal


def test_what_a_teacher_did_is_in_the_log_and_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = cw.new("kommando", seed=5, autosave=path)
    table = game.table(seat=1)
    game.play(game.legal_moves()[0])
    secret = game.dump()["table"]["hands"][0][0]
    game.teacher.freeze().reveal(secret).spotlight(secret).release().hand_over(1, "Ben").clock(60)
    game.play(game.legal_moves()[0])
    said = logged(table.get_state())[1]["again"]
    assert said.count(MARK) == 6
    assert "gave seat B to Ben" in said
    assert find_cards(said, game.type.deck.text) == [], "no card is named"
    game.close()
    again = cw.load(path)
    assert again.comments == game.comments
    assert again.teacher.frozen == []
    assert find_cards(again.table(seat=1).dump["table"], [secret]) == [], "nothing is shown any more"


def test_tables_that_were_stopped_stay_so_when_the_journal_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = cw.new("kommando", seed=5, autosave=path)
    game.play(game.legal_moves()[0]).undo().teacher.freeze().release(1)
    for _ in range(2):  # a journal that was written anew has it, too
        game.close()
        game = cw.resume(path)
        assert game.teacher.frozen == [0]
        assert game.table(seat=0).dump["legal_moves"] == []
    said = game.comments
    game.teacher.set_up(middle("kommando", 5)).freeze()
    game.bring_back().close()
    game = cw.resume(path)
    assert game.teacher.frozen == [0, 1]
    game.teacher.release().game.close()
    assert cw.load(path).teacher.frozen == cw.resume(path).teacher.frozen == []
    assert next(iter(said.values())).count(MARK) == 2, "and nothing is said twice"


@pytest.mark.parametrize("seats", [[2], [True], "0", {"0": 1}, [[0]]])
def test_a_journal_that_stops_seats_that_there_are_not_is_refused(tmp_path: Path, seats: Any) -> None:
    path = tmp_path / "game.jsonl"
    cw.new("kommando", seed=5, autosave=path).teacher.freeze().game.close()
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    plain = [{key: value for key, value in line.items() if key not in ("n", "sum", "id")} for line in lines]
    assert len(plain) == 3
    plain[0]["version"], plain[2]["stopped"] = 1, seats
    path.write_text("".join(json.dumps(one) + "\n" for one in plain), "utf-8")
    with pytest.raises(RecordError, match="stopped"):
        cw.load(path)


def test_a_comment_that_only_looks_like_the_teachers_puts_no_card_into_the_log() -> None:
    game = cw.new("kommando", seed=5)
    card = game.dump()["table"]["hands"][0][0]
    game.comment(f"{MARK}A has {card}.")
    table = game.table(seat=1)
    game.play(next(move for move in game.legal_moves() if card not in move))
    assert "again" not in logged(table.get_state())[0]


# -- the console


def test_everything_is_done_from_a_page_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = middle("kommando")
    table = game.table(seat=1)
    say(table, {"kind": "hello", "id": 1, "view": "a"})
    console = cw.console(game)
    say(console, {"kind": "hello", "id": 1, "view": "b"})
    assert console.scene["tables"] == [{"words": "as seat B", "count": 1}]
    done: list[tuple[str, dict[str, Any]]] = [
        ("freeze", {}), ("release", {"seat": 1}), ("release", {}), ("reveal", {"text": "all"}),
        ("conceal", {"text": "all"}), ("reveal", {"text": "0"}), ("conceal", {}), ("spotlight", {"text": "L"}),
        ("spotlight", {}), ("clock", {"number": 90, "flag": False}), ("clock", {"number": 0}), ("back", {"number": 2}),
        ("jump", {"number": 2}), ("view", {"seat": 0}), ("view", {"seat": None}), ("view", {"seat": "public"}),
        ("hand", {"seat": 0, "text": "random"}), ("hand", {"seat": 0, "text": "person"}),
    ]  # fmt: skip
    for what, more in done:
        assert lead(console, monkeypatch, what, **more)["kind"] == "done", (what, more)
    refused: list[tuple[str, dict[str, Any]]] = [
        ("freeze", {"seat": 9}), ("reveal", {"text": "x"}), ("reveal", {}), ("back", {"number": 99}),
        ("jump", {"number": 99}), ("view", {"seat": 9}), ("hand", {"seat": None, "text": "random"}),
        ("explode", {}), ("freeze", {"text": 5}), ("freeze", {"number": "5"}), ("clock", {"number": -5}),
        ("reveal", {"text": "x" * 300_000}),
    ]  # fmt: skip
    before = (game.teacher.settings, game.ply, game.comments)
    for what, more in refused:
        assert lead(console, monkeypatch, what, **more)["kind"] == "refused", (what, more)
    assert (game.teacher.settings, game.ply, game.comments) == before
    assert ask(console, kind="play", move="x")["kind"] == "refused"


def test_the_projector_shows_a_view_while_the_others_keep_theirs() -> None:
    game = middle("kommando")
    own = game.table(seat=1)
    before = state_of(own)
    console = cw.console(game)
    assert console.projector.dump["seat"] == "public"
    assert console.show(0).projector.dump["seat"] == 0
    assert console.show(None).projector.dump["seat"] is None
    assert state_of(own) == before
    with pytest.raises(ValueError, match="no viewer"):
        console.show(7)
    console.close()
    assert console.projector.closed


def test_the_consoles_page_names_no_card() -> None:
    game = middle("kommando")
    console = cw.console(game)
    assert find_cards(json.loads(state_of(console)), game.type.deck.text) == []
    with pytest.raises(ValueError, match="controls a game"):
        cw.console("game.json")  # type: ignore[arg-type]
