"""Plugins for ``jupyter nbconvert``: a preprocessor that freezes widgets, and exporters that use it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

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


_OPEN: Final = re.compile(r"<details open(?:=\"\")?>(?=<summary>Position and moves in words)")

_FITS: Final = """<style>
.reveal .cw-static .capture-widgets[data-size="projector"] { --cw-whole: 540px; }
.reveal .cw-static { font-size: 15px; }
.reveal :is(.cw-still, .cw-static-picture, .jp-OutputArea-output) > img { max-height: 330px; width: auto; margin: 0; }
.reveal :is(.cw-still, .cw-static-picture) { font-size: 14px; }
</style>"""
"""Keeps replays and pictures within the 700 pixels of a slide, with a heading and a cell above them."""


class FrozenSlides(Slides):  # type: ignore[misc]
    """``--to capture_slides``: slides with static replays and pictures, as high as a slide."""

    export_from_notebook = "Slides with static replays"

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Make the slides; the words below a picture are folded."""
        page, resources = super().from_notebook_node(nb, resources, **options)
        return _OPEN.sub("<details>", page).replace("</head>", f"{_FITS}</head>", 1), resources

    def _init_preprocessors(self) -> None:
        super()._init_preprocessors()
        self.register_preprocessor(Freeze(parent=self), enabled=True)
