"""Which games the front end has a view for; made by ``python -m tests.generate``."""

from typing import Final

BUNDLED: Final = frozenset({"commander", "columns", "kommando", "fourx", "universal"})
"""Slugs of the games with a folder in js/src/views; any other game is drawn plainly, or by the view that it brings."""
