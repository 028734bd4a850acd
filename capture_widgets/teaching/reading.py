"""Reads lessons strictly: it refuses every fault with its place in the file and a reason, and runs nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, cast

from capture_widgets.bots.levels import BOTS
from capture_widgets.core.errors import IllegalMove, RecordError, shown
from capture_widgets.core.plain_data import is_text, plain
from capture_widgets.engine.seats import Viewer
from capture_widgets.engine.table_readers import read_list, read_whole
from capture_widgets.model.history import History
from capture_widgets.teaching.dealt import is_dealt
from capture_widgets.teaching.judging import number_of, reply_key
from capture_widgets.teaching.positions import Positions, check_keys, position_data
from capture_widgets.teaching.shapes import (
    ASKS,
    DEALT,
    FORMAT,
    NEW,
    NEW_IN_STEPS,
    READ,
    SOLUTIONS,
    Ask,
    LessonFile,
    Reveal,
    Solutions,
    StepFile,
    Until,
)
from capture_widgets.teaching.steps import Content, Step

MOST_STEPS: Final = 200
MOST_TITLE: Final = 200
MOST_WORDS: Final = 10_000
"""The largest number of characters in a text."""
MOST_LENGTH: Final = 4 << 20
"""The largest number of characters in a lesson that is written as JSON."""
MOST_RIGHT: Final = 200
"""The largest number of right answers, choices, replies, or hints of a step."""
MOST_NUMBER: Final = 10**9

_QUESTIONS: Final = {
    "look": set[str](),
    "move": {"right", "bot"},
    "choice": {"right", "choices"},
    "number": {"right", "within"},
    "until": {"until", "bot"},
}
"""The keys that only one kind of question has."""

_ASKED: Final = {"replies", "reply", "praise", "hints", "tries", "points", *NEW_IN_STEPS}
"""The keys that every kind of question has."""


def lesson_data(title: object, steps: object, words: object = "", solutions: object = "tries") -> dict[str, Any]:
    """The data of a lesson that was made in Python: a game in place of a position becomes a record."""
    listed = [_step_data(step) for step in steps] if isinstance(steps, list | tuple) else steps
    new = solutions != "tries" or any(key in step for step in _dicts(listed) for key in NEW_IN_STEPS)
    version = DEALT if is_dealt({"steps": listed}) else READ[new]
    data: dict[str, Any] = {
        "format": FORMAT, "version": version, "title": title, "words": words, "solutions": solutions, "steps": listed,
    }  # fmt: skip
    if words == "":
        del data["words"]
    if solutions == "tries":
        del data["solutions"]
    return data


def _dicts(steps: object) -> list[dict[str, Any]]:
    return [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []


def _step_data(step: object) -> object:
    if type(step) is dict and "position" in step:
        return {**step, "position": position_data(step["position"])}
    return step


def read_lesson(data: object) -> Content:
    """Read a lesson, and check that every position can be reached and every right answer is possible.

    Raises:
        RecordError: it is no lesson; ``where`` is the path to the first fault, ``faults`` has the first fault of every
            step.
    """
    data, unread = plain(data)
    if unread:
        raise RecordError(*unread[0], faults=tuple(unread))
    if not isinstance(data, dict):
        raise RecordError("lesson", "expected an object, as Lesson.save writes it")
    check_version(data)
    _check_length(data)
    first = data["version"] == READ[0]
    check_keys(data, "lesson", set(LessonFile.__annotations__) - set(NEW if first else ()))
    title = _text(data.get("title"), "title", MOST_TITLE, needed=True)
    words = _text(data.get("words", ""), "words", MOST_WORDS)
    solutions = data.get("solutions", "tries")
    if solutions not in SOLUTIONS:
        raise RecordError("solutions", f"expected one of {', '.join(SOLUTIONS)}")
    entries = read_list(data.get("steps"), "steps", most=MOST_STEPS)
    if not entries:
        raise RecordError("steps", "a lesson has at least one step")
    steps: list[Step] = []
    faults: list[tuple[str, str]] = []
    positions = Positions()
    known = set(StepFile.__annotations__) - set(NEW_IN_STEPS if first else ())
    for number, entry in enumerate(entries):
        try:
            steps.append(_Reader(number, entry, positions, known).read(steps[-1] if steps else None))
        except RecordError as error:
            faults.append((error.where, error.reason))
            if not _stands_alone(entries[number + 1 : number + 2]):
                break  # the next step goes on from this one
    if faults:
        raise RecordError(*faults[0], faults=tuple(faults))
    return Content(title, words, tuple(steps), data, cast("Solutions", solutions))


def check_version(data: Mapping[str, Any]) -> None:
    """Check that this is a lesson of a version that this release reads; raises RecordError."""
    if data.get("format") != FORMAT:
        raise RecordError("format", f'expected "{FORMAT}"')
    if type(data.get("version")) is not int or data["version"] not in READ:
        raise RecordError(
            "version",
            f"this release reads versions {READ[0]} to {READ[-1]}; a newer one of capture_widgets may read this lesson",
        )


def _stands_alone(following: list[Any]) -> bool:
    return bool(following) and isinstance(following[0], dict) and "position" in following[0]


def _check_length(data: dict[str, Any]) -> None:
    try:
        length = len(json.dumps(data, allow_nan=False))
    except ValueError:
        raise RecordError("lesson", "it has a number that cannot be written as JSON") from None
    if length > MOST_LENGTH:
        raise RecordError("lesson", f"it is too long: a lesson has at most {MOST_LENGTH >> 20} MiB")


EMPTY: Final = "expected a text; this one is empty"


def _text(value: object, where: str, most: int = MOST_WORDS, *, needed: bool = False) -> str:
    """Check a text for people."""
    if not is_text(value, most):
        raise RecordError(where, f"expected a text of at most {most:,} characters")
    text = str(value)
    if any(ord(sign) < 32 and sign not in "\n\t" for sign in text):
        raise RecordError(where, "the text has a character that cannot be shown")
    if needed and not text.strip():
        raise RecordError(where, EMPTY)
    return text


class _Reader:
    """Reads one step."""

    def __init__(self, number: int, data: object, positions: Positions, known: set[str]) -> None:
        self.number = number
        self.known = known
        self.positions = positions
        self.where = f"steps[{number}]"
        if not isinstance(data, dict):
            raise RecordError(self.where, "expected an object with a text")
        self.data: dict[str, Any] = data

    def at(self, key: str) -> str:
        return f"{self.where}.{key}"

    def read(self, before: Step | None) -> Step:
        """Read the step; ``before`` is the step before it."""
        data = self.data
        check_keys(data, self.where, self.known)
        text = _text(data.get("text"), self.at("text"), needed=True)
        ask = self._ask()
        start = self._start(before)
        if start is None and ask != "look":
            raise RecordError(
                self.at("position"),
                "the learner plays on freely in the step before, so this question needs a position of its own",
            )
        seat = self._seat(start, before)
        self._check_turn(ask, start, seat)
        choices = self._texts("choices") if ask == "choice" else ()
        right = self._right(ask, start, choices)
        until = self._until() if ask == "until" else Until()
        reveal = self._reveal(start, seat)
        return Step(
            number=self.number,
            text=text,
            ask=ask,
            seat=seat,
            start=start,
            right=right,
            choices=choices,
            within=self._within(),
            until=until,
            replies=self._replies(ask, start, choices),
            reply=_text(data.get("reply", ""), self.at("reply")),
            praise=_text(data.get("praise", ""), self.at("praise")),
            hints=self._texts("hints"),
            reveal=_text(reveal.get("text", ""), self.at("reveal.text")),
            reveals="seat" in reveal,
            reveal_to=reveal.get("seat"),
            then=self._then(ask, start, right),
            bot=self._bot(ask, start, seat),
            tries=self._whole("tries", 1) if "tries" in data else None,
            points=self._whole("points", 0) if "points" in data else int(ask != "look"),
            hint_costs=self._whole("hint_costs", 0) if "hint_costs" in data else 0,
            try_costs=self._whole("try_costs", 0) if "try_costs" in data else 0,
            own_position="position" in data,
        )

    def _ask(self) -> Ask:
        ask = self.data.get("ask", "look")
        if ask not in ASKS:
            raise RecordError(self.at("ask"), f"there is no kind of question {shown(ask)}; there are {', '.join(ASKS)}")
        allowed = _QUESTIONS[ask] | (set() if ask == "look" else _ASKED)
        special = set().union(*_QUESTIONS.values()) | _ASKED
        for key in self.data:
            if key in special - allowed:
                words = "a step that asks nothing" if ask == "look" else f'a step that asks "{ask}"'
                raise RecordError(self.at(key), f'{words} takes no "{key}"')
        return cast("Ask", ask)

    def _start(self, before: Step | None) -> History | None:
        if "position" in self.data:
            return self.positions.read(self.data["position"], self.at("position"))
        if before is None:
            raise RecordError(self.at("position"), "the first step needs a position")
        return before.end

    def _seat(self, start: History | None, before: Step | None) -> Viewer:
        if "seat" in self.data:
            return self._viewer(self.data["seat"], self.at("seat"), start or _last_start(before))
        if "position" not in self.data and before is not None:
            return before.seat
        return "public" if start is None or start.to_play is None else start.to_play

    def _viewer(self, seat: Any, where: str, history: History | None) -> Viewer:
        count = 4 if history is None else len(history.seats)
        if seat is None or seat == "public" or (type(seat) is int and 0 <= seat < count):
            return cast("Viewer", seat)
        raise RecordError(where, f'expected a seat, 0 to {count - 1}, "public", or null for everything')

    def _check_turn(self, ask: Ask, start: History | None, seat: Viewer) -> None:
        if ask not in ("move", "until"):
            return
        assert start is not None
        if start.to_play is None:
            raise RecordError(self.at("ask"), "the round is over here, so there is no move to ask for")
        if seat not in (None, start.to_play):
            raise RecordError(self.at("seat"), f"seat {start.to_play} is to move here; show the step to that seat")

    def _right(self, ask: Ask, start: History | None, choices: tuple[str, ...]) -> tuple[str | int | float, ...]:
        if ask in ("look", "until"):
            return ()
        given = self.data.get("right")
        where = self.at("right")
        several = isinstance(given, list)
        listed = read_list(given, where, most=MOST_RIGHT) if several else [given]
        if not listed:
            raise RecordError(where, "expected at least one right answer")
        values: list[str | int | float] = []
        for at, one in enumerate(listed):
            place = f"{where}[{at}]" if several else where
            read = self._right_one(ask, one, place, start, choices)
            if read in values:
                raise RecordError(place, f"{shown(read)} stands there twice")
            values.append(read)
        return tuple(values)

    def _right_one(
        self, ask: Ask, one: Any, where: str, start: History | None, choices: tuple[str, ...]
    ) -> str | int | float:
        if ask == "move":
            assert start is not None
            try:
                return str(start.read(one))
            except IllegalMove as error:
                raise RecordError(where, str(error)) from None
        if ask == "choice":
            if one not in choices:
                raise RecordError(where, f"{shown(one)} is none of the choices")
            return str(one)
        number = None if isinstance(one, str) else number_of(one)
        if number is None:
            raise RecordError(where, "expected a number")
        return number

    def _within(self) -> float:
        within = self.data.get("within", 0)
        if type(within) not in (int, float) or not math.isfinite(within) or not 0 <= within <= MOST_NUMBER:
            raise RecordError(self.at("within"), "expected a number, 0 or more")
        return float(within)

    def _until(self) -> Until:
        given = self.data.get("until")
        where = self.at("until")
        if not isinstance(given, dict) or not given:
            raise RecordError(where, f"expected an object with one or more of {', '.join(Until.__annotations__)}")
        check_keys(given, where, set(Until.__annotations__))
        for key in ("over", "won"):
            if key in given and given[key] is not True:
                raise RecordError(f"{where}.{key}", "expected true")
        for key in ("points", "moves"):
            if key in given:
                read_whole(given[key], f"{where}.{key}", 1, MOST_NUMBER)
        return cast("Until", dict(given))

    def _texts(self, key: str) -> tuple[str, ...]:
        """Read the choices, or the hints."""
        listed = read_list(self.data.get(key, []), self.at(key), most=MOST_RIGHT)
        values = tuple(_text(one, f"{self.at(key)}[{at}]", needed=True) for at, one in enumerate(listed))
        if key == "choices":
            compared = [" ".join(one.split()).casefold() for one in values]
            if len(values) < 2 or len(set(compared)) < len(values):
                raise RecordError(self.at(key), "expected at least two choices, each once")
        return values

    def _replies(self, ask: Ask, start: History | None, choices: tuple[str, ...]) -> Mapping[str, str]:
        given = self.data.get("replies", {})
        where = self.at("replies")
        if not isinstance(given, dict) or len(given) > MOST_RIGHT:
            raise RecordError(where, f"expected an object of at most {MOST_RIGHT} texts by answer")
        if given and ask in ("look", "until"):
            raise RecordError(where, "this kind of step has no replies by answer; write reply and praise")
        values: dict[str, str] = {}
        for answer, text in given.items():
            place = f"{where}[{shown(answer)}]"
            values[self._answer(ask, answer, place, start, choices)] = _text(text, place, needed=True)
        return values

    def _answer(self, ask: Ask, answer: str, where: str, start: History | None, choices: tuple[str, ...]) -> str:
        """The normal form of an answer that has a reply."""
        if ask == "move":
            assert start is not None
            try:
                return str(start.state.parse(answer))
            except IllegalMove as error:
                raise RecordError(where, str(error)) from None
        if ask == "choice" and answer not in choices:
            raise RecordError(where, "this is none of the choices")
        if ask == "number":
            number = number_of(answer)
            if number is None:
                raise RecordError(where, "expected a number")
            return reply_key(number)
        return answer

    def _reveal(self, start: History | None, seat: Viewer) -> Reveal:
        given = self.data.get("reveal", {})
        where = self.at("reveal")
        if not isinstance(given, dict):
            raise RecordError(where, "expected an object with text, seat or both")
        check_keys(given, where, set(Reveal.__annotations__))
        if "seat" in given:
            self._viewer(given["seat"], f"{where}.seat", start)
        return cast("Reveal", given)

    def _then(
        self, ask: Ask, start: History | None, right: tuple[str | int | float, ...]
    ) -> Mapping[str, tuple[str, ...]]:
        given = self.data.get("then")
        where = self.at("then")
        if given is None and "then" not in self.data:
            return {}
        if ask == "until" or "bot" in self.data or start is None:
            words = (
                "a bot answers here, so no moves follow"
                if "bot" in self.data
                else "where this step ends depends on the learner, so no moves follow"
            )
            raise RecordError(where, words)
        if ask != "move":
            moves = read_list(given, where, most=MOST_RIGHT)
            self.positions.play_on(start, moves, where)
            return {"": tuple(moves)}
        lines = given if isinstance(given, dict) else {str(right[0]): given}
        values: dict[str, tuple[str, ...]] = {}
        for move, line in lines.items():
            place = f"{where}[{shown(move)}]" if isinstance(given, dict) else where
            try:
                played = str(start.read(move))
            except IllegalMove as error:
                raise RecordError(place, str(error)) from None
            if played not in right:
                raise RecordError(place, f"{played} is no right answer, so no moves follow it")
            moves = read_list(line, place, most=MOST_RIGHT)
            self.positions.play_on(start.play(played), moves, place)
            values[played] = tuple(moves)
        return values

    def _bot(self, ask: Ask, start: History | None, seat: Viewer) -> str:
        if "bot" not in self.data:
            if ask == "until" and isinstance(seat, int) and start is not None and len(start.seats) > 1:
                raise RecordError(
                    self.at("bot"), "nobody plays the other seats; name a bot, or show everything (seat null)"
                )
            return ""
        names = [level.id for level in BOTS]
        bot = self.data["bot"]
        if bot not in names:
            raise RecordError(self.at("bot"), f"there is no bot {shown(bot)}; there are {', '.join(names)}")
        if not isinstance(seat, int):
            raise RecordError(
                self.at("bot"), "a bot plays the other seats; name with seat the one that the learner plays"
            )
        return str(bot)

    def _whole(self, key: str, least: int) -> int:
        return read_whole(self.data[key], self.at(key), least, 1_000)


def _last_start(before: Step | None) -> History | None:
    return None if before is None else before.start
