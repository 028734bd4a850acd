"""Games kept on this machine without being asked for: each in a journal of its own, in the user's data folder.

A game is kept once somebody moves in it at a table on a page with a person at it, so scripts and researchers' games
write nothing. Beside each journal lies a file of times, which are no part of the game: a line for every change.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import sys
import warnings
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from capture_widgets.core.errors import shown
from capture_widgets.export.data_frames import frame
from capture_widgets.library.game_keeper import GameKeeper, reason, remove_unplayed, troubles, until
from capture_widgets.library.kept_rows import KeptRow, KeptRows, level_named, times_of
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.loading import histories_of, load_journal
from capture_widgets.records.journal import journal_at

if TYPE_CHECKING:
    from pandas import DataFrame

_LOG = logging.getLogger(__name__)

SWITCH: Final = "CAPTURE_WIDGETS_KEEP"
"""The environment variable that keeps games from being kept, where it is ``0``, ``off``, ``no`` or ``false``."""

MOST_BYTES: Final = 50 * 2**20
"""More than this is not kept: the oldest games that are over go first."""

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


ROOM: Final = 2**16
"""Bytes that are free on a disk that takes a game: a deal and some hundred moves."""


def why_not() -> str | None:
    """Why games cannot be kept though they are to be, in plain words; None where they can, or are not to be."""
    if not keeps():
        return None
    try:
        folder = games_folder()
        there = next(place for place in (folder, *folder.parents) if place.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            return "their folder cannot be written"
        if shutil.disk_usage(there).free < ROOM:
            return "the disk is full"
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody's home
        return reason(error)
    return next(iter(troubles(folder)), None)


def can_keep() -> bool:
    """Whether games are kept and there is a folder for them that can be written, or a place to make it in."""
    return keeps() and why_not() is None


# -- keeping


def keep(game: Game) -> bool:
    """Keep a game from now on, where that is wanted and possible; says whether it is kept.

    A game that has a journal already, is over or has no person at it is left alone.
    """
    if not keeps() or game.kept_in is not None or game.is_over or all(isinstance(one, Bot) for one in game.seats):
        return False
    try:
        folder = games_folder()
    except RuntimeError as error:  # nobody's home
        _LOG.info("this game is not kept: %s", error)
        return False
    with suppress(OSError):
        _make_room(folder)
    day = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return GameKeeper(game, folder / f"{game.type.slug}-{day}-{secrets.token_hex(3)}.jsonl").begin()


def _make_room(folder: Path) -> None:
    """Remove the oldest games where there are too many: those that are over first, and none that is being played."""
    files = [(path, _size(path) + _size(times_of(path))) for path in reversed(_journals(folder))]
    left = sum(size for _, size in files) - MOST_BYTES
    if left <= 0:
        return
    rows = KeptRows(folder)
    for unfinished in (False, True):
        for path, size in files:
            if left <= 0:
                return
            if path.exists() and (unfinished or all(row["over"] for row in rows.of(path))) and remove_unplayed(path):
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


# -- coming back


class KeptGame(NamedTuple):
    """A game in a journal."""

    path: Path
    number: int
    """Which of the games of its journal."""
    row: KeptRow

    @property
    def which(self) -> str:
        """Its name in this folder."""
        return f"{self.path.name}#{self.number}"

    @property
    def reaches(self) -> str:
        """The position up to which it is kept, in words."""
        return until(self.row["round"], self.row["ply"], match=self.row["match"])

    @property
    def goes_on(self) -> bool:
        """Whether its journal goes on with it when it is opened."""
        return self.row["last"] and not self.row["over"]


def kept() -> list[KeptGame]:
    """All games kept on this machine, those of the journal written last first, and the last of a journal first."""
    folder = games_folder()
    rows, paths = KeptRows(folder), _journals(folder)
    found = [KeptGame(path, number, row) for path in paths for number, row in [*enumerate(rows.of(path))][::-1]]
    rows.remember([path.name for path in paths])
    return found


MOST_OFFERED: Final = 8
"""So many games that were not finished are offered."""


def unfinished(most: int = MOST_OFFERED) -> list[KeptGame]:
    """The games kept on this machine that were not finished, the one played last first."""
    return [one for one in kept() if one.goes_on][:most]


def kept_history(which: str) -> tuple[KeptGame, History]:
    """A kept game by its name, with all that was played.

    Raises:
        ValueError: there is no such game any more.
        RecordError: its journal is damaged.
        OSError: it cannot be read.
    """
    one = _named(which)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return one, histories_of(one.path)[one.number]


def forget(which: str) -> None:
    """Remove the journal of a kept game, with all the games in it.

    Raises:
        ValueError: there is no such game any more, or somebody plays it just now.
    """
    if not remove_unplayed(_named(which).path):
        raise ValueError("this game is being played just now, so it stays")


def _named(which: str) -> KeptGame:
    found = next((one for one in kept() if one.which == which), None)
    if found is None:
        raise ValueError("this game is not kept any more")
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
    GameKeeper(game, path).begin()
    return game


def _loaded(path: Path) -> Game:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load_journal(path)


# -- looking back

COLUMNS: Final = (
    "game", "options", "match", "seats", "opponents", "level", "result", "points", "plies", "turns", "when", "seconds",
    "path", "fault",
)  # fmt: skip


def kept_games() -> DataFrame:
    """A data frame of the games kept on this machine, a row each, in the order in which they were begun.

    Columns: game; options, those that are not as usual, as a dict; match; seats, the names; opponents, all names but
    yours; level, of the bots among them; result, ``"won"``, ``"lost"`` or ``"drawn"``, and None for a game that is not
    over or that several people played at; points, yours; plies, of all rounds; turns, where a game counts them; when it
    was begun; seconds, without pauses of more than five minutes; path, of its journal; fault, why a journal could not
    be read: its row holds nothing else.

    Raises:
        ImportError: pandas is not installed; says how to get it.
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
