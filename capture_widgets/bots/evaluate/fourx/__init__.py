"""The evaluation of 4X Solitaire: see the map in few turns, spare the arsenal, conquer kings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from capture_widgets.bots.evaluate.evaluation import Contrast, Evaluation
from capture_widgets.core.bit_masks import bits
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, State
from capture_widgets.games.fourx import (
    COLUMN,
    NEAR,
    RANK,
    ROW,
    SPACES,
    SUIT,
    Capture,
    Conquer,
    Explore,
    FourXState,
    King,
    Resign,
    SetAside,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
    card_name,
)
from capture_widgets.games.fourx.moves import (
    DIAMONDS,
    EXPLORE,
    KINGS,
    RESIGN,
    SPADES,
    TECH_COLUMN,
    TECH_ROW,
    TRAVEL,
    WHOLE,
    around,
)

if TYPE_CHECKING:
    from capture_widgets.bots.evaluate.fourx.worlds import ExplorationCosts

_TURN_COST = 0.004
"""The reward of a win decreases by this much with each turn."""
_MOST_TURNS = 300
"""After this many turns the bots resign."""
_RANKED = {
    Conquer: 4.0,
    TechConquer: 4.0,
    Capture: 3.0,
    TechCapture: 3.0,
    Explore: 2.0,
    TechExplore: 2.0,
    TechFlip: 2.0,
    Travel: 1.0,
    King: 1.0,
    SetAside: 1.0,
}
"""The ratings of `Greedy`: conquer if possible, else capture, else explore, else travel."""


class ByPlayouts(Evaluation):
    """Judges by playouts, whose moves depend on the cards that they turn up and the kings that they surround."""

    worlds: ClassVar[int] = 1
    horizon: ClassVar[int] = 160
    slips: ClassVar[float] = 0.75
    club_simulations: ClassVar[int] = 4
    strong_simulations: ClassVar[int] = 10_000
    exploration: float = 0.25
    sureness: ClassVar[tuple[float, float, float, float]] = (1.5, 1.0, 0.0, 0.0)

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Rate conquests above captures, explorations and travels; resign when travelling shows nothing new."""
        assert isinstance(state, FourXState)
        hopeless = state.laid_out and (
            state.turns >= _MOST_TURNS or not any(NEAR[space] & state.down for space in bits(state.territory))
        )
        last = 1.5 if hopeless else 0.0
        return [_RANKED.get(type(move), last) for move in moves]

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The most promising conquests, captures, explorations and travels; the best first."""
        assert isinstance(state, FourXState)
        if not state.laid_out:
            kings = [move for move in moves if isinstance(move, King)]
            return kings[:1] or [move for move in moves if not isinstance(move, Resign)]
        plans = scored_moves(state, wide=True)
        plans.sort(key=lambda plan: -plan[0])
        best = [move for _, move in plans[:16]]
        return best or [move for move in moves if isinstance(move, Resign)]

    def pick(self, state: State, moves: Sequence[Move], rng: Random) -> Move:
        """The best plan after some noise."""
        assert isinstance(state, FourXState)
        planned = _planned(state, rng)
        return moves[0] if planned is None else planned

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Play on by plans, without listing all travels, which would be slow."""
        assert isinstance(state, FourXState)
        for _ in range(self.horizon):
            if state.result:
                return self.rewards(state)
            move = _planned(state, rng)
            if move is None:
                return self.value(state)
            state = state.apply(move)
        return self.value(state)

    def rewards(self, state: State) -> Sequence[float]:
        """The reward of a win, higher for fewer turns; of a loss, by the territory."""
        assert isinstance(state, FourXState)
        if state.result > 0:
            return (0.6 + 0.4 * max(0.0, 1 - state.turns / 120),)
        return self.value(state)

    def value(self, state: State) -> Sequence[float]:
        """A small reward for territory and conquests, far below that of a win."""
        assert isinstance(state, FourXState)
        return (0.2 * state.territory.bit_count() / 49 + 0.04 * len(state.conquered),)

    def purpose(self, state: State, move: Move) -> str:
        """The purpose of a move, by the visible cards."""
        assert isinstance(state, FourXState)
        if isinstance(move, King):
            return "before any card is seen, all kings are equally good"
        if isinstance(move, SetAside):
            return f"its ability is worth more than the {card_name(move.card)} in the arsenal"
        if isinstance(move, Resign):
            return "nothing else that you can do helps any more"
        if isinstance(move, Explore):
            return _exploring(state, move)
        if isinstance(move, TechExplore):
            line = ROW if move.line == "row" else COLUMN
            return f"it turns up {number_of((line[move.space] & state.down).bit_count(), 'card')}"
        if isinstance(move, TechFlip):
            return "it shows a card that none of your cards can reach"
        if isinstance(move, Travel):
            shown = [(NEAR[end] & state.down).bit_count() for end in (move.start, move.end)]
            end = move.end if shown[1] >= shown[0] else move.start
            if not max(shown):
                return "your cards serve better there"
            most = max((NEAR[space] & state.down).bit_count() for space in bits(state.territory))
            if max(shown) == most:
                return f"from {SPACES[end]} you can turn up {number_of(most, 'card')} next, the most possible now"
            return f"from {SPACES[end]} you can turn up {number_of(max(shown), 'card')} next"
        if isinstance(move, Conquer | TechConquer):
            suit = SUIT[state.cards[move.space]]
            others = sum(SUIT[card] == suit for card in bits(state.foes)) - 1
            now = f", {others} of them at once" if others else ""
            return f"all {'clubs diamonds hearts spades'.split()[suit]} become yours{now}"
        assert isinstance(move, Capture | TechCapture)
        return _capturing(state, move.space)

    def because(self, state: Any, best: Any, played: Any, told: Mapping[str, Contrast], names: Names) -> str | None:
        """What the better move turns up, spares or surrounds, by the visible cards."""
        from capture_widgets.bots.evaluate.fourx.reasons import because_of

        return because_of(state, best, played)

    def prospect(self, worth: float) -> str:
        """The prospects in rough words; the reward counts turns too, so it is not a chance."""
        if worth > 0.6:
            return "A win is likely from here."
        return "It is an open game." if worth > 0.3 else "There is little hope of winning this deal."


