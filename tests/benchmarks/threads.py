"""Many threads at one game: ``python -m tests.benchmarks.threads --seconds 60``.

Eight threads play, take back, comment, judge, watch and change settings, by code and by the messages of three tables,
while observers fail and call the game again. Afterwards the game, its journal, its traits, its tables and what the
tables' pages were sent agree field by field, and every thread finds its last words.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import comm

import capture_widgets as cw
from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.widgets import Table
from tests.wire import say

THREADS = 8
KEPT = 10
"""So many plies stay, so that what is said about them has a place whatever is played behind them."""


@contextmanager
def pages() -> Iterator[dict[str, dict[str, Any]]]:
    """What pages know of each widget by its id: all updates that were sent, one put on the other as they travel."""
    known: dict[str, dict[str, Any]] = {}
    publish = comm.DummyComm.publish_msg

    def sent(self: Any, kind: str, data: Any = None, **more: Any) -> None:
        state = (data or {}).get("state") if kind in ("comm_open", "comm_msg") else None
        if state and (data or {}).get("method") != "echo_update":
            known.setdefault(self.comm_id, {}).update(json.loads(json.dumps(state)))
        publish(self, kind, data, **more)

    comm.DummyComm.publish_msg = sent  # type: ignore[method-assign, assignment]
    try:
        yield known
    finally:
        comm.DummyComm.publish_msg = publish  # type: ignore[method-assign]


@contextmanager
def quiet() -> Iterator[None]:
    """Without the log of the observers that are meant to fail."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def at_once(acts: list[Callable[[], None]], patience: float) -> list[str]:
    """Run functions on a thread each; what they failed with, and who did not come back."""
    faults: list[str] = []

    def run(act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 # any is a fault
            faults.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=run, args=(act,), daemon=True) for act in acts]
    for thread in threads:
        thread.start()
    until = time.monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return faults + [f"{thread.name} hangs" for thread in threads if thread.is_alive()]


class Crowd:
    """Eight threads at one game with three tables."""

    def __init__(self, slug: str, path: Path, seed: int) -> None:
        self.game = cw.new(slug, seed=seed, autosave=path)
        self.path = path
        self.rng = Random(seed)
        while self.game.ply < KEPT:
            self.game.play(self.rng.choice(self.game.legal_moves()))
        self.tables: list[Table] = [self.game.table(seat=0), self.game.table(seat=1), self.game.table(seat=None)]
        self.last: dict[str, str] = {}
        self.signs: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.calls = 0
        self.troubles: set[str] = set()
        self.game.observe(lambda change: self.troubles.add(change["new"] or ""), "trouble")
        self.game.observe(self._fail, "ply")
        self.game.observe(self._call_again, "ply")
        self.tables[0].observe(self._call_again, "dump")
        self.tables[2].observe(self._fail, "scene")

    def _fail(self, _change: object) -> None:
        raise RuntimeError("an observer of somebody's")

    def _call_again(self, _change: object) -> None:
        self.calls += 1
        self.game.comment(f"seen {self.calls}", ply=KEPT, round=0)

    def work(self, number: int, until: float) -> None:
        """What one of the threads does."""
        rng, game = Random(f"{self.rng.random()}/{number}"), self.game
        acts = (self._play, self._undo, self._redo, self._say, self._say, self._judge, self._click, self._set)
        while time.monotonic() < until:
            act = rng.choice(acts)
            with contextlib.suppress(ActionRefused, IllegalMove):  # another was faster
                act(rng, number)
                self.done[act.__name__] += 1
            assert game.ply >= 0

    def _play(self, rng: Random, _number: int) -> None:
        moves = self.game.legal_moves()
        if moves:
            self.game.play(rng.choice(moves))

    def _undo(self, _rng: Random, _number: int) -> None:
        with self.game.held():
            if self.game.ply > KEPT:
                self.game.undo()

    def _redo(self, _rng: Random, _number: int) -> None:
        self.game.redo()

    def _say(self, _rng: Random, number: int) -> None:
        words = f"{number} says {self.done['_say']}"
        self.game.comment(words, ply=number, round=0)
        self.last[f"0/{number}"] = words

    def _judge(self, rng: Random, number: int) -> None:
        sign = rng.choice(("!", "?", "!?"))
        self.game.glyph(sign, ply=number, round=0)
        self.signs[f"0/{number}"] = sign

    def _click(self, rng: Random, _number: int) -> None:
        table = rng.choice(self.tables)
        dump = table.dump
        if dump["legal_moves"]:
            move = rng.choice(dump["legal_moves"])
            message = {"kind": "play", "id": 1, "move": move, "round": dump["round"], "ply": dump["ply"]}
            say(table, message)

    def _set(self, rng: Random, _number: int) -> None:
        table = rng.choice(self.tables)
        table.set_state({"settings": {**table.settings, "pace": rng.randrange(1000)}})

    def change_once_more(self) -> None:
        """A change of a kind that all observers hear of."""
        if self.game.ply > KEPT:
            self.game.undo()
        else:
            self.game.play(self.game.legal_moves()[0])

    def differences(self, sent: dict[str, dict[str, Any]]) -> list[str]:
        """Where game, journal, traits, tables and pages do not agree."""
        game, dump, record = self.game, self.game.dump(), self.game.record()
        found = []

        def same(what: str, one: object, other: object) -> None:
            if one != other:
                found.append(f"{what}: {str(one)[:200]} but {str(other)[:200]}")

        same("journal", cw.load(self.path).record(), record)
        same("at", cw.load(record).dump(), dump)
        for name in ("ply", "round", "to_play", "is_over", "points", "returns"):
            same(f"trait {name}", getattr(game, name), dump[name])
        for number, table in enumerate(self.tables):
            now, scene, history = table._now()
            log = history.log(now["seat"], ply=now["ply"], round=now["round"], names=table._seating.names())
            same(f"table {number}, dump", table.dump, dict(now))
            same(f"table {number}, scene", table.scene, dict(scene))
            page = sent[table.model_id]
            pages = [page[f"log{number}"] for number in range(len(page)) if f"log{number}" in page]
            same(f"page of table {number}, log", [entry for one in pages for entry in one], json.loads(json.dumps(log)))
            for name in ("dump", "scene", "logged", "rules"):
                same(f"page of table {number}, {name}", page[name], json.loads(json.dumps(getattr(table, name))))
        comments, glyphs = game.comments, game.glyphs
        for key, words in self.last.items():
            same(f"comment {key}", comments.get(key), words)
        for key, sign in self.signs.items():
            same(f"sign {key}", glyphs.get(key), sign)
        if not any("somebody's" in words for words in self.troubles):
            found.append("nobody was told of the observer that failed")
        return found


def run(seconds: float, slug: str = "kommando", seed: int = 1) -> tuple[Counter[str], list[str]]:
    """How often each thing was done, and what went wrong."""
    with tempfile.TemporaryDirectory() as folder, pages() as sent, quiet():
        crowd = Crowd(slug, Path(folder) / "game.jsonl", seed)
        until = time.monotonic() + seconds

        def work(number: int) -> Callable[[], None]:
            return lambda: crowd.work(number, until)

        faults = at_once([work(number) for number in range(THREADS)], seconds + 120)
        if not any("hangs" in fault for fault in faults):
            crowd.change_once_more()
            faults += crowd.differences(sent)
        return crowd.done, faults


def main() -> int:
    """Print what was done and what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--game", default="kommando")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    done, faults = run(given.seconds, given.game, given.seed)
    for name, count in sorted(done.items()):
        print(f"{name.strip('_'):8} {count:8,}")
    print(*faults or ["no difference"], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
