"""The README keeps its word: its code runs, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import capture_widgets as cw

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_ten_lines_run_as_printed() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 10
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own text
    game = names["game"]
    assert isinstance(game, cw.Game)
    assert game.ply == 0


def test_every_link_and_command_leads_to_a_file() -> None:
    linked = [path for path in re.findall(r"\]\(([^)]+)\)", README) if "://" not in path]
    named = re.findall(r"(?:notebooks|tests)/\w+\.(?:ipynb|py)", README)
    assert {"LICENSE", "CHANGELOG.md"} <= set(linked)
    assert {"notebooks/kommando.ipynb", "tests/run.py"} <= set(named)
    assert [path for path in (*linked, *named) if not (ROOT / path).exists()] == []


def test_every_link_of_a_page_leads_to_a_file() -> None:
    pages = [ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]
    assert len(pages) > 8
    linked = [(page, path) for page in pages for path in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))]
    assert [(page.name, path) for page, path in linked if "://" not in path and not (page.parent / path).exists()] == []


def test_every_game_is_introduced() -> None:
    for slug, title in cw.games().items():
        assert f"| {title} | `{slug}` |" in README
