"""Capture in five columns: two players fight for columns of face-up and hidden cards (docs/rules.md, CO-1 to CO-9)."""

from __future__ import annotations

from typing import Final

from capture_widgets.engine.cards import FRENCH
from capture_widgets.engine.state import GameType, Summary
from capture_widgets.games.columns.capturing import Column, shares, standing, winner
from capture_widgets.games.columns.endings import deciding
from capture_widgets.games.columns.groups import groups, learners
from capture_widgets.games.columns.moves import (
    ACTIONS,
    COLUMN_NAMES,
    NO_CARD,
    ColumnsOptions,
    Placement,
    Placements,
    card_name,
)
from capture_widgets.games.columns.picture import draw_table
from capture_widgets.games.columns.rules import ColumnsState
from capture_widgets.games.columns.words import RULES, clauses, draw, guide, in_brief, set_name, tally, why

__all__ = [
    "GAME",
    "COLUMN_NAMES",
    "Column",
    "ColumnsOptions",
    "ColumnsState",
    "NO_CARD",
    "Placement",
    "Placements",
    "RULES",
    "card_name",
    "draw",
    "in_brief",
    "set_name",
    "shares",
    "standing",
    "why",
    "winner",
]

GAME: Final = GameType(
    slug="columns",
    title="Capture in five columns",
    deck=FRENCH,
    options=ColumnsOptions,
    state=ColumnsState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    tally=tally,
    deciding=deciding,
    guide=guide,
    summary=Summary(
        "Win five columns of cards: matched sets capture them, or the highest card together with the lowest.",
        "10 minutes",
        "for two",
    ),
    clauses=clauses,
    groups=groups,
    learners=learners,
    places=lambda options: tuple(COLUMN_NAMES),
    picture=draw_table,
    actions=lambda options: ACTIONS,
    several_actions=True,
    moves_a_round=2,
)
