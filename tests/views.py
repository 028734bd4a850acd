"""The lists of the views that the front end has: of each game with a folder in js/src/views."""

from __future__ import annotations

from pathlib import Path

from capture_widgets.games import TITLES

FOLDER = Path(__file__).parent.parent / "js/src/views"


def bundled() -> list[str]:
    """The games of this package that have a view, in the order in which they are listed."""
    return [slug for slug in TITLES if (FOLDER / slug / "index.ts").is_file()]


def views_ts() -> str:
    """The list of the front end."""
    slugs = bundled()
    imports = "".join(f'import {{ {slug} }} from "./{slug}/index";\n' for slug in sorted(slugs))
    return f"""\
// The views, one a game, and the plain drawing of games that have none.
// Written by tests/generate.py from the folders beside this file.
import type {{ GameView }} from "../board/layout";
{imports}
export {{ plain }} from "./plain/index";

export const views: Record<string, GameView> = {{ {", ".join(slugs)} }};
"""


def bundled_views_py() -> str:
    """The list of the kernel."""
    return f'''"""Which games the front end has a view for; made by ``python -m tests.generate``."""

from typing import Final

BUNDLED: Final = frozenset({{{", ".join(f'"{slug}"' for slug in bundled())}}})
"""Slugs of the games with a folder in js/src/views; any other game is drawn plainly, or by the view that it brings."""
'''
