"""Capture in five columns: two players fight for columns of face-up and hidden cards (RULEBOOK CO-1 to CO-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from operator import itemgetter
from random import Random
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypedDict, overload

from capture_widgets.cards import FRENCH, HIDDEN, Card
from capture_widgets.errors import IllegalMove, RecordError
from capture_widgets.options import Options, option
from capture_widgets.shape import Fixed
from capture_widgets.state import SEAT_NAMES, GameType, Move, Reason, Seat, State, Viewer, tidy, unreadable

# -- options -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColumnsOptions(Options):
    """What can be chosen before a game of Capture in five columns."""

    dealer: int = option(1, "Who deals: 0 for seat A, 1 for seat B; the other gets the first card and places first.",
                         rule="CO-1", choices=(0, 1))
    aces: str = option("lock", "What an ace does for high and low: it locks its column for both sides, or it swings, "
                       "serving its owner as high or low.", rule="CO-8", choices=("lock", "swing"))


# -- moves -------------------------------------------------------------------------------------------------------------

COLUMN_NAMES: Final = "ABCDE"
NO_CARD: Final = -1
"""Stands in a placement for a column that gets no card."""
_PIECES: Final = tuple(tuple(f"{name}:{text}" for text in FRENCH.text) for name in COLUMN_NAMES)


@dataclass(frozen=True, slots=True)
class Placement:
    """All hidden cards of a seat, at most one behind each column (CO-4)."""

    cards: tuple[Card, Card, Card, Card, Card]
    """The card laid behind each slot A to E, `NO_CARD` where none is."""

    def __str__(self) -> str:
        return " ".join(_PIECES[slot][card] for slot, card in enumerate(self.cards) if card != NO_CARD)

    def played(self) -> list[Card]:
        """The cards laid, from column A to column E."""
        return [card for card in self.cards if card != NO_CARD]


_ADDED: Final[tuple[tuple[Card, ...], ...]] = (*((card,) for card in range(52)), ())
"""What a card adds to a side of its column, by card; the last entry, that of `NO_CARD`, is nothing."""

_Pick = Callable[[Sequence[Card]], tuple[Card, Card, Card, Card, Card]]
"""Picks the five entries of a placement out of a hand with `NO_CARD` added at its end."""


def _picks(columns: int, hidden: int) -> tuple[_Pick, ...]:
    slots = [slot for slot in range(5) if columns >> slot & 1]
    picks = []
    for chosen in combinations(slots, hidden):
        for order in permutations(range(hidden)):
            places = dict(zip(chosen, order, strict=True))
            picks.append(itemgetter(*(places.get(slot, hidden) for slot in range(5))))
    return tuple(picks)


_PICKS: Final = tuple(tuple(_picks(columns, hidden) for hidden in range(6)) for columns in range(32))
"""Every way to place some hidden cards, by mask of the columns there are and number of cards; at most 120."""


_blank: Final = object.__new__
_LAST: Final = (NO_CARD,)
_set_cards: Final = vars(Placement)["cards"].__set__


def _placement(cards: tuple[Card, Card, Card, Card, Card]) -> Placement:
    """The same as ``Placement(cards)`` in half the time, past what keeps its field from being set."""
    made = _blank(Placement)
    _set_cards(made, cards)
    return made


class Placements(Sequence[Placement]):
    """Every legal placement of a hand, each made when it is asked for: up to 120, and few are ever looked at."""

    __slots__ = ("_hand", "_picks")
    _hand: tuple[Card, ...]
    _picks: tuple[_Pick, ...]

    @classmethod
    def of(cls, hand: tuple[Card, ...], columns: int) -> Self:
        """The placements of a hand, in canonical order, behind the columns of a mask."""
        made = _blank(cls)
        made._hand = hand
        made._picks = _PICKS[columns][len(hand)]
        return made

    def __len__(self) -> int:
        return len(self._picks)

    @overload
    def __getitem__(self, index: int) -> Placement: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Placement, ...]: ...

    def __getitem__(self, index: int | slice) -> Placement | tuple[Placement, ...]:
        cards = self._hand + _LAST
        if isinstance(index, slice):
            return tuple([_placement(pick(cards)) for pick in self._picks[index]])
        made: Placement = _blank(Placement)
        _set_cards(made, self._picks[index](cards))
        return made

    def __iter__(self) -> Iterator[Placement]:
        cards = self._hand + _LAST
        return (_placement(pick(cards)) for pick in self._picks)

    def __contains__(self, move: object) -> bool:
        if type(move) is not Placement:
            return False
        cards = self._hand + _LAST
        return any(pick(cards) == move.cards for pick in self._picks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placements):
            return NotImplemented
        return self._hand == other._hand and self._picks == other._picks

    def __hash__(self) -> int:
        return hash((self._hand, self._picks))

    def __repr__(self) -> str:
        return f"Placements({len(self)} of {' '.join(FRENCH.texts(self._hand))})"


# -- the table as a viewer knows it ------------------------------------------------------------------------------------


class ColumnsTable(TypedDict):
    """The table of Capture in five columns in a dump."""

    slots: list[Annotated[list[list[str]], Fixed(list[str], list[str])] | None]
    """Slots A to E: null where there is no column, else the cards of seat A and of seat B, the face-up card first, then
    in the order played."""
    placed: list[dict[str, str | int] | None]
    """For each seat the placement not yet shown, ``{"A": "Qh"}``; to others only its size, ``{"??": 5}``; else null."""
    hands: list[list[str]]
    captured: list[list[str]]
    """For each seat its captured cards, column by column as captured, seat A's cards of a column first."""
    left: list[str]
    """Cards not yet dealt, next first."""


