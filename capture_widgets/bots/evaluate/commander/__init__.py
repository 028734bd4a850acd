"""Capture the Commander: who probably wins a battle, and what it opens."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import ClassVar, Final, NamedTuple

from capture_widgets.bots.evaluate.commander.standing import UNSEEN as _UNSEEN
from capture_widgets.bots.evaluate.commander.standing import chances_to_win
from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.core.bit_masks import bits
from capture_widgets.core.lazy_tables import Growing
from capture_widgets.engine.state import SEAT_NAMES, Move, Seat, State
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
    card_name,
)

_WHOLE = (1 << 13) - 1
_ROW_OF = {position: row for row, positions in enumerate(ROWS) for position in positions}
_ROWS = len(ROWS)
_PLACE_ROW = tuple(_ROW_OF[position] for position in range(1, 14)) * 4
"""Row of each place, 13 a seat."""


_STEP = 4
"""Ranks that a search does not tell apart when a card is shown."""


_FULLY = Growing[int, tuple[int, ...]](lambda lying: tuple(bits(FULL[lying])))
"""By mask of a formation, indexes (0 to 12) of its cards that are fully uncovered."""
_OPEN = Growing[int, tuple[int, ...]](lambda lying: tuple(bits(OPEN[lying])))
"""The same, or partially."""
_INDEXES = Growing[int, tuple[int, ...]](lambda mask: tuple(bits(mask)))


def _prospects() -> list[list[float]]:
    """What a playout takes an attack to be worth, by rank and row (``rank * 5 + row``) of attacker and target.

    The way to the commander counts most and ranks hardly at all: found by playing such greedy players against one
    another, thousands of games a setting.
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


_PROSPECTS = _prospects()


class _Table(NamedTuple):
    """A position on plain numbers, for a playout to change."""

    lying: list[int]
    """By seat, mask of its formation."""
    strength: list[int]
    """By place, rank of the card."""
    seen: list[int]
    """By place ``rank * 5 + row``, with `_UNSEEN` for the rank of a card that nobody has seen."""
    points: list[int]
    out: list[Seat]
    turn: Seat

    @classmethod
    def of(cls, state: CommanderState) -> _Table:
        """The position of a state without a war."""
        cards, present, shown = state.cards, state.present, state.shown
        assert state.to_play is not None
        return cls(
            [present >> 13 * seat & _WHOLE for seat in range(state.options.players)],
            [card % 13 for card in cards],
            [
                (card % 13 if card >= 0 and shown >> card & 1 else _UNSEEN) * _ROWS + _PLACE_ROW[place]
                for place, card in enumerate(cards)
            ],
            list(state.points),
            list(state.out),
            state.to_play,
        )

    def copy(self) -> _Table:
        """The same with lists of its own, where they change."""
        return _Table(self.lying[:], self.strength, self.seen[:], self.points[:], self.out[:], self.turn)


