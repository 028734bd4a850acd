"""Learning from one's mistakes: a replay that stops at each, asks for a better move, and judges it by the search."""

from __future__ import annotations

from typing import Any, Final

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.position_judge import judge_other_move
from capture_widgets.analysis.standing import Standing
from capture_widgets.core.errors import shown
from capture_widgets.engine.solver_interface import Stop
from capture_widgets.engine.state import Viewer
from capture_widgets.model.record_format import place
from capture_widgets.play.game import Game
from capture_widgets.widgets.replay.quiz import Asking, Verdict, answer_row

SECONDS: Final = 1.0
"""For an answer, at most."""


class Learning:
    """Where a replay asks for a better move: at the mistakes that an analysis found of a seat, by what it could know.

    With everything open it asks at the mistakes of all, with all cards open.
    """

    asks = True

    def __init__(self, game: Game, seat: Viewer, analysis: Analysis | None, seconds: float = SECONDS) -> None:
        """Find the mistakes.

        Raises:
            ValueError: there is no analysis, or none for this viewer; or there are no mistakes.
        """
        if analysis is None:
            raise ValueError("mistakes are found by an analysis: replay(analysis=cw.analyse(game))")
        if seat == "public":
            raise ValueError("a spectator makes no mistakes: choose seat=0 (1, ...), or None for those of all")
        rows = analysis.of(seat)
        if not rows:
            raise ValueError(f"this analysis is not for seat={shown(seat)}")
        self._game = game
        self._seat = seat
        self._analysis = analysis
        self._seconds = seconds
        self._mistakes = {row.at: row for row in rows if row.mistake and row.best is not None}
        if not self._mistakes:
            raise ValueError("the analysis found no mistake here")
        self._done: set[str] = set()

    def asking(self, number: int, ply: int) -> Asking | None:
        """What is asked at a position that was not answered yet."""
        key = place(number, ply)
        row = self._mistakes.get(key)
        if row is None or key in self._done:
            return None
        return Asking(self._words(row), better=True)

    def questions(self, seat: Viewer) -> dict[str, dict[str, Any]]:
        """What is asked, by position, answered or not, with the best move found."""
        return {
            at: {"question": self._words(row), "right": [row.best]}
            for at, row in self._mistakes.items()
            if seat == self._seat
        }

    def _words(self, row: Standing) -> str:
        return f"{row.played} was played here and loses {self._analysis.cost(row)}. Find a better move."

    keeps = False
    """No file keeps these answers."""

    def kept(self, _who: str, *, warns: bool = False) -> list[dict[str, Any]]:  # as a quiz has it
        """There are none."""
        return []

    def judged(self, number: int, ply: int, chosen: str, stop: Stop) -> Verdict:
        """What the search says of an answer: it takes as long as it may."""
        row = self._mistakes[place(number, ply)]
        if chosen == row.best:
            return Verdict(True, "is the best move found.")
        if chosen == row.played:
            return Verdict(False, f"is what was played: it loses {self._analysis.cost(row)}. {_AGAIN}", ends=False)
        found = judge_other_move(self._game.history, row, chosen, self._seconds, stop)
        if found.mistake or _loses_as_much(found, row):
            return Verdict(False, f"loses {self._analysis.cost(found)}. {_AGAIN}", ends=False)
        if found.best == chosen or found.loss == 0:
            return Verdict(True, "is as good as the best move found.")
        return Verdict(True, "is better: the search cannot tell it from the best move found.")

    def better(self, number: int, ply: int) -> tuple[str, Verdict]:
        """The better move, for who asks for it."""
        best = self._mistakes[place(number, ply)].best
        assert best is not None
        return best, Verdict(False, "is the best move found.")

    def answered(
        self,
        who: str,
        number: int,
        ply: int,
        chosen: str,
        seconds: float,
        _before: list[dict[str, Any]],
        verdict: Verdict,
    ) -> dict[str, Any]:
        """The row of an answer for `Replay.answers`."""
        key = place(number, ply)
        if verdict.ends:
            self._done.add(key)
        return answer_row(who, number, ply, chosen, str(self._mistakes[key].played), verdict.right, seconds)


_AGAIN: Final = "Try again, or see the better move."


def _loses_as_much(found: Standing, played: Standing) -> bool:
    """Whether another move is no better than the one that was played."""
    return found.loss is not None and found.loss > 0 and played.loss is not None and found.loss >= played.loss
