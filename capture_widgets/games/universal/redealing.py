"""Worlds of Capture for the Universal Card Deck: the cards that a viewer cannot know, dealt anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from random import Random
from typing import TYPE_CHECKING, Literal, TypeVar

from capture_widgets.core.bit_masks import bits, mask_of
from capture_widgets.core.shuffles import shuffled
from capture_widgets.engine.cards import Card
from capture_widgets.engine.seats import Seat
from capture_widgets.games.universal.board import Side, down_cards, new_tuple, with_downs

if TYPE_CHECKING:
    from capture_widgets.games.universal.rules import UniversalState

StateT = TypeVar("StateT", bound="UniversalState")


def redeal(state: StateT, seat: Seat | Literal["public"], rng: Random) -> StateT:
    """A state that the viewer cannot tell from this one; each possible deal of the unknown cards is equally likely.

    When the hand is over, only the order of the stock is still unknown (UC-14).
    """
    if state.to_play is None:
        return _with_sides(state, state.sides, shuffled(sorted(state.stock), rng))
    if seat == state.to_play or seat == 1 - state.to_play:
        return _redealt_to_player(state, seat, rng)
    return _redealt_to_public(state, seat, rng)


def _redealt_to_player(state: StateT, seat: Seat, rng: Random) -> StateT:
    """The same for a player, who knows one hand. Searches call this for every simulation."""
    to_play, mine, theirs, board, other_board, stock, *between, known, lacks = state
    hand = theirs if seat == to_play else mine
    unseen = hand & ~known
    cards = [*stock, *bits(unseen)]
    for downs in (board.downs, other_board.downs):
        for down in downs:
            cards += down
    cards.sort()
    count = unseen.bit_count()
    lacking = lacks[1 - seat]
    cards = shuffled(cards, rng, groups=() if lacking else (count,))
    if lacking:  # UC-13
        possible = [card for card in cards if not lacking >> card & 1][:count]
        dealt = mask_of(possible)
        left = iter([card for card in cards if not dealt >> card & 1])
    else:
        dealt = mask_of(cards[:count])
        left = iter(cards[count:])
    dealt |= hand & known
    if seat == to_play:
        theirs = dealt
    else:
        mine = dealt
    board, other_board = with_downs(board, left), with_downs(other_board, left)
    world = (to_play, mine, theirs, board, other_board, tuple(left), *between, known, lacks)
    return new_tuple(type(state), world)


def _with_sides(state: StateT, sides: Sequence[Side], stock: Iterable[Card]) -> StateT:
    """The same state with other cards where nobody sees them."""
    return state.of_sides(
        state.to_play, sides, tuple(stock), state.discard, state.bar, state.first, state.stage, state.passes
    )


def _redealt_to_public(state: StateT, seat: Seat | Literal["public"], rng: Random) -> StateT:
    """The same for a viewer who knows neither hand; both hands keep to what passes have shown (UC-13)."""
    sides = state.sides
    # the part of each hand that the viewer does not know
    unseen = [0 if seat == owner else side.hand & ~side.known for owner, side in enumerate(sides)]
    counts = [mask.bit_count() for mask in unseen]
    pool = unseen[0] | unseen[1] | mask_of(state.stock)
    for side in sides:
        pool |= mask_of(down_cards(side))
    may = [pool & ~side.lacks if count else 0 for side, count in zip(sides, counts, strict=True)]
    only, both, other = (list(bits(mask)) for mask in (may[0] & ~may[1], may[0] & may[1], may[1] & ~may[0]))
    # n of seat 0's cards are among those that seat 1 could hold as well: weigh each n by its number of deals
    choices = range(max(0, counts[0] - len(only)), min(counts[0], len(both)) + 1)
    weights = [
        comb(len(only), counts[0] - n) * comb(len(both), n) * comb(len(other) + len(both) - n, counts[1])
        for n in choices
    ]
    n = rng.choices(choices, weights)[0]
    shared = rng.sample(both, n)
    dealt = [mask_of(rng.sample(only, counts[0] - n)) | mask_of(shared)]
    dealt.append(mask_of(rng.sample(other + [card for card in both if card not in shared], counts[1])))
    left = list(bits(pool & ~dealt[0] & ~dealt[1]))
    rng.shuffle(left)
    cards = iter(left)
    new_sides = [
        side._replace(hand=side.hand & ~unseen[owner] | dealt[owner], board=with_downs(side.board, cards))
        for owner, side in enumerate(sides)
    ]
    return _with_sides(state, new_sides, cards)
