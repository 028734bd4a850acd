"""Sizes and bounds that pages of the documentation state are those of the code; other pages name their tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import pytest

import capture_widgets as cw
from capture_widgets.core import plain_data
from capture_widgets.export.bundle import whole_script
from capture_widgets.model import dump, record_format
from capture_widgets.records import journal_lines, record
from capture_widgets.teaching import class_reading

DOCS: Final = Path(__file__).parent.parent / "docs"


def hand(**new: Any) -> cw.Game:
    return cw.new("kommando", seats=[cw.bots.Random(1), cw.bots.Random(2)], **new).run()


def mean_code(of: Callable[[int], cw.Game]) -> float:
    return fmean(len(of(seed).code()) for seed in range(8))


def dealt(seed: int) -> list[str]:
    deal: list[str] = cw.new("kommando", seed=seed).record()["rounds"][0]["deal"]
    return deal


STATED: Final[list[tuple[str, str, Callable[[], bool]]]] = [
    (
        "records_and_dumps",
        "64 MiB of text and 300,000 values in all, 100,000 moves, 10,000 variations, 100,000 characters in",
        lambda: (
            (plain_data.MOST_TEXT >> 20, plain_data.MOST_VALUES, record.MOST_MOVES, record.MOST_VARIATIONS)
            == (64, 300_000, 100_000, 10_000)
        ),
    ),
    ("records_and_dumps", "a comment and a million in all comments", lambda: record_format.MOST_WORDS == 1_000_000),
    ("records_and_dumps", "plies up to 9,000,000 in a dump", lambda: dump.MOST_PLY == 9_000_000),
    ("records_and_dumps", "A journal has at most 64 MiB", lambda: journal_lines.MOST_BYTES >> 20 == 64),
    (
        "records_and_dumps",
        "A hand of Kommando takes about 42 characters",
        lambda: abs(mean_code(lambda seed: hand(deal=dealt(seed))) - 42) < 1,
    ),
    (
        "records_and_dumps",
        "and about 25 if a seed dealt it",
        lambda: abs(mean_code(lambda seed: hand(seed=2**31 + seed)) - 25) < 2,
    ),
    (
        "records_and_dumps",
        "has about 700 characters",
        lambda: abs(mean_code(lambda seed: cw.from_dump(cw.new("kommando", seed=seed).dump())) - 700) < 35,
    ),
    (
        "saved_notebooks",
        "contains the front end (some 230 kB)",
        lambda: abs(len(whole_script().encode()) / 1000 - 230) < 25,
    ),
    ("classroom", "It reads at most 2,000 files", lambda: class_reading.MOST_FILES == 2_000),
    ("tutorial", "puts the red 1 on the left end", lambda: "L:1r" in cw.new("kommando", seed=7).legal_moves()),
]
"""The page, what it says, and whether it is so."""


@pytest.mark.parametrize(("page", "words", "holds"), STATED, ids=[f"{page}-{words[:30]}" for page, words, _ in STATED])
def test_a_page_states_a_number_as_it_is(page: str, words: str, holds: Callable[[], bool]) -> None:
    assert words in (DOCS / f"{page}.md").read_text("utf-8")
    assert holds()
