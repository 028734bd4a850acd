"""A class list, a deadline, and tables of grades that learning systems import."""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import capture_widgets as cw

CANVAS = (
    "Student,ID,SIS Login ID,Section,First attack (771)\n"
    "    Points Possible,,,,(read only)\n"
    '"Lee, Ann",1,ann@x.org,A,\n'
    '"Orr, Ben",2,ben@x.org,A,\n'
    '"Roy, Cem",3,cem@x.org,B,\n'
)
MOODLE = "First name;Last name;Email address\nAnn;Lee;ann@x.org\nBen;Orr;ben@x.org\n"


def lesson(**more: Any) -> cw.Lesson:
    steps = [
        {"position": cw.new("kommando", seed=7), "text": "Attack.", "ask": "move", "right": "L:8b", "points": 2},
        {"text": "How many?", "ask": "number", "right": 14},
    ]
    return cw.Lesson("First attack", steps, **more)


def answer(who: str, step: int, given: object, when: str = "2026-05-04T09:30:00Z") -> dict[str, Any]:
    return {"who": who, "step": step, "answer": given, "when": when}


GIVEN = [answer("ann@x.org", 0, "L:8b"), answer("BEN  orr", 1, 14), answer("Mallory", 0, "L:8b")]


@pytest.mark.parametrize("table", [CANVAS, MOODLE, MOODLE.replace(";", "\t"), "\ufeff" + CANVAS.replace("\n", "\r\n")])
def test_a_table_of_a_learning_system_comes_back_with_the_points(table: str, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text(table, "utf-8", newline="")
    grades = lesson().grade(GIVEN, roster=path)
    names = {"Lee, Ann": (2, 3), "Orr, Ben": (1, 3)} if "Student" in table else {"Ann Lee": (2, 3), "Ben Orr": (1, 3)}
    missing = {"Roy, Cem": (0, 3)} if "Student" in table else {}
    assert (grades, grades.missing) == (names | missing, [*missing])
    assert grades.faults == ["1 answer under the name 'Mallory' not counted: the name is not in the roster"]
    with grades.save_csv(tmp_path / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    if "Student" in table:
        assert rows[0] == ["Student", "ID", "SIS Login ID", "Section", "First attack (771)"]
        assert [row[-1] for row in rows[1:]] == ["3", "2", "1", "0"]
        assert [row[1] for row in rows[1:]] == ["", "1", "2", "3"]
    else:
        assert rows[0] == ["First name", "Last name", "Email address", "First attack"]
        assert rows[1:] == [["Ann", "Lee", "ann@x.org", "2"], ["Ben", "Orr", "ben@x.org", "1"]]


def test_a_class_may_be_a_list_a_dict_or_a_frame_and_everybody_in_it_gets_a_score(tmp_path: Path) -> None:
    given = [answer("ann", 0, "L:8b")]
    roster: Any
    for roster in (["Ann", "Ben"], {"Ann": "x", "Ben": "y"}, ("Ann", "Ben"), pd.DataFrame({"Name": ["Ann", "Ben"]})):
        grades = lesson().grade(given, roster=roster)
        assert (grades, grades.missing) == ({"Ann": (2, 3), "Ben": (0, 3)}, ["Ben"])
        assert "no answers of Ben" in repr(grades)
        overview = grades.overview()
        assert list(overview.columns) == ["who", "points", "of", "answered", "late", "step 1", "step 2"]
        assert overview.to_numpy().tolist() == [["Ann", 2, 3, 1, 0, 2, 0], ["Ben", 0, 3, 0, 0, 0, 0]]
    assert lesson().grade([], roster=["Ann"]) == {"Ann": (0, 3)}
    assert lesson().grade([answer("Eve", 0, "L:8b")], roster=["Ann"]) == {"Ann": (0, 3)}
    saved = lesson().grade(given, roster=["Ann", "Ben"]).save_csv(tmp_path / "a.csv")
    assert saved.read_text("utf-8").split() == [
        "Name,First",
        "attack,Out",
        "of,Late",
        "answers",
        "Ann,2,3,0",
        "Ben,0,3,0",
    ]
    saved = lesson().grade([answer("=1+1", 0, "L:8b")]).save_csv(tmp_path / "a.csv", column="Points")
    assert saved.read_text("utf-8").splitlines()[1] == "'=1+1,2,3,0", "no spreadsheet takes a name for a formula"
    for bad, words in (
        ("nobody.csv", "No such file"), (7, "expected the names"), ([], "1 to 2,000 students"),
        (["Ann", "Ann"], "twice"), ([7], "expected the names"), (b"Ann", "expected the names"),
        (pd.DataFrame(), "the first line"),
    ):  # fmt: skip
        roster = bad
        with pytest.raises((ValueError, OSError), match=words):
            lesson().grade(given, roster=roster)
    (tmp_path / "latin.csv").write_bytes("Name\nJ\xf6rg\n".encode("latin-1"))
    with pytest.raises(ValueError, match="no UTF-8 text"):
        lesson().grade(given, roster=tmp_path / "latin.csv")


def test_two_students_with_one_account_are_nobodys_and_codes_are_checked_before_names() -> None:
    shared = pd.DataFrame({"Name": ["Ann", "Ben"], "Email": ["x@x.org", "x@x.org"]})
    grades = lesson().grade([answer("x@x.org", 0, "L:8b"), answer("Ann", 1, 14)], roster=shared)
    assert grades == {"Ann": (1, 3), "Ben": (0, 3)}
    codes = cw.class_codes(["ann", "eve"])
    own = [one for who in codes for one in _answered(who, codes[who]).answers]
    grades = lesson().grade([*own, answer("ann", 1, 14)], codes=codes, roster=["Ann"])
    assert grades == {"Ann": (2, 3)}
    assert "1 line under the name 'ann' not counted: the mark" in str(grades.faults)
    assert "'eve' not counted: the name is not in the roster" in str(grades.faults)


def _answered(who: str, code: str) -> cw.Lesson:
    own = lesson(who=who, code=code)
    own.answer(0, "L:8b")
    return own


def test_a_file_under_anothers_name_takes_no_points_from_who_is_known_by_folder_account_or_class_list(
    tmp_path: Path,
) -> None:
    def handed_in(folder: str, name: str, move: str) -> Path:
        (tmp_path / folder).mkdir(parents=True)
        answers = lesson(who=name)
        answers.answer(0, move)
        return answers.answers.save(tmp_path / folder / "answers.jsonl")

    files = [handed_in("a/ann", "Ann", "L:8b"), handed_in("a/eve", "Ann", "L:1r"), handed_in("a/ben", "Ben", "L:8b")]
    grades = lesson().grade(files, roster=["Ann", "Ben"])
    assert (grades["Ann"], grades["Ann (eve)"], grades.missing, grades.contested) == ((2, 3), (0, 3), [], ())
    assert "several claim the name 'Ann'" in grades.faults[0], "it is said all the same"
    named = pd.DataFrame({"Student": ["Lee, Ann", "Orr, Ben"], "SIS Login ID": ["ann", "ben"]})
    assert lesson().grade(files, roster=named)["Lee, Ann"] == (2, 3), "the class list knows the folder"
    again = handed_in("b/ann", "Ann", "L:1r")
    assert len([one for one in lesson().grade([*files, again]).attempts if one["who"] == "Ann"]) == 2

    # nobody knows whose the folders are: the teacher is told, and no 0 stands in the table
    unknown = [handed_in("c/x1", "Ann", "L:8b"), handed_in("c/x2", "Ann", "L:1r"), files[2]]
    kept = lesson().grade(unknown, roster=["Ann", "Ben"])
    assert (kept.contested, kept["Ann (x1)"], kept["Ann (x2)"]) == (("Ann",), (2, 3), (0, 3))
    table = pd.DataFrame({"Name": ["Ann", "Ben"], "Points": ["old", "old"]})
    saved = lesson().grade(unknown, roster=table).save_csv(tmp_path / "a.csv", column="Points")
    assert saved.read_text("utf-8").splitlines() == ["Name,Points", "Ann,old", "Ben,2"]
    assert "Ann,,3,0" in kept.save_csv(tmp_path / "b.csv").read_text("utf-8").splitlines()


def test_answers_after_the_deadline_are_counted_and_do_not_count_unless_they_shall(tmp_path: Path) -> None:
    given = [
        answer("Ann", 0, "L:8b", "2026-05-04T16:00:00Z"),
        answer("Ann", 1, 14, "2026-05-04T16:00:01Z"),
        answer("Ben", 1, 14, "yesterday"),
        {"who": "Cem", "step": 1, "answer": 14},
    ]
    until: Any
    for until in ("2026-05-04 18:00+02:00", datetime(2026, 5, 4, 16, tzinfo=UTC), "2026-05-04T16:00:00Z"):
        grades = lesson().grade(given, until=until)
        assert (grades, grades.late) == ({"Ann": (2, 3), "Ben": (0, 3), "Cem": (1, 3)}, {"Ann": 1, "Ben": 1})
        assert "Ben: 1 late answer" in repr(grades)
        assert lesson().grade(given, until=until, counts_late=True) == {"Ann": (3, 3), "Ben": (1, 3), "Cem": (1, 3)}
    own = datetime(2026, 5, 4, 23, 59).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for until in ("2026-05-04", date(2026, 5, 4)):
        assert lesson().grade([answer("Ann", 1, 14, own)], until=until) == {"Ann": (1, 3)}
    for until in ("soon", 7, "", "2026-13-01", "99999-01-01"):
        with pytest.raises(ValueError, match="until="):
            lesson().grade(given, until=until)
    kept = lesson(who="Ann", keep=f"{tmp_path}/answers/")
    kept.answer(1, 14)
    assert lesson().grade(tmp_path / "answers", until="2020-01-01").late == {"Ann": 1}
    assert lesson().grade(tmp_path / "answers", until="2999-01-01", roster=["Ann"]) == {"Ann": (1, 3)}
