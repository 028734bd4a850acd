"""The cards that are likeliest to lie on the hidden places of a table."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.engine.state import Viewer
from capture_widgets.play.game import Game

_MOST_CARDS: Final = 6
"""The largest number of cards that a place with hidden cards names."""


class BeliefDisplay:
    """Computes the beliefs that one table shows, and keeps those of the last position."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._samples = 0
        self._cache: tuple[Any, dict[str, list[str]]] | None = None

    def set_samples(self, samples: int) -> None:
        """Set how many worlds to draw for each position; 0 shows no beliefs.

        Raises:
            ValueError: it is no number of samples.
        """
        if type(samples) is not int or samples:
            from capture_widgets.bots.beliefs import MOST_SAMPLES

            if type(samples) is not int or not 0 < samples <= MOST_SAMPLES:
                raise ValueError(f"samples={shown(samples)}: a whole number from 0 to {MOST_SAMPLES:,}")
        self._samples = samples

    def likeliest(self, at: dict[str, int], viewer: Viewer) -> dict[str, list[str]] | None:
        """The likeliest cards of each hidden place, in words; None if the table shows no beliefs.

        Args:
            at: the round and ply of the position.
            viewer: who looks at the table.
        """
        if not self._samples or viewer is None:
            return None
        game = self._game
        key = (game.revision, viewer, self._samples, *at.values())
        if self._cache is None or self._cache[0] != key:
            state = game.history.round_at(at["round"]).state_at(at["ply"])
            from capture_widgets.bots.beliefs import worlds

            drawn = worlds(game.dump_at(at["ply"], round=at["round"], seat=viewer), state, self._samples, Random(0))
            self._cache = key, drawn.likeliest(_MOST_CARDS)
        return self._cache[1]
