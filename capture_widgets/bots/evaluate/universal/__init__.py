"""The evaluation of Universal Card Deck: turn down cards up, get rid of cards, go out early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import tanh
from random import Random
from typing import Any, ClassVar, Final

from capture_widgets.bots.evaluate.evaluation import Contrast, Evaluation
from capture_widgets.bots.evaluate.universal.playout import play_on
from capture_widgets.core.bit_masks import bits
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.cards import Card
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, State
from capture_widgets.games.universal import (
    BELOW,
    BIT,
    VALUE,
    Bar,
    Board,
    Build,
    Discard,
    Draw,
    End,
    Pass,
    Play,
    Slip,
    UniversalState,
    card_name,
)

_CLEAR_MARGIN = 45
"""A margin of this many points counts as three quarters of a win."""
_MORE_BARE, _FEWER_POINTS = 0.3, 3.0
"""The least differences that are told as a reason: in cards that are turned up or got rid of, and in points left."""


def _counts(quarter: int) -> LazyDict[int, int]:
    """The total value of the cards in a quarter of the deck, by a mask of fifteen cards."""
    return LazyDict(lambda mask: sum(VALUE[15 * quarter + card] for card in bits(mask)))


_QUARTERS = tuple(map(_counts, range(4)))


class UniversalEvaluation(Evaluation):
    """Rates a move by its kind, the value of its card, and the builds that it makes possible."""

    worlds: ClassVar[int] = 12
    deep: ClassVar[bool] = True
    sharper: ClassVar[float] = 1.3
    horizon: ClassVar[int] = 40
    reuse: ClassVar[int] = 2
    scale: ClassVar[float] = 40.0
    purpose_is_reason = True
    sureness: ClassVar[tuple[float, float, float, float]] = (0.05, 1.69, 0.41, 3.45)
    club_simulations: ClassVar[int] = 100
    strong_simulations: ClassVar[int] = 14_000
    choosing: ClassVar[float] = 2.4
    exploration: float = 0.35

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The builds that lay a down card bare if there are any, else all moves.

        Such builds are free, so a search is better spent on what follows them.
        """
        assert isinstance(state, UniversalState)
        if not state.board.builds:
            return moves
        downs = state.board.downs
        return [move for move in moves if type(move) is Build and downs[move.source]] or moves

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Rate moves on a rough scale: 100 for turning up a down card, 20 to 60 for getting rid of a card."""
        assert isinstance(state, UniversalState)
        return [self._rating(state, move) for move in moves]

    def _rating(self, state: UniversalState, move: Move) -> float:
        after = state.apply(move)
        if after.to_play is None:
            assert state.to_play is not None and after.returns is not None
            return 500.0 * after.returns[state.to_play] + after.points[state.to_play]
        if isinstance(move, Build):
            return 100.0 if state.board.downs[move.source] else -5.0
        if isinstance(move, Play | Slip):
            if move.across:
                return 22.0 + VALUE[move.card]
            opened = 20.0 if after.board.builds & ~state.board.builds else 0.0
            return 40.0 + VALUE[move.card] + opened
        if isinstance(move, Bar):
            return 30.0 + VALUE[move.card]
        if isinstance(move, Discard):
            return 20.0 + VALUE[move.card] - (12.0 if fits_on_board(state, move.card) else 0.0)
        if isinstance(move, Draw) and move.pile == "discard":
            return 4.0 if fits_on_board(state, state.discard[-1]) else -3.0
        return 10.0 if isinstance(move, End) else 0.0

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Play on with plain integers, to the end or to the horizon (see the module `playout`)."""
        assert isinstance(state, UniversalState)
        if state.to_play is None:
            return self.rewards(state)
        (hand, other_hand), (downs, other_downs), over = play_on(state, self.horizon, rng)
        margin = points_left(other_hand, other_downs) - points_left(hand, downs)
        sign = (margin > 0) - (margin < 0) if over else tanh(margin / _CLEAR_MARGIN)
        reward = self.reward(sign, margin)
        return reward, 1 - reward

    def value(self, state: State) -> Sequence[float]:
        """The rewards if both sides counted hands and down cards now."""
        assert isinstance(state, UniversalState)
        mine = points_left(state.hand, state.board.downs)
        theirs = points_left(state.other_hand, state.other_board.downs)
        margin = theirs - mine
        reward = self.reward(tanh(margin / _CLEAR_MARGIN), margin)
        return (reward, 1 - reward) if state.to_play != 1 else (1 - reward, reward)

    def effects(self, before: Any, after: Any) -> Mapping[str, float] | None:
        """Of the rest of the turn: down cards turned up, cards out of the hand, and points that count no more."""
        assert isinstance(before, UniversalState) and isinstance(after, UniversalState)
        seat = before.to_play
        assert seat is not None
        if after.to_play == seat:
            return None
        (hand, downs), (left, bare) = ((side.hand, side.board.downs) for side in (before.mine, after.sides[seat]))
        return {
            "bare": sum(map(len, downs)) - sum(map(len, bare)),
            "rid": hand.bit_count() - left.bit_count(),
            "points": points_left(hand, downs) - points_left(left, bare),
        }

    def because(self, state: Any, best: Any, played: Any, told: Mapping[str, Contrast], names: Names) -> str | None:
        """Down cards that are turned up, cards that are got rid of, or points."""
        bare, rid, points = (told[name] for name in ("bare", "rid", "points"))
        if bare.is_clear(_MORE_BARE):
            return bare.averages("it turns up", "face-down cards this turn")
        if rid.is_clear(_MORE_BARE):
            return f"on average your hand has {rid.lead:.1f} cards fewer after this turn than with your move"
        if points.is_clear(_FEWER_POINTS):
            return f"after this turn {points.lead:.0f} points fewer count against you than with your move"
        return None

    def purpose(self, state: State, move: Move) -> str:
        """The purpose of a move."""
        assert isinstance(state, UniversalState)
        if isinstance(move, Build):
            if state.board.downs[move.source]:
                return "it turns up a face-down card, which would count twice against you"
            return "it frees a column for a Galaxy"
        if isinstance(move, Play | Slip):
            name = card_name(move.card)
            if not state.hand & ~BIT[move.card]:
                return "your last card: you go out"
            if move.across:
                return f"it rids you of the {name} and covers the column that they wanted to build on"
            if state.apply(move).board.builds & ~state.board.builds:
                return f"it rids you of the {name} and lets you build"
            return f"it rids you of the {name} and lengthens your own board"
        if isinstance(move, Bar):
            return "on the bar it counts for nobody and nobody can use it"
        if isinstance(move, Discard):
            return "with a second card played you need not draw"
        if isinstance(move, Draw):
            if move.pile == "discard":
                return _use_of(state, state.discard[-1])
            if all(isinstance(other, Draw) for other in state.legal_moves()):
                is_last = state.hand.bit_count() == 1  # it may fit elsewhere, where it may not go (UC-12)
                return "your last card goes onto your own board only" if is_last else "no card of yours fits anywhere"
            return "a new card is better than what can be played now"
        if isinstance(move, Pass):
            return "nothing can be played or drawn"
        return "there is nothing more to gain in this turn"


