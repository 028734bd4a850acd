"""The traits of a lobby: the games that can be chosen, and the games kept on this machine.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class LobbyOption(TypedDict):
    """An option of a game, as people choose it."""

    name: str
    words: str
    """What it is for, in a sentence."""
    rule: str
    default: bool | int | str
    values: list[bool | int | str] | None
    """The values it takes; null for whole numbers."""
    least: int
    seats: bool
    """Whether the values are seats."""


class LobbyGame(TypedDict):
    """A game that may be chosen."""

    slug: str
    title: str
    words: str
    takes: str
    """How long a hand takes; empty where nobody has said it."""
    people: str
    """For how many it is, likewise."""
    learn: bool
    """Whether its first hand is there as a lesson."""
    levels: dict[str, str]
    """How hard a deal can be asked for, with the words for it, and under an empty name any deal; empty in games without
    such a list.
    """
    deal: str
    """The deal that is offered first: the easiest level until a person has won such a game, then an empty text."""
    options: list[LobbyOption]


class KeptInfo(TypedDict):
    """A game that was not finished."""

    which: str
    """Its name in requests."""
    title: str
    words: str
    """Who plays, how far it went, when it was played last."""


class Choice(TypedDict):
    """What somebody wants to play."""

    game: str
    opponent: str
    """``"person"`` or the identifier of a `BotInfo`, at every seat but the first."""
    match: bool
    options: dict[str, Any]
    """Those that were chosen, by name."""
    deal: str
    """A seed or the code of a deal; empty for a new one."""


class Chosen(TypedDict):
    """What the kernel says of a choice."""

    game: str
    line: str
    """The line of Python that makes the same game; empty where none does."""
    fault: str
    """What is wrong with the choice; empty where nothing is."""
    seats: int
    matches: bool
    """Whether rounds of it can be played to a target."""
    levels: bool
    """Whether deals of a level can be had with these options."""


class PlayedGame(TypedDict):
    """A game kept on this machine, as a list shows it."""

    which: str
    """Its name in requests."""
    game: str
    title: str
    opponents: list[str]
    level: str | None
    result: Literal["won", "lost", "drawn"] | None
    """How it came out for the person; null for a game that is not over, and where several people played."""
    points: int | None
    plies: int
    turns: int | None
    over: bool
    goes_on: bool
    """Whether it can be gone on with."""
    day: str | None
    """The date whose deal it is."""
    when: float
    """When it was begun, in seconds since 1970."""
    seconds: float | None
    fault: str | None
    """Why it cannot be read; nothing else is known of it then."""
    together: int
    """How many games its file holds, which go with it."""


class LevelFigures(TypedDict):
    """How games against a level came out."""

    level: str
    name: str
    won: int
    drawn: int
    lost: int


class GameFigures(TypedDict):
    """How the games of a kind came out."""

    game: str
    title: str
    played: int
    won: int
    drawn: int
    lost: int
    streak: int
    """How many were won in a row up to now."""
    longest: int
    """How many were won in a row at most."""
    seconds: float
    levels: list[LevelFigures]
    results: list[int]
    """The points, or where turns are counted those of the games won, of the last games in order."""
    counts: Literal["points", "turns", "none"]
    best: str | None
    """The game won in the fewest turns, to compare with what was possible; null where turns are not counted."""
    fewest: int | None


class Deals(TypedDict):
    """The deals of a day."""

    day: str
    played: list[str]
    """The games whose deal of the day was played to its end here."""


class LobbyScene(TypedDict):
    """What a lobby shows."""

    games: list[LobbyGame]
    kept: list[KeptInfo]
    today: Deals
    shows: Literal["table", "replay", "lesson"] | None
    """What stands in its place."""
    chosen: Chosen | None
    table: str | None
    """The identifier of the table's model, while a game is played."""
    notice: str | None
    """Why games are not kept, where they are to be."""
    title: str
    """The game that is played; empty where none is."""
