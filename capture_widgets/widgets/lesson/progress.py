"""How far a learner has got with each step of a lesson, and a first hand that goes on where it was left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import IllegalMove
from capture_widgets.library.kept_lessons import (
    KeptAnswer,
    KeptLesson,
    forget_lesson,
    keep_finished,
    keep_lesson,
    kept_lesson,
)
from capture_widgets.model.history import History
from capture_widgets.protocol.lesson_messages import LessonReply
from capture_widgets.teaching.judging import Verdict
from capture_widgets.teaching.steps import Answer, Step

if TYPE_CHECKING:
    from capture_widgets.widgets.lesson.lesson import RunningLesson


_CODE: Final = re.compile(r" \([A-Z]{2}-\d+\)\.$")


@dataclass
class StepProgress:
    """How far the learner has got with a step."""

    hints: int = 0
    answer: str = ""
    """The last answer, as the learner gave it."""
    reply: LessonReply | None = None
    before: int = 0
    """The number of answers before the learner began the step again."""
    history: History | None = None
    """The game after the answer; None before it."""
    played: list[str] = field(default_factory=list)

    def named_by_hint(self, step: Step) -> str | None:
        """The move that the last hint of a step names; None before that hint was given."""
        return str(step.right[0]) if 0 < len(step.hints) <= self.hints else None


def after_answer(start: History, step: Step, answer: Answer) -> History | None:
    """The game after a right answer to a step; None if the answer changes nothing on the table.

    Raises:
        IllegalMove: the answer is no list of moves that can be made.
    """
    moves: Sequence[str] = step.then.get("", ())
    if step.ask == "until":
        moves = answer if isinstance(answer, list) else ()
    elif step.ask == "move":
        moves = [str(answer), *step.then.get(str(answer), ())]
    for move in moves:
        start = start.play(move)
    return start if moves else None


def told(step: Step, verdict: Verdict) -> LessonReply:
    """The reply beside the table, without the code of the rule that refuses a move: the table has it as a link."""
    own = verdict.reply in (step.reply, step.praise, *step.replies.values())
    return {"right": verdict.right, "text": verdict.reply if own else _CODE.sub(".", verdict.reply)}


def given_answers(answers: Iterable[Mapping[str, Any]], progress: Sequence[StepProgress]) -> list[KeptAnswer]:
    """The answers since each step was begun last, in order."""
    count: Counter[int] = Counter()
    given = []
    for one in answers:
        count[one["step"]] += 1
        if count[one["step"]] > progress[one["step"]].before:
            given.append(KeptAnswer(one["step"], one["answer"], one["hints"]))
    return given


class KeptPlace:
    """Keeps where the first hand of a game is, so that it can go on there."""

    def __init__(self, slug: str, *, anew: bool = False) -> None:
        """Find out where the first hand was left.

        Args:
            slug: the game.
            anew: whether it begins anew; then the place is forgotten.
        """
        self._slug = slug
        self._kept = None if anew else kept_lesson(slug)
        if anew:
            forget_lesson(slug)

    def go_on(self, run: RunningLesson) -> None:
        """Take the lesson to where it was left; it stays at its beginning if that place is not one of it."""
        kept = self._kept
        if kept is None or kept.of != len(run.lesson.steps):
            return
        try:
            _resume(run, kept)
        except (ValueError, IllegalMove):  # somebody has edited the file: the answers do not belong to this lesson
            self._kept = None

    def note(self, kept: KeptLesson, *, over: bool, done: bool) -> None:
        """Keep the step where the learner is; there is none at the beginning, and once nothing is left to do."""
        if done:
            keep_finished(self._slug)
        if over or done or (kept.step == 0 and not kept.answers):
            if self._kept is not None:
                forget_lesson(self._slug)
            self._kept = None
        elif kept != self._kept:
            keep_lesson(self._slug, kept)
            self._kept = kept


def _resume(run: RunningLesson, kept: KeptLesson) -> None:
    """Judge the kept answers again, so that the lesson stands as it was left, then show the step.

    Raises:
        ValueError, IllegalMove: the kept answers do not belong to this lesson.
    """
    for number, answer, hints in kept.answers:
        step, progress = run.lesson.step(number), run._progress_by_step[number]
        verdict = run.lesson.answer(number, answer, hints=hints)
        progress.hints = max(0, min(hints, len(step.hints)))
        progress.answer = str(answer) if step.ask in ("choice", "number") else ""
        progress.reply = told(step, verdict)
        if verdict.right:
            progress.history = after_answer(run._start(step), step, answer)
    run._resumed = kept.step
    run._game = None  # the table at the lesson's beginning shows none of this
    run._go_to(kept.step)
