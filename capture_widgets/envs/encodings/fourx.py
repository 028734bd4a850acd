"""4X Solitaire as bits: the map space by space, the arsenal, and what was conquered and taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.state import GameType, Seat
from capture_widgets.envs.base_encoding import Encoding
from capture_widgets.games.fourx.moves import (
    COLUMN,
    CORNER,
    DIAMONDS,
    EXPLORE,
    KING_OF,
    NEAR,
    RANK,
    ROW,
    SUIT,
    TECH_COLUMN,
    TECH_ROW,
    TRAVEL,
)
from capture_widgets.games.fourx.rules import FourXState

_SPACE: Final = 24
"""The number of entries for a space: three bytes."""

_DOWN, _VACATED, _OFF, _TERRITORY, _MOVERS = 17, 18, 19, 20, 21

_WHOLE_SPACE: Final = (1 << _SPACE) - 1

_UP: Final = tuple(
    (1 << RANK[card] | 1 << 13 + SUIT[card] if card < 52 else 1 << _VACATED).to_bytes(3, "little")
    for card in range(256)
)
"""By card the entries of a space where it lies face up, its rank and suit; beyond the cards, of a vacated space."""

_IN_CORNER: Final = (1 << _VACATED | 1 << _OFF) << _SPACE * CORNER
"""What changes a corner without a card into one that is off the map."""

_MAP: Final = 49 * _SPACE

_MAP_WORDS: Final = (
    "by space, in reading order: 13 bits for the rank of its face-up card and 4 for the suit; then whether a card lies "
    "face down, the space is vacated, it is off the map, it is territory, its card may explore and travel; the last "
    "two bits are 0"
)

_PARTS: Final = (
    ("map", (49, _SPACE), _MAP_WORDS),
    ("arsenal", (3, 52), "the visible card of each pile"),
    ("own", (4,), "your own suit"),
    ("conquered", (4,), "the conquered suits"),
    ("gone", (52,), "cards that you captured and that do not lie on top of a pile, and the card of a used technology"),
    ("tech", (52,), "the card set aside as the technology"),
    ("used", (1,), "the technology has been used"),
    ("turn", (1,), "the game goes on"),
)


def _spread(mask: int) -> int:
    """A mask of spaces with 24 bits for each space."""
    spread = 0
    for space in bits(mask):
        spread |= 1 << _SPACE * space
    return spread


_SPREAD_ROW: LazyDict[int, int] = LazyDict(_spread)
"""The same for the masks of a row, 128 at most."""


class FourXEncoding(Encoding):
    """The encoding of 4X Solitaire."""

    most_steps = 1000

    def possible_cards(self, dealt: Sequence[int]) -> list[int]:
        """The rest of the deck; no king comes into the arsenal (FX-1)."""
        left = super().possible_cards(dealt)
        return [card for card in left if card not in KING_OF] if len(dealt) < (4 if self.options.tech else 3) else left

    def seen_before(self, state: Any) -> list[Any]:
        """Captured cards that the table does not show any more; they lay face up before."""
        rest = state.rest()
        return [rest["piles"], rest["taken"]]

    def __init__(self, game: GameType, options: Any, *, match: bool) -> None:
        super().__init__(game, options, match=match)
        number = self.actions.index
        self._explore = [1 << number(str(move)) for move in EXPLORE]
        self._travel = number(str(TRAVEL[0][0]))
        self._standing: LazyDict[Any, int] = LazyDict(self._numbers, most=100_000)
        if options.tech:
            self._row = [1 << number(str(move)) for move in TECH_ROW]
            self._column = [1 << number(str(move)) for move in TECH_COLUMN]

    def _numbers(self, moves: Sequence[Any]) -> int:
        legal = 0
        for move in moves:
            legal |= 1 << self.actions.index(str(move))
        return legal

    def parts(self) -> Iterable[tuple[str, tuple[int, ...], str]]:
        """The map, the arsenal, and what was conquered and taken."""
        return _PARTS

    def legal(self, state: FourXState, begun: Sequence[int]) -> int:
        """Kings, explorations, travels by start and end, captures by card and space, and the rest."""
        _, _, _, _, _, tech, used, _, _, _, _, down, territory, movers, _, standing, _ = state
        legal = self._standing[standing]
        if not movers:
            return legal
        row = tech is not None and not used and SUIT[tech] == DIAMONDS
        ends = territory
        travel = self._travel
        while movers:
            bit = movers & -movers
            movers ^= bit
            space = bit.bit_length() - 1
            if NEAR[space] & down:
                legal |= self._explore[space]
            if row and ROW[space] & down:
                legal |= self._row[space]
            if row and COLUMN[space] & down:
                legal |= self._column[space]
            ends ^= bit  # of two cards that may travel, the earlier one starts (FX-5)
            legal |= ends << travel + 49 * space
        return legal

    def known(self, state: FourXState, seat: Seat, begun: Sequence[int]) -> int:
        """What the player knows (FX-2, FX-10)."""
        (
            options, own, conquered, piles, _, tech, used, taken, _, result, cards, down,
            territory, movers, _, _, _,
        ) = state  # fmt: skip
        known = int.from_bytes(b"".join([_UP[card] for card in cards]), "little")
        if down:
            hidden = spread(down)
            known = known & ~(hidden * _WHOLE_SPACE) | hidden << _DOWN
        if options.tech:
            known ^= _IN_CORNER
        if territory:
            known |= spread(territory) << _TERRITORY
        if movers:
            known |= spread(movers) << _MOVERS
        at = _MAP
        if own is not None:
            for pile in piles:
                known |= 1 << at + pile[-1]
                at += 52
            known |= 1 << _MAP + 156 + own
            for pile in piles:
                for card in pile[:-1]:
                    known |= 1 << _GONE + card
        for suit in conquered:
            known |= 1 << _MAP + 160 + suit
        if taken is not None:
            known |= 1 << _GONE + taken
        if tech is not None:
            known |= 1 << _GONE + 52 + tech
        if used:
            known |= 1 << _GONE + 104
        if not result:
            known |= 1 << _GONE + 105
        return known


_GONE: Final = _MAP + 164


def spread(mask: int) -> int:
    """A mask of the map with 24 bits for each space."""
    row = _SPREAD_ROW
    width = 7 * _SPACE
    return (
        row[mask & 127]
        | row[mask >> 7 & 127] << width
        | row[mask >> 14 & 127] << 2 * width
        | row[mask >> 21 & 127] << 3 * width
        | row[mask >> 28 & 127] << 4 * width
        | row[mask >> 35 & 127] << 5 * width
        | row[mask >> 42] << 6 * width
    )
