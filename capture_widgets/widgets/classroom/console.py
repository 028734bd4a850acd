"""The console: a teacher controls the tables of a game with it; below it is the table for the projector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final, Self

from traitlets import Dict, List

from capture_widgets.bots.levels import BOTS, bot_id, make_bot
from capture_widgets.core.errors import shown
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.export.replay_frames import viewer_words
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.protocol.class_messages import ConsoleScene
from capture_widgets.records.record import parse_json
from capture_widgets.records.sources import source_of_text
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.settings import SETTINGS, check_settings
from capture_widgets.widgets.table.session import session_of
from capture_widgets.widgets.table.table import Table
from capture_widgets.widgets.teacher_clock import at_console, clock_info

MOST_TEXT: Final = 200_000
"""The largest number of characters in a position that a page sends."""


class Console(CaptureWidget):
    """Controls the tables of a game; `capture_widgets.console` makes one.

    Python code can do the same with `Game.teacher`. The console's page holds no more than the projector's table, so
    everybody may see it.

    Attributes:
        game: the game.
        projector: the table for everybody, which can also be shown in a cell or a window of its own.
    """

    again = "a console to lead with"

    scene: Dict[str, Any] = Dict().tag(sync=True, to_json=at_console)
    bots_info: List[Any] = List().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, game: Game | Table, seat: Viewer = "public", **settings: Any) -> None:
        """Control a game; see `capture_widgets.console`."""
        led = game.game if isinstance(game, Table) else game
        if not isinstance(led, Game):
            raise ValueError(f"a console controls a game, not {shown(led)}")
        self.game: Game = led
        check_settings(settings)
        self.projector = Table(led, seat, **settings)
        self.projector.leads = True
        self.projector.refresh()
        super().__init__(
            view="console",
            settings={**SETTINGS, **settings},
            bots_info=[{"id": bot.id, "name": bot.name, "words": bot.words} for bot in BOTS],
            scene=dict(self._scene()),
        )
        self._bring_view(led.history)
        self._observers = [
            WeakObserver(self._changed, led, ["revision"]),
            WeakObserver(self._shows_other, self.projector, ["dump"]),
        ]
        self.observe(self._copy_settings, "settings")

    def __repr__(self) -> str:
        return f"<Console of {self.game!r}>"

    def _let_go(self) -> None:
        for one in self._observers:
            one.stop()
        self.projector.close()

    def _copy_settings(self, _change: object) -> None:
        self.projector.settings = self.settings

    # -- what is shown

    def refresh(self) -> None:
        """Bring the page up to the game."""
        self._turns(self._show)

    def _changed(self, _change: object) -> None:
        self.refresh()

    def _show(self) -> None:
        if not self.closed:
            with self.game.lock:
                scene, history = dict(self._scene()), self.game.history
            with self.hold_sync():
                self._bring_view(history)
                self.scene = scene

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        self.refresh()

    def _scene(self) -> ConsoleScene:
        game = self.game
        settings = game.teacher.settings
        everybody: list[Viewer] = [*range(len(game.seats)), "public", None]
        first, last, ahead = game.plies()[0], game.ply, game.history
        while ahead.undone and (ahead := ahead.redo()).round == game.round:
            last = ahead.ply
        return {
            "title": game.type.title,
            "game": game.type.slug,
            "seats": [
                {"name": name, "kind": "bot" if isinstance(player, Bot) else "person", "level": bot_id(player)}
                for name, player in zip(game.names, game.seats, strict=True)
            ],
            "frozen": sorted(settings.frozen),
            "shown": [
                {"what": "all" if one.which is None else str(one.which), "words": _words(one)}
                for one in settings.revealed
            ],
            "spot": settings.spot,
            "clock": clock_info(settings.clock),
            "tables": self._tables(),
            "round": game.round,
            "ply": game.ply,
            "first": first,
            "last": last,
            "back": len(game.history.movers()) if game.can_undo else 0,
            "lenses": [{"seat": one, "words": viewer_words(one)} for one in everybody],
            "seat": None if self.projector.seat is None else _viewer(self.projector.seat),
            "table": str(self.projector.model_id),
            "said": settings.said,
        }

    def _tables(self) -> list[Any]:
        """The number of open tables for each viewer."""
        counts = Counter(
            "shared in turn" if table.seat == "auto" else viewer_words(_viewer(table.seat))
            for table in session_of(self.game).tables()
            if table is not self.projector and table.on_screen
        )
        return [{"words": words, "count": count} for words, count in sorted(counts.items())]

    # -- actions

    def show(self, seat: Viewer) -> Self:
        """Let the projector show another viewer's table; other tables keep theirs.

        Raises:
            ValueError: there is no such viewer.
        """
        self.game.dump(seat)  # raises ValueError if there is no such viewer
        self.projector.seat = seat
        self.projector.refresh()
        self.refresh()
        return self

    def set_up(self, position: Mapping[str, Any] | Game | str) -> Self:
        """Put a position on all tables: the dump of all cards, a game as it stands, or a text of one of them.

        Raises:
            RecordError: it is no position, or an impossible one; nothing has changed.
            ValueError: it is a position of another game, or with another number of seats; nothing has changed.
        """
        self.game.teacher.set_up(_position(position) if isinstance(position, str) else position)
        return self

    def _act(self, message: dict[str, Any]) -> None:
        if message["kind"] != "lead":
            raise ValueError(f"a console does not know {shown(message['kind'])}")
        text, number, seat = message["text"], message["number"], message["seat"]
        if len(text) > MOST_TEXT:
            raise ValueError(f"a text has at most {MOST_TEXT:,} characters here")
        teacher = self.game.teacher
        some = () if seat is None else (seat,)
        acts: dict[str, Callable[[], object]] = {
            "freeze": lambda: teacher.freeze(*some),
            "release": lambda: teacher.release(*some),
            "reveal": lambda: teacher.reveal(_thing_to_show(text, seat)),
            "conceal": lambda: teacher.conceal(None if text == "" and seat is None else _thing_to_show(text, seat)),
            "spotlight": lambda: teacher.spotlight(text.strip() or None),
            "clock": lambda: teacher.clock(number or None, freeze=message["flag"]),
            "back": lambda: teacher.take_back(number),
            "jump": lambda: teacher.jump(number),
            "view": lambda: self.show(seat),
            "hand": lambda: self._hand(seat, text),
            "set_up": lambda: self.set_up(text),
        }
        acts[message["what"]]()

    def _hand(self, seat: Any, text: str) -> None:
        there = len(self.game.seats)
        if type(seat) is not int or not 0 <= seat < there:
            raise ValueError("choose a seat and a player")
        player = session_of(self.game).person(seat) if text == "person" else text
        known = [bot.id for bot in BOTS]
        self.game.teacher.hand_over(seat, make_bot(text) if text in known else player)

    def plain(self) -> tuple[Any, list[Any]]:
        """The position and the moves that the projector shows."""
        return self.projector.plain()

    def in_words(self) -> str:
        """The game that it controls."""
        return repr(self)

    def standing_in(self) -> tuple[str, str]:
        """The projector's table."""
        words, html = super().standing_in()
        return words, f"<p>{escape(repr(self))}</p>{html}"


def _viewer(seat: Any) -> Viewer:
    viewer: Viewer = "public" if seat == "auto" else seat
    return viewer


def _words(one: Any) -> str:
    """What the teacher has revealed, in the words that the teacher chose."""
    to = "" if one.to is None else f", to {', '.join(map(viewer_words, one.to))}".replace("to as", "to")
    return f"{one.which if one.what == 'card' else one.words()}{to}"


def _thing_to_show(text: str, seat: Any) -> Any:
    """The card, or the seat of the hand, that a request names."""
    if text.isdigit() and text.isascii() and int(text) < len(SEAT_NAMES):
        return int(text)
    return text.strip() or seat


def _position(text: str) -> Mapping[str, Any] | Game:
    """Read the position in a text.

    Raises:
        RecordError: the text holds no position.
    """
    if text.lstrip().startswith("{"):
        data = parse_json(text)
        if isinstance(data, dict) and data.get("format") == "capture-widgets/state":
            return data
    # not `load`, which would also take the text as the name of a file on this machine
    return Game(source_of_text(text).read().history())
