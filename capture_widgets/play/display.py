"""`show`: dumps and lists of moves that a notebook displays without a widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.state import Viewer
from capture_widgets.export.html import dump_html, moves_html, plain_text
from capture_widgets.export.links import question_position
from capture_widgets.export.svg import dump_svg
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.play.game import Game
from capture_widgets.play.loading import valid_history
from capture_widgets.records.view_reader import read_view, whole_table


class Position:
    """A dump that a notebook displays as a picture and a table.

    `show` makes one; it only displays. The function `position` makes a game that stands at a position.

    Attributes:
        dump: the dump itself.
    """

    def __init__(self, dump: Dump) -> None:
        self.dump = dump

    def __repr__(self) -> str:
        return plain_text(self.dump)

    def _repr_html_(self) -> str:
        return f"{dump_svg(self.dump)}{dump_html(self.dump)}"


class MoveList(list[LogEntry]):
    """The moves of `Game.log`, which a notebook displays as a table."""

    def __str__(self) -> str:
        return "\n".join(f"{entry['ply']:>4} {entry['text']}" for entry in self)

    def _repr_html_(self) -> str:
        return moves_html(self)


def show(what: Game | History | Mapping[str, Any] | str, seat: Viewer = None) -> Position | MoveList:
    """Display a dump in a notebook, or the moves of a game or a record.

    Args:
        what: a dump, a game or a record; or a question that somebody sent (from `Game.question` or from a table).
        seat: the viewer for whom to show the moves of a game or record.

    Raises:
        RecordError: the dump, record or question cannot be read; the error says where and why.
        ValueError: the argument is none of these, or there is no such seat.
    """
    if is_a(what, str):
        what = question_position(what)
    if is_a(what, dict) and "rounds" not in what:
        position = Position(read_view(what))
        with whole_table():  # raises now, not later in the notebook, if the dump cannot be drawn
            position._repr_html_()
        return position
    if is_a(what, dict):
        what = valid_history(what)
    elif is_a(what, Game):
        what = what.history
    if not is_a(what, History):
        raise ValueError("show() takes a dump, a game, a record or a question")
    return MoveList(entry for number in what.round_numbers() for entry in what.log(seat, round=number))
