"""Games kept on this machine without being asked for: each in a journal of its own, in the user's data folder.

A game is kept once somebody moves in it at a table on a page with a person at it, so scripts and researchers' games
write nothing. Beside each journal lies a file of times, which are no part of the game: a line for every change.
"""

from __future__ import annotations

import logging
import os
import secrets
import sys
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from capture_widgets import held_files
from capture_widgets.bots.levels import BOTS, Level
from capture_widgets.data_frames import frame
from capture_widgets.errors import RecordError, shown
from capture_widgets.files import remove_quietly
from capture_widgets.game import Game
from capture_widgets.game_history import History
from capture_widgets.journal import journal_at
from capture_widgets.start import histories_of, load
from capture_widgets.view import Bot

if TYPE_CHECKING:
    from pandas import DataFrame

_LOG = logging.getLogger(__name__)

SWITCH: Final = "CAPTURE_WIDGETS_KEEP"
"""The environment variable that keeps games from being kept, where it is ``0``, ``off``, ``no`` or ``false``."""

MOST_BYTES: Final = 50 * 2**20
"""More than this is not kept: the oldest games that are over go first."""

LONGEST: Final = 300.0
"""Seconds between two changes that count as played at most: whoever is away for longer is not playing."""

_keeps = True


def keep_games(on: bool = True) -> None:
    """Switch off, with False, that games played at tables are kept without being asked for; or on again.

    It holds for this kernel. Games kept so far stay; the environment variable ``CAPTURE_WIDGETS_KEEP=0`` switches it
    off for good.

    Raises:
        ValueError: it is neither True nor False.
    """
    if type(on) is not bool:
        raise ValueError(f"keep_games({shown(on)}): True or False")
    global _keeps  # noqa: PLW0603 # one switch for the process
    _keeps = on


def keeps() -> bool:
    """Whether games are kept; never in a browser's own Python, whose files go with the page."""
    off = os.environ.get(SWITCH, "").strip().lower() in ("0", "off", "no", "false")
    return _keeps and not off and sys.platform != "emscripten"


def games_folder() -> Path:
    """Where the journals are; it may not be there yet."""
    from platformdirs import user_data_path

    return user_data_path("capture-widgets", appauthor=False) / "games"


# -- keeping


def keep(game: Game) -> bool:
    """Keep a game from now on, where that is wanted and possible; says whether it is kept.

    A game that has a journal already, is over or has no person at it is left alone.
    """
    if not keeps() or game.kept_in is not None or game.is_over or all(isinstance(one, Bot) for one in game.seats):
        return False
    try:
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        _make_room(folder)
        day = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return _follow(game, folder / f"{game.type.slug}-{day}-{secrets.token_hex(3)}.jsonl")
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody's home
        _LOG.info("this game is not kept: %s", error)
        return False


def _follow(game: Game, path: Path) -> bool:
    with game.held():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nobody asked for this file, so there is nobody to warn
            game.autosave(path)
        journal = journal_at(path)
        if journal is None:
            return False
        journal.follower = _Clock(path, game.history)
    return True


class _Clock:
    """Writes down when a kept game changed, and lets the game go on where the disk takes no more."""

    def __init__(self, path: Path, history: History) -> None:
        self._path = path
        self._times = _times_of(path)
        self._deal = _deal_key(history.record())
        self._tick()

    def wrote(self, steps: Sequence[dict[str, Any]]) -> None:
        """Write down the time of a change."""
        for step in steps:
            if "game" in step:
                self._deal = _deal_key(step["game"])
        self._tick()

    def failed(self, error: OSError) -> None:
        """The game is kept no longer."""
        _LOG.warning("a game is no longer kept on this machine: %s", error)

    def replaced(self) -> None:
        """Somebody keeps the game under a name of their own: nobody looks for it here."""
        _remove(self._path)

    def _tick(self) -> None:
        try:
            with self._times.open("a", encoding="ascii") as file:
                file.write(f"{time.time():.1f} {self._deal}\n")
        except OSError as error:  # times are no part of the game
            _LOG.info("the time of a kept game was not written down: %s", error)


def _deal_key(record: Mapping[str, Any]) -> str:
    first = record["rounds"][0]
    return blake2b(repr((first.get("deal"), record.get("setup"))).encode(), digest_size=4).hexdigest()


def _times_of(path: Path) -> Path:
    return path.with_suffix(".times")


def _make_room(folder: Path) -> None:
    """Remove the oldest games where there are too many: those that are over first, and none that is being played."""
    files = [(path, _size(path) + _size(_times_of(path))) for path in reversed(_journals(folder))]
    left = sum(size for _, size in files) - MOST_BYTES
    for unfinished in (False, True):
        for path, size in files:
            if left <= 0:
                return
            if path.exists() and (unfinished or _is_over(path)) and _remove(path):
                left -= size


