"""The traits of a table: everything that the kernel shows in a browser beside the position itself.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from capture_widgets.model.dump import Dump
from capture_widgets.protocol.widget_settings import Colours, Memory, Size, Theme


class SeatInfo(TypedDict):
    """Who sits at a seat."""

    name: str
    kind: Literal["person", "bot"]
    level: str | None
    """The identifier of its `BotInfo`; null for a person, and for a bot that is not on the list."""


class TableActions(TypedDict):
    """The buttons of a table that can be used now."""

    undo: bool
    redo: bool
    new: bool
    bring_back: bool
    """There is an earlier game, which this one replaced."""
    hint: bool
    next: bool
    """The visible round is over and the next one is dealt."""
    sit: list[int]
    """Seats that may be given to another player here."""
    again: bool
    """There are moves that the table can show again."""
    open: bool
    """The whole game is over, and this table may reveal the hidden cards."""
    winnable: bool
    """The solver, which knows every card, can say whether the game can still be won."""
    learn: bool
    """The lesson on the game's first hand can be played here."""
    skip: bool
    """The round can be played to its end at once: all persons are out of it, or its result is settled."""
    retry: bool
    """A bot failed and can be asked again."""


class OutcomeLine(TypedDict):
    """The score of one seat, and its reason."""

    seat: int
    points: int | None
    """Null in a game without points."""
    text: str


class Outcome(TypedDict):
    """The outcome of the visible round."""

    text: str
    """A sentence with the winner, which addresses the person at the table; in a game for one, the ending."""
    head: NotRequired[str]
    """Between more than two players the beginning of ``text``, which says who won or lost."""
    came: Literal["won", "lost", "drawn"] | None
    """The result for that person; null for spectators."""
    ending: str
    """The ending, unless ``text`` contains it; else empty."""
    why: list[str]
    """Sentences about what decided the round, in order."""
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


class BotRemark(TypedDict):
    """A remark of a bot at the table."""

    seat: int
    text: str


class AfterGame(TypedDict):
    """The choices of a person after their game."""

    stronger: str | None
    """The name of a stronger bot for the same deal; null if there is none."""
    swap: bool
    """Whether the same deal can be played with exchanged seats."""


class Mistake(TypedDict):
    """A mistake in a game."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    words: str
    """The move that was played, its loss and the better move, in sentences."""
    brief: str
    """The loss and the reason alone, for words beside a drawing of both moves; empty for moves of one card."""
    played: str
    better: str
    """The notation of both moves."""


class ReplayReply(TypedDict):
    """The replay of a finished game, as the person at the table could follow it."""

    kind: Literal["watched"]
    id: int
    replay: str
    """The identifier of the model of the replay."""


class Par(TypedDict):
    """The best possible result of a finished game, in games that can be solved."""

    text: str
    """In sentences; empty while the solver runs."""
    line: bool
    """Whether there is a best line to step through."""
    replay: str | None
    """The identifier of the model of the replay of the best line, while it is visible."""


class ClockInfo(TypedDict):
    """A clock that runs down."""

    seconds: float
    """The time that it was set to."""
    left: float
    """The seconds that were left when this was sent."""
    stops: bool
    """Whether the tables stop then."""


class Teacher(TypedDict):
    """The teacher's settings of a table."""

    stopped: bool
    """Whether nobody can move here."""
    shown: list[str]
    """The hidden cards that the teacher has revealed, in words."""
    spot: str | None
    """The place or card that the teacher points at."""
    clock: ClockInfo | None


class Scene(TypedDict):
    """Everything that a table shows beside the position."""

    title: str
    seats: list[SeatInfo]
    acts: list[int]
    """The seats that this table may act for now."""
    can: TableActions
    settled: str | None
    """That the result of the round is certain before its end, and what to do then; only for a person who knows it."""
    taken_back: int
    """The number of moves taken back at the tables of this game since the deal."""
    seen: int
    """The number of cards that had been seen by then."""
    under_way: bool
    """A move was made and the game, or the whole match, is not over: a new deal would end it."""
    kept_in: str | None
    """The path of the game's journal, as the user wrote it, from which the game can be restored."""
    thinking: int | None
    """The seat of the bot that is choosing a move."""
    stopped: bool
    """Whether bots are paused."""
    deal: int
    """The number of the deal; every deal starts the hand clock anew."""
    cover: int | None
    """The seat for which the screen is covered, until the person there is ready (several people at one screen)."""
    match: MatchScore | None
    outcome: Outcome | None
    says: BotRemark | None
    after: AfterGame | None
    """Null during the game, and for spectators."""
    par: Par | None
    share: str | None
    """A line to share on the result of a deal of the day, without spoilers; null for any other game."""
    day: str | None
    """The date of a deal of the day, if the viewer is the only person who plays; else null, as it tells all cards."""
    last: list[str]
    """The places that the last move touched, as paths in the table."""
    beliefs: dict[str, list[str]] | None
    """The most likely cards at each place with hidden cards, in words, if somebody asked for them."""
    lesson: str | None
    """The identifier of the model of the lesson that replaces the table."""
    notice: Notice | None
    teacher: Teacher | None
    hinted: str | None
    """The move that the last hint of a first hand has named; null before the hint, after the answer and elsewhere."""
    taught: bool
    """Whether a lesson beside the table says what there is to do."""
    before: Dump | None
    """The position before the last move once the round is over, in a game whose moves are decided round by round."""


class LogLength(TypedDict):
    """The length of the round's log; the entries are in the traits `log0`, `log1` ..., which have a page each."""

    count: int
    """The number of entries."""
    changes: int
    """The number of changes of the pages, so that this trait changes with every page."""


class Rule(TypedDict):
    """A rule as text."""

    id: str
    text: str
    unplayed: NotRequired[bool]
    """Whether it does not apply with the options of this game; it is shown on request only."""


class BotInfo(TypedDict):
    """A kind of bot that can take a seat."""

    id: str
    name: str
    words: str


class Variant(TypedDict):
    """An option without its default value."""

    name: str
    short: str
    """A few words that name the choice."""
    words: str
    rule: str


class GameGuide(TypedDict):
    """A short guide to the game with its options, for people who have not read the rules."""

    goal: str
    turn: str
    end: str
    variants: list[Variant]


class Settings(TypedDict):
    """The settings of a table, which kernel and browser can both change."""

    size: Size
    theme: Theme
    colours: Colours
    pace: int
    """Milliseconds between the moves of bots."""
    memory: Memory
    legal: bool
    """Whether the list of legal moves is unfolded."""


class BroughtView(TypedDict):
    """The data with which a page shows a game of another package, which has no view in the front end."""

    game: str
    deck: str
    """The name of the deck that the front end draws its cards from."""
    groups: dict[str, str]
    """The words of the groups of cards on its table, by path."""
    script: str
    """An ES module with its view; empty for the plain drawing."""
