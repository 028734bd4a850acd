"""Kommando: two players fight for a row of ten cards (RULEBOOK KO-1 to KO-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, permutations
from math import comb
from random import Random
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypedDict, cast

from capture_widgets.cards import HIDDEN, KOMMANDO, Card
from capture_widgets.errors import IllegalDeal, IllegalMove, RecordError
from capture_widgets.options import Options, option
from capture_widgets.shape import Fixed
from capture_widgets.state import SEAT_NAMES, GameType, Move, Seat, State, Viewer, tidy, unreadable

# -- options -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KommandoOptions(Options):
    """What can be chosen before a game of Kommando."""

    dealer: int = option(
        1, "Who deals the first hand: 0 for seat A, 1 for seat B; the other attacks first.", rule="KO-1", choices=(0, 1)
    )
    no_choice: str = option(
        "both ends",
        "When a card of the row's own colour may attack: when nothing else is legal at "
        "either end, or as soon as nothing else is legal at the chosen end.",
        rule="KO-5",
        choices=("both ends", "chosen end"),
    )
    target: int = option(100, "A match ends once a player has more than this many points.", rule="KO-11")


# -- moves -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
    """Lay a card from hand against one end of the row (KO-4)."""

    end: int
    """0 the left end of the row, 1 the right end."""
    card: Card

    def __str__(self) -> str:
        return f"{'LR'[self.end]}:{KOMMANDO.text[self.card]}"


@dataclass(frozen=True, slots=True)
class Defence:
    """Answer an attack with a card from hand (KO-6)."""

    card: Card

    def __str__(self) -> str:
        return KOMMANDO.text[self.card]


# A hand is a mask of 30 bits, bit c for card c: three colours of ten values.
_ALL: Final = (1 << 30) - 1
_BIT: Final = tuple(1 << card for card in range(30))
_bit_of: Final = _BIT.__getitem__
_DOWN: Final = 3
"""Stands for the colour of a card that lies face down."""
_DIFFERS: Final = (_ALL & ~1023, _ALL & ~(1023 << 10), _ALL & ~(1023 << 20), _ALL)
"""Mask of the cards that differ in colour, by colour; a face-down card refuses none."""
_HIGH: Final = sum(0b1110000000 << 10 * colour for colour in range(3))
"""Mask of the 8s, 9s and 10s (KO-3)."""
_FACE_DOWN: Final = (3, 6)
"""Places of the row that lie face down until fought for, counted from 0 (KO-2)."""
_SHOWN: Final = tuple(
    tuple(_DOWN if place in _FACE_DOWN else card // 10 for card in range(30)) for place in range(10)
)
"""By place of the row and card there, the colour that can be seen."""

_ATTACKS: Final = tuple(tuple(Attack(end, card) for card in range(30)) for end in (0, 1))
_DEFENCES: Final = tuple(Defence(card) for card in range(30))

# Lists of legal moves are put together from ready-made tuples, one for each colour and each of its 1024 part-hands.
_ByPart = tuple[tuple[Move, ...], ...]
_ByColour = tuple[_ByPart, _ByPart, _ByPart]


def _by_part(moves: Sequence[Move]) -> _ByPart:
    parts: list[tuple[Move, ...]] = [()]
    for move in moves:  # each card doubles the part-hands: those without it, those with it
        parts += [(*without, move) for without in parts]
    return tuple(parts)


_NONE: Final[_ByPart] = ((),) * 1024
_LEFT, _RIGHT, _ANSWER = (
    tuple(_by_part(moves[10 * colour : 10 * colour + 10]) for colour in range(3)) for moves in (*_ATTACKS, _DEFENCES)
)
_BOTH: Final = tuple(tuple(map(tuple.__add__, left, right)) for left, right in zip(_LEFT, _RIGHT, strict=True))


def _attacks(low: int, high: int | None) -> _ByColour:
    """Attacks on ends that show these colours (KO-5); there is no right end to name where one card is left (KO-4)."""
    red, yellow, blue = (
        (_NONE if colour == low else _LEFT[colour])
        if colour == high or high is None
        else (_RIGHT if colour == low else _BOTH)[colour]
        for colour in range(3)
    )
    return red, yellow, blue


def _answers(*used: int) -> _ByColour:
    """Answers in all colours but those used in this fight (KO-6)."""
    red, yellow, blue = (_NONE if colour in used else _ANSWER[colour] for colour in range(3))
    return red, yellow, blue


_ATTACKS_ON: Final = tuple(tuple(_attacks(low, high) for high in range(4)) for low in range(4))
"""By the colours that the left and the right end show."""
_ATTACKS_ON_LAST: Final = tuple(_attacks(low, None) for low in range(4))
_ANSWERS_TO: Final = tuple(tuple(_answers(attack, shown) for shown in range(4)) for attack in range(3))
"""By the colours of the attack and of the row card."""

# -- the table as a viewer knows it ------------------------------------------------------------------------------------


class KommandoEntry(TypedDict):
    """One place of the row, left to right."""

    card: str
    attack: Annotated[list[Any], Fixed(int, str)] | None
    """Seat and card of the attack, null while nobody has attacked."""
    defence: Annotated[list[Any], Fixed(int, str)] | None
    winner: int | None
    """Seat that won the fight; null while it is not over, or tied."""


class KommandoTable(TypedDict):
    """The table of Kommando in a dump."""

    row: list[KommandoEntry]
    hands: list[list[str]]
    attacker: int | None
    """The seat attacking in this fight, null when over."""


# -- state -------------------------------------------------------------------------------------------------------------


class Fight(NamedTuple):
    """One finished fight for a row card."""

    attacker: Seat
    attack: Card
    defence: Card

    @property
    def winner(self) -> Seat | None:
        """Who laid the higher card, None for a tie (KO-7)."""
        attack, defence = self.attack % 10, self.defence % 10
        return None if attack == defence else self.attacker if attack > defence else 1 - self.attacker


_FIGHTS: Final = tuple(
    tuple(tuple((Fight(attacker, attack, defence),) for defence in range(30)) for attack in range(30))
    for attacker in (0, 1)
)
"""By attacker, attack and answer, the fight as a tuple to be added to others."""
_RANK: Final = KOMMANDO.rank_of
_new: Final = tuple.__new__


class _Fields(NamedTuple):
    to_play: Seat | None
    hand: int
    """Cards in hand of the seat to play, as a mask."""
    other_hand: int
    """Cards in hand of the other seat."""
    row: tuple[Card, ...]
    left: tuple[Fight, ...]
    """Fights for the row from its left end inward."""
    right: tuple[Fight, ...]
    """Fights for the row from its right end inward."""
    attack: Attack | None
    """The attack that waits for an answer."""
    options: KommandoOptions


class KommandoState(_Fields, State):
    """A hand of Kommando at one moment; what is in hand is kept as the seat to play and the other one have it."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: KommandoOptions, first: Seat | None) -> Self:
        """The hand before the first attack; ``first`` is the dealer (KO-1)."""
        dealer = options.dealer if first is None else first
        masks = [sum(map(_bit_of, cards[:10])), sum(map(_bit_of, cards[10:20]))]
        if not masks[0] & _HIGH or not masks[1] & _HIGH:
            name = SEAT_NAMES[dealer if masks[0] & _HIGH else 1 - dealer]
            raise IllegalDeal("KO-3", f"seat {name} holds no 10, 9 or 8, so the cards must be dealt again")
        return cls(1 - dealer, masks[0], masks[1], tuple(cards[20:30]), (), (), None, options)

    @property
    def hands(self) -> tuple[int, int]:
        """Cards in hand as masks, by seat."""
        return (self.other_hand, self.hand) if self.to_play == 1 else (self.hand, self.other_hand)

    @property
    def attacker(self) -> Seat | None:
        """Who attacks in this fight, None when over."""
        return self.to_play if self.to_play is None or self.attack is None else 1 - self.to_play

    def ends(self) -> tuple[int, int]:
        """Places (0 to 9) of the leftmost and the rightmost row card not yet fought for."""
        return len(self.left), 9 - len(self.right)

    def shown_colour(self, place: int) -> int:
        """Colour of a row card not yet fought for, `_DOWN` where it lies face down (KO-2)."""
        return _DOWN if place in _FACE_DOWN else self.row[place] // 10

    def holding(self, hands: tuple[int, int]) -> Self:
        """The same but for the cards in hand, given by seat."""
        mine, theirs = hands if self.to_play != 1 else hands[::-1]
        return self._replace(hand=mine, other_hand=theirs)

    def _reach(self) -> tuple[int, int]:
        """Masks of the cards that may attack the left and the right end (KO-4, KO-5)."""
        hand = self.hand
        low, high = self.ends()
        at_low = hand & _DIFFERS[self.shown_colour(low)]
        if low == high:
            return at_low or hand, 0
        at_high = hand & _DIFFERS[self.shown_colour(high)]
        if self.options.no_choice == "chosen end":
            return at_low or hand, at_high or hand
        return (at_low, at_high) if at_low or at_high else (hand, hand)

    def _answering(self) -> int:
        """Mask of the cards that may answer the attack (KO-6)."""
        assert self.attack is not None
        hand = self.hand
        place = self.ends()[self.attack.end]
        return hand & _DIFFERS[self.attack.card // 10] & _DIFFERS[self.shown_colour(place)] or hand

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal attack, or every legal answer to one."""
        to_play, hand, _, row, left, right, attack, options = self
        if to_play is None:
            return ()
        low, high = len(left), 9 - len(right)
        if attack is not None:
            place = high if attack.end else low
            red, yellow, blue = _ANSWERS_TO[attack.card // 10][_SHOWN[place][row[place]]]
            return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20] or _each(_ANSWER, hand)
        if low == high:
            red, yellow, blue = _ATTACKS_ON_LAST[_SHOWN[low][row[low]]]
            return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20] or _each(_LEFT, hand)
        at_low, at_high = _SHOWN[low][row[low]], _SHOWN[high][row[high]]
        if options.no_choice == "chosen end" and not (hand & _DIFFERS[at_low] and hand & _DIFFERS[at_high]):
            return _each(_BOTH, hand)  # one end gives no choice, so the hand is of one colour and may attack the other
        red, yellow, blue = _ATTACKS_ON[at_low][at_high]
        return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20] or _each(_BOTH, hand)

    def apply(self, move: Any) -> KommandoState:
        """The hand after a legal move."""
        to_play, hand, other_hand, row, left, right, attack, options = self
        assert to_play is not None
        card = move.card
        hand ^= _BIT[card]
        if attack is None:
            return _new(KommandoState, (1 - to_play, other_hand, hand, row, left, right, move, options))
        fight = _FIGHTS[1 - to_play][attack.card][card]
        if attack.end:
            right += fight
        else:
            left += fight
        if not other_hand and not hand:
            # from which end each card was fought for no longer matters; equal tables are to be equal states
            return _new(KommandoState, (None, 0, 0, row, left + right[::-1], (), None, options))
        if _RANK[attack.card] > _RANK[card]:  # KO-9: the loser attacks next, after a tie the same attacker
            return _new(KommandoState, (to_play, hand, other_hand, row, left, right, None, options))
        return _new(KommandoState, (1 - to_play, other_hand, hand, row, left, right, None, options))

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The attack (``L:7b``) or answer (``9y``) that a text names."""
        plain = tidy(text)
        card = KOMMANDO.find(plain[2:] if plain[1:2] == ":" else plain)
        if card is not None:
            if plain[:2] in ("L:", "R:"):
                return _ATTACKS["LR".index(plain[0])][card]
            if plain[1:2] != ":":
                return _DEFENCES[card]
        raise unreadable(text, "L:7b or R:7b for an attack, 9y for an answer")

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        text = str(move)
        if not isinstance(move, Attack | Defence):
            raise unreadable(text, "L:7b or R:7b for an attack, 9y for an answer")
        if self.to_play is None:
            raise IllegalMove("KO-10", text, "all ten fights are over and the hand is finished")
        who = SEAT_NAMES[self.to_play]
        name = card_name(move.card)
        if isinstance(move, Attack) and self.attack is not None:
            raise IllegalMove(
                "KO-6",
                text,
                f"{SEAT_NAMES[1 - self.to_play]} has attacked already, so {who} must answer with a card from hand",
            )
        if isinstance(move, Defence) and self.attack is None:
            raise IllegalMove(
                "KO-4",
                text,
                f"{who} is to attack and must say which end of the row the {name} attacks: L:{text} or R:{text}",
            )
        if not self.hand >> move.card & 1:
            raise IllegalMove("KO-4" if isinstance(move, Attack) else "KO-6", text, f"{who} does not hold the {name}")
        if isinstance(move, Attack):
            self._check_attack(move, text, name)
        else:
            self._check_defence(move, text, name)

    def _check_attack(self, move: Attack, text: str, name: str) -> None:
        low, high = self.ends()
        if low == high and move.end == 1:
            raise IllegalMove("KO-4", text, f"only one card of the row is left; it is attacked as L:{text[2:]}")
        if not self._reach()[move.end] >> move.card & 1:
            place = (low, high)[move.end]
            target = card_name(self.row[place])
            if self.hand & _DIFFERS[self.row[place] // 10]:
                why = "you hold another colour"
            else:
                why = "you can attack the other end"
            raise IllegalMove("KO-5", text, f"a {name} cannot attack a {target} while {why}")

    def _check_defence(self, move: Defence, text: str, name: str) -> None:
        if self._answering() >> move.card & 1:
            return
        assert self.attack is not None
        used = [COLOURS[self.attack.card // 10]]
        shown = self.shown_colour(self.ends()[self.attack.end])
        if shown not in (_DOWN, self.attack.card // 10):
            used.append(COLOURS[shown])
        missing = " or ".join(colour for colour in COLOURS if colour not in used)
        raise IllegalMove(
            "KO-6",
            text,
            f"a {name} cannot answer here while you hold {missing}: {' and '.join(used)} "
            f"{'is' if len(used) == 1 else 'are'} used in this fight already",
        )

    def bearing(self, move: Move) -> tuple[str, ...]:
        """Rules that bear on an attack or an answer."""
        if isinstance(move, Attack):
            return ("KO-4", "KO-5", "KO-2") if self.shown_colour(self.ends()[move.end]) == _DOWN else ("KO-4", "KO-5")
        last = len(self.left) + len(self.right) == 9
        return ("KO-6", "KO-7", "KO-9", "KO-10") if last else ("KO-6", "KO-7", "KO-9")

    # -- results

    @property
    def points(self) -> tuple[int, int]:
        """Values of the row cards won so far (KO-10)."""
        won = [0, 0]
        for place, fight in self.fights():
            winner = fight.winner
            if winner is not None:
                won[winner] += self.row[place] % 10 + 1
        return won[0], won[1]

    @property
    def returns(self) -> tuple[int, int] | None:
        """+1 for more points, 0 each for as many, once all ten fights are over (KO-10)."""
        if self.to_play is not None:
            return None
        first, second = self.points
        sign = (first > second) - (first < second)
        return sign, -sign

    def fights(self) -> list[tuple[int, Fight]]:
        """Finished fights with their places."""
        return [*enumerate(self.left), *((9 - i, fight) for i, fight in enumerate(self.right))]

    # -- what viewers see

    def table(self, viewer: Viewer) -> KommandoTable:
        """Row, hands and attacker; hidden are other hands and face-down cards not yet fought for (KO-2, KO-8)."""
        text = KOMMANDO.text
        fights = dict(self.fights())
        row: list[KommandoEntry] = []
        for place, card in enumerate(self.row):
            fight = fights.get(place)
            hidden = fight is None and place in _FACE_DOWN and viewer is not None
            row.append(
                {
                    "card": HIDDEN if hidden else text[card],
                    "attack": [fight.attacker, text[fight.attack]] if fight else None,
                    "defence": [1 - fight.attacker, text[fight.defence]] if fight else None,
                    "winner": fight.winner if fight else None,
                }
            )
        attacker = self.attacker
        if self.attack is not None:
            row[self.ends()[self.attack.end]]["attack"] = [attacker, text[self.attack.card]]
        hands = [
            KOMMANDO.texts(_cards(hand)) if viewer is None or viewer == seat else [HIDDEN] * hand.bit_count()
            for seat, hand in enumerate(self.hands)
        ]
        return {"row": row, "hands": hands, "attacker": attacker}

    def rest(self) -> dict[str, Any]:
        """Nothing: the open table says it all."""
        return {}

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: KommandoOptions) -> Self:
        """The hand that an open table shows, provided that some order of legal fights leads to it."""
        return cast("Self", _Reader(table, rest).state(cls, options))

    # -- hidden information

    def voids(self) -> tuple[int, int]:
        """For each seat a mask of the cards that its moves have shown it not to hold (RULEBOOK, what a seat knows)."""
        voids = [0, 0]
        laid = [(place, fight.attacker, fight.attack, fight.defence) for place, fight in self.fights()]
        if self.attack is not None and self.to_play is not None:
            laid.append((self.ends()[self.attack.end], 1 - self.to_play, self.attack.card, -1))
        for place, attacker, attack, defence in laid:
            shown = _DOWN if place in _FACE_DOWN else self.row[place] // 10
            if attack // 10 == shown:
                voids[attacker] |= _DIFFERS[shown]
            unused = _DIFFERS[shown] & _DIFFERS[attack // 10]
            if defence >= 0 and not unused >> defence & 1:
                voids[1 - attacker] |= unused
        return voids[0], voids[1]

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Deal the cards that a viewer cannot know anew, every consistent arrangement as likely as any other."""
        low, high = self.ends()
        down = [place for place in _FACE_DOWN if low <= place <= high]
        unknown = [other for other in (0, 1) if other != seat]
        pool = sum(1 << self.row[place] for place in down) | sum(self.hands[other] for other in unknown)
        voids = self.voids()
        first, second = self.hands
        counts = first.bit_count(), second.bit_count()
        spots, weights = _arrangements(pool, len(down), tuple(unknown), counts, voids)
        while True:
            spot, rest = rng.choices(spots, cum_weights=weights)[0]
            hands = list(self.hands)
            if len(unknown) == 1:
                hands[unknown[0]] = rest
            else:
                hands[0] = rest & voids[1]
                free = _cards(rest & ~voids[0] & ~voids[1])
                hands[0] |= sum(1 << card for card in rng.sample(free, counts[0] - hands[0].bit_count()))
                hands[1] = rest & ~hands[0]
            row = list(self.row)
            for place, card in zip(down, spot, strict=True):
                row[place] = card
            state = self._replace(row=tuple(row)).holding((hands[0], hands[1]))
            if all(hand & _HIGH for hand in state.dealt_hands()):  # KO-3; the true deal passes, so this ends
                return state

    def dealt_hands(self) -> tuple[int, int]:
        """The hands as they were dealt: what is still held and what was laid, as masks."""
        hands = list(self.hands)
        for _, fight in self.fights():
            hands[fight.attacker] |= 1 << fight.attack
            hands[1 - fight.attacker] |= 1 << fight.defence
        if self.attack is not None and self.to_play is not None:
            hands[1 - self.to_play] |= 1 << self.attack.card
        return hands[0], hands[1]

    # -- words

    def narrate(self, move: Move, after: Self) -> str:
        """What an attack or an answer did."""
        assert self.to_play is not None
        who = SEAT_NAMES[self.to_play]
        if isinstance(move, Attack):
            place = self.ends()[move.end]
            target = "face-down card" if place in _FACE_DOWN else card_name(self.row[place])
            low, high = self.ends()
            where = ", the last of the row," if low == high else (" on the left", " on the right")[move.end]
            return f"{who} attacks the {target}{where} with the {card_name(move.card)}."
        assert isinstance(move, Defence) and self.attack is not None
        place = self.ends()[self.attack.end]
        fight = Fight(1 - self.to_play, self.attack.card, move.card)
        prize = card_name(self.row[place])
        turned = f" The face-down card was the {prize}." if place in _FACE_DOWN else ""
        answer = f"{who} answers with the {card_name(move.card)}"
        if fight.winner is None:
            return f"{answer}: a tie, nobody wins the {prize}.{turned}"
        return f"{answer}; {SEAT_NAMES[fight.winner]} wins the {prize}.{turned}"


def _each(moves: Sequence[_ByPart], hand: int) -> tuple[Move, ...]:
    """The moves of all cards of a hand."""
    red, yellow, blue = moves
    return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20]


def _cards(mask: int) -> list[Card]:
    """Cards of a mask, in canonical order."""
    return [card for card in range(30) if mask >> card & 1]


@lru_cache(maxsize=64)
def _arrangements(
    pool: int, down: int, unknown: tuple[Seat, ...], counts: tuple[int, int], voids: tuple[int, int]
) -> tuple[list[tuple[tuple[Card, ...], int]], list[int]]:
    """Ways to lie for the face-down cards, each with the mask of the cards that are left, and their weights, added up.

    Each weighs as much as the number of ways to deal the rest after it. Kept, since a search draws thousands of worlds
    at one position.
    """
    spots = [(spot, pool & ~sum(map(_bit_of, spot))) for spot in permutations(_cards(pool), down)]
    return spots, [*accumulate(_ways(rest, unknown, counts, voids) for _, rest in spots)]


def _ways(rest: int, unknown: tuple[Seat, ...], counts: tuple[int, int], voids: tuple[int, int]) -> int:
    """In how many ways the rest of the unknown cards can be dealt to the hands that the viewer does not see."""
    if len(unknown) == 1:
        return 0 if rest & voids[unknown[0]] else 1
    if rest & voids[0] & voids[1]:
        return 0
    forced = (rest & voids[1]).bit_count()
    free = (rest & ~voids[0] & ~voids[1]).bit_count()
    return comb(free, counts[0] - forced) if counts[0] >= forced else 0


# -- reading a table back ----------------------------------------------------------------------------------------------


class _Reader:
    """Checks an open table and finds the hand that leads to it."""

    def __init__(self, table: Any, rest: Any) -> None:
        if not isinstance(rest, dict) or rest:
            raise RecordError("rest", "Kommando keeps nothing here: {}")
        if not isinstance(table, dict) or set(table) != {"row", "hands", "attacker"}:
            raise RecordError("table", "expected an object with row, hands and attacker")
        self.table = table
        self.seen: dict[Card, str] = {}
        if not isinstance(table["row"], list) or len(table["row"]) != 10:
            raise RecordError("table.row", "expected a list of ten entries")
        if not isinstance(table["hands"], list) or len(table["hands"]) != 2:
            raise RecordError("table.hands", "expected the hands of two seats")
        self.row: list[Card] = []
        self.laid: list[tuple[tuple[Seat, Card] | None, tuple[Seat, Card] | None]] = []
        for place, entry in enumerate(table["row"]):
            self._entry(entry, f"table.row[{place}]")
        self.hands = [self._hand(cards, f"table.hands[{seat}]") for seat, cards in enumerate(table["hands"])]

    def _card(self, text: object, where: str) -> Card:
        card = KOMMANDO.find(text)
        if card is None:
            raise RecordError(where, 'expected a card such as "7b"')
        if card in self.seen:
            raise RecordError(where, f"the card {text} stands at {self.seen[card]} already")
        self.seen[card] = where
        return card

    def _entry(self, entry: object, where: str) -> None:
        if not isinstance(entry, dict) or set(entry) != {"card", "attack", "defence", "winner"}:
            raise RecordError(where, "expected an object with card, attack, defence and winner")
        self.row.append(self._card(entry["card"], f"{where}.card"))
        attack = self._laid(entry["attack"], f"{where}.attack")
        defence = self._laid(entry["defence"], f"{where}.defence")
        if defence and (not attack or defence[0] == attack[0]):
            raise RecordError(f"{where}.defence", "expected an answer by the other seat to an attack")
        winner = Fight(attack[0], attack[1], defence[1]).winner if attack and defence else None
        if entry["winner"] != winner or isinstance(entry["winner"], bool):
            raise RecordError(f"{where}.winner", f"by KO-7 this must be {'null' if winner is None else winner}")
        self.laid.append((attack, defence))

    def _laid(self, pair: object, where: str) -> tuple[Seat, Card] | None:
        if pair is None:
            return None
        if not isinstance(pair, list | tuple) or len(pair) != 2 or type(pair[0]) is not int or pair[0] not in (0, 1):
            raise RecordError(where, "expected null or [seat, card]")
        return pair[0], self._card(pair[1], f"{where}[1]")

    def _hand(self, cards: object, where: str) -> int:
        if not isinstance(cards, list) or len(cards) > 10:
            raise RecordError(where, "expected a list of at most ten cards")
        return sum(1 << self._card(text, f"{where}[{i}]") for i, text in enumerate(cards))

    def state(self, cls: type[KommandoState], options: KommandoOptions) -> KommandoState:
        """The state, found by playing the fights in every order that the rules allow (at most 2 to the 9th)."""
        if len(self.seen) != 30:
            raise RecordError("table", f"expected all 30 cards on the table and in hands, found {len(self.seen)}")
        hands = list(self.hands)
        for attack, defence in self.laid:
            for pair in (attack, defence):
                if pair:
                    hands[pair[0]] |= 1 << pair[1]
        if [hand.bit_count() for hand in hands] != [10, 10]:
            raise RecordError("table.hands", "each seat must have ten cards in hand and laid together (KO-1)")
        for seat, hand in enumerate(hands):
            if not hand & _HIGH:
                raise RecordError(f"table.hands[{seat}]", "this seat was dealt no 10, 9 or 8 (KO-3)")
        frontier = {
            cls(attacker, hands[attacker], hands[1 - attacker], tuple(self.row), (), (), None, options)
            for attacker in (0, 1)
        }
        while frontier:
            for state in frontier:
                if list(state.hands) == self.hands and self.table["attacker"] == state.table(None)["attacker"]:
                    return state
            frontier = {after for state in frontier for after in self._next(state)}
        raise RecordError("table", "no order of legal attacks and answers leads to this position (KO-4 to KO-9)")

    def _next(self, state: KommandoState) -> list[KommandoState]:
        """States after each move that the laid cards allow."""
        legal = state.legal_moves()
        if state.attack is not None:
            defence = self.laid[state.ends()[state.attack.end]][1]
            moves: list[Move] = [_DEFENCES[defence[1]]] if defence else []
        else:
            moves = (
                [
                    _ATTACKS[end][attack[1]]
                    for end, place in enumerate(state.ends())
                    if (attack := self.laid[place][0]) and attack[0] == state.attacker
                ]
                if state.to_play is not None
                else []
            )
        return [state.apply(move) for move in moves if move in legal]


# -- words -------------------------------------------------------------------------------------------------------------

COLOURS: Final = ("red", "yellow", "blue")


def card_name(card: Card) -> str:
    """A card in words: "yellow 7"."""
    return f"{COLOURS[card // 10]} {card % 10 + 1}"


RULES: Final = {
    "KO-1": "The dealer gives ten cards to the other player, ten to themselves and lays the last ten in a row. An "
    "option "
    "says who deals the first hand.",
    "KO-2": "Two cards of the row, the fourth from either end, lie face down; nobody knows them.",
    "KO-3": "If a player holds no 10, no 9 and no 8, all cards are dealt again.",
    "KO-4": "The player who did not deal attacks first. To attack, choose the leftmost or the rightmost row card "
    "not yet "
    "fought for and lay a card from your hand beside it.",
    "KO-5": "You cannot attack a card with its own colour unless you have no choice: when no other attack is "
    "possible at "
    "either end, any card may attack either end. With the option “chosen end” it is enough that none of your "
    "cards differs from the card at that end. A face-down card may be attacked in any colour.",
    "KO-6": "The defender answers in a colour that is not yet used in this fight: neither the row card's nor the "
    "attacker's. A face-down card's colour does not count. Whoever has no such card may answer with any.",
    "KO-7": "The higher of the two laid cards wins the fight, however high the row card is. If they are equal, "
    "nobody wins.",
    "KO-8": "A face-down row card is turned up once its fight is over. All cards stay on the table.",
    "KO-9": "Whoever lost a fight attacks next. After a tie the same player attacks again.",
    "KO-10": "After ten fights each player counts the values of the row cards they won; more points win the hand.",
    "KO-11": "In a match the deal changes hands every time. It ends as soon as a player has more than the target, 100 "
    "points unless you chose another; the higher total wins, and equal totals play on.",
}


def draw(table: KommandoTable) -> str:
    """The table as aligned text: the row with its fights, then the hands."""

    def laid(seat: Seat) -> list[str]:
        return [
            next((pair[1] for pair in (entry["attack"], entry["defence"]) if pair and pair[0] == seat), ".")
            for entry in table["row"]
        ]

    won = ["-" if entry["winner"] is None else SEAT_NAMES[entry["winner"]] for entry in table["row"]]
    lines = [
        ("B laid", laid(1)),
        ("row", [entry["card"] for entry in table["row"]]),
        ("A laid", laid(0)),
        ("won by", won),
    ]
    grid = [f"{name:<8}" + "".join(f"{cell:>4}" for cell in cells) for name, cells in lines]
    hands = [
        f"{'hand ' + SEAT_NAMES[seat]:<8}" + "".join(f"{card:>4}" for card in hand)
        for seat, hand in enumerate(table["hands"])
    ]
    attacker = table["attacker"]
    turn = "the hand is over" if attacker is None else f"{SEAT_NAMES[attacker]} attacks in this fight"
    return "\n".join([*grid, *hands, turn])


def tally(state: KommandoState) -> tuple[str, tuple[str, ...]]:
    """The row cards that each seat won, and what they add up to (KO-10)."""
    won: tuple[list[Card], list[Card]] = ([], [])
    nobody = 0
    for place, fight in state.fights():
        if fight.winner is None:
            nobody += 1
        else:
            won[fight.winner].append(state.row[place])
    tied = {0: "", 1: " Nobody won one of them: that fight was tied."}.get(
        nobody, f" Nobody won {nobody} of them: those fights were tied."
    )
    lines = tuple(
        f"{SEAT_NAMES[seat]} won {', '.join(card_name(card) for card in cards) or 'no card'}: "
        f"{sum(card % 10 + 1 for card in cards)}"
        for seat, cards in enumerate(won)
    )
    return f"All ten cards of the row have been fought for.{tied}", lines


GAME: Final = GameType(
    slug="kommando",
    title="Kommando",
    deck=KOMMANDO,
    options=KommandoOptions,
    state=KommandoState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    tally=tally,
    match_refused=lambda options: None,
    match_over=lambda totals, options: max(totals) > options.target and totals[0] != totals[1],
)
