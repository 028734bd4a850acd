"""The table of Capture in five columns as a picture."""

from __future__ import annotations

from typing import Any

from capture_widgets.engine.card_pictures import DOWN, GAP, HEIGHT, WIDTH, Picture
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.games.columns.words import placed_words


def draw_table(picture: Picture, table: Any, y: float) -> None:
    """Draw the table below the height ``y``."""
    y = picture.hand(0, y, "B's hand", table["hands"][1])
    longest = [max([len(column[seat]) for column in table["slots"] if column] or [0]) for seat in (0, 1)]
    for i, column in enumerate(table["slots"]):
        x = i * (WIDTH + 3 * GAP)
        picture.words(x, y, f"Column {i + 1}", 12)
        for seat, top in ((1, y + 20), (0, y + 28 + HEIGHT + max(0, longest[1] - 1) * DOWN)):
            for line, card in enumerate(column[seat] if column else []):
                picture.card(x, top + line * DOWN, card)
            if not column:
                picture.card(x, top, None)
    y += 36 + 2 * HEIGHT + sum(max(0, count - 1) for count in longest) * DOWN
    for seat, placed in enumerate(table["placed"]):
        if placed is not None:
            picture.words(0, y, f"{SEAT_NAMES[seat]} has placed {placed_words(placed)}")
            y += 20
    y = picture.hand(0, y, "A's hand", table["hands"][0])
    for seat, cards in enumerate(table["captured"]):
        y = picture.hand(0, y, f"{SEAT_NAMES[seat]} has captured {len(cards)}", cards)
    picture.words(0, y, f"{len(table['left'])} cards left")
