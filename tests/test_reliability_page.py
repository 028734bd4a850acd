"""The reliability page shows every figure as it was measured, with a command that exists."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.benchmarks.reliability_page import FIGURES, PAGE, ROWS, page

ROOT = Path(__file__).parent.parent


def test_the_table_is_written_from_the_figures() -> None:
    text, figures = PAGE.read_text("utf-8"), json.loads(FIGURES.read_text("utf-8"))
    assert page(text, figures) == text


def test_every_row_has_a_figure_without_faults_and_a_command_that_is_there() -> None:
    figures = json.loads(FIGURES.read_text("utf-8"))
    assert list(figures) == list(ROWS)
    for row in figures.values():
        assert row["count"] > 0
        assert row["faults"] == 0
        (module,) = re.findall(r"^python -m ([\w.]+)", row["command"])
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
