"""The evaluation of five columns: the cards that a placement captures against a sensible reply."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt, tanh
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from capture_widgets.bots.evaluate.evaluation import Contrast, Evaluation
from capture_widgets.core.phrases import listed
from capture_widgets.engine.cards import Card
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, Seat, State
from capture_widgets.games.columns import (
    NO_CARD,
    Column,
    ColumnsState,
    Placement,
    Placements,
    standing,
)
from capture_widgets.games.columns.capturing import COUNT, SHARES, STANDINGS, Standing, captor_of

N = TypeVar("N", int, float)

_ACE = 12
_OFTENER, _MORE_CARDS = 0.15, 0.7
"""The least differences that are told as a reason: in how often a column is captured, and in captured cards."""
_TRIES = 6
"""The number of placements among which a playout chooses."""
_OPPONENT_TRIES = 40
"""The number of placements among which the opponent is assumed to choose."""


class ColumnsEvaluation(Evaluation):
    """Rates a placement by the columns that it captures and by the strength of the others."""

    sharper: ClassVar[float] = 0.87
    lean: ClassVar[float] = -0.38
    worlds: ClassVar[int] = 40
    scale: ClassVar[float] = 10.0
    exploration: float = 0.3
    purpose_is_reason = True
    sureness: ClassVar[tuple[float, float, float, float]] = (6.3, 4.2, 1.0, 4.6)
    club_simulations: ClassVar[int] = 8
    strong_simulations: ClassVar[int] = 40_000

    def glances(self, moves: int) -> int:
        """Nine placements."""
        return 9

    def simpler(self) -> Evaluation:
        """Considers only some of the placements."""
        self.considered = 22
        return self

    def alike(self, state: State, move: Move) -> Hashable:
        """The ranks of a placement: suits do not matter in this game."""
        assert isinstance(move, Placement)
        return tuple(card if card == NO_CARD else card % 13 for card in move.cards)

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """All placements, but of those with the same ranks only one."""
        assert isinstance(state, ColumnsState)
        hand = _hand_of(state)
        if len({card % 13 for card in hand}) == len(hand):
            return moves
        return list({self.alike(state, move): move for move in moves}.values())

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Rate moves by cards captured less cards lost; if the opponent has not chosen yet, assume a sensible reply."""
        assert isinstance(state, ColumnsState)
        seat = state.to_play
        assert seat is not None
        if state.placed is None:
            theirs = _placement(state, 1 - seat, rng)
        else:
            theirs = state.placed
        gains = placement_gains(state, seat, _hand_of(state), theirs)
        return [placement_sum(gains, move) for move in moves if isinstance(move, Placement)]

    def pick(self, state: State, moves: Sequence[Move], rng: Random) -> Move:
        """The best of a few random placements, judged by the face-up cards."""
        assert isinstance(state, ColumnsState) and state.to_play is not None
        return _placement(state, state.to_play, rng, moves)

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Compare all moves against one placement of the opponent, chosen by what the opponent could see."""
        assert isinstance(state, ColumnsState)
        seat = state.to_play
        assert seat is not None
        hand = state.hands[1 - seat] if state.placed is None else tuple(sorted(state.placed.played()))
        theirs = good_placement(state, 1 - seat, hand, rng)
        # the result of a column depends only on the one card placed there, so compute it once for each card
        captures, holds = [], []
        for column in _columns(state, seat, _hand_of(state), theirs):
            captures.append({card: fate.capture for card, fate in column.items()})
            holds.append({card: fate.hold for card, fate in column.items()})
        first, second = state.points
        columns, carried_to_hidden = 5 - state.slots.count(None), SHARES[len(state.left) >> 1]
        rewards: list[float] = []
        for move in moves:
            assert isinstance(move, Placement)
            total = placement_sum(captures, move)
            captured, lead = total & _CAPTURED, (total >> _LEAD) + first - second
            carried = columns - (total >> _COLUMNS & 7)
            if not state.left or not carried_to_hidden[carried][1]:
                reward = self.reward((lead > 0) - (lead < 0), lead)
            else:
                reward = self._unfinished(lead + placement_sum(holds, move), 52 - first - second - captured)
            rewards.append(1 - reward if seat else reward)
        return rewards

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Play only the current placements: what follows is mostly the luck of cards that are not dealt yet."""
        assert isinstance(state, ColumnsState)
        left = state.left
        while state.to_play is not None and state.left == left:
            state = state.apply(_placement(state, state.to_play, rng))
        return self.rewards(state) if state.to_play is None else self.value(state)

    def value(self, state: State) -> Sequence[float]:
        """The rewards by the lead and the strength of the columns; a lead counts more if few cards are left."""
        assert isinstance(state, ColumnsState)
        first, second = state.points
        margin = float(first - second)
        for column in state.slots:
            if column is not None and len(column[0]) + len(column[1]) > 2:
                margin += _hold(standing(column[0]), standing(column[1]))
        reward = self._unfinished(margin, 52 - first - second)
        return reward, 1 - reward

    def _unfinished(self, margin: float, cards_left: int) -> float:
        """Seat A's reward for a lead while a number of cards are not captured yet."""
        return self.reward(tanh(margin / (2.0 + 1.3 * sqrt(cards_left))), margin)

    def purpose(self, state: State, move: Move) -> str:
        """The purpose of a placement, column by column."""
        assert isinstance(state, ColumnsState) and isinstance(move, Placement)
        seat = state.to_play
        assert seat is not None
        found: dict[str, list[str]] = {}
        for number, (column, card) in enumerate(zip(state.slots, move.cards, strict=True), 1):
            if column is None or card == NO_CARD:
                continue
            before, now = standing(column[seat]), standing((*column[seat], card))
            sides = (now, standing(column[1])) if seat == 0 else (standing(column[0]), now)
            if now.sets > before.sets:
                found.setdefault("your set gets better in", []).append(str(number))
            elif card % 13 == _ACE:
                found.setdefault("an ace keeps the other side from high and low in", []).append(str(number))
            elif captor_of(*sides, state.options.aces) == seat:
                found.setdefault("as the open cards lie, you capture", []).append(str(number))
        told = [f"{words} column{'s' if len(at) > 1 else ''} {listed(at)}" for words, at in found.items()]
        return "; ".join(told) if told else "it gives little away in any column"

    def reply(self, state: State, rng: Random) -> Move:
        """The placement that does best against a few sensible ones of hands that the other player might have."""
        assert isinstance(state, ColumnsState) and state.to_play is not None
        return good_placement(state, state.to_play, _hand_of(state), rng)

    def effects(self, before: Any, after: Any) -> Mapping[str, float] | None:
        """The columns captured in the round, by number, and the cards captured less those lost."""
        assert isinstance(before, ColumnsState) and isinstance(after, ColumnsState)
        if after.placed is not None:
            return None
        seat = before.to_play
        assert seat is not None
        mine, theirs = (set(after.captured[one]) for one in (seat, 1 - seat))
        gained = len(mine) - len(theirs) - len(before.captured[seat]) + len(before.captured[1 - seat])
        found = {"cards": float(gained)}
        for number, column in enumerate(before.slots, 1):
            if column is not None:
                found[f"won {number}"] = float(column[0][0] in mine)
                found[f"lost {number}"] = float(column[0][0] in theirs)
        return found

    def because(self, state: Any, best: Any, played: Any, told: Mapping[str, Contrast], names: Names) -> str | None:
        """A column that is captured or saved, or cards."""
        assert isinstance(state, ColumnsState) and state.to_play is not None
        clear: list[tuple[float, str]] = []
        for number in range(1, 6):
            if (won := told.get(f"won {number}")) is not None and won.is_clear(_OFTENER):
                clear.append((won.lead, f"it captures column {number} {won.in_hundred}"))
            if (lost := told.get(f"lost {number}")) is not None and lost.is_clear(-_OFTENER):
                other = names.does(1 - state.to_play, "capture")
                clear.append((-lost.lead, f"{other} column {number} less often, {lost.in_hundred}"))
        if clear:
            return max(clear)[1]
        cards = told["cards"]
        return (
            f"on average it brings you {cards.lead:.1f} cards more than your move"
            if cards.is_clear(_MORE_CARDS)
            else None
        )


