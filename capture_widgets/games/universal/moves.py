"""Options and moves of Capture for the Universal Card Deck, and sets of cards as masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from capture_widgets.core.lazy_tables import LazyDict, by_mask
from capture_widgets.engine.cards import UNIVERSAL, Card
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.game_options import Options, option
from capture_widgets.engine.state import Move, Seat


@dataclass(frozen=True)
class UniversalOptions(Options):
    """The options of a game for the Universal Card Deck."""

    dealer: int | str = option(
        1,
        "Who deals the first hand; with “cut” each player draws a card, and the better suit deals.",
        rule="UC-1",
        choices=(0, 1, "cut"),
        seats=True,
        labels={"cut": "Whoever draws the better card"},
        short={0: "deal first", "cut": "Cut for the deal"},
    )
    target: int = option(200, "How many points end a match.", rule="UC-15")
    opening: str = option(
        "two cards",
        "How many cards are played in the very first turn: two, as in all others, or one.",
        rule="UC-11",
        choices=("two cards", "one card"),
        labels={"two cards": "Two, as in all others", "one card": "One"},
        short={"one card": "One card in the first turn"},
    )


RANK: Final = UNIVERSAL.rank_of

SUIT: Final = UNIVERSAL.suit_of

GALAXY: Final = 9
"""The rank of a Galaxy, the highest rank."""

BIT: Final = tuple(1 << card for card in range(60))

VALUE: Final = tuple(RANK[card] + 1 if RANK[card] < 7 else 10 for card in range(60))
"""By card, the points that it counts if it is left over (UC-14)."""

RANK_NAMES: Final = ("1", "2", "3", "4", "5", "6", "7", "Moon", "Sun", "Galaxy")

GALAXIES: Final = sum(BIT[card] for card in range(60) if RANK[card] == GALAXY)

ONES: Final = sum(BIT[card] for card in range(60) if RANK[card] == 0)


def _neighbours(card: Card, step: int) -> int:
    """The mask of the cards of other suits whose rank differs from a card's by ``step``."""
    return sum(BIT[c] for c in range(60) if RANK[c] == RANK[card] + step and SUIT[c] != SUIT[card])


BELOW: Final = tuple(_neighbours(card, -1) for card in range(60))
"""By bottom card, the mask of the cards that may be added under it (UC-7)."""

BEHIND: Final = tuple(_neighbours(card, +1) for card in range(60))
"""By top card, the mask of the cards that may be slipped behind it (UC-7)."""


def card_name(card: Card) -> str:
    """A card in words: "5 of Jupiter"."""
    return card_words(UNIVERSAL, UNIVERSAL.text[card])


def cut_dealer(card_a: Card, card_b: Card) -> Seat:
    """The seat that deals when seat 0 drew ``card_a`` and seat 1 drew ``card_b`` (UC-1).

    The higher suit deals, E being the highest and V the lowest; within a suit the higher rank.

    Raises:
        ValueError: the same card twice.
    """
    if card_a == card_b:
        raise ValueError("the two seats cannot have drawn the same card")
    return 0 if (-SUIT[card_a], RANK[card_a]) > (-SUIT[card_b], RANK[card_b]) else 1


@dataclass(frozen=True, slots=True)
class Play:
    """Add a card from hand at the bottom of a column, or start an empty one: ``play 5j 3``, ``play 5j o3`` (UC-7)."""

    card: Card
    across: bool
    """Whether the column is on the other player's board."""
    column: int
    """The column, 0 to 4."""

    def __str__(self) -> str:
        return f"play {UNIVERSAL.text[self.card]} {'o' if self.across else ''}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Slip:
    """Slip a card from hand behind the top card of a column: ``slip 7n 3``, ``slip 7n o3`` (UC-7)."""

    card: Card
    across: bool
    column: int

    def __str__(self) -> str:
        return f"slip {UNIVERSAL.text[self.card]} {'o' if self.across else ''}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Bar:
    """Lay a card from hand on its suit's pile on the bar: ``bar 1v`` (UC-10)."""

    card: Card

    def __str__(self) -> str:
        return f"bar {UNIVERSAL.text[self.card]}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card from hand on the discard pile: ``discard 5j`` (UC-6)."""

    card: Card

    def __str__(self) -> str:
        return f"discard {UNIVERSAL.text[self.card]}"


@dataclass(frozen=True, slots=True)
class Build:
    """Move the whole run of one own column to another: ``move 2 4`` (UC-8)."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"move {self.source + 1} {self.target + 1}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card, which ends the turn: ``draw stock``, ``draw discard`` (UC-5)."""

    pile: Literal["stock", "discard"]

    def __str__(self) -> str:
        return f"draw {self.pile}"


@dataclass(frozen=True, slots=True)
class End:
    """End the turn without a draw, if a rule allows it: ``end`` (UC-11, UC-12)."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn when nothing can be played or drawn: ``pass`` (UC-13)."""

    def __str__(self) -> str:
        return "pass"


DRAW_STOCK: Final = Draw("stock")

DRAW_DISCARD: Final = Draw("discard")

END: Final = End()

PASS: Final = Pass()

BUILDS: Final = tuple(tuple(Build(source, target) for target in range(5)) for source in range(5))

ALL_MOVES: Final[tuple[Move, ...]] = (
    *(
        kind(card, across, column)
        for kind in (Play, Slip)
        for across in (False, True)
        for column in range(5)
        for card in range(60)
    ),
    *(kind(card) for kind in (Bar, Discard) for card in range(60)),
    *(move for row in BUILDS for move in row),
    DRAW_STOCK,
    DRAW_DISCARD,
    END,
    PASS,
)
"""All moves that have a notation, legal anywhere or not."""

BY_TEXT: Final = {str(move): move for move in ALL_MOVES}

KNOWN_MOVES: Final = frozenset(ALL_MOVES)

# the 1320 moves of cards stand first, each kind and place for all 60 cards in turn
MOVES_OF_CARD: Final = tuple(ALL_MOVES[card:1320:60] for card in range(60))


MovesByMask = LazyDict[int, tuple[Move, ...]]
"""Lists with one move for each card of a mask, by mask.

Callers ask for at most a few thousand masks: cards of one rank, or of one quarter of the deck.
"""


def _by_column(kind: type[Play | Slip], across: bool) -> tuple[MovesByMask, ...]:
    return tuple(by_mask([kind(card, across, column) for card in range(60)]) for column in range(5))


PLAYS, PLAYS_ACROSS = (_by_column(Play, across) for across in (False, True))

SLIPS, SLIPS_ACROSS = (_by_column(Slip, across) for across in (False, True))

BAR_MOVES: Final = tuple(Bar(card) for card in range(60))

QUARTER: Final = (1 << 15) - 1

DISCARDS: Final = tuple(by_mask([Discard(card) for card in range(start, start + 15)]) for start in range(0, 60, 15))


BUILD_MOVES: Final = by_mask([move for row in BUILDS for move in row], most=10_000)
"""Lists of building moves, by the mask with bit 5 * source + target, in that order."""

KINDS: Final = (Play, Slip, Bar, Discard, Build, Draw, End, Pass)

FORMS: Final = "play 5j 3, play 5j o3, slip 7n 3, bar 1v, discard 5j, move 2 4, draw stock, draw discard, end or pass"
