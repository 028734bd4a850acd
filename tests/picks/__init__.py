"""How a person picks moves at a table, game by game, where the places are not picked in the order of the notation."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def steps(game: str, move: str) -> list[str]:
    """The places that make up a move, in an order in which they can be picked: as ``tests/picks/SLUG.py`` says, else as
    its notation has them.
    """
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return move.split()
    picked: list[str] = import_module(name).steps(move)
    return picked
