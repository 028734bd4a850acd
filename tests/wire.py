"""The page's end of a widget's comm, without a page: tests say here what a browser would send, and hear the answers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from ipywidgets import widget_serialization
from traitlets.log import get_logger

from capture_widgets.widgets import Table


class _Faults(logging.Handler):
    """Collects the exceptions that ipywidgets logs instead of raising them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.found.append(record.exc_info[1])


def _deliver(widget: Any, data: dict[str, Any]) -> None:
    """Hand a comm message to a widget; an exception that ipywidgets would only log is raised."""
    faults = _Faults()
    log: Any = get_logger()
    log.addHandler(faults)
    try:
        widget.comm.handle_msg({"content": {"data": data}, "buffers": []})
    finally:
        log.removeHandler(faults)
    for fault in faults.found:
        raise fault


def say(widget: Any, content: Any) -> None:
    """Send a widget a message of ours, a request or nonsense."""
    _deliver(widget, {"method": "custom", "content": content})


def set_traits(widget: Any, **values: Any) -> None:
    """Set traits of a widget as a page does."""
    _deliver(widget, {"method": "update", "state": values})


def listen(widget: Any) -> list[dict[str, Any]]:
    """The list to which every message of ours that the widget sends from now on is added."""
    heard: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: heard.append(content)
    return heard


def widget_named(name: str) -> Any:
    """The widget of this model, as a page finds it; None where there is none."""
    reference = f"IPY_MODEL_{name}"
    widget = widget_serialization["from_json"](reference, None)
    return None if widget == reference else widget


def ask(widget: Any, **request: Any) -> dict[str, Any]:
    """Ask a widget for something as a page does, and return its one answer."""
    heard = listen(widget)
    say(widget, {"id": 1, **request})
    (answer,) = heard
    return answer


class Wire:
    """A table with a browser that only writes down what it hears."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.heard: list[dict[str, Any]] = []
        self.number = 0
        table.send = lambda content, buffers=None: self.heard.append(content)

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message as a browser would and return its one answer."""
        self.number += 1
        before = len(self.heard)
        say(self.table, {"id": self.number, **message})
        answers = self.heard[before:]
        assert len(answers) == 1
        assert answers[0]["id"] == self.number
        return answers[0]

    def play(self, move: str) -> dict[str, Any]:
        dump = self.table.dump
        return self.ask(kind="play", move=move, round=dump["round"], ply=dump["ply"])

    def undo(self) -> dict[str, Any]:
        return self.ask(kind="undo", round=self.table.game.round, ply=self.table.game.ply)


def until(table: Table, true: Callable[[], bool]) -> None:
    """Wait until something is true of a table, looking after each of its changes."""
    changed = threading.Event()
    table.observe(lambda _: changed.set(), ["dump", "scene"])
    while not true():
        assert changed.wait(60), "the table did not change in time"
        changed.clear()


def logged(state: dict[str, Any]) -> list[Any]:
    """The log as a page puts it together from a table's traits."""
    pages = [state[f"log{number}"] for number in range(len(state)) if f"log{number}" in state]
    return [entry for page in pages for entry in page][: state["logged"]["count"]]
