"""Daily deals: one deal for each game and date, the same for everybody. The seed contains the date."""

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
"""The number of possible seeds per date; date and seed together fit in a JavaScript number."""


def today() -> date:
    """The current date in UTC, in every time zone."""
    return datetime.now(UTC).date()


def daily(
    game: str,
    date: date | str | None = None,
    *,
    seats: Sequence[str | Bot] | None = None,
    autosave: str | Path | None = None,
    undo: bool | None = None,
) -> Game:
    """A game from the deal of a date, the same for everybody, with the default options.

    Args:
        game: the slug of the game, see `games`.
        date: a date, or a text such as ``"2026-11-22"``; by default today in UTC.
        seats: the players, as in `new`.
        autosave: the path of a journal for the game.
        undo: whether moves may be taken back, as in `new`.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid; the error names the valid ones.
    """
    return new(game, seed=seed_of(game, day_of(date)), seats=seats, autosave=autosave, undo=undo)


def day_of(given: object) -> date:
    """Convert a date, its text or None (today) to a date.

    Raises:
        UnknownOption: the argument is not a date.
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
    """The seed of a daily deal: the date in eight digits, then eight digits of a hash of game and date."""
    kind = game_type(slug)
    digest = sha256(f"capture-widgets daily 1 | {kind.slug} | {day.isoformat()}".encode()).digest()
    return (day.year * 10_000 + day.month * 100 + day.day) * _DIGITS + int.from_bytes(digest[:8], "big") % _DIGITS


def day_of_game(history: History) -> date | None:
    """The date of the daily deal that a game was played from; None for other deals, options and matches."""
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
    """One line on the result of a daily deal that reveals nothing to those who have not played it.

    None if the game is not over, or not from a daily deal.
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
