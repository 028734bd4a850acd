"""Capture the Commander: two to four players break into each other's formations (RULEBOOK CC-1 to CC-19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypedDict, TypeVar, overload

from capture_widgets.cards import FRENCH, HIDDEN, Card
from capture_widgets.errors import IllegalDeal, IllegalMove, RecordError, UnknownOption
from capture_widgets.options import Options, option
from capture_widgets.shape import Fixed
from capture_widgets.state import SEAT_NAMES, GameType, Move, Reason, Seat, State, Viewer, tidy, unreadable

# -- options -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CommanderOptions(Options):
    """What can be chosen before a game of Capture the Commander."""

    players: int = option(2, "How many play, each with a formation of thirteen cards.", rule="CC-1", choices=(2, 3, 4))
    war: str = option(
        "original",
        "Which cards may join a war: those beside the first attacking or defending card, or "
        "those beside any own card already in this battle.",
        rule="CC-8",
        choices=("original", "chain"),
    )
    first: int = option(
        0, "Who makes the first attack: 0 for seat A, 1 for seat B and so on.", rule="CC-13", choices=(0, 1, 2, 3)
    )
    scoring: bool = option(
        False, "Count points for captured commanders, so that several rounds can be played to a target.", rule="CC-14"
    )
    target: int = option(25, "A match ends once a player has at least this many points.", rule="CC-14")
    teams: bool = option(False, "A and C play together against B and D and may give each other cards.", rule="CC-15")
    twos_beat_aces: bool = option(False, "A two beats an ace.", rule="CC-18")
    one_suit_each: bool = option(
        False, "Each player has one whole suit: A clubs, B diamonds, C hearts, D spades.", rule="CC-19"
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


# -- the formation -----------------------------------------------------------------------------------------------------

Position = int
"""A position of a formation, 1 to 13 as in the rulebook; bit ``position - 1`` of a formation's mask of 13 bits."""

Place = int
"""A position of a seat among all: ``13 * seat + position - 1``; bit ``place`` of a mask of all that is in play."""

COMMANDER: Final[Position] = 13

ROWS: Final = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12), (13,))
"""The formation from front to back."""

COVERS: Final = {5: (1, 2), 6: (2, 3), 7: (3, 4), 8: (5,), 9: (6,), 10: (7,), 11: (8, 9), 12: (9, 10), 13: (11, 12)}
"""Positions that cover each position (CC-2)."""

_WHOLE: Final = (1 << 13) - 1
"""Mask of a whole formation."""


def _mask(positions: Sequence[Position]) -> int:
    mask = 0
    for position in positions:
        mask |= 1 << position - 1
    return mask


_POSITIONS: Final[dict[int, tuple[Position, ...]]] = {}
"""Positions by mask, made when first asked for: at most 8192."""


def _positions(mask: int) -> tuple[Position, ...]:
    """Positions of a mask, in order."""
    try:
        return _POSITIONS[mask]
    except KeyError:
        made = _POSITIONS[mask] = tuple(position for position in range(1, 14) if mask >> position - 1 & 1)
        return made


def _behind() -> list[int]:
    """By mask of a formation, mask of the positions that at least one of its cards covers."""
    covered_by = [_mask([back for back, covers in COVERS.items() if front in covers]) for front in range(1, 14)]
    behind = [0]
    for mask in range(1, 1 << 13):
        lowest = (mask & -mask).bit_length() - 1
        behind.append(behind[mask & mask - 1] | covered_by[lowest])
    return behind


_BEHIND: Final = _behind()
_FULL: Final = [mask & ~_BEHIND[mask] for mask in range(1 << 13)]
"""By mask of a formation, mask of its fully uncovered cards (CC-3)."""
_OPEN: Final = [mask & (~_BEHIND[mask] | _BEHIND[_WHOLE ^ mask]) for mask in range(1 << 13)]
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


_BLOW: Final = (_blows(False), _blows(True))
"""+1, 0 or -1 as a card beats, ties or loses to another; without and with twos beating aces (CC-5, CC-18)."""
_BIT: Final = tuple(1 << i for i in range(52))
_TWO: Final = tuple(tuple(1 << one | 1 << other for other in range(52)) for one in range(52))
"""Mask of two cards."""
_BASE: Final = (-1, 12, 25, 38)
"""Added to a position this gives the place, by seat."""
_NEXT: Final = ((), (), (1, 0), (1, 2, 0), (1, 2, 3, 0))
"""The seat after a seat, by the number of players."""
_OPPONENTS: Final = tuple(
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

# -- moves -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack an opponent's card with one of your own (CC-4)."""

    own: Position
    seat: Seat
    """The opponent."""
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
    """Give an own card to the partner (CC-16)."""

    own: Position
    seat: Seat
    """The partner."""
    hole: Position
    """The partner's empty position that it fills."""

    def __str__(self) -> str:
        return f"{self.own}>{SEAT_NAMES[self.seat]}{self.hole}"


_FORMS: Final = "1xB2 for an attack, +5 for a card in a war, 5>C1 for a gift to a partner"
_ATTACK: Final = tuple(
    tuple(tuple(Attack(own, seat, target) for target in range(14)) for seat in range(4)) for own in range(14)
)
"""By own position, opponent and target; index 0 is not used."""
_CHOICE: Final = tuple(Choice(position) for position in range(14))
_GIFT: Final = tuple(
    tuple(tuple(Gift(own, seat, hole) for hole in range(14)) for seat in range(4)) for own in range(14)
)
_BY_TEXT: Final[dict[str, Move]] = {
    str(move): move
    for own in range(1, 14)
    for move in (
        _CHOICE[own],
        *(table[own][seat][other] for table in (_ATTACK, _GIFT) for seat in range(4) for other in range(1, 14)),
    )
}

_Made = TypeVar("_Made")


def _each(masks: Sequence[int], made: Callable[[Position], _Made]) -> list[tuple[_Made, ...]]:
    """By mask of a formation, what is made of each position of another mask; equal ones share it."""
    known = {mask: tuple([made(position) for position in _positions(mask)]) for mask in set(masks)}
    return [known[mask] for mask in masks]


_ATTACKS: Final = tuple(
    tuple(attack for seat in range(4) for attack in (by_target[seat][1:] if own else ()))
    for own, by_target in enumerate(_ATTACK)
)
"""By own position and place of the target."""
_ATTACKERS: Final = _each(_FULL, _ATTACKS.__getitem__)
"""By mask of a formation, the attacks by place of each card that may attack."""
_TARGETS: Final = tuple(_each(_OPEN, base.__add__) for base in _BASE)
"""By seat and mask of its formation, the places of the cards that may be attacked."""


class Attacks(Sequence[Move]):
    """Every attack of some cards on some places, each looked up when it is asked for.

    There are hundreds of thousands of such lists, too many to keep and too long to make for each position.
    """

    __slots__ = ("_attackers", "_targets")
    _attackers: tuple[tuple[Attack, ...], ...]
    _targets: tuple[Place, ...]

    @classmethod
    def of(cls, attackers: tuple[tuple[Attack, ...], ...], targets: tuple[Place, ...]) -> Self:
        """The attacks of cards, each given by its attacks on every place, on the places ``targets``."""
        made = object.__new__(cls)
        made._attackers = attackers
        made._targets = targets
        return made

    def __len__(self) -> int:
        return len(self._attackers) * len(self._targets)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        targets = self._targets
        attacker, target = divmod(index, len(targets))
        return self._attackers[attacker][targets[target]]

    def __iter__(self) -> Iterator[Move]:
        targets = self._targets
        return (attacks[place] for attacks in self._attackers for place in targets)

    def __contains__(self, move: object) -> bool:
        if type(move) is not Attack or not (1 <= move.own <= 13 and 1 <= move.target <= 13 and 0 <= move.seat <= 3):
            return False
        return _BASE[move.seat] + move.target in self._targets and _ATTACKS[move.own] in self._attackers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Attacks):
            return NotImplemented
        return self._targets == other._targets and self._attackers == other._attackers

    def __hash__(self) -> int:
        return hash((self._attackers, self._targets))

    def __repr__(self) -> str:
        return f"Attacks({' '.join(map(str, self))})"


