"""Attacks, choices and gifts; and lists of moves that look each move up when it is asked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from capture_widgets.core.lazy_tables import LazyDict, LazySequence
from capture_widgets.engine.state import SEAT_NAMES, Move, Seat
from capture_widgets.games.commander.formation import (
    BASE,
    FULL,
    OPEN,
    WHOLE,
    CommanderOptions,
    Place,
    Position,
    positions_of,
)


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack an opponent's card with one of your own (CC-4)."""

    own: Position
    seat: Seat
    """The seat of the opponent."""
    target: Position

    def __str__(self) -> str:
        return f"{self.own}x{SEAT_NAMES[self.seat]}{self.target}"


@dataclass(frozen=True, slots=True)
class Choice:
    """Choose a card for a war (CC-8, CC-9)."""

    position: Position

    def __str__(self) -> str:
        return f"+{self.position}"


@dataclass(frozen=True, slots=True)
class Gift:
    """Give one of your cards to your partner (CC-16)."""

    own: Position
    seat: Seat
    """The partner."""
    hole: Position
    """The empty position of the partner that the card fills."""

    def __str__(self) -> str:
        return f"{self.own}>{SEAT_NAMES[self.seat]}{self.hole}"


FORMS: Final = "1xB2 for an attack, +5 for a card in a war, 5>C1 for a gift to a partner"

_ATTACK: Final = tuple(
    tuple(tuple(Attack(own, seat, target) for target in range(14)) for seat in range(4)) for own in range(14)
)
"""All attacks, by own position, opponent and target; index 0 is not used."""

_CHOICE: Final = tuple(Choice(position) for position in range(14))

_GIFT: Final = tuple(
    tuple(tuple(Gift(own, seat, hole) for hole in range(14)) for seat in range(4)) for own in range(14)
)

BY_TEXT: Final[dict[str, Move]] = {
    str(move): move
    for own in range(1, 14)
    for move in (
        _CHOICE[own],
        *(table[own][seat][other] for table in (_ATTACK, _GIFT) for seat in range(4) for other in range(1, 14)),
    )
}

_ATTACKS: Final = tuple(
    tuple(attack for seat in range(4) for attack in (by_target[seat][1:] if own else ()))
    for own, by_target in enumerate(_ATTACK)
)
"""All attacks, by own position and by the place of the target."""

ATTACKERS: Final[list[tuple[tuple[Attack, ...], ...] | None]] = [None] * (1 << 13)
"""By the mask of a formation, the attacks of each card that may attack, by place; None until somebody asks for it."""

TARGETS: Final[tuple[list[tuple[Place, ...] | None], ...]] = tuple([None] * (1 << 13) for _ in BASE)
"""By seat and the mask of its formation, the places of the cards that may be attacked; None until somebody
asks for it.
"""

_ATTACKS_OF: Final = LazyDict[int, tuple[tuple[Attack, ...], ...]](
    lambda mask: tuple([_ATTACKS[own] for own in positions_of(mask)])
)
_PLACES_OF: Final = LazyDict[tuple[Seat, int], tuple[Place, ...]](
    lambda key: tuple([BASE[key[0]] + position for position in positions_of(key[1])])
)
"""Such places by seat and mask of the open cards; formations with the same open cards share an entry."""


def attackers_of(formation: int) -> tuple[tuple[Attack, ...], ...]:
    """Compute the entry of `ATTACKERS` for a formation, and keep it there."""
    made = ATTACKERS[formation] = _ATTACKS_OF[FULL[formation]]
    return made


def targets_of(seat: Seat, formation: int) -> tuple[Place, ...]:
    """Compute the entry of `TARGETS` for a seat's formation, and keep it there."""
    made = TARGETS[seat][formation] = _PLACES_OF[seat, OPEN[formation]]
    return made


class Attacks(LazySequence[Move]):
    """The attacks of some cards on some places; each is looked up when it is asked for.

    There are hundreds of thousands of such lists: too many to keep, and each would take too long to make.
    """

    __slots__ = ("_attackers", "_targets")
    _attackers: tuple[tuple[Attack, ...], ...]
    _targets: tuple[Place, ...]

    @classmethod
    def of(cls, attackers: tuple[tuple[Attack, ...], ...], targets: tuple[Place, ...]) -> Self:
        """The attacks on the places ``targets``, by cards that are given as their attacks on every place."""
        made = object.__new__(cls)
        made._attackers = attackers
        made._targets = targets
        return made

    def __len__(self) -> int:
        return len(self._attackers) * len(self._targets)

    def at(self, index: int) -> Move:
        """The attack at an index."""
        targets = self._targets
        attacker, target = divmod(index, len(targets))
        return self._attackers[attacker][targets[target]]

    if not TYPE_CHECKING:

        def __getitem__(self, index):
            # the same as in the base class, without a further call for each move of a random game
            if type(index) is slice:
                return tuple(self)[index]
            targets = self._targets
            attacker, target = divmod(index, len(targets))
            return self._attackers[attacker][targets[target]]

    def __iter__(self) -> Iterator[Move]:
        targets = self._targets
        return iter([attacks[place] for attacks in self._attackers for place in targets])

    def __contains__(self, move: object) -> bool:
        if type(move) is not Attack or not (1 <= move.own <= 13 and 1 <= move.target <= 13 and 0 <= move.seat <= 3):
            return False
        return BASE[move.seat] + move.target in self._targets and _ATTACKS[move.own] in self._attackers

    def parts(self) -> tuple[Hashable, ...]:
        """What the list is made from: attackers and targets."""
        return self._targets, self._attackers

    def __repr__(self) -> str:
        return f"Attacks({' '.join(map(str, self))})"


