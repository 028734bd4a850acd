"""Plugins for ``jupyter nbconvert``: a preprocessor that freezes widgets, and exporters that use it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import nbformat
from nbconvert.exporters import HTMLExporter, SlidesExporter
from nbconvert.preprocessors import Preprocessor
from traitlets import Bool

from capture_widgets.export.freezing import frozen

if TYPE_CHECKING:  # nbconvert is only partly typed
    Base: Any = object
    Page: Any = object
    Slides: Any = object
else:
    Base, Page, Slides = Preprocessor, HTMLExporter, SlidesExporter


class Freeze(Base):  # type: ignore[misc]
    """Turns tables into pictures, and replays into static replays that step offline (`freeze_notebook`)."""

    strict = Bool(False, help="Whether pictures are outputs of their own, for pages that keep none in HTML").tag(
        config=True
    )

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Freeze the widgets of a notebook."""
        book: Any = nbformat.from_dict
        return book(frozen(json.loads(json.dumps(nb)), strict=self.strict)), resources


class FrozenHTML(Page):  # type: ignore[misc]
    """``--to capture_html``: a web page with static replays and pictures; with ``sanitize_html`` pictures alone."""

    export_from_notebook = "HTML with static replays"

    def _init_preprocessors(self) -> None:
        super()._init_preprocessors()
        self.register_preprocessor(Freeze(parent=self, strict=self.sanitize_html), enabled=True)


_FITS: Final = """<style>
.reveal { font-size: 20px; }
.reveal .cw-static .capture-widgets[data-size="projector"] { --cw-whole: 540px; }
.reveal .cw-static { font-size: 15px; }
.reveal .jp-OutputArea-output > img { max-height: 330px; width: auto; margin: 0; }
.reveal :is(.cw-still, .cw-static-picture) > img { max-height: 540px; width: auto; margin: 0; }
.reveal :is(.cw-still, .cw-static-picture) { font-size: 14px; }
.reveal .cw-still { display: flex; flex-direction: column; max-height: 640px; }
.reveal .cw-still > * { flex: none; }
.reveal .cw-still > img { flex: 0 1 auto; min-height: 200px; align-self: flex-start; object-fit: contain; }
.reveal .cw-still > .capture-widgets-tournament { flex: 0 1 auto; min-height: 0; overflow: auto; line-height: 1.25; }
.reveal .capture-widgets-tournament :is(table, pre) { margin: 4px 0; font-size: 14px; }
.reveal .capture-widgets-tournament :is(th, td) { padding: 1px 8px; }
.reveal .capture-widgets-tournament pre { font-size: 11px; white-space: pre-wrap; }
.reveal .jp-RenderedHTML:has(> table + pre + details) { font-size: 15px; line-height: 1.25; }
.reveal .jp-RenderedHTML > table:has(+ pre + details) :is(th, td) { padding: 1px 10px; font-size: 17px; }
.reveal .jp-RenderedHTML > table + pre:has(+ details) { margin: 6px 0; font-size: 16px; line-height: 1.25; }
.reveal .slides section section { box-sizing: border-box; max-height: 700px; overflow: hidden auto; }
.reveal :is(.jp-InputPrompt, .jp-OutputPrompt) { display: none; }
.reveal :is(.highlight, .jp-RenderedText) pre { white-space: pre-wrap; overflow-wrap: break-word; word-break: normal; }
</style>"""
"""Keeps replays, pictures, dumps and tournaments within the 700 pixels of a slide.

A picture gives way to the words above it, and the tables of a large tournament scroll. A slide of long text scrolls,
and its lines break.
"""

_OWN_SLIDE: Final = re.compile(
    r"class=\"cw-(?:static|still)|<summary>Position and moves in words|</table><pre>[^<]*</pre><details><summary>JSON"
)
"""What marks an output that has a slide of its own: a static replay, a picture of a widget, or a dump."""


def _kind_of(cell: Any) -> str:
    """The kind of slide that a cell without a mark begins."""
    if cell.cell_type != "markdown":
        return "-"
    return "slide" if cell.source.startswith("#") else "subslide"


def _stands_alone(output: Any) -> bool:
    html = output.get("data", {}).get("text/html", "")
    return _OWN_SLIDE.search("".join(html)) is not None


def _mark(cells: list[Any]) -> None:
    """Note in each cell which slides begin and end there, as nbconvert does: its template reads it."""
    hidden = ("skip", "notes")
    first = next((at for at, cell in enumerate(cells) if cell.metadata["slide_type"] not in hidden), len(cells))
    if first < len(cells):
        cells[first].metadata["slide_type"] = "slide"
    inside = False
    for cell, following in pairwise([*cells[first:], None]):
        own, then = cell.metadata, None if following is None else following.metadata["slide_type"]
        kind = own["slide_type"]
        inside = kind == "fragment" or (inside and kind not in ("slide", "subslide"))
        own["slide_start"], own["subslide_start"] = kind == "slide", kind in ("slide", "subslide")
        own["slide_end"], own["subslide_end"] = then in (None, "slide"), then in (None, "slide", "subslide")
        own["fragment_start"] = kind == "fragment"
        own["fragment_end"] = inside and (own["subslide_end"] or then == "fragment")


class Spread(Base):  # type: ignore[misc]
    """Gives each replay, each picture of a widget and each dump a slide of its own, below the one with its code.

    In a notebook without marks for slides each heading begins a slide, and each other text one below it.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Spread the cells over slides."""
        kinds = [cell.metadata.get("slideshow", {}).get("slide_type", "-") for cell in nb.cells]
        if set(kinds) <= {"-", ""}:
            kinds = [_kind_of(cell) for cell in nb.cells]
        spread: list[Any] = []
        after_picture = False
        for cell, kind in zip(nb.cells, kinds, strict=True):
            alone = [] if kind in ("skip", "notes") else [one for one in cell.get("outputs", []) if _stands_alone(one)]
            cell.metadata["slide_type"] = "subslide" if kind in ("-", "") and after_picture else kind
            after_picture = bool(alone)
            if alone:
                cell["outputs"] = [one for one in cell["outputs"] if one not in alone]
            spread.append(cell)
            for output in alone:
                picture = nbformat.v4.new_code_cell(outputs=[output])  # type: ignore[no-untyped-call]
                picture.metadata.update(slide_type="subslide", transient={"remove_source": True})
                spread.append(picture)
        nb.cells = spread
        _mark(spread)
        return nb, resources


class FrozenSlides(Slides):  # type: ignore[misc]
    """``--to capture_slides``: slides with static replays and pictures, as high as a slide."""

    export_from_notebook = "Slides with static replays"

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Make the slides."""
        page, resources = super().from_notebook_node(nb, resources, **options)
        return page.replace("</head>", f"{_FITS}</head>", 1), resources

    def _init_preprocessors(self) -> None:
        super()._init_preprocessors()
        self.register_preprocessor(Freeze(parent=self), enabled=True)
        self.register_preprocessor(Spread(parent=self), enabled=True)