def fits_on_board(state: UniversalState, card: Card) -> bool:
    """Whether the player to move could put a card on the own board now."""
    return _takes(state.board, BIT[card])


def _takes(board: Board, bit: int) -> bool:
    """Whether the card of a bit fits somewhere on a board."""
    return any(mask & bit for mask in board.below) or any(mask & bit for _, mask in board.slips)


def _use_of(state: UniversalState, card: Card) -> str:
    """What the player to move gains by drawing a card that everybody sees, by what that player knows."""
    if fits_on_board(state, card):
        return "it fits on your board"
    bit = BIT[card]
    for held in bits(state.hand):
        # a card that is slipped behind a run leaves no place under it
        if BELOW[held] & bit and any(mask & BIT[held] for mask in state.board.below):
            return f"it fits under your {card_name(held)}, which fits on your board"
    if state.bar & bit:
        return "it fits on the bar"
    if _takes(state.other_board, bit):
        return "it fits on the other board, so you can get rid of it there"
    if VALUE[card] < _unseen_value(state):
        return f"it counts only {VALUE[card]}, and an unseen card counts more on average"
    return "you know what you get, and the next card of the stock nobody knows"


def _unseen_value(state: UniversalState) -> float:
    """What a card that the player to move has not seen counts on average."""
    boards = (state.board.downs, state.other_board.downs)
    hidden = [*state.stock, *bits(state.other_hand & ~state.theirs.known)]
    hidden += [card for downs in boards for column in downs for card in column]
    return sum(VALUE[card] for card in hidden) / len(hidden) if hidden else 0.0


def points_left(hand: int, downs: Sequence[Sequence[Card]]) -> int:
    """What the cards that a player still holds count against that player."""
    total = 0
    for part in _QUARTERS:
        total += part[hand & 32767]
        hand >>= 15
    for column in downs:
        for card in column:
            total += 2 * VALUE[card]
    return total


EVALUATION: Final = UniversalEvaluation
