"""Checks that a page's message has the shape that `requests` declares for its kind.

Every message is checked before a widget acts on it, so that no widget gets an unknown field or a value of a wrong type.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from capture_widgets.core.errors import shown

_NAMES: Final[dict[Any, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    type(None): "null",
}

_FRAME: Final = ("kind", "id")
"""The fields of every message."""

MOST_ID: Final = 1 << 53
"""The largest number of a message; pages do not use larger ones."""


def number_of(message: dict[Any, Any]) -> int | None:
    """The number by which the page knows the reply; None if the message has no number."""
    number = message.get("id")
    return number if type(number) is int and abs(number) <= MOST_ID else None


def check_request(message: dict[Any, Any]) -> None:
    """Check a message against the shapes of its kind; the widget itself refuses an unknown kind.

    Raises:
        ValueError: the kind is no text, or a field is missing, of another type, or not declared.
    """
    kind = message.get("kind")
    if type(kind) is not str:
        raise ValueError("a message needs a kind, as a text")
    shapes = _shapes().get(kind, ())
    fault = ""
    for fields in shapes:
        fault = _fault(message, fields)
        if not fault:
            return
    if fault:
        raise ValueError(f"a message of the kind {shown(kind)} {fault}")


def _fault(message: dict[Any, Any], fields: dict[str, Any]) -> str:
    """What is wrong with the fields of a message; empty if nothing is."""
    for name, shape in fields.items():
        wanted = shape
        if get_origin(shape) is NotRequired:
            if name not in message:
                continue
            (wanted,) = get_args(shape)
        if name not in message or not _fits(message[name], wanted):
            return f"needs {shown(name)}: {_in_words(wanted)}"
    more = next((name for name in message if name not in fields and name not in _FRAME), None)
    return "" if more is None else f"has no field {shown(more)}"


def _fits(value: object, shape: Any) -> bool:
    """Whether a value of a message has the declared type; here True is no number."""
    if shape is Any:
        return True
    origin, inner = get_origin(shape), get_args(shape)
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in inner)
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is dict:
        return type(value) is dict and all(type(key) is str and _fits(one, inner[1]) for key, one in value.items())
    if origin is list:
        return type(value) is list and all(_fits(one, inner[0]) for one in value)
    if is_typeddict(shape):
        return type(value) is dict and not _fault(value, _fields(shape))
    return type(value) is shape


def _in_words(shape: Any) -> str:
    """The declared type in words."""
    origin, inner = get_origin(shape), get_args(shape)
    if origin is Literal:
        return f"one of {', '.join(inner)}" if len(inner) > 1 else f'"{inner[0]}"'
    if origin in (Union, UnionType):
        return " or ".join(map(_in_words, inner))
    if is_typeddict(shape):
        return f"an object with {', '.join(_fields(shape))}"
    return _NAMES.get(shape, "an object")


@cache
def _fields(shape: Any) -> dict[str, Any]:
    """The fields of a declared shape with their types."""
    return get_type_hints(shape, include_extras=True)


@cache
def _shapes() -> dict[str, tuple[dict[str, Any], ...]]:
    """The fields of a message by its kind, for each shape that has this kind."""
    from capture_widgets.protocol.requests import Request  # pages send nothing before they show the widget

    shapes: dict[str, tuple[dict[str, Any], ...]] = {}
    for request in get_args(Request):
        fields = dict(_fields(request))
        for kind in get_args(fields.pop("kind")):
            shapes[kind] = (*shapes.get(kind, ()), fields)
    return shapes
