"""Every sentence that a page can show, for somebody to read: `python -m tests.benchmarks.sentences [folder ...]`.

Prints file, line and text. From Python it takes each text of two words or more that is no docstring; parts that are
computed stand in braces. From TypeScript it takes the texts of `texts.ts`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[2]
PYTHON = (
    "protocol",
    "games",
    "engine",
    "bots",
    "widgets",
    "analysis",
    "play",
    "teaching",
    "library",
    "model",
    "export",
)
"""The folders of the package whose texts reach a page."""
_TYPESCRIPT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


def sentences(*folders: str) -> Iterator[tuple[str, int, str]]:
    """File, line and text of each sentence in some folders of the package, or in all and in the front end."""
    for folder in folders or PYTHON:
        for path in sorted((HOME / "capture_widgets" / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for line, text in _texts(tree):
                yield str(path.relative_to(HOME)), line, text
    for path in [] if folders else sorted((HOME / "js/src").rglob("texts.ts")):
        for number, row in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not row.lstrip().startswith(("//", "*", "/*", "import")):
                for match in _TYPESCRIPT.finditer(row):
                    text = match[1] or match[2] or ""
                    if " " in text.strip():
                        yield str(path.relative_to(HOME)), number, text


def _texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.JoinedStr | ast.Constant):
        text = _text(node)
        if " " in text.strip() and any(char.isalpha() for char in text):
            yield node.lineno, " ".join(text.split())
        return
    for child in ast.iter_child_nodes(node):
        # a text that stands for itself is a docstring
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from _texts(child)


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    assert isinstance(node, ast.JoinedStr)
    return "".join(_text(part) if isinstance(part, ast.Constant) else "{…}" for part in node.values)


if __name__ == "__main__":
    for where, line, text in sentences(*sys.argv[1:]):
        print(f"{where}:{line}: {text}")
