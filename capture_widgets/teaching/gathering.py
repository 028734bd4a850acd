"""Answers to be graded, from wherever they are: folders, files, lists and data frames; what cannot be read is named."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.plain_data import is_a, plain
from capture_widgets.core.shared_files import sentence
from capture_widgets.teaching.answer_file import AnswerFile
from capture_widgets.teaching.answer_folder import AnswerFolder, keeper
from capture_widgets.teaching.answer_format import MOST_ANSWERS

MOST_FILES: Final = 5_000
"""Files that are graded at once."""


class Origin(NamedTuple):
    """Where an answer comes from, as far as that says who wrote it.

    Attributes:
        owner: the number of the user to whom the file belongs, None where that is not known.
        folder: the folder that it lies in.
        file: its name there.
        of_one: whether it is to be one student's, as in a folder that keeps answers.
    """

    owner: int | None
    folder: str
    file: str
    of_one: bool = False


class Entry(NamedTuple):
    """One answer to be graded.

    Attributes:
        where: its place, for people: ``"ann-1f.jsonl, line 3"`` or ``"answers[3]"``.
        answer: what it says.
        origin: the file that it comes from; None where it comes from none.
    """

    where: str
    answer: dict[str, Any]
    origin: Origin | None = None


class Gathered(NamedTuple):
    """Answers and what is wrong with others.

    Attributes:
        entries: the answers.
        faults: what was left out, and where.
    """

    entries: list[Entry]
    faults: list[str]


def gather(answers: object) -> Gathered:
    """The answers that `Lesson.grade` is given.

    Raises:
        ValueError: this is nothing that can be graded; a `RecordError` where nothing in it is an answer.
        OSError: a file or folder cannot be read.
    """
    if is_a(answers, str) or is_a(answers, Path):
        kept = keeper(answers)
        return _of_folder(kept) if isinstance(kept, AnswerFolder) else _of_file(kept)
    if type(answers).__module__.partition(".")[0] == "pandas" and hasattr(answers, "to_dict"):
        return _of_list(_of_frame(answers))
    if is_a(answers, list) or is_a(answers, tuple):
        listed = list(answers)
        if listed and all(is_a(one, str) or is_a(one, Path) for one in listed):
            return _of_files(listed)
    if is_a(answers, dict):  # by the number of the step, which is no key that data has
        answers = [{"step": number, "answer": one} for number, one in dict.items(answers)]
    copy, unread = plain(answers)
    if isinstance(copy, list):
        if len(copy) > MOST_ANSWERS:
            raise RecordError("answers", f"at most {MOST_ANSWERS:,} answers are graded at once")
        return _of_list(copy)
    if unread:
        raise RecordError(f"answers{unread[0][0]}", unread[0][1])
    raise ValueError(
        "expected the folder or the file that keeps the answers, or a list of files; the attempts, as Lesson.answers "
        "gives them, or a data frame of them; or answers by the number of their step"
    )


def _of_folder(folder: AnswerFolder) -> Gathered:
    files, faults = folder.all()
    entries = []
    for name, owner, lines in files:
        origin = Origin(owner, str(folder.path), name, of_one=True)
        entries += [Entry(f"{name}, line {number}", {**one}, origin) for number, one in lines.answers]
    return Gathered(entries, faults)


def _of_file(file: AnswerFile) -> Gathered:
    lines = file.read(there=True)
    if not lines.answers and lines.faults:
        where, _, reason = lines.faults[0].partition(": ")
        raise RecordError(f"{file.path}, {where}", reason)
    name = file.path.name
    origin = Origin(None, str(file.path.parent), name)
    entries = [Entry(f"{name}, line {number}", {**one}, origin) for number, one in lines.answers]
    return Gathered(entries, [f"{name}, {fault}" for fault in lines.faults])


def _of_files(paths: list[Any]) -> Gathered:
    if len(paths) > MOST_FILES:
        raise RecordError("answers", f"at most {MOST_FILES:,} files are graded at once")
    entries: list[Entry] = []
    faults: list[str] = []
    failed: Exception | None = None
    for path in paths:
        try:
            found = gather(path)
        except RecordError as error:
            failed = failed or error
            faults.append(str(error))
        except OSError as error:
            failed = failed or error
            faults.append(f"{path}: {sentence(error)}")
        else:
            entries += found.entries
            faults += found.faults
    if failed is not None and not entries:
        raise failed
    return Gathered(entries, faults)


def _of_list(listed: list[Any]) -> Gathered:
    entries: list[Entry] = []
    faults: list[str] = []
    for at, one in enumerate(listed):
        where = f"answers[{at}]"
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
    return Gathered(entries, faults)


def _of_frame(answers: Any) -> list[Any]:
    """The rows of a data frame; a blank stands for a key that is not there."""
    rows: list[dict[str, Any]] = []
    for row in answers.to_dict("records"):
        kept = {str(key): value for key, value in row.items() if not (type(value) is float and isnan(value))}
        if type(kept.get("step")) is not int:
            kept["step"] = _whole(kept.get("step"))
        rows.append(kept)
    return list(plain(rows)[0])


def _whole(value: object) -> object:
    """A whole number that a data frame made a float, or one of numpy's."""
    try:
        return int(value) if value == int(value) else value  # type: ignore[call-overload]  # whatever it is
    except (TypeError, ValueError, OverflowError):
        return value
