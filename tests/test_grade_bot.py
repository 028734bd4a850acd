"""Grades of bots: better or not at a stated confidence, in as few deals as that needs, the same for the same seed."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import Greedy
from capture_widgets.bots import Random as RandomBot
from tests.test_tournament import FIRST

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="entrants have processes on Linux and macOS")


def test_a_better_bot_passes_and_a_worse_one_does_not() -> None:
    good = cw.grade_bot(Greedy(), "kommando", "Random", seed=3, progress=False)
    assert good.passed is True
    assert 8 <= good.deals < 100
    assert good.low > 0
    assert "better than Random" in str(good)
    assert len(good.games.played) == 2 * good.deals
    bad = cw.grade_bot(RandomBot(), "kommando", seed=3, progress=False)
    assert bad.passed is False
    assert bad.high < 0
    assert "not better than Greedy" in bad._repr_html_()


def test_few_deals_decide_nothing() -> None:
    few = cw.grade_bot(Greedy(), "kommando", "Random", seed=3, deals=5, progress=False)
    assert few.passed is None
    assert few.deals == 5
    assert few.low <= few.mean <= few.high
    assert "not decided" in str(few)


def test_the_grade_is_the_same_with_workers_and_for_the_same_seed(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text(FIRST)
    one = cw.grade_bot(path, "kommando", "Random", seed=8, deals=12, progress=False)
    with ThreadPoolExecutor(2) as pool:
        two = cw.grade_bot(path, "kommando", "Random", seed=8, deals=12, progress=False, executor=pool)
    assert one == two
    assert cw.grade_bot(path, "kommando", "Random", deals=1, progress=False).games.seed.bit_length() > 64


def test_a_bot_that_fails_is_told_why(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text(FIRST.replace("return view", "return view.oops"))
    grade = cw.grade_bot(path, "kommando", "Random", seed=8, progress=False)
    assert grade.passed is False
    assert "has no attribute 'oops'" in str(grade)
    assert grade.deals < 40
    assert grade.low == -1


def test_a_bot_alone_is_graded_on_the_same_deals() -> None:
    grade = cw.grade_bot(Greedy(), "fourx", "Random", seed=1, deals=10, progress=False)
    assert grade.mean > 0
    assert grade.deals <= 10


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"against": "Gredy"}, "did you mean Greedy"),
        ({"against": 5}, "against"),
        ({"deals": 0}, "deals"),
        ({"margin": 0}, "margin"),
        ({"error": 0.5}, "error"),
        ({"seed": "x"}, "seed"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cw.grade_bot(Greedy(), "kommando", **settings)
