"""Options and moves of 4X Solitaire, and sets of spaces and cards as masks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from capture_widgets.core.bit_masks import mask_of
from capture_widgets.core.lazy_tables import DeferredMapping, LazyDict
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.faces import card_words, suit_names
from capture_widgets.engine.game_options import Options, option
from capture_widgets.engine.state import Move


@dataclass(frozen=True)
class FourXOptions(Options):
    """The options of a game of 4X Solitaire."""

    explorers: str = option(
        "court",
        "Which of your own face-up cards explore and travel: kings, queens and jacks, or any card.",
        rule="FX-4",
        choices=("court", "any"),
        labels={"court": "Kings, queens and jacks", "any": "Any card"},
        short={"any": "Any card explores"},
    )
    conquered_serve: bool = option(
        default=False,
        words="The cards of conquered suits explore and travel as your own do.",
        rule="FX-8",
        short={True: "Conquered cards explore and travel"},
    )
    tech: bool = option(
        default=False,
        words="One card of the arsenal is set aside as a technology, to be used once.",
        rule="FX-10",
        short={True: "With a technology"},
    )


# A space is a number from 0 (a1) to 48 (g7), in reading order.
FILES: Final = "abcdefg"
"""The letters of the map's files."""

SPACES: Final = tuple(f"{file}{row}" for row in range(1, 8) for file in FILES)
"""The names of the spaces, in reading order (FX-1)."""


@dataclass(frozen=True, slots=True)
class King:
    """Choose your king, and with him your own suit (FX-2)."""

    suit: int
    """The suit, 0 to 3 for clubs, diamonds, hearts and spades."""

    def __str__(self) -> str:
        return f"king {FRENCH.suits[self.suit]}"


@dataclass(frozen=True, slots=True)
class SetAside:
    """Set an arsenal card aside as the technology (FX-10)."""

    card: Card

    def __str__(self) -> str:
        return f"tech {FRENCH.text[self.card]}"


@dataclass(frozen=True, slots=True)
class Explore:
    """Turn up all face-down cards around an own card (FX-4)."""

    space: int

    def __str__(self) -> str:
        return f"explore {SPACES[self.space]}"


@dataclass(frozen=True, slots=True)
class Travel:
    """Swap an own card with another space of the territory (FX-5)."""

    start: int
    end: int

    def __str__(self) -> str:
        return f"travel {SPACES[self.start]} {SPACES[self.end]}"


@dataclass(frozen=True, slots=True)
class Capture:
    """Take an enemy card with an arsenal card (FX-6)."""

    card: Card
    space: int

    def __str__(self) -> str:
        return f"capture {FRENCH.text[self.card]} {SPACES[self.space]}"


@dataclass(frozen=True, slots=True)
class Conquer:
    """Take an enemy king who is surrounded (FX-7)."""

    space: int

    def __str__(self) -> str:
        return f"conquer {SPACES[self.space]}"


@dataclass(frozen=True, slots=True)
class TechFlip:
    """Use a technology of spades: turn up any face-down card (FX-10)."""

    space: int

    def __str__(self) -> str:
        return f"tech flip {SPACES[self.space]}"


@dataclass(frozen=True, slots=True)
class TechConquer:
    """Use a technology of hearts: conquer a king who is half surrounded (FX-10)."""

    space: int

    def __str__(self) -> str:
        return f"tech conquer {SPACES[self.space]}"


@dataclass(frozen=True, slots=True)
class TechExplore:
    """Use a technology of diamonds: explore a whole row or column (FX-10)."""

    space: int
    line: Literal["row", "column"]

    def __str__(self) -> str:
        return f"tech explore {SPACES[self.space]} {self.line}"


