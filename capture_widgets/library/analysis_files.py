"""The files of kept analyses beside a journal; what stands in them is in `kept_analyses`."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.atomic_files import remove_quietly
from capture_widgets.model.history import History

_GAME: Final = ("game", "options", "match", "setup", "rounds")
"""The parts of a record that an analysis depends on; comments, signs and names may change."""

_DIGITS: Final = 16
_NAME: Final = re.compile(rf"(.+)-[0-9a-f]{{{_DIGITS}}}\.analysis")
"""The name of an analysis; it begins with the stem of the journal."""


def digest(history: History) -> str:
    """A hash of all that an analysis depends on: game, options, deals and moves."""
    record: Any = history.record()
    parts = {name: record[name] for name in _GAME if name in record}
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def analysis_file(journal: Path, digest: str) -> Path:
    """The file of the analysis of one game of a journal, by the digest of the game."""
    return journal.with_name(f"{journal.stem}-{digest[:_DIGITS]}.analysis")


def analyses_in(folder: Path) -> dict[str, list[Path]]:
    """The analyses in a folder, by the stem of their journal; it reads the folder once."""
    found: dict[str, list[Path]] = {}
    for path in folder.glob("*.analysis"):
        if name := _NAME.fullmatch(path.name):
            found.setdefault(name[1], []).append(path)
    return found


def analyses_beside(journal: Path) -> list[Path]:
    """The analyses of the games of a journal."""
    return analyses_in(journal.parent).get(journal.stem, [])


def remove_analyses(journal: Path) -> None:
    """Remove what was kept of the games of a journal that is gone."""
    for path in analyses_beside(journal):
        remove_quietly(path)
