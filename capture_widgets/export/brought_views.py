"""The data with which a page shows a game of another package: its deck, the words of its groups, and its view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.engine.card_groups import lists
from capture_widgets.engine.state import GameType
from capture_widgets.model.history import History
from capture_widgets.protocol.bundled_views import BUNDLED

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import BroughtView


def view_text(game: GameType) -> str:
    """The ES module of a game's view, or empty; read on every call, because its author may have edited it."""
    view = game.view
    return "" if view is None else view if isinstance(view, str) else view.read_text(encoding="utf-8")


def brought_view(history: History) -> BroughtView | None:
    """The data with which a page shows a game of another package; None for the games of the front end.

    The words are those of the public table at the start of the first round, so they reveal nothing.
    """
    game = history.type
    if game.slug in BUNDLED:
        return None
    number = history.round_numbers()[0]
    state = history.round_at(number).state_at(history.plies(number)[0])
    words = {} if game.groups is lists else {one.key: one.words for one in game.groups(state.table("public"))}
    return {"game": game.slug, "deck": game.deck.name, "groups": words, "script": view_text(game)}
