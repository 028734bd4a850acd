"""The front end is on its way to the page before a kernel imports any library of widgets, and only once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from comm.base_comm import BaseComm
from traitlets import Instance

from capture_widgets.export.bundle import bundle
from capture_widgets.widgets.host import first_message
from capture_widgets.widgets.host.front_end import FrontEnd
from tests.test_saved import run

COUNTED = """
import comm, sys
made, create = [], comm.create_comm
def counted(*args, **of):
    made.append((of.get("data", {}).get("state", {}), "ipywidgets" in sys.modules))
    return create(*args, **of)
comm.create_comm = counted
g = cw.new("kommando", seed=7)
"""

TOLD = """
import json
holders = [state for state, _ in made if "front_key" in state]
same = {**t.front.get_state(), "screens": ""} == holders[0]
print(json.dumps([len(holders), made[0][1], same, len(t.front.screens)]))
"""


def told(saved: Any) -> Any:
    """What the last cell printed."""
    printed = [output for output in saved["cells"][-1]["outputs"] if output.get("name") == "stdout"]
    return json.loads("".join(line for output in printed for line in output["text"]))


def holders(saved: Any) -> list[Any]:
    """The models with the front end, as the page saved them."""
    state = saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    return [one for one in state.values() if "front_key" in one["state"]]


def test_a_first_table_sends_the_front_end_before_it_imports_libraries_of_widgets(tmp_path: Path) -> None:
    saved = run(tmp_path, COUNTED, "t = g.table(seat=0)\nt", TOLD)
    assert told(saved) == [1, False, True, 0]
    (holder,) = holders(saved)
    first_line, _, script = holder["state"]["_esm"].partition("\n")
    assert first_line == "//# allFunctionsCalledOnLoad", "Chromium heeds it nowhere else"
    assert script == bundle("widget.js")
    assert holder["model_name"] == "AnyModel"


def test_a_table_that_fails_leaves_the_front_end_to_the_next_widget(tmp_path: Path) -> None:
    failed = "try:\n    g.table(seat=9)\nexcept ValueError as error:\n    print(error)"
    saved = run(tmp_path, COUNTED, failed, "t = g.replay()\nt", TOLD)
    assert told(saved) == [1, False, True, len(bundle("screens.js"))]
    (holder,) = holders(saved)
    assert holder["state"]["screens"] == bundle("screens.js")


class Connection:
    """Stands for a connection to pages."""

    comm_id = "of-the-first-message"

    def __init__(self) -> None:
        self.closed = False

    def on_msg(self, _act: object) -> None:
        """Nobody sends anything."""

    def close(self, *_args: object, **_of: object) -> None:
        """Note it."""
        self.closed = True


@pytest.mark.parametrize("same", [True, False])
def test_a_model_that_was_sent_with_another_state_is_closed_and_sent_again(
    same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the version of anywidget without having imported it, and may be wrong about it."""
    connection, state = Connection(), first_message._first_state()
    sent = state if same else {**state, "_model_module_version": "~0.1.*"}
    monkeypatch.setattr(first_message, "_sent", (connection, sent))
    made = FrontEnd(**first_message.front_end_state())
    assert (made.comm is connection) is same
    assert connection.closed is not same
    assert made.comm is not None
    made.close()


class OfOneClass(FrontEnd):
    """Takes connections of one class only, as ipywidgets 7 does."""

    comm = Instance(BaseComm, allow_none=True)


def test_a_connection_of_another_class_is_closed_and_the_model_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Connection()
    monkeypatch.setattr(first_message, "_sent", (connection, first_message._first_state()))
    made = OfOneClass(**first_message.front_end_state())
    assert connection.closed
    assert isinstance(made.comm, BaseComm)
    made.close()
