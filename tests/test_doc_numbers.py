"""Sizes and bounds that pages of the documentation state are those of the code; other pages name their tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import pytest

import capture_widgets as cw
from capture_widgets.core import plain_data
from capture_widgets.export.bundle import bundle, whole_script
from capture_widgets.model import dump, record_format
from capture_widgets.records import journal_lines, record
from capture_widgets.teaching import class_reading, variants
from capture_widgets.teaching import dealt as dealt_lessons
from tests import oldest
from tests.notebook_cells import words_of
from tests.ten_students import Hand

DOCS: Final = Path(__file__).parent.parent / "docs"


def hand(**new: Any) -> cw.Game:
    return cw.new("kommando", seats=[cw.bots.Random(1), cw.bots.Random(2)], **new).run()


def mean_code(of: Callable[[int], cw.Game]) -> float:
    return fmean(len(of(seed).code()) for seed in range(8))


def dealt(seed: int) -> list[str]:
    deal: list[str] = cw.new("kommando", seed=seed).record()["rounds"][0]["deal"]
    return deal


def script_size(name: str) -> float:
    """What a script needs, with the styles that go with the first one, in thousands of bytes."""
    folder = Path(cw.__file__).parent / "static"
    styles = (folder / "widget.css").stat().st_size if name == "widget" else 0
    return ((folder / f"{name}.js").stat().st_size + styles) / 1000


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
        "contains the front end (some 510 kB)",
        lambda: abs(len((whole_script() + bundle("widget.css")).encode()) / 1000 - 510) < 25,
    ),
    (
        "hosts",
        "some 320 kB with the\nfirst table, and some 160 kB with the first widget",
        lambda: abs(script_size("widget") - 320) < 25 and abs(script_size("screens") - 160) < 15,
    ),
    (
        "hosts",
        "traitlets 5.7 and ipywidgets 7.7 (`python -m tests.oldest`)",
        lambda: (oldest.lower_bounds()["traitlets"], oldest.lower_bounds()["ipywidgets"]) == ("5.7", "7.7"),
    ),
    (
        "teaching",
        "does all of this in 25 minutes",
        lambda: "**Time.** 25 minutes" in words_of("make_a_lesson")["title"],
    ),
    ("teaching", "each within a factor of 1.5 of one model", lambda: variants._AS_EASY == 1.5),
    (
        "teaching",
        "three questions, each with the name for",
        lambda: len([name for name in words_of("homework").values() if re.match(r"\*\*Question \d", name)]) == 3,
    ),
    (
        "teaching",
        "a second and a half for a click, three for a choice, two for a field and one more for five characters",
        lambda: (
            [60 * hand.by_hand() for hand in (Hand(clicks=1), Hand(choices=1), Hand(texts=1), Hand(signs=5))]
            == pytest.approx([1.5, 3, 2, 1])
        ),
    ),
    (
        "teaching",
        "That takes 23 clicks, 7 choices from lists, 22\nfields with some 720 characters",
        lambda: round(Hand(clicks=23, choices=7, texts=22, signs=721).by_hand()) == 4,
    ),
    (
        "lessons",
        "Seeds are tried, up to 60 for a student, until the lesson has the same kind as all others",
        lambda: variants.MOST_SEEDS == 60,
    ),
    ("lessons", "the usual one of twelve is the model", lambda: variants._MODELS == 12),
    ("lessons", "at most 300 in all positions of a lesson", lambda: dealt_lessons.MOST_PLIES == 300),
    ("classroom", "It reads at most 2,000 files", lambda: class_reading.MOST_FILES == 2_000),
    ("tutorial", "puts the red 1 on the left end", lambda: "L:1r" in cw.new("kommando", seed=7).legal_moves()),
]
"""The page, what it says, and whether it is so."""


@pytest.mark.parametrize(("page", "words", "holds"), STATED, ids=[f"{page}-{words[:30]}" for page, words, _ in STATED])
def test_a_page_states_a_number_as_it_is(page: str, words: str, holds: Callable[[], bool]) -> None:
    assert words in (DOCS / f"{page}.md").read_text("utf-8")
    assert holds()
