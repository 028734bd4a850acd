"""The panel of a class in a notebook: its link, its games, the standings, and the buttons that lead it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from capture_widgets.rooms.class_words import words_of

if TYPE_CHECKING:
    from capture_widgets.rooms.game_class import GameClass


def show_panel(leader: GameClass) -> None:
    """Show the panel as the output of a cell."""
    from IPython.display import display

    from capture_widgets.widgets.classroom.button_panel import button_panel

    acts: dict[str, Callable[[], object]] = {
        "Admit all": leader.admit,
        "Next round": leader.next_round,
        "Stop": leader.stop,
        "Go on": leader.go_on,
        "Back to the games": leader.back_to_games,
    }
    panel, refresh = button_panel(lambda: words_of(leader), acts)
    leader.watch(refresh)
    display(panel)  # type: ignore[no-untyped-call]
