"""Runs both graders whole on the homework template: what students get, and what five of them are given and told."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
HOMEWORK = NOTEBOOKS / "homework.ipynb"
FOR_OTTER = NOTEBOOKS / "otter" / "homework.ipynb"

NAMES = ("first_attack", "attacks", "my_moves")

Written = tuple[str | None, str | None, str | None]

STUDENTS: dict[str, tuple[Written, tuple[int, int, int]]] = {
    "ann": (('"L:8b"', "14", '["R:9y", "1b"]'), (2, 1, 3)),
    "dua": (('" l:8B "', '"14.0"', '"R:9y, 1b"'), (2, 1, 3)),
    "ben": (('"L:1r"', "14", '["R:9y"]'), (0, 1, 0)),
    "eve": (("{8: 'b'}", '"many"', "[1, None]"), (0, 0, 0)),
    "cem": ((None, None, None), (0, 0, 0)),
}
"""What each student writes for each name, and the points: all right, right in another form, some wrong, no answers in
form, and nothing."""

SAID: dict[str, tuple[str, ...]] = {
    "ann": (),
    "dua": (),
    "ben": (
        "Question 1: expected the one attack that wins its fight for certain.",
        "In which colour would B have to answer?",
        "Question 3: expected moves after which A has 5 points or more.",
    ),
    "eve": (
        "Question 1: expected in first_attack a move that the rules allow, as a text.",
        "Question 2: expected in attacks a number of moves.",
        "Question 3: expected in my_moves the list of all moves from the first one on.",
    ),
    "cem": (
        "Question 1: expected in first_attack a move",
        "Question 2: expected in attacks a number",
        "Question 3: expected in my_moves the list",
    ),
}
"""What the feedback says to each student."""

SECRET = re.compile(
    r"BEGIN (?:SOLUTION|HIDDEN)|HIDDEN TESTS|L:8b|R:9y|\"points\": 5|len\(DEAL|[Ff]or teachers|nbgrader, which|"
    r"# (?:BEGIN|END|begin|end) |ASSIGNMENT CONFIG"
)
"""What must not be in the notebook that students get."""


def cells(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def source(cell: Any) -> str:
    return "".join(cell["source"])


def check_students_notebook(template: Path, path: Path) -> None:
    """Students get the names and the questions, and nothing that is right or that is meant for teachers."""
    found = {match[0] for match in SECRET.finditer("\n".join(map(source, cells(template)["cells"])))}
    assert {"L:8b", "R:9y", "len(DEAL"} <= found, "the template has them"
    book = cells(path)
    texts = [source(cell) for cell in book["cells"]]
    assert [match[0] for text in texts for match in SECRET.finditer(text)] == []
    assert [cell["source"] for cell in book["cells"] if cell["cell_type"] == "raw"] == []
    words = "\n".join(text for cell, text in zip(book["cells"], texts, strict=True) if cell["cell_type"] == "markdown")
    for name in NAMES:
        assert f"`{name}`" in words, "the question says where its answer goes"
        assert [text for text in texts if re.match(rf"{name} = (None|\.\.\.)", text)], "the name is in the cell"


def filled_in(path: Path, student: str, folder: Path) -> Path:
    """A student's notebook: each answer in the place of the value that stands in its cell."""
    book = cells(path)
    for name, text in zip(NAMES, STUDENTS[student][0], strict=True):
        (cell,) = [cell for cell in book["cells"] if re.match(rf"{name} = (None|\.\.\.)", source(cell))]
        if text is not None:
            first, _, rest = source(cell).partition("\n")
            cell["source"] = f"{name} = {text}\n{rest}"
            assert first.startswith(name)
    folder.mkdir(parents=True)
    (folder / path.name).write_text(json.dumps(book), "utf-8")
    return folder / path.name


def test_nbgrader_makes_the_students_notebook_marks_it_and_says_what_was_expected(tmp_path: Path) -> None:
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    course = NbGraderAPI(config=config)
    folder = tmp_path / "source" / "hw"
    folder.mkdir(parents=True)
    shutil.copy(HOMEWORK, folder)
    made = course.generate_assignment("hw")
    assert made["success"], made["log"]
    released = tmp_path / "release" / "hw" / "homework.ipynb"
    check_students_notebook(HOMEWORK, released)
    for student, (_, expected) in STUDENTS.items():
        filled_in(released, student, tmp_path / "submitted" / student / "hw")
        marked = course.autograde("hw", student)
        assert marked["success"], marked["log"]
        with course.gradebook as book:
            submission = book.find_submission("hw", student)
            found = [grade.auto_score for one in submission.notebooks for grade in one.grades if grade.max_score]
            assert (tuple(found), submission.max_score) == (expected, 6), student
            assert not submission.needs_manual_grade
        told = course.generate_feedback("hw", student)
        assert told["success"], told["log"]
        page = (tmp_path / "feedback" / student / "hw" / "homework.html").read_text("utf-8")
        words = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", page)))
        assert [sentence for sentence in SAID[student] if sentence not in words] == [], student
        assert re.search(r"[Ff]or teachers", words) is None


def test_otter_makes_the_students_notebook_marks_it_and_says_what_was_expected(tmp_path: Path) -> None:
    from otter.assign import main as assign
    from otter.run import main as run

    assign(str(FOR_OTTER), str(tmp_path / "dist"))
    student_version = tmp_path / "dist" / "student" / "homework.ipynb"
    check_students_notebook(FOR_OTTER, student_version)
    for test in (tmp_path / "dist" / "student").rglob("*.py"):
        assert SECRET.search(test.read_text("utf-8")) is None, "hidden tests stay with the teacher"
    (archive,) = (tmp_path / "dist" / "autograder").glob("*.zip")
    for student, (_, expected) in STUDENTS.items():
        path = filled_in(student_version, student, tmp_path / student)
        run(str(path), autograder=str(archive), output_dir=str(path.parent), no_logo=True)
        results = json.loads((path.parent / "results.json").read_text("utf-8"))
        scores: dict[str, float] = {}
        for test in results["tests"]:
            for name in NAMES:
                if name in test["name"]:
                    scores[name] = scores.get(name, 0) + (test.get("score") or 0)
        assert tuple(scores[one] for one in NAMES) == pytest.approx(expected), results
        words = re.sub(r"\s+", " ", " ".join(test.get("output", "") for test in results["tests"]))
        assert [sentence for sentence in SAID[student] if sentence not in words] == [], student
