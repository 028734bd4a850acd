"""Kommando: two players fight for a row of ten cards (docs/rules.md, KO-1 to KO-11)."""

from __future__ import annotations

from typing import Final

from capture_widgets.engine.cards import KOMMANDO
from capture_widgets.engine.state import GameType, Summary
from capture_widgets.games.kommando.groups import aims, events, groups, learners
from capture_widgets.games.kommando.moves import ACTIONS, Attack, Defence, KommandoOptions, card_name
from capture_widgets.games.kommando.picture import draw_table
from capture_widgets.games.kommando.rules import KommandoState
from capture_widgets.games.kommando.words import RULES, changes, clauses, draw, guide, tally

__all__ = ["GAME", "Attack", "Defence", "KommandoOptions", "KommandoState", "card_name"]

GAME: Final = GameType(
    slug="kommando",
    title="Kommando",
    deck=KOMMANDO,
    options=KommandoOptions,
    state=KommandoState,
    opener="dealer",
    rules=RULES,
    draw=draw,
    tally=tally,
    guide=guide,
    summary=Summary(
        "Fight over a row of ten cards: attack its ends, the higher card wins, and colours say what may be played.",
        "5 minutes",
        "for two",
    ),
    clauses=clauses,
    groups=groups,
    learners=learners,
    aims=aims,
    events=events,
    places=lambda options: ("L", "R"),
    aside=frozenset({"attacker"}),
    picture=draw_table,
    changes=changes,
    match_refused=lambda options: None,
    match_over=lambda totals, options: max(totals) > options.target and totals[0] != totals[1],
    match_hands=lambda options: options.target / 25,
    actions=lambda options: ACTIONS,
)
