"""What a page shows where no widget can be: a position as a picture, in elements that every page keeps."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.export.html import dump_html, facts
from capture_widgets.export.svg import dump_svg
from capture_widgets.model.dump import Dump


def picture_html(dump: Dump, log: Sequence[Any], names: Names = LETTERS) -> str:
    """A position as a picture that every page shows, with position and moves in words below."""
    svg = dump_svg(dump, names)
    (_, game), *rest = facts(dump, names)
    title = escape(", ".join([game, *(f"{name.lower()} {text}" for name, text in rest)]))
    # an image, because many pages take SVG elements out; signs are escaped, so that nobody who searches a file for the
    # name of a card finds one by chance
    source = quote(b64encode(svg.encode()).decode(), safe="")
    return (
        f'<img alt="{title}" src="data:image/svg+xml;base64,{source}"><p>{title}</p>'
        f"<details open><summary>Position and moves in words</summary>{dump_html(dump, log, names)}</details>"
    )
