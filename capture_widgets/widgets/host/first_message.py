"""The first message that a table sends: the front end, before any library of widgets has been imported.

anywidget and ipywidgets take as long to import as everything else of a first table together. Meanwhile a page can load
the front end. So the message that opens its model is written here, and `FrontEnd` takes the model over.
"""

from __future__ import annotations

import sys
import threading
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Final

from capture_widgets.export.bundle import bundle

_PROTOCOL: Final = "2.1.0"
"""The version of the messages of Jupyter's widgets, of which pages compare the first number with theirs."""

_AHEAD: Final = "//# allFunctionsCalledOnLoad\n"
"""Tells Chromium to compile the whole script at once: that takes 10 ms more while the page waits for the kernel, and
draws the table 8 ms sooner. For other browsers it is a comment.
"""

_WIDGETS: Final = "capture_widgets.widgets.host.front_end"

_lock = threading.Lock()
_sent: tuple[Any, dict[str, Any]] | None = None
"""The connection and the first state of a model that no widget has taken over yet."""


def first_script() -> dict[str, str]:
    """The traits with the first script and the style sheet, which a table needs."""
    return {"_esm": bundle("widget.js"), "_css": bundle("widget.css")}


def front_end_state() -> dict[str, str]:
    """The state of the model that holds the front end, beside what belongs to anywidget."""
    first = first_script()
    first["_esm"] = _AHEAD + first["_esm"]
    key = "capture-widgets-front-" + sha256((first["_esm"] + first["_css"]).encode()).hexdigest()[:12]
    # anywidget's sheet has an id of its own: a page finds elements by their ids among its global names, too
    return {**first, "front_key": key, "_anywidget_id": f"sheet-of-{key}"}


def finds_models() -> bool:
    """Whether the pages of this kernel can find a model by its name."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    of_jupyter = type(getattr(shell, "kernel", None)).__module__.startswith("ipykernel.")
    return of_jupyter and "google.colab" not in sys.modules and "__vsc_ipynb_file__" not in shell.user_ns


def send_front_end() -> None:
    """Send what a table needs of the front end, unless widgets of this package have been imported, which send it."""
    global _sent  # noqa: PLW0603  # one model for the process
    with _lock:
        if _sent is None and _WIDGETS not in sys.modules and "comm" in sys.modules and finds_models():
            state = _first_state()
            message = {"data": {"state": state, "buffer_paths": []}, "metadata": {"version": _PROTOCOL}}
            _sent = sys.modules["comm"].create_comm(target_name="jupyter.widget", **message), state


def _first_state() -> dict[str, Any]:
    """The state of the model as ipywidgets would send it."""
    major, minor, _ = version("anywidget").split(".", 2)
    return {
        "_model_module": "anywidget",
        "_model_module_version": f"~{major}.{minor}.*",
        "_model_name": "AnyModel",
        "_view_count": None,
        "_view_module": None,
        "_view_module_version": "",
        "_view_name": None,
        **front_end_state(),
        "screens": "",
    }


def take_over() -> tuple[Any, dict[str, Any]] | None:
    """The connection and the first state of the model that was sent, once; None if there is none."""
    global _sent
    sent, _sent = _sent, None
    return sent
