"""On a busy machine a hint is shown after its short search, also where that is not sure enough."""

from __future__ import annotations

from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import hints
from capture_widgets.widgets.table import hint_requests
from tests.waiting import soon
from tests.wire import listen, say


@pytest.mark.parametrize("slow", [False, True])
def test_a_slow_search_shows_what_it_has_so_far(slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine showed nothing for ten seconds at a first move; a quick one waits for the comparison."""
    monkeypatch.setattr(hint_requests, "EARLY_CONFIDENCE", 2.0)
    monkeypatch.setattr(hint_requests, "EARLY_SECONDS", 0.05)
    monkeypatch.setattr(hint_requests, "SLOW_SECONDS", 0.0 if slow else 1e9)
    whole: Any = hints.hint_steps
    monkeypatch.setattr(hints, "hint_steps", lambda view, **more: whole(view, **{"seconds": 0.05, **more}))
    table = cw.new("kommando", seed=0, seats=["you", cw.bots.Random(1)]).table(0)
    heard: list[dict[str, Any]] = listen(table)
    say(table, {"id": 1, "kind": "hint"})
    assert soon(lambda: any(one.get("goes_on") is False for one in heard))
    early = [one["sure"] for one in heard if one.get("goes_on")]
    assert early == (["closer"] if slow else [])
