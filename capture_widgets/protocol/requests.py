"""The requests of the browser, and the kernel's replies to them.

`js/src/kernel/messages/requests.ts` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from capture_widgets.model.dump import Dump
from capture_widgets.protocol.lobby_messages import Choice, Chosen, GameFigures, LobbyGame, PlayedGame
from capture_widgets.protocol.replay_messages import Frames
from capture_widgets.protocol.table_messages import Mistake, ReplayReply


class HelloRequest(TypedDict):
    """A page shows the widget; the reply says that the kernel is alive."""

    kind: Literal["hello"]
    view: str
    """A unique name of this view of the widget."""
    page: NotRequired[str]
    """A unique name of the browser's page, from hosts in which several pages may show one widget."""


class ByeRequest(TypedDict):
    """A page no longer shows the widget; there is no reply."""

    kind: Literal["bye"]
    view: str


class StillRequest(TypedDict):
    """A display in a document that several pages share can write the widget's still, or has just written it
    (``writes``); or it ends (``rests``).
    """

    kind: Literal["writes", "rests"]
    view: str
    """A unique name of the display."""


class FrontEndRequest(TypedDict):
    """A page asks for the model of the front end, which it cannot find (widgets/host/front_end.py)."""

    kind: Literal["front_end"]


class PlayRequest(TypedDict):
    """Make a move."""

    kind: Literal["play"]
    move: str
    """Its notation."""
    round: int
    """The round and ply of the position that the page shows; the kernel refuses the move in any other position."""
    ply: int


class BackRequest(TypedDict):
    """Take moves back, or make them again."""

    kind: Literal["undo", "redo"]
    round: int
    ply: int


class NewRequest(TypedDict):
    """Start a new game."""

    kind: Literal["new"]
    same: bool
    """Whether to use the same deal."""


class SeatRequest(TypedDict):
    """Give a seat to another player."""

    kind: Literal["seat"]
    seat: int
    player: str
    """``"person"`` or the identifier of a `BotInfo`."""


class NameRequest(TypedDict):
    """Set the name of the person at a seat; an empty name means the letter of the seat."""

    kind: Literal["name"]
    seat: int
    name: str


class PlayOnRequest(TypedDict):
    """Make a move in a replay, at the current position of the current variation."""

    kind: Literal["on"]
    round: int
    ply: int
    move: str


class AnswerRequest(TypedDict):
    """The move that the viewer of a replay chooses: an answer in a quiz, or a vote in a class."""

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
    """Check a choice, or start the game."""

    kind: Literal["choose", "begin"]
    choice: Choice


class ContinueRequest(TypedDict):
    """Continue an unfinished game."""

    kind: Literal["continue"]
    which: str


class RematchRequest(TypedDict):
    """Play the same deal again."""

    kind: Literal["rematch"]
    how: Literal["stronger", "swap"]


class CodeRequest(TypedDict):
    """Open the game of a code, a notation or a record."""

    kind: Literal["code"]
    text: str


class ShowRequest(TypedDict):
    """Show facts that a poll hides, or hide them again."""

    kind: Literal["show", "hide"]
    what: Literal["votes", "played", "search"]


class LeadRequest(TypedDict):
    """An action of a teacher at a console."""

    kind: Literal["lead"]
    what: Literal[
        "freeze", "release", "reveal", "conceal", "spotlight", "clock", "back", "jump", "view", "hand", "set_up"
    ]
    seat: int | Literal["public"] | None
    """The seat or the viewer."""
    text: str
    """A card, a place, a player or a position."""
    number: int
    """A number of seconds or moves, or a ply."""
    flag: bool
    """Whether the tables stop when the clock ends."""


class ClassRequest(TypedDict):
    """Continue with the move that the class has chosen."""

    kind: Literal["class"]
    move: str


