"""The table of Capture the Commander as data: its types, and the checks of a table that is read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, TypeVar

from capture_widgets.core.errors import RecordError
from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.engine.table_readers import CardsOnce, read_flag, read_list, read_object, read_seat, read_whole
from capture_widgets.games.commander.battle import War, choosable, how_uncovered, is_decided, team_points
from capture_widgets.games.commander.formation import (
    ADJACENT,
    BASE,
    BLOW,
    COMMANDER,
    FULL,
    OPEN,
    WHOLE,
    CommanderOptions,
    Position,
    card_name,
    mask_of,
    positions_of,
)

if TYPE_CHECKING:
    from capture_widgets.games.commander.rules import CommanderState


class CommanderEntry(TypedDict):
    """A card in a formation."""

    card: str
    """The text of the card: in every view once the players have seen it, else only in the open table."""
    uncovered: Literal["full", "partial", "no"]
    seen: bool
    """Whether it was ever shown to the players."""


class CommanderWar(TypedDict):
    """A tied battle that goes on: each side's seat, and its positions in the order in which they joined."""

    attacker: Annotated[list[Any], Fixed(int, list[int])]
    """The attacker's side; it has one position more than the defender's while the viewer knows a choice that is not
    answered.
    """
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


_S = TypeVar("_S", bound="CommanderState")


def read_position(value: object, where: str) -> Position:
    """A position of a formation."""
    return read_whole(value, where, 1, 13)


