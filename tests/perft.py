"""Counts of the positions so many moves away: a wrong rule nearly always changes one of them."""

from __future__ import annotations

import json
from typing import Any

from capture_widgets.engine.state import State
from capture_widgets.games import GAMES
from tests.cases import CASES, dealt
from tests.playthrough import choose

HEAD = """\
# Ways to play so many moves from a position of a seeded deal. Written by `python -m tests.generate`.
# Columns: game; plies made before (by lot, see playthrough.choose); options that are not the defaults; then the numbers
# of ways for 1, 2, 3 ... moves.
"""

SEED = 1
STARTS = (0, 9, 16)
MOST = 2500
"""Depths are counted as long as the last number was below."""


def ways(state: State, depth: int) -> int:
    """In how many ways so many moves can be made; a round that ends sooner counts for nothing."""
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(ways(state.apply(move), depth - 1) for move in moves)


def counts(state: State) -> list[int]:
    """Numbers of ways by depth, as long as they stay small."""
    found = [ways(state, 1)]
    while found[-1] and len(found) < 6 and found[-1] * found[0] < MOST * 10 and found[-1] < MOST:
        found.append(ways(state, len(found) + 1))
    return found


def cases() -> list[tuple[str, dict[str, Any]]]:
    """Option sets that differ in what can be played; scoring counts points only."""
    return [case for case in CASES if not case[1].get("scoring")]


def row(slug: str, options: dict[str, Any], start: int) -> str:
    """One line of the file."""
    state = dealt(slug, options, SEED)
    for ply in range(start):
        moves = sorted(map(str, state.legal_moves()))
        if not moves:
            break
        state = state.apply(state.parse(choose(f"perft {slug}", ply, moves)))
    usual = {item["name"]: item["default"] for item in GAMES[slug].options.described()}
    told = [f"{name}={json.dumps(value)}" for name, value in options.items() if value != usual[name]]
    return f"{slug:<10} {start:>2}  {' '.join(told) or '-'}  {' '.join(map(str, counts(state)))}"


def perft_text() -> str:
    """The whole of tests/perft.txt."""
    return HEAD + "\n".join(row(*case, start) for case in cases() for start in STARTS) + "\n"
