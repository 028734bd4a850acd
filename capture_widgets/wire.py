"""What passes between kernel and browser beside dumps; `js/src/wire.ts` is generated from here (tests/generate.py)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from capture_widgets.dump import Dump, Patch
from capture_widgets.shape import Fixed


class SeatInfo(TypedDict):
    """Who sits at a seat."""

    name: str
    kind: Literal["person", "bot"]
    level: str | None
    """The identifier of its `BotInfo`, where it is one of those on offer."""


class Reason(TypedDict):
    """One thing that a move decided, and why."""

    of: str
    """What was decided, where it has a name: column ``"B"``; else empty."""
    text: str
    """Why, in words without a full stop."""
    rule: str
    """Identifier of the rule that says so."""


class LogEntry(TypedDict):
    """One move in words, as the viewer knows it."""

    ply: int
    """Counted after the move."""
    seat: int
    move: str | None
    """Notation; null while the move is hidden from the viewer (GE-4)."""
    text: str
    why: NotRequired[list[Reason]]
    """What the move decided, one thing after the other, where it decided something."""
    veiled: NotRequired[str]
    """What was said while the move was hidden from the viewer, where it was."""


class Can(TypedDict):
    """What the buttons of a table would do now."""

    undo: bool
    redo: bool
    new: bool
    hint: bool
    next: bool
    """The shown round is over and the next one has been dealt."""
    sit: list[int]
    """Seats that may be given to another player here."""


class OutcomeLine(TypedDict):
    """What one seat scored, and why."""

    seat: int
    points: int
    text: str


class Outcome(TypedDict):
    """How the shown round ended."""

    text: str
    """Who won; where nobody could, how it ended."""
    ending: str
    """How it ended, where ``text`` does not say it; else empty."""
    lines: list[OutcomeLine]


class MatchScore(TypedDict):
    """The match around the shown round."""

    target: int
    totals: list[int]
    """Points before this round."""
    over: bool


class Notice(TypedDict):
    """Something that a player should read."""

    text: str
    rule: str | None


class Scene(TypedDict):
    """Everything about a table that is not the position."""

    title: str
    seats: list[SeatInfo]
    acts: list[int]
    """Seats that this table may act for now."""
    can: Can
    taken_back: int
    """How often moves were taken back at this game's tables since the deal."""
    thinking: int | None
    """The bot's seat that is choosing a move."""
    stopped: bool
    """Whether bots wait to be told to go on."""
    cover: int | None
    """Hot seat: the screen is covered until this seat's person is ready."""
    match: MatchScore | None
    outcome: Outcome | None
    notice: Notice | None


class Logged(TypedDict):
    """How much of the round's log there is: it stands in the traits `log0`, `log1` ..., a page of entries each."""

    count: int
    """Entries in all."""
    changes: int
    """How often pages have changed: then this goes with them."""


class Rule(TypedDict):
    """A rule in words."""

    id: str
    text: str


class BotInfo(TypedDict):
    """A kind of bot that may be seated."""

    id: str
    name: str
    words: str


class OptionInfo(TypedDict):
    """An option of the game and what it is set to."""

    name: str
    value: Any
    words: str
    rule: str


class Settings(TypedDict):
    """What a person may set on a table; goes both ways."""

    size: Literal["normal", "projector"]
    theme: Literal["auto", "light", "dark", "contrast"]
    colours: Literal["two", "four"]
    pace: int
    """Milliseconds between bots' moves."""
    memory: Literal["none", "last", "all"]
    legal: bool
    """Whether the list of legal moves is unfolded."""


class Lens(TypedDict):
    """A viewer to choose."""

    seat: int | Literal["public"] | None
    words: str


class ReplayScene(TypedDict):
    """What a replay shows beside its frames."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen."""
    notice: str | None
    """What could not be read of the record, or not be shown."""
    more: bool
    """Whether something comes after the frames that are here: in spoiler-free mode, always false otherwise."""
    spoilers: bool
    """Whether the future is shown."""
    edits: bool
    """Whether comments, glyphs and lines can be changed: not in a file that was exported."""


