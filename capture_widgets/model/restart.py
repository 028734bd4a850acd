"""A game from its start once more: with the same deal, or with a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from capture_widgets.engine.cards import Card
from capture_widgets.model.deal import another_graded_seed, deal_for
from capture_widgets.model.dump import read_dump
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round
from capture_widgets.model.scores import opener


def restarted(history: History, *, same: bool, seed: int, alike: bool = False) -> History:
    """A history without moves, with the options of another one.

    Args:
        history: the game that is played once more.
        same: whether to use its deal.
        seed: the seed of a new deal.
        alike: whether a new deal is as hard as the old one, if that was asked for by its level.
    """
    game, settings = history.type, history.settings
    clean: dict[str, Any] = {
        "past": (), "past_totals": (), "undone": (), "lines": (), "comments": {}, "glyphs": {},
        "totals": (history.past_totals or (history.totals,))[0],
    }  # fmt: skip
    if same and history.setup is not None:
        position = read_dump(history.setup)
        start = Round(position["first"], None, position["state"], position["ply"])
        return replace(history, current=start, **clean)
    first = opener(game, settings, 0)
    if same:
        cards: Sequence[Card] = history.rounds[0].cards or ()
    else:
        level = history.level if alike else None
        if level is not None:
            seed = another_graded_seed(game, seed, level, settings, history.seed)
        cards = deal_for(game, seed, settings, 0, first)
        clean |= {"seed": seed, "level": level, "deals": {0: cards}, "setup": None, "cut": None}
    clean |= {"round_base": 0, "totals": (0,) * len(history.seats)}
    return replace(history, current=Round(first, cards, game.state.deal(cards, settings, first)), **clean)
