"""A position as plain HTML with a picture, for pages that cannot show widgets."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from html import escape
from typing import Any, Final
from urllib.parse import quote, unquote

from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.export.html import dump_html, facts
from capture_widgets.export.svg import dump_svg
from capture_widgets.model.dump import Dump

_IMAGE: Final = re.compile(r'<img alt="[^"]*" src="data:image/svg\+xml;base64,([\w%]+)">')
_DRAWN: Final = re.compile(
    r'<svg xmlns="[^"]*" viewBox="[^"]*" width="[^"]*" height="[^"]*" font-family="system-ui.*?</svg>'
)


def picture_html(dump: Dump, log: Sequence[Any], names: Names = LETTERS) -> str:
    """A position as a picture, with position and moves in words folded below, in HTML that every page keeps."""
    svg = dump_svg(dump, names)
    (_, game), *rest = facts(dump, names)
    title = escape(", ".join([game, *(f"{name.lower()} {text}" for name, text in rest)]))
    # an <img>, because many pages remove SVG elements; its data is escaped, so that a search of the file for the name
    # of a card finds none by chance
    source = quote(b64encode(svg.encode()).decode(), safe="")
    return (
        f'<img alt="{title}" src="data:image/svg+xml;base64,{source}"><p>{title}</p>'
        f"<details><summary>Position and moves in words</summary>{dump_html(dump, log, names)}</details>"
    )


def picture_in(html: str) -> str | None:
    """The first picture in HTML that this package has made, as SVG; None if there is none."""
    if (found := _IMAGE.search(html)) is not None:
        return b64decode(unquote(found[1])).decode()
    drawn = _DRAWN.search(html)
    return None if drawn is None else drawn[0]
