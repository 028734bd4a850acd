"""What decided a game of Capture in five columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from capture_widgets.core.phrases import number_of
from capture_widgets.engine.names import Names
from capture_widgets.games.columns.capturing import winner
from capture_widgets.games.columns.moves import COLUMN_NAMES
from capture_widgets.games.columns.words import NO_SET, reasons

if TYPE_CHECKING:
    from capture_widgets.engine.state import Play


def deciding(plays: Sequence[Play], names: Names) -> list[str]:
    """How many columns each player captured in the whole game, then a line for each column of the last round."""
    counts = [0, 0]
    lines: list[str] = []
    for before, move, _ in plays:
        if before.placed is None:
            continue
        lines = []
        columns = before.shown(move)
        for reason in reasons(before, move, names):
            at = COLUMN_NAMES.index(reason.of)
            captor = winner(columns[at], before.options.aces)
            came = "stays" if captor is None else f"goes to {names.who(captor)}"
            lines.append(f"Column {at + 1} {came}: {reason.text.removeprefix(NO_SET)}.")
            if captor is not None:
                counts[captor] += 1
    if not any(counts):
        return lines
    shares = ", ".join(f"{names.who(seat)} {number_of(count, 'column')}" for seat, count in enumerate(counts))
    return [f"In all: {shares}. The last round:", *lines]
