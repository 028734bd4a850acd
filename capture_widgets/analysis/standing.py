"""Standing: the judgement of one position from one point of view, a row of an analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from capture_widgets.engine.state import Seat
from capture_widgets.model.record_format import place


@dataclass(frozen=True)
class Standing:
    """The judgement of one position, either by what one seat could know or with all cards open.

    Attributes:
        round, ply: the position.
        seat: the seat whose knowledge was used; None for all cards open, in which case the chances are those of
            seat A (number 0).
        to_play: the seat to move, None at the end of a round.
        played: the move made from here, as the seat knew it then; None at the end, and while the move was hidden.
        best: the best move that the search found; only if the seat was to play, or if all cards are open.
        chance, low, high: the chance to win the round, with its 95% interval, which is wide enough for what a search
            ten times as long finds; a draw counts as half a win.
        points, points_low, points_high: by how many points the seat will lead the best opponent at the end of the
            round; in 4X Solitaire the number of turns of the whole round.
        loss, loss_low, loss_high: how much worse the move played is than the best move found, in chances (of the seat
            to play) or turns, with the noise of this search; a longer search may find a loss outside this range.
        mistake: whether the searches agree that the move was a mistake.
        simulations: the number of simulations or solved maps behind these numbers; 0 for a certain result.
    """

    round: int
    ply: int
    seat: Seat | None
    to_play: Seat | None
    played: str | None
    best: str | None
    chance: float | None
    low: float | None
    high: float | None
    points: float | None
    points_low: float | None
    points_high: float | None
    loss: float | None
    loss_low: float | None
    loss_high: float | None
    mistake: bool
    simulations: int

    @property
    def at(self) -> str:
        """The position as records write it: ``"0/12"``."""
        return place(self.round, self.ply)


FIELDS: Final = tuple(Standing.__dataclass_fields__)
"""The names of the fields in order, as files of analyses list them."""

INTERVALS: Final = (
    ("chance", "low", "high"),
    ("points", "points_low", "points_high"),
    ("loss", "loss_low", "loss_high"),
)
"""The fields that belong together: a number with both ends of its interval."""

LOST_DEAL_TURNS: Final = 30.0
"""The loss, in turns, of a move of 4X Solitaire after which the deal cannot be won any more."""
