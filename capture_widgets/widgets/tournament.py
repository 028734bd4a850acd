"""The widget of a tournament: ratings with bars, the cross table, faults, and each game from the move that lost it."""

from __future__ import annotations

from math import isfinite
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from traitlets import Dict

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.errors import shown
from capture_widgets.core.interrupts import Flag
from capture_widgets.core.phrases import number_of
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import game_type
from capture_widgets.protocol.widget_settings import refuse_others
from capture_widgets.tournaments.losing_moves import loss_in, usual_simulations
from capture_widgets.tournaments.page import fault_groups, tables
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.settings import LOOKS, SETTINGS, check_settings

if TYPE_CHECKING:
    from capture_widgets.analysis.analysis import Analysis
    from capture_widgets.protocol.tournament_messages import (
        EntrantRow,
        GameList,
        GameOfTournament,
        LossSearch,
        TournamentScene,
    )
    from capture_widgets.tournaments.tournament_result import Tournament

MOST_ENTRANTS: Final = 60
"""With more entrants there is no cross table; each entrant lists its games all the same."""

MOST_LISTED: Final = 100
"""The largest number of games in a list; the lost ones come first."""


class TournamentWidget(CaptureWidget):
    """Shows the result of a tournament; `Tournament.widget` makes one.

    Its replays show all cards, so it is for whoever ran the tournament.

    Attributes:
        tournament: the tournament.
        replay: the replay that it shows; None if it shows none.
    """

    again = "the result of the tournament"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, tournament: Tournament, *, simulations: int | None = None, **settings: Any) -> None:
        """Show a tournament; see `Tournament.widget`.

        Args:
            tournament: the tournament.
            simulations: how many simulations the search for a losing move makes at each ply; None for the usual number.
            **settings: the looks, as on a table.

        Raises:
            ValueError: the number or a setting is not valid.
        """
        refuse_others(settings, "a tournament", LOOKS)
        check_settings(settings)
        if simulations is None:
            simulations = usual_simulations(tournament.slug)
        self._simulations = whole_number(simulations, "simulations", 1, 1_000_000)
        self.tournament = tournament
        self.replay: Replay | None = None
        self._listed: GameList | None = None
        self._search: LossSearch | None = None
        self._stop: Flag | None = None
        """Ends the search under way."""
        self._game: int | None = None
        self._found = ""
        self._lock = RLock()
        """Held while a page's request or the end of a search changes what is shown."""
        self._judged: dict[int, Analysis] = {}
        """The whole analyses by game, so that nothing is searched twice."""
        self._rows = [row.name for row in tournament.standings]
        self._fixed = self._results()
        super().__init__(view="tournament", settings={**SETTINGS, **settings}, scene=dict(self._scene()))
        self.observe(self._pass_on, "settings")

    def __repr__(self) -> str:
        return f"<TournamentWidget of {self.tournament.caption()}>"

    # -- what is shown

    def _results(self) -> dict[str, Any]:
        """The parts of the scene that never change."""
        result, shares, names = self.tournament, self.tournament.shares(), self._rows
        entrants: list[EntrantRow] = [
            {
                "name": row.name,
                "rating": row.rating,
                "low": row.low if isfinite(row.low) else None,
                "high": row.high if isfinite(row.high) else None,
                "games": row.games,
                "points": row.points,
                "faults": row.faults,
            }
            for row in result.standings
        ]
        fits = len(names) <= MOST_ENTRANTS
        return {
            "title": game_type(result.slug).title,
            "caption": result.counts(),
            "complete": result.complete,
            "entrants": entrants,
            "cross": [[shares.get((one, other)) for other in names] for one in names] if fits else [],
            "faults": fault_groups(result),
        }

    def _scene(self) -> TournamentScene:
        scene: TournamentScene = {
            **self._fixed,  # type: ignore[typeddict-item] # the parts of `_results`
            "listed": self._listed,
            "search": self._search,
            "game": self._game,
            "replay": None if self.replay is None else str(self.replay.model_id),
            "found": self._found,
        }
        return scene

    def _show(self) -> None:
        if not self.closed:
            self.scene = dict(self._scene())

    def _pass_on(self, _change: object) -> None:
        if self.replay is not None:
            self.replay.settings = self._looks()

    def _looks(self) -> dict[str, Any]:
        return {name: self.settings[name] for name in LOOKS if name in self.settings}

    def _let_go(self) -> None:
        self._end_search()
        if self.replay is not None:
            self.replay.close()

    # -- what a page asks for

    def _act(self, message: dict[str, Any]) -> None:
        with self._lock:
            kind = message["kind"]
            if kind == "games_of":
                self._listed = self._games_of(message["one"], message["other"])
            elif kind == "lost":
                self._open(message["game"])
            elif kind == "unjudge":
                if self._stop is not None:
                    self._stop.set()  # the search opens the replay with what it has found by then
            elif kind == "back":
                self._end_search()
                self._put(None)
            else:
                raise ValueError(f"a tournament does not know {shown(kind)}")
        self._turns(self._show)

    def _games_of(self, one: int, other: int | None) -> GameList:
        """The games of an entrant, or those against another; the ones that it lost first."""
        names = [self._name(row) for row in (one, other) if row is not None]
        alone = len(names) == 2 and all(len(game.seating) == 1 for game in self.tournament.played)
        games: list[GameOfTournament] = []
        for number, game in enumerate(self.tournament.played):
            there = [name in game.seating for name in names]
            if any(there) if alone else all(there):
                seats = [seat for seat, name in enumerate(game.seating) if name == names[0]]
                lost = any(game.returns[seat] < 0 for seat in seats)
                games.append({"game": number, "deal": game.deal, "words": self._words(number), "lost": lost})
        games.sort(key=lambda found: not found["lost"])
        return {"one": one, "other": other, "games": games[:MOST_LISTED], "left": max(0, len(games) - MOST_LISTED)}

    def _name(self, row: int) -> str:
        if not 0 <= row < len(self._rows):
            raise ValueError("choose an entrant of this tournament")
        return self._rows[row]

    def _words(self, number: int) -> str:
        """Who sat where in a game, and how it ended."""
        game = self.tournament.played[number]
        came = {1: "won", 0: "drew", -1: "lost"}
        fault = None if game.fault is None else game.fault.seat
        parts = [
            f"{name} (seat {SEAT_NAMES[seat]}) {came[game.returns[seat]]}"
            + (f" by a fault ({game.fault.kind})" if game.fault is not None and seat == fault else "")
            for seat, name in enumerate(game.seating)
        ]
        return ", ".join(parts)

    # -- the move that lost a game

    def _open(self, number: int) -> None:
        """Open a game at once where its loss is known, else search for the move that lost it."""
        if not 0 <= number < len(self.tournament.played):
            raise ValueError("choose a game of this tournament")
        self._end_search()
        self._game = number
        played = self.tournament.played[number]
        losers = any(sign < 0 for sign in played.returns)
        if played.fault is not None:
            game = self.tournament.game(number)
            words = f"{played.seating[played.fault.seat]} lost by a fault, where the game ends."
            self._put(Replay(game, None, round=game.round, ply=game.ply, **self._looks()), words)
        elif not losers:
            self._put(Replay(self.tournament.game(number), None, **self._looks()), "Nobody lost this game.")
        elif number in self._judged:
            self._put_judged(number, self._judged[number])
        else:
            self._put(None)
            self._game, self._stop = number, Flag()
            self._search = {"game": number, "done": 0, "of": 0}
            run_in_background(self._searching(number, self._stop), "capture-widgets-lost-game")

    def _searching(self, number: int, stop: Flag) -> Steps[None]:
        """Analyse a game, and open its replay at the move that lost it."""
        from capture_widgets.analysis.analysis_run import analysis_steps

        yield 0

        def progress(done: int, of: int) -> None:
            if self._stop is stop:
                self._search = {"game": number, "done": done, "of": of}
                self._turns(self._show)

        steps = analysis_steps(self.tournament.game(number), None, "each", progress, stop.is_set, self._simulations)
        judged = yield from steps
        with self._lock:
            if judged.complete:
                self._judged[number] = judged
            if self._stop is stop and not self.closed:
                self._put_judged(number, judged)
        self._turns(self._show)

    def _end_search(self) -> None:
        """Forget a search; what it finds later is not shown."""
        stop, self._stop, self._search = self._stop, None, None
        if stop is not None:
            stop.set()

    def _put_judged(self, number: int, judged: Analysis) -> None:
        """Show the replay of a game with its analysis, from the move that lost it."""
        self._stop = self._search = None
        played, game = self.tournament.played[number], self.tournament.game(number)
        loss = loss_in(played, judged)
        worst = loss.worst
        whole = "" if judged.complete else " The search was stopped before the end of the game."
        if worst is None or worst.to_play is None:
            replay = Replay(game, None, analysis=judged, **self._looks())
            words = "The analysis found no move that lost this game, so the replay begins at the start."
            if loss.unknown:
                words += f" It could not tell what {loss.unknown} of {number_of(loss.moves, 'move')} lost."
        else:
            replay = Replay(game, None, analysis=judged, round=worst.round, ply=worst.ply, **self._looks())
            name = played.seating[worst.to_play]
            words = f"By the analysis {name} lost most with the next move, {worst.played}."
            if worst.best is not None and worst.best != worst.played:
                words += f" Better: {worst.best}."
        self._put(replay, words + whole, number)

    def _put(self, replay: Replay | None, words: str = "", number: int | None = None) -> None:
        """Show a replay in the place of the one before."""
        former, self.replay = self.replay, replay
        self._found = words
        if number is not None:
            self._game = number
        elif replay is None:
            self._game = None
        if former is not None:
            former.close()

    # -- where there is no widget

    def plain(self) -> tuple[Any, list[Any]]:
        """Raise ValueError: a tournament has no position."""
        raise ValueError("a tournament has no position")

    def in_words(self) -> str:
        """The ratings as text."""
        return f"{self!r}\n{self.tournament}"

    def standing_in(self) -> tuple[str, str]:
        """The tables, as text and as HTML."""
        return str(self.tournament), tables(self.tournament)