GIFTS: Final = tuple(
    tuple(gift for seat in range(4) for gift in (by_hole[seat][1:] if own else ())) for own, by_hole in enumerate(_GIFT)
)
"""All gifts, by own position and by the place that the card fills."""

BUT_COMMANDER: Final = WHOLE >> 1
"""The mask of positions 1 to 12: only these cards may be given, and only these positions filled (CC-16)."""


def holes_of(seat: Seat, formation: int) -> tuple[Place, ...]:
    """The places that a gift may fill."""
    return _PLACES_OF[seat, BUT_COMMANDER & ~formation]


class AttacksAndGifts(Attacks):
    """The attacks and then the gifts of a turn; each is looked up when it is asked for."""

    __slots__ = ("_attacks", "_gifts", "_holes")
    _attacks: int
    """The number of attacks, which come before the gifts."""
    _gifts: tuple[tuple[Gift, ...], ...]
    _holes: tuple[Place, ...]

    @classmethod
    def with_gifts(
        cls,
        attackers: tuple[tuple[Attack, ...], ...],
        targets: tuple[Place, ...],
        gifts: tuple[tuple[Gift, ...], ...],
        holes: tuple[Place, ...],
    ) -> Self:
        """The attacks as in `Attacks.of`, and the gifts to the places ``holes`` by cards that are given as their gifts
        to every place.
        """
        made = object.__new__(cls)
        made._attackers = attackers
        made._targets = targets
        made._attacks = len(attackers) * len(targets)
        made._gifts = gifts
        made._holes = holes
        return made

    if not TYPE_CHECKING:

        def __getitem__(self, index):
            # the same as above; most moves of a turn are attacks
            if type(index) is not slice and 0 <= index < self._attacks:
                targets = self._targets
                attacker, target = divmod(index, len(targets))
                return self._attackers[attacker][targets[target]]
            return tuple(self)[index] if type(index) is slice else self.at(index)

    def __len__(self) -> int:
        return self._attacks + len(self._gifts) * len(self._holes)

    def at(self, index: int) -> Move:
        """The attack or gift at an index."""
        if index < 0:
            index += len(self)
            if index < 0:
                raise IndexError(index)
        if index < self._attacks:
            attacker, target = divmod(index, len(self._targets))
            return self._attackers[attacker][self._targets[target]]
        gift, hole = divmod(index - self._attacks, len(self._holes))
        return self._gifts[gift][self._holes[hole]]

    def __iter__(self) -> Iterator[Move]:
        yield from super().__iter__()
        holes = self._holes
        yield from (gifts[hole] for gifts in self._gifts for hole in holes)

    def __contains__(self, move: object) -> bool:
        if type(move) is not Gift or not (1 <= move.own <= 13 and 1 <= move.hole <= 13 and 0 <= move.seat <= 3):
            return super().__contains__(move)
        return BASE[move.seat] + move.hole in self._holes and GIFTS[move.own] in self._gifts

    def parts(self) -> tuple[Hashable, ...]:
        """What the list is made from: attackers, targets, gifts and holes."""
        return self._targets, self._attackers, self._holes, self._gifts

    def __repr__(self) -> str:
        return f"AttacksAndGifts({' '.join(map(str, self))})"


_CHOICES: Final = LazyDict[int, tuple[Move, ...]](
    lambda mask: tuple([_CHOICE[position] for position in positions_of(mask)])
)
"""Lists of choices, by the mask of the cards."""


def choices_of(mask: int) -> tuple[Move, ...]:
    """The choices of a war from the cards of a mask."""
    return _CHOICES[mask]


def actions_of(options: CommanderOptions) -> list[str]:
    """The texts of all moves that the options allow, in the order of `BY_TEXT`."""
    return [
        text
        for text, move in BY_TEXT.items()
        if isinstance(move, Choice)
        or (isinstance(move, Attack | Gift) and move.seat < options.players and (options.teams or type(move) is Attack))
    ]
