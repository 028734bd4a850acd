"""Analysis: the judgement of every position of a game, kept in files and shown in notebooks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.analysis.analysis_format import FORMAT, Unit, read_analysis
from capture_widgets.analysis.chances import wins_lost
from capture_widgets.analysis.standing import (
    FIELDS,
    INTERVALS,
    LOST_DEAL_TURNS,
    Contrasts,
    MoveLosses,
    Standing,
    instructive,
    is_nearly_lost,
    losses_in,
)
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.names import LETTERS, names_for
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.export.data_frames import frame
from capture_widgets.model.history import History
from capture_widgets.model.move_words import move_and_notation
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.records.record import parse_json, read_text

if TYPE_CHECKING:
    from pandas import DataFrame

_MOVE_COLUMNS: Final = ("round", "ply", "seat", "to_play", "played", "best")
_CHANCE_COLUMNS, _POINT_COLUMNS, _LOSS_COLUMNS = INTERVALS
_SMALL: Final[Mapping[Unit, float]] = {"chances": 0.1, "turns": 0.0}
"""A smaller loss than this is told only with a reason: 10 of 100 games, or any number of turns."""
_MANY_TURNS: Final = 2.0
"""A loss of so many turns is told in whole turns: it is a rough one anyway."""
_SHARE: Final = 1 / 3
"""A loss of so much of the chance that there was is not small, however small the chance was."""


@dataclass(frozen=True)
class Analysis:
    """The result of `analyse`; it shows itself in a notebook.

    Attributes:
        game: slug.
        unit: "chances", or "turns" in 4X Solitaire.
        seconds, simulations: what was spent on a ply, but for moves in doubt, which took longer (see `analyse`).
        seed: with ``simulations``, the same seed gives the same analysis again.
        moves: the moves of each analysed round, by the number of the round.
        standings: one for every ply and seat, in order.
        complete: False if the analysis was stopped before its end.
    """

    game: str
    unit: Unit
    seconds: float | None
    simulations: int | None
    seed: int
    start: str
    """A fingerprint of the options and the first deal, see `fingerprint`."""
    moves: Mapping[int, tuple[str, ...]]
    standings: tuple[Standing, ...]
    complete: bool
    history: History | None = field(default=None, compare=False, repr=False)
    """The analysed game, with whose names and words the table in a notebook is written; an analysis from a file has
    none.
    """
    contrasts: dict[tuple[str, Seat | None], Contrasts] = field(default_factory=dict, compare=False, repr=False)
    """What the two moves at a mistake bring, by position and point of view, as far as it was looked for
    (`analysis.reasons`); files do not keep it."""
    unexplained: set[tuple[str, Seat | None]] = field(default_factory=set, compare=False, repr=False)
    """The mistakes at which no effect of the two moves differs clearly, as far as it was looked for."""

    def frame(self, *, points: bool = False) -> DataFrame:
        """One row for every ply and seat: round, ply, seat, to_play, played, best, chance, low, high, loss, loss_low,
        loss_high, loss_known, mistake (see `Standing`).

        ``loss_known`` is True where a loss is told, False where the seat made a move whose loss the search could not
        tell, and None where there is no move to judge. A mean of ``loss`` leaves out the unknown ones: `losses` counts
        them.

        Args:
            points: whether to add the columns points, points_low and points_high (turns in 4X Solitaire).
        """
        added = _POINT_COLUMNS if points else ()
        columns = [*_MOVE_COLUMNS, *_CHANCE_COLUMNS, *_LOSS_COLUMNS, "loss_known", "mistake", *added]
        numbers = [*_CHANCE_COLUMNS, *_LOSS_COLUMNS, *added]
        rows = [{name: getattr(row, name) for name in columns} for row in self.standings]
        table = frame(rows, columns, seats=["seat", "to_play", "played", "best", "loss_known"])
        return table.astype(dict.fromkeys(numbers, "float64") | {"mistake": "bool"})

    def mistakes(self, seat: Seat | None) -> list[str]:
        """The positions where a seat made a mistake, judged by what it could know; None: by all seats, all cards open.

        Give them to a replay as ``predict``, and it asks for a better move at each.
        """
        return [row.at for row in self.standings if row.seat == seat and row.mistake]

    def losses(self, seat: Seat | None) -> MoveLosses:
        """How many moves of a seat were judged, for how many the loss is not known, and the mean of the others.

        Args:
            seat: the seat, whose moves are judged by what it could know; None for all moves, with all cards open.
        """
        return losses_in(self.of(seat))

    def of(self, seat: Seat | None) -> list[Standing]:
        """The standings of one seat; for None, those with all cards open."""
        return [row for row in self.standings if row.seat == seat]

    def told(self, seat: Seat | None) -> list[Standing]:
        """The mistakes of one seat that people are told: `instructive` ones, but no small one without a reason.

        Players did not believe a small loss that nothing explains, and it taught them nothing; but a loss of a third of
        the chances that there were is not small.
        """
        return [row for row in instructive(self.of(seat)) if self._is_explained(row) or self._is_large(row)]

    def tells_at_once(self, row: Standing) -> bool:
        """Whether people are told this mistake, whatever the rest of the search finds."""
        return row in instructive([row]) and self._is_large(row) and not is_nearly_lost(row)

    def _is_explained(self, row: Standing) -> bool:
        return (row.at, row.seat) not in self.unexplained

    def _is_large(self, row: Standing) -> bool:
        share = _SHARE * (1 if row.chance is None else row.chance)
        return row.loss is None or row.loss >= min(_SMALL[self.unit], share)

    def judges_moves_of(self, seat: Seat, history: History) -> bool:
        """Whether every move of a seat in a game was judged by what the seat could know."""
        judged = {(row.round, row.ply) for row in self.of(seat)}
        rounds = [(number, history.round_at(number)) for number in history.round_numbers()]
        return all(
            (number, ply) in judged
            for number, one in rounds
            for ply in history.plies(number)
            if one.state_at(ply).to_play == seat
        )

    def fits(self, history: History) -> bool:
        """Whether this analyses a game, which may have gone on since then."""
        numbers = history.round_numbers()
        return (
            history.type.slug == self.game
            and fingerprint(history) == self.start
            and all(
                number in numbers and tuple(history.moves(number)[: len(moves)]) == moves
                for number, moves in self.moves.items()
            )
        )

    def with_lines(self, game: Game) -> Game:
        """A copy of a game with the better move at each mistake as a variation, for a replay with all cards open.

        Raises:
            ValueError: this analysis is of another game.
        """
        if not self.fits(game.history):
            raise ValueError("this is an analysis of another game, or of moves that were not played in this one")
        record: Any = game.record()
        lines = record.setdefault("variations", [])
        for row in self.standings:
            known = any((line["at"], line["moves"][0]) == (row.at, row.best) for line in lines)
            if row.mistake and not known:
                lines.append({"at": row.at, "moves": [row.best]})
        return load(record)

    # -- as data and files

    def data(self) -> dict[str, Any]:
        """The analysis as JSON-ready data, "capture-widgets/analysis" version 1."""
        return {
            "format": FORMAT,
            "version": 1,
            "game": self.game,
            "unit": self.unit,
            "seconds": self.seconds,
            "simulations": self.simulations,
            "seed": self.seed,
            "start": self.start,
            "complete": self.complete,
            "moves": [[number, list(moves)] for number, moves in self.moves.items()],
            "fields": list(FIELDS),
            "standings": [[getattr(row, name) for name in FIELDS] for row in self.standings],
        }

    def save(self, path: str | Path) -> Path:
        """Write the analysis to a file as JSON and return its path; if writing fails, the old file stays."""
        rows = self.data()
        lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows.pop("standings"))
        head = json.dumps(rows, ensure_ascii=False)[:-1]
        return replace_file(path, f'{head},\n "standings": [\n  {lines}\n ]}}\n')

    @classmethod
    def load(cls, source: str | Path | Mapping[str, Any]) -> Analysis:
        """Read an analysis from its file or its data.

        Raises:
            RecordError: the source is not a valid analysis; the error says where and why.
        """
        data = read_analysis(source if isinstance(source, Mapping) else parse_json(read_text(source)))
        return cls(**data._asdict())

    # -- as text

    def __str__(self) -> str:
        plies = len({(row.round, row.ply) for row in self.standings})
        summary = f"{self.game}: {number_of(plies, 'position')} judged"
        if not self.complete:
            summary += ", stopped before the end"
        return f"{summary}; {'; '.join(self._mistake_counts()) or 'no move is called a mistake'}{self._unknown()}"

    def _unknown(self) -> str:
        """How many losses are not known, in words: so that nobody takes blanks for moves without a fault."""
        own = losses_in(row for row in self.standings if row.seat is not None)
        return f"; the loss of {own.unknown} of {number_of(own.moves, 'move')} is not known" if own.unknown else ""

    def _mistake_counts(self) -> list[str]:
        seats = sorted({row.seat for row in self.standings if row.seat is not None})
        counts = [(seat, len(self.mistakes(seat))) for seat in seats]
        return [f"{number_of(count, 'mistake')} of {SEAT_NAMES[seat]}" for seat, count in counts if count]

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [row for row in self.standings if row.mistake and row.seat is not None]
        names = LETTERS if self.history is None else names_for(self.history.seats)
        body = "".join(
            f"<tr><td>{row.at}</td><td>{escape(names.who(row.seat or 0))}</td>"
            f"<td>{escape(self._words(row, row.played))}</td><td>{escape(self._words(row, row.best))}</td>"
            f"<td>{escape(self.cost(row))}</td></tr>"
            for row in rows
        )
        head = "<tr><th>Round/move</th><th>Player</th><th>Played</th><th>Better</th><th>What it costs (range)</th></tr>"
        table = f"<table><thead>{head}</thead><tbody>{body}</tbody></table>" if rows else ""
        return f"<p>{escape(str(self))}</p>{table}"

    def _words(self, row: Standing, move: str | None) -> str:
        if move is None or self.history is None:
            return move or ""
        return move_and_notation(self.history, row.round, row.ply, move)

    def cost(self, row: Standing, *, ranged: bool = True) -> str:
        """The loss of a move in words, empty if unknown.

        For example "12 wins in 100 games (very likely 8 to 16)", "1.5 turns (very likely 1.0 to 2.0)" or "about 14
        turns (likely 5 to 23)": from two turns on, tenths of a turn say nothing.

        Args:
            row: the standing before the move.
            ranged: whether the range is told, too; without it the number is said to be a rough one.
        """
        if row.loss is None or row.loss_low is None or row.loss_high is None:
            return ""
        if self.unit == "turns" and row.loss >= LOST_DEAL_TURNS:
            return "the win"
        if self.unit == "turns":
            if row.loss >= _MANY_TURNS and row.loss_low != row.loss_high:
                many = f"about {row.loss:.0f} turns"
                return f"{many} (likely {max(0.0, row.loss_low):.0f} to {row.loss_high:.0f})" if ranged else many
            turns = number_of(int(row.loss), "turn") if row.loss == int(row.loss) else f"{row.loss:.1f} turns"
            if row.loss_low == row.loss_high or not ranged:
                return turns
            return f"{turns} (very likely {row.loss_low:.1f} to {row.loss_high:.1f})"
        lost = wins_lost(row)
        low, high = (min(max(0.0, 100 * loss), 100.0) for loss in (row.loss_low, row.loss_high))
        wins = f"{number_of(lost, 'win')} in 100 games"
        return f"{wins} (very likely {min(low, lost):.0f} to {max(high, lost):.0f})" if ranged else f"about {wins}"


def fingerprint(history: History) -> str:
    """A short hash of a game's options and first deal, by which an analysis knows its game again."""
    record: Any = history.record()
    first_round = {name: value for name, value in record["rounds"][0].items() if name not in ("moves", "result")}
    settings = {name: record[name] for name in ("game", "options", "match") if name in record}
    return sha256(json.dumps([settings, first_round], sort_keys=True).encode()).hexdigest()[:16]


def for_viewer(analysis: Analysis, seat: Viewer) -> list[Standing]:
    """The standings that a viewer may see: a seat its own, the public none, and None (everything face up) all."""
    if seat is None:
        return list(analysis.standings)
    return [row for row in analysis.standings if row.seat == seat and row.seat is not None]
