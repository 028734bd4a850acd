"""The interface that every game implements: an immutable state of one round, its moves, and facts about the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.core.escapes import visible
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.card_groups import Group, lists
from capture_widgets.engine.cards import Card, Deck
from capture_widgets.engine.common_rules import COMMON_RULES
from capture_widgets.engine.game_options import Options
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.seats import SEAT_NAMES, Seat, Viewer, check_viewer

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from capture_widgets.engine.card_pictures import Picture
    from capture_widgets.engine.solver_interface import Solver

__all__ = [
    "SEAT_NAMES",
    "GameType",
    "Guide",
    "Move",
    "Reason",
    "Seat",
    "State",
    "Viewer",
    "no_move",
    "tidy",
    "unreadable",
]

Move = Hashable
"""A value of the game's own move types; ``str(move)`` is its one notation (GE-3)."""


class Reason(NamedTuple):
    """The reason for one decision that a move brought, such as who won a column."""

    of: str
    """The name of the decided thing, such as column ``"B"``; empty if it has none."""
    text: str
    """The reason, in words without a full stop."""
    rule: str
    """Identifier of the rule that decides it."""
    brief: str = ""
    """The reason in a few words, for a list of several; empty if the game has none."""


class Play(NamedTuple):
    """A move of a round, with the states before and after it; of the game's own types."""

    before: Any
    move: Any
    after: Any


class Guide(NamedTuple):
    """A short guide to a game with certain options, for people who have not read the rules."""

    goal: str
    """The goal of the game, in one sentence."""
    turn: str
    """The parts of a turn."""
    end: str
    """The end of a round, and of a match."""