def _hold(one: Standing, two: Standing) -> float:
    """The expected gain of seat A from a column that is not captured, in cards; an ace keeps a column safe."""
    return 0.3 * (one.ace - two.ace) + 0.15 * (one.high - two.high + two.low - one.low) / 12


_COLUMNS, _LEAD, _CAPTURED = 8, 12, 255
"""The layout of `_Fate.capture`: the first bits of the column count and of the lead, and the mask of the cards."""


class _Fate(NamedTuple):
    """The result of a column after both sides have placed a card there."""

    gain: float
    """Cards captured less cards lost by the side in question, or a small bonus for an ace if nobody captures."""
    capture: int
    """Three numbers packed into one, so that one addition adds all: the cards captured, at ``_COLUMNS`` whether the
    column is captured, and at ``_LEAD`` the lead that seat A gains."""
    hold: float
    """The expected gain of seat A if the column is not captured."""


_NOTHING: Final = {NO_CARD: _Fate(0.0, 0, 0.0)}


def _hand_of(state: ColumnsState) -> tuple[Card, ...]:
    """The hidden cards of the seat to play."""
    assert state.to_play is not None
    return state.hands[state.to_play]


def _columns(state: ColumnsState, seat: Seat, hand: tuple[Card, ...], theirs: Placement) -> list[dict[Card, _Fate]]:
    """The result against a placement of the opponent, by column and by the card that a seat places there."""
    aces = state.options.aces
    cards = (*hand, NO_CARD) if len(hand) < 5 - state.slots.count(None) else hand
    results = []
    for column, ranks, other in zip(state.slots, state.ranks, theirs.cards, strict=True):
        if column is None:
            results.append(_NOTHING)
            continue
        count_before = len(column[0]) + len(column[1]) + (other != NO_CARD)
        mine, against = ranks[seat], STANDINGS[ranks[1 - seat] + COUNT[other]]
        fates = {}
        for card in cards:
            ours = STANDINGS[mine + COUNT[card]]
            captor = captor_of(ours, against, aces)
            count = count_before + (card != NO_CARD)
            if captor is None:
                hold = 0.0
                if count > 2:
                    hold = _hold(against, ours) if seat else _hold(ours, against)
                fates[card] = _Fate(0.3 * (ours.ace - against.ace), 0, hold)
            else:
                lead = count if captor == seat else -count  # captor 0 is the seat itself, 1 its opponent
                fates[card] = _Fate(-count if captor else count, (lead << _LEAD) + (1 << _COLUMNS) + count, 0.0)
        results.append(fates)
    return results


