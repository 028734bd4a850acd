"""Draws cards and tables as SVG, from the same shapes as the tables in the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Final

from capture_widgets.engine.cards import Deck
from capture_widgets.engine.faces import faces, parts

WIDTH: Final = 50
HEIGHT: Final = 70
GAP: Final = 8
STEP: Final = 24
"""The visible width of a card that the next one overlaps."""
DOWN: Final = 35
"""The visible height of a card that the next one overlaps: rank and suit."""


class Picture:
    """A drawing of cards and texts; sizes are in pixels.

    Attributes:
        parts: SVG elements in drawing order.
        defined: SVG definitions of the shapes that `parts` refer to, by name.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.parts: list[str] = []
        self.defined: dict[str, str] = {}
        self.right = self.bottom = 0.0

    def card(self, x: float, y: float, card: str | None, mark: str | None = None) -> None:
        """Draw a card, or an empty place for None, with a frame in the colour ``mark``."""
        drawn = self._use(_HOLE) if card is None else self._face(card)
        frame = "" if mark is None else (
            f'<rect x="-4" y="-4" width="108" height="148" rx="11" fill="none" stroke="{mark}" stroke-width="7"/>'
        )  # fmt: skip
        self.parts.append(f'<g transform="translate({x:g} {y:g}) scale({WIDTH / 100})">{drawn}{frame}</g>')
        self._reach(x + WIDTH, y + HEIGHT)

    def words(self, x: float, y: float, text: str, size: int = 13) -> None:
        """Draw a line of text."""
        plain = 'font-weight="400" text-anchor="start"'
        self.parts.append(
            f'<text x="{x:g}" y="{y + size:g}" font-size="{size}" {plain} fill="#333">{escape(text)}</text>'
        )
        self._reach(x + len(text) * size * 0.6, y + size + 4)

    def hand(self, x: float, y: float, label: str, cards: Sequence[str]) -> float:
        """Draw a label above overlapping cards; returns the y coordinate below them."""
        self.words(x, y, label)
        for i, card in enumerate(cards):
            self.card(x + i * STEP, y + 20, card)
        return y + 20 + (HEIGHT if cards else 0) + GAP

    def _use(self, shape: str, more: str = "") -> str:
        """Refer to a shape that is defined only once: each saved notebook contains the picture, so it must be small."""
        # the name is a hash, because a page may show many pictures, and a name means the same shape in all of them
        name = "cw" + sha256(shape.encode()).hexdigest()[:8]
        head, rest = re.split("(?=[ >])", shape, maxsplit=1)
        self.defined[name] = f'{head} id="{name}"{rest}'
        return f'<use href="#{name}"{more}/>'

    def _shape(self, place: Sequence[float], path: str, fill: str, more: str = "") -> str:
        x, y, size = place
        return self._use(
            f'<path d="{path}"/>', f' transform="translate({x} {y}) scale({size / 100:g})" fill="{fill}"{more}'
        )

    def _face(self, card: str) -> str:
        suit_and_rank = parts(self.deck, card)
        described = faces()
        colours, places = described["colours"], described["places"]
        paper, border = colours["paper"], colours["edge"]
        edge = f'<rect width="100" height="140" rx="8" fill="{paper}" stroke="{border}" stroke-width="2"/>'
        if suit_and_rank is None:
            back = '<rect x="8" y="8" width="84" height="124" rx="5" fill="#4a5568"/>'
            return self._use(f"<g>{edge}{back}{_words((50, 84, 36), '?', '#fff')}</g>")
        suit, rank = suit_and_rank
        name = suit["colour"]
        ink, fill = colours[name], colours.get(f"{name}-fill", colours[name])
        line = f' stroke="{ink}" stroke-width="6"' if fill != ink else ""
        corner = rank.get("index", rank["text"])
        pieces = [self._use(edge), self._shape(places["suit"], suit["path"], fill, line)]
        if corner:
            pieces.append(_words(places["rank"], corner, ink))
        else:
            pieces.append(self._shape(places["symbol"], rank["emblem"], ink))
        if described["decks"][self.deck.name]["letters"]:
            pieces.append(_words(places["letter"], suit["letter"].upper(), ink))
        if rank.get("emblem"):
            pieces.append(self._shape(places["emblem"], rank["emblem"], ink))
            pieces.append(self._shape(places["below"], suit["path"], fill, line))
        else:
            pieces.append(self._shape(places["pip"], suit["path"], fill, line))
        return "".join(pieces)

    def _reach(self, x: float, y: float) -> None:
        self.right, self.bottom = max(self.right, x), max(self.bottom, y)


_HOLE: Final = (
    '<rect width="100" height="140" rx="8" fill="none" stroke="#bbb" stroke-width="2" stroke-dasharray="6 6"/>'
)


def _words(place: Sequence[float], text: str, fill: str) -> str:
    x, y, size = place
    fit = ' textLength="38" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{fit}>{escape(text)}</text>'
