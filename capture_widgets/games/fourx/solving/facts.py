"""What a solver knows of a position: sets of spaces as masks, with every card known.

Journeys are in none of it. They change neither the territory nor what is turned up; the own king always is on the
map and makes them all, so that a space costs one turn to explore where a card that may explore lies, else two. What
is left is monotone: to turn cards up early, and to conquer as soon as it is possible, never hurts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from capture_widgets.games.fourx.moves import (
    CARD,
    CLUBS,
    COURT,
    DIAMONDS,
    HEARTS,
    KING_OF,
    NEAR,
    NO_CARD,
    SPADES,
    SUIT,
    WHOLE,
    around,
)
from capture_widgets.games.fourx.rules import FourXState

NOTHING: Final = -1
"""In place of an ability: none is left."""
Arsenal = tuple[int, ...]
"""The visible cards of the piles, sorted."""


class Step(NamedTuple):
    """One thing to do; conquests go without saying."""

    what: str
    """"explore", "capture", or with the technology "seize", "besiege", "flip" or "line"."""
    at: int
    """The space, or the number of the line."""
    card: int = -1
    """What captures."""


class King:
    """An enemy king who is not conquered yet."""

    __slots__ = ("bit", "half", "near", "need", "space", "suit")

    def __init__(self, suit: int, space: int, near: int, of_suit: int) -> None:
        count = near.bit_count()
        self.bit = 1 << suit
        self.space = 1 << space
        self.near = near
        self.need = -(-51 * count // 100)
        """How many of the spaces around him must be territory (FX-7)."""
        self.half = -(-50 * count // 100)
        """The same for a technology of hearts (FX-10)."""
        self.suit = of_suit
        """Spaces of all cards of his suit."""


class MapFacts:
    """The facts of a position that no capture, exploration or conquest changes.

    Args:
        state: laid out, and not over.
    """

    def __init__(self, state: FourXState) -> None:
        options, cards, own = state.options, state.cards, state.own
        assert own is not None
        self.cards = cards
        self.whole = WHOLE[options.tech]
        self.near = tuple([near & self.whole for near in NEAR])
        suits = [0, 0, 0, 0]
        court = 0
        for space, card in enumerate(cards):
            if card != NO_CARD:
                suits[SUIT[card]] |= 1 << space
                if options.explorers == "any" or COURT >> card & 1:
                    court |= 1 << space
        self.enemies = tuple([suit for suit in range(4) if suit != own and suit not in state.conquered])
        self.kings = tuple(
            [
                King(suit, space, self.near[space], suits[suit])
                for suit in self.enemies
                for space in [cards.index(KING_OF[suit])]
            ]
        )
        self.all_conquered = sum(king.bit for king in self.kings)
        self.throne = sum(king.space for king in self.kings)
        """Spaces of the kings that are not conquered."""
        self.of_suits = tuple([sum(suits[suit] for suit in self.enemies if chosen >> suit & 1) for chosen in range(16)])
        """Spaces of the cards of a set of enemy suits."""
        self.ours = self.whole & ~self.of_suits[self.all_conquered]
        """Spaces that are territory once they are turned up: own, conquered or vacated ones."""
        serving = suits[own]
        if options.conquered_serve:
            for suit in state.conquered:
                serving |= suits[suit]
        self.movers = serving & court
        """Spaces of cards that may explore, turned up or not."""
        self.later_movers = tuple(
            [self.of_suits[chosen] & court & ~self.throne if options.conquered_serve else 0 for chosen in range(16)]
        )
        """Spaces of those that may do so once a set of suits is conquered."""
        takes = [0] * 52
        everybody = 0
        for rank in range(13):
            lower = everybody
            for suit in range(4):
                card = CARD[suit][rank]
                takes[card] = lower if suit == own else lower & suits[suit]
                if suit in self.enemies and card in cards:
                    everybody |= 1 << cards.index(card)
        self.takes = tuple(takes)
        """Spaces of the enemy cards that each card takes, turned up or not (FX-6)."""
        self.free = tuple([SUIT[card] == own for card in range(52)])
        """Which cards take every suit."""
        self.ability = NOTHING if state.tech is None or state.used else SUIT[state.tech]
        self.lines = tuple(
            [sum(1 << space for space in range(start, stop, step)) & self.whole for start, stop, step in _LINES]
        )

    def closed(self, up: int, ours: int, conquered: int) -> tuple[int, int, int]:
        """What is turned up, ours and conquered, when exploring is free and goes on as long as it can."""
        whole, kings = self.whole, self.kings
        while True:
            while True:
                grown = up | around(up & ours) & whole
                if grown == up:
                    break
                up = grown
            before = conquered
            for king in kings:
                if not conquered & king.bit and up & king.space and (king.near & up & ours).bit_count() >= king.need:
                    conquered |= king.bit
                    ours |= king.suit
            if conquered == before:
                return up, ours, conquered

    def conquering(self, up: int, ours: int, conquered: int) -> tuple[int, int]:
        """What is ours and conquered, when all kings are that can be."""
        while True:
            before = conquered
            for king in self.kings:
                if not conquered & king.bit and up & king.space and (king.near & up & ours).bit_count() >= king.need:
                    conquered |= king.bit
                    ours |= king.suit
            if conquered == before:
                return ours, conquered

    def besieged(self, up: int, ours: int, conquered: int) -> Iterator[King]:
        """Kings whom a technology of hearts conquers (FX-10)."""
        for king in self.kings:
            if not conquered & king.bit and up & king.space and (king.near & up & ours).bit_count() >= king.half:
                yield king

    def near_kings(self, conquered: int) -> int:
        """Spaces around the kings that are not conquered yet."""
        near = 0
        for king in self.kings:
            if not conquered & king.bit:
                near |= king.near
        return near


_LINES: Final = (*[(7 * row, 7 * row + 7, 1) for row in range(7)], *[(file, 49, 7) for file in range(7)])

CAPTURING, FLIPPING, LINING, BESIEGING = CLUBS, SPADES, DIAMONDS, HEARTS
"""The abilities, by what they do (FX-10)."""


def replaced(arsenal: Arsenal, place: int, card: int) -> Arsenal:
    """The arsenal when a card has been taken with the one at a place."""
    return tuple(sorted((*arsenal[:place], card, *arsenal[place + 1 :])))
