"""For every run of tests; at the end of one of all files: how many tests passed for each rule."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Generator
from typing import Any

import pytest

from tests.rules import TESTS, report

os.environ["CAPTURE_WIDGETS_KEEP"] = "0"  # tests, and the kernels that they start, leave the user's folder alone
os.environ["CAPTURE_WIDGETS_CLASS_KEYS"] = tempfile.mkdtemp(prefix="class-keys-")


def _forget_keys(folder: str, process: int) -> None:
    if os.getpid() == process:  # and not in a child that was forked from it
        shutil.rmtree(folder, ignore_errors=True)


atexit.register(_forget_keys, os.environ["CAPTURE_WIDGETS_CLASS_KEYS"], os.getpid())

BEGAN = pytest.StashKey[float]()
LEFT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--at-most", type=float, metavar="SECONDS", help="begin no test later, and say how many were left")
    parser.addoption(
        "--turned-by", metavar="TEXT", help="begin with a file that the text chooses; after the last comes the first"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What a run of limited time leaves should not be the same tests each time."""
    text, files = config.getoption("--turned-by"), list(dict.fromkeys(item.path for item in items))
    if text and files:
        first = files[zlib.crc32(text.encode()) % len(files)]
        at = next(at for at, item in enumerate(items) if item.path == first)
        items[:] = items[at:] + items[:at]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    most, stash = item.config.getoption("--at-most"), item.config.stash
    if most is None or time.monotonic() - stash[BEGAN] <= most:
        return None
    stash[LEFT] = stash.get(LEFT, 0) + 1
    return True  # as if it had been run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A press of the stop button that a test makes, and that comes after it, fails one test: it ends no run unseen."""
    try:
        return (yield)
    except KeyboardInterrupt as pressed:
        if os.isatty(0):
            raise  # somebody wants to stop
        raise AssertionError(
            "a stop came that nobody at a terminal pressed, from this test or an earlier one"
        ) from pressed


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of collected tests stay to the end: to look for garbage among them would only take long."""
    gc.collect()
    gc.freeze()
    session.config.stash[BEGAN] = time.monotonic()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a file of tests leaves, as modules that it loaded, is not gone through again at each collection after it."""
    if nextitem is not None and nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, int] | None = getattr(session.config, "workeroutput", None)
    if output is not None:  # this process is one of several, and the one that began them prints
        output["left"] = session.config.stash.get(LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up how many tests each process of a run left."""
    left = getattr(node, "workeroutput", {}).get("left", 0)
    node.config.stash[LEFT] = node.config.stash.get(LEFT, 0) + left


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if left := terminalreporter.config.stash.get(LEFT, 0):
        terminalreporter.write_line(f"{left} tests were left for a run that takes longer")
    passed = [report.nodeid for report in terminalreporter.stats.get("passed", []) if report.when == "call"]
    files = {node.partition("::")[0] for node in passed}
    if not files >= {f"tests/{path.name}" for path in TESTS.glob("test_*.py")}:
        return  # part of the tests says little about the whole
    terminalreporter.section("tests passed, by rule")
    for line in report(passed):
        terminalreporter.write_line(line)
