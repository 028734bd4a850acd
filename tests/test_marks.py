"""Marks made with student codes: a mark proves its author, and a missing entry leaves a gap."""

from __future__ import annotations

from random import Random
from typing import Any

import capture_widgets as cw
from capture_widgets.core.class_keys import as_code
from capture_widgets.core.marks import has_valid_mark, order_entries, with_mark

CODE = as_code("k7qm-2xhp-74rt-wb3f")


def row(count: int, code: str = CODE) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for at in range(count):
        entries.append(with_mark(code, {"who": "Ann", "answer": at}, entries[-1] if entries else None))
    return entries


def test_a_mark_holds_for_its_entry_and_its_code_alone() -> None:
    entries = row(3)
    assert all(has_valid_mark(CODE, entry) for entry in entries)
    assert not any(has_valid_mark(as_code(cw.class_codes(["Ann"])["Ann"]), entry) for entry in entries)
    for key in entries[1]:
        others: list[Any] = ["", "x", 0, 7, None, True, "0" * 64, "é" * 64, [], {}]
        for other in others:
            changed: dict[str, Any] = {**entries[1], key: other}
            assert has_valid_mark(CODE, changed) is False, changed
    assert not has_valid_mark(CODE, {key: value for key, value in entries[1].items() if key != "who"})
    assert not has_valid_mark(CODE, {**entries[1], "more": 1})


def test_gaps_are_named_and_copies_count_once() -> None:
    entries = row(6)
    assert order_entries(entries) == (entries, [])
    rng = Random(3)
    for _ in range(20):
        mixed = [*entries, *rng.choices(entries, k=4)]
        rng.shuffle(mixed)
        assert order_entries(mixed) == (entries, [])
    assert order_entries([*entries[:2], *entries[3:]])[1] == ["number 3 is missing"]
    assert order_entries(entries[3:])[1] == ["numbers 1 to 3 are missing"]
    assert order_entries(entries[:4])[1] == [], "what was taken from the end is not noticed"
    assert order_entries([entries[0], *entries[4:]])[1] == ["numbers 2 to 4 are missing"]
    fork = with_mark(CODE, {"who": "Ann", "answer": "another"}, entries[1])
    assert order_entries([*entries, fork])[1] == [], "two wrote at once, and nothing is missing"
    instead = with_mark(CODE, {"who": "Ann", "answer": "another"}, entries[0])
    follows = "another number 2 than the one that is there is missing before number 3"
    assert order_entries([entries[0], instead, *entries[2:]])[1] == [follows]
