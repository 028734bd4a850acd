"""The interface of every game: an immutable state of one round, its moves, and the facts of the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.escapes import visible
from capture_widgets.engine.card_groups import Group, lists
from capture_widgets.engine.cards import Card, Deck
from capture_widgets.engine.common_rules import COMMON_RULES
from capture_widgets.engine.game_options import Options
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.seats import SEAT_NAMES, Seat, Viewer

if TYPE_CHECKING:
    from capture_widgets.engine.card_pictures import Picture
    from capture_widgets.engine.solver_interface import Solver

__all__ = ["SEAT_NAMES", "GameType", "Guide", "Move", "Reason", "Seat", "State", "Viewer", "tidy", "unreadable"]

Move = Hashable
"""A value of the game's own move types; ``str(move)`` is its one notation (GE-3)."""


class Reason(NamedTuple):
    """One thing that a move decided, and why."""

    of: str
    """What was decided, where it has a name: column ``"B"``; else empty."""
    text: str
    """Why, in words without a full stop."""
    rule: str
    """Identifier of the rule that says so."""


class Guide(NamedTuple):
    """What a game with certain options is about, for people who have read nothing."""

    goal: str
    """What one plays for, in one sentence."""
    turn: str
    """What a turn consists of."""
    end: str
    """How a round ends, and a match."""


