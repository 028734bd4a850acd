"""A widget that one page of a room shows: its messages go to that page alone, and no notebook can ask for its state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, Final

from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.lifetime import hold_weakly, unlist
from capture_widgets.widgets.host.page_comm import PrivateComm
from capture_widgets.widgets.host.request_shapes import number_of

Send = Callable[[str], object]
"""Gets each message to a page, as text."""

_METHODS: Final = ("custom", "update", "request_state")

_REMEMBERED: Final = 200
"""How many replies a widget remembers."""

NOT_HERE: Final = "this cannot be done in a room"


class PageWidget(CaptureWidget):
    """A widget whose page is reached by a function, and by no notebook."""

    carries_front_end: ClassVar[bool] = False

    requests: ClassVar[frozenset[str]] = frozenset()
    """What its page may ask for."""

    sent: ClassVar[frozenset[str]] = frozenset()
    """The traits that its page gets, beside the pages of a log."""

    is_inner: ClassVar[bool] = False
    """Whether it stands within another widget of the page."""

    comm: Any
    _to_page: Send | None = None
    _wire: PrivateComm | None = None

    @property
    def model_id(self) -> str:
        """The name by which its page knows it; empty while no page shows it."""
        wire: PrivateComm | None = self.comm
        return "" if wire is None else str(wire.comm_id)

    def add_traits(self, **_traits: Any) -> None:
        """Add none: anywidget would add a name that no page of a room reads, and make a class for each widget."""

    def open(self) -> None:
        """Tell the page that the widget exists, if there is a page already."""
        if self._wire is None and self._to_page is not None:
            self.show_on(self._to_page)

    def show_on(self, send: Send) -> None:
        """Show it on a page, with its whole state; a page that has shown it before hears no more."""
        self._to_page = send
        self._prepare()
        known = self.get_state()
        data: dict[str, Any] = {"state": known}
        if self.is_inner:
            data["inner"] = True
        again = self._wire is not None
        self.comm = self._wire = PrivateComm(send, data)
        unlist(self)  # ipywidgets gives the state of all widgets that it lists to any notebook of the kernel
        if again:
            hold_weakly(self)
        self._catch_up(known)

    def take_off(self, send: Send) -> None:
        """Show it on no page any more, if it is this page that shows it."""
        if self._to_page == send:
            self._to_page = None
            self.comm = None
            for display in list(self._pages):
                self._left_by(display)

    def _prepare(self) -> None:
        """Bring the state up to now, before it goes out as a whole."""

    def hears(self, message: dict[str, Any]) -> bool:
        """Take a message of the page (`read_message`) if it is for this widget; returns whether it is.

        Raises:
            ValueError: a page never sends such a message.
        """
        if message["data"].get("method") not in _METHODS:
            raise ValueError("a message of a page has a method")
        if self._wire is None or self.comm is not self._wire or message.get("comm") != self._wire.comm_id:
            return False
        self._wire.hear(message["data"])
        return True

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message of the page, and leave out what is for no widget that there is."""
        self.hears(message)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The traits that the page gets, and the pages of the log."""
        state = super().get_state(key, drop_defaults)
        return {name: value for name, value in state.items() if name in self.sent or name.startswith("log")}

    def _heard(self, widget: object, content: object, buffers: object) -> None:
        if not isinstance(content, dict):
            return
        kind = content.get("kind")
        if isinstance(kind, str) and kind in self.requests and self._may_ask(content):
            super()._heard(widget, content, buffers)
        else:
            self._refuse(number_of(content), NOT_HERE, None, None)

    def _may_ask(self, content: dict[str, Any]) -> bool:
        """Whether its page may ask for this, of the kinds that it may ask for."""
        return True


class AnsweredOnce(PageWidget):
    """A widget that does a request once, even if it comes twice; the second one gets the reply of the first."""

    def __init__(self, *given: Any, **traits: Any) -> None:
        self._replies: deque[tuple[int, Any]] = deque(maxlen=_REMEMBERED)
        super().__init__(*given, **traits)

    def _heard(self, widget: object, content: object, buffers: object) -> None:
        number = number_of(content) if isinstance(content, dict) else None
        reply = next((reply for asked, reply in self._replies if asked == number), None)
        if reply is None:
            super()._heard(widget, content, buffers)
        else:
            super().send(reply)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a reply, and remember it."""
        if isinstance(content, dict) and type(content.get("id")) is int and content.get("kind") != "hello":
            self._replies.append((content["id"], content))
        super().send(content, buffers)
