"""A dump that a notebook shows as a readable table, with its JSON folded below."""

from __future__ import annotations

from html import escape
from typing import Any, cast

from capture_widgets.model.dump import Dump

_DAMAGED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What drawing raises after somebody has changed the dump; it is shown like any other dict then."""


class ReadableDump(dict[str, Any]):
    """A dump, a dict like any other; last in a cell it is a table, and as text the position."""

    def _repr_html_(self) -> str | None:
        from capture_widgets.export.html import dump_html  # most games are played without it

        try:
            table = dump_html(cast("Dump", self))
        except _DAMAGED:
            return None
        import json

        data = escape(json.dumps(self, indent=1, ensure_ascii=False))
        return f"{table}<details><summary>JSON</summary><pre>{data}</pre></details>"

    def _mime_(self) -> tuple[str, str]:  # marimo asks for this, and shows other dicts as trees
        html = self._repr_html_()
        return ("text/plain", repr(self)) if html is None else ("text/html", html)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from capture_widgets.export.html import plain_text

        try:
            words = plain_text(cast("Dump", self))
        except _DAMAGED:
            words = repr(self)
        printer.text(words)


def readable(dump: Dump) -> Dump:
    """The same dump as a `ReadableDump`."""
    return cast("Dump", ReadableDump(dump))
