"""The table of Capture the Commander as a picture."""

from __future__ import annotations

from typing import Any

from capture_widgets.engine.card_pictures import GAP, HEIGHT, WIDTH, Picture
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.games.commander.formation import ROWS


def draw_table(picture: Picture, table: Any, y: float) -> None:
    """Draw the table below the height ``y``."""
    colours = {"full": "#2f855a", "partial": "#d69e2e", "no": None}
    block, tall = 4 * (WIDTH + GAP) + 40, 20 + 5 * (HEIGHT + GAP)
    for seat, formation in enumerate(table["formations"]):
        left, top = seat % 2 * block, y + seat // 2 * (tall + GAP)
        out = " (out)" if seat in table["out"] else ""
        picture.words(left, top, f"{SEAT_NAMES[seat]}{out}")
        for line, rank in enumerate(ROWS):
            start = left + (4 - len(rank)) * (WIDTH + GAP) / 2
            for i, position in enumerate(rank):
                entry = formation[position - 1]
                where = start + i * (WIDTH + GAP), top + 20 + line * (HEIGHT + GAP)
                picture.card(*where, entry and entry["card"], entry and colours[entry["uncovered"]])
    below = y + (len(table["formations"]) + 1) // 2 * (tall + GAP)
    picture.hand(0, below, "Out of play", [card for _, _, card in table["removed"]])
