"""Variants of a lesson: each student gets other positions of the same kind, which depend on the student's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, cast

from capture_widgets.core.class_keys import name_key
from capture_widgets.core.errors import IllegalDeal, RecordError, shown
from capture_widgets.model.deal import level_of
from capture_widgets.teaching.dealt import check_dealt, dealing
from capture_widgets.teaching.reading import check_version, lesson_data, read_lesson
from capture_widgets.teaching.steps import Content, Step

Make = Callable[[int], Sequence[Mapping[str, Any]] | None]
"""A function that makes the steps of a lesson from a seed; None if nothing suits there."""

MOST_SEEDS: Final = 60
"""The largest number of seeds that are tried for one student."""

_MODELS: Final = 12
"""The number of lessons that are made from a file to find the one that most of them are like: the model."""

_AS_EASY: Final = 1.5
"""How many times likelier a guess may be right in one variant than in another."""


class Variants:
    """The variants of one lesson."""

    def __init__(self, title: str, make: Make, words: str, solutions: str, models: int = 1) -> None:
        """Make the variants of a lesson.

        Args:
            title: the title of the lesson.
            make: returns the steps for a seed, or None where the seed does not suit.
            words: the introduction of the lesson.
            solutions: when the solutions are shown.
            models: the number of lessons that are made to choose the model from, which all others must be like.

        Raises:
            ValueError: this is no function.
        """
        if not callable(make):
            raise ValueError(f'seed="who" needs a function from a seed to the steps, and not {shown(make)}')
        self._title = title
        self._make = make
        self._words = words
        self._solutions = solutions
        self._models = models
        self._known: dict[str, Content] = {}
        self._first: Content | None = None

    def of(self, who: str) -> Content:
        """The lesson of a student, however the name is written (`name_key`).

        Raises:
            RecordError: no seed that was tried makes a lesson, or one like the others.
        """
        name = name_key(who)
        if name not in self._known:
            self._known[name] = self._find(name, self._model())
        return self._known[name]

    def _model(self) -> Content:
        """The lesson that all others are compared with."""
        if self._first is None:
            first = self._find("", None)
            # nobody chose these deals, so the usual lesson is the model, and not an odd one
            others = [first, *(self._find(f" {number}", None) for number in range(1, self._models))]
            self._first = max(others, key=lambda one: sum(are_alike(one, other) for other in others))
        return self._first

    def _find(self, name: str, model: Content | None) -> Content:
        failed: Exception | None = None
        for number in range(MOST_SEEDS):
            text = f"capture_widgets variant\n{self._title}\n{name}\n{number}"
            seed = int.from_bytes(sha256(text.encode()).digest()[:4])
            try:
                steps = self._make(seed)
                if not steps:
                    continue
                content = read_lesson(lesson_data(self._title, list(steps), self._words, self._solutions))
            except (RecordError, IllegalDeal) as error:  # this seed's positions do not allow the questions
                failed = error
                continue
            if model is None or are_alike(content, model):
                return content
        if failed is not None and model is None:
            raise failed
        raise RecordError(
            "steps",
            f"none of {MOST_SEEDS} seeds makes a lesson for {shown(name)} that is like the others and as hard; let "
            "more positions suit",
        )


def variants_of(data: Mapping[str, Any]) -> Variants:
    """The variants of a lesson file that deals each student another position.

    Raises:
        RecordError: a part of it that all students share is wrong.
    """
    check_version(data)
    check_dealt(data)
    title, words, solutions = data.get("title"), data.get("words", ""), data.get("solutions", "tries")
    return Variants(cast("str", title), dealing(data), cast("str", words), cast("str", solutions), _MODELS)


def are_alike(one: Content, other: Content) -> bool:
    """Whether two lessons ask the same questions for the same points, and are about as hard."""
    return len(one.steps) == len(other.steps) and all(map(_steps_alike, one.steps, other.steps))


def _steps_alike(one: Step, other: Step) -> bool:
    return _kind(one) == _kind(other) and _chance(one) <= _AS_EASY * _chance(other) <= _AS_EASY**2 * _chance(one)


def _kind(step: Step) -> tuple[Any, ...]:
    start = step.start
    position: tuple[Any, ...] = ()
    if start is not None:
        # a record says the seed of its deal and not its level
        level = level_of(start.type, start.seed, start.settings)
        position = start.type.slug, tuple(sorted(start.options.items())), start.to_play, level
    costs = (step.points, step.tries, len(step.hints), step.hint_costs, step.try_costs)
    return position, step.ask, step.seat, len(step.choices), step.until, step.bot, costs


def _chance(step: Step) -> float:
    """How likely a guess is to be right; 1 where nobody can guess."""
    if step.ask == "move" and step.start is not None:
        return len(step.right) / len(step.start.legal_moves())
    if step.ask == "choice":
        return len(step.right) / len(step.choices)
    return 1.0