_GIFTS: Final = tuple(
    tuple(gift for seat in range(4) for gift in (by_hole[seat][1:] if own else ())) for own, by_hole in enumerate(_GIFT)
)
"""By own position and place of the hole."""
_BUT_COMMANDER: Final = _WHOLE >> 1
"""Mask of positions 1 to 12, which may be given and filled (CC-16)."""
_HOLES: Final = tuple(_each([_BUT_COMMANDER & ~mask for mask in range(1 << 13)], base.__add__) for base in _BASE)
"""By seat and mask of its formation, the places that a gift may fill."""


class AttacksAndGifts(Attacks):
    """Every attack and then every gift of a turn, each looked up when it is asked for."""

    __slots__ = ("_attacks", "_gifts", "_holes")
    _attacks: int
    """How many attacks come before the gifts."""
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
        """The attacks of `Attacks.of`, and likewise the gifts of cards, each by its gifts to every place."""
        made = object.__new__(cls)
        made._attackers = attackers
        made._targets = targets
        made._attacks = len(attackers) * len(targets)
        made._gifts = gifts
        made._holes = holes
        return made

    def __len__(self) -> int:
        return self._attacks + len(self._gifts) * len(self._holes)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
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
        return _BASE[move.seat] + move.hole in self._holes and _GIFTS[move.own] in self._gifts

    def __eq__(self, other: object) -> bool:
        # not left to `Attacks` where the other one has no gifts
        return (
            isinstance(other, AttacksAndGifts)
            and super().__eq__(other) is True
            and self._holes == other._holes
            and self._gifts == other._gifts
        )

    def __hash__(self) -> int:
        return hash((super().__hash__(), self._gifts, self._holes))

    def __repr__(self) -> str:
        return f"AttacksAndGifts({' '.join(map(str, self))})"


_CHOICES: Final[dict[int, tuple[Move, ...]]] = {}
"""Choices by mask."""


def _choices(mask: int) -> tuple[Move, ...]:
    try:
        return _CHOICES[mask]
    except KeyError:
        made = _CHOICES[mask] = tuple(_CHOICE[position] for position in _positions(mask))
        return made


# -- the table as a viewer knows it ------------------------------------------------------------------------------------


class CommanderEntry(TypedDict):
    """A card in a formation."""

    card: str
    """Its text in every view once it was seen, else only where everything is face up."""
    uncovered: Literal["full", "partial", "no"]
    seen: bool
    """Whether it was ever shown to the players."""


class CommanderWar(TypedDict):
    """A battle that was tied and goes on: each side's seat and positions, in the order in which they joined."""

    attacker: Annotated[list[Any], Fixed(int, list[int])]
    """One position more than the defender's while the choice is not answered, where the viewer knows it."""
    defender: Annotated[list[Any], Fixed(int, list[int])]


class CommanderTable(TypedDict):
    """The table of Capture the Commander in a dump."""

    formations: list[list[CommanderEntry | None]]
    """Thirteen entries for each seat, positions 1 to 13; null when empty."""
    out: list[int]
    """Seats whose commander was captured, in order."""
    removed: list[Annotated[list[Any], Fixed(int, int, str)]]
    """Seat, position and card of all that left play, in order."""
    war: CommanderWar | None


# -- state -------------------------------------------------------------------------------------------------------------


class War(NamedTuple):
    """A tied battle: who is in it with which cards, in the order in which they joined."""

    attacker: Seat
    attacking: tuple[Position, ...]
    defender: Seat
    defending: tuple[Position, ...]
    chosen: Position
    """The attacker's choice while the defender has not answered it, else 0 (CC-9)."""


class _Fields(NamedTuple):
    to_play: Seat | None
    cards: tuple[Card, ...]
    """By place the card that lies there; where none lies, the one that left play from there last, -1 if none did."""
    present: int
    """Mask of the places where a card lies."""
    shown: int
    """Mask of the cards ever shown."""
    removed: tuple[int, ...]
    """What left play, in order: ``place << 6 | card``."""
    out: tuple[Seat, ...]
    """Seats whose commander was captured, in order."""
    war: War | None
    points: tuple[int, ...]
    """Points of CC-14 as they fall, those of CC-17 when the round is over."""
    options: CommanderOptions


_new: Final = tuple.__new__


