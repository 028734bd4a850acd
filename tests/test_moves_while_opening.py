"""A page that a table has just come to hears of a move that another thread plays at that moment."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

import capture_widgets as cw
from capture_widgets.rooms.seat_table import SeatTable


class Page:
    """Plays a move in another thread as soon as it is told of a table, and keeps what it is told."""

    def __init__(self) -> None:
        self.game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
        self.dumps: list[dict[str, Any]] = []

    def hear(self, kind: str, data: dict[str, Any]) -> None:
        dump = data.get("state", {}).get("dump")
        if dump is None:
            return
        self.dumps.append(dump)
        if kind == "comm_open":
            thread = threading.Thread(target=self.game.play, args=(self.game.legal_moves()[0],))
            thread.start()
            thread.join(20)

    def is_told(self) -> None:
        assert [dump["ply"] for dump in self.dumps] == [0, 1]
        assert self.dumps[-1] == self.game.dump(1)


def test_on_a_page_of_a_room() -> None:
    page = Page()

    def hear(text: str) -> None:
        message = json.loads(text)
        page.hear(message["type"], message["data"])

    table = SeatTable(page.game, 1, hear)
    page.is_told()
    table.close()


def in_notebooks(monkeypatch: pytest.MonkeyPatch, hear: Callable[[str, Any], object]) -> None:
    class Wire(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, *_more: Any, **_named: Any) -> None:
            hear(msg_type, json.loads(json.dumps(data or {}, default=str)))

    monkeypatch.setattr(comm, "create_comm", Wire)


def test_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    in_notebooks(monkeypatch, page.hear)
    table = page.game.table(seat=1)
    page.is_told()
    table.close()


def test_a_table_to_which_nothing_happens_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    game = cw.new("columns", seed=7, seats=["Ann", "Ben"])
    SeatTable(game, 1, told.append).close()
    assert [json.loads(text)["type"] for text in told] == ["comm_open", "comm_close"]
    messages: list[Any] = []
    in_notebooks(monkeypatch, lambda kind, data: messages.append((kind, data)))
    game.table(seat=1)
    ours = [kind for kind, data in messages if "dump" in data.get("state", {})]
    assert ours == ["comm_open"]
