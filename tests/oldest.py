"""Tables and replays with the oldest versions that the metadata allows: ``python -m tests.oldest [folder]``.

Makes a virtual environment with exactly the lower bounds of ``pyproject.toml`` and runs the tests of the widgets in it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

from tests.environments import install

ROOT = Path(__file__).resolve().parent.parent
TESTS = ("tests/test_table.py", "tests/test_replay.py", "tests/test_hosts.py")
"""What touches traitlets, ipywidgets and anywidget; the rest of the package is Python alone."""

UNSENT = (
    "test_table.py::test_a_move_sends_of_the_log_what_is_new_however_long_it_is",
    "test_table.py::test_a_page_that_comes_later_has_the_whole_log_and_one_that_stays_loses_what_was_taken_back",
    "test_table.py::test_a_page_of_the_log_that_could_not_be_sent_goes_with_the_next_move",
    "test_table.py::test_a_trait_that_is_refused_comes_back_in_words_with_the_true_value",
    "test_table.py::test_what_is_right_is_taken_although_it_comes_with_what_is_wrong",
    "test_hosts.py::test_none_reaches_a_page_as_null",
    "test_hosts.py::test_what_pages_are_sent_is_plain_and_needs_no_buffers",
)
"""Tests that listen to what is sent: before 7.7.2 ipywidgets sends nothing where no kernel runs."""

TOOLS = ("hatchling", "hypothesis", "jsonschema", "pytest")
_BOUND = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9.]+)(?:; sys_platform != 'emscripten')?")


def lower_bounds() -> dict[str, str]:
    """The oldest version of each package that ours needs, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    bounds = [_BOUND.fullmatch(requirement) for requirement in project["dependencies"]]
    assert all(bounds), "every dependency has a lower bound, and nothing else but where it is needed"
    return {bound[1]: bound[2] for bound in bounds if bound}


def environment(folder: Path) -> Path:
    """Make the environment; returns its Python."""
    venv.create(folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    oldest = [f"{name}=={version}" for name, version in lower_bounds().items()]
    install(python, *oldest, *TOOLS)
    return python


def main() -> int:
    """Make the environment in the folder that is named, or in one that is taken away again, and run the tests."""
    with tempfile.TemporaryDirectory() as own:
        python = environment(Path(sys.argv[1] if len(sys.argv) > 1 else own))
        variables = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
        command += [f"--deselect=tests/{name}" for name in UNSENT]
        return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
