"""What the solver knows of a position: sets of spaces as masks, with every card known.

The solver leaves travels out. They change neither the territory nor the face-up cards, and the player's king, who is
always on the map, can make all of them. So an exploration takes one turn on a space whose card may explore, and two
turns on any other space. What remains is monotone: it never hurts to turn cards up early, or to conquer as soon as that
is possible.
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
"""The ability of a technology that is used, or of none."""
Arsenal = tuple[int, ...]
"""The visible cards of the piles, sorted."""


class Step(NamedTuple):
    """One step of a plan. Conquests are left out: they are made whenever they are possible."""

    what: str
    """"explore", "capture", or with the technology "seize", "besiege", "flip" or "line"."""
    at: int
    """The space, or the number of the line."""
    card: int = -1
    """The card that captures."""


class King:
    """An enemy king who is not yet conquered."""

    __slots__ = ("bit", "half", "near", "need", "space", "suit")

    def __init__(self, suit: int, space: int, near: int, of_suit: int) -> None:
        count = near.bit_count()
        self.bit = 1 << suit
        self.space = 1 << space
        self.near = near
        self.need = -(-51 * count // 100)
        """The number of spaces around him that must be territory before he can be conquered (FX-7)."""
        self.half = -(-50 * count // 100)
        """The number that a technology of hearts needs (FX-10)."""
        self.suit = of_suit
        """The mask of the spaces of all cards of his suit."""


class MapFacts:
    """The facts of a position that no capture, exploration or conquest changes.

    Args:
        state: a position with the map laid out, in a game that is not over.
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
        """The mask of the spaces of the kings who are not conquered."""
        self.of_suits = tuple([sum(suits[suit] for suit in self.enemies if chosen >> suit & 1) for chosen in range(16)])
        """By a set of enemy suits, the mask of the spaces of their cards."""
        self.ours = self.whole & ~self.of_suits[self.all_conquered]
        """The mask of the spaces that are territory as soon as they are turned up: own, conquered or vacated ones."""
        serving = suits[own]
        if options.conquered_serve:
            for suit in state.conquered:
                serving |= suits[suit]
        self.movers = serving & court
        """The mask of the spaces whose cards may explore, face up or not."""
        self.later_movers = tuple(
            [self.of_suits[chosen] & court & ~self.throne if options.conquered_serve else 0 for chosen in range(16)]
        )
        """By a set of suits, the mask of the spaces whose cards may explore once these suits are conquered."""
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
        """By card, the mask of the spaces of the enemy cards that it takes, face up or not (FX-6)."""
        self.free = tuple([SUIT[card] == own for card in range(52)])
        """By card, whether it takes cards of every suit."""
        self.ability = NOTHING if state.tech is None or state.used else SUIT[state.tech]
        self.lines = tuple(
            [sum(1 << space for space in range(start, stop, step)) & self.whole for start, stop, step in _LINES]
        )

    def closed(self, up: int, ours: int, conquered: int) -> tuple[int, int, int]:
        """The spaces turned up, the territory and the conquered suits if exploring is free and goes on as long as it
        can.
        """
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
        """The territory and the conquered suits after all conquests that are possible."""
        while True:
            before = conquered
            for king in self.kings:
                if not conquered & king.bit and up & king.space and (king.near & up & ours).bit_count() >= king.need:
                    conquered |= king.bit
                    ours |= king.suit
            if conquered == before:
                return ours, conquered

    def besieged(self, up: int, ours: int, conquered: int) -> Iterator[King]:
        """The kings whom a technology of hearts can conquer (FX-10)."""
        for king in self.kings:
            if not conquered & king.bit and up & king.space and (king.near & up & ours).bit_count() >= king.half:
                yield king

    def near_kings(self, conquered: int) -> int:
        """The mask of the spaces around the kings who are not yet conquered."""
        near = 0
        for king in self.kings:
            if not conquered & king.bit:
                near |= king.near
        return near


_LINES: Final = (*[(7 * row, 7 * row + 7, 1) for row in range(7)], *[(file, 49, 7) for file in range(7)])

CAPTURING, FLIPPING, LINING, BESIEGING = CLUBS, SPADES, DIAMONDS, HEARTS
"""The abilities of technologies, named by what they do (FX-10)."""


def replaced(arsenal: Arsenal, place: int, card: int) -> Arsenal:
    """The arsenal after the card at ``place`` has taken another card."""
    return tuple(sorted((*arsenal[:place], card, *arsenal[place + 1 :])))
