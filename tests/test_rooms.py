"""Rooms: each connection has the cards of its own seat, plays for that seat alone, and loses nothing by a reload."""

from __future__ import annotations

import asyncio
import json
import secrets
import stat
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trustme
from ipywidgets.widgets import widget as registry
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

import capture_widgets as cw
from capture_widgets.engine.state import Viewer
from capture_widgets.rooms.connection import LONGEST
from capture_widgets.rooms.seat_table import SeatTable
from tests import wire
from tests.cases import random_move
from tests.test_sealed import alike
from tests.thorough import little_or_much
from tests.waiting import soon

PEOPLE = {"columns": 2, "commander": 2, "fourx": 1, "kommando": 2, "universal": 2}


def opened(slug: str = "kommando", **options: Any) -> cw.Room:
    names = ["Ann", "Ben"][: PEOPLE[slug]]
    return cw.new(slug, seed=7, seats=names, **options).open_room()


class Page:
    """What a page does, without a browser."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.model = ""
        self.dump: Any = None
        self.has_ended = False

    async def read(self) -> Any:
        said = await asyncio.wait_for(self.socket.read_message(), 20)
        if said is None:
            self.has_ended = True
            return None
        assert isinstance(said, str)
        self.heard.append(said)
        message = json.loads(said)
        state = message.get("data", {}).get("state", {})
        self.model = message["comm"] if message["type"] == "comm_open" else self.model
        self.dump = state.get("dump", self.dump)
        return message

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        while not wanted(message := await self.read()):
            assert message is not None, "the connection has ended"
        return message

    async def say(self, text: str | bytes) -> None:
        await self.socket.write_message(text, binary=isinstance(text, bytes))

    async def ask(self, **content: Any) -> None:
        await self.say(json.dumps({"comm": self.model, "data": {"method": "custom", "content": content}}))

    async def answer(self, **content: Any) -> Any:
        await self.ask(**content)
        reply = await self.until(lambda one: one["type"] == "comm_msg" and one["data"]["method"] == "custom")
        return reply["data"]["content"]


async def page_at(link: str, **headers: str) -> Page:
    base, _, secret = link.partition("#")
    request = HTTPRequest(base.replace("http", "ws", 1) + "socket", headers=headers)
    page = Page(await websocket_connect(request))
    _open.append(page)
    await page.say(json.dumps({"secret": secret}))
    return page


async def seated(link: str) -> Page:
    page = await page_at(link)
    await page.until(lambda one: one["type"] == "comm_open")
    return page


def during(room: cw.Room, act: Callable[[cw.Room], Awaitable[None]], seconds: float = 60) -> None:
    with room:
        asyncio.run(asyncio.wait_for(_all(room, act), seconds))


_open: list[Page] = []


async def _all(room: cw.Room, act: Callable[[cw.Room], Awaitable[None]]) -> None:
    try:
        await act(room)
    finally:
        await close_pages()


async def close_pages() -> None:
    while _open:
        page = _open.pop()
        page.socket.close()
        while not page.has_ended:
            await page.read()


def test_a_move_on_a_page_is_a_move_of_the_game_and_comes_to_all_pages() -> None:
    async def act(room: cw.Room) -> None:
        ann, ben, watcher = [await seated(room.links[place]) for place in (0, 1, "public")]
        move = ann.dump["legal_moves"][0]
        assert ben.dump["legal_moves"] == watcher.dump["legal_moves"] == []
        assert await ann.answer(kind="play", move=move, round=0, ply=0, id=1) == {"kind": "done", "id": 1}
        assert room.game.moves() == [move]
        for page in (ben, watcher):
            await page.until(lambda _one, page=page: page.dump["ply"] == 1)  # type: ignore[misc]
        assert ben.dump == room.game.dump(1)
        again = await ann.answer(kind="play", move=move, round=0, ply=0, id=2)  # after a reload, say
        assert (again["kind"], room.game.ply) == ("refused", 1)

    during(opened(), act)


def test_whoever_plays_is_told_of_a_move_before_those_who_watch_whoever_came_first() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    told: list[Viewer] = []

    def table_of(seat: Viewer) -> SeatTable:
        return SeatTable(game, seat, lambda _: told.append(seat))

    tables = [table_of(seat) for seat in ("public", 1, "public", 0)]
    told.clear()
    game.play(game.legal_moves()[0])
    assert list(dict.fromkeys(told)) == [1, 0, "public"]
    for table in tables:
        table.close()


def test_a_console_stops_points_and_sets_up_on_the_pages_of_a_room() -> None:
    async def act(room: cw.Room) -> None:
        pages = [await seated(room.links[place]) for place in (0, 1, "public")]
        ann = pages[0]
        console = cw.console(room.game)

        def lead(what: str, text: str) -> None:
            request = {"kind": "lead", "what": what, "seat": None, "text": text, "number": 0, "flag": False}
            assert wire.ask(console, **request)["kind"] == "done"

        async def all_see(wanted: Callable[[Any], bool]) -> None:
            for page in pages:
                await page.until(lambda one: wanted(one.get("data", {}).get("state", {}).get("scene", {})))

        lead("freeze", "")
        await all_see(lambda scene: (scene.get("teacher") or {}).get("stopped") is True)
        assert ann.dump["legal_moves"] == []
        move = room.game.legal_moves()[0]
        assert (await ann.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "refused"
        lead("release", "")
        await all_see(lambda scene: "teacher" in scene and scene["teacher"] is None)
        lead("spotlight", "L")
        await all_see(lambda scene: (scene.get("teacher") or {}).get("spot") == "L")
        position = cw.new("kommando", seed=8, seats=["Ann", "Ben"])
        lead("set_up", json.dumps(position.dump()))
        wanted: Any
        for page, wanted in zip(pages, [position.dump(0), position.dump(1), position.dump("public")], strict=True):
            await page.until(lambda _one, page=page, wanted=wanted: page.dump["table"] == wanted["table"])  # type: ignore[misc]
        console.close()

    during(opened(), act)


def test_a_seat_can_play_for_itself_alone_and_asks_for_nothing_that_is_of_others_or_of_the_machine() -> None:
    async def act(room: cw.Room) -> None:
        ben, watcher = await seated(room.links[1]), await seated(room.links["public"])
        move = room.game.legal_moves()[0]
        for page in (ben, watcher):
            reply = await page.answer(kind="play", move=move, round=0, ply=0, id=1)
            assert reply["kind"] == "refused"
        for kind in ("undo", "hint", "choices", "seat", "name", "stop", "mistakes", "learn", "line", "bring_back", "x"):
            reply = await ben.answer(kind=kind, seat=0, player="random", id=2, round=0, ply=0)
            assert reply["text"] == "This cannot be done in a room."
        oddities: list[Any] = [["play"], {}, None, 1]
        for odd in oddities:
            assert (await ben.answer(kind=odd, id=3))["kind"] == "refused"
        assert (await ben.answer(kind="new", same=False, id=4))["kind"] == "refused"  # Ann still plays
        await ben.say(json.dumps({"comm": ben.model, "data": {"method": "update", "state": {"seat": 0, "ply": 5}}}))
        assert (await ben.answer(kind="again", id=5))["kind"] == "again"
        assert (room.game.ply, list(room.game.seats)) == (0, ["Ann", "Ben"])

    during(opened(), act)


@pytest.mark.parametrize("slug", sorted(PEOPLE))
def test_two_worlds_that_a_seat_cannot_tell_apart_give_its_page_the_same_bytes(slug: str) -> None:
    game = cw.new(slug, seed=7)
    rng = Random(1)
    for _ in range(6):
        game.play(str(random_move(game.state, rng)))
    seat = game.to_play
    assert seat is not None
    heard: list[list[str]] = []

    async def act(room: cw.Room) -> None:
        page = await seated(room.links[seat])
        heard.append([text.replace(page.model, "") for text in page.heard])

    for number in range(3):
        during(alike(game, Random(number)).open_room(), act)
    assert heard[0] == heard[1] == heard[2]
    assert "dump" in heard[0][-1]


def test_a_setting_that_there_is_not_is_refused_before_anything_is_served() -> None:
    known: dict[str, Any] = {"colour": "red"}
    with pytest.raises(ValueError, match=r"there is no setting 'colour'; a room has address, certificate, grace, keep"):
        cw.new("kommando").open_room(**known)
    with pytest.raises(ValueError, match=r"there is no setting 'colour'; the server of a class has address"):
        cw.open_class("kommando", **known)


@pytest.mark.parametrize("secret", ["", "x", None, 3, {"a": 1}, "é" * 40, "x" * 5_000, "\ud800" * 9])
def test_without_a_secret_nothing_comes(secret: object) -> None:
    async def act(room: cw.Room) -> None:
        page = await page_at(room.links[0].partition("#")[0] + "#")  # this one says ""
        assert (await page.read(), await page.read()) == ({"type": "left", "why": "unknown"}, None)
        base = room.links[0].partition("#")[0]
        other = Page(await websocket_connect(base.replace("http", "ws", 1) + "socket"))
        await other.say(json.dumps({"secret": secret}))
        assert (await other.read(), await other.read()) == ({"type": "left", "why": "unknown"}, None)

    during(opened(), act)


def test_a_seat_that_was_taken_away_or_handed_over_has_another_link() -> None:
    async def act(room: cw.Room) -> None:
        ann, ben, link = await seated(room.links[0]), await seated(room.links[1]), room.links[0]
        new = room.kick(0)
        assert (await ann.until(lambda one: one["type"] == "left"))["why"] == "removed"
        assert new == room.links[0] != link
        assert (await (await page_at(link)).read())["why"] == "unknown"
        room.hand_over(1, "Cleo")
        assert (await ben.until(lambda one: one["type"] == "left"))["why"] == "removed"
        cleo = await page_at(room.links[1])
        assert (await cleo.read())["people"][1] == {
            "seat": 1, "name": "Cleo", "bot": False, "here": True, "late": False, "stand_in": False
        }  # fmt: skip
        for wrong in (2, -1, True, "public", None):
            with pytest.raises(ValueError, match="no person has seat"):
                room.kick(wrong)  # type: ignore[arg-type]

    during(opened(), act)


def test_from_the_moment_at_which_a_seat_is_taken_its_old_page_plays_nothing_and_gets_nothing() -> None:
    """Even while the thread of the server is busy and has not ended the connection yet."""

    async def act(room: cw.Room) -> None:
        ann = await seated(room.links[0])
        ((_, guest),) = room._doors.everybody()
        connection: Any = guest
        before = len(ann.heard)
        connection._loop.add_callback(time.sleep, 0.5)
        room.hand_over(0, "Cleo")
        content = {"kind": "play", "move": room.game.legal_moves()[0], "round": 0, "ply": 0, "id": 1}
        connection._hear(json.dumps({"comm": ann.model, "data": {"method": "custom", "content": content}}))
        assert room.game.ply == 0, "a message that had come before"
        room.game.play(room.game.legal_moves()[0])
        assert (await ann.until(lambda one: one["type"] == "left"))["why"] == "removed"
        assert not any('"ply": 1' in text for text in ann.heard[before:])

    during(opened(), act)


def test_no_secret_is_in_a_traceback_or_a_log(caplog: pytest.LogCaptureFixture) -> None:
    async def act(room: cw.Room) -> None:
        await seated(room.links[0])
        for wrong in ("\ud800" * 9, "x" * 32):
            page = await page_at(room.links[0].partition("#")[0] + "#")
            other = Page(await websocket_connect(room.links[0].partition("#")[0].replace("http", "ws", 1) + "socket"))
            await other.say(json.dumps({"secret": wrong}))
            assert (await other.read())["why"] == (await page.read())["why"] == "unknown"
        secrets_there = [link.partition("#")[2] for link in room.links.values()]
        told = caplog.text + repr(room) + repr(room._doors._doors) + repr(room._doors._find)
        assert not any(secret in told for secret in secrets_there)
        assert "Uncaught" not in caplog.text, "a secret that cannot be encoded is a wrong one"

    caplog.set_level(0)
    during(opened(), act)


def test_a_page_that_says_hello_under_ever_new_names_fills_no_memory() -> None:
    table = cw.new("kommando", seed=7).table(seat=0)
    for number in range(1_200):
        wire.ask(table, kind="hello", view=f"page {number}")
    assert len(table._pages) == 1_000


def test_a_locked_room_lets_back_in_who_was_there_and_nobody_else() -> None:
    async def act(room: cw.Room) -> None:
        await seated(room.links[0])
        room.lock()
        assert (await (await page_at(room.links[1])).read())["why"] == "locked"
        assert (await (await page_at(room.links["public"])).read())["why"] == "locked"
        await seated(room.links[0])
        room.unlock()
        await seated(room.links[1])
        await seated(room.links["public"])
        assert [one["here"] for one in room.people] == [True, True]
        assert room.watching == 1

    during(opened(), act)


def test_a_crowd_of_spectators_is_told_together() -> None:
    async def act(room: cw.Room) -> None:
        first = await seated(room.links[0])
        crowd = [await seated(room.links["public"]) for _ in range(30)]
        await first.until(lambda one: one.get("watching") == 30)
        for one in crowd:
            one.socket.close()
        await first.until(lambda one: one.get("watching") == 0)
        told = [one["watching"] for one in map(json.loads, first.heard) if one["type"] == "room"]
        assert len(told) < 30, f"a page hears of them in groups, not of each of the 60 changes: {told}"

    during(opened(), act)


def test_another_sites_page_cannot_connect_and_the_page_says_where_it_may_go() -> None:
    async def act(room: cw.Room) -> None:
        with pytest.raises(HTTPClientError) as refused:
            await page_at(room.links[0], Origin="http://example.org")
        assert refused.value.code == 403
        client = AsyncHTTPClient()
        base = room.links[0].partition("#")[0]
        page = await client.fetch(base)
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert page.headers["Referrer-Policy"] == "no-referrer"
        text = page.body.decode()
        assert not any(link.partition("#")[2] in text for link in room.links.values())
        behind = await client.fetch(base + "services/rooms/")  # a proxy may put folders before it
        assert behind.body == page.body
        assert (await seated(room.links[0].replace("/#", "/services/rooms/#"))).dump["seat"] == 0
        for path in ("x", "../room.py", "socket/x", "%2e%2e/secret"):
            missing = await client.fetch(base + path, raise_error=False)
            assert (missing.code, missing.body) == (404, b"404")

    during(opened(), act)


@pytest.mark.parametrize("messages", little_or_much(60, 10_000))
def test_malformed_messages_harm_nobody(messages: int) -> None:
    rng = Random(3)
    samples = ["", "{", "[]", "null", "1", '"x"', '{"comm": 3}', '{"comm": "x", "data": {}}', '{"data": []}']

    async def act(room: cw.Room) -> None:
        ann = await seated(room.links[0])
        for number in range(messages):
            ben = await seated(room.links[1])
            text: Any = rng.choice([*samples, "[" * 9_000, secrets.token_bytes(20), "x" * (LONGEST + 1)])
            if number % 3 == 0:
                data = rng.choice([{}, {"method": 3}, {"method": "custom", "content": []}, {"method": "custom"}])
                text = json.dumps({"comm": ben.model, "data": data})
            await ben.say(text)
            ben.socket.close()
            while number % 100 == 99 and (await ann.answer(kind="again", id=number))["id"] != number:
                pass  # whoever reads nothing for long is disconnected
        move = ann.dump["legal_moves"][0]
        assert (await ann.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "done"

    during(opened(), act, 600)


@pytest.mark.parametrize("requests", little_or_much(60, 3_000))
def test_whoever_has_a_seats_secret_can_play_that_seat_and_nothing_else(requests: int) -> None:
    rng = Random(5)
    kinds = (
        "play",
        "play",
        "play",
        "new",
        "undo",
        "seat",
        "hint",
        "bring_back",
        "next",
        "skip",
        "name",
        "stop",
        "open",
    )

    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        await ann.answer(kind="play", move=room.game.legal_moves()[0], round=0, ply=0, id=0)
        moves, number = 0, 0
        for asked in range(requests):
            game, seats = room.game, list(room.game.seats)
            before, to_play = game.ply, game.to_play
            kind = rng.choice(kinds)
            move = rng.choice([*(game.legal_moves() or ["L:1r"]), "L:1r", "resign", ""])
            ply = rng.choice([before, before, before - 1, 99])
            more: dict[str, Any] = {"seat": 0, "player": "random"}
            if kind == "play":
                more = {"move": move, "round": 0, "ply": ply, **({"seat": 0} if rng.random() < 0.1 else {})}
            reply = await ben.answer(kind=kind, id=asked, **more)
            assert list(game.seats) == seats
            if game.ply != before:
                assert (reply["kind"], kind, to_play, game.ply) == ("done", "play", 1, before + 1)
                moves += 1
            if game.to_play == 0:
                number += 1
                await ann.answer(kind="play", move=game.legal_moves()[0], round=0, ply=game.ply, id=number)
        assert moves > 2

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("capture_widgets.rooms.connection.AT_ONCE", 10_000.0)
        during(opened(), act, 600)


def test_a_page_that_sends_too_much_is_let_go() -> None:
    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        for number in range(200):
            await ben.ask(kind="again", id=number)
        assert (await ben.until(lambda one: one["type"] == "left"))["why"] == "fast"
        assert (await ann.answer(kind="again", id=1))["kind"] == "again"

    during(opened(), act)


def test_no_notebook_of_the_kernel_can_ask_for_the_table_of_a_seat() -> None:
    async def act(room: cw.Room) -> None:
        page = await seated(room.links[0])
        assert page.model not in registry._instances

    during(opened(), act)


def test_a_seat_is_joined_by_a_program() -> None:
    with opened() as room:
        links = room.links
        with cw.join(links[0]) as ann, cw.join(links[1]) as ben:
            assert (ann.seat, ben.seat, ann.ply, ann.is_over) == (0, 1, 0, False)
            assert ann.dump() == room.game.dump(0)
            assert (ann.legal_moves(), ben.legal_moves()) == (room.game.legal_moves(), [])
            with pytest.raises(cw.ActionRefused, match="turn"):
                ben.play(ann.legal_moves()[0])
            with pytest.raises(cw.IllegalMove) as refused:
                ann.play("L:10r" if "L:10r" not in ann.legal_moves() else "L:10b")
            assert refused.value.rule.startswith(("KO-", "GE-"))
            players = [ann, ben]
            while not room.game.is_over:
                seat = room.game.to_play
                assert seat is not None
                assert players[seat].wait(5)
                players[seat].play(players[seat].legal_moves()[0])
            assert not ann.wait(5)
            assert ann.is_over
            assert ann.dump() == room.game.dump(0)
        with cw.join(links["public"]) as watcher:
            assert (watcher.seat, watcher.legal_moves()) == ("public", [])


def test_a_joined_seats_table_shows_the_room_and_plays_there() -> None:
    with opened() as room, cw.join(room.links[0]) as ann:
        table = ann.table()
        replies: list[Any] = []
        table.send = lambda content, *_: replies.append(content)
        move = ann.legal_moves()[0]
        table._handle_custom_msg({"kind": "play", "move": move, "round": 0, "ply": 0, "id": 5}, [])
        ann._wait(lambda: bool(replies) and table.dump["ply"] == 1, 5, "nothing")
        assert replies == [{"kind": "done", "id": 5}]
        assert room.game.moves() == [move]
        assert table.get_state()["dump"] == room.game.dump(0)
        table.close()


def test_the_links_stay_when_the_kernel_of_a_room_is_started_again(tmp_path: Path) -> None:
    kept, journal = tmp_path / "room.json", tmp_path / "game.jsonl"
    with cw.new("kommando", seed=7, seats=["Ann", "Ben"], autosave=journal).open_room(keep=kept) as room:
        links = room.links
        with cw.join(links[0]) as ann:
            ann.play(ann.legal_moves()[0])
        room.kick(1)
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        renewed = room.links
    assert renewed[1] != links[1]
    again = cw.load(journal)
    with again.open_room(keep=kept) as room:
        assert room.links == renewed
        with cw.join(renewed[1]) as ben:
            assert (ben.ply, ben.dump()) == (1, again.dump(1))
    for text in ("", "{}", '{"format": "capture-widgets-room", "version": 1, "port": 0, "secrets": {}}', "[" * 9_000):
        kept.write_text(text)
        with pytest.raises(ValueError, match="no file of a room"):
            again.open_room(keep=kept)
        assert kept.read_text() == text


def test_with_a_certificate_the_way_is_encrypted(tmp_path: Path) -> None:
    authority = trustme.CA()
    own = authority.issue_cert("127.0.0.1")
    own.private_key_pem.write_to_path(tmp_path / "key.pem")
    own.cert_chain_pems[0].write_to_path(tmp_path / "cert.pem")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    game = cw.new("kommando", seed=7)
    with game.open_room(certificate=(tmp_path / "cert.pem", tmp_path / "key.pem")) as room:
        link = room.links[0]
        assert link.startswith("https://127.0.0.1:")
        with cw.join(link, certificate=tmp_path / "ca.pem") as seat:
            seat.play(seat.legal_moves()[0])
        assert game.ply == 1


def test_on_the_network_the_link_names_the_machine_and_says_what_can_be_read() -> None:
    with cw.new("kommando", seed=7).open_room("0.0.0.0") as room:  # noqa: S104 # what it says of it is tested
        assert not room.links[0].startswith("http://0.0.0.0")
        assert room.warning is not None
        assert "not encrypted" in room._repr_html_()
        with cw.join(room.links[0]) as seat:
            assert seat.seat == 0
    with opened() as local:
        assert local.warning is None


@pytest.mark.parametrize("link", ["", "x", "http://127.0.0.1:9", "ftp://127.0.0.1/#x", 3, None])
def test_what_is_no_link_is_refused(link: Any) -> None:
    with pytest.raises(cw.JoinError, match="is no link of a room"):
        cw.join(link)


def test_who_cannot_join_is_told_why() -> None:
    with opened() as room:
        link = room.links[1]
        with pytest.raises(cw.JoinError, match="opens no seat"):
            cw.join(link[:-3])
        ben = cw.join(link)
        other = cw.join(link)
        with pytest.raises(cw.JoinError, match="somebody has opened this seat"):
            ben.wait(5)
        assert ben.closed
    with pytest.raises(cw.JoinError, match="closed"):
        other.wait(5)


@pytest.mark.parametrize("given", [{"port": -1}, {"port": "x"}, {"port": 70_000}, {"host": "192.0.2.1"},
                                   {"certificate": ("a.pem", "b.pem")}])  # fmt: skip
def test_a_room_that_cannot_be_opened_says_why(given: dict[str, Any]) -> None:
    game = cw.new("kommando", seed=7)
    with pytest.raises(ValueError, match=r"name another|whole number|files of a certificate"):
        game.open_room(**given)


def test_a_room_shows_links_and_who_is_there() -> None:
    with opened() as room:
        shown = room._repr_html_()
        assert all(link in shown for link in room.links.values())
        assert shown.count("<svg") == 3
        assert "not here yet" in shown
        room.close()
        assert room._repr_html_() == "<p>This room is closed.</p>"
        assert "closed" in repr(room)


@pytest.mark.thorough
def test_a_page_that_reads_nothing_holds_up_nobody_and_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.rooms.connection.AT_ONCE", 1e6)
    monkeypatch.setattr("capture_widgets.rooms.connection.MOST_UNSENT", 100_000)

    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        waited: list[float] = []

        async def others_play() -> None:
            number = 0
            while room.people[1]["here"]:
                begun = time.perf_counter()
                number += 1
                await ann.answer(kind="again", id=number)
                waited.append(time.perf_counter() - begun)
                await asyncio.sleep(0.02)

        playing = asyncio.create_task(others_play())
        for number in range(20_000):  # each asks for an answer that it does not read
            if not room.people[1]["here"] or ben.socket.close_code is not None:
                break
            with suppress(WebSocketClosedError):
                await ben.ask(kind="again", id=number)
        await asyncio.wait_for(playing, 30)
        assert max(waited) < 2.0
        move = ann.dump["legal_moves"][0]
        assert (await ann.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "done"
        again = await seated(room.links[1])  # the seat is still Ben's
        assert again.dump["ply"] == 1

    during(opened(), act, 120)


def test_the_clock_is_that_of_the_room_and_no_page_can_set_it() -> None:
    def clock_of(page: Page) -> Any:
        return json.loads(page.heard[-1])["data"]["state"]["scene"]["teacher"]["clock"]

    async def act(room: cw.Room) -> None:
        room.game.teacher.clock(2, freeze=True)
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        clock = clock_of(ann)
        assert clock_of(ben)["left"] <= clock["left"] <= 2
        assert clock["seconds"] == clock_of(ben)["seconds"] == 2
        states: list[dict[str, Any]] = [{"scene": {"teacher": None}}, {"clock": 999}, {"dump": {}}]
        for state in states:
            await ann.say(json.dumps({"comm": ann.model, "data": {"method": "update", "state": state}}))
        for kind in ("clock", "stop", "go", "freeze", "console"):
            assert (await ann.answer(kind=kind, seconds=999, id=1))["kind"] == "refused"
        again = await seated(room.links[0])  # a reload does not wind it up
        assert 0 <= clock_of(again)["left"] < clock["left"]
        await asyncio.sleep(2.5)
        move = room.game.legal_moves()[0]
        reply = await again.answer(kind="play", move=move, round=0, ply=0, id=2)
        assert (reply["kind"], room.game.ply) == ("refused", 0), "the time was up"

    during(opened(), act)


def test_a_seat_waits_for_its_person_and_the_others_see_that_they_are_away() -> None:
    async def act(room: cw.Room) -> None:
        ann, ben = await seated(room.links[0]), await seated(room.links[1])
        ben.socket.close()
        said = await ann.until(lambda one: one["type"] == "room" and not one["people"][1]["here"])
        assert said["people"][1]["name"] == "Ben"
        move = ann.dump["legal_moves"][0]
        assert (await ann.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "done"
        room.lock()  # even then
        again = await seated(room.links[1])
        await ann.until(lambda one: one["type"] == "room" and one["people"][1]["here"])
        assert (again.dump["ply"], again.dump["seat"]) == (1, 1)

    during(opened(), act)


def test_a_page_does_not_offer_to_ask_a_failed_bot_again() -> None:
    """The request for that is not one of a page: whoever opened the room can make it, at the table there."""

    class Failing(cw.bots.Bot):
        name = "Failing"

        def choose(self, view: cw.View) -> str:
            raise RuntimeError("no idea")

    game = cw.new("kommando", seed=7, seats=["Ann", Failing()])
    own = game.table(pace=0)
    wire.Wire(own).ask(kind="hello", view="page")
    with game.open_room() as room, cw.join(room.links[0]) as ann:
        ann.play(ann.legal_moves()[0])
        assert soon(lambda: ann._values["scene"]["notice"] is not None)
        assert soon(lambda: own.scene["can"]["retry"])
        assert not ann._values["scene"]["can"]["retry"]
