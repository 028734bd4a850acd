"""The result of a duel: its games, scores with confidence intervals, tables and files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from capture_widgets.analysis.duel_format import Head, Row, lines_of, read_duel
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.file_names import path_of
from capture_widgets.core.intervals import result_interval
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new

if TYPE_CHECKING:
    from pandas import DataFrame

    from capture_widgets.model.record_format import Record


@dataclass(frozen=True)
class Played:
    """One game of a duel."""

    deal: int
    """The number of the deal, from 0."""
    seed: int
    """The seed of the deal, for ``cw.new``."""
    seating: tuple[int, ...]
    """By seat, the number of the bot that sat there."""
    returns: tuple[int, ...]
    """By seat, as in `Game`."""
    points: tuple[int, ...]
    """By seat, as in `Game`."""
    plies: int
    fault: str
    """The error by which a bot lost the game; empty if there was none."""
    moves: tuple[str, ...] = ()
    """The moves of all rounds, in order."""


@dataclass(frozen=True)
class BotScore:
    """The results of one bot."""

    bot: str
    games: int
    wins: int
    draws: int
    losses: int
    mean: float
    """The mean of the returns: +1 if the bot won all games, -1 if it lost all."""
    within: float
    """Half the width of the 95% confidence interval of the mean (`result_interval`); each deal counts as one sample."""
    points: float
    """The mean lead in points over the best opponent; in a game for one player, the mean number of turns of a win."""
    faults: int


@dataclass(frozen=True)
class Duel:
    """The result of `duel`.

    Attributes:
        slug: the slug of the game.
        options: the options that the caller gave.
        bots: the names of the bots, all different.
        played: every game, in order.
        complete: False if the duel was interrupted before its end.
        seed: the seed that gave the deals; None for a sum of duels with different seeds.
    """

    slug: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    played: tuple[Played, ...]
    complete: bool = True
    seed: int | None = None

    # -- the games

    def game(self, number: int) -> Game:
        """A game of the duel as it was played, with the bots' names at the seats; to watch, replay or analyse.

        A comment at the last position names the fault, if a bot lost by one.

        Args:
            number: the index of the game in `played`.

        Raises:
            ValueError: there is no such game.
        """
        number = whole_number(number, "number", -len(self.played), len(self.played) - 1)
        played = self.played[number]
        names = seat_names(self.bots, played.seating)
        game = new(self.slug, seed=played.seed, seats=names, **self.options)
        with game.held():
            for move in played.moves:
                game.play(move)
        return game.comment(played.fault) if played.fault else game

    def records(self) -> list[Record]:
        """The records of all games, in the order of `played`."""
        return [self.game(number).record() for number in range(len(self.played))]

    # -- files and sums

    def save(self, path: str | Path) -> Path:
        """Write the duel to a file and return its path; `load` reads it. If writing fails, the old file stays."""
        lineups: dict[tuple[int, ...], int] = {}
        units: dict[tuple[int, int], list[Row]] = {}
        for game in self.played:
            lineup = lineups.setdefault(tuple(sorted(set(game.seating))), len(lineups))
            units.setdefault((game.deal, lineup), []).append(row_of(game))
        many = max(1, len(lineups))
        deals = len({deal for deal, _ in units})
        head = Head(self.slug, self.options, self.bots, self.seed, many, deals if self.complete else deals + 1)
        rows = {deal * many + lineup: rows for (deal, lineup), rows in units.items()}
        return replace_file(path_of(path), "".join(lines_of(head, rows)))

    @classmethod
    def load(cls, path: str | Path) -> Duel:
        """Read a duel from a file of `save`, or from one that `duel` kept; a torn last line is left out.

        Raises:
            RecordError: the file is not a duel; the error says where and why.
            OSError: there is no such file.
        """
        head, units = read_duel(path)
        played = tuple(Played(*row) for _, rows in sorted(units.items()) for row in rows)
        return cls(head.game, head.options, head.bots, played, len(units) >= head.games * head.lineups, head.seed)

    def __add__(self, other: Duel) -> Duel:
        """The games of two duels of the same bots as one duel; a game that is in both counts once.

        Raises:
            ValueError: the duels are of different games, options or bots.
        """
        if not isinstance(other, Duel):
            return NotImplemented
        for name, words in (("slug", "games"), ("options", "options"), ("bots", "bots")):
            if getattr(self, name) != getattr(other, name):
                raise ValueError(f"duels of different {words} cannot be added")
        there = {(game.seed, game.seating) for game in self.played}
        more = [game for game in other.played if (game.seed, game.seating) not in there]
        numbers = {game.seed: game.deal for game in self.played}
        if self.seed is None or self.seed != other.seed:
            following = max(numbers.values(), default=-1) + 1
            for game in more:
                if game.seed not in numbers:
                    numbers[game.seed] = following
                    following += 1
            more = [replace(game, deal=numbers[game.seed]) for game in more]
        played = sorted([*self.played, *more], key=lambda game: game.deal)
        seed = self.seed if self.seed == other.seed else None
        return Duel(self.slug, self.options, self.bots, tuple(played), self.complete and other.complete, seed)

    # -- results

    @property
    def table(self) -> list[BotScore]:
        """The results of each bot, in the order of `bots`."""
        return [self._score(bot) for bot in range(len(self.bots))]

    def _score(self, bot: int) -> BotScore:
        by_deal: dict[int, list[int]] = {}
        points: list[float] = []
        faults = 0
        for game in self.played:
            for seat, sitting in enumerate(game.seating):
                if sitting != bot:
                    continue
                by_deal.setdefault(game.deal, []).append(game.returns[seat])
                faults += game.fault.startswith(SEAT_NAMES[seat])
                others = [game.points[other] for other, who in enumerate(game.seating) if who != bot]
                if others:
                    points.append(game.points[seat] - max(others))
                elif game.returns[seat] > 0:
                    points.append(game.points[seat])
        results = [sign for signs in by_deal.values() for sign in signs]
        mean, within = result_interval([fmean(signs) for signs in by_deal.values()])
        return BotScore(
            self.bots[bot],
            len(results),
            results.count(1),
            results.count(0),
            results.count(-1),
            mean,
            within,
            fmean(points) if points else 0.0,
            faults,
        )

    def ahead(self, one: int = 0, other: int = 1) -> tuple[float, float]:
        """How much better one bot did than another on the same deals, and half the width of the 95% interval.

        In a game for several players this is half the mean difference of their returns, -1 to 1, so that between two
        players it equals the mean result in the table. In 4X Solitaire a deal counts +1 if only the first bot won it or
        if it won in fewer turns, -1 in the opposite case, and else 0.
        """
        signs: dict[int, dict[int, list[tuple[int, int]]]] = {}
        for game in self.played:
            for seat, bot in enumerate(game.seating):
                signs.setdefault(game.deal, {}).setdefault(bot, []).append((game.returns[seat], game.points[seat]))
        differences: list[float] = []
        for bots in signs.values():
            if one not in bots or other not in bots:
                continue
            if len(self.played[0].seating) == 1:
                (first, turns), (second, others) = bots[one][0], bots[other][0]
                mine, theirs = (first, -turns if first > 0 else 0), (second, -others if second > 0 else 0)
                differences.append((mine > theirs) - (mine < theirs))
            else:
                gap = fmean(sign for sign, _ in bots[one]) - fmean(sign for sign, _ in bots[other])
                differences.append(gap / 2)
        return result_interval(differences)

    def frame(self) -> DataFrame:
        """One row a game: deal, seed, ``bot_0``, ``returns_0``, ``points_0`` and so on by seat, plies, fault."""
        from capture_widgets.export.data_frames import frame

        rows: list[dict[str, Any]] = []
        for game in self.played:
            row: dict[str, Any] = {"deal": game.deal, "seed": game.seed}
            for seat, bot in enumerate(game.seating):
                row |= {
                    f"bot_{seat}": self.bots[bot],
                    f"returns_{seat}": game.returns[seat],
                    f"points_{seat}": game.points[seat],
                }
            rows.append({**row, "plies": game.plies, "fault": game.fault})
        return frame(rows)

    @property
    def faults(self) -> list[str]:
        """The errors of the bots, each once."""
        return sorted({game.fault for game in self.played if game.fault})

    def _cells(self) -> list[list[str]]:
        alone = bool(self.played) and len(self.played[0].seating) == 1
        head = ["bot", "games", "won", "drawn", "lost", "mean result (95%)", "turns" if alone else "points ahead"]
        rows = [
            [
                row.bot,
                str(row.games),
                str(row.wins),
                str(row.draws),
                str(row.losses),
                f"{row.mean:+.2f} ± {row.within:.2f}",
                f"{row.points:.1f}" if alone else f"{row.points:+.1f}",
            ]
            for row in self.table
        ]
        return [head, *rows]

    def _caption(self) -> str:
        deals = len({game.deal for game in self.played})
        caption = f"{self.slug}, {deals} {'deal' if deals == 1 else 'deals'}, {len(self.played)} games"
        if self.options:
            caption += f" ({', '.join(f'{name}={value!r}' for name, value in self.options.items())})"
        return caption if self.complete else f"{caption}; interrupted"

    def __str__(self) -> str:
        cells = self._cells()
        widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
        lines = [
            "  ".join(
                f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in cells
        ]
        return "\n".join([self._caption(), *lines, *self.faults[:5]])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        html = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        faults = "".join(f"<p>{escape(fault)}</p>" for fault in self.faults[:5])
        return (
            f"<table><caption>{escape(self._caption())}</caption><thead><tr>{html}</tr></thead>"
            f"<tbody>{body}</tbody></table>{faults}"
        )


def seat_names(bots: tuple[str, ...], seating: tuple[int, ...]) -> list[str]:
    """The names at the seats of a game; a bot at several seats gets a number at each."""
    names = [bots[bot] for bot in seating]
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]


def row_of(game: Played) -> Row:
    """The fields of a game, in order, as a file has them."""
    who, signs, points = game.seating, game.returns, game.points
    return game.deal, game.seed, who, signs, points, game.plies, game.fault, game.moves
