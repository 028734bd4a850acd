"""Every promise of the pages has a test named beside it, and stands in one place.

A comment in the Markdown, which no reader sees, names the tests of the paragraph or list item that it ends:
``<!-- test: test_game.py::test_undo, browser/test_links.py::test_page -->``. A paragraph that promises nothing although
it has one of the words below ends with ``<!-- description -->``.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "SECURITY.md", *(ROOT / f"docs/{name}.md" for name in ("reliability", "secrecy", "classroom"))]
PAGES += [ROOT / "docs/records_and_dumps.md"]

WORDS = re.compile(
    r"\b(never|always|cannot|must|every|everybody|each|any|all|no|none|nobody|nothing|nowhere|only|alone|at most"
    r"|at once|stays?|keeps?|kept|refused|refuses|whole|wherever|whatever|whoever|whichever|same|neither|nor|without"
    r"|promised?)\b",
    re.IGNORECASE,
)
"""What a promise is made with. A sentence with none of these says how things are, and is found false by using them."""

OTHER_SECTIONS = {
    "SECURITY.md": {"Who is trusted", "What is not promised", "Versions", "Reporting"},
    "reliability.md": {"Figures", "How others do it"},
    "secrecy.md": {"What no Python process can keep from code within it"},
}
"""Sections that promise nothing: what others do, whom one trusts, and what is left open."""

NAMED = re.compile(r"<!-- test: ([^>]+?) -->")
DESCRIPTION = "<!-- description -->"


class Block(NamedTuple):
    """A paragraph or a list item."""

    section: str
    text: str

    @property
    def words(self) -> str:
        """What a reader sees of it, on one line and without code."""
        seen = re.sub(r"<!--.*?-->|`[^`]*`", "", self.text, flags=re.DOTALL)
        return " ".join(re.sub(r"\]\([^)]*\)", "]", seen).split())


@cache
def blocks(page: Path) -> list[Block]:
    """The paragraphs and list items of a page; tables, code and what is made by a program are left out."""
    text = page.read_text("utf-8")
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!-- figures -->.*?<!-- end of figures -->", "", text, flags=re.DOTALL)
    found: list[Block] = []
    section, lines = "", list[str]()

    def end() -> None:
        if lines:
            found.append(Block(section, "\n".join(lines)))
            lines.clear()

    for line in text.splitlines():
        if line.startswith("#"):
            end()
            section = line.strip("# ")
        elif not line.strip() or line.startswith("|"):
            end()
        else:
            if re.match(r" *- ", line):
                end()
            lines.append(line)
    end()
    return found


def promises(page: Path) -> list[Block]:
    """The blocks of a page that promise something, by their words."""
    left_out = OTHER_SECTIONS.get(page.name, set())
    return [one for one in blocks(page) if one.section not in left_out and WORDS.search(one.words)]


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_promise_has_a_test_beside_it(page: Path) -> None:
    assert len(promises(page)) >= 3
    bare = [one.words for one in promises(page) if not NAMED.search(one.text) and DESCRIPTION not in one.text]
    assert bare == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_test_that_a_page_names_is_there(page: Path) -> None:
    named = [name.strip() for names in NAMED.findall(page.read_text("utf-8")) for name in names.split(",")]
    assert len(named) >= 5
    missing = []
    for name in named:
        file, _, test = name.partition("::")
        path = ROOT / "tests" / file
        if not path.is_file() or test not in names_in(path):
            missing.append(name)
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_comments_are_of_the_two_kinds_and_end_their_block(page: Path) -> None:
    for one in blocks(page):
        comments = re.findall(r"<!--.*?-->", one.text, re.DOTALL)
        assert len(comments) <= 1, one.words
        assert all(NAMED.fullmatch(comment) or comment == DESCRIPTION for comment in comments), comments
        assert all(one.text.endswith(comment) for comment in comments), one.text


def test_no_promise_stands_twice() -> None:
    places: dict[str, str] = {}
    for page in PAGES:
        for one in promises(page):
            for sentence in re.split(r"(?<=[.:;]) ", re.sub(r"[*“”]", "", one.words)):
                key = sentence.casefold().strip(" .:;")
                if len(key) > 30 and WORDS.search(key):
                    assert key not in places, f"{page.name} says again what {places[key]} says: {sentence}"
                    places[key] = page.name


def test_few_paragraphs_are_called_descriptions() -> None:
    """What promises nothing is mostly said without these words."""
    called = [one for page in PAGES for one in blocks(page) if DESCRIPTION in one.text]
    named = [one for page in PAGES for one in blocks(page) if NAMED.search(one.text)]
    assert len(called) * 2 < len(named)
