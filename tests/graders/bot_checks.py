"""Runs both graders whole on the homework that asks for a bot: a good bot, one that moves at random, one that fails."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
NBGRADER, OTTER = NOTEBOOKS / "nbgrader" / "bot.ipynb", NOTEBOOKS / "otter" / "bot.ipynb"

STUDENTS = {
    "ann": (
        "class MyBot(cw.bots.ISMCTS):\n    def __init__(self):\n        super().__init__(simulations=300)",
        (1, 3, 1),
    ),
    "ben": ("class MyBot(cw.bots.Bot):\n    def choose(self, view):\n        return view.oops", (0, 0, 0)),
    "cem": (None, (0, 0, 0)),
}
"""What each student writes, and the points."""

SECRET = re.compile(r"ISMCTS|grade_bot\(MyBot\(\), \"kommando\", against=\"Random\", margin|[Ff]or teachers|BEGIN|END")


def cells(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def source(cell: Any) -> str:
    return "".join(cell["source"])


def filled_in(path: Path, student: str, folder: Path) -> Path:
    """A student's notebook, with a class in the place of the value that stands in its cell."""
    book = cells(path)
    assert [text for text in map(source, book["cells"]) if SECRET.search(text)] == []
    (cell,) = [cell for cell in book["cells"] if re.match(r"MyBot = (None|\.\.\.)", source(cell))]
    if (text := STUDENTS[student][0]) is not None:
        cell["source"] = text
    folder.mkdir(parents=True)
    (folder / path.name).write_text(json.dumps(book), "utf-8")
    return folder / path.name


def test_nbgrader_marks_a_bot(tmp_path: Path) -> None:
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    config.Execute.timeout = config.ExecutePreprocessor.timeout = 300
    course = NbGraderAPI(config=config)
    folder = tmp_path / "source" / "hw"
    folder.mkdir(parents=True)
    shutil.copy(NBGRADER, folder)
    made = course.generate_assignment("hw")
    assert made["success"], made["log"]
    for student, (_, expected) in STUDENTS.items():
        filled_in(tmp_path / "release" / "hw" / "bot.ipynb", student, tmp_path / "submitted" / student / "hw")
        marked = course.autograde("hw", student)
        assert marked["success"], marked["log"]
        with course.gradebook as book:
            submission = book.find_submission("hw", student)
            found = [grade.auto_score for one in submission.notebooks for grade in one.grades if grade.max_score]
            assert (tuple(found), submission.max_score) == (expected, 5), student
        assert course.generate_feedback("hw", student)["success"]
        page = (tmp_path / "feedback" / student / "hw" / "bot.html").read_text("utf-8")
        words = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", page)))
        if student == "ben":
            assert "expected a bot that is better than Random" in words
            assert "has no attribute 'oops'" in words


def test_otter_marks_a_bot(tmp_path: Path) -> None:
    from otter.assign import main as assign
    from otter.run import main as run

    assign(str(OTTER), str(tmp_path / "dist"))
    (archive,) = (tmp_path / "dist" / "autograder").glob("*.zip")
    for student, (_, expected) in STUDENTS.items():
        path = filled_in(tmp_path / "dist" / "student" / "bot.ipynb", student, tmp_path / student)
        run(str(path), autograder=str(archive), output_dir=str(path.parent), no_logo=True)
        results = json.loads((path.parent / "results.json").read_text("utf-8"))
        scores = dict.fromkeys(("plays", "better", "sees"), 0.0)
        for test in results["tests"]:
            for name in scores:
                if name in test["name"]:
                    scores[name] += test.get("score") or 0
        assert tuple(scores.values()) == expected, results
