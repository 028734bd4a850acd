"""TypeScript types and constants from the package's typed dicts and constants: the files of js/src/kernel/messages."""

from __future__ import annotations

import json
import re
from functools import cache
from types import ModuleType
from typing import Any, is_typeddict

from capture_widgets.engine.names import GIVEN_NAMES, LEVEL_NAMES
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.games import GAMES
from capture_widgets.games.columns.moves import COLUMN_NAMES
from capture_widgets.games.fourx.moves import FILES
from capture_widgets.model import dump
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.record_format import GLYPHS
from capture_widgets.protocol import (
    class_messages,
    lesson_messages,
    lobby_messages,
    replay_messages,
    requests,
    table_messages,
    tournament_messages,
)
from capture_widgets.records.code_text import MOST_CODE
from capture_widgets.teaching.answer_format import MOST_WHO
from capture_widgets.widgets.classroom import console, poll_scene
from capture_widgets.widgets.replay.actions import MOST_TEXT
from capture_widgets.widgets.settings import SETTINGS
from capture_widgets.widgets.table.log_pages import PAGE
from capture_widgets.widgets.table.session import AT_NO_PACE, REVEAL, STAGE
from tests.schemas import Schema, Shapes, table_type

FOLDER = "js/src/kernel/messages"

HEAD = """\
// {subject}
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in {sources}.
"""

VIEWERS = """\
export type Seat = number;
/** Who looks: null sees everything. */
export type Viewer = Seat | "public" | null;
"""

ALIASES: dict[str, tuple[Any, str]] = {
    "Patch": (dump.Patch, "Steps from one dump to another: at each path the new value, or items spliced into a list."),
    "Request": (requests.Request, "A request to the kernel; the link of the page adds `id`."),
    "Reply": (
        requests.Reply,
        'A reply of the kernel: exactly one for each request but "bye", with its `id`; or a message without a request.',
    ),
}
"""Shapes with a name of their own that are no typed dicts."""

CONSTANTS: dict[str, tuple[Any, str, str]] = {
    "SEAT_NAMES": (SEAT_NAMES, "", "The letters of the seats (engine/seats.py)."),
    "LEVEL_NAMES": ([*LEVEL_NAMES], "", "The names of the ready-made bots (engine/names.py)."),
    "GIVEN_NAMES": ([*GIVEN_NAMES], "", "What follows the name of a ready-made bot, by seat (engine/names.py)."),
    "COLUMN_NAMES": ([*COLUMN_NAMES], "", "The letters of the columns (games/columns/moves.py)."),
    "FOURX_FILES": ([*FILES], "", "The letters of the map's files (games/fourx/moves.py)."),
    "SIGNS": (GLYPHS, "", "The signs that judge a move (model/record_format.py)."),
    "SETTINGS": (SETTINGS, ": Settings", "The settings of a table, with defaults (widgets/settings.py)."),
    "STAGE_TIME": (
        round(1000 * STAGE),
        "",
        "Milliseconds, in addition to the pace, for which a short reveal shows one stage (widgets/table/session.py).",
    ),
    "REVEAL_TIME": (
        round(1000 * REVEAL),
        "",
        "Milliseconds that a whole reveal takes at most at the usual pace (widgets/table/session.py).",
    ),
    "REVEAL_AT_NO_PACE": (
        AT_NO_PACE,
        "",
        "The part of that time without a pause; a second of pace adds the whole once more (widgets/table/session.py).",
    ),
    "LOG_PAGE": (PAGE, "", "Entries on a page of the log (widgets/table/log_pages.py)."),
    "POLL_PARTS": (poll_scene.PARTS, "", "The parts of a poll that a teacher shows (widgets/classroom/poll_scene.py)."),
    "MOST_CODE": (MOST_CODE, "", "The longest code of a game, in characters (records/code_text.py)."),
    "MOST_COMMENT": (MOST_TEXT, "", "The longest comment, in characters (widgets/replay/replay.py)."),
    "MOST_POSITION": (console.MOST_TEXT, "", "The longest position, in characters (widgets/classroom/console.py)."),
    "MOST_WHO": (MOST_WHO, "", "The longest name under an answer, in characters (teaching/answer_format.py)."),
}
"""Values that kernel and browser need alike: the value, its type where it has one, and words, by the name there."""

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


