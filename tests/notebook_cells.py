"""Runs notebooks without a kernel, says what their cells did, and puts the pictures that they make into them:
``python -m tests.notebook_cells``.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import portalocker

from tests.run import RUN

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
ILLUSTRATED = (
    "probability", "information_sets", "an_analysed_game", "equilibrium", "search_and_proofs", "memory_and_belief",
    "planning", "on_a_hub", "homework", "classroom", "make_a_lesson"
)  # fmt: skip
"""The notebooks that are shipped with pictures, and say what they are for and how long they take."""


ANSWERS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "probability": {
        "ex-four": ("0.44", "0.4"),
        "ex-pair": ("0.10", "1 / 9"),
        "ex-samples": ("6147", "1000"),
        "ex-bayes": ("0.25", "0.4"),
        "ex-calibration": ('"overconfident"', '"underconfident"'),
    },
    "information_sets": {
        "ex-fight": ("108", "110"),
        "ex-public": ("85_357_272", "22 * 21"),
        "ex-fusion": ("1.6", "2"),
        "ex-secret": ('"no"', '"yes"'),
    },
    "an_analysed_game": {
        "ex-worst": ("int(moves[moves.seat == 0].sort_values('loss').ply.iloc[-1])", "3"),
        "ex-mistakes": ("len(searches[0] & searches[1] & searches[2])", "10"),
        "ex-taken": ("sum(grew(one, 1) for one in game.find(event='taken', seat='public'))", "0"),
    },
    "equilibrium": {
        "ex-sets": ("35", "140"),
        "ex-chance": ('"no"', '"yes"'),
        "ex-rule": (
            "exploitability(rule(lambda moves: (max if ':' in moves[0] else min)(moves, key=value_of)))",
            "0.44",
        ),
    },
    "search_and_proofs": {
        "ex-between": ("4", "3"),
        "ex-bound": ('"no"', '"yes"'),
        "ex-maps": ("3457", "1000"),
    },
    "memory_and_belief": {
        "ex-tie": ("0.06", "1 / 13"),
        "ex-queen": ("0.023", "1 / 51"),
        "ex-deals": ("3000", "550"),
    },
    "planning": {
        "ex-builds": ("sum(any(move.startswith('move') for move in line) for line, _ in turns)", "336"),
        "ex-bound": ('"no"', '"yes"'),
        "ex-worlds": ("50", "25"),
        "ex-deals": ("123", "38"),
    },
    "on_a_hub": {"ex-votes": ("len(set(poll.frame().move))", "4"), "ex-right": ('quiz.answers[0]["right"]', "7")},
    "homework": {},
    "classroom": {},
    "make_a_lesson": {},
}
"""By notebook and exercise an answer that is right and one that is not; homework is checked by graders."""


class Ran(NamedTuple):
    """What a cell did."""

    id: str
    printed: str
    value: Any
    """Of its last line, where that is an expression."""


class Shown(NamedTuple):
    """What a cell did, as text."""

    id: str
    printed: str
    text: str
    """The value of its last line, as it prints."""
    svg: str
    """The same as a picture, where it has one."""


def words_of(name: str) -> dict[str, str]:
    """The text of a notebook's markdown cells, by their ids."""
    return {cell["id"]: "".join(cell["source"]) for cell in _cells(name) if cell["cell_type"] == "markdown"}


def source(name: str, cell: str) -> str:
    """The code of a cell."""
    return next("".join(one["source"]) for one in _cells(name) if one["id"] == cell)


def _cells(name: str) -> Any:
    return json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))["cells"]


@cache
def shown(name: str) -> list[Shown]:
    """What the cells of a notebook did, its exercises with a right and with a wrong answer, one after the other.

    In a run of all checks each notebook is run once for all that ask.
    """
    if RUN not in os.environ:
        return _shown(name)
    kept = Path(os.environ[RUN]) / f"{name}.cells.json"
    with portalocker.Lock(kept.with_suffix(".lock"), timeout=600):
        if not kept.exists():
            kept.write_text(json.dumps(_shown(name)), encoding="utf-8")
    return [Shown(*one) for one in json.loads(kept.read_text("utf-8"))]


def _shown(name: str) -> list[Shown]:
    return [
        Shown(ran.id, ran.printed, str(ran.value), getattr(ran.value, "svg", None) or "")
        for ran in run(NOTEBOOKS / f"{name}.ipynb", ANSWERS.get(name))
    ]


@cache
def cells(name: str) -> dict[str, Shown]:
    """What the cells of a notebook did, by their ids."""
    return {one.id: one for one in shown(name)}


Statement = tuple[str, str, str, Callable[[], bool]]
"""The notebook, the cell, words of it that state a number, and whether it is so."""

_APART: Final = (
    r"`[^`]*`|\*\*(Exercise|Question) \d+\*?\*?|\(\d+ (minutes|points?)\)|in question \d|4X |\*\*Time\.\*\*[^\n]*"
    r"|\(to \d%\)|(?m:^\d\. )|(?m:^\| \d+ \|)"
)
"""What has a number and states none: code, headings, items, how long a part takes, how exact an answer must be."""


def not_counted(name: str, stated: Iterable[Statement]) -> list[tuple[str, str]]:
    """The sentences of a notebook with a number that no statement quotes, each with its cell."""
    found: list[tuple[str, str]] = []
    for cell, text in words_of(name).items():
        quoted = [re.sub(_APART, "", words) for which, at, words, _ in stated if (which, at) == (name, cell)]
        sentences = re.split(r"(?<=[.!?:])\s+|\n+", re.sub(_APART, "", text))
        found += [
            (cell, sentence)
            for sentence in sentences
            if re.search(r"\d", sentence) and not any(words in sentence or sentence in words for words in quoted)
        ]
    return found


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
    for name in sys.argv[1:] or ILLUSTRATED:
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
