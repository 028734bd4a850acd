"""The first hands that a person has left before their end, or finished: small files beside the saved games.

The file of a lesson that was left holds the step and the answers, so that the lesson can go on there, also in another
kernel. A file that cannot be read, or that another release wrote, counts as none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.shared_files import read_file
from capture_widgets.library import kept_games

_LOG = logging.getLogger(__name__)

MOST_BYTES: Final = 2**20
"""The largest size of a file."""

MOST_STEP: Final = 1_000
"""The largest number of steps of a lesson that a file may name."""

FORM: Final = 1
"""The version of the files; increase it with every change of their keys."""


class KeptAnswer(NamedTuple):
    """An answer that was given before the lesson was left."""

    step: int
    answer: str | int | float | list[str] | None
    hints: int
    """The number of hints that the person had seen."""


class KeptLesson(NamedTuple):
    """Where a first hand was left."""

    step: int
    """The step's number, from 0."""
    of: int
    """The number of steps."""
    answers: Sequence[KeptAnswer]

    @property
    def place(self) -> str:
        """The step in words."""
        return f"step {self.step + 1} of {self.of}"


def kept_lesson(slug: str) -> KeptLesson | None:
    """Where the first hand of a game was left; None if it was not, or if nothing is kept."""
    if not kept_games.keeps():
        return None
    try:
        data = json.loads(read_file(_file(slug), MOST_BYTES).decode())
        return _read(data)
    except (OSError, RuntimeError, ValueError, TypeError, KeyError, RecursionError):
        # RuntimeError: the user has no home folder; the others: somebody has edited the file
        return None


def keep_lesson(slug: str, lesson: KeptLesson) -> None:
    """Write down where the first hand of a game is, if saving is switched on and possible."""
    if not kept_games.keeps():
        return
    data = {"form": _form(), **lesson._asdict()}
    try:
        file = _file(slug)
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, json.dumps(data, ensure_ascii=False))
    except (OSError, RuntimeError, ValueError) as error:  # ValueError: a text that is not valid
        _LOG.info("the step of a lesson was not written down: %s", error)


def keep_finished(slug: str) -> None:
    """Write down that a first hand was finished, if saving is switched on and possible."""
    if not kept_games.keeps():
        return
    try:
        file = _finished(slug)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except (OSError, RuntimeError) as error:
        _LOG.info("the end of a lesson was not written down: %s", error)


def was_finished(slug: str) -> bool:
    """Whether the first hand of a game was finished once, as far as that is kept."""
    try:
        return kept_games.keeps() and _finished(slug).is_file()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
        return False


def forget_lesson(slug: str) -> None:
    """Remove the file of a first hand that is over, or that begins anew."""
    with suppress(OSError, RuntimeError):
        _file(slug).unlink(missing_ok=True)


def _file(slug: str) -> Path:
    return kept_games.games_folder() / f"{slug}.lesson.json"


def _finished(slug: str) -> Path:
    return kept_games.games_folder() / f"{slug}.lesson.finished"


def _form() -> str:
    return f"{FORM} of {import_module('capture_widgets').__version__}"


def _read(data: dict[str, object]) -> KeptLesson | None:
    step, of, answers = data["step"], data["of"], data["answers"]
    if data["form"] != _form() or not (type(step) is int and type(of) is int and 0 <= step < of <= MOST_STEP):
        return None
    if not isinstance(answers, list):
        return None
    kept = [KeptAnswer(*one) for one in answers]
    if not all(type(one.step) is int and 0 <= one.step < of and type(one.hints) is int for one in kept):
        return None
    return KeptLesson(step, of, kept)
