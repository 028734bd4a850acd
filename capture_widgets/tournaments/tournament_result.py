"""The result of a tournament: ratings, a cross table, faults, records, tables and a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, TypedDict

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.model.record_format import Record
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.play.upward import widget_of_tournament
from capture_widgets.tournaments.losing_moves import loss_in, usual_simulations
from capture_widgets.tournaments.page import points, tables, whole_page
from capture_widgets.tournaments.ratings import Ratings, rate
from capture_widgets.tournaments.referee import PlayedGame, seat_names
from capture_widgets.tournaments.sandbox import LAYERS, report
from capture_widgets.tournaments.tournament_format import (
    Head,
    entrant_line,
    game_line,
    head_line,
    read_tournament,
)

if TYPE_CHECKING:
    from pandas import DataFrame

    from capture_widgets.play.upward import Replay, TournamentWidget


class FaultRow(TypedDict):
    """A fault of an entrant in a game."""

    name: str
    game: int
    """The number of the game, for `Tournament.game`."""
    kind: str
    """"crash", "time", "sleep", "memory", "output", "killed", "illegal", "message" or "start": the game was lost by it;
    "tried": an action that the sandbox forbids.
    """
    words: str


@dataclass(frozen=True)
class Standing:
    """The results of one entrant."""

    name: str
    rating: float
    """Points above the mean of all entrants; 400 more are chances of 10 to 1."""
    low: float
    """The lower end of the 95% interval of the rating."""
    high: float
    games: int
    points: float
    """1 for each opponent beaten in a game, and a half for a draw, as a share of the most that was possible, 0 to 1."""
    faults: int
    """Games lost by a fault."""


@dataclass(frozen=True)
class Tournament:
    """The result of `tournament`.

    Attributes:
        slug: the slug of the game.
        options: the options that the caller gave.
        seed: gives the deals; an entrant that knew it could know every card.
        entrants: the names, each with the digest of its code.
        played: every game, by deal and seating.
        complete: False if the tournament was interrupted before its end.
    """

    slug: str
    options: dict[str, Any]
    seed: int
    entrants: dict[str, str]
    played: tuple[PlayedGame, ...]
    complete: bool = True
    _cache: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    # -- who is how good

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants, sorted."""
        return tuple(sorted(self.entrants))

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings, in the order of `names`."""
        return rate(len(self.names), self._pair_results())

    @cached_property
    def standings(self) -> list[Standing]:
        """The results of the entrants, best first."""
        ratings = self.ratings
        shares: dict[str, list[float]] = {name: [] for name in self.names}
        for game in self.played:
            for name, other, score in scores(game):
                shares[name].append(score)
                shares[other].append(1 - score)
        alone = not any(shares.values())
        rows = []
        for number, name in enumerate(self.names):
            games = [game for game in self.played if name in game.seating]
            won = [(max(game.returns) + 1) / 2 for game in games] if alone else shares[name]
            faults = sum(game.fault is not None and game.seating[game.fault.seat] == name for game in games)
            rows.append(
                Standing(
                    name, ratings.points[number], ratings.low[number], ratings.high[number],
                    len(games), fmean(won) if won else 0.0, faults,
                )
            )  # fmt: skip
        return sorted(rows, key=lambda row: (-row.rating, row.name))

    def _pair_results(self) -> dict[tuple[int, int], dict[int, tuple[float, float, float]]]:
        """The wins, draws and losses of each pair of entrants against each other, by deal."""
        number = {name: place for place, name in enumerate(self.names)}
        results: dict[tuple[int, int], dict[int, tuple[float, float, float]]] = {}
        for deal, one, other, score in self._all_scores():
            a, b = number[one], number[other]
            of_pair = results.setdefault((min(a, b), max(a, b)), {})
            won, drew, lost = of_pair.get(deal, (0.0, 0.0, 0.0))
            mine = score if a < b else 1 - score
            of_pair[deal] = (won + (mine > 0.5), drew + (mine == 0.5), lost + (mine < 0.5))
        return results

    def _all_scores(self) -> Iterator[tuple[int, str, str, float]]:
        """Every result of one entrant against another: of each game; in a game for one, of each deal."""
        alone: dict[int, list[PlayedGame]] = {}
        for game in self.played:
            if len(game.seating) == 1:
                alone.setdefault(game.deal, []).append(game)
            for one, other, score in scores(game):
                yield game.deal, one, other, score
        for deal, games in alone.items():
            for first, second in combinations(games, 2):
                mine, theirs = (
                    (game.returns[0], -game.points[0] if game.returns[0] > 0 else 0) for game in (first, second)
                )
                yield deal, first.seating[0], second.seating[0], ((mine > theirs) - (mine < theirs) + 1) / 2

    def ahead(self, one: str, other: str) -> tuple[float, float, float]:
        """How many rating points an entrant is better than another, and the ends of the 95% interval.

        Raises:
            ValueError: there is no such entrant.
        """
        return self.ratings.ahead(self._place(one), self._place(other))

    def better(self, one: str, other: str) -> bool | None:
        """Whether an entrant is better than another; None if the games do not decide it at 95%.

        Raises:
            ValueError: there is no such entrant.
        """
        return self.ratings.better(self._place(one), self._place(other))

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"there is no entrant {shown(name)}; there are {', '.join(self.names)}")
        return self.names.index(name)

    @cached_property
    def saving(self) -> float | None:
        """The share of games that this schedule needs for the same certainty as games on a fresh deal each.

        It is the variance of the mean of all seatings of a deal, times their number, divided by the variance of single
        games. None if there are too few deals to say.
        """
        of_deal: dict[tuple[str, str], dict[int, list[float]]] = {}
        for deal, one, other, score in self._all_scores():
            pair = (one, other) if one < other else (other, one)
            of_deal.setdefault(pair, {}).setdefault(deal, []).append(score if one < other else 1 - score)
        paired, single = [], []
        for deals in of_deal.values():
            seatings = {len(games) for games in deals.values()}
            if len(deals) >= 10 and len(seatings) == 1 and seatings != {1}:
                paired.append(seatings.pop() * variance(fmean(games) for games in deals.values()))
                single.append(variance(score for games in deals.values() for score in games))
        return fmean(paired) / fmean(single) if single and fmean(single) else None

    # -- tables

    def frame(self) -> DataFrame:
        """A row for each entrant, best first: name, rating, low, high, games, points, faults."""
        from capture_widgets.export.data_frames import frame

        columns = ["name", "rating", "low", "high", "games", "points", "faults"]
        return frame([{name: getattr(row, name) for name in columns} for row in self.standings], columns)

    def cross(self) -> DataFrame:
        """The cross table: for each entrant (rows, best first) the share of points against each other, 0 to 1."""
        from capture_widgets.export.data_frames import frame

        shares = self.shares()
        order = [row.name for row in self.standings]
        table = frame({other: [shares.get((name, other), float("nan")) for name in order] for other in order})
        table.index = order
        return table

    def shares(self) -> dict[tuple[str, str], float]:
        """The share of points, 0 to 1, by entrant and opponent."""
        found: dict[tuple[str, str], list[float]] = {}
        for _, one, other, score in self._all_scores():
            found.setdefault((one, other), []).append(score)
            found.setdefault((other, one), []).append(1 - score)
        return {pair: fmean(scores) for pair, scores in found.items()}

    @cached_property
    def faults(self) -> list[FaultRow]:
        """The faults of the entrants, game by game."""
        rows: list[FaultRow] = []
        for number, game in enumerate(self.played):
            if game.fault is not None:
                name = game.seating[game.fault.seat]
                rows.append({"name": name, "game": number, "kind": game.fault.kind, "words": game.fault.words})
            rows += [
                {"name": game.seating[seat], "game": number, "kind": "tried", "words": words}
                for seat, words in game.tried
            ]
        return rows

    def report(self, name: str) -> str:
        """Everything about one entrant in words: results, faults, times, and which layers of its sandbox held where.

        Raises:
            ValueError: there is no such entrant.
        """
        self._place(name)
        (row,) = (row for row in self.standings if row.name == name)
        lines = [f"{name}: {points(row.rating)} ({points(row.low)} to {points(row.high)}), {row.games} games"]
        thought = [
            (game.thought[seat], game.slowest[seat])
            for game in self.played
            for seat, one in enumerate(game.seating)
            if one == name and len(game.thought) > seat
        ]
        if thought:
            mean, slowest = fmean(one for one, _ in thought), max(one for _, one in thought)
            lines.append(f"CPU time: {mean:.3f} s in a game on average, {slowest:.3f} s for its slowest move")
        kinds: dict[tuple[str, str], int] = {}
        for fault in self.faults:
            if fault["name"] == name:
                kinds[fault["kind"], fault["words"]] = kinds.get((fault["kind"], fault["words"]), 0) + 1
        for (kind, words), count in kinds.items():
            lines.append(f"{kind} ({count} {'time' if count == 1 else 'times'}): {words}")
        for machine, layers in self._layers(name).items():
            lines += [f"on {machine}:", *(f"  {line}" for line in report(layers))]
        return "\n".join(lines)

    def _layers(self, name: str) -> dict[str, dict[str, str]]:
        """The layers of an entrant's sandbox, by machine; a layer holds if it held in every game."""
        found: dict[str, dict[str, str]] = {}
        for game in self.played:
            for one, layers in zip(game.seating, game.layers, strict=False):
                if one == name and set(layers) == set(LAYERS):
                    known = found.setdefault(game.machine, dict(layers))
                    known |= {layer: words for layer, words in layers.items() if words}
        return found

    # -- games

    def game(self, number: int) -> Game:
        """A game of the tournament as it was played, with the entrants' names at the seats; to watch or analyse.

        A comment at the last position says how long each entrant thought, and names the fault, if one lost by it.

        Args:
            number: the index of the game in `played`.

        Raises:
            ValueError: there is no such game.
        """
        number = whole_number(number, "number", -len(self.played), len(self.played) - 1)
        played = self.played[number]
        names = seat_names(played.seating)
        game = new(self.slug, seed=played.seed, seats=names, **self.options)
        with game.held():
            for move in played.moves:
                game.play(move)
        words = [f"{name} thought for {seconds:.2f} s." for name, seconds in zip(names, played.thought, strict=False)]
        if played.fault is not None:
            words.insert(0, f"{names[played.fault.seat]} lost by a fault ({played.fault.kind}): {played.fault.words}")
        return game.comment(" ".join(words)) if words else game

    def replay_loss(self, number: int, simulations: int | None = None) -> Replay:
        """A replay of a game, with everything face up, that begins at the move which lost it most, by an analysis.

        A game that was lost by a fault begins at its end, where the fault is told.

        Args:
            number: the index of the game in `played`.
            simulations: how many simulations the analysis makes at each ply; more take longer and err less, and with
                fewer than 400 it can hardly tell what a move lost. None stands for 500, and for 25 in 4X Solitaire.

        Raises:
            ValueError: there is no such game, or the number of simulations is not valid.
        """
        from capture_widgets.analysis.analysis_run import analyse

        game = self.game(number)
        played = self.played[number]
        if played.fault is not None:
            return game.replay(seat=None, round=game.round, ply=game.ply)
        if simulations is None:
            simulations = usual_simulations(self.slug)
        worst = loss_in(played, judged := analyse(game, simulations=simulations, progress=False)).worst
        place = (0, 0) if worst is None else (worst.round, worst.ply)
        return game.replay(seat=None, round=place[0], ply=place[1], analysis=judged)

    @property
    def records(self) -> list[Record]:
        """The records of all games, in the order of `played`; they say who sat where and how long each thought."""
        return [self.game(number).record() for number in range(len(self.played))]

    # -- files

    def save(self, path: str | Path) -> Path:
        """Write the tournament to a file and return its path; `load` reads it, and `tournament` goes on with it."""
        lines = [head_line(Head(self.slug, self.options, self.seed))]
        lines += [entrant_line(name, digest) for name, digest in self.entrants.items()]
        lines += [game_line(game) for game in self.played]
        return replace_file(path_of(path), "".join(lines))

    @classmethod
    def load(cls, path: str | Path) -> Tournament:
        """Read a tournament from a file of `save`, or from one that `tournament` kept.

        Raises:
            RecordError: the file is no tournament; the error says where and why.
            OSError: there is no such file.
        """
        kept = read_tournament(path)
        return cls(*kept.head, kept.entrants, in_order(kept.games))

    def save_html(self, path: str | Path) -> Path:
        """Write the result as a page that needs no network, and return its path."""
        return replace_file(path_of(path), whole_page(self))

    def caption(self) -> str:
        """A line with the game and the numbers of entrants, deals and games."""
        return f"{self.slug}, {self.counts()}"

    def counts(self) -> str:
        """The numbers of entrants, deals and games, and the options, for a head that names the game."""
        deals = len({game.deal for game in self.played})
        of_deals = f"{deals} {'deal' if deals == 1 else 'deals'}"
        words = f"{len(self.names)} entrants, {of_deals}, {len(self.played)} games"
        if self.options:
            words += f" ({', '.join(f'{name}={value!r}' for name, value in self.options.items())})"
        return words if self.complete else f"{words}; interrupted"

    def __str__(self) -> str:
        width = max((len(name) for name in self.names), default=4)
        lines = [f"{'name':<{width}}  rating        95%       games  points  faults"]
        lines += [
            f"{row.name:<{width}}  {points(row.rating):>6}  {points(row.low):>6} to {points(row.high):>6}"
            f"  {row.games:>5}  {row.points:>6.3f}  {row.faults:>6}"
            for row in self.standings
        ]
        return "\n".join([self.caption(), *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tables(self)

    def widget(self, *, simulations: int | None = None, **settings: Any) -> TournamentWidget:
        """Show the result as a widget, as a notebook does with a tournament that is the last value of a cell.

        It has the ratings with bars, the cross table and the faults. Each cell of the cross table lists its games, and
        each game opens as a replay at the move that lost it.

        Args:
            simulations: how many simulations the search for such a move makes at each ply, as for `replay_loss`.
            **settings: the looks, as on a table: size, theme, colours.

        Raises:
            ValueError: the number or a setting is not valid.
        """
        return widget_of_tournament(self, simulations=simulations, **settings)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget()._repr_mimebundle_(**kwargs)

    def _ipython_display_(self, **kwargs: Any) -> None:
        self.widget()._ipython_display_(**kwargs)


def scores(game: PlayedGame) -> Iterator[tuple[str, str, float]]:
    """Score each two entrants of a game, for the first: 1 for a better result, a half for the same, else 0."""
    results: dict[str, list[int]] = {}
    for name, sign in zip(game.seating, game.returns, strict=True):
        results.setdefault(name, []).append(sign)
    means: Mapping[str, float] = {name: fmean(signs) for name, signs in results.items()}
    for one, other in combinations(sorted(means), 2):
        yield one, other, ((means[one] > means[other]) - (means[one] < means[other]) + 1) / 2


def in_order(games: list[PlayedGame]) -> tuple[PlayedGame, ...]:
    """Games by deal and seating, each once."""
    there: dict[tuple[int, tuple[str, ...]], PlayedGame] = {}
    for game in games:
        there.setdefault((game.deal, game.seating), game)
    return tuple(there[key] for key in sorted(there))
