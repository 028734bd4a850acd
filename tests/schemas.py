"""JSON Schemas from the typed dicts of the package: what `tests/generate.py` writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from capture_widgets.games import GAMES
from capture_widgets.model import record_format
from capture_widgets.protocol.schemas.shapes import (
    DIALECT,
    Schema,
    Shapes,
    attribute_words,
    document,
    dump_schema,
    options_clause,
    options_schema,
    table_type,
)
from capture_widgets.records import journal_lines
from capture_widgets.teaching import shapes as lesson_shapes

__all__ = ["SCHEMAS", "Schema", "Shapes", "dump_schema", "options_schema", "table_type"]

ENOUGH = {"Record": ["game", "options", "rounds"], "RoundRecord": ["moves"]}
"""Keys without which a reader refuses; a writer writes all that the type requires."""


def record_schema() -> Schema:
    """Records of every game, as far as a reader needs them."""
    shapes = Shapes()
    shapes.of(record_format.Record)
    _ease(shapes)
    return document(shapes, "Record", "A game as it was played")


def journal_schema() -> Schema:
    """One line of a journal."""
    shapes = Shapes()
    line = shapes.of(journal_lines.Line)
    for shape in get_args(journal_lines.Line):
        # number and checksum stand together or, in version 1, not at all
        properties = shapes.defs[shape.__name__]["properties"]
        for key, words in attribute_words(journal_lines.NumberedLine).items():
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
    return document(shapes, "LessonFile", "A lesson: positions with questions")


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
    made["allOf"] = [options_clause(slug) for slug in GAMES]
    for slug, game in GAMES.items():
        shapes.defs[f"options-{slug}"] = options_schema(game)


SCHEMAS: dict[str, Callable[[], Schema]] = {
    "record.json": record_schema,
    "journal.json": journal_schema,
    "lesson.json": lesson_schema,
    **{f"dump-{slug}.json": partial(dump_schema, game) for slug, game in GAMES.items()},
}
"""What makes each schema that the package ships, by file name."""