class InspectorScene(TypedDict):
    """What an inspector shows beside its dump."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen; none where it follows a replay's."""


class Note(TypedDict):
    """What was said about a position."""

    comment: str
    glyph: str


class Line(TypedDict):
    """Moves played from a position instead of what follows there."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    moves: list[str]


class Question(TypedDict):
    """A position at which the viewer says what they would play, before the move is shown."""

    round: int
    ply: int


class Told(TypedDict):
    """The last answer to such a question, beside what was played."""

    round: int
    ply: int
    chosen: str
    played: str


class Frames(TypedDict):
    """One round of a replay: the first dump, then for each ply the patch that leads to the next."""

    round: int
    dumps: Annotated[list[Any], Fixed(Dump, rest=Patch)]
    log: list[LogEntry]


class Tail(TypedDict):
    """What has been reached of a round since its frames were sent, in spoiler-free mode: patches that go on."""

    round: int
    dumps: list[Patch]
    log: list[LogEntry]
    """Moves of the round from the last one of its frames on, which may have been hidden then."""


class AskHello(TypedDict):
    """A browser shows the widget; the answer says that its kernel lives."""

    kind: Literal["hello"]
    view: str
    """A name for this showing of it, which no other has."""


class AskBye(TypedDict):
    """A browser shows the widget no longer; there is no answer."""

    kind: Literal["bye"]
    view: str


class AskPlay(TypedDict):
    """Make a move."""

    kind: Literal["play"]
    move: str
    """Its notation."""
    round: int
    """The round and ply it is meant for: elsewhere it is refused."""
    ply: int


class AskBack(TypedDict):
    """Take moves back, or make them again."""

    kind: Literal["undo", "redo"]
    round: int
    ply: int


class AskNew(TypedDict):
    """Begin again."""

    kind: Literal["new"]
    same: bool
    """From the same deal."""


class AskSeat(TypedDict):
    """Give a seat to another player."""

    kind: Literal["seat"]
    seat: int
    player: str
    """``"person"`` or the identifier of a `BotInfo`."""


class AskLine(TypedDict):
    """Play on in a replay, from the position and line it shows."""

    kind: Literal["on"]
    round: int
    ply: int
    move: str


class AskAnswer(TypedDict):
    """What the viewer of a replay would play."""

    kind: Literal["answer"]
    round: int
    ply: int
    move: str


class AskNote(TypedDict):
    """Say something about a position, or take it back with an empty text."""

    kind: Literal["comment", "glyph"]
    round: int
    ply: int
    text: str


class AskPromote(TypedDict):
    """Make a line of a replay the main one, or take it out."""

    kind: Literal["promote", "drop"]
    line: int


class AskPlain(TypedDict):
    """What needs no more than its name: go on, uncover the screen, let bots wait or move, all is read, a hint."""

    kind: Literal["next", "uncover", "stop", "go", "hint", "read"]


Ask = AskHello | AskBye | AskPlay | AskBack | AskNew | AskSeat | AskPlain | AskLine | AskAnswer | AskNote | AskPromote
"""What the browser asks of the kernel; the sender adds ``id``."""


class AnswerPlain(TypedDict):
    """It was done, or the kernel lives."""

    kind: Literal["hello", "done"]
    id: int


class AnswerRefused(TypedDict):
    """Nothing has changed, and why."""

    kind: Literal["refused"]
    id: int | None
    """Null where a trait was refused that the browser has set."""
    rule: str | None
    text: str
    move: str | None


class AnswerHint(TypedDict):
    """A move that a bot would make."""

    kind: Literal["hint"]
    id: int
    move: str | None
    text: str


Answer = AnswerPlain | AnswerRefused | AnswerHint
"""What the kernel answers: exactly one for each request but "bye", by its ``id``."""