class State(ABC):
    """One position of a round: an immutable, hashable value without history or randomness.

    Two states are equal if the rules cannot distinguish them. `apply` does not check its move: call `check` first, or
    take the move from `legal_moves`.
    """

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "__repr__" not in cls.__dict__:  # a NamedTuple would inherit the repr of a tuple
            cls.__repr__ = State.__repr__  # type: ignore[method-assign]
        for name in ("table", "determinize"):
            if name in cls.__dict__:
                setattr(cls, name, _for_its_viewers(cls.__dict__[name], with_all=name == "table"))

    def __repr__(self) -> str:
        who = "over" if self.to_play is None else f"{SEAT_NAMES[self.to_play]} to play"
        return f"<{type(self).__name__}, {who}, points {' '.join(map(str, self.points))}>"

    @classmethod
    @abstractmethod
    def deal(cls, cards: Sequence[Card], options: Any, first: Seat | None) -> Self:
        """The state before the first move.

        Args:
            cards: the whole deck in the order of dealing (GE-2); the caller has checked that each card is there once.
            options: the options of the game.
            first: the seat that deals or starts, see `GameType.opener`; None if the game has no opener.

        Raises:
            IllegalDeal: the rules reject this deal, and another one must be made.
        """

    @property
    @abstractmethod
    def to_play(self) -> Seat | None:
        """The seat to move, None when the round is over."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, each once, in an order that depends on nothing hidden; empty when the round is over.

        The order is the game's own, in which its rules make the moves fastest. Everywhere else moves are texts, sorted
        as text: `Game`, `History`, `View`, dumps, rooms and prompts. A search asks for moves in every step, and to sort
        them takes several times as long as to make them.
        """

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move with a notation text, legal or not; raises IllegalMove ("GE-3") if the text is no move."""

    @abstractmethod
    def check(self, move: Move) -> None:
        """Raise IllegalMove unless the move is legal, with the rule that forbids it and the reason in this position."""

    @abstractmethod
    def apply(self, move: Move) -> Self:
        """The state after a legal move; does not check whether the move is legal.

        Raises:
            TypeError: this is no move but, say, its text (see `no_move`).
            ValueError: the round is over.
        """

    @property
    @abstractmethod
    def returns(self) -> list[int] | None:
        """+1, 0 or -1 for each seat when the round is over, else None (GE-7)."""

    @property
    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """Points of this round so far, by seat (GE-7)."""

    @property
    def hides_move(self) -> bool:
        """Whether the next move stays hidden from the other seats until the move after it (GE-4)."""
        return False

    @property
    def seats_out(self) -> tuple[Seat, ...]:
        """The seats that are out of the round, and make no move in it any more."""
        return ()

    @property
    def settled(self) -> list[int] | None:
        """The returns, if all ways to play on lead to the same ones and every seat can know that; else None.

        A game need not look for them.
        """
        return None

    @abstractmethod
    def table(self, viewer: Viewer) -> Any:
        """The table as a viewer knows it: a TypedDict of the game's module, JSON-ready, a new object on every call.

        Callers get a ValueError for a viewer whom the game does not have; a game need not check that.
        """

    @abstractmethod
    def rest(self) -> dict[str, Any]:
        """The part of the state that the full table does not show, JSON-ready."""

    @classmethod
    @abstractmethod
    def from_table(cls, table: Any, rest: Any, options: Any) -> Self:
        """The state with a given full table and rest: the inverse of ``table(None)`` and ``rest()``.

        Raises:
            RecordError: the position cannot arise by the rules (wrong shapes, duplicate or missing cards, impossible
                counts); ``where`` is the path into the dump, such as ``table.row[3].card``.
        """

    @abstractmethod
    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """A random state that a viewer cannot tell apart from this one (docs/rules.md, what a seat knows).

        The result must not depend on anything hidden: two states that look the same to the viewer give the same world
        for the same generator. `View` relies on this to keep hidden cards from bots.

        Callers get a ValueError for a viewer whom the game does not have; a game need not check that.
        """

    @abstractmethod
    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say in words what the move did.

        The text says only what every seat knows once the move is no longer hidden, and calls the players by ``names``.
        """

    def phrase(self, move: Move, names: Names = LETTERS, instead: Move | None = None) -> str:
        """Tell the seat to play in words to make a legal move: "attack the blue 8 at the left end with the red 9".

        The text begins with a verb and says only what that seat knows. Without this method it is the notation.

        Args:
            move: the move.
            names: what the text calls the players.
            instead: another move, which the reader has just been told; what both have in common may be left out.
        """
        return str(move)

    def reasons(self, move: Move, after: Self, names: Names = LETTERS) -> tuple[Reason, ...]:
        """Say what the move decided and by which rule, in order; every seat may read it, as with `narrate`."""
        return ()

    @abstractmethod
    def bearing(self, move: Move) -> tuple[str, ...]:
        """Identifiers of the rules that apply to a move in this position, the most important first."""


class Summary(NamedTuple):
    """A few words about a game, for people who choose one to play."""

    words: str
    """The character of the game, in a sentence."""
    takes: str
    """The length of a hand: "5 minutes"."""
    people: str
    """The number of players: "for two"."""
    luck: str = ""
    """A sentence on the levels of bots whose strengths cannot be told apart; a test compares it with the figures."""
    memory: Mapping[str, str] = MappingProxyType({})
    """What each level of bots remembers of the cards that it has seen, in a sentence; empty where all remember them."""


