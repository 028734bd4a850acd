"""The requests of the browser, and the kernel's replies to them.

`js/src/kernel/messages/requests.ts` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from capture_widgets.model.dump import Dump
from capture_widgets.protocol.lobby_messages import Choice, Chosen, GameFigures, LobbyGame, PlayedGame
from capture_widgets.protocol.replay_messages import Frames
from capture_widgets.protocol.table_messages import Mistake


class HelloRequest(TypedDict):
    """A page shows the widget; the reply says that its kernel lives."""

    kind: Literal["hello"]
    view: str
    """A name for this view of the widget, which no other view has."""


class ByeRequest(TypedDict):
    """A page no longer shows the widget; there is no reply."""

    kind: Literal["bye"]
    view: str


class FrontEndRequest(TypedDict):
    """A page that does not find the model of the front end asks for it (widgets/host/front_end.py)."""

    kind: Literal["front_end"]


class PlayRequest(TypedDict):
    """Make a move."""

    kind: Literal["play"]
    move: str
    """Its notation."""
    round: int
    """The round and ply it is meant for; refused at any other."""
    ply: int


class BackRequest(TypedDict):
    """Take moves back, or make them again."""

    kind: Literal["undo", "redo"]
    round: int
    ply: int


class NewRequest(TypedDict):
    """Begin again."""

    kind: Literal["new"]
    same: bool
    """From the same deal."""


class SeatRequest(TypedDict):
    """Give a seat to another player."""

    kind: Literal["seat"]
    seat: int
    player: str
    """``"person"`` or the identifier of a `BotInfo`."""


class NameRequest(TypedDict):
    """Name the person at a seat; without a name they are called by the seat's letter."""

    kind: Literal["name"]
    seat: int
    name: str


class PlayOnRequest(TypedDict):
    """Play on in a replay, from the position and variation it shows."""

    kind: Literal["on"]
    round: int
    ply: int
    move: str


class AnswerRequest(TypedDict):
    """What the viewer of a replay would play: said in a quiz, or voted in a class."""

    kind: Literal["answer", "vote"]
    round: int
    ply: int
    move: str


class NoteRequest(TypedDict):
    """Set the comment or the sign of a position; an empty text removes it."""

    kind: Literal["comment", "glyph"]
    round: int
    ply: int
    text: str


class VariationRequest(TypedDict):
    """Make a variation the main line, or remove it."""

    kind: Literal["promote", "drop"]
    line: int


class ChoiceRequest(TypedDict):
    """Look at a choice, or begin the game."""

    kind: Literal["choose", "begin"]
    choice: Choice


class ContinueRequest(TypedDict):
    """Go on with a game that was not finished."""

    kind: Literal["continue"]
    which: str


class RematchRequest(TypedDict):
    """Play the same deal once more."""

    kind: Literal["rematch"]
    how: Literal["stronger", "swap"]


class CodeRequest(TypedDict):
    """Open the game of a code, a notation or a record."""

    kind: Literal["code"]
    text: str


class ShowRequest(TypedDict):
    """Show what a poll holds back, or hide it again."""

    kind: Literal["show", "hide"]
    what: Literal["votes", "played", "search"]


class LeadRequest(TypedDict):
    """What a teacher does at a console."""

    kind: Literal["lead"]
    what: Literal[
        "freeze", "release", "reveal", "conceal", "spotlight", "clock", "back", "jump", "view", "hand", "set_up"
    ]
    seat: int | Literal["public"] | None
    """The seat that is meant, or the viewer."""
    text: str
    """A card, a place, a player or a position."""
    number: int
    """Seconds, moves, a ply."""
    flag: bool
    """Whether the tables stop when the clock is over."""


class ClassRequest(TypedDict):
    """Play on with a move that the class has chosen."""

    kind: Literal["class"]
    move: str


class LearnRequest(TypedDict):
    """Play a game's first hand with help, in the place of the lobby or the table."""

    kind: Literal["learn"]
    game: NotRequired[str]
    """Which one, in a lobby."""


class SayRequest(TypedDict):
    """Answer a lesson's question that asks for no move."""

    kind: Literal["say"]
    answer: str


class PlayedRequest(TypedDict):
    """Replay, remove or compare with the shortest win a game kept on this machine."""

    kind: Literal["replay", "forget", "par"]
    which: str


class ExportRequest(TypedDict):
    """Write a game kept on this machine as a file."""

    kind: Literal["export"]
    which: str
    form: Literal["record", "page"]


class EditRequest(TypedDict):
    """Change a lesson that is being written."""

    kind: Literal["edit"]
    what: Literal[
        "put",
        "take",
        "clear",
        "finish",
        "play",
        "on",
        "back",
        "write",
        "title",
        "game",
        "add",
        "open",
        "drop",
        "move",
        "try",
    ]
    one: str
    """The card, field, move or game that is meant."""
    to: str
    """Where a card is laid (the place, and after a ``|`` the card that lies there), what is written, or the new step's
    ``id``."""
    step: str
    """The step that the page showed, or the one to open, by its ``id``: another one may be open by now."""


