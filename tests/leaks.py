"""Searches data for cards that a viewer must not know."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

import capture_widgets as cw
from capture_widgets.engine.state import Viewer

SKIPPED = frozenset({"_esm", "_css", "image/png"})
"""Traits that hold the front end itself, the same for everybody, and the bytes of pictures."""

_PNG = re.compile(r"data:image/png;base64,[\w+/=%\s]*")
"""A picture in a page."""


def find_cards(value: Any, cards: Iterable[str]) -> list[tuple[str, str]]:
    """Every place, as (path, card), where one of the cards stands as a whole word in JSON-like data.

    Looks at keys and at strings; leaves out the code and style that every widget carries, and the bytes of PNG
    pictures, in which two letters name a card by chance: tests compare these with the picture for their viewer.
    """
    words = "|".join(map(re.escape, cards))
    if not words:
        return []
    return list(_search(value, re.compile(rf"(?<![A-Za-z0-9])({words})(?![A-Za-z0-9])"), ""))


def pictures(page: str) -> list[str]:
    """The SVG of every picture that stands in a page as a data address."""
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    return [b64decode(unquote(each)).decode() for each in found]


def unseen(game: cw.Game, viewer: Viewer, *, round: int | None = None) -> set[str]:  # noqa: A002 # as in Game
    """Cards of a round that a viewer has been shown nowhere: on no table up to where it stands, and by no open move."""
    if viewer is None:
        return set()
    deck, plies = game.type.deck.text, game.plies(round)
    tables = [game.dump_at(ply, round=round, seat=viewer)["table"] for ply in plies]
    moves = game.moves(round)
    if moves:
        before = game.at(plies[-1] - 1, round=round)
        if before.state.hides_move and before.to_play != viewer:
            moves.pop()  # GE-4
    return set(deck) - {card for _, card in find_cards([tables, moves], deck)}


def _search(value: Any, pattern: re.Pattern[str], path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key in SKIPPED:
                continue
            yield from ((f"{path}.{key}", found) for found in pattern.findall(str(key)))
            yield from _search(item, pattern, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            yield from _search(item, pattern, f"{path}[{i}]")
    elif isinstance(value, str):
        yield from ((path, found) for found in pattern.findall(_PNG.sub("", value)))
