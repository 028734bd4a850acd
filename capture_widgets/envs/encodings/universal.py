"""Capture for the Universal Card Deck as bits: hands, boards, piles, and the stage of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from capture_widgets.core.bit_masks import mask_of
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move, Seat
from capture_widgets.envs.base_encoding import Encoding, from_start
from capture_widgets.games.universal.board import BAR, LATER, ONE_CARD, OTHER, OWN, Board
from capture_widgets.games.universal.moves import ALL_MOVES, DRAW_DISCARD, DRAW_STOCK, END, PASS, Bar, Build, Discard
from capture_widgets.games.universal.rules import UniversalState

_NUMBER: Final = {move: number for number, move in enumerate(ALL_MOVES)}

_PLAY, _PLAY_ACROSS, _SLIP, _SLIP_ACROSS = 0, 300, 600, 900
"""The numbers of the first action of each kind; the columns follow one another, with an action for each card."""

_BARS, _DISCARDS, _BUILDS = _NUMBER[Bar(0)], _NUMBER[Discard(0)], _NUMBER[Build(0, 0)]

_END, _PASS = 1 << _NUMBER[END], 1 << _NUMBER[PASS]

_STOCK, _DISCARD = 1 << _NUMBER[DRAW_STOCK], 1 << _NUMBER[DRAW_DISCARD]

_PARTS: Final = (
    ("hand", (60,), "your hand, by card"),
    ("mine", (5, 60), "by column of your board, its face-up run"),
    ("mine_down", (5, 2), "by column of your board, a bit for each down card"),
    ("theirs", (5, 60), "by column of the other board, its face-up run"),
    ("theirs_down", (5, 2), "by column of the other board, a bit for each down card"),
    ("theirs_known", (60,), "cards in the other hand that all have seen, since they were drawn from the discard pile"),
    ("theirs_hand", (40,), "a bit for each card in the other hand"),
    ("discard", (60,), "the discard pile, by card"),
    ("discard_top", (60,), "its top card"),
    ("bar", (60,), "the cards that the bar takes next"),
    ("stock", (8,), "a bit for each card of the stock"),
    ("first", (4,), "the place of the first card of this turn: none yet, own board, other board, bar"),
    ("stage", (4,), "the first turn of the hand with one card, the first with two, the second turn, or later"),
    ("passed", (2,), "a bit for each turn in a row that passed without a card"),
    ("started", (2,), "you have played a card in this hand; the other has"),
    ("turn", (1,), "you are to play"),
)

_RUN: LazyDict[tuple[Card, ...], int] = LazyDict(mask_of, most=100_000)
"""The bits of a face-up run."""


class UniversalEncoding(Encoding):
    """The encoding of Capture for the Universal Card Deck."""

    def most_actions(self) -> int:
        """30 cards can leave hands for good, each with a second card that may be drawn again from the discard pile.

        The stock has 8, and there are 20 down cards to turn up by building.
        """
        return 400

    def drawn(self, moves: Sequence[Move], cards: Sequence[int]) -> dict[int, int]:
        """The cards drawn from the stock, which ends the deal and is drawn from its top."""
        draws = [at for at, move in enumerate(moves) if move == DRAW_STOCK]
        return dict(zip(draws, cards[52:], strict=False))

    def parts(self) -> Iterable[tuple[str, tuple[int, ...], str]]:
        """Hands, boards, piles, and the stage of the turn."""
        return _PARTS

    def legal(self, state: UniversalState, begun: Sequence[int]) -> int:
        """Cards by board, kind and column, then by pile; then building, draws, the end and a pass (UC-5 to UC-13)."""
        to_play, hand, _, board, other_board, stock, discard, bar, first, stage, _, started, _, _ = state
        if to_play is None:
            return 0
        legal = played = 0
        if first:
            legal = board.builds << _BUILDS
            if not hand or stage == ONE_CARD:
                return legal | _END
        if not hand & (hand - 1):
            # the last card may go only onto the player's own board (UC-12)
            if first != OWN:
                played = _placements(hand, board, _PLAY, _SLIP)
        elif not first:
            played = _placements(hand, board, _PLAY, _SLIP)
            if started == 3 or started >> to_play & 1:
                played |= _placements(hand, other_board, _PLAY_ACROSS, _SLIP_ACROSS) | (hand & bar) << _BARS
        else:
            if first != OTHER and stage == LATER:
                played = _placements(hand, other_board, _PLAY_ACROSS, _SLIP_ACROSS)
            if first != BAR:
                played |= (hand & bar) << _BARS
            played |= hand << _DISCARDS
        if stock:
            played |= _STOCK
        if discard:
            played |= _DISCARD
        return legal | (played or _PASS)

    def known(self, state: UniversalState, seat: Seat, begun: Sequence[int]) -> int:
        """What a seat knows while the hand goes on; of what is laid open at its end (UC-14) nothing is added."""
        (
            to_play, hand, other_hand, board, other_board, stock, discard, bar,
            first, stage, passes, started, known_cards, _,
        ) = self_fields(state, seat)  # fmt: skip
        known = hand << _AT["hand"]
        known |= _board(board) << _AT["mine"] | _board(other_board) << _AT["theirs"]
        known |= (known_cards & other_hand) << _AT["theirs_known"]
        known |= from_start(min(40, other_hand.bit_count())) << _AT["theirs_hand"]
        if discard:
            known |= mask_of(discard) << _AT["discard"] | 1 << _AT["discard_top"] + discard[-1]
        known |= bar << _AT["bar"] | from_start(len(stock)) << _AT["stock"]
        known |= 1 << _AT["first"] + first | 1 << _AT["stage"] + stage | from_start(passes) << _AT["passed"]
        known |= (started if seat == 0 else started >> 1 | (started & 1) << 1) << _AT["started"]
        if to_play == seat:
            known |= 1 << _AT["turn"]
        return known


def self_fields(state: UniversalState, seat: Seat) -> UniversalState:
    """The state with hands and boards given as those of a seat and of the other seat."""
    to_play = state.to_play
    if (1 if to_play == 1 else 0) == seat:
        return state
    return state._replace(
        hand=state.other_hand, other_hand=state.hand, board=state.other_board, other_board=state.board
    )


def _placements(hand: int, board: Board, plays: int, slips: int) -> int:
    """The bits of all actions that put a card of a hand onto a board (UC-7)."""
    a, b, c, d, e = board.below
    placed = (hand & a | (hand & b) << 60 | (hand & c) << 120 | (hand & d) << 180 | (hand & e) << 240) << plays
    for at, behind in board.slips:
        placed |= (hand & behind) << slips + 60 * at
    return placed


def _board(board: Board) -> int:
    """The bits of the runs and of the down cards of a board."""
    a, b, c, d, e = board.ups
    runs = _RUN[a] | _RUN[b] << 60 | _RUN[c] << 120 | _RUN[d] << 180 | _RUN[e] << 240
    shift = 300
    for down in board.downs:
        if down:
            runs |= from_start(len(down)) << shift
        shift += 2
    return runs


def _starts() -> dict[str, int]:
    starts, at = {}, 0
    for name, shape, _ in _PARTS:
        starts[name] = at
        at += shape[0] * (shape[1] if len(shape) > 1 else 1)
    return starts


_AT: Final = _starts()
"""The index of the first entry of each part."""
