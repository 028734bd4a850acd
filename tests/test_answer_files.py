"""Files and folders of answers that anybody can write: nothing foreign is touched, and nobody's lines hurt another.

`tests/benchmarks/answer_files.py` repeats these attacks by the thousand.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching import answer_folder
from capture_widgets.teaching.answer_file import AnswerFile
from capture_widgets.teaching.answer_folder import AnswerFolder, StudentFile
from capture_widgets.teaching.answer_format import BEGINS, answer_line, read_answer
from tests.another_user import STRANGER, as_stranger, needs_root, shared_folder
from tests.test_lessons import everything
from tests.test_quiz import answer, hand, plies_of

MOVES = cw.new("kommando", seed=7).legal_moves()
RIGHT, WRONG = MOVES[0], MOVES[3:6]
CODES = {"Ann": "k7qm-2xhp-74rt-wb3f", "Ben": "2345-6723-abcd-efgh"}

VERSION_1 = Path(__file__).parent / "formats" / "answers_1.jsonl"
"""Answers that the first version of the format has kept."""


def of(who: str, keep: Path | str | None = None, code: str | None = None) -> cw.Lesson:
    """The lesson with all kinds of questions."""
    return cw.lesson(everything(), who=who, keep=keep, code=code)


def lines_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def forged(who: str, *answers: Any, step: int = 1, **more: Any) -> list[dict[str, Any]]:
    """Lines that say of themselves what their writer likes."""
    lesson = of("")
    return [
        json.loads(
            answer_line(answer(lesson=lesson.title, fingerprint=lesson.fingerprint, who=who, step=step, answer=one))
        )
        | more
        for one in answers
    ]


# -- what is not ours


def foreign() -> list[bytes]:
    """Contents of files that are no answers, of one line without an end and of others."""
    game, lesson = cw.new("kommando", seed=3), of("")
    record, a_line = json.dumps(game.record()).encode(), answer_line(answer())
    texts = [
        b"{}", b"[]", b"{", b'"x"', b"7", b"null", b"hello", b"hello\n", b"to do:\n- marks\n", b"\xff\xfe\x00",
        b"\x00" * 100,
        b"\x89PNG\r\n\x1a\n" + b"\x00\n" * 40, b"%PDF-1.7\n%\xe2\xe3\n", record, record + b"\n", game.code().encode(),
        game.notation().encode(), json.dumps(lesson.data()).encode(), json.dumps(lesson.data(), indent=1).encode(),
        b"[" + a_line.strip() + b"]", a_line.strip()[:-1] + b',"more":1}', a_line[:30].replace(b"answer", b"record"),
        a_line.strip().replace(b'"right"', b'"left"'), b"who,step,answer\nAnn,1,x\n", b"#!/bin/sh\nrm -rf x",
        b'{"format": "capture-widgets/lesson", "version": 1, "ti', b"{" * 5_000, b"x" * 400_000, b"Tr\xc3\xa4ume",
        b"no\n" * 9 + a_line.replace(b'"format"', b'"kind"'), BEGINS[:12],
        a_line.strip().replace(b'"version": 2', b'"version": 3'),
    ]  # fmt: skip
    rng = Random(24)
    random = [rng.randbytes(rng.randrange(1, 300)) for _ in range(100)]
    return [*texts, *random, *(one + b"\n" for one in random), *(record[: rng.randrange(1, 900)] for _ in range(60))]


def test_a_file_that_is_not_ours_stays_as_it_is_byte_for_byte(tmp_path: Path) -> None:
    path, game = tmp_path / "notes.jsonl", hand()
    predict = plies_of(game, 0)[:1]
    contents = foreign()
    assert len(contents) > 250
    for content in contents:
        path.write_bytes(content)
        os.utime(path, ns=(1, 1))
        with pytest.raises(cw.RecordError, match="no file of answers, so it stays as it is"):
            of("Ann", path)
        with pytest.raises(cw.RecordError, match="no file of answers"):
            AnswerFile(path).add(answer())
        assert path.read_bytes() == content
        assert path.stat().st_mtime_ns == 1
    with pytest.raises(cw.RecordError, match="no file of answers"):
        game.replay(seat=0, predict=predict, keep=path)
    lesson = of("Ann", tmp_path / "a.jsonl")
    lesson.answer(2, "B")
    (tmp_path / "a.jsonl").write_bytes(b"{}")
    with pytest.raises(cw.RecordError, match="no file of answers"):
        lesson.answer(2, "B")
    assert (tmp_path / "a.jsonl").read_bytes() == b"{}"


def test_a_file_that_is_ours_is_gone_on_with_whatever_stands_behind_its_last_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = answer_line(answer(step=1))
    for content, steps in (
        (b"", []), (b"\n", []), (b"\xef\xbb\xbf" + first, [1]), (first, [1]), (first[:-1], [1]), (first[:-9], []),
        (first[: len(BEGINS)], []), (first + first[:-9], [1]), (first + BEGINS[:3], [1]), (b"\r\n" + first, [1]),
    ):  # fmt: skip
        path.write_bytes(content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            AnswerFile(path).add(answer(step=2))
        assert [one["step"] for _, one in AnswerFile(path).read().answers] == [*steps, 2]
        assert AnswerFile(path).read().faults == []
    path.write_bytes(b"hello\n" * 50 + first)
    AnswerFile(path).add(answer(step=2))
    assert path.read_bytes() == b"hello\n" * 50 + first + answer_line(answer(step=2)), "bad lines stop nobody"
    for strange in (b"hello", b"\x00\x00", b'{"who": "Ann"', b"{}"):
        path.write_bytes(first + strange)
        AnswerFile(path).add(answer(step=2))
        assert path.read_bytes() == first + strange + b"\n" + answer_line(answer(step=2)), "nothing of it is lost"


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    lesson = of("Ann")
    strange: list[Path] = [tmp_path / "pipe", tmp_path / "socket", Path("/dev/zero"), tmp_path / "circle"]
    os.mkfifo(strange[0])
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(strange[1]))
        strange[3].symlink_to(strange[3])
        begun = time.monotonic()
        for path in strange:
            for use in (lesson.grade, lambda path: lesson.grade([path]), lambda path: of("Ann", path)):
                with pytest.raises(OSError, match=r"stands here|circle"):
                    use(path)
        assert time.monotonic() - begun < 5, "nobody waits for a writer"
    folder = tmp_path / "answers"
    of("Ann", f"{folder}/").answer(2, "B")
    os.mkfifo(folder / "ben-0123456789abcdef.jsonl")
    (folder / "cem-0123456789abcdef.jsonl").symlink_to(next(folder.glob("ann-*")))
    (folder / "notes.jsonl").write_bytes(b"hello")
    grades = lesson.grade(folder)
    assert grades == {"Ann": (1, 7)}
    assert [fault.split(": ")[0][:5] for fault in grades.faults] == ["ben-0", "cem-0", "notes"]
    assert of("Cem", folder).answers == of("Ben", folder).answers == []


# -- bad lines


HOSTILE: list[Callable[[Any], Any]] = [
    lambda one: one | {"step": 99}, lambda one: one | {"step": -1}, lambda one: one | {"step": "1"},
    lambda one: one | {"step": 10**30}, lambda one: {key: one[key] for key in one if key != "who"},
    lambda one: one | {"who": None}, lambda one: one | {"who": "x" * 10_000}, lambda one: one | {"answer": {"a": 1}},
    lambda one: one | {"answer": ["x" * 61]}, lambda one: one | {"right": 1}, lambda one: one | {"fingerprint": 7},
    lambda one: one | {"fingerprint": "another"}, lambda one: one | {"version": 99}, lambda one: [one],
    lambda one: one | {"attempt": 0}, lambda one: one | {"seconds": "NaN"}, lambda one: one | {"number": True},
    lambda one: one | {"self": 1}, lambda _: "hello", lambda _: None, lambda _: 7, lambda _: {}, lambda _: [],
]  # fmt: skip


def test_bad_lines_stop_nobody_and_are_named_with_file_and_line(tmp_path: Path) -> None:
    for shape in range(3):
        path = tmp_path / f"{shape}.jsonl"
        sound = forged("Ann", WRONG[0], RIGHT)
        bad = [harm(forged("Ben", RIGHT)[0]) for harm in HOSTILE]
        lines: list[Any] = [*sound, *bad] if shape == 0 else [*bad[:1], sound[0], *bad[1:10], sound[1], *bad[10:]]
        lines = [*bad, *sound, *sound] if shape == 2 else lines
        write(path, lines)
        grades = of("").grade(path)
        assert grades["Ann"] == (2, 7)
        assert "Ben" not in grades
        assert "" not in grades
        assert any("there is no step 99" in fault and f"{shape}.jsonl, line " in fault for fault in grades.faults)
        assert any("expected a name" in fault for fault in grades.faults)
        assert len(grades.faults) > 15
        if shape == 0:
            with pytest.warns(UserWarning, match=r"left out of your answers: 0.jsonl, line 4: .* \(and \d+ more\)"):
                lesson = of("Ann", path)
            assert lesson.score() == (2, 7)
            lesson.answer(2, "B")
            assert lesson.score() == (3, 7)
            assert [one["answer"] for one in lesson.answers] == [WRONG[0], RIGHT, "B"]


def test_a_list_of_files_is_graded_whatever_one_of_them_is(tmp_path: Path) -> None:
    names = [tmp_path / f"{name}.jsonl" for name in ("ann", "ben", "broken", "missing")]
    write(names[0], forged("Ann", RIGHT))
    write(names[1], forged("Ben", WRONG[0]))
    names[2].write_bytes(b"\xff")
    grades = of("").grade(names)
    assert grades == {"Ann": (2, 7), "Ben": (0, 7)}
    assert [fault.split("/")[-1][:8] for fault in grades.faults] == ["broken.j", "missing."]
    with pytest.raises((ValueError, OSError)):
        of("").grade(names[2:])


def test_what_a_file_says_of_being_right_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write(path, forged("Ann", WRONG[0], right=True, reply="Very good."))
    lesson = of("Ann", path)
    assert [one["right"] for one in lesson.answers] == [False]
    assert lesson.score() == lesson.grade(path)["Ann"] == (0, 7)
    write(path, forged("Ann", RIGHT, right=False))
    assert of("Ann", path).score() == (2, 7)


def test_what_is_judged_of_one_learner_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("capture_widgets.teaching.judging.MOST_EFFORT", 1_000)
    path = tmp_path / "a.jsonl"
    played = [[f"L:{at}"] * 90 for at in range(500)]
    write(path, [*forged("Ann", *played, step=7), *forged("Ben", RIGHT)])
    grades = of("").grade(path)
    assert grades == {"Ann": (0, 7), "Ben": (2, 7)}, "one's flood costs another nothing"
    assert "'Ann': there are too many answers, and 490 of them are not judged" in grades.faults
    write(path, forged("Ann", *[RIGHT] * 3_000))
    assert of("").grade(path) == {"Ann": (2, 7)}, "the same answer is judged once"


# -- the first version


def test_answers_of_the_first_version_are_read_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(VERSION_1.read_bytes())
    assert {line["version"] for line in lines_in(path)} == {1}
    lesson = of("Ann", path)
    assert [one["answer"] for one in lesson.answers] == [None, WRONG[0], RIGHT, "B"]
    assert lesson.score() == (3, 7)
    game = hand()
    quiz = game.replay(seat=0, predict=[plies_of(game, 0)[0]], keep=path, who="Ann")
    assert [one["right"] for one in quiz.answers] == [True]
    lesson.answer(3, 3)
    assert lines_in(path)[-1]["version"] == 2
    grades = lesson.grade(path)
    assert grades == {"Ann": (4, 7), "Bén": (1, 7)}
    mended = everything()
    mended["steps"][2]["right"] = ["A", "B"]
    assert lesson.grade(path, key=cw.lesson(mended)) == {"Ann": (4, 7), "Bén": (2, 7)}


# -- a folder


def test_a_folder_keeps_a_file_for_each_student(tmp_path: Path) -> None:
    folder = f"{tmp_path}/answers/"
    ann, ben = of("Ann", folder), of("Ben", folder)
    assert not Path(folder).exists(), "nothing is made before there is an answer"
    ann.answer(1, WRONG[0])
    ben.answer(1, RIGHT)
    ann.answer(1, RIGHT)
    files = sorted(path.name for path in Path(folder).iterdir())
    assert [name.rpartition("-")[0] for name in files] == ["ann", "ben"]
    again = of("Ann", Path(folder))
    assert again.answers == ann.answers
    assert {one["who"] for one in again.answers} == {"Ann"}
    again.answer(2, "B")
    assert len(list(Path(folder).iterdir())) == 2
    assert again.grade(folder) == again.grade(Path(folder)) == {"Ann": (3, 7), "Ben": (2, 7)}
    assert again.grade(sorted(Path(folder).iterdir())) == {"Ann": (3, 7), "Ben": (2, 7)}
    for who in ("", "  "):
        with pytest.raises(ValueError, match=r'name the student, .*who="Ann"'):
            of(who, folder)
    strange = ["ann", "Ann!", "Änn", "../../x", "x" * 300, "李", "\ud800", "a/b", ".", "-"]
    for at, who in enumerate(strange):
        lesson = of(who, folder)
        assert lesson.answers == []
        lesson.answer(2, "B" if at % 2 else "A")
    assert all(path.is_file() and path.parent == Path(folder) for path in Path(folder).rglob("*"))
    assert len(of("").grade(folder)) == 2 + len(strange)


def test_lines_under_another_name_in_a_students_file_do_not_count(tmp_path: Path) -> None:
    of("Ann", tmp_path).answer(1, RIGHT)
    of("Mal", tmp_path).answer(2, "A")
    mal = next(tmp_path.glob("mal-*"))
    write(mal, [*lines_in(mal), *forged("Ann", *WRONG)])
    grades = of("").grade(tmp_path)
    assert grades == {"Ann": (2, 7), "Mal": (0, 7)}
    assert grades.faults == [f"{mal.name}: 3 lines under the name 'Ann' not counted: the file is one of 'Mal'"]
    assert of("Ann", tmp_path).score() == (2, 7)


@needs_root
def test_a_stranger_with_an_account_gains_nothing_in_a_folder(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path)
    ann = of("Ann", folder)
    ann.answer(1, WRONG[0])
    own = next(folder.glob("ann-*"))
    assert not own.name.startswith(("ann-00000000000000", "ann-ffff"))
    lines = forged("Ann", *WRONG[1:], *WRONG)

    def attack() -> None:
        write(folder / "ann-00000000000000aa.jsonl", lines)
        write(folder / "ann-ffffffffffffffff.jsonl", lines)
        (folder / "ann-00000000000000bb.jsonl").symlink_to(own)
        os.mkfifo(folder / "ann-00000000000000cc.jsonl")
        (folder / "ann-00000000000000dd.jsonl").symlink_to("/etc/passwd")
        (folder / "zoe-00000000000000dd.jsonl").mkdir()
        write(folder / "mal-0123456789abcdef.jsonl", forged("Mal", RIGHT))

    as_stranger(attack)
    theirs = [path for path in folder.glob("ann-*") if path.name.endswith(("aa.jsonl", "ff.jsonl")) and path != own]
    before = {path: path.read_bytes() for path in theirs}
    again = of("Ann", folder)
    assert [one["answer"] for one in again.answers] == [WRONG[0]], "only files of the own account are read back"
    again.answer(1, RIGHT)
    assert {path: path.read_bytes() for path in theirs} == before
    assert lines_in(own)[-1]["answer"] == RIGHT
    grades = of("").grade(folder)
    assert grades["Mal"] == (2, 7)
    claims = {who: score for who, score in grades.items() if who.startswith("Ann")}
    assert claims == {"Ann (root)": (2, 7), f"Ann (user {STRANGER})": (0, 7)}
    assert any("several claim the name 'Ann', each graded separately" in fault for fault in grades.faults)
    with pytest.warns(UserWarning, match="2 lines under the name 'Ann' not counted"):
        coded = of("Ann", folder, code=CODES["Ann"])
    coded.answer(1, RIGHT)
    assert of("").grade(folder, codes=CODES) == {"Ann": (2, 7)}


@needs_root
def test_a_flood_of_files_hides_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_folder, "MOST_FILES", 40)
    folder = shared_folder(tmp_path)
    for who in ("Ann", "Zoe"):
        of(who, folder).answer(1, RIGHT)

    def flood() -> None:
        for at in range(200):
            write(folder / f"a{at:03}-0123456789abcdef.jsonl", forged(f"A {at}", RIGHT))

    as_stranger(flood)
    grades = of("").grade(folder)
    assert len(grades) == 40
    assert grades["Ann"] == grades["Zoe"] == (2, 7)
    assert "162 more files are not read: their accounts have too many files here" in grades.faults


@needs_root
def test_a_folder_that_one_may_only_put_files_into_keeps_answers_too(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path, 0o1733)

    def student() -> None:
        for _ in range(2):  # two kernels, one after the other
            lesson = of("Ann", folder, code=CODES["Ann"])
            assert lesson.answers == [], "it cannot look into the folder"
            lesson.answer(1, RIGHT)
            assert lesson.score() == (2, 7)

    as_stranger(student)
    grades = of("").grade(folder, codes=CODES)
    assert grades == {"Ann": (2, 7)}
    assert grades.gaps == {}


# -- codes


def test_with_a_code_only_what_bears_its_mark_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    ann, ben = of("Ann", path, code=CODES["Ann"]), of("Ben", path, code=CODES["Ben"])
    ann.answer(1, WRONG[0])
    ben.answer(1, RIGHT)
    ann.answer(1, RIGHT)
    ann.answer(2, "B")
    sound = lines_in(path)
    assert [line["number"] for line in sound] == [1, 1, 2, 3]
    grades = of("").grade(path, codes=CODES)
    assert (grades, grades.faults, grades.gaps) == ({"Ann": (3, 7), "Ben": (2, 7)}, [], {})
    rng = Random(24)
    for attack in range(60):
        lines: list[Any] = [dict(line) for line in sound]
        lines += forged("Ann", *WRONG, *WRONG) + forged("Cem", RIGHT)  # without a code
        lines += [
            {**rng.choice(sound), key: value} for key, value in (("answer", WRONG[1]), ("number", 9), ("step", 2))
        ]
        lines += [{**sound[0], "who": "Ben"}, {**sound[1], "who": "Ann"}, dict(rng.choice(sound))]
        rng.shuffle(lines)
        write(path, lines)
        grades = of("").grade(path, codes=CODES)
        assert grades == {"Ann": (3, 7), "Ben": (2, 7)}, attack
        assert grades.gaps == {}
        assert sum("the mark of the class code is missing" in fault for fault in grades.faults) == 2
        assert any("'Cem' not counted: that name has no class code" in fault for fault in grades.faults)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert of("Ann", path, code=CODES["Ann"]).score() == (3, 7), "forged lines use up nobody's tries"
    write(path, [line for line in sound if line["answer"] != WRONG[0]])
    grades = of("").grade(path, codes=CODES)
    assert grades.gaps == {"Ann": ["number 1 is missing"]}
    assert any("'Ann': among the answers, number 1 is missing" in fault for fault in grades.faults)
    bad: Any
    for bad in (7, ["Ann"], {"Ann": "short"}, {"Ann": None}):
        with pytest.raises(ValueError, match="code"):
            of("").grade(path, codes=bad)


def test_a_code_counts_however_its_student_writes_the_name(tmp_path: Path) -> None:
    of("ANN ", tmp_path, code=CODES["Ann"]).answer(1, RIGHT)
    of("ann", tmp_path, code=CODES["Ben"]).answer(1, WRONG[0])
    grades = of("").grade(tmp_path, codes=CODES)
    assert grades == {"Ann": (2, 7)}, "and nobody else's code counts under it"
    assert "1 line under the name 'Ann' not counted" in str(grades.faults)


def test_marks_go_on_after_a_restart_in_folders_and_in_what_is_saved(tmp_path: Path) -> None:
    for keep in (tmp_path / "a.jsonl", f"{tmp_path}/folder/"):
        for choice in ("A", "B", "A"):
            of("Ann", keep, code="K7QM2XHP74RTWB3F").answer(2, choice)
        grades = of("").grade(Path(keep), codes=CODES)
        assert (grades["Ann"], grades.gaps, grades.rows[1]["attempts"]) == ((1, 7), {}, 3)
    alone = of("Ann", code=CODES["Ann"])
    for choice in ("A", "B"):
        alone.answer(2, choice)
    saved = alone.answers.save(tmp_path / "sent.jsonl")
    assert of("").grade(saved, codes=CODES) == of("").grade(alone.answers, codes=CODES) == {"Ann": (1, 7)}
    assert of("").grade(alone.answers[1:], codes=CODES).gaps == {"Ann": ["number 1 is missing"]}
    with pytest.raises(ValueError, match="code"):
        of("Ann", code="short")


# -- many at once


def test_processes_that_write_at_once_and_are_killed_lose_nothing_that_they_said(tmp_path: Path) -> None:
    from tests.benchmarks.answer_files import kills

    figures = kills(tmp_path, 6)
    assert figures["lost"] == figures["faults"] == 0
    assert figures["acknowledged"] > 6


def test_own_files_are_opened_for_their_owner_alone(tmp_path: Path) -> None:
    file = StudentFile(tmp_path, "ann-0123456789abcdef.jsonl")
    assert file.owner == (os.geteuid() if sys.platform != "win32" else None)
    target = tmp_path / "target.jsonl"
    target.write_bytes(answer_line(answer()))
    file.path.symlink_to(target)
    with pytest.raises(OSError, match="symbolic link"):
        file.add(answer())
    assert target.read_bytes() == answer_line(answer())
    assert AnswerFolder(tmp_path).own("Ann").answers == []
    assert read_answer(json.loads(answer_line(answer())))["who"] == "Ada"
