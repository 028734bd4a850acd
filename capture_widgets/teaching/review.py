"""The summary after a lesson: each question with the student's answer, the reply, and perhaps the right answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from capture_widgets.core.errors import shown
from capture_widgets.core.phrases import listed, number_of
from capture_widgets.model.move_words import move_and_notation
from capture_widgets.teaching.judging import JudgedAnswer
from capture_widgets.teaching.scoring import step_score
from capture_widgets.teaching.shapes import Solutions
from capture_widgets.teaching.steps import Step

_MOST_ANSWER = 200
_MOST_RIGHT = 6


class ReviewedStep(NamedTuple):
    """One question of a lesson, as the student reads it at the end.

    Attributes:
        step: the number of the step, from 0.
        text: its question.
        answer: the student's right answer, or else the last that counts, in words; empty if there is none.
        right: whether one of the allowed tries was right.
        reply: the reply to this answer.
        points: the points for it.
        of: the points of the step.
        closed: whether no tries are left.
        solution: what was right, in words; empty if the student may not see it, or has found it.
    """

    step: int
    text: str
    answer: str
    right: bool
    reply: str
    points: int
    of: int
    closed: bool
    solution: str


def review(
    steps: Sequence[Step], given: Sequence[tuple[int, object, JudgedAnswer]], solutions: Solutions, *, ended: bool
) -> list[ReviewedStep]:
    """Go through the questions of a lesson.

    Args:
        steps: its steps.
        given: the student's answers in order, each with the number of its step.
        solutions: when the lesson shows what was right.
        ended: whether the student has come to the end.
    """
    return [
        _reviewed(
            step, [(answer, judged) for number, answer, judged in given if number == step.number], solutions, ended
        )
        for step in steps
        if step.ask != "look"
    ]


def _reviewed(
    step: Step, own: Sequence[tuple[object, JudgedAnswer]], solutions: Solutions, ended: bool
) -> ReviewedStep:
    score = step_score(step, [judged for _, judged in own])
    best = None if score.last is None else own[score.last]
    closed = score.left == 0
    told = solutions == "end" and ended or solutions != "never" and closed
    return ReviewedStep(
        step=step.number,
        text=step.text,
        answer="" if best is None else answer_words(step, best[0]),
        right=score.right,
        reply="" if best is None else best[1].verdict.reply,
        points=score.points,
        of=step.points,
        closed=closed,
        solution=solution_words(step) if told and not score.right else "",
    )


def costs(step: Step) -> str:
    """What hints and wrong tries cost at a step, in words; empty if they cost nothing."""
    parts = []
    if step.hint_costs and step.hints:
        parts.append(f"each hint costs {number_of(step.hint_costs, 'point')}")
    if step.try_costs:
        parts.append(f"each wrong try costs {number_of(step.try_costs, 'point')}")
    words = listed(parts) if parts else ""
    return f"{words[:1].upper()}{words[1:]} of {step.points}." if words else ""


def answer_words(step: Step, answer: object) -> str:
    """An answer in words: a move as it is told at a table, several moves as one text."""
    if isinstance(answer, list):
        text = f"{number_of(len(answer), 'move')} in all ({'; '.join(map(str, answer))})"
    elif step.ask == "move" and isinstance(answer, str):
        text = _move(step, answer)
    else:
        text = str(answer) if isinstance(answer, str) else shown(answer)
    return text if len(text) <= _MOST_ANSWER else f"{text[: _MOST_ANSWER - 4]} ..."


def solution_words(step: Step) -> str:
    """What is right, in words; empty where the student plays on and there are many ways."""
    words = [_move(step, str(one)) if step.ask == "move" else str(one) for one in step.right[:_MOST_RIGHT]]
    more = len(step.right) - len(words)
    return "; ".join([*words, *([f"{more} more"] if more else [])])


def _move(step: Step, move: str) -> str:
    """A move in words with its notation, as the seat that is asked reads it; a text that is no move stays as it is."""
    assert step.start is not None
    seat = step.seat if isinstance(step.seat, int) else None
    legal = step.start.legal_moves()
    return move_and_notation(step.start, step.start.round, step.start.ply, move, seat) if move in legal else move