def _exploring(state: FourXState, move: Explore) -> str:
    """How many cards an exploration turns up, and how many the others would."""
    count = (NEAR[move.space] & state.down).bit_count()
    words = f"it turns up {number_of(count, 'card')}"
    others = [
        (NEAR[other.space] & state.down).bit_count()
        for other in state.legal_moves()
        if isinstance(other, Explore) and other.space != move.space
    ]
    if not others:
        return f"{words}, and nobody else can explore now"
    if count > max(others):
        return f"{words}, more than any other could"
    return f"{words}, and none could turn up more" if count == max(others) else words


def _capturing(state: FourXState, space: int) -> str:
    """The purpose of a capture on a space, and whether no capture elsewhere serves it."""
    elsewhere = {
        other.space
        for other in state.legal_moves()
        if isinstance(other, Capture | TechCapture) and other.space != space
    }
    kings = face_up_kings(state)
    near = [king for king in kings if NEAR[king] >> space & 1]
    if near:
        needed, king = min((spaces_needed(state, king) - 1, king) for king in near)
        name = card_name(state.cards[king])
        words = f"then you can conquer the {name}"
        if needed > 0:
            words = f"then {number_of(needed, 'more space')} conquer{'s' if needed == 1 else ''} the {name}"
        alone = not any(NEAR[king] >> other & 1 for king in kings for other in elsewhere)
        return f"{words}; no other capture helps" if elsewhere and alone else words
    opened, *others = ((NEAR[one] & state.down).bit_count() for one in (space, *elsewhere))
    if opened:
        most = ", more than after any other capture" if others and opened > max(others) else ""
        return f"from there you can then turn up {number_of(opened, 'card')}{most}"
    return "the whole map has to be yours, so you need this space"


