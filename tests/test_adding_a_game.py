"""Checks that every listed game has all files and lists that a game needs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from capture_widgets.games import GAMES
from tests.generate import GENERATED, ROOT


def lacking(slug: str, root: Path = ROOT) -> list[str]:
    """Everything that a game does not have yet, in words."""
    files = {
        f"capture_widgets/games/{slug}/rules.py": "its rules",
        f"notebooks/{slug}.ipynb": "a notebook to play and learn it",
        f"tests/test_{slug}.py": "a test for every rule",
        f"tests/records/valid/{slug}-minimal.json": "a record written by hand",
        f"capture_widgets/protocol/schemas/dump-{slug}.json": "the schema of its dumps (python -m tests.generate)",
    }
    if (root / f"js/src/views/{slug}").is_dir():  # without one its table is drawn plainly
        files[f"js/src/views/{slug}/index.ts"] = "how its table is laid out"
        files[f"js/test/dumps/{slug}.json"] = "stored dumps for the tests of its view"
    missing = [f"{name}: {what}" for name, what in files.items() if not (root / name).is_file()]
    lists = {
        "capture_widgets/games/__init__.py": "the list of games",
        "README.md": "what the package says of itself",
    }
    for name, what in lists.items():
        if slug not in (root / name).read_text(encoding="utf-8").lower():
            missing.append(f"{name}: not named in {what}")
    return missing


@pytest.mark.parametrize("slug", GAMES)
def test_a_listed_game_lacks_nothing(slug: str) -> None:
    assert lacking(slug) == []


def test_a_game_that_is_not_there_lacks_everything() -> None:
    """The check can fail: it names every file and every list."""
    assert len(lacking("bridge")) == 7


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_that_a_game_speaks_of_has_words(slug: str) -> None:
    """Identifiers run from 1 without a gap; options, code and refusals cite none that is not told."""
    game = GAMES[slug]
    letters = {rule.split("-")[0] for rule in game.rules}
    assert len(letters) == 1
    (prefix,) = letters
    assert list(game.rules) == [f"{prefix}-{number}" for number in range(1, len(game.rules) + 1)]
    assert all(len(text) > 30 and text.endswith(".") for text in game.all_rules.values())
    folder = ROOT / f"capture_widgets/games/{slug}"
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    assert set(re.findall(r"\b[A-Z]{2}-\d+\b", source)) <= set(game.all_rules)
    for option in game.options.described():
        assert option["rule"] in game.all_rules
        assert option["words"].endswith(".")


def named(tree: ast.AST) -> set[str]:
    """The texts in code that are a game's slug, without docstrings and the names of decks."""
    decks = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Deck"
        for argument in node.args
    }
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in decks)
    return {node.value for node in texts if isinstance(node.value, str) and node.value in GAMES}


def test_no_game_is_known_by_name_outside_of_its_own_files() -> None:
    assert named(ast.parse('if game == "kommando": pass')) == {"kommando"}
    for path in sorted((ROOT / "capture_widgets").rglob("*.py")):
        made = str(path.relative_to(ROOT)) in GENERATED  # from the games, whichever there are
        if ROOT / "capture_widgets/games" not in path.parents and not made:
            assert not named(ast.parse(path.read_text(encoding="utf-8"))), path


def test_the_page_tells_the_size_of_the_example_and_of_its_line() -> None:
    """What the page says of the sixth game is so, and its line of an entry point is the package's."""
    page = " ".join((ROOT / "docs/adding_a_game.md").read_text(encoding="utf-8").split())
    example = ROOT / "tests/sixth"
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in sized(example)}
    python = sum(count for name, count in lines.items() if name.endswith(".py"))
    said = f"{python} lines of Python, a view of {lines['view.js']} and a `pyproject.toml` of {lines['pyproject.toml']}"
    assert said in page
    (block,) = re.findall(r"```toml (.*?) ```", page)
    assert block in " ".join((example / "pyproject.toml").read_text(encoding="utf-8").split())
    kit = re.findall(r"const KIT = \{ (.*?) \};", (ROOT / "js/src/screens/brought.ts").read_text(encoding="utf-8"))
    assert f"export default ({{ {kit[0]} }}) =>" in page


def sized(folder: Path) -> list[tuple[str, Path]]:
    """The files of a package by their names."""
    return [(path.name, path) for path in folder.rglob("*") if path.suffix in (".py", ".js", ".toml")]


def test_the_example_uses_no_private_name_and_no_test() -> None:
    for _, path in sized(ROOT / "tests/sixth"):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    module = node.module or ""
                    assert module.partition(".")[0] != "tests"
                    names = [*module.split("."), *(alias.name for alias in node.names)]
                    assert not any(name.startswith("_") and name != "__future__" for name in names), path
