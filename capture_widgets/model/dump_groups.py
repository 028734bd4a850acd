"""The groups of cards of a dump."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from capture_widgets.engine.card_groups import Group
from capture_widgets.games import game_type


def groups(dump: Mapping[str, Any]) -> list[Group]:
    """All groups of cards on a dump's table, empty ones included, in reading order."""
    return list(game_type(dump["game"]).groups(dump["table"]))