class PlainRequest(TypedDict):
    """A request with nothing but its name: back to the lobby, next round, uncover the screen, pause bots or let them
    go on, hint, no hint after all, read, bring back the game that was put aside last, show the moves since one's own
    again, show at the end what was hidden, say what a new game may be chosen from, tell whether the game can still be
    won, show the best line of a game that is over, put it away, take no more votes, take votes again, list the
    games kept on this machine; in a lesson the step after this one or before it, once more from its beginning, the
    next hint, out of it, and the game that a first hand offers at its end; in a replay learn from mistakes, or no
    longer, and see the better move; look for one's mistakes in a game that is over, end that search; ask others what
    they would play here.
    """

    kind: Literal[
        "next",
        "uncover",
        "stop",
        "go",
        "hint",
        "unhint",
        "read",
        "bring_back",
        "again",
        "open",
        "back",
        "choices",
        "winnable",
        "line",
        "unline",
        "end",
        "reopen",
        "leave",
        "first_game",
        "games",
        "learn",
        "unlearn",
        "better",
        "mistakes",
        "unjudge",
        "ask",
    ]


Request = (
    HelloRequest
    | ByeRequest
    | FrontEndRequest
    | PlayRequest
    | BackRequest
    | NewRequest
    | SeatRequest
    | NameRequest
    | PlainRequest
    | PlayOnRequest
    | AnswerRequest
    | NoteRequest
    | VariationRequest
    | ChoiceRequest
    | ContinueRequest
    | RematchRequest
    | CodeRequest
    | ShowRequest
    | ClassRequest
    | LeadRequest
    | SayRequest
    | LearnRequest
    | PlayedRequest
    | ExportRequest
    | EditRequest
)
"""A request to the kernel; the sender adds ``id``."""


class PlainReply(TypedDict):
    """The request was done, or the kernel lives."""

    kind: Literal["hello", "done"]
    id: int


class RefusedReply(TypedDict):
    """The request was refused, and why; nothing has changed."""

    kind: Literal["refused"]
    id: int | None
    """Null where the browser set a trait that was refused."""
    rule: str | None
    text: str
    move: str | None


class HintReply(TypedDict):
    """A move that a bot would make, or the answer to another question, without a move."""

    kind: Literal["hint"]
    id: int
    move: str | None
    text: str


class AskedReply(TypedDict):
    """The question what others would play here, to copy."""

    kind: Literal["asked"]
    id: int
    text: str


class AgainReply(TypedDict):
    """The moves since one's own last one, to be shown again."""

    kind: Literal["again"]
    id: int
    frames: Frames


class OpenReply(TypedDict):
    """The last position of a game that is over, with everything face up."""

    kind: Literal["open"]
    id: int
    dump: Dump


class ChoicesReply(TypedDict):
    """What a new game may be chosen from."""

    kind: Literal["choices"]
    id: int
    games: list[LobbyGame]


class ChosenReply(TypedDict):
    """What there is to say of a choice."""

    kind: Literal["chosen"]
    id: int
    chosen: Chosen


class BegunReply(TypedDict):
    """The game that was chosen is on the table."""

    kind: Literal["begun"]
    id: int


class ProgressMessage(TypedDict):
    """How far the search for mistakes has come; nobody asked."""

    kind: Literal["progress"]
    id: None
    done: int
    of: int


class JudgedReply(TypedDict):
    """The mistakes of the person at the table."""

    kind: Literal["judged"]
    id: int
    mistakes: list[Mistake]
    complete: bool
    """Whether every position was looked at."""
    replay: str
    """The identifier of the model of a replay that shows them."""


class GamesReply(TypedDict):
    """The games kept on this machine, and how they came out."""

    kind: Literal["games"]
    id: int
    played: list[PlayedGame]
    figures: list[GameFigures]
    keeps: bool
    """Whether games are kept here."""


class ParReply(TypedDict):
    """How few turns a game could have been won in."""

    kind: Literal["par"]
    id: int
    which: str
    text: str


class FileReply(TypedDict):
    """A file to keep."""

    kind: Literal["file"]
    id: int
    name: str
    media: str
    text: str


class StillMessage(TypedDict):
    """The picture that stands below the widget has changed; nobody asked."""

    kind: Literal["still"]
    id: None
    data: dict[str, str]
    """The output by media type."""


Reply = (
    PlainReply
    | RefusedReply
    | HintReply
    | AskedReply
    | AgainReply
    | OpenReply
    | ChoicesReply
    | ChosenReply
    | BegunReply
    | ProgressMessage
    | JudgedReply
    | GamesReply
    | ParReply
    | FileReply
    | StillMessage
)
"""A reply of the kernel: exactly one for each request but "bye", with its ``id``; and what it says unasked."""