@dataclass(frozen=True)
class GameType:
    """The facts about one game; all other code reaches the rules of a game through this."""

    slug: str
    """Its name in code and records, such as ``"kommando"``."""
    title: str
    """Its name for people."""
    deck: Deck
    options: type[Options]
    state: type[State]
    opener: Literal["dealer", "first"] | None
    """The option, and key of a record's rounds, for the seat that deals or starts; None if no seat does."""
    rules: Mapping[str, str]
    """The game's own rules by identifier, as texts for players."""
    draw: Callable[..., str]
    """Takes a dump's ``table``, of any viewer, and if it likes the names of the players (`Names`); returns the table as
    aligned lines of text.
    """
    tally: Callable[[Any, Names], tuple[str, tuple[str, ...]]]
    """Takes the last state of a round and the names of the players; returns the result in a sentence, and each seat's
    score with its reason.
    """
    deciding: Callable[[Sequence[Play], Names], Sequence[str]] = field(default=lambda plays, names: (), kw_only=True)
    """Takes the moves of a finished round and the names of the players; returns sentences about what decided it."""
    guide: Callable[[Any, bool], Guide]
    """Takes the options, and whether a match is played; returns the guide for players."""
    summary: Summary | None = None
    """The words for people who choose a game; without them, its goal is shown."""
    ranking: Callable[[Sequence[Play]], Sequence[Seat]] = lambda plays: ()
    """Takes the moves of a finished round; returns the seats from the first place to the last, empty where a round has
    no places.
    """
    clauses: Callable[[Any, bool], Mapping[str, str | None]] = lambda options, match: {}
    """Takes the options, and whether a match is played; returns the rules with another text then, by identifier, and
    None for a rule that does not apply.
    """
    seats: Callable[[Any], int] = lambda options: 2
    """Takes the options; returns the number of seats."""
    shuffle: Callable[[Callable[[list[Card]], list[Card]], Any], list[Card]] | None = None
    """Takes a function that shuffles a list, and the options; returns the deal, in games that do not shuffle the whole
    deck at once.
    """
    match_refused: Callable[[Any], str | None] = lambda options: "this game has no matches"
    """Takes the options; returns why no match can be played with them, or None."""
    match_over: Callable[[Sequence[int], Any], bool] = lambda totals, options: True
    """Takes the totals and the options; returns whether the match is over."""
    match_hands: Callable[[Any], float] = lambda options: 1
    """Takes the options; returns about how many hands a match takes, measured in matches among Greedy bots."""
    cut: Callable[[Card, Card], Seat] | None = None
    """Takes the cards that seats A and B drew; returns the dealer, in games with ``dealer="cut"``."""
    partners: Callable[[Any, Seat], Seat | None] = lambda options, seat: None
    """Takes the options and a seat; returns the partner of the seat, or None without teams."""

    groups: Callable[[Any], Iterable[Group]] = lists
    """Takes a table; returns its groups of cards, for diffs, pictures and data frames. By default every list is one."""
    picture: Callable[[Picture, Any, float], None] | None = None
    """Draws a table below a y coordinate; without it the groups are drawn one below the other."""
    changes: Callable[[Any, Any], Iterable[str]] = lambda old, new: ()
    """Takes two tables; returns sentences about changes other than cards that moved."""
    territory: Callable[[Any], Sequence[str]] | None = None
    """Takes a table; returns the names of the player's spaces, in games with a map."""
    aims: Callable[[str, Seat, Any, Any], Iterable[str]] = lambda move, seat, before, after: ()
    """Takes the notation of a move, its seat, and a viewer's tables before and after it; returns the places that the
    move concerns although nothing changed there (`last_move`).
    """
    events: Callable[[str, Seat, Any, Any], Iterable[tuple[str, str]]] = lambda move, seat, before, after: ()
    """Called like `aims`; returns effects of the move on cards that the groups do not show, such as ("taken", "3y")."""
    learners: Callable[[Any, Any, Any], Iterable[Viewer]] | None = None
    """Takes a state, a move and the state after it; returns the viewers that see a new card by the move. Without it,
    the tables of all viewers are compared, which takes longer.
    """
    places: Callable[[Any], Sequence[str]] = lambda options: ()
    """Takes the options; returns the names of places, other than cards, that a teacher can point at."""
    actions: Callable[[Any], Iterable[str]] | None = None
    """Takes the options; returns the texts of all actions, in an order that never changes (`Actions`)."""
    several_actions: bool = False
    """Whether a move is several actions, the pieces of its notation between the spaces."""
    moves_a_round: int | None = None
    """The number of moves in a round of cards, in games whose length is told in such rounds."""
    aside: frozenset[str] = frozenset()
    """Keys of a table whose change does not mean that a card moved."""
    counts_points: Callable[[Any], bool] = lambda options: True
    """Takes the options; returns whether points are counted."""
    standing: Callable[[Any], Sequence[int]] | None = None
    """Takes a public table; returns a number for each seat that grows with its success; by default the points."""
    graded: Callable[[str, Any], Sequence[int]] | None = None
    """Takes "easy", "medium" or "hard" and the options; returns the seeds of verified deals of that level, in games
    that list them. Raises IllegalDeal if the list is not valid for the options.
    """
    level_words: Mapping[str, str] = field(default_factory=dict)
    """A text for players about each level, and with the key "" about a deal without a level. A menu shows it up to its
    first colon or comma, and the rest below.
    """
    solver: Callable[[], Solver] | None = None
    """Imports and returns the solver, in games that can be solved."""
    evaluation: Callable[[], type[Any]] | None = None
    """Imports and returns the `bots.evaluate.Evaluation` of the game, for bots and hints; without it they know the
    rules alone. The games of this package have theirs in ``bots/evaluate``.
    """
    view: str | Traversable | None = None
    """The game view for the browser: the text of an ES module, or its file (docs/adding_a_game.md). Without it the
    groups of cards are drawn plainly. The games of this package have theirs in ``js/src/views``.
    """

    def __repr__(self) -> str:
        return f"<GameType {self.slug}>"

    @property
    def all_rules(self) -> dict[str, str]:
        """The game's own rules and the rules of all games, by identifier."""
        return {**self.rules, **COMMON_RULES}

    def rules_in_force(self, options: Options, match: bool) -> dict[str, str]:
        """The rules that apply with these options, in a match or not, by identifier."""
        stand: dict[str, str | None] = {**self.all_rules, **self.clauses(options, match)}
        if not match:
            stand["GE-8"] = None
        return {name: text for name, text in stand.items() if text is not None}

    def drawn(self, table: Any, names: Names = LETTERS) -> str:
        """A dump's ``table`` as aligned lines of text, with these names if the game draws names."""
        takes_names = len(signature(self.draw).parameters) > 1
        return self.draw(table, names) if takes_names else self.draw(table)

    def solving(self) -> Solver:
        """The solver of the game; raises ValueError if it has none."""
        if self.solver is None:
            raise ValueError(f"there is no solver for {self.title}; 4X Solitaire has one")
        return self.solver()


