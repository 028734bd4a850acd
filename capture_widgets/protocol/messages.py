"""Traits: what the kernel shows in a browser, beside dumps. What is asked and answered is in `exchange.py`.

`js/src/kernel/messages` is generated from both (tests/generate.py).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.model.dump import Dump, Patch
from capture_widgets.model.log_entry import LogEntry


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
    levels: list[str]
    """How hard a deal can be asked for; none in games without such a list."""
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


class LessonReply(TypedDict):
    """What a lesson says to an answer."""

    right: bool
    text: str


class EditorPlace(TypedDict):
    """Where cards of a position lie that is set up by hand."""

    key: str
    words: str
    cards: list[str]
    """Those that somebody has laid there."""
    free: int
    """How many more lie there, by lot."""


class EditorStep(TypedDict):
    """A step in the list of an editor."""

    id: str
    """Its name, which it keeps wherever it is moved."""
    text: str
    """How it begins."""
    fault: str | None
    """What is missing or wrong in it."""


class EditorScene(TypedDict):
    """A lesson that is being written, and the step that is open; all of it, right answers too."""

    title: str
    game: str
    """The slug of the position's game, empty where it is not set up here."""
    games: dict[str, str]
    """Titles by slug."""
    steps: list[EditorStep]
    step: int
    fields: dict[str, str]
    """What stands in the form, by the name of the field."""
    places: list[EditorPlace]
    tray: list[str]
    """The cards that nobody has laid anywhere."""
    by_hand: bool
    """Whether the position can be set up here."""
    moves: list[str]
    """Those that were made from the deal."""
    legal: list[str]
    seats: list[str]
    bots: dict[str, str]
    """Names of bots by identifier."""
    first: bool
    """Whether it is the lesson's first step, which needs a position of its own."""
    trial: str | None
    """The model of the lesson as a student sees it, while that is shown."""


class LessonScene(TypedDict):
    """What a lesson shows of the step that was reached; nothing of what lies ahead, nor what would be right."""

    title: str
    words: str
    """What it is about, at its first step."""
    game: str
    step: int
    """The step's number, from 0."""
    of: int
    """How many there are."""
    text: str
    ask: Literal["look", "move", "choice", "number", "until"]
    choices: list[str]
    said: str
    """The choice or number that was given last."""
    reply: LessonReply | None
    hints: list[str]
    """Those that were asked for."""
    more_hints: int
    reveal: str
    closed: bool
    """The step was answered, or there are no tries left."""
    tries: int | None
    """How many are left, null where they are not counted."""
    next: bool
    """Whether it can be gone on with."""
    skips: bool
    """Whether going on leaves the question unanswered."""
    back: bool
    again: bool
    last: bool
    over: bool
    """The lesson was gone through."""
    points: int
    points_of: int
    leaves: bool
    """Whether something waits behind the lesson to go back to."""
    table: str
    """The identifier of the table's model."""


class Lens(TypedDict):
    """A viewer that may be chosen."""

    seat: int | Literal["public"] | None
    words: str


class Mark(TypedDict):
    """What is known of a move beside what was written."""

    at: str
    """The position that it led to, as in ``"0/12"``."""
    glyph: str
    words: str


class ReplayScene(TypedDict):
    """What a replay shows beside its frames."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen."""
    notice: str | None
    """What could not be read or shown of the record."""
    more: bool
    """Whether more follows the frames that were sent; only in spoiler-free mode."""
    spoilers: bool
    """Whether the future is shown."""
    edits: bool
    """Whether comments, glyphs and variations can be changed; false in an exported file."""
    marks: list[Mark]
    """The moves that an analysis calls mistakes; and the one that lost a deal, for who may see everything."""
    learn: Literal["can", "does"] | None
    """Whether the viewer can learn from mistakes here, or does; null where none are known."""


class InspectorScene(TypedDict):
    """What an inspector shows beside its dump."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen; none where it follows a replay."""


class PlotScene(TypedDict):
    """What the plot of a replay shows beside its curves."""

    title: str
    game: str
    seat: int | Literal["public"] | None
    first: int
    last: int
    """The first and the last ply of the round that have been reached."""


class Note(TypedDict):
    """The comment and the sign of a position."""

    comment: str
    glyph: str


