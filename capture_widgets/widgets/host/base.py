"""The base class of all widgets: the front end, replies to requests, and a picture for pages without widgets."""

from __future__ import annotations

import logging
import traceback
from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
from ipywidgets import DOMWidget
from traitlets import Any as AnyTrait
from traitlets import Instance, TraitError, Unicode, validate

from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.errors import (
    ActionRefused,
    IllegalDeal,
    IllegalMove,
    RecordError,
    UnknownGame,
    UnknownOption,
    failure_words,
    shown,
)
from capture_widgets.core.interrupts import rescue_lost_interrupts, run_finalizer
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import GameType
from capture_widgets.export.brought_views import brought_view
from capture_widgets.model.history import History
from capture_widgets.widgets.host.boxes import watch_boxes
from capture_widgets.widgets.host.front_end import ASKS, FOUND_BY_NAME, FrontEnd, front_end_reply, front_end_traits
from capture_widgets.widgets.host.json_null import received, sent
from capture_widgets.widgets.host.lifetime import AGAIN, FIRST, SHELF, has_page, hold_weakly
from capture_widgets.widgets.host.request_shapes import check_request, number_of
from capture_widgets.widgets.host.stills import Still, shows_outputs
from capture_widgets.widgets.host.turns import Turns
from capture_widgets.widgets.settings import check_settings

if TYPE_CHECKING:
    from capture_widgets.protocol.requests import StillMessage, StillPicture

_LOG = logging.getLogger(__name__)

_MOST_NAME = 100

_MOST_PAGES = 1000

_SHOWN = ("dump", "round", "ply", "line", "seat")
"""If one of these traits changes, the widget shows something else."""

_BELOW = "<!-- the picture of this is the next output -->"


