"""A position as plain HTML with a picture, for pages that cannot show widgets."""

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
    """A position as a picture, with position and moves in words below, in HTML that every page keeps."""
    svg = dump_svg(dump, names)
    (_, game), *rest = facts(dump, names)
    title = escape(", ".join([game, *(f"{name.lower()} {text}" for name, text in rest)]))
    # an <img>, because many pages remove SVG elements; its data is escaped, so that a search of the file for the name
    # of a card finds none by chance
    source = quote(b64encode(svg.encode()).decode(), safe="")
    return (
        f'<img alt="{title}" src="data:image/svg+xml;base64,{source}"><p>{title}</p>'
        f"<details open><summary>Position and moves in words</summary>{dump_html(dump, log, names)}</details>"
    )
