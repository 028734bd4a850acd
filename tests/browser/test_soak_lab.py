"""Two minutes of everything at once (tests.benchmarks.soak goes on for longer)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.benchmarks.soak import soak
from tests.browser.lab import Server, serve

SECONDS = float(os.environ.get("CAPTURE_WIDGETS_SOAK", "120"))

STOPS = round(SECONDS / 6)
"""How often the stop button is pressed at least: a third of what an idle machine of two cores does in the time."""


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Server]:
    """JupyterLab as it comes, with what other tests do without."""
    with serve("lab", tmp_path) as server:
        yield server


@pytest.mark.thorough
def test_two_minutes_of_faults_leave_game_journal_traits_and_screens_the_same(whole: Server, browser: Browser) -> None:
    run = soak(browser, whole, SECONDS, seed=11, stops=STOPS)
    summary = run.summary()
    assert run.differences == [], summary
    assert summary["stops"] >= STOPS, summary
    assert summary["clicks"] >= SECONDS / 60, summary  # behind with its stops, it clicks in a sixth of its steps
    if SECONDS >= 120:
        for fault in ("kills", "restarts", "reloads", "cells run again"):
            assert summary[fault] >= 1, summary
    # the stop button is heard: a loop ends by it
    assert summary["stops unheard"] <= summary["stops"] // 20, summary