# -- how a column is decided -------------------------------------------------------------------------------------------

_ACE: Final = 12
"""Rank of the aces, the highest of `FRENCH`."""

Side = tuple[Card, ...]
"""One seat's cards in a column, the face-up card first."""
Column = tuple[Side, Side]
"""A column: the sides of seat A and of seat B."""


_RANK: Final = FRENCH.rank_of
_COUNT: Final = (*(1 << 3 * _RANK[card] for card in range(52)), 0)
"""What a card adds to the ranks of its side, by card: one in the three bits of its rank; the last entry, that of
`NO_CARD`, is nothing."""

Ranks = int
"""How many cards of each rank a side has, three bits a rank; the sum of what its cards add."""


class Standing:
    """All that counts about one side of a column."""

    __slots__ = ("ace", "high", "low", "sets", "strength")

    def __init__(self, ranks: Ranks) -> None:
        counts = [ranks >> 3 * rank & 7 for rank in range(13)]
        plain = [rank for rank in range(_ACE) if counts[rank]]
        self.sets = tuple(sorted((count for count in counts if count > 1), reverse=True))
        """Sizes of its groups of equal rank of two or more, largest first (CO-6)."""
        first, second, third = (*self.sets, 0, 0, 0)[:3]
        self.strength = first << 6 | second << 3 | third
        """The sets as a number, greater for greater sets; no side has more than three."""
        self.high = plain[-1] if plain else -1
        """Its highest rank, aces apart; -1 without any."""
        self.low = plain[0] if plain else 13
        """Its lowest rank, aces apart; 13 without any."""
        self.ace = counts[_ACE] > 0


class _Standings(dict[Ranks, Standing]):
    """The standing of a side with these ranks, made when first asked for.

    Fewer than 30,000 can be, since a side holds at most six cards.
    """

    def __missing__(self, ranks: Ranks) -> Standing:
        made = self[ranks] = Standing(ranks)
        return made


_STANDINGS: Final = _Standings()


def _ranks(side: Side) -> Ranks:
    return sum([_COUNT[card] for card in side])


def standing(side: Side) -> Standing:
    """What a side's cards amount to."""
    return _STANDINGS[_ranks(side)]


def winner(column: Column, aces: str) -> Seat | None:
    """Who captures a column (CO-6 to CO-8), None where it is drawn; ``aces`` is the option."""
    return _captor(standing(column[0]), standing(column[1]), aces)


def _captor(ours: Standing, theirs: Standing, aces: str) -> Seat | None:
    """Who captures a column where seats A and B stand like this, None where it is drawn."""
    if ours.strength != theirs.strength:
        return 0 if ours.strength > theirs.strength else 1
    if not ours.ace and not theirs.ace:
        if ours.high > theirs.high:
            return 0 if ours.low < theirs.low else None
        return 1 if theirs.high > ours.high and theirs.low < ours.low else None
    if aces == "lock" or ours.ace == theirs.ace:
        return None
    # CO-8 "swing": the only side with aces has one extreme by them and needs the other by a plain card
    if ours.ace:
        return 0 if ours.high > theirs.high or ours.low < theirs.low else None
    return 1 if theirs.high > ours.high or theirs.low < ours.low else None


