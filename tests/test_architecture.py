"""docs/architecture.md is true, and the rooms that it draws stay small enough to read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "capture_widgets"
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
WALKS = ["A click, from the browser to the repaint", "A record, from the disk to a replay", "A bot's move"]


def walk(title: str) -> list[str]:
    """The numbered lines of a walk."""
    (text,) = re.findall(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("title", WALKS)
def test_a_walk_is_ten_lines_long(title: str) -> None:
    assert [line.split(". ")[0] for line in walk(title)] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("title", WALKS)
def test_a_walk_names_files_that_exist_and_none_twice(title: str) -> None:
    steps = [re.findall(r"`([\w/]+\.(?:py|tsx?))`", line) for line in walk(title)]
    assert [number for number, files in enumerate(steps, 1) if not files] == [], "every step is in a file"
    met = [file for files in steps for file in files]
    assert [file for file in met if not (ROOT / file).is_file()] == []
    assert sorted(met) == sorted(set(met))


def layers() -> list[str]:
    """The layers of the import contract, without modules that may be missing."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (listed,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    return [re.sub(r" \| \(\w+\)", "", layer) for layer in listed]


def test_the_drawing_has_the_layers_of_the_import_contract() -> None:
    (drawing,) = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    rows = [re.split(r"  +", line.strip(), maxsplit=1) for line in drawing.splitlines() if line.startswith("    ")]
    assert [row for row in rows if len(row) != 2] == [], "each layer says what it is"
    assert [layer for layer, _ in rows] == layers()


def test_the_layers_are_all_that_the_package_has() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name for layer in layers() for name in layer.split(" | ")} == there - {"__init__"}


def lengths(files: list[Path], most: int) -> dict[str, int]:
    """The files that are longer than they may be, with their lengths."""
    assert files
    counted = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in files}
    return {path: length for path, length in counted.items() if length > most}


def test_no_python_file_has_more_than_900_lines() -> None:
    assert lengths([*PACKAGE.rglob("*.py")], 900) == {}


def test_game_has_at_most_450_lines() -> None:
    assert lengths([PACKAGE / "game.py"], 450) == {}


def test_no_style_sheet_has_more_than_700_lines() -> None:
    assert lengths([*(ROOT / "js/src").rglob("*.css")], 700) == {}
