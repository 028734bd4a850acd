"""The lobby: games to choose from, without code, and the table of the one that was chosen."""

from __future__ import annotations

import time
from html import escape
from typing import Any, Final

from traitlets import Dict, List, observe

from capture_widgets.bots.levels import BOTS, make_bot
from capture_widgets.errors import UnknownOption
from capture_widgets.game import Game
from capture_widgets.games import GAMES, game_type
from capture_widgets.kept_games import games_folder, go_on, unfinished
from capture_widgets.messages import Choice, Chosen, KeptInfo, LobbyGame, LobbyScene
from capture_widgets.start import new
from capture_widgets.state import GameType
from capture_widgets.view import Bot
from capture_widgets.widgets.base import CaptureWidget
from capture_widgets.widgets.settings import SETTINGS, check_settings
from capture_widgets.widgets.table import Table, table_of
from capture_widgets.widgets.weakly import WeakObserver

YOU: Final = "you"
GUEST: Final = "guest"
HERE: Final = "here"
"""The name of the game that this lobby made last, where it is kept in no file."""

_KEYS: Final = {"game", "opponent", "match", "options", "deal"}


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
        self._follows: WeakObserver | None = None
        check_settings(settings)
        super().__init__(
            view="lobby",
            settings={**SETTINGS, **settings},
            bots_info=[{"id": bot.id, "name": bot.name, "words": bot.words} for bot in BOTS],
        )
        self._games = [_offered(game) for game in GAMES.values()]
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
        if self._follows is not None:
            self._follows.stop()
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
            self._chosen = _said(_choice(message))
            self._show()
        elif kind == "begin":
            choice = _choice(message)
            self._chosen = _said(choice)
            self._seat(new(**_arguments(choice)))
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
        if self._follows is not None:
            self._follows.stop()
        self._follows = WeakObserver(self._shows_other, self._table, ["dump"])
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


def _offered(game: GameType) -> LobbyGame:
    invitation = game.invitation
    return {
        "slug": game.slug,
        "title": game.title,
        "words": invitation.words if invitation else game.guide(game.options(), False).goal,
        "takes": invitation.takes if invitation else "",
        "people": invitation.people if invitation else "",
        "options": [
            {
                "name": item["name"],
                "words": item["words"],
                "rule": item["rule"],
                "default": item["default"],
                "values": item["choices"] or None,
                "least": item["least"],
            }
            for item in game.options.described()
        ],
    }


def _choice(message: dict[str, Any]) -> Choice:
    """The choice in a request.

    Raises:
        ValueError: it is none.
    """
    given = message.get("choice")
    if not isinstance(given, dict) or set(given) != _KEYS or not isinstance(given["options"], dict):
        raise ValueError(f"a choice has {', '.join(sorted(_KEYS))}")
    if not isinstance(given["deal"], str) or not isinstance(given["opponent"], str):
        raise ValueError("the opponent and the deal are texts")
    return {
        "game": given["game"],
        "opponent": given["opponent"],
        "match": given["match"],
        "options": {str(name): value for name, value in given["options"].items()},
        "deal": given["deal"].strip(),
    }


def _facts(choice: Choice) -> tuple[GameType, int, str | None]:
    """The game of a choice, how many play, and why there is no match of it."""
    game = game_type(choice["game"])
    # who draws the first card decides later, and changes nothing here
    options = game.options.of({name: value for name, value in choice["options"].items() if value != "cut"})
    return game, game.seats(options), game.match_refused(options)


def _arguments(choice: Choice) -> dict[str, Any]:
    """The arguments of `new` for a choice.

    Raises:
        ValueError: there is no such game, option, opponent or deal.
    """
    game, count, _ = _facts(choice)
    rival = choice["opponent"]
    others: list[str | Bot] = [
        (GUEST if count == 2 else f"{GUEST} {number}") if rival == "person" else make_bot(rival)
        for number in range(1, count)
    ]
    arguments: dict[str, Any] = {"game": game.slug, "seats": [YOU, *others], **_deal(choice["deal"])}
    if choice["match"] is not False:
        arguments["match"] = choice["match"]
    return {**arguments, **choice["options"]}


def _deal(text: str) -> dict[str, Any]:
    if not text:
        return {}
    return {"seed": int(text)} if text.isascii() and text.isdigit() and len(text) < 19 else {"deal": text}


def _said(choice: Choice) -> Chosen:
    """A choice in Python, or what is wrong with it."""
    chosen: Chosen = {"game": str(choice["game"]), "line": "", "fault": "", "seats": 2, "matches": False}
    try:
        _, chosen["seats"], refused = _facts(choice)
        chosen["matches"] = refused is None
        if choice["match"] and refused is not None:
            raise UnknownOption(refused)
        arguments = _arguments(choice)
        new(**arguments)  # says what else would be wrong, the deal above all
    except ValueError as error:
        chosen["fault"] = (words := str(error))[:1].upper() + words[1:300]
        return chosen
    seats = [repr(one) if isinstance(one, str) else f"cw.bots.{type(one).__name__}()" for one in arguments["seats"]]
    given = {name: repr(value) for name, value in arguments.items() if name not in ("game", "seats")}
    more = "".join(f", {name}={_double(value)}" for name, value in given.items())
    chosen["line"] = f'cw.new("{arguments["game"]}", seats=[{", ".join(map(_double, seats))}]{more})'
    return chosen


def _double(value: str) -> str:
    """A value as it is written here: texts in double quotes."""
    return f'"{value[1:-1]}"' if value.startswith("'") and '"' not in value and "\\" not in value else value


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
