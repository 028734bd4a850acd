"""A still picture below each widget, for pages without widgets: exports, and saved notebooks without a kernel.

A still is two outputs: words in HTML, and after them the picture alone, since strict pages keep no picture in HTML.
Where nothing can make a PNG, the picture is in the HTML.

JupyterLab saves a widget's output with only the name of its model. Without the kernel it shows "model not found" there,
whatever else the output holds. So the still is an output of its own. It is updated as the game goes on. While the
widget is there, the front end hides the still; otherwise the still hides JupyterLab's message.
"""

from __future__ import annotations

import uuid
import weakref
from functools import partial
from html import escape
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.widgets.host.lifetime import EventLoop, has_page

if TYPE_CHECKING:
    from capture_widgets.protocol.requests import StillPicture

QUIET: Final = 1.5
"""Seconds without a change before the still is updated. JupyterLab takes longer to draw it than a table takes for a
move, so it is drawn when nobody moves.
"""

MOST: Final = 10.0
"""The longest time, in seconds, without an update of the still while people move all the time."""

SCALE: Final = 1.0
"""Pixels of a picture's file for each pixel of the page: twice as many would double what a notebook grows by."""

LEASE: Final = 5.0
"""Seconds within which a display of a shared document must say that it has written the still; then another one may."""

_MOST_WRITERS = 200

_STYLE: Final = """<style>
.jp-OutputArea-child:not(:has(.capture-widgets, .widget-container, [data-mime-type])):has(\
+ .jp-OutputArea-child .cw-still) { display: none; }
.jp-NotebookPanel :is(.cw-still, .jp-OutputArea-child:has(.cw-pictured) + .jp-OutputArea-child) \
{ animation: cw-still 10ms 1500ms backwards; }
@keyframes cw-still { from { position: absolute; visibility: hidden; } }
:is(.cw-still, .jp-OutputArea-child:has(.cw-pictured) + .jp-OutputArea-child) img { max-width: 100%; height: auto; }
:is([data-jp-theme-light="false"], .vscode-dark) \
:is(.cw-still, .jp-OutputArea-child:has(.cw-pictured) + .jp-OutputArea-child) img \
{ filter: invert(0.9) hue-rotate(180deg); }
</style>"""
"""Hides JupyterLab's message in place of a missing widget, and hides the still while a widget may still appear. Makes
the picture dark where the notebook is dark."""

_AGAIN: Final = "A still picture. Run this cell again for {what}."


