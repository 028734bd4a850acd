"""A lesson on a page without a kernel says there what it says at a table, and no more than its viewer may know."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Literal

import pytest

import capture_widgets as cw
from capture_widgets.teaching.lesson_page import PositionPictures
from tests.leaks import find_cards, unseen

ANSWER = re.compile(r'<details class="cw-(right|wrong)"><summary>(.*?)</summary><p>(.*?)</p>')


def sections(html: str) -> list[str]:
    """The steps of a page."""
    return [unescape(one) for one in html.split("<section>")[1:]]


@pytest.mark.parametrize("slug", cw.games())
def test_a_page_shows_every_step_and_an_answer_that_is_right(slug: str) -> None:
    lesson = cw.lesson(slug)
    steps = sections(lesson.static().html)
    assert len(steps) == len(lesson)
    for step, html in zip(lesson.steps, steps, strict=True):
        assert html.count(step.text.split("\n\n")[0]) == 1
        assert ("<svg" in html) is (step.start is not None)
        answers = [(kind == "right", words, reply) for kind, words, reply in ANSWER.findall(html)]
        if step.ask in ("look", "until"):
            assert answers == []
            continue
        assert any(right for right, _, _ in answers)
        assert any(step.praise in reply for right, _, reply in answers if right)
        if step.ask == "choice":
            assert [words for _, words, _ in answers] == list(step.choices)
            assert [words for right, words, _ in answers if right] == list(step.right)


def test_a_wrong_answer_says_why_or_where_to_read_it() -> None:
    found = [answer for slug in cw.games() for answer in ANSWER.findall(cw.lesson(slug).static().html)]
    wrong = [unescape(reply) for kind, _, reply in found if kind == "wrong"]
    assert len(wrong) > 20
    assert [reply for reply in wrong if len(reply.split()) < 6] == []
    step = {
        "position": cw.new("kommando", seed=7),
        "text": "Which?",
        "ask": "choice",
        "choices": ["a", "b"],
        "right": "a",
        "hints": ["Look at a."],
    }
    (_, _, reply) = next(one for one in ANSWER.findall(cw.Lesson("Bare", [step]).static().html) if one[0] == "wrong")
    assert "open it" in reply
    assert "hints" in reply


@pytest.mark.parametrize("slug", cw.games())
def test_without_answers_a_page_holds_the_questions_alone(slug: str, tmp_path: Path) -> None:
    lesson = cw.lesson(slug)
    static = lesson.static(answers=False)
    module = static.save_module(tmp_path / "lesson.mjs").read_text("utf-8")
    for html in (static.html, static.save_html(tmp_path / "lesson.html").read_text("utf-8"), module):
        assert html.count("<section>" if html is not module else "\\u003csection\\u003e") == len(lesson)
        for step in lesson.steps:
            for told in (*step.replies.values(), step.reply, step.praise, step.reveal):
                assert not told or told in (*step.hints, step.text) or told not in unescape(html)
    for step, html in zip(lesson.steps, sections(static.html), strict=True):
        assert ANSWER.findall(html) == []
        assert all(choice in html for choice in step.choices)
        assert all(hint in html for hint in step.hints)


def test_a_page_holds_no_card_that_the_viewer_of_a_step_cannot_know() -> None:
    game = cw.new("kommando", seed=7)
    steps = [
        {"position": game, "text": "Attack.", "ask": "move", "right": "L:8b"},
        {"position": game, "seat": "public", "text": "Look.", "ask": "number", "right": 10},
    ]
    first, second = cw.Lesson("Hidden", steps).static().html.split("<section>")[1:]
    seats: tuple[Literal[0, "public"], ...] = (0, "public")
    for html, seat in zip((first, second), seats, strict=True):
        # a picture draws a card's number and colour apart, so it is compared as a whole
        picture = PositionPictures().drawn(game.dump(seat))
        assert picture in html
        assert picture != PositionPictures().drawn(game.dump())
        hidden = unseen(game, seat)
        assert len(hidden) >= 10
        assert find_cards(html.replace(picture, ""), hidden) == []


def test_a_title_and_texts_are_words_and_nothing_else(tmp_path: Path) -> None:
    wild = "<script>alert(1)</script>\"'&"
    steps = [
        {"position": cw.new("kommando", seed=7), "text": wild, "ask": "choice", "choices": [wild, "b"], "right": wild}
    ]
    static = cw.Lesson(wild, steps).static()
    page = static.save_html(tmp_path / "wild.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "<script>alert" not in static.save_module(tmp_path / "wild.mjs").read_text("utf-8")
    assert wild in repr(static)