class CommanderState(_Fields, State):
    """A round of Capture the Commander at one moment."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: CommanderOptions, first: Seat | None) -> Self:
        """The formations before the first attack, by the seat ``first`` (CC-1, CC-13)."""
        players = options.players
        if options.one_suit_each:
            for seat in range(players):
                suit = FRENCH.suits[seat]
                for card in cards[13 * seat : 13 * seat + 13]:
                    if FRENCH.suit_of[card] != seat:
                        raise IllegalDeal(
                            "CC-19",
                            f"seat {SEAT_NAMES[seat]} must have the thirteen {SUITS[suit]}, not the {card_name(card)}",
                        )
        return cls(
            options.first if first is None else first,
            tuple(cards[: 13 * players]),
            (1 << 13 * players) - 1,
            0,
            (),
            (),
            None,
            (0,) * players,
            options,
        )

    @property
    def hides_move(self) -> bool:
        """The attacker's choice in a war is unknown until the defender has chosen (CC-9)."""
        return self.war is not None and not self.war.chosen

    def formation(self, seat: Seat) -> int:
        """Mask of the positions where a seat's cards lie."""
        return self.present >> 13 * seat & _WHOLE

    def partner(self, seat: Seat) -> Seat | None:
        """The seat's partner, None without teams (CC-15)."""
        return seat ^ 2 if self.options.teams else None

    def legal_moves(self) -> Sequence[Move]:
        """Every attack and gift of a turn, or every card that may be chosen for a war."""
        to_play, cards, present, shown, _, out, war, _, options = self
        if to_play is None:
            return ()
        lying = present >> 13 * to_play & _WHOLE
        if war is not None:
            return _choices(_choosable(war.defending if war.chosen else war.attacking, lying, options))
        if options.players == 2:
            targets = _TARGETS[1 - to_play][present >> 13 * (1 - to_play) & _WHOLE]
        else:
            targets = ()
            for other in _OPPONENTS[options.teams][options.players][to_play]:
                if other not in out:
                    targets += _TARGETS[other][present >> 13 * other & _WHOLE]
        if options.teams and to_play ^ 2 not in out:
            holes = _HOLES[to_play ^ 2][present >> 13 * (to_play ^ 2) & _WHOLE]
            if holes:
                base = _BASE[to_play]
                gifts = tuple(
                    [_GIFTS[own] for own in _positions(lying & _BUT_COMMANDER) if not shown >> cards[base + own] & 1]
                )
                return AttacksAndGifts.with_gifts(_ATTACKERS[lying], targets, gifts, holes)
        return Attacks.of(_ATTACKERS[lying], targets)

    def apply(self, move: Move) -> CommanderState:
        """The round after a legal move."""
        to_play, cards, present, shown, removed, out, war, points, options = self
        assert to_play is not None
        if type(move) is Attack:
            own, seat, target = move.own, move.seat, move.target
            own_place, target_place = _BASE[to_play] + own, _BASE[seat] + target
            mine, theirs = cards[own_place], cards[target_place]
            shown |= _TWO[mine][theirs]
            blow = _BLOW[options.twos_beat_aces][mine][theirs]
            # the common case, a card lost at the first blow, is spelt out for speed
            if blow > 0 and target != 13:
                present ^= _BIT[target_place]
                removed += (target_place << 6 | theirs,)
            elif blow < 0 and own != 13:
                present ^= _BIT[own_place]
                removed += (own_place << 6 | mine,)
            else:
                return self._battle(to_play, (own,), seat, (target,), shown, blow)
            to_play = _after(to_play, out, options.players) if out else _NEXT[options.players][to_play]
            return _new(CommanderState, (to_play, cards, present, shown, removed, out, None, points, options))
        if isinstance(move, Choice):
            assert war is not None
            attacker, attacking, defender, defending, chosen = war
            if not chosen:
                war = _new(War, (attacker, attacking, defender, defending, move.position))
                return _new(CommanderState, (defender, cards, present, shown, removed, out, war, points, options))
            mine, theirs = cards[_BASE[attacker] + chosen], cards[_BASE[defender] + move.position]
            shown |= _TWO[mine][theirs]
            blow = _BLOW[options.twos_beat_aces][mine][theirs]
            return self._battle(attacker, (*attacking, chosen), defender, (*defending, move.position), shown, blow)
        assert isinstance(move, Gift)
        own_place, hole = _BASE[to_play] + move.own, _BASE[move.seat] + move.hole
        lying = list(cards)
        lying[hole] = lying[own_place]
        lying[own_place] = -1
        for entry in reversed(removed):
            if entry >> 6 == own_place:
                lying[own_place] = entry & 63
                break
        present = present ^ _BIT[own_place] | _BIT[hole]
        return _new(CommanderState, (to_play, tuple(lying), present, shown, removed, out, war, points, options))

    def _battle(
        self,
        attacker: Seat,
        attacking: tuple[Position, ...],
        defender: Seat,
        defending: tuple[Position, ...],
        shown: int,
        blow: int,
    ) -> CommanderState:
        """The round after both sides have shown a card; ``blow`` is +1 if the attacker's was higher (CC-7 to CC-11)."""
        _, cards, present, _, removed, out, _, points, options = self
        to_play: Seat | None
        if blow == 0:
            ours, theirs = present >> 13 * attacker & _WHOLE, present >> 13 * defender & _WHOLE
            if _choosable(attacking, ours, options) and _choosable(defending, theirs, options):
                war = _new(War, (attacker, attacking, defender, defending, 0))
                return _new(CommanderState, (attacker, cards, present, shown, removed, out, war, points, options))
            blow = ours.bit_count() - theirs.bit_count()
        if blow == 0:
            to_play = None
        else:
            winner, loser, lost = (attacker, defender, defending) if blow > 0 else (defender, attacker, attacking)
            base = _BASE[loser]
            if COMMANDER in lost:
                out += (loser,)
                left = _positions(present >> 13 * loser & _WHOLE & ~_mask(lost))
                lost += left
                if options.scoring and not options.teams:  # CC-14
                    points = (*points[:winner], points[winner] + len(left), *points[winner + 1 :])
            present &= ~(_mask(lost) << 13 * loser)
            removed += tuple([base + position << 6 | cards[base + position] for position in lost])
            to_play = None if _decided(out, options) else _after(attacker, out, options.players)
        if to_play is None and options.teams:
            points = _team_points(present, out)
        return _new(CommanderState, (to_play, cards, present, shown, removed, out, None, points, options))

    @property
    def returns(self) -> tuple[int, ...] | None:
        """+1 for who has won, -1 for all others; 0 for whoever was still in when the round was drawn (CC-11)."""
        return None if self.to_play is not None else _returns(self.out, self.options)

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The attack (``1xB2``), choice (``+5``) or gift (``5>C1``) that a text names."""
        move = _BY_TEXT.get(tidy(text))
        if move is None:
            raise unreadable(text, _FORMS)
        return move

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        text = str(move)
        if not isinstance(move, Attack | Choice | Gift):
            raise unreadable(text, _FORMS)
        refusal = self._refusal(move)
        if refusal is not None:
            raise IllegalMove(refusal[0], text, refusal[1])

    def _refusal(self, move: Attack | Choice | Gift) -> tuple[str, str] | None:
        """The rule that forbids a move and why, None for a legal one."""
        if self.returns is not None:
            return self._ended()
        assert self.to_play is not None
        if isinstance(move, Choice):
            return self._refused_choice(move.position)
        if self.war is not None:
            if isinstance(move, Gift):
                return "CC-16", "cards are given at the start of a turn, before attacking, not in a war"
            return "CC-8", f"a war is on: {SEAT_NAMES[self.to_play]} must first choose a card for it, as in +5"
        return self._refused_gift(move) if isinstance(move, Gift) else self._refused_attack(move)

    def _ended(self) -> tuple[str, str]:
        assert self.returns is not None
        if 1 not in self.returns:
            return "CC-11", "the round is over: it ended in a draw"
        winners = " and ".join(SEAT_NAMES[seat] for seat, result in enumerate(self.returns) if result == 1)
        if self.options.teams:
            return "CC-15", f"the round is over: both commanders of a team are out, and {winners} have won"
        if self.options.players == 2:
            return "CC-7", f"the round is over: {winners} has captured the commander"
        return "CC-12", f"the round is over: only {winners} still has a commander"

    def _refused_choice(self, position: Position) -> tuple[str, str] | None:
        if self.war is None:
            return "CC-8", "a card is chosen only in a war, after two equal cards"
        assert self.to_play is not None
        own = self.war.defending if self.war.chosen else self.war.attacking
        if position in own:
            return "CC-8", f"your card {position} is in this battle already; choose one that lies face down"
        lying = self.formation(self.to_play)
        if not lying >> position - 1 & 1:
            return "CC-8", f"your position {position} is empty"
        if not _choosable(own, lying, self.options) >> position - 1 & 1:
            if self.options.war == "original":
                side = "defending" if self.war.chosen else "attacking"
                return "CC-8", f"your card {position} is not adjacent to your {side} card {own[0]}"
            return "CC-8", f"your card {position} is not adjacent to any of your cards in this battle"
        return None

    def _refused_attack(self, move: Attack) -> tuple[str, str] | None:
        to_play = self.to_play
        assert to_play is not None
        name = SEAT_NAMES[move.seat]
        if move.seat >= self.options.players:
            return "CC-4", f"there is no seat {name} in this game"
        if move.seat == to_play:
            return "CC-4", "you cannot attack yourself; name an opponent's card"
        if move.seat == self.partner(to_play):
            return "CC-15", f"{name} is your partner; attack an opponent"
        if move.seat in self.out:
            return "CC-7", f"{name} is out of the round and has no cards left"
        own, theirs = self.formation(to_play), self.formation(move.seat)
        if not own >> move.own - 1 & 1:
            return "CC-4", f"your position {move.own} is empty"
        if not _FULL[own] >> move.own - 1 & 1:
            status = "only partially uncovered" if _OPEN[own] >> move.own - 1 & 1 else "covered"
            return (
                "CC-4",
                f"your card {move.own} is {status} and so cannot attack: {_behind_words(own, move.own, 'your ')}",
            )
        if not theirs >> move.target - 1 & 1:
            return "CC-4", f"{name}'s position {move.target} is empty"
        if not _OPEN[theirs] >> move.target - 1 & 1:
            return "CC-4", f"{name}'s card {move.target} cannot be attacked: {_behind_words(theirs, move.target, '')}"
        return None

    def _refused_gift(self, move: Gift) -> tuple[str, str] | None:
        to_play = self.to_play
        assert to_play is not None
        name = SEAT_NAMES[move.seat]
        if not self.options.teams:
            return "CC-16", "cards are given only to a partner, in a game of two teams"
        if move.seat != self.partner(to_play):
            return "CC-16", f"{name} is not your partner; you may give cards only to {SEAT_NAMES[to_play ^ 2]}"
        if move.seat in self.out:
            return "CC-16", f"your partner {name} is out and can take no more cards"
        if move.own == COMMANDER:
            return "CC-16", "the commander is never given away"
        if not self.formation(to_play) >> move.own - 1 & 1:
            return "CC-16", f"your position {move.own} is empty"
        if self.shown >> self.cards[_BASE[to_play] + move.own] & 1:
            return "CC-16", f"your card {move.own} was shown before; only cards never shown may be given"
        if self.formation(move.seat) >> move.hole - 1 & 1:
            return "CC-16", f"{name}'s position {move.hole} is not empty"
        return None

    def bearing(self, move: Move) -> tuple[str, ...]:
        """Rules that bear on a move, as far as everybody can tell before the cards are shown."""
        if isinstance(move, Gift):
            return ("CC-16", "CC-2")
        if isinstance(move, Attack):
            rules: tuple[str, ...] = ("CC-4", "CC-3", "CC-5")
            positions: tuple[Position, ...] = (move.own, move.target)
        else:
            assert isinstance(move, Choice)
            rules = ("CC-8", "CC-9", "CC-10")
            positions = (move.position,)
        if COMMANDER in positions:
            rules += ("CC-7",)
        return (*rules, "CC-18") if self.options.twos_beat_aces else rules

    # -- what viewers see

    def table(self, viewer: Viewer) -> CommanderTable:
        """Formations, what left play, and the war; hidden is every card never shown (CC-1, CC-5)."""
        text = FRENCH.text
        _, cards, _, shown, removed, out, war, _, options = self

        def face(card: Card) -> str:
            return text[card] if viewer is None or shown >> card & 1 else HIDDEN

        formations: list[list[CommanderEntry | None]] = []
        for seat in range(options.players):
            lying = self.formation(seat)
            formations.append(
                [
                    {
                        "card": face(cards[13 * seat + i]),
                        "uncovered": _uncovered(lying, i + 1),
                        "seen": bool(shown >> cards[13 * seat + i] & 1),
                    }
                    if lying >> i & 1
                    else None
                    for i in range(13)
                ]
            )
        battle: CommanderWar | None = None
        if war is not None:
            known = [war.chosen] if war.chosen and (viewer is None or viewer == war.attacker) else []
            battle = {
                "attacker": [war.attacker, [*war.attacking, *known]],
                "defender": [war.defender, list(war.defending)],
            }
        return {
            "formations": formations,
            "out": list(out),
            "removed": [[(entry >> 6) // 13, (entry >> 6) % 13 + 1, face(entry & 63)] for entry in removed],
            "war": battle,
        }

    def rest(self) -> dict[str, Any]:
        """Whose turn it is, cards out of play, removed cards never shown, whether all ended in a draw, the points."""
        dealt = {entry & 63 for entry in self.removed}
        dealt.update(card for place, card in enumerate(self.cards) if self.present >> place & 1)
        return {
            "turn": self.to_play if self.war is None else self.war.attacker,
            "aside": FRENCH.texts(card for card in range(52) if card not in dealt),
            "unseen": FRENCH.hand(entry & 63 for entry in self.removed if not self.shown >> (entry & 63) & 1),
            "drawn": self.returns is not None and 1 not in self.returns,
            "points": list(self.points),
        }

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: CommanderOptions) -> Self:
        """The round that an open table and its rest describe."""
        return _Reader(table, rest, options).state(cls)

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Lay the cards never shown anew, every arrangement as likely as any other.

        With one suit each a card keeps its suit, since everybody knows where it came from (CC-19). A choice in a war
        that the viewer does not know is any that could have been made, each as likely.
        """
        cards, shown = self.cards, self.shown
        by_suit = self.options.one_suit_each
        places: dict[int, list[tuple[Place, int]]] = {}
        for place, card in enumerate(cards):
            if self.present >> place & 1 and not shown >> card & 1:
                places.setdefault(FRENCH.suit_of[card] if by_suit else 0, []).append((place, -1))
        for i, entry in enumerate(self.removed):
            if not shown >> (entry & 63) & 1:
                places.setdefault(FRENCH.suit_of[entry & 63] if by_suit else 0, []).append((entry >> 6, i))
        lying, removed = list(cards), list(self.removed)
        for suit, spots in places.items():
            unknown = [
                card for card in range(52) if not shown >> card & 1 and (not by_suit or FRENCH.suit_of[card] == suit)
            ]
            # cards left over are out of play; an unshown card that left play was the last of its place
            for (place, i), card in zip(spots, rng.sample(unknown, len(spots)), strict=True):
                lying[place] = card
                if i >= 0:
                    removed[i] = place << 6 | card
        war = self.war
        if war is not None and war.chosen and seat != war.attacker:
            choices = _positions(_choosable(war.attacking, self.formation(war.attacker), self.options))
            war = war._replace(chosen=rng.choice(choices))
        return self._replace(cards=tuple(lying), removed=tuple(removed), war=war)

    # -- words

    def narrate(self, move: Move, after: Self) -> str:
        """What an attack, a choice or a gift did."""
        assert self.to_play is not None
        who = SEAT_NAMES[self.to_play]
        if isinstance(move, Gift):
            return f"{who} gives {SEAT_NAMES[move.seat]} card {move.own}, unseen, for position {move.hole}."
        if isinstance(move, Attack):
            words = (
                f"{who} attacks {SEAT_NAMES[move.seat]}'s {_place_name(move.target)} with "
                f"{'the' if move.own == COMMANDER else 'card'} {'commander' if move.own == COMMANDER else move.own}"
            )
            return f"{words}: {self._decided_words(move, after)}."
        assert isinstance(move, Choice) and self.war is not None
        words = f"{who} chooses {'the ' if move.position == COMMANDER else ''}{_place_name(move.position)} for the war"
        if not self.war.chosen:
            return words + "."
        return f"{words}: {self._decided_words(move, after)}."

    def _decided_words(self, move: Move, after: Self) -> str:
        return "; ".join(reason.text for reason in self.reasons(move, after))

    def reasons(self, move: Move, after: Self) -> tuple[Reason, ...]:
        """Which card beat which, what left play with it, and who has won."""
        if isinstance(move, Attack) and self.to_play is not None:
            attacker, own, defender, target = self.to_play, move.own, move.seat, move.target
        elif isinstance(move, Choice) and self.war is not None and self.war.chosen:
            attacker, own, defender, target = self.war.attacker, self.war.chosen, self.war.defender, move.position
        else:
            return ()
        mine, theirs = self.cards[_BASE[attacker] + own], self.cards[_BASE[defender] + target]
        blow = _BLOW[self.options.twos_beat_aces][mine][theirs]
        attacking = f"{SEAT_NAMES[attacker]}'s {card_name(mine)}"
        defending = f"{SEAT_NAMES[defender]}'s {card_name(theirs)}"
        higher, lower = (defending, attacking) if blow < 0 else (attacking, defending)
        lost = after.removed[len(self.removed) :]
        if after.war is not None:
            goes_on = "there is war" if self.war is None else "the war goes on"
            return (Reason("", f"{higher} meets {lower}, and {goes_on}", "CC-8"),)
        stuck = f"{higher} meets {lower}, no card is left to choose, and"
        if not lost:
            return (Reason("", f"{stuck} both sides have as many cards: a draw", "CC-11"),)
        loser = (lost[0] >> 6) // 13
        if blow:
            by_rank = "CC-5" if self.war is None else "CC-8"
            rule = by_rank if blow == _BLOW[False][mine][theirs] else "CC-18"
            told = [Reason("", f"{higher} beats {lower}", rule)]
        else:
            winner = defender if loser == attacker else attacker
            told = [Reason("", f"{stuck} {SEAT_NAMES[winner]} has more cards", "CC-11")]
        if loser in after.out:
            told.append(Reason("", f"{SEAT_NAMES[loser]}'s commander falls, and {SEAT_NAMES[loser]} is out", "CC-7"))
        elif len(lost) > 1:
            told.append(Reason("", f"{SEAT_NAMES[loser]} loses {len(lost)} cards", "CC-10"))
        if after.returns is not None:
            winners = [SEAT_NAMES[seat] for seat, result in enumerate(after.returns) if result == 1]
            rule = "CC-15" if self.options.teams else "CC-7" if self.options.players == 2 else "CC-12"
            told.append(Reason("", f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}", rule))
        return tuple(told)


def _choosable(own: tuple[Position, ...], lying: int, options: CommanderOptions) -> int:
    """Mask of the cards that a side with these cards in the battle may choose next (CC-8)."""
    if len(own) == 1:
        return ADJACENT[own[0]] & lying
    chain = options.war == "chain"
    reach = ADJACENT[own[0]]
    for position in own:
        if chain:
            reach |= ADJACENT[position]
        lying &= ~(1 << position - 1)
    return reach & lying


def _after(seat: Seat, out: tuple[Seat, ...], players: int) -> Seat:
    """Whose turn follows a seat's, clockwise past those who are out (CC-6)."""
    seat += 1
    if seat == players:
        seat = 0
    while seat in out:
        seat = (seat + 1) % players
    return seat


def _decided(out: Sequence[Seat], options: CommanderOptions) -> bool:
    """Whether too few commanders are left to go on (CC-7, CC-12, CC-15)."""
    if options.teams:
        return 0 in out and 2 in out or 1 in out and 3 in out
    return len(out) == options.players - 1


def _returns(out: Sequence[Seat], options: CommanderOptions) -> tuple[int, ...]:
    """Returns of a finished round, which was drawn unless the commanders lost decide it (CC-11)."""
    seats = range(options.players)
    if not _decided(out, options):
        return tuple(-1 if seat in out and not options.teams else 0 for seat in seats)
    winners = [seat for seat in seats if seat not in out]
    return tuple(1 if seat in winners or options.teams and seat ^ 2 in winners else -1 for seat in seats)


def _team_points(present: int, out: Sequence[Seat]) -> tuple[int, ...]:
    """Three for each commander that a team captured and one for each card left, by seat (CC-17)."""
    teams = [
        3 * sum(seat % 2 != team for seat in out)
        + sum((present >> 13 * seat & _WHOLE).bit_count() for seat in (team, team + 2))
        for team in (0, 1)
    ]
    return teams[0], teams[1], teams[0], teams[1]


def _uncovered(lying: int, position: Position) -> Literal["full", "partial", "no"]:
    """How far a card of a formation is uncovered (CC-3)."""
    bit = 1 << position - 1
    return "full" if _FULL[lying] & bit else "partial" if _OPEN[lying] & bit else "no"


# -- reading a table back ----------------------------------------------------------------------------------------------


_S = TypeVar("_S", bound=CommanderState)


class _Reader:
    """Checks an open table and its rest against all that the rules say about positions."""

    def __init__(self, table: Any, rest: Any, options: CommanderOptions) -> None:
        self.options = options
        self.players = options.players
        self.table = _object(table, "table", ("formations", "out", "removed", "war"))
        self.rest = _object(rest, "rest", ("turn", "aside", "unseen", "drawn", "points"))
        self.at: dict[Card, str] = {}
        """Where each card was found."""
        self.cards = [-1] * (13 * self.players)
        self.present = 0
        self.shown = 0
        self.removed: list[tuple[Seat, Position, Card]] = []
        self.left_behind: dict[Seat, set[int]] = {}
        """How many cards each seat that is out may have had left when its commander fell."""

    def state(self, cls: type[_S]) -> _S:
        """The state, once everything has been checked."""
        self._removed()
        self._formations()
        self._aside()
        self._counts()
        self._suits()
        out = self._out()
        self._battles()
        war = self._war(out)
        over = self._over(out, war)
        turn = self._turn(out, war, over=over)
        if not self.removed and war is None and not over and self.shown:
            raise RecordError("table.formations", "no card can have been seen before the first battle (CC-1)")
        return cls(
            to_play=war.defender if war is not None and war.chosen else turn,
            cards=tuple(self.cards),
            present=self.present,
            shown=self.shown,
            removed=tuple(_BASE[seat] + position << 6 | card for seat, position, card in self.removed),
            out=out,
            war=war,
            points=self._points(out, over=over),
            options=self.options,
        )

    # -- shapes

    def _card(self, text: object, where: str) -> Card:
        card = FRENCH.find(text)
        if card is None:
            raise RecordError(where, 'expected a card such as "Th"')
        if card in self.at:
            raise RecordError(where, f"the card {text} stands at {self.at[card]} already")
        self.at[card] = where
        return card

    def _seat(self, value: object, where: str) -> Seat:
        if type(value) is not int or not 0 <= value < self.players:
            raise RecordError(where, f"expected a seat, 0 to {self.players - 1}")
        return value

    def _position(self, value: object, where: str) -> Position:
        if type(value) is not int or not 1 <= value <= 13:
            raise RecordError(where, "expected a position, 1 to 13")
        return value

    def _removed(self) -> None:
        for i, entry in enumerate(_list(self.table["removed"], "table.removed")):
            where = f"table.removed[{i}]"
            if not isinstance(entry, list | tuple) or len(entry) != 3:
                raise RecordError(where, "expected [seat, position, card]")
            seat, position = self._seat(entry[0], f"{where}[0]"), self._position(entry[1], f"{where}[1]")
            card = self._card(entry[2], f"{where}[2]")
            self.removed.append((seat, position, card))
            self.cards[_BASE[seat] + position] = card
            self.shown |= 1 << card
        for i, text in enumerate(_list(self.rest["unseen"], "rest.unseen")):
            known = FRENCH.find(text)
            if known is None or not self.shown >> known & 1:
                raise RecordError(f"rest.unseen[{i}]", "expected a card of table.removed, named once")
            self.shown ^= 1 << known

    def _formations(self) -> None:
        for seat, formation in enumerate(_list(self.table["formations"], "table.formations", self.players)):
            where = f"table.formations[{seat}]"
            lying = 0
            for i, entry in enumerate(_list(formation, where, 13)):
                if entry is None:
                    continue
                _object(entry, f"{where}[{i}]", ("card", "uncovered", "seen"))
                card = self._card(entry["card"], f"{where}[{i}].card")
                if type(entry["seen"]) is not bool:
                    raise RecordError(f"{where}[{i}].seen", "expected true or false")
                self.cards[13 * seat + i] = card
                lying |= 1 << i
                self.shown |= entry["seen"] << card
            for i, entry in enumerate(formation):
                if entry is not None and entry["uncovered"] != _uncovered(lying, i + 1):
                    raise RecordError(f"{where}[{i}].uncovered", f'by CC-3 this must be "{_uncovered(lying, i + 1)}"')
            self.present |= lying << 13 * seat

    def _aside(self) -> None:
        for i, text in enumerate(_list(self.rest["aside"], "rest.aside", 52 - 13 * self.players)):
            self._card(text, f"rest.aside[{i}]")
        if len(self.at) != 52:
            raise RecordError("table", f"expected each of the 52 cards in play, removed or aside; found {len(self.at)}")

    # -- what the rules say

    def _formation(self, seat: Seat) -> int:
        return self.present >> 13 * seat & _WHOLE

    def _counts(self) -> None:
        """Each position had one card, unless gifts emptied or filled it (CC-1, CC-16)."""
        left = [0] * (13 * self.players)
        for seat, position, _ in self.removed:
            left[_BASE[seat] + position] += 1
        for place, times in enumerate(left):
            total = times + (self.present >> place & 1)
            where = f"table.formations[{place // 13}][{place % 13}]"
            if self.options.teams and place % 13 != 12:
                continue
            if total != 1:
                raise RecordError(
                    where, f"one card was dealt to this position, {total} are found here and in removed (CC-1)"
                )
        for team in (0, 1) if self.options.teams else ():
            total = sum(self._formation(seat).bit_count() for seat in (team, team + 2))
            total += sum(seat % 2 == team for seat, _, _ in self.removed)
            if total != 26:
                raise RecordError(
                    "table.formations",
                    f"the team of {SEAT_NAMES[team]} and {SEAT_NAMES[team + 2]} was dealt 26 "
                    f"cards, found {total} (CC-1)",
                )

    def _suits(self) -> None:
        if not self.options.one_suit_each:
            return
        lying = [
            (place // 13, place % 13 + 1, card) for place, card in enumerate(self.cards) if self.present >> place & 1
        ]
        for seat, position, card in [*lying, *self.removed]:
            own = FRENCH.suit_of[card]
            if own != seat and not (self.options.teams and own == seat ^ 2 and position != COMMANDER):
                raise RecordError(self.at[card], f"seat {SEAT_NAMES[seat]} cannot have the {card_name(card)} (CC-19)")

    def _out(self) -> tuple[Seat, ...]:
        out: list[Seat] = []
        for i, value in enumerate(_list(self.table["out"], "table.out")):
            seat = self._seat(value, f"table.out[{i}]")
            if _decided(out, self.options):
                raise RecordError(f"table.out[{i}]", "the round was over before this seat could be out (CC-12, CC-15)")
            out.append(seat)
        fallen = [seat for seat, position, _ in self.removed if position == COMMANDER]
        if out != fallen:
            raise RecordError("table.out", f"by the commanders removed this must be {fallen} (CC-7)")
        for seat in out:
            if self._formation(seat):
                raise RecordError(f"table.formations[{seat}]", "this seat is out, so no card of it is left (CC-7)")
        if _decided(out, self.options) and self.removed[-1][0] != out[-1]:
            raise RecordError(
                f"table.removed[{len(self.removed) - 1}]", "the round was over before this card could leave play"
            )
        return tuple(out)

    def _battles(self) -> None:
        """Some row of battles must have removed the cards in this order (CC-3, CC-4, CC-7, CC-8, CC-10)."""
        removed = self.removed
        lying = [_WHOLE] * self.players
        reached = {0}
        for start, (seat, position, _) in enumerate(removed):
            if start in reached:
                reached.update(self._ends(start, lying))
            lying[seat] &= ~(1 << position - 1)
        if len(removed) not in reached:
            raise RecordError(
                f"table.removed[{max(reached)}]",
                "no battle that the rules allow removes these cards in this order (CC-4, CC-8, CC-10)",
            )

    def _ends(self, start: int, lying: Sequence[int]) -> Iterator[int]:
        """Where in `removed` a battle that begins at ``start`` may end, given the formations before it."""
        seat, first, _ = self.removed[start]
        if not self.options.teams and not _OPEN[lying[seat]] >> first - 1 & 1:
            return
        lost: list[Position] = []
        for i in range(start, len(self.removed)):
            owner, position, card = self.removed[i]
            if owner != seat or not self.shown >> card & 1:
                return
            if lost and not _choosable(tuple(lost), _WHOLE, self.options) >> position - 1 & 1:
                return
            lost.append(position)
            if not self._beaten(start, i + 1, lying):
                continue
            if COMMANDER not in lost:
                yield i + 1
                continue
            # the rest of the formation follows at once, in order of position, and nothing of this seat later
            tail = [(j, entry[1]) for j, entry in enumerate(self.removed) if j > i and entry[0] == seat]
            if [j for j, _ in tail] == list(range(i + 1, i + 1 + len(tail))) and [*tail] == sorted(
                tail, key=lambda at: at[1]
            ):
                self.left_behind.setdefault(seat, set()).add(len(tail))
                yield i + 1 + len(tail)

    def _beaten(self, start: int, end: int, lying: Sequence[int]) -> bool:
        """Whether some opponent has shown cards that could have won a battle against those from start to end."""
        loser, _, card = self.removed[start]
        fallen = {seat for seat, position, _ in self.removed[:start] if position == COMMANDER}
        for seat in range(self.players):
            if seat == loser or seat in fallen or self.options.teams and seat == loser ^ 2:
                continue
            # a card once shown is never given away, so the winner's lie where they lay or were removed later
            shown = [
                (place % 13 + 1, other)
                for place, other in enumerate(self.cards)
                if place // 13 == seat and self.present >> place & 1 and self.shown >> other & 1
            ]
            shown += [
                (position, other)
                for owner, position, other in self.removed[start:]
                if owner == seat and self.shown >> other & 1
            ]
            if len(shown) < end - start:
                continue
            reach = _WHOLE if self.options.teams else _OPEN[lying[seat]]
            blows = [
                _BLOW[self.options.twos_beat_aces][other][card]
                for position, other in shown
                if reach >> position - 1 & 1
            ]
            if 0 in blows or end - start == 1 and 1 in blows:
                return True
        return False

    def _war(self, out: tuple[Seat, ...]) -> War | None:
        if self.table["war"] is None:
            return None
        war = _object(self.table["war"], "table.war", ("attacker", "defender"))
        sides: list[tuple[Seat, list[Position]]] = []
        for name in ("attacker", "defender"):
            where = f"table.war.{name}"
            side = war[name]
            if not isinstance(side, list | tuple) or len(side) != 2:
                raise RecordError(where, "expected [seat, [positions]]")
            seat = self._seat(side[0], f"{where}[0]")
            positions = [
                self._position(value, f"{where}[1][{i}]") for i, value in enumerate(_list(side[1], f"{where}[1]"))
            ]
            for i, position in enumerate(positions):
                if not self._formation(seat) >> position - 1 & 1 or position in positions[:i]:
                    raise RecordError(f"{where}[1][{i}]", "expected a position where a card lies, each named once")
                if i and not _choosable(tuple(positions[:i]), _WHOLE, self.options) >> position - 1 & 1:
                    raise RecordError(f"{where}[1][{i}]", "this card is not adjacent as a war asks (CC-8)")
            sides.append((seat, positions))
        (attacker, attacking), (defender, defending) = sides
        if attacker == defender or self.options.teams and attacker == defender ^ 2:
            raise RecordError("table.war.defender[0]", "expected an opponent of the attacker (CC-4)")
        rounds = len(defending)
        if not rounds or len(attacking) - rounds not in (0, 1):
            raise RecordError("table.war", "expected as many cards on both sides, or one more of the attacker's (CC-9)")
        if not _FULL[self._formation(attacker)] >> attacking[0] - 1 & 1:
            raise RecordError("table.war.attacker[1][0]", "only a fully uncovered card attacks (CC-4)")
        if not _OPEN[self._formation(defender)] >> defending[0] - 1 & 1:
            raise RecordError("table.war.defender[1][0]", "only an uncovered card is attacked (CC-4)")
        for i in range(rounds):
            mine, theirs = self.cards[_BASE[attacker] + attacking[i]], self.cards[_BASE[defender] + defending[i]]
            if FRENCH.rank_of[mine] != FRENCH.rank_of[theirs]:
                raise RecordError(
                    f"table.war.defender[1][{i}]", "a war goes on only between cards of the same rank (CC-8)"
                )
            if not self.shown >> mine & self.shown >> theirs & 1:
                raise RecordError(f"table.war.defender[1][{i}]", "cards that were compared have been seen (CC-5)")
        for (seat, positions), name in zip(sides, ("attacker", "defender"), strict=True):
            if not _choosable(tuple(positions[:rounds]), self._formation(seat), self.options):
                raise RecordError(f"table.war.{name}", "there is no card left to choose, so the war is decided (CC-11)")
        if _decided(out, self.options):
            raise RecordError("table.war", "the round is over, so no battle is open (CC-12)")
        chosen = attacking[rounds] if len(attacking) > rounds else 0
        return War(attacker, tuple(attacking[:rounds]), defender, tuple(defending), chosen)

    def _over(self, out: tuple[Seat, ...], war: War | None) -> bool:
        """Whether the round is over, by commanders lost or drawn."""
        drawn, decided = self.rest["drawn"], _decided(out, self.options)
        if type(drawn) is not bool:
            raise RecordError("rest.drawn", "expected true or false")
        if drawn and (decided or war is not None or not self._drawable(out)):
            raise RecordError("rest.drawn", "no battle of this position can have ended in a draw (CC-11)")
        return drawn or decided

    def _drawable(self, out: tuple[Seat, ...]) -> bool:
        """Whether two opponents have as many cards, equal ones were shown, and one of them has none left to choose."""

        def seen(seat: Seat) -> list[Position]:
            return [
                position
                for position in _positions(self._formation(seat))
                if self.shown >> self.cards[_BASE[seat] + position] & 1
            ]

        def ranks(seat: Seat) -> set[int]:
            return {FRENCH.rank_of[self.cards[_BASE[seat] + position]] for position in seen(seat)}

        def stuck(seat: Seat) -> bool:
            hidden = self._formation(seat) & ~_mask(seen(seat))
            return any(
                _OPEN[self._formation(seat)] >> position - 1 & 1 and not ADJACENT[position] & hidden
                for position in seen(seat)
            )

        still = [seat for seat in range(self.players) if seat not in out]
        return any(
            self._formation(one).bit_count() == self._formation(other).bit_count()
            and ranks(one) & ranks(other)
            and (stuck(one) or stuck(other))
            for one in still
            for other in still
            if one < other and not (self.options.teams and one == other ^ 2)
        )

    def _turn(self, out: tuple[Seat, ...], war: War | None, *, over: bool) -> Seat | None:
        turn = self.rest["turn"]
        if over:
            if turn is not None:
                raise RecordError("rest.turn", "the round is over, so this must be null")
            return None
        seat = self._seat(turn, "rest.turn")
        if seat in out:
            raise RecordError("rest.turn", "this seat is out and has no turn (CC-6)")
        if war is not None and seat != war.attacker:
            raise RecordError("rest.turn", "in a war it is the attacker's turn")
        return seat

    def _points(self, out: tuple[Seat, ...], *, over: bool) -> tuple[int, ...]:
        given = _list(self.rest["points"], "rest.points", self.players)
        for i, value in enumerate(given):
            if type(value) is not int or not 0 <= value <= 52:
                raise RecordError(f"rest.points[{i}]", "expected a number of points")
        points = tuple(given)
        if self.options.teams and over:
            possible = {_team_points(self.present, out)}
        elif self.options.scoring and not self.options.teams:
            # who captured whom is not told, so any opponent still in by then may have
            possible = set()
            captures = [
                [(by, left) for by in range(self.players) if by not in out[: i + 1] for left in self.left_behind[seat]]
                for i, seat in enumerate(out)
            ]
            for way in product(*captures):
                possible.add(tuple(sum(left for by, left in way if by == seat) for seat in range(self.players)))
        else:
            possible = {(0,) * self.players}
        if points not in possible:
            rule = "CC-17" if self.options.teams else "CC-14"
            raise RecordError(
                "rest.points",
                f"these points cannot have been scored ({rule}); possible: "
                f"{', '.join(str(list(way)) for way in sorted(possible)[:5])}",
            )
        return points


def _object(value: Any, where: str, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != set(names):
        raise RecordError(where, f"expected an object with {', '.join(names[:-1])} and {names[-1]}")
    return value


def _list(value: Any, where: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length is not None and len(value) != length:
        raise RecordError(where, "expected a list" if length is None else f"expected a list of {length} entries")
    if len(value) > 52:
        raise RecordError(where, "expected at most 52 entries")
    return value


# -- words -------------------------------------------------------------------------------------------------------------

RANKS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def card_name(card: Card) -> str:
    """A card in words: "ten of hearts"."""
    return f"{RANKS[card % 13]} of {SUITS[FRENCH.suits[card // 13]]}"


def _place_name(position: Position) -> str:
    return "commander" if position == COMMANDER else f"card {position}"


def _behind_words(lying: int, position: Position, whose: str) -> str:
    """Which cards still cover a card: "your cards 1 and 2 still cover it"."""
    fronts = [str(front) for front in COVERS[position] if lying >> front - 1 & 1]
    if len(fronts) == 1:
        return f"{whose}card {fronts[0]} still covers it"
    return f"{whose}cards {fronts[0]} and {fronts[1]} still cover it"


RULES: Final = {
    "CC-1": "Ranks go from two, the lowest, to ace, the highest. Each player has thirteen cards face down in a "
    "formation of five rows; nobody looks at them, not even the owner. Cards left over stay out of play.",
    "CC-2": "Front cards cover those behind: 1 and 2 cover 5, 2 and 3 cover 6, 3 and 4 cover 7; 5 covers 8, 6 covers "
    "9, 7 covers 10; 8 and 9 cover 11, 9 and 10 cover 12, 11 and 12 cover 13.",
    "CC-3": "A card is fully uncovered when nothing covers it any more, and partially uncovered when one of the two "
    "cards covering it is gone. At the start only 1 to 4 are uncovered.",
    "CC-4": "On your turn you must attack: one of your fully uncovered cards against a fully or partially uncovered "
    "card of an opponent.",
    "CC-5": "Both cards are shown to everybody. The higher one wins and is turned back face down where it lies; the "
    "other leaves play.",
    "CC-6": "The turn passes clockwise, skipping players who are out.",
    "CC-7": "The card at 13 is the commander. If yours leaves play, whether it was attacked or did the attacking, you "
    "are out and the rest of your cards leave play unshown. With two players the other one has won. The "
    "winning card's player is the captor.",
    "CC-8": "Equal cards mean war. Each of the two chooses one of their face-down cards adjacent to their own card: "
    "covering it, covered by it, or directly beside it in its row. The higher of the new cards wins the "
    "battle; if they are equal too, both choose again. Covered cards and even the commander may be chosen. "
    "Every choice must be adjacent to the first card; with the option “chain” it may be adjacent to any of "
    "your cards in this battle.",
    "CC-9": "In a war both choose without knowing the other's choice; the attacker's is kept secret until the "
    "defender has chosen.",
    "CC-10": "Whoever loses a battle loses all their cards in it. The winner's cards are turned back face down.",
    "CC-11": "If after a tie either player has no card to choose, the one with more cards in the whole formation wins "
    "the battle. If both have as many, the round is a draw: for everybody still in, and in teams for all "
    "four. The cards of that battle stay.",
    "CC-12": "With three or four players the last one with a commander wins.",
    "CC-13": "An option says who starts. In a match the start moves on by one seat every round.",
    "CC-14": "With scoring, whoever captures a commander gets a point for each card that the beaten player has left "
    "after the battle, the commander not counted. A match goes on until somebody has reached the target, 25 "
    "points unless you chose another; if the leaders are level, play on.",
    "CC-15": "In teams, A and C play against B and D. The round ends when both commanders of a team are out.",
    "CC-16": "In teams, before you attack you may give your partner any number of your cards that were never shown, "
    "except your commander. Each fills an empty position of the partner's, 1 to 12, and stays face down. A "
    "partner who is out takes none.",
    "CC-17": "In teams, at the end of a round a team counts three points for each commander it captured and one for "
    "each card its two players have left. Both partners are credited with them. They take the place of the "
    "other scoring.",
    "CC-18": "With “twos beat aces” a two beats an ace, at the first blow and in wars. Otherwise a two stays the "
    "lowest card.",
    "CC-19": "With “one suit each” A has all the clubs, B the diamonds, C the hearts and D the spades, each suit "
    "shuffled.",
}


def draw(table: CommanderTable) -> str:
    """The table as aligned text: formations side by side, [fully] and (partially) uncovered, then what has happened."""
    marks = {"full": "[{}]", "partial": "({})", "no": " {} "}
    blocks: list[list[str]] = []
    for seat, formation in enumerate(table["formations"]):
        block = [SEAT_NAMES[seat] + (" (out)" if seat in table["out"] else "")]
        for row in ROWS:
            entries = [formation[position - 1] for position in row]
            cells = [marks[entry["uncovered"]].format(entry["card"]) if entry else "." for entry in entries]
            block.append("".join(f"{cell:^6}" for cell in cells).center(24))
        blocks.append(block)
    lines = ["  ".join(f"{part:<24}" for part in parts).rstrip() for parts in zip(*blocks, strict=True)]
    war = table["war"]
    if war is not None:
        sides = [
            f"{SEAT_NAMES[seat]} {' '.join(map(str, positions))}"
            for seat, positions in (war["attacker"], war["defender"])
        ]
        lines.append(f"war: {sides[0]} against {sides[1]}")
    gone = [f"{SEAT_NAMES[seat]}{position} {card}" for seat, position, card in table["removed"]]
    lines.append(f"removed: {', '.join(gone) or 'none'}")
    return "\n".join(lines)


def _shuffle(shuffler: Callable[[list[Card]], list[Card]], options: CommanderOptions) -> list[Card]:
    """All cards shuffled, or with one suit each suit by suit (CC-19)."""
    if not options.one_suit_each:
        return shuffler(list(range(52)))
    return [card for suit in range(4) for card in shuffler(list(range(13 * suit, 13 * suit + 13)))]


def _match_refused(options: CommanderOptions) -> str | None:
    return None if options.scoring else "a match counts points, so it needs scoring=True (CC-14)"


def _match_over(totals: Sequence[int], options: CommanderOptions) -> bool:
    """Whether somebody has reached the target and leads alone, or with their partner (CC-14, CC-17)."""
    best = max(totals)
    leaders = [seat for seat, total in enumerate(totals) if total == best]
    return best >= options.target and (leaders in ([0, 2], [1, 3]) if options.teams else len(leaders) == 1)


def tally(state: CommanderState) -> tuple[str, tuple[str, ...]]:
    """Whose commanders fell, and the points of CC-14 or CC-17 where they are counted."""
    options = state.options
    fallen = [f"{SEAT_NAMES[seat]}'s" for seat in state.out]
    if not fallen:
        ending = "A battle that nobody could win ended the game: a draw."
    else:
        names = " and ".join([", ".join(fallen[:-1]), fallen[-1]] if len(fallen) > 1 else fallen)
        ending = f"{names} commander{'s have' if len(fallen) > 1 else ' has'} been captured."
        if not _decided(state.out, options):
            ending += " A battle that nobody could win ended the game: a draw among those still in."
    lines = []
    for seat in range(options.players):
        left = state.formation(seat).bit_count()
        line = f"{SEAT_NAMES[seat]} has {left} card{'' if left == 1 else 's'} left"
        if options.teams:
            taken = sum(other % 2 != seat % 2 for other in state.out)
            own = state.points[seat] - 3 * taken
            line += f"; the team scores {3 * taken} for commanders captured and {own} for its cards left"
        elif options.scoring:
            points = state.points[seat]
            line += f"; {points} point{'' if points == 1 else 's'} for what the beaten had left"
        lines.append(line)
    return ending, tuple(lines)


GAME: Final = GameType(
    slug="commander",
    title="Capture the Commander",
    deck=FRENCH,
    options=CommanderOptions,
    state=CommanderState,
    opener="first",
    rules=RULES,
    draw=draw,
    tally=tally,
    seats=lambda options: int(options.players),
    shuffle=_shuffle,
    match_refused=_match_refused,
    match_over=_match_over,
    partners=lambda options, seat: seat ^ 2 if options.teams else None,
)
