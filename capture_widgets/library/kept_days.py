"""The days on which a daily deal was finished: one line for each deal in a file beside the saved games.

The file keeps a streak although games are removed or their journals are damaged. Lines are only added; a line that
cannot be read is skipped, and stays as it is.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from capture_widgets.core.shared_files import NEVER_WAIT, read_file
from capture_widgets.games import GAMES

_LOG = logging.getLogger(__name__)

DAYS: Final = "days.txt"
"""The name of the file; a line is ``2026-11-23 kommando``."""

MOST_BYTES: Final = 2**20
"""The largest size of the file: five deals a day for more than twenty years."""


@dataclass
class KeptDays:
    """The finished daily deals.

    Attributes:
        games: the slugs by date.
        damaged: the number of lines that cannot be read.
        fault: why the file cannot be read at all; None if it can, or if there is none.
    """

    games: dict[date, set[str]] = field(default_factory=dict)
    damaged: int = 0
    fault: str | None = None

    def add(self, day: date, game: str) -> bool:
        """Add a finished deal; returns whether it is new."""
        of_day = self.games.setdefault(day, set())
        new = game not in of_day
        of_day.add(game)
        return new


def read_days(folder: Path) -> KeptDays:
    """The finished deals of the file in a folder."""
    days = KeptDays()
    try:
        text = read_file(folder / DAYS, MOST_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return days
    except OSError as error:
        days.fault = error.strerror or str(error)
        return days
    for line in text.splitlines():
        day, _, game = line.partition(" ")
        try:
            if game not in GAMES or len(day) != 10:
                raise ValueError(line)
            days.add(date.fromisoformat(day), game)
        except ValueError:
            days.damaged += line.strip() != ""
    return days


def note_days(folder: Path, finished: Iterable[tuple[date, str]], *, write: bool) -> KeptDays:
    """The finished deals of the file and of the saved games; what the file lacks is added to it.

    Args:
        folder: the folder of the saved games.
        finished: the finished daily deals among them.
        write: whether the file may be written.
    """
    days = read_days(folder)
    new = [f"{day.isoformat()} {game}\n" for day, game in sorted(set(finished)) if days.add(day, game)]
    if new and write and days.fault is None:
        try:
            _append(folder / DAYS, "".join(new))
        except OSError as error:  # the games themselves are kept, so the next lobby tries again
            _LOG.info("a finished daily deal was not written down: %s", error)
    return days


def _append(path: Path, lines: str) -> None:
    torn = path.exists() and not read_file(path, MOST_BYTES).endswith(b"\n")
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | NEVER_WAIT, 0o666)
    try:
        os.write(file, f"{chr(10) * torn}{lines}".encode())
    finally:
        os.close(file)


def days_in_a_row(days: Collection[date], today: date) -> tuple[int, int]:
    """The current number of days in a row and the largest one; today still counts as open until it ends."""
    past = sorted(day for day in days if day <= today)
    longest = row = 0
    last: date | None = None
    for day in past:
        row = row + 1 if last is not None and day - last == timedelta(1) else 1
        longest, last = max(longest, row), day
    now = row if last is not None and today - last <= timedelta(1) else 0
    return now, longest
