"""Rules of Trio: options, moves, state, and the way back from a dump's table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self, TypedDict

from capture_trio import words
from capture_widgets.core.errors import IllegalMove, RecordError
from capture_widgets.engine.cards import HIDDEN, Card, Deck
from capture_widgets.engine.game_options import Options, option
from capture_widgets.engine.names import LETTERS, Names, sentence
from capture_widgets.engine.state import Move, Seat, State, Viewer, tidy, unreadable
from capture_widgets.engine.table_readers import CardsOnce, read_list, read_object, read_seat

DECK: Final = Deck("french", "2345", "cd")


@dataclass(frozen=True)
class TrioOptions(Options):
    """What can be chosen before a round of Trio."""

    dealer: int = option(1, "Who deals; the other seat leads to the first trick.", rule="TR-1", choices=(0, 1))


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card from hand (TR-2, TR-3)."""

    card: Card

    def __str__(self) -> str:
        return DECK.text[self.card]


class TrioTable(TypedDict):
    """The table of Trio in a dump."""

    hands: list[list[str]]
    played: list[str]
    """Cards in the order in which they were laid, two a trick."""
    aside: list[str]
    won: list[int]
    """Tricks by seat."""


class _Fields(NamedTuple):
    to_play: Seat | None
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    played: tuple[Card, ...]
    aside: tuple[Card, ...]
    won: tuple[int, int]
    dealer: Seat


