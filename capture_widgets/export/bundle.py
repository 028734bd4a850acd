"""The built front end: a first script and a style sheet with the table, and a second script with the other screens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_STATIC = Path(__file__).parent.parent / "static"

_EXPORT: Final = re.compile(r"export\s*\{\s*([\w$]+) as default\s*\};?\s*$")
_SECOND: Final = "export default"


def bundle(name: str) -> str:
    """The text of a built file, such as ``widget.css`` or ``widget.js``, which includes the licences of the libraries.

    Raises:
        FileNotFoundError: the front end is not built; the message says how to build it.
    """
    path = _STATIC / name
    if not path.exists():
        raise FileNotFoundError(
            f"the front end is not built: {path.name} is missing. Install the package (pip install .), or run "
            "“npm ci --ignore-scripts && npm run build” in js/"
        )
    return path.read_text(encoding="utf-8")


def whole_script(end: str = "export{%s as default};") -> str:
    """Both scripts as one module, for pages that cannot load a second one when they need it.

    Args:
        end: the end of the module; ``%s`` stands for the name of its default export.

    Raises:
        ValueError: the scripts do not fit together.
    """
    first, second = bundle("widget.js"), bundle("screens.js")
    export = _EXPORT.search(first, len(first) - 200)
    licence, word, screens = second.partition(_SECOND)
    if export is None or not word:
        raise ValueError("the front end lacks a default export; build it again (npm run build in js/)")
    name = export[1]
    return f"{first[: export.start()]}{licence}{name}.second={screens}{end % name}\n"
