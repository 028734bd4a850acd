"""The table of Capture for the Universal Card Deck as a picture."""

from __future__ import annotations

from typing import Any

from capture_widgets.engine.card_pictures import DOWN, GAP, HEIGHT, WIDTH, Picture


def draw_table(picture: Picture, table: Any, y: float) -> None:
    """Draw the table below the height ``y``."""
    y = picture.hand(0, y, "B's hand", table["hands"][1])
    y = _board(picture, table["boards"][1], y)
    discard, stock = table["discard"], table["stock"]
    for i, (name, cards) in enumerate((("Stock", stock[:1]), ("Discard", discard[-1:]))):
        picture.words(i * 90, y, f"{name} {len(stock if i == 0 else discard)}", 12)
        picture.card(i * 90, y + 18, cards[0] if cards else None)
    for i, (suit, count) in enumerate(table["bar"].items()):
        x = 200 + i * (WIDTH + GAP)
        picture.words(x, y, f"Bar {suit.upper()}", 12)
        picture.card(x, y + 18, picture.deck.ranks[count - 1] + suit if count else None)
    y = _board(picture, table["boards"][0], y + 18 + HEIGHT + GAP)
    picture.hand(0, y, "A's hand", table["hands"][0])


def _board(picture: Picture, board: Any, y: float) -> float:
    deepest = 1
    for i, column in enumerate(board):
        cards = [*column["down"], *column["up"]]
        deepest = max(deepest, len(cards))
        x = i * (WIDTH + 3 * GAP)
        if not cards:
            picture.card(x, y, None)
        for line, card in enumerate(cards):
            down = line < len(column["down"])
            picture.card(x, y + line * DOWN, card, "#718096" if down and card != "??" else None)
    return y + (deepest - 1) * DOWN + HEIGHT + 2 * GAP