def face_up_kings(state: FourXState) -> list[int]:
    """The spaces of the enemy kings that lie face up."""
    return [state.cards.index(card) for card in bits(state.foes & KINGS)]


def _planned(state: FourXState, rng: Random) -> Move | None:
    """One of the best plans; None if there is no plan."""
    if not state.laid_out:
        moves = state.legal_moves()
        return moves[int(rng.random() * (len(moves) - 1))]
    best: Move | None = None
    best_score = 0.0
    random = rng.random
    for score, move in scored_moves(state, wide=False):
        noisy = score * (0.8 + 0.4 * random())
        if noisy > best_score:
            best, best_score = move, noisy
    return best


def scored_moves(state: FourXState, *, wide: bool) -> list[tuple[float, Move]]:
    """Moves that lead on, each with a score; with ``wide``, not only the best moves of each kind."""
    down, territory, foes = state.down, state.territory, state.foes
    plans: list[tuple[float, Move]] = []
    if foes & KINGS:
        plans += [(1000.0, move) for move in state.standing if type(move) is Conquer]
        if plans and not wide:
            return plans
    views = _views(state)
    if views:
        plans += _exploration_plans(state, views, wide=wide)
        if not wide:
            return plans
    if foes:
        plans += _capture_plans(state)
    if state.tech is not None and not state.used:
        ability = SUIT[state.tech]
        if ability == SPADES:
            reached = around(territory) & ~territory
            plans += [
                (4.0 + 2.0 * (NEAR[move.space] & down).bit_count() / 8, move)
                for move in state.standing
                if type(move) is TechFlip and not reached >> move.space & 1
            ]
        elif ability == DIAMONDS and (wide or not views):
            for space in bits(state.movers):
                for moves, lines in ((TECH_ROW, ROW), (TECH_COLUMN, COLUMN)):
                    count = (lines[space] & down).bit_count()
                    if count:
                        plans.append((5.0 + count, moves[space]))
    return plans


def _capture_plans(state: FourXState) -> list[tuple[float, Move]]:
    """Captures, and conquests by the technology of hearts, each with a score."""
    plans: list[tuple[float, Move]] = []
    cards, own, movers = state.cards, state.own, state.movers
    closer = [(NEAR[king], 12.0 / max(1, spaces_needed(state, king))) for king in face_up_kings(state)]
    beyond = state.down & ~around(state.territory) if movers else 0
    for other in state.standing:
        move: Any = other
        kind = type(move)
        if kind is Capture or kind is TechCapture:
            space = move.space
            score = 3.0
            for near, worth in closer:
                if near >> space & 1:
                    score += worth
            if beyond:
                score += 2.0 * (NEAR[space] & beyond).bit_count()
            if kind is Capture:
                taken, card = cards[space], move.card
                score *= 1 - 0.05 * (RANK[card] - RANK[taken])
                if SUIT[card] == own and SUIT[taken] != own:
                    score *= 0.8
            plans.append((max(score, 0.1), move))
        elif kind is TechConquer:
            plans.append((500.0, move))
    return plans


