"""The steps of a lesson in the editor: the texts in the fields of a form, and the step that they make."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from capture_widgets.core.errors import RecordError, shown
from capture_widgets.teaching.judging import number_of
from capture_widgets.teaching.setting_up import Setup, position_of_setup
from capture_widgets.teaching.shapes import ASKS, NEW_IN_STEPS

FIELDS: Final = (
    "text",
    "seat",
    "ask",
    "right",
    "choices",
    "within",
    "until",
    "bot",
    "praise",
    "replies",
    "reply",
    "hints",
    "reveal",
    "tries",
    "points",
)
"""The fields of the form, each a text."""

MOST_FIELD: Final = 20_000
"""The largest number of characters in a field."""

_SEATS: Final = {"": ..., "public": "public", "all": None}
_BY_MOVER: Final = ("move", "until")
"""The questions that only the seat to move can answer."""
_LINES: Final = ("choices", "hints")
_WORDS: Final = ("praise", "reply", "bot")
_NUMBERS: Final = ("tries", "points")


class Draft:
    """One step in the editor.

    Attributes:
        id: its name in the editor, which gives it and never changes it.
        setup: its position; None if the step goes on from the step before, or its position cannot be set up by hand.
        position: the data of a position that cannot be set up by hand.
        more: the keys of the step that the form does not have; they stay as they are.
    """

    def __init__(self, setup: Setup | None = None, data: Mapping[str, Any] | None = None) -> None:
        """Begin with a position, and with the data of a step if there is one."""
        given = dict(data or {})
        self.id = ""
        self.setup = setup
        self.position = None if setup is not None else given.get("position")
        self.fields = dict.fromkeys(FIELDS, "")
        self._is_view_kept = False
        self.fields["ask"] = str(given.get("ask", "look"))
        self.more = {key: value for key, value in given.items() if key not in (*FIELDS, "position")}
        self._reveal = dict(given.get("reveal", {}))
        for name in FIELDS:
            if name in given and name != "ask":
                self.fields[name] = _field_text(name, given[name])

    def copy(self) -> Draft:
        """A new step at the same position with empty fields."""
        draft = Draft(None if self.setup is None else self.setup.copy())
        draft.position = deepcopy(self.position)
        return draft

    def write(self, name: str, text: str) -> None:
        """Set a field; raises ValueError if there is no such field, or the text is too long."""
        if name not in FIELDS:
            raise ValueError(f"there is no field {shown(name)}")
        if len(text) > MOST_FIELD:
            raise ValueError(f"a field holds at most {MOST_FIELD:,} characters")
        if name == "ask" and text not in ASKS:
            raise ValueError(f"there is no kind of question {shown(text)}; there are {', '.join(ASKS)}")
        self.fields[name] = text
        if name == "seat":
            self._is_view_kept = False
        elif name == "ask" and self._is_view_kept and text in _BY_MOVER:
            self.fields["seat"], self._is_view_kept = "", False

    def keep_view(self) -> None:
        """Keep the viewer of the step, whoever is to move later; a step that asks for a move is seen by who moves."""
        if self.fields["seat"] or self.fields["ask"] in _BY_MOVER or self.setup is None:
            return
        history = self.setup.history
        if history.to_play is not None and len(history.seats) > 1:
            self.fields["seat"], self._is_view_kept = str(history.to_play), True

    def data(self) -> dict[str, Any]:
        """The data of the step, without the fields that its kind of question does not have."""
        fields = self.fields
        ask = fields["ask"]
        step: dict[str, Any] = {"text": fields["text"].strip()}
        if self.setup is not None:
            step["position"] = position_of_setup(self.setup)
        elif self.position is not None:
            step["position"] = self.position
        if fields["seat"]:
            step["seat"] = _SEATS.get(fields["seat"], _seat(fields["seat"]))
        if ask != "look":
            step["ask"] = ask
            step |= _question_data(ask, fields)
        reveal = {**self._reveal, "text": fields["reveal"].strip()}
        if reveal["text"] or len(reveal) > 1:
            step["reveal"] = reveal
        more = {key: value for key, value in self.more.items() if ask != "look" or key not in NEW_IN_STEPS}
        return {**more, **step}


def _question_data(ask: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """The right answers, the replies, and the rest of a question."""
    values: dict[str, Any] = {}
    if ask in ("move", "choice", "number"):
        right = _several(fields["right"])
        read = [_number(one) for one in right] if ask == "number" else right
        values["right"] = read[0] if len(read) == 1 else read
    if ask == "choice":
        values["choices"] = _lines(fields["choices"])
    if ask == "number" and fields["within"].strip():
        values["within"] = _number(fields["within"])
    if ask == "until":
        values["until"] = _until(fields["until"])
    if ask in ("until", "move") and fields["bot"]:
        values["bot"] = fields["bot"]
    replies = dict(_pairs(fields["replies"])) if ask != "until" else {}
    if replies:
        values["replies"] = replies
    for name in ("praise", "reply"):
        if fields[name].strip():
            values[name] = fields[name].strip()
    if _lines(fields["hints"]):
        values["hints"] = _lines(fields["hints"])
    for name in _NUMBERS:
        if fields[name].strip():
            values[name] = _number(fields[name])
    return values


def _several(text: str) -> list[str]:
    """Split a text at semicolons and line ends."""
    return [one.strip() for one in text.replace("\n", ";").split(";") if one.strip()]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _pairs(text: str) -> list[tuple[str, str]]:
    """Read replies, one on each line: the answer, an equals sign, the reply."""
    values = []
    for line in _lines(text):
        answer, sign, words = line.partition("=")
        if not sign:
            raise RecordError("replies", f"{shown(line)}: write the answer, an equals sign and the reply")
        values.append((answer.strip(), words.strip()))
    return values


def _number(text: str) -> object:
    """A number, or else the text itself, which the reader of lessons then refuses with its place."""
    number = number_of(text)
    return text.strip() if number is None else number


def _seat(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else text


def _until(text: str) -> dict[str, Any]:
    """Read the goal of a step that is played on: "points 20, over"."""
    values: dict[str, Any] = {}
    for one in text.replace(";", ",").replace("\n", ",").split(","):
        if not one.strip():
            continue
        word, _, number = one.strip().partition(" ")
        values[word] = _number(number) if number.strip() else True
    return values


def _field_text(name: str, value: Any) -> str:
    """The text of a field for a value of a lesson's file."""
    if name == "seat":
        return "all" if value is None else str(value)
    if name == "right":
        return "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    if name in _LINES:
        return "\n".join(value)
    if name == "replies":
        return "\n".join(f"{answer} = {words}" for answer, words in value.items())
    if name == "until":
        return ", ".join(key if one is True else f"{key} {one}" for key, one in value.items())
    if name == "reveal":
        return str(value.get("text", ""))
    return str(value)
