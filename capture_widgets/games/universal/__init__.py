"""Capture for the Universal Card Deck: two players, 60 cards, six suits (UC-1 to UC-15)."""

from __future__ import annotations

from typing import Any, Final

from capture_widgets.engine.cards import UNIVERSAL
from capture_widgets.engine.state import GameType, Summary
from capture_widgets.games.universal.board import (
    BAR,
    FIRST,
    LATER,
    NOWHERE,
    ONE_CARD,
    OTHER,
    OWN,
    SECOND,
    Board,
    Column,
    Side,
)
from capture_widgets.games.universal.groups import groups, learners
from capture_widgets.games.universal.moves import (
    ALL_MOVES,
    BELOW,
    BIT,
    BY_TEXT,
    RANK,
    SUIT,
    VALUE,
    Bar,
    Build,
    Discard,
    Draw,
    End,
    Pass,
    Play,
    Slip,
    UniversalOptions,
    card_name,
    cut_dealer,
)
from capture_widgets.games.universal.picture import draw_table
from capture_widgets.games.universal.rules import UniversalState
from capture_widgets.games.universal.words import RULES, clauses, draw, guide, tally

__all__ = [
    "GAME",
    "ALL_MOVES",
    "BAR",
    "BELOW",
    "BIT",
    "Bar",
    "Board",
    "Build",
    "Column",
    "Discard",
    "Draw",
    "End",
    "FIRST",
    "LATER",
    "NOWHERE",
    "ONE_CARD",
    "OTHER",
    "OWN",
    "Pass",
    "Play",
    "RANK",
    "SECOND",
    "SUIT",
    "Side",
    "Slip",
    "UniversalOptions",
    "UniversalState",
    "VALUE",
    "card_name",
    "cut_dealer",
    "draw",
]


def standing(table: Any) -> list[int]:
    """For each seat the number of its cards that still lie face down, as a negative number."""
    return [-sum(len(column["down"]) for column in board) for board in table["boards"]]


GAME: Final = GameType(
    slug="universal",
    title="Capture for the Universal Card Deck",
    deck=UNIVERSAL,
    options=UniversalOptions,
    state=UniversalState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    standing=standing,
    tally=tally,
    guide=guide,
    summary=Summary(
        "Be the first to play your hand: build columns, and turn up your hidden cards.",
        "20 minutes",
        "for two",
    ),
    clauses=clauses,
    groups=groups,
    learners=learners,
    places=lambda options: (*"12345", *(f"o{column}" for column in "12345"), "bar", "stock", "discard"),
    aside=frozenset({"turn"}),
    picture=draw_table,
    match_refused=lambda options: None,
    match_over=lambda totals, options: max(totals) >= options.target,
    match_hands=lambda options: options.target / 21,
    cut=cut_dealer,
    actions=lambda options: BY_TEXT,
)
