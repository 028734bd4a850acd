"""Reads untrusted dumps of any viewer, and checks them against the schema of their game.

A seat's dump does not contain enough for a check by the rules; `dump.read_dump` checks a full dump by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, cast

from capture_widgets.core.errors import RecordError, UnknownGame, UnknownOption, failure_words, shown
from capture_widgets.core.plain_data import path_to, plain
from capture_widgets.engine.game_options import MOST
from capture_widgets.engine.state import GameType
from capture_widgets.games import game_type
from capture_widgets.model.dump import FORMAT, VERSION, Dump
from capture_widgets.model.dump_groups import groups
from capture_widgets.protocol.schemas import schema


def read_view(data: object) -> Dump:
    """A copy of a dump of any viewer, checked against the schema of its game.

    Raises:
        RecordError: it is no valid dump.
    """
    data, faults = plain(data)
    if faults:
        raise RecordError(*faults[0], faults=tuple(faults))
    if not isinstance(data, dict):
        raise RecordError("", "a dump is an object, as g.dump() gives it")
    if data.get("format") != FORMAT:
        raise RecordError("format", f'expected "{FORMAT}"')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise RecordError("version", f"this release reads version {VERSION}")
    try:
        game = game_type(data.get("game"))
    except UnknownGame as error:
        raise RecordError("game", str(error)) from None
    data.setdefault("match", None)
    whole = _schema(game)
    _check(data, whole, whole["$defs"], "")
    try:
        seats = game.seats(game.options.of(data["options"]))
    except UnknownOption as error:
        raise RecordError("options", str(error)) from None
    for key in ("seat", "to_play"):
        if type(data[key]) is int and not 0 <= data[key] < seats:
            raise RecordError(key, f"expected a seat below {seats}")
    for key in ("points", "returns"):
        if data[key] is not None and len(data[key]) != seats:
            raise RecordError(key, f"expected a number for each of {seats} seats")
    with whole_table():
        game.draw(data["table"])
        groups(data)
    return cast("Dump", data)


@contextmanager
def whole_table() -> Iterator[None]:
    """Turn errors about a table that fits the schema but is inconsistent into a RecordError."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("table", f"this is not a table of this game: {shown(failure_words(error))}") from None


def _schema(game: GameType) -> dict[str, Any]:
    """The schema of a game's dumps, read once; a game made anew in its place may have another."""
    known = _SCHEMAS.get(game.slug)
    if known is None or known[0] is not game:
        known = _SCHEMAS[game.slug] = (game, schema("dump", game.slug))
    return known[1]


_SCHEMAS: Final[dict[str, tuple[GameType, dict[str, Any]]]] = {}


_KINDS: Final[dict[str, tuple[Any, str]]] = {
    "object": (dict, "an object"),
    "array": (list, "a list"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
    "null": (type(None), "null"),
}

_MOST: Final = {"table": 1000, "turns": 10_000_000, "seed": 1 << 1024}
"""The largest number below a key; counts of cards must be small, because that many cards would be drawn."""


def _check(value: Any, fits: dict[str, Any], defs: dict[str, Any], where: str, most: int = 4 * MOST) -> None:
    """Raise RecordError unless data fits a schema (only the keywords of dump schemas) and its numbers are small."""
    if "$ref" in fits:
        _check(value, defs[fits["$ref"].removeprefix("#/$defs/")], defs, where, most)
        return
    if "anyOf" in fits:
        _check_any(value, fits["anyOf"], defs, where, most)
        return
    allowed = [fits["const"]] if "const" in fits else fits.get("enum")
    if allowed is not None:
        if not any(type(value) is type(one) and value == one for one in allowed):
            raise RecordError(where, f"expected {' or '.join(map(repr, allowed))}, found {shown(value)}")
        return
    if "type" not in fits:
        return
    kind, words = _KINDS[fits["type"]]
    if type(value) is not kind:
        raise RecordError(where, f"expected {words}, found {shown(value)}")
    if kind is int and abs(value) > most:
        raise RecordError(where, f"expected at most {most:,}")
    if kind is list:
        _check_list(value, fits, defs, where, most)
    if kind is dict:
        _check_object(value, fits, defs, where, most)


def _check_any(value: Any, ways: list[dict[str, Any]], defs: dict[str, Any], where: str, most: int) -> None:
    fitting = [way for way in ways if type(value) is _kind(way, defs)]
    if not fitting:
        kinds = " or ".join(dict.fromkeys(words for kind, words in _KINDS.values() if kind in _kinds(ways, defs)))
        raise RecordError(where, f"expected {kinds}, found {shown(value)}")
    for way in fitting[:-1]:
        with suppress(RecordError):
            _check(value, way, defs, where, most)
            return
    _check(value, fitting[-1], defs, where, most)


def _kind(fits: dict[str, Any], defs: dict[str, Any]) -> Any:
    """The Python type of the values that fit a schema."""
    if "$ref" in fits:
        return _kind(defs[fits["$ref"].removeprefix("#/$defs/")], defs)
    if "type" in fits:
        return _KINDS[fits["type"]][0]
    return type(fits["const"] if "const" in fits else fits["enum"][0])


def _kinds(ways: list[dict[str, Any]], defs: dict[str, Any]) -> list[Any]:
    return [_kind(way, defs) for way in ways]


def _check_list(value: list[Any], fits: dict[str, Any], defs: dict[str, Any], where: str, most: int) -> None:
    first = fits.get("prefixItems", [])
    rest = fits.get("items", {})
    if len(value) < fits.get("minItems", 0) or (rest is False and len(value) > len(first)):
        raise RecordError(where, f"expected a list of {len(first)}")
    if len(value) > 1000:
        raise RecordError(where, "expected a list of at most 1,000")
    for i, item in enumerate(value):
        _check(item, first[i] if i < len(first) else rest, defs, f"{where}[{i}]", most)


def _check_object(value: dict[str, Any], fits: dict[str, Any], defs: dict[str, Any], where: str, most: int) -> None:
    known = fits.get("properties", {})
    more = fits.get("additionalProperties", {})
    for key in fits.get("required", ()):
        if key not in value:
            raise RecordError(path_to(where, key), "this is missing")
    for key, item in value.items():
        inner = known.get(key, more)
        if inner is False:
            raise RecordError(path_to(where, key), "there is no such key here")
        _check(item, inner, defs, path_to(where, key), _MOST.get(key, most))
