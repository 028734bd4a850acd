"""Kommando: two players fight for a row of ten cards (docs/rules.md, KO-1 to KO-11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, permutations
from math import comb
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self, cast

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import IllegalDeal
from capture_widgets.core.outcomes import draw_again
from capture_widgets.engine.cards import HIDDEN, KOMMANDO, Card
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import SEAT_NAMES, Move, Seat, State, Viewer, no_move, tidy, unreadable
from capture_widgets.games.kommando import phrases, words
from capture_widgets.games.kommando.moves import (
    ANSWER,
    ANSWERS_TO,
    ATTACKS,
    ATTACKS_ON,
    ATTACKS_ON_LAST,
    BIT,
    BOTH,
    DEFENCES,
    DIFFERS,
    DOWN,
    FACE_DOWN,
    FIGHTS,
    HIGH,
    LEFT,
    SHOWN,
    Attack,
    Fight,
    KommandoOptions,
    bit_of,
    moves_for,
)
from capture_widgets.games.kommando.position import KommandoEntry, KommandoTable, Reader

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
    """The finished fights from the left end of the row inward."""
    right: tuple[Fight, ...]
    """The finished fights from the right end of the row inward."""
    attack: Attack | None
    """The attack that waits for an answer."""
    options: KommandoOptions


class KommandoState(_Fields, State):
    """A position of Kommando; the hands are kept as those of the seat to play and of the other seat."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: KommandoOptions, first: Seat | None) -> Self:
        """The state before the first attack; ``first`` is the dealer (KO-1)."""
        dealer = options.dealer if first is None else first
        masks = [sum(map(bit_of, cards[:10])), sum(map(bit_of, cards[10:20]))]
        if not masks[0] & HIGH or not masks[1] & HIGH:
            name = SEAT_NAMES[dealer if masks[0] & HIGH else 1 - dealer]
            raise IllegalDeal("KO-3", f"seat {name} holds no 10, 9 or 8, so the cards must be dealt again")
        return cls(1 - dealer, masks[0], masks[1], tuple(cards[20:30]), (), (), None, options)

    @property
    def hands(self) -> tuple[int, int]:
        """The hands as masks, by seat."""
        return (self.other_hand, self.hand) if self.to_play == 1 else (self.hand, self.other_hand)

    @property
    def attacker(self) -> Seat | None:
        """The seat that attacks in this fight, or None when the hand is over."""
        return self.to_play if self.to_play is None or self.attack is None else 1 - self.to_play

    def ends(self) -> tuple[int, int]:
        """The places (0 to 9) of the leftmost and the rightmost row card that was not fought for yet."""
        return len(self.left), 9 - len(self.right)

    def shown_colour(self, place: int) -> int:
        """The colour that a row card shows before its fight, or `DOWN` if it lies face down (KO-2)."""
        return DOWN if place in FACE_DOWN else self.row[place] // 10

    def holding(self, hands: tuple[int, int]) -> Self:
        """The same state with other hands, given by seat."""
        mine, theirs = hands if self.to_play != 1 else hands[::-1]
        return self._replace(hand=mine, other_hand=theirs)

    def possible_attackers(self) -> tuple[int, int]:
        """The masks of the cards that may attack the left end and the right end (KO-4, KO-5)."""
        hand = self.hand
        low, high = self.ends()
        at_low = hand & DIFFERS[self.shown_colour(low)]
        if low == high:
            return at_low or hand, 0
        at_high = hand & DIFFERS[self.shown_colour(high)]
        if self.options.no_choice == "chosen end":
            return at_low or hand, at_high or hand
        return (at_low, at_high) if at_low or at_high else (hand, hand)

    def possible_answers(self) -> int:
        """The mask of the cards that may answer the attack (KO-6)."""
        assert self.attack is not None
        hand = self.hand
        place = self.ends()[self.attack.end]
        return hand & DIFFERS[self.attack.card // 10] & DIFFERS[self.shown_colour(place)] or hand

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal attacks, or the legal answers to an attack."""
        to_play, hand, _, row, left, right, attack, options = self
        if to_play is None:
            return ()
        low, high = len(left), 9 - len(right)
        if attack is not None:
            place = high if attack.end else low
            red, yellow, blue = ANSWERS_TO[attack.card // 10][SHOWN[place][row[place]]]
            return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20] or moves_for(ANSWER, hand)
        if low == high:
            red, yellow, blue = ATTACKS_ON_LAST[SHOWN[low][row[low]]]
            return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20] or moves_for(LEFT, hand)
        at_low, at_high = SHOWN[low][row[low]], SHOWN[high][row[high]]
        if options.no_choice == "chosen end" and not (hand & DIFFERS[at_low] and hand & DIFFERS[at_high]):
            return moves_for(
                BOTH, hand
            )  # one end gives no choice, so the hand is of one colour and may attack the other
        red, yellow, blue = ATTACKS_ON[at_low][at_high]
        return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20] or moves_for(BOTH, hand)

    def apply(self, move: Any) -> KommandoState:
        """The state after a legal move."""
        to_play, hand, other_hand, row, left, right, attack, options = self
        if to_play is None:
            raise no_move(self, move)
        try:
            card = move.card
        except AttributeError:
            raise no_move(self, move) from None
        hand ^= BIT[card]
        if attack is None:
            return _new(KommandoState, (1 - to_play, other_hand, hand, row, left, right, move, options))
        fight = FIGHTS[1 - to_play][attack.card][card]
        if attack.end:
            right += fight
        else:
            left += fight
        if not other_hand and not hand:
            # after the last fight it no longer matters from which end a card was fought for: equal tables are equal
            # states
            return _new(KommandoState, (None, 0, 0, row, left + right[::-1], (), None, options))
        if (
            _RANK[attack.card] > _RANK[card]
        ):  # KO-9: the loser of a fight attacks next; after a tie the same player attacks again
            return _new(KommandoState, (to_play, hand, other_hand, row, left, right, None, options))
        return _new(KommandoState, (1 - to_play, other_hand, hand, row, left, right, None, options))

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The attack (``L:7b``) or answer (``9y``) that a text names."""
        plain = tidy(text)
        card = KOMMANDO.find(plain[2:] if plain[1:2] == ":" else plain)
        if card is not None:
            if plain[:2] in ("L:", "R:"):
                return ATTACKS["LR".index(plain[0])][card]
            if plain[1:2] != ":":
                return DEFENCES[card]
        raise unreadable(text, "L:7b or R:7b for an attack, 9y for an answer")

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        words.check(self, move)

    def bearing(self, move: Move) -> tuple[str, ...]:
        """The rules that apply to an attack or an answer."""
        return words.bearing(self, move)

    # -- results

    @property
    def points(self) -> tuple[int, int]:
        """The values of the row cards won so far, by seat (KO-10)."""
        won = [0, 0]
        row = self.row
        for fights, cards in ((self.left, row), (self.right, row[::-1])):
            for (attacker, attack, defence), card in zip(fights, cards):  # noqa: B905  (the row may reach further)
                more = attack % 10 - defence % 10
                if more:
                    won[attacker if more > 0 else 1 - attacker] += card % 10 + 1
        return won[0], won[1]

    @property
    def returns(self) -> list[int] | None:
        """Once all ten fights are over: +1 and -1 for more and fewer points, 0 for both if they are equal (KO-10)."""
        if self.to_play is not None:
            return None
        first, second = self.points
        sign = (first > second) - (first < second)
        return [sign, -sign]

    @property
    def settled(self) -> list[int] | None:
        """The returns, once the row cards that are not won yet bring too little to catch up; else None.

        A face-down card counts as the highest one that nobody has shown yet: so far both players can reckon, whatever
        they hold themselves.
        """
        low, high = self.ends()
        first, second = self.points
        lead = first - second
        if self.to_play is None or not lead:
            return None
        down = [place for place in FACE_DOWN if low <= place <= high]
        open_to_win = [_RANK[self.row[place]] + 1 for place in range(low, high + 1) if place not in down]
        laid = [card for _, fight in self.fights() for card in (fight.attack, fight.defence)]
        seen = {*laid, *(card for place, card in enumerate(self.row) if place not in down)}
        if self.attack is not None:
            seen.add(self.attack.card)
        unseen = sorted((_RANK[card] + 1 for card in range(30) if card not in seen), reverse=True)
        if abs(lead) <= sum(open_to_win) + sum(unseen[: len(down)]):
            return None
        return [1, -1] if lead > 0 else [-1, 1]

    def fights(self) -> list[tuple[int, Fight]]:
        """The finished fights, each with its place."""
        return [*enumerate(self.left), *((9 - i, fight) for i, fight in enumerate(self.right))]

    # -- what viewers see

    def table(self, viewer: Viewer) -> KommandoTable:
        """Row, hands and attacker as a viewer sees them; other hands and face-down cards are hidden (KO-2, KO-8)."""
        text = KOMMANDO.text
        fights = dict(self.fights())
        row: list[KommandoEntry] = []
        for place, card in enumerate(self.row):
            fight = fights.get(place)
            hidden = fight is None and place in FACE_DOWN and viewer is not None
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
            KOMMANDO.texts(bits(hand)) if viewer is None or viewer == seat else [HIDDEN] * hand.bit_count()
            for seat, hand in enumerate(self.hands)
        ]
        return {"row": row, "hands": hands, "attacker": attacker}

    def rest(self) -> dict[str, Any]:
        """Nothing, since the open table shows everything."""
        return {}

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: KommandoOptions) -> Self:
        """The state that an open table shows, if legal fights in some order lead to it."""
        return cast("Self", Reader(table, rest).state(cls, options))

    # -- hidden information

    def voids(self) -> tuple[int, int]:
        """For each seat, the mask of the cards that it cannot hold, as its moves have shown (docs/rules.md)."""
        voids = [0, 0]
        laid = [(place, fight.attacker, fight.attack, fight.defence) for place, fight in self.fights()]
        if self.attack is not None and self.to_play is not None:
            laid.append((self.ends()[self.attack.end], 1 - self.to_play, self.attack.card, -1))
        for place, attacker, attack, defence in laid:
            shown = DOWN if place in FACE_DOWN else self.row[place] // 10
            if attack // 10 == shown:
                voids[attacker] |= DIFFERS[shown]
            unused = DIFFERS[shown] & DIFFERS[attack // 10]
            if defence >= 0 and not unused >> defence & 1:
                voids[1 - attacker] |= unused
        return voids[0], voids[1]

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Deal the cards that a viewer cannot know anew, every consistent arrangement as likely as any other."""
        low, high = self.ends()
        down = [place for place in FACE_DOWN if low <= place <= high]
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
                free = list(bits(rest & ~voids[0] & ~voids[1]))
                hands[0] |= sum(1 << card for card in rng.sample(free, counts[0] - hands[0].bit_count()))
                hands[1] = rest & ~hands[0]
            row = list(self.row)
            for place, card in zip(down, spot, strict=True):
                row[place] = card
            state = self._replace(row=tuple(row)).holding((hands[0], hands[1]))
            if all(
                hand & HIGH for hand in state.dealt_hands()
            ):  # KO-3; the loop ends because the true deal satisfies the rule
                return state
            draw_again(rng)

    def dealt_hands(self) -> tuple[int, int]:
        """The mask of the cards that each seat was dealt: those in hand and those it laid."""
        hands = list(self.hands)
        for _, fight in self.fights():
            hands[fight.attacker] |= 1 << fight.attack
            hands[1 - fight.attacker] |= 1 << fight.defence
        if self.attack is not None and self.to_play is not None:
            hands[1 - self.to_play] |= 1 << self.attack.card
        return hands[0], hands[1]

    # -- words

    def phrase(self, move: Move, names: Names = LETTERS, instead: Move | None = None) -> str:
        """Tell somebody to make a move."""
        return phrases.phrase(self, move)

    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say what an attack or an answer did."""
        return words.narrate(self, move, names)


@lru_cache(maxsize=64)
def _arrangements(
    pool: int, down: int, unknown: tuple[Seat, ...], counts: tuple[int, int], voids: tuple[int, int]
) -> tuple[list[tuple[tuple[Card, ...], int]], list[int]]:
    """The possible pairs of face-down cards, each with the mask of the cards that are left, and their cumulated
    weights.

    The weight of a pair is the number of ways to deal the remaining cards. The result is cached, since a search draws
    thousands of worlds at one position.
    """
    spots = [(spot, pool & ~sum(map(bit_of, spot))) for spot in permutations(bits(pool), down)]
    return spots, [*accumulate(_ways(rest, unknown, counts, voids) for _, rest in spots)]


def _ways(rest: int, unknown: tuple[Seat, ...], counts: tuple[int, int], voids: tuple[int, int]) -> int:
    """The number of ways to deal the remaining unknown cards to the hands that the viewer does not see."""
    if len(unknown) == 1:
        return 0 if rest & voids[unknown[0]] else 1
    if rest & voids[0] & voids[1]:
        return 0
    forced = (rest & voids[1]).bit_count()
    free = (rest & ~voids[0] & ~voids[1]).bit_count()
    return comb(free, counts[0] - forced) if counts[0] >= forced else 0
