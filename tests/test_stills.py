"""Which page writes the picture below a widget into a document that several pages share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import IPython.display
import pytest

import capture_widgets as cw
from capture_widgets.widgets.host import stills
from tests.wire import listen, say


class Clock:
    """What the stills plan for later, done when a test says so."""

    def __init__(self) -> None:
        self.planned: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        self.planned.append((seconds, act))
        return True

    def find(self) -> None:
        pass

    def pass_lease(self) -> None:
        due = [act for seconds, act in self.planned if seconds == stills.LEASE]
        self.planned.clear()
        for act in due:
            act()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(stills, "_LOOP", made)
    return made


@pytest.fixture
def outputs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the kernel tells the page that ran the cell."""
    told: list[Any] = []
    monkeypatch.setattr(IPython.display, "display", lambda *_data, **_how: None)
    monkeypatch.setattr(IPython.display, "update_display", lambda data, **_how: told.append(data))
    return told


def test_the_kernel_names_one_display_of_a_shared_document_until_it_says_nothing_any_more(
    clock: Clock, outputs: list[Any]
) -> None:
    game = cw.new("kommando", seed=7)
    table = game.table(seat=0)
    table._still.show()
    heard = listen(table)

    def move() -> str | None:
        """Make a move, and return whom the kernel lets write the still."""
        game.play(game.legal_moves()[0])
        heard.clear()
        table._still.follow()
        (still,) = heard
        assert still["kind"] == "still"
        writer = still["writer"]
        assert writer is None or isinstance(writer, str)
        return writer

    assert move() is None
    assert len(outputs) == 2, "the page that ran the cell shows its words and its picture"
    for display in ("a", "b"):
        say(table, {"kind": "writes", "view": display, "id": 0})
    first = move()
    assert first in ("a", "b")
    second = "ab".replace(first or "", "")
    assert move() == first
    say(table, {"kind": "writes", "view": first, "id": 0})
    clock.pass_lease()
    assert move() == first, "it has answered"
    heard.clear()
    clock.pass_lease()  # its page has vanished
    assert [message["writer"] for message in heard] == [second]
    clock.planned.clear()
    say(table, {"kind": "writes", "view": first, "id": 0})
    assert move() == second, "a page that comes back waits"
    say(table, {"kind": "rests", "view": second, "id": 0})
    assert move() == first
    assert len(outputs) == 2
    say(table, {"kind": "rests", "view": first, "id": 0})
    assert move() is None
    assert len(outputs) == 4
    table.close()


def test_the_first_display_that_can_write_gets_the_picture_of_now(clock: Clock, outputs: list[Any]) -> None:
    table = cw.new("kommando", seed=7).table(seat=0)
    table._still.show()
    say(table, {"kind": "writes", "view": "a", "id": 0})
    assert [seconds for seconds, _act in clock.planned] == [stills.QUIET]
    heard = listen(table)
    table._still.follow()
    assert [message["writer"] for message in heard] == ["a"]
    assert outputs == []
    table.close()
