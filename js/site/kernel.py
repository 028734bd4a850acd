"""What Python does on the page: the lobby of the games, whose messages go through `send` and come through `hear`.

The page sets `send` and `keeps` before it runs this.
"""

import os
import sys
import types

sys.path.insert(0, "/packages")
if keeps:  # noqa: F821 - set by the page
    os.environ["CAPTURE_WIDGETS_KEEP"] = "page"


def stand_in(name, **held):
    """A module with a few names of IPython, of which widgets ask only whether they are in a notebook: they are not."""
    module = types.ModuleType(name)
    module.__dict__.update(held)
    sys.modules[name] = module
    return module


def nothing(*_given, **_named):
    """Do nothing."""


# IPython and what it needs are three times as long as all else, and would be the larger part of the wait
core = {
    "getipython": stand_in("IPython.core.getipython", get_ipython=nothing),
    "interactiveshell": stand_in("IPython.core.interactiveshell", InteractiveShell=type("InteractiveShell", (), {})),
}
stand_in(
    "IPython",
    get_ipython=nothing,
    display=stand_in("IPython.display", display=nothing, clear_output=nothing, update_display=nothing),
    core=stand_in("IPython.core", **core),
)

from capture_widgets.widgets.host.page_comm import connect  # noqa: E402

hear = connect(send)  # noqa: F821 - set by the page

import capture_widgets as cw  # noqa: E402

lobby = cw.lobby()
shown = lobby.model_id