class TrioState(_Fields, State):
    """A round of Trio at one moment."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: TrioOptions, first: Seat | None) -> Self:
        """Three cards each, two left aside; who does not deal leads (TR-1)."""
        dealer = options.dealer if first is None else first
        hands = tuple(sorted(cards[:3])), tuple(sorted(cards[3:6]))
        return cls(1 - dealer, hands, (), tuple(sorted(cards[6:])), (0, 0), dealer)

    @property
    def lead(self) -> Card | None:
        """The card that waits for an answer."""
        return self.played[-1] if len(self.played) % 2 else None

    def legal_moves(self) -> tuple[Lay, ...]:
        """Every card to lead, or those of the suit led where there are such (TR-3)."""
        if self.to_play is None:
            return ()
        hand = self.hands[self.to_play]
        if self.lead is not None:
            suit = DECK.suit_of[self.lead]
            hand = tuple(card for card in hand if DECK.suit_of[card] == suit) or hand
        return tuple(map(Lay, hand))

    def apply(self, move: Any) -> Self:
        """The round after a card was laid."""
        seat = self.to_play
        assert seat is not None
        a, b = (tuple(card for card in hand if card != move.card) for hand in self.hands)
        to_play: Seat | None = 1 - seat
        won = list(self.won)
        if self.lead is not None:
            taker = seat if DECK.rank_of[move.card] > DECK.rank_of[self.lead] else 1 - seat
            won[taker] += 1
            to_play = taker if a or b else None
        return self._replace(to_play=to_play, hands=(a, b), played=(*self.played, move.card), won=(won[0], won[1]))

    def parse(self, text: str) -> Lay:
        """The card that a text names."""
        card = DECK.find(tidy(text))
        if card is None:
            raise unreadable(text, "as a card: 4c")
        return Lay(card)

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a card."""
        if not isinstance(move, Lay):
            raise unreadable(str(move), "as a card: 4c")
        if move not in self.legal_moves():
            rule, why = words.refusal(self.to_play, self.hands, move.card)
            raise IllegalMove(rule, str(move), why)

    @property
    def points(self) -> tuple[int, int]:
        """Tricks taken (TR-5)."""
        return self.won

    @property
    def returns(self) -> list[int] | None:
        """+1 for who took more of the three tricks (TR-5)."""
        if self.to_play is not None:
            return None
        return [1, -1] if self.won[0] > self.won[1] else [-1, 1]

    def table(self, viewer: Viewer) -> TrioTable:
        """All cards laid; hidden are the other hand and the cards left aside."""
        return {
            "hands": [
                DECK.texts(hand) if viewer is None or viewer == seat else [HIDDEN] * len(hand)
                for seat, hand in enumerate(self.hands)
            ],
            "played": DECK.texts(self.played),
            "aside": DECK.texts(self.aside) if viewer is None else [HIDDEN] * 2,
            "won": list(self.won),
        }

    def rest(self) -> dict[str, Any]:
        """Who dealt."""
        return {"dealer": self.dealer}

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: TrioOptions) -> Self:
        """The round whose cards were laid in this order, provided that each was legal."""
        read_object(table, "table", TrioTable.__annotations__)
        dealer = read_seat(read_object(rest, "rest", ("dealer",))["dealer"], "rest.dealer", 2)
        once = CardsOnce(DECK)
        held = [once.cards(hand, f"table.hands[{seat}]")
                for seat, hand in enumerate(read_list(table["hands"], "table.hands", 2))]  # fmt: skip
        played = once.cards(table["played"], "table.played")
        aside = once.cards(table["aside"], "table.aside", 2)
        once.all_there()
        laid: list[list[Card]] = [[], []]
        leader = 1 - dealer
        for at, card in enumerate(played):
            seat = leader if at % 2 == 0 else 1 - leader
            laid[seat].append(card)
            if at % 2 and DECK.rank_of[card] > DECK.rank_of[played[at - 1]]:
                leader = seat
        hands = [tuple(sorted((*hand, *own))) for hand, own in zip(held, laid, strict=True)]
        if [len(hand) for hand in hands] != [3, 3]:
            raise RecordError("table.hands", "each seat was dealt three cards (TR-1)")
        state = cls(1 - dealer, (hands[0], hands[1]), (), tuple(sorted(aside)), (0, 0), dealer)
        for at, card in enumerate(played):
            if Lay(card) not in state.legal_moves():
                raise RecordError(f"table.played[{at}]", "this card could not be laid here (TR-3)")
            state = state.apply(Lay(card))
        if read_list(table["won"], "table.won", 2) != list(state.won):
            raise RecordError("table.won", f"by TR-4 this must be {list(state.won)}")
        return state

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """The unknown cards dealt anew, none to a seat of a suit that it could not follow."""
        unknown = [other for other in (0, 1) if other != seat]
        pool = sorted([*self.aside, *(card for other in unknown for card in self.hands[other])])
        lacks = self.lacks()
        deals: list[list[tuple[Card, ...]]] = [[]]
        for other in unknown:
            deals = [
                [*deal, hand]
                for deal in deals
                for hand in combinations([card for card in pool if not any(card in own for own in deal)],
                                         len(self.hands[other]))
                if not any(DECK.suit_of[card] in lacks[other] for card in hand)
            ]  # fmt: skip
        dealt = rng.choice(deals)
        hands = list(self.hands)
        for other, hand in zip(unknown, dealt, strict=True):
            hands[other] = hand
        aside = tuple(card for card in pool if not any(card in hand for hand in dealt))
        return self._replace(hands=(hands[0], hands[1]), aside=aside)

    def lacks(self) -> tuple[set[int], set[int]]:
        """By seat the suits that it has shown not to hold."""
        lacks: tuple[set[int], set[int]] = (set(), set())
        leader = 1 - self.dealer
        for at in range(1, len(self.played), 2):
            lead, answer = self.played[at - 1 : at + 1]
            if DECK.suit_of[lead] != DECK.suit_of[answer]:
                lacks[1 - leader].add(DECK.suit_of[lead])
            if DECK.rank_of[answer] > DECK.rank_of[lead]:
                leader = 1 - leader
        return lacks

    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """What a card did."""
        assert isinstance(move, Lay) and self.to_play is not None
        name = words.card_name(move.card)
        if self.lead is None:
            return sentence(f"{names.does(self.to_play, 'lead')} the {name}.")
        taker = 0 if after.won[0] > self.won[0] else 1
        return sentence(f"{names.does(self.to_play, 'answer')} with the {name}; {names.does(taker, 'take')} the trick.")

    def bearing(self, move: Move) -> tuple[str, ...]:
        """Rules that bear on a card."""
        return ("TR-2",) if self.lead is None else ("TR-3", "TR-4")
