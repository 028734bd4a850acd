"""The traits of a table: everything that the kernel shows in a browser beside the position itself.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class SeatInfo(TypedDict):
    """Who sits at a seat."""

    name: str
    kind: Literal["person", "bot"]
    level: str | None
    """The identifier of its `BotInfo`, where it is one of those on offer."""


class Can(TypedDict):
    """Which buttons of a table can be used now."""

    undo: bool
    redo: bool
    new: bool
    bring_back: bool
    """A game was put aside for this one."""
    hint: bool
    next: bool
    """The round that is shown is over and the next one has been dealt."""
    sit: list[int]
    """Seats that may be given to another player here."""
    again: bool
    """There are moves to show again."""
    open: bool
    """The whole game is over, and this table may show what was hidden."""
    winnable: bool
    """It can be asked whether the game can still be won, with every card looked at."""
    learn: bool
    """The game's first hand can be played here with help."""


class OutcomeLine(TypedDict):
    """What one seat scored, and why."""

    seat: int
    points: int | None
    """Null in a game that counts none."""
    text: str


class Outcome(TypedDict):
    """How the round that is shown ended."""

    text: str
    """Who won, said to the person whose table it is; in a game for one, how it ended."""
    came: Literal["won", "lost", "drawn"] | None
    """How it ended for that person; null for those who only watch."""
    ending: str
    """How it ended, where ``text`` does not say it; else empty."""
    lines: list[OutcomeLine]


class MatchScore(TypedDict):
    """The match that the round belongs to."""

    target: int
    totals: list[int]
    """Points before this round."""
    over: bool


class Notice(TypedDict):
    """Something that a player should read."""

    text: str
    rule: str | None


class Says(TypedDict):
    """What a bot says at the table."""

    seat: int
    text: str


class After(TypedDict):
    """What there is to do for a person when their game is over."""

    stronger: str | None
    """The name of a stronger bot for the same deal; null where there is none."""
    swap: bool
    """Whether seats can be changed for the same deal."""


class Mistake(TypedDict):
    """A move that lost something."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    words: str
    """What it lost, and what was better."""


class Par(TypedDict):
    """What was possible in a game that is over, where a game can be solved."""

    text: str
    """In sentences; empty while it is being found out."""
    line: bool
    """Whether there is a best line to step."""
    replay: str | None
    """The identifier of the model of the best line's replay, while it is shown."""


class ClockInfo(TypedDict):
    """A clock that runs down."""

    seconds: float
    """How long it was set to."""
    ends: float
    """When it is over, in seconds since 1970."""
    stops: bool
    """Whether the tables are stopped then."""


class Teacher(TypedDict):
    """What a teacher has set at a table."""

    stopped: bool
    """Whether nobody can move here."""
    shown: list[str]
    """What is shown of what was hidden, in words."""
    spot: str | None
    """The place, or the card, to look at."""
    clock: ClockInfo | None


class Scene(TypedDict):
    """Everything about a table that is not the position."""

    title: str
    seats: list[SeatInfo]
    acts: list[int]
    """Seats that this table may act for now."""
    can: Can
    taken_back: int
    """How often moves were taken back at this game's tables since the deal."""
    seen: int
    """How many cards had been seen by then."""
    under_way: bool
    """A move was made and the game, or the whole match, goes on: a new deal would end it."""
    kept_in: str | None
    """The path of the game's journal, as it was written in code: what brings the game back when its kernel is gone."""
    thinking: int | None
    """The bot's seat that is choosing a move."""
    stopped: bool
    """Whether bots wait until somebody lets them go on."""
    cover: int | None
    """Hot seat: the screen is covered until this seat's person is ready."""
    match: MatchScore | None
    outcome: Outcome | None
    says: Says | None
    after: After | None
    """Null while the game goes on, and for those who only watch."""
    par: Par | None
    share: str | None
    """A line on how the deal of a day went, which spoils nothing; null for any other game."""
    last: list[str]
    """The places that the last move touched, as paths in the table."""
    beliefs: dict[str, list[str]] | None
    """The likeliest cards of each place with hidden ones, in words, where somebody asked for them."""
    lesson: str | None
    """The identifier of the model of the lesson that stands in the table's place."""
    notice: Notice | None
    teacher: Teacher | None


class Logged(TypedDict):
    """The length of the round's log; its entries are in the traits `log0`, `log1` ..., a page each."""

    count: int
    """Entries in all."""
    changes: int
    """How often pages have changed, so that this trait is sent with them."""


class Rule(TypedDict):
    """A rule in words."""

    id: str
    text: str
    unplayed: NotRequired[bool]
    """Whether it belongs to options that are not played, and is told only to who asks for it."""


class BotInfo(TypedDict):
    """A kind of bot that may be seated."""

    id: str
    name: str
    words: str


class Variant(TypedDict):
    """An option that is not as usual."""

    name: str
    short: str
    """A few words that name the choice."""
    words: str
    rule: str


class GameGuide(TypedDict):
    """What the game is about with its options, for people who have read nothing."""

    goal: str
    turn: str
    end: str
    variants: list[Variant]


class Settings(TypedDict):
    """What a person may set on a table; kernel and browser both set it."""

    size: Literal["normal", "projector"]
    theme: Literal["auto", "light", "dark", "contrast"]
    colours: Literal["two", "four"]
    pace: int
    """Milliseconds between bots' moves."""
    memory: Literal["none", "last", "all"]
    legal: bool
    """Whether the list of legal moves is unfolded."""


class BroughtView(TypedDict):
    """How a page shows a game of another package; the games of this one have their views in the front end."""

    game: str
    deck: str
    """The deck whose faces its cards have."""
    groups: dict[str, str]
    """Words of the groups of its table, by their paths."""
    script: str
    """An ES module that lays the table out; empty where it is drawn plainly."""
