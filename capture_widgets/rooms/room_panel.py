"""A room in a notebook: its links as a list, and below it a panel that says who is here and has the buttons."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from capture_widgets.bots.levels import BOTS, bot_id

if TYPE_CHECKING:
    from capture_widgets.rooms.game_class import GameClass
    from capture_widgets.rooms.room import Room


def show_panel(room: Room) -> None:
    """Show list and panel as the output of a cell. The document keeps the list."""
    from IPython.display import display

    display({"text/html": room._repr_html_(), "text/plain": repr(room)}, raw=True)  # type: ignore[no-untyped-call]
    if not room.closed:
        display(panel_of(room))  # type: ignore[no-untyped-call]


def panel_of(room: Room) -> Any:
    """The panel: who is here, the links that are new, and what whoever opened the room can do."""
    from capture_widgets.widgets.classroom.button_panel import button_panel, choice_list, text_field

    before = room.links
    persons = [(one["name"], one["seat"]) for one in room.people if one["seat"] in before]
    chosen = [seat for _, seat in persons[:1]]

    def choose(seat: Any) -> None:
        chosen[:] = [seat]

    def offered() -> list[tuple[str, Any]]:
        return [(one["name"], one["seat"]) for one in room.people if one["seat"] in before]

    seats, refresh_seats = choice_list("Seat", offered, lambda: chosen[0] if chosen else None, choose)
    name = text_field("New name")

    def hand_over() -> None:
        if not name.value.strip():
            raise ValueError("Write the name of the new person first.")
        room.hand_over(chosen[0], name.value.strip())
        name.value = ""

    acts: dict[str, Callable[[], object]] = {"Lock": room.lock, "Unlock": room.unlock, "Close": room.close}
    if chosen:
        acts |= {"New link": lambda: room.kick(chosen[0]), "Hand over": hand_over}
    away, refresh_away = stand_in_list(room)
    panel, refresh = button_panel(lambda: _words(room, before), acts, [seats, name, away])
    for one in (refresh, refresh_seats, refresh_away):
        room.watch(one)
    return panel


def stand_in_list(led: Room | GameClass) -> tuple[Any, Callable[[], None]]:
    """A list that says what happens with the seats of those who are away for long, and a function to show it anew."""
    from capture_widgets.widgets.classroom.button_panel import choice_list

    levels = [("their seats wait", None), *((f"{level.name} plays", level.id) for level in BOTS)]

    def choose(level: Any) -> None:
        led.stand_in = level

    return choice_list(
        "If away", lambda: levels, lambda: None if led.stand_in is None else bot_id(led.stand_in), choose
    )


def _words(room: Room, before: dict[Any, str]) -> str:
    """Who is here, and each link that is another one than in the list above."""
    if room.closed:
        return "<p>This room is closed.</p>"
    rows = []
    for one in room.people:
        link = room.links.get(one["seat"])
        new = "" if link is None or link == before.get(one["seat"]) else html.escape(link)
        shown = f'<a href="{new}" target="_blank" rel="noreferrer">{new}</a>' if new else ""
        where = "a bot" if one["bot"] else room._whereabouts(one)
        rows.append(f"<tr><td>{html.escape(one['name'])}</td><td>{where}</td><td>{shown}</td></tr>")
    locked = " Nobody new can come in." if room.locked else ""
    return f"<table><tbody>{''.join(rows)}</tbody></table><p>{room.watching} watch.{locked}</p>"