@dataclass(frozen=True, slots=True)
class TechCapture:
    """Use a technology of clubs: take any enemy card but a king (FX-10)."""

    space: int

    def __str__(self) -> str:
        return f"tech capture {SPACES[self.space]}"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up (FX-9)."""

    def __str__(self) -> str:
        return "resign"


# Each possible move exists once, in these tables, from which legal moves are taken.
_KING: Final = tuple(King(suit) for suit in range(4))

SET_ASIDE: Final = tuple(SetAside(card) for card in range(52))

EXPLORE: Final = tuple(Explore(space) for space in range(49))

TRAVEL: Final = LazyDict[int, tuple[Travel, ...]](lambda start: tuple([Travel(start, end) for end in range(49)]))
"""All travels, by start and end."""

CAPTURE: Final = LazyDict[Card, tuple[Capture, ...]](lambda card: tuple([Capture(card, space) for space in range(49)]))
"""All captures, by card and space."""

CONQUER: Final = tuple(Conquer(space) for space in range(49))

TECH_FLIP: Final = tuple(TechFlip(space) for space in range(49))

TECH_CONQUER: Final = tuple(TechConquer(space) for space in range(49))

TECH_ROW: Final = tuple(TechExplore(space, "row") for space in range(49))

TECH_COLUMN: Final = tuple(TechExplore(space, "column") for space in range(49))

TECH_CAPTURE: Final = tuple(TechCapture(space) for space in range(49))

RESIGN: Final = Resign()

FIRST_MOVES: Final = (*_KING, RESIGN)

MOVES: Final[Mapping[str, Move]] = DeferredMapping(
    lambda: {
        str(move): move
        for moves in (
            _KING,
            SET_ASIDE,
            EXPLORE,
            *(TRAVEL[start] for start in range(49)),
            *(CAPTURE[card] for card in range(52)),
            CONQUER,
            TECH_FLIP,
            TECH_CONQUER,
            TECH_ROW,
            TECH_COLUMN,
            TECH_CAPTURE,
            (RESIGN,),
        )
        for move in moves
    }
)
"""All moves, by their notation."""

FORMS: Final = (
    "king d, explore c4, travel c4 e5, capture 8d e5, conquer b2, resign, or with a technology tech 8d, "
    "tech flip e5, tech conquer b2, tech explore c4 row, tech explore c4 column, tech capture e5"
)


# Sets of spaces are masks of 49 bits, sets of cards masks of 52.
NO_CARD: Final = 255
"""The entry of a map for a space without a card: vacated, or off the map."""

WHOLE: Final = ((1 << 49) - 1, (1 << 48) - 1)
"""The mask of all spaces, without and with a technology (FX-11)."""

CORNER: Final = 48
"""The space that is off the map in a game with a technology (FX-11)."""

BIT: Final = tuple(1 << space for space in range(49))

NEAR: Final = tuple(
    mask_of(
        other
        for other in range(49)
        if other != space and abs(other // 7 - space // 7) <= 1 and abs(other % 7 - space % 7) <= 1
    )
    for space in range(49)
)
"""The spaces around each space (FX-3)."""

_MAP: Final = WHOLE[0]

_NOT_A: Final = sum(126 << 7 * row for row in range(7))

_NOT_G: Final = sum(63 << 7 * row for row in range(7))


def around(spaces: int) -> int:
    """The mask of these spaces and of all spaces adjacent to them. In a game with a technology it may contain g7, which
    is off the map.
    """
    wide = spaces | spaces << 1 & _NOT_A | spaces >> 1 & _NOT_G
    return (wide | wide << 7 | wide >> 7) & _MAP


ROW: Final = tuple(mask_of(other for other in range(49) if other // 7 == space // 7) for space in range(49))

COLUMN: Final = tuple(mask_of(other for other in range(49) if other % 7 == space % 7) for space in range(49))

KING_RANK: Final = 12
"""The rank of a king in this game, in which an ace has rank 0."""

RANK: Final = tuple((rank + 1) % 13 for rank in FRENCH.rank_of)
"""The rank of each card in this game, from 0 for an ace to 12 for a king; in the deck itself an ace is the highest
card.
"""

SUIT: Final = FRENCH.suit_of
"""Suit of each card, 0 to 3."""

CARD: Final = tuple(
    tuple(sorted((card for card in range(52) if SUIT[card] == suit), key=RANK.__getitem__)) for suit in range(4)
)
"""The card of each suit and rank."""

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

KING_OF: Final = tuple(FRENCH.card(f"K{suit}") for suit in FRENCH.suits)

KINGS: Final = mask_of(KING_OF)

COURT: Final = mask_of(card for card in range(52) if RANK[card] >= 10)

OF_SUIT: Final = tuple(mask_of(card for card in range(52) if SUIT[card] == suit) for suit in range(4))

LOWER: Final = tuple(mask_of(other for other in range(52) if RANK[other] < RANK[card]) for card in range(52))
"""By card, the mask of the cards of all suits with a lower rank."""


def _departures(start: int) -> tuple[Any, ...]:
    """The moves that can start on a space, as `FourXState.legal_moves` needs them.

    Returns:
        The mask of the spaces around it, its exploration, its row, its bit in that row, and then for each row of the
            map the travels to each set of spaces in that row.
    """
    rows = []
    for row in range(7):
        travels: list[tuple[Move, ...]] = [()]
        for move in TRAVEL[start][
            7 * row : 7 * row + 7
        ]:  # each file doubles the number of sets: those without it, and those with it
            travels += [(*without, move) for without in travels]
        rows.append(tuple(travels))
    return NEAR[start], EXPLORE[start], start // 7, 1 << start % 7, *rows


FROM: Final = LazyDict[int, tuple[Any, ...]](lambda bit: _departures(bit.bit_length() - 1))
"""The departures from each space, by its bit."""

Piles = tuple[tuple[Card, ...], ...]
"""The three piles of the arsenal; in each the lowest card comes first and the visible card last."""


def card_name(card: Card) -> str:
    """A card in words: "8 of diamonds"."""
    return card_words(FRENCH, FRENCH.text[card])


def suit_name(suit: int) -> str:
    """A suit in words: "diamonds"."""
    return suit_names(FRENCH)[FRENCH.suits[suit]]
