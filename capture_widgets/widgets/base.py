"""What all widgets share: the one bundle, the answer to every message, the plain table for pages without widgets."""

from __future__ import annotations

import logging
import traceback
from abc import abstractmethod
from typing import Any

import anywidget
from traitlets import Unicode

from capture_widgets.bundle import bundle
from capture_widgets.errors import IllegalMove
from capture_widgets.html import dump_html, plain_text

# Not the widget's own `log`: a replay has its moves under that name.
_LOG = logging.getLogger(__name__)


class CaptureWidget(anywidget.AnyWidget):
    """A widget of the one bundle; ``view`` tells the browser which."""

    # Declared here because anywidget makes no trait of a style sheet that is only handed over.
    _esm = Unicode("").tag(sync=True)
    _css = Unicode("").tag(sync=True)
    view = Unicode("").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(_esm=bundle("widget.js"), _css=bundle("widget.css"), **traits)
        self.on_msg(self._heard)

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a browser's message; an exception here would vanish, so every one becomes an answer."""
        if not isinstance(content, dict):
            return
        number = content.get("id")
        if type(number) is not int:
            number = None
        try:
            if content.get("kind") == "hello":
                self._hello()
                self.send({"kind": "hello", "id": number})
                return
            answer = self._act(content)
            self.send({**(answer or {"kind": "done"}), "id": number})
        except IllegalMove as error:
            self._refuse(number, error.reason, error.rule, error.move)
        except Exception as error:  # noqa: BLE001 # whatever it is must be seen on the table, since nothing printed here would be
            self._refuse(number, f"that did not work: {type(error).__name__}: {error}", None, None)
            _LOG.debug("%s", traceback.format_exc())

    def _refuse(self, number: int | None, text: str, rule: str | None, move: str | None) -> None:
        shown = text[:1].upper() + text[1:]
        self.send({"kind": "refused", "id": number, "rule": rule, "text": shown[:600], "move": move})

    def _hello(self) -> None:
        """A browser shows this widget."""

    @abstractmethod
    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a message asks; returns the answer where it is more than "done"."""

    @abstractmethod
    def _plain(self) -> tuple[Any, list[Any]]:
        """The dump and the moves (`Game.log`) that a page without widgets shows."""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        dump, log = self._plain()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["text/plain"] = f"{self!r}\n{plain_text(dump, log)}"
            data["text/html"] = dump_html(dump, log)
        return bundle
