"""4X Solitaire: one player discovers and takes a map of seven by seven cards (RULEBOOK FX-1 to FX-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self, TypedDict

from capture_widgets.cards import FRENCH, HIDDEN, Card
from capture_widgets.errors import IllegalDeal, IllegalMove, RecordError
from capture_widgets.options import Options, option
from capture_widgets.state import GameType, Move, Seat, State, Viewer, tidy, unreadable

# -- options -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FourXOptions(Options):
    """What can be chosen before a game of 4X Solitaire."""

    explorers: str = option("court", "Which of your own face-up cards explore and travel: kings, queens and jacks, or "
                            "any card.", rule="FX-4", choices=("court", "any"))
    conquered_serve: bool = option(
        default=False, words="Whether the cards of conquered suits explore and travel as your own do.", rule="FX-8")
    tech: bool = option(
        default=False, words="Whether one card of the arsenal is set aside as a technology, to be used once.",
        rule="FX-10")


# -- moves -------------------------------------------------------------------------------------------------------------
# A space is a number from 0 (a1) to 48 (g7), in reading order.

SPACES: Final = tuple(f"{file}{row}" for row in range(1, 8) for file in "abcdefg")
"""Names of the spaces of the map, in reading order (FX-1)."""


@dataclass(frozen=True, slots=True)
class King:
    """Choose the king, and with him the own suit (FX-2)."""

    suit: int
    """0 to 3: clubs, diamonds, hearts, spades."""

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


# Every move there can be exists once, here; legal moves are taken from these tables.
_KING: Final = tuple(King(suit) for suit in range(4))
_SET_ASIDE: Final = tuple(SetAside(card) for card in range(52))
_EXPLORE: Final = tuple(Explore(space) for space in range(49))
_TRAVEL: Final = tuple(tuple(Travel(start, end) for end in range(49)) for start in range(49))
_CAPTURE: Final = tuple(tuple(Capture(card, space) for space in range(49)) for card in range(52))
_CONQUER: Final = tuple(Conquer(space) for space in range(49))
_TECH_FLIP: Final = tuple(TechFlip(space) for space in range(49))
_TECH_CONQUER: Final = tuple(TechConquer(space) for space in range(49))
_TECH_ROW: Final = tuple(TechExplore(space, "row") for space in range(49))
_TECH_COLUMN: Final = tuple(TechExplore(space, "column") for space in range(49))
_TECH_CAPTURE: Final = tuple(TechCapture(space) for space in range(49))
_RESIGN: Final = Resign()
_FIRST_MOVES: Final = (*_KING, _RESIGN)

MOVES: Final[dict[str, Move]] = {
    str(move): move
    for moves in (_KING, _SET_ASIDE, _EXPLORE, *_TRAVEL, *_CAPTURE, _CONQUER, _TECH_FLIP, _TECH_CONQUER, _TECH_ROW,
                  _TECH_COLUMN, _TECH_CAPTURE, (_RESIGN,))
    for move in moves
}
"""Every move there is a notation for, by its notation."""
_FORMS: Final = ("king d, explore c4, travel c4 e5, capture 8d e5, conquer b2, resign, or with a technology tech 8d, "
                 "tech flip e5, tech conquer b2, tech explore c4 row, tech explore c4 column, tech capture e5")

# -- masks -------------------------------------------------------------------------------------------------------------
# Sets of spaces are masks of 49 bits, sets of cards masks of 52.


def _bits(mask: int) -> Iterator[int]:
    """Numbers of the bits of a mask, low to high."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1


def _mask(numbers: Iterable[int]) -> int:
    """The mask with these bits."""
    return sum(1 << number for number in numbers)


