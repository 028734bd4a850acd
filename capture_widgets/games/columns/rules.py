"""Capture in five columns: two players fight for columns of face-up and hidden cards (docs/rules.md, CO-1 to CO-9)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self

from capture_widgets.core.shuffles import shuffled
from capture_widgets.engine.cards import FRENCH, HIDDEN, Card
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import Move, Reason, Seat, State, Viewer, no_move, tidy, unreadable
from capture_widgets.engine.table_readers import read_object, read_seat
from capture_widgets.games.columns import phrases, words
from capture_widgets.games.columns.capturing import COUNT, SHARES, STANDINGS, Column, Ranks, captor_of, ranks_of
from capture_widgets.games.columns.moves import (
    ADDED,
    COLUMN_NAMES,
    FORMS,
    NO_CARD,
    PICKS,
    ColumnsOptions,
    Placement,
    Placements,
)
from capture_widgets.games.columns.position import ColumnsTable, Reader, RoundSearch
from capture_widgets.games.columns.settling import settled

_NOBODY: Final[tuple[Card, ...]] = ()

_NO_RANKS: Final = (0, 0)

_new: Final = tuple.__new__


class _Fields(NamedTuple):
    to_play: Seat | None
    slots: tuple[Column | None, ...]
    """Slots A to E; None where there is no column."""
    ranks: tuple[tuple[Ranks, Ranks], ...]
    """By slot the ranks of both sides, which decide the column; no ranks if there is no column."""
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The hidden cards in hand, by seat, in canonical order."""
    placed: Placement | None
    """The placement of the seat that does not deal, until the dealer has placed, too."""
    captured: tuple[tuple[Card, ...], tuple[Card, ...]]
    left: tuple[Card, ...]
    """Cards not yet dealt, next first."""
    dealer: Seat
    options: ColumnsOptions


