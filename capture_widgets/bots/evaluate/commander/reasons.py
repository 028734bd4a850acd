"""Why a move of Capture the Commander is better than the one that was played, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from capture_widgets.bots.evaluate.commander.standing import nearness
from capture_widgets.bots.evaluate.evaluation import Contrast
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Seat
from capture_widgets.games.commander import CommanderState

_OFTENER: Final = 0.1
"""The least difference in how often a commander falls that is told."""
_CARDS: Final = 0.25
"""The least difference in cards taken or lost."""
_CAPTURES: Final = 0.12
"""The least difference in the captures that are needed for a win."""
_NOTHING: Final = Contrast(0.0, 0.0, 0.0)


def captures_left(state: CommanderState, seat: Seat) -> float:
    """How many cards of a seat must be captured, at least, until its commander is: 0 if it was."""
    return 0.0 if seat in state.out else nearness(state.formation(seat)) + 1.0


def because_of(state: CommanderState, told: Mapping[str, Contrast], names: Names) -> str | None:
    """The first effect that differs clearly; with more than two players those of the battle come first."""
    taken, lost, won, beaten = (told[name] for name in ("taken", "lost", "won", "beaten"))
    before = " before your next turn" if state.options.players == 2 else ""
    if won.is_clear(_OFTENER):
        return f"it takes a commander{before} {won.in_hundred}"
    if beaten.is_clear(-_OFTENER):
        return f"your commander falls{before} only {beaten.in_hundred}"
    if lost.is_clear(-_CARDS) and -lost.lead >= taken.lead:
        return lost.averages("you lose", f"cards{before}")
    if taken.is_clear(_CARDS):
        return taken.averages("it takes", f"cards{before}")
    return _of_two(state, told, names) if state.options.players == 2 else _of_several(told)


def _of_two(state: CommanderState, told: Mapping[str, Contrast], names: Names) -> str | None:
    """Say how many captures each player still needs to win."""
    assert state.to_play is not None
    to_win, to_lose = (told.get(name, _NOTHING) for name in ("to win", "to lose"))
    if to_win.is_clear(-_CAPTURES):
        return to_win.averages("you still need", "captures to win at your next turn")
    if to_lose.is_clear(_CAPTURES):
        other = 1 - state.to_play
        needs = f"{names.who(other)} still {names.verb(other, 'need')}"
        return to_lose.averages(needs, "captures to win at your next turn")
    return None


def _of_several(told: Mapping[str, Contrast]) -> str | None:
    """Say which commander or cards fall before the player's next turn, when the other players have attacked."""
    beaten, lost, nearest = (told.get(name, _NOTHING) for name in ("beaten in all", "lost in all", "nearest"))
    if beaten.is_clear(-_OFTENER):
        return f"your commander falls before your next turn only {beaten.in_hundred}"
    if lost.is_clear(-_CARDS):
        return lost.averages("you lose", "cards before your next turn")
    if nearest.is_clear(-_CAPTURES):
        return nearest.averages("the nearest commander is", "captures away at your next turn")
    return None
