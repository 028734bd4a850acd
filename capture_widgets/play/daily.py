"""Daily deals: one deal for each game and date, the same for everybody. The seed contains the date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

from capture_widgets.bots.greedy import Greedy
from capture_widgets.core.errors import UnknownOption, shown
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.state import GameType, Seat
from capture_widgets.export.outcome import outcome
from capture_widgets.games import GAMES, game_type
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new

_DIGITS: Final = 10**8
"""The number of possible seeds per date; date and seed together fit in a JavaScript number."""

_FAIR_SINCE: Final = date(2026, 12, 2)
"""Earlier deals of the day are those that people have played, also where a first choice lost them."""

_PROOF: Final = 60.0
"""Seconds for the proof that a deal can be won, of which 60 ms was the most in 1,500 deals: all machines end it."""


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
    slug = game_type(game).slug
    return new(slug, seed=seed_of(slug, day_of(date)), seats=seats, autosave=autosave, undo=undo)


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


@lru_cache(maxsize=1000)
def seed_of(slug: str, day: date) -> int:
    """The seed of a daily deal: the date in eight digits, then eight digits of a hash of game and date.

    In a game with a solver it is the first one of a row of such seeds whose deal can be won after each first choice,
    such as the choice of a king in 4X Solitaire, which is made before a card is seen. One such test takes some 1 ms.
    """
    kind = game_type(slug)
    seeds = (_hashed(kind.slug, day, number) for number in count())
    if kind.solver is None or day < _FAIR_SINCE:
        return next(seeds)
    return next(seed for seed in seeds if _can_be_won(kind, seed))


def _hashed(slug: str, day: date, number: int) -> int:
    given = f"capture-widgets daily 1 | {slug} | {day.isoformat()}{f' | {number}' if number else ''}"
    digest = sha256(given.encode()).digest()
    return (day.year * 10_000 + day.month * 100 + day.day) * _DIGITS + int.from_bytes(digest[:8], "big") % _DIGITS


def _can_be_won(kind: GameType, seed: int) -> bool:
    """Whether a deal can be won after each first move that does not end the game."""
    state = new(kind.slug, seed=seed).state
    after = [state.apply(move) for move in state.legal_moves()]
    winnable = kind.solving().winnable
    return all(winnable(one, _PROOF, lambda: False) for one in after if one.to_play is not None)


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


def featured(day: date) -> str:
    """The slug of the game that a day puts first; each game has its turn."""
    return tuple(GAMES)[day.toordinal() % len(GAMES)]


def opponents_of_day(slug: str, day: date) -> list[Bot]:
    """The opponents in the daily deal, the same for everybody: they play alike on every machine, however fast it is."""
    kind = game_type(slug)
    return [Greedy(seed_of(slug, day) + seat) for seat in range(1, kind.seats(kind.options()))]


def bot_of_day(slug: str, day: date) -> Game:
    """The daily deal, played to its end by a bot of the opponents' kind in the person's seat."""
    return daily(slug, day, seats=[Greedy(seed_of(slug, day)), *opponents_of_day(slug, day)]).run()


MOST_SIGNS: Final = 26
"""The largest number of signs in a line to share."""


def signs_of(history: History, own: Seat) -> str:
    """How the last round went, as a row of signs: each stands for a move after which the seat stood better or worse.

    A filled sign is a gain over the best other seat, an open one is a loss; a half stands for gains on both sides.
    """
    standing, number = history.type.standing, history.round
    entry, signs = history.round_at(number), ""
    before: Sequence[int] | None = None
    for ply in history.plies(number):
        state = entry.state_at(ply)
        now = state.points if standing is None else standing(state.table("public"))
        if before is not None and now != before:
            gains = [new - old for old, new in zip(before, now, strict=True)]
            mine, other = gains.pop(own), max(gains, default=0)
            signs += "◐" if mine == other else "●" if mine > other else "○"
        before = now
    return signs[-MOST_SIGNS:]


def score_of(history: History, own: Seat) -> str:
    """The result of a finished game for a seat: "won 31 : 20", "won in 27 turns"; empty if it has none."""
    came = outcome(history, history.round, own)["came"]
    if came is None:
        return ""
    others = [points for seat, points in enumerate(history.points) if seat != own]
    turns = history.dump("public")["table"].get("turns")
    if turns is not None:
        return f"{came} in {number_of(turns, 'turn')}" if came == "won" else f"{came} after {number_of(turns, 'turn')}"
    if others and history.type.counts_points(history.settings):
        return f"{came} {history.points[own]} : {' : '.join(map(str, others))}"
    return came


def line_to_share(history: History, own: Seat) -> str | None:
    """A line on the result of a daily deal that reveals nothing to those who have not played it.

    None if the game is not over, or not from a daily deal.
    """
    day = day_of_game(history)
    if day is None or not history.is_over:
        return None
    others = [name for seat, name in enumerate(history.seats) if seat != own]
    against = f" against {', '.join(others)}" if others else ""
    parts = [f"{history.type.title}, {day.isoformat()}", signs_of(history, own), score_of(history, own) + against]
    return "  ".join(part for part in parts if part)
