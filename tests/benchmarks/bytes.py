"""What a table sends to its browsers, in bytes: a further one in a notebook, its pictures, and a move in long games.

``python -m tests.benchmarks.bytes [game]`` prints what a second table of each game adds to a notebook, the sizes of the
pictures below tables of whole games between random players, and a line for each ply: bytes a move, and what they are
for. The game is 4X Solitaire where none is named, at plies 120, 300 and 1,000; it is played at a table for everybody,
so that nothing is left out.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import capture_widgets as cw
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.table import Table
from tests.browser.lab import write_notebook
from tests.test_notebooks import WIDGET_VIEW, execute
from tests.test_saved import picture_for, png
from tests.wire import say

PLIES = (120, 300, 1000)

AROUND = 10
"""So many moves are counted from each of these plies on."""


def size(value: Any) -> int:
    """Bytes of a value as JSON."""
    return len(json.dumps(value, separators=(",", ":")).encode())


@contextmanager
def counted(table: Table) -> Iterator[Counter[str]]:
    """Adds up what a table sends: each trait by its name, answers as "answers"."""
    found: Counter[str] = Counter()
    comm: Any = table.comm
    real = comm.send

    def send(data: Any = None, metadata: Any = None, buffers: Any = None) -> None:
        if data["method"] == "custom":
            found["answers"] += size(data["content"])
        for name, value in data.get("state", {}).items():
            found[name] += size({name: value})

    comm.send = send
    try:
        yield found
    finally:
        comm.send = real


def long_game(slug: str, plies: int) -> Game:
    """A game that goes on for so many plies, or a whole one where none does."""
    for seed in range(3, 103):
        game, rng = cw.new(slug, seed=seed), Random(seed)
        while not game.is_over and game.ply < plies:
            moves = [move for move in game.legal_moves() if move != "resign"] or ["resign"]
            travels = [move for move in moves if move.startswith("travel")]
            game.play(rng.choice(travels) if travels and game.ply > 30 else rng.choice(moves))
        if game.ply >= plies or slug != "fourx":
            return game
    raise RuntimeError(f"no game of {slug} takes {plies} moves")


def bytes_a_move(game: Game, ply: int, moves: int = AROUND) -> tuple[list[int], Counter[str]]:
    """What each of the moves after a ply sent, and all of them by what it was for."""
    made = game.moves()[ply : ply + moves]
    begun = game.at(ply)
    table = begun.table(seat=None, pace=0)
    each: list[int] = []
    total: Counter[str] = Counter()
    for number, move in enumerate(made):
        message = {"kind": "play", "move": move, "round": 0, "ply": ply + number, "id": number}
        with counted(table) as sent:
            say(table, message)
        each.append(sum(sent.values()))
        total += sent
    table.close()
    return each, total


def further_tables(folder: Path) -> dict[str, tuple[int, int]]:
    """What each game's second table in a notebook takes: its models and its outputs, in bytes of JSON."""
    shown = [f'g = cw.new("{slug}", seed=7)\ng.table()' for slug in cw.games()]
    path = write_notebook(folder / "tables.ipynb", ["import capture_widgets as cw", shown[0], *shown])
    book = execute(path, folder).notebook
    models = book["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    found = {}
    for slug, cell in zip(cw.games(), book["cells"][2:], strict=True):
        table = models[cell["outputs"][0]["data"][WIDGET_VIEW]["model_id"]]
        layout = models[table["state"]["layout"].removeprefix("IPY_MODEL_")]
        found[slug] = size(table) + size(layout), size(cell["outputs"])
    return found


def pictures(slug: str) -> list[int]:
    """Bytes of the pictures below a table at the start, the middle and the end of four games, in a notebook."""
    sizes: list[int] = []
    for seed in range(7, 11):
        game = cw.new(slug, seed=seed)
        for seat in range(len(game.seats)):
            game.sit(seat, cw.bots.Random(seat))
        game.run()
        sizes += [len(png(picture_for(game.at(ply), 0))) for ply in (0, game.ply // 2, game.ply)]
    return sizes


def main() -> None:
    """Print what a further table, a picture and a move cost."""
    with TemporaryDirectory() as folder:
        for name, (models, outputs) in further_tables(Path(folder)).items():
            print(f"{name}, a further table: {models:,} bytes of models, {outputs:,} of outputs")
    for name in cw.games():
        sizes = pictures(name)
        print(f"{name}, a picture: {min(sizes):,} to {max(sizes):,} bytes")
    slug = sys.argv[1] if len(sys.argv) > 1 else "fourx"
    game = long_game(slug, max(PLIES) + AROUND if slug == "fourx" else 10**6)
    for ply in PLIES if slug == "fourx" else (0, max(0, game.ply - AROUND)):
        each, total = bytes_a_move(game, ply)
        parts = ", ".join(f"{name} {count // len(each)}" for name, count in total.most_common())
        print(f"{slug} at ply {ply}: {statistics.mean(each):,.0f} bytes a move, {max(each):,} at most ({parts})")


if __name__ == "__main__":
    main()
