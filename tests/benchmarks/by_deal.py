"""What a benchmark finds deal by deal: kept in a file, a game a line, to which every run adds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from capture_widgets.core.atomic_files import replace_file

EVERY = 20
"""Seconds between two times that what was found is kept."""

Row = TypeVar("Row")

ByDeal = dict[str, dict[int, list[Row]]]
"""Rows by game and deal."""


def add_deals(
    deals: dict[int, list[Row]], rows: int, look: Callable[[int], list[Row]], keep: Callable[[], None]
) -> None:
    """Look at deals that were not looked at before, until there are so many rows; keep them now and then."""
    since, deal = time.monotonic(), max(deals, default=0)
    while sum(map(len, deals.values())) < rows:
        deal += 1
        deals[deal] = look(deal)
        if time.monotonic() > since + EVERY:
            keep()
            since = time.monotonic()
    keep()


def write_deals(path: Path, found: Mapping[str, Mapping[int, list[Row]]], plain: Callable[[list[Row]], Any]) -> None:
    """Write what was found, with the rows of each deal as they go into the file."""
    lines = [
        f'"{slug}":' + json.dumps({deal: plain(rows) for deal, rows in deals.items()}, separators=(",", ":"))
        for slug, deals in sorted(found.items())
    ]
    replace_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read_deals(path: Path, rows: Callable[[Any], list[Row]]) -> ByDeal[Row]:
    """What was found before; nothing where there is no file yet."""
    data: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {slug: {int(deal): rows(plain) for deal, plain in deals.items()} for slug, deals in data.items()}
