"""The files of kept analyses beside a journal; what stands in them is in `kept_analyses`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from capture_widgets.core.atomic_files import remove_quietly

_DIGITS: Final = 16
_NAME: Final = re.compile(rf"-[0-9a-f]{{{_DIGITS}}}\.analysis")
"""What follows the stem of a journal in the name of an analysis."""


def analysis_file(journal: Path, digest: str) -> Path:
    """The file of the analysis of one game of a journal, by the digest of the game."""
    return journal.with_name(f"{journal.stem}-{digest[:_DIGITS]}.analysis")


def analyses_beside(journal: Path) -> Iterator[Path]:
    """The analyses of the games of a journal."""
    for path in journal.parent.glob("*.analysis"):
        if path.name.startswith(journal.stem) and _NAME.fullmatch(path.name[len(journal.stem) :]):
            yield path


def remove_analyses(journal: Path) -> None:
    """Remove what was kept of the games of a journal that is gone."""
    for path in [*analyses_beside(journal)]:
        remove_quietly(path)
