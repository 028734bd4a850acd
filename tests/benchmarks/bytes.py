"""What a table sends to its browsers, in bytes of JSON: opened, and with each move of a long game.

    python -m tests.benchmarks.bytes              # 4X Solitaire at plies 120, 300 and 1000
    python -m tests.benchmarks.bytes kommando     # another game, as far as it goes
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import capture_widgets as cw
from capture_widgets.widgets.table import Table

PLIES = (120, 300, 1000)
AROUND = 10
"""So many moves from each of these plies on are added up."""


def size(value: Any) -> int:
    """Bytes of a value as JSON."""
    return len(json.dumps(value, separators=(",", ":"), default=str).encode())


@contextmanager
def counted(table: Table) -> Iterator[Counter[str]]:
    """Adds up what the table sends: by trait, and messages as "message"."""
    found: Counter[str] = Counter()
    state, message = table.send_state, table.send

    def send_state(key: Any = None) -> None:
        names = [key] if isinstance(key, str) else list(key or table.keys)
        for name in names:
            found[name] += size({name: table.get_state(name)[name]})

    def send(content: Any, buffers: Any = None) -> None:
        found["message"] += size(content)

    table.send_state, table.send = send_state, send
    table.comm = _Comm()
    try:
        yield found
    finally:
        table.send_state, table.send = state, message


class _Comm:
    """A browser that hears everything and says nothing."""

    kernel = None
    comm_id = "bytes"

    def send(self, *_: Any, **__: Any) -> None: ...

    def close(self, *_: Any, **__: Any) -> None: ...


def long_game(slug: str, plies: int) -> cw.Game:
    """A game that goes on for so many plies at least, if there is such a one."""
    for seed in range(3, 400):
        game, rng = cw.new(slug, seed=seed), Random(seed)
        while not game.is_over and game.ply < plies:
            moves = [move for move in game.legal_moves() if move != "resign"]
            travels = [move for move in moves if move.startswith("travel")]
            game.play(rng.choice(travels) if travels and game.ply > 30 else rng.choice(moves or ["resign"]))
        if not game.is_over or slug != "fourx":
            return game
    raise RuntimeError(f"no game of {slug} is so long")


def measured(game: cw.Game, plies: tuple[int, ...]) -> Iterator[tuple[int, Counter[str], list[int]]]:
    """For each of these plies: what the moves from there on sent, by trait, and how much each of them."""
    for ply in plies:
        begun = game.at(min(ply, game.ply - AROUND))
        moves = game.moves()[begun.ply : begun.ply + AROUND]
        table = begun.table(seat=None, pace=0)
        each: list[int] = []
        total: Counter[str] = Counter()
        for move in moves:
            with counted(table) as sent:
                begun.play(move)
                table._heard(table, {"kind": "hello", "id": 1}, None)
            each.append(sum(sent.values()))
            total += sent
        yield begun.ply - len(moves), total, each


def main() -> None:
    slug = sys.argv[1] if len(sys.argv) > 1 else "fourx"
    plies = PLIES if slug == "fourx" else (0,)
    game = long_game(slug, max(plies) + AROUND)
    for ply, total, each in measured(game, plies):
        parts = ", ".join(f"{name} {count // len(each)}" for name, count in total.most_common() if count >= len(each))
        print(f"{slug} at ply {ply}: {statistics.mean(each):.0f} bytes a move ({parts})")


if __name__ == "__main__":
    main()