class State(ABC):
    """One round at one moment: an immutable, hashable value without history or randomness.

    Equal states are equal in all that the rules can tell apart. Nothing here checks a move that `apply` is given:
    ask `check` first, or take it from `legal_moves`.
    """

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "__repr__" not in cls.__dict__:  # a tuple of fields would show itself as such
            cls.__repr__ = State.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        who = "over" if self.to_play is None else f"{SEAT_NAMES[self.to_play]} to play"
        return f"<{type(self).__name__}, {who}, points {' '.join(map(str, self.points))}>"

    @classmethod
    @abstractmethod
    def deal(cls, cards: Sequence[Card], options: Any, first: Seat | None) -> Self:
        """The state before the first move.

        Args:
            cards: the whole deck in the order the game's rules give (GE-2); each card once (the caller has checked).
            options: the game's own options.
            first: the dealer, or who starts, as the game's `GameType.opener` says; None where it has no opener.

        Raises:
            IllegalDeal: the rules ask for another deal.
        """

    @property
    @abstractmethod
    def to_play(self) -> Seat | None:
        """The seat to move, None when the round is over."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, each once, in an order that depends on nothing hidden; empty when the round is over."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move that a notation text names, legal or not; raises IllegalMove ("GE-3") when it names none."""

    @abstractmethod
    def check(self, move: Move) -> None:
        """Raise IllegalMove, with the rule that forbids it and words that fit the position, unless the move is
        legal.
        """

    @abstractmethod
    def apply(self, move: Move) -> Self:
        """The state after a legal move; trusts its caller."""

    @property
    @abstractmethod
    def returns(self) -> tuple[int, ...] | None:
        """+1, 0 or -1 for each seat once the round is over, else None (GE-7)."""

    @property
    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """Points of this round so far, by seat (GE-7)."""

    @property
    def hides_move(self) -> bool:
        """Whether the move made from here stays unknown to the other seats until the next one is made (GE-4)."""
        return False

    @abstractmethod
    def table(self, viewer: Viewer) -> Any:
        """The table as a viewer knows it: a TypedDict of the game's module, JSON-ready, fresh on every call."""

    @abstractmethod
    def rest(self) -> dict[str, Any]:
        """Whatever the open table does not show but the position needs, JSON-ready."""

    @classmethod
    @abstractmethod
    def from_table(cls, table: Any, rest: Any, options: Any) -> Self:
        """The state that an open table and its rest describe, the inverse of ``table(None)`` and ``rest()``.

        Raises:
            RecordError: with a path into the dump (``table.row[3].card``) for whatever no game could reach by the
            rules:
                wrong shapes, cards twice or missing, counts that cannot be.
        """

    @abstractmethod
    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """A state that a viewer cannot tell from this one, drawn at random (docs/rules.md, what a seat knows).

        Must depend on nothing that the viewer cannot know: two states that look the same to it give the same world for
        the same generator. Views are sealed by it (`View`).
        """

    @abstractmethod
    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say in words what the move did.

        The text says only what every seat knows once the move is no longer hidden, and calls the players by ``names``.
        """

    def reasons(self, move: Move, after: Self, names: Names = LETTERS) -> tuple[Reason, ...]:
        """Say what the move decided and by which rule, in order; every seat may read it, as with `narrate`."""
        return ()

    @abstractmethod
    def bearing(self, move: Move) -> tuple[str, ...]:
        """Identifiers of the rules that bear on a move here, the most telling first."""


class Invitation(NamedTuple):
    """A game in a few words, for people who look for one to play."""

    words: str
    """What it is like, in a sentence."""
    takes: str
    """How long a hand takes: "5 minutes"."""
    people: str
    """For how many it is: "for two"."""


@dataclass(frozen=True)
class GameType:
    """The facts of one game, by which everything else finds its rules."""

    slug: str
    """Its name in code and records, such as ``"kommando"``."""
    title: str
    """Its name for people."""
    deck: Deck
    options: type[Options]
    state: type[State]
    opener: Literal["dealer", "first"] | None
    """The option that says who deals or starts, and its key in a record's rounds; None where there is nobody to
    name.
    """
    rules: Mapping[str, str]
    """The game's own rules by identifier, in our own words, for players."""
    draw: Callable[[Any], str]
    """The table (a dump's ``table``, of any viewer) as aligned lines of text."""
    tally: Callable[[Any, Names], tuple[str, tuple[str, ...]]]
    """How a finished round ended, in a sentence, and each seat's score with its reason; called with the last state and
    what the players are called.
    """
    guide: Callable[[Any, bool], Guide]
    """The goal, a turn and the end with these options, in a match or not."""
    invitation: Invitation | None = None
    """What is said of it to people who look for a game to play; without it, its goal."""
    clauses: Callable[[Any, bool], Mapping[str, str | None]] = lambda options, match: {}
    """Rules that say something else with these options, in a match or not, by identifier; None where a rule says
    nothing then. All others stand as they are.
    """
    seats: Callable[[Any], int] = lambda options: 2
    """How many seats a game with these options has."""
    shuffle: Callable[[Callable[[list[Card]], list[Card]], Any], list[Card]] | None = None
    """How a deck is shuffled where it is not simply all of it: gets a shuffler of lists and the options."""
    match_refused: Callable[[Any], str | None] = lambda options: "this game has no matches"
    """Why a match with these options cannot be played, or None."""
    match_over: Callable[[Sequence[int], Any], bool] = lambda totals, options: True
    """Whether a match with these totals and options has ended."""
    cut: Callable[[Card, Card], Seat] | None = None
    """Who deals when seats A and B have drawn these cards, in games that take ``dealer="cut"``."""
    partners: Callable[[Any, Seat], Seat | None] = lambda options, seat: None
    """A seat's partner, where there are teams."""

    groups: Callable[[Any], Iterable[Group]] = lists
    """Where the cards of a table lie, for differences, pictures and data frames; as it stands every list in it."""
    picture: Callable[[Picture, Any, float], None] | None = None
    """Draws a table below a height; without it the groups are drawn one below the other."""
    changes: Callable[[Any, Any], Iterable[str]] = lambda old, new: ()
    """What happened between two tables beside cards that moved, in sentences."""
    territory: Callable[[Any], Sequence[str]] | None = None
    """Names of the spaces of a table that are the player's, in games with a map."""
    aims: Callable[[str, Seat, Any, Any], Iterable[str]] = lambda move, seat, before, after: ()
    """The places that a seat's move names or is about, beside those where something lies otherwise after it; called
    with its notation and the viewer's tables before and after it (`last_move`).
    """
    events: Callable[[str, Seat, Any, Any], Iterable[tuple[str, str]]] = lambda move, seat, before, after: ()
    """What a seat's move did to cards that groups do not tell, as ("taken", "3y"); called like `aims`."""
    learners: Callable[[Any, Any, Any], Iterable[Viewer]] | None = None
    """The seats, and ``"public"``, that come to see a card by a move; called with the state before it, the move and the
    state after it. Without it that is read off every viewer's tables, which takes longer.
    """
    places: Callable[[Any], Sequence[str]] = lambda options: ()
    """Names of the places of a table with these options that a teacher can point at, beside the cards."""
    aside: frozenset[str] = frozenset()
    """Keys of a table that say something about cards that have not moved."""
    counts_points: Callable[[Any], bool] = lambda options: True
    """Whether a game with these options counts points."""
    graded: Callable[[str, Any], Sequence[int]] | None = None
    """Seeds of verified deals that are "easy", "medium" or "hard", in games that list such; called with the options,
    and raises IllegalDeal where the list does not hold for them.
    """
    level_words: Mapping[str, str] = field(default_factory=dict)
    """What a person is told of each level of such deals, and under an empty name of any other deal."""
    solver: Callable[[], Solver] | None = None
    """What finds the shortest win of a position, in games that can be solved; loaded by the call."""

    def __repr__(self) -> str:
        return f"<GameType {self.slug}>"

    @property
    def all_rules(self) -> dict[str, str]:
        """The game's rules and those that all games share, by identifier."""
        return {**self.rules, **COMMON_RULES}

    def rules_in_force(self, options: Options, match: bool) -> dict[str, str]:
        """The rules as they stand with these options, in a match or not; those that say nothing then are left out."""
        stand: dict[str, str | None] = {**self.all_rules, **self.clauses(options, match)}
        if not match:
            stand["GE-8"] = None
        return {name: text for name, text in stand.items() if text is not None}

    def solving(self) -> Solver:
        """What solves the game; raises ValueError where nothing does."""
        if self.solver is None:
            raise ValueError(f"there is no solver for {self.title}; 4X Solitaire has one")
        return self.solver()


def tidy(text: str) -> str:
    """Notation text without leading, trailing and repeated spaces (GE-3)."""
    return " ".join(piece for piece in text.split(" ") if piece)


def unreadable(text: str, forms: str) -> IllegalMove:
    """The error for text that is no move of the game; ``forms`` says what would be."""
    start = visible(text if len(text) <= 40 else text[:37] + "...")
    text = text.encode("utf-8", "backslashreplace").decode()  # half a surrogate pair could not be written anywhere
    return IllegalMove("GE-3", text, f"“{start}” is not a move here; moves are written {forms}")
