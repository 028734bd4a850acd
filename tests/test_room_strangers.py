"""How many connections without a secret one address may hold, and that they keep nobody out who has one."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

import capture_widgets as cw
from capture_widgets.rooms.class_people import MOST
from capture_widgets.rooms.strangers import MOST_SILENT, network_of
from tests.test_rooms import close_pages, during, opened, seated
from tests.waiting import soon

ASK = b"GET /room.css HTTP/1.1\r\nHost: x\r\n\r\n"
CLASS = 40

Socket = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """A smaller limit, so that a test need not open so many connections."""
    monkeypatch.setattr("capture_widgets.rooms.server.MOST_SILENT", 60)
    return 60


async def count_ended(sockets: list[Socket], wanted: int) -> list[bool]:
    """Which connections the room has ended, as soon as there are so many."""
    over: list[bool] = []
    reading = [asyncio.create_task(until_end(reader)) for reader, _ in sockets]
    for _ in range(100):
        await asyncio.sleep(0.05)
        over = [one.done() for one in reading]
        if sum(over) >= wanted:
            break
    for one in reading:
        one.cancel()
    return over


async def until_end(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        while await reader.read(65_536):
            pass


async def silent(room: cw.Room, count: int, say: bytes = b"") -> list[Socket]:
    """Connections that name no secret."""
    port = room._server.port
    made: list[Socket] = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        made.append((reader, writer))
        writer.write(say)
        if say == ASK:  # whoever was answered counts as new: a later one that still waits would end before it
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
    return made


def socket_address(link: str) -> str:
    return link.partition("#")[0].replace("http", "ws", 1) + "socket"


async def websockets(link: str, count: int) -> list[WebSocketClientConnection]:
    """Connections that are open, and say nothing."""
    return [await websocket_connect(socket_address(link)) for _ in range(count)]


@pytest.mark.parametrize("say", [b"", b"GET", ASK], ids=["nothing", "half a request", "a request for a file"])
def test_of_an_address_the_oldest_silent_connections_end_and_whoever_has_a_link_comes_in(say: bytes, few: int) -> None:
    async def act(room: cw.Room) -> None:
        ann = await seated(room.links[0])
        strangers = await silent(room, few + 44, say)
        ben = await seated(room.links[1])
        for page, kind in ((ann, "again"), (ben, "again")):
            assert (await page.answer(kind=kind, id=1))["id"] == 1
        over = await count_ended(strangers, 44)
        assert 44 <= sum(over) <= 46, "as many are left as may be silent"
        assert not any(over[-30:]), "the newest are left"
        assert [one["here"] for one in room.people] == [True, True]
        for _, writer in strangers:
            writer.close()

    during(opened(), act)


def test_open_connections_without_a_secret_and_refused_ones_keep_out_nobody_and_end_no_seat(few: int) -> None:
    async def act(room: cw.Room) -> None:
        ann = await seated(room.links[0])
        link = room.links[0]
        sockets = await websockets(link, few)
        for number in range(60):  # guesses, of which each costs a connection
            guess = await websocket_connect(socket_address(link))
            await guess.write_message(json.dumps({"secret": f"{number:032}"}))
            assert json.loads(str(await guess.read_message())) == {"type": "left", "why": "unknown"}
            sockets.append(guess)
        ben = await seated(room.links[1])
        assert (await ben.answer(kind="again", id=1))["id"] == 1
        assert (await ann.answer(kind="again", id=1))["id"] == 1
        assert await asyncio.wait_for(sockets[0].read_message(), 5) is None, "the oldest has ended"
        for socket in sockets:
            socket.close()

    during(opened(), act)


def test_a_class_behind_one_address_loads_its_pages_and_reloads_them_beside_silent_connections() -> None:
    async def load(link: str) -> None:
        client = AsyncHTTPClient(force_instance=True, defaults={"connect_timeout": 30.0})
        base = link.partition("#")[0]
        for answer in await asyncio.gather(*(client.fetch(base + name) for name in ("", "room.js", "room.css"))):
            assert answer.code == 200
        client.close()

    async def come(link: str, name: str) -> None:
        await load(link)
        socket = await websocket_connect(socket_address(link))
        await socket.write_message(json.dumps({"secret": link.partition("#")[2]}))
        said = json.loads(str(await socket.read_message()))
        if said["type"] == "ask":
            await socket.write_message(json.dumps({"secret": link.partition("#")[2], "name": name}))
            said = json.loads(str(await socket.read_message()))
        assert said["type"] == "you"
        pages[name] = said["secret"]
        sockets.append(socket)

    async def come_back(base: str, secret: str) -> None:
        await load(base)
        socket = await websocket_connect(socket_address(base))
        await socket.write_message(json.dumps({"secret": secret}))
        assert json.loads(str(await socket.read_message()))["type"] == "wait"
        sockets.append(socket)

    pages: dict[str, str] = {}
    sockets: list[WebSocketClientConnection] = []
    names = [f"Student {number}" for number in range(CLASS)]

    async def act() -> None:
        with cw.open_class("kommando", names) as leader:
            strangers = await websockets(leader.link, MOST_SILENT)
            await asyncio.gather(*(come(leader.link, name) for name in names))
            for _reload in range(3):
                await asyncio.gather(*(come_back(leader.link.partition("#")[0], one) for one in pages.values()))
            assert soon(lambda: sum(one["here"] for one in leader.people) == CLASS)
            for socket in (*sockets, *strangers):
                socket.close()

    asyncio.run(asyncio.wait_for(act(), 60))


def test_all_people_of_the_largest_class_may_come_at_one_moment_from_one_address() -> None:
    async def come(link: str, name: str) -> None:
        socket = await websocket_connect(HTTPRequest(socket_address(link), connect_timeout=30.0))
        secret = link.partition("#")[2]
        await socket.write_message(json.dumps({"secret": secret}))
        assert json.loads(str(await socket.read_message()))["type"] == "ask"
        await socket.write_message(json.dumps({"secret": secret, "name": name}))
        assert json.loads(str(await socket.read_message()))["type"] == "you"
        socket.close()

    async def act() -> None:
        names = [f"Student {number}" for number in range(MOST)]
        with cw.open_class("kommando", names) as leader:
            await asyncio.gather(*(come(leader.link, name) for name in names))

    asyncio.run(asyncio.wait_for(act(), 60))


def test_whoever_has_the_link_of_a_class_alone_cannot_hold_ever_more_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("capture_widgets.rooms.server.MOST_ASKED", 20)

    async def ask(link: str) -> WebSocketClientConnection:
        socket = await websocket_connect(socket_address(link))
        await socket.write_message(json.dumps({"secret": link.partition("#")[2]}))
        assert json.loads(str(await socket.read_message()))["type"] == "ask"
        return socket

    async def act() -> None:
        with cw.open_class("kommando", ["Ann", "Ben"]) as leader:
            first = await ask(leader.link)
            last = [await ask(leader.link) for _ in range(20)][-1]
            assert await asyncio.wait_for(first.read_message(), 5) is None
            await last.write_message(json.dumps({"secret": leader.link.partition("#")[2], "name": "Ann"}))
            assert json.loads(str(await last.read_message()))["type"] == "you"
            last.close()
        await close_pages()

    asyncio.run(asyncio.wait_for(act(), 60))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_a_home_with_many_addresses_counts_as_one(address: str, network: str) -> None:
    assert network_of(address) == network
