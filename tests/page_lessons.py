"""The first lesson of a game as HTML for a page without a kernel: pictures, questions, and the reply to each answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import capture_widgets as cw
from capture_widgets.export.svg import dump_svg
from capture_widgets.teaching.lesson import Lesson
from capture_widgets.teaching.steps import Step
from tests.first_hands.moments import Moment, moments

MOST_MOVES = 6
"""So many moves of a question are shown at most, unless more of them have replies of their own."""


class Pictures:
    """The pictures of one page: shapes that several of them use are in the page once."""

    def __init__(self) -> None:
        self._defined: dict[str, None] = {}

    def drawn(self, dump: Any) -> str:
        """The table of a dump as a picture within the page."""
        svg = dump_svg(dump)
        head, shapes, rest = re.split("<defs>|</defs>", svg)
        self._defined |= dict.fromkeys(re.findall(r"<\w+ id=.*?(?=<\w+ id=|$)", shapes))
        head = re.sub(r"<rect [^>]*/>$", "", head).replace("<svg ", '<svg class="position" ', 1)
        return f'<div class="position">{head}{rest}</div>'

    def shapes(self) -> str:
        """What the pictures refer to."""
        return f'<svg class="shapes" aria-hidden="true"><defs>{"".join(self._defined)}</defs></svg>'


def lesson_html(slug: str) -> str:
    """The steps of the first lesson of a game."""
    lesson = cw.lesson(slug)
    pictures = Pictures()
    steps = []
    for moment in moments(slug):
        shown = "" if _played_on(slug, moment) else pictures.drawn(moment.before.dump(moment.step.seat))
        number = moment.step.number
        head = f'<p class="count">Step {number + 1} of {len(lesson)}</p>'
        words = "".join(f"<p>{escape(part)}</p>" for part in moment.step.text.split("\n\n"))
        steps.append(f'<section class="step">{head}{shown}{words}{_answers(lesson, moment)}</section>')
    return f'<div class="lesson">{pictures.shapes()}{"".join(steps)}</div>'


def _played_on(slug: str, moment: Moment) -> bool:
    """Whether the position of a step depends on how the learner has played."""
    before = [one.step for one in moments(slug)[: moment.step.number]]
    return moment.step.start is None and any(step.ask == "until" for step in before)


def _answers(lesson: Lesson, moment: Moment) -> str:
    step = moment.step
    if step.ask == "look":
        return ""
    if step.ask == "until":
        return '<p class="answer">At a table you play on from here against a bot.</p>'
    answers: Iterable[tuple[str, str | float]]
    if step.ask == "choice":
        answers = [(choice, choice) for choice in step.choices]
    elif step.ask == "number":
        numbers = sorted({float(text) for text in (*map(str, step.right), *step.replies)})
        answers = [(f"{number:g}", number) for number in numbers]
    else:
        state = moment.before.state
        answers = [(state.phrase(state.parse(text)), text) for text in _moves(step, moment.legal)]
    hints = "".join(
        f"<details><summary>Hint {number}</summary><p>{escape(hint)}</p></details>"
        for number, hint in enumerate(step.hints, 1)
    )
    return hints + "".join(_answer(lesson, step, words, answer) for words, answer in answers)


def _moves(step: Step, legal: Sequence[str]) -> list[str]:
    """Some of the legal moves: those that the step says something about, and others beside them."""
    named = [move for move in legal if move in step.right or move in step.replies]
    others = [move for move in legal if move not in named]
    kept = {*named, *others[: max(0, MOST_MOVES - len(named))]}
    return [move for move in legal if move in kept]


def _answer(lesson: Lesson, step: Step, words: str, answer: str | float) -> str:
    verdict = lesson.check(step.number, answer)
    judged = "Right." if verdict.right else "Not this one."
    reply = verdict.reply if verdict.reply.lower().startswith(("right", "yes", "no")) else f"{judged} {verdict.reply}"
    shown = f"<summary>{escape(words[:1].upper() + words[1:])}</summary><p>{escape(reply)}</p>"
    kind = "right" if verdict.right else "wrong"
    return f'<details class="answer {kind}">{shown}</details>'
