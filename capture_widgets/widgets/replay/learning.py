"""Questions about a viewer's mistakes: the replay stops at each and asks for a better move, which a search judges."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.chances import chances_of, compared
from capture_widgets.analysis.position_judge import judge_other_move
from capture_widgets.analysis.reasons import reason
from capture_widgets.analysis.standing import Standing, lost_words
from capture_widgets.core.errors import shown
from capture_widgets.core.phrases import about
from capture_widgets.engine.solver_interface import Stop
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.model.move_words import chosen_words, other_words
from capture_widgets.model.record_format import place
from capture_widgets.play.game import Game
from capture_widgets.widgets.replay.quiz import Judgement, Question, answer_row

SECONDS: Final = 0.4
"""A search may take so long to judge an answer."""

ENOUGH: Final = 6000
"""Simulations after which a mistake is called one without reserve.

On a busy machine a search gets fewer, and a search of 1 s took back two of three such mistakes; with 6800 simulations
or more, searches of 3 s took back none of ten.
"""


class Learning:
    """The questions of a replay while the viewer learns from mistakes: one at each mistake of the viewer's seat.

    The mistakes are those that an analysis found by what the seat could know. With everything open they are those of
    all seats, found with all cards open. The methods are those of `Quiz`.
    """

    asks = True

    def __init__(self, game: Game, seat: Viewer, analysis: Analysis | None, seconds: float = SECONDS) -> None:
        """Take the mistakes from an analysis.

        Raises:
            ValueError: there is no analysis, or none for this viewer; or there are no mistakes.
        """
        if analysis is None:
            raise ValueError("only an analysis finds mistakes: make the replay with analysis=cw.analyse(game)")
        if seat == "public":
            raise ValueError("a spectator makes no mistakes: choose seat=0 (1, ...), or None for those of all seats")
        rows = analysis.of(seat)
        if not rows:
            raise ValueError(f"this analysis does not judge seat={shown(seat)}; analyse the game for this seat, too")
        self._game = game
        self._seat = seat
        self._analysis = analysis
        self._seconds = seconds
        self._mistakes = {row.at: row for row in analysis.told(seat)}
        if not self._mistakes:
            raise ValueError("the analysis found no mistake here")
        searched = analysis.complete or (isinstance(seat, int) and analysis.judges_moves_of(seat, game.history))
        self._lost = lost_words(rows, searched)
        self._done: set[str] = set()
        self._judged: dict[tuple[str, str], Judgement] = {}

    def question_at(self, number: int, ply: int) -> Question | None:
        """The question at a position, unless it was answered."""
        key = place(number, ply)
        row = self._mistakes.get(key)
        if row is None or key in self._done:
            return None
        return Question(self._words(row, drawn=True), played=row.played, better=True)

    def mistake_after(self, reached: tuple[int, int]) -> tuple[int, int] | None:
        """The first mistake after a position that was not answered; None if there is none."""
        return min(
            (
                (row.round, row.ply)
                for at, row in self._mistakes.items()
                if (row.round, row.ply) > reached and at not in self._done
            ),
            default=None,
        )

    def progress(self, reached: tuple[int, int]) -> tuple[int, int]:
        """The number of the last mistake up to a position, and of all mistakes."""
        return sum((row.round, row.ply) <= reached for row in self._mistakes.values()), len(self._mistakes)

    def questions(self, seat: Viewer) -> dict[str, dict[str, Any]]:
        """All questions by position, answered or not, with the best move that the analysis found."""
        return {
            at: {"question": self._words(row), "right": [row.best]}
            for at, row in self._mistakes.items()
            if seat == self._seat
        }

    def _words(self, row: Standing, *, drawn: bool = False) -> str:
        find = _FIND_SHORTER if self._analysis.unit == "turns" else _FIND
        return f"{self._lost} {self._chose(row, drawn)}. {self._chances(row)} {find}".lstrip()

    def _chose(self, row: Standing, drawn: bool) -> str:
        """The move that was played, in words: "You chose to attack the blue 8 at the left end with the red 9"."""
        return chosen_words(self._game.history, row.round, row.ply, str(row.played), self._you, drawn=drawn)

    def _told(self, row: Standing, move: str) -> str:
        """A move at a mistake in words; of several cards, which are drawn, only what differs from the move played."""
        return other_words(self._game.history, row.round, row.ply, move, str(row.played), self._you)

    @property
    def _you(self) -> Seat | None:
        return self._seat if isinstance(self._seat, int) else None

    def _chances(self, row: Standing) -> str:
        """What the move that was played costs: the chance with the best move found, and after this one."""
        chances = chances_of(row)
        if row.seat is None or chances is None:
            return f"That costs {self._analysis.cost(row)}."
        return compared(chances)

    def _drawback(self, result: Standing) -> str:
        """What another move that was tried costs, in the words of the question."""
        chances = chances_of(result)
        certain = self._is_certain(result)
        if result.seat is None or chances is None:
            costs = "costs" if certain else "seems, after a short search, to cost"
            return f"It {costs} {self._analysis.cost(result)}."
        search = "" if certain else ", as far as a short search can tell"
        return f"This move: {about(chances.after)} of 100 games won{search}. Best move: {about(chances.best)}."

    def _gain(self, row: Standing) -> str:
        """What the best move found brings, compared with the move that was played, and why."""
        why = reason(self._analysis, self._game.history, row, self._you).lstrip()
        return f"{why} {self._compared(row)}".lstrip()

    def _compared(self, row: Standing, which: str = "Best move") -> str:
        """What the best move found brings, or one as good as it, compared with the move that was played."""
        chances = chances_of(row)
        if row.seat is None or chances is None:
            return f"The move that was played costs {self._analysis.cost(row)}."
        return f"{which}: {about(chances.best)} of 100 games won. Yours in the game: {about(chances.after)}."

    keeps = False
    """No file keeps these answers."""

    def kept_answers(self, _who: str, *, warns: bool = False) -> list[dict[str, Any]]:  # the signature of Quiz
        """No file keeps these answers: always an empty list."""
        return []

    def judge(self, number: int, ply: int, chosen: str, stop: Stop) -> Judgement:
        """Let a search judge an answer; the same answer gets the same judgement again.

        A second search would draw other worlds, and could call right what the first one called a mistake.
        """
        key = place(number, ply), chosen
        if key not in self._judged:
            judgement = self._search(number, ply, chosen, stop)
            if stop():  # what was found until then is no judgement
                return judgement
            self._judged[key] = judgement
        return self._judged[key]

    def _search(self, number: int, ply: int, chosen: str, stop: Stop) -> Judgement:
        row = self._mistakes[place(number, ply)]
        told = self._told(row, chosen)
        if chosen == row.best:
            return Judgement(True, f"Right: {told} is the best move found. {self._gain(row)}")
        if chosen == row.played:
            words = f"That is the move that was played. {self._chances(row)}"
            return Judgement(False, words, closes=False)
        result = judge_other_move(self._game.history, row, chosen, self._seconds, stop)
        if result.mistake:
            # this search drew other worlds; the chance with the best move stays the one that the question tells
            result = replace(result, chance=row.chance)
            return Judgement(False, f"Not the best. {self._drawback(result)}", closes=False)
        if _loses_as_much(result, row):
            words = f"{told[:1].upper()}{told[1:]} may be about as good as the best move found"
            than = "no better than the move that was played"
            return Judgement(False, f"{words}, or {than}: the search cannot tell.", closes=False)
        search = "" if result.best == chosen or result.loss == 0 else ", as far as the search can tell"
        # the table shows the move that was chosen; the other one and its reason are what is new
        best = self._told(row, str(row.best))
        named = "" if best == "this" else f" Best: {best.removeprefix('to ')}."
        why = reason(self._analysis, self._game.history, row, self._you) if named else ""
        words = f"Right{search}: as good as the best move found.{named}{why}"
        return Judgement(True, f"{words} {self._compared(row, 'Either move')}")

    def _is_certain(self, result: Standing) -> bool:
        """Whether a longer search would hardly take back that a move is a mistake."""
        return self._analysis.unit == "turns" or result.simulations >= ENOUGH

    def better(self, number: int, ply: int) -> tuple[str, Judgement]:
        """The best move that the analysis found."""
        row = self._mistakes[place(number, ply)]
        assert row.best is not None
        return row.best, Judgement(False, f"Better is {self._told(row, row.best)}. {self._gain(row)}")

    def keep(
        self,
        who: str,
        number: int,
        ply: int,
        chosen: str,
        seconds: float,
        _before: list[dict[str, Any]],
        judgement: Judgement,
    ) -> dict[str, Any]:
        """Return the row of an answer for `Replay.answers`, and close the question if the answer does."""
        key = place(number, ply)
        if judgement.closes:
            self._done.add(key)
        return answer_row(who, number, ply, chosen, str(self._mistakes[key].played), judgement.right, seconds)


_FIND: Final = "Which move wins more?"
"""The question, which names the aim."""
_FIND_SHORTER: Final = "Which way is shorter?"
"""The same in a game that counts turns."""


def _loses_as_much(other: Standing, played: Standing) -> bool:
    """Whether another move loses as much as the move that was played, or more."""
    return other.loss is not None and other.loss > 0 and played.loss is not None and other.loss >= played.loss
