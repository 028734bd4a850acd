"""Random self-play through the public State interface, beside OpenSpiel's C++ hearts and RLCard's gin rummy.

``python -m tests.benchmarks.selfplay [--seconds S] [--repeats N] [--rlcard PYTHON] [--only WORD ...] [--plies N]``
prints a line a game: steps a CPU second (the median turn), and the median over all turns of its ratio to hearts, and to
gin rummy, in the same turn. Contenders take turns, so that a drifting machine touches all alike.

A step asks for the legal moves, chooses one by its index and applies it. All play whole rounds from the start; the
deals of our games are drawn beforehand, and made into a first state within the time. Hearts deals by 52 chance nodes a
round. They count as steps like any other, since they cost the same calls; a second line counts and times only what its
players decide. 4X Solitaire never gives up and stops after 100 moves.

RLCard pins what it needs, so it may live in an environment of its own: ``--rlcard`` names the Python of that one.

The other part tells what a move costs as a match or a round grows, and what it costs to go back to any ply of it.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import capture_widgets as cw
from capture_widgets.engine.state import State
from capture_widgets.games import GAMES
from capture_widgets.model.deal import deal_for
from capture_widgets.model.scores import opener

DEALS = 64
"""Deals drawn beforehand for each set of options; rounds take them in turn."""
MOST = 100
"""Moves after which a round of 4X Solitaire is left."""

Play = Callable[[int], tuple[int, float]]
"""Plays so many rounds; returns steps and CPU seconds."""


@dataclass
class Contender:
    """One game under one set of options, or one game of another library.

    Attributes:
        rounds: played in a turn; set by `warm_up`.
        rates: steps a CPU second, turn by turn.
    """

    name: str
    play: Play
    goal: float | None = None
    """The least ratio to hearts that we aim at."""
    rounds: int = 1
    rates: list[float] = field(default_factory=list)

    def warm_up(self, seconds: float) -> None:
        """Find how many rounds take about so long."""
        while True:
            _, used = self.play(self.rounds)
            if used >= seconds / 4:
                self.rounds = max(1, round(self.rounds * seconds / used))
                return
            self.rounds *= 2

    def turn(self) -> None:
        """Play once more."""
        steps, used = self.play(self.rounds)
        self.rates.append(steps / used)


# -- our games ---------------------------------------------------------------------------------------------------------


def of_game(slug: str, options: dict[str, Any]) -> Play:
    """Plays rounds of one of our games."""
    game = GAMES[slug]
    read = game.options.of(options)
    first = opener(game, read, 0)
    deals = [deal_for(game, seed, read, 0, first) for seed in range(DEALS)]
    random = Random(slug).random
    play_out = _play_on if slug == "fourx" else _play_out

    def play(rounds: int) -> tuple[int, float]:
        steps = 0
        start = process_time()
        for number in range(rounds):
            steps += play_out(game.state.deal(deals[number % DEALS], read, first), random)
        return steps, process_time() - start

    return play


def _play_out(state: State, random: Callable[[], float]) -> int:
    """Play a round to its end; returns its moves."""
    steps = 0
    while state.to_play is not None:
        moves = state.legal_moves()
        state = state.apply(moves[int(random() * len(moves))])
        steps += 1
    return steps


def _play_on(state: State, random: Callable[[], float]) -> int:
    """Play a round of 4X Solitaire without giving up, until nothing else is left or for so many moves."""
    resign = state.parse("resign")
    steps = 0
    while state.to_play is not None and steps < MOST:
        moves = state.legal_moves()
        if len(moves) == 1:
            break
        move = moves[int(random() * len(moves))]
        while move is resign:
            move = moves[int(random() * len(moves))]
        state = state.apply(move)
        steps += 1
    return steps


OURS: tuple[tuple[str, str, dict[str, Any], float | None], ...] = (
    ("kommando", "kommando", {}, 1.0),
    ("kommando, chosen end", "kommando", {"no_choice": "chosen end"}, None),
    ("commander", "commander", {}, 1.0),
    ("commander, 3 players", "commander", {"players": 3}, None),
    ("commander, 4 players", "commander", {"players": 4}, None),
    ("commander, teams", "commander", {"teams": True}, None),
    ("universal", "universal", {}, 1.0),
    ("columns", "columns", {}, 0.2),
    ("fourx", "fourx", {}, 0.2),
    ("fourx, technology", "fourx", {"tech": True}, None),
)
"""Name, game, options, and the goal where there is one."""

# -- others ------------------------------------------------------------------------------------------------------------


def hearts(*, players_only: bool) -> Play:
    """Plays rounds of OpenSpiel's hearts through its Python binding; with or without the 52 chance nodes of a deal."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    random = Random("hearts").random

    def on(state: Any, *, dealing: bool) -> int:
        steps = 0
        while not state.is_terminal() and not (dealing and not state.is_chance_node()):
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
            steps += 1
        return steps

    def whole(rounds: int) -> tuple[int, float]:
        steps = 0
        start = process_time()
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(random() * len(moves))])
                steps += 1
        return steps, process_time() - start

    def decisions(rounds: int) -> tuple[int, float]:
        states = [game.new_initial_state() for _ in range(rounds)]
        for state in states:
            on(state, dealing=True)
        start = process_time()
        steps = sum(on(state, dealing=False) for state in states)
        return steps, process_time() - start

    return decisions if players_only else whole


GIN_RUMMY = """
import random, sys, time
import rlcard
env = rlcard.make("gin-rummy", config={"seed": 1})
chance = random.Random("gin-rummy").random
print("ready", flush=True)
for line in sys.stdin:
    steps, start = 0, time.process_time()
    for _ in range(int(line)):
        state, _ = env.reset()
        while not env.is_over():
            moves = list(state["legal_actions"])
            state, _ = env.step(moves[int(chance() * len(moves))])
            steps += 1
    print(steps, time.process_time() - start, flush=True)
"""
"""Plays as many rounds as each line says, by the environment's ``step``, whose answer holds the legal moves."""


