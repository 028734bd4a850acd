"""Messages that no page sends: each kind as it is declared, with every field replaced, left out and added to."""

from __future__ import annotations

import builtins
import json
import re
import time
from collections.abc import Callable, Iterator
from types import UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import capture_widgets as cw
from capture_widgets.protocol.requests import Request
from tests.wire import say

_NESTED: Any = []
for _ in range(60):
    _NESTED = [_NESTED]

JSON_VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 7, 1.5, 10**20, 10**4000, "", "x", "self", "__class__", "\ud800", "x" * 30_000,
    [], ["play"], [["a"], 1], _NESTED, {}, {"self": 1}, {"a": [{"b": None}]},
)  # fmt: skip
"""A few of every type that JSON has."""

EXTRA: Final = ("self", "__class__", "args", "kwargs", "message", "cls", "")
"""Names of fields that nobody declared."""

_NAMES = "|".join(name for name in vars(builtins) if name.endswith(("Error", "Exception", "Exit")))
PYTHON_WORDS: Final = re.compile(
    rf"\b({_NAMES}|TraitError|Traceback)\b|unexpected keyword|multiple values|indices must|has no attribute|unhashable"
    r"|not subscriptable|positional argument|NoneType|not iterable|not callable|is not supported between|concatenate"
    r"|Exceeds the limit|recursion|<class |object at 0x|instance of|__init__|lambda"
)
"""Words of Python's own errors, which help nobody at a page."""

_CHOICE: Final = {"game": "kommando", "opponent": "random", "match": False, "options": {}, "deal": ""}


def _samples(shape: Any) -> list[Any]:
    """Values of a declared type."""
    origin, inner = get_origin(shape), get_args(shape)
    if origin is NotRequired:
        return _samples(inner[0])
    if origin is Literal:
        return list(inner)
    if origin in (Union, UnionType):
        return [value for one in inner for value in _samples(one)]
    plain: dict[Any, list[Any]] = {str: ["x"], int: [0], bool: [False], type(None): [None]}
    return plain.get(shape, [_CHOICE])


def declared() -> Iterator[dict[str, Any]]:
    """A message of each kind, and one for each value of its fields that are one of a few."""
    for request in get_args(Request):
        fields = {name: _samples(shape) for name, shape in get_type_hints(request, include_extras=True).items()}
        plain = {name: values[0] for name, values in fields.items()}
        yield plain
        for name, values in fields.items():
            for value in values[1:]:
                yield {**plain, name: value}


def broken(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same message with each field in turn replaced by values of every type, or left out, and with others added."""
    for name in message:
        yield {key: value for key, value in message.items() if key != name}
        yield from ({**message, name: value} for value in JSON_VALUES)
    for name in EXTRA:
        yield from ({**message, name: value} for value in ("x", None, ["x"]))
    if message.get("kind") in ("choose", "begin"):
        for name in ("target", "no_choice", "dealer", "seed", "seats"):
            options = ({name: value} for value in JSON_VALUES)
            yield from ({**message, "choice": {**_CHOICE, "options": one}} for one in options)
    for key, value in message.items():
        if isinstance(value, dict):
            yield from ({**message, key: one} for one in broken(value))


def middle(slug: str = "kommando", moves: int = 3) -> cw.Game:
    """A game under way."""
    game = cw.new(slug, seed=7)
    for _ in range(moves):
        game.play(game.legal_moves()[0])
    return game


def finished() -> cw.Game:
    """A game that is over."""
    return cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()


def lesson_table() -> Any:
    """The table of a lesson that runs as long as the table is there."""
    run = cw.lesson("kommando").run()
    table: Any = run.table
    table.lesson_run = run
    return table


def tournament_widget() -> Any:
    """The widget of a small tournament."""
    bots = {"r": cw.bots.Random(), "g": cw.bots.Greedy()}
    cup = cw.tournament(bots, "kommando", deals=1, seed=5, trusted=list(bots), progress=False)
    return cup.widget(simulations=2)


WIDGETS: Final[dict[str, Callable[[], Any]]] = {
    "table": lambda: middle().table(),
    "seat": lambda: cw.new("kommando", seed=7, match=True, seats=["you", cw.bots.Random(1)]).table(seat=0),
    "public": lambda: middle().table(seat="public"),
    "over": lambda: finished().table(seat=None),
    "replay": lambda: middle().replay(seat=None),
    "quiz": lambda: finished().replay(seat=0, predict=True),
    "inspector": lambda: middle().inspect(),
    "plot": lambda: cw.plot.points(finished().replay()),
    "poll": lambda: cw.poll(middle(), seat="public"),
    "console": lambda: cw.console(middle().table()),
    "lobby": cw.lobby,
    "lesson": lambda: cw.lesson("kommando").run(),
    "lesson table": lesson_table,
    "editor": lambda: cw.lesson_editor("kommando"),
    "tournament": tournament_widget,
}
"""A widget of every kind, made anew."""

SLOW: Final = frozenset({"hint", "winnable", "mistakes", "par", "answer"})
"""Kinds that are answered beside all else."""


class Page:
    """A widget with a page that writes down what it hears, and waits for what is answered later."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self.heard: list[dict[str, Any]] = []
        widget.send = lambda content, buffers=None: self.heard.append(content)

    def send(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """What a message is answered."""
        self.heard.clear()
        say(self.widget, message)
        if message.get("kind") == "bye":
            return list(self.heard)
        deadline = time.monotonic() + 60
        while not any("id" in one or one.get("kind") == "front_end" for one in list(self.heard)):
            if time.monotonic() > deadline:
                raise AssertionError(f"no answer to {str(message)[:200]}")
            time.sleep(0.001)
        return list(self.heard)


def faults(answers: list[dict[str, Any]]) -> list[str]:
    """Replies that name an error of Python, or that no page could be sent."""
    found: list[str] = []
    for answer in answers:
        json.dumps(answer, allow_nan=False)
        if answer.get("kind") == "refused" and PYTHON_WORDS.search(answer["text"]):
            found.append(answer["text"])
    return found
