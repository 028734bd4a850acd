"""Makes JSON Schemas from typed dicts and from the facts of a game."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from dataclasses import fields
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.engine.game_options import MOST
from capture_widgets.engine.state import GameType
from capture_widgets.model.dump import Dump, Rest

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

PLAIN: Final[dict[Any, Schema]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}


class Shapes:
    """Turns annotations into schemas, and collects the schemas of typed dicts in ``defs``."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}

    def of(self, shape: Any) -> Schema:
        """The schema of one annotation."""
        if shape in PLAIN:
            return dict(PLAIN[shape])
        if is_typeddict(shape):
            return self._named(shape)
        origin, inner = get_origin(shape), get_args(shape)
        if origin is Annotated and isinstance(inner[1], Fixed):
            return self._fixed(inner[1].items, inner[1].rest)
        if origin is NotRequired:
            return self.of(inner[0])
        if origin is Literal:
            return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(one) for one in inner]}
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is tuple:
            return self._fixed(inner, None)
        if origin is dict and inner[0] is str:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        raise TypeError(f"no schema for {shape!r}")

    def _fixed(self, items: tuple[Any, ...], rest: Any) -> Schema:
        return {
            "type": "array",
            "prefixItems": [self.of(item) for item in items],
            "items": False if rest is None else self.of(rest),
            "minItems": len(items),
        }

    def _named(self, shape: Any) -> Schema:
        name = shape.__name__
        if name not in self.defs:
            self.defs[name] = {}  # a placeholder, because a type may contain itself
            words = attribute_words(shape)
            properties = {}
            hints = get_type_hints(shape, include_extras=True)
            for key, annotation in hints.items():
                properties[key] = self.of(annotation)
                if key in words:
                    properties[key]["description"] = words[key]
            self.defs[name] = {
                "description": inspect.cleandoc(shape.__doc__ or ""),
                "type": "object",
                "properties": properties,
                # __required_keys__ ignores NotRequired in annotations that are stored as text
                "required": [key for key, annotation in hints.items() if get_origin(annotation) is not NotRequired],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}


@cache
def attribute_words(shape: Any) -> dict[str, str]:
    """The docstrings of the keys of a typed dict."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
    except (OSError, TypeError):  # the source code is not available
        return {}
    assert isinstance(body, ast.ClassDef)
    words: dict[str, str] = {}
    for node, following in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
        ):
            words[node.target.id] = " ".join(str(following.value.value).split())
    return words


def options_schema(game: GameType) -> Schema:
    """The schema of the options of a game; an option that is left out has its default value."""
    properties: dict[str, Schema] = {}
    for item in fields(game.options):
        meta = item.metadata
        # a record names the dealer that the cut decided, never "cut"
        choices = [choice for choice in meta["choices"] if choice != "cut"]
        number = {"type": "integer", "minimum": meta["least"], "maximum": MOST}
        allowed: Schema = {"enum": choices} if choices else number
        properties[item.name] = {**allowed, "description": f"{meta['words']} ({meta['rule']})"}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def table_type(game: GameType) -> Any:
    """The typed dict of a game's table."""
    return _given_back(game.state.table)


def _given_back(method: Any) -> Any:
    """The return annotation of a method; any dict if it has none, or one that cannot be resolved."""
    try:
        return get_type_hints(method, include_extras=True)["return"]
    except (NameError, KeyError):
        return dict[str, Any]


def dump_schema(game: GameType) -> Schema:
    """The schema of the dumps of one game, for any viewer."""
    shapes = Shapes()
    shapes.of(Dump)
    properties = shapes.defs["Dump"]["properties"]
    properties["game"] = {"const": game.slug}
    properties["options"] = options_schema(game)
    properties["table"] = {**_told(shapes, table_type(game)), "description": properties["table"]["description"]}
    shapes.of(Rest)
    shapes.defs["Rest"]["properties"]["state"] |= _told(shapes, _given_back(game.state.rest))
    return document(shapes, "Dump", f"A position of {game.title} as one viewer knows it")


def _told(shapes: Shapes, shape: Any) -> Schema:
    """The schema of a type that a game declares; any object if the type is of an unknown kind."""
    try:
        return shapes.of(shape)
    except TypeError:
        return {"type": "object"}


def add_game(whole: Schema, game: GameType) -> None:
    """Add a game to the schema of records, journals or lessons."""
    defs: dict[str, Schema] = whole["$defs"]
    for name in ("Record", "DealPosition"):
        if name in defs:
            defs[name]["properties"]["game"]["enum"].append(game.slug)
    if "Record" in defs:
        defs["Record"]["allOf"].append(options_clause(game.slug))
        defs[f"options-{game.slug}"] = options_schema(game)


def options_clause(slug: str) -> Schema:
    """The rule that a record of a game has the options of that game."""
    return {
        "if": {"properties": {"game": {"const": slug}}},
        "then": {"properties": {"options": {"$ref": f"#/$defs/options-{slug}"}}},
    }


def document(shapes: Shapes, name: str, title: str) -> Schema:
    """The complete schema of a typed dict, by its name in ``defs``."""
    return {"$schema": DIALECT, "title": title, "$ref": f"#/$defs/{name}", "$defs": shapes.defs}
