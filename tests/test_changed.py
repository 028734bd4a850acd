"""The unit tests that `tests/run.py --quick` selects for a change."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from capture_widgets.bots import ISMCTS
from tests import run
from tests.changed import ROOT, concerned, distances, imported


def test_imports_are_found_wherever_they_stand() -> None:
    names = {"package", "package.one", "package.two", "package.two.deep", "tests.three"}
    source = (
        "import json, package.one\nfrom package import two, something\n"
        "def late():\n    from package.two.deep import this\n    from elsewhere import three\n"
    )
    assert {*imported(ast.parse(source), names)} == {"package", "package.one", "package.two", "package.two.deep"}


def test_what_imports_a_change_is_as_far_from_it_as_the_shortest_way() -> None:
    imports = {"a": set[str](), "b": {"a"}, "c": {"b", "a"}, "d": {"c"}, "e": {"f"}, "f": {"e"}}
    assert distances(imports, ["a"]) == {"a": 0, "b": 1, "c": 1, "d": 2}
    assert distances(imports, ["not there"]) == {}


@pytest.mark.parametrize(
    ("change", "first", "never"),
    [
        ("tests/test_changed.py", ["tests/test_changed.py"], "tests/test_kommando.py"),
        ("tests/changed.py", ["tests/test_changed.py"], "tests/test_kommando.py"),
        ("docs/rules.md", ["tests/test_kommando.py", "tests/test_doc_pages.py"], "tests/test_solver.py"),
        (Path(inspect.getfile(ISMCTS)).relative_to(ROOT).as_posix(), ["tests/test_bots.py"], "tests/test_hygiene.py"),
    ],
)
def test_tests_that_a_change_concerns_are_named_nearest_first(change: str, first: list[str], never: str) -> None:
    found = concerned([change])
    assert {*first} <= {*found[:20]}
    assert never not in found


def test_each_commit_begins_with_another_file_and_runs_all() -> None:
    files = ["tests/test_picks.py", "tests/test_changed.py", "tests/test_card_names.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", *files]

    def order(text: str) -> list[str]:
        said = subprocess.run([*command, f"--turned-by={text}"], cwd=ROOT, capture_output=True, text=True, check=True)
        return [line for line in said.stdout.splitlines() if "::" in line]

    plain, turned = order(""), [order(text) for text in "abg"]
    assert all(sorted(one) == sorted(plain) for one in turned)
    assert {one[0].partition("::")[0] for one in turned} == {*files}


def test_a_run_that_should_end_gives_thorough_tests_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(run.END, raising=False)
    assert run.thorough_seconds(0) == run.MOST_THOROUGH
    monkeypatch.setenv(run.END, "10000")
    left = {now: run.thorough_seconds(now) + run.LAST_TEST for now in (0, 8000, 9990)}
    assert left == {0: run.MOST_THOROUGH + run.LAST_TEST, 8000: 2000, 9990: run.LEAST_THOROUGH + run.LAST_TEST}


def test_a_run_names_at_its_end_each_test_that_failed_and_how_often() -> None:
    browser, unit = (run.Task(name, lambda _: None) for name in ("browser", "unit"))
    browser.output = ["FAILED tests/browser/test_a.py::test_x[one] - AssertionError: no\n1 failed\n", "1 passed\n"]
    unit.output = ["tests/test_b.py F\nERROR tests/test_b.py::test_y\n", "ERROR tests/test_b.py::test_y\n"]
    assert run.red([browser, unit]) == (
        "1 times  browser: tests/browser/test_a.py::test_x[one]\n2 times  unit: tests/test_b.py::test_y\n"
    )


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_run_of_limited_time_says_how_many_tests_it_left(workers: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_picks.py"]
    told = subprocess.run([*command, "--collect-only"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    count = sum("::" in line for line in told.splitlines())
    limited = [*command, "--at-most=-1", "-n", workers]
    done = subprocess.run(limited, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    said = re.findall(r"^(\d+) tests were left for a run that takes longer$", done.stdout, re.MULTILINE)
    assert said == [str(count)], done.stdout
