"""The homework template: students get its questions and names and nothing else, and graders mark what they write."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.graders.checks import FOR_OTTER, HOMEWORK, NAMES, SECRET

ROOT = Path(__file__).parent.parent


def as_released(text: str) -> str:
    """A cell as nbgrader releases it."""
    text = re.sub(r"(?s)### BEGIN SOLUTION.*### END SOLUTION", "raise NotImplementedError()", text)
    return re.sub(r"(?s)### BEGIN HIDDEN TESTS.*### END HIDDEN TESTS", "", text)


def test_students_get_the_names_and_no_answers() -> None:
    """What the graders themselves release is looked at in `tests.graders`."""
    cells = json.loads(HOMEWORK.read_text("utf-8"))["cells"]
    assert {cell["cell_type"] for cell in cells} == {"markdown", "code"}, "raw cells would reach students"
    released = [as_released("".join(cell["source"])) for cell in cells]
    assert [match[0] for text in released for match in SECRET.finditer(text)] == []
    words = "\n".join(text for cell, text in zip(cells, released, strict=True) if cell["cell_type"] == "markdown")
    for name in NAMES:
        assert f"`{name}`" in words
        assert sum(text.startswith(f"{name} = None  # ") for text in released) == 1
    tests = [text for cell in cells if (text := "".join(cell["source"])).count("assert ")]
    assert len(tests) == 6
    assert all(re.search(r'assert \w+, f"Question \d: expected ', text) for text in tests), "they say what was expected"


def test_the_template_for_otter_asks_the_same_and_counts_the_same_points() -> None:
    def questions(path: Path) -> list[Any]:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        return [cell["source"] for cell in cells if cell["id"] in ("q1", "q2", "q3", "q3-table")]

    assert questions(HOMEWORK) == questions(FOR_OTTER)
    points = re.findall(r"points: \[(.*?)\]", FOR_OTTER.read_text("utf-8"))
    assert points == ["0, 2", "0, 1", "0, 3"]


@pytest.mark.thorough
def test_both_graders_make_mark_and_explain_the_homework() -> None:
    """They need an environment of their own, which takes minutes to make."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.graders"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=1500
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
