"""Options and the formation of Capture the Commander: what covers what, what lies open, which card beats which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import UnknownOption
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.game_options import Options, option


@dataclass(frozen=True)
class CommanderOptions(Options):
    """What can be chosen before a game of Capture the Commander."""

    players: int = option(
        2,
        "How many play, each with a formation of thirteen cards.",
        rule="CC-1",
        choices=(2, 3, 4),
        short={3: "Three players", 4: "Four players"},
    )
    war: str = option(
        "original",
        "Which cards may join a war: those beside the first attacking or defending card, or "
        "those beside any own card already in this battle.",
        rule="CC-8",
        choices=("original", "chain"),
        short={"chain": "Wars in a chain"},
    )
    first: int = option(
        0,
        "Who makes the first attack: 0 for seat A, 1 for seat B and so on.",
        rule="CC-13",
        choices=(0, 1, 2, 3),
        seats=True,
        short={1: "B starts", 2: "C starts", 3: "D starts"},
    )
    scoring: bool = option(
        False,
        "Count points for captured commanders, so that several rounds can be played to a target.",
        rule="CC-14",
        short={True: "With points"},
    )
    target: int = option(25, "A match ends once a player has at least this many points.", rule="CC-14")
    teams: bool = option(
        False,
        "A and C play together against B and D and may give each other cards.",
        rule="CC-15",
        short={True: "Teams: A and C against B and D"},
    )
    twos_beat_aces: bool = option(False, "A two beats an ace.", rule="CC-18", short={True: "Twos beat aces"})
    one_suit_each: bool = option(
        False,
        "Each player has one whole suit: A clubs, B diamonds, C hearts, D spades.",
        rule="CC-19",
        short={True: "One suit each"},
    )

    @classmethod
    def completed(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Teams are four players (CC-15)."""
        if given.get("teams") is True:
            given.setdefault("players", 4)
        return given

    def validate(self) -> None:
        """Refuse teams of other than four, a start by a seat that does not play, and a target without points."""
        if self.teams and self.players != 4:
            raise UnknownOption(
                f"option players={self.players}: teams are A and C against B and D, so four play (CC-15)"
            )
        if self.first >= self.players:
            raise UnknownOption(
                f"option first={self.first}: with {self.players} players the first is one of 0 to "
                f"{self.players - 1} (CC-13)"
            )
        if self.target != 25 and not self.scoring:
            raise UnknownOption(
                f"option target={self.target}: a target needs scoring=True, which counts points (CC-14)"
            )


Position = int
"""A position of a formation, 1 to 13 as in the rulebook; bit ``position - 1`` of a formation's mask of 13 bits."""

Place = int
"""A position of a seat among all: ``13 * seat + position - 1``; bit ``place`` of a mask of all that is in play."""

COMMANDER: Final[Position] = 13

ROWS: Final = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12), (13,))
"""The formation from front to back."""

COVERS: Final = {5: (1, 2), 6: (2, 3), 7: (3, 4), 8: (5,), 9: (6,), 10: (7,), 11: (8, 9), 12: (9, 10), 13: (11, 12)}
"""Positions that cover each position (CC-2)."""

WHOLE: Final = (1 << 13) - 1
"""Mask of a whole formation."""


def mask_of(positions: Sequence[Position]) -> int:
    """The mask of some positions."""
    mask = 0
    for position in positions:
        mask |= 1 << position - 1
    return mask


_POSITIONS: Final = LazyDict[int, tuple[Position, ...]](lambda mask: tuple([bit + 1 for bit in bits(mask)]))
"""Positions by mask, at most 8192."""


def positions_of(mask: int) -> tuple[Position, ...]:
    """Positions of a mask, in order."""
    return _POSITIONS[mask]


_COVERED_BY: Final = tuple(mask_of([back for back, covers in COVERS.items() if front in covers]) for front in range(14))
"""By position, mask of the positions that its card covers."""


def _behind(mask: int) -> int:
    """Mask of the positions that at least one of these cards covers."""
    behind = 0
    for front in positions_of(mask):
        behind |= _COVERED_BY[front]
    return behind


FULL: Final = LazyDict[int, int](lambda mask: mask & ~_behind(mask))
"""By mask of a formation, mask of its fully uncovered cards (CC-3)."""

OPEN: Final = LazyDict[int, int](lambda mask: mask & (~_behind(mask) | _behind(WHOLE ^ mask)))
"""By mask of a formation, mask of its fully or partially uncovered cards: what may be attacked (CC-3, CC-4)."""


def _adjacent() -> list[int]:
    """By position, mask of the adjacent ones: covering, covered, or directly beside (CC-8)."""
    adjacent = [0] * 14
    beside = [pair for row in ROWS for pair in pairwise(row)]
    for one, other in [*beside, *((back, front) for back, covers in COVERS.items() for front in covers)]:
        adjacent[one] |= 1 << other - 1
        adjacent[other] |= 1 << one - 1
    return adjacent


ADJACENT: Final = tuple(_adjacent())


def _blows(twos_beat_aces: bool) -> tuple[tuple[int, ...], ...]:
    def blow(mine: Card, theirs: Card) -> int:
        one, other = FRENCH.rank_of[mine], FRENCH.rank_of[theirs]
        if twos_beat_aces and {one, other} == {0, 12}:
            one, other = other, one
        return (one > other) - (one < other)

    return tuple(tuple(blow(mine, theirs) for theirs in range(52)) for mine in range(52))


BLOW: Final = (_blows(False), _blows(True))
"""+1, 0 or -1 as a card beats, ties or loses to another; without and with twos beating aces (CC-5, CC-18)."""

BIT: Final = tuple(1 << i for i in range(52))

TWO: Final = tuple(tuple(1 << one | 1 << other for other in range(52)) for one in range(52))
"""Mask of two cards."""

BASE: Final = (-1, 12, 25, 38)
"""Added to a position this gives the place, by seat."""

NEXT: Final = ((), (), (1, 0), (1, 2, 0), (1, 2, 3, 0))
"""The seat after a seat, by the number of players."""

OPPONENTS: Final = tuple(
    tuple(
        tuple(
            tuple(other for other in range(players) if other != seat and not (teams and other == seat ^ 2))
            for seat in range(players)
        )
        for players in range(5)
    )
    for teams in (False, True)
)
"""The opponents of a seat, without and with teams, by the number of players (CC-4, CC-15)."""


def card_name(card: Card) -> str:
    """A card in words: "10 of hearts"."""
    return card_words(FRENCH, FRENCH.text[card])
