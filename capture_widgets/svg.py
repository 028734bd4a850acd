"""A position as an SVG picture, drawn from the same shapes as the tables in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Final

from capture_widgets.cards import Deck
from capture_widgets.dump import Dump
from capture_widgets.faces import faces, parts
from capture_widgets.games import game_type
from capture_widgets.places import groups
from capture_widgets.state import SEAT_NAMES

WIDTH: Final = 50
HEIGHT: Final = 70
_GAP: Final = 8
_STEP: Final = 24
"""How much of a card shows where others lie on it, side by side."""
_DOWN: Final = 35
"""The same for cards that lie below one another: rank and suit."""


class _Picture:
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
        self.parts.append(f'<text x="{x:g}" y="{y + size:g}" font-size="{size}" fill="#333">{escape(text)}</text>')
        self._reach(x + len(text) * size * 0.6, y + size + 4)

    def hand(self, x: float, y: float, label: str, cards: Sequence[str]) -> float:
        """A label above overlapping cards; returns where the next thing below begins."""
        self.words(x, y, label)
        for i, card in enumerate(cards):
            self.card(x + i * _STEP, y + 20, card)
        return y + 20 + (HEIGHT if cards else 0) + _GAP

    def _reach(self, x: float, y: float) -> None:
        self.right, self.bottom = max(self.right, x), max(self.bottom, y)


def dump_svg(dump: Dump) -> str:
    """The table of a dump, of any viewer, as a whole SVG document."""
    game = game_type(dump["game"])
    picture = _Picture(game.deck)
    turn = "over" if dump["to_play"] is None else f"{SEAT_NAMES[dump['to_play']]} to play"
    points = ", ".join(f"{SEAT_NAMES[seat]} {points}" for seat, points in enumerate(dump["points"]))
    title = f"{game.title}, ply {dump['ply']}, {turn}; points: {points}"
    picture.words(0, 0, title, 15)
    _GAMES.get(game.slug, _any)(picture, dump, 28)
    width, height = picture.right + 16, picture.bottom + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="system-ui, Helvetica, Arial, sans-serif" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect x="-8" y="-8" width="{width:g}" height="{height:g}" fill="#fff"/>{"".join(picture.parts)}</svg>'
    )


# -- cards


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


# -- tables


def _kommando(picture: _Picture, dump: Dump, y: float) -> None:
    table = dump["table"]
    y = picture.hand(0, y, "B's hand", table["hands"][1])
    for i, entry in enumerate(table["row"]):
        x = i * (WIDTH + _GAP)
        for seat, line in ((1, 0), (0, 2)):
            laid = next((pair[1] for pair in (entry["attack"], entry["defence"]) if pair and pair[0] == seat), None)
            if laid is not None:
                won = entry["winner"] == seat
                picture.card(x, y + line * (HEIGHT + _GAP), laid, "#2f855a" if won else None)
        picture.card(x, y + HEIGHT + _GAP, entry["card"])
    picture.hand(0, y + 3 * (HEIGHT + _GAP), "A's hand", table["hands"][0])


_RANKS: Final = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12), (13,))


def _commander(picture: _Picture, dump: Dump, y: float) -> None:
    table = dump["table"]
    colours = {"full": "#2f855a", "partial": "#d69e2e", "no": None}
    block, tall = 4 * (WIDTH + _GAP) + 40, 20 + 5 * (HEIGHT + _GAP)
    for seat, formation in enumerate(table["formations"]):
        left, top = seat % 2 * block, y + seat // 2 * (tall + _GAP)
        out = " (out)" if seat in table["out"] else ""
        picture.words(left, top, f"{SEAT_NAMES[seat]}{out}")
        for line, rank in enumerate(_RANKS):
            start = left + (4 - len(rank)) * (WIDTH + _GAP) / 2
            for i, position in enumerate(rank):
                entry = formation[position - 1]
                where = start + i * (WIDTH + _GAP), top + 20 + line * (HEIGHT + _GAP)
                picture.card(*where, entry and entry["card"], entry and colours[entry["uncovered"]])
    below = y + (len(table["formations"]) + 1) // 2 * (tall + _GAP)
    picture.hand(0, below, "Out of play", [card for _, _, card in table["removed"]])


def _columns(picture: _Picture, dump: Dump, y: float) -> None:
    table = dump["table"]
    y = picture.hand(0, y, "B's hand", table["hands"][1])
    longest = [max([len(column[seat]) for column in table["slots"] if column] or [0]) for seat in (0, 1)]
    for i, column in enumerate(table["slots"]):
        x = i * (WIDTH + 3 * _GAP)
        picture.words(x, y, f"Column {'ABCDE'[i]}", 12)
        for seat, top in ((1, y + 20), (0, y + 28 + HEIGHT + max(0, longest[1] - 1) * _DOWN)):
            for line, card in enumerate(column[seat] if column else []):
                picture.card(x, top + line * _DOWN, card)
            if not column:
                picture.card(x, top, None)
    y += 36 + 2 * HEIGHT + sum(max(0, count - 1) for count in longest) * _DOWN
    for seat, placed in enumerate(table["placed"]):
        if placed is not None:
            words = " ".join(f"{count} hidden" if name == "??" else f"{name}:{count}" for name, count in placed.items())
            picture.words(0, y, f"{SEAT_NAMES[seat]} has placed {words}")
            y += 20
    y = picture.hand(0, y, "A's hand", table["hands"][0])
    for seat, cards in enumerate(table["captured"]):
        y = picture.hand(0, y, f"{SEAT_NAMES[seat]} has captured {len(cards)}", cards)
    picture.words(0, y, f"{len(table['left'])} cards left")


def _fourx(picture: _Picture, dump: Dump, y: float) -> None:
    table = dump["table"]
    for i, entry in enumerate(table["map"]):
        if entry is None:
            continue
        x, top = 20 + i % 7 * (WIDTH + _GAP), y + 20 + i // 7 * (HEIGHT + _GAP)
        picture.card(x, top, entry["card"], "#2b6cb0" if entry["territory"] else None)
    for i in range(7):
        picture.words(20 + i * (WIDTH + _GAP) + WIDTH / 2 - 4, y, "abcdefg"[i])
        picture.words(0, y + 20 + i * (HEIGHT + _GAP) + HEIGHT / 2 - 8, str(i + 1))
    x = 40 + 7 * (WIDTH + _GAP)
    suits = {suit["letter"]: suit["name"] for suit in faces()["decks"][picture.deck.name]["suits"]}
    own = "not chosen yet" if table["own"] is None else suits[table["own"]]
    picture.words(x, y, f"Own suit: {own}")
    picture.words(x, y + 20, f"Conquered: {', '.join(suits[suit] for suit in table['conquered']) or 'none'}")
    picture.words(x, y + 40, f"Turns: {table['turns']}")
    picture.words(x, y + 66, "Arsenal")
    for i, card in enumerate(table["arsenal"]):
        picture.card(x + i * (WIDTH + _GAP), y + 86, card)
    if table["tech"] is not None:
        picture.words(x, y + 170, f"Technology{' (used)' if table['tech']['used'] else ''}")
        picture.card(x, y + 190, table["tech"]["card"])


def _universal(picture: _Picture, dump: Dump, y: float) -> None:
    table = dump["table"]
    y = picture.hand(0, y, "B's hand", table["hands"][1])
    y = _board(picture, table["boards"][1], y)
    discard, stock = table["discard"], table["stock"]
    for i, (name, cards) in enumerate((("Stock", stock[:1]), ("Discard", discard[-1:]))):
        picture.words(i * 90, y, f"{name} {len(stock if i == 0 else discard)}", 12)
        picture.card(i * 90, y + 18, cards[0] if cards else None)
    for i, (suit, count) in enumerate(table["bar"].items()):
        x = 200 + i * (WIDTH + _GAP)
        picture.words(x, y, f"Bar {suit.upper()}", 12)
        picture.card(x, y + 18, picture.deck.ranks[count - 1] + suit if count else None)
    y = _board(picture, table["boards"][0], y + 18 + HEIGHT + _GAP)
    picture.hand(0, y, "A's hand", table["hands"][0])


def _board(picture: _Picture, board: Any, y: float) -> float:
    deepest = 1
    for i, column in enumerate(board):
        cards = [*column["down"], *column["up"]]
        deepest = max(deepest, len(cards))
        x = i * (WIDTH + 3 * _GAP)
        if not cards:
            picture.card(x, y, None)
        for line, card in enumerate(cards):
            down = line < len(column["down"])
            picture.card(x, y + line * _DOWN, card, "#718096" if down and card != "??" else None)
    return y + (deepest - 1) * _DOWN + HEIGHT + 2 * _GAP


def _any(picture: _Picture, dump: Dump, y: float) -> None:
    for group in groups(dump):
        y = picture.hand(0, y, group.words, group.cards)


_GAMES: Final[Mapping[str, Callable[[_Picture, Dump, float], None]]] = {
    "columns": _columns,
    "commander": _commander,
    "fourx": _fourx,
    "kommando": _kommando,
    "universal": _universal,
}


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
