"""A position as plain HTML with a picture, for pages that cannot show widgets."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from html import escape, unescape
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.export.html import dump_html, facts
from capture_widgets.export.svg import dump_svg, svg_png
from capture_widgets.model.dump import Dump

MARK: Final = "capture-widgets"
"""The key in the metadata of an output that is the picture of a still."""

PICTURED: Final = " cw-pictured"
"""What stands in the class of a still whose picture is the next output."""

_IMAGE: Final = re.compile(r'<img alt="[^"]*" src="data:image/svg\+xml;base64,([\w%]+)">')
_PNG_IMAGE: Final = re.compile(
    r'<img alt="([^"]*)" width="([\d.]+)" height="([\d.]+)" src="data:image/png;base64,([\w%]+)">'
)
_DRAWN: Final = re.compile(
    r'<svg xmlns="[^"]*" viewBox="[^"]*" width="[^"]*" height="[^"]*" font-family="system-ui.*?</svg>'
)
_SIZE: Final = re.compile(r' (width|height)="([\d.]+)"')
_TITLE: Final = re.compile(r"<title>(.*?)</title>")


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


class PngOutput(NamedTuple):
    """A picture as an output of a notebook."""

    png: str
    """The file in base 64."""
    about: dict[str, Any]
    """Its ``width`` and ``height`` in pixels of the page, and its ``alt`` text, as notebooks keep them."""


def png_output(svg: str, scale: float = 2.0) -> PngOutput | None:
    """An SVG picture as an output; None where there is no converter (the extra ``png``) or no font.

    Args:
        svg: the picture.
        scale: pixels of the file for each pixel of the page.
    """
    try:
        png = b64encode(svg_png(svg, scale)).decode()
    except (ImportError, RuntimeError):
        return None
    about: dict[str, Any] = {key: float(value) for key, value in _SIZE.findall(svg[: svg.index(">")])}
    title = _TITLE.search(svg)
    if title is not None:
        about["alt"] = unescape(title[1])
    return PngOutput(png, about)


def png_image(output: PngOutput) -> str:
    """The output as an element of a page."""
    about = output.about
    alt = escape(str(about.get("alt", "")))
    size = f'width="{about["width"]:g}" height="{about["height"]:g}"'
    return f'<img alt="{alt}" {size} src="data:image/png;base64,{quote(output.png, safe="")}">'


def png_in(html: str) -> PngOutput | None:
    """The picture of `png_image` in HTML; None if there is none."""
    found = _PNG_IMAGE.search(html)
    if found is None:
        return None
    about = {"width": float(found[2]), "height": float(found[3]), "alt": unescape(found[1])}
    return PngOutput(unquote(found[4]), about)


def without_picture(html: str) -> str:
    """HTML of this package without its first picture."""
    return _IMAGE.sub("", html, count=1)
