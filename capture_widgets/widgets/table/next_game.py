"""After the game, at its table: one's mistakes, the deal again against a stronger bot, or from another seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from capture_widgets.bots.levels import BOTS, bot_id
from capture_widgets.core.background import Steps
from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.state import Seat
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.protocol.requests import JudgedReply
from capture_widgets.protocol.table_messages import After, Mistake
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.settings import LOOKS

SECONDS: Final = 0.1
"""How long each position is looked at for mistakes: a hand is judged in some seconds."""


def after(game: Game) -> After:
    """What there is to do for a person when their game is over."""
    stronger = _stronger(game)
    return {
        "stronger": None if stronger is None else stronger.name,
        "swap": len(game.seats) > 1 and sum(isinstance(player, str) for player in game.seats) == 1,
    }


def again(game: Game, how: object) -> Game:
    """The same deal once more: against the next stronger bots, or with everybody one seat further.

    Raises:
        ActionRefused: that is not to be had here.
    """
    players: list[str | Bot] = list(game.seats)
    if how == "stronger":
        bot = _stronger(game)
        if bot is None:
            raise ActionRefused("again", "this is the strongest bot; the same deal can be played with seats changed")
        players = [player if isinstance(player, str) else _next(player) for player in players]
    elif how == "swap" and len(players) > 1:
        players = [players[-1], *players[:-1]]
    else:
        raise ValueError("the same deal is played again against a stronger bot, or with seats changed")
    return Game(game.history.restarted(same=True, seed=0), players=players)


def _stronger(game: Game) -> Bot | None:
    """The bot that takes the place of the weakest one; None where none is stronger."""
    bots = [player for player in game.seats if isinstance(player, Bot) and bot_id(player) is not None]
    weakest = min(bots, key=_strength, default=None)
    return None if weakest is None or _strength(weakest) == len(BOTS) - 1 else _next(weakest)


def _strength(bot: Bot) -> int:
    return [level.id for level in BOTS].index(bot_id(bot) or BOTS[-1].id)


def _next(bot: Bot) -> Bot:
    """The bot of the next level; a bot of somebody's own, and one of the strongest, stays."""
    if bot_id(bot) is None or _strength(bot) == len(BOTS) - 1:
        return bot
    return BOTS[_strength(bot) + 1].make()


class Judge:
    """Looks for a person's mistakes in the game that is over; one search at a time."""

    def __init__(self) -> None:
        self._stop: Flag | None = None
        self.replay: Replay | None = None
        """The replay with the timeline, made when one is found."""

    def stop(self) -> None:
        """End the search with what is known by then."""
        if self._stop is not None:
            self._stop.set()

    def close(self) -> None:
        """End the search, and close the replay."""
        self.stop()
        if self.replay is not None:
            self.replay.close()
            self.replay = None

    def judging(
        self, game: Game, own: Seat, looks: dict[str, Any], tell: Callable[[int, int], None]
    ) -> Steps[JudgedReply]:
        """The mistakes of a seat, by what it could know then.

        Args:
            game: it is over.
            own: the seat.
            looks: the settings of the table.
            tell: is told how many positions are done, of how many.

        Raises:
            ActionRefused: the game is not over, or another search is under way.
        """
        from capture_widgets.analysis.analysis_run import analysis_steps
        from capture_widgets.analysis.timeline import timeline

        if not game.is_over:
            raise ActionRefused("mistakes", "mistakes are told when the whole game is over, not before")
        if self._stop is not None:
            raise ActionRefused("mistakes", "they are being looked for already; wait until they are found")
        self._stop = Flag()
        try:
            yield 0
            history = game.history.settled()
            found = yield from analysis_steps(Game(history), SECONDS, own, tell, self._stop)
        finally:
            self._stop = None
        if self.replay is not None:
            self.replay.close()
        shown = {name: looks[name] for name in LOOKS if name in looks}
        self.replay = Replay(history, own, lenses=[own], analysis=found, **shown)
        told = timeline(found, own)
        points = [point for curve in told["curves"] for point in curve["points"]] if told is not None else []
        blamed = [(one["at"], one["blame"]) for one in points]
        mistakes: list[Mistake] = [{"at": at, "words": words} for at, words in blamed if words is not None]
        return {
            "kind": "judged",
            "id": 0,
            "mistakes": mistakes,
            "complete": found.complete,
            "replay": str(self.replay.model_id),
        }
