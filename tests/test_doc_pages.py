"""Pages of the documentation: their code runs, and the names and pages that they mention exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import capture_widgets as cw
from tests.hooks import kept, used

ROOT = Path(__file__).parent.parent
CHESS = (ROOT / "docs/from_python_chess.md").read_text("utf-8")
TASKS = re.findall(r"^## (\d+)\. (.*?)\n\n```python\n(.*?)```", CHESS, re.DOTALL | re.MULTILINE)
CONTRACT = (ROOT / "docs/contract.md").read_text("utf-8")


@pytest.mark.parametrize(("title", "code"), [task[1:] for task in TASKS], ids=[task[1] for task in TASKS])
def test_a_task_from_python_chess_runs_as_printed(title: str, code: str) -> None:
    assert code.startswith(("import", "from")), title
    exec(compile(code, "from_python_chess.md", "exec"), {"__name__": "page"})  # noqa: S102 - our own text


def test_the_contract_names_what_there_is() -> None:
    names = set(re.findall(r"\bcw\.(\w+)", CONTRACT))
    assert {"new", "load", "options", "rules", "replay"} <= names
    assert [name for name in names if not hasattr(cw, name)] == []
    methods = set(re.findall(r"(?<![\w/.])g\.(\w+)", CONTRACT))
    assert {"play", "code", "notation", "copy", "legal_moves"} <= methods
    game = cw.new("kommando", seed=1)
    assert [name for name in methods if not hasattr(game, name)] == []


def test_the_front_end_has_every_hook_that_the_contract_keeps() -> None:
    """That the others are named as free is the generator's part (test_generated)."""
    assert {"data-place", "data-move", "data-last", "data-step", "data-reply", "data-hint", "data-timeline"} <= kept()
    assert kept() - used() == set()


def test_each_form_of_a_move_in_the_contract_is_read() -> None:
    section = CONTRACT.partition("## Moves")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\w+) \| (`.*) \|$", section, re.MULTILINE)
    assert [slug for slug, _ in rows] == list(cw.games())
    for slug, forms in rows:
        state = cw.new(slug, seed=1).state
        for text in re.findall(r"`([^`]+)`", forms):
            if text != "column":
                assert str(state.parse(text)) == text


def test_the_notation_and_the_code_of_the_page_about_records_are_read() -> None:
    page = (ROOT / "docs/records_and_dumps.md").read_text("utf-8")
    (notation,) = re.findall(r"^```\n(\[Notation 1\].*?)```", page, re.DOTALL | re.MULTILINE)
    assert cw.load(notation).notation() == notation
    (code,) = re.findall(r"`(KO1-[^`]+)`", page)
    assert cw.load(code).is_over


def texts() -> list[tuple[str, str]]:
    return [
        (str(path.relative_to(ROOT)), node.value)
        for path in sorted((ROOT / "capture_widgets").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def test_texts_of_the_package_name_pages_that_exist() -> None:
    named = [(where, page) for where, text in texts() for page in re.findall(r"\b(?:docs/)?\w+\.md\b", text)]
    assert len(named) > 10
    assert [(where, page) for where, page in named if not (ROOT / page).is_file()] == []


def test_texts_of_the_package_name_no_document_that_is_not_shipped() -> None:
    words = re.compile("|".join(["RULE" + "BOOK", "CON" + "TRACT", "DESI" + "GN\\.md"]))
    assert [(where, text[:60]) for where, text in texts() if words.search(text)] == []
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *(ROOT / "js/src/kernel/messages").iterdir()]
    assert [page.name for page in pages if words.search(page.read_text("utf-8"))] == []
