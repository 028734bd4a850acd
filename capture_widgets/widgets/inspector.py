"""The inspector: shows the dump of a viewer as a tree, and follows a game or a replay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from traitlets import Any as AnyTrait
from traitlets import Dict, List

from capture_widgets.engine.state import Viewer
from capture_widgets.export.embedding import StaticInspector
from capture_widgets.export.pages import OfflineReplay
from capture_widgets.export.replay_frames import leading_moves, lens_list, seat_names, viewer_words
from capture_widgets.play.game import Game
from capture_widgets.protocol.replay_messages import InspectorScene
from capture_widgets.protocol.widget_settings import refuse_others
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.replay.traits import ViewerTrait
from capture_widgets.widgets.settings import check_settings


class Inspector(CaptureWidget):
    """Shows a dump as a tree; `Game.inspect` and `Replay.inspect` make one.

    Attributes:
        source: the game or the replay that it follows.
        seat: whose knowledge is shown: a seat, ``"public"``, or None for everything. If it follows a replay, it has the
            replay's viewer.
    """

    again = "the position to unfold"

    dump: Dict[str, Any] = Dict().tag(sync=True)
    before = AnyTrait(None).tag(sync=True)
    moves: List[Any] = List().tag(sync=True)
    scene: Dict[str, Any] = Dict().tag(sync=True)
    seat = ViewerTrait(None).tag(sync=True)
    from_pages = frozenset({"seat", "settings"})
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(
        self, source: Game | Replay, seat: Viewer = None, *, lenses: Iterable[Viewer] | None = None, **traits: Any
    ) -> None:
        """Follow a game or a replay.

        Args:
            source: the game or the replay.
            seat: who looks, if it follows a game.
            lenses: the viewers that may be chosen: by default all if ``seat`` is None, else ``seat`` alone.
            **traits: only ``settings``.
        """
        refuse_others(traits, "an inspector", ("settings",))
        check_settings(traits.get("settings", {}))
        # declared as Any: both are traits to mypy, which it does not tell apart
        self.source: Any = source
        everybody: list[Viewer] = [*range(len(self.game.seats)), "public", None]
        if isinstance(source, Replay):
            seat, self._lenses = source.seat, everybody
        else:
            self.game.dump(seat)  # raises ValueError if there is no such viewer
            self._lenses = list(lenses) if lenses is not None else everybody if seat is None else [seat]
        scene: InspectorScene = {
            "title": self.game.type.title,
            "seats": seat_names(self.game.history),
            "lenses": [] if isinstance(source, Replay) else lens_list(self.game.history, self._lenses),
        }
        super().__init__(view="inspector", seat=seat, scene=scene, **self._now(seat), **traits)
        self._bring_view(self.game.history)
        if isinstance(source, Replay):
            self._observers = [
                WeakObserver(self._changed, source, ["round", "ply", "line", "frames"]),
                WeakObserver(self._follow_seat, source, ["seat"]),
            ]
        else:
            self._observers = [WeakObserver(self._changed, source, ["revision"])]
            self.observe(self._changed, "seat")

    @property
    def game(self) -> Game:
        """The game whose position is shown."""
        game: Game = self.source.game if isinstance(self.source, Replay) else self.source
        return game

    def __repr__(self) -> str:
        return f"<Inspector of {self.source!r}, {viewer_words(self.seat)}>"

    def _now(self, seat: Viewer) -> dict[str, Any]:
        """The position; the one before, with which the page marks changes (None at the start); and the last moves."""
        source = self.source
        history, number, ply = (
            source.position() if isinstance(source, Replay) else (source.history, source.round, source.ply)
        )
        before, log = leading_moves(history, number, ply, seat)
        return {"dump": dict(history.dump_at(ply, round=number, seat=seat)), "before": before, "moves": log}

    def _changed(self, _change: object) -> None:
        self._turns(self._show)

    def _show(self) -> None:
        if self.closed:
            return
        with self.game.lock:
            now = self._now(self.seat)
        with self.hold_sync():
            self._bring_view(self.game.history)
            for name, value in now.items():
                self.set_trait(name, value)

    def _follow_seat(self, change: Any) -> None:
        self._turns(lambda: self.set_trait("seat", change["new"]))
        self._changed(change)

    def _let_go(self) -> None:
        for one in self._observers:
            one.stop()

    def static(self, *, alone: bool = False) -> StaticInspector:
        """The current position without a widget: an output to unfold in saved notebooks, web pages and slides.

        It holds only what the viewer who looks now may know. One output of a notebook carries the front end for all.

        Args:
            alone: carry the front end here in any case, so that this output works without the others.
        """
        own = {
            name: getattr(self, name) for name in ("view", "dump", "before", "moves", "seat", "settings", "game_view")
        }
        scene = {**self.scene, "lenses": [lens for lens in self.scene["lenses"] if lens["seat"] == self.seat]}
        state = {**own, "scene": scene, "offline": True}
        return StaticInspector(OfflineReplay(state, [[]], [{}], *self.plain()), alone=alone)

    def _act(self, message: dict[str, Any]) -> None:
        raise ValueError(f"an inspector does not know {str(message.get('kind'))[:40]!r}")

    def plain(self) -> tuple[Any, list[Any]]:
        """The dump shown, and the moves that led there."""
        if isinstance(self.source, Replay):
            return self.dump, self.source.log()
        return self.dump, self.source.log(self.seat)