def _constants_ts() -> str:
    """The file of the constants."""
    head = "// Values that kernel and browser need alike.\n"
    head += "// Written by tests/generate.py from the Python modules named below: change those and generate it anew.\n"
    parts = [head + 'import type { Settings } from "./table";\n']
    for name, (value, kind, words) in CONSTANTS.items():
        fixed = " as const" if isinstance(value, tuple) else ""
        text = json.dumps(dict(value) if kind else value)
        parts.append(f"/** {words} */\nexport const {name}{kind} = {text}{fixed};\n")
    return "\n".join(parts)


def _typed_dicts(module: ModuleType) -> list[Any]:
    return [shape for shape in vars(module).values() if is_typeddict(shape)]


def _imports(name: str, body: str, files: dict[str, list[str]]) -> str:
    """The lines that import what a file uses of the others."""
    lines, code = [], re.sub(r"/\*\*.*?\*/", "", body, flags=re.DOTALL)
    for other, types in files.items():
        used = sorted(one for one in types if re.search(rf"\b{one}\b", code))
        if other != name and used:
            lines.append(f'import type {{ {", ".join(used)} }} from "./{other}";\n')
    return "".join(lines)


@cache
def messages_ts() -> dict[str, str]:
    """The files of js/src/kernel/messages by name: a file for each subject, and one that exports them all."""
    writer = Writer()
    subjects = {
        "dumps": ("Positions as a viewer knows them.", [dump.Dump, *(table_type(game) for game in GAMES.values())]),
        "table": ("What a table shows: values of its traits.", [*_typed_dicts(table_messages), LogEntry]),
        "replays": ("What replays, inspectors and plots show: values of their traits.", _typed_dicts(replay_messages)),
        "lobby": ("What a lobby shows: values of its traits.", _typed_dicts(lobby_messages)),
        "lessons": ("What lessons and their editor show: values of their traits.", _typed_dicts(lesson_messages)),
        "classes": ("What polls and consoles show: values of their traits.", _typed_dicts(class_messages)),
        "tournaments": ("What a tournament shows: values of its traits.", _typed_dicts(tournament_messages)),
        "requests": ("Requests of a page and replies of the kernel.", _typed_dicts(requests)),
    }
    sources = {
        "dumps": "model/dump.py and the tables of the games",
        "table": "protocol/table_messages.py",
        "replays": "protocol/replay_messages.py",
        "lobby": "protocol/lobby_messages.py",
        "lessons": "protocol/lesson_messages.py",
        "classes": "protocol/class_messages.py",
        "tournaments": "protocol/tournament_messages.py",
        "requests": "protocol/requests.py",
    }
    aliases = {"dumps": ["Patch"], "requests": ["Request", "Reply"]}
    gathered = Shapes()
    types: dict[str, list[str]] = {}
    bodies: dict[str, str] = {}
    for name, (_, shapes) in subjects.items():
        for shape in shapes:
            gathered.of(shape)
            writer.shapes.of(shape)
        own = [one for one in gathered.defs if not any(one in others for others in types.values())]
        parts = [VIEWERS] if name == "dumps" else []
        parts += [writer.interface(one) for one in own]
        for alias in aliases.get(name, []):
            shape, words = ALIASES[alias]
            parts.append(f"/** {words} */\nexport type {alias} = {writer._type(writer.shapes.of(shape))};\n")
        types[name] = [*own, *aliases.get(name, []), *(["Seat", "Viewer"] if name == "dumps" else [])]
        bodies[name] = "\n".join(parts)
    files = {}
    for name, body in bodies.items():
        head = HEAD.format(subject=subjects[name][0], sources=sources[name])
        files[f"{name}.ts"] = "\n".join(part for part in (head + _imports(name, body, types), body) if part)
    index = HEAD.format(
        subject="What kernel and browser send one another.",
        sources="model/dump.py, protocol/*_messages.py and protocol/requests.py",
    )
    files["constants.ts"] = _constants_ts()
    files["index.ts"] = index + "".join(f'export type * from "./{name}";\n' for name in subjects)
    return files
