"""For every run of tests; at the end of one of all files: how many tests passed for each rule."""

from __future__ import annotations

import gc
import os

import pytest

from tests.rules import TESTS, report

os.environ["CAPTURE_WIDGETS_KEEP"] = "0"  # tests, and the kernels that they start, leave the user's folder alone


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: to look for garbage among them would only take long."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed = [report.nodeid for report in terminalreporter.stats.get("passed", []) if report.when == "call"]
    files = {node.partition("::")[0] for node in passed}
    if files < {f"tests/{path.name}" for path in TESTS.glob("test_*.py")}:
        return  # part of the tests says little about the whole
    terminalreporter.section("tests passed, by rule")
    for line in report(passed):
        terminalreporter.write_line(line)
