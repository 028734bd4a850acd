"""Who of a room is away for long, and the bot that may play for them until they come back."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Hashable
from typing import Any, Final

from capture_widgets.bots.asking import ask
from capture_widgets.bots.levels import make_bot
from capture_widgets.core.errors import shown
from capture_widgets.engine.state import Seat
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game

_LOG = logging.getLogger(__name__)

GRACE: Final = 60.0
"""Seconds for which somebody may be away before they count as away for long; a reload takes less."""

LONGEST_GRACE: Final = 24 * 3600.0

PACE: Final = 1.5
"""Seconds between two looks whether a bot has to move for somebody; so long is the pause before its move, too."""

Wait = Callable[[float, Callable[[], None]], None]
"""Calls a function after so many seconds, in another thread."""

SeatOf = Callable[[Any], tuple[Game, Seat] | None]
"""The game and seat for which a bot may move now; None where nobody who is here waits for that."""


class Absences:
    """Notes who is away, and for whom a bot plays. All methods may be called from any thread.

    Attributes:
        grace: the seconds after which somebody is away for long.
    """

    def __init__(
        self, grace: float, stand_in: str | Bot | None, wait: Wait, told: Callable[[Any], None], seat_of: SeatOf
    ) -> None:
        """Begin with nobody away.

        Args:
            grace: the seconds after which somebody is away for long.
            stand_in: the bot that plays for them then, or its level; None lets their seats wait.
            wait: calls a function later.
            told: called with whoever has been away for long, or has come back after that.
            seat_of: where a bot may play for somebody.

        Raises:
            ValueError: this is no such time, or no bot.
        """
        if type(grace) not in (int, float) or not 0 <= grace <= LONGEST_GRACE or math.isnan(grace):
            raise ValueError(f"grace={shown(grace)}: seconds, from 0 to {LONGEST_GRACE:,.0f}")
        self.grace = float(grace)
        self._stand_in = _bot(stand_in)
        self._wait, self._told, self._seat_of = wait, told, seat_of
        self._lock = threading.RLock()
        self._away: dict[Hashable, object] = {}
        """A mark for each absence, so that an earlier one's timer does nothing."""
        self._late: set[Hashable] = set()

    @property
    def stand_in(self) -> Bot | None:
        """The bot that plays for whoever is away for long; None if their seats wait."""
        return self._stand_in

    @stand_in.setter
    def stand_in(self, bot: str | Bot | None) -> None:
        self._stand_in = _bot(bot)
        with self._lock:
            late = [(who, self._away[who]) for who in self._late]
        for who, mark in late:
            self._told(who)
            self._wait(PACE, lambda who=who, mark=mark: self._play(who, mark))  # type: ignore[misc]

    def is_late(self, who: Hashable) -> bool:
        """Whether somebody has been away for longer than the grace time."""
        return who in self._late

    def words(self, who: Hashable) -> dict[str, bool]:
        """What pages are told of somebody: whether they are away for long, and whether a bot plays for them."""
        late = self.is_late(who)
        return {"late": late, "stand_in": late and self._stand_in is not None}

    def left(self, who: Hashable) -> None:
        """Note that the last connection of somebody has ended."""
        mark = object()
        with self._lock:
            self._away[who] = mark
            self._late.discard(who)
        self._wait(self.grace, lambda: self._has_waited(who, mark))

    def came(self, who: Hashable) -> None:
        """Note that somebody is here, or that nobody is expected any more."""
        with self._lock:
            was_late = who in self._late
            self._away.pop(who, None)
            self._late.discard(who)
        if was_late:
            self._told(who)

    def _has_waited(self, who: Hashable, mark: object) -> None:
        with self._lock:
            if self._away.get(who) is not mark:
                return
            self._late.add(who)
        self._told(who)
        if self._stand_in is not None:
            self._wait(PACE, lambda: self._play(who, mark))

    def _play(self, who: Hashable, mark: object) -> None:
        """Move for somebody if it is their turn, and look again later."""
        bot = self._stand_in
        if bot is None or self._away.get(who) is not mark:
            return
        try:
            self._move(bot, who, mark)
        except Exception:  # noqa: BLE001 # a bot may be any code; the seat waits, and whoever leads can see why
            _LOG.warning("a bot could not play for somebody who is away", exc_info=True)
            return
        self._wait(PACE, lambda: self._play(who, mark))

    def _move(self, bot: Bot, who: Hashable, mark: object) -> None:
        place = self._seat_of(who)
        if place is None:
            return
        game, seat = place
        with game.held():
            if game.to_play != seat or seat in game.teacher.frozen:
                return
            view, revision = game.view(seat=seat), game.revision
        choice = ask(bot, view)
        with game.held():  # whoever comes back meanwhile moves alone
            if game.revision == revision and self._away.get(who) is mark:
                game.play(choice)


class StandIn:
    """The part of a room or a class that lets a bot play for whoever is away for long."""

    _absences: Absences

    @property
    def stand_in(self) -> Bot | None:
        """The bot that plays for whoever is away for long while others are here; None lets their seats wait.

        It can be set, to a bot or to a level such as ``"greedy"``.
        """
        return self._absences.stand_in

    @stand_in.setter
    def stand_in(self, bot: str | Bot | None) -> None:
        self._absences.stand_in = bot


def _bot(given: str | Bot | None) -> Bot | None:
    if given is None or isinstance(given, Bot):
        return given
    if isinstance(given, str):
        return make_bot(given)
    raise ValueError(f"stand_in={shown(given)}: a bot, a level such as 'greedy', or None")
