"""A page's end of the wire to a widget, without a page."""

from __future__ import annotations

from typing import Any


def ask(widget: Any, **request: Any) -> dict[str, Any]:
    """Ask a widget for something as a page does, and return its one answer."""
    heard: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: heard.append(content)
    widget._heard(widget, {"id": 1, **request}, [])
    (answer,) = heard
    return answer
