"""A position as a plain HTML table, for pages that show no widgets: no style, no script, no picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from capture_widgets.dump import Dump
from capture_widgets.games import game_type
from capture_widgets.state import SEAT_NAMES


def dump_html(dump: Dump, log: Iterable[str] = ()) -> str:
    """The table of a dump, of any viewer, with the moves in words below it."""
    game = game_type(dump["game"])
    turn = "over" if dump["to_play"] is None else f"{SEAT_NAMES[dump['to_play']]} to play"
    points = ", ".join(f"{SEAT_NAMES[seat]} {points}" for seat, points in enumerate(dump["points"]))
    facts = [
        ("Game", game.title),
        ("Seen by", _viewer(dump["seat"])),
        ("Round", str(dump["round"] + 1)),
        ("Ply", f"{dump['ply']}, {turn}"),
        ("Points", points),
    ]
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in facts)
    table: Any = dump["table"]
    moves = "".join(f"<li>{escape(sentence)}</li>" for sentence in log)
    return f"<table>{rows}</table><pre>{escape(game.draw(table))}</pre>" + (f"<ol>{moves}</ol>" if moves else "")


def _viewer(seat: int | str | None) -> str:
    return "everyone" if seat is None else "the public" if seat == "public" else f"seat {SEAT_NAMES[int(seat)]}"
