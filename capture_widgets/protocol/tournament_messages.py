"""The traits of the widget that shows a tournament.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import TypedDict


class EntrantRow(TypedDict):
    """An entrant with its rating, in points of which 400 are chances of 10 to 1."""

    name: str
    rating: float
    low: float | None
    """The lower end of the 95% interval; null if the games set it no bound."""
    high: float | None
    games: int
    points: float
    """The share of the points that were possible, 0 to 1."""
    faults: int
    """Games lost by a fault."""


class FaultGroup(TypedDict):
    """What an entrant did that it should not do, in one game or in several."""

    name: str
    kind: str
    times: int
    game: int
    """The number of the first game."""
    words: str


class GameOfTournament(TypedDict):
    """A game in a list."""

    game: int
    """Its number in `Tournament.played`."""
    deal: int
    words: str
    """Who sat where, and how it ended."""
    lost: bool
    """Whether the entrant for whom the list was asked lost it."""


class GameList(TypedDict):
    """The games of a cell of the cross table, or those of one entrant."""

    one: int
    """The row of the entrant, as in `TournamentScene.entrants`."""
    other: int | None
    """The row of its opponent; null for all opponents."""
    games: list[GameOfTournament]
    left: int
    """How many games more there are, which the list leaves out."""


class LossSearch(TypedDict):
    """The search for the move that lost a game."""

    game: int
    done: int
    of: int
    """The number of positions."""


class TournamentScene(TypedDict):
    """Everything that the widget of a tournament shows."""

    title: str
    caption: str
    complete: bool
    """False if the tournament was interrupted."""
    entrants: list[EntrantRow]
    """The entrants, the best first."""
    cross: list[list[float | None]]
    """For each entrant the share of points against each, in the order of `entrants`; empty if there are too many."""
    faults: list[FaultGroup]
    listed: GameList | None
    search: LossSearch | None
    game: int | None
    """The number of the game in the replay."""
    replay: str | None
    """The identifier of the replay's model."""
    found: str
    """Where the replay begins, and why; empty without a replay."""
