"""Saved games: each game that a person plays at a table is saved in a journal in the user's data folder.

A game is saved from the first move at a table on a page, if a person plays in it; games of scripts are not saved.
Beside each journal there is a file with the time of every change, one per line. The times are not part of the game.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from capture_widgets.core.errors import shown
from capture_widgets.core.phrases import number_of
from capture_widgets.export.data_frames import frame
from capture_widgets.library.analysis_files import analyses_in
from capture_widgets.library.deleting import GONE, delete_game
from capture_widgets.library.game_keeper import GameKeeper, reason, remove_unplayed, troubles, until
from capture_widgets.library.kept_rows import KeptRow, KeptRows, level_named, times_of
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.daily import day_of_game, opponents_of_day
from capture_widgets.play.game import Game
from capture_widgets.play.loading import histories_of, load_journal
from capture_widgets.records.journal import journal_at

if TYPE_CHECKING:
    from pandas import DataFrame

_LOG = logging.getLogger(__name__)

SWITCH: Final = "CAPTURE_WIDGETS_KEEP"
"""The environment variable that switches saving off if it is ``0``, ``off``, ``no`` or ``false``.

It is ``page`` in a browser whose page keeps the files.
"""

MOST_BYTES: Final = 50 * 2**20
"""The largest total size of the saved games; the oldest finished games are removed first."""

_keeps = True


def keep_games(on: bool = True) -> None:
    """Choose whether games played at tables are saved on this machine; they are by default.

    The setting holds for this kernel and does not affect the games saved so far. The environment variable
    ``CAPTURE_WIDGETS_KEEP=0`` switches saving off permanently.

    Raises:
        ValueError: the argument is neither True nor False.
    """
    if type(on) is not bool:
        raise ValueError(f"keep_games({shown(on)}): True or False")
    global _keeps  # noqa: PLW0603 # one setting for the process
    _keeps = on


def keeps() -> bool:
    """Whether games are saved.

    In Python that runs in a browser files disappear with the page, so only where the page keeps them and says so.
    """
    switch = os.environ.get(SWITCH, "").strip().lower()
    off = switch in ("0", "off", "no", "false") or (sys.platform == "emscripten" and switch != "page")
    return _keeps and not off


def games_folder() -> Path:
    """The folder of the journals; it may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("capture-widgets", appauthor=False) / "games"


MIN_FREE_SPACE: Final = 2**16
"""The free bytes that a disk needs for a game: a deal and some hundred moves."""


