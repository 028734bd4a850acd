"""``capture-widgets host``: a room without a notebook, until somebody ends it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from capture_widgets.bots.levels import BOTS, make_bot
from capture_widgets.core.file_names import is_file
from capture_widgets.games import GAMES
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load, resume
from capture_widgets.play.new_game import new
from capture_widgets.protocol.widget_settings import HostSettings
from capture_widgets.rooms.room import Room

JOURNAL: Final = "game.jsonl"
LINKS: Final = "room.json"


def host(
    game: str,
    seats: Sequence[str],
    say: Callable[[str], None],
    *,
    at: tuple[str, int],
    folder: Path | None,
    settings: HostSettings,
    until: threading.Event | None = None,
) -> int:
    """Open a room, print its links, and serve until a signal ends the process; returns 0.

    Args:
        game: the name of a game, or a file with one.
        seats: a name for each person, or the name of a bot.
        say: prints a line.
        at: the host and the port.
        folder: the folder that keeps the game and the links; the same folder goes on with them.
        settings: the address in the links, a certificate, and what happens when somebody is away.
        until: ends it when set, in place of a signal.

    Raises:
        OSError, ValueError: the game or the room cannot be opened.
    """
    with closing(_opened(game, seats, folder)) as played:
        keep = None if folder is None else folder / LINKS
        with played.open_room(*at, keep=keep, **settings) as room:
            for line in _lines(room):
                say(line)
            if until is not None:
                until.wait()
            else:
                _wait_for_signal()
    return 0


def _opened(game: str, seats: Sequence[str], folder: Path | None) -> Game:
    journal = None if folder is None else folder / JOURNAL
    if journal is not None and journal.exists():
        if seats:
            raise ValueError(
                f"{journal} has a game already: leave out --seats to go on with it, or name another folder"
            )
        return resume(journal)
    if game in GAMES:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        players = [make_bot(one) if one in {level.id for level in BOTS} else one for one in seats]
        return new(game, seats=players or None, autosave=journal)
    if not is_file(game):
        raise ValueError(f"{game} is neither a game nor a file; the games are {', '.join(GAMES)}")
    return load(game)


def _lines(room: Room) -> list[str]:
    import io

    import segno

    lines = []
    for one in room.people:
        if not one["bot"]:
            lines += ["", f"{one['name']}, for one person alone:", room.links[one["seat"]]]
            code = io.StringIO()
            segno.make(room.links[one["seat"]], error="m").terminal(code, border=2, compact=True)
            lines.append(code.getvalue().rstrip("\n"))
    lines += ["", "Everybody may watch:", room.links["public"], "", *filter(None, [room.warning])]
    return [*lines, "Press Ctrl+C to close the room."]


def _wait_for_signal() -> None:
    """Wait until the terminal or the system asks this process to end."""
    ended = threading.Event()
    former = {
        number: signal.signal(number, lambda *_: ended.set())
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        while not ended.wait(0.5):  # Windows interrupts no wait without an end
            pass
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
