"""The games as a taskset and an environment of verifiers; needs the extra ``verifiers``.

A task is a deal: the player sits at one seat, bots of this package at the others. What the player is told and how it
answers is that of `TextGame`; the reward is its result, from -1 to 1.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any, Final

import verifiers.v1 as vf

from capture_widgets.bots.levels import make_bot
from capture_widgets.envs.text_game import TextGame
from capture_widgets.games import GAMES
from capture_widgets.play.new_game import new

__all__ = ["GameData", "GameTask", "GamesConfig", "GamesEnv", "GamesEnvConfig", "GamesTaskset"]

ID: Final = "capture_widgets_games"
"""The id of the taskset; verifiers finds tasksets as modules at the top level, so `register` enters this one there."""


class GamesConfig(vf.TasksetConfig):  # type: ignore[misc] # the library is not there when types are checked
    """The game to play, its options, and who sits where."""

    game: str = next(iter(GAMES))
    """The slug of the game."""
    options: dict[str, Any] = {}  # noqa: RUF012 # pydantic copies it for each object
    """The options of the game, as for ``cw.new``."""
    seat: int = 0
    """The seat of the player."""
    against: str = "greedy"
    """The level of the bots at the other seats."""
    moves: bool = True
    """Whether prompts list the legal moves."""
    first_seed: int = 0
    """The seed of the first deal; each next deal has a seed one higher."""


class GameData(vf.TaskData):  # type: ignore[misc]
    """A deal, and how it is played."""

    info: dict[str, Any]
    """The slug, the options, the seat, the level of the bots, whether moves are listed, and the seed."""


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A deal to play."""


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):  # type: ignore[misc]
    """The deals of a game, one after another without end."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        """Each deal with the rules as its system prompt, and the first position as its prompt."""
        config = self.config
        for number in itertools.count():
            info = {
                "game": config.game, "options": dict(config.options), "seat": config.seat, "against": config.against,
                "moves": config.moves, "seed": config.first_seed + number,
            }  # fmt: skip
            text = game_of(info)
            if text.done:
                continue  # bots have ended it before the player was asked
            data = GameData(
                name=f"{config.game}#{info['seed']}", prompt=text.prompt(), system_prompt=text.rules(), info=info
            )
            yield GameTask(data, config.task)


class GamesEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The player, which is the agent that is measured or trained."""

    player: vf.AgentConfig = vf.AgentConfig()


class GamesEnv(vf.Env[GamesEnvConfig]):  # type: ignore[misc]
    """A player at one seat, and the game as its user: each prompt is a turn, each reply an answer."""

    async def run(self, task: GameTask, agents: Any) -> None:
        """Play one deal, and record the result as the reward and the seed in the info."""
        text = game_of(task.data.info)
        seat = task.data.info["seat"]
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                text.step(segment.last_reply)
                if text.done:
                    break
                segment = await interaction.turn(text.prompt())
        trace = interaction.trace
        rewards = text.rewards
        trace.record_reward("result", 0.0 if rewards is None else rewards[seat], 1.0)
        trace.record_metric("refused", float(text.refused[seat]))
        trace.info["game"] = text.info


def game_of(info: dict[str, Any]) -> TextGame:
    """The game of a task, at its first position."""
    count = len(new(info["game"], seed=0, **info["options"]).seats)
    bots = {seat: make_bot(info["against"]) for seat in range(count) if seat != info["seat"]}
    return TextGame(info["game"], seed=info["seed"], bots=bots, moves=info["moves"], **info["options"])


def register() -> None:
    """Let verifiers find the taskset by its id, in this process."""
    sys.modules.setdefault(ID, sys.modules[__name__])
