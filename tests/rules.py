"""Which tests speak of which rule: by their names (``test_ko_6_...``) and their docstrings (``KO-6``)."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from capture_widgets.engine.common_rules import COMMON_RULES
from capture_widgets.games import GAMES

TESTS = Path(__file__).parent
RULES = {"all games": tuple(COMMON_RULES), **{game.title: tuple(game.rules) for game in GAMES.values()}}
"""Identifiers of the rules, game by game."""


def named(name: str) -> set[str]:
    """The rules that a test's name speaks of."""
    return {f"{letters.upper()}-{number}" for letters, number in re.findall(r"(?<![a-z])([a-z]{2})_(\d+)(?=_|$)", name)}


@cache
def citations() -> dict[tuple[str, str], frozenset[str]]:
    """For each test function, by file and name, the rules that it cites in its name or docstring."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                told = set(re.findall(r"\b[A-Z]{2}-\d+\b", ast.get_docstring(node) or ""))
                found[path.relative_to(TESTS).as_posix(), node.name] = frozenset(named(node.name) | told)
    return found


def counted(nodes: Iterable[str]) -> dict[str, int]:
    """How many of the tests that were run, by node id, cite each rule."""
    counts: dict[str, int] = defaultdict(int)
    for node in nodes:
        path, _, rest = node.partition("::")
        name = rest.split("::")[-1].split("[")[0]
        for rule in citations().get((path.removeprefix("tests/"), name), ()):
            counts[rule] += 1
    return counts


def report(nodes: Iterable[str]) -> Iterator[str]:
    """Lines that tell for each rule how many tests cite it."""
    counts = counted(nodes)
    for title, rules in RULES.items():
        yield f"{title}: " + "  ".join(f"{rule} {counts[rule]}" for rule in rules)
