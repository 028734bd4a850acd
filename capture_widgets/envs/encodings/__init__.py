"""The encodings of the games, each in the module of its slug."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from capture_widgets.core.errors import UnknownOption, shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.envs.base_encoding import Encoding
from capture_widgets.envs.versions import ENCODINGS
from capture_widgets.games import game_type


def encoding_of(slug: str, options: dict[str, Any]) -> Encoding:
    """The encoding of a game with some options, ``match`` among them.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ValueError: the game, which another package brings, has no encoding.
    """
    game = game_type(slug)
    given = {name: whole(value) for name, value in options.items()}
    match = given.pop("match", False)
    if type(match) is not bool:
        raise UnknownOption(f"match={shown(match)}: choose True or False (GE-8)")
    read = game.options.of(given)
    if match and (refused := game.match_refused(read)):
        raise UnknownOption(f"match=True: {refused}")
    return encoding_for(slug, read, match)


@lru_cache(maxsize=64)
def encoding_for(slug: str, options: Any, match: bool) -> Encoding:
    """The encoding of a game with checked options; raises ValueError for a game without one.

    An encoding holds no position, so all environments with the same options share one.
    """
    game = game_type(slug)
    if slug not in ENCODINGS:
        raise ValueError(f"{game.title} has no encoding; the games with environments are {', '.join(ENCODINGS)}")
    return ENCODINGS[slug](game, options, match=match)
