"""Collects the answers to grade from folders, files, lists and data frames, and names what cannot be read."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.plain_data import is_a, plain
from capture_widgets.core.shared_files import sentence
from capture_widgets.teaching.answer_file import AnswerFile
from capture_widgets.teaching.answer_folder import AnswerFolder, answer_store
from capture_widgets.teaching.answer_format import MOST_ANSWERS

MOST_FILES: Final = 5_000
"""The largest number of files that are graded at once."""


class Origin(NamedTuple):
    """The file that an answer comes from, which may tell who wrote it.

    Attributes:
        owner: the number of the user to whom the file belongs; None if that is not known.
        folder: the folder of the file.
        file: the name of the file.
        of_one: whether the file should hold one student's answers only, as in a folder that keeps answers.
    """

    owner: int | None
    folder: str
    file: str
    of_one: bool = False


class Entry(NamedTuple):
    """One answer to grade.

    Attributes:
        where: where it stands, in words: ``"ann-1f.jsonl, line 3"`` or ``"answers[3]"``.
        answer: its data.
        origin: the file that it comes from; None if it comes from no file.
        wrote: the name in it, if a class list has another one for the same student.
    """

    where: str
    answer: dict[str, Any]
    origin: Origin | None = None
    wrote: str | None = None


class CollectedAnswers(NamedTuple):
    """The answers to grade.

    Attributes:
        entries: the answers.
        faults: what was left out, where it stands, and why.
    """

    entries: list[Entry]
    faults: list[str]


def collect(answers: object) -> CollectedAnswers:
    """Collect the answers from the argument of `Lesson.grade`.

    Raises:
        ValueError: this cannot be graded; a `RecordError` if it holds no answer.
        OSError: a file or folder cannot be read.
    """
    if is_a(answers, str) or is_a(answers, Path):
        store = answer_store(answers)
        return _of_folder(store) if isinstance(store, AnswerFolder) else _of_file(store)
    if type(answers).__module__.partition(".")[0] == "pandas" and hasattr(answers, "to_dict"):
        return _of_list(_of_frame(answers))
    if is_a(answers, list) or is_a(answers, tuple):
        listed = list(answers)
        if listed and all(is_a(one, str) or is_a(one, Path) for one in listed):
            return _of_files(listed)
    if is_a(answers, dict):  # answers by the number of their step: data has texts as keys, so `plain` would refuse it
        answers = [{"step": number, "answer": one} for number, one in dict.items(answers)]
    if is_a(answers, list) or is_a(answers, tuple):
        return _of_list(list(answers))
    _, unread = plain(answers)
    if unread:
        raise RecordError(f"answers{unread[0][0]}", unread[0][1])
    raise ValueError(
        "expected the folder or the file that keeps the answers, or a list of files; the attempts, as Lesson.answers "
        "gives them, or a data frame of them; or answers by the number of their step"
    )


def _of_folder(folder: AnswerFolder) -> CollectedAnswers:
    files, faults = folder.all()
    entries = []
    for name, owner, lines in files:
        origin = Origin(owner, str(folder.path), name, of_one=True)
        entries += [Entry(f"{name}, line {number}", {**one}, origin) for number, one in lines.answers]
    return CollectedAnswers(entries, faults)


def _of_file(file: AnswerFile) -> CollectedAnswers:
    lines = file.read(must_exist=True)
    if not lines.answers and lines.faults:
        where, _, reason = lines.faults[0].partition(": ")
        raise RecordError(f"{file.path}, {where}", reason)
    name = file.path.name
    origin = Origin(None, str(file.path.parent), name)
    entries = [Entry(f"{name}, line {number}", {**one}, origin) for number, one in lines.answers]
    return CollectedAnswers(entries, [f"{name}, {fault}" for fault in lines.faults])


def _of_files(paths: list[Any]) -> CollectedAnswers:
    if len(paths) > MOST_FILES:
        raise RecordError("answers", f"at most {MOST_FILES:,} files are graded at once")
    entries: list[Entry] = []
    faults: list[str] = []
    failed: Exception | None = None
    for path in paths:
        try:
            collected = collect(path)
        except RecordError as error:
            failed = failed or error
            faults.append(str(error))
        except OSError as error:
            failed = failed or error
            faults.append(f"{path}: {sentence(error)}")
        else:
            entries += collected.entries
            faults += collected.faults
    if failed is not None and not entries:
        raise failed
    return CollectedAnswers(entries, faults)


def _of_list(listed: list[Any]) -> CollectedAnswers:
    entries: list[Entry] = []
    faults: list[str] = []
    if len(listed) > MOST_ANSWERS:
        raise RecordError("answers", f"at most {MOST_ANSWERS:,} answers are graded at once")
    for at, given in enumerate(listed):
        where = f"answers[{at}]"
        one = plain(given)[0]  # each by itself: all together may be more than is read of one value
        if not isinstance(one, dict):
            faults.append(f"{where}: expected an attempt, as Lesson.answers gives them, or all of them as a list")
        elif not isinstance(one.get("who", ""), str):
            faults.append(f"{where}.who: expected a name")
        elif plain(one)[1]:
            faults.append(f"{where}{plain(one)[1][0][0]}: it cannot be read")
        elif type(one.get("step")) is not int and not isinstance(one.get("fingerprint"), str):
            faults.append(f"{where}.step: there is no step {shown(one.get('step'))}")
        else:
            entries.append(Entry(where, one))
    if faults and not entries:
        where, _, reason = faults[0].partition(": ")
        raise RecordError(where, reason)
    return CollectedAnswers(entries, faults)


def _of_frame(answers: Any) -> list[Any]:
    """The rows of a data frame as dicts; an empty cell means that the row lacks the key."""
    rows: list[dict[str, Any]] = []
    for row in answers.to_dict("records"):
        kept = {str(key): value for key, value in row.items() if not (type(value) is float and isnan(value))}
        if type(kept.get("step")) is not int:
            kept["step"] = _whole(kept.get("step"))
        rows.append(kept)
    return rows


def _whole(value: object) -> object:
    """An int from a whole number that the data frame holds as a float or as a number of numpy."""
    try:
        return int(value) if value == int(value) else value  # type: ignore[call-overload]  # the value may be anything
    except (TypeError, ValueError, OverflowError):
        return value
