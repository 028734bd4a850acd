"""Checks the statements of docs/architecture.md against the code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from traitlets import HasTraits

import capture_widgets as cw
from tests.generate import GENERATED

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "capture_widgets"
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
WALKS = ["A click, from the browser to the repaint", "A record, from the disk to a replay", "A bot's move"]


def walk(title: str) -> list[str]:
    """The numbered lines of a walk."""
    (text,) = re.findall(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("title", WALKS)
def test_a_walk_names_files_that_exist_and_none_twice(title: str) -> None:
    steps = [re.findall(r"`([\w/]+\.(?:py|tsx?))`", line) for line in walk(title)]
    assert [number for number, files in enumerate(steps, 1) if not files] == [], "every step is in a file"
    met = [file for files in steps for file in files]
    assert [file for file in met if not (ROOT / file).is_file()] == []
    assert sorted(met) == sorted(set(met))


def test_every_file_that_the_page_names_is_there() -> None:
    """For a game's file, the file of each game; a folder stands for whatever is in it."""
    named = set(re.findall(r"`((?:capture_widgets|js)/[\w/.<>-]+)`", PAGE))
    paths = {name.replace("<slug>", slug) for name in named for slug in (cw.games() if "<slug>" in name else [""])}
    assert len(paths) > 60
    missing = [path for path in sorted(paths) if not ((ROOT / path).exists() or (ROOT / f"{path}.py").is_file())]
    assert missing == []


def contracts() -> list[dict[str, Any]]:
    """The import contracts."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed: list[dict[str, Any]] = told["tool"]["importlinter"]["contracts"]
    return listed


def layers() -> list[str]:
    """The layers of the import contract, without modules that may be missing."""
    (listed,) = [contract["layers"] for contract in contracts() if contract["type"] == "layers"]
    return [re.sub(r" \| \(\w+\)", "", layer) for layer in listed]


def test_the_drawing_has_the_layers_of_the_import_contract() -> None:
    (drawing,) = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    rows = [re.split(r"  +", line.strip(), maxsplit=1) for line in drawing.splitlines() if line]
    assert [row for row in rows if len(row) != 2] == [], "each layer says what it is"
    assert [layer for layer, _ in rows] == layers()


def test_the_layers_are_all_that_the_package_has() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name for layer in layers() for name in layer.split(" | ")} == there - {"__init__"}


FRONT_END = ROOT / "js/src"


def sources() -> list[Path]:
    """All files of the front end, style sheets too."""
    return [path for path in FRONT_END.rglob("*") if path.suffix in {".ts", ".tsx", ".css"}]


def test_one_file_alone_imports_upward() -> None:
    """It is the one that the page names; every exception of the contract is its."""
    (contract,) = [one for one in contracts() if one["type"] == "layers"]
    assert {line.split(" -> ")[0] for line in contract["ignore_imports"]} == {"capture_widgets.play.upward"}
    assert "One file imports upward: `capture_widgets/play/upward.py`" in PAGE


def test_game_stays_small() -> None:
    """What people meet when they type ``game.`` and press Tab, and how far they look for where it is written."""
    names = {name for name in dir(cw.Game) if not name.startswith("_")} - {*dir(HasTraits)}
    assert len(names) <= 75, sorted(names)
    own = [one.__name__ for one in cw.Game.__mro__ if one.__module__.startswith("capture_widgets")]
    assert len(own) <= 3, own


def test_what_a_teacher_does_is_not_a_method_of_the_game() -> None:
    deeds = {name for name in dir(cw.new("kommando", seed=1).teacher) if not name.startswith("_")}
    assert {"freeze", "release", "reveal", "conceal", "spotlight", "clock", "take_back", "jump", "set_up"} < deeds
    assert deeds & {*dir(cw.Game)} == set()


def test_the_front_end_has_few_files_at_its_top() -> None:
    assert len([path for path in sources() if path.parent == FRONT_END]) <= 6


def test_no_source_file_is_longer_than_500_lines() -> None:
    """Except generated ones."""
    files = [path for path in (*PACKAGE.rglob("*.py"), *sources()) if str(path.relative_to(ROOT)) not in GENERATED]
    assert len(files) > 300
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {path: length for path, length in lengths.items() if length > 500} == {}


def named_in_browser(heading: str) -> set[str]:
    """The first column of the table of the browser's section that begins with this heading."""
    (section,) = re.findall(r"^## In the browser\n(.*?)(?=^## )", PAGE, re.DOTALL | re.MULTILINE)
    _, _, table = section.partition(f"| {heading} | what is in it |\n")
    rows = table.partition("\n\n")[0].splitlines()[1:]
    return {re.findall(r"`([^`]+)`", row)[0].rstrip("/") for row in rows}


@pytest.mark.parametrize(("heading", "folder"), [("folder of `js/src`", ""), ("in `js/src/screens/`", "screens")])
def test_the_page_has_a_line_for_every_folder_and_every_screen_of_the_front_end(heading: str, folder: str) -> None:
    within = FRONT_END / folder
    there = {path.relative_to(within).parts[0] for path in sources() if path.is_relative_to(within)}
    above = {"widget.tsx", "otherScreens.ts"}
    assert named_in_browser(heading) == there - above, "these stand in the sentences above the table"


def test_one_file_touches_the_model_of_the_host() -> None:
    touches = re.compile(r"@anywidget/types|\bsave_changes\b|\bget_model\b|\bwidget_manager\b|\b[Mm]odel\.(on|off)\(")
    files = [path.relative_to(FRONT_END).as_posix() for path in sources() if touches.search(path.read_text("utf-8"))]
    assert files == ["kernel/model.ts"]


def test_the_table_is_in_the_first_script_and_every_other_screen_in_the_second() -> None:
    controllers = {path.parent.name for path in (FRONT_END / "screens").glob("*/controller.tsx")}
    assert controllers == {path.name for path in (FRONT_END / "screens").iterdir() if path.is_dir()}
    named = re.compile(r"screens/(\w+)/controller")
    first, second = (named.findall((FRONT_END / name).read_text("utf-8")) for name in ("widget.tsx", "otherScreens.ts"))
    assert first == ["table"]
    assert controllers == {*first, *second}
