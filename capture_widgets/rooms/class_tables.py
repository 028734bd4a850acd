"""All games of a round as small tables, for a projector: as a spectator sees them."""

from __future__ import annotations

import html
import weakref
from base64 import b64encode
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, TypedDict

from capture_widgets.engine.names import names_for
from capture_widgets.export.html import counts_points
from capture_widgets.export.outcome import outcome
from capture_widgets.export.svg import dump_svg
from capture_widgets.rooms.class_games import ClassGame
from capture_widgets.widgets.classroom.picture_grid import PictureGrid

if TYPE_CHECKING:
    from capture_widgets.rooms.class_projector import Projecting


class SmallTable(TypedDict):
    """What a projector shows of one game."""

    number: int
    """The number of the game in its round."""
    people: str
    """Who plays, with their points where the game counts any."""
    words: str
    """How far they are, and who is away; or how it ended."""
    over: bool
    picture: str
    """The position as SVG."""


def small_table(one: ClassGame, here: AbstractSet[str]) -> SmallTable:
    """A game as a projector shows it.

    Args:
        one: the game.
        here: the names of those who are connected.
    """
    with one.game.lock:
        game, is_over = one.game, one.is_over
        history = game.history
        dump, names = game.dump("public"), names_for(history.seats)
    points = [f" {count}" if counts_points(dump) else "" for count in dump["points"]]
    if is_over:
        words = outcome(history, dump["round"])["text"]
    else:
        away = [game.names[seat] for seat, who in enumerate(one.names) if who is not None and who not in here]
        words = f"move {dump['ply'] + 1}, {names.turn(dump['to_play'])}"
        words += f"; away: {', '.join(away)}" if away else ""
    return {
        "number": one.number,
        "people": " - ".join(f"{name}{count}" for name, count in zip(game.names, points, strict=True)),
        "words": words,
        "over": is_over,
        "picture": dump_svg(dump, names, heading=False),
    }


def columns_for(tables: int) -> int:
    """In how many columns so many small tables are largest on a screen of 16 by 9."""
    return max(range(1, max(1, tables) + 1), key=lambda columns: _size(tables, columns))


def _size(tables: int, columns: int) -> float:
    rows = -(-max(1, tables) // columns)
    return min(16 / columns, 1.1 * (9 / rows - 0.5))  # half a unit for the words above a picture


class ClassTables(PictureGrid):
    """The games of the round as small tables that follow them; `GameClass.tables` makes one."""

    def __init__(self, leader: Projecting) -> None:
        """Make the tables, and follow the class."""
        super().__init__(
            lambda columns: [_drawn(table, columns) for table in leader._small_tables()],
            lambda: columns_for(len(leader.games)),
        )
        own = weakref.ref(self)

        def refresh() -> None:
            there = own()
            if there is not None:
                there.refresh()

        leader.watch(refresh)


def _drawn(table: SmallTable, columns: int) -> str:
    source = b64encode(table["picture"].encode()).decode()
    head = f"{table['number']}. {table['people']}"
    size = 18 if columns < 4 else 14
    # as high as its share of a screen of 16 by 9, so that all of them are on it together
    return (
        f'<figure style="margin:0;line-height:1.25;font-size:{size}px" data-small="{table["number"]}">'
        f"<figcaption><b>{html.escape(head)}</b><br>{html.escape(table['words'])}</figcaption>"
        f'<img alt="" style="width:100%;aspect-ratio:6/5;object-fit:contain" src="data:image/svg+xml;base64,{source}">'
        "</figure>"
    )