def _journals(folder: Path) -> list[Path]:
    """The journals of a folder, those written last first."""
    times: list[tuple[float, str, Path]] = []
    for path in folder.glob("*.jsonl"):
        try:
            times.append((path.stat().st_mtime, path.name, path))
        except OSError:
            continue  # removed in the meantime
    return [path for _, _, path in sorted(times, reverse=True)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _is_over(path: Path) -> bool:
    """Whether nothing in a journal could be played on; what cannot be read cannot."""
    try:
        return all(history.is_over for history in _quietly(path))
    except (OSError, RecordError):
        return True


def _remove(path: Path) -> bool:
    """Remove a kept game, unless somebody plays it just now."""
    try:
        file = held_files.reopen(str(path))
    except OSError:
        return False
    if journal_at(path) is not None or not held_files.lock(file):
        file.close()
        return False
    held_files.unlock(file)
    remove_quietly(path)
    remove_quietly(_times_of(path))
    return not path.exists()


def _quietly(path: Path) -> list[History]:
    """The games of a journal; a torn last line, as a kernel's death leaves it, is nothing to talk about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return histories_of(path)


# -- coming back


class KeptGame(NamedTuple):
    """A game that was not finished."""

    path: Path
    history: History
    when: float
    """When it was played last, in seconds since 1970."""


LOOKED_AT: Final = 100
"""How many journals are looked at for games that were not finished, those written last first."""


def unfinished(most: int = 8) -> list[KeptGame]:
    """The games kept on this machine that were not finished, the one played last first."""
    found: list[KeptGame] = []
    for path in _journals(games_folder())[:LOOKED_AT]:
        if len(found) == most:
            break
        try:
            history = _loaded(path).history
            if history.begun and not history.is_over:
                found.append(KeptGame(path, history, path.stat().st_mtime))
        except (OSError, RecordError) as error:
            _LOG.info("%s cannot be read: %s", path, error)
    return found


def go_on(path: Path) -> Game:
    """A kept game as it stood, kept on; its bots sit down again.

    Raises:
        JournalHeld: it is being played in another kernel.
        RecordError: its journal is damaged.
        OSError: it cannot be read.
    """
    journal = journal_at(path)
    if journal is not None and isinstance(journal.owner, Game):
        return journal.owner
    game = _loaded(path)
    for seat, name in enumerate(game.names):
        level = level_named(name)
        if level is not None:
            game.sit(seat, level.make())
    _follow(game, path)
    return game


def _loaded(path: Path) -> Game:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load(path)


def level_named(name: str) -> Level | None:
    """The kind of bot that has this name, None where it is a person's."""
    return next((level for level in BOTS if level.make().name == name), None)


# -- looking back

COLUMNS: Final = (
    "game", "options", "match", "seats", "opponents", "level", "result", "points", "plies", "turns", "when", "seconds",
    "path", "fault",
)  # fmt: skip


def history() -> DataFrame:
    """A data frame of the games kept on this machine, a row each, in the order in which they were begun.

    Columns: game; options, those that are not as usual, as a dict; match; seats, the names; opponents, all names but
    yours; level, of the bots among them; result, ``"won"``, ``"lost"`` or ``"drawn"``, and None for a game that is not
    over or that several people played at; points, yours; plies, of all rounds; turns, where a game counts them; when it
    was begun; seconds, without pauses of more than five minutes; path, of its journal; fault, why a journal could not
    be read: its row holds nothing else.

    Raises:
        ImportError: pandas is not installed; says how to get it.
    """
    rows = [row for path in reversed(_journals(games_folder())) for row in _rows(path)]
    rows.sort(key=lambda row: row["when"])
    return frame(rows, list(COLUMNS))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    try:
        games = _quietly(path)
    except (OSError, RecordError) as error:
        yield {"path": str(path), "when": changed, "fault": str(error)}
        return
    times = _read_times(_times_of(path))
    keys = [_deal_key(game.record()) for game in games]
    for game, key in zip(games, keys, strict=True):
        ticks = times.get(key, [])
        yield {
            **_facts(game),
            "path": str(path),
            "when": datetime.fromtimestamp(ticks[0], UTC) if ticks else changed,
            # games from the same deal in one file cannot be told apart by their times
            "seconds": _played(ticks) if ticks and keys.count(key) == 1 else None,
            "fault": None,
        }


def _facts(game: History) -> dict[str, Any]:
    levels = [level_named(name) for name in game.seats]
    persons = [seat for seat, level in enumerate(levels) if level is None]
    own = persons[0] if len(persons) == 1 else None
    returns = game.returns if game.is_over else None
    default = type(game.settings)().as_dict()
    table: Mapping[str, Any] = game.dump("public")["table"]
    return {
        "game": game.type.slug,
        "options": {name: value for name, value in game.options.items() if default.get(name) != value},
        "match": game.match,
        "seats": ", ".join(game.seats),
        "opponents": ", ".join(name for seat, name in enumerate(game.seats) if seat != own),
        "level": ", ".join(dict.fromkeys(level.id for level in levels if level is not None)) or None,
        "result": None if own is None or returns is None else {1: "won", 0: "drawn", -1: "lost"}[returns[own]],
        "points": game.points[own] if own is not None and game.type.counts_points(game.settings) else None,
        "plies": sum(entry.length for entry in game.rounds),
        "turns": table.get("turns"),
    }


def _read_times(path: Path) -> dict[str, list[float]]:
    """The times of the changes of each game, by its first deal; lines that are none are left out."""
    found: dict[str, list[float]] = {}
    try:
        lines = path.read_text("ascii", "replace").splitlines()
    except OSError:
        return found
    for line in lines:
        at, _, key = line.partition(" ")
        try:
            second = float(at)
            datetime.fromtimestamp(second, UTC)
        except (ValueError, OverflowError, OSError):
            continue
        found.setdefault(key, []).append(second)
    return found


def _played(ticks: Sequence[float]) -> float:
    """Seconds that were played."""
    gaps = (later - earlier for earlier, later in pairwise(ticks))
    return round(sum(min(max(gap, 0.0), LONGEST) for gap in gaps), 1)
