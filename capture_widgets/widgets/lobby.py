"""The lobby: games to choose from, without code, and the table of the one that was chosen."""

from __future__ import annotations

import time
from html import escape
from typing import Any, Final

from traitlets import Dict, List, observe

from capture_widgets.bots.levels import BOTS
from capture_widgets.game import Game
from capture_widgets.kept_games import games_folder, go_on, unfinished
from capture_widgets.messages import Chosen, KeptInfo, LobbyScene
from capture_widgets.widgets.base import CaptureWidget
from capture_widgets.widgets.choices import YOU, begun, offered_games, read_choice, said_of
from capture_widgets.widgets.settings import SETTINGS, check_settings
from capture_widgets.widgets.table import Table, table_of
from capture_widgets.widgets.weakly import WeakObserver

HERE: Final = "here"
"""The name of the game that this lobby made last, where it is kept in no file."""


class Lobby(CaptureWidget):
    """Chooses a game and shows its table in its own place; `capture_widgets.lobby` makes one.

    Attributes:
        game: the game being played, or played last; None before the first.
    """

    again = "a lobby to choose and play in"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    bots_info: List[Any] = List().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        self.game: Game | None = None
        self._table: Table | None = None
        self._chosen: Chosen | None = None
        self._follows: tuple[WeakObserver, ...] = ()
        check_settings(settings)
        super().__init__(
            view="lobby",
            settings={**SETTINGS, **settings},
            bots_info=[{"id": bot.id, "name": bot.name, "words": bot.words} for bot in BOTS],
        )
        self._games = offered_games()
        self._show()

    def __repr__(self) -> str:
        return f"<Lobby with {self.game!r}>" if self.game is not None else "<Lobby>"

    @property
    def table(self) -> Table | None:
        """The table in its place; None while a game is being chosen."""
        return self._table

    def _show(self) -> None:
        playing = self._table is not None and self.game is not None
        scene: LobbyScene = {
            "games": self._games,
            "kept": [] if playing else self._kept(),
            "chosen": self._chosen,
            "table": None if self._table is None else str(self._table.model_id),
            "title": self.game.type.title if playing and self.game is not None else "",
        }
        self.scene = dict(scene)
        self._still.change()

    def _kept(self) -> list[KeptInfo]:
        """The games to go on with, that of this lobby first."""
        found: list[KeptInfo] = []
        own = self.game
        if own is not None and own.under_way:
            found.append({"which": HERE, "title": own.type.title, "words": f"{_played(own.history)}, in this notebook"})
        for one in unfinished():
            if own is None or own.kept_in != str(one.path):
                words = f"{_played(one.history)}, {_ago(time.time() - one.when)}"
                found.append({"which": one.path.name, "title": one.history.type.title, "words": words})
        return found

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        if self._table is None:
            self._show()  # a page that comes later finds the games that wait by then

    def _let_go(self) -> None:
        for follower in self._follows:
            follower.stop()
        if self._table is not None:
            self._table.close()

    @observe("settings")
    def _pass_on(self, _change: object) -> None:
        """The table looks as its lobby does."""
        if getattr(self, "_table", None) is not None and self._table is not None:
            self._table.settings = self.settings

    # -- what a browser asks for

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message.get("kind")
        if kind == "choose":
            self._chosen = said_of(read_choice(message))
            self._show()
        elif kind == "begin":
            choice = read_choice(message)
            self._chosen = said_of(choice)
            self._seat(begun(choice))
        elif kind == "continue":
            self._go_on(message.get("which"))
        elif kind == "back":
            self._table = None
            self._show()
        else:
            raise ValueError(f"a lobby does not know {str(kind)[:40]!r}")
        return None

    def _go_on(self, which: object) -> None:
        if which == HERE and self.game is not None:
            self._seat(self.game)
            return
        # only what was offered: a page names no other file
        if which not in [one["which"] for one in self.scene["kept"]]:
            raise ValueError("this game is not kept any more")
        self._chosen = None
        self._seat(go_on(games_folder() / str(which)))

    def _seat(self, game: Game) -> None:
        """Play a game here."""
        self.game = game
        self._table = table_of(game, "auto", **self.settings)
        for follower in self._follows:
            follower.stop()
        self._follows = (
            WeakObserver(self._shows_other, self._table, ["dump"]),
            WeakObserver(self._other_game, self._table, ["guide"]),
        )
        self._show()

    def _other_game(self, _change: object) -> None:
        """Another game was begun at the table."""
        self._chosen = None
        self._show()

    def plain(self) -> tuple[Any, list[Any]]:
        """The position and moves of the table in its place; a lobby alone shows none."""
        if self._table is None:
            raise ValueError("no game has been chosen")
        return self._table.plain()

    def in_words(self) -> str:
        """The games that it offers."""
        return f"{self!r}: {', '.join(game['title'] for game in self._games)}"

    def standing_in(self) -> tuple[str, str]:
        """The table in its place, or the games that can be chosen."""
        if self._table is not None:
            return super().standing_in()
        words = ", ".join(game["title"] for game in self._games)
        return words, f"<p>{escape(words)}</p>"


def _played(history: Any) -> str:
    others = [name for name in history.seats if name != YOU]
    moves = sum(entry.length for entry in history.rounds)
    who = f"against {', '.join(others)}, " if others else ""
    return f"{who}{moves} {'move' if moves == 1 else 'moves'}"


def _ago(seconds: float) -> str:
    """How long ago something was, in words."""
    for length, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        number = int(seconds // length)
        if number > 0:
            return f"{number} {unit}{'' if number == 1 else 's'} ago"
    return "just now"
