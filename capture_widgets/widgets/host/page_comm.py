"""Widgets on a page without Jupyter: their messages go to a function as text, and the page's texts come to them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

import comm
from comm.base_comm import BaseComm, CommManager

from capture_widgets.widgets.host.front_end import leave_front_end_to_page
from capture_widgets.widgets.host.json_null import null

LONGEST: Final = 1_000_000
"""The most characters of one message from a page."""

DEEPEST: Final = 100
"""How deep objects and lists of a message from a page may lie in one another; what is sent lies ten deep."""

_PARTS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]')
"""Texts, which may have brackets in them, and brackets."""


class PrivateComm(BaseComm):
    """The comm of one widget on one page. No list names it, so no notebook can ask for the state of its widget.

    Its messages are those that `connect` describes.
    """

    def __init__(self, send: Callable[[str], object], data: dict[str, Any]) -> None:
        """Open the comm.

        Args:
            send: gets each message to the page, as text.
            data: the data of the first message.
        """
        self._send = send
        self._act: Callable[[Any], None] | None = None
        super().__init__(target_name="capture_widgets.page", data=data)

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        """Send a message of the widget."""
        self._send(_text(self.comm_id, msg_type, data))

    def open(self, data: Any = None, metadata: Any = None, buffers: Any = None) -> None:
        """Tell the page that the widget exists."""
        self._closed = False
        self.publish_msg("comm_open", data)

    def close(self, data: Any = None, metadata: Any = None, buffers: Any = None, deleting: bool = False) -> None:
        """Tell the page that the widget is closed."""
        if not self._closed:
            self._closed = True
            self.publish_msg("comm_close", data)

    def on_msg(self, callback: Callable[[Any], None] | None) -> None:
        """Call a function with each message of the page from now on."""
        self._act = callback

    def hear(self, data: dict[str, Any]) -> None:
        """Give the widget the data of a message from the page."""
        if self._act is not None and not self._closed:
            self._act(_message(data))


def _text(name: str, kind: str, data: object) -> str:
    return json.dumps({"comm": name, "type": kind, "data": data or {}}, default=_null_or_fault)


def _null_or_fault(value: object) -> None:
    nothing = null()
    if nothing is None or value is not nothing:
        raise TypeError(f"{type(value).__name__} is no JSON")


def _message(data: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"data": {"buffer_paths": [], **data}}, "buffers": []}


def parse(said: str | bytes) -> Any:
    """What a text of JSON from a page says.

    Python would read what lies a thousand deep up to the end of its stack, and what it cleans up meanwhile would fail
    there: so this looks first.

    Raises:
        ValueError: it is no JSON, or lies deeper in one another than `DEEPEST`.
    """
    text = said if isinstance(said, str) else said.decode("utf-8")
    depth = 0
    if text.count("[") + text.count("{") > DEEPEST:
        for part in _PARTS.finditer(text):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(part[0], 0)
            if depth > DEEPEST:
                raise ValueError("a message is nested too deeply")
    return json.loads(text)


def read_message(said: str, most: int = LONGEST) -> dict[str, Any]:
    """A page's message: an object with an object ``data``.

    Raises:
        ValueError: it is none.
    """
    if len(said) > most:
        raise ValueError(f"a message of {len(said)} characters; the most are {most}")
    message = parse(said)
    if not isinstance(message, dict) or not isinstance(message.get("data"), dict):
        raise ValueError("a message is an object with comm and data")
    return message


def connect(send: Callable[[str], object]) -> Callable[[str], None]:
    """Let all widgets made from now on speak with one page.

    The page has the front end by itself.

    Args:
        send: gets each message to the page, as text (`PageComm`).

    Returns:
        The function to call with each text that comes from the page. It raises `ValueError` for what is no message, and
        ignores what is said to a widget that there is no more.
    """

    class PageComm(BaseComm):
        def publish_msg(
            self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any
        ) -> None:
            send(_text(self.comm_id, msg_type, data))

    leave_front_end_to_page()
    manager = CommManager()
    comm.create_comm = PageComm
    comm.get_comm_manager = lambda: manager

    def hear(said: str) -> None:
        message = read_message(said)
        found = manager.comms.get(str(message.get("comm")))
        if found is not None:
            found.handle_msg(_message(message["data"]))

    return hear
