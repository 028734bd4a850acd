"""The evaluation of Capture the Commander: the probable winner of a battle, and the cards it uncovers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from capture_widgets.bots.evaluate.commander.purpose import purpose_of
from capture_widgets.bots.evaluate.commander.reasons import because_of, captures_left
from capture_widgets.bots.evaluate.commander.standing import UNSEEN as _UNSEEN
from capture_widgets.bots.evaluate.commander.standing import chances_to_win
from capture_widgets.bots.evaluate.commander.wasted import throws_away
from capture_widgets.bots.evaluate.evaluation import Contrast, Evaluation
from capture_widgets.core.bit_masks import bits
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, Seat, State
from capture_widgets.games.commander import (
    ADJACENT,
    COMMANDER,
    FULL,
    OPEN,
    ROWS,
    Attack,
    Choice,
    CommanderOptions,
    CommanderState,
    Gift,
)

_WHOLE = (1 << 13) - 1
_ROW_OF = {position: row for row, positions in enumerate(ROWS) for position in positions}
_ROWS = len(ROWS)
PLACE_ROW = tuple(_ROW_OF[position] for position in range(1, 14)) * 4
"""The row of each place; every seat has 13 places."""

_MIRROR = tuple(row[0] + row[-1] - position - 1 for row in ROWS for position in row)
"""By index of a position, the index of its mirror image."""

_COVERS: Final = ROWS[-2][0]
"""The lowest position of the last row in front of the commander, whose cards cover it."""

_ROUND = 12
"""The largest number of moves until the player's next turn, with the moves of wars."""
_RANK_STEP = 4
"""A search puts this many neighbouring ranks of a shown card into one tree node."""


_FULLY = LazyDict[int, tuple[int, ...]](lambda lying: tuple(bits(FULL[lying])))
"""By mask of a formation, the indexes (0 to 12) of its fully uncovered cards."""
_OPEN = LazyDict[int, tuple[int, ...]](lambda lying: tuple(bits(OPEN[lying])))
"""By mask of a formation, the indexes of its fully or partially uncovered cards."""
_INDEXES = LazyDict[int, tuple[int, ...]](lambda mask: tuple(bits(mask)))


def _prospects() -> list[list[float]]:
    """The expected gain of an attack in a playout, by ``rank * 5 + row`` of the attacker and of the target.

    The row counts most, since it is the way to the commander; the rank counts little. The numbers come from thousands
    of games between greedy players with different settings.
    """

    def worth(rank: int, row: int) -> float:
        return 2.0 + 2.0 * row + 0.1 * (6 if rank == _UNSEEN else rank) + (60.0 if row == _ROWS - 1 else 0.0)

    def chances(own: int, other: int) -> tuple[float, float]:
        if own == _UNSEEN and other == _UNSEEN:
            return 0.47, 0.47
        if own == _UNSEEN:
            return (12 - other) / 13, other / 13
        if other == _UNSEEN:
            return own / 13, (12 - own) / 13
        return (1.0, 0.0) if own > other else (0.0, 1.0) if own < other else (0.45, 0.45)

    table = []
    for own in range(_UNSEEN + 1):
        for own_row in range(_ROWS):
            line: list[float] = []
            for other in range(_UNSEEN + 1):
                wins, loses = chances(own, other)
                line.extend(wins * worth(other, row) - loses * worth(own, own_row) for row in range(_ROWS))
            table.append(line)
    return table


PROSPECTS = _prospects()


class _Table(NamedTuple):
    """A position as plain integers, which a playout changes in place."""

    lying: list[int]
    """The mask of each seat's formation."""
    strength: list[int]
    """The rank of the card at each place."""
    seen: list[int]
    """By place, ``rank * 5 + row`` of the card; the rank of a card that nobody has seen is `_UNSEEN`."""
    points: list[int]
    out: list[Seat]
    turn: Seat

    @classmethod
    def of(cls, state: CommanderState) -> _Table:
        """The table of a state in which there is no war."""
        cards, present, shown = state.cards, state.present, state.shown
        assert state.to_play is not None
        return cls(
            [present >> 13 * seat & _WHOLE for seat in range(state.options.players)],
            [card % 13 for card in cards],
            [
                (card % 13 if card >= 0 and shown >> card & 1 else _UNSEEN) * _ROWS + PLACE_ROW[place]
                for place, card in enumerate(cards)
            ],
            list(state.points),
            list(state.out),
            state.to_play,
        )

    def copy(self) -> _Table:
        """A copy with its own lists, except for `strength`, which never changes."""
        return _Table(self.lying[:], self.strength, self.seen[:], self.points[:], self.out[:], self.turn)


