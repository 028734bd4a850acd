"""Static replays: outputs that step without a kernel; one output of a notebook contains the front end for all."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.export.bundle import bundle
from capture_widgets.export.fallback import picture_html
from capture_widgets.export.html import plain_text
from capture_widgets.export.pages import MODEL, OfflineReplay, front_end, inert

_NEEDS: Final = (
    "You can {what} once its scripts may run: in JupyterLab, trust the notebook (View, Activate Command Palette, "
    "Trust Notebook)."
)

_CARRY: Final = """<script>
(() => {
  "use strict";
  const key = %(key)s;
  if (globalThis[key]) return;
  %(front)s%(model)s
  const style = document.createElement("style");
  style.textContent = %(style)s;
  document.head.append(style);
  globalThis[key] = { render: (el, data) => front.render({ el, model: offline(data) }) };
  dispatchEvent(new Event(key));
})();
</script>"""

_START: Final = """<script>
(() => {
  const key = %(key)s;
  const box = document.currentScript?.closest(".cw-static") ?? document.getElementById(%(name)s);
  if (!box || box.dataset.on) return;
  const start = () => {
    if (box.dataset.on) return;
    box.dataset.on = "yes";
    const el = document.createElement("div");
    box.querySelector(".cw-static-picture").replaceWith(el);
    const data = JSON.parse(box.querySelector('script[type="application/json"]').textContent);
    if (box.closest(".reveal")) data.state.settings = { ...data.state.settings, size: "projector" };
    globalThis[key].render(el, data);
  };
  if (globalThis[key]) { start(); return; }
  addEventListener(key, start, { once: true });
  const words = box.querySelector(".cw-static-words");
  setTimeout(() => { if (!box.dataset.on) words.textContent = %(missing)s; }, 3000);
})();
</script>"""

_FRAME: Final = """<!doctype html><meta charset="utf-8"><body style="margin:0">%s<script>
new ResizeObserver(() => {
  window.frameElement.style.height = `${document.body.offsetHeight}px`;
}).observe(document.body);
</script>"""
"""A page for a frame, which it makes as high as its content."""

_MODULE: Final = """%(front)s%(model)s
const data = %(data)s;
const style = %(style)s;
export default {
  render({ el, signal }) {
    const sheet = document.createElement("style");
    sheet.textContent = style;
    const place = document.createElement("div");
    el.append(sheet, place);
    return front.render({ el: place, model: offline(structuredClone(data)), signal });
  },
};
"""
"""A module in the shape of anywidget's, which brings its model, so that it asks nothing of the page that loads it."""

_MISSING: Final = (
    "The script for this is in an output further up that is not on this page: run the first cell that shows a static "
    "replay or inspector again, or make this one with static(alone=True)."
)


def embedded(data: Mapping[str, Any], picture: str, *, carries: bool, what: str = "step through this replay") -> str:
    """A replay or an inspector as HTML; without its own front end it waits for an output of the page that contains one.

    Args:
        data: the traits and frames.
        picture: the HTML that is shown until a script runs.
        carries: whether to include the front end.
        what: what one can do with it, in words.
    """
    key, name = f"capture-widgets-{_version()}", f"cw-{uuid.uuid4().hex[:12]}"
    front = ""
    if carries:
        front = _CARRY % {
            "key": json.dumps(key),
            "front": front_end(),
            "model": MODEL,
            "style": inert(bundle("widget.css")),
        }
    start = _START % {"key": json.dumps(key), "name": json.dumps(name), "missing": json.dumps(_MISSING)}
    return (
        f'<div class="cw-static" id="{name}"><div class="cw-static-picture">{picture}'
        f'<p class="cw-static-words"><small>{_NEEDS.format(what=what)}</small></p></div>'
        f'<script type="application/json">{inert(data)}</script>{front}{start}</div>'
    )


def _version() -> str:
    return sha256((front_end() + bundle("widget.css") + MODEL).encode()).hexdigest()[:12]


class StaticReplay:
    """A replay as an output without a widget; it needs no kernel."""

    _name = "replay"
    _what = "step through this replay"

    def __init__(self, replay: OfflineReplay, *, alone: bool = False) -> None:
        self._replay = replay
        self._alone = alone

    def __repr__(self) -> str:
        return f"<static {self._name}>\n{plain_text(self._replay.dump, self._replay.log)}"

    @property
    def html(self) -> str:
        """The output with the front end, for any page."""
        return self._html(carries=True)

    def save_module(self, path: str | Path) -> Path:
        """Write it as an ES module, for the directive ``{anywidget}`` of MyST and other pages that load such.

        The module has the shape of an anywidget and holds everything that it needs. If writing fails, the old file
        stays.

        Args:
            path: where to write; MyST wants a name that ends with ``.mjs``.
        """
        style = inert(bundle("widget.css"))
        return replace_file(
            path, _MODULE % {"front": front_end(), "model": MODEL, "data": inert(self._data()), "style": style}
        )

    def _data(self) -> dict[str, Any]:
        return {"state": self._replay.state, "all": self._replay.every, "said": self._replay.notes}

    def _html(self, *, carries: bool) -> str:
        picture = picture_html(self._replay.dump, self._replay.log)
        return embedded(self._data(), picture, carries=carries, what=self._what)

    def _mime_(self) -> tuple[str, str]:
        """The output for marimo, which runs no scripts outside of frames, and makes its own frames 400 pixels high."""
        page = escape(_FRAME % self.html)
        frame = f'<iframe title="{self._name.capitalize()}" style="width:100%;height:640px;border:0" srcdoc="{page}">'
        return "text/html", f"{frame}</iframe>"

    def _repr_html_(self) -> str:
        carries = _FRONT_END_CELL.carries()
        return self._html(carries=carries or self._alone)


class StaticInspector(StaticReplay):
    """An inspector as an output without a widget: its position can be unfolded and searched without a kernel."""

    _name = "inspector"
    _what = "unfold this position"


class _FrontEndCell:
    """The cell of the notebook whose output contains the front end: the first that shows a static replay."""

    def __init__(self) -> None:
        self._cell: str | None = None
        self._count: int | None = None

    def carries(self) -> bool:
        """Whether the present output must contain the front end: it is the first, or its cell is run again."""
        cell, count = _cell()
        if count is None:
            return True
        if self._count is not None and (cell is None or cell != self._cell or count == self._count):
            return False
        self._cell, self._count = cell, count
        return True


_FRONT_END_CELL = _FrontEndCell()


def _cell() -> tuple[str | None, int | None]:
    """The id of the running cell, and the number of cells run so far; None outside a notebook."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None, None
    shell: Any = get_ipython()
    if shell is None:
        return None, None
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = parent.get("metadata", {}).get("cellId")
    return (cell if isinstance(cell, str) else None), int(shell.execution_count)
