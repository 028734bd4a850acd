"""The pages of the games: the lesson says there what it says at a table, and each puzzle has one solution."""

from __future__ import annotations

import re
from html import unescape

import pytest

import capture_widgets as cw
from tests.page_lessons import lesson_html
from tests.puzzles import CODES, puzzle, puzzle_html, solved, tried

ANSWER = re.compile(r'<details class="answer (right|wrong)"><summary>(.*?)</summary><p>(.*?)</p>')


@pytest.mark.parametrize("slug", cw.games())
def test_the_lesson_of_a_page_shows_every_step_and_an_answer_that_is_right(slug: str) -> None:
    steps = lesson_html(slug).split('<section class="step">')[1:]
    lesson = cw.lesson(slug)
    assert len(steps) == len(lesson)
    for step, html in zip(lesson.steps, steps, strict=True):
        assert unescape(html).count(step.text.split("\n\n")[0]) == 1
        answers = [(kind == "right", unescape(words), unescape(reply)) for kind, words, reply in ANSWER.findall(html)]
        if step.ask in ("look", "until"):
            assert answers == []
            continue
        assert any(right for right, _, _ in answers)
        assert any(step.praise in reply for right, _, reply in answers if right)
        if step.ask == "choice":
            assert [words for _, words, _ in answers] == list(step.choices)
            assert [words for right, words, _ in answers if right] == list(step.right)


@pytest.mark.parametrize("slug", cw.games())
def test_exactly_one_move_solves_a_puzzle(slug: str) -> None:
    game, moves = puzzle(slug), tried(slug)
    assert sorted(one.move for one in moves) == sorted(game.legal_moves())
    assert [one.value for one in moves].count(1) == 1
    end = solved(slug)
    assert end.is_over
    assert end.returns is not None and game.to_play is not None
    assert end.returns[game.to_play] == 1
    kinds = [kind for kind, _, _ in ANSWER.findall(puzzle_html(slug))]
    assert kinds == [] or [kind == "right" for kind in kinds] == [one.value == 1 for one in moves]


def test_every_game_has_a_puzzle() -> None:
    assert list(CODES) == list(cw.games())
