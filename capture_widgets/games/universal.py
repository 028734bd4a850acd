"""Capture for the Universal Card Deck: two players, 60 cards, six suits (UC-1 to UC-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self, TypedDict

from capture_widgets.cards import HIDDEN, UNIVERSAL, Card
from capture_widgets.errors import IllegalDeal, IllegalMove, RecordError
from capture_widgets.options import Options, option
from capture_widgets.state import SEAT_NAMES, GameType, Move, Seat, State, Viewer, tidy, unreadable

# -- options -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UniversalOptions(Options):
    """What can be chosen about a game for the Universal Card Deck."""

    dealer: int | str = option(1, "Which seat deals the first hand; \"cut\" lets a drawn card each decide.",
                               rule="UC-1", choices=(0, 1, "cut"))
    target: int = option(200, "How many points end a match.", rule="UC-15")
    opening: str = option("two cards", "Whether the very first turn follows the usual two cards or stops after one.",
                          rule="UC-11", choices=("two cards", "one card"))


# -- cards as masks: bit c of a mask stands for card c -----------------------------------------------------------------

RANK: Final = UNIVERSAL.rank_of
SUIT: Final = UNIVERSAL.suit_of
GALAXY: Final = 9
"""Rank of a Galaxy, the highest."""

BIT: Final = tuple(1 << card for card in range(60))
VALUE: Final = tuple(RANK[card] + 1 if RANK[card] < 7 else 10 for card in range(60))
"""Points that a card counts when it is left over (UC-14)."""
RANK_NAMES: Final = ("1", "2", "3", "4", "5", "6", "7", "Moon", "Sun", "Galaxy")

GALAXIES: Final = sum(BIT[card] for card in range(60) if RANK[card] == GALAXY)
ONES: Final = sum(BIT[card] for card in range(60) if RANK[card] == 0)


def _neighbours(card: Card, step: int) -> int:
    """Mask of the cards of another suit whose rank differs from a card's by ``step``."""
    return sum(BIT[c] for c in range(60) if RANK[c] == RANK[card] + step and SUIT[c] != SUIT[card])


BELOW: Final = tuple(_neighbours(card, -1) for card in range(60))
"""By bottom card: what may be added beneath it (UC-7)."""
BEHIND: Final = tuple(_neighbours(card, +1) for card in range(60))
"""By top card: what may be slipped behind it (UC-7)."""


def _cards(mask: int) -> list[Card]:
    """The cards of a mask in canonical order."""
    cards = []
    while mask:
        bit = mask & -mask
        cards.append(bit.bit_length() - 1)
        mask ^= bit
    return cards


def _mask(cards: Iterable[Card]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def card_name(card: Card) -> str:
    """A card in words: "5 J", "Galaxy N"."""
    return f"{RANK_NAMES[RANK[card]]} {UNIVERSAL.suits[SUIT[card]].upper()}"


def cut_dealer(card_a: Card, card_b: Card) -> Seat:
    """The seat that deals when seat 0 drew ``card_a`` and seat 1 drew ``card_b`` (UC-1).

    The higher suit deals, E being the highest and V the lowest; within a suit the higher rank.

    Raises:
        ValueError: the same card twice.
    """
    if card_a == card_b:
        raise ValueError("the two seats cannot have drawn the same card")
    return 0 if (-SUIT[card_a], RANK[card_a]) > (-SUIT[card_b], RANK[card_b]) else 1


# -- moves -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Add a card from hand at the bottom of a column, or start an empty one: ``play 5j 3``, ``play 5j o3`` (UC-7)."""

    card: Card
    across: bool
    """Whether the column is on the other player's board."""
    column: int
    """0 to 4."""

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
    """End the turn without a draw, where a rule says so: ``end`` (UC-11, UC-12)."""

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
    *(kind(card, across, column) for kind in (Play, Slip) for across in (False, True)
      for column in range(5) for card in range(60)),
    *(kind(card) for kind in (Bar, Discard) for card in range(60)),
    *(move for row in BUILDS for move in row),
    DRAW_STOCK, DRAW_DISCARD, END, PASS,
)
"""Every move that has a notation, legal anywhere or not."""

_BY_TEXT: Final = {str(move): move for move in ALL_MOVES}
_KNOWN_MOVES: Final = frozenset(ALL_MOVES)
# the 1320 moves of cards stand first, each kind and place for all 60 cards in turn
_MOVES_OF_CARD: Final = tuple(ALL_MOVES[card:1320:60] for card in range(60))


class _MovesByMask(dict[int, tuple[Move, ...]]):
    """For a mask of cards, one move for each; filled as masks turn up.

    There are at most a few thousand masks that anybody asks for: cards of one rank, or of one quarter of the deck.
    """

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__()
        self._moves: Final = moves

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        made = self[mask] = tuple(self._moves[card] for card in _cards(mask))
        return made


def _by_column(kind: type[Play | Slip], across: bool) -> tuple[_MovesByMask, ...]:
    return tuple(_MovesByMask([kind(card, across, column) for card in range(60)]) for column in range(5))


_PLAYS, _PLAYS_ACROSS = (_by_column(Play, across) for across in (False, True))
_SLIPS, _SLIPS_ACROSS = (_by_column(Slip, across) for across in (False, True))
_BAR_MOVES: Final = tuple(Bar(card) for card in range(60))
_QUARTER: Final = (1 << 15) - 1
_DISCARDS: Final = tuple(
    _MovesByMask([Discard(card) for card in range(start, start + 15)]) for start in range(0, 60, 15))


