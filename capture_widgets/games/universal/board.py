"""Boards and sides of the players, with the values that follow from their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import IllegalDeal
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move
from capture_widgets.games.universal.moves import (
    BEHIND,
    BELOW,
    BIT,
    GALAXIES,
    RANK,
    SUIT,
    VALUE,
    MovesByMask,
    Play,
    Slip,
)

_NO_TARGET: Final = tuple(~sum(1 << 5 * source + target for source in range(5)) for target in range(5))
"""By column, the mask of all ways to build except those onto it."""

NOWHERE, OWN, OTHER, BAR = range(4)
"""The place of the first card of the turn; NOWHERE before it is played (UC-6)."""

PLACE_NAMES: Final = (None, "own", "other", "bar")

ONE_CARD, FIRST, SECOND, LATER = range(4)
"""The stage of the hand: the first turn of the player who did not deal (in the opening of one card, or in the usual
one), the first turn of the dealer, or any later turn (UC-11). In every stage but LATER it is the player's first turn.
"""

NEXT_STAGE: Final = (SECOND, SECOND, LATER, LATER)

new_tuple: Final = tuple.__new__
"""Makes a named tuple without checks, in half the time."""


class Column(NamedTuple):
    """A column of a board (UC-4)."""

    down: tuple[Card, ...]
    """Down cards, the lower first."""
    up: tuple[Card, ...]
    """The face-up run, top (head) card first."""


class Board(NamedTuple):
    """The five columns of a player, with values that are computed once for all moves."""

    downs: tuple[tuple[Card, ...], ...]
    """Down cards of each column, the lower first."""
    ups: tuple[tuple[Card, ...], ...]
    """The face-up run of each column, top (head) card first."""
    below: tuple[int, ...]
    """By column, the mask of the cards that may be added at the bottom; Galaxies if the column is empty (UC-7)."""
    slips: tuple[tuple[int, int], ...]
    """The columns that take a card behind their top card, each with the mask of the cards that it takes (UC-7)."""
    heads: tuple[int, ...]
    """By column, the bit of the top card of its run, or 0 if the run cannot move: the column is empty, or begins with a
    Galaxy and has no down cards (UC-8).
    """
    runs: int
    """Mask of all those top cards."""
    builds: int
    """The mask of all ways to build: bit 5 * source + target (UC-8)."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right."""
        return tuple(map(Column, self.downs, self.ups))


def board_of(downs: tuple[tuple[Card, ...], ...], ups: tuple[tuple[Card, ...], ...]) -> Board:
    """Make a board from its columns."""
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
    """The mask of the ways to build onto a column that takes the cards of ``mask`` (UC-8)."""
    builds = 0
    bit = 1 << target
    for head in heads:
        if head & mask:
            builds |= bit
        bit <<= 5
    return builds


class Side(NamedTuple):
    """Everything that belongs to one player."""

    hand: int
    """The mask of the cards in hand."""
    board: Board
    known: int
    """The mask of the cards in hand that everybody has seen: drawn from the discard pile and not yet played."""
    lacks: int
    """The mask of the cards that cannot be among the unseen cards in hand: when the player passed, none of them could
    be played (UC-13).
    """
    started: bool
    """Whether the player has played a card in this hand (UC-11)."""


def check_upcards(upcards: Sequence[Card], who: str) -> None:
    """Refuse five upcards of one suit or of one rank (UC-2)."""
    for of, what in ((SUIT, "suit"), (RANK, "rank")):
        if len({of[card] for card in upcards}) == 1:
            raise IllegalDeal("UC-2", f"all upcards of seat {who} are of one {what}, so the cards must be dealt again")


def add_placements(
    moves: list[Move], hand: int, board: Board, plays: tuple[MovesByMask, ...], slips: tuple[MovesByMask, ...]
) -> None:
    """Append all moves that put a card of a hand onto a board (UC-7)."""
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


def with_card(board: Board, move: Play | Slip) -> Board:
    """The board after a card is added or slipped (UC-7)."""
    downs, ups, below, slips, heads, runs, builds = board
    card, at = move.card, move.column
    if type(move) is Slip:
        return board_of(downs, (*ups[:at], (card, *ups[at]), *ups[at + 1 :]))
    # the heads and slips do not depend on the bottom card, and a Galaxy alone in its column has neither
    mask = BELOW[card]
    new_ups, new_below = list(ups), list(below)
    new_ups[at] += (card,)
    new_below[at] = mask
    if builds:
        builds &= _NO_TARGET[at]
    if runs & mask:
        builds |= _builds_onto(at, mask, heads)
    return new_tuple(Board, (downs, tuple(new_ups), tuple(new_below), slips, heads, runs, builds))


def after_build(board: Board, source: int, target: int) -> Board:
    """The board after the run of one column moved to another; a down card that is now free is turned up
    (UC-8, UC-9).
    """
    downs, ups = board.downs, list(board.ups)
    down = downs[source]
    ups[target] += ups[source]
    ups[source] = down[-1:]
    return board_of((*downs[:source], down[:-1], *downs[source + 1 :]), tuple(ups))


def ruled_out_by_pass(hand: int, board: Board, other_board: Board, bar: int, first: int, started: bool) -> int:
    """The mask of the cards that a player who passes cannot hold, because each of them could have been
    played (UC-13).
    """
    if first == OWN:
        return 0
    mask = _places(board)
    # as with moves, a last card goes onto the player's own board (UC-12), and so does the first card of the hand
    # (UC-11)
    if not first and started and hand & (hand - 1):
        mask |= _places(other_board) | bar
    return mask


def _places(board: Board) -> int:
    """The mask of the cards that fit somewhere on a board (UC-7)."""
    a, b, c, d, e = board.below
    mask = a | b | c | d | e
    for _, behind in board.slips:
        mask |= behind
    return mask


def heights(bar: int) -> list[int]:
    """The number of cards on the bar in each suit, from the mask of the cards that it takes next (UC-10)."""
    return [10 if not mask else mask.bit_length() - 1 for mask in (bar >> 10 * suit & 1023 for suit in range(6))]


def down_cards(side: Side) -> list[Card]:
    """All down cards of a side, column by column."""
    return [card for down in side.board.downs for card in down]


def size(board: Board) -> int:
    """The number of cards on a board."""
    return sum(map(len, board.downs)) + sum(map(len, board.ups))


def counted(side: Side) -> int:
    """What is counted against a player: twice the down cards, and the cards in hand (UC-14)."""
    return 2 * sum(VALUE[card] for card in down_cards(side)) + sum(VALUE[card] for card in bits(side.hand))


def with_downs(board: Board, cards: Iterator[Card]) -> Board:
    """The board with other down cards, taken from an iterator."""
    downs = tuple([down and tuple([next(cards) for _ in down]) for down in board.downs])
    return new_tuple(Board, (downs, *board[1:]))
