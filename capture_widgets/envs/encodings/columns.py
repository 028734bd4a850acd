"""Capture in five columns as bits. A placement is several actions: a card for each column, from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from capture_widgets.core.bit_masks import mask_of
from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move, Seat
from capture_widgets.envs.base_encoding import Encoding, from_start
from capture_widgets.games.columns.moves import NO_CARD, Placement
from capture_widgets.games.columns.rules import ColumnsState

_HAND, _MINE, _THEIRS, _PLACED = 0, 52, 312, 572
_WON, _LOST, _LEFT, _WAITS, _DEALER, _TURN = 832, 884, 936, 962, 963, 964

_SIDE: LazyDict[tuple[Card, ...], int] = LazyDict(mask_of, most=100_000)
"""The bits of the cards on one side of a column."""


def _placement(begun: Sequence[int]) -> Placement:
    """The placement of the cards that some actions place."""
    cards = [NO_CARD] * 5
    for number in begun:
        cards[number // 52] = number % 52
    a, b, c, d, e = cards
    return Placement((a, b, c, d, e))


class ColumnsEncoding(Encoding):
    """The encoding of Capture in five columns."""

    def most_actions(self) -> int:
        """Each card is placed once."""
        return 52

    def parts(self) -> Iterable[tuple[str, tuple[int, ...], str]]:
        """Hand, columns, your placement, piles, and whose turn it is."""
        return (
            ("hand", (52,), "the cards in your hand that you have not placed, by card"),
            ("mine", (5, 52), "by column, your cards in it that all can see"),
            ("theirs", (5, 52), "by column, the other's cards in it"),
            ("placed", (5, 52), "by column, the card that you have placed there and nobody else has seen"),
            ("won", (52,), "the cards that you have captured"),
            ("lost", (52,), "the cards that the other has captured"),
            ("left", (26,), "a bit for every two cards that are not dealt yet"),
            ("waits", (1,), "the other has placed and you see only the backs"),
            ("dealer", (1,), "you deal, so you place second"),
            ("turn", (1,), "you are to play"),
        )

    def legal(self, state: ColumnsState, begun: Sequence[int]) -> int:
        """For each column 52 bits, one for each card that can be placed there now.

        Columns are filled from left to right. A column may be left out while enough columns follow it.
        """
        to_play, slots, _, hands, _, _, _, _, _ = state
        if to_play is None:
            return 0
        cards = hands[to_play]
        hand = mask_of(cards)
        start = 0
        for number in begun:
            hand ^= 1 << number % 52
            start = number // 52 + 1
        free = [slot for slot in range(start, 5) if slots[slot] is not None]
        legal = 0
        for slot in free[: len(free) - (len(cards) - len(begun)) + 1]:
            legal |= hand << 52 * slot
        return legal

    def finished(self, state: ColumnsState, begun: Sequence[int]) -> Move | None:
        """The placement, once every card of the hand has a column."""
        to_play = state.to_play
        assert to_play is not None
        if len(begun) < len(state.hands[to_play]):
            return None
        return _placement(begun)

    def hidden_move(self, state: ColumnsState) -> Move:
        """The placement of the seat that does not deal."""
        return state.placed

    def check(self, state: ColumnsState, begun: Sequence[int], action: int) -> None:
        """Raise IllegalMove with the rule, or ActionRefused where only the order of the actions forbids it."""
        text = self.actions.texts[action]
        if begun and action // 52 <= begun[-1] // 52:
            raise ActionRefused(
                "play", f"“{text}” (action {action}): a placement goes from the first column to the last"
            )
        state.check(_placement([*begun, action]))
        raise ActionRefused("play", f"“{text}” (action {action}): too few columns would be left for the other cards")

    def known(self, state: ColumnsState, seat: Seat, begun: Sequence[int]) -> int:
        """What a seat knows."""
        to_play, slots, _, hands, placed, captured, left, dealer, _ = state
        known = mask_of(hands[seat])
        for slot, column in enumerate(slots):
            if column is not None:
                known |= _SIDE[column[seat]] << _MINE + 52 * slot | _SIDE[column[1 - seat]] << _THEIRS + 52 * slot
        if placed is not None:
            if seat == dealer:
                known |= 1 << _WAITS
            else:
                for slot, card in enumerate(placed.cards):
                    if card != NO_CARD:
                        known |= 1 << _PLACED + 52 * slot + card
        for number in begun:
            known ^= 1 << number % 52 | 1 << _PLACED + number
        known |= mask_of(captured[seat]) << _WON | mask_of(captured[1 - seat]) << _LOST
        known |= from_start(len(left) >> 1) << _LEFT
        if seat == dealer:
            known |= 1 << _DEALER
        if seat == to_play:
            known |= 1 << _TURN
        return known
