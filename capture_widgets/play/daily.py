"""A deal a day for each game, the same for everybody: its seed holds the date, so that it is known again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from capture_widgets.core.errors import UnknownOption, shown
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.state import Seat
from capture_widgets.export.outcome import outcome
from capture_widgets.games import game_type
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new

_DIGITS: Final = 10**8
"""So many seeds a date could have; together with the date they are whole numbers that a browser can hold."""


def today() -> date:
    """The date by which deals change: that of Greenwich, wherever one is."""
    return datetime.now(UTC).date()


def daily(
    game: str,
    date: date | str | None = None,  # as people say it
    *,
    seats: Sequence[str | Bot] | None = None,
    autosave: str | Path | None = None,
    undo: bool | None = None,
) -> Game:
    """The deal of a day, the same for everybody, played with the options as usual.

    Args:
        game: its slug, see `games`.
        date: a date, or its text such as ``"2026-11-22"``; by default that of today in UTC.
        seats: who sits where, as in `new`.
        autosave: path of a journal to keep.
        undo: whether moves may be taken back, as in `new`.

    Raises:
        UnknownGame, UnknownOption: what is wrong and what would be right.
    """
    return new(game, seed=seed_of(game, day_of(date)), seats=seats, autosave=autosave, undo=undo)


def day_of(given: object) -> date:
    """The date that is meant.

    Raises:
        UnknownOption: there is no such date.
    """
    if given is None:
        return today()
    if isinstance(given, date):
        return given.date() if isinstance(given, datetime) else given
    try:
        if isinstance(given, str) and len(given) == 10:
            return date.fromisoformat(given)
    except ValueError:
        pass
    raise UnknownOption(f'date={shown(given)}: a date, or its text such as "2026-11-22"')


def seed_of(slug: str, day: date) -> int:
    """The seed of a day's deal: the date in eight digits, then eight drawn from game and date."""
    kind = game_type(slug)
    digest = sha256(f"capture-widgets daily 1 | {kind.slug} | {day.isoformat()}".encode()).digest()
    return (day.year * 10_000 + day.month * 100 + day.day) * _DIGITS + int.from_bytes(digest[:8], "big") % _DIGITS


def day_of_game(history: History) -> date | None:
    """The day whose deal was played, as usual and no match; None for any other deal."""
    seed = history.seed
    if seed is None or history.match or history.settings != type(history.settings)() or history.setup is not None:
        return None
    number = seed // _DIGITS
    try:
        day = date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None
    return day if seed_of(history.type.slug, day) == seed else None


def line_to_share(history: History, own: Seat) -> str | None:
    """How a day's deal went for a seat, in a line that spoils nothing for those who have not played it.

    None where the game is not over, or is no day's deal.
    """
    day = day_of_game(history)
    if day is None or not history.is_over:
        return None
    came = outcome(history, history.round, own)["came"]
    others = [seat for seat in range(len(history.seats)) if seat != own]
    parts = [f"{history.type.title}, deal of {day.isoformat()}"]
    if came is not None:
        parts.append(came)
    if others and history.type.counts_points(history.settings):
        parts.append(" : ".join(str(history.points[seat]) for seat in (own, *others)))
    parts.append(number_of(history.ply, "move"))
    if others:
        parts.append(f"against {', '.join(history.seats[seat] for seat in others)}")
    return f'{", ".join(parts)}. cw.daily("{history.type.slug}", "{day.isoformat()}")'
