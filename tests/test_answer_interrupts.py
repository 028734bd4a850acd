"""Interrupts, memory errors and full disks while an answer is saved: memory and file agree afterwards."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching.answer_file import AnswerFile
from tests.faults import Lines, chosen
from tests.test_answer_files import CODES, RIGHT, WRONG, of
from tests.test_quiz import hand, plies_of
from tests.wire import ask

MANY = bool(os.environ.get("CAPTURE_TESTS_MANY"))
"""Whether every line is tried."""

ERRORS: list[Callable[[], BaseException]] = [KeyboardInterrupt, MemoryError, lambda: OSError(28, "No space left")]


@pytest.mark.parametrize("code", [None, CODES["Ann"]])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_memory_and_file_agree_wherever_the_stop_button_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, code: str | None
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    number = 0

    def begun() -> tuple[cw.Lesson, Path]:
        nonlocal number
        number += 1
        keep = tmp_path / (f"{number}.jsonl" if kind == "file" else str(number))
        lesson = of("Ann", keep if kind == "file" else f"{keep}/", code=code)
        lesson.answer(1, WRONG[0])
        return lesson, keep

    def act(lesson: cw.Lesson) -> None:
        lesson.answer(1, RIGHT)

    lesson, _ = begun()
    lines = Lines()
    assert lines.run(lambda: act(lesson)) is None
    hits = lost = 0
    sites = chosen(lines.sites, again=True)
    begin = 2 * (kind == "file") + (code is None)  # the four of them try different lines
    for at in sites if MANY else sites[begin::4]:
        for error in ERRORS[: 3 if MANY or at % 8 == 0 else 1]:
            lesson, keep = begun()
            raised = Lines(at, error()).run(lambda lesson=lesson: act(lesson))  # type: ignore[misc]
            hits += raised is not None
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                held, there = lesson.answers, of("Ann", keep, code=code).answers
            assert held == there, at
            assert len(held) in (1, 2)
            lost += len(held) == 1
            act(lesson)
            assert lesson.answers == of("Ann", keep, code=code).answers
            files = [keep] if kind == "file" else list(keep.iterdir())
            assert len(files) == 1
            assert AnswerFile(files[0]).read().faults == []
            assert lesson.grade(keep, codes=None if code is None else CODES).gaps == {}
    assert hits > 50
    assert 0 < lost < hits


def test_a_running_lesson_counts_what_was_kept_wherever_the_stop_button_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)

    def begun(name: object) -> Any:
        run = of("Ann", tmp_path / f"{name}.jsonl").run()
        ask(run, kind="next")
        return run

    run = begun("first")
    lines = Lines()
    assert lines.run(lambda: run.take_move(WRONG[0])) is None
    for at in chosen(lines.sites, again=False)[:: 1 if MANY else 7]:
        run = begun(at)
        Lines(at, KeyboardInterrupt()).run(lambda run=run: run.take_move(WRONG[0]))  # type: ignore[misc]
        kept = len(AnswerFile(tmp_path / f"{at}.jsonl").read().answers)
        run._show()
        assert run.scene["tries"] == 3 - kept, "a try is counted if it was kept"
        ask(run, kind="again")
        assert run.scene["tries"] == 3


def test_a_quiz_holds_what_was_kept_wherever_the_stop_button_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    game = hand()
    ply = plies_of(game, 0)[0]

    def begun(name: object) -> Any:
        return game.replay(seat=0, predict=[ply], keep=tmp_path / f"{name}.jsonl", who="Ann", ply=game.ply)

    quiz = begun("first")
    lines = Lines()
    assert lines.run(lambda: quiz.answer(game.moves()[ply])) is None
    parts = ("answer", "AnswerFile", "Questions", "Quiz")
    sites = [at for at in chosen(lines.sites, again=False) if any(part in str(lines.sites[at]) for part in parts)]
    assert len(sites) > 50
    for at in sites:
        quiz = begun(at)
        Lines(at, KeyboardInterrupt()).run(lambda quiz=quiz: quiz.answer(game.moves()[ply]))  # type: ignore[misc]
        assert quiz.answers == begun(at).answers, lines.sites[at]
