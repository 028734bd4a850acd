"""The server for assistants, asked by the protocol's own client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

import capture_widgets as cw
from capture_widgets.rooms.assistant import Assistant, OwnGame, seat_in_own_game
from tests.leaks import find_cards, unseen

Ask = Callable[..., Awaitable[Any]]


def served(*arguments: str, act: Callable[[Ask, list[str]], Awaitable[None]]) -> list[str]:
    """Start the server as an assistant's program does, and act with its tools; returns all that it answered."""
    heard: list[str] = []

    async def main() -> None:
        command = ["-m", "capture_widgets", "mcp", *arguments]
        async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=command))) as client:

            async def ask(tool: str, **given: Any) -> Any:
                result: Any = await client.call_tool(tool, given)
                heard.append(result.model_dump_json())
                assert not result.is_error, result
                return result.structured_content["result"]

            listed: Any = await client.list_tools()
            heard.append(listed.model_dump_json())
            await act(ask, [tool.name for tool in listed.tools])

    asyncio.run(asyncio.wait_for(main(), 120))
    return heard


def test_an_assistant_plays_a_game_of_its_own_to_the_end() -> None:
    async def act(ask: Ask, tools: list[str]) -> None:
        assert tools == ["look", "legal_moves", "play", "why"]
        assert (await ask("look", rules=True)).startswith("You play Kommando.")
        assert "L:7b: not a move" not in await ask("why", move="L:1r")
        refused = await ask("play", move="L:10r")
        assert refused.startswith("Refused, nothing was played: ")
        assert "KO-" in refused
        told = ""
        for _ in range(20):
            moves = await ask("legal_moves")
            if not moves:
                break
            assert "legal." in await ask("why", move=moves[0])
            told = await ask("play", move=moves[0])
        assert "The game is over. You " in told
        assert (await ask("play", move="L:1r")).startswith("The round is over; nothing was played")

    heard = served("kommando", "--seed", "7", "--against", "random", act=act)
    assert len(heard) > 20


@pytest.mark.parametrize("slug", ["commander", "universal"])
def test_what_the_server_says_names_no_card_that_the_seat_has_not_seen(slug: str) -> None:
    game = cw.new(slug, seed=5, seats=["assistant", cw.bots.Greedy(1)])
    assistant = Assistant(OwnGame(game, 0))
    for _ in range(15):
        moves = assistant.legal_moves()
        if not moves:
            break
        said = [assistant.look(), assistant.why(moves[0])]
        assert assistant.why("nonsense") == str(cw.new(slug, seed=9).explain("nonsense"))
        assert find_cards([*said, *moves], unseen(game, 0)) == []
        assistant.play(moves[0])


def test_an_assistant_takes_a_seat_of_a_game_in_a_room() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Assistant"])

    async def act(ask: Ask, _tools: list[str]) -> None:
        assert (await ask("play", move="9y")).startswith("It is A's turn; nothing was played")
        assert (await ask("why", move="9y")).startswith("It is not your turn")
        assert await ask("legal_moves") == []
        game.play("L:1r")
        told = await ask("look", wait=30)
        assert "It is your turn." in told
        assert "[L:1r]" in told
        moves = await ask("legal_moves")
        assert moves == game.legal_moves()
        assert (await ask("why", move=moves[0])) == f"{moves[0]}: legal."
        why = await ask("why", move="10r")
        assert why.startswith("10r: not legal. ")
        assert "KO-" in why
        assert game.ply == 1
        assert moves[0] in await ask("play", move=moves[0])

    with game.open_room() as room:
        heard = served("--link", room.links[1], act=act)
    assert game.ply == 2
    assert find_cards([json.loads(each) for each in heard[1:]], unseen(game, 1)) == []


def refused(*arguments: str) -> str:
    """The words on standard error with which the command ends."""
    command = [sys.executable, "-m", "capture_widgets", "mcp", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


def test_what_opens_no_seat_is_refused_in_words() -> None:
    assert "is no link of a room" in refused("--link", "nonsense")
    assert "there is no game" in refused("whist")
    assert "there is no seat 2" in refused("kommando", "--seat", "2")
    assert "there is no player" in refused("kommando", "--against", "best")
    with cw.new("kommando", seats=["Ann", "Ben"]).open_room() as room:
        assert "this link is for spectators" in refused("--link", room.links["public"])


def test_without_the_package_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['mcp'] = None; sys.modules['mcp.server'] = None\n"
        "from capture_widgets.cli import main\nsys.exit(main(['mcp', 'kommando']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert 'pip install "capture-widgets[mcp]"' in done.stderr


def test_one_bot_is_taken_for_all_other_seats() -> None:
    assistant = seat_in_own_game("commander", 2, [cw.bots.Random(1)], 3, {"players": 4})
    assert "seat C" in assistant.look()
    assert assistant.legal_moves()
