"""Capture the Commander: two to four players break into each other's formations (docs/rules.md, CC-1 to CC-19)."""

from __future__ import annotations

from typing import Any, Final

from capture_widgets.engine.cards import FRENCH
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.engine.state import GameType, Summary
from capture_widgets.games.commander.endings import deciding, ranking
from capture_widgets.games.commander.formation import (
    ADJACENT,
    COMMANDER,
    COVERS,
    FULL,
    OPEN,
    ROWS,
    CommanderOptions,
    card_name,
)
from capture_widgets.games.commander.groups import aims, events, groups, learners
from capture_widgets.games.commander.moves import Attack, Choice, Gift, actions_of
from capture_widgets.games.commander.picture import draw_table
from capture_widgets.games.commander.rules import CommanderState, _match_hands, _match_over, _match_refused, _shuffle
from capture_widgets.games.commander.words import RULES, changes, clauses, draw, guide, tally

__all__ = [
    "GAME",
    "ADJACENT",
    "Attack",
    "COMMANDER",
    "FULL",
    "OPEN",
    "COVERS",
    "Choice",
    "CommanderOptions",
    "CommanderState",
    "Gift",
    "ROWS",
    "RULES",
    "card_name",
    "draw",
]


def standing(table: Any) -> list[int]:
    """For each seat the number of cards that it has lost, as a negative number."""
    return [-sum(one[0] == seat for one in table["removed"]) for seat in range(len(table["formations"]))]


GAME: Final = GameType(
    slug="commander",
    title="Capture the Commander",
    deck=FRENCH,
    options=CommanderOptions,
    state=CommanderState,
    opener="first",
    rules=RULES,
    draw=draw,
    standing=standing,
    tally=tally,
    deciding=deciding,
    ranking=ranking,
    guide=guide,
    summary=Summary(
        "Find the hidden Commander: remember which cards were shown, and attack through the gaps.",
        "15 minutes",
        "for two to four",
        "",
        {
            "beginner": "It forgets every card once the battle is over.",
            "greedy": "It remembers only the aces it has seen.",
            "club": "It remembers only the kings and aces it has seen.",
        },
    ),
    clauses=clauses,
    groups=groups,
    learners=learners,
    aims=aims,
    events=events,
    places=lambda options: [
        f"{seat}{position}" for seat in ("", *SEAT_NAMES[: options.players]) for position in range(1, 14)
    ],
    aside=frozenset({"uncovered", "out", "war"}),
    counts_points=lambda options: bool(options.teams or options.scoring),
    picture=draw_table,
    changes=changes,
    seats=lambda options: int(options.players),
    shuffle=_shuffle,
    match_refused=_match_refused,
    match_over=_match_over,
    match_hands=_match_hands,
    partners=lambda options, seat: seat ^ 2 if options.teams else None,
    actions=actions_of,
)
