"""The table: a widget at which a game is played, for one seat, for several in turn, or to watch."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Self

from traitlets import Dict, Int, List

from capture_widgets.bots.levels import BOTS
from capture_widgets.core.background import Steps, run_in_background, run_to_end
from capture_widgets.core.errors import ActionRefused, failure_words
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Viewer
from capture_widgets.export.brought_views import brought_view
from capture_widgets.export.replay_frames import game_guide, rule_texts
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.host.pages import PageCount
from capture_widgets.widgets.settings import SETTINGS, check_settings, is_pause
from capture_widgets.widgets.table.actions import TableActions
from capture_widgets.widgets.table.hint_requests import KINDS, HintRequests
from capture_widgets.widgets.table.log_pages import LogPages
from capture_widgets.widgets.table.next_game import MistakeSearch
from capture_widgets.widgets.table.scene import SceneBuilder
from capture_widgets.widgets.table.seating import Seating, check_viewer
from capture_widgets.widgets.table.session import session_of
from capture_widgets.widgets.table.takebacks import takeback_notes
from capture_widgets.widgets.table.undo import UndoRules
from capture_widgets.widgets.teacher_clock import at_table

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import LogLength, Scene

_LOG = logging.getLogger(__name__)


class Table(CaptureWidget):
    """A game's table in the browser; `Game.table` makes one.

    Its traits hold what its viewer may know and nothing else.

    Attributes:
        game: the game that is played at it.
        ply: the ply that is shown, to observe or link. A page may send it, so that marimo runs the cells that depend on
            it, but never changes it.
    """

    again = "a table to play at"

    dump: Dict[str, Any] = Dict().tag(sync=True)
    scene: Dict[str, Any] = Dict().tag(sync=True, to_json=at_table)
    logged: Dict[str, Any] = Dict().tag(sync=True)
    rules: List[Any] = List().tag(sync=True)
    bots_info: List[Any] = List().tag(sync=True)
    guide: Dict[str, Any] = Dict().tag(sync=True)
    ply = Int(0, read_only=True).tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, game: Game, seat: Viewer | str = "auto", **settings: Any) -> None:
        self.game = game
        viewer = check_viewer(game, seat)
        check_settings(settings)
        self._session = session_of(game)
        self._seating = Seating(game, viewer, self._session, self._takes_moves)
        undo = UndoRules(game, self._seating, self._session)
        self._builder = SceneBuilder(game, self._seating, self._session, undo)
        self._hints = HintRequests(game, self._seating, self._session)
        self._mistakes = MistakeSearch()
        self._actions = TableActions(
            self, self._seating, self._session, undo, self._builder, self._hints, self._mistakes
        )
        self._log = LogPages()
        self._page_count = PageCount(self._ask_who, self._tell_pages)
        self._is_torn = False
        """Whether a fault came while traits were set: pages may have heard of some and not of others."""
        self._is_stale = True
        self._has_joined = False
        self._rules_shown: object = None
        """The game type, options and names of the rules and guide that the traits hold."""
        super().__init__(
            view="table",
            settings={**SETTINGS, **settings},
            bots_info=[{"id": bot.id, "name": bot.name, "words": bot.words} for bot in BOTS],
            **self._rules_of(game.history),
        )
        self._join()
        self.observe(self._set_pace, "settings")
        self._set_pace()
        self.refresh()  # what has changed since `open`

    def open(self) -> None:
        """Tell pages that the table exists, with its position in the same message.

        A page handles what follows only when it has loaded the script of the widget.
        """
        if self.comm is None:
            self._join()
            self.refresh()
            self._log.news = set()
        super().open()

    def _join(self) -> None:
        """Follow the game; marimo calls no `open`."""
        if not self._has_joined:
            self._has_joined = True
            self._session.join(self)

    def __repr__(self) -> str:
        return f"<Table of {self.game!r} for {'everyone' if self.seat is None else self.seat}>"

    @property
    def seat(self) -> Viewer | Literal["auto"]:
        """The viewer for whom it was made: a seat, ``"public"``, None or ``"auto"``."""
        return self._seating.seat

    @seat.setter
    def seat(self, value: Viewer | Literal["auto"]) -> None:
        self._seating.seat = value

    @property
    def leads(self) -> bool:
        """Whether a teacher leads with it: it goes on when other tables are stopped."""
        return self._seating.ignores_stop

    @leads.setter
    def leads(self, value: bool) -> None:
        self._seating.ignores_stop = value

    @property
    def trouble(self) -> str | None:
        """What is wrong with the bot to move, with its traceback, or with an observer of the game or of this table, in
        full: it may name hidden cards.
        """
        trouble = self._session.trouble
        return trouble.full if trouble is not None else self.game.trouble or self._builder.fault

    def show_belief(self, samples: int = 200) -> Self:
        """Show on each place with hidden cards which of them is likeliest to lie there, as `Game.belief` estimates it
        for the viewer of this table. A table where all cards are face up shows none.

        Args:
            samples: how many worlds to draw for each position; 0 shows no beliefs any more.

        Raises:
            ValueError: it is no number of samples.
        """
        self._builder.beliefs.set_samples(samples)
        self.refresh()
        return self

    # -- what the traits hold

    def refresh(self) -> None:
        """Bring the traits up to the game, in one message.

        If another thread is doing so, this returns at once and that thread does it once more.
        """
        self._is_stale = True
        self._turns(self._refresh)

    def _refresh(self) -> None:
        if not self._is_stale or self.closed:
            return
        self._is_stale = False  # before the work: a change that comes meanwhile sets it again
        was_torn, self._is_torn = self._is_torn, True
        try:
            if not self._show() or was_torn:
                # a fault may have come when traits were set and pages had not heard of it
                self.send_state({"dump", "scene", "logged", "ply", *self._log.state()})
        except BaseException:
            self._is_stale = True
            raise
        self._is_torn = False

    def _show(self) -> bool:
        """Set the traits to the game's position; returns False if an observer of a trait failed."""
        # The values are computed under the game's lock. Observers of the traits, which may be any code, run without it.
        with self.game.lock:
            dump, scene, history = self._now()
        values = {"dump": dict(dump), "scene": dict(scene), "logged": self._logged(history, dump), "ply": dump["ply"]}
        fault = self._set_traits(**self._rules_of(history), **values)
        if fault != self._builder.fault:
            self._builder.fault = fault
            with self.game.lock:
                dump, scene, history = self._now()
            self._set_traits(dump=dict(dump), scene=dict(scene), logged=self._logged(history, dump), ply=dump["ply"])
        return fault is None

    def _now(self) -> tuple[Dump, Scene, History]:
        """What the table is to show now; the history is the one from which it reads its log."""
        return self._builder.build()

    def _rules_of(self, history: History) -> dict[str, Any]:
        """The rules and the guide, if they have changed: for another game type, other options or other players."""
        names = self._seating.names()
        current = (history.type, history.settings, names)
        if current == self._rules_shown:
            return {}
        self._rules_shown = current
        return {
            "game_view": brought_view(history),
            "rules": rule_texts(history),
            "guide": dict(game_guide(history, names)),
        }

    def _logged(self, history: History, dump: Dump) -> dict[str, Any]:
        """The log up to the position shown; this computes only the entries that are new."""
        notes = takeback_notes(history, dump["round"])
        self._log.follow(history, dump["seat"], dump["round"], dump["ply"], notes, self._seating.names())
        logged: LogLength = {"count": self._log.count, "changes": self._log.changes}
        return dict(logged)

    def _set_traits(self, **traits: Any) -> str | None:
        """Set traits in one message, each of them even if observers fail; returns the last failure in words."""
        fault = None
        with self.hold_sync():
            for name, value in traits.items():
                try:
                    self.set_trait(name, value)
                except Exception as error:  # noqa: BLE001 # observers may be any code
                    _LOG.exception("an observer of %r failed", self)
                    fault = f"An observer of this table failed with {failure_words(error)}"[:600]
        return fault

    def _take_state(self, given: dict[str, Any]) -> None:
        traits = {name: value for name, value in given.items() if name != "ply"}
        if given.get("ply", self.ply) != self.ply:
            self.send_state("ply")  # the page shows an older position
        super()._take_state(traits)

    def _set_pace(self, _change: object = None) -> None:
        pace = self.settings.get("pace")
        if is_pause(pace):
            self._session.pace = pace / 1000

    # -- the pages of the log, which are sent together with the trait `logged`

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The traits, as in ipywidgets, and the pages of the log."""
        if key is None:
            return {**super().get_state(None, drop_defaults), **self._log.state()}
        names = {key} if isinstance(key, str) else set(key)
        pages = self._log.state(names)
        return {**super().get_state(names - pages.keys(), drop_defaults), **pages}

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send traits; with `logged`, send the pages of the log that have changed."""
        names = None if key is None else {key} if isinstance(key, str) else set(key)
        if names is None or "logged" not in names:
            super().send_state(names)
        else:
            news = self._log.news
            super().send_state(names | news)
            self._log.news = self._log.news - news

    # -- requests of a page

    def _takes_moves(self) -> bool:
        """Whether the table takes moves at all; the table of a lesson does so only while its step asks for one."""
        return True

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        if self.game.teacher.settings.clock is not None:
            self.send_state("scene")  # what the page has may be of some time ago
        self._session.on_screen()

    def _shown_on(self, display: str, page: str) -> None:
        self._page_count.hear(display, page)

    def _left_by(self, page: str) -> None:
        self._page_count.drop(page)
        super()._left_by(page)

    def _ask_who(self) -> None:
        if not self.closed:
            self.send({"kind": "who", "id": None})

    def _tell_pages(self) -> None:
        self._builder.page_count = self._page_count.count
        self.refresh()

    def _let_go(self) -> None:
        self._session.leave(self)
        self._mistakes.close()
        self._actions.close()

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        return self._actions.do(message)

    def _searches(self, message: dict[str, Any]) -> bool:
        """Whether a request asks for a search for advice that this table may make."""
        return message.get("kind") in KINDS and not self._seating.only_looks and not self._seating.is_stopped()

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a request of a page. A search runs in the background; a stopped table refuses at once."""
        content = received(content)
        if isinstance(content, dict) and self._searches(content):
            self._hints.begin(content)
            run_in_background(self._answering(content), f"capture-widgets-{content['kind']}")
        elif isinstance(content, dict) and content.get("kind") == "mistakes":
            run_in_background(self._answering(content), "capture-widgets-mistakes")
        else:
            run_to_end(self._answering(content))

    def _answering(self, content: object) -> Steps[None]:
        try:
            yield from super()._answering(content)
        finally:
            self._hints.end(content)

    def _acting(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        if self._searches(message):
            return (yield from self._hints.answer(message, self.send))
        if message.get("kind") == "mistakes" and not self._seating.only_looks:
            return (yield from self._find_mistakes())
        return (yield from super()._acting(message))

    def _find_mistakes(self) -> Steps[dict[str, Any]]:
        """The mistakes of the person who looks, judged by what they could know."""
        viewer = self._seating.viewer()
        if not isinstance(viewer, int):
            raise ActionRefused("mistakes", "only the person at a seat sees their mistakes, at the table of that seat")

        def report_progress(done: int, of: int) -> None:
            first = self._mistakes.first()
            self.send({"kind": "progress", "id": None, "done": done, "of": of, "first": first})

        return dict((yield from self._mistakes.search(self.game, viewer, self.settings, report_progress)))

    # -- pages without widgets

    def _plain_names(self) -> Names:
        """What the still picture calls the players."""
        return self._seating.names()

    def plain(self) -> tuple[Any, list[Any]]:
        """The dump and the moves shown; on a shared screen, only what all its persons may see."""
        if not self._seating.is_shared():
            return self.dump, self._log.entries
        with self.game.lock:
            at = {"ply": self.dump["ply"], "round": self.dump["round"]}
            if at["round"] not in self.game.round_numbers() or at["ply"] not in self.game.plies(at["round"]):
                at = {"ply": self.game.ply, "round": self.game.round}
            log = self.game.history.log("public", **at, names=self._seating.names())
            return self.game.dump_at(seat="public", **at), log


def table_of(game: Game, seat: Viewer | str = "auto", **settings: Any) -> Table:
    """The table of a game for a viewer: while a table with the same settings is open, that table again."""
    seat = check_viewer(game, seat)
    check_settings(settings)
    session = session_of(game)
    key = (seat, *({**SETTINGS, **settings}.items()))
    table = session.model(key)
    if table is None:
        table = Table(game, seat, **settings)
        session.keep_model(key, table)
    return table
