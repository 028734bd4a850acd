"""A room through kills, cuts and reloads: no acknowledged move is lost, none is made twice, every seat is kept."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from tests.test_rooms import Page, close_pages, seated
from tests.thorough import little_or_much

ACTS = ("kill", "cut", "reload", "send again", "sleep")


class Host:
    """A process that hosts a game in a folder, and its links."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.links: list[str] = []
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "capture_widgets", "host", "kommando", "--folder", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, *(["--seats", "Ann,Ben"] if not self.links else [])],
            stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        assert self.process.stdout is not None
        lines = list(iter(self.process.stdout.readline, "Press Ctrl+C to close the room.\n"))
        links = [line.strip() for line in lines if line.startswith("http://")]
        assert self.links in ([], links), "the links stay"
        self.links = links

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def moves(self) -> list[str]:
        return cw.load(self.folder / "game.jsonl").moves()


async def answer_to(page: Page, number: int) -> dict[str, Any]:
    reply = await page.until(lambda one: one.get("data", {}).get("content", {}).get("id") == number)
    content: dict[str, Any] = reply["data"]["content"]
    return content


async def troubled(folder: Path, times: int, rng: Random) -> int:
    """Play a hand and disturb it so often; returns how often, which may be less when the hand is over."""
    host = Host(folder)
    pages: list[Page] = [await seated(link) for link in host.links[:2]]
    played: list[str] = []
    done = 0
    try:
        while len(played) < 20 and done < times:
            seat = next(at for at, page in enumerate(pages) if page.dump["to_play"] == at)
            page = pages[seat]
            while page.dump["ply"] != len(played):
                await page.read()
            move = rng.choice(page.dump["legal_moves"])
            request = {"kind": "play", "move": move, "round": 0, "ply": len(played)}
            act = rng.choice(ACTS)
            done += 1
            await page.ask(**request, id=2 * done)
            if rng.random() < 0.5:  # before the answer comes, so nobody knows whether the move was made
                assert (await answer_to(page, 2 * done))["kind"] == "done"
                assert host.moves() == [*played, move], "what was acknowledged is on disk"
            if act == "kill":
                host.kill()
                host.start()
                pages = [await seated(link) for link in host.links[:2]]
            elif act == "cut":
                page.socket.stream.close()
                pages[seat] = await seated(host.links[seat])
            elif act == "reload":
                page.socket.close()
                pages = [await seated(link) for link in host.links[:2]]
            elif act == "sleep":  # a page that hears nothing for a while
                await asyncio.sleep(0.05)
                pages[1 - seat] = await seated(host.links[1 - seat])
            page = pages[seat]
            # a page that does not know whether its request arrived sends it again
            await page.ask(**request, id=2 * done + 1)
            again = await answer_to(page, 2 * done + 1)
            while page.dump["ply"] == len(played):
                await page.read()
            assert again["kind"] in ("done", "refused")
            played.append(move)
            assert page.dump["ply"] == len(played), "the move was made once"
            assert host.moves() == played
            for at, one in enumerate(pages):
                while one.dump["ply"] != len(played):
                    await one.read()
                assert one.dump["seat"] == at
    finally:
        await close_pages()
        host.kill()
    return done


@pytest.mark.parametrize("times", little_or_much(4, 200))
def test_through_kills_cuts_and_reloads_nothing_is_lost_or_doubled(times: int, tmp_path: Path) -> None:
    rng = Random(times)
    done, hands = 0, 0
    while done < times:
        hands += 1
        folder = tmp_path / f"hand-{hands}"
        done += asyncio.run(asyncio.wait_for(troubled(folder, int(times) - done, rng), 300))
