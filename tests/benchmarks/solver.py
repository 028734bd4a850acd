"""How often and how fast the solver of 4X Solitaire proves the shortest win, on random deals.

    python -m tests.benchmarks.solver                          # 200 deals, 10 s each
    python -m tests.benchmarks.solver --deals 50 --seconds 2 --explorers any --first 5000

Each line is played by the rules to its end. Prints the share decided and proved, the mean of turns minus bound, the
time, and how often "can this still be won?" is answered within 0.2 s over positions of random games.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import fmean, median
from typing import Any

import capture_widgets as cw

PROMPT = 0.2
"""Seconds within which a question is answered."""


def solved(first: int, deals: int, seconds: float, **options: Any) -> list[cw.Solution]:
    """The solutions of deals, their lines played."""
    solutions = []
    for seed in range(first, first + deals):
        game = cw.new("fourx", seed=seed, **options)
        solution = cw.solve(game, seconds, progress=False)
        for move in solution.line:
            game.play(move)
        if solution.line and (game.returns != [1] or game.points != [solution.turns]):
            raise AssertionError(f"the line of deal {seed} does not win as it says")
        solutions.append(solution)
    return solutions


def report(solutions: list[cw.Solution]) -> list[str]:
    """What was found, in lines."""
    count = len(solutions)
    statuses = [solution.status for solution in solutions]
    gaps = [
        solution.turns - solution.bound
        for solution in solutions
        if solution.turns is not None and solution.bound is not None
    ]
    turns = [solution.turns for solution in solutions if solution.status == "solved" and solution.turns]
    times = sorted(solution.seconds for solution in solutions)
    proved = statuses.count("solved") + statuses.count("unwinnable")
    return [
        f"deals {count}: " + ", ".join(f"{statuses.count(status)} {status}" for status in sorted(set(statuses))),
        f"decided {(count - statuses.count('unknown')) / count:.1%}, proved {proved / count:.1%}",
        f"turns of the shortest wins: mean {fmean(turns):.2f}, {min(turns)} to {max(turns)}" if turns else "no wins",
        f"turns minus bound: mean {fmean(gaps):.3f}" if gaps else "",
        f"seconds a deal: median {median(times):.2f}, mean {fmean(times):.2f}, most {times[-1]:.2f}",
    ]


def prompt(first: int, games: int, **options: Any) -> str:
    """How often it is answered in time whether a position of a random game can still be won."""
    late = []
    took = []
    for seed in range(first, first + games):
        rng = random.Random(seed)
        game = cw.new("fourx", seed=seed, **options)
        for _ in range(60):
            moves = [move for move in game.legal_moves() if move != "resign"]
            if not moves:
                break
            # journeys are so many that other moves would hardly come
            others = [move for move in moves if not move.startswith("travel")]
            game.play(rng.choice(others if others and rng.random() < 0.7 else moves))
            begun = time.perf_counter()
            late.append(game.still_winnable(PROMPT) is None)
            took.append(time.perf_counter() - begun)
    took.sort()
    share = 1 - fmean(late)
    most = took[len(took) * 99 // 100]
    return f"still winnable: {len(late)} positions, answered {share:.2%}, 99 in 100 within {most:.3f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=1000, help="seed of the first deal")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--explorers", default="court", choices=("court", "any"))
    parser.add_argument("--conquered-serve", action="store_true")
    parser.add_argument("--tech", action="store_true")
    asked = parser.parse_args()
    options = {"explorers": asked.explorers, "conquered_serve": asked.conquered_serve, "tech": asked.tech}
    print("\n".join(report(solved(asked.first, asked.deals, asked.seconds, **options))), flush=True)
    print(prompt(asked.first, max(1, asked.deals // 10), **options))


if __name__ == "__main__":
    main()
