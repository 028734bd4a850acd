"""Opens lessons: shipped ones, files and data. The lesson of each game lies in the folder of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from capture_widgets.core.errors import did_you_mean, shown
from capture_widgets.core.file_names import is_file
from capture_widgets.core.plain_data import is_a
from capture_widgets.games import GAMES, titles
from capture_widgets.records.record import parse_json, read_text
from capture_widgets.teaching.first_hands import has_first_hand, lesson_file
from capture_widgets.teaching.lesson import Lesson


def first_hand_of(lesson: Lesson) -> str | None:
    """The slug of the game whose first hand a lesson is; None for every other lesson."""
    start = lesson.steps[0].start
    slug = "" if start is None else start.type.slug
    return slug if has_first_hand(slug) and lesson.data() == _shipped(slug) else None


def lessons() -> dict[str, str]:
    """The titles of the shipped lessons by name; `lesson` opens one by its name."""
    by_name = {}
    for slug in GAMES:
        if has_first_hand(slug):
            by_name[slug] = str(_shipped(slug)["title"])
    return by_name


def _shipped(slug: str) -> dict[str, Any]:
    file = lesson_file(slug)
    assert file is not None
    data: dict[str, Any] = parse_json(file.read_text(encoding="utf-8"))
    return data


def lesson(
    source: str | Path | Mapping[str, Any], *, who: str = "", keep: str | Path | None = None, code: str | None = None
) -> Lesson:
    """Open a lesson; as the last line of a cell, it runs.

    Args:
        source: the name of a shipped lesson (see `lessons`); the path of a file; JSON text; or a dict.
        who: the learner's name, for the answers.
        keep: a folder in which each student has a file, such as ``"answers/"``, or one file for all; the lesson adds
            each answer to it and reads them again after a restart of the kernel.
        code: the learner's code (`class_codes`), with which each answer is marked.

    Raises:
        RecordError: it is no lesson; ``where`` is the path to the first fault. Or ``keep`` names a file that is no file
            of answers.
        ValueError: there is no such lesson; a folder is to keep the answers and there is no name; or this is no code.
        OSError: the file cannot be read, or ``keep`` names something that is no regular file.
    """
    if is_a(source, str):
        text = str.__str__(source)
        if has_first_hand(text):
            return Lesson._of(_shipped(text), who, keep, code)
        if text.lstrip("\ufeff \t\r\n").startswith("{"):
            return Lesson._of(parse_json(text.lstrip("\ufeff")), who, keep, code)
        if not Path(text).suffix and not is_file(text):
            there = titles()
            names = [slug for slug in there if has_first_hand(slug)]
            meant = did_you_mean(text, {there[one]: one for one in names} | {one: one for one in names})
            raise ValueError(f"there is no lesson {shown(text)}{meant}; the shipped ones are: {', '.join(names)}")
    if is_a(source, str) or is_a(source, Path):
        return Lesson._of(parse_json(read_text(source), str(source)), who, keep, code)
    return Lesson._of(source, who, keep, code)
