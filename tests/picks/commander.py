"""How a person picks a move of Capture the Commander."""

from __future__ import annotations

import re


def steps(move: str) -> list[str]:
    """The positions, those of the attacker first."""
    return re.split("[x>]", move.lstrip("+"))
