"""Plugins for ``jupyter nbconvert``: a preprocessor that freezes widgets, and exporters that use it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import nbformat
from nbconvert.exporters import HTMLExporter, SlidesExporter
from nbconvert.preprocessors import Preprocessor

from capture_widgets.export.freezing import frozen

if TYPE_CHECKING:  # nbconvert is only partly typed
    Base: Any = object
    Page: Any = object
    Slides: Any = object
else:
    Base, Page, Slides = Preprocessor, HTMLExporter, SlidesExporter


class Freeze(Base):  # type: ignore[misc]
    """Turns tables into pictures, and replays into static replays that step offline (`freeze_notebook`)."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Freeze the widgets of a notebook."""
        book: Any = nbformat.from_dict
        return book(frozen(json.loads(json.dumps(nb)))), resources


class FrozenHTML(Page):  # type: ignore[misc]
    """``--to capture_html``: a web page with static replays and pictures."""

    export_from_notebook = "HTML with static replays"

    def _init_preprocessors(self) -> None:
        super()._init_preprocessors()
        self.register_preprocessor(Freeze(parent=self), enabled=True)


class FrozenSlides(Slides):  # type: ignore[misc]
    """``--to capture_slides``: slides with static replays and pictures."""

    export_from_notebook = "Slides with static replays"

    def _init_preprocessors(self) -> None:
        super()._init_preprocessors()
        self.register_preprocessor(Freeze(parent=self), enabled=True)