def why_not() -> str | None:
    """Why games cannot be saved, in plain words; None if they can, or if saving is switched off."""
    if not keeps():
        return None
    try:
        folder = games_folder()
        there = next(place for place in (folder, *folder.parents) if place.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            return "their folder cannot be written"
        if shutil.disk_usage(there).free < MIN_FREE_SPACE:
            return "the disk is full"
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home folder
        return reason(error)
    return next(iter(troubles(folder)), None)


def can_keep() -> bool:
    """Whether saving is switched on and the folder can be written or made."""
    return keeps() and why_not() is None


# -- saving


def keep(game: Game) -> bool:
    """Save a game from now on, if saving is switched on and possible; return whether it is saved.

    Nothing is done for a game that has a journal already, is over, or has no person among its players.
    """
    if not keeps() or game.kept_in is not None or game.is_over or all(isinstance(one, Bot) for one in game.seats):
        return False
    try:
        folder = games_folder()
    except RuntimeError as error:  # the user has no home folder
        _LOG.info("this game is not kept: %s", error)
        return False
    _free_space_at_times(folder)
    day = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return GameKeeper(game, folder / f"{game.type.slug}-{day}-{secrets.token_hex(3)}.jsonl").begin()


SPACE_APART: Final = 60.0
"""Seconds between two looks at the size of all saved games: where hundreds of games begin at once, as in rooms, each of
them would read the whole folder.
"""

_looked: dict[Path, float] = {}
_looking = threading.Lock()


def _free_space_at_times(folder: Path) -> None:
    """Remove the oldest games, unless this process has done so in the last minute or does so now."""
    if not _looking.acquire(blocking=False):
        return
    try:
        now = time.monotonic()
        if now - _looked.get(folder, -SPACE_APART) >= SPACE_APART:
            _looked[folder] = now
            with suppress(OSError):
                free_space(folder)
    finally:
        _looking.release()


def free_space(folder: Path) -> None:
    """Remove the oldest games if all take too much space: finished ones first, and none that is being played."""
    analyses = analyses_in(folder)
    beside = {path: [times_of(path), *analyses.get(path.stem, [])] for path in _journals(folder)}
    files = [(path, _size(path) + sum(map(_size, beside[path]))) for path in reversed(beside)]
    excess = sum(size for _, size in files) - MOST_BYTES
    if excess <= 0:
        return
    rows = KeptRows(folder)
    for unfinished in (False, True):
        for path, size in files:
            if excess <= 0:
                return
            if path.exists() and (unfinished or all(row["over"] for row in rows.of(path))) and remove_unplayed(path):
                excess -= size


def _journals(folder: Path) -> list[Path]:
    """The journals of a folder, the one written last first."""
    times: list[tuple[float, str, Path]] = []
    for path in folder.glob("*.jsonl"):
        try:
            times.append((path.stat().st_mtime, path.name, path))
        except OSError:
            continue  # the file has just been removed
    return [path for _, _, path in sorted(times, reverse=True)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


# -- continuing


class KeptGame(NamedTuple):
    """A saved game in a journal."""

    path: Path
    number: int
    """The index of the game in its journal."""
    row: KeptRow

    @property
    def which(self) -> str:
        """The identifier of the game in this folder."""
        return f"{self.path.name}#{self.number}"

    @property
    def reaches(self) -> str:
        """The last position that is saved, in words."""
        return reached(self.row["round"], self.row["ply"], match=self.row["match"], turns=self.row["turns"])

    @property
    def goes_on(self) -> bool:
        """Whether the game can be continued: it is the current game of its journal, and not over."""
        return self.row["last"] and not self.row["over"]

    @property
    def was_ended(self) -> bool:
        """Whether another game replaced it before it was over; `bring_back` continues it."""
        return not self.row["last"] and not self.row["over"]


def reached(number: int, ply: int, *, match: bool, turns: int | None = None) -> str:
    """How far a game has come, in words: round (from 0) and ply, or the turns of a game that counts them."""
    if turns is not None:
        return number_of(turns, "turn") if turns else "no turn yet"
    if ply == 0:
        return f"no move in round {number + 1} yet" if match else "no move yet"
    return until(number, ply, match=match)


def kept() -> list[KeptGame]:
    """All saved games: the journal written last comes first, and in a journal the latest game."""
    folder = games_folder()
    rows, paths = KeptRows(folder), _journals(folder)
    games = [KeptGame(path, number, row) for path in paths for number, row in [*enumerate(rows.of(path))][::-1]]
    rows.add_solver_note([path.name for path in paths])
    return games


MOST_OFFERED: Final = 3
"""The number of unfinished games that the lobby offers."""


def unfinished(most: int = MOST_OFFERED) -> list[KeptGame]:
    """The saved games that can be continued, the one played last first."""
    return [one for one in kept() if one.goes_on][:most]


def kept_history(which: str) -> tuple[KeptGame, History]:
    """A saved game by its identifier, with its history.

    Raises:
        ValueError: there is no such game any more.
        RecordError: the journal is damaged.
        OSError: the journal cannot be read.
    """
    one = _named(which)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return one, histories_of(one.path)[one.number]


def forget(which: str, key: str | None = None, *, release: Callable[[Path], None] = lambda _path: None) -> None:
    """Delete a saved game; the other games of its journal stay.

    Args:
        which: the identifier of the game. Another game has it once an earlier one of its journal is deleted.
        key: the digest of the game in the list that the person sees; without it, whatever game has the identifier.
        release: called with the journal before it is changed, to let go of a game that nobody plays any more.

    Raises:
        ValueError: there is no such game any more, it is being played now, or its file cannot be written.
    """
    one = _named(which)
    if key is not None and key != one.row["key"]:
        raise ValueError(GONE)
    release(one.path)
    delete_game(one.path, one.number, None if one.row["fault"] is not None else one.row["key"])


def _named(which: str) -> KeptGame:
    game = next((one for one in kept() if one.which == which), None)
    if game is None:
        raise ValueError("this game is not kept any more")
    return game


def go_on(path: Path) -> Game:
    """Load a saved game to continue it: its bots are seated, and it is saved in the same journal.

    Raises:
        JournalHeld: the game is being played in another kernel.
        RecordError: the journal is damaged.
        OSError: the journal cannot be read.
    """
    journal = journal_at(path)
    if journal is not None and isinstance(journal.owner, Game):
        return journal.owner
    game = _loaded(path)
    _seat_bots(game)
    GameKeeper(game, path).begin()
    return game


def bring_back(which: str) -> Game:
    """Continue a saved game that another game replaced; the current game of its journal is kept in turn.

    Raises:
        ValueError: there is no such game any more.
        JournalHeld: the journal is in use in another kernel.
        RecordError: the journal is damaged.
        OSError: the journal cannot be read or written.
    """
    one, history = kept_history(which)
    game = go_on(one.path)
    with game.held():
        record = history.record()
        at = next((at for at, ended in enumerate(game.ended) if ended.record() == record), None)
        if at is None:  # a game holds only its latest replaced games
            game.begin(Game(history))
        else:
            game.bring_back(at)
        _seat_bots(game)
    return game


def _seat_bots(game: Game) -> None:
    """Seat a bot at each seat that has the name of one, and no bot yet."""
    day = day_of_game(game.history)
    of_day = [] if day is None else opponents_of_day(game.type.slug, day)
    for seat, player in enumerate(game.seats):
        if isinstance(player, Bot):
            continue
        level = level_named(player)
        if 0 < seat <= len(of_day) and of_day[seat - 1].name == player:
            game.sit(seat, of_day[seat - 1])
        elif level is not None:
            game.sit(seat, level.make())


def _loaded(path: Path) -> Game:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load_journal(path)


# -- the list as a data frame

COLUMNS: Final = (
    "game", "options", "match", "seats", "opponents", "level", "result", "points", "plies", "turns", "when", "seconds",
    "path", "fault",
)  # fmt: skip


def kept_games() -> DataFrame:
    """A data frame of the games saved on this machine, one row each, in the order in which they were begun.

    The columns are game; options (a dict of those that differ from the defaults); match; seats (the names); opponents
    (the other names); level (of the bots); result (``"won"``, ``"lost"``, ``"drawn"``, or None for a game that is not
    over or had several persons); points (yours); plies (of all rounds); turns (if the game counts them); when (the game
    was begun); seconds (of playing time, without pauses of more than two minutes); path (of the journal); and fault
    (why a journal cannot be read; its row contains nothing else).

    Raises:
        ImportError: pandas is not installed; the error says how to install it.
    """
    rows = [_columns(one) for one in reversed(kept())]
    rows.sort(key=lambda row: row["when"])
    return frame(rows, list(COLUMNS))


def _columns(one: KeptGame) -> dict[str, Any]:
    row: Mapping[str, Any] = one.row
    path = str(one.path)
    when = datetime.fromtimestamp(row["when"], UTC)
    if row["fault"] is not None:
        return {"path": path, "when": when, "fault": row["fault"]}
    opponents = (name for seat, name in enumerate(row["seats"]) if seat != row["own"])
    mine = {name: row[name] for name in COLUMNS if name in row}
    return {**mine, "seats": ", ".join(row["seats"]), "opponents": ", ".join(opponents), "when": when, "path": path}