def tidy(text: str) -> str:
    """Notation text without leading, trailing and repeated spaces (GE-3)."""
    return " ".join(piece for piece in text.split(" ") if piece)


def _for_its_viewers(method: Callable[..., Any], *, with_all: bool) -> Callable[..., Any]:
    """A method of a state that refuses viewers whom the game does not have; ``with_all`` allows None, who sees all."""

    @wraps(method)
    def checked(self: State, viewer: Any, *args: Any, **kwargs: Any) -> Any:
        # a search calls this for every world, so the usual seats are told first, and without the number of seats
        if type(viewer) is not int or (viewer != 0 and not 0 < viewer < len(self.points)):
            viewer = whole(viewer)
            check_viewer(viewer, len(self.points))
            if viewer is None and not with_all:
                raise ValueError('for a viewer that sees everything no card is hidden; choose a seat or "public"')
        return method(self, viewer, *args, **kwargs)

    return checked


def no_move(state: State, move: object) -> TypeError | ValueError:
    """The error for `State.apply` of something that is no move, or after the end of the round."""
    if state.to_play is None:
        return ValueError("the round is over; there is no move to apply")
    if isinstance(move, str):
        return TypeError(f"apply takes a move and not its text: write state.apply(state.parse({shown(move)}))")
    return TypeError(f"apply takes a move of this game, such as those of legal_moves(), and not {shown(move)}")


def unreadable(text: str, forms: str) -> IllegalMove:
    """The error for text that is no move of the game; ``forms`` describes the notation of its moves."""
    start = visible(text if len(text) <= 40 else text[:37] + "...")
    text = text.encode("utf-8", "backslashreplace").decode()  # an unpaired surrogate could not be encoded anywhere
    return IllegalMove("GE-3", text, f"“{start}” is not a move here; moves are written {forms}")