class Judged(TypedDict):
    """A position in a timeline."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    value: float | None
    """The chance to win, 0 to 1, or turns; null where too little is known."""
    low: float | None
    high: float | None
    """The ends of the value's 95% interval."""
    words: str
    """The same in words."""
    blame: str | None
    """What the move played from here lost, where it was a mistake."""
    better: str | None
    """The better move, there."""
    line: NotRequired[int]
    """The variation that shows it, with everything open."""


class Curve(TypedDict):
    """How a seat stood from ply to ply."""

    seat: int
    open: bool
    """Whether with all cards open, rather than by what the seat could know."""
    words: str
    """What it shows."""
    points: list[Judged]


class Timeline(TypedDict):
    """What an analysis tells a viewer of a replay, or how many points there were."""

    unit: Literal["chances", "turns", "points"]
    curves: list[Curve]


class Variation(TypedDict):
    """Moves played from a position instead of the main line."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    moves: list[str]


class Question(TypedDict):
    """A position at which the viewer says what they would play, before the move is shown."""

    round: int
    ply: int
    words: str | None
    """The words of the question; null for the usual ones."""
    better: bool
    """Whether it stays open until a good answer is given, or the better move is asked for."""


class Prediction(TypedDict):
    """The last answer to such a question, with the move that was played."""

    round: int
    ply: int
    chosen: str
    played: str
    right: bool
    """Whether the answer counts as right: the move played does, where nothing else was said."""
    words: str | None
    """What is said of the answer, going on from it; null for the usual words."""


class Ballot(TypedDict):
    """What a class is asked at a position, as the viewer of a replay may vote on it."""

    round: int
    ply: int
    question: str
    open: bool
    """Whether votes are taken."""
    chosen: str | None
    """The viewer's own vote, which another one takes the place of."""


class PollChoice(TypedDict):
    """A move in a poll, with what has been shown of it."""

    move: str
    votes: int | None
    """Null while the votes are not shown."""
    played: bool
    """Whether it was played, where that is shown."""
    best: bool
    """Whether a search found no better one, where that is shown."""
    value: float | None
    """What a search thinks of it: the chance to win, or turns; null where it has not been asked, or cannot say."""
    low: float | None
    high: float | None
    words: str | None
    """The same in words."""


class PollScene(TypedDict):
    """What a poll shows beside its position."""

    title: str
    seats: list[SeatInfo]
    question: str
    open: bool
    """Whether votes are taken."""
    count: int
    """How many have voted."""
    shown: list[Literal["votes", "played", "search"]]
    choices: list[PollChoice]
    """Those that something is shown of; none before that."""
    can: list[Literal["votes", "played", "search", "play"]]
    """What can be shown or done now."""
    searching: bool
    unit: Literal["chances", "turns"]
    table: str | None
    """The identifier of the table's model at which the class plays on."""
    notice: str | None


class AtTable(TypedDict):
    """Tables of one viewer."""

    words: str
    count: int
    """How many are on screen."""


class ShownInfo(TypedDict):
    """Something that is shown of what was hidden."""

    what: str
    """The card, the seat's number or ``"all"``, as a request names it."""
    words: str


class ConsoleScene(TypedDict):
    """What a console leads with; it names no card but those that its teacher has named."""

    title: str
    game: str
    seats: list[SeatInfo]
    frozen: list[int]
    shown: list[ShownInfo]
    spot: str | None
    clock: ClockInfo | None
    tables: list[AtTable]
    round: int
    ply: int
    first: int
    last: int
    """The plies of this round that can be gone to."""
    back: int
    """How many moves can be taken back."""
    lenses: list[Lens]
    """Whose view the projector may show."""
    seat: int | Literal["public"] | None
    """Whose view it shows."""
    table: str
    """The identifier of the projector's model."""
    said: str
    """What was done last."""


class Frames(TypedDict):
    """One round of a replay: the first dump, then for each ply the patch that leads to the next."""

    round: int
    dumps: Annotated[list[Any], Fixed(Dump, rest=Patch)]
    last: list[list[str]]
    """For each of them the places that the last move touched, as paths in the table."""
    log: list[LogEntry]


class Tail(TypedDict):
    """In spoiler-free mode: the patches of a round that were reached since its frames were sent."""

    round: int
    dumps: list[Patch]
    last: list[list[str]]
    """For each of them the places that the last move touched."""
    log: list[LogEntry]
    """Moves of the round from the last one in its frames on; that one may have been hidden then."""
