"""Options and the formation of Capture the Commander: which cards cover which, and which card beats which."""

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
    """The options of a game of Capture the Commander."""

    players: int = option(
        2,
        "How many play, each with a formation of thirteen cards.",
        rule="CC-12",
        choices=(2, 3, 4),
        short={3: "Three players", 4: "Four players"},
    )
    war: str = option(
        "original",
        "When equal cards meet, each side adds a card: always one next to its first card in the battle, or one next to "
        "any of its cards in it.",
        rule="CC-8",
        choices=("original", "chain"),
        labels={
            "original": "Always next to its first card in the battle",
            "chain": "Next to any of its cards in the battle",
        },
        short={"chain": "Wars in a chain"},
    )
    first: int = option(
        0,
        "Who makes the first attack.",
        rule="CC-13",
        choices=(0, 1, 2, 3),
        seats=True,
        short={1: "start", 2: "start", 3: "start"},
    )
    scoring: bool = option(
        False,
        "Count points for captured commanders; a match needs that.",
        rule="CC-14",
        short={True: "With points"},
    )
    target: int = option(25, "A match ends once a player has at least this many points.", rule="CC-14")
    teams: bool = option(
        False,
        "A and C play together against B and D and may give each other cards.",
        rule="CC-15",
        short={True: "Teams: {0} and {2} against {1} and {3}"},
    )
    twos_beat_aces: bool = option(False, "A two beats an ace.", rule="CC-18", short={True: "Twos beat aces"})
    one_suit_each: bool = option(
        False,
        "Each player has one whole suit, in the order of the seats: clubs, diamonds, hearts and spades.",
        rule="CC-19",
        short={True: "One suit each"},
    )

    @classmethod
    def completed(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Set the number of players to four in a game of teams (CC-15)."""
        if given.get("teams") is True:
            given.setdefault("players", 4)
        return given

    def validate(self) -> None:
        """Refuse options that contradict each other: teams of other than four players, a first seat that does not play,
        a target without scoring.
        """
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
"""A position of a formation, 1 to 13 as in the rulebook; it has bit ``position - 1`` in the 13-bit mask of
a formation.
"""

Place = int
"""A position of a seat: ``13 * seat + position - 1``; it has bit ``place`` in the mask of all formations."""

COMMANDER: Final[Position] = 13

ROWS: Final = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12), (13,))
"""The formation from front to back."""

COVERS: Final = {5: (1, 2), 6: (2, 3), 7: (3, 4), 8: (5,), 9: (6,), 10: (7,), 11: (8, 9), 12: (9, 10), 13: (11, 12)}
"""The positions that cover each position (CC-2)."""

WHOLE: Final = (1 << 13) - 1
"""The mask of a formation with all its cards."""


def mask_of(positions: Sequence[Position]) -> int:
    """The mask of some positions."""
    mask = 0
    for position in positions:
        mask |= 1 << position - 1
    return mask


_POSITIONS: Final = LazyDict[int, tuple[Position, ...]](lambda mask: tuple([bit + 1 for bit in bits(mask)]))
"""The positions of each mask; at most 8192 masks."""


def positions_of(mask: int) -> tuple[Position, ...]:
    """Positions of a mask, in order."""
    return _POSITIONS[mask]


_COVERED_BY: Final = tuple(mask_of([back for back, covers in COVERS.items() if front in covers]) for front in range(14))
"""By position, the mask of the positions that its card covers."""


def _behind(mask: int) -> int:
    """The mask of the positions that one or more of these cards cover."""
    behind = 0
    for front in positions_of(mask):
        behind |= _COVERED_BY[front]
    return behind


FULL: Final = LazyDict[int, int](lambda mask: mask & ~_behind(mask))
"""By the mask of a formation, the mask of its fully uncovered cards (CC-3)."""

OPEN: Final = LazyDict[int, int](lambda mask: mask & (~_behind(mask) | _behind(WHOLE ^ mask)))
"""By the mask of a formation, the mask of its fully or partially uncovered cards, which opponents may attack (CC-3,
CC-4).
"""


def _adjacent() -> list[int]:
    """The mask of the adjacent positions, by position: covering it, covered by it, or directly beside it (CC-8)."""
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
"""+1 if a card beats another, 0 if they tie, -1 if it loses. The first table has plain ranks; in the second, twos beat
aces (CC-5, CC-18).
"""

BIT: Final = tuple(1 << i for i in range(52))

TWO: Final = tuple(tuple(1 << one | 1 << other for other in range(52)) for one in range(52))
"""The mask of all twos."""

BASE: Final = (-1, 12, 25, 38)
"""By seat, the number that turns a position into a place when it is added."""

NEXT: Final = ((), (), (1, 0), (1, 2, 0), (1, 2, 3, 0))
"""By the number of players, the next seat clockwise of each seat."""

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
"""The opponents of each seat, by teams (no or yes) and the number of players (CC-4, CC-15)."""


def card_name(card: Card) -> str:
    """A card in words: "10 of hearts"."""
    return card_words(FRENCH, FRENCH.text[card])