class ColumnsState(_Fields, State):
    """A position of Capture in five columns: a seat is to place, or the game is over."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: ColumnsOptions, first: Seat | None) -> Self:
        """The state after the deal of the first round; ``first`` is the dealer (CO-1)."""
        dealer = options.dealer if first is None else first
        return cls._next_round([None] * 5, [_NO_RANKS] * 5, (_NOBODY, _NOBODY), tuple(cards), dealer, options)

    @classmethod
    def _next_round(
        cls,
        slots: list[Column | None],
        ranks: list[tuple[Ranks, Ranks]],
        captured: tuple[tuple[Card, ...], tuple[Card, ...]],
        left: tuple[Card, ...],
        dealer: Seat,
        options: ColumnsOptions,
    ) -> Self:
        """The state after the deal of the next round, or the end of the game (CO-1, CO-3, CO-9)."""
        if not left:
            return cls(None, tuple(slots), tuple(ranks), (_NOBODY, _NOBODY), None, captured, left, dealer, options)
        new, hidden = SHARES[len(left) >> 1][5 - slots.count(None)]
        at = slot = 0
        for _ in range(new):
            slot = slots.index(None, slot)
            early, late = left[at], left[at + 1]  # the non-dealer's card is dealt first
            if not dealer:
                early, late = late, early
            slots[slot] = ADDED[early], ADDED[late]
            ranks[slot] = COUNT[early], COUNT[late]
            at += 2
        end = at + 2 * hidden
        others, dealers = tuple(sorted(left[at:end:2])), tuple(sorted(left[at + 1 : end : 2]))
        hands = (others, dealers) if dealer else (dealers, others)
        to_play = 1 - dealer if hidden else None
        return _new(cls, (to_play, tuple(slots), tuple(ranks), hands, None, captured, left[end:], dealer, options))

    @property
    def hides_move(self) -> bool:
        """Whether a placement from here stays hidden until the dealer has placed, too (CO-4)."""
        return self.to_play is not None and self.placed is None

    def columns(self) -> int:
        """The mask of the slots that hold a column, bit 0 for slot A."""
        slots = self.slots
        return 31 if None not in slots else sum(1 << slot for slot in range(5) if slots[slot] is not None)

    def legal_moves(self) -> Sequence[Placement]:
        """Every legal placement, up to 120; each is made only when it is asked for."""
        to_play, slots, _, hands, _, _, _, _, _ = self
        if to_play is None:
            return ()
        return Placements.of(hands[to_play], 31 if None not in slots else self.columns())

    def apply(self, move: Any) -> Self:
        """The state after a legal placement; the dealer's placement decides the columns and deals the next round."""
        to_play, slots, ranks, hands, placed, captured, left, dealer, options = self
        if to_play is None:
            raise no_move(self, move)
        try:
            cards = move.cards
        except AttributeError:
            raise no_move(self, move) from None
        if placed is None:
            hands = (_NOBODY, hands[1]) if dealer else (hands[0], _NOBODY)
            return _new(type(self), (dealer, slots, ranks, hands, move, captured, left, dealer, options))
        first, second = (placed.cards, cards) if dealer else (cards, placed.cards)
        aces = options.aces
        won, other_won = captured
        stay: list[Column | None] = []
        stay_ranks: list[tuple[Ranks, Ranks]] = []
        for column, before, card, other in zip(slots, ranks, first, second):  # noqa: B905  (all have five entries)
            if column is None:
                stay.append(None)
                stay_ranks.append(_NO_RANKS)
                continue
            own, against = before[0] + COUNT[card], before[1] + COUNT[other]
            ours, theirs = column[0] + ADDED[card], column[1] + ADDED[other]
            captor = captor_of(STANDINGS[own], STANDINGS[against], aces)
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
        return self._next_round(stay, stay_ranks, (won, other_won), left, dealer, options)

    def shown(self, move: Placement) -> list[Column | None]:
        """The slots with both placements in them, before the columns are decided (CO-5)."""
        assert self.placed is not None
        first, second = (self.placed.cards, move.cards) if self.dealer else (move.cards, self.placed.cards)
        return [
            column and (column[0] + ADDED[card], column[1] + ADDED[other])
            for column, card, other in zip(self.slots, first, second)  # noqa: B905  (all three have five entries)
        ]

    # -- notation and refusals

    def parse(self, text: str) -> Placement:
        """The placement that a text names: the columns in order, without those that get no card."""
        cards = [NO_CARD] * 5
        last = -1
        for piece in tidy(text).split(" "):
            slot = COLUMN_NAMES.find(piece[:1]) if piece else -1
            card = FRENCH.find(piece[2:])
            if slot <= last or card is None or piece[1] != ":":
                raise unreadable(text, FORMS)
            cards[slot] = card
            last = slot
        a, b, c, d, e = cards
        return Placement((a, b, c, d, e))

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a placement."""
        words.check(self, move)

    def bearing(self, move: Move) -> tuple[str, ...]:
        """The rules that apply to a placement, as far as the seat that places can know."""
        return words.bearing(self, move)

    # -- results

    @property
    def points(self) -> tuple[int, int]:
        """Cards captured so far, by seat (CO-9)."""
        return len(self.captured[0]), len(self.captured[1])

    @property
    def returns(self) -> list[int] | None:
        """Once the deck is used up: +1 and -1 for more and fewer captured cards, 0 for both if they have equally many
        (CO-9).
        """
        if self.to_play is not None:
            return None
        first, second = self.points
        sign = (first > second) - (first < second)
        return [sign, -sign]

    @property
    def settled(self) -> list[int] | None:
        """The returns, once all ways to play on lead to the same ones (CO-9)."""
        return None if self.to_play is None else settled(self)

    # -- what viewers see

    def table(self, viewer: Viewer) -> ColumnsTable:
        """Columns, hands and piles as a viewer sees them; other hands, unshown placements and undealt cards
        are hidden.
        """
        text = FRENCH.text
        placed: list[dict[str, str | int] | None] = [None, None]
        if self.placed is not None:
            seat = 1 - self.dealer
            if viewer is None or viewer == seat:
                placed[seat] = {
                    name: text[card]
                    for name, card in zip(COLUMN_NAMES, self.placed.cards, strict=True)
                    if card != NO_CARD
                }
            else:
                placed[seat] = {HIDDEN: len(self.placed.played())}
        return {
            "slots": [None if column is None else [FRENCH.texts(side) for side in column] for column in self.slots],
            "placed": placed,
            "hands": [
                FRENCH.texts(hand) if viewer is None or viewer == seat else [HIDDEN] * len(hand)
                for seat, hand in enumerate(self.hands)
            ],
            "captured": [FRENCH.texts(cards) for cards in self.captured],
            "left": FRENCH.texts(self.left) if viewer is None else [HIDDEN] * len(self.left),
        }

    def rest(self) -> dict[str, Any]:
        """The dealer, whom the open table does not show."""
        return {"dealer": self.dealer}

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: ColumnsOptions) -> Self:
        """The state that an open table shows, if some rounds can lead to it."""
        dealer = read_seat(read_object(rest, "rest", ("dealer",))["dealer"], "rest.dealer", 2)
        read = Reader(table, dealer)
        ranks = tuple(
            _NO_RANKS if column is None else (ranks_of(column[0]), ranks_of(column[1])) for column in read.slots
        )
        state = cls(
            read.to_play(), read.slots, ranks, read.hands, read.placed, read.captured, read.left, dealer, options
        )
        RoundSearch(state).confirm()
        return state

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Deal the cards that a viewer cannot know anew, every arrangement as likely as any other.

        The result depends only on what the viewer knows, so equal views and generators give equal worlds.
        """
        placer = 1 - self.dealer
        placed = None if placer == seat else self.placed
        pool = list(self.left)
        for other in (0, 1):
            if other != seat:
                pool += self.hands[other]
        if placed is not None:
            pool += placed.played()
        pool = shuffled(sorted(pool), rng, groups=[len(self.hands[other]) for other in (0, 1) if other != seat])
        hands = list(self.hands)
        for other in (0, 1):
            if other != seat:
                count = len(hands[other])
                hands[other] = tuple(sorted(pool[:count]))
                del pool[:count]
        if placed is not None:
            count = len(placed.played())
            pick = rng.choice(PICKS[self.columns()][count])
            placed = Placement(pick((*pool[:count], NO_CARD)))
            del pool[:count]
        else:
            placed = self.placed
        return self._replace(hands=(hands[0], hands[1]), placed=placed, left=tuple(pool))

    # -- words

    def phrase(self, move: Move, names: Names = LETTERS, instead: Move | None = None) -> str:
        """Tell somebody to make a move."""
        return phrases.phrase(move, instead)

    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say how many cards a placement laid or, for the dealer's placement, what became of the columns."""
        return words.narrate(self, move, names)

    def reasons(self, move: Move, after: Self, names: Names = LETTERS) -> tuple[Reason, ...]:
        """Say why each column was captured or drawn."""
        return words.reasons(self, move, names)