def gin_rummy(python: str, open_: ExitStack) -> Play | None:
    """Plays rounds of RLCard's gin rummy in a process of its own; None where it is not installed."""
    worker = open_.enter_context(
        subprocess.Popen([python, "-c", GIN_RUMMY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    stdin, stdout = worker.stdin, worker.stdout
    open_.callback(stdin.close)
    if stdout.readline() != "ready\n":
        return None

    def play(rounds: int) -> tuple[int, float]:
        stdin.write(f"{rounds}\n")
        stdin.flush()
        steps, used = stdout.readline().split()
        return int(steps), float(used)

    return play


# -- the table of speeds -----------------------------------------------------------------------------------------------


def compare(only: Sequence[str], seconds: float, repeats: int, rlcard: str | None) -> None:
    """Let all contenders take turns and print what came of it."""
    ours = [
        Contender(name, of_game(slug, options), goal)
        for name, slug, options, goal in OURS
        if not only or any(word in name for word in only)
    ]
    with ExitStack() as open_:
        base = rummy = players = None
        if importlib.util.find_spec("pyspiel") is None:
            print("OpenSpiel is not installed: no ratios to hearts")
        else:
            base = Contender("OpenSpiel hearts", hearts(players_only=False))
            players = Contender("  players' decisions alone", hearts(players_only=True))
        play = None
        if rlcard is not None or importlib.util.find_spec("rlcard") is not None:
            play = gin_rummy(rlcard or sys.executable, open_)
        if play is None:
            print("RLCard is not installed: no ratios to its gin rummy (see --rlcard)")
        else:
            rummy = Contender("RLCard gin rummy", play)
        contenders = [*ours, *(other for other in (base, players, rummy) if other is not None)]
        for contender in contenders:
            contender.warm_up(seconds)
        for _ in range(repeats):
            for contender in contenders:
                contender.turn()
    head = f"medians of {repeats} turns"
    print(f"{head:44}{'steps/s':>10}{'/hearts':>9}{'goal':>6}{'/rummy':>9}")
    for contender in contenders:
        cells = [f"{contender.name:44}{median(contender.rates):10,.0f}"]
        cells.append(f"{_ratio(contender, base):9.2f}" if base else " " * 9)
        cells.append(f"{contender.goal:6.1f}" if contender.goal else " " * 6)
        cells.append(f"{_ratio(contender, rummy):9.1f}" if rummy else "")
        print("".join(cells).rstrip())


def _ratio(one: Contender, other: Contender) -> float:
    return median(mine / theirs for mine, theirs in zip(one.rates, other.rates, strict=True))


# -- how cost grows ----------------------------------------------------------------------------------------------------


def grow(most: int, repeats: int) -> None:
    """Print what a move of `Game.play` costs as it goes on, and what `Game.at` costs for any ply."""
    lengths = [length for length in (100, 300, 1000, 3000, 10_000) if length <= most]
    print("\nGame.play, microseconds a move (best of a few games), by moves played so far")
    print(f"{'':44}" + "".join(f"{length:>9,}" for length in lengths))
    lasting = (("a match of kommando", _long_match), ("one round of 4X Solitaire", _long_round))
    grown = []
    for name, make in lasting:
        best = [float("inf")] * len(lengths)
        game = make()
        for _ in range(repeats):
            game = make()
            random = Random(1)
            played = 0
            for i, length in enumerate(lengths):
                used = 0.0
                for _ in range(length - played):
                    move = _some_move(game, random)
                    start = process_time()
                    game.play(move)
                    used += process_time() - start
                best[i] = min(best[i], used / (length - played) * 1e6)
                played = length
        grown.append((name, game))
        print(f"{name:44}" + "".join(f"{cost:9.1f}" for cost in best))
    print("\nGame.at, microseconds a call (median), by moves before the position that it goes back to")
    for name, game in grown:
        print(f"{name:44}" + "".join(f"{_at(game, length, repeats):9.1f}" for length in lengths))


def _long_match() -> cw.Game:
    return cw.new("kommando", seed=1, match=True, target=10**9)


def _long_round() -> cw.Game:
    return cw.new("fourx", seed=1)


def _some_move(game: cw.Game, random: Random) -> str:
    """A random move, but never giving up."""
    moves = game.state.legal_moves()
    while True:
        move = str(moves[int(random.random() * len(moves))])
        if move != "resign" or len(moves) == 1:
            return move


def _at(game: cw.Game, moves: int, repeats: int) -> float:
    """What it costs to go back to the position after so many moves of a whole match."""
    number = 0
    while moves > (length := len(game.moves(number))):
        moves -= length
        number += 1
    costs = []
    for _ in range(20 * repeats):
        start = perf_counter()
        game.at(moves, round=number)
        costs.append(perf_counter() - start)
    return median(costs) * 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Speed of random self-play, beside other libraries in the same run.")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds that each turn takes, about")
    parser.add_argument("--repeats", type=int, default=9, help="turns that each contender takes")
    parser.add_argument("--rlcard", metavar="PYTHON", help="a Python that has rlcard installed")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="only games with a word in their name")
    parser.add_argument("--plies", type=int, default=10_000, help="length of the longest match played; 0 for none")
    given = parser.parse_args(arguments)
    compare(given.only, given.seconds, given.repeats, given.rlcard)
    if given.plies:
        grow(given.plies, max(1, given.repeats // 3))


if __name__ == "__main__":
    main()
