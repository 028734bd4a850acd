"""Where the cards lie on the table of Kommando."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from capture_widgets.groups import Group, hands, one


def groups(table: Any) -> Iterator[Group]:
    """All groups of a table, empty ones too, in reading order."""
    yield from hands(table)
    for i, entry in enumerate(table["row"]):
        yield one(("row", i, "card"), f"place {i + 1} of the row", entry["card"])
        for side, words in (("attack", "the attack on"), ("defence", "the defence of")):
            laid = entry[side]
            yield one(("row", i, side), f"{words} place {i + 1}", laid and laid[1])
