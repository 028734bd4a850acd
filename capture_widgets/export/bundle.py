"""The built front end."""

from __future__ import annotations

from pathlib import Path

_STATIC = Path(__file__).parent.parent / "static"


def bundle(name: str) -> str:
    """The text of ``widget.js``, which includes the licences of its libraries, or of ``widget.css``.

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
