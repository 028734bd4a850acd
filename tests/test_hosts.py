"""Hosts that differ from an ordinary kernel, as far as can be shown without them."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

import capture_widgets as cw
from capture_widgets.widgets import Replay


@pytest.fixture
def jsnull(monkeypatch: pytest.MonkeyPatch) -> object:
    """What JavaScript's null is in Pyodide's Python: an object of its own."""
    ffi = ModuleType("pyodide.ffi")
    null = object()
    ffi.jsnull = null  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return null


def finished() -> cw.Game:
    game = cw.new("kommando", seed=7)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def test_a_page_may_choose_to_see_everything_where_null_is_no_none(jsnull: object) -> None:
    replay = Replay(finished(), 0, lenses=[0, None])
    replay.set_state({"seat": jsnull})
    assert replay.seat is None


def test_null_within_a_request_is_none_too(jsnull: object, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay(finished(), None)
    replies: list[object] = []
    monkeypatch.setattr(replay, "send", replies.append)
    replay._heard(replay, {"id": jsnull, "kind": "hello", "view": ["a", {"b": jsnull}]}, [])
    assert replies == [{"kind": "hello", "id": None}]
