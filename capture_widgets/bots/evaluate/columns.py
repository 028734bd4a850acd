"""Five columns: how many cards a placement captures, against a sensible placement of the other side."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh
from random import Random
from typing import ClassVar, Final

from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.cards import Card
from capture_widgets.games.columns import (
    COLUMN_NAMES,
    NO_CARD,
    Column,
    ColumnsState,
    Placement,
    Placements,
    card_name,
    standing,
    winner,
)
from capture_widgets.state import Move, Seat, State

_ACE = 12
_TRIES = 6
"""Placements that a playout looks at."""
_THOUGHT = 40
"""Placements that the other side is taken to look at."""


class ColumnsEvaluation(Evaluation):
    """Judges a placement by the columns it captures and the strength of those it leaves."""

    worlds: ClassVar[int] = 40
    scale: ClassVar[float] = 10.0
    exploration: ClassVar[float] = 0.3

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Cards captured less cards lost this round; the other side's placement is a sensible one where it is open."""
        assert isinstance(state, ColumnsState)
        seat = state.to_play
        assert seat is not None
        if state.placed is None:
            theirs = _placement(state, 1 - seat, rng)
        else:
            theirs = state.placed
        rated: list[float] = []
        for move in moves:
            assert isinstance(move, Placement)
            rated.append(_fought(state, seat, move, theirs))
        return rated

    def pick(self, state: State, moves: Sequence[Move], rng: Random) -> Move:
        """The best of a few placements, by what the face-up cards show."""
        assert isinstance(state, ColumnsState) and state.to_play is not None
        return _placement(state, state.to_play, rng, moves)

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """All against one placement of the other side, the best of a few by what that side could see."""
        assert isinstance(state, ColumnsState)
        seat = state.to_play
        assert seat is not None
        hand = state.hands[1 - seat] if state.placed is None else tuple(sorted(state.placed.played()))
        theirs = _thoughtful(state, 1 - seat, hand, rng)
        rewards: list[float] = []
        for move in moves:
            if state.placed is None:
                after = state.apply(move).apply(theirs)
            else:
                after = state._replace(placed=theirs).apply(move)
            ended = after.to_play is None
            rewards.append((self.rewards(after) if ended else self.value(after))[seat])
        return rewards

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Plays this round only: what later rounds bring is mostly the luck of cards not yet dealt."""
        assert isinstance(state, ColumnsState)
        left = state.left
        while state.to_play is not None and state.left == left:
            state = state.apply(_placement(state, state.to_play, rng))
        return self.rewards(state) if state.to_play is None else self.value(state)

    def value(self, state: State) -> Sequence[float]:
        """The lead, the more telling the fewer cards are still to be fought for; aces keep columns safe."""
        assert isinstance(state, ColumnsState)
        first, second = state.points
        margin = float(first - second)
        for column in state.slots:
            if column is not None and len(column[0]) + len(column[1]) > 2:
                one, two = standing(column[0]), standing(column[1])
                margin += 0.3 * (one.ace - two.ace) + 0.15 * (one.high - two.high + two.low - one.low) / 12
        still = 52 - first - second
        mine = self.reward(tanh(margin / (2.0 + 1.3 * sqrt(still))), margin)
        return mine, 1 - mine

    def purpose(self, state: State, move: Move) -> str:
        """Which columns the placement is after."""
        assert isinstance(state, ColumnsState) and isinstance(move, Placement)
        seat = state.to_play
        assert seat is not None
        after: list[str] = []
        for name, column, card in zip(COLUMN_NAMES, state.slots, move.cards, strict=True):
            if column is None or card == NO_CARD:
                continue
            before, now = standing(column[seat]), standing((*column[seat], card))
            if now.sets > before.sets:
                after.append(f"the {card_name(card)} makes a matched set in {name}")
            elif card % 13 == _ACE:
                after.append(f"the ace keeps {name} from being lost to high and low")
            elif winner((column[0] + (card,), column[1]) if seat == 0 else (column[0], column[1] + (card,)),
                        state.options.aces) == seat:
                after.append(f"the {card_name(card)} reaches above and below in {name}")
        return "; ".join(after[:3]) if after else "it gives little away, column by column"


def _fought(state: ColumnsState, seat: Seat, mine: Placement, theirs: Placement) -> float:
    """Cards captured less cards lost when both placements are shown, and a little for sets that stay."""
    total = 0.0
    aces = state.options.aces
    for column, card, other in zip(state.slots, mine.cards, theirs.cards, strict=True):
        if column is None:
            continue
        ours = column[seat] if card == NO_CARD else (*column[seat], card)
        against = column[1 - seat] if other == NO_CARD else (*column[1 - seat], other)
        captor = winner((ours, against), aces)
        if captor is None:
            one, two = standing(ours), standing(against)
            total += 0.3 * (one.ace - two.ace)
        else:
            total += (len(ours) + len(against)) * (1 if captor == 0 else -1)
    return total


def _placement(state: ColumnsState, seat: Seat, rng: Random, moves: Sequence[Move] | None = None) -> Placement:
    """The best of a few placements at random, by what the seat sees."""
    if moves is None:
        moves = Placements.of(state.hands[seat], state.columns())
    best: Placement | None = None
    best_score = -1e9
    random = rng.random
    slots = state.slots
    count = len(moves)
    for _ in range(min(_TRIES, count)):
        move = moves[int(random() * count)]
        assert isinstance(move, Placement)
        score = random()
        for column, card in zip(slots, move.cards, strict=True):
            if column is not None and card != NO_CARD:
                score += _promise(column, seat, card)
        if score > best_score:
            best, best_score = move, score
    assert best is not None
    return best


def _thoughtful(state: ColumnsState, seat: Seat, hand: tuple[Card, ...], rng: Random) -> Placement:
    """The placement of a hand that does best against a few sensible ones of hands at random."""
    moves = Placements.of(hand, state.columns())
    count = len(moves)
    if count == 1:
        return moves[0]
    tried = [moves[i] for i in rng.sample(range(count), min(_THOUGHT, count))]
    unseen = [*state.left, *state.hands[1 - seat]]
    scores = [0.0] * len(tried)
    for _ in range(4):
        other = tuple(sorted(rng.sample(unseen, min(len(hand), len(unseen)))))
        against = _placement(state, 1 - seat, rng, Placements.of(other, state.columns()))
        for i, move in enumerate(tried):
            scores[i] += _fought(state, seat, move, against)
    return tried[max(range(len(tried)), key=scores.__getitem__)]


def _promise(column: Column, seat: Seat, card: Card) -> float:
    """How well a card goes with the seat's side of a column."""
    own, rank = column[seat], card % 13
    ranks = [other % 13 for other in own]
    if rank in ranks:
        return 6.0
    if len(own) > 1:
        return 1.0
    # one card lies there: cards far apart hold high and low
    theirs = column[1 - seat][0] % 13
    low, high = min(rank, ranks[0]), max(rank, ranks[0])
    if rank == _ACE:
        return 0.5
    return 2.5 if low < theirs < high and ranks[0] != _ACE and theirs != _ACE else 0.0


EVALUATION: Final = ColumnsEvaluation
