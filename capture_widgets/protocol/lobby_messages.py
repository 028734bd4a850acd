"""The traits of a lobby: the games that can be chosen, and the games kept on this machine.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class LobbyOption(TypedDict):
    """An option of a game that a lobby offers."""

    name: str
    words: str
    """Its purpose, in a sentence."""
    rule: str
    default: bool | int | str
    values: list[bool | int | str] | None
    """The allowed values; null for whole numbers."""
    labels: list[str] | None
    """What a person reads for each of the values, empty where the value itself will do; null for whole numbers."""
    least: int
    seats: bool
    """Whether the values are seats."""


class LobbyGame(TypedDict):
    """A game that a lobby offers."""

    slug: str
    title: str
    words: str
    takes: str
    """The length of a hand; empty if the game does not say."""
    people: str
    """The number of players; empty if the game does not say."""
    learn: bool
    """Whether there is a lesson on its first hand."""
    learn_step: int
    """The step at which that lesson was left, from 1; 0 if it was not."""
    learned: bool
    """Whether that lesson was finished here."""
    finished: bool
    """Whether a game of it was finished here; until then its lesson comes first."""
    levels: dict[str, str]
    """The levels of difficulty of its deals with their texts, and with the key "" a text about any other deal; empty in
    games without levels.
    """
    beaten: list[str]
    """The levels of bots that the person has beaten in it."""
    rival: str
    """The level to select first as the opponent: that of the game played last, once that is won the one above the best
    that was beaten.
    """
    last_rivals: list[str]
    """The levels at the other seats of the game played last, if they differ; else empty."""
    luck: str
    """What luck means for its levels, in a sentence; empty where a stronger level wins clearly more often."""
    memory: dict[str, str]
    """What each level remembers of the cards that it has seen, in a sentence; empty where all remember them."""
    deal: str
    """The level to select first: the easiest until a person has won a game of it, then that of the game played last."""
    fewest: int | None
    """The fewest turns in which the person has won a game of it; null without one, and where turns do not count."""
    options: list[LobbyOption]
    last: dict[str, Any]
    """The options of the game played last, by name, with which the form starts; empty if none was played."""
    last_match: bool
    """Whether that game was a match."""
    begun: str
    """The name in requests of the game of it that was played last and is not finished; empty if there is none. The
    large deal of the day, which has a button of its own, does not count.
    """
    waits: str
    """The words that say that this game waits, and against whom; empty if there is none."""


class KeptInfo(TypedDict):
    """An unfinished game."""

    which: str
    """Its name in requests."""
    title: str
    words: str
    """The players, the progress, and the time of the last move."""
    offered: bool
    """Whether the card of its game or the large deal of the day continues it already."""


class Choice(TypedDict):
    """A person's choice of a game, its players and its options."""

    game: str
    opponent: str
    """The player at the second seat: ``"person"`` or the identifier of a `BotInfo`."""
    others: NotRequired[list[str]]
    """The players at the third and fourth seat; a missing one is like the opponent."""
    match: bool
    options: dict[str, Any]
    """The chosen options, by name."""
    deal: str
    """A seed or the code of a deal; empty for a new one."""


class Chosen(TypedDict):
    """The kernel's reply to a choice."""

    game: str
    line: str
    """The line of Python that makes the same game; empty if there is none."""
    fault: str
    """The fault of the choice; empty if it is valid."""
    seats: int
    hands: int
    """About how many hands a match with these options takes."""
    levels: bool
    """Whether deals of a level can be had with these options."""


class PlayedGame(TypedDict):
    """A kept game in a list."""

    which: str
    """Its name in requests."""
    game: str
    title: str
    opponents: list[str]
    match: str
    """Which hand of which match it is at, in words; empty if it is no match."""
    partner: str | None
    """The other player of the person's team; null in a game without teams."""
    level: str | None
    result: Literal["won", "lost", "drawn"] | None
    """The result for the person; null for an unfinished game, and for a game of several people."""
    place: str
    """The person's place among several, as "2nd of 4"; empty where there are no places."""
    winners: list[str]
    """The names of those who won; empty in an unfinished or drawn game."""
    points: int | None
    rival: int | None
    """The most points of another seat."""
    plies: int
    turns: int | None
    rounds: int | None
    """The number of rounds that were played or begun, in a game whose length is told in rounds; else null."""
    over: bool
    goes_on: bool
    """Whether it can be continued."""
    ended: bool
    """Whether another game replaced it before it was over."""
    day: str | None
    """The date, if it is a deal of the day."""
    when: float
    """The time of its first move, in seconds since 1970."""
    fault: str | None
    """Why its file cannot be read; then nothing else is known about it."""
    key: str
    """A digest of the game, by which a request to delete it is checked."""


class LevelFigures(TypedDict):
    """The results of games against one level of bots."""

    level: str
    name: str
    won: int
    drawn: int
    lost: int


class GameFigures(TypedDict):
    """The results of all kept games of one kind."""

    game: str
    title: str
    played: int
    won: int
    drawn: int
    lost: int
    unfinished: int
    streak: int
    """The length of the present series of wins."""
    longest: int
    """The length of the longest series of wins."""
    seconds: float
    levels: list[LevelFigures]
    results: list[int]
    """The points of the last games in order; if the game counts turns, the turns of the last wins."""
    counts: Literal["points", "turns", "none"]
    best: str | None
    """The win in the fewest turns, to compare with the best possible; null if the game does not count turns."""
    fewest: int | None
    next: str
    """The name of the level to beat next; empty if the strongest was beaten, and in a game for one."""
    beaten: list[str]
    """The levels that were beaten, also those that were the weakest at a table of different levels."""
    record: str
    """The largest victory in words; empty if there is none or no points are counted."""


class DealOfDay(TypedDict):
    """The deal of the day of one game."""

    game: str
    title: str
    state: Literal["new", "open", "won", "lost", "drawn", "over"]
    """Whether it is not begun, not finished, or how it ended; "over" if it has no result for one person."""
    score: str
    """The result in words; empty if there is none yet."""


class Deals(TypedDict):
    """The deals of the day."""

    day: str
    featured: str
    """The slug of the game that this day puts first."""
    against: str
    """The name of the opponent, the same for everybody."""
    deals: list[DealOfDay]
    played: list[str]
    """The games whose deal of the day was finished here."""
    streak: int
    """The number of days in a row, up to today or yesterday, on which a deal of the day was finished."""
    longest: int
    share: str
    """The finished deals of the day as a text to share; empty if there are none."""
    yesterday: str
    """How the person and a bot played yesterday's first game; empty until par is known, and unless the person finished
    it.
    """


class LobbyScene(TypedDict):
    """Everything that a lobby shows."""

    games: list[LobbyGame]
    kept: list[KeptInfo]
    unfinished: int
    """The number of all games that are not over, of which ``kept`` offers the newest ones."""
    today: Deals
    shows: Literal["table", "replay", "lesson"] | None
    """The widget that replaces the lobby, or null."""
    chosen: Chosen | None
    table: str | None
    """The identifier of the table's model, during a game."""
    notice: str | None
    """Why games cannot be kept, if they should be."""
    title: str
    """The title of the current game; empty if there is none."""
