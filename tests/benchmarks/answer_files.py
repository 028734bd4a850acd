"""Attacks on files of answers, by the thousand: ``python -m tests.benchmarks.answer_files --times 2000``.

Foreign files, hostile lines, forged and deleted marked lines, the stop button at any moment of a real sync, two
processes at once, and processes that are killed. Every figure but the numbers of tries should be 0.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import capture_widgets as cw
from capture_widgets.teaching.answer_file import AnswerFile
from tests.hostile import damaged_text, harmed
from tests.test_lessons import everything

Figures = Counter[str]

MOVES = cw.new("kommando", seed=7).legal_moves()
CODES = {"Ann": "k7qm-2xhp-74rt-wb3f", "Ben": "2345-6723-abcd-efgh"}

DATA = everything()


def of(who: str, keep: Path | None = None, code: str | None = None) -> cw.Lesson:
    """The lesson with all kinds of questions."""
    return cw.lesson(DATA, who=who, keep=keep, code=code)


def _quiet(act: Callable[[], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return act()


def foreign(folder: Path, times: int) -> Figures:
    """Files of all kinds that are named as a file of answers by mistake."""
    figures: Figures = Counter()
    path = folder / "notes"
    text = json.dumps(DATA)
    for seed in range(times):
        rng = Random(f"foreign/{seed}")
        content = rng.choice(
            [
                rng.randbytes(rng.randrange(1, 400)),
                damaged_text(text[: rng.randrange(2, 2_000)], rng),
                json.dumps(harmed(json.loads(text), rng, objects=False), default=str).encode(),
                "\n".join(rng.choices(text.split(), k=rng.randrange(1, 20))).encode(),
            ]
        )
        if not content.strip():
            continue
        path.write_bytes(content + b"\n" * rng.randrange(2))
        before = path.read_bytes()
        figures["files"] += 1
        for use in (lambda: of("Ann", path), lambda: AnswerFile(path).add(_some_answer())):
            try:
                _quiet(use)
                figures["taken for ours"] += 1
            except cw.RecordError:
                pass
        figures["changed"] += path.read_bytes() != before
    return figures


def _some_answer() -> Any:
    lesson = of("Ann")
    lesson.answer(2, "B")
    return lesson.answers[0]


def hostile(folder: Path, times: int) -> Figures:
    """Lines of any kind among those of an honest student, in a shared file and in files beside the student's own."""
    figures: Figures = Counter()
    path, lesson = folder / "shared.jsonl", of("")
    honest = of("Ann", path)
    for step, answer in ((1, MOVES[3]), (1, MOVES[0]), (2, "B"), (3, 3)):
        honest.answer(step, answer)
    sound = path.read_bytes().splitlines(keepends=True)
    score = honest.score()
    for seed in range(times):
        rng = Random(f"hostile/{seed}")
        bad: list[bytes] = []
        for _ in range(rng.randrange(1, 12)):
            line = json.loads(rng.choice(sound))
            line["who"] = rng.choice(["Mal", "", "Ann "])
            changed = (
                harmed(line, rng, objects=False)
                if rng.random() < 0.7
                else line | {"step": rng.choice([99, -1, "x", None, 10**30])}
            )
            if isinstance(changed, dict) and changed.get("who") == "Ann":
                changed["who"] = "Mal"
            text = json.dumps(changed, default=str)
            bad.append(
                damaged_text(text, rng).replace(b"\n", b" ") if rng.random() < 0.5 else text.encode("utf-8", "replace")
            )
        lines = [*sound]
        for one in bad:
            lines.insert(rng.randrange(len(lines) + 1), one + b"\n")
        order = [one for one in lines if one in sound]
        path.write_bytes(b"".join(lines if order == sound else [*sound, *(one + b"\n" for one in bad)]))
        figures["files"] += 1
        figures["hostile lines"] += len(bad)
        try:
            grades = lesson.grade(path)
            figures["grades changed"] += grades.get("Ann") != score
            figures["own score changed"] += _quiet(lambda: of("Ann", path).score()) != score
            figures["names invented"] += "" in grades and b'"who": ""' not in b"".join(bad)
        except Exception as error:  # noqa: BLE001 # this is what is counted
            figures[f"stopped by {type(error).__name__}"] += 1
    return figures


