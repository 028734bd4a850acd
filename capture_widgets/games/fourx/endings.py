"""What the turns of a game of 4X Solitaire went to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from capture_widgets.core.phrases import listed
from capture_widgets.games.fourx.moves import Capture, Conquer, Explore, Travel

if TYPE_CHECKING:
    from capture_widgets.engine.names import Names
    from capture_widgets.engine.state import Play

_DOES: Final = {Explore: "explored", Travel: "travelled", Capture: "captured", Conquer: "conquered a king"}
"""What a turn with a move of each type did; every other turn used the technology."""


def deciding(plays: Sequence[Play], _names: Names) -> list[str]:
    """How many turns went to what; the number of all turns and the territory stand beside it."""
    counts = Counter(
        _DOES.get(type(move), "used the technology") for before, move, after in plays if after.turns > before.turns
    )
    words = [f"{count} {does}" for does, count in counts.most_common()]
    return [f"Of the turns {listed(words)}."] if words else []
