"""What graders make of `notebooks/homework.ipynb`, and how they mark three students who filled it in."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

HOMEWORK = Path(__file__).resolve().parents[2] / "notebooks" / "homework.ipynb"

NAMES = ("first_attack", "attacks", "my_moves")
STUDENTS = {
    "ann": (('"L:8b"', "14", '["R:9y", "1b"]'), (2, 1, 3)),
    "ben": (('"L:1r"', "14", '["R:9y"]'), (0, 1, 0)),
    "cem": ((None, None, None), (0, 0, 0)),
}
"""What each student writes for each name, and what each question gives then."""

QUESTIONS = ("first_attack", "counted", "hand_played")
"""What otter calls the questions."""

SECRET = re.compile(r"BEGIN (SOLUTION|HIDDEN TESTS)|cw\.Lesson|\"right\"|R:9y")
"""What must not be in the notebook that students get."""


def cells(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def handed_out(path: Path) -> None:
    """Nothing that is right is in the notebook that students get."""
    assert SECRET.search(HOMEWORK.read_text("utf-8"))
    assert SECRET.search(path.read_text("utf-8")) is None


def filled_in(path: Path, student: str, folder: Path) -> Path:
    """A student's notebook: answers in the cells that ask for them, in the order of the questions."""
    book = cells(path)
    open_cells = [
        cell
        for cell in book["cells"]
        if cell["cell_type"] == "code"
        and ("YOUR CODE HERE" in "".join(cell["source"]) or re.fullmatch(r"\w+ = \.\.\.", "".join(cell["source"])))
    ]
    assert len(open_cells) == len(NAMES)
    for cell, name, text in zip(open_cells, NAMES, STUDENTS[student][0], strict=True):
        if text is not None:
            cell["source"] = f"{name} = {text}"
    folder.mkdir(parents=True)
    (folder / path.name).write_text(json.dumps(book), "utf-8")
    return folder / path.name


def test_nbgrader_makes_the_students_notebook_and_marks_it(tmp_path: Path) -> None:
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    course = NbGraderAPI(config=config)
    source = tmp_path / "source" / "hw"
    source.mkdir(parents=True)
    shutil.copy(HOMEWORK, source)
    made = course.generate_assignment("hw")
    assert made["success"], made["log"]
    released = tmp_path / "release" / "hw" / "homework.ipynb"
    handed_out(released)
    for student, (_, expected) in STUDENTS.items():
        filled_in(released, student, tmp_path / "submitted" / student / "hw")
        marked = course.autograde("hw", student)
        assert marked["success"], marked["log"]
        with course.gradebook as book:
            submission = book.find_submission("hw", student)
            found = [grade.auto_score for one in submission.notebooks for grade in one.grades if grade.max_score]
            assert (tuple(found), submission.max_score) == (expected, 6), student


def test_otter_makes_the_students_notebook_and_marks_it(tmp_path: Path) -> None:
    from otter.assign import main as assign
    from otter.run import main as run

    assign(str(HOMEWORK), str(tmp_path / "dist"))
    student_version = tmp_path / "dist" / "student" / "homework.ipynb"
    handed_out(student_version)
    (archive,) = (tmp_path / "dist" / "autograder").glob("*.zip")
    for student, (_, expected) in STUDENTS.items():
        path = filled_in(student_version, student, tmp_path / student)
        run(str(path), autograder=str(archive), output_dir=str(path.parent), no_logo=True)
        results = json.loads((path.parent / "results.json").read_text("utf-8"))
        scores: dict[str, float] = {}
        for test in results["tests"]:
            for question in QUESTIONS:
                if question in test["name"]:
                    scores[question] = scores.get(question, 0) + (test.get("score") or 0)
        assert tuple(scores[one] for one in QUESTIONS) == pytest.approx(expected), results
