"""Makes the homework template for otter-grader, which marks its cells in another way than nbgrader does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

HOMEWORK: Final = Path(__file__).resolve().parents[2] / "notebooks" / "homework.ipynb"

SETTINGS: Final = """\
# ASSIGNMENT CONFIG
# For teachers: `otter assign homework.ipynb dist` makes the students' notebook, without this cell, the answers and the
# hidden tests. See "With nbgrader or otter-grader" in docs/teaching.md. This file is made from ../homework.ipynb.
init_cell: true
export_cell:
    pdf: false
files: []
generate:
    show_stdout: true
"""

_HIDDEN: Final = re.compile(r"^### (?:BEGIN|END) HIDDEN TESTS\n?", re.MULTILINE)


def otter_ipynb() -> str:
    """The template for otter-grader as the text of its file."""
    book = json.loads(HOMEWORK.read_text("utf-8"))
    book["cells"] = list(_cells(book["cells"]))
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _cells(cells: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The cells of the template with otter's raw cells between them: each question from its words to its last test."""
    left = list(cells)
    yield left.pop(0)
    yield _raw("config", SETTINGS)
    while left:
        cell = left.pop(0)
        if not re.fullmatch(r"q\d+", cell["id"]):
            yield _bare(cell)
            continue
        between = [cell]
        while not _is(left[0], "solution"):
            between.append(left.pop(0))
        solution, tests = left.pop(0), []
        while left and _is(left[0], "grade"):
            tests.append(left.pop(0))
        yield from _question(cell["id"], between, solution, tests)


def _question(
    number: str, between: list[dict[str, Any]], solution: dict[str, Any], tests: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    answer = _solution(_text(solution))
    name = re.split(r"\s*=", answer)[0]
    points = [test["metadata"]["nbgrader"]["points"] for test in tests]
    yield _raw(f"{number}-begin", f"# BEGIN QUESTION\nname: {name}\npoints: {points}\n")
    yield from map(_bare, between)
    yield _raw(f"{number}-solution", "# BEGIN SOLUTION")
    yield {**_bare(solution), "source": _lines(answer)}
    yield _raw(f"{number}-solution-end", "# END SOLUTION")
    yield _raw(f"{number}-tests", "# BEGIN TESTS")
    for test in tests:
        text = _text(test)
        bare = _HIDDEN.sub("", text)
        yield {**_bare(test), "source": _lines(bare if bare == text else f"# HIDDEN\n{bare}")}
    yield _raw(f"{number}-tests-end", "# END TESTS")
    yield _raw(f"{number}-end", "# END QUESTION")


def _solution(text: str) -> str:
    """The lines of the answer, marked for otter, which puts three dots in the place of the value."""
    block = text.partition("### BEGIN SOLUTION\n")[2].partition("### END SOLUTION")[0]
    lines = [line for line in block.splitlines() if not line.startswith("#")]
    return "\n".join(f"{line}  # SOLUTION" for line in lines)


def _is(cell: dict[str, Any], key: str) -> bool:
    return bool(cell["metadata"].get("nbgrader", {}).get(key))


def _text(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").splitlines(keepends=True)


def _bare(cell: dict[str, Any]) -> dict[str, Any]:
    """A cell without the marks of nbgrader, and without pictures, which otter takes out."""
    bare = {**cell, "metadata": {}}
    return {**bare, "outputs": []} if cell["cell_type"] == "code" else bare


def _raw(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "raw", "id": name, "metadata": {"raw_mimetype": "text/yaml"}, "source": _lines(text)}
