"""Shows stills below boxes of ipywidgets, since the widgets in a box have no outputs of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ipywidgets import Box

from capture_widgets.widgets.host.stills import shell


def watch_boxes() -> None:
    """From now on, show stills below each box that a cell shows, for the widgets of this package in it."""
    running = shell()
    if running is None:
        return
    formatter = running.display_formatter.ipython_display_formatter
    if Box not in formatter.type_printers:
        formatter.for_type(Box, _show)


def _show(box: Any) -> None:
    from IPython.display import display

    ours = [widget for widget in dict.fromkeys(_within(box)) if not widget.closed]
    own = getattr(box, "_ipython_display_", None)
    if own is not None:
        own()
    elif ours:
        display(box._repr_mimebundle_(), raw=True)  # type: ignore[no-untyped-call]
    else:
        raise NotImplementedError  # IPython shows it as it would have done
    for widget in ours:
        widget.show_still()


def _within(box: Any) -> Iterator[Any]:
    for widget in box.children:
        if isinstance(widget, Box):
            yield from _within(widget)
        elif hasattr(widget, "show_still"):
            yield widget
