"""The table of Capture in five columns as data: its types, and the checks of a table that is read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, TypedDict

from capture_widgets.core.errors import RecordError
from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.engine.table_readers import CardsOnce, read_list, read_object, read_pair
from capture_widgets.games.columns.capturing import Column, shares, winner
from capture_widgets.games.columns.moves import COLUMN_NAMES, NO_CARD, Placement

if TYPE_CHECKING:
    from capture_widgets.games.columns.rules import ColumnsState


class ColumnsTable(TypedDict):
    """The table of Capture in five columns in a dump."""

    slots: list[Annotated[list[list[str]], Fixed(list[str], list[str])] | None]
    """Slots A to E: null where there is no column, else the cards of seat A and of seat B, the face-up card first, then
    in the order played."""
    placed: list[dict[str, str | int] | None]
    """For each seat the placement that is not shown yet, ``{"A": "Qh"}``, or null; other viewers see only its size,
    ``{"??": 5}``.
    """
    hands: list[list[str]]
    captured: list[list[str]]
    """For each seat its captured cards: column by column, and in each column seat A's cards first."""
    left: list[str]
    """Cards not yet dealt, next first."""


class Reader:
    """Reads an open table, and checks that it has the right form and that each card lies in one place."""

    def __init__(self, table: Any, dealer: Seat) -> None:
        read_object(table, "table", ("slots", "placed", "hands", "captured", "left"))
        self.once = CardsOnce(FRENCH)
        self.dealer = dealer
        self.slots = tuple(
            self._column(entry, f"table.slots[{i}]")
            for i, entry in enumerate(read_list(table["slots"], "table.slots", 5))
        )
        self.placed = self._placed(read_list(table["placed"], "table.placed", 2))
        first, second = self._pair(table["hands"], "table.hands")
        self.hands = tuple(sorted(first)), tuple(sorted(second))
        self.captured = self._pair(table["captured"], "table.captured")
        self.left = self.once.cards(table["left"], "table.left")
        self.once.all_there()
        if self.placed is not None and self.hands[1 - dealer]:
            raise RecordError(f"table.hands[{1 - dealer}]", "this seat has placed, so it holds no more cards (CO-4)")

    def to_play(self) -> Seat | None:
        """The seat to move: the dealer once the other seat has placed; nobody if there are no hidden cards."""
        if self.placed is not None:
            return self.dealer
        return 1 - self.dealer if self.hands[1 - self.dealer] else None

    def _pair(self, pair: object, where: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        first, second = read_pair(pair, where, "a list of two entries")
        return self.once.cards(first, f"{where}[0]"), self.once.cards(second, f"{where}[1]")

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
            raise RecordError(where, 'expected null or an object with a card for each column chosen: {"A": "Qh"}')
        for name in entry:
            if self.slots[COLUMN_NAMES.index(name)] is None:
                raise RecordError(f"{where}.{name}", "there is no column in this slot (CO-4)")
        a, b, c, d, e = (
            self.once.card(entry[name], f"{where}.{name}") if name in entry else NO_CARD for name in COLUMN_NAMES
        )
        return Placement((a, b, c, d, e))


_MORE: Final = (((1, 1),), ((1, 1), (1, 0), (0, 1), (0, 0)))
"""The numbers of cards that the two seats can add to a column, in a full round and in the last round."""


class RoundSearch:
    """A search for rounds that lead to a position.

    The deck may lie in any order, and players may place as they like. So two things matter: how many cards each column
    had when it was decided, and that the cards in the piles and columns are decided as they were. The search goes back
    from the last round. A column that still lies on the table was drawn; a slot that is empty, or has a new column, was
    captured. Only who captured it, and with how many cards, must be tried.
    """

    def __init__(self, state: ColumnsState) -> None:
        self.state = state
        self.aces = state.options.aces
        self.failed: set[tuple[Any, ...]] = set()
        self.blocks: dict[tuple[Seat, int, bool], list[tuple[int, tuple[int, int], int]]] = {}
        self.whole = tuple(self._whole(seat) for seat in (0, 1))

    def confirm(self) -> None:
        """Raise RecordError unless players can reach the position."""
        state = self.state
        for slot, column in enumerate(state.slots):
            captor = None if column is None else self._captor(column, min(len(column[0]), len(column[1])))
            if captor is not None:
                raise RecordError(
                    f"table.slots[{slot}]", f"{SEAT_NAMES[captor]} would have captured this column (CO-6 to CO-8)"
                )
        hidden = [len(hand) for hand in state.hands]
        if state.placed is not None:
            hidden[1 - state.dealer] = len(state.placed.played())
        if hidden[0] != hidden[1]:
            raise RecordError("table.hands", "both seats get equally many hidden cards (CO-2)")
        sizes = [(0, 0) if column is None else (len(column[0]), len(column[1])) for column in state.slots]
        under_way = all(ours == theirs for ours, theirs in sizes) and self._dealt(
            tuple(ours for ours, _ in sizes), len(state.left), hidden[0], state.points
        )
        over = (
            not under_way
            and hidden == [0, 0]
            and not state.left
            and any(
                placed[0] == placed[1] and self._dealt(ages, 0, placed[0], taken)
                for ages, placed, taken in self._earlier_rounds(sizes, state.points, last=True)
            )
        )
        if not under_way and not over:
            raise RecordError(
                "table",
                "no sequence of rounds leads to these columns, hands, captured cards and cards left (CO-1 to CO-9)",
            )

    def _captor(self, column: Column, drawn: int) -> Seat | None:
        """The seat that would have captured a column by now, given that it was drawn with up to ``drawn`` cards on each
        side.
        """
        for cards in range(2, drawn + 1):
            captor = winner((column[0][:cards], column[1][:cards]), self.aces)
            if captor is not None:
                return captor
        return winner(column, self.aces)

    def _dealt(self, ages: tuple[int, ...], left: int, hidden: int, taken: tuple[int, int]) -> bool:
        """Whether a round can begin with these columns.

        Args:
            ages: by slot, the number of cards on each side once the round is dealt; 0 if there is no column.
            left: the number of cards not dealt after that.
            hidden: the number of hidden cards of each seat.
            taken: the number of cards captured before, by seat.
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
                if any(
                    self._dealt(earlier, before, 5, rest)
                    for earlier, _, rest in self._earlier_rounds(sizes, taken, last=False)
                ):
                    return True
        self.failed.add(key)
        return False

    def _earlier_rounds(
        self, sizes: list[tuple[int, int]], taken: tuple[int, int], last: bool
    ) -> set[tuple[tuple[int, ...], tuple[int, int], tuple[int, int]]]:
        """Every way in which the players can have decided a round.

        Args:
            sizes: the number of cards of each seat in the columns that the round left.
            taken: the number of cards captured after the round, by seat.
            last: whether it was the last round, in which a seat may have fewer cards than there are columns.

        Returns:
            For each way the ages of the columns before the round, the cards placed, and the cards captured before it.
        """
        ways: set[tuple[tuple[int, ...], tuple[int, int], tuple[int, int]]] = {((), (0, 0), taken)}
        for ours, theirs in reversed(sizes):
            earlier = set()
            for ages, placed, rest in ways:
                if ours:
                    outcomes = [
                        (ours - more[0], more, rest) for more in _MORE[last] if ours - more[0] == theirs - more[1] > 0
                    ]
                else:
                    outcomes = [(0, (0, 0), rest)] if last else []
                    # the rest of the pile must consist of columns that were captured in full rounds, too
                    outcomes += [
                        (age, more, (start, rest[1]))
                        for age, more, start in self._blocks(0, rest[0], last)
                        if last or start in self.whole[0]
                    ]
                    outcomes += [
                        (age, more, (rest[0], start))
                        for age, more, start in self._blocks(1, rest[1], last)
                        if last or start in self.whole[1]
                    ]
                for age, more, before in outcomes:
                    earlier.add(((age, *ages), (placed[0] + more[0], placed[1] + more[1]), before))
            ways = earlier
        return {way for way in ways if way[2][0] in self.whole[0] and way[2][1] in self.whole[1]}

    def _blocks(self, seat: Seat, end: int, last: bool) -> list[tuple[int, tuple[int, int], int]]:
        """The columns that can end a pile of ``end`` cards.

        Returns:
            For each column the cards on each side before the round, the cards added, and the size of the pile before
                it.
        """
        key = (seat, end, last)
        known = self.blocks.get(key)
        if known is None:
            known = self.blocks[key] = []
            for more in _MORE[last]:
                for age in range(1, 6):
                    start = end - 2 * age - sum(more)
                    cards = self.state.captured[seat][max(start, 0) : end]
                    column = (cards[: age + more[0]], cards[age + more[0] :])
                    if start >= 0 and winner(column, self.aces) == seat == self._captor(column, age):
                        known.append((age, more, start))
        return known

    def _whole(self, seat: Seat) -> set[int]:
        """The sizes at which a pile can consist of columns that were captured in full rounds."""
        whole = {0}
        for end in range(4, len(self.state.captured[seat]) + 1, 2):
            if any(start in whole for _, _, start in self._blocks(seat, end, last=False)):
                whole.add(end)
        return whole
