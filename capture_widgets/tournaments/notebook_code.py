"""Takes the one bot out of a notebook: its class, and the statements on which the class depends."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any, Final

MOST_CODE: Final = 300_000
"""The most characters of code of an entrant: the referee parses it, and that takes up to a kilobyte for each."""


def code_of_notebook(text: str, name: str) -> str:
    """The code of the bot in a notebook.

    The cells of a notebook play games, draw plots and run duels; none of that should happen before each game of a
    tournament. So this takes the last class that is a bot, and the statements of all cells that bind the names which
    the class needs, the names which these need, and so on. Line numbers are those of the joined code cells.

    Args:
        text: the notebook, as JSON.
        name: its name, for errors.

    Raises:
        ValueError: this is no notebook, its code has an error, or it has no bot or several.
    """
    try:
        cells = json.loads(text)["cells"]
        source = "\n\n".join(_lines(cell) for cell in cells if cell["cell_type"] == "code")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"{name} is no notebook") from None
    return bot_code(source, name)


def _lines(cell: dict[str, Any]) -> str:
    """The code of a cell; magics and commands of the shell become comments."""
    joined = "".join(cell["source"])
    if joined.lstrip().startswith("%%"):
        return ""
    return "\n".join(f"# {line}" if line.lstrip().startswith(("%", "!", "?")) else line for line in joined.split("\n"))


def bot_code(source: str, name: str) -> str:
    """The part of a source text on which its one bot depends; all other lines are empty (`code_of_notebook`)."""
    if len(source) > MOST_CODE:
        raise ValueError(f"{name} has more than {MOST_CODE:,} characters of code")
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f" in line {error.lineno} of its code" if isinstance(error, SyntaxError) else ""
        raise ValueError(f"{name} cannot be read{line}: {error}") from None
    bots = _bots(tree)
    if len(bots) != 1:
        words = "no bot" if not bots else f"{len(bots)} bots ({', '.join(bots)})"
        raise ValueError(f"{name} has {words}; an entrant is a file with one class that is a cw.bots.Bot")
    binds: dict[str, list[ast.stmt]] = {}
    for statement in tree.body:
        for bound in _bound(statement):
            binds.setdefault(bound, []).append(statement)
    needed, names, seen = set[int](), [bots[0]], set[str]()
    while names:
        one = names.pop()
        if one in seen:
            continue
        seen.add(one)
        for statement in binds.get(one, ()):
            if id(statement) not in needed:
                needed.add(id(statement))
                names += [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]
    lines = source.split("\n")
    kept = [""] * len(lines)
    for statement in tree.body:
        if id(statement) in needed or _is_future(statement):
            first = min([statement.lineno, *(one.lineno for one in getattr(statement, "decorator_list", ()))])
            kept[first - 1 : statement.end_lineno] = lines[first - 1 : statement.end_lineno]
    return "\n".join(kept)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _bots(tree: ast.Module) -> list[str]:
    """The names of the classes that are bots, without those that only are the base of another one."""
    classes = {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}
    bots: list[str] = []
    known = {*_KNOWN}
    for name, one in classes.items():  # a base stands above its class
        plays = any(isinstance(part, ast.FunctionDef) and part.name in ("choose", "choosing") for part in one.body)
        if plays or any(base in known for base in _bases(one)):
            bots.append(name)
            known.add(name)
    used = {base for name in bots for base in _bases(classes[name]) if base != name}
    return [name for name in bots if name not in used]


def _bases(one: ast.ClassDef) -> list[str]:
    return [base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in one.bases]


_KNOWN = frozenset({"Bot", "Greedy", "ISMCTS", "Random"})


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds or changes at the top level of a module."""
    if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield statement.name
        return
    if isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or alias.name.partition(".")[0]
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
