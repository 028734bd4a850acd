"""The table of a seat whose game is in another kernel: it shows what the room sends, and passes requests on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from traitlets import Dict

from capture_widgets.core.errors import JoinError
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.front_end import ASKS
from capture_widgets.widgets.host.request_shapes import number_of
from capture_widgets.widgets.settings import SETTINGS

_OWN: Final = ("hello", "bye", "writes", "rests", ASKS)
"""The requests that this table answers by itself."""


class JoinedTable(CaptureWidget):
    """A table in the browser of a game in another kernel; `Joined.table` makes one."""

    again = "a table to play at"

    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, values: dict[str, Any], ask: Callable[[dict[str, Any]], None]) -> None:
        """Make the table.

        Args:
            values: the values that a page shows, by name.
            ask: passes a request of a page on; raises `JoinError` if it cannot.
        """
        self._values = values
        self._came = time.monotonic()
        self._ask = ask
        super().__init__(view="table", settings={**SETTINGS, **values.get("settings", {})})

    @property
    def dump(self) -> dict[str, Any]:
        """The position as this seat knows it."""
        dump: dict[str, Any] = self._values["dump"]
        return dump

    def take_values(self, values: dict[str, Any]) -> None:
        """Show other values."""
        if not self.closed:
            news = {name: value for name, value in values.items() if name not in ("settings", "view")}
            self._values = {**self._values, **news}
            self._came = time.monotonic() if "scene" in news else self._came
            self._send({"method": "update", "state": news, "buffer_paths": []})

    def take_reply(self, content: dict[str, Any]) -> None:
        """Pass a reply of the room on to the pages."""
        if not self.closed:
            self.send(content)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The traits, as in ipywidgets, and the values of the room."""
        values = _aged(self._values, time.monotonic() - self._came)
        if key is None:
            return {**values, **super().get_state(None, drop_defaults)}
        names = {key} if isinstance(key, str) else set(key)
        traits = names & set(self.keys)
        others = {name: value for name, value in values.items() if name in names - traits}
        return {**others, **super().get_state(traits, drop_defaults)}

    def _heard(self, widget: object, content: object, buffers: object) -> None:
        if isinstance(content, dict) and content.get("kind") not in _OWN:
            try:
                self._ask(content)
            except JoinError as error:
                self._refuse(number_of(content), f"the room does not answer: {error}", None, None)
        else:
            with suppress(JoinError):
                super()._heard(widget, content, buffers)

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Nothing: all such requests are passed on."""
        return None

    def plain(self) -> tuple[Any, list[Any]]:
        """The dump, and no moves."""
        return self.dump, []


def _aged(values: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The values of a room some seconds later: a clock has less time left."""
    teacher = values.get("scene", {}).get("teacher")
    clock = None if teacher is None else teacher["clock"]
    if clock is None:
        return values
    clock = {**clock, "left": max(0.0, clock["left"] - seconds)}
    return {**values, "scene": {**values["scene"], "teacher": {**teacher, "clock": clock}}}
