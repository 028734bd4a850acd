"""The plot of a replay: points by ply as a row of buttons that step the replay."""

from __future__ import annotations

from typing import Any

from traitlets import Dict, Int

from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.model.record_format import place
from capture_widgets.protocol.replay_messages import Curve, PlotScene, Timeline
from capture_widgets.protocol.widget_settings import refuse_others
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.settings import LOOKS, check_settings


class Plot(CaptureWidget):
    """Points by ply beside a replay; `plot.points` of a replay makes one.

    Attributes:
        source: the replay.
        round, ply: the position of both; setting them steps the replay.
    """

    again = "the points to click on"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    timeline: Dict[str, Any] = Dict().tag(sync=True)
    round = Int(0).tag(sync=True)
    ply = Int(0).tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)
    from_pages = frozenset({"round", "ply", "settings"})

    def __init__(self, source: Replay, **settings: Any) -> None:
        """Follow a replay.

        Args:
            source: the replay.
            **settings: its looks, as on a table: size, theme.
        """
        refuse_others(settings, "a plot", LOOKS)
        check_settings(settings)
        self.source: Any = source  # declared as Any: a widget is a trait to mypy
        self._is_updating = False
        super().__init__(view="plot", settings={**source.settings, **settings}, **self._now())
        self._observer = WeakObserver(self._changed, source, ["round", "ply", "line", "frames", "tail", "seat"])
        self.observe(self._lead, ["round", "ply"])

    def __repr__(self) -> str:
        return f"<Plot of {self.source!r}>"

    def _now(self) -> dict[str, Any]:
        replay: Replay = self.source
        curves: list[Curve] = [
            {"seat": seat, "open": False, "words": name, "points": []} for seat, name in enumerate(self._names())
        ]
        first = last = 0
        for number, plies in replay.reached_plies():
            for ply in plies:
                points = replay.points_at(number, ply)
                for curve in curves:
                    value = points[curve["seat"]]
                    curve["points"].append(
                        {"at": place(number, ply), "value": value, "low": value, "high": value,
                         "words": f"{value} point{'' if value == 1 else 's'}", "blame": None, "better": None}
                    )  # fmt: skip
            if number == replay.round:
                first, last = plies[0], plies[-1]
        scene: PlotScene = {
            "title": replay.game.type.title, "game": replay.game.type.slug, "seat": replay.seat, "first": first,
            "last": last,
        }  # fmt: skip
        line: Timeline = {"unit": "points", "curves": curves}
        return {"scene": dict(scene), "timeline": dict(line), "round": replay.round, "ply": replay.ply}

    def _names(self) -> list[str]:
        names = self.source.game.names
        letters = SEAT_NAMES[: len(names)]
        return [one if name == one else f"{one}: {name}" for one, name in zip(letters, names, strict=True)]

    def _changed(self, _change: object) -> None:
        self._turns(self._show)

    def _show(self) -> None:
        if self.closed:
            return
        self._is_updating = True
        try:
            with self.hold_sync():
                for name, value in self._now().items():
                    self.set_trait(name, value)
        finally:
            self._is_updating = False

    def _lead(self, _change: object) -> None:
        if self._is_updating:
            return
        round_number, ply = self.round, self.ply
        self.source.round = round_number
        self.source.ply = ply
        self._changed(None)  # the replay may have gone to another position

    def _let_go(self) -> None:
        self._observer.stop()

    def _act(self, message: dict[str, Any]) -> None:
        raise ValueError(f"a plot does not know {str(message.get('kind'))[:40]!r}")

    def standing_in(self) -> tuple[str, str]:
        """The same as a picture, as far as the viewer has reached."""
        from capture_widgets.export.charts import lines

        here = f"{self.round}/"
        series = {
            curve["words"]: [
                (int(point["at"].partition("/")[2]), point["value"])
                for point in curve["points"]
                if point["at"].startswith(here)
            ]
            for curve in self.timeline["curves"]
        }
        chart = lines(series, title=self.scene["title"], x="ply", y="points", steps=True)
        return chart.words, chart.svg

    def plain(self) -> tuple[Any, list[Any]]:
        """The position shown and the moves that led there."""
        return self.source.dump(), self.source.log()