class CaptureWidget(anywidget.AnyWidget):
    """A widget; its trait ``view`` tells the front end which screen to show.

    It lives as long as code refers to it or a page shows it (see `lifetime`), or until it is closed.
    """

    # declared here, because anywidget would not make traits of values that are passed to the constructor
    _esm = Unicode("").tag(sync=True)
    _css = Unicode("").tag(sync=True)
    front = Instance(FrontEnd, allow_none=True).tag(sync=True, **FOUND_BY_NAME)
    view = Unicode("").tag(sync=True)
    still = Unicode("").tag(sync=True)
    game_view = AnyTrait(None).tag(sync=True)
    """How a game of another package is shown (`BroughtView`)."""

    again: ClassVar[str] = "it"
    """What the reader gets by running the cell again, in words."""

    from_pages: ClassVar[frozenset[str]] = frozenset({"settings"})
    """The traits that a page may set."""

    carries_front_end: ClassVar[bool] = True
    """Whether pages get the front end from the widget or from its kernel; otherwise they have it by themselves."""

    first_state: ClassVar[Mapping[str, Any]] = {}
    """What pages get in place of some traits until the widget is shown, since code may still hide something of them."""

    _opens = False
    _is_held_back = False
    _viewed: GameType | None = None
    """The game whose view pages have."""

    def __init__(self, **traits: Any) -> None:
        self._turns = Turns()
        self._pages: set[str] = set()
        self._is_closed = False
        self._still = Still(self, self.again)
        front = front_end_traits(traits["view"]) if self.carries_front_end else {}
        super().__init__(**front, still=self._still.name, **traits)
        self.on_msg(self._heard)
        self.observe(self._shows_other, [name for name in _SHOWN if self.has_trait(name)])
        self._first_layout = self.layout  # the layout is a widget, too, and belongs to this one
        hold_weakly(self)
        rescue_lost_interrupts()
        if has_page(self):
            SHELF.rest(self, FIRST)
            watch_boxes()

    @property
    def closed(self) -> bool:
        """Whether it was closed; a closed widget shows nothing."""
        return self._is_closed

    @property
    def on_screen(self) -> bool:
        """Whether a page shows it, as far as pages have told."""
        return bool(self._pages)

    def close(self) -> None:
        """Remove it from all pages, and stop observing its game or replay."""
        if not self.__dict__.get("_is_closed", True):
            self._is_closed = True
            self._pages.clear()
            SHELF.drop(self)
            self._let_go()
            self._first_layout.close()
        super().close()

    def __del__(self) -> None:
        run_finalizer(self.close)

    def _closed_by_page(self, _message: object) -> None:
        self.close()

    def _let_go(self) -> None:
        """Stop observing the game or replay, now that the widget is closed."""

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a page's request."""
        run_to_end(self._answering(received(content)))

    def _answering(self, content: object) -> Steps[None]:
        """Answer in steps. An exception here would get lost, so each becomes a reply."""
        if not isinstance(content, dict):
            return
        number = number_of(content)
        try:
            check_request(content)
            if content.get("kind") == "hello":
                self._shown_by(content["view"][:_MOST_NAME])
                if "page" in content:
                    self._shown_on(content["view"][:_MOST_NAME], content["page"][:_MOST_NAME])
                self.send({"kind": "hello", "id": number})
                return
            if content.get("kind") == ASKS:
                self.send(front_end_reply())
                return
            if content.get("kind") == "bye":
                self._left_by(content["view"][:_MOST_NAME])
                return
            if content.get("kind") in ("writes", "rests"):
                self._still.hear(content["view"][:_MOST_NAME], writes=content["kind"] == "writes")
                self.send({"kind": "done", "id": number})
                return
            answer = yield from self._acting(content)
            self.send({**(answer or {"kind": "done"}), "id": number})
        except IllegalMove as error:
            self._refuse(number, error.reason, error.rule, error.move)
        except ActionRefused as error:
            self._refuse(number, error.reason, None, None)
        except Exception as error:  # noqa: BLE001 # the page must show every error; nobody would see what is printed here
            self._refuse(number, f"that did not work: {_words_of(error)}", None, None)
            _LOG.debug("%s", traceback.format_exc())

    def _refuse(self, number: int | None, text: str, rule: str | None, move: str | None) -> None:
        stop = "" if text[-1:] in ".!?…”" else "."
        sentence = f"{text[:1].upper()}{text[1:599]}{stop}"
        self.send({"kind": "refused", "id": number, "rule": rule, "text": sentence, "move": move})

    def _shown_by(self, page: str) -> None:
        """A page has begun to show the widget."""
        self._send_rest()
        if not self._is_closed:
            if len(self._pages) < _MOST_PAGES:  # a page that says hello under ever new names fills no memory
                self._pages.add(page)
            SHELF.show(self)

    def _shown_on(self, display: str, page: str) -> None:
        """A display is on this page of a browser; a widget that counts pages overrides this."""

    def _left_by(self, page: str) -> None:
        """A page has stopped showing the widget."""
        self._pages.discard(page)
        if not self._pages and not self._is_closed:
            SHELF.rest(self, AGAIN)

    def _bring_view(self, history: History) -> None:
        """Send what pages need to show this game, if it is another type of game than the last one."""
        if history.type is not self._viewed:
            self._viewed = history.type
            self.set_trait("game_view", brought_view(history))

    # -- sending traits

    def open(self) -> None:
        """Tell pages that the widget exists."""
        known = self.get_state()
        self._opens = True
        self._is_held_back = bool(self.first_state)
        try:
            super().open()
        finally:
            self._opens = False
        self._catch_up(known)

    def _catch_up(self, known: dict[str, Any]) -> None:
        """Send what another thread has set since the widget had this state: there was no comm to send it with."""
        self._turns(lambda: self._send_changed(known))

    def _send_changed(self, known: dict[str, Any]) -> None:
        now = self.get_state()
        changed = {name for name, value in now.items() if name not in known or known[name] != value}
        if changed:
            self.send_state(changed)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The traits, as in ipywidgets."""
        state: dict[str, Any] = super().get_state(key, drop_defaults)
        # `open` sends the first state without `_send`
        return sent({**state, **self.first_state}) if self._opens else state

    def send_state(self, key: Any = None) -> None:
        """Send traits in one message. They hold plain values, so there is no need to search them for buffers."""
        names = {key} if isinstance(key, str) else None if key is None else set(key)
        if self._is_held_back and (names is None or not names.isdisjoint(self.first_state)):
            key = (set(self.keys) if names is None else names) - {*self.first_state}
            if not key:
                return
        if self._property_lock:  # a page has just sent these values
            super().send_state(key)
        elif state := self.get_state(key):
            self._send({"method": "update", "state": state, "buffer_paths": []})

    def _send_rest(self) -> None:
        """Send the traits that were held back, now that the widget is shown."""
        if self._is_held_back:
            self._is_held_back = False
            self.send_state({*self.first_state})

    def _send(self, msg: Any, buffers: Any = None) -> None:
        super()._send(sent(msg), buffers)

    # -- traits that a page sets

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Set the traits that a page sends. If a trait is refused, the page gets its true value and the reason."""
        given = received(sync_data)
        self._turns(lambda: self._take_state(given))

    def _take_state(self, given: dict[str, Any]) -> None:
        # ipywidgets would pass other names on as keywords of its own, even `self`
        given = {name: value for name, value in given.items() if name in self.keys}
        own = set(self.keys) - set(DOMWidget.class_trait_names()) - self.from_pages
        for name in own & given.keys():
            if given[name] != getattr(self, name):
                self._refuse_trait(name, f"a page cannot set {name}")
        given = {name: value for name, value in given.items() if name not in own}
        try:
            super().set_state(given)
            return
        except Exception as error:  # noqa: BLE001 # observers of a trait may be any code
            if len(given) == 1:
                ((name, value),) = given.items()
                words = str(error) if isinstance(error, TraitError) else failure_words(error)
                if words.startswith(f"The {name!r} trait of"):  # words of traitlets for programmers
                    words = f"{name} cannot be {shown(value)}"
                self._refuse_trait(name, words)
                return
        for name, value in given.items():  # one by one, so that only the wrong values are refused
            self._take_state({name: value})

    def _refuse_trait(self, name: str, words: str) -> None:
        self._refuse(None, words, None, None)
        self.send_state(name)

    @validate("settings")
    def _known_settings(self, proposal: Any) -> Any:
        try:
            check_settings(proposal["value"])
        except ValueError as error:
            raise TraitError(str(error)) from None
        return proposal["value"]

    def _acting(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        """Answer a request in steps; a widget with requests that take a while overrides this."""
        yield 0
        return self._act(message)

    @abstractmethod
    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a request asks, and return the reply if it is more than "done"."""

    @abstractmethod
    def plain(self) -> tuple[Any, list[Any]]:
        """The dump and the moves (`Game.log`) that a page without widgets shows."""

    def _plain_names(self) -> Names:
        """The names of the players on such a page; by default the letters of their seats."""
        return LETTERS

    def standing_in(self) -> tuple[str, str]:
        """What a page without widgets shows, as text and as HTML."""
        from capture_widgets.export.fallback import picture_html  # what is shown first does not wait for it
        from capture_widgets.export.html import plain_text

        (dump, log), names = self.plain(), self._plain_names()
        return plain_text(dump, log, names), picture_html(dump, log, names)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        self._send_rest()
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            words, html = self.standing_in()
            data["text/plain"] = f"{self!r}\n{words}"
            data["text/html"] = html
        return bundle

    def _ipython_display_(self, **kwargs: Any) -> None:
        """Show the widget and its still in a notebook, each as an output of its own."""
        if self._is_closed or not shows_outputs(self):
            raise NotImplementedError  # IPython goes on with `_repr_mimebundle_`
        self._send_rest()
        made: Any = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made, {})
        if data is None:
            raise NotImplementedError
        from IPython.display import display

        shown = {**data, "text/plain": self.in_words(), "text/html": _BELOW}
        display(shown, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]
        self._still.show()

    def show_still(self) -> None:
        """Show only the still, below an output that shows the widget, such as a box."""
        if shows_outputs(self):
            self._still.show()

    def in_words(self) -> str:
        """The text of the widget's own output."""
        return repr(self)

    def _shows_other(self, _change: object) -> None:
        self._still.change()

    def tell_still(self, data: dict[str, str], picture: StillPicture | None, writer: str | None) -> None:
        """Send a new still to pages that were loaded after it was shown, since messages for outputs do not reach them.

        It goes to all pages: a page may show the still without having said so, and others ignore it. In a document that
        several pages share, only the display `writer` writes it.
        """
        message: StillMessage = {"kind": "still", "id": None, "data": data, "picture": picture, "writer": writer}
        self.send(message)


_READABLE_ERRORS = (ValueError, IllegalDeal, RecordError, UnknownGame, UnknownOption)
"""The errors whose message is a sentence for the person at the page. For other errors the page shows the name, too."""


def _words_of(error: Exception) -> str:
    return str(error) if type(error) in _READABLE_ERRORS else failure_words(error)
