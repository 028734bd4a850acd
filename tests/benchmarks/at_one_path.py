"""Threads of one process that begin and resume games at one path in the same moment.

Each plays first moves; whatever move `play` has acknowledged must be in a journal afterwards, in the file of that name
or in one that moved aside, and nobody is told anything but that a move came too late.
"""

from __future__ import annotations

import threading
import time
import warnings
from pathlib import Path
from random import Random
from typing import Final

import capture_widgets as cw
from capture_widgets.core.errors import IllegalMove
from capture_widgets.play.loading import histories_of

THREADS: Final = 3
MOVES: Final = 2
PATIENCE: Final = 60.0
LATEST: Final = 0.02
"""Seconds after which a move is made at the latest: about as long as it takes the other threads to begin."""


class Try:
    """Some threads at one path."""

    def __init__(self, path: Path, rng: Random, resumes: bool) -> None:
        self._path = path
        self._barrier = threading.Barrier(THREADS)
        self._chances = [rng.randrange(10**9) for _ in range(THREADS)]
        self._resumes = resumes
        self.games: list[cw.Game] = []
        self.acknowledged: list[tuple[cw.Game, str]] = []
        self.errors: list[str] = []

    def work(self, number: int) -> None:
        """What one of the threads does."""
        rng = Random(self._chances[number])
        self._barrier.wait(PATIENCE)
        try:
            if self._resumes and rng.random() < 0.6:
                game = cw.resume(self._path, new={"game": "kommando", "seed": number})
            else:
                game = cw.new("kommando", seed=number, autosave=self._path)
            self.games.append(game)  # all of them live until it is over
            for _ in range(MOVES):
                time.sleep(rng.choice((0.0, 0.0, rng.random() * LATEST)))
                move = rng.choice(game.legal_moves())
                try:
                    game.play(move)
                except IllegalMove:  # two threads at one game: another was faster
                    continue
                self.acknowledged.append((game, move))
        except Exception as error:  # noqa: BLE001 # whichever it is, there is none to be
            self.errors.append(f"{type(error).__name__}: {error}")

    def run(self) -> None:
        """Let all of them begin at once."""
        threads = [threading.Thread(target=self.work, args=(number,), daemon=True) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
            if thread.is_alive():
                self.errors.append("a thread hangs")

    def lost(self) -> int:
        """How many acknowledged moves no journal has."""
        kept = [history.moves() for file in self._path.parent.glob("*.jsonl") for history in histories_of(file)]
        missing = 0
        for game, move in self.acknowledged:
            played = game.moves()
            missing += move not in played or played not in kept
        return missing


def begun_at_once(number: int, seed: int, folder: Path) -> dict[str, float]:
    """Let threads begin at one path, half of the tries with `resume` among them."""
    rng = Random(f"begun at once/{seed}")
    found: dict[str, float] = dict.fromkeys(
        ("beginnings", "beginnings_moves", "beginnings_lost", "beginnings_errors", "beginnings_left_behind"), 0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a game moved aside
        for one in range(number):
            inside = folder / str(one)
            inside.mkdir()
            tried = Try(inside / "game.jsonl", rng, resumes=bool(one % 2))
            tried.run()
            found["beginnings"] += 1
            found["beginnings_moves"] += len(tried.acknowledged)
            found["beginnings_lost"] += tried.lost()
            found["beginnings_errors"] += len(tried.errors)
            found["beginnings_left_behind"] += sum(file.suffix != ".jsonl" for file in inside.iterdir())
            for error in tried.errors[:1]:
                if found["beginnings_errors"] <= 5:
                    print(error, flush=True)
            _remove(inside)
    return found


def _remove(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