class CommanderEvaluation(Evaluation):
    """Rates an attack by its battle in a world: by the rank and the row of the card captured or lost."""

    worlds: ClassVar[int] = 48
    deep: ClassVar[bool] = True
    evenly: ClassVar[bool] = True
    reuse: ClassVar[int] = 6
    bias: ClassVar[float] = 0.2
    scale: ClassVar[float] = 8.0
    sureness: ClassVar[tuple[float, float, float, float]] = (0.22, 0.75, 0.3, 0.0)
    remembers: ClassVar[bool] = True
    slips: ClassVar[float] = 1.0
    beginner_worlds: ClassVar[int | None] = 2
    club_simulations: ClassVar[int] = 80
    strong_simulations: ClassVar[int] = 30_000
    choosing: ClassVar[float] = 1.6
    exploration: float = 0.4
    sharper: ClassVar[float] = 1.3
    ahead: int = 4
    """With more than two players, the number of attacks of a playout before `chances_to_win` judges the position."""

    def in_tree(self, options: object) -> bool:
        """Search a tree only with two players; more have so many attacks that a tree hardly grows below the first."""
        assert isinstance(options, CommanderOptions)
        return options.players == 2

    def glances(self, moves: int) -> int:
        """A quarter of the moves, and at least four."""
        return max(4, moves // 4)

    def club_effort(self, options: object) -> int:
        """Very few among four, each for oneself: there a longer search gains little, and Strong would not be felt."""
        assert isinstance(options, CommanderOptions)
        return 12 if options.players == 4 and not options.teams else self.club_simulations

    def recalled(self, state: State, memory: float) -> State:
        """Remembers only the highest ranks of the cards that lie in formations, except during a war.

        In teams the own cards are remembered, because a card that was seen cannot be given away (CC-16).
        """
        assert isinstance(state, CommanderState)
        if state.war is not None:
            return state
        lowest, forgotten = 13 * (1 - memory), 0
        kept = state.to_play if state.options.teams else None
        for place, card in enumerate(state.cards):
            if state.present >> place & 1 and card % 13 < lowest and place // 13 != kept:
                forgotten |= 1 << card
        return state._replace(shown=state.shown & ~forgotten)

    def for_advice(self) -> Evaluation:
        """Explores less below the root."""
        self.exploration = 0.25
        return self

    def alike(self, state: State, move: Move) -> Hashable:
        """The same for attacks that differ only by the mirror, in a formation of which nobody has seen a card."""
        assert isinstance(state, CommanderState)
        if type(move) is not Attack or state.to_play is None:
            return str(move)
        return _mirrored(state, state.to_play, move.own), move.seat, _mirrored(state, move.seat, move.target)

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Rate attacks by the cards captured less the cards lost; gifts are a last resort."""
        assert isinstance(state, CommanderState)
        return [self._rating(state, move, rng) for move in moves]

    def _rating(self, state: CommanderState, move: Move, rng: Random) -> float:
        seat = state.to_play
        assert seat is not None
        if isinstance(move, Gift):
            return -50.0 + (state.cards[13 * seat + move.own - 1] % 13) / 10
        after = state.apply(move)
        if isinstance(move, Choice):
            assert state.war is not None
            if state.hides_move:
                answers = after.legal_moves()
                after = after.apply(answers[int(rng.random() * len(answers))])
        if after.war is not None and isinstance(move, Attack):
            return 0.0
        total = 0.0
        side = (seat,) if state.partner(seat) is None else (seat, state.partner(seat))
        for entry in after.removed[len(state.removed) :]:
            place, card = entry >> 6, entry & 63
            owner, position = place // 13, place % 13 + 1
            worth = 2.0 + 0.6 * _ROW_OF[position] + 0.25 * (card % 13) + (60.0 if position == COMMANDER else 0.0)
            total += -worth if owner in side else worth
        return total

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """All attacks and choices, and the gifts that fill the last row in front of a commander."""
        assert isinstance(state, CommanderState)
        if not state.options.teams or state.war is not None:
            return moves
        return [move for move in moves if type(move) is not Gift or move.hole >= _COVERS and move.own < _COVERS]

    def tempting(self, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """In four turns of five no gift of a card that covers one's own commander."""
        kept = [move for move in moves if type(move) is not Gift or move.own < _COVERS]
        return kept if 2 <= len(kept) < len(moves) and rng.random() < 0.8 else moves

    def fixed(self, state: State, seat: Seat) -> bool:
        """True for attacks, which depend only on where cards lie, and everybody sees that.

        False for gifts, and for choices in a war, which may depend on a hidden card.
        """
        assert isinstance(state, CommanderState)
        return state.war is None and not state.options.teams

    def learned(self, before: State, after: State) -> Hashable:
        """The cards that are left, whether there is a war, and roughly the rank of the highest card just shown."""
        assert isinstance(before, CommanderState) and isinstance(after, CommanderState)
        # a move shows two cards at most: the lowest and the highest bit
        new, highest = after.shown ^ before.shown, -1
        if new:
            highest = max((new.bit_length() - 1) % 13, ((new & -new).bit_length() - 1) % 13)
        return after.present, after.war is not None, highest // _RANK_STEP

    def rewards(self, state: State) -> Sequence[float]:
        """The rewards by the winner; with scoring also by the points."""
        assert isinstance(state, CommanderState)
        if state.options.scoring:
            return super().rewards(state)
        returns = state.returns
        assert returns is not None
        return [0.5 + 0.5 * sign for sign in returns]

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Play the round out, without gifts; with more than two players, stop after a few attacks.

        Each attack is the one with the highest expected gain by the cards that everybody has seen, plus some noise.
        This repeats the rules of `CommanderState` with plain integers for speed: a search spends most of its time here.
        """
        assert isinstance(state, CommanderState)
        while state.war is not None and state.to_play is not None:
            choices = state.legal_moves()
            state = state.apply(choices[int(rng.random() * len(choices))])
        if state.to_play is None:
            return self.rewards(state)
        return self._play_table(state, _Table.of(state), None, rng.random)

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """As in the base class, but attacks share one table of plain integers, which is fast."""
        assert isinstance(state, CommanderState) and state.to_play is not None
        if state.war is not None:
            return super().compare(state, moves, rng)
        seat, table, random = state.to_play, _Table.of(state), rng.random
        return [
            self._play_table(state, table.copy(), (move.own - 1, move.seat, move.target - 1), random)[seat]
            if type(move) is Attack
            else super(CommanderEvaluation, self).compare(state, (move,), rng)[0]
            for move in moves
        ]

    def _play_table(
        self, state: CommanderState, table: _Table, first: tuple[int, Seat, int] | None, random: Callable[[], float]
    ) -> Sequence[float]:
        """Play on from a table, changing it, and return the rewards.

        Args:
            state: the state, for its options.
            table: the position to start from.
            first: the first attack: own card, attacked seat and its card; None to choose it here, too.
            random: gives random numbers from 0 to 1.
        """
        lying, strength, seen, points, out, turn = table
        options = state.options
        players, teams, twos, chain = options.players, options.teams, options.twos_beat_aces, options.war == "chain"
        opponents = _opponents(players, out, teams=teams)
        # scoring needs the end of the round, where the points are known
        left = self.ahead if players > 2 and not options.scoring else -1
        while left:
            base = 13 * turn
            if first is not None:
                mine, other, target = first
                first = None
            else:
                left -= 1
                most = -1e9
                mine = target = other = 0
                for against in opponents[turn]:
                    other_base, targets = 13 * against, _OPEN[lying[against]]
                    for attacker in _FULLY[lying[turn]]:
                        line = PROSPECTS[seen[base + attacker]]
                        for place in targets:
                            promise = line[seen[other_base + place]] + random()
                            if promise > most:
                                mine, target, other, most = attacker, place, against, promise
            other_base = 13 * other
            one, two = strength[base + mine], strength[other_base + target]
            seen[base + mine] = one * _ROWS + PLACE_ROW[mine]
            seen[other_base + target] = two * _ROWS + PLACE_ROW[target]
            if one == two:
                lost = self.fight_war(lying, strength, turn, mine, other, target, random, chain, twos)
                if lost is None:
                    break
                loser, taken = lost
            else:
                higher = one > two
                if twos and one + two == 12 and (one == 0 or two == 0):
                    higher = not higher
                loser, taken = (other, 1 << target) if higher else (turn, 1 << mine)
            lying[loser] &= ~taken
            if taken >> 12:
                winner = turn if loser == other else other
                points[winner] += lying[loser].bit_count()
                out.append(loser)
                lying[loser] = 0
                if teams and loser ^ 2 in out or len(out) == players - 1:
                    break
                opponents = _opponents(players, out, teams=teams)
            turn = (turn + 1) % players
            while turn in out:
                turn = (turn + 1) % players
        else:
            return chances_to_win(lying, seen, turn, out, teams=teams)
        return self._final_rewards(out, points, players, teams=teams, scoring=options.scoring)

    @staticmethod
    def fight_war(
        lying: list[int],
        strength: list[int],
        turn: Seat,
        mine: int,
        other: Seat,
        target: int,
        random: object,
        chain: bool,
        twos: bool,
    ) -> tuple[Seat, int] | None:
        """Play a war; return the loser and the mask of its cards, or None for a draw."""
        chance = random
        assert callable(chance)
        sides = [(turn, [mine]), (other, [target])]
        while True:
            shown: list[int] = []
            for seat, cards in sides:
                reach = 0
                for card in cards if chain else cards[:1]:
                    reach |= ADJACENT[card + 1]
                free = reach & lying[seat]
                for card in cards:
                    free &= ~(1 << card)
                options = _INDEXES[free]
                if options:
                    shown.append(options[int(chance() * len(options))])
            if len(shown) < 2:
                difference = lying[turn].bit_count() - lying[other].bit_count()
                if difference == 0:
                    return None
                break
            for (_, cards), card in zip(sides, shown, strict=True):
                cards.append(card)
            one, two = strength[13 * turn + shown[0]], strength[13 * other + shown[1]]
            difference = one - two
            if twos and one + two == 12 and (one == 0 or two == 0):
                difference = -difference
            if difference:
                break
        loser, cards = sides[1] if difference > 0 else sides[0]
        return loser, sum(1 << card for card in cards)

    def _final_rewards(
        self, out: list[Seat], points: list[int], players: int, *, teams: bool, scoring: bool
    ) -> list[float]:
        if teams:
            lost = [0 in out and 2 in out, 1 in out and 3 in out]
            signs = [0 if not any(lost) else -1 if lost[seat % 2] else 1 for seat in range(4)]
        elif len(out) == players - 1:
            signs = [-1 if seat in out else 1 for seat in range(players)]
        else:
            signs = [-1 if seat in out else 0 for seat in range(players)]
        if not scoring or teams:
            return [0.5 + 0.5 * sign for sign in signs]
        return [
            self.reward(sign, points[seat] - max(p for s, p in enumerate(points) if s != seat))
            for seat, sign in enumerate(signs)
        ]

    def effects(self, before: Any, after: Any) -> Mapping[str, float] | None:
        """The cards and commanders that fall before one's next turn, with more than two players in this battle."""
        assert isinstance(before, CommanderState) and isinstance(after, CommanderState)
        seat = before.to_play
        assert seat is not None
        alone = before.options.players == 2
        if after.to_play is not None and (after.war is not None or (alone and after.to_play != seat)):
            return None
        owners = [(entry >> 6) // 13 for entry in after.removed[len(before.removed) :]]
        mine = {seat, before.partner(seat)}
        lost = sum(owner in mine for owner in owners)
        fallen = set(after.out) - set(before.out)
        won, beaten = bool(fallen - mine), seat in fallen
        found = {"taken": len(owners) - lost, "lost": lost, "won": float(won), "beaten": float(beaten)}
        if alone:
            found["to win"], found["to lose"] = (captures_left(after, one) for one in (1 - seat, seat))
        return found

    def later(self, before: Any, decided: Any, after: Any, rng: Random) -> Mapping[str, float]:
        """With more than two players, count what falls before the player's next turn; with two, `effects` counts it."""
        assert isinstance(before, CommanderState) and isinstance(after, CommanderState)
        seat, state, left = before.to_play, after, _ROUND
        if before.options.players == 2:
            return {}
        while state.to_play is not None and left and (state.war is not None or state.to_play != seat):
            state, left = state.apply(self.reply(state, rng)), left - 1
        assert seat is not None
        mine = {seat, before.partner(seat)}
        owners = [(entry >> 6) // 13 for entry in state.removed[len(before.removed) :]]
        others = [one for one in range(before.options.players) if one not in mine and one not in before.out]
        return {
            "lost in all": float(sum(owner in mine for owner in owners)),
            "beaten in all": float(seat in state.out),
            "nearest": min(captures_left(state, one) for one in others),
        }

    def because(self, state: Any, best: Any, played: Any, told: Mapping[str, Contrast], names: Names) -> str | None:
        """Name a commander that falls, cards that are taken or lost, or the captures that a win still needs."""
        return because_of(state, told, names)

    def wastes(self, state: State, move: Move) -> bool:
        """Whether an attack loses its card for certain, or nearly so."""
        assert isinstance(state, CommanderState)
        return throws_away(state, move)

    def purpose(self, state: State, move: Move) -> str:
        """The purpose of an attack, a choice or a gift, by the cards that everybody has seen."""
        assert isinstance(state, CommanderState)
        return purpose_of(state, move)


def _mirrored(state: CommanderState, seat: Seat, position: int) -> int:
    """The position, or its mirror image further left if the formation is its own mirror image to everybody."""
    lying = state.present >> 13 * seat & _WHOLE
    for index in bits(lying):
        if state.shown >> state.cards[13 * seat + index] & 1 or not lying >> _MIRROR[index] & 1:
            return position
    return min(position, _MIRROR[position - 1] + 1)


def _opponents(players: int, out: Sequence[Seat], *, teams: bool) -> list[list[Seat]]:
    return [
        [other for other in range(players) if other != seat and other not in out and not (teams and other == seat ^ 2)]
        for seat in range(players)
    ]


EVALUATION: Final = CommanderEvaluation
