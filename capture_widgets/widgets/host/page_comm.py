"""Widgets on a page without Jupyter: their messages go to a function as text, and the page's texts come to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import comm
from comm.base_comm import BaseComm, CommManager

from capture_widgets.widgets.host.front_end import leave_front_end_to_page
from capture_widgets.widgets.host.json_null import null

LONGEST: Final = 1_000_000
"""The most characters of one message from a page."""


def connect(send: Callable[[str], object]) -> Callable[[str], None]:
    """Let all widgets made from now on speak with one page.

    Each message is a JSON object with ``comm``, the identifier of a widget's model, ``type`` (``comm_open``,
    ``comm_msg`` or ``comm_close``) and ``data``, as in the protocol of Jupyter widgets. No message has binary buffers.

    The page has the front end by itself.

    Args:
        send: gets each message to the page, as text.

    Returns:
        The function to call with each text that comes from the page. It raises `ValueError` for what is no message, and
        ignores what is said to a widget that there is no more.
    """
    nothing = null()

    def text(value: object) -> None:
        if value is not nothing:
            raise TypeError(f"{type(value).__name__} is no JSON")

    class PageComm(BaseComm):
        def publish_msg(
            self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any
        ) -> None:
            send(json.dumps({"comm": self.comm_id, "type": msg_type, "data": data or {}}, default=text))

    leave_front_end_to_page()
    manager = CommManager()
    comm.create_comm = PageComm
    comm.get_comm_manager = lambda: manager

    def hear(said: str) -> None:
        if len(said) > LONGEST:
            raise ValueError(f"a message of {len(said)} characters; the most are {LONGEST}")
        message = json.loads(said)
        if not isinstance(message, dict) or not isinstance(message.get("data"), dict):
            raise ValueError("a message is an object with comm and data")
        found = manager.comms.get(str(message.get("comm")))
        if found is not None:
            found.handle_msg({"content": {"data": {"buffer_paths": [], **message["data"]}}, "buffers": []})

    return hear
