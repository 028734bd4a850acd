"""JSON Schemas from the typed dicts of the package: what `tests/generate.py` writes."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.engine.game_options import MOST
from capture_widgets.engine.state import GameType
from capture_widgets.games import GAMES
from capture_widgets.model import record_format
from capture_widgets.model.dump import Dump, Rest
from capture_widgets.records import journal_lines
from capture_widgets.teaching import shapes as lesson_shapes

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}

ENOUGH = {"Record": ["game", "options", "rounds"], "RoundRecord": ["moves"]}
"""Keys without which a reader refuses; a writer writes all that the type requires."""


class Shapes:
    """Turns annotations into schemas; the typed dicts that they name are gathered in ``defs``."""

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
            self.defs[name] = {}  # a type may hold itself
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
                # __required_keys__ does not see NotRequired in annotations that are kept as text
                "required": [key for key, annotation in hints.items() if get_origin(annotation) is not NotRequired],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}


@cache
def attribute_words(shape: Any) -> dict[str, str]:
    """The docstrings under the keys of a typed dict."""
    body = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
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
    """The options of a game; those that are left out have their defaults."""
    properties: dict[str, Schema] = {}
    for item in fields(game.options):
        meta = item.metadata
        # the dealer who was cut for is written, not that somebody cut
        choices = [choice for choice in meta["choices"] if choice != "cut"]
        number = {"type": "integer", "minimum": meta["least"], "maximum": MOST}
        allowed: Schema = {"enum": choices} if choices else number
        properties[item.name] = {**allowed, "description": f"{meta['words']} ({meta['rule']})"}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def table_type(game: GameType) -> Any:
    """The typed dict of a game's table."""
    return get_type_hints(game.state.table, include_extras=True)["return"]


def dump_schema(game: GameType) -> Schema:
    """The dumps of one game, of any viewer."""
    shapes = Shapes()
    shapes.of(Dump)
    properties = shapes.defs["Dump"]["properties"]
    properties["game"] = {"const": game.slug}
    properties["options"] = options_schema(game)
    properties["table"] = {**shapes.of(table_type(game)), "description": properties["table"]["description"]}
    rest = get_type_hints(game.state.rest, include_extras=True)["return"]
    shapes.of(Rest)
    shapes.defs["Rest"]["properties"]["state"] |= shapes.of(rest)
    return _document(shapes, "Dump", f"A position of {game.title} as one viewer knows it")


def record_schema() -> Schema:
    """Records of every game, as far as a reader needs them."""
    shapes = Shapes()
    shapes.of(record_format.Record)
    _ease(shapes)
    return _document(shapes, "Record", "A game as it was played")


def journal_schema() -> Schema:
    """One line of a journal."""
    shapes = Shapes()
    line = shapes.of(journal_lines.Line)
    for shape in get_args(journal_lines.Line):
        # number and checksum stand together or, in version 1, not at all
        properties = shapes.defs[shape.__name__]["properties"]
        for key, words in attribute_words(journal_lines.Checked).items():
            properties[key] = {**properties.pop(key), "description": words}
        properties["sum"]["pattern"] = "^[0-9a-f]{16}$"
        shapes.defs[shape.__name__]["dependentRequired"] = {"n": ["sum"], "sum": ["n"]}
    _ease(shapes)
    return {"$schema": DIALECT, "title": "One line of a journal", **line, "$defs": shapes.defs}


def lesson_schema() -> Schema:
    """Lessons."""
    shapes = Shapes()
    shapes.of(lesson_shapes.LessonFile)
    shapes.defs["LessonFile"]["properties"]["steps"]["minItems"] = 1
    shapes.defs["DealPosition"]["properties"]["game"] = {"enum": list(GAMES)}
    shapes.defs["DealPosition"]["oneOf"] = [{"required": ["deal"]}, {"required": ["seed"]}]
    shapes.defs["Until"]["minProperties"] = 1
    return _document(shapes, "LessonFile", "A lesson: positions with questions")


def _ease(shapes: Shapes) -> None:
    """Let records leave out what a reader does not need, and hold each game to its own options."""
    for name, keys in ENOUGH.items():
        shapes.defs[name]["required"] = keys
    shapes.defs["RoundRecord"]["oneOf"] = [{"required": ["deal"]}, {"required": ["setup"]}]
    made = shapes.defs["Record"]
    made["properties"]["game"] = {"enum": list(GAMES)}
    made["properties"]["rounds"]["minItems"] = 1
    for holder in (made, shapes.defs["Variation"]):
        holder["properties"]["glyphs"]["additionalProperties"] = {"enum": list(record_format.GLYPHS)}
    made["allOf"] = [
        {
            "if": {"properties": {"game": {"const": slug}}},
            "then": {"properties": {"options": {"$ref": f"#/$defs/options-{slug}"}}},
        }
        for slug in GAMES
    ]
    for slug, game in GAMES.items():
        shapes.defs[f"options-{slug}"] = options_schema(game)


def _document(shapes: Shapes, name: str, title: str) -> Schema:
    return {"$schema": DIALECT, "title": title, "$ref": f"#/$defs/{name}", "$defs": shapes.defs}


SCHEMAS: dict[str, Callable[[], Schema]] = {
    "record.json": record_schema,
    "journal.json": journal_schema,
    "lesson.json": lesson_schema,
    **{f"dump-{slug}.json": partial(dump_schema, game) for slug, game in GAMES.items()},
}
"""What makes each schema that the package ships, by file name."""
