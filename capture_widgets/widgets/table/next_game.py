"""What a person may do at a table after a game: replay it, see their mistakes, or play the same deal again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from capture_widgets.bots.levels import BOTS, bot_id
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.errors import ActionRefused
from capture_widgets.engine.state import Seat
from capture_widgets.model.move_words import chosen_words
from capture_widgets.model.restart import restarted
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.widgets.settings import LOOKS

if TYPE_CHECKING:
    from capture_widgets.analysis.analysis import Analysis
    from capture_widgets.analysis.standing import Standing
    from capture_widgets.model.history import History
    from capture_widgets.protocol.requests import JudgedReply
    from capture_widgets.protocol.table_messages import AfterGame, Mistake, ReplayReply
    from capture_widgets.widgets.replay.replay import Replay
    from capture_widgets.widgets.replay.seat_search import SeatSearch


def after(game: Game) -> AfterGame:
    """What a person may do when their game is over; between two hands of a match, only the replay is left of it."""
    if not game.is_over:
        return {"stronger": None, "swap": False}
    stronger = _stronger(game)
    return {
        "stronger": None if stronger is None else stronger.name,
        "swap": len(game.seats) > 1 and sum(isinstance(player, str) for player in game.seats) == 1,
    }


def again(game: Game, how: object) -> Game:
    """A new game of the same deal: against bots of the next level, or with each player one seat further.

    Raises:
        ActionRefused: no bot is stronger.
        ValueError: there is no such way to play again.
    """
    players: list[str | Bot] = list(game.seats)
    if how == "stronger":
        bot = _stronger(game)
        if bot is None:
            raise ActionRefused(
                "again", "this is the strongest bot already; you can still play the deal again with seats changed"
            )
        level = _strength(bot)
        players = [
            player if isinstance(player, str) or bot_id(player) is None else BOTS[level].make() for player in players
        ]
    elif how == "swap" and len(players) > 1:
        players = [players[-1], *players[:-1]]
    else:
        raise ValueError("the same deal can be played again against a stronger bot, or with seats changed")
    return Game(restarted(game.history, same=True, seed=0), players=players)


def _stronger(game: Game) -> Bot | None:
    """A bot of the level above the strongest one, which would replace all of them; None if no bot is stronger."""
    bots = [player for player in game.seats if isinstance(player, Bot) and bot_id(player) is not None]
    best = max(map(_strength, bots), default=len(BOTS) - 1)
    return BOTS[best + 1].make() if best + 1 < len(BOTS) else None


def _strength(bot: Bot) -> int:
    return [level.id for level in BOTS].index(bot_id(bot) or BOTS[-1].id)


def _replay(history: History, own: Seat, settings: dict[str, Any], analysis: Analysis | None = None) -> Replay:
    """A replay that shows only what a seat could know, and looks like its table."""
    from capture_widgets.widgets.replay.replay import Replay  # no other table needs it

    looks = {name: settings[name] for name in LOOKS if name in settings}
    return Replay(history, own, lenses=[own], analysis=analysis, **looks)


def _mistake(row: Standing, blame: str, analysis: Analysis, history: History) -> Mistake:
    """A mistake of a person in words, with what the timeline says of it."""
    from capture_widgets.analysis.timeline import brief_blame

    return {
        "at": row.at,
        "words": f"{chosen_words(history, row.round, row.ply, str(row.played), row.seat)}. {blame}",
        "brief": brief_blame(row, analysis, history, row.seat),
        "played": str(row.played),
        "better": str(row.best),
    }


class MistakeSearch:
    """Shows a finished game as a replay, and searches it for a person's mistakes; one search runs at a time."""

    def __init__(self) -> None:
        self._search: SeatSearch | None = None
        """The search; None before somebody asked for one."""
        self.replay: Replay | None = None
        """The replay with the timeline of the last search."""
        self._plain: Replay | None = None
        """The replay of the game that nothing was searched for."""

    def stop(self) -> None:
        """End the search; it returns what it has found so far."""
        if self._search is not None:
            self._search.stop()

    def close(self) -> None:
        """End the search, and close the replays."""
        self.stop()
        for replay in (self.replay, self._plain):
            if replay is not None:
                replay.close()
        self.replay = self._plain = None

    def _search_of(self, own: Seat) -> SeatSearch:
        """The search for the mistakes of a seat, at the table and in the replay of the game."""
        from capture_widgets.widgets.replay.seat_search import SeatSearch

        if self._search is None or self._search.own != own:
            self._search = SeatSearch(own)
        return self._search

    def first(self) -> Mistake | None:
        """The first mistake, once the search has found one that is told for sure."""
        from capture_widgets.analysis.timeline import blame

        if self._search is None or self._search.first is None:
            return None
        analysis, row = self._search.first
        assert analysis.history is not None
        words = blame(row, analysis, analysis.history, self._search.own)
        return _mistake(row, words, analysis, analysis.history)

    def show(self, game: Game, own: Seat, settings: dict[str, Any], finished: int | None) -> ReplayReply:
        """Make a replay as a seat could follow it: of the whole game, or of a match up to the hand that has ended.

        Args:
            game: the finished game, or a match between two hands.
            own: the seat.
            settings: the settings of the table.
            finished: the number of the hand that has ended, with which the replay of a match begins; else None.

        Raises:
            ActionRefused: the game is not over.
        """
        history = game.history.settled()
        if finished is not None:
            # nothing in it tells the next hand, which is dealt already
            history = replace(history.at(history.plies(finished)[-1], round=finished), seed=None, deals={})
        elif not game.is_over:
            raise ActionRefused("watch", "the replay is shown when the whole game is over, not before")
        if self._plain is not None:
            self._plain.close()
        from capture_widgets.library.kept_analyses import store_of
        from capture_widgets.widgets.replay.mistake_finder import offer_mistakes

        self._plain = _replay(history, own, settings)
        if finished is None:
            offer_mistakes(self._plain, own, store_of(game, own), self._search_of(own))
        else:  # what is found of a part of a match is not kept with the game
            self._plain.round = finished
            offer_mistakes(self._plain, own, None)
        return {"kind": "watched", "id": 0, "replay": str(self._plain.model_id)}

    def search(
        self, game: Game, own: Seat, settings: dict[str, Any], report_progress: Callable[[int, int], None]
    ) -> Steps[JudgedReply]:
        """Find the mistakes of a seat, judged by what it could know when it moved.

        Args:
            game: the finished game.
            own: the seat.
            settings: the settings of the table.
            report_progress: is called with the number of the seat's moves that are judged and the number of all.

        Raises:
            ActionRefused: the game is not over, or the search failed that somebody else began.
        """
        from capture_widgets.analysis.standing import closing_words
        from capture_widgets.analysis.timeline import timeline
        from capture_widgets.library.kept_analyses import store_of
        from capture_widgets.widgets.replay.mistake_finder import complete_curve

        if not game.is_over:
            raise ActionRefused("mistakes", "mistakes are shown when the whole game is over, not before")
        search = self._search_of(own)
        history = game.history.settled()
        store = store_of(game, own)
        if search.is_running:  # begun in a replay of the game, or by another page
            followed = yield from search.follow(report_progress)
            if followed is None or not followed.fits(history):
                raise ActionRefused("mistakes", "the search for mistakes did not end; start it once more")
            analysis = followed
        else:
            search.begin()
            analysis = yield from search.steps(history, store, report_progress)
        complete = search.part is None
        if self.replay is not None:
            self.replay.close()
        self.replay = _replay(history, own, settings, analysis)
        taught = analysis.told(own)
        if taught:
            self.replay.learn()
        if complete:
            rest = complete_curve(self.replay, search, store, analysis)
            run_in_background(rest, "capture-widgets-curve")
        line = timeline(analysis, history, own, you=own)
        points = [point for curve in line["curves"] for point in curve["points"]] if line is not None else []
        blames = {one["at"]: one["blame"] for one in points if one["blame"] is not None}
        mistakes: list[Mistake] = [
            _mistake(row, blames[row.at], analysis, history) for row in taught if row.at in blames
        ]
        return {
            "kind": "judged",
            "id": 0,
            "mistakes": mistakes,
            "complete": complete,
            "lost": closing_words(analysis.of(own), complete),
            "replay": str(self.replay.model_id),
        }
