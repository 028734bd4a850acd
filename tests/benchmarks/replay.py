"""How long a replay takes to open, how much it sends, what an export weighs: ``python -m tests.benchmarks.replay``.

Records of 100, 1,000 and 10,000 plies: a match of the Universal Card Deck (many rounds) and one round of 4X Solitaire
(where travels can go on for ever), each seen by seat A and with everything open. No browser: how long a page takes to
show them is in tests/browser/test_replay_lab.py.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import capture_widgets as cw
from capture_widgets.engine.state import Viewer
from tests.cases import random_move

PLIES = (100, 1_000, 10_000)


def match_record(plies: int) -> Any:
    """A match with so many plies, its rounds random, its target out of reach."""
    game, rng = cw.new("universal", seed=1, match=True, target=1_000_000), Random(1)
    for _ in range(plies):
        game.play(str(random_move(game.state, rng)))
    return game.record()


def round_record(plies: int) -> Any:
    """One round with so many plies, the last ones travels."""
    for seed in range(1000):
        game, rng = cw.new("fourx", seed=seed), Random(seed)
        while game.ply < plies and not game.is_over:
            moves = game.state.legal_moves()
            travels = [move for move in moves if str(move).startswith("travel")]
            if game.ply > 20 and travels:
                game.play(str(rng.choice(travels)))
            else:
                game.play(str(random_move(game.state, rng)))
        if game.ply == plies:
            return game.record()
    raise RuntimeError("no round lasted so long")


def measure(record: Any, seat: Viewer) -> tuple[float, int, int]:
    """Seconds of CPU to a replay ready to be sent, bytes of all it sends but the front end, bytes of its export."""
    cw.replay(record, seat=seat)  # imports and tables are not what is measured
    start = process_time()
    replay = cw.replay(record, seat=seat)
    seconds = process_time() - start
    state = {key: value for key, value in replay.get_state().items() if key not in ("_esm", "_css", "layout")}
    sent = len(json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode())
    with tempfile.TemporaryDirectory() as folder:
        size = replay.save_html(Path(folder) / "replay.html").stat().st_size
    return seconds, sent, size


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one line for each record and viewer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, nargs="*", default=list(PLIES))
    chosen = parser.parse_args(arguments)
    print(f"{'record':<28}{'seen by':<12}{'plies':>8}{'opens, ms':>12}{'sends, kB':>12}{'file, kB':>12}")
    for name, make in (("universal, a match", match_record), ("fourx, one round", round_record)):
        for plies in chosen.plies:
            record = make(plies)
            viewers: list[tuple[str, Viewer]] = [("seat A", 0), ("everyone", None)]
            for words, seat in viewers:
                seconds, sent, size = measure(record, seat)
                print(
                    f"{name:<28}{words:<12}{plies:>8,}{seconds * 1000:>12.0f}{sent / 1000:>12.0f}{size / 1000:>12.0f}"
                )


if __name__ == "__main__":
    main()
