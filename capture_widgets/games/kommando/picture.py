"""The table of Kommando as a picture."""

from __future__ import annotations

from typing import Any

from capture_widgets.engine.card_pictures import GAP, HEIGHT, WIDTH, Picture


def draw_table(picture: Picture, table: Any, y: float) -> None:
    """Draw the table below the height ``y``."""
    y = picture.hand(0, y, "B's hand", table["hands"][1])
    for i, entry in enumerate(table["row"]):
        x = i * (WIDTH + GAP)
        for seat, line in ((1, 0), (0, 2)):
            laid = next((pair[1] for pair in (entry["attack"], entry["defence"]) if pair and pair[0] == seat), None)
            if laid is not None:
                won = entry["winner"] == seat
                picture.card(x, y + line * (HEIGHT + GAP), laid, "#2f855a" if won else None)
        picture.card(x, y + HEIGHT + GAP, entry["card"])
    picture.hand(0, y + 3 * (HEIGHT + GAP), "A's hand", table["hands"][0])
