"""A room as the last line of a cell: its links in the document, who is here, and buttons that lead it."""

from __future__ import annotations

from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.rooms.room_panel import panel_of, stand_in_list
from tests.waiting import soon


def parts(panel: Any) -> tuple[Any, dict[str, Any], Any, dict[str, Any]]:
    """The words, the buttons, what was refused, and the fields of a panel."""
    words, row, said, *fields = panel.children
    return words, {one.description: one for one in row.children}, said, {one.description: one for one in fields}


def opened(**options: Any) -> cw.Room:
    return cw.new("kommando", seed=7, seats=["Ann", "Ben"]).open_room(**options)


def test_the_panel_says_who_is_here_as_it_changes_and_holds_no_link_of_the_list() -> None:
    with opened(grace=0.3) as room:
        words, *_ = parts(panel_of(room))
        assert words.value.count("not here yet") == 2
        with cw.join(room.links[1]):
            assert soon(lambda: "<td>Ben</td><td>here</td>" in words.value)
        assert soon(lambda: "<td>Ben</td><td>away for long</td>" in words.value)
        assert not any(link in words.value for link in room.links.values())


def test_its_buttons_lock_give_a_new_link_hand_over_and_close() -> None:
    with opened() as room:
        words, buttons, said, fields = parts(panel_of(room))
        before = room.links
        buttons["Lock"].click()
        assert [room.locked] == [True]
        assert "Nobody new can come in." in words.value
        buttons["Unlock"].click()
        assert [room.locked] == [False]
        fields["Seat"].value = 1
        buttons["New link"].click()
        assert room.links[0] == before[0]
        assert room.links[1] != before[1]
        assert room.links[1] in words.value
        buttons["Hand over"].click()
        assert "name" in said.value, "a person has a name"
        fields["New name"].value = "Cleo"
        buttons["Hand over"].click()
        assert list(room.game.seats) == ["Ann", "Cleo"]
        assert fields["Seat"].options[1] == ("Cleo", 1)
        fields["If away"].value = "greedy"
        assert isinstance(room.stand_in, cw.bots.Greedy)
        buttons["Close"].click()
        assert room.closed
        assert words.value == "<p>This room is closed.</p>"


def test_the_output_of_a_cell_is_the_list_and_the_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr("IPython.display.display", lambda given, **_: shown.append(given))
    with opened() as room:
        room._ipython_display_()
        assert all(link in shown[0]["text/html"] for link in room.links.values())
        assert type(shown[1]).__name__ == "VBox"
    room._ipython_display_()
    assert shown[2]["text/html"] == "<p>This room is closed.</p>"
    assert len(shown) == 3


def test_a_class_has_the_list_for_who_is_away_too() -> None:
    with cw.open_class("kommando", ["Ann", "Ben"], stand_in="club") as leader:
        away, refresh = stand_in_list(leader)
        assert (away.description, away.value) == ("If away", "club")
        away.value = "greedy"
        assert isinstance(leader.stand_in, cw.bots.Greedy)
        leader.stand_in = None
        refresh()
        assert away.value is None


def test_a_room_of_bots_alone_has_a_panel_without_seats() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Greedy(), cw.bots.Greedy()])
    with game.open_room() as room:
        _, buttons, *_ = parts(panel_of(room))
        assert set(buttons) == {"Lock", "Unlock", "Close"}
