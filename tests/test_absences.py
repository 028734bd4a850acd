"""Whoever is away for longer than the grace time: the others are told, and the seat waits or a bot plays meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.rooms import absences
from capture_widgets.rooms.absences import GRACE
from tests.test_game_class import NAMES, come
from tests.test_game_class import during as during_class
from tests.test_rooms import Page, during, seated


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absences, "PACE", 0.1)


def opened(**given: Any) -> cw.Room:
    return cw.new("kommando", seed=7, seats=["Ann", "Ben"]).open_room(**given)


def person(page: Page, at: int, **wanted: bool) -> Any:
    """Wait until a page is told this of a person."""
    return page.until(
        lambda one: one["type"] == "room" and all(one["people"][at][key] == value for key, value in wanted.items())
    )


async def until(true: Callable[[], bool]) -> None:
    for _ in range(400):
        if true():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not become true in time")


def test_after_the_grace_time_the_others_are_told_and_the_seat_waits() -> None:
    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        assert not room.people[1]["late"]
        ben.socket.close()
        await person(ann, 1, here=False, late=False)
        assert "<td>away</td>" in room._repr_html_()
        await person(ann, 1, here=False, late=True, stand_in=False)
        assert "away for long" in room._repr_html_()
        move = ann.dump["legal_moves"][0]
        assert (await ann.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "done"
        await asyncio.sleep(0.5)
        assert room.game.ply == 1, "nobody plays for Ben"
        again = await seated(room.links[1])
        await person(ann, 1, here=True, late=False)
        assert again.dump["ply"] == 1

    during(opened(grace=0.4), act)


def test_a_reload_within_the_grace_time_is_no_absence() -> None:
    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        before = len(ann.heard)
        for _ in range(3):
            ben.socket.close()
            await person(ann, 1, here=False)
            ben = await seated(room.links[1])
        await asyncio.sleep(1)
        await ann.answer(kind="again", id=1)
        assert not any('"late": true' in text for text in ann.heard[before:])
        assert not room.people[1]["late"]

    during(opened(grace=0.6, stand_in="random"), act)
    assert GRACE == 60


def test_a_bot_plays_for_whoever_is_away_until_they_come_back_and_only_while_somebody_waits() -> None:
    async def act(room: cw.Room) -> None:
        game = room.game
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        ben.socket.close()
        await person(ann, 1, late=True, stand_in=True)
        assert "Random plays" in room._repr_html_()
        move = ann.dump["legal_moves"][0]
        await ann.answer(kind="play", move=move, round=0, ply=0, id=1)
        while ann.dump["ply"] < 2:  # the bot may have moved before the answer came
            await ann.read()
        assert list(game.seats) == ["Ann", "Ben"], "the seat stays Ben's"
        ben = await seated(room.links[1])
        await person(ann, 1, here=True, stand_in=False)
        ply = game.ply
        while game.to_play == 0:
            game.play(game.legal_moves()[0])
        ply = game.ply
        await asyncio.sleep(0.5)
        assert game.ply == ply, "Ben moves alone"
        for page in (ann, ben):
            page.socket.close()
        await until(lambda: all(one["late"] for one in room.people))
        await asyncio.sleep(0.5)
        assert game.ply == ply, "nobody waits for a move"
        room.stand_in = None
        await seated(room.links[0])
        await asyncio.sleep(0.5)
        assert game.ply == ply
        room.stand_in = "greedy"  # whoever opened the room may decide later
        await until(lambda: game.ply > ply)

    during(opened(grace=0.3, stand_in="random"), act)


def test_a_stopped_seat_and_a_failing_bot_move_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Failing(cw.bots.Bot):
        name = "Failing"

        def choose(self, view: cw.View) -> str:
            raise RuntimeError("no idea")

    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        ben.socket.close()
        room.game.teacher.freeze()
        await person(ann, 1, late=True)
        room.game.play(room.game.legal_moves()[0])
        await asyncio.sleep(0.5)
        assert room.game.ply == 1
        room.game.teacher.release()
        await until(lambda: "could not play" in caplog.text)
        assert room.game.ply == 1
        await seated(room.links[1])  # the seat is still Ben's

    during(opened(grace=0.2, stand_in=Failing()), act)


def test_in_a_class_a_bot_plays_for_the_person_who_is_away_and_the_teacher_sees_it() -> None:
    async def act(leader: cw.GameClass) -> None:
        pages = {name: (await come(leader, name)) for name in NAMES[:2]}
        (one,) = leader.next_round()
        first, second = (str(name) for name in one.names)
        for page, _ in pages.values():
            await page.until(lambda said: said["type"] == "comm_open")
        pages[second][0].socket.close()
        await person(pages[first][0], 1, late=True, stand_in=True)
        assert [row["late"] for row in leader.people if row["name"] == second] == [True]
        while one.game.to_play == 0:
            one.game.play(one.game.legal_moves()[0])
        before = one.game.ply
        await until(lambda: one.game.ply > before)
        assert one.names == [first, second]
        again = await seated(pages[second][1])
        await person(pages[first][0], 1, here=True, late=False)
        assert again.dump["seat"] == 1
        leader.stand_in = None
        assert leader.stand_in is None

    during_class(cw.open_class("kommando", NAMES[:2], grace=0.2, stand_in="random"), act)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"grace": -1}, "grace=-1: seconds"),
        ({"grace": float("nan")}, "grace=nan: seconds"),
        ({"grace": "long"}, "grace='long': seconds"),
        ({"stand_in": "genius"}, "there is no player 'genius'"),
        ({"stand_in": 3}, "stand_in=3: a bot, a level"),
    ],
)
def test_settings_that_make_no_sense_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        opened(**given)
    with pytest.raises(ValueError, match=words):
        cw.open_class("kommando", NAMES, **given)
