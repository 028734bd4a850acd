"""Runs notebooks without a kernel and puts the pictures that their cells make into them:
``python -m tests.notebook_cells``.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
ILLUSTRATED = (
    "probability", "information_sets", "an_analysed_game", "on_a_hub", "homework", "classroom", "make_a_lesson"
)  # fmt: skip
"""The notebooks that are shipped with pictures, and say what they are for and how long they take."""


class Ran(NamedTuple):
    """What a cell did."""

    id: str
    printed: str
    value: Any
    """Of its last line, where that is an expression."""


def run(path: Path, answers: Mapping[str, Sequence[str]] | None = None) -> Iterator[Ran]:
    """Run the code cells of a notebook one after the other.

    Args:
        path: the notebook.
        answers: by the id of an exercise's cell what to put in the place of its None, one after the other.
    """
    space: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if answers and cell["id"] in answers:
            assert source.count("= None\n") == 1
            for answer in answers[cell["id"]]:
                yield _run(cell["id"], source.replace("= None\n", f"= {answer}\n"), space)
        elif cell["cell_type"] == "code":
            yield _run(cell["id"], source, space)


def _run(name: str, source: str, space: dict[str, Any]) -> Ran:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), space)  # noqa: S102 - our own notebooks
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)  # noqa: S307
    return Ran(name, printed.getvalue(), value)


def main() -> int:
    """Run the notebooks and keep the pictures that they make, and nothing else."""
    for name in ILLUSTRATED:
        path = NOTEBOOKS / f"{name}.ipynb"
        made = {ran.id: ran.value for ran in run(path)}
        book = json.loads(path.read_text("utf-8"))
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                chart, cell["outputs"] = made[cell["id"]], []
                if svg := getattr(chart, "svg", None):
                    data = {"image/svg+xml": svg.splitlines(keepends=True), "text/plain": [repr(chart)]}
                    cell["outputs"] = [
                        {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
                    ]  # fmt: skip
        path.write_text(json.dumps(book, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
        print(f"{name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
