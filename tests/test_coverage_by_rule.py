"""Every rule has a test named after it, and the report counts these tests."""

from __future__ import annotations

import pytest

from tests.rules import RULES, citations, counted, named, report

ALL_RULES = [rule for rules in RULES.values() for rule in rules]


@pytest.mark.parametrize("rule", ALL_RULES)
def test_a_test_is_named_after_the_rule(rule: str) -> None:
    assert any(rule in named(name) for _, name in citations()), f"no test is named after {rule}"


def test_no_test_is_named_after_a_rule_that_is_none() -> None:
    unknown = {(path, name) for (path, name) in citations() for rule in named(name) if rule not in ALL_RULES}
    assert unknown == set()


def test_the_report_counts_tests_by_rule() -> None:
    nodes = [
        "tests/test_kommando.py::test_ko_4_non_dealer_attacks_one_of_the_two_ends",
        "tests/test_deal.py::test_ko_3_uc_2_a_seed_whose_first_shuffle_is_refused[kommando-58-KO-3]",
        "tests/test_deal.py::test_ko_3_uc_2_a_seed_whose_first_shuffle_is_refused[universal-72-UC-2]",
        "tests/nothing.py::test_ko_5",
    ]
    counts = counted(nodes)
    assert [counts[rule] for rule in ("KO-3", "KO-4", "UC-2", "KO-5")] == [2, 1, 2, 0]
    lines = list(report(nodes))
    assert len(lines) == len(RULES)
    assert any(line.startswith("Kommando: KO-1 0") and "KO-3 2  KO-4 1" in line for line in lines)


def test_names_are_read_as_rules() -> None:
    assert named("test_ko_6_missing_colour") == {"KO-6"}
    assert named("test_ko_3_uc_2_dealt_again") == {"KO-3", "UC-2"}
    assert named("test_at_12_plies") == {"AT-12"}
    assert named("test_seek_6_cards") == set()