class Still:
    """The still below one widget. It exists from the time at which the widget is first shown.

    Pages that share a document must not all write the still: each would replace the output, and the document would keep
    the outputs of all of them. So their displays say that they can write it, and the kernel names one, until that one
    says nothing any more.
    """

    def __init__(self, widget: Any, what: str) -> None:
        self._widget = weakref.ref(widget)
        self._what = what
        self.name = f"cw-{uuid.uuid4().hex[:12]}"
        self._is_shown = self._is_stale = self._is_planned = self._has_picture = False
        self._since = self._changed = 0.0
        self._writers: dict[str, None] = {}
        """The displays of shared documents that can write the still, the last one heard at the end."""
        self._writer: str | None = None
        self._awaited: object = None
        """Stands for the first still that the writer was sent since it said something; None if there is none."""

    def show(self) -> None:
        """Show the still as an output of its own after the widget's."""
        from IPython.display import display

        self._has_picture = True
        data, picture = self._outputs()
        self._has_picture = picture is not None
        display(data, raw=True, display_id=self.name)  # type: ignore[no-untyped-call]
        if picture is not None:
            own = {"metadata": picture["metadata"], "display_id": f"{self.name}-picture"}
            display(picture["data"], raw=True, **own)  # type: ignore[no-untyped-call]
        self._is_shown, self._is_stale = True, False
        _LOOP.find()
        _follow_cells()

    def change(self) -> None:
        """Update the still soon, since the widget shows something else. Any thread may call this."""
        if not self._is_shown:
            return
        self._changed = monotonic()
        if not self._is_stale:
            self._since = self._changed
        self._is_stale = True
        _STALE.add(self)
        self._plan(QUIET)

    def _plan(self, seconds: float) -> None:
        if not self._is_planned:
            self._is_planned = _LOOP.later(seconds, self._planned)

    def _planned(self) -> None:
        self._is_planned = False
        now = monotonic()
        left = min(self._changed + QUIET, self._since + MOST) - now
        if self._is_stale and left > 0:
            self._plan(left)
        else:
            self.follow()

    def follow(self) -> None:
        """Update the picture if it is out of date."""
        from IPython.display import update_display

        widget = self._widget()
        _STALE.discard(self)
        if not self._is_stale or widget is None or widget.closed:
            return
        self._is_stale = False
        data, picture = self._outputs()
        if self._writer not in self._writers:
            self._writer, self._awaited = next(reversed(self._writers), None), None
        if self._writer is None:
            update_display(data, raw=True, display_id=self.name)  # type: ignore[no-untyped-call]
            if picture is not None:
                own = {"metadata": picture["metadata"], "display_id": f"{self.name}-picture"}
                update_display(picture["data"], raw=True, **own)  # type: ignore[no-untyped-call]
        elif self._awaited is None:
            self._awaited = object()
            _LOOP.later(LEASE, partial(self._end_lease, self._writer, self._awaited))
        widget.tell_still(data, picture, self._writer)

    def hear(self, display: str, *, writes: bool) -> None:
        """A display of a shared document can write the still or has written it, or it ends."""
        is_new = writes and display not in self._writers
        self._writers.pop(display, None)
        if writes:
            self._writers[display] = None
        if display == self._writer:
            self._awaited = None
        if len(self._writers) > _MOST_WRITERS:
            del self._writers[next(iter(self._writers))]
        if is_new:
            self.change()  # the document may hold an older one, or hold it twice

    def _end_lease(self, writer: str, awaited: object) -> None:
        """Let another display write the still if this one has not answered: its page may have vanished."""
        if awaited is self._awaited:
            self.hear(writer, writes=False)
            self._is_stale = True
            self.follow()

    def _outputs(self) -> tuple[dict[str, str], StillPicture | None]:
        """The output with the words, and the one after it with the picture, if this still has such an output."""
        from capture_widgets.export.fallback import MARK, PICTURED, picture_in, png_output, without_picture

        widget = self._widget()
        assert widget is not None
        words, html = widget.standing_in()
        picture: StillPicture | None = None
        if self._has_picture:
            svg = picture_in(html)
            made = None if svg is None else png_output(svg, SCALE)
            if made is not None:
                html = without_picture(html)
                data = {"image/png": made.png, "text/plain": str(made.about.get("alt", ""))}
                picture = {"data": data, "metadata": {"image/png": made.about, MARK: {"still": self.name}}}
            elif self._is_shown:  # the widget shows something else now: an output cannot go, but it can show nothing
                picture = {"data": {"text/plain": ""}, "metadata": {MARK: {"still": self.name}}}
        pictured = "" if picture is None else PICTURED
        again = escape(_AGAIN.format(what=self._what))
        data = {
            "text/plain": words,
            "text/html": f'<div class="cw-still{pictured}" data-cw-still="{self.name}">{_STYLE}{html}'
            f"<p><small>{again}</small></p></div>",
        }
        return data, picture


_LOOP = EventLoop()
_STALE: weakref.WeakSet[Still] = weakref.WeakSet()
_shells: weakref.WeakSet[Any] = weakref.WeakSet()


def shows_outputs(widget: Any) -> bool:
    """Whether a widget's output is in a notebook, where stills can be shown and updated."""
    return has_page(widget) and shell() is not None


def shell() -> Any:
    """The IPython shell; None outside of IPython."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None
    return get_ipython()


def _follow_cells() -> None:
    """Update stills at the end of each cell, since the notebook may be saved or converted after it."""
    running = shell()
    if running is not None and running not in _shells:
        running.events.register("post_run_cell", _cell_ran)
        _shells.add(running)


def _cell_ran(_result: object) -> None:
    for still in list(_STALE):
        still.follow()
