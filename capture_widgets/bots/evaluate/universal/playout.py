"""Playouts of Capture for the Universal Card Deck, with plain integers and quick choices.

This module repeats the rules of `UniversalState` for speed: a search spends most of its time here. Only the top and
the bottom card of a run matter. Moves are counted by kind, not listed. One integer per board says which cards fit
where: bit ``60 * place + card`` is set if the place takes the card. Places 0 to 4 are beneath the columns, and places
5 to 9 behind their top cards. A hand, repeated for each place, is compared with that integer in one operation.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from capture_widgets.engine.cards import Card
from capture_widgets.games.universal import BAR, BIT, LATER, NOWHERE, ONE_CARD, OTHER, OWN, Board, UniversalState
from capture_widgets.games.universal.board import NEXT_STAGE
from capture_widgets.games.universal.moves import BEHIND, BELOW, GALAXIES

_ROOT: Final = 1 / 3
"""The third root of a random number is distributed like the largest of three random numbers."""
_CARDS: Final = (1 << 60) - 1
_BENEATH: Final = sum(1 << 60 * place for place in range(5))
"""A factor that repeats a mask of cards for the five places beneath columns."""
_EACH: Final = sum(1 << 60 * place for place in range(10))
"""A factor that repeats a mask of cards for all ten places."""
_ALL_BUT: Final = tuple(~(_CARDS << 60 * place) for place in range(10))
"""By place, a mask of the bits of all other places."""


class PlayoutEnd(NamedTuple):
    """The cards of both sides when a playout stops; seat A comes first."""

    hands: tuple[int, int]
    downs: tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]
    """The down cards by seat and column."""
    over: bool
    """Whether the round has ended."""


class _Layout:
    """A board in the form that playouts use."""

    __slots__ = ("downs", "heads", "idle", "takes", "turning")

    def __init__(self, board: Board) -> None:
        self.downs = [*board.downs]
        self.heads = [*board.heads]
        self.turning = self.idle = 0
        """Masks of the top cards of movable runs: with a down card beneath them (turning) and without one (idle)."""
        for head, down in zip(board.heads, board.downs, strict=True):
            if down:
                self.turning |= head
            else:
                self.idle |= head
        a, b, c, d, e = board.below
        self.takes = a | b << 60 | c << 120 | d << 180 | e << 240
        """Which cards fit where, as the module's docstring describes."""
        for column, mask in board.slips:
            self.takes |= mask << 300 + 60 * column

    def grow(self, place: int, card: Card) -> None:
        """Put a card on a place (UC-7)."""
        if place < 5:
            self.takes = self.takes & _ALL_BUT[place] | BELOW[card] << 60 * place
        else:  # the card becomes a top card with none beneath it; a Galaxy there cannot move any more
            head = BIT[card] & ~GALAXIES
            self.idle ^= self.heads[place - 5] | head
            self.heads[place - 5] = head
            self.takes = self.takes & _ALL_BUT[place] | BEHIND[card] << 60 * place

    def build(self, source: int, target: int) -> None:
        """Move a run; if that uncovers a down card, turn it up (UC-8, UC-9)."""
        takes = self.takes
        takes = takes & _ALL_BUT[target] | (takes >> 60 * source & _CARDS) << 60 * target
        down = self.downs[source]
        if not down:
            self.idle ^= self.heads[source]
            self.heads[source] = 0
            self.takes = takes & _ALL_BUT[source] & _ALL_BUT[source + 5] | GALAXIES << 60 * source
            return
        self.turning ^= self.heads[source]
        card = down[-1]
        self.downs[source] = down = down[:-1]
        takes = takes & _ALL_BUT[source] | BELOW[card] << 60 * source
        if down:
            head = BIT[card]
            self.turning |= head
        else:
            head = BIT[card] & ~GALAXIES
            self.idle |= head
            takes |= BEHIND[card] << 60 * source + 300
        self.heads[source] = head
        self.takes = takes


