"""The homework that asks for a bot: its tests pass a good one, refuse others with words, and no answer is released."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.test_graders import as_released

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
NBGRADER, OTTER = NOTEBOOKS / "nbgrader/bot.ipynb", NOTEBOOKS / "otter/bot.ipynb"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="entrants have processes on Linux and macOS")


def cells(path: Path) -> dict[str, str]:
    """The source of each cell."""
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]}


def run(*texts: str) -> None:
    """Run cells as a kernel does."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for text in texts:
        exec(text, names)  # noqa: S102 # our own template


def test_the_solution_passes_all_tests() -> None:
    book = cells(NBGRADER)
    run(book["import"], book["bot-answer"], book["bot-plays"], book["bot-is-better"], book["bot-sees"])


def test_what_students_get_has_no_answers_and_fails_with_words() -> None:
    book = cells(NBGRADER)
    stub = as_released(book["bot-answer"]).replace("raise NotImplementedError()", "")
    assert "ISMCTS" not in "".join(map(as_released, book.values()))
    with pytest.raises(AssertionError, match="Question 1: expected in MyBot a class"):
        run(book["import"], stub, book["bot-plays"])
    first = "class MyBot(cw.bots.Random):\n    def choose(self, view):\n        return view.legal_moves()[0]"
    run(book["import"], first, book["bot-plays"])
    with pytest.raises(AssertionError, match="Question 3"):
        run(book["import"], first, book["bot-sees"])


@pytest.mark.thorough
def test_a_bot_that_moves_at_random_is_not_better() -> None:
    book = cells(NBGRADER)
    # always the same moves: one of twenty such bots is taken for a better one
    seeded = "class MyBot(cw.bots.Random):\n    def __init__(self):\n        super().__init__(seed=1)"
    with pytest.raises(AssertionError, match=r"Question 2: .*better than Random"):
        run(book["import"], seeded, book["bot-is-better"])


def test_both_templates_ask_and_test_the_same() -> None:
    one, other = cells(NBGRADER), cells(OTTER)
    for name in ("head", "q1", "q2", "q3", "bot-plays"):
        assert one[name] == other[name]
    for name in ("bot-is-better", "bot-sees"):
        assert other[name].removeprefix("# HIDDEN\n") in one[name]
