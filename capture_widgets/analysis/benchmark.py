"""`benchmark`: how well players play each game, on deals that are the same for everybody and every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.analysis.analysis_run import analyse
from capture_widgets.analysis.duel_result import Duel
from capture_widgets.analysis.duels import duel
from capture_widgets.analysis.executors import Executor
from capture_widgets.analysis.standing import MoveLosses, Standing, losses_in
from capture_widgets.bots.greedy import Greedy
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.file_names import path_of
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.games import GAMES, game_type
from capture_widgets.model.view import Bot

if TYPE_CHECKING:
    from pandas import DataFrame

SEED: Final = 20_270_101
"""Gives the deals of every benchmark, so that results of different days and people are of the same deals."""

MOST_DEALS: Final = 10_000


@dataclass(frozen=True)
class BenchmarkRow:
    """The results of one player in one game.

    Attributes:
        game: the slug of the game.
        bot: the name of the player.
        deals: the number of deals; each is played from every seat.
        games: the number of its games.
        score: how much better it did than the opponent on the same deals, from -1 to 1 (`Duel.ahead`).
        within: half the width of the 95% interval of the score.
        faults: the games that it lost by an error or a forfeit.
        refused: the answers that were refused, in players that keep them (`Chat`), and else the illegal moves by which
            it lost.
        moves: the number of its moves that the analysis judged.
        unknown: those of them whose loss the analysis could not tell.
        regret: the mean loss of the others, in chances to win, or in turns in 4X Solitaire; None if there are none.
        mistakes: how many the analysis calls mistakes.
    """

    game: str
    bot: str
    deals: int
    games: int
    score: float
    within: float
    faults: int
    refused: int
    moves: int
    unknown: int
    regret: float | None
    mistakes: int


COLUMNS: Final = tuple(BenchmarkRow.__dataclass_fields__)
_HEAD: Final = (
    "game",
    "player",
    "deals",
    "score (95%)",
    "faults",
    "refused",
    "regret of a move",
    "not known",
    "mistakes",
)


@dataclass(frozen=True)
class Benchmark:
    """The result of `benchmark`; it shows itself in a notebook.

    Attributes:
        rows: one for each game and player.
        against: the name of the opponent.
        duels: the duel of each row, in the same order.
    """

    rows: tuple[BenchmarkRow, ...]
    against: str
    duels: tuple[Duel, ...]

    def frame(self) -> DataFrame:
        """One row for each game and player; the columns are the attributes of `BenchmarkRow`."""
        from capture_widgets.export.data_frames import frame

        rows = [{name: getattr(row, name) for name in COLUMNS} for row in self.rows]
        return frame(rows, list(COLUMNS)).astype({"regret": "float64"})

    def save_html(self, path: str | Path) -> Path:
        """Write the table as a page that needs no network, and return its path; a failure keeps the old file."""
        style = "body{font:16px sans-serif;margin:2em}td,th{padding:.2em .7em;text-align:left}"
        page = (
            f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Benchmark</title><style>{style}</style>'
            f"<h1>Benchmark</h1>{self._repr_html_()}</html>\n"
        )
        return replace_file(path_of(path), page)

    def cells(self) -> list[tuple[str, ...]]:
        """The rows of the table as texts, the row of titles first."""
        return [_HEAD, *map(_cells, self.rows)]

    def _caption(self) -> str:
        return f"Against {self.against}, on the same deals from every seat"

    def __str__(self) -> str:
        cells = self.cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in cells]
        return "\n".join([self._caption(), *(line.rstrip() for line in lines)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *rows = self.cells()
        top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        caption = escape(self._caption())
        return f"<table><caption>{caption}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: BenchmarkRow) -> tuple[str, ...]:
    in_turns = game_type(row.game).solver is not None
    regret = "" if row.regret is None else f"{row.regret:.1f} turns" if in_turns else f"{100 * row.regret:.1f} in 100"
    return (
        row.game, row.bot, str(row.deals), f"{row.score:+.2f} ± {row.within:.2f}", str(row.faults), str(row.refused),
        regret, f"{row.unknown} of {row.moves}" if row.moves else "", str(row.mistakes) if row.moves else "",
    )  # fmt: skip


def benchmark(
    bots: Bot | Sequence[Bot],
    games: Sequence[str] | None = None,
    *,
    deals: int = 20,
    judged: int = 2,
    against: Bot | None = None,
    simulations: int = 2000,
    executor: Executor | None = None,
    progress: bool = True,
) -> Benchmark:
    """Measure how well players play each game, on fixed deals from every seat against one opponent.

    The deals depend on nothing but the game, so results can be compared from day to day and from one player to another.

    Args:
        bots: a player, or several; each plays alone against the opponent.
        games: the slugs of the games; by default the five of this package.
        deals: the number of deals for each game.
        judged: of how many deals the games are analysed, for the regret; 0 for none.
        against: the opponent; by default Greedy. In 4X Solitaire both play the same deals alone.
        simulations: how long the analysis searches at each ply; a twentieth of it in 4X Solitaire, where one takes as
            long as twenty.
        executor: plays and analyses on the workers of an executor (`duel`). Players that keep their exchanges, such as
            `Chat`, play in this process all the same, so that they are kept.
        progress: whether to show bars, if tqdm is installed.

    Raises:
        UnknownGame: there is no such game.
        ValueError: there are no players, or a number is not valid.
    """
    players = [bots] if isinstance(bots, Bot) else list(bots)
    if not players:
        raise ValueError("bots: there is no player")
    deals = whole_number(deals, "deals", 1, MOST_DEALS)
    judged = whole_number(judged, "judged", 0, deals)
    opponent = against if against is not None else Greedy(seed=1)
    rows, duels = [], []
    for slug in games if games is not None else GAMES:
        for player in players:
            row, result = _measured(slug, player, opponent, deals, judged, simulations, executor, progress=progress)
            rows.append(row)
            duels.append(result)
    return Benchmark(tuple(rows), opponent.name, tuple(duels))


def _measured(
    slug: str,
    player: Bot,
    opponent: Bot,
    deals: int,
    judged: int,
    simulations: int,
    executor: Executor | None,
    *,
    progress: bool,
) -> tuple[BenchmarkRow, Duel]:
    exchanges: list[Any] | None = getattr(player, "exchanges", None)
    before = len(exchanges) if exchanges is not None else 0
    pool = executor if exchanges is None else None
    result = duel(slug, [player, opponent], deals=deals, seed=SEED, executor=pool, progress=progress)
    score, within = result.ahead()
    own = result.table[0]
    refused = sum("not legal" in fault or "IllegalMove" in fault for fault in _faults_of(result))
    if exchanges is not None:
        refused = sum(len(one.refusals) for one in exchanges[before:])
    losses = _losses(result, judged, simulations, executor, progress=progress)
    row = BenchmarkRow(
        slug, player.name, len({game.deal for game in result.played}), own.games, score, within, own.faults, refused,
        losses.moves, losses.unknown, losses.mean, losses.mistakes,
    )  # fmt: skip
    return row, result


def _faults_of(result: Duel) -> list[str]:
    """The faults of the first bot."""
    return [game.fault for game in result.played if game.fault and result.bots[0] in game.fault]


def _losses(result: Duel, judged: int, simulations: int, executor: Executor | None, *, progress: bool) -> MoveLosses:
    """What the moves of the first bot lost, in the games of the first deals."""
    rows: list[Standing] = []
    for number, game in enumerate(result.played):
        if game.deal >= judged or 0 not in game.seating or not game.moves:
            continue
        seats = {seat for seat, bot in enumerate(game.seating) if bot == 0}
        seat: Any = next(iter(seats)) if len(seats) == 1 else "each"
        few = max(1, simulations // 20) if game_type(result.slug).solver is not None else simulations
        told = analyse(result.game(number), seat=seat, simulations=few, executor=executor, progress=progress)
        rows += [row for row in told.standings if row.seat in seats]
    return losses_in(rows)