class _BuildsByMask(dict[int, tuple[Move, ...]]):
    """For a mask with bit 5 * source + target, the moves in that order; filled as masks turn up, up to a bound."""

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        if len(self) >= 10_000:
            self.clear()
        made = self[mask] = tuple(BUILDS[bit // 5][bit % 5] for bit in _cards(mask))
        return made


_BUILD_MOVES: Final = _BuildsByMask()
_NO_TARGET: Final = tuple(~sum(1 << 5 * source + target for source in range(5)) for target in range(5))
"""By column, the mask of all ways to build but those onto it."""

# -- state -------------------------------------------------------------------------------------------------------------

NOWHERE, OWN, OTHER, BAR = range(4)
"""Where the first card of the turn went, NOWHERE while none is played (UC-6)."""
_PLACE_NAMES: Final = (None, "own", "other", "bar")

ONE_CARD, FIRST, SECOND, LATER = range(4)
"""Which turn of the hand it is: the non-dealer's first (stopping after one card, or not), the dealer's first, any later
one (UC-11). So the first turn of the one to play is any but LATER."""
_NEXT_STAGE: Final = (SECOND, SECOND, LATER, LATER)

_new: Final = tuple.__new__
"""Makes a named tuple from its values without a look at each, which halves the time."""


class Column(NamedTuple):
    """A column of a board (UC-4)."""

    down: tuple[Card, ...]
    """Down cards, the lower first."""
    up: tuple[Card, ...]
    """The face-up run, top (head) card first."""


class Board(NamedTuple):
    """The five columns of a player, with what follows from them worked out once."""

    downs: tuple[tuple[Card, ...], ...]
    """Down cards of each column, the lower first."""
    ups: tuple[tuple[Card, ...], ...]
    """The face-up run of each column, top (head) card first."""
    below: tuple[int, ...]
    """By column, mask of the cards that may be added at the bottom; Galaxies where it is empty (UC-7)."""
    slips: tuple[tuple[int, int], ...]
    """Columns that take a card behind their top card, each with the mask of those it takes (UC-7)."""
    heads: tuple[int, ...]
    """By column, the top card of its run as a mask if the run could move, else 0: it is empty, or begins with a Galaxy
    without down cards beneath (UC-8)."""
    runs: int
    """Mask of all those top cards."""
    builds: int
    """Every way to build, as a mask: bit 5 * source + target (UC-8)."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right."""
        return tuple(map(Column, self.downs, self.ups))


def _board(downs: tuple[tuple[Card, ...], ...], ups: tuple[tuple[Card, ...], ...]) -> Board:
    """A board of these columns."""
    slips: tuple[tuple[int, int], ...] = ()
    below, heads = [], []
    for at, up in enumerate(ups):
        below.append(BELOW[up[-1]] if up else GALAXIES)
        if not up:
            heads.append(0)
        elif downs[at]:
            heads.append(BIT[up[0]])
        else:
            heads.append(BIT[up[0]] & ~GALAXIES)
            if heads[at]:
                slips += ((at, BEHIND[up[0]]),)
    a, b, c, d, e = heads
    runs = a | b | c | d | e
    builds = 0
    for at, mask in enumerate(below):
        if runs & mask:
            builds |= _builds_onto(at, mask, heads)
    return Board(downs, ups, tuple(below), slips, tuple(heads), runs, builds)


def _builds_onto(target: int, mask: int, heads: Sequence[int]) -> int:
    """The ways to build onto a column that takes the cards of a mask, as a mask (UC-8)."""
    builds = 0
    bit = 1 << target
    for head in heads:
        if head & mask:
            builds |= bit
        bit <<= 5
    return builds


class Side(NamedTuple):
    """What belongs to one player, put together for whoever asks."""

    hand: int
    """Mask of the cards in hand."""
    board: Board
    known: int
    """Mask of the cards in hand that all have seen: drawn from the discard pile and not yet played."""
    lacks: int
    """Mask of the cards that are not among the unseen ones in hand: a pass showed that none could be played (UC-13)."""
    started: bool
    """Whether a first card of the hand has been played (UC-11)."""


class _Fields(NamedTuple):
    to_play: Seat | None
    hand: int
    """Cards in hand of the seat to play, as a mask; of seat 0 when the hand is over."""
    other_hand: int
    """Cards in hand of the other seat."""
    board: Board
    """Board of the seat to play; of seat 0 when the hand is over."""
    other_board: Board
    stock: tuple[Card, ...]
    """Next card first."""
    discard: tuple[Card, ...]
    """Top card last."""
    bar: int
    """Mask of the cards that the bar takes next; a finished suit has none (UC-10)."""
    first: int
    """Where the first card of this turn went."""
    stage: int
    """Which turn of the hand this is."""
    passes: int
    """Turns in a row that passed without a card played; two block the hand (UC-13)."""
    started: int
    """Seats that have played a card in this hand, bit 0 for seat 0 (UC-11)."""
    known: int
    """Mask of the cards in hands that all have seen: drawn from the discard pile and not yet played."""
    lacks: tuple[int, int]
    """By seat, mask of the cards that a pass showed not to be among the unseen ones in hand (UC-13)."""


class UniversalColumn(TypedDict):
    """One column as the table shows it."""

    down: list[str]
    """Down cards, the lower first."""
    up: list[str]
    """The face-up run, top (head) card first."""


class UniversalTurn(TypedDict):
    """How far the turn has gone; reset when it ends."""

    first: Literal["own", "other", "bar"] | None
    """Where the first card of the turn went; null before it."""
    played: int
    """Cards played from hand, 0 or 1."""


class UniversalTable(TypedDict):
    """The table of this game as a viewer knows it."""

    boards: list[list[UniversalColumn]]
    """For each seat five columns."""
    hands: list[list[str]]
    stock: list[str]
    """Next to draw first."""
    discard: list[str]
    """Top last."""
    bar: dict[str, int]
    """For each suit how many cards lie on its pile, 0 to 10."""
    turn: UniversalTurn


class UniversalRest(TypedDict):
    """What else a position needs."""

    to_play: int | None
    turns: int
    """Turns taken so far in the hand; 2 stands for two or more."""
    started: list[bool]
    """For each seat whether it has played a card."""
    known: list[list[str]]
    """For each seat the cards in hand that were drawn from the discard pile."""
    lacks: list[list[str]]
    """For each seat the cards that its passes show not to be among its unseen ones."""
    passes: int
    """Turns in a row that passed without a card played."""


class UniversalState(_Fields, State):
    """One hand at one moment; hands and boards are kept as the seat to play and the other one have them."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: Any, first: Seat | None) -> Self:
        """The hand before the first move, dealt by seat ``first`` (UC-1).

        Raises:
            IllegalDeal: the five upcards of a player are all of one suit or of one rank (UC-2), or nobody deals.
        """
        if first is None:
            first = options.dealer
        if first not in (0, 1):
            raise IllegalDeal("UC-1", "the cut must have decided who deals: seat 0 or 1")
        hands, boards = [], []
        for player in range(2):
            start = 22 + 15 * player
            stacks = [cards[at:at + 3] for at in range(start, start + 15, 3)]
            _check_upcards([stack[2] for stack in stacks], SEAT_NAMES[first if player else 1 - first])
            hands.append(_mask(cards[11 * player:11 * player + 11]))
            boards.append(_board(tuple(tuple(stack[:2]) for stack in stacks), tuple((stack[2],) for stack in stacks)))
        stage = ONE_CARD if options.opening == "one card" else FIRST
        return cls(1 - first, hands[0], hands[1], boards[0], boards[1], tuple(cards[52:]), (), ONES, NOWHERE, stage,
                   passes=0, started=0, known=0, lacks=(0, 0))

    @classmethod
    def of_sides(cls, to_play: Seat | None, sides: Sequence[Side], stock: tuple[Card, ...], discard: tuple[Card, ...],
                 bar: int, first: int, stage: int, passes: int) -> Self:
        """The state of two sides, given by seat, and what lies between them."""
        mine, theirs = sides if to_play != 1 else sides[::-1]
        return cls(
            to_play, mine.hand, theirs.hand, mine.board, theirs.board, stock, discard, bar, first, stage, passes,
            sides[0].started + 2 * sides[1].started, sides[0].known | sides[1].known, (sides[0].lacks, sides[1].lacks))

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides by seat."""
        hands, boards = (self.hand, self.other_hand), (self.board, self.other_board)
        if self.to_play == 1:
            hands, boards = hands[::-1], boards[::-1]
        a, b = (
            Side(hands[seat], boards[seat], self.known & hands[seat], self.lacks[seat], bool(self.started >> seat & 1))
            for seat in range(2)
        )
        return a, b

    @property
    def mine(self) -> Side:
        """The side of the seat to play, of seat 0 when the hand is over."""
        return self.sides[1 if self.to_play == 1 else 0]

    @property
    def theirs(self) -> Side:
        """The other side."""
        return self.sides[0 if self.to_play == 1 else 1]

    def legal_moves(self) -> Sequence[Move]:
        """Every legal move: building, own board, other board, bar, discards, draws, in the order of the columns."""
        to_play, hand, _, board, other_board, stock, discard, bar, first, stage, _, started, _, _ = self
        if to_play is None:
            return ()
        moves: list[Move] = []
        if first:
            if board.builds:
                moves += _BUILD_MOVES[board.builds]
            if not hand or stage == ONE_CARD:
                moves.append(END)
                return moves
        built = len(moves)
        if not hand & (hand - 1):
            # the last card: the own board or nothing (UC-12)
            if first != OWN:
                _add_placements(moves, hand, board, _PLAYS, _SLIPS)
        else:
            if not first:
                _add_placements(moves, hand, board, _PLAYS, _SLIPS)
                free = started == 3 or started >> to_play & 1
                cross = free
            else:
                free = True
                cross = first != OTHER and stage == LATER
            if cross:
                _add_placements(moves, hand, other_board, _PLAYS_ACROSS, _SLIPS_ACROSS)
            if free and first != BAR:
                fits = hand & bar
                while fits:
                    bit = fits & -fits
                    moves.append(_BAR_MOVES[bit.bit_length() - 1])
                    fits ^= bit
            if first:
                moves += _DISCARDS[0][hand & _QUARTER]
                moves += _DISCARDS[1][hand >> 15 & _QUARTER]
                moves += _DISCARDS[2][hand >> 30 & _QUARTER]
                moves += _DISCARDS[3][hand >> 45]
        if stock:
            moves.append(DRAW_STOCK)
        if discard:
            moves.append(DRAW_DISCARD)
        elif not stock and len(moves) == built:
            moves.append(PASS)
        return moves

    def apply(self, move: Move) -> UniversalState:
        """The state after a legal move; trusts its caller."""
        (to_play, hand, other_hand, board, other_board, stock, discard, bar, first, stage, passes, started, known,
         lacks) = self
        assert to_play is not None
        if type(move) is Draw:
            if move.pile == "stock":
                hand |= BIT[stock[0]]
                stock = stock[1:]
            else:
                bit = BIT[discard[-1]]
                hand |= bit
                known |= bit
                discard = discard[:-1]
        elif type(move) is Play or type(move) is Slip:
            hand ^= BIT[move.card]
            if known:
                known &= ~BIT[move.card]
            if move.across:
                other_board = _grown(other_board, move)
                place = OTHER
            else:
                board = _grown(board, move)
                place = OWN
                if not hand and (first or not board.builds):
                    return self._ended(board, hand)
            if not first:
                return _new(UniversalState, (
                    to_play, hand, other_hand, board, other_board, stock, discard, bar, place, stage, 0,
                    started if started == 3 else started | 1 << to_play, known, lacks))
        elif type(move) is Discard:
            hand ^= BIT[move.card]
            if known:
                known &= ~BIT[move.card]
            discard = (*discard, move.card)
        elif type(move) is Bar:
            bit = BIT[move.card]
            hand ^= bit
            if known:
                known &= ~bit
            # the next card of the suit is the next bit; after its Galaxy there is none
            bar = bar ^ bit if bit & GALAXIES else bar + bit
            if not first:
                return _new(UniversalState, (
                    to_play, hand, other_hand, board, other_board, stock, discard, bar, BAR, stage, 0,
                    started, known, lacks))
        elif type(move) is Build:
            board = _built(board, move.source, move.target)
            if not hand and not board.builds:
                return self._ended(board, hand)
            return _new(UniversalState, (
                to_play, hand, other_hand, board, other_board, stock, discard, bar, first, stage, 0,
                started, known, lacks))
        elif type(move) is Pass:
            shown = _shown_by_pass(hand, board, other_board, bar, first, bool(started >> to_play & 1))
            lacks = (lacks[0] | shown, lacks[1]) if to_play == 0 else (lacks[0], lacks[1] | shown)
            passes = 0 if first else passes + 1
            if passes == 2:
                return self._replace(lacks=lacks, passes=2)._ended(board, hand)
            return _new(UniversalState, (
                1 - to_play, other_hand, hand, other_board, board, stock, discard, bar, NOWHERE, stage, passes,
                started, known, lacks))
        elif not hand:  # `end` after a last card; the other `end` is that of the one-card opening
            return self._ended(board, hand)
        return _new(UniversalState, (
            1 - to_play, other_hand, hand, other_board, board, stock, discard, bar, NOWHERE, _NEXT_STAGE[stage], 0,
            started, known, lacks))

    def _ended(self, board: Board, hand: int) -> UniversalState:
        """The state after the last move of the hand, which left the mover with this board and hand (UC-12, UC-13)."""
        hands, boards = (hand, self.other_hand), (board, self.other_board)
        if self.to_play == 1:
            hands, boards = hands[::-1], boards[::-1]
        return UniversalState(
            None, *hands, *boards, self.stock, self.discard, self.bar, NOWHERE, LATER, self.passes if hand else 0,
            self.started, self.known & (hands[0] | hands[1]), self.lacks)

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The move that a text names, such as ``play 5j o3`` or ``draw stock``."""
        move = _BY_TEXT.get(tidy(text))
        if move is None:
            raise unreadable(text, _FORMS)
        return move

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        if type(move) not in _KINDS or move not in _KNOWN_MOVES:
            # a move of this game with values out of range has no text
            raise unreadable(repr(move) if type(move) in _KINDS else str(move), _FORMS)
        refused = self._refusal(move)
        if refused is not None:
            raise IllegalMove(refused[0], str(move), refused[1])

    def _refusal(self, move: Move) -> tuple[str, str] | None:
        """The rule that forbids a move and why, or None when it is legal."""
        if self.to_play is None:
            if self.passes == 2:
                return "UC-13", "the hand is blocked and over: nobody can play or draw"
            return "UC-12", f"the hand is over: {SEAT_NAMES[0 if not self.hand else 1]} has gone out"
        if isinstance(move, Build):
            return self._refusal_of_build(move)
        if isinstance(move, Draw):
            return self._refusal_of_draw(move)
        if isinstance(move, End):
            if self.first and (self.stage == ONE_CARD or not self.hand):
                return None
            if self.stage == ONE_CARD:
                return "UC-11", "your first turn ends this way once you have played a card; play one or draw"
            return "UC-5", "a turn ends with a second card or a draw"
        if isinstance(move, Pass):
            return self._refusal_of_pass()
        assert isinstance(move, Play | Slip | Bar | Discard)
        return self._refusal_of_place(move) or self._refusal_of_fit(move)

    def _refusal_of_draw(self, move: Draw) -> tuple[str, str] | None:
        if self.first and not self.hand:
            return "UC-12", "you have played your last card: build, or end the turn, but do not draw"
        if self.first and self.stage == ONE_CARD:
            return "UC-11", "this first turn is one card without a draw: build, or end the turn"
        if move.pile == "stock" and not self.stock:
            return "UC-13", "the stock is used up; only the discard pile can be drawn from"
        if move.pile == "discard" and not self.discard:
            return "UC-13", "the discard pile is empty"
        return None

    def _refusal_of_pass(self) -> tuple[str, str] | None:
        if self.first and (not self.hand or self.stage == ONE_CARD):
            return "UC-13", "there is no need to pass: the turn can be ended"
        if self.stock or self.discard:
            return "UC-13", "you can still draw, so you cannot pass"
        for card in _cards(self.hand):
            for other in _MOVES_OF_CARD[card]:
                if self._refusal(other) is None:
                    return "UC-13", f"there is nothing to draw, so you must play while you can, say “{other}”"
        return None

    def _refusal_of_build(self, move: Build) -> tuple[str, str] | None:
        if not self.first:
            return "UC-5", "building comes after the first card of a turn"
        source, target = self.board.columns[move.source], self.board.columns[move.target]
        if not source.up:
            return "UC-8", f"column {move.source + 1} is empty: there is nothing to move"
        if move.source == move.target:
            return "UC-8", "a column cannot be moved beneath itself"
        head = source.up[0]
        if target.up:
            subject = f"column {move.source + 1} begins with the {card_name(head)} and"
            return _refusal_beneath(head, target.up[-1], "UC-8", subject)
        if RANK[head] != GALAXY:
            return "UC-8", f"only a column that begins with a Galaxy may fill an empty space, not the {card_name(head)}"
        if not source.down:
            return "UC-8", f"the {card_name(head)} has no down cards beneath it, so moving it would change nothing"
        return None

    def _refusal_of_place(self, move: Play | Slip | Bar | Discard) -> tuple[str, str] | None:
        """Why a card may not go to that place in this turn, whatever lies there (UC-5, UC-6, UC-11, UC-12)."""
        mine, first = self.mine, self.first
        name = card_name(move.card)
        place = BAR if isinstance(move, Bar) else NOWHERE
        if isinstance(move, Play | Slip):
            place = OTHER if move.across else OWN
        if not mine.hand:
            return "UC-12", "you have played your last card: build, or end the turn"
        if not mine.hand & BIT[move.card]:
            return "UC-5", f"you do not hold the {name}"
        if first and self.stage == ONE_CARD:
            return "UC-11", "this first turn is one card: build, or end the turn"
        last = mine.hand == BIT[move.card]
        if not first:
            if place == NOWHERE:
                return "UC-6", f"the {name} cannot be discarded as the first card of a turn, only as the second"
            if not mine.started and place != OWN:
                return "UC-11", "your first card of the hand goes onto your own board"
            if last and place != OWN:
                return "UC-12", f"the {name} is your last card: it goes onto your own board, or you draw"
            return None
        if place == first:
            where = (None, "your own board", "the other board", "the bar")[place]
            return "UC-6", f"your first card went to {where}, so the second may not"
        if last and place != OWN:
            return "UC-12", f"the {name} is your last card: it cannot be discarded, barred or given away"
        if not last and place == OWN:
            return "UC-6", "a second card goes to the bar, the other board or the discard pile, not onto your own board"
        if place == OTHER and self.stage != LATER:
            return "UC-11", "in your first turn the second card may not go onto the other board"
        return None

    def _refusal_of_fit(self, move: Play | Slip | Bar | Discard) -> tuple[str, str] | None:
        """Why a card does not fit where it would go (UC-7, UC-10)."""
        card = move.card
        if isinstance(move, Discard):
            return None
        if isinstance(move, Bar):
            height = _heights(self.bar)[SUIT[card]]
            if RANK[card] == height:
                return None
            wanted = card_name(10 * SUIT[card] + height)
            return "UC-10", f"the bar takes the {wanted} next in this suit, not the {card_name(card)}"
        column = (self.other_board if move.across else self.board).columns[move.column]
        where = f"{'the other player’s ' if move.across else ''}column {move.column + 1}"
        if isinstance(move, Slip):
            if not column.up:
                return "UC-7", f"{where} is empty: there is no top card to slip behind"
            if column.down:
                return "UC-7", f"{where} still has down cards, so nothing can be slipped behind its top card"
            head = column.up[0]
            if RANK[card] != RANK[head] + 1:
                return "UC-7", f"the {card_name(card)} is not one rank above the {card_name(head)}"
            if SUIT[card] == SUIT[head]:
                return "UC-7", f"the {card_name(card)} and the {card_name(head)} are of one suit"
            return None
        if column.up:
            return _refusal_beneath(card, column.up[-1], "UC-7", f"the {card_name(card)}")
        if RANK[card] != GALAXY:
            return "UC-7", f"{where} is empty and takes only a Galaxy, not the {card_name(card)}"
        return None

    def bearing(self, move: Move) -> tuple[str, ...]:
        """Rules that bear on a move."""
        if isinstance(move, Draw):
            return ("UC-5", "UC-13") if not self.stock else ("UC-5",)
        if isinstance(move, Build):
            return ("UC-8", "UC-9") if self.board.columns[move.source].down else ("UC-8",)
        if isinstance(move, End):
            return ("UC-12", "UC-14") if not self.hand else ("UC-11",)
        if isinstance(move, Pass):
            return ("UC-13", "UC-14") if self.passes else ("UC-13",)
        rules = ["UC-10"] if isinstance(move, Bar) else ["UC-7"] if isinstance(move, Play | Slip) else []
        rules.append("UC-6")
        if not self.mine.started or self.stage != LATER:
            rules.append("UC-11")
        if not self.hand & (self.hand - 1):
            rules += ["UC-12", "UC-14"]
        return (*rules, "UC-5")

    # -- results

    @property
    def points(self) -> tuple[int, int]:
        """Points of the hand, zero until it is over: the difference of the counts for the lower one (UC-14)."""
        if self.to_play is not None:
            return 0, 0
        a, b = (_count(side) for side in self.sides)
        return max(b - a, 0), max(a - b, 0)

    @property
    def returns(self) -> tuple[int, int] | None:
        """+1 for who scored, 0 each for equal counts (UC-14)."""
        if self.to_play is not None:
            return None
        a, b = self.points
        return (a > b) - (a < b), (b > a) - (b < a)

    # -- what viewers see

    def table(self, viewer: Viewer) -> UniversalTable:
        """The table; hidden are other hands, all down cards and the stock (UC-3), once the hand is over the stock
        alone (UC-14).
        """
        text = UNIVERSAL.text
        sides = self.sides
        counted = viewer is None or self.to_play is None
        return {
            "boards": [
                [{"down": _shown(column.down, counted), "up": [text[card] for card in column.up]}
                 for column in side.board.columns]
                for side in sides
            ],
            "hands": [_shown(_cards(side.hand), counted or viewer == seat) for seat, side in enumerate(sides)],
            "stock": _shown(self.stock, viewer is None),
            "discard": [text[card] for card in self.discard],
            "bar": dict(zip(UNIVERSAL.suits, _heights(self.bar), strict=True)),
            "turn": {"first": _PLACE_NAMES[self.first], "played": 1 if self.first else 0},
        }

    def rest(self) -> dict[str, Any]:
        """Whose turn it is, how many turns there were, and what the players have shown about their hands."""
        sides = self.sides
        rest: UniversalRest = {
            "to_play": self.to_play,
            "turns": (0, 0, 1, 2)[self.stage],
            "started": [side.started for side in sides],
            "known": [UNIVERSAL.texts(_cards(side.known)) for side in sides],
            "lacks": [UNIVERSAL.texts(_cards(side.lacks)) for side in sides],
            "passes": self.passes,
        }
        return dict(rest)

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: UniversalOptions) -> Self:
        """The hand that an open table and its rest describe; refuses what no hand could come to."""
        return cls.of_sides(*_Reader(table, rest).fields(options))

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Deal the cards that a viewer cannot know anew, every consistent arrangement as likely as any other.

        When the hand is over only the order of the stock is still unknown (UC-14).
        """
        if self.to_play is not None:
            return self._redealt(seat, rng)
        return self._with_sides(self.sides, rng.sample(sorted(self.stock), len(self.stock)))

    def _with_sides(self, sides: Sequence[Side], stock: Iterable[Card]) -> Self:
        """The same state with other cards where nobody sees them."""
        return self.of_sides(
            self.to_play, sides, tuple(stock), self.discard, self.bar, self.first, self.stage, self.passes)

    def _redealt(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """All that a viewer cannot see dealt anew, with regard to what passes have shown (UC-13)."""
        sides = self.sides
        # the part of each hand that the viewer does not know
        unseen = [0 if seat == owner else side.hand & ~side.known for owner, side in enumerate(sides)]
        counts = [mask.bit_count() for mask in unseen]
        pool = unseen[0] | unseen[1] | _mask(self.stock)
        for side in sides:
            pool |= _mask(_down_cards(side))
        may = [pool & ~side.lacks if count else 0 for side, count in zip(sides, counts, strict=True)]
        only, both, other = _cards(may[0] & ~may[1]), _cards(may[0] & may[1]), _cards(may[1] & ~may[0])
        # n of seat 0's cards are among those that seat 1 could hold as well: weigh each n by its number of deals
        choices = range(max(0, counts[0] - len(only)), min(counts[0], len(both)) + 1)
        weights = [
            comb(len(only), counts[0] - n) * comb(len(both), n) * comb(len(other) + len(both) - n, counts[1])
            for n in choices
        ]
        n = rng.choices(choices, weights)[0]
        shared = rng.sample(both, n)
        dealt = [_mask(rng.sample(only, counts[0] - n)) | _mask(shared)]
        dealt.append(_mask(rng.sample(other + [card for card in both if card not in shared], counts[1])))
        left = _cards(pool & ~dealt[0] & ~dealt[1])
        rng.shuffle(left)
        cards = iter(left)
        made = [
            _with_downs(side._replace(hand=side.hand & ~unseen[owner] | dealt[owner]), cards)
            for owner, side in enumerate(sides)
        ]
        return self._with_sides(made, cards)

    # -- words

    def narrate(self, move: Move, after: Self) -> str:
        """What a move did; a card drawn from the stock is not named."""
        assert self.to_play is not None
        who, other = SEAT_NAMES[self.to_play], SEAT_NAMES[1 - self.to_play]
        said = ""
        if isinstance(move, Play | Slip):
            where = f"{other}'s column {move.column + 1}" if move.across else f"{who}'s own column {move.column + 1}"
            if isinstance(move, Slip):
                said = f"{who} slips the {card_name(move.card)} behind the top of {where}."
            else:
                said = f"{who} plays the {card_name(move.card)} onto {where}."
        elif isinstance(move, Bar):
            said = f"{who} lays the {card_name(move.card)} on the bar."
        elif isinstance(move, Discard):
            said = f"{who} discards the {card_name(move.card)}."
        elif isinstance(move, Build):
            said = f"{who} moves column {move.source + 1} to column {move.target + 1}"
            turned = self.board.columns[move.source].down
            said += f" and turns up the {card_name(turned[-1])}." if turned else "."
        elif isinstance(move, Draw):
            said = f"{who} draws from the stock."
            if move.pile == "discard":
                said = f"{who} takes the {card_name(self.discard[-1])} from the discard pile."
        elif isinstance(move, End):
            said = f"{who} ends the turn."
        else:
            said = f"{who} can neither play nor draw and passes."
        if after.to_play is not None:
            return said
        end = "Nobody can go on: the hand is blocked" if after.passes == 2 else f"{who} goes out"
        a, b = after.points
        score = f"{'A' if a > b else 'B'} scores {max(a, b)}" if a != b else "equal counts, nobody scores"
        return f"{said} {end}; {score}."


_KINDS: Final = (Play, Slip, Bar, Discard, Build, Draw, End, Pass)
_FORMS: Final = "play 5j 3, play 5j o3, slip 7n 3, bar 1v, discard 5j, move 2 4, draw stock, draw discard, end or pass"


def _check_upcards(upcards: Sequence[Card], who: str) -> None:
    """Refuse five upcards of one suit or of one rank (UC-2)."""
    for of, what in ((SUIT, "suit"), (RANK, "rank")):
        if len({of[card] for card in upcards}) == 1:
            raise IllegalDeal("UC-2", f"all upcards of seat {who} are of one {what}, so the cards must be dealt again")


def _add_placements(moves: list[Move], hand: int, board: Board, plays: tuple[_MovesByMask, ...],
                    slips: tuple[_MovesByMask, ...]) -> None:
    """Add every way to put a card of a hand onto a board (UC-7)."""
    a, b, c, d, e = board.below
    if fits := hand & a:
        moves += plays[0][fits]
    if fits := hand & b:
        moves += plays[1][fits]
    if fits := hand & c:
        moves += plays[2][fits]
    if fits := hand & d:
        moves += plays[3][fits]
    if fits := hand & e:
        moves += plays[4][fits]
    for at, behind in board.slips:
        if fits := hand & behind:
            moves += slips[at][fits]


def _grown(board: Board, move: Play | Slip) -> Board:
    """A board with one more card (UC-7)."""
    downs, ups, below, slips, heads, runs, builds = board
    card, at = move.card, move.column
    if type(move) is Slip:
        return _board(downs, (*ups[:at], (card, *ups[at]), *ups[at + 1:]))
    # neither heads nor slips depend on the bottom card; a Galaxy alone in its column has neither
    mask = BELOW[card]
    new_ups, new_below = list(ups), list(below)
    new_ups[at] += (card,)
    new_below[at] = mask
    if builds:
        builds &= _NO_TARGET[at]
    if runs & mask:
        builds |= _builds_onto(at, mask, heads)
    return _new(Board, (downs, tuple(new_ups), tuple(new_below), slips, heads, runs, builds))


def _built(board: Board, source: int, target: int) -> Board:
    """A board after moving the run of one column to another; a down card laid bare is turned up (UC-8, UC-9)."""
    downs, ups = board.downs, list(board.ups)
    down = downs[source]
    ups[target] += ups[source]
    ups[source] = down[-1:]
    return _board((*downs[:source], down[:-1], *downs[source + 1:]), tuple(ups))


def _shown_by_pass(hand: int, board: Board, other_board: Board, bar: int, first: int, started: bool) -> int:
    """Mask of the cards that a player who passes cannot hold: any of them could have been played (UC-13)."""
    if first == OWN:
        return 0
    mask = _places(board)
    # as for moves: a last card goes onto the own board (UC-12), and so does the first of the hand (UC-11)
    if not first and started and hand & (hand - 1):
        mask |= _places(other_board) | bar
    return mask


def _places(board: Board) -> int:
    """Mask of the cards that can be put somewhere on a board (UC-7)."""
    a, b, c, d, e = board.below
    mask = a | b | c | d | e
    for _, behind in board.slips:
        mask |= behind
    return mask


def _refusal_beneath(card: Card, bottom: Card, rule: str, subject: str) -> tuple[str, str] | None:
    """Why a card may not lie directly beneath the bottom card of a column, or None (UC-4)."""
    if RANK[bottom] == 0:
        return rule, f"{subject} cannot go beneath the {card_name(bottom)}: nothing ranks below a 1"
    if RANK[card] != RANK[bottom] - 1:
        return rule, f"{subject} cannot go beneath the {card_name(bottom)}: it takes a {RANK_NAMES[RANK[bottom] - 1]}"
    if SUIT[card] == SUIT[bottom]:
        return rule, f"{subject} cannot go beneath the {card_name(bottom)}, which is of the same suit"
    return None


def _heights(bar: int) -> list[int]:
    """How many cards lie on the bar in each suit, from the mask of those it takes next (UC-10)."""
    return [10 if not mask else mask.bit_length() - 1 for mask in (bar >> 10 * suit & 1023 for suit in range(6))]


def _down_cards(side: Side) -> list[Card]:
    """All down cards of a side, column by column."""
    return [card for down in side.board.downs for card in down]


def _size(board: Board) -> int:
    """How many cards lie on a board."""
    return sum(map(len, board.downs)) + sum(map(len, board.ups))


def _count(side: Side) -> int:
    """Twice the down cards and the cards in hand, of which who went out has none (UC-14)."""
    return 2 * sum(VALUE[card] for card in _down_cards(side)) + sum(VALUE[card] for card in _cards(side.hand))


def _with_downs(side: Side, cards: Iterator[Card]) -> Side:
    """A side with its down cards taken from an iterator instead."""
    board = side.board
    return side._replace(board=board._replace(downs=tuple(tuple(next(cards) for _ in down) for down in board.downs)))


def _shown(cards: Sequence[Card], open_: bool) -> list[str]:
    """Texts of cards, or as many hidden ones."""
    return UNIVERSAL.texts(cards) if open_ else [HIDDEN] * len(cards)


# -- reading a table back ----------------------------------------------------------------------------------------------


def _object(value: object, where: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise RecordError(where, f"expected an object with {', '.join(keys)}")
    return value


def _list(value: object, where: str, length: int | None = None) -> list[Any]:
    """A list, of a given length if one is given."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise RecordError(where, f"expected a list{'' if length is None else f' of {length}'}")
    return value


def _whole(value: object, where: str, high: int) -> int:
    """A whole number from 0 to ``high``."""
    if type(value) is not int or not 0 <= value <= high:
        raise RecordError(where, f"expected a whole number from 0 to {high}")
    return value


class _Reader:
    """Checks an open table and its rest, and puts the state together."""

    def __init__(self, table: Any, rest: Any) -> None:
        table = _object(table, "table", ("boards", "hands", "stock", "discard", "bar", "turn"))
        rest = _object(rest, "rest", ("to_play", "turns", "started", "known", "lacks", "passes"))
        self.seen: dict[Card, str] = {}
        self.boards = [
            self._board(board, f"table.boards[{seat}]")
            for seat, board in enumerate(_list(table["boards"], "table.boards", 2))
        ]
        self.hands = [
            self._hand(cards, f"table.hands[{seat}]")
            for seat, cards in enumerate(_list(table["hands"], "table.hands", 2))
        ]
        self.stock = self._pile(table["stock"], "table.stock")
        if len(self.stock) > 8:
            raise RecordError("table.stock", "there are never more than eight cards in the stock (UC-1)")
        self.discard = self._pile(table["discard"], "table.discard")
        self.bar = self._bar(table["bar"])
        if len(self.seen) != 60:
            raise RecordError("table", f"expected each of the 60 cards once, found {len(self.seen)}")
        turn = _object(table["turn"], "table.turn", ("first", "played"))
        if turn["first"] is not None and turn["first"] not in _PLACE_NAMES[1:]:
            raise RecordError("table.turn.first", "expected null, \"own\", \"other\" or \"bar\"")
        self.first = _PLACE_NAMES.index(turn["first"])
        if _whole(turn["played"], "table.turn.played", 1) != (1 if self.first else 0):
            raise RecordError("table.turn.played", "must be 1 once the turn's first card is played, else 0")
        self.to_play = None if rest["to_play"] is None else _whole(rest["to_play"], "rest.to_play", 1)
        self.turns = _whole(rest["turns"], "rest.turns", 2)
        self.passes = _whole(rest["passes"], "rest.passes", 2)
        self.started = _list(rest["started"], "rest.started", 2)
        for seat, started in enumerate(self.started):
            if not isinstance(started, bool):
                raise RecordError(f"rest.started[{seat}]", "expected true or false")
        self.known = [
            self._subset(cards, f"rest.known[{seat}]")
            for seat, cards in enumerate(_list(rest["known"], "rest.known", 2))
        ]
        self.lacks = [
            self._subset(cards, f"rest.lacks[{seat}]")
            for seat, cards in enumerate(_list(rest["lacks"], "rest.lacks", 2))
        ]

    # -- shapes

    def _card(self, text: object, where: str) -> Card:
        card = UNIVERSAL.find(text)
        if card is None:
            raise RecordError(where, "expected a card such as \"5j\"")
        return card

    def _pile(self, value: object, where: str) -> tuple[Card, ...]:
        """Cards that are nowhere else on the table."""
        cards = []
        for at, text in enumerate(_list(value, where)):
            card = self._card(text, f"{where}[{at}]")
            if card in self.seen:
                raise RecordError(f"{where}[{at}]", f"the card {text} stands at {self.seen[card]} already")
            self.seen[card] = f"{where}[{at}]"
            cards.append(card)
        return tuple(cards)

    def _hand(self, value: object, where: str) -> int:
        cards = self._pile(value, where)
        if list(cards) != sorted(cards):
            raise RecordError(where, "a hand is listed in the order of the deck, suit by suit from 1 to Galaxy")
        return _mask(cards)

    def _subset(self, value: object, where: str) -> int:
        """Cards that stand elsewhere too, in canonical order."""
        cards = [self._card(text, f"{where}[{at}]") for at, text in enumerate(_list(value, where))]
        if cards != sorted(set(cards)):
            raise RecordError(where, "cards are listed once each in the order of the deck")
        return _mask(cards)

    def _board(self, value: object, where: str) -> Board:
        columns = [self._column(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where, 5))]
        return _board(tuple(column.down for column in columns), tuple(column.up for column in columns))

    def _column(self, value: object, where: str) -> Column:
        entry = _object(value, where, ("down", "up"))
        down, up = self._pile(entry["down"], f"{where}.down"), self._pile(entry["up"], f"{where}.up")
        if len(down) > 2:
            raise RecordError(f"{where}.down", "a column never has more than two down cards (UC-1)")
        if down and not up:
            raise RecordError(f"{where}.up", "a down card laid bare is turned up at once (UC-9)")
        for at in range(1, len(up)):
            if not BELOW[up[at - 1]] & BIT[up[at]]:
                above, card = UNIVERSAL.texts(up[at - 1:at + 1])
                raise RecordError(f"{where}.up[{at}]", f"{card} is not one rank below {above} in another suit (UC-4)")
        return Column(down, up)

    def _bar(self, value: object) -> int:
        """The mask of the next cards; those on the piles count as seen."""
        piles = _object(value, "table.bar", UNIVERSAL.suits)
        bar = 0
        for suit, name in enumerate(UNIVERSAL.suits):
            where = f"table.bar.{name}"
            height = _whole(piles[name], where, 10)
            self._pile(list(UNIVERSAL.text[10 * suit:10 * suit + height]), where)
            if height < 10:
                bar |= BIT[10 * suit + height]
        return bar

    # -- what could have come about

    def fields(self, options: UniversalOptions) -> tuple[Any, ...]:
        """What `UniversalState.of_sides` asks for, once nothing contradicts the rules."""
        one_card = options.opening == "one card"
        stage = (ONE_CARD if one_card else FIRST, SECOND, LATER)[self.turns]
        sides = [
            Side(self.hands[seat], self.boards[seat], self.known[seat], self.lacks[seat], self.started[seat])
            for seat in range(2)
        ]
        for seat, side in enumerate(sides):
            self._check_side(seat, side)
        if self.turns < 2:
            self._check_opening(one_card)
        laid = sum(_size(side.board) for side in sides) - 30
        laid += sum(_heights(self.bar)) - (1 if self.first else 0)
        if len(self.discard) + sum(side.known.bit_count() for side in sides) > laid:
            raise RecordError("table.discard", "more cards were discarded than turns had a first card (UC-6)")
        mine, theirs = sides if self.to_play != 1 else sides[::-1]
        self._check_turn(mine, theirs)
        return self.to_play, sides, self.stock, self.discard, self.bar, self.first, stage, self.passes

    def _check_side(self, seat: Seat, side: Side) -> None:
        cards = _size(side.board)
        downs = [len(down) for down in side.board.downs]
        if cards < (16 if side.started else 15):
            raise RecordError(f"table.boards[{seat}]", "cards never leave a board: 15 were dealt, and the first card "
                              "played goes there (UC-1, UC-8, UC-11)")
        if not side.started:
            if downs != [2] * 5:
                raise RecordError(f"table.boards[{seat}]", "down cards stay down before a first card is played (UC-5)")
            if side.hand.bit_count() < 11:
                raise RecordError(f"table.hands[{seat}]", "who has not played holds at least eleven cards (UC-1)")
            if self.turns == 2 and side.hand.bit_count() < 12:
                raise RecordError(f"table.hands[{seat}]", "a first turn without a card is a draw (UC-5)")
        if downs == [2] * 5:
            # without a down card turned the five top cards are still those dealt
            try:
                _check_upcards([up[0] for up in side.board.ups], SEAT_NAMES[seat])
            except IllegalDeal as error:
                raise RecordError(f"table.boards[{seat}]", str(error)) from None
        if side.known & ~side.hand:
            raise RecordError(f"rest.known[{seat}]", "only cards in that hand can be known to be in it")
        if side.lacks and self.stock:
            raise RecordError(f"rest.lacks[{seat}]", "nobody passes while there is a stock to draw from (UC-13)")
        if side.lacks & side.hand & ~side.known:
            raise RecordError(f"rest.lacks[{seat}]", "a card that was not drawn from the discard pile is in that hand")

    def _check_opening(self, one_card: bool) -> None:
        """The first turns of both players leave few possibilities (UC-11)."""
        if self.to_play is None:
            raise RecordError("rest.to_play", "a hand is not over before both have had a turn")
        if self.first not in (NOWHERE, OWN):
            raise RecordError("table.turn.first", "a player's first card goes onto the own board (UC-11)")
        if any(self.known) or any(self.lacks) or self.passes:
            raise RecordError("rest", "nothing was drawn from the discard pile and nobody passed in a first turn")
        other = 1 - self.to_play
        held = [hand.bit_count() for hand in self.hands]
        boards = [_size(board) for board in self.boards]
        drawn, discarded, barred = 8 - len(self.stock), len(self.discard), sum(_heights(self.bar))
        played = 1 if self.first else 0
        if held[self.to_play] != 11 - played or boards[self.to_play] != 15 + played:
            raise RecordError(f"table.hands[{self.to_play}]", "does not fit a first turn (UC-11)")
        if self.started[self.to_play] != bool(played):
            raise RecordError(f"rest.started[{self.to_play}]", "must say whether a card was played in this first turn")
        # (in hand, on the board, drawn, discarded or barred) of the other player
        fresh = {(11, 15, 0, 0)}
        after_one = {(12, 15, 1, 0), (10, 16, 0, 0)} if one_card else {(12, 15, 1, 0), (11, 16, 1, 0), (9, 16, 0, 1)}
        now = (held[other], boards[other], drawn, discarded + barred)
        if now not in (after_one if self.turns else fresh):
            raise RecordError(f"table.hands[{other}]", "does not fit the turns taken so far (UC-11)")
        if self.started[other] != (boards[other] == 16):
            raise RecordError(f"rest.started[{other}]", "must say whether a card was played in the first turn")

    def _check_turn(self, mine: Side, theirs: Side) -> None:
        """Whose turn it is, whether the hand is over, and what passes say (UC-12, UC-13)."""
        first, passes = self.first, self.passes
        if passes:
            if first:
                raise RecordError("rest.passes", "a card played ends the row of passes (UC-13)")
            if self.stock or self.discard:
                raise RecordError("rest.passes", "nobody passes while there is a card to draw (UC-13)")
            # who passed could play nothing, and the table is still the same
            for me, them in ((theirs, mine), (mine, theirs))[:passes]:
                shown = _shown_by_pass(me.hand, me.board, them.board, self.bar, NOWHERE, me.started)
                if not me.hand or me.hand & shown or shown & ~me.lacks:
                    raise RecordError("rest.passes", "a player who passed could have played (UC-13)")
        if self.to_play is None:
            if first:
                raise RecordError("table.turn.first", "the turn is reset when the hand is over")
            if passes != 2 and bool(mine.hand) == bool(theirs.hand):
                raise RecordError("rest.to_play", "the hand is over when one player has gone out or it is blocked "
                                  "(UC-12, UC-13)")
            out = mine if not mine.hand else theirs
            if passes != 2 and not out.started:
                raise RecordError("rest.started", "who went out has played")
            return
        if passes == 2:
            raise RecordError("rest.to_play", "after two passes the hand is blocked and nobody is to play (UC-13)")
        if not theirs.hand:
            raise RecordError("rest.to_play", "the other player has gone out, so the hand is over (UC-12)")
        if not mine.hand and (first != OWN or not mine.board.builds):
            raise RecordError("rest.to_play", "who is to play is out and cannot build, so the hand is over (UC-12)")
        if first and not mine.started:
            raise RecordError(f"rest.started[{self.to_play}]", "a card was played in this turn")
        if first == OTHER and _size(theirs.board) < 16:
            raise RecordError("table.turn.first", "no card was added to the other board")
        if first == BAR and not any(_heights(self.bar)):
            raise RecordError("table.turn.first", "there is no card on the bar")


# -- words -------------------------------------------------------------------------------------------------------------

RULES: Final = {
    "UC-1": "All 60 cards are dealt: eleven to each hand, five stacks of three in front of each player with only the "
            "top card face up, and the last eight as the stock, face down. An option says who deals the first hand; "
            "with “cut” each player draws a card, and the better suit deals (E, J, M, N, S, V from best to worst; in "
            "one suit the higher rank).",
    "UC-2": "If all five upcards of a player are of one suit, or all of one rank, the same dealer deals again.",
    "UC-3": "Everybody sees the upcards, the bar, the discard pile and how many cards there are in the hands and the "
            "stock. You alone see your hand. Nobody sees down cards, not even the own ones, nor the stock.",
    "UC-4": "A column is its down cards and the run of face-up cards on them. Ranks run 1 to 7, Moon, Sun, Galaxy; in "
            "a run each card is one rank below the card above it and of another suit.",
    "UC-5": "In a turn you play at most two cards: the first, then you may build as much as you like, then the "
            "second, which ends the turn. Whoever plays only one card or none must draw the top card of the stock or "
            "of the discard pile instead, and that ends the turn. The player who did not deal begins.",
    "UC-6": "The first card goes onto your own board, the other board or the bar; the second to the bar, the other "
            "board or the discard pile. Both may not go to the same place.",
    "UC-7": "A card is added at the bottom of a column if it is one rank below the bottom card and of another suit. "
            "An empty column takes only a Galaxy. Once a column has no down cards left, a card one rank above its top "
            "card and of another suit can also be slipped behind that top card.",
    "UC-8": "Building moves the whole face-up run of one of your columns beneath another one, if its top card is one "
            "rank below that column's bottom card and of another suit. A run that begins with a Galaxy and lies on "
            "down cards may also fill an empty column. Parts of runs stay where they are.",
    "UC-9": "When a run is moved away, the down card beneath it is turned up at once. A column without cards is an "
            "empty space.",
    "UC-10": "The bar has a pile for each suit, built upward from 1 to Galaxy. What lies on the bar stays there.",
    "UC-11": "Your first card of the hand goes onto your own board. In your first turn, even if it was only a draw, "
             "no second card goes onto the other board. With the opening “one card” the very first turn, once a card "
             "is played, is that card and building; “end” ends it without a draw.",
    "UC-12": "Your last card goes onto your own board, as the first card of a turn or, if the first went elsewhere, "
             "as the second; then you are out and the hand is over. It is never discarded, barred or given away: if "
             "it fits nowhere, draw. If it was the first card of the turn you may still build, and “end” when you "
             "have built enough.",
    "UC-13": "When the stock is used up only the discard pile can be drawn from. When both are empty you must play if "
             "you can; if not, you pass, after any building. Two turns in a row that pass without a card played block "
             "the hand, which is over then. That happens often.",
    "UC-14": "Left-over down cards count twice, and the cards in hand of whoever did not go out count once: 1 to 7 "
             "their number, Moon, Sun and Galaxy ten each. In a blocked hand both players count both. The lower count "
             "scores the difference; equal counts are a draw. What is counted is laid open: when the hand is over, "
             "everybody sees all down cards and both hands.",
    "UC-15": "In a match the deal changes hands every time, until a player has the target, 200 points unless you "
             "chose another.",
}


def draw(table: UniversalTable) -> str:
    """The table as aligned text: seat B's hand and board, the bar and the piles, seat A's board and hand.

    Down cards stand in brackets; runs go downward from their top cards.
    """
    def board(columns: list[UniversalColumn]) -> list[str]:
        stacks = [[*(f"[{card}]" for card in column["down"]), *(f" {card} " for card in column["up"])]
                  for column in columns]
        return ["  " + "".join(f"{stack[row] if row < len(stack) else '':<6}" for stack in stacks).rstrip()
                for row in range(max(map(len, stacks)))]

    def hand(seat: Seat) -> str:
        cards = table["hands"][seat]
        return f"{SEAT_NAMES[seat]} hand ({len(cards)}): {' '.join(cards)}".rstrip()

    bar = "  ".join(f"{suit.upper()} {UNIVERSAL.ranks[height - 1] if height else '-'}"
                    for suit, height in table["bar"].items())
    discard = table["discard"]
    heads = "   " + "".join(f"{number:<6}" for number in range(1, 6)).rstrip()
    lines = [
        hand(1), heads, *board(table["boards"][1]),
        f"bar: {bar}    stock: {len(table['stock'])}    discard: {discard[-1] if discard else '-'} ({len(discard)})",
        heads, *board(table["boards"][0]), hand(0),
    ]
    if table["turn"]["first"] is not None:
        lines.append(f"first card of the turn: {table['turn']['first']}")
    return "\n".join(lines)


def tally(state: UniversalState) -> tuple[str, tuple[str, ...]]:
    """Who went out or that the hand is blocked, and how the counts came about (UC-13, UC-14)."""
    outs = [SEAT_NAMES[seat] for seat, side in enumerate(state.sides) if not side.hand]
    if outs:
        ending = f"{outs[0]} has played the last card and goes out."
    else:
        ending = "The hand is blocked: both piles are empty and neither player could play a card. Both count."
    lines = []
    for seat, side in enumerate(state.sides):
        down = sum(VALUE[card] for card in _down_cards(side))
        hand = sum(VALUE[card] for card in _cards(side.hand))
        sums = f"{2 * down} (twice {down} in down cards) and {hand} in hand: {2 * down + hand}"
        lines.append(f"{SEAT_NAMES[seat]} counts {sums}")
    scored = max(state.points)
    ending += f" The lower count wins the difference, {scored}." if scored else " The counts are equal: nobody scores."
    return ending, tuple(lines)


GAME: Final = GameType(
    slug="universal",
    title="Capture for the Universal Card Deck",
    deck=UNIVERSAL,
    options=UniversalOptions,
    state=UniversalState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    tally=tally,
    match_refused=lambda options: None,
    match_over=lambda totals, options: max(totals) >= options.target,
    cut=cut_dealer,
)