class CommanderEvaluation(Evaluation):
    """Judges an attack by the battle in a world: the card taken or lost, its rank and what lay behind it."""

    worlds: ClassVar[int] = 48
    deep: ClassVar[bool] = True
    evenly: ClassVar[bool] = True
    reuse: ClassVar[int] = 6
    bias: ClassVar[float] = 0.2
    scale: ClassVar[float] = 8.0
    exploration: ClassVar[float] = 0.4
    sharper: ClassVar[float] = 1.3
    ahead: int = 4
    """Attacks that a playout makes with more than two players before it is judged by how each seat stands."""

    def in_tree(self, options: object) -> bool:
        """With more than two players there are so many attacks that a tree hardly grows below the first."""
        assert isinstance(options, CommanderOptions)
        return options.players == 2

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """What a battle takes less what it costs; gifts only where nothing else helps."""
        assert isinstance(state, CommanderState)
        return [self._rated(state, move, rng) for move in moves]

    def _rated(self, state: CommanderState, move: Move, rng: Random) -> float:
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
        """All attacks and choices; of the gifts only those that fill the last line before a commander."""
        assert isinstance(state, CommanderState)
        if not state.options.teams or state.war is not None:
            return moves
        return [move for move in moves if type(move) is not Gift or move.hole > 10 and move.own < 11]

    def fixed(self, state: State, seat: Seat) -> bool:
        """All see where cards lie, and attacks ask for nothing else; gifts do, and what may join a war depends on cards
        chosen that not all see.
        """
        assert isinstance(state, CommanderState)
        return state.war is None and not state.options.teams

    def learned(self, before: State, after: State) -> Hashable:
        """Which cards are left, whether there is a war, and roughly how high the highest card just seen is."""
        assert isinstance(before, CommanderState) and isinstance(after, CommanderState)
        # no more than two cards are shown at once: the lowest bit and the highest
        new, highest = after.shown ^ before.shown, -1
        if new:
            highest = max((new.bit_length() - 1) % 13, ((new & -new).bit_length() - 1) % 13)
        return after.present, after.war is not None, highest // _STEP

    def rewards(self, state: State) -> Sequence[float]:
        """Winning; with scoring the points as well."""
        assert isinstance(state, CommanderState)
        if state.options.scoring:
            return super().rewards(state)
        returns = state.returns
        assert returns is not None
        return [0.5 + 0.5 * sign for sign in returns]

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Plays the round out on plain numbers; no gifts. With more than two players it stops after a few attacks.

        Each attack is the one that promises most as far as all have seen the cards, almost at random among near
        equals. The same rules as in `CommanderState`, spelt out once more because a search spends most of its time
        here.
        """
        assert isinstance(state, CommanderState)
        while state.war is not None and state.to_play is not None:
            choices = state.legal_moves()
            state = state.apply(choices[int(rng.random() * len(choices))])
        if state.to_play is None:
            return self.rewards(state)
        return self._fought(state, _Table.of(state), None, rng.random)

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """As it stands, but for attacks, which are made on one table of plain numbers for all."""
        assert isinstance(state, CommanderState) and state.to_play is not None
        if state.war is not None:
            return super().compare(state, moves, rng)
        seat, table, random = state.to_play, _Table.of(state), rng.random
        return [
            self._fought(state, table.copy(), (move.own - 1, move.seat, move.target - 1), random)[seat]
            if type(move) is Attack
            else super(CommanderEvaluation, self).compare(state, (move,), rng)[0]
            for move in moves
        ]

    def _fought(
        self, state: CommanderState, table: _Table, first: tuple[int, Seat, int] | None, random: Callable[[], float]
    ) -> Sequence[float]:
        """Rewards of playing on from a table, which changes; ``first`` is the first attack, where it is given: own
        card, seat and its card.
        """
        lying, strength, seen, points, out, turn = table
        options = state.options
        players, teams, twos, chain = options.players, options.teams, options.twos_beat_aces, options.war == "chain"
        opponents = _opponents(players, out, teams=teams)
        # where points count, only the end tells them
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
                        line = _PROSPECTS[seen[base + attacker]]
                        for place in targets:
                            promise = line[seen[other_base + place]] + random()
                            if promise > most:
                                mine, target, other, most = attacker, place, against, promise
            other_base = 13 * other
            one, two = strength[base + mine], strength[other_base + target]
            seen[base + mine] = one * _ROWS + _PLACE_ROW[mine]
            seen[other_base + target] = two * _ROWS + _PLACE_ROW[target]
            if one == two:
                lost = self._war(lying, strength, turn, mine, other, target, random, chain, twos)
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
        return self._ended(out, points, players, teams=teams, scoring=options.scoring)

    @staticmethod
    def _war(
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
        """Who loses a war and with which cards, None where it is drawn."""
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

    def _ended(self, out: list[Seat], points: list[int], players: int, *, teams: bool, scoring: bool) -> list[float]:
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

    def purpose(self, state: State, move: Move) -> str:
        """What an attack, a choice or a gift is for, by the cards that all have seen."""
        assert isinstance(state, CommanderState) and state.to_play is not None

        def known(seat: Seat, position: int) -> str | None:
            card = state.cards[13 * seat + position - 1]
            return card_name(card) if state.shown >> card & 1 else None

        if isinstance(move, Gift):
            return f"to cover {SEAT_NAMES[move.seat]}'s commander again"
        if isinstance(move, Choice):
            mine = known(state.to_play, move.position)
            if mine:
                return f"your {mine} is known to be strong enough for a war"
            if _ROW_OF[move.position] == 0:
                return "a card from the front is the smallest loss if the war is lost"
            return "it is the card that you can best risk in this war"
        assert isinstance(move, Attack)
        mine, theirs = known(state.to_play, move.own), known(move.seat, move.target)
        if move.target == COMMANDER:
            return f"to take {SEAT_NAMES[move.seat]}'s commander"
        if mine and theirs:
            return f"your {mine} against a known {theirs}"
        if mine:
            return (
                f"your {mine} is known, and most unknown cards are weaker"
                if (state.cards[13 * state.to_play + move.own - 1] % 13 > 6)
                else f"your {mine} has little to lose any more"
            )
        if theirs:
            return f"the {theirs} there is known, and your unknown card has a fair chance against it"
        return f"to open the way towards {SEAT_NAMES[move.seat]}'s commander, at even chances"


def _opponents(players: int, out: Sequence[Seat], *, teams: bool) -> list[list[Seat]]:
    return [
        [other for other in range(players) if other != seat and other not in out and not (teams and other == seat ^ 2)]
        for seat in range(players)
    ]


EVALUATION: Final = CommanderEvaluation
