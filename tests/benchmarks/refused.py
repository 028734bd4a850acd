"""Kept games whose disk is full now and then: each goes on, says so, and is kept whole afterwards."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import capture_widgets as cw
from capture_widgets.core import atomic_files as files
from capture_widgets.core import disk, locked_files
from capture_widgets.library import game_keeper
from capture_widgets.library.game_keeper import GameKeeper
from capture_widgets.library.keepers import trouble_of
from capture_widgets.records import journal as journals
from capture_widgets.records import new_journal

CODES: Final = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS)
PATIENCE: Final = 20.0


class Full:
    """Stands for `os` on a full disk: what is there can be read, a write that fails has written a part."""

    def __init__(self, code: int, part: float = 0.5) -> None:
        self._code, self._part = code, part

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)

        def call(*arguments: Any, **_settings: Any) -> Any:
            if name == "write":
                found(arguments[0], bytes(arguments[1])[: round(len(arguments[1]) * self._part)])
            raise OSError(self._code, os.strerror(self._code))

        return call if name in ("write", "fsync", "link", "replace", "rename") else found


@contextmanager
def refusing(code: int = errno.ENOSPC, part: float = 0.5) -> Iterator[None]:
    """While it lasts, calls that write fail."""
    system = Full(code, part)
    with ExitStack() as patched:
        for module in (journals, new_journal, locked_files, files, disk):
            patched.enter_context(patch.object(module, "os", system))
        yield


def _play(game: cw.Game, rng: Random, moves: int) -> None:
    for _ in range(moves):
        if not game.is_over:
            game.play(rng.choice(game.legal_moves()))


def refused(number: int, seed: int, folder: Path) -> dict[str, float]:
    """Refuse what games play for a while, again and again, and look at what was kept meanwhile and afterwards."""
    rng = Random(f"refused/{seed}")
    names = ("refused", "refused_silently", "refused_spoilt", "refused_not_kept_again", "refused_left_behind")
    found: dict[str, float] = dict.fromkeys(names, 0)
    logging.disable(logging.CRITICAL)
    with patch.object(game_keeper, "TRIES_AFTER", 0.005):
        one = 0
        while found["refused"] < number:
            one += 1
            path = folder / f"{one}.jsonl"
            game = cw.new(rng.choice(["kommando", "universal"]), seed=one, match=True)
            GameKeeper(game, path).begin()
            for _ in range(min(rng.randrange(1, 4), number - int(found["refused"]))):
                _play(game, rng, rng.randrange(1, 40))
                if game.is_over:
                    break
                kept = game.record()
                with refusing(rng.choice(CODES), rng.random()):
                    _play(game, rng, rng.randrange(1, 20))
                    found["refused"] += 1
                    found["refused_silently"] += trouble_of(game) is None or game.kept_in is not None
                    found["refused_spoilt"] += cw.salvage(path).record() != kept
                until = time.monotonic() + PATIENCE
                while game.kept_in is None and time.monotonic() < until:
                    time.sleep(0.002)
                found["refused_not_kept_again"] += cw.load(path) != game or trouble_of(game) is not None
            game.close()
    logging.disable(logging.NOTSET)
    found["refused_left_behind"] = sum(file.suffix not in (".jsonl", ".times") for file in folder.iterdir())
    return found
