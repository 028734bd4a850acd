"""A position as an SVG picture."""

from __future__ import annotations

from functools import cache
from html import escape

from capture_widgets.core.phrases import number_of
from capture_widgets.engine.card_pictures import Picture
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.export.html import counts_points
from capture_widgets.games import game_type
from capture_widgets.model.dump import Dump

SVG = "http://www.w3.org/2000/svg"
FAMILIES = ("Arial", "Helvetica", "DejaVu Sans", "Liberation Sans", "Noto Sans")
"""The fonts to try for a PNG; every system with a desktop has one of them."""


def dump_svg(dump: Dump, names: Names = LETTERS, *, heading: bool = True) -> str:
    """The table of a dump of any viewer as an SVG document.

    Args:
        dump: the dump.
        names: what the picture calls the players.
        heading: whether a line above the table says which game it is and how it stands.
    """
    game = game_type(dump["game"])
    picture = Picture(game.deck)
    title = f"{game.title}, {number_of(dump['ply'], 'move')}"
    if len(dump["points"]) > 1:
        title += f", {names.turn(dump['to_play'])}"
    if counts_points(dump):
        title += f"; points: {names.points(dump['points'])}"
    top = 28.0 if heading else 0.0
    if heading:
        picture.words(0, 0, title, 15)
    if game.picture is not None:
        game.picture(picture, dump["table"], top)
    else:
        y = top
        for group in game.groups(dump["table"]):
            y = picture.hand(0, y, group.words, group.cards)
    width, height = picture.right + 16, picture.bottom + 16
    return (
        f'<svg xmlns="{SVG}" viewBox="-8 -8 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="system-ui, Helvetica, Arial, sans-serif" font-weight="700" '
        f'text-anchor="middle" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect x="-8" y="-8" width="{width:g}" height="{height:g}" fill="#fff"/>'
        f"<defs>{''.join(picture.defined.values())}</defs>{''.join(picture.parts)}</svg>"
    )


def svg_png(svg: str, scale: float = 2.0) -> bytes:
    """Convert an SVG document to PNG.

    Raises:
        ImportError: no converter is installed; the message says how to install one.
        RuntimeError: no font is installed, so the cards would have no numbers.
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError(
            'a PNG needs a converter: pip install "capture-widgets[png]" (the SVG, to_svg(), needs nothing)'
        ) from None

    family = font(FAMILIES)
    if family is None:
        raise RuntimeError(f"a PNG needs a font for its letters: install one of {', '.join(FAMILIES)}")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, sans_serif_family=family))


@cache
def font(families: tuple[str, ...]) -> str | None:
    """A font with which the converter draws letters, of those to try; it leaves out text that it has no font for."""
    import resvg_py

    def drawn(text: str, family: str) -> bytes:
        probe = f'<svg xmlns="{SVG}" width="20" height="20"><text y="18" font-family="sans-serif">{text}</text></svg>'
        return bytes(resvg_py.svg_to_bytes(svg_string=probe, sans_serif_family=family))

    return next((family for family in families if drawn("8", family) != drawn(" ", family)), None)
