"""The panel of a class in a notebook: its link, its games, the standings, and the buttons that lead it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from capture_widgets.rooms.class_words import words_of
from capture_widgets.rooms.room_panel import stand_in_list

if TYPE_CHECKING:
    from capture_widgets.rooms.game_class import GameClass


def show_panel(leader: GameClass) -> None:
    """Show the panel as the output of a cell."""
    from IPython.display import display

    from capture_widgets.widgets.classroom.button_panel import button_panel, choice_list

    acts: dict[str, Callable[[], object]] = {
        "Admit all": leader.admit,
        "Next round": leader.next_round,
        "Stop": leader.stop,
        "Go on": leader.go_on,
        "Back to the games": leader.back_to_games,
    }
    choice, refresh_choice = choice_list("Projector", lambda: _offered(leader), lambda: _shown(leader), leader.show)
    away, refresh_away = stand_in_list(leader)
    panel, refresh = button_panel(lambda: words_of(leader), acts, [choice, away])
    leader.watch(refresh)
    leader.watch(refresh_away)
    leader.watch(refresh_choice)
    display(panel)  # type: ignore[no-untyped-call]


def _offered(leader: GameClass) -> list[tuple[str, Any]]:
    """What the projector's page can show."""
    games = [(f"Game {one.number}: {' - '.join(one.game.names)}", one.number) for one in leader.games]
    return [("All games", "tables"), ("Standings", "standings"), *games]


def _shown(leader: GameClass) -> Any:
    shows = leader._projector.shows
    return shows if any(shows == value for _, value in _offered(leader)) else "tables"
