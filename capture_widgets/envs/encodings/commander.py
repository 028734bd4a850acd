"""Capture the Commander as bits: for every seat its formation, the cards seen in it, and its cards that left play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from capture_widgets.engine.state import Move, Seat
from capture_widgets.envs.base_encoding import Encoding
from capture_widgets.games.commander.battle import choosable
from capture_widgets.games.commander.formation import BASE, FULL, OPEN, OPPONENTS, WHOLE, mask_of, positions_of
from capture_widgets.games.commander.moves import BUT_COMMANDER, BY_TEXT
from capture_widgets.games.commander.rules import CommanderState

_SEEN, _LYING, _REMOVED, _OUT, _BATTLE, _ATTACKS, _MOVES, _SEAT = 0, 676, 689, 741, 742, 755, 756, 757
"""Where the parts of one seat begin within its entries, and how many entries it has."""

_BITS: Final = (*(0,) * 52, *(1 << at for at in range(4 * _SEAT)))
"""The bit of each entry of the seats, 52 entries further on, because positions are counted from 1."""

_GONE: Final = _REMOVED + 52
"""The same shift for the part of the cards removed."""

_SEAT_OF: Final = tuple(place // 13 for place in range(52))


class CommanderEncoding(Encoding):
    """The encoding of Capture the Commander."""

    def most_actions(self) -> int:
        """A battle in which one side loses n cards has at most 2n actions, and a draw comes last.

        In teams a turn may have twelve gifts before it.
        """
        return 14 * 52 if self.options.teams else 110 + (52 if self.seats > 2 else 0)

    def possible_cards(self, dealt: Sequence[int]) -> list[int]:
        """The rest of the deck; of one suit where each seat has a suit (CC-19)."""
        left = super().possible_cards(dealt)
        suit = len(dealt) // 13
        return [card for card in left if card // 13 == suit] if self.options.one_suit_each else left

    def parts(self) -> Iterable[tuple[str, tuple[int, ...], str]]:
        """The same parts for each seat, itself first and then clockwise; at last its own choice in a war."""
        for turn in range(self.seats):
            name = "mine" if turn == 0 else "theirs" if self.seats == 2 else f"next_{turn}"
            whose = "your" if turn == 0 else "the other's" if self.seats == 2 else "that seat's"
            yield f"{name}_seen", (13, 52), f"by position of {whose} formation, the card there if it was ever shown"
            yield f"{name}_lying", (13,), f"the positions of {whose} formation where a card lies"
            yield f"{name}_removed", (52,), f"{whose} cards that left play and were seen"
            yield f"{name}_out", (1,), "that seat is out"
            yield f"{name}_battle", (13,), "the positions of that seat's cards in a war"
            yield f"{name}_attacks", (1,), "that seat attacked in the war"
            yield f"{name}_moves", (1,), "that seat is to play"
        yield "choice", (13,), "the position that you have chosen in the war and nobody else knows"

    def legal(self, state: CommanderState, begun: Sequence[int]) -> int:
        """The bits of each own position: a choice in a war, attacks by target, and in teams gifts by place."""
        to_play, cards, present, shown, _, out, war, _, options = state
        if to_play is None:
            return 0
        width = 13 * options.players
        block = 1 + width * (2 if options.teams else 1)
        lying = present >> 13 * to_play & WHOLE
        legal = 0
        if war is not None:
            for position in positions_of(choosable(war.defending if war.chosen else war.attacking, lying, options)):
                legal |= 1 << (position - 1) * block
            return legal
        targets = 0
        for other in OPPONENTS[options.teams][options.players][to_play]:
            if other not in out:
                targets |= OPEN[present >> 13 * other & WHOLE] << 13 * other
        targets <<= 1
        for position in positions_of(FULL[lying]):
            legal |= targets << (position - 1) * block
        if options.teams and to_play ^ 2 not in out:
            partner = 13 * (to_play ^ 2)
            holes = (BUT_COMMANDER & ~(present >> partner & WHOLE)) << partner + 1 + width
            if holes:
                base = BASE[to_play]
                for position in positions_of(lying & BUT_COMMANDER):
                    if not shown >> cards[base + position] & 1:
                        legal |= holes << (position - 1) * block
        return legal

    def hidden_move(self, state: CommanderState) -> Move:
        """The attacker's choice in a war."""
        assert state.war is not None
        return BY_TEXT[f"+{state.war.chosen}"]

    def known(self, state: CommanderState, seat: Seat, begun: Sequence[int]) -> int:
        """What a seat knows: the same as everybody, except for its own choice in a war (CC-1, CC-9)."""
        to_play, cards, present, shown, removed, out, war, _, options = state
        players = options.players
        starts = [(other - seat) % players * _SEAT for other in range(players)]
        known = 0
        for other, start in enumerate(starts):
            lying = present >> 13 * other & WHOLE
            known |= lying << start + _LYING
            base = BASE[other]
            for position in positions_of(lying):
                card = cards[base + position]
                if shown >> card & 1:
                    known |= _BITS[start + 52 * position + card]
        for entry in removed:
            if shown >> (entry & 63) & 1:
                known |= _BITS[starts[_SEAT_OF[entry >> 6]] + _GONE + (entry & 63)]
        for other in out:
            known |= 1 << starts[other] + _OUT
        if to_play is not None:
            known |= 1 << starts[to_play] + _MOVES
        if war is not None:
            known |= mask_of(war.attacking) << starts[war.attacker] + _BATTLE | 1 << starts[war.attacker] + _ATTACKS
            known |= mask_of(war.defending) << starts[war.defender] + _BATTLE
            if war.chosen and war.attacker == seat:
                known |= 1 << _SEAT * players + war.chosen - 1
        return known
