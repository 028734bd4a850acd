"""The table of 4X Solitaire as a picture."""

from __future__ import annotations

from typing import Any

from capture_widgets.engine.card_pictures import GAP, HEIGHT, WIDTH, Picture
from capture_widgets.engine.cards import FRENCH
from capture_widgets.engine.faces import suit_names


def draw_table(picture: Picture, table: Any, y: float) -> None:
    """Draw the table below the height ``y``."""
    for i, entry in enumerate(table["map"]):
        if entry is None:
            continue
        x, top = 20 + i % 7 * (WIDTH + GAP), y + 20 + i // 7 * (HEIGHT + GAP)
        picture.card(x, top, entry["card"], "#2b6cb0" if entry["territory"] else None)
    for i in range(7):
        picture.words(20 + i * (WIDTH + GAP) + WIDTH / 2 - 4, y, "abcdefg"[i])
        picture.words(0, y + 20 + i * (HEIGHT + GAP) + HEIGHT / 2 - 8, str(i + 1))
    x = 40 + 7 * (WIDTH + GAP)
    suits = suit_names(FRENCH)
    own = "not chosen yet" if table["own"] is None else suits[table["own"]]
    picture.words(x, y, f"Own suit: {own}")
    picture.words(x, y + 20, f"Conquered: {', '.join(suits[suit] for suit in table['conquered']) or 'none'}")
    picture.words(x, y + 40, f"Turns: {table['turns']}")
    picture.words(x, y + 66, "Arsenal")
    for i, card in enumerate(table["arsenal"]):
        picture.card(x + i * (WIDTH + GAP), y + 86, card)
    if table["tech"] is not None:
        picture.words(x, y + 170, f"Technology{' (used)' if table['tech']['used'] else ''}")
        picture.card(x, y + 190, table["tech"]["card"])
