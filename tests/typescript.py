"""TypeScript interfaces from the typed dicts of the package: what `tests/generate.py` writes to js/src/messages.ts."""

from __future__ import annotations

import json
from typing import Any, is_typeddict

from capture_widgets import dump, exchange, messages
from capture_widgets.games import GAMES
from tests.schemas import Schema, Shapes, table_type

HEAD = """\
// Requests, replies, traits and dumps: what kernel and browser send one another. Written by tests/generate.py from the
// types of the Python package (dump.py, messages.py, exchange.py, tables of the games): change those and write it anew.

export type Seat = number;
/** Who looks: null sees everything. */
export type Viewer = Seat | "public" | null;
"""

ALIASES: dict[str, tuple[Any, str]] = {
    "Patch": (dump.Patch, "Steps from one dump to another: at each path the new value, or items spliced into a list."),
    "Request": (exchange.Request, "A request to the kernel; the sender adds `id`."),
    "Reply": (
        exchange.Reply,
        'A reply of the kernel: exactly one for each request but "bye", with its `id`; and what it says unasked.',
    ),
}
"""Shapes with a name of their own that are no typed dicts."""

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


class Writer:
    """Writes schemas as TypeScript types."""

    def __init__(self) -> None:
        self.shapes = Shapes()
        self.names = {json.dumps(self.shapes.of(shape)): name for name, (shape, _) in ALIASES.items()}

    def type(self, schema: Schema) -> str:
        """The type that a schema describes."""
        schema = {key: value for key, value in schema.items() if key != "description"}
        named = self.names.get(json.dumps(schema))
        return named or self._type(schema)

    def _type(self, schema: Schema) -> str:
        if not schema:
            return "unknown"
        if "$ref" in schema:
            return str(schema["$ref"]).rsplit("/", 1)[1]
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(map(json.dumps, schema["enum"]))
        if "anyOf" in schema:
            return " | ".join(self.type(one) for one in schema["anyOf"])
        if "prefixItems" in schema:
            places = [self.type(item) for item in schema["prefixItems"]]
            if schema["items"] is not False:
                places.append(f"...{self._list(schema['items'])}")
            return f"[{', '.join(places)}]"
        if schema["type"] == "array":
            return self._list(schema["items"])
        if schema["type"] == "object":
            return f"Record<string, {self.type(schema['additionalProperties'])}>"
        return PLAIN[schema["type"]]

    def _list(self, items: Schema) -> str:
        element = self.type(items)
        return f"({element})[]" if "anyOf" in items or "enum" in items else f"{element}[]"

    def interface(self, name: str) -> str:
        """A typed dict as an interface; a dump's table is whatever the reader knows it to be."""
        schema = self.shapes.defs[name]
        full_name = "Dump<Table = unknown>" if name == "Dump" else name
        lines = [f"/** {schema['description']} */", f"export interface {full_name} {{"]
        for key, shape in schema["properties"].items():
            if "description" in shape:
                lines.append(f"  /** {shape['description'].replace('``', '`')} */")
            kind = "Table" if name == "Dump" and key == "table" else self.type(shape)
            lines.append(f"  {key}{'' if key in schema['required'] else '?'}: {kind};")
        return "\n".join([*lines, "}"]) + "\n"


def wire_ts() -> str:
    """The whole of js/src/messages.ts."""
    writer = Writer()
    writer.shapes.of(dump.Dump)
    for game in GAMES.values():
        writer.shapes.of(table_type(game))
    for shape in {**vars(messages), **vars(exchange)}.values():
        if is_typeddict(shape):
            writer.shapes.of(shape)
    parts = [HEAD, *(writer.interface(name) for name in writer.shapes.defs)]
    for name, (shape, words) in ALIASES.items():
        parts.append(f"/** {words} */\nexport type {name} = {writer._type(writer.shapes.of(shape))};\n")
    return "\n".join(parts)