def spaces_needed(state: FourXState, king: int) -> int:
    """The number of spaces that are still needed to conquer a king."""
    near = NEAR[king] & WHOLE[state.options.tech]
    return -(-51 * near.bit_count() // 100) - (near & state.territory).bit_count()


def _views(state: FourXState) -> list[tuple[int, int]]:
    """Pairs of the number of cards that an exploration from a space would turn up, and that space; none with 0."""
    down = state.down
    views = []
    left = state.territory & around(down) if state.movers and down else 0
    while left:
        bit = left & -left
        left ^= bit
        space = bit.bit_length() - 1
        views.append(((NEAR[space] & down).bit_count(), space))
    return views


def _exploration_plans(state: FourXState, views: list[tuple[int, int]], *, wide: bool) -> list[tuple[float, Move]]:
    """Explorations from where a card stands, and travels to spaces from which more cards would be turned up."""
    movers, down = state.movers, state.down
    plans: list[tuple[float, Move]] = []
    there = []
    best_here = 0
    for view in views:
        count, space = view
        if movers >> space & 1:
            plans.append((100.0 + 10.0 * count, EXPLORE[space]))
            best_here = max(best_here, count)
        else:
            there.append(view)
    # a travel with an exploration takes two turns
    if not there or (not wide and max(there)[0] <= 2 * best_here):
        return plans
    there.sort(reverse=True)
    idle = min(bits(movers), key=lambda space: ((NEAR[space] & down).bit_count(), space))
    plans += [(100.0 + 5.0 * count, TRAVEL[idle][space]) for count, space in there[: 4 if wide else 2]]
    return plans


class FourXEvaluation(ByPlayouts):
    """Judges moves by solving sampled maps: whether a win is still possible, and in how few turns (see `worlds`)."""

    in_turns: ClassVar[bool] = True
    first_worlds: ClassVar[int] = 64
    enough: ClassVar[int | None] = 400

    def __init__(self, *, match: bool = False) -> None:
        super().__init__(match=match)
        self._costs: tuple[FourXState, ExplorationCosts] | None = None
        self._failures = 0

    def again(self) -> Evaluation:
        """An evaluation that gives up counting turns where this one failed at it: that takes longer than all else."""
        other = FourXEvaluation(match=self.match)
        other._failures = self._failures if self._costs is None else self._costs[1].failures
        return other

    def simpler(self) -> Evaluation:
        """The evaluation by playouts."""
        return ByPlayouts(match=self.match)

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The one certainly best move, else captures, uses of the technology and explorations."""
        from capture_widgets.bots.evaluate.fourx.worlds import moves_to_judge

        assert isinstance(state, FourXState)
        if not state.laid_out:
            technologies = [move for move in moves if isinstance(move, SetAside)]
            return technologies or super().candidates(state, moves)
        return moves_to_judge(state, self._exploration_costs(state)) or [
            move for move in moves if isinstance(move, Resign)
        ]

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """The reward of each move in a world: whether it can still win there, and how soon."""
        from capture_widgets.bots.evaluate.fourx.worlds import turns_to_win

        assert isinstance(state, FourXState)
        if any(isinstance(move, King | Resign) for move in moves):
            return super().compare(state, moves, rng)
        if not state.laid_out:
            worlds = [state.apply(move) for move in moves]
            assert all(isinstance(world, FourXState) for world in worlds)
            turns = [turns_to_win(world, [RESIGN], self._exploration_costs(world))[0] for world in worlds]
        else:
            turns = turns_to_win(state, moves, self._exploration_costs(state))
        lost = self.value(state)[0]
        return [lost if left is None else max(0.62, 1 - _TURN_COST * (state.turns + left)) for left in turns]

    def turns(self, state: State, moves: Sequence[Move]) -> list[float | None]:
        """The turns made so far plus those of the shortest win found after each move, judged as in `compare`."""
        from capture_widgets.bots.evaluate.fourx.worlds import turns_to_win

        assert isinstance(state, FourXState)
        if not state.laid_out:
            return []
        judged = [move for move in moves if not isinstance(move, Resign)]
        needed = dict(zip(judged, turns_to_win(state, judged, self._exploration_costs(state)), strict=True))
        left = [needed.get(move) for move in moves]
        return [None if turns is None else state.turns + turns for turns in left]

    def _exploration_costs(self, state: FourXState) -> ExplorationCosts:
        """The exploration costs, shared by all worlds that look the same to the player."""
        from capture_widgets.bots.evaluate.fourx.worlds import ExplorationCosts

        cached = self._costs
        if cached is None or (cached[0].down, cached[0].movers) != (state.down, state.movers):
            cached = self._costs = (state, ExplorationCosts(state, self._failures))
        return cached[1]


EVALUATION: Final = FourXEvaluation