def forgeries(folder: Path, times: int) -> Figures:
    """Lines with marks: copied, changed, signed with another code, put in another order, deleted."""
    figures: Figures = Counter()
    path, lesson = folder / "marked.jsonl", of("")
    for who, answers in (("Ann", [MOVES[3], MOVES[4], MOVES[0]]), ("Ben", [MOVES[0], MOVES[3]])):
        student = of(who, path, CODES[who])
        for answer in answers:
            student.answer(1, answer)
    sound = [json.loads(line) for line in path.read_text().splitlines()]
    grades = {**lesson.grade(path, codes=CODES)}
    for seed in range(times):
        rng = Random(f"forged/{seed}")
        lines = [dict(line) for line in sound]
        for _ in range(rng.randrange(1, 8)):
            line = dict(rng.choice(sound))
            key = rng.choice([*line])
            kind = rng.randrange(4)
            if kind == 0:
                line[key] = rng.choice(["Ann", "Ben", 1, 2, 3, MOVES[0], MOVES[5], "0" * 64, True])
            elif kind == 1:
                line["who"] = {"Ann": "Ben", "Ben": "Ann"}[line["who"]]
            elif kind == 2:
                line.pop("mark")
            lines.append(line)
        rng.shuffle(lines)
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        found = lesson.grade(path, codes=CODES)
        figures["files"] += 1
        figures["grades changed by forgeries"] += {**found} != grades
        figures["gaps where nothing is missing"] += bool(found.gaps)
        gone = rng.choice([line for line in sound if line["number"] < (3 if line["who"] == "Ann" else 2)])
        path.write_text(
            "".join(
                f"{json.dumps(line)}\n" for line in lines if line["mark" if "mark" in line else "who"] != gone["mark"]
            )
        )
        figures["deletions"] += 1
        figures["deletions not named"] += gone["who"] not in lesson.grade(path, codes=CODES).gaps
    return figures


def interrupts(folder: Path, times: int) -> Figures:
    """The stop button at any moment of an answer, its sync included."""
    figures: Figures = Counter()

    def stop(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    path = folder / "interrupted.jsonl"
    try:
        lesson = of("Ann", path)
        begun = time.perf_counter()
        for _ in range(20):
            lesson.answer(2, "A")
        usual = (time.perf_counter() - begun) / 20
        rng = Random(1)
        for at in range(times):
            if at % 100 == 0:
                path.unlink(missing_ok=True)
                lesson = of("Ann", path)
            try:
                signal.setitimer(signal.ITIMER_REAL, max(1e-6, rng.random() * usual * 1.2))
                lesson.answer(2, "A")
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                figures["interrupted"] += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            figures["answers"] += 1
            if at % 10 == 9:
                there = _quiet(lambda: of("Ann", path)).answers
                figures["memory and file differ"] += lesson.answers != there
    finally:
        signal.signal(signal.SIGALRM, before)
    return figures


def _writer(who: str, path: Path, count: int) -> tuple[int, int]:
    """A process that answers with numbers and says each when it is kept: its number, and where it says so."""
    hears, says = os.pipe()
    child = os.fork()
    if child:
        os.close(says)
        return child, hears
    code = 1
    try:
        os.close(hears)
        lesson = of(who, path, CODES[who])
        os.write(says, b"ready\n")
        for number in range(count):
            lesson.answer(3, number)
            os.write(says, f"{number}\n".encode())
        code = 0
    finally:
        os._exit(code)


def races(folder: Path, times: int) -> Figures:
    """Two processes that write into one file at once."""
    figures: Figures = Counter()
    path = folder / "raced.jsonl"
    for child, hears in [_writer(who, path, times) for who in CODES]:
        with os.fdopen(hears) as said:
            said.read()
        figures["processes that failed"] += os.waitpid(child, 0)[1] != 0
    lines = AnswerFile(path).read()
    figures["answers of two processes"] = 2 * times
    figures["lost"] = 2 * times - len(lines.answers)
    figures["torn"] = len(lines.faults)
    figures["gaps"] = len(of("").grade(path, codes=CODES).gaps)
    return figures


def kills(folder: Path, times: int) -> Figures:
    """Processes that are killed while they write: what they said is there, and the next one goes on."""
    figures: Figures = Counter()
    rng = Random(2)
    for at in range(times):
        path = folder / f"killed-{at // 20}.jsonl"
        before = len(AnswerFile(path).read().answers)
        child, hears = _quiet(partial(_writer, "Ann", path, 100_000))
        with os.fdopen(hears) as said:
            said.readline()
            time.sleep(rng.random() * 0.1)
            os.kill(child, signal.SIGKILL)
            numbers = [line for line in said.read().split("\n") if line.strip().isdigit()]
        os.waitpid(child, 0)
        figures["kills"] += 1
        figures["acknowledged"] += len(numbers)
        figures["lost"] += max(0, before + len(numbers) - len(AnswerFile(path).read().answers))
    for path in folder.glob("killed-*"):
        _quiet(partial(of("Ann", path, CODES["Ann"]).answer, 2, "B"))
        figures["faults"] += len(AnswerFile(path).read().faults)
        figures["gaps"] += len(of("").grade(path, codes=CODES).gaps)
    return figures


def main() -> None:
    """Run all of it and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--times", type=int, default=2_000)
    reader.add_argument("--only", default="", help="the attacks whose name has this in it")
    given = reader.parse_args()
    times = given.times
    attacks: list[tuple[str, Callable[[Path], Figures]]] = [
        ("foreign files", partial(foreign, times=times)),
        ("hostile lines", partial(hostile, times=times)),
        ("forged marks", partial(forgeries, times=times)),
        ("the stop button", partial(interrupts, times=times)),
        ("two processes", partial(races, times=times)),
        ("kills", partial(kills, times=max(1, times // 20))),
    ]
    for name, attack in attacks:
        if given.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
            begun = time.monotonic()
            figures = attack(Path(folder))
            told = ", ".join(f"{what} {count:,}" for what, count in figures.items())
            print(f"{name}: {told} ({time.monotonic() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