class LearnRequest(TypedDict):
    """Open the lesson on a game's first hand, or its deal of the day, in place of the lobby or the table."""

    kind: Literal["learn", "daily"]
    game: NotRequired[str]
    """The slug of the game; only in a lobby."""
    anew: NotRequired[bool]
    """Whether a lesson that was left begins anew; otherwise it goes on where it was left."""


class SayRequest(TypedDict):
    """Answer a question of a lesson with a choice or a number."""

    kind: Literal["say"]
    answer: str


class PlayedRequest(TypedDict):
    """Replay a kept game, remove it, or compare it with the shortest win."""

    kind: Literal["replay", "forget", "par"]
    which: str
    key: NotRequired[str]
    """The ``key`` of the game, so that none is deleted but the one that the person sees."""


class GamesOfRequest(TypedDict):
    """List the games of an entrant of a tournament."""

    kind: Literal["games_of"]
    one: int
    """The row of the entrant, from 0."""
    other: int | None
    """The row of an opponent; null for all games of the entrant."""


class LostRequest(TypedDict):
    """Replay a game of a tournament from the move that lost it."""

    kind: Literal["lost"]
    game: int


class ExportRequest(TypedDict):
    """Export a kept game as a file."""

    kind: Literal["export"]
    which: str
    form: Literal["record", "page"]


class EditRequest(TypedDict):
    """Change a lesson in its editor."""

    kind: Literal["edit"]
    what: Literal[
        "put", "take", "clear", "finish", "play", "on", "back", "write", "title", "game", "add", "open", "drop", "move",
        "try", "save",
    ]  # fmt: skip
    one: str
    """The card, field, move or game to change."""
    to: str
    """The place for a card (with ``|`` and the card that is there now), the new text, or the ``id`` of a new step."""
    step: str
    """The ``id`` of the step that the page shows or wants to open; another step may be open in the kernel by now."""


class PlainRequest(TypedDict):
    """A request without arguments.

    At a table or in a lobby: ``next`` round, ``uncover`` the screen, ``stop`` the bots and let them ``go`` on, ``skip``
    to the end of a round without persons, ``hint`` and ``unhint``, ``read`` a notice, ``bring_back`` the earlier game,
    show the last moves ``again`` or ``watch`` the whole game, ``open`` the hidden cards after the game, ``back`` to the
    lobby, ``choices`` for a new game, whether the game is still ``winnable``, the best ``line`` after a game and
    ``unline``, look for ``mistakes`` and cancel it (``unjudge``), the kept ``games``, and ``ask`` others for a move.
    At a poll: ``end`` and ``reopen``. In a lesson: ``next``, ``back``, ``again`` from its beginning, ``hint``,
    ``leave``, and the ``first_game`` that a first hand offers at its end. In a replay: ``learn`` from mistakes,
    ``unlearn``, and ``better`` for the better move. At a tournament: ``unjudge`` ends the search for the move that lost
    a game, and ``back`` closes its replay.
    """

    kind: Literal[
        "next", "uncover", "stop", "go", "skip", "hint", "unhint", "read", "bring_back", "again", "open", "back",
        "choices", "winnable", "line", "unline", "end", "reopen", "leave", "first_game", "games", "learn",
        "unlearn", "better", "mistakes", "unjudge", "watch", "ask",
    ]  # fmt: skip


Request = (
    HelloRequest
    | ByeRequest
    | StillRequest
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
    | GamesOfRequest
    | LostRequest
    | ExportRequest
    | EditRequest
)
"""A request to the kernel; the link of the page adds ``id``."""


class PlainReply(TypedDict):
    """The request was carried out, or the kernel is alive."""

    kind: Literal["hello", "done"]
    id: int


class RefusedReply(TypedDict):
    """The request was refused for a reason; nothing has changed."""

    kind: Literal["refused"]
    id: int | None
    """Null if the kernel refused the value of a trait that the browser set."""
    rule: str | None
    text: str
    move: str | None


