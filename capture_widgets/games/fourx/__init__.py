"""4X Solitaire: one player discovers and takes a map of seven by seven cards (docs/rules.md, FX-1 to FX-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import IllegalDeal
from capture_widgets.engine.cards import FRENCH
from capture_widgets.engine.state import GameType, Summary
from capture_widgets.games.fourx.endings import deciding
from capture_widgets.games.fourx.groups import aims, events, groups, territory
from capture_widgets.games.fourx.moves import (
    COLUMN,
    KING_RANK,
    MOVES,
    NEAR,
    RANK,
    ROW,
    SPACES,
    SUIT,
    Capture,
    Conquer,
    Explore,
    FourXOptions,
    King,
    Resign,
    SetAside,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
    card_name,
)
from capture_widgets.games.fourx.picture import draw_table
from capture_widgets.games.fourx.rules import FourXState
from capture_widgets.games.fourx.words import LEVEL_WORDS, RULES, changes, clauses, draw, guide, tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from capture_widgets.engine.solver_interface import Solver

__all__ = [
    "GAME",
    "Capture",
    "Conquer",
    "Explore",
    "FourXOptions",
    "FourXState",
    "COLUMN",
    "KING_RANK",
    "NEAR",
    "ROW",
    "King",
    "MOVES",
    "RANK",
    "Resign",
    "SPACES",
    "SUIT",
    "SetAside",
    "TechCapture",
    "TechConquer",
    "TechExplore",
    "TechFlip",
    "Travel",
    "card_name",
    "draw",
]


def _solver() -> Solver:
    """Load the solver, which takes time, only when somebody asks for it."""
    from capture_widgets.games.fourx import solving

    return solving


def _graded(level: str, options: FourXOptions) -> Sequence[int]:
    """The seeds of the verified deals of a level; the list is read only when somebody asks for it."""
    from capture_widgets.games.fourx.graded import graded_deals

    if options.tech:
        raise IllegalDeal("FX-11", f'deal="{level}" is for games without a technology, which changes the map')
    return [deal.seed for deal in graded_deals()[level]]


def standing(table: Any) -> list[int]:
    """The number of conquered suits."""
    return [len(table["conquered"])]


GAME: Final = GameType(
    slug="fourx",
    title="4X Solitaire",
    deck=FRENCH,
    options=FourXOptions,
    state=FourXState,
    opener=None,
    rules=RULES,
    draw=draw,
    standing=standing,
    tally=tally,
    deciding=deciding,
    guide=guide,
    summary=Summary(
        "Conquer a hidden map of cards: explore, expand, exploit and exterminate, suit by suit.",
        "15 minutes",
        "for one",
    ),
    clauses=clauses,
    groups=groups,
    aims=aims,
    events=events,
    places=lambda options: (*SPACES, *FRENCH.suits, "tech"),
    aside=frozenset({"territory", "turns", "own"}),
    picture=draw_table,
    changes=changes,
    territory=territory,
    seats=lambda options: 1,
    graded=_graded,
    level_words=LEVEL_WORDS,
    solver=_solver,
    actions=lambda options: [text for text in MOVES if options.tech or not text.startswith("tech ")],
)
