"""Widgets on a page without Jupyter: a comm that carries their messages as text."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.widgets.host.page_comm import DEEPEST, parse, read_message
from tests.leaks import find_cards, unseen

PLAY = """
import json, sys
from capture_widgets.widgets.host.page_comm import LONGEST, connect

said = []
hear = connect(lambda text: said.append(json.loads(text)))
import capture_widgets as cw

game = cw.new("kommando", seed=7, seats=["you", "B"])
table = game.table(seat=0)
name = table.model_id
hear(json.dumps({"comm": name, "data": {"method": "custom", "content": {"kind": "hello", "id": 1, "view": "page"}}}))
before = len(said)
move = game.legal_moves()[0]
hear(json.dumps({"comm": name, "data": {"method": "custom", "content": {
    "kind": "play", "id": 2, "move": move, "ply": 0, "round": 0}}}))
for text in ("[]", '{"comm": "x"}', "nothing", " " * (LONGEST + 1)):
    try:
        hear(text)
    except ValueError:
        continue
    raise AssertionError(text[:9])
hear('{"comm": "nobody", "data": {}}')
print(json.dumps([said[:before], said[before:], game.ply, name]))
"""


@pytest.fixture(scope="module")
def played() -> list[Any]:
    """What a process of its own said: the comm is one for a process."""
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True, timeout=60)
    found: list[Any] = json.loads(done.stdout)
    return found


def test_a_page_plays_a_move_and_is_told_of_it(played: list[Any]) -> None:
    first, then, ply, name = played
    assert ply == 1
    opened = next(one for one in first if one["comm"] == name)
    assert opened["type"] == "comm_open"
    assert opened["data"]["state"]["view"] == "table"
    replies = [one["data"]["content"] for one in then if one["data"].get("method") == "custom"]
    assert {"kind": "done", "id": 2} in replies
    assert any(one["data"].get("state", {}).get("ply") == 1 for one in then)


def test_a_page_that_has_the_front_end_is_not_sent_it(played: list[Any]) -> None:
    first, then, *_ = played
    assert len(json.dumps([first, then])) < 100_000
    assert all(not one["data"].get("state", {}).get("_esm", "").startswith("/") for one in first + then)


def test_a_page_is_sent_no_card_that_its_seat_does_not_see(played: list[Any]) -> None:
    first, then, *_ = played
    hidden = unseen(cw.new("kommando", seed=7), 0)
    assert len(hidden) > 5
    assert find_cards([first, then], hidden) == []


@pytest.mark.parametrize(
    "text", ["[" * 9_000, '{"a":' * 5_000, f"{'[' * (DEEPEST + 1)}{']' * (DEEPEST + 1)}", b"[" * 200], ids=len
)
def test_what_is_nested_deeply_is_refused_before_it_is_read(text: str | bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", pytest.fail)
    with pytest.raises(ValueError, match="a message is nested too deeply"):
        parse(text)


def test_brackets_in_texts_and_many_lists_side_by_side_are_read() -> None:
    said = {"data": {"text": '[["{' * 60, "moves": [[number] for number in range(300)]}}
    assert read_message(json.dumps(said)) == said
    assert parse("[" * DEEPEST + "]" * DEEPEST)
