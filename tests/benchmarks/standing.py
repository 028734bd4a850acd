"""Fits how well each seat stands in the middle of a round of Capture the Commander for more than two.

    python -m tests.benchmarks.standing --rounds 6000

Rounds are played through the public State as a playout plays them (each attack the one that promises most, war cards
at random), some positions of each are kept with how the round ended, and logistic regressions give the weights: the
share of each seat still in, or in teams the chance of A and C. It writes the tables of
`capture_widgets/bots/evaluate/commander/weights.py`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from capture_widgets.bots.evaluate import commander
from capture_widgets.bots.evaluate.commander.standing import (
    ROW_COUNT,
    UNSEEN,
    seen_card_features,
    shape_features,
    team_roles,
)
from capture_widgets.games.commander import Attack, CommanderState
from tests.cases import dealt

KEPT = Path(commander.__file__).parent / "weights.py"
SHARE = 0.3
"""How many of the positions of a round are kept."""
SHRINK = 2e-4
"""Weight of the squares of the weights, so that those of which little is known stay near 0."""


def attack(state: CommanderState, rng: Random) -> Any:
    """What a playout does: the attack that promises most, or a card for a war by lot."""
    moves = state.legal_moves()
    if state.war is not None:
        return moves[int(rng.random() * len(moves))]
    seat, codes = state.to_play, seen(state)
    assert seat is not None

    def promise(move: Attack) -> float:
        table = commander.PROSPECTS[codes[13 * seat + move.own - 1]]
        return table[codes[13 * move.seat + move.target - 1]] + rng.random()

    return max((move for move in moves if isinstance(move, Attack)), key=promise)


def seen(state: CommanderState) -> list[int]:
    """By place what is seen of a card: ``rank * ROW_COUNT + row``."""
    return [
        (card % 13 if card >= 0 and state.shown >> card & 1 else UNSEEN) * ROW_COUNT + commander.PLACE_ROW[place]
        for place, card in enumerate(state.cards)
    ]


def features(state: CommanderState, teams: bool) -> tuple[Any, list[int]]:
    """A row of features for each seat still in (in teams one row for both teams), and those seats."""
    players = state.options.players
    lying, codes = [state.formation(seat) for seat in range(players)], seen(state)
    seats = [seat for seat in range(players) if seat not in state.out]
    rows = {
        seat: np.array(
            [*shape_features(lying[seat], seat == state.to_play), *seen_card_features(lying[seat], codes[13 * seat :])]
        )
        for seat in seats
    }
    if not teams:
        return np.array([rows[seat] for seat in seats]), seats
    width = len(rows[seats[0]])
    row = np.zeros(3 * width + 1)
    for seat, role in team_roles(seats, lying).items():
        row[role * width : (role + 1) * width] += -rows[seat] if seat % 2 else rows[seat]
    row[-1] = -sum(-1 if seat % 2 else 1 for seat in state.out)
    return row, seats


def positions(options: dict[str, Any], rounds: int, rng: Random) -> dict[int, list[tuple[Any, Any]]]:
    """By how many are still in: features, and what came of it."""
    teams, found = bool(options.get("teams")), dict[int, list[tuple[Any, Any]]]()
    for _ in range(rounds):
        state = dealt("commander", options, rng.getrandbits(40))
        assert isinstance(state, CommanderState)
        kept = []
        while state.to_play is not None:
            if state.war is None and rng.random() < SHARE:
                kept.append(features(state, teams))
            state = state.apply(attack(state, rng))
        returns = state.returns
        assert returns is not None
        for row, seats in kept:
            shares = np.array([0.5 + 0.5 * returns[seat] for seat in seats])
            found.setdefault(len(seats), []).append((row, 0.5 + 0.5 * returns[0] if teams else shares))
    return found


def fitted(data: list[tuple[Any, Any]], *, teams: bool) -> Any:
    """Weights that make the results likeliest; what a tenth that was held out says of them is printed."""
    rows = np.array([row for row, _ in data])
    results = np.array([result for _, result in data])
    if not teams:
        results = results / np.maximum(results.sum(1, keepdims=True), 1e-9)
    learned = len(rows) * 9 // 10

    def loss(weights: Any, part: slice) -> tuple[float, Any]:
        told, came = rows[part] @ weights, results[part]
        if teams:
            off = 1 / (1 + np.exp(-told)) - came
            return float((np.logaddexp(0, told) - came * told).mean()), rows[part].T @ off / len(came)
        told = told - told.max(1, keepdims=True)
        shares = np.exp(told) / np.exp(told).sum(1, keepdims=True)
        gradient = np.einsum("ij,ijk->k", shares - came, rows[part]) / len(came)
        return float(-(came * np.log(shares + 1e-12)).sum(1).mean()), gradient

    def shrunk(weights: Any) -> tuple[float, Any]:
        value, gradient = loss(weights, slice(0, learned))
        return value + SHRINK * weights @ weights, gradient + 2 * SHRINK * weights

    found = minimize(shrunk, np.zeros(rows.shape[-1]), jac=True, method="L-BFGS-B").x
    held = loss(found, slice(learned, None))[0]
    print(
        f"  {'teams' if teams else 'each alone'}, {rows.shape[1] if not teams else ''} in: {len(rows)} positions, "
        f"held out {held:.4f}, knowing nothing {loss(0 * found, slice(learned, None))[0]:.4f}"
    )
    return found


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    gone = 0.0
    free = positions({"players": 4}, arguments.rounds, rng)
    for left, data in positions({"players": 3}, arguments.rounds // 2, rng).items():
        free[left] += data
    entries = [(False, left, [fitted(free[left], teams=False)]) for left in (2, 3, 4)]
    together = positions({"teams": True}, arguments.rounds, rng)
    for left in (2, 3, 4):
        weights = fitted(together[left], teams=True)
        width = len(weights) // 3
        entries.append((True, left, [weights[role * width : (role + 1) * width] for role in range(3)]))
        if left == 3:
            gone = weights[-1]
    write(entries, gone)


def write(entries: list[tuple[bool, int, list[Any]]], gone: float) -> None:
    """The module of weights."""
    lines = [
        '"""Weights of `standing`, from `tests/benchmarks/standing.py`: by teams, and how many are still in."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "FITTED: Final[dict[tuple[bool, int], tuple[tuple[float, ...], ...]]] = {",
    ]
    for teams, left, roles in entries:
        lines.append(f"    ({teams}, {left}): (")
        for weights in roles:
            numbers = [f"{round(float(weight), 3) + 0:g}" for weight in weights]
            lines.append("        (")
            lines.extend(f"            {', '.join(numbers[at : at + 13])}," for at in range(0, len(numbers), 13))
            lines.append("        ),")
        lines.append("    ),")
    lines += [
        "}",
        '"""For each role of a seat: 16 numbers for its formation, 10 for its cards that were seen."""',
        "",
        f"GONE: Final = {round(float(gone), 3):g}",
        '"""What a team of two is ahead of one alone, beside what their formations say."""',
    ]
    KEPT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
