"""The table of the universal deck as data: what viewers see, and the checks of a table that is read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from capture_widgets.core.bit_masks import bits, mask_of
from capture_widgets.core.errors import IllegalDeal, RecordError
from capture_widgets.engine.cards import HIDDEN, UNIVERSAL, Card
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.engine.table_readers import CardsOnce, read_card, read_flag, read_list, read_object, read_whole
from capture_widgets.games.universal.board import (
    BAR,
    FIRST,
    LATER,
    NOWHERE,
    ONE_CARD,
    OTHER,
    OWN,
    PLACE_NAMES,
    SECOND,
    Board,
    Column,
    Side,
    board_of,
    check_upcards,
    heights,
    ruled_out_by_pass,
    size,
)
from capture_widgets.games.universal.moves import BELOW, BIT, UniversalOptions

if TYPE_CHECKING:
    from capture_widgets.games.universal.rules import UniversalState


class UniversalColumn(TypedDict):
    """One column as the table shows it."""

    down: list[str]
    """Down cards, the lower first."""
    up: list[str]
    """The face-up run, top (head) card first."""


class UniversalTurn(TypedDict):
    """The first card of the turn, and the number of cards played; reset when the turn ends."""

    first: Literal["own", "other", "bar"] | None
    """The place of the first card of the turn; null before it is played."""
    played: int
    """Cards played from hand, 0 or 1."""


class UniversalTable(TypedDict):
    """The table of the game as a viewer sees it."""

    boards: list[list[UniversalColumn]]
    """For each seat five columns."""
    hands: list[list[str]]
    stock: list[str]
    """The stock; the next card to draw comes first."""
    discard: list[str]
    """The discard pile; the top card comes last."""
    bar: dict[str, int]
    """For each suit the number of cards on its pile, 0 to 10."""
    turn: UniversalTurn


class UniversalRest(TypedDict):
    """What the open table does not show."""

    to_play: int | None
    turns: int
    """The number of turns in the hand so far; 2 means two or more."""
    started: list[bool]
    """For each seat whether it has played a card in the hand."""
    known: list[list[str]]
    """For each seat the cards in hand that were drawn from the discard pile."""
    lacks: list[list[str]]
    """For each seat the cards that cannot be among its unseen cards, as its passes have shown."""
    passes: int
    """The number of turns in a row that passed without a card played."""


def table_of(state: UniversalState, viewer: Viewer) -> UniversalTable:
    """The table as a viewer sees it.

    Other hands, all down cards and the stock are hidden (UC-3); once the hand is over, only the stock (UC-14).
    """
    text = UNIVERSAL.text
    sides = state.sides
    is_open = viewer is None or state.to_play is None
    return {
        "boards": [
            [
                {"down": _texts(column.down, is_open), "up": [text[card] for card in column.up]}
                for column in side.board.columns
            ]
            for side in sides
        ],
        "hands": [_texts(list(bits(side.hand)), is_open or viewer == seat) for seat, side in enumerate(sides)],
        "stock": _texts(state.stock, viewer is None),
        "discard": [text[card] for card in state.discard],
        "bar": dict(zip(UNIVERSAL.suits, heights(state.bar), strict=True)),
        "turn": {"first": PLACE_NAMES[state.first], "played": 1 if state.first else 0},
    }


def rest_of(state: UniversalState) -> dict[str, Any]:
    """Whose turn it is, how many turns there were, and what the players have shown about their hands."""
    sides = state.sides
    rest: UniversalRest = {
        "to_play": state.to_play,
        "turns": (0, 0, 1, 2)[state.stage],
        "started": [side.started for side in sides],
        "known": [UNIVERSAL.texts(bits(side.known)) for side in sides],
        "lacks": [UNIVERSAL.texts(bits(side.lacks)) for side in sides],
        "passes": state.passes,
    }
    return dict(rest)


def _texts(cards: Sequence[Card], is_open: bool) -> list[str]:
    """The texts of cards, or as many hidden cards."""
    return UNIVERSAL.texts(cards) if is_open else [HIDDEN] * len(cards)


class Reader:
    """Reads an open table and its rest, checks them, and puts the state together."""

    def __init__(self, table: Any, rest: Any) -> None:
        table = read_object(table, "table", ("boards", "hands", "stock", "discard", "bar", "turn"))
        rest = read_object(rest, "rest", ("to_play", "turns", "started", "known", "lacks", "passes"))
        self.once = CardsOnce(UNIVERSAL)
        self.boards = [
            self._board(board, f"table.boards[{seat}]")
            for seat, board in enumerate(read_list(table["boards"], "table.boards", 2))
        ]
        self.hands = [
            self._hand(cards, f"table.hands[{seat}]")
            for seat, cards in enumerate(read_list(table["hands"], "table.hands", 2))
        ]
        self.stock = self.once.cards(table["stock"], "table.stock")
        if len(self.stock) > 8:
            raise RecordError("table.stock", "there are never more than eight cards in the stock (UC-1)")
        self.discard = self.once.cards(table["discard"], "table.discard")
        self.bar = self._bar(table["bar"])
        self.once.all_there()
        turn = read_object(table["turn"], "table.turn", ("first", "played"))
        if turn["first"] is not None and turn["first"] not in PLACE_NAMES[1:]:
            raise RecordError("table.turn.first", 'expected null, "own", "other" or "bar"')
        self.first = PLACE_NAMES.index(turn["first"])
        if read_whole(turn["played"], "table.turn.played", 0, 1) != (1 if self.first else 0):
            raise RecordError("table.turn.played", "must be 1 once the turn's first card is played, else 0")
        self.to_play = None if rest["to_play"] is None else read_whole(rest["to_play"], "rest.to_play", 0, 1)
        self.turns = read_whole(rest["turns"], "rest.turns", 0, 2)
        self.passes = read_whole(rest["passes"], "rest.passes", 0, 2)
        self.started = read_list(rest["started"], "rest.started", 2)
        for seat, started in enumerate(self.started):
            read_flag(started, f"rest.started[{seat}]")
        self.known = [
            self._subset(cards, f"rest.known[{seat}]")
            for seat, cards in enumerate(read_list(rest["known"], "rest.known", 2))
        ]
        self.lacks = [
            self._subset(cards, f"rest.lacks[{seat}]")
            for seat, cards in enumerate(read_list(rest["lacks"], "rest.lacks", 2))
        ]

    # -- shapes

    def _hand(self, value: object, where: str) -> int:
        cards = self.once.cards(value, where)
        if list(cards) != sorted(cards):
            raise RecordError(where, "a hand is listed in the order of the deck, suit by suit from 1 to Galaxy")
        return mask_of(cards)

    def _subset(self, value: object, where: str) -> int:
        """Read a list of cards that also lie elsewhere on the table; it must be in canonical order."""
        cards = [read_card(UNIVERSAL, text, f"{where}[{at}]") for at, text in enumerate(read_list(value, where))]
        if cards != sorted(set(cards)):
            raise RecordError(where, "cards are listed once each in the order of the deck")
        return mask_of(cards)

    def _board(self, value: object, where: str) -> Board:
        columns = [self._column(entry, f"{where}[{at}]") for at, entry in enumerate(read_list(value, where, 5))]
        return board_of(tuple(column.down for column in columns), tuple(column.up for column in columns))

    def _column(self, value: object, where: str) -> Column:
        entry = read_object(value, where, ("down", "up"))
        down, up = self.once.cards(entry["down"], f"{where}.down"), self.once.cards(entry["up"], f"{where}.up")
        if len(down) > 2:
            raise RecordError(f"{where}.down", "a column never has more than two down cards (UC-1)")
        if down and not up:
            raise RecordError(f"{where}.up", "a down card that nothing covers is turned up at once (UC-9)")
        for at in range(1, len(up)):
            if not BELOW[up[at - 1]] & BIT[up[at]]:
                above, card = UNIVERSAL.texts(up[at - 1 : at + 1])
                raise RecordError(f"{where}.up[{at}]", f"{card} is not one rank below {above} in another suit (UC-4)")
        return Column(down, up)

    def _bar(self, value: object) -> int:
        """Read the bar as the mask of the cards that it takes next; the cards on its piles then count as placed."""
        piles = read_object(value, "table.bar", UNIVERSAL.suits)
        bar = 0
        for suit, name in enumerate(UNIVERSAL.suits):
            where = f"table.bar.{name}"
            height = read_whole(piles[name], where, 0, 10)
            self.once.cards(list(UNIVERSAL.text[10 * suit : 10 * suit + height]), where)
            if height < 10:
                bar |= BIT[10 * suit + height]
        return bar

    # -- what could have come about

    def fields(self, options: UniversalOptions) -> tuple[Any, ...]:
        """The arguments of `UniversalState.of_sides`, after a check that nothing contradicts the rules."""
        one_card = options.opening == "one card"
        stage = (ONE_CARD if one_card else FIRST, SECOND, LATER)[self.turns]
        sides = [
            Side(self.hands[seat], self.boards[seat], self.known[seat], self.lacks[seat], self.started[seat])
            for seat in range(2)
        ]
        for seat, side in enumerate(sides):
            self._check_side(seat, side)
        if self.turns < 2:
            self._check_opening(one_card)
        laid = sum(size(side.board) for side in sides) - 30
        laid += sum(heights(self.bar)) - (1 if self.first else 0)
        if len(self.discard) + sum(side.known.bit_count() for side in sides) > laid:
            raise RecordError("table.discard", "more cards were discarded than turns had a first card (UC-6)")
        mine, theirs = sides if self.to_play != 1 else sides[::-1]
        self._check_turn(mine, theirs)
        return self.to_play, sides, self.stock, self.discard, self.bar, self.first, stage, self.passes

    def _check_side(self, seat: Seat, side: Side) -> None:
        cards = size(side.board)
        downs = [len(down) for down in side.board.downs]
        if cards < (16 if side.started else 15):
            raise RecordError(
                f"table.boards[{seat}]",
                "cards never leave a board: 15 were dealt, and the first card played goes there (UC-1, UC-8, UC-11)",
            )
        if not side.started:
            if downs != [2] * 5:
                raise RecordError(f"table.boards[{seat}]", "down cards stay down before a first card is played (UC-5)")
            if side.hand.bit_count() < 11:
                raise RecordError(
                    f"table.hands[{seat}]", "a player who has not played holds at least eleven cards (UC-1)"
                )
            if self.turns == 2 and side.hand.bit_count() < 12:
                raise RecordError(
                    f"table.hands[{seat}]", "a first turn in which no card is played ends with a draw (UC-5)"
                )
        if downs == [2] * 5:
            # if no down card was turned up, the five top cards are still those of the deal
            try:
                check_upcards([up[0] for up in side.board.ups], SEAT_NAMES[seat])
            except IllegalDeal as error:
                raise RecordError(f"table.boards[{seat}]", str(error)) from None
        if side.known & ~side.hand:
            raise RecordError(f"rest.known[{seat}]", "a card is listed as known in a hand that does not hold it")
        if side.lacks and self.stock:
            raise RecordError(f"rest.lacks[{seat}]", "nobody passes while there is a stock to draw from (UC-13)")
        if side.lacks & side.hand & ~side.known:
            raise RecordError(f"rest.lacks[{seat}]", "a card that was not drawn from the discard pile is in that hand")

    def _check_opening(self, one_card: bool) -> None:
        """Check the first turn of each player, which leaves few possibilities (UC-11)."""
        if self.to_play is None:
            raise RecordError("rest.to_play", "a hand is not over before both have had a turn")
        if self.first not in (NOWHERE, OWN):
            raise RecordError("table.turn.first", "a player's first card goes onto their own board (UC-11)")
        if any(self.known) or any(self.lacks) or self.passes:
            raise RecordError("rest", "nothing was drawn from the discard pile and nobody passed in a first turn")
        other = 1 - self.to_play
        held = [hand.bit_count() for hand in self.hands]
        boards = [size(board) for board in self.boards]
        drawn, discarded, barred = 8 - len(self.stock), len(self.discard), sum(heights(self.bar))
        played = 1 if self.first else 0
        if held[self.to_play] != 11 - played or boards[self.to_play] != 15 + played:
            raise RecordError(f"table.hands[{self.to_play}]", "does not fit a first turn (UC-11)")
        if self.started[self.to_play] != bool(played):
            raise RecordError(f"rest.started[{self.to_play}]", "must say whether a card was played in this first turn")
        # (in hand, on the board, drawn, discarded or barred) of the other player
        fresh = {(11, 15, 0, 0)}
        after_one = {(12, 15, 1, 0), (10, 16, 0, 0)} if one_card else {(12, 15, 1, 0), (11, 16, 1, 0), (9, 16, 0, 1)}
        now = (held[other], boards[other], drawn, discarded + barred)
        if now not in (after_one if self.turns else fresh):
            raise RecordError(f"table.hands[{other}]", "does not fit the turns taken so far (UC-11)")
        if self.started[other] != (boards[other] == 16):
            raise RecordError(f"rest.started[{other}]", "must say whether a card was played in the first turn")

    def _check_turn(self, mine: Side, theirs: Side) -> None:
        """Check whose turn it is, whether the hand is over, and what the passes show (UC-12, UC-13)."""
        first, passes = self.first, self.passes
        if passes:
            if first:
                raise RecordError("rest.passes", "a played card ends the row of passes (UC-13)")
            if self.stock or self.discard:
                raise RecordError("rest.passes", "nobody passes while there is a card to draw (UC-13)")
            # the player who passed could play nothing, and the table has not changed since
            for me, them in ((theirs, mine), (mine, theirs))[:passes]:
                shown = ruled_out_by_pass(me.hand, me.board, them.board, self.bar, NOWHERE, me.started)
                if not me.hand or me.hand & shown or shown & ~me.lacks:
                    raise RecordError("rest.passes", "a player who passed could have played (UC-13)")
        if self.to_play is None:
            if first:
                raise RecordError("table.turn.first", "the turn is reset when the hand is over")
            if passes != 2 and bool(mine.hand) == bool(theirs.hand):
                raise RecordError(
                    "rest.to_play", "the hand is over when one player has gone out or it is blocked (UC-12, UC-13)"
                )
            out = mine if not mine.hand else theirs
            if passes != 2 and not out.started:
                raise RecordError("rest.started", "the player who went out must have played a card")
            return
        if passes == 2:
            raise RecordError("rest.to_play", "after two passes the hand is blocked and nobody is to play (UC-13)")
        if not theirs.hand:
            raise RecordError("rest.to_play", "the other player has gone out, so the hand is over (UC-12)")
        if not mine.hand and (first != OWN or not mine.board.builds):
            raise RecordError("rest.to_play", "the player to move is out and cannot build, so the hand is over (UC-12)")
        if first and not mine.started:
            raise RecordError(f"rest.started[{self.to_play}]", "a card was played in this turn")
        if first == OTHER and size(theirs.board) < 16:
            raise RecordError("table.turn.first", "no card was added to the other board")
        if first == BAR and not any(heights(self.bar)):
            raise RecordError("table.turn.first", "there is no card on the bar")