_NO_CARD: Final = 255
"""Stands in a map for a space without a card: vacated, or off the map."""
_WHOLE: Final = ((1 << 49) - 1, (1 << 48) - 1)
"""All spaces of the map, without and with a technology (FX-11)."""
_CORNER: Final = 48
"""The space that is off the map when a technology is played with (FX-11)."""
_NEAR: Final = tuple(
    _mask(other for other in range(49)
          if other != space and abs(other // 7 - space // 7) <= 1 and abs(other % 7 - space % 7) <= 1)
    for space in range(49)
)
"""The spaces around each space (FX-3)."""
_ROW: Final = tuple(_mask(other for other in range(49) if other // 7 == space // 7) for space in range(49))
_COLUMN: Final = tuple(_mask(other for other in range(49) if other % 7 == space % 7) for space in range(49))

KING_RANK: Final = 12
"""Rank of a king here, where an ace is 0."""
RANK: Final = tuple((rank + 1) % 13 for rank in FRENCH.rank_of)
"""Rank of each card here, 0 the ace to 12 the king; the deck's own order has the ace high."""
SUIT: Final = FRENCH.suit_of
"""Suit of each card, 0 to 3."""
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_KING_OF: Final = tuple(FRENCH.card(f"K{suit}") for suit in FRENCH.suits)
_KINGS: Final = _mask(_KING_OF)
_COURT: Final = _mask(card for card in range(52) if RANK[card] >= 10)
_OF_SUIT: Final = tuple(_mask(card for card in range(52) if SUIT[card] == suit) for suit in range(4))
_LOWER: Final = tuple(_mask(other for other in range(52) if RANK[other] < RANK[card]) for card in range(52))
"""Cards of any suit that rank below each card."""


def _departures(start: int) -> tuple[Any, ...]:
    """What can start from a space.

    The spaces around it, its exploration, its row, its bit in the row, then by row the travels to each set of ends.
    """
    rows = []
    for row in range(7):
        travels: list[tuple[Move, ...]] = [()]
        for move in _TRAVEL[start][7 * row:7 * row + 7]:  # each file doubles the sets: those without it, those with it
            travels += [(*without, move) for without in travels]
        rows.append(tuple(travels))
    return _NEAR[start], _EXPLORE[start], start // 7, 1 << start % 7, *rows


_FROM: Final = {1 << start: _departures(start) for start in range(49)}
"""By the bit of the start."""

# -- the table as a viewer knows it ------------------------------------------------------------------------------------


class FourXEntry(TypedDict):
    """One space of the map."""

    card: str | None
    """Null where the space is vacated."""
    up: bool
    """Whether a card lies face up there; false when vacated."""
    territory: bool


class FourXTech(TypedDict):
    """The technology."""

    card: str
    used: bool


class FourXTable(TypedDict):
    """The table of 4X Solitaire in a dump."""

    own: str | None
    """The player's own suit, null until the king is chosen."""
    map: list[FourXEntry | None]
    """In reading order; null for what is off the map."""
    arsenal: list[str]
    """The visible top cards of the three piles."""
    conquered: list[str]
    """Suits, in the order in which they were conquered."""
    tech: FourXTech | None
    turns: int


# -- state -------------------------------------------------------------------------------------------------------------


Piles = tuple[tuple[Card, ...], ...]
"""The three piles of the arsenal, each from its lowest card to the visible one."""


class _Fields(NamedTuple):
    options: FourXOptions
    own: int | None
    """The own suit."""
    conquered: tuple[int, ...]
    """Conquered suits, in order."""
    piles: Piles
    replacement: Card | None
    """The card that waits to replace the technology (FX-10)."""
    tech: Card | None
    """The card set aside as the technology."""
    used: bool
    """Whether the technology has been used."""
    taken: Card | None
    """The card that a technology of clubs took."""
    turns: int
    result: int
    """+1 won, -1 given up, 0 while the game goes on."""
    cards: bytes
    """The card on each space, `_NO_CARD` where there is none."""
    down: int
    """Spaces with a face-down card."""
    territory: int
    """Spaces of the territory (FX-3)."""
    movers: int
    """Spaces of the cards that may explore and travel (FX-4, FX-8); none when the game is over."""
    foes: int
    """The face-up enemy cards."""
    standing: tuple[Move, ...]
    """The legal moves that are neither travels nor explorations; a travel changes nothing about them."""


class FourXState(_Fields, State):
    """A game of 4X Solitaire at one moment."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: FourXOptions, first: Seat | None = None) -> Self:  # noqa: ARG003
        """The game before the king is chosen; nobody starts, so ``first`` says nothing (FX-1)."""
        for place in range(4 if options.tech else 3):
            if cards[place] in _KING_OF:
                name = card_name(cards[place])
                if place == 3:
                    raise IllegalDeal("FX-10", f"the replacement, fourth in the deal, is the {name}; kings never are")
                raise IllegalDeal("FX-1", f"the {name} is among the first three cards; no king may lie in the arsenal")
        piles = (cards[0],), (cards[1],), (cards[2],)
        replacement = cards[3] if options.tech else None
        on_map = bytes(cards[4:]) + bytes([_NO_CARD]) if options.tech else bytes(cards[3:])
        return cls._settled(options, None, (), piles, replacement, None, None, 0, 0, on_map, _WHOLE[options.tech],
                            0, 0, 0, used=False)

    @classmethod
    def made(
        cls, options: FourXOptions, own: int | None, conquered: tuple[int, ...], piles: Piles,
        replacement: Card | None, tech: Card | None, taken: Card | None, turns: int, result: int, cards: bytes,
        down: int, *, used: bool,
    ) -> Self:
        """A state from what it cannot do without; ``result`` is -1 when given up, else 0, even where it is won."""
        territory = movers = foes = 0
        if own is not None:
            territory, movers, foes = _claims(options, own, conquered, cards, _WHOLE[options.tech] & ~down)
        return cls._settled(options, own, conquered, piles, replacement, tech, taken, turns, result, cards, down,
                            territory, movers, foes, used=used)

    @classmethod
    def _settled(
        cls, options: FourXOptions, own: int | None, conquered: tuple[int, ...], piles: Piles,
        replacement: Card | None, tech: Card | None, taken: Card | None, turns: int, result: int, cards: bytes,
        down: int, territory: int, movers: int, foes: int, *, used: bool,
    ) -> Self:
        """A state with its result and its standing moves worked out (FX-9)."""
        standing: tuple[Move, ...]
        if result or territory == _WHOLE[options.tech]:
            result, movers, standing = result or 1, 0, ()
        elif own is None:
            standing = _FIRST_MOVES
        elif options.tech and tech is None:
            standing = (*(_SET_ASIDE[pile[-1]] for pile in piles), _RESIGN)
        else:
            ability = None if tech is None or used else SUIT[tech]
            standing = _standing(options, own, piles, ability, cards, down, territory, foes)
        return tuple.__new__(cls, (options, own, conquered, piles, replacement, tech, used, taken, turns, result, cards,
                                   down, territory, movers, foes, standing))

    def __hash__(self) -> int:
        return hash((self.cards, self.down, self.own, self.piles, self.tech, self.used, self.turns, self.result))

    @property
    def to_play(self) -> Seat | None:
        """Seat 0, None when the game is over."""
        return None if self.result else 0

    @property
    def arsenal(self) -> tuple[Card, ...]:
        """The visible cards of the three piles."""
        return tuple([pile[-1] for pile in self.piles])

    @property
    def laid_out(self) -> bool:
        """Whether the map lies on the table and the own king is seen (FX-2, FX-10)."""
        return self.own is not None and (self.tech is not None or not self.options.tech)

    def legal_moves(self) -> list[Move]:
        """Every legal move: first those that no travel changes, then what each card that serves can do."""
        moves = list(self.standing)
        movers = self.movers
        if not movers:
            return moves
        down = self.down
        tech = self.tech
        if tech is not None and not self.used and SUIT[tech] == _DIAMONDS:
            for space in _bits(movers):
                if _ROW[space] & down:
                    moves.append(_TECH_ROW[space])
                if _COLUMN[space] & down:
                    moves.append(_TECH_COLUMN[space])
        territory = self.territory
        if territory == movers & -movers:  # the king alone, with nowhere to travel
            if _NEAR[territory.bit_length() - 1] & down:
                moves.append(_FROM[territory][1])
            return moves
        # where a card can travel to, row by row: the territory without itself and the earlier ones that travel (FX-5)
        ends = [territory & 127, territory >> 7 & 127, territory >> 14 & 127, territory >> 21 & 127,
                territory >> 28 & 127, territory >> 35 & 127, territory >> 42]
        while movers:
            bit = movers & -movers
            movers ^= bit
            near, explore, row, file, row1, row2, row3, row4, row5, row6, row7 = _FROM[bit]
            if near & down:
                moves.append(explore)
            ends[row] ^= file
            ends1, ends2, ends3, ends4, ends5, ends6, ends7 = ends
            moves += row1[ends1]
            moves += row2[ends2]
            moves += row3[ends3]
            moves += row4[ends4]
            moves += row5[ends5]
            moves += row6[ends6]
            moves += row7[ends7]
        return moves

    def apply(self, move: Move) -> Self:
        """The game after a legal move."""
        if isinstance(move, Travel):
            (options, own, conquered, piles, replacement, tech, used, taken, turns, result, cards, down, territory,
             movers, foes, standing) = self
            start, end = move.start, move.end
            swapped = bytearray(cards)
            swapped[start] = cards[end]
            swapped[end] = cards[start]
            if not movers >> end & 1:
                movers ^= 1 << start | 1 << end
            return tuple.__new__(type(self), (options, own, conquered, piles, replacement, tech, used, taken, turns + 1,
                                              result, bytes(swapped), down, territory, movers, foes, standing))
        if isinstance(move, Explore):
            return self._turned_up(_NEAR[move.space] & self.down, used=self.used)
        if isinstance(move, Capture):
            return self._captured(move.space, move.card)
        if isinstance(move, Conquer):
            return self._conquered(move.space, used=self.used)
        if isinstance(move, Resign):
            return tuple.__new__(type(self), (*self[:9], -1, *self[10:13], 0, self.foes, ()))
        if isinstance(move, King):
            return self._laid(move.suit, self.piles, self.replacement, None)
        if isinstance(move, SetAside):
            assert self.own is not None and self.replacement is not None
            piles = tuple([(self.replacement,) if pile[-1] == move.card else pile for pile in self.piles])
            return self._laid(self.own, piles, None, move.card)
        if isinstance(move, TechFlip):
            return self._turned_up(1 << move.space, used=True)
        if isinstance(move, TechConquer):
            return self._conquered(move.space, used=True)
        if isinstance(move, TechExplore):
            line = _ROW if move.line == "row" else _COLUMN
            return self._turned_up(line[move.space] & self.down, used=True)
        assert isinstance(move, TechCapture)
        return self._captured(move.space, None)

    def _laid(
        self, own: int, piles: Piles, replacement: Card | None, tech: Card | None,
    ) -> Self:
        """The arsenal laid out and, once a technology is chosen or none is played with, the map (FX-2, FX-10)."""
        cards, down, king = self.cards, self.down, 0
        if replacement is None:
            king = 1 << cards.index(_KING_OF[own])
        return self._settled(self.options, own, (), piles, replacement, tech, None, 0, 0, cards, down ^ king,
                             king, king, 0, used=False)

    def _turned_up(self, spaces: int, *, used: bool) -> Self:
        """These cards turned up in one turn."""
        (options, own, conquered, piles, replacement, tech, _, taken, turns, _, cards, down, territory, movers, foes,
         _) = self
        assert own is not None
        claimed, serving, hostile = _claims(options, own, conquered, cards, spaces)
        return self._settled(options, own, conquered, piles, replacement, tech, taken, turns + 1, 0, cards,
                             down ^ spaces, territory | claimed, movers | serving, foes | hostile, used=used)

    def _captured(self, space: int, by: Card | None) -> Self:
        """An enemy card taken by an arsenal card, or by the technology (FX-6, FX-10)."""
        (options, own, conquered, piles, replacement, tech, used, taken, turns, _, cards, down, territory, movers, foes,
         _) = self
        card = cards[space]
        if by is None:
            taken, used = card, True
        else:
            piles = tuple([(*pile, card) if pile[-1] == by else pile for pile in piles])
        return self._settled(options, own, conquered, piles, replacement, tech, taken, turns + 1, 0,
                             _without(cards, space), down, territory | 1 << space, movers, foes & ~(1 << card),
                             used=used)

    def _conquered(self, space: int, *, used: bool) -> Self:
        """An enemy king taken and his suit conquered (FX-7)."""
        suit = SUIT[self.cards[space]]
        return self.made(self.options, self.own, (*self.conquered, suit), self.piles, self.replacement, self.tech,
                         self.taken, self.turns + 1, 0, _without(self.cards, space), self.down, used=used)

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The move that a text names."""
        move = MOVES.get(tidy(text))
        if move is None:
            raise unreadable(text, _FORMS)
        return move

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        text = str(move)
        known = MOVES.get(text)
        if known is None or known != move:
            raise unreadable(text, _FORMS)
        if self.result:
            raise IllegalMove("FX-9", text, "the game is over: you have "
                              + ("won, the whole map is yours" if self.result > 0 else "given it up"))
        refused = self._refusal(move)
        if refused is not None:
            rule, words = refused
            if self.only_resigning():
                words += "; nothing is possible any more but to resign"
            raise IllegalMove(rule, text, words)

    def only_resigning(self) -> bool:
        """Whether the game goes on, but nothing is legal except to resign (FX-9)."""
        return not self.result and self.legal_moves() == [_RESIGN]

    def _refusal(self, move: Move) -> tuple[str, str] | None:
        """The rule that forbids a move while the game goes on, and why in words; None when it is legal."""
        if isinstance(move, Resign):
            return None
        if isinstance(move, King):
            if self.own is None:
                return None
            return "FX-2", f"you have chosen your king already, the {card_name(_KING_OF[self.own])}"
        if self.own is None:
            return "FX-2", "first you choose your king: king c, king d, king h or king s"
        if isinstance(move, SetAside):
            return self._refused_technology(move.card)
        if not self.laid_out:
            return "FX-10", "first you set one card of your arsenal aside as your technology: " + " or ".join(
                str(_SET_ASIDE[card]) for card in self.arsenal)
        if isinstance(move, Explore):
            return self._refused_mover(move.space, "FX-4", "explore") or self._refused_view(
                "FX-4", f"around {SPACES[move.space]}", _NEAR[move.space])
        if isinstance(move, Travel):
            return self._refused_travel(move.start, move.end)
        if isinstance(move, Capture):
            return self._refused_capture(move.card, move.space)
        if isinstance(move, Conquer):
            return self._refused_conquest(move.space, "FX-7", 51)
        if isinstance(move, TechFlip):
            return self._refused_ability(_SPADES) or self._refused_flip(move.space)
        if isinstance(move, TechConquer):
            return self._refused_ability(_HEARTS) or self._refused_conquest(move.space, "FX-10", 50)
        if isinstance(move, TechExplore):
            line = _ROW if move.line == "row" else _COLUMN
            return self._refused_ability(_DIAMONDS) or self._refused_mover(move.space, "FX-10", "explore") \
                or self._refused_view("FX-10", f"in the {move.line} of {SPACES[move.space]}", line[move.space])
        assert isinstance(move, TechCapture)
        return self._refused_ability(_CLUBS) or self._refused_target(move.space, "FX-10")

    def _refused_technology(self, card: Card) -> tuple[str, str] | None:
        if not self.options.tech:
            return "FX-10", "this game is played without technologies"
        if self.tech is not None:
            return "FX-10", f"you have set a card aside already, the {card_name(self.tech)}"
        if card not in self.arsenal:
            return "FX-10", f"the {card_name(card)} is not in your arsenal"
        return None

    def _refused_ability(self, suit: int) -> tuple[str, str] | None:
        """Why the technology has not the ability of a suit."""
        if self.tech is None:
            return "FX-10", "this game is played without technologies"
        if self.used:
            return "FX-10", f"you have used your technology, the {card_name(self.tech)}, already"
        if SUIT[self.tech] != suit:
            return "FX-10", f"that takes a technology of {SUIT_NAMES[suit]}, and yours is the {card_name(self.tech)}"
        return None

    def _holds(self, space: int) -> str | None:
        """Why a space holds no face-up card, None when it does."""
        name = SPACES[space]
        if self.down >> space & 1:
            return f"the card on {name} lies face down"
        return f"{name} is vacated" if self.cards[space] == _NO_CARD else None

    def _refused_corner(self, *spaces: int) -> tuple[str, str] | None:
        """FX-11 where one of the spaces is off the map."""
        if self.options.tech and _CORNER in spaces:
            return "FX-11", f"{SPACES[_CORNER]} is off the map in a game with a technology"
        return None

    def _refused_mover(self, space: int, rule: str, does: str) -> tuple[str, str] | None:
        """Why what is on a space may not explore or travel (FX-4, FX-5, FX-8)."""
        off = self._refused_corner(space)
        if off:
            return off
        without = self._holds(space)
        if without:
            return rule, f"{without}; only a face-up card of yours can {does}"
        card = self.cards[space]
        who = f"the {card_name(card)} on {SPACES[space]}"
        if SUIT[card] != self.own:
            if SUIT[card] not in self.conquered:
                return rule, f"{who} is an enemy and cannot {does} for you"
            if not self.options.conquered_serve:
                return "FX-8", f"{who} is of a conquered suit: it is territory, but cannot {does}"
        if self.options.explorers == "court" and RANK[card] < 10:
            return rule, f"{who} cannot {does}: only kings, queens and jacks do"
        return None

    def _refused_view(self, rule: str, where: str, spaces: int) -> tuple[str, str] | None:
        return None if spaces & self.down else (rule, f"no card {where} lies face down, so there is nothing to turn up")

    def _refused_travel(self, start: int, end: int) -> tuple[str, str] | None:
        refused = self._refused_mover(start, "FX-5", "travel") or self._refused_corner(end)
        if refused:
            return refused
        if start == end:
            return "FX-5", "a card travels to another space than its own"
        if self.down >> end & 1:
            return "FX-5", f"the card on {SPACES[end]} lies face down; a card travels within your territory"
        card = self.cards[end]
        if card != _NO_CARD and not self._is_ours(card):
            return "FX-5", f"the {card_name(card)} on {SPACES[end]} is an enemy; a card travels within your territory"
        if end < start and self._refused_mover(end, "FX-5", "travel") is None:
            return "FX-5", f"both cards may travel, so the earlier space is named first: {_TRAVEL[end][start]}"
        return None

    def _is_ours(self, card: Card) -> bool:
        """Whether a face-up card is territory (FX-3)."""
        return SUIT[card] == self.own or SUIT[card] in self.conquered

    def _refused_foe(self, space: int, rule: str) -> tuple[str, str] | None:
        """Why a space holds no face-up enemy card (FX-3)."""
        off = self._refused_corner(space)
        if off:
            return off
        without = self._holds(space)
        if without:
            return rule, f"{without}; only a face-up enemy can be taken"
        card = self.cards[space]
        if not self._is_ours(card):
            return None
        why = "your own suit" if SUIT[card] == self.own else "a conquered suit"
        return rule, f"the {card_name(card)} on {SPACES[space]} is no enemy but of {why}"

    def _refused_target(self, space: int, rule: str) -> tuple[str, str] | None:
        """Why no enemy card but a king can be taken from a space (FX-6, FX-10)."""
        refused = self._refused_foe(space, rule)
        if refused is None and self.cards[space] in _KING_OF:
            return rule, f"the {card_name(self.cards[space])} cannot be captured; kings are conquered"
        return refused

    def _refused_capture(self, card: Card, space: int) -> tuple[str, str] | None:
        if card not in self.arsenal:
            return "FX-6", f"the {card_name(card)} is not in your arsenal"
        refused = self._refused_target(space, "FX-6")
        if refused:
            return refused
        target = self.cards[space]
        if SUIT[card] not in (self.own, SUIT[target]):
            return "FX-6", f"the {card_name(card)} takes only {SUIT_NAMES[SUIT[card]]}, not the {card_name(target)}"
        if RANK[target] >= RANK[card]:
            return "FX-6", f"the {card_name(card)} takes only lower cards, and the {card_name(target)} is not lower"
        return None

    def _refused_conquest(self, space: int, rule: str, percent: int) -> tuple[str, str] | None:
        refused = self._refused_foe(space, rule)
        if refused:
            return refused
        card = self.cards[space]
        if card not in _KING_OF:
            return rule, f"the {card_name(card)} is no king; only kings are conquered"
        around = list(_bits(_NEAR[space] & _WHOLE[self.options.tech]))
        ours = sum(1 for other in around if not self.down >> other & 1
                   and (self.cards[other] == _NO_CARD or self._is_ours(self.cards[other])))
        if ours * 100 >= percent * len(around):
            return None
        need = -(-percent * len(around) // 100)
        return rule, (f"your territory has only {ours} of the {len(around)} spaces around the {card_name(card)}; it "
                      f"takes {need}")

    def _refused_flip(self, space: int) -> tuple[str, str] | None:
        off = self._refused_corner(space)
        if off or self.down >> space & 1:
            return off
        return "FX-10", f"no card lies face down on {SPACES[space]}"

    def bearing(self, move: Move) -> tuple[str, ...]:
        """Rules that bear on a move."""
        if isinstance(move, King):
            return ("FX-2", "FX-10") if self.options.tech else ("FX-2",)
        rules = _BEARING.get(type(move), ())
        if isinstance(move, Explore | Travel | TechExplore):
            space = move.start if isinstance(move, Travel) else move.space
            if self.conquered and self._holds(space) is None and SUIT[self.cards[space]] in self.conquered:
                rules += ("FX-8",)
        if self.options.tech and isinstance(move, Conquer | TechConquer) and _NEAR[move.space] >> _CORNER & 1:
            rules += ("FX-11",)
        return rules

    # -- results

    @property
    def points(self) -> tuple[int, ...]:
        """The turns taken (FX-9)."""
        return (self.turns,)

    @property
    def returns(self) -> tuple[int, ...] | None:
        """+1 once the whole map is territory, -1 once given up (FX-9)."""
        return (self.result,) if self.result else None

    # -- what viewers see

    def table(self, viewer: Viewer) -> FourXTable:
        """Map, arsenal and technology; hidden are face-down cards and whatever is not laid out yet (FX-2, FX-10)."""
        text = FRENCH.text
        spaces: list[FourXEntry | None] = []
        for space, card in enumerate(self.cards):
            if space == _CORNER and self.options.tech:
                spaces.append(None)
                continue
            down = bool(self.down >> space & 1)
            shown = None if card == _NO_CARD else HIDDEN if down and viewer is not None else text[card]
            spaces.append({"card": shown, "up": shown is not None and not down,
                           "territory": bool(self.territory >> space & 1)})
        unseen = self.own is None and viewer is not None
        return {
            "own": None if self.own is None else FRENCH.suits[self.own],
            "map": spaces,
            "arsenal": [HIDDEN] * 3 if unseen else FRENCH.texts(self.arsenal),
            "conquered": [FRENCH.suits[suit] for suit in self.conquered],
            "tech": None if self.tech is None else {"card": text[self.tech], "used": self.used},
            "turns": self.turns,
        }

    def rest(self) -> dict[str, Any]:
        """What the open table does not show.

        ``piles``: the cards under each arsenal card, lowest first; ``replacement``: the card that waits to replace the
        technology, else null; ``taken``: the card that a technology of clubs took, else null; ``resigned``.
        """
        return {
            "piles": [FRENCH.texts(pile[:-1]) for pile in self.piles],
            "replacement": None if self.replacement is None else FRENCH.text[self.replacement],
            "taken": None if self.taken is None else FRENCH.text[self.taken],
            "resigned": self.result < 0,
        }

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: FourXOptions) -> FourXState:
        """The game that an open table and its rest describe."""
        return _Reader(table, rest, options).state(cls)

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Lay all cards that are not seen anew, every arrangement as likely as any other.

        Before the king is chosen that is the whole deck, with no king in the arsenal or as replacement; before the
        technology is chosen the replacement and the map; then the face-down cards of the map. Equal views and
        generators give equal worlds.
        """
        piles, replacement, cards = self.piles, self.replacement, self.cards
        spaces = list(_bits(self.down))
        pool = [cards[space] for space in spaces]
        if not self.laid_out:
            pool += [] if replacement is None else [replacement]
            pool += [] if self.own is not None else self.arsenal
        pool.sort()
        if not self.laid_out:
            common = [card for card in pool if card not in _KING_OF]
            rng.shuffle(common)
            if self.own is None:
                piles = (common.pop(),), (common.pop(),), (common.pop(),)
            if replacement is not None:
                replacement = common.pop()
            pool = common + [card for card in pool if card in _KING_OF]
        rng.shuffle(pool)
        dealt = bytearray(cards)
        for space, card in zip(spaces, pool, strict=True):
            dealt[space] = card
        return self.made(self.options, self.own, self.conquered, piles, replacement, self.tech, self.taken, self.turns,
                         min(self.result, 0), bytes(dealt), self.down, used=self.used)

    def narrate(self, move: Move, after: Self) -> str:
        """What the move did, and whether it won or left nothing to do."""
        words = f"A {self._told(move, after)}."
        if after.result > 0:
            words += f" The whole map is A's: won in {_count(after.turns, 'turn')}."
        elif after.only_resigning():
            words += " Nothing is possible any more but to resign."
        return words

    def _told(self, move: Move, after: Self) -> str:
        """What the player did."""
        if isinstance(move, Resign):
            return f"gives up after {_count(self.turns, 'turn')}"
        if isinstance(move, King | SetAside):
            if isinstance(move, King):
                words = f"chooses the {card_name(_KING_OF[move.suit])}"
            else:
                next_card = card_name(after.arsenal[self.arsenal.index(move.card)])
                words = f"sets the {card_name(move.card)} aside as technology, and the {next_card} takes its place"
            if after.laid_out and after.own is not None:
                words += f"; the own king lies on {SPACES[after.cards.index(_KING_OF[after.own])]}"
            return words
        if isinstance(move, Travel):
            words = f"lets the {self._on(move.start)} travel from {SPACES[move.start]} to {SPACES[move.end]}"
            empty = self.cards[move.end] == _NO_CARD
            return words if empty else f"{words}, changing places with the {self._on(move.end)}"
        if isinstance(move, Capture):
            return f"takes the {self._on(move.space)} on {SPACES[move.space]} with the {card_name(move.card)}"
        if isinstance(move, Conquer | TechConquer):
            helped = "uses the technology and " if isinstance(move, TechConquer) else ""
            suit = SUIT_NAMES[SUIT[self.cards[move.space]]]
            return f"{helped}conquers the {self._on(move.space)} on {SPACES[move.space]}: {suit} are territory now"
        if isinstance(move, TechCapture):
            return f"uses the technology and takes the {self._on(move.space)} on {SPACES[move.space]}"
        found = ", ".join(f"the {self._on(space)} on {SPACES[space]}" for space in _bits(self.down & ~after.down))
        if isinstance(move, TechFlip):
            return f"uses the technology and turns up {found}"
        if isinstance(move, TechExplore):
            return f"uses the technology, explores the {move.line} of {SPACES[move.space]} and turns up {found}"
        assert isinstance(move, Explore)
        return f"explores from {SPACES[move.space]} and turns up {found}"

    def _on(self, space: int) -> str:
        """The card on a space, in words."""
        return card_name(self.cards[space])


_BEARING: Final[dict[type, tuple[str, ...]]] = {
    SetAside: ("FX-10", "FX-11"),
    Explore: ("FX-4", "FX-3"),
    Travel: ("FX-5", "FX-3"),
    Capture: ("FX-6", "FX-3"),
    Conquer: ("FX-7", "FX-3"),
    TechFlip: ("FX-10",),
    TechConquer: ("FX-10", "FX-7"),
    TechExplore: ("FX-10", "FX-4"),
    TechCapture: ("FX-10", "FX-6"),
    Resign: ("FX-9",),
}


def _without(cards: bytes, space: int) -> bytes:
    """The map with a space vacated."""
    left = bytearray(cards)
    left[space] = _NO_CARD
    return bytes(left)


def _claims(
    options: FourXOptions, own: int, conquered: tuple[int, ...], cards: bytes, spaces: int,
) -> tuple[int, int, int]:
    """What face-up or vacated spaces add: territory, spaces of cards that may explore and travel, enemy cards."""
    ours = serving = _OF_SUIT[own]
    for suit in conquered:
        ours |= _OF_SUIT[suit]
    if options.conquered_serve:
        serving = ours
    if options.explorers == "court":
        serving &= _COURT
    territory = movers = foes = 0
    while spaces:
        bit = spaces & -spaces
        spaces ^= bit
        card = cards[bit.bit_length() - 1]
        if card == _NO_CARD:
            territory |= bit
        elif ours >> card & 1:
            territory |= bit
            if serving >> card & 1:
                movers |= bit
        else:
            foes |= 1 << card
    return territory, movers, foes


def _standing(
    options: FourXOptions, own: int, piles: Piles, ability: int | None, cards: bytes, down: int,
    territory: int, foes: int,
) -> tuple[Move, ...]:
    """Legal captures, conquests, flips and resigning; ``ability`` is the suit of a technology not yet used."""
    moves: list[Move] = []
    for pile in piles if foes else ():
        card = pile[-1]
        prey = foes & _LOWER[card]
        if SUIT[card] != own:
            prey &= _OF_SUIT[SUIT[card]]
        captures = _CAPTURE[card]
        while prey:
            bit = prey & -prey
            prey ^= bit
            moves.append(captures[cards.index(bit.bit_length() - 1)])
    kings = foes & _KINGS
    while kings:
        bit = kings & -kings
        kings ^= bit
        space = cards.index(bit.bit_length() - 1)
        around = _NEAR[space] & _WHOLE[options.tech]
        ours, count = (around & territory).bit_count(), around.bit_count()
        if 100 * ours >= 51 * count:
            moves.append(_CONQUER[space])
        if ability == _HEARTS and 100 * ours >= 50 * count:
            moves.append(_TECH_CONQUER[space])
    if ability == _SPADES:
        moves += [_TECH_FLIP[space] for space in _bits(down)]
    elif ability == _CLUBS:
        moves += [_TECH_CAPTURE[cards.index(card)] for card in _bits(foes & ~_KINGS)]
    moves.append(_RESIGN)
    return tuple(moves)


# -- reading a table back ----------------------------------------------------------------------------------------------


_MOST_TURNS: Final = 9_000_000
"""The most turns of a game that is read back: as many as there are plies to read."""


class _Reader:
    """Checks an open table and its rest, and makes the game that they describe."""

    def __init__(self, table: Any, rest: Any, options: FourXOptions) -> None:
        self.options = options
        self.table = _object(table, "table", ("own", "map", "arsenal", "conquered", "tech", "turns"))
        self.rest = _object(rest, "rest", ("piles", "replacement", "taken", "resigned"))
        self.seen: dict[Card, str] = {}

    def state(self, cls: type[FourXState]) -> FourXState:
        """The state, once all parts have been found to fit one another."""
        table, rest, options = self.table, self.rest, self.options
        own = None if table["own"] is None else _suit(table["own"], "table.own")
        cards, down = self._map(_list(table["map"], "table.map", 49))
        arsenal = tuple(self._common(text, f"table.arsenal[{place}]")
                        for place, text in enumerate(_list(table["arsenal"], "table.arsenal", 3)))
        piles = tuple((*self._pile(pile, f"rest.piles[{place}]", arsenal[place], own), arsenal[place])
                      for place, pile in enumerate(_list(rest["piles"], "rest.piles", 3)))
        conquered = self._conquered(table["conquered"], own)
        tech, used = self._technology(table["tech"], own)
        replacement = self._replacement(rest["replacement"], tech)
        taken = self._taken(rest["taken"], tech if used else None, own)
        turns = table["turns"]
        if type(turns) is not int or not 0 <= turns <= _MOST_TURNS:
            raise RecordError("table.turns", f"expected a whole number, 0 or more and at most {_MOST_TURNS:,}")
        resigned = rest["resigned"]
        if type(resigned) is not bool:
            raise RecordError("rest.resigned", "expected true or false")
        if len(self.seen) != 52:
            missing = next(card for card in range(52) if card not in self.seen)
            raise RecordError("table", f"expected all 52 cards, found {len(self.seen)}; one that is missing is "
                              f"{FRENCH.text[missing]}")
        state = cls.made(options, own, conquered, piles, replacement, tech, taken, turns, -1 if resigned else 0,
                         bytes(cards), down, used=used)
        self._check_stage(state)
        self._check_turns(state)
        return state

    def _card(self, text: object, where: str) -> Card:
        card = FRENCH.find(text)
        if card is None:
            raise RecordError(where, "expected a card such as \"7c\"")
        self._stands(card, where)
        return card

    def _stands(self, card: Card, where: str) -> None:
        if card in self.seen:
            raise RecordError(where, f"the card {FRENCH.text[card]} stands at {self.seen[card]} already")
        self.seen[card] = where

    def _common(self, text: object, where: str) -> Card:
        card = self._card(text, where)
        if card in _KING_OF:
            raise RecordError(where, "a king never comes here (FX-1, FX-6, FX-10)")
        return card

    def _map(self, entries: list[object]) -> tuple[bytearray, int]:
        """Cards by space, and the spaces with a face-down card."""
        cards, down = bytearray([_NO_CARD]) * 49, 0
        for space, value in enumerate(entries):
            where = f"table.map[{space}]"
            if space == _CORNER and self.options.tech:
                if value is not None:
                    raise RecordError(where, "expected null: g7 is off the map in a game with a technology (FX-11)")
                continue
            entry = _object(value, where, ("card", "up", "territory"))
            for key in ("up", "territory"):
                if type(entry[key]) is not bool:
                    raise RecordError(f"{where}.{key}", "expected true or false")
            if entry["card"] is not None:
                cards[space] = self._card(entry["card"], f"{where}.card")
                down |= (not entry["up"]) << space
            elif entry["up"]:
                raise RecordError(f"{where}.up", "a vacated space holds no face-up card")
        return cards, down

    def _pile(self, value: object, where: str, top: Card, own: int | None) -> tuple[Card, ...]:
        """The cards under an arsenal card, which must have been captured by one another (FX-6)."""
        pile = [self._common(text, f"{where}[{place}]") for place, text in enumerate(_list(value, where))]
        for place, (by, card) in enumerate(zip(pile, [*pile, top][1:], strict=True)):
            if SUIT[card] == own or RANK[card] >= RANK[by] or SUIT[by] not in (SUIT[card], own):
                name = card_name(card)
                raise RecordError(f"{where}[{place}]", f"this card cannot have taken the {name} that lies on it (FX-6)")
        return tuple(pile)

    def _conquered(self, value: object, own: int | None) -> tuple[int, ...]:
        suits: list[int] = []
        for place, text in enumerate(_list(value, "table.conquered")):
            where = f"table.conquered[{place}]"
            suit = _suit(text, where)
            if suit in suits or suit == own:
                raise RecordError(where, "expected three different suits at most, none of them the player's own (FX-7)")
            self._stands(_KING_OF[suit], where)
            suits.append(suit)
        return tuple(suits)

    def _technology(self, value: object, own: int | None) -> tuple[Card | None, bool]:
        if value is None:
            return None, False
        if not self.options.tech or own is None:
            raise RecordError("table.tech", "expected null: no technology has been chosen here (FX-10)")
        entry = _object(value, "table.tech", ("card", "used"))
        if type(entry["used"]) is not bool:
            raise RecordError("table.tech.used", "expected true or false")
        return self._common(entry["card"], "table.tech.card"), entry["used"]

    def _replacement(self, value: object, tech: Card | None) -> Card | None:
        if self.options.tech and tech is None:
            return self._common(value, "rest.replacement")
        if value is not None:
            raise RecordError("rest.replacement", "expected null: no card waits to replace a technology (FX-10)")
        return None

    def _taken(self, value: object, used: Card | None, own: int | None) -> Card | None:
        """The card that a used technology of clubs took."""
        if used is None or SUIT[used] != _CLUBS:
            if value is not None:
                raise RecordError("rest.taken", "expected null: no technology of clubs has been used (FX-10)")
            return None
        card = self._common(value, "rest.taken")
        if SUIT[card] == own:
            raise RecordError("rest.taken", "a card of the own suit is no enemy and cannot be taken (FX-10)")
        return card

    def _check_stage(self, state: FourXState) -> None:
        """Refuse what contradicts the choices made so far, or the derived values of the map."""
        up = _WHOLE[self.options.tech] & ~state.down
        if not state.laid_out:
            if up:
                raise RecordError(f"table.map[{next(_bits(up))}]", "the map is not laid out yet, so all cards lie face "
                                  "down and no space is vacated (FX-2)")
        elif state.own is not None:
            king = state.cards.index(_KING_OF[state.own])
            if not up >> king & 1:
                raise RecordError(f"table.map[{king}].up", "the own king lies face up (FX-2)")
        for space, entry in enumerate(self.table["map"]):
            if entry is not None and entry["territory"] != bool(state.territory >> space & 1):
                right = "false" if entry["territory"] else "true"
                raise RecordError(f"table.map[{space}].territory", f"by FX-3 this must be {right}")
        if state.used and state.tech is not None and SUIT[state.tech] == _HEARTS and not state.conquered:
            raise RecordError("table.tech.used", "a technology of hearts conquers, but nothing is conquered (FX-10)")
        if self.rest["resigned"] and state.territory == _WHOLE[self.options.tech]:
            raise RecordError("rest.resigned", "the whole map is territory: a game that is won is not given up (FX-9)")

    def _check_turns(self, state: FourXState) -> None:
        """Refuse a number of turns too small for what has happened, or too great for what can have (FX-9)."""
        turned = (_WHOLE[self.options.tech] & ~state.down).bit_count() - 1 if state.laid_out else 0
        ability = SUIT[state.tech] if state.tech is not None and state.used else None
        least = sum(len(pile) - 1 for pile in state.piles) + len(state.conquered)
        if ability is not None and ability != _HEARTS:  # a conquest with hearts is counted among the conquests
            least += 1
        # an exploration turns up eight cards at most, a row or column six, a flip one
        by_ability = {_DIAMONDS: 6, _SPADES: 1}.get(ability, 0) if ability is not None else 0
        if by_ability and not turned:
            raise RecordError("table.tech.used", "the technology turns cards up, but none is turned up (FX-10)")
        least += -(-max(0, turned - by_ability) // 8)
        if state.turns < least:
            raise RecordError("table.turns", f"what has happened takes {_count(least, 'turn')} at least (FX-9)")
        if not turned and state.turns:
            raise RecordError("table.turns", "the first turn turns a card up, but none is turned up (FX-4)")
        most = 1 + state.used
        if state.territory.bit_count() == 1 and state.turns > most:
            raise RecordError("table.turns", f"with nothing but the king, at most {_count(most, 'turn')} can have been "
                              "taken (FX-4, FX-5)")


def _object(value: object, where: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """An object with just these keys."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise RecordError(where, f"expected an object with {', '.join(keys)}")
    return value


def _list(value: object, where: str, length: int | None = None) -> list[object]:
    """A list, of a given length or of at most as many entries as there are cards."""
    if not isinstance(value, list) or len(value) > 52 or length not in (None, len(value)):
        raise RecordError(where, "expected a list" + ("" if length is None else f" of {length} entries"))
    return value


def _suit(text: object, where: str) -> int:
    if not isinstance(text, str) or text not in FRENCH.suits:
        raise RecordError(where, "expected a suit: \"c\", \"d\", \"h\" or \"s\"")
    return FRENCH.suits.index(text)


# -- words -------------------------------------------------------------------------------------------------------------

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")


def card_name(card: Card) -> str:
    """A card in words: "8 of diamonds"."""
    return f"{RANK_NAMES[RANK[card]]} of {SUIT_NAMES[SUIT[card]]}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


RULES: Final = {
    "FX-1": "Three cards, never kings, are laid out as your arsenal; the other 49 make a map of seven by seven, "
            "columns a to g and rows 1 to 7 from the top. Aces are low and kings high.",
    "FX-2": "Before you see any card you choose a king; his suit is your own. Then the arsenal is laid out, and the "
            "map with all cards face down but your king. Choosing costs no turn.",
    "FX-3": "Your territory is every face-up card of your own suit or of a conquered suit, and every vacated space. "
            "All other face-up cards are enemies. A space has up to eight neighbours, diagonals included.",
    "FX-4": "Explore with a king, queen or jack of your suit: all face-down cards around it are turned up, at least "
            "one. With the option “any” every face-up card of your suit explores and travels.",
    "FX-5": "Travel: a face-up king, queen or jack of your suit changes places with any other space of your territory,"
            " near or far, vacated or not. When both cards could travel, the earlier space in reading order is named "
            "first.",
    "FX-6": "Capture a face-up enemy card anywhere with an arsenal card of the same suit and higher rank; an arsenal "
            "card of your own suit takes any suit. The captured card covers the arsenal card and takes its part, so "
            "that pile goes on in the captured suit. The space is vacated and yours. Kings cannot be captured.",
    "FX-7": "Conquer a face-up enemy king when at least 51% of the spaces around him are your territory: 5 of 8, at "
            "the edge 3 of 5, in a corner 2 of 3. He leaves the map, and all face-up cards of his suit, now and later,"
            " are your territory.",
    "FX-8": "Conquered cards are territory, but they neither explore nor travel; with the option for it they do, as "
            "your own cards do.",
    "FX-9": "You win when every space of the map is turned up or vacated and is your territory; the fewer turns the "
            "better. You may resign at any time, and must when nothing else is possible.",
    "FX-10": "With a technology you set one arsenal card aside before the map is laid out, and another card, never a "
             "king, takes its place. Once in the game its suit lets you, as a turn: turn up any card (spades); conquer"
             " with 50% around the king (hearts); explore a whole row or column of an exploring card (diamonds); or "
             "take any face-up enemy card but a king, which is put away (clubs).",
    "FX-11": "With a technology there is one card too few, so g7 is off the map: it neighbours nothing and is not "
             "needed to win. The share around f6 is taken of seven spaces, around f7 and g6 of four.",
}


def draw(table: FourXTable) -> str:
    """The table as aligned text: the map with the territory in brackets and known face-down cards in parentheses."""
    def cell(entry: FourXEntry | None) -> str:
        if entry is None:
            return "    "
        card = entry["card"]
        if entry["territory"]:
            return f"[{card or '  '}]"
        return f" {card} " if entry["up"] or card == HIDDEN else f"({card})"

    names = dict(zip(FRENCH.suits, SUIT_NAMES, strict=True))
    tech = table["tech"]
    lines = ["  " + "".join(f"  {file}  " for file in "abcdefg")]
    lines += [f"{row + 1} " + " ".join(cell(entry) for entry in table["map"][7 * row:7 * row + 7]) for row in range(7)]
    lines += [
        "",
        f"{'own suit':<12}{'not chosen yet' if table['own'] is None else names[table['own']]}",
        f"{'arsenal':<12}{' '.join(table['arsenal'])}",
        f"{'conquered':<12}{', '.join(names[suit] for suit in table['conquered']) or 'none'}",
    ]
    if tech is not None:
        lines.append(f"{'technology':<12}{tech['card']} ({'used' if tech['used'] else 'not used yet'})")
    lines.append(f"{'turns':<12}{table['turns']}")
    return "\n".join(line.rstrip() for line in lines)


def tally(state: FourXState) -> tuple[str, tuple[str, ...]]:
    """Won or given up, after how many turns, with how much of the map (FX-9)."""
    if state.result == 1:
        return "The whole map is territory: won.", (f"{_count(state.turns, 'turn')}; fewer are better",)
    held = f"{_count(state.territory.bit_count(), 'space')} of territory, {state.down.bit_count()} not yet seen"
    return "Given up.", (f"{_count(state.turns, 'turn')}; {held}",)


GAME: Final = GameType(
    slug="fourx",
    title="4X Solitaire",
    deck=FRENCH,
    options=FourXOptions,
    state=FourXState,
    opener=None,
    rules=RULES,
    draw=draw,
    tally=tally,
    seats=lambda options: 1,
)
