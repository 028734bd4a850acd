"""A position as an SVG picture."""

from __future__ import annotations

from html import escape

from capture_widgets.dump import Dump
from capture_widgets.games import game_type
from capture_widgets.picture import Picture
from capture_widgets.state import SEAT_NAMES


def dump_svg(dump: Dump) -> str:
    """The table of a dump, of any viewer, as a whole SVG document."""
    game = game_type(dump["game"])
    picture = Picture(game.deck)
    turn = "over" if dump["to_play"] is None else f"{SEAT_NAMES[dump['to_play']]} to play"
    points = ", ".join(f"{SEAT_NAMES[seat]} {points}" for seat, points in enumerate(dump["points"]))
    title = f"{game.title}, ply {dump['ply']}, {turn}; points: {points}"
    picture.words(0, 0, title, 15)
    if game.picture is not None:
        game.picture(picture, dump["table"], 28)
    else:
        y = 28.0
        for group in game.groups(dump["table"]):
            y = picture.hand(0, y, group.words, group.cards)
    width, height = picture.right + 16, picture.bottom + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="system-ui, Helvetica, Arial, sans-serif" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect x="-8" y="-8" width="{width:g}" height="{height:g}" fill="#fff"/>{"".join(picture.parts)}</svg>'
    )


def svg_png(svg: str, scale: float = 2.0) -> bytes:
    """The same picture as PNG.

    Raises:
        ImportError: no converter is installed; says which would do.
    """
    try:
        import cairosvg
    except ImportError:
        raise ImportError("a PNG needs a converter: pip install cairosvg (the SVG, to_svg(), needs nothing)") from None
    made: bytes = cairosvg.svg2png(bytestring=svg.encode(), scale=scale)
    return made
