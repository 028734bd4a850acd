"""What the environments for PettingZoo and Gymnasium have in common: spaces, viewers, pictures, games."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from capture_widgets.core.errors import shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.state import Viewer
from capture_widgets.envs.base_encoding import Bits
from capture_widgets.envs.episode import Episode
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new

Observation = dict[str, Bits]

_MODES: Final = (None, "ansi", "human")
_ILLEGAL: Final = ("lose", "raise")
"""What happens at an illegal action."""


def observation_space(encoding: Any) -> spaces.Dict:
    """The space of the observations of an encoding."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (encoding.layout.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (len(encoding.actions),), np.int8),
        }
    )


def check_modes(render_mode: object, illegal: object) -> None:
    """Raise ValueError if an environment cannot be rendered so, or does not know what to do at an illegal action."""
    if render_mode not in _MODES:
        raise ValueError(f"render_mode={shown(render_mode)}: choose None, 'ansi' or 'human'")
    if illegal not in _ILLEGAL:
        raise ValueError(f"illegal={shown(illegal)}: choose 'lose' or 'raise'")


def check_viewer(viewer: Any, seats: int) -> Viewer:
    """A viewer; raises ValueError if there is no such viewer."""
    viewer = whole(viewer)
    if viewer is not None and viewer != "public" and (type(viewer) is not int or not 0 <= viewer < seats):
        raise ValueError(f'viewer={shown(viewer)}: a seat from 0 to {seats - 1}, "public", or None for all cards')
    return viewer  # type: ignore[no-any-return]


def render(episode: Episode, viewer: Viewer, mode: str | None) -> str | None:
    """The table as text: returned in the mode ``ansi``, printed in the mode ``human``, None without a mode."""
    if mode is None:
        return None
    text = episode.encoding.game.drawn(episode.state.table(viewer))
    if mode == "ansi":
        return text
    print(text)  # noqa: T201 # what this mode is for
    return None


def as_game(episode: Episode) -> Game:
    """An episode as a game: the same deals, and all moves that are complete."""
    encoding = episode.encoding
    game, deck = encoding.game, encoding.game.deck
    options = encoding.options.as_dict()
    if game.opener is not None:
        options[game.opener] = episode.rounds[0].first
    deals = [deck.texts(played.cards) for played in episode.rounds]
    if encoding.match:
        options["match"] = True
    made: Any = new(game.slug, deal=deals if encoding.match else deals[0], **options)
    for played in episode.rounds:
        for move in played.moves:
            made.play(str(move))
    return made  # type: ignore[no-any-return]