class Reader:
    """Reads an open table and its rest, and checks them against everything that the rules say about positions."""

    def __init__(self, table: Any, rest: Any, options: CommanderOptions) -> None:
        self.options = options
        self.players = options.players
        self.table = read_object(table, "table", ("formations", "out", "removed", "war"))
        self.rest = read_object(rest, "rest", ("turn", "aside", "unseen", "drawn", "points"))
        self.once = CardsOnce(FRENCH)
        self.cards = [-1] * (13 * self.players)
        self.present = 0
        self.shown = 0
        self.removed: list[tuple[Seat, Position, Card]] = []
        self.left_behind: dict[Seat, set[int]] = {}
        """For each seat that is out, how many cards it may have had left when its commander fell."""

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
            removed=tuple(BASE[seat] + position << 6 | card for seat, position, card in self.removed),
            out=out,
            war=war,
            points=self._points(out, over=over),
            options=self.options,
        )

    # -- shapes

    def _removed(self) -> None:
        for i, entry in enumerate(read_list(self.table["removed"], "table.removed")):
            where = f"table.removed[{i}]"
            if not isinstance(entry, list | tuple) or len(entry) != 3:
                raise RecordError(where, "expected [seat, position, card]")
            seat, position = read_seat(entry[0], f"{where}[0]", self.players), read_position(entry[1], f"{where}[1]")
            card = self.once.card(entry[2], f"{where}[2]")
            self.removed.append((seat, position, card))
            self.cards[BASE[seat] + position] = card
            self.shown |= 1 << card
        for i, text in enumerate(read_list(self.rest["unseen"], "rest.unseen")):
            known = FRENCH.find(text)
            if known is None or not self.shown >> known & 1:
                raise RecordError(f"rest.unseen[{i}]", "expected a card of table.removed, named once")
            self.shown ^= 1 << known

    def _formations(self) -> None:
        for seat, formation in enumerate(read_list(self.table["formations"], "table.formations", self.players)):
            where = f"table.formations[{seat}]"
            lying = 0
            for i, entry in enumerate(read_list(formation, where, 13)):
                if entry is None:
                    continue
                read_object(entry, f"{where}[{i}]", ("card", "uncovered", "seen"))
                card = self.once.card(entry["card"], f"{where}[{i}].card")
                read_flag(entry["seen"], f"{where}[{i}].seen")
                self.cards[13 * seat + i] = card
                lying |= 1 << i
                self.shown |= entry["seen"] << card
            for i, entry in enumerate(formation):
                if entry is not None and entry["uncovered"] != how_uncovered(lying, i + 1):
                    raise RecordError(
                        f"{where}[{i}].uncovered", f'by CC-3 this must be "{how_uncovered(lying, i + 1)}"'
                    )
            self.present |= lying << 13 * seat

    def _aside(self) -> None:
        for i, text in enumerate(read_list(self.rest["aside"], "rest.aside", 52 - 13 * self.players)):
            self.once.card(text, f"rest.aside[{i}]")
        self.once.all_there()

    # -- what the rules say

    def _formation(self, seat: Seat) -> int:
        return self.present >> 13 * seat & WHOLE

    def _counts(self) -> None:
        """Check that each position had one card, unless gifts emptied or filled it (CC-1, CC-16)."""
        left = [0] * (13 * self.players)
        for seat, position, _ in self.removed:
            left[BASE[seat] + position] += 1
        for place, times in enumerate(left):
            total = times + (self.present >> place & 1)
            where = f"table.formations[{place // 13}][{place % 13}]"
            if self.options.teams and place % 13 != 12:
                continue
            if total != 1:
                raise RecordError(
                    where, f"one card was dealt to this position, but {total} lie here and in removed (CC-1)"
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
                raise RecordError(
                    self.once.seen[card], f"seat {SEAT_NAMES[seat]} cannot have the {card_name(card)} (CC-19)"
                )

    def _out(self) -> tuple[Seat, ...]:
        out: list[Seat] = []
        for i, value in enumerate(read_list(self.table["out"], "table.out")):
            seat = read_seat(value, f"table.out[{i}]", self.players)
            if is_decided(out, self.options):
                raise RecordError(f"table.out[{i}]", "the round was over before this seat could be out (CC-12, CC-15)")
            out.append(seat)
        fallen = [seat for seat, position, _ in self.removed if position == COMMANDER]
        if out != fallen:
            raise RecordError("table.out", f"by the commanders removed this must be {fallen} (CC-7)")
        for seat in out:
            if self._formation(seat):
                raise RecordError(f"table.formations[{seat}]", "this seat is out, so no card of it is left (CC-7)")
        if is_decided(out, self.options) and self.removed[-1][0] != out[-1]:
            raise RecordError(
                f"table.removed[{len(self.removed) - 1}]", "the round was over before this card could leave play"
            )
        return tuple(out)

    def _battles(self) -> None:
        """Check that some sequence of battles can have removed the cards in this order (CC-3, CC-4, CC-7,
        CC-8, CC-10).
        """
        removed = self.removed
        lying = [WHOLE] * self.players
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
        """Where a battle that begins at ``start`` in `removed` may end, given the formations before it."""
        seat, first, _ = self.removed[start]
        if not self.options.teams and not OPEN[lying[seat]] >> first - 1 & 1:
            return
        lost: list[Position] = []
        for i in range(start, len(self.removed)):
            owner, position, card = self.removed[i]
            if owner != seat or not self.shown >> card & 1:
                return
            if lost and not choosable(tuple(lost), WHOLE, self.options) >> position - 1 & 1:
                return
            lost.append(position)
            if not self._beaten(start, i + 1, lying):
                continue
            if COMMANDER not in lost:
                yield i + 1
                continue
            # the rest of this formation is removed at once, in the order of positions, and no card of this seat later
            tail = [(j, entry[1]) for j, entry in enumerate(self.removed) if j > i and entry[0] == seat]
            if [j for j, _ in tail] == list(range(i + 1, i + 1 + len(tail))) and [*tail] == sorted(
                tail, key=lambda at: at[1]
            ):
                self.left_behind.setdefault(seat, set()).add(len(tail))
                yield i + 1 + len(tail)

    def _beaten(self, start: int, end: int, lying: Sequence[int]) -> bool:
        """Whether an opponent has shown cards that could have won a battle against the cards from start to end."""
        loser, _, card = self.removed[start]
        fallen = {seat for seat, position, _ in self.removed[:start] if position == COMMANDER}
        for seat in range(self.players):
            if seat == loser or seat in fallen or self.options.teams and seat == loser ^ 2:
                continue
            # nobody gives away a card that was shown, so the winner's cards still lie where they lay, or were removed
            # later
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
            reach = WHOLE if self.options.teams else OPEN[lying[seat]]
            blows = [
                BLOW[self.options.twos_beat_aces][other][card] for position, other in shown if reach >> position - 1 & 1
            ]
            if 0 in blows or end - start == 1 and 1 in blows:
                return True
        return False

    def _war(self, out: tuple[Seat, ...]) -> War | None:
        if self.table["war"] is None:
            return None
        war = read_object(self.table["war"], "table.war", ("attacker", "defender"))
        sides: list[tuple[Seat, list[Position]]] = []
        for name in ("attacker", "defender"):
            where = f"table.war.{name}"
            side = war[name]
            if not isinstance(side, list | tuple) or len(side) != 2:
                raise RecordError(where, "expected [seat, [positions]]")
            seat = read_seat(side[0], f"{where}[0]", self.players)
            positions = [
                read_position(value, f"{where}[1][{i}]") for i, value in enumerate(read_list(side[1], f"{where}[1]"))
            ]
            for i, position in enumerate(positions):
                if not self._formation(seat) >> position - 1 & 1 or position in positions[:i]:
                    raise RecordError(f"{where}[1][{i}]", "expected a position where a card lies, each named once")
                if i and not choosable(tuple(positions[:i]), WHOLE, self.options) >> position - 1 & 1:
                    raise RecordError(
                        f"{where}[1][{i}]",
                        "this card is not adjacent to the cards of the battle, as a war requires (CC-8)",
                    )
            sides.append((seat, positions))
        (attacker, attacking), (defender, defending) = sides
        if attacker == defender or self.options.teams and attacker == defender ^ 2:
            raise RecordError("table.war.defender[0]", "expected an opponent of the attacker (CC-4)")
        rounds = len(defending)
        if not rounds or len(attacking) - rounds not in (0, 1):
            raise RecordError(
                "table.war", "expected equally many cards on both sides, or one more on the attacker's (CC-9)"
            )
        if not FULL[self._formation(attacker)] >> attacking[0] - 1 & 1:
            raise RecordError("table.war.attacker[1][0]", "only a fully uncovered card attacks (CC-4)")
        if not OPEN[self._formation(defender)] >> defending[0] - 1 & 1:
            raise RecordError("table.war.defender[1][0]", "only an uncovered card is attacked (CC-4)")
        for i in range(rounds):
            mine, theirs = self.cards[BASE[attacker] + attacking[i]], self.cards[BASE[defender] + defending[i]]
            if FRENCH.rank_of[mine] != FRENCH.rank_of[theirs]:
                raise RecordError(
                    f"table.war.defender[1][{i}]", "a war goes on only between cards of the same rank (CC-8)"
                )
            if not self.shown >> mine & self.shown >> theirs & 1:
                raise RecordError(f"table.war.defender[1][{i}]", "cards that were compared have been seen (CC-5)")
        for (seat, positions), name in zip(sides, ("attacker", "defender"), strict=True):
            if not choosable(tuple(positions[:rounds]), self._formation(seat), self.options):
                raise RecordError(f"table.war.{name}", "there is no card left to choose, so the war is decided (CC-11)")
        if is_decided(out, self.options):
            raise RecordError("table.war", "the round is over, so no battle is open (CC-12)")
        chosen = attacking[rounds] if len(attacking) > rounds else 0
        return War(attacker, tuple(attacking[:rounds]), defender, tuple(defending), chosen)

    def _over(self, out: tuple[Seat, ...], war: War | None) -> bool:
        """Whether the round is over, because of captured commanders or by a draw."""
        drawn, decided = self.rest["drawn"], is_decided(out, self.options)
        read_flag(drawn, "rest.drawn")
        if drawn and (decided or war is not None or not self._drawable(out)):
            raise RecordError("rest.drawn", "no battle of this position can have ended in a draw (CC-11)")
        return drawn or decided

    def _drawable(self, out: tuple[Seat, ...]) -> bool:
        """Whether a battle can have ended the round in a draw: two opponents have equally many cards, have shown equal
        ones, and one of them has no card left to choose.
        """

        def seen(seat: Seat) -> list[Position]:
            return [
                position
                for position in positions_of(self._formation(seat))
                if self.shown >> self.cards[BASE[seat] + position] & 1
            ]

        def ranks(seat: Seat) -> set[int]:
            return {FRENCH.rank_of[self.cards[BASE[seat] + position]] for position in seen(seat)}

        def nothing_left_to_choose(seat: Seat) -> bool:
            hidden = self._formation(seat) & ~mask_of(seen(seat))
            return any(
                OPEN[self._formation(seat)] >> position - 1 & 1 and not ADJACENT[position] & hidden
                for position in seen(seat)
            )

        still = [seat for seat in range(self.players) if seat not in out]
        return any(
            self._formation(one).bit_count() == self._formation(other).bit_count()
            and ranks(one) & ranks(other)
            and (nothing_left_to_choose(one) or nothing_left_to_choose(other))
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
        seat = read_seat(turn, "rest.turn", self.players)
        if seat in out:
            raise RecordError("rest.turn", "this seat is out and has no turn (CC-6)")
        if war is not None and seat != war.attacker:
            raise RecordError("rest.turn", "in a war it is the attacker's turn")
        return seat

    def _points(self, out: tuple[Seat, ...], *, over: bool) -> tuple[int, ...]:
        given = read_list(self.rest["points"], "rest.points", self.players)
        for i, value in enumerate(given):
            if type(value) is not int or not 0 <= value <= 52:
                raise RecordError(f"rest.points[{i}]", "expected a number of points")
        points = tuple(given)
        if self.options.teams and over:
            possible = {team_points(self.present, out)}
        elif self.options.scoring and not self.options.teams:
            # the table does not say who captured whom, so it may be any opponent who was still in
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
