"""Trio, the sixth game: three cards a side, three tricks (TR-1 to TR-5). Written by docs/adding_a_game.md alone."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from capture_trio.rules import DECK, TrioOptions, TrioState
from capture_trio.words import RULES, draw, guide, tally
from capture_widgets.engine.state import GameType

GAME: Final = GameType(
    slug="trio",
    title="Trio",
    deck=DECK,
    options=TrioOptions,
    state=TrioState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    tally=tally,
    guide=guide,
    view=files(__name__) / "view.js",
)
