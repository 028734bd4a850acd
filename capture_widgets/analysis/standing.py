"""Standing: the judgement of one position from one point of view, a row of an analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

from capture_widgets.bots.evaluate.evaluation import Contrast
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
            to play) or turns, with a range that is made to hold what a search ten times as long finds.
        mistake: whether the loss is beyond doubt to searches that are independent of one another; it is no proof, and
            a longer search may disagree.
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

    @property
    def loss_known(self) -> bool | None:
        """Whether the search could tell what the move played lost; None where there is no move of this seat to judge.

        A row with all cards open judges the move of the seat to play.
        """
        if self.played is None or self.seat not in (None, self.to_play):
            return None
        return self.loss is not None


class MoveLosses(NamedTuple):
    """The losses of some moves, as far as the search could tell."""

    moves: int
    """The number of moves."""
    unknown: int
    """The number of those whose loss the search could not tell; they are in none of the other numbers."""
    mean: float | None
    """The mean loss of the others, in chances or turns; None if there are none."""
    mistakes: int
    """The number of mistakes among them."""


def losses_in(standings: Iterable[Standing]) -> MoveLosses:
    """Sum up the rows that judge a move."""
    judged = [row for row in standings if row.loss_known is not None]
    known = [row.loss for row in judged if row.loss is not None]
    mistakes = sum(row.mistake for row in judged)
    return MoveLosses(len(judged), len(judged) - len(known), fmean(known) if known else None, mistakes)


GIVING_UP: Final = "resign"
"""The move that gives a game up; only 4X Solitaire has one."""

NEARLY_LOST: Final = 0.15
"""Below this chance to win with the best move, a position teaches hardly anything: it is nearly lost anyway."""


def instructive(rows: Iterable[Standing]) -> list[Standing]:
    """The mistakes with a better move in positions that could still be won; if there are none, all of them.

    These are the mistakes that people are told: those that are counted, marked in a replay and asked about. Giving up
    is none of them: it costs all that was left, but a better move teaches nothing about it.
    """
    mistakes = [row for row in rows if row.mistake and row.best is not None and row.played != GIVING_UP]
    return [row for row in mistakes if not is_nearly_lost(row)] or mistakes


def is_nearly_lost(row: Standing) -> bool:
    """Whether the player can hardly win from a position, even with the best move."""
    return row.chance is not None and row.chance < NEARLY_LOST


LOST_FROM_THE_START: Final = "You could hardly win this deal: the chances were low from the start."
"""What is said of a game of which `lost_from_the_start` is true."""


def lost_from_the_start(rows: Iterable[Standing]) -> bool:
    """Whether every position of a point of view was nearly lost, so that no mistake decided the game."""
    chances = [row.chance for row in rows if row.chance is not None]
    return bool(chances) and max(chances) < NEARLY_LOST


def lost_words(rows: Iterable[Standing], complete: bool) -> str:
    """The sentence that says so of a game, if it is true and the whole game was searched; else an empty text."""
    return LOST_FROM_THE_START if complete and lost_from_the_start(rows) else ""


def closing_words(rows: Iterable[Standing], complete: bool) -> str:
    """What stands beside the count of a game's mistakes: that it was hardly to be won, or was given up."""
    rows = list(rows)
    return lost_words(rows, complete) or (NOT_COUNTED if any(row.played == GIVING_UP for row in rows) else "")


NOT_COUNTED: Final = "That you gave up is not counted."
"""What is said where a person gave the game up."""

Contrasts = Mapping[str, Contrast]
"""What the better move and the one that was played bring, by the name of the effect (`bots.effects`)."""

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
