"""Pictures of cards and tables as pieces of SVG, drawn from the same shapes as the tables in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from capture_widgets.cards import Deck
from capture_widgets.faces import faces, parts

WIDTH: Final = 50
HEIGHT: Final = 70
GAP: Final = 8
STEP: Final = 24
"""How much of a card shows where others lie on it, side by side."""
DOWN: Final = 35
"""The same for cards that lie below one another: rank and suit."""


class Picture:
    """Cards and words at their places; sizes in pixels."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.parts: list[str] = []
        self.right = self.bottom = 0.0

    def card(self, x: float, y: float, card: str | None, mark: str | None = None) -> None:
        """A card, or an empty place for None; a mark is a frame of that colour."""
        drawn = _hole() if card is None else _face(self.deck, card)
        frame = "" if mark is None else (
            f'<rect x="-4" y="-4" width="108" height="148" rx="11" fill="none" stroke="{mark}" stroke-width="7"/>'
        )  # fmt: skip
        self.parts.append(f'<g transform="translate({x:g} {y:g}) scale({WIDTH / 100})">{drawn}{frame}</g>')
        self._reach(x + WIDTH, y + HEIGHT)

    def words(self, x: float, y: float, text: str, size: int = 13) -> None:
        """A line of text."""
        self.parts.append(f'<text x="{x:g}" y="{y + size:g}" font-size="{size}" fill="#333">{escape(text)}</text>')
        self._reach(x + len(text) * size * 0.6, y + size + 4)

    def hand(self, x: float, y: float, label: str, cards: Sequence[str]) -> float:
        """A label above overlapping cards; returns where the next thing below begins."""
        self.words(x, y, label)
        for i, card in enumerate(cards):
            self.card(x + i * STEP, y + 20, card)
        return y + 20 + (HEIGHT if cards else 0) + GAP

    def _reach(self, x: float, y: float) -> None:
        self.right, self.bottom = max(self.right, x), max(self.bottom, y)


def _hole() -> str:
    return '<rect width="100" height="140" rx="8" fill="none" stroke="#bbb" stroke-width="2" stroke-dasharray="6 6"/>'


def _face(deck: Deck, card: str) -> str:
    found = parts(deck, card)
    described = faces()
    colours, places = described["colours"], described["places"]
    edge = (
        f'<rect width="100" height="140" rx="8" fill="{colours["paper"]}" stroke="{colours["edge"]}" stroke-width="2"/>'
    )
    if found is None:
        return (
            edge
            + '<rect x="8" y="8" width="84" height="124" rx="5" fill="#4a5568"/>'
            + _words((50, 84, 36), "?", "#fff")
        )
    suit, rank = found
    name = suit["colour"]
    ink, fill = colours[name], colours.get(f"{name}-fill", colours[name])
    line = f' stroke="{ink}" stroke-width="6"' if fill != ink else ""
    corner = rank.get("index", rank["text"])
    pieces = [edge, _shape(places["suit"], suit["path"], fill, line)]
    pieces.append(_words(places["rank"], corner, ink) if corner else _shape(places["symbol"], rank["emblem"], ink))
    if described["decks"][deck.name]["letters"]:
        pieces.append(_words(places["letter"], suit["letter"].upper(), ink))
    if rank.get("emblem"):
        pieces += [_shape(places["emblem"], rank["emblem"], ink), _shape(places["below"], suit["path"], fill, line)]
    else:
        pieces.append(_shape(places["pip"], suit["path"], fill, line))
    return "".join(pieces)


def _shape(place: Sequence[float], path: str, fill: str, more: str = "") -> str:
    x, y, size = place
    return f'<path d="{path}" transform="translate({x} {y}) scale({size / 100:g})" fill="{fill}"{more}/>'


def _words(place: Sequence[float], text: str, fill: str) -> str:
    x, y, size = place
    fit = ' textLength="38" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="middle" fill="{fill}"{fit}>'
        f"{escape(text)}</text>"
    )
