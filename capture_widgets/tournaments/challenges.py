"""Positions for tests of a bot: `position` sets one up in a line, `challenges` are shipped with proven answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from capture_widgets.bots.asking import ask
from capture_widgets.bots.greedy import Greedy
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.games import game_type
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.play.new_game import new

MOST_PLIES = 10_000


def position(
    game: str,
    moves: str | Sequence[str] = (),
    *,
    plies: int | None = None,
    seed: int = 0,
    deal: Sequence[Any] | str | None = None,
    **options: Any,
) -> Game:
    """A game at a position, set up in one line, for a test of a bot: ``position("kommando", "L:7b; 9y", seed=3)``.

    It is a game that can be played on; `Position`, the result of `show`, only displays a dump.

    Args:
        game: the slug of the game.
        moves: the moves that lead there, as a list or as a text with semicolons between them.
        plies: instead of moves: how many moves Greedy players have made.
        seed: gives the deal, and the choices of the Greedy players.
        deal: an explicit deal, as for ``cw.new``.
        **options: options of the game, as for ``cw.new``.

    Raises:
        IllegalMove: one of the moves is not legal there.
        ValueError: both moves and plies are given, or the game is over before that many.
        UnknownGame, UnknownOption, IllegalDeal: as for ``cw.new``.
    """
    if plies is not None and moves:
        raise ValueError("position takes the moves, or how many were made (plies), not both")
    found = new(game, seed=seed, deal=deal, **options)
    if plies is None:
        for move in [one.strip() for one in moves.split(";")] if isinstance(moves, str) else moves:
            if move:
                found.play(move)
        return found
    players = new(game, seed=seed, deal=deal, seats=[Greedy()] * len(found.names), **options).seed_bots(seed)
    for _ in range(whole_number(plies, "plies", 0, MOST_PLIES)):
        if players.is_over:
            raise ValueError(f"plies={plies}: the game is over after {players.ply} moves")
        seat = players.to_play
        assert seat is not None
        move = ask(Greedy(), players.view())
        players.play(move)
        found.play(move)
    return found


@dataclass(frozen=True)
class Challenge:
    """A position in which some moves are right for certain, whatever lies hidden.

    They win, and all others do not; in 4X Solitaire they begin a win in the fewest turns, and all others do not.

    Attributes:
        name: such as ``"kommando-1"``.
        words: what is asked, and why the right moves are right.
        right: the right moves; all others are wrong.
    """

    name: str
    words: str
    right: tuple[str, ...]
    code: str

    def game(self) -> Game:
        """The game at the position."""
        return load(self.code)

    def solved_by(self, bot: Bot, times: int = 3) -> bool:
        """Whether a bot chooses a right move every time that it is asked, with other random numbers.

        Args:
            bot: the bot.
            times: how often to ask.

        Raises:
            Exception: any error of the bot.
        """
        return all(ask(bot, self.game().seed_bots(time).view()) in self.right for time in range(times))

    def __str__(self) -> str:
        return f"{self.name}: {self.words}"


def challenges(game: str) -> tuple[Challenge, ...]:
    """The challenge positions of a game, with which a bot can be tested before it enters a tournament.

    Args:
        game: the slug of the game.

    Raises:
        UnknownGame: there is no such game.
    """
    slug = game_type(game).slug
    return tuple(
        Challenge(f"{slug}-{number}", one["words"], tuple(one["right"]), one["code"])
        for number, one in enumerate(_shipped().get(slug, ()), 1)
    )


@cache
def _shipped() -> dict[str, list[dict[str, Any]]]:
    text = files("capture_widgets.tournaments").joinpath("challenges.json").read_text("utf-8")
    read: dict[str, list[dict[str, Any]]] = json.loads(text)
    return read