class HintReply(TypedDict):
    """A move that a bot suggests; or the answer to another question, without a move.

    A request for a hint may have two such replies: one of a short search at once, and one of the whole search.
    """

    kind: Literal["hint"]
    id: int
    move: str | None
    text: str
    """The move and its purpose in one sentence."""
    more: str
    """How sure the search is and the chance to win, or what else is to be known; may be empty."""
    sure: Literal["first", "quite", "fairly", "close", "closer", ""]
    """How sure the search is; first for the guess of a short search, closer for the best so far of moves that are
    close, empty where nothing was searched."""
    goes_on: bool
    """Whether the search goes on, so that a second reply follows."""


class QuestionReply(TypedDict):
    """A text to copy, which asks others for a move in this position."""

    kind: Literal["asked"]
    id: int
    text: str


class AgainReply(TypedDict):
    """The moves since the viewer's last own move, to show again."""

    kind: Literal["again"]
    id: int
    frames: Frames


class OpenReply(TypedDict):
    """The last position of a finished game, with all cards face up."""

    kind: Literal["open"]
    id: int
    dump: Dump


class ChoicesReply(TypedDict):
    """The games that a new game can be chosen from."""

    kind: Literal["choices"]
    id: int
    games: list[LobbyGame]


class ChosenReply(TypedDict):
    """The kernel's reply to a choice."""

    kind: Literal["chosen"]
    id: int
    chosen: Chosen


class BegunReply(TypedDict):
    """The game that was chosen is on the table."""

    kind: Literal["begun"]
    id: int


class ProgressMessage(TypedDict):
    """The progress of the search for mistakes; sent without a request."""

    kind: Literal["progress"]
    id: None
    done: int
    of: int
    first: Mistake | None
    """The first mistake, as soon as it is found; null before."""


class JudgedReply(TypedDict):
    """The mistakes of the person at the table."""

    kind: Literal["judged"]
    id: int
    mistakes: list[Mistake]
    complete: bool
    """Whether the search covered every position."""
    lost: str
    """A sentence if the whole game was nearly lost from its start; else empty."""
    replay: str
    """The identifier of the model of a replay that shows the mistakes."""


class GamesReply(TypedDict):
    """The kept games, and statistics of their results."""

    kind: Literal["games"]
    id: int
    played: list[PlayedGame]
    figures: list[GameFigures]
    keeps: bool
    """Whether games are kept here."""
    par: dict[str, str]
    """What was possible in games about which that is known already, by their names in requests."""


class ParReply(TypedDict):
    """The fewest turns in which a game could have been won."""

    kind: Literal["par"]
    id: int
    which: str
    text: str


class FileReply(TypedDict):
    """A file to download."""

    kind: Literal["file"]
    id: int
    name: str
    media: str
    text: str


class WhoMessage(TypedDict):
    """Every page that shows the widget is asked to say "hello" again; sent without a request."""

    kind: Literal["who"]
    id: None


class StillPicture(TypedDict):
    """The picture of a still as an output of its own."""

    data: dict[str, str]
    """The output by media type."""
    metadata: dict[str, Any]


class StillMessage(TypedDict):
    """The still below the widget has changed; sent without a request."""

    kind: Literal["still"]
    id: None
    data: dict[str, str]
    """The output by media type."""
    picture: StillPicture | None
    """The output after it with the picture; null if the picture is in `data`."""
    writer: str | None
    """The only display that writes the still into a document that several pages share; other documents belong to one
    page each, which writes it.
    """


Reply = (
    PlainReply
    | RefusedReply
    | HintReply
    | QuestionReply
    | AgainReply
    | OpenReply
    | ChoicesReply
    | ChosenReply
    | BegunReply
    | ProgressMessage
    | JudgedReply
    | ReplayReply
    | GamesReply
    | ParReply
    | FileReply
    | StillMessage
    | WhoMessage
)
"""A reply of the kernel: exactly one for each request but "bye", with its ``id``; or a message without a request."""
