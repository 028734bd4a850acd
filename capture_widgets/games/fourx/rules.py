"""4X Solitaire: one player discovers and takes a map of seven by seven cards (docs/rules.md, FX-1 to FX-11)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import IllegalDeal
from capture_widgets.core.shuffles import shuffled
from capture_widgets.engine.cards import Card
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import Move, Seat, State, Viewer, no_move, tidy, unreadable
from capture_widgets.games.fourx import phrases, words
from capture_widgets.games.fourx.claims import claims_of, standing_moves, vacated
from capture_widgets.games.fourx.moves import (
    BIT,
    COLUMN,
    COURT,
    DIAMONDS,
    FIRST_MOVES,
    FORMS,
    FROM,
    KING_OF,
    MOVES,
    NEAR,
    NO_CARD,
    OF_SUIT,
    RESIGN,
    ROW,
    SET_ASIDE,
    SUIT,
    TECH_COLUMN,
    TECH_ROW,
    WHOLE,
    Capture,
    Conquer,
    Explore,
    FourXOptions,
    King,
    Piles,
    Resign,
    SetAside,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
    card_name,
)
from capture_widgets.games.fourx.position import FourXTable, Reader, rest_of, table_of

_new: Final = tuple.__new__


class _Fields(NamedTuple):
    options: FourXOptions
    own: int | None
    """The own suit."""
    conquered: tuple[int, ...]
    """Conquered suits, in order."""
    piles: Piles
    replacement: Card | None
    """The card that waits to replace the technology (FX-10)."""
    tech: Card | None
    """The card set aside as the technology."""
    used: bool
    """Whether the technology has been used."""
    taken: Card | None
    """The card that a technology of clubs took."""
    turns: int
    result: int
    """+1 won, -1 given up, 0 while the game goes on."""
    cards: bytes
    """The card on each space, `NO_CARD` where there is none."""
    down: int
    """The mask of the spaces with a face-down card."""
    territory: int
    """The mask of the territory (FX-3)."""
    movers: int
    """The mask of the spaces whose cards may explore and travel (FX-4, FX-8); none when the game is over."""
    foes: int
    """The mask of the face-up enemy cards."""
    standing: tuple[Move, ...]
    """The legal moves other than travels and explorations; a travel does not change them."""
    rows: tuple[int, ...]
    """The territory as seven masks, one for each row of the map; cards can travel to these spaces."""


class FourXState(_Fields, State):
    """A position of 4X Solitaire."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: FourXOptions, first: Seat | None = None) -> Self:  # noqa: ARG003
        """The state before the king is chosen; there is one seat, so ``first`` means nothing (FX-1)."""
        for place in range(4 if options.tech else 3):
            if cards[place] in KING_OF:
                name = card_name(cards[place])
                if place == 3:
                    raise IllegalDeal("FX-10", f"the replacement, fourth in the deal, is the {name}; kings never are")
                raise IllegalDeal("FX-1", f"the {name} is among the first three cards; no king may lie in the arsenal")
        piles = (cards[0],), (cards[1],), (cards[2],)
        replacement = cards[3] if options.tech else None
        on_map = bytes(cards[4:]) + bytes([NO_CARD]) if options.tech else bytes(cards[3:])
        return cls._with_standing_moves(
            options, None, (), piles, replacement, None, None, 0, 0, on_map, WHOLE[options.tech], 0, 0, 0, used=False
        )

    @classmethod
    def from_parts(
        cls,
        options: FourXOptions,
        own: int | None,
        conquered: tuple[int, ...],
        piles: Piles,
        replacement: Card | None,
        tech: Card | None,
        taken: Card | None,
        turns: int,
        result: int,
        cards: bytes,
        down: int,
        *,
        used: bool,
    ) -> Self:
        """Make a state from its independent parts. ``result`` is -1 if the player has given up, else 0, also if the
        game is won.
        """
        territory = movers = foes = 0
        if own is not None:
            territory, movers, foes = claims_of(options, own, conquered, cards, WHOLE[options.tech] & ~down)
        return cls._with_standing_moves(
            options, own, conquered, piles, replacement, tech, taken, turns, result, cards, down,
            territory, movers, foes, used=used,
        )  # fmt: skip

    @classmethod
    def _with_standing_moves(
        cls,
        options: FourXOptions,
        own: int | None,
        conquered: tuple[int, ...],
        piles: Piles,
        replacement: Card | None,
        tech: Card | None,
        taken: Card | None,
        turns: int,
        result: int,
        cards: bytes,
        down: int,
        territory: int,
        movers: int,
        foes: int,
        *,
        used: bool,
    ) -> Self:
        """Make a state, and compute its result and its standing moves (FX-9)."""
        standing: tuple[Move, ...]
        if result or territory == WHOLE[options.tech]:
            result, movers, standing = result or 1, 0, ()
        elif own is None:
            standing = FIRST_MOVES
        elif options.tech and tech is None:
            standing = (*(SET_ASIDE[pile[-1]] for pile in piles), RESIGN)
        else:
            ability = None if tech is None or used else SUIT[tech]
            standing = standing_moves(options, own, piles, ability, cards, down, territory, foes)
        rows = (
            territory & 127,
            territory >> 7 & 127,
            territory >> 14 & 127,
            territory >> 21 & 127,
            territory >> 28 & 127,
            territory >> 35 & 127,
            territory >> 42,
        )
        return _new(cls, (
            options, own, conquered, piles, replacement, tech, used, taken, turns, result, cards, down,
            territory, movers, foes, standing, rows,
        ))  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.cards, self.down, self.own, self.piles, self.tech, self.used, self.turns, self.result))

    @property
    def to_play(self) -> Seat | None:
        """Seat 0, None when the game is over."""
        return None if self.result else 0

    @property
    def arsenal(self) -> tuple[Card, ...]:
        """The visible cards of the three piles."""
        return tuple([pile[-1] for pile in self.piles])

    @property
    def laid_out(self) -> bool:
        """Whether the map is laid out and the player's king lies face up (FX-2, FX-10)."""
        return self.own is not None and (self.tech is not None or not self.options.tech)

    def legal_moves(self) -> list[Move]:
        """All legal moves: first those that no travel changes, then explorations and travels."""
        _, _, _, _, _, tech, used, _, _, _, _, down, territory, movers, _, standing, rows = self
        moves = [*standing]
        if not movers:
            return moves
        if tech is not None and not used and SUIT[tech] == DIAMONDS:
            for space in bits(movers):
                if ROW[space] & down:
                    moves.append(TECH_ROW[space])
                if COLUMN[space] & down:
                    moves.append(TECH_COLUMN[space])
        if territory == movers & -movers:  # only the king is territory, so nothing can travel
            if NEAR[territory.bit_length() - 1] & down:
                moves.append(FROM[territory][1])
            return moves
        # The spaces that a card can travel to, by row: the territory without the card's own space and without the
        # earlier spaces whose cards can travel (FX-5).
        ends = [*rows]
        while movers:
            bit = movers & -movers
            movers ^= bit
            near, explore, row, file, row1, row2, row3, row4, row5, row6, row7 = FROM[bit]
            if near & down:
                moves.append(explore)
            ends[row] ^= file
            ends1, ends2, ends3, ends4, ends5, ends6, ends7 = ends
            if ends1:
                moves += row1[ends1]
            if ends2:
                moves += row2[ends2]
            if ends3:
                moves += row3[ends3]
            if ends4:
                moves += row4[ends4]
            if ends5:
                moves += row5[ends5]
            if ends6:
                moves += row6[ends6]
            if ends7:
                moves += row7[ends7]
        return moves

    def apply(self, move: Move) -> FourXState:
        """The state after a legal move."""
        if type(move) is Travel:
            (
                options, own, conquered, piles, replacement, tech, used, taken, turns, result, cards, down,
                territory, movers, foes, standing, rows,
            ) = self  # fmt: skip
            if result:
                raise no_move(self, move)
            start, end = move.start, move.end
            swapped = bytearray(cards)
            swapped[start] = cards[end]
            swapped[end] = cards[start]
            bit = BIT[end]
            if not movers & bit:
                movers ^= BIT[start] | bit
            return _new(FourXState, (
                options, own, conquered, piles, replacement, tech, used, taken, turns + 1, result, bytes(swapped), down,
                territory, movers, foes, standing, rows,
            ))  # fmt: skip
        if self.result:
            raise no_move(self, move)
        if isinstance(move, Explore):
            return self._turned_up(NEAR[move.space] & self.down, used=self.used)
        if isinstance(move, Capture):
            return self._captured(move.space, move.card)
        if isinstance(move, Conquer):
            return self._conquered(move.space, used=self.used)
        if isinstance(move, Resign):
            return _new(type(self), (*self[:9], -1, *self[10:13], 0, self.foes, (), self.rows))
        if isinstance(move, King):
            return self._laid_out(move.suit, self.piles, self.replacement, None)
        if isinstance(move, SetAside):
            assert self.own is not None and self.replacement is not None
            piles = tuple([(self.replacement,) if pile[-1] == move.card else pile for pile in self.piles])
            return self._laid_out(self.own, piles, None, move.card)
        if isinstance(move, TechFlip):
            return self._turned_up(1 << move.space, used=True)
        if isinstance(move, TechConquer):
            return self._conquered(move.space, used=True)
        if isinstance(move, TechExplore):
            line = ROW if move.line == "row" else COLUMN
            return self._turned_up(line[move.space] & self.down, used=True)
        if not isinstance(move, TechCapture):
            raise no_move(self, move)
        return self._captured(move.space, None)

    def _laid_out(self, own: int, piles: Piles, replacement: Card | None, tech: Card | None) -> Self:
        """The state after the arsenal is laid out. The map is laid out, too, unless a technology must be chosen first
        (FX-2, FX-10).
        """
        cards, down, king = self.cards, self.down, 0
        if replacement is None:
            king = 1 << cards.index(KING_OF[own])
        return self._with_standing_moves(
            self.options, own, (), piles, replacement, tech, None, 0, 0, cards, down ^ king, king, king, 0, used=False
        )

    def _turned_up(self, spaces: int, *, used: bool) -> Self:
        """The state after a turn that turned up the cards of these spaces."""
        assert self.own is not None
        claimed, serving, hostile = claims_of(self.options, self.own, self.conquered, self.cards, spaces)
        return self._after_turn(
            self.cards,
            self.down ^ spaces,
            self.territory | claimed,
            self.movers | serving,
            self.foes | hostile,
            used=used,
        )

    def _captured(self, space: int, by: Card | None) -> Self:
        """The state after a capture by an arsenal card, or by the technology if ``by`` is None (FX-6, FX-10)."""
        card = self.cards[space]
        cards, territory, foes = vacated(self.cards, space), self.territory | 1 << space, self.foes & ~(1 << card)
        if by is None:
            return self._after_turn(cards, self.down, territory, self.movers, foes, used=True, taken=card)
        piles = tuple([(*pile, card) if pile[-1] == by else pile for pile in self.piles])
        return self._after_turn(cards, self.down, territory, self.movers, foes, used=self.used, piles=piles)

    def _conquered(self, space: int, *, used: bool) -> Self:
        """The state after the player conquered a king and with him his suit (FX-7)."""
        options, cards, territory, movers, foes = self.options, self.cards, self.territory, self.movers, self.foes
        suit = SUIT[cards[space]]
        turned = foes & OF_SUIT[suit]
        serving = 0
        if options.conquered_serve:
            serving = turned & COURT if options.explorers == "court" else turned
        foes ^= turned
        while turned:
            card = turned & -turned
            turned ^= card
            bit = 1 << cards.index(card.bit_length() - 1)
            territory |= bit
            if card & serving:
                movers |= bit
        movers &= ~(1 << space)
        conquered = (*self.conquered, suit)
        return self._after_turn(
            vacated(cards, space), self.down, territory, movers, foes, used=used, conquered=conquered
        )

    def _after_turn(
        self,
        cards: bytes,
        down: int,
        territory: int,
        movers: int,
        foes: int,
        *,
        used: bool,
        piles: Piles | None = None,
        taken: Card | None = None,
        conquered: tuple[int, ...] | None = None,
    ) -> Self:
        """The state one turn later, with a changed map; parts that are None stay as they are."""
        return self._with_standing_moves(
            self.options,
            self.own,
            self.conquered if conquered is None else conquered,
            self.piles if piles is None else piles,
            self.replacement,
            self.tech,
            self.taken if taken is None else taken,
            self.turns + 1,
            0,
            cards,
            down,
            territory,
            movers,
            foes,
            used=used,
        )

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The move that a text names."""
        move = MOVES.get(tidy(text))
        if move is None:
            raise unreadable(text, FORMS)
        return move

    check = words.check

    def only_resigning(self) -> bool:
        """Whether the game goes on, but nothing is legal except to resign (FX-9)."""
        return not self.result and self.legal_moves() == [RESIGN]

    def bearing(self, move: Move) -> tuple[str, ...]:
        """The rules that apply to a move."""
        return words.bearing(self, move)

    # -- results

    @property
    def points(self) -> tuple[int, ...]:
        """The number of turns so far (FX-9)."""
        return (self.turns,)

    @property
    def returns(self) -> list[int] | None:
        """+1 once the whole map is territory, -1 once the player has given up (FX-9)."""
        return [self.result] if self.result else None

    # -- what viewers see

    def table(self, viewer: Viewer) -> FourXTable:
        """Map, arsenal and technology as a viewer sees them (FX-2, FX-10)."""
        return table_of(self, viewer)

    def rest(self) -> dict[str, Any]:
        """What the open table does not show (`rest_of`)."""
        return rest_of(self)

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: FourXOptions) -> FourXState:
        """The state that an open table and its rest describe."""
        return Reader(table, rest, options).state(cls)

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Lay all cards that the player has not seen anew, every arrangement as likely as any other.

        Before the king is chosen, these are all cards, but no king may lie in the arsenal or become the replacement.
        Before the technology is chosen, they are the replacement and the map; later, the face-down cards of the map.
        Equal views and generators give equal worlds.
        """
        piles, replacement, cards = self.piles, self.replacement, self.cards
        spaces = list(bits(self.down))
        pool = [cards[space] for space in spaces]
        if not self.laid_out:
            pool += [] if replacement is None else [replacement]
            pool += [] if self.own is not None else self.arsenal
        pool.sort()
        if not self.laid_out:
            common = [card for card in pool if card not in KING_OF]
            common = shuffled(common, rng)
            if self.own is None:
                piles = (common.pop(),), (common.pop(),), (common.pop(),)
            if replacement is not None:
                replacement = common.pop()
            pool = common + [card for card in pool if card in KING_OF]
        pool = shuffled(pool, rng)
        dealt = bytearray(cards)
        for space, card in zip(spaces, pool, strict=True):
            dealt[space] = card
        return self.from_parts(
            self.options, self.own, self.conquered, piles, replacement, self.tech, self.taken, self.turns,
            min(self.result, 0), bytes(dealt), self.down, used=self.used,
        )  # fmt: skip

    def phrase(self, move: Move, names: Names = LETTERS, instead: Move | None = None) -> str:
        """Tell somebody to make a move."""
        return phrases.phrase(self, move)

    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say what the move did, and whether it won the game or left only resigning."""
        return words.narrate(self, move, after, names)