def placement_gains(
    state: ColumnsState, seat: Seat, hand: tuple[Card, ...], theirs: Placement
) -> list[dict[Card, float]]:
    """The gain of each card in each column: the cards it captures less those it loses, with a small bonus for aces."""
    return [{card: fate.gain for card, fate in column.items()} for column in _columns(state, seat, hand, theirs)]


def placement_sum(columns: Sequence[Mapping[Card, N]], placement: Placement) -> N:
    """The sum over the columns of the numbers for the cards of a placement."""
    a, b, c, d, e = columns
    v, w, x, y, z = placement.cards
    return a[v] + b[w] + c[x] + d[y] + e[z]


def _placement(state: ColumnsState, seat: Seat, rng: Random, moves: Sequence[Move] | None = None) -> Placement:
    """The best of a few random placements, by what the seat sees."""
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


def good_placement(state: ColumnsState, seat: Seat, hand: tuple[Card, ...], rng: Random) -> Placement:
    """The placement that does best against a few sensible placements of random opposing hands."""
    moves = Placements.of(hand, state.columns())
    count = len(moves)
    if count == 1:
        return moves[0]
    tried = [moves[i] for i in rng.sample(range(count), min(_OPPONENT_TRIES, count))]
    unseen = [*state.left, *state.hands[1 - seat]]
    totals: list[dict[Card, float]] | None = None
    for _ in range(4):
        other = tuple(sorted(rng.sample(unseen, min(len(hand), len(unseen)))))
        against = _placement(state, 1 - seat, rng, Placements.of(other, state.columns()))
        gains = placement_gains(state, seat, hand, against)
        if totals is None:
            totals = gains
        else:
            for total, gain in zip(totals, gains, strict=True):
                for card, value in gain.items():
                    total[card] += value
    assert totals is not None
    scores = [placement_sum(totals, move) for move in tried]
    return tried[max(range(len(tried)), key=scores.__getitem__)]


def _promise(column: Column, seat: Seat, card: Card) -> float:
    """How well a card fits the seat's side of a column."""
    own, rank = column[seat], card % 13
    ranks = [other % 13 for other in own]
    if rank in ranks:
        return 6.0
    if len(own) > 1:
        return 1.0
    # each side has one card: a pair that lies above and below the other card captures it
    theirs = column[1 - seat][0] % 13
    low, high = min(rank, ranks[0]), max(rank, ranks[0])
    if rank == _ACE:
        return 0.5
    return 2.5 if low < theirs < high and ranks[0] != _ACE and theirs != _ACE else 0.0


EVALUATION: Final = ColumnsEvaluation
