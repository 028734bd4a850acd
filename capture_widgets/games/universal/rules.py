"""Capture for the Universal Card Deck: two players, 60 cards, six suits (UC-1 to UC-15)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Self

from capture_widgets.core.bit_masks import mask_of
from capture_widgets.core.errors import IllegalDeal
from capture_widgets.engine.cards import Card
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import SEAT_NAMES, Move, Seat, State, Viewer, no_move, tidy, unreadable
from capture_widgets.games.universal import phrases, words
from capture_widgets.games.universal.board import (
    BAR,
    FIRST,
    LATER,
    NEXT_STAGE,
    NOWHERE,
    ONE_CARD,
    OTHER,
    OWN,
    Board,
    Side,
    add_placements,
    after_build,
    board_of,
    check_upcards,
    counted,
    new_tuple,
    ruled_out_by_pass,
    with_card,
)
from capture_widgets.games.universal.moves import (
    BAR_MOVES,
    BIT,
    BUILD_MOVES,
    BY_TEXT,
    DISCARDS,
    DRAW_DISCARD,
    DRAW_STOCK,
    END,
    FORMS,
    GALAXIES,
    ONES,
    PASS,
    PLAYS,
    PLAYS_ACROSS,
    QUARTER,
    SLIPS,
    SLIPS_ACROSS,
    Bar,
    Build,
    Discard,
    Draw,
    End,
    Pass,
    Play,
    Slip,
    UniversalOptions,
)
from capture_widgets.games.universal.position import Reader, UniversalTable, rest_of, table_of
from capture_widgets.games.universal.redealing import redeal


class _Fields(NamedTuple):
    to_play: Seat | None
    hand: int
    """Cards in hand of the seat to play, as a mask; of seat 0 when the hand is over."""
    other_hand: int
    """Cards in hand of the other seat."""
    board: Board
    """Board of the seat to play; of seat 0 when the hand is over."""
    other_board: Board
    stock: tuple[Card, ...]
    """Next card first."""
    discard: tuple[Card, ...]
    """Top card last."""
    bar: int
    """The mask of the cards that the bar takes next; a finished suit has none (UC-10)."""
    first: int
    """The place of the first card of this turn."""
    stage: int
    """The stage of the hand (see `NEXT_STAGE`)."""
    passes: int
    """The number of turns in a row that passed without a card played; two block the hand (UC-13)."""
    started: int
    """The seats that have played a card in this hand, bit 0 for seat 0 (UC-11)."""
    known: int
    """The mask of the cards in hands that everybody has seen: drawn from the discard pile and not yet played."""
    lacks: tuple[int, int]
    """By seat, the mask of the cards that cannot be among its unseen cards, as a pass showed (UC-13)."""


class UniversalState(_Fields, State):
    """A position of the game. Hands and boards are kept as those of the seat to play and of the other seat."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: Any, first: Seat | None) -> Self:
        """The hand before the first move, dealt by seat ``first`` (UC-1).

        Raises:
            IllegalDeal: the five upcards of a player are all of one suit or of one rank (UC-2), or nobody deals.
        """
        if first is None:
            first = options.dealer
        if first not in (0, 1):
            raise IllegalDeal("UC-1", "the cut must have decided who deals: seat 0 or 1")
        hands, boards = [], []
        for player in range(2):
            start = 22 + 15 * player
            stacks = [cards[at : at + 3] for at in range(start, start + 15, 3)]
            check_upcards([stack[2] for stack in stacks], SEAT_NAMES[first if player else 1 - first])
            hands.append(mask_of(cards[11 * player : 11 * player + 11]))
            boards.append(board_of(tuple(tuple(stack[:2]) for stack in stacks), tuple((stack[2],) for stack in stacks)))
        stage = ONE_CARD if options.opening == "one card" else FIRST
        return cls(
            1 - first,
            hands[0],
            hands[1],
            boards[0],
            boards[1],
            tuple(cards[52:]),
            (),
            ONES,
            NOWHERE,
            stage,
            passes=0,
            started=0,
            known=0,
            lacks=(0, 0),
        )

    @classmethod
    def of_sides(
        cls,
        to_play: Seat | None,
        sides: Sequence[Side],
        stock: tuple[Card, ...],
        discard: tuple[Card, ...],
        bar: int,
        first: int,
        stage: int,
        passes: int,
    ) -> Self:
        """Make a state from the two sides, given by seat, and the cards between them."""
        mine, theirs = sides if to_play != 1 else sides[::-1]
        return cls(
            to_play,
            mine.hand,
            theirs.hand,
            mine.board,
            theirs.board,
            stock,
            discard,
            bar,
            first,
            stage,
            passes,
            sides[0].started + 2 * sides[1].started,
            sides[0].known | sides[1].known,
            (sides[0].lacks, sides[1].lacks),
        )

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides by seat."""
        hands, boards = (self.hand, self.other_hand), (self.board, self.other_board)
        if self.to_play == 1:
            hands, boards = hands[::-1], boards[::-1]
        a, b = (
            Side(hands[seat], boards[seat], self.known & hands[seat], self.lacks[seat], bool(self.started >> seat & 1))
            for seat in range(2)
        )
        return a, b

    @property
    def mine(self) -> Side:
        """The side of the seat to play, of seat 0 when the hand is over."""
        return self.sides[1 if self.to_play == 1 else 0]

    @property
    def theirs(self) -> Side:
        """The other side."""
        return self.sides[0 if self.to_play == 1 else 1]

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, in the order of the columns: building, own board, other board, bar, discards, draws."""
        to_play, hand, _, board, other_board, stock, discard, bar, first, stage, _, started, _, _ = self
        if to_play is None:
            return ()
        moves: list[Move] = []
        if first:
            if board.builds:
                moves += BUILD_MOVES[board.builds]
            if not hand or stage == ONE_CARD:
                moves.append(END)
                return moves
        built = len(moves)
        if not hand & (hand - 1):
            # the last card may go only onto the player's own board (UC-12)
            if first != OWN:
                add_placements(moves, hand, board, PLAYS, SLIPS)
        else:
            if not first:
                add_placements(moves, hand, board, PLAYS, SLIPS)
                free = started == 3 or started >> to_play & 1
                cross = free
            else:
                free = True
                cross = first != OTHER and stage == LATER
            if cross:
                add_placements(moves, hand, other_board, PLAYS_ACROSS, SLIPS_ACROSS)
            if free and first != BAR:
                fits = hand & bar
                while fits:
                    bit = fits & -fits
                    moves.append(BAR_MOVES[bit.bit_length() - 1])
                    fits ^= bit
            if first:
                moves += DISCARDS[0][hand & QUARTER]
                moves += DISCARDS[1][hand >> 15 & QUARTER]
                moves += DISCARDS[2][hand >> 30 & QUARTER]
                moves += DISCARDS[3][hand >> 45]
        if stock:
            moves.append(DRAW_STOCK)
        if discard:
            moves.append(DRAW_DISCARD)
        elif not stock and len(moves) == built:
            moves.append(PASS)
        return moves

    def apply(self, move: Move) -> UniversalState:
        """The state after a legal move; trusts its caller."""
        (
            to_play, hand, other_hand, board, other_board, stock, discard, bar,
            first, stage, passes, started, known, lacks,
        ) = self  # fmt: skip
        if to_play is None:
            raise no_move(self, move)
        turn_goes_on = False  # whether the same player goes on with this turn
        if type(move) is Draw:
            if move.pile == "stock":
                hand |= BIT[stock[0]]
                stock = stock[1:]
            else:
                bit = BIT[discard[-1]]
                hand |= bit
                known |= bit
                discard = discard[:-1]
        elif type(move) is Play or type(move) is Slip:
            hand ^= BIT[move.card]
            if known:
                known &= ~BIT[move.card]
            if move.across:
                other_board = with_card(other_board, move)
                place = OTHER
            else:
                board = with_card(board, move)
                place = OWN
                if not hand and (first or not board.builds):
                    return self._ended(board, hand)
            if not first:
                turn_goes_on, first = True, place
                if started != 3:
                    started |= 1 << to_play
        elif type(move) is Discard:
            hand ^= BIT[move.card]
            if known:
                known &= ~BIT[move.card]
            discard = (*discard, move.card)
        elif type(move) is Bar:
            bit = BIT[move.card]
            hand ^= bit
            if known:
                known &= ~bit
            # the next card of the suit is the next bit; after its Galaxy there is none
            bar = bar ^ bit if bit & GALAXIES else bar + bit
            if not first:
                turn_goes_on, first = True, BAR
        elif type(move) is Build:
            board = after_build(board, move.source, move.target)
            if not hand and not board.builds:
                return self._ended(board, hand)
            turn_goes_on = True
        elif type(move) is Pass:
            shown = ruled_out_by_pass(hand, board, other_board, bar, first, bool(started >> to_play & 1))
            lacks = (lacks[0] | shown, lacks[1]) if to_play == 0 else (lacks[0], lacks[1] | shown)
            passes = 0 if first else passes + 1
            if passes == 2:
                return self._replace(lacks=lacks, passes=2)._ended(board, hand)
            return new_tuple(UniversalState, (
                1 - to_play, other_hand, hand, other_board, board, stock, discard, bar,
                NOWHERE, stage, passes, started, known, lacks,
            ))  # fmt: skip
        elif not isinstance(move, End):
            raise no_move(self, move)
        elif not hand:  # here `end` follows a last card; the other kind of `end` is that of the one-card opening
            return self._ended(board, hand)
        if turn_goes_on:
            return new_tuple(UniversalState, (
                to_play, hand, other_hand, board, other_board, stock, discard, bar,
                first, stage, 0, started, known, lacks,
            ))  # fmt: skip
        return new_tuple(UniversalState, (
            1 - to_play, other_hand, hand, other_board, board, stock, discard, bar,
            NOWHERE, NEXT_STAGE[stage], 0, started, known, lacks,
        ))  # fmt: skip

    def _ended(self, board: Board, hand: int) -> UniversalState:
        """The state at the end of the hand. ``board`` and ``hand`` are those of the last mover after the last move
        (UC-12, UC-13).
        """
        hands, boards = (hand, self.other_hand), (board, self.other_board)
        if self.to_play == 1:
            hands, boards = hands[::-1], boards[::-1]
        return UniversalState(
            None,
            *hands,
            *boards,
            self.stock,
            self.discard,
            self.bar,
            NOWHERE,
            LATER,
            self.passes if hand else 0,
            self.started,
            self.known & (hands[0] | hands[1]),
            self.lacks,
        )

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The move that a text names, such as ``play 5j o3`` or ``draw stock``."""
        move = BY_TEXT.get(tidy(text))
        if move is None:
            raise unreadable(text, FORMS)
        return move

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        words.check(self, move)

    def bearing(self, move: Move) -> tuple[str, ...]:
        """The rules that apply to a move."""
        return words.bearing(self, move)

    # -- results

    @property
    def points(self) -> tuple[int, int]:
        """The points of the hand: the player with the lower count scores the difference; zero before the hand is over
        (UC-14).
        """
        if self.to_play is not None:
            return 0, 0
        a, b = (counted(side) for side in self.sides)
        return max(b - a, 0), max(a - b, 0)

    @property
    def returns(self) -> list[int] | None:
        """+1 and -1 for the player who scored and the other one; 0 for both if the counts are equal (UC-14)."""
        if self.to_play is not None:
            return None
        a, b = self.points
        return [(a > b) - (a < b), (b > a) - (b < a)]

    # -- what viewers see

    def table(self, viewer: Viewer) -> UniversalTable:
        """The table as a viewer sees it (UC-3, UC-14)."""
        return table_of(self, viewer)

    def rest(self) -> dict[str, Any]:
        """What the open table does not show (`rest_of`)."""
        return rest_of(self)

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: UniversalOptions) -> Self:
        """The state that an open table and its rest describe; raises RecordError for one that no hand can reach."""
        return cls.of_sides(*Reader(table, rest).fields(options))

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Deal the cards that a viewer cannot know anew, every consistent arrangement as likely as any other."""
        return redeal(self, seat, rng)

    # -- words

    def phrase(self, move: Move, names: Names = LETTERS, instead: Move | None = None) -> str:
        """Tell somebody to make a move."""
        return phrases.phrase(self, move, names)

    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say what a move did; the text does not name a card drawn from the stock."""
        return words.narrate(self, move, after, names)
