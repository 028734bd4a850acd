"""The end game of notebooks/equilibrium.ipynb, from the rules of ``tests.kommando_by_hand`` alone: what a best opponent
gets against a strategy. Shares no line with the notebook and none with the package's rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from tests.kommando_by_hand import Row, answers, attacks, value

HIDDEN: Final = tuple("1r 4r 7r 4y 7y 3b 5b".split())
"""What a spectator has not seen: three cards of each hand, and the last card of the row."""
OPEN: Final = ("10y", "9r")
LEAD: Final = 6 - 11
"""The points of A less those of B after seven fights."""

Known = tuple[int, frozenset[str], tuple[str, ...]]
"""An information set: the seat, its three cards at the start, and what was seen since: moves and the turned card."""
Strategy = Callable[[Known], Mapping[str, float]]


class Position(NamedTuple):
    """A position of the end game with all cards open."""

    start: tuple[frozenset[str], frozenset[str]]
    hands: tuple[frozenset[str], frozenset[str]]
    row: Row
    seat: int
    """Whose move it is."""
    attack: tuple[int, str] | None
    lead: int
    seen: tuple[str, ...]

    @property
    def known(self) -> Known:
        return self.seat, self.start[self.seat], self.seen

    def after(self, end: int, card: str) -> Position:
        """The position after a card is laid, at an end if it attacks."""
        hands = (self.hands[0] - {card}, self.hands[1] - {card})
        if self.attack is None:
            return self._replace(
                hands=hands, seat=1 - self.seat, attack=(end, card), seen=(*self.seen, move(end, card))
            )
        end, attack = self.attack
        attacker, won = 1 - self.seat, value(attack) - value(card)
        goal, down = self.row[end]
        winner = attacker if won > 0 else self.seat
        lead = self.lead + (0 if won == 0 else value(goal) if winner == 0 else -value(goal))
        rest = self.row[1:] if end == 0 else self.row[:-1]
        seen = (*self.seen, card, goal) if down else (*self.seen, card)
        return Position(self.start, hands, rest, attacker if won == 0 else 1 - winner, None, lead, seen)

    def moves(self) -> list[tuple[int, str]]:
        """The legal moves: an end and a card."""
        if not self.row:
            return []
        if self.attack is None:
            return attacks(self.row, self.hands[self.seat])
        end, card = self.attack
        return [(end, answer) for answer in answers(self.row[end], card, self.hands[self.seat])]

    def name(self, at: tuple[int, str]) -> str:
        """A legal move in the game's notation."""
        return move(*at) if self.attack is None else at[1]


def move(end: int, card: str) -> str:
    return f"{'L' if end == 0 else 'R'}:{card}"


def worlds() -> list[Position]:
    """The ways to deal the hidden cards: three to A, three to B, one to the row."""
    found = []
    for mine in combinations(HIDDEN, 3):
        for theirs in combinations([card for card in HIDDEN if card not in mine], 3):
            hands = (frozenset(mine), frozenset(theirs))
            (down,) = set(HIDDEN) - hands[0] - hands[1]
            row: Row = (*((card, False) for card in OPEN), (down, True))
            found.append(Position(hands, hands, row, 0, None, LEAD, ()))
    return found


def best_against(strategy: Strategy, who: int) -> float:
    """What a seat gets on the average if it plays best against the other's strategy: +1 for a win, -1 for a loss.

    The moves of the seat itself are not asked of the strategy.
    """
    levels: list[list[tuple[Position, float, int]]] = [[(world, 1.0, -1) for world in worlds()]]
    steps: list[list[tuple[Known, str, int, float]]] = []
    while levels[-1][0][0].row:
        following, choices = [], []
        for number, (position, chance, _) in enumerate(levels[-1]):
            own = position.seat == who
            shares = {} if own else strategy(position.known)
            for at in position.moves():
                name = position.name(at)
                share = 1.0 if own else shares.get(name, 0.0)
                if share == 0:
                    continue  # never played, so it is not asked further
                following.append((position.after(*at), chance * share, number))
                choices.append((position.known, name, number, share))
        levels.append(following)
        steps.append(choices)
    sign = 1 if who == 0 else -1
    worth = [float(sign * ((end.lead > 0) - (end.lead < 0))) for end, *_ in levels[-1]]
    for level, choices in zip(reversed(levels[:-1]), reversed(steps), strict=True):
        sums: dict[Known, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for (known, name, number, _), gain in zip(choices, worth, strict=True):
            sums[known][name] += level[number][1] * gain
        best = {known: max(moves, key=moves.__getitem__) for known, moves in sums.items() if known[0] == who}
        before = [0.0] * len(level)
        for (known, name, number, share), gain in zip(choices, worth, strict=True):
            before[number] += gain * (share if known[0] != who else best[known] == name)
        worth = before
    return sum(worth) / len(worth)


def exploitability(strategy: Strategy) -> float:
    """What best opponents of both seats get against a strategy, on the average of both: 0 in equilibrium."""
    return (best_against(strategy, 0) + best_against(strategy, 1)) / 2


def information_sets() -> dict[Known, tuple[Position, list[str]]]:
    """Each information set with one of its positions and the legal moves there."""
    found: dict[Known, tuple[Position, list[str]]] = {}
    waiting = worlds()
    while waiting:
        position = waiting.pop()
        moves = position.moves()
        if moves:
            found.setdefault(position.known, (position, [position.name(at) for at in moves]))
        waiting += [position.after(*at) for at in moves]
    return found