def play_on(state: UniversalState, moves: int, rng: Random) -> PlayoutEnd:
    """Play on for at most a number of moves.

    For each move, three legal moves are drawn at random, and the best kind among them is played. The kinds from best to
    worst: a build that turns a card up, a card on the own board, on the bar, on the other board, a discard, the end of
    the turn, another build, a draw, a pass.
    """
    random = rng.random
    to_play, hand, other, board, other_board, pile, thrown, bar, first, stage, passes, started, _, _ = state
    assert to_play is not None
    seat = to_play
    stock, discard = [*pile[::-1]], [*thrown]
    mine, theirs = _Layout(board), _Layout(other_board)
    over = False
    for _ in range(moves):
        turning = idle = own = across = barred = thrown_away = ends = draws = 0
        if first:
            takes = mine.takes
            turning, idle = mine.turning * _BENEATH & takes, mine.idle * _BENEATH & takes
        if first and (not hand or stage == ONE_CARD):
            ends = 1
        else:
            if not hand & (hand - 1):
                # the last card: the player's own board or nothing (UC-12)
                if first != OWN:
                    own = hand * _EACH & mine.takes
            elif first:
                if first != OTHER and stage == LATER:
                    across = hand * _EACH & theirs.takes
                if first != BAR:
                    barred = hand & bar
                thrown_away = hand.bit_count()
            else:
                wide = hand * _EACH
                own = wide & mine.takes
                if started >> seat & 1:
                    across = wide & theirs.takes
                    barred = hand & bar
            draws = (1 if stock else 0) + (1 if discard else 0)
        builds, idlers, placings = turning.bit_count(), idle.bit_count(), own.bit_count()
        crossings, bars = across.bit_count(), barred.bit_count()
        count = builds + placings + bars + crossings + thrown_away + ends + idlers + draws
        if count == builds + idlers:
            count += 1  # a pass
        at = int(count * (1 - random() ** _ROOT))
        at -= builds
        card = -1
        if at < 0 or 0 <= at - placings - bars - crossings - thrown_away - ends < idlers:
            space, card = _random_bit(turning, builds, random) if at < 0 else _random_bit(idle, idlers, random)
            mine.build(mine.heads.index(BIT[card]), space)
            passes = 0
            if not hand and not (mine.turning | mine.idle) * _BENEATH & mine.takes:
                over = True
                break
            continue
        if at < placings:
            space, card = _random_bit(own, placings, random)
            hand ^= BIT[card]
            mine.grow(space, card)
            if not hand and (first or not (mine.turning | mine.idle) * _BENEATH & mine.takes):
                over = True
                break
            place = OWN
        elif (at := at - placings) < bars:
            _, card = _random_bit(barred, bars, random)
            bit = BIT[card]
            hand ^= bit
            bar = bar ^ bit if bit & GALAXIES else bar + bit
            place = BAR
        elif (at := at - bars) < crossings:
            space, card = _random_bit(across, crossings, random)
            hand ^= BIT[card]
            theirs.grow(space, card)
            place = OTHER
        else:
            at -= crossings
            place = NOWHERE
            if at < thrown_away:
                _, card = _random_bit(hand, thrown_away, random)
                hand ^= BIT[card]
                discard.append(card)
            elif ends:
                if not hand:
                    over = True
                    break
            elif draws:
                # both piles are equally likely
                hand |= BIT[stock.pop() if stock and (not discard or random() < 0.5) else discard.pop()]
            else:
                passes = 0 if first else passes + 1
                if passes == 2:
                    over = True
                    break
                # a pass does not end the first turns (UC-11)
                seat, first = 1 - seat, NOWHERE
                hand, other, mine, theirs = other, hand, theirs, mine
                continue
        passes = 0
        if not first and place:
            first = place
            started |= 1 << seat
            continue
        seat, first, stage = 1 - seat, NOWHERE, NEXT_STAGE[stage]
        hand, other, mine, theirs = other, hand, theirs, mine
    if seat:
        hand, other, mine, theirs = other, hand, theirs, mine
    return PlayoutEnd((hand, other), (mine.downs, theirs.downs), over)


def _random_bit(mask: int, count: int, random: Callable[[], float]) -> tuple[int, Card]:
    """The place and the card of a random bit of a mask."""
    for _ in range(int(random() * count)):
        mask &= mask - 1
    return divmod((mask & -mask).bit_length() - 1, 60)
