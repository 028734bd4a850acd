"""The games of a class, by round, and the standings that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.engine.state import Seat
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.rooms.pairing import Group

if TYPE_CHECKING:
    from pandas import DataFrame

REST: Final = 1.0
"""The points of somebody who rests in a round."""

_COLUMNS: Final = ("place", "name", "points", "played", "won", "drawn", "lost", "opponents")


@dataclass
class ClassGame:
    """One game of a class.

    Attributes:
        round: the number of the round, from 1.
        number: the number of the game in its round, from 1.
        game: the game.
        names: the person at each seat; None where a bot sits.
        is_settled: whether it counts as it stands, because the teacher went on to the next round.
    """

    round: int
    number: int
    game: Game
    names: list[str | None]
    is_settled: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.game.is_over

    def points(self, seat: Seat) -> float | None:
        """The points of a seat, 0 to 1: one for each opponent that it beat, a half where both were equal, divided by
        their number. None while the game goes on; a half for each seat of a game that was not finished.
        """
        returns = self.game.returns if self.is_over else None
        if returns is None:
            return 0.5 if self.is_settled else None
        others = [value for other, value in enumerate(returns) if other != seat]
        if not others:
            return float(returns[seat] > 0)
        own = returns[seat]
        return sum(1.0 if own > value else 0.5 if own == value else 0.0 for value in others) / len(others)

    def seat_of(self, name: str) -> Seat | None:
        """The seat of a person; None if they are not in this game."""
        return self.names.index(name) if name in self.names else None

    @property
    def people(self) -> Group:
        """The people in this game, by seat."""
        return tuple(name for name in self.names if name is not None)

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"ply {self.game.ply}"
        return f"<game {self.number} of round {self.round}: {' - '.join(self.game.names)}, {state}>"


class Standings(Sequence[dict[str, Any]]):
    """Who has how many points: rows, the best first.

    Each row has ``place``, ``name``, ``points``, ``played``, ``won``, ``drawn``, ``lost`` and ``opponents``, the points
    of those whom this person has played, which decide between equal points. Equal rows share a place.
    """

    def __init__(self, names: Iterable[str], games: Iterable[ClassGame], rests: Iterable[str]) -> None:
        """Count the games that are over, and the rounds in which somebody rested."""
        rows = {name: dict.fromkeys(("points", "played", "won", "drawn", "lost"), 0.0) for name in names}
        met: dict[str, list[str]] = {name: [] for name in rows}
        for name in rests:
            if name in rows:
                rows[name]["points"] += REST
        for one in games:
            for seat, who in enumerate(one.names):
                points = one.points(seat)
                if who is None or who not in rows or points is None:
                    continue
                row = rows[who]
                row["points"] += points
                row["played"] += 1
                row["won" if points == 1 else "lost" if points == 0 else "drawn"] += 1
                met[who] += [other for other in one.people if other != who and other in rows]
        strength = {name: sum(rows[other]["points"] for other in met[name]) for name in rows}
        ranked = sorted(rows, key=lambda name: (-rows[name]["points"], -strength[name]))
        self._rows: list[dict[str, Any]] = []
        for at, name in enumerate(ranked):
            row = rows[name]
            place = at + 1
            if self._rows and (self._rows[-1]["points"], self._rows[-1]["opponents"]) == (
                row["points"],
                strength[name],
            ):
                place = self._rows[-1]["place"]
            counts = {key: int(row[key]) for key in ("played", "won", "drawn", "lost")}
            self._rows.append(
                {"place": place, "name": name, "points": row["points"], **counts, "opponents": strength[name]}
            )

    def __getitem__(self, at: Any) -> Any:
        return self._rows[at]

    def __len__(self) -> int:
        return len(self._rows)

    def frame(self) -> DataFrame:
        """The rows as a data frame.

        Raises:
            ImportError: pandas is not installed.
        """
        from capture_widgets.export.data_frames import frame

        return frame(self._rows, list(_COLUMNS))

    def __repr__(self) -> str:
        return "\n".join(f"{row['place']:>3}. {row['name']}: {shown_points(row['points'])}" for row in self._rows)

    def _repr_html_(self) -> str:
        import html

        head = "".join(f"<th>{word}</th>" for word in ("", "Name", "Points", "Played", "Won", "Drawn", "Lost"))
        body = "".join(
            f"<tr><td>{row['place']}</td><td>{html.escape(row['name'])}</td><td>{shown_points(row['points'])}</td>"
            + "".join(f"<td>{row[key]}</td>" for key in ("played", "won", "drawn", "lost"))
            + "</tr>"
            for row in self._rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def shown_points(points: float) -> str:
    """Points in words: whole, with a half, or with two digits."""
    whole, part = int(points), round(points - int(points), 2)
    return f"{whole}" if part == 0 else ("½" if whole == 0 else f"{whole}½") if part == 0.5 else f"{points:.2f}"


def firsts(games: Iterable[ClassGame]) -> dict[str, int]:
    """How often each person has had the first seat."""
    counts: dict[str, int] = {}
    for one in games:
        if one.names and one.names[0] is not None:
            counts[one.names[0]] = counts.get(one.names[0], 0) + 1
    return counts


def players_of(group: Sequence[str], seats: int, bot: Bot | None) -> list[str | Bot]:
    """The players of a game: the people of a group, and a bot at each seat that is left."""
    spare = [] if bot is None else [bot] * (seats - len(group))
    return [*group, *spare]


def results_frame(games: Iterable[ClassGame]) -> DataFrame:
    """A data frame with a row for each person or bot in each game.

    Raises:
        ImportError: pandas is not installed.
    """
    from capture_widgets.export.data_frames import frame

    rows = [
        {"round": one.round, "game": one.number, "seat": seat, "name": name, "points": one.points(seat),
         "is_over": one.is_over}
        for one in games for seat, name in enumerate(one.game.names)
    ]  # fmt: skip
    return frame(rows, ["round", "game", "seat", "name", "points", "is_over"])
