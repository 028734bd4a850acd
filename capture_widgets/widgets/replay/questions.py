"""The questions of a replay: which one is open, and what happens with an answer."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from capture_widgets.core.errors import ActionRefused
from capture_widgets.engine.state import Viewer
from capture_widgets.widgets.replay.learning import Learning
from capture_widgets.widgets.replay.positions import first_position
from capture_widgets.widgets.replay.quiz import Judgement, Quiz
from capture_widgets.widgets.replay.stepping import STEPPING

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay


class Questions:
    """Opens the questions of one replay and takes the answers.

    Attributes:
        quiz: what the replay asks; while the viewer learns from mistakes, a `Learning`.
    """

    def __init__(self, replay: Replay, quiz: Quiz) -> None:
        self._replay = replay
        self.quiz: Quiz | Learning = quiz
        self._before: tuple[Quiz | Learning, list[Viewer], bool] | None = None
        """The quiz, the lenses and `hides_future` as they were before the viewer began to learn from mistakes."""
        self._opened_at = monotonic()

    def start_clock(self) -> None:
        """Measure the time for the next answer from now on."""
        self._opened_at = monotonic()

    def current(self) -> dict[str, Any] | None:
        """The open question: the viewer has to choose a move before the replay shows the next one."""
        replay, positions = self._replay, self._replay._positions
        number, ply = positions.reached
        is_asking = positions.hides_future and not replay.line and positions.limit == positions.reached
        question = self.quiz.question_at(number, ply) if is_asking else None
        if question is None or ply >= replay.game.plies(number)[-1]:
            return None
        if not replay.game.dump_at(ply, round=number, seat=replay.seat)["legal_moves"]:
            return None
        named = {} if question.played is None else {"played": question.played}
        return {"round": number, "ply": ply, "words": question.words, "better": question.better, **named}

    def _open_question(self) -> dict[str, Any]:
        question = self.current()
        if question is None:
            raise ActionRefused("answer", "no question is open here; one opens where the replay stops to ask")
        return question

    def answer(self, move: str) -> None:
        """Answer the open question; see `Replay.answer`."""
        replay = self._replay
        with STEPPING:
            question = self._open_question()
            number, ply = question["round"], question["ply"]
            chosen = replay.game.at(ply, round=number).play(move).moves(number)[-1]
            seconds = round(monotonic() - self._opened_at, 2)
            quiz = self.quiz
            if isinstance(quiz, Learning):
                replay.told = None  # the judgement of an earlier answer, while a search judges this one
        # The lock is not held during a search, which takes a while. If the question is closed meanwhile, by the better
        # move or a good answer, nobody waits for this judgement any more: the answer does not count, and no error is
        # told to somebody who did nothing wrong.
        judgement = quiz.judge(number, ply, chosen, lambda: replay.closed or self.current() != question)
        with STEPPING:
            if self.current() == question:
                self._take(number, ply, chosen, seconds, judgement)

    def better(self) -> None:
        """Show the better move; see `Replay.better`."""
        with STEPPING:
            question = self._open_question()
            if not isinstance(self.quiz, Learning):
                raise ActionRefused("answer", "this quiz knows no better move; answer with a move of your own")
            number, ply = question["round"], question["ply"]
            best, judgement = self.quiz.better(number, ply)
            self._take(number, ply, best, round(monotonic() - self._opened_at, 2), judgement)

    def _take(self, number: int, ply: int, chosen: str, seconds: float, judgement: Judgement) -> None:
        """Keep an answer, show the judgement, and go on if it closes the question."""
        replay, quiz = self._replay, self.quiz
        try:
            row = quiz.keep(replay.who, number, ply, chosen, seconds, replay.answers, judgement)
            replay.answers = [*replay.answers, row]
        except (KeyboardInterrupt, MemoryError):
            if quiz.keeps:  # the file decides whether the answer was kept, wherever the interrupt came
                others = [one for one in replay.answers if one["who"] != replay.who]
                replay.answers = [*others, *quiz.kept_answers(replay.who)]
            raise
        with replay.hold_sync():
            facts = {name: row[name] for name in ("round", "ply", "chosen", "played", "right")}
            replay.told = {**facts, "words": judgement.words}
            if not judgement.closes:
                return
            if isinstance(quiz, Learning):  # the table shows the better move; a step on shows the one that was played
                replay._update_scene()
                replay._update_annotations()
            else:
                replay._stepping.reveal((number, ply + 1))
                replay._stepping.set_quietly(round=number, ply=ply + 1)
                replay._stepping.settle()

    def learn(self) -> None:
        """Begin to learn from mistakes at the first one, or go on to the next; see `Replay.learn`."""
        replay = self._replay
        with STEPPING:
            quiz, start = self.quiz, self.next_mistake()
            if start is None:
                quiz = Learning(replay.game, replay.seat, replay.analysis)
                start = quiz.mistake_after((-1, 0))
            if self._before is None:
                self._before = self.quiz, replay._lenses, replay._positions.hides_future
            self._begin_anew(quiz, [replay.seat], start, hides_future=True)

    def next_mistake(self) -> tuple[int, int] | None:
        """The next mistake that the viewer has not answered; None if there is none, or nobody learns here."""
        learning, reached = self.quiz, self._replay._positions.reached
        return learning.mistake_after(reached) if isinstance(learning, Learning) else None

    def unlearn(self) -> None:
        """Show the replay as it was before `learn`."""
        with STEPPING:
            if self._before is not None:
                before, self._before = self._before, None
                shown = None if before[2] else (self._replay.round, self._replay.ply)
                self._begin_anew(before[0], before[1], shown, hides_future=before[2])

    def _begin_anew(
        self, quiz: Quiz | Learning, lenses: list[Viewer], start: tuple[int, int] | None, *, hides_future: bool
    ) -> None:
        """Ask other questions from a position on; from the first one of the game if none is given."""
        replay, positions = self._replay, self._replay._positions
        self.quiz, replay._lenses, positions.hides_future = quiz, lenses, hides_future
        positions.reached = start or first_position(replay.game)
        with replay.hold_sync():
            number, ply = positions.reached
            replay._stepping.set_quietly(told=None, line=0, playing=False, round=number, ply=ply)
            replay._show()