def shares(left: int, carried: int) -> tuple[int, int]:
    """How many new columns a round lays and how many hidden cards each seat gets (CO-2, CO-3).

    Args:
        left: cards not yet dealt, an even number of two or more.
        carried: columns drawn in the round before.
    """
    if left >= 2 * (5 - carried) + 10:
        return 5 - carried, 5
    new = max(0, (left // 2 - carried + 1) // 2)
    return new, left // 2 - new


_SHARES: Final = tuple(tuple(shares(left, carried) for carried in range(6)) for left in range(0, 54, 2))
"""Every answer of `shares`, by half the cards left and columns carried."""

# -- state -------------------------------------------------------------------------------------------------------------

_NOBODY: Final[tuple[Card, ...]] = ()
_NO_RANKS: Final = (0, 0)
_new: Final = tuple.__new__


class _Fields(NamedTuple):
    to_play: Seat | None
    slots: tuple[Column | None, ...]
    """Slots A to E; None where there is no column."""
    ranks: tuple[tuple[Ranks, Ranks], ...]
    """By slot the ranks of both sides' cards, from which a column is decided; none where there is no column."""
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Hidden cards not yet placed, by seat, in canonical order."""
    placed: Placement | None
    """The non-dealer's placement, from when it is made until the dealer's answer shows it."""
    captured: tuple[tuple[Card, ...], tuple[Card, ...]]
    left: tuple[Card, ...]
    """Cards not yet dealt, next first."""
    dealer: Seat
    options: ColumnsOptions


class ColumnsState(_Fields, State):
    """A game of Capture in five columns at one moment: before a placement, or over."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: ColumnsOptions, first: Seat | None) -> Self:
        """The first round of columns laid out and the hidden cards dealt; ``first`` is the dealer (CO-1)."""
        dealer = options.dealer if first is None else first
        return cls._laid([None] * 5, [_NO_RANKS] * 5, (_NOBODY, _NOBODY), tuple(cards), dealer, options)

    @classmethod
    def _laid(cls, slots: list[Column | None], ranks: list[tuple[Ranks, Ranks]],
              captured: tuple[tuple[Card, ...], tuple[Card, ...]],
              left: tuple[Card, ...], dealer: Seat, options: ColumnsOptions) -> Self:
        """The state once the next round is dealt to what the last one left, or the end (CO-1, CO-3, CO-9)."""
        if not left:
            return cls(None, tuple(slots), tuple(ranks), (_NOBODY, _NOBODY), None, captured, left, dealer, options)
        new, hidden = _SHARES[len(left) >> 1][5 - slots.count(None)]
        at = slot = 0
        for _ in range(new):
            slot = slots.index(None, slot)
            early, late = left[at], left[at + 1]  # the non-dealer's card is dealt first
            if not dealer:
                early, late = late, early
            slots[slot] = _ADDED[early], _ADDED[late]
            ranks[slot] = _COUNT[early], _COUNT[late]
            at += 2
        end = at + 2 * hidden
        others, dealers = tuple(sorted(left[at:end:2])), tuple(sorted(left[at + 1:end:2]))
        hands = (others, dealers) if dealer else (dealers, others)
        to_play = 1 - dealer if hidden else None
        return _new(cls, (to_play, tuple(slots), tuple(ranks), hands, None, captured, left[end:], dealer, options))

    @property
    def hides_move(self) -> bool:
        """Whether this is the non-dealer's placement, which stays unknown until the dealer has answered (CO-4)."""
        return self.to_play is not None and self.placed is None

    def columns(self) -> int:
        """Mask of the slots that hold a column, bit 0 for slot A."""
        slots = self.slots
        return 31 if None not in slots else sum(1 << slot for slot in range(5) if slots[slot] is not None)

    def legal_moves(self) -> Sequence[Placement]:
        """Every placement of all hidden cards of the seat to play, up to 120, each made when asked for."""
        to_play, slots, _, hands, _, _, _, _, _ = self
        if to_play is None:
            return ()
        return Placements.of(hands[to_play], 31 if None not in slots else self.columns())

    def apply(self, move: Any) -> Self:
        """The state after a legal placement; the dealer's shows and decides the columns and deals the next round."""
        _, slots, ranks, hands, placed, captured, left, dealer, options = self
        if placed is None:
            hands = (_NOBODY, hands[1]) if dealer else (hands[0], _NOBODY)
            return _new(type(self), (dealer, slots, ranks, hands, move, captured, left, dealer, options))
        first, second = (placed.cards, move.cards) if dealer else (move.cards, placed.cards)
        aces = options.aces
        won, other_won = captured
        stay: list[Column | None] = []
        stay_ranks: list[tuple[Ranks, Ranks]] = []
        for column, before, card, other in zip(slots, ranks, first, second):  # noqa: B905  (all have five entries)
            if column is None:
                stay.append(None)
                stay_ranks.append(_NO_RANKS)
                continue
            own, against = before[0] + _COUNT[card], before[1] + _COUNT[other]
            ours, theirs = column[0] + _ADDED[card], column[1] + _ADDED[other]
            captor = _captor(_STANDINGS[own], _STANDINGS[against], aces)
            if captor is None:
                stay.append((ours, theirs))
                stay_ranks.append((own, against))
                continue
            stay.append(None)
            stay_ranks.append(_NO_RANKS)
            if captor:
                other_won += ours + theirs
            else:
                won += ours + theirs
        return self._laid(stay, stay_ranks, (won, other_won), left, dealer, options)

    def shown(self, move: Placement) -> list[Column | None]:
        """The slots once the dealer's placement has shown both, before they are decided (CO-5)."""
        assert self.placed is not None
        first, second = (self.placed.cards, move.cards) if self.dealer else (move.cards, self.placed.cards)
        return [
            column and (column[0] + _ADDED[card], column[1] + _ADDED[other])
            for column, card, other in zip(self.slots, first, second)  # noqa: B905  (all three have five entries)
        ]

    # -- notation and refusals

    def parse(self, text: str) -> Placement:
        """The placement that a text names: columns in order, those without a card left out."""
        cards = [NO_CARD] * 5
        last = -1
        for piece in tidy(text).split(" "):
            slot = COLUMN_NAMES.find(piece[:1]) if piece else -1
            card = FRENCH.find(piece[2:])
            if slot <= last or card is None or piece[1] != ":":
                raise unreadable(text, _FORMS)
            cards[slot] = card
            last = slot
        a, b, c, d, e = cards
        return Placement((a, b, c, d, e))

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a placement."""
        if type(move) is not Placement:
            raise unreadable(str(move), _FORMS)
        text = str(move)
        if self.to_play is None:
            raise IllegalMove("CO-9", text, "the deck is used up and the last columns are decided: the game is over")
        for name, column, card in zip(COLUMN_NAMES, self.slots, move.cards, strict=True):
            if column is None and card != NO_CARD:
                raise IllegalMove("CO-4", text, f"there is no column {name}, so the {card_name(card)} cannot lie there")
        hand = self.hands[self.to_play]
        played = move.played()
        for card in played:
            if card not in hand:
                raise IllegalMove("CO-4", text, f"{SEAT_NAMES[self.to_play]} does not hold the {card_name(card)}")
            if played.count(card) > 1:
                raise IllegalMove("CO-4", text, f"the {card_name(card)} can lie behind one column only")
        kept = [f"the {card_name(card)}" for card in hand if card not in played]
        if kept:
            raise IllegalMove("CO-4", text, f"every hidden card must be placed, and {listed(kept)} "
                              f"{'is' if len(kept) == 1 else 'are'} still in hand")

    def bearing(self, move: Move) -> tuple[str, ...]:
        """Rules that bear on a placement, as far as the seat that makes it can know."""
        if self.to_play is None or not isinstance(move, Placement):
            return ("CO-9",) if self.to_play is None else ("CO-4",)
        rules = ["CO-4", "GE-4", "CO-5"]
        sides = [
            (column[self.to_play] if card == NO_CARD else (*column[self.to_play], card), column[1 - self.to_play])
            for column, card in zip(self.slots, move.cards, strict=True) if column is not None
        ]
        if len(self.hands[self.to_play]) < len(sides):
            rules.append("CO-3")
        if any(standing(own).sets for own, _ in sides):
            rules.append("CO-6")
        rules.append("CO-7")
        if any(standing(own).ace or standing(other).ace for own, other in sides):
            rules.append("CO-8")
        if not self.left:
            rules.append("CO-9")
        return tuple(rules)

    # -- results

    @property
    def points(self) -> tuple[int, int]:
        """Cards captured so far, by seat (CO-9)."""
        return len(self.captured[0]), len(self.captured[1])

    @property
    def returns(self) -> tuple[int, int] | None:
        """+1 for more captured cards, 0 each for as many, once the deck is used up (CO-9)."""
        if self.to_play is not None:
            return None
        first, second = self.points
        sign = (first > second) - (first < second)
        return sign, -sign

    # -- what viewers see

    def table(self, viewer: Viewer) -> ColumnsTable:
        """Columns, hands and piles; hidden are others' hands and unshown placements, and the cards not yet dealt."""
        text = FRENCH.text
        placed: list[dict[str, str | int] | None] = [None, None]
        if self.placed is not None:
            seat = 1 - self.dealer
            if viewer is None or viewer == seat:
                placed[seat] = {name: text[card] for name, card in zip(COLUMN_NAMES, self.placed.cards, strict=True)
                                if card != NO_CARD}
            else:
                placed[seat] = {HIDDEN: len(self.placed.played())}
        return {
            "slots": [None if column is None else [FRENCH.texts(side) for side in column] for column in self.slots],
            "placed": placed,
            "hands": [FRENCH.texts(hand) if viewer is None or viewer == seat else [HIDDEN] * len(hand)
                      for seat, hand in enumerate(self.hands)],
            "captured": [FRENCH.texts(cards) for cards in self.captured],
            "left": FRENCH.texts(self.left) if viewer is None else [HIDDEN] * len(self.left),
        }

    def rest(self) -> dict[str, Any]:
        """Who dealt, which the open table does not show."""
        return {"dealer": self.dealer}

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: ColumnsOptions) -> Self:
        """The state that an open table shows, provided that some course of rounds leads to it."""
        if not isinstance(rest, dict) or set(rest) != {"dealer"}:
            raise RecordError("rest", "expected an object with the dealer: {\"dealer\": 1}")
        if type(rest["dealer"]) is not int or rest["dealer"] not in (0, 1):
            raise RecordError("rest.dealer", "expected a seat, 0 or 1")
        dealer = rest["dealer"]
        read = _Reader(table, dealer)
        ranks = tuple(_NO_RANKS if column is None else (_ranks(column[0]), _ranks(column[1])) for column in read.slots)
        state = cls(read.to_play(), read.slots, ranks, read.hands, read.placed, read.captured, read.left, dealer,
                    options)
        _Course(state).confirm()
        return state

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Deal the cards that a viewer cannot know anew, every arrangement as likely as any other.

        Depends on nothing that the viewer cannot know, so that equal views and generators give equal worlds.
        """
        placer = 1 - self.dealer
        placed = None if placer == seat else self.placed
        pool = list(self.left)
        for other in (0, 1):
            if other != seat:
                pool += self.hands[other]
        if placed is not None:
            pool += placed.played()
        pool.sort()
        rng.shuffle(pool)
        hands = list(self.hands)
        for other in (0, 1):
            if other != seat:
                count = len(hands[other])
                hands[other] = tuple(sorted(pool[:count]))
                del pool[:count]
        if placed is not None:
            count = len(placed.played())
            pick = rng.choice(_PICKS[self.columns()][count])
            placed = Placement(pick((*pool[:count], NO_CARD)))
            del pool[:count]
        else:
            placed = self.placed
        return self._replace(hands=(hands[0], hands[1]), placed=placed, left=tuple(pool))

    # -- words

    def narrate(self, move: Move, after: Self) -> str:
        """What a placement did: how many cards it laid or, from the dealer, what became of the columns."""
        assert self.to_play is not None and isinstance(move, Placement)
        who = SEAT_NAMES[self.to_play]
        count = len(move.played())
        laid = f"{_NUMBERS[count]} hidden {'card' if count == 1 else 'cards'}"
        if self.placed is None:
            return f"{who} places {laid}."
        news: list[str] = []
        drawn: list[str] = []
        for name, column in zip(COLUMN_NAMES, self.shown(move), strict=True):
            if column is None:
                continue
            captor = winner(column, self.options.aces)
            if captor is None:
                drawn.append(name)
                continue
            sets = standing(column[captor]).sets
            how = "high and low" if sets == standing(column[1 - captor]).sets else set_name(sets)
            news.append(f"{SEAT_NAMES[captor]} captures column {name} by {how}")
        if not news:
            news = ["nobody captures any"]
        elif drawn:
            news.append(f"column {drawn[0]} is drawn" if len(drawn) == 1 else f"columns {listed(drawn)} are drawn")
        return f"{who} places {laid} too, and the columns are shown: {'; '.join(news)}."

    def reasons(self, move: Move, after: Self) -> tuple[Reason, ...]:
        """Why each column shown was captured or drawn."""
        if self.placed is None or not isinstance(move, Placement):
            return ()
        return tuple(
            Reason(name, *why(column, self.options.aces))
            for name, column in zip(COLUMN_NAMES, self.shown(move), strict=True) if column is not None
        )


def why(column: Column, aces: str) -> tuple[str, str]:
    """Why a column is captured or drawn, and by which rule."""
    ours, theirs = standing(column[0]), standing(column[1])
    captor = _captor(ours, theirs, aces)
    if captor is not None and ours.strength != theirs.strength:
        better, other = (ours, theirs) if captor == 0 else (theirs, ours)
        beaten = set_name(other.sets) if other.sets else "no set"
        return f"{SEAT_NAMES[captor]} has the better matched set, {set_name(better.sets)} against {beaten}", "CO-6"
    even = "equal sets cancel each other" if ours.sets else "nobody has a matched set"
    if ours.ace or theirs.ace:
        return f"{even}, and {_why_with_aces(ours, theirs, captor, aces)}", "CO-8"
    if captor is not None:
        return f"{even}, and {SEAT_NAMES[captor]} has both the highest and the lowest card", "CO-7"
    extremes = {"highest": ours.high == theirs.high, "lowest": ours.low == theirs.low}
    if any(extremes.values()):
        shared = " and the ".join(name for name, both in extremes.items() if both)
        return f"{even}, and both sides have the {shared} rank", "CO-7"
    high, low = ("A", "B") if ours.high > theirs.high else ("B", "A")
    return f"{even}, and {high} has the highest card but {low} the lowest", "CO-7"


def _why_with_aces(ours: Standing, theirs: Standing, captor: Seat | None, aces: str) -> str:
    if aces == "lock":
        return "an ace rules out high and low"
    if ours.ace and theirs.ace:
        return "aces on both sides rule out high and low"
    owner, other = ("A", "B") if ours.ace else ("B", "A")
    if captor is not None:
        return f"{owner} has both the highest and the lowest card, one of them an ace"
    return f"{owner}'s ace keeps {other} from high and low, but {owner} lacks the other extreme"


_FORMS: Final = "A:Qh B:3d, a column and a card for each card placed, columns in order"


# -- reading a table back ----------------------------------------------------------------------------------------------


class _Reader:
    """Checks the form of an open table and that each card lies in one place."""

    def __init__(self, table: Any, dealer: Seat) -> None:
        keys = {"slots", "placed", "hands", "captured", "left"}
        if not isinstance(table, dict) or set(table) != keys:
            raise RecordError("table", "expected an object with slots, placed, hands, captured and left")
        self.seen: dict[Card, str] = {}
        self.dealer = dealer
        self.slots = tuple(self._column(entry, f"table.slots[{i}]")
                           for i, entry in enumerate(_exactly(table["slots"], 5, "table.slots")))
        self.placed = self._placed(_exactly(table["placed"], 2, "table.placed"))
        first, second = self._pair(table["hands"], "table.hands")
        self.hands = tuple(sorted(first)), tuple(sorted(second))
        self.captured = self._pair(table["captured"], "table.captured")
        self.left = self._cards(table["left"], "table.left")
        if len(self.seen) != 52:
            missing = next(card for card in range(52) if card not in self.seen)
            raise RecordError("table", f"expected all 52 cards, but {FRENCH.text[missing]} is missing")
        if self.placed is not None and self.hands[1 - dealer]:
            raise RecordError(f"table.hands[{1 - dealer}]", "this seat has placed, so it holds no more cards (CO-4)")

    def to_play(self) -> Seat | None:
        """The seat to move: the dealer once the other has placed, nobody without hidden cards."""
        if self.placed is not None:
            return self.dealer
        return 1 - self.dealer if self.hands[1 - self.dealer] else None

    def _card(self, text: object, where: str) -> Card:
        card = FRENCH.find(text)
        if card is None:
            raise RecordError(where, "expected a card such as \"Qh\"")
        if card in self.seen:
            raise RecordError(where, f"the card {text} stands at {self.seen[card]} already")
        self.seen[card] = where
        return card

    def _cards(self, cards: object, where: str) -> tuple[Card, ...]:
        if not isinstance(cards, list | tuple) or len(cards) > 52:
            raise RecordError(where, "expected a list of cards")
        return tuple(self._card(text, f"{where}[{i}]") for i, text in enumerate(cards))

    def _pair(self, pair: object, where: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        first, second = _exactly(pair, 2, where)
        return self._cards(first, f"{where}[0]"), self._cards(second, f"{where}[1]")

    def _column(self, entry: object, where: str) -> Column | None:
        if entry is None:
            return None
        column = self._pair(entry, where)
        for seat, side in enumerate(column):
            if not side:
                raise RecordError(f"{where}[{seat}]", "each seat has at least its face-up card in a column (CO-1)")
        return column

    def _placed(self, placed: Sequence[object]) -> Placement | None:
        if placed[self.dealer] is not None:
            raise RecordError(f"table.placed[{self.dealer}]", "the dealer places last, and then both are shown (CO-4)")
        entry, where = placed[1 - self.dealer], f"table.placed[{1 - self.dealer}]"
        if entry is None:
            return None
        if not isinstance(entry, dict) or not entry or not set(entry) <= set(COLUMN_NAMES):
            raise RecordError(where, "expected null or an object with a card for each column chosen: {\"A\": \"Qh\"}")
        for name in entry:
            if self.slots[COLUMN_NAMES.index(name)] is None:
                raise RecordError(f"{where}.{name}", "there is no column in this slot (CO-4)")
        a, b, c, d, e = (self._card(entry[name], f"{where}.{name}") if name in entry else NO_CARD
                         for name in COLUMN_NAMES)
        return Placement((a, b, c, d, e))


def _exactly(entries: object, count: int, where: str) -> Sequence[Any]:
    if not isinstance(entries, list | tuple) or len(entries) != count:
        raise RecordError(where, f"expected a list of {_NUMBERS[count]}")
    return entries


_MORE: Final = (((1, 1),), ((1, 1), (1, 0), (0, 1), (0, 0)))
"""Cards that the two seats can have added to a column in a full round, and in the last one."""


class _Course:
    """Looks for a course of rounds that leads to a position.

    The deck may lie in any order and players may place as they like, so all that matters is how many cards each column
    had when it was decided, and that the cards in piles and columns are decided as they were. Rounds are taken back
    from the last one: columns that are there were drawn, slots since empty or laid anew were captured, and only who
    took them, and with how many cards, must be tried.
    """

    def __init__(self, state: ColumnsState) -> None:
        self.state = state
        self.aces = state.options.aces
        self.failed: set[tuple[Any, ...]] = set()
        self.blocks: dict[tuple[Seat, int, bool], list[tuple[int, tuple[int, int], int]]] = {}
        self.whole = tuple(self._whole(seat) for seat in (0, 1))

    def confirm(self) -> None:
        """Raise RecordError unless the position can come about."""
        state = self.state
        for slot, column in enumerate(state.slots):
            captor = None if column is None else self._captor(column, min(len(column[0]), len(column[1])))
            if captor is not None:
                raise RecordError(f"table.slots[{slot}]",
                                  f"{SEAT_NAMES[captor]} would have captured this column (CO-6 to CO-8)")
        hidden = [len(hand) for hand in state.hands]
        if state.placed is not None:
            hidden[1 - state.dealer] = len(state.placed.played())
        if hidden[0] != hidden[1]:
            raise RecordError("table.hands", "both seats get as many hidden cards (CO-2)")
        sizes = [(0, 0) if column is None else (len(column[0]), len(column[1])) for column in state.slots]
        under_way = all(ours == theirs for ours, theirs in sizes) and self._dealt(
            tuple(ours for ours, _ in sizes), len(state.left), hidden[0], state.points)
        over = not under_way and hidden == [0, 0] and not state.left and any(
            placed[0] == placed[1] and self._dealt(ages, 0, placed[0], taken)
            for ages, placed, taken in self._taken_back(sizes, state.points, last=True))
        if not under_way and not over:
            raise RecordError("table", "no course of rounds leads to these columns, hands, captured cards and cards "
                              "left (CO-1 to CO-9)")

    def _captor(self, column: Column, drawn: int) -> Seat | None:
        """Who would have captured a column by now; it had up to so many cards a side when it was drawn before."""
        for cards in range(2, drawn + 1):
            captor = winner((column[0][:cards], column[1][:cards]), self.aces)
            if captor is not None:
                return captor
        return winner(column, self.aces)

    def _dealt(self, ages: tuple[int, ...], left: int, hidden: int, taken: tuple[int, int]) -> bool:
        """Whether a round can begin like this.

        Args:
            ages: cards a side in each slot once the round is laid out; 0 where there is no column.
            left: cards not dealt once it is.
            hidden: hidden cards that each seat got.
            taken: cards captured before, by seat.
        """
        key = (ages, left, hidden, taken)
        if key in self.failed:
            return False
        new = ages.count(1)
        carried = 5 - ages.count(0) - new
        before = left + 2 * (new + hidden)
        gap = ages.index(0) if 0 in ages else 5
        if 0 < before <= 52 and shares(before, carried) == (new, hidden) and 1 not in ages[gap:]:
            if before == 52:
                if taken == (0, 0):
                    return True
            else:
                sizes = [(age, age) if age > 1 else (0, 0) for age in ages]
                if any(self._dealt(earlier, before, 5, rest)
                       for earlier, _, rest in self._taken_back(sizes, taken, last=False)):
                    return True
        self.failed.add(key)
        return False

    def _taken_back(self, sizes: list[tuple[int, int]], taken: tuple[int, int], last: bool,
                    ) -> set[tuple[tuple[int, ...], tuple[int, int], tuple[int, int]]]:
        """Every way in which a round can have been decided: ages before, cards placed, cards taken before.

        Args:
            sizes: cards of each seat in the columns that the round left.
            taken: cards captured once the round was over, by seat.
            last: whether it was the last round, where a seat may have fewer cards than there are columns.
        """
        ways: set[tuple[tuple[int, ...], tuple[int, int], tuple[int, int]]] = {((), (0, 0), taken)}
        for ours, theirs in reversed(sizes):
            earlier = set()
            for ages, placed, rest in ways:
                if ours:
                    fates = [(ours - more[0], more, rest) for more in _MORE[last]
                             if ours - more[0] == theirs - more[1] > 0]
                else:
                    fates = [(0, (0, 0), rest)] if last else []
                    # what is left of a pile behind a full round's column is made of such columns too
                    fates += [(age, more, (start, rest[1])) for age, more, start in self._blocks(0, rest[0], last)
                              if last or start in self.whole[0]]
                    fates += [(age, more, (rest[0], start)) for age, more, start in self._blocks(1, rest[1], last)
                              if last or start in self.whole[1]]
                for age, more, before in fates:
                    earlier.add(((age, *ages), (placed[0] + more[0], placed[1] + more[1]), before))
            ways = earlier
        return {way for way in ways if way[2][0] in self.whole[0] and way[2][1] in self.whole[1]}

    def _blocks(self, seat: Seat, end: int, last: bool) -> list[tuple[int, tuple[int, int], int]]:
        """The columns that the pile's cards before `end` can be: cards a side before, cards added, their start."""
        key = (seat, end, last)
        known = self.blocks.get(key)
        if known is None:
            known = self.blocks[key] = []
            for more in _MORE[last]:
                for age in range(1, 6):
                    start = end - 2 * age - sum(more)
                    cards = self.state.captured[seat][max(start, 0):end]
                    column = (cards[:age + more[0]], cards[age + more[0]:])
                    if start >= 0 and winner(column, self.aces) == seat == self._captor(column, age):
                        known.append((age, more, start))
        return known

    def _whole(self, seat: Seat) -> set[int]:
        """Lengths at which a pile can be divided into columns captured in full rounds; others lead nowhere."""
        whole = {0}
        for end in range(4, len(self.state.captured[seat]) + 1, 2):
            if any(start in whole for _, _, start in self._blocks(seat, end, last=False)):
                whole.add(end)
        return whole


# -- words -------------------------------------------------------------------------------------------------------------

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")
_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_GROUPS: Final = {2: ("a pair", "pairs"), 3: ("three of a kind", "threes of a kind"),
                  4: ("four of a kind", "fours of a kind")}


def card_name(card: Card) -> str:
    """A card in words: "queen of hearts"."""
    return f"{_RANKS[card % 13]} of {_SUITS[card // 13]}"


def listed(items: Sequence[str]) -> str:
    """Items as people list them: "A, B and C"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def set_name(sets: tuple[int, ...]) -> str:
    """Sizes of matched sets in words: "three of a kind and a pair"."""
    return listed([
        _GROUPS[size][0] if sets.count(size) == 1 else f"{_NUMBERS[sets.count(size)]} {_GROUPS[size][1]}"
        for size in sorted(set(sets), reverse=True)
    ])


RULES: Final = {
    "CO-1": "Each round fills the empty slots with new columns from left to right: for each, one card face up to "
            "the player who does not deal, then one to the dealer. Then both get hidden cards, one at a time. The"
            " same player deals throughout; an option says who.",
    "CO-2": "There are up to five columns, and each player gets five hidden cards. A column that was drawn keeps "
            "its cards and its slot.",
    "CO-3": "When the deck runs short, all that is left is dealt: about as many hidden cards each as there are "
            "columns, or fewer if it does not come out even. Twelve cards and two drawn columns make two new "
            "columns and four hidden cards each. If a single pair of cards and no column is left, it is laid and "
            "drawn, and the game ends.",
    "CO-4": "Place all of your hidden cards, at most one behind each column, without seeing what the other player"
            " does. With fewer cards than columns you choose the columns; the other player need not choose the "
            "same.",
    "CO-5": "Then all is shown and decided column by column from A to E. Whoever captures a column takes all its "
            "cards face down to their pile; a drawn column stays.",
    "CO-6": "A matched set is two, three or four cards of one rank on your own side of a column. The better sets "
            "capture it: a pair, two pairs, three pairs, three of a kind, three of a kind and a pair, four of a "
            "kind, and so on upward. Sets that are equal, whatever their ranks, cancel each other, but their "
            "cards still count for high and low.",
    "CO-7": "If sets do not decide, you capture a column by having both its highest and its lowest card. A "
            "highest or lowest rank that both sides share belongs to nobody. Otherwise the column is drawn.",
    "CO-8": "An ace is high or low, whichever serves better, so it keeps the other player from high and low. With"
            " the option “lock” no column with an ace on either side is captured by high and low; only a matched "
            "set does it. With the option “swing” you may win by high and low with your own ace, all aces of your"
            " side counting high or all counting low, as long as the other side has none.",
    "CO-9": "The game ends with the round that uses up the deck. Columns then undecided belong to nobody. More "
            "captured cards win; as many each is a draw.",
}


def draw(table: ColumnsTable) -> str:
    """The table as aligned text: the columns, seat B above seat A, then hands, placements and piles."""
    sides = [[" ".join(column[seat]) if column else "." for column in table["slots"]] for seat in (1, 0)]
    widths = [max(len(cell) for cell in cells) + 3 for cells in zip(COLUMN_NAMES, *sides, strict=True)]
    lines = [(name, "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)))
             for name, cells in (("column", COLUMN_NAMES), ("seat B", sides[0]), ("seat A", sides[1]))]
    lines += [(f"hand {SEAT_NAMES[seat]}", " ".join(hand)) for seat, hand in enumerate(table["hands"])]
    for seat, placed in enumerate(table["placed"]):
        if placed is not None:
            words = [f"{count} hidden" if name == HIDDEN else f"{name}:{count}" for name, count in placed.items()]
            lines.append((f"placed {SEAT_NAMES[seat]}", " ".join(words)))
    for seat, cards in enumerate(table["captured"]):
        lines.append((f"captured {SEAT_NAMES[seat]}", " ".join([f"{len(cards)}:", *cards] if cards else ["none"])))
    left = table["left"]
    lines.append(("left", " ".join([f"{len(left)}:", *left] if left and HIDDEN not in left else [str(len(left))])))
    return "\n".join(f"{name:<12}{cells}".rstrip() for name, cells in lines)


def tally(state: ColumnsState) -> tuple[str, tuple[str, ...]]:
    """How many cards each seat captured, and how many belong to nobody (CO-9)."""
    stay = sum(len(cards) for column in state.slots if column is not None for cards in column)
    left = f" {stay} cards in undecided columns belong to nobody." if stay else " No column is left undecided."
    lines = tuple(
        f"{SEAT_NAMES[seat]} captured {len(cards)} cards" for seat, cards in enumerate(state.captured)
    )
    return f"The deck is used up.{left}", lines


GAME: Final = GameType(
    slug="columns",
    title="Capture in five columns",
    deck=FRENCH,
    options=ColumnsOptions,
    state=ColumnsState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    tally=tally,
)
