"""The environments for PettingZoo: agents act in turn (AEC)."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.env_registry.registration import aec_registry
from pettingzoo.env_registry.registration import register as register_aec

from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.engine.state import Viewer
from capture_widgets.envs.encodings import encoding_of
from capture_widgets.envs.environment_parts import (
    Observation,
    as_game,
    check_modes,
    check_viewer,
    observation_space,
    render,
)
from capture_widgets.envs.episode import Episode, Seeds
from capture_widgets.envs.information import information_state
from capture_widgets.envs.versions import NAMESPACE, VERSIONS, aec_name
from capture_widgets.play.game import Game


class CaptureAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game or match as a PettingZoo environment; its agents are ``player_0``, ``player_1`` and so on, by seat.

    An observation is a dict: ``observation`` has an entry 0 or 1 for each fact that the agent may know (`layout`),
    ``action_mask`` a 1 for each legal action, all 0 for an agent that is not to act. When the game or match ends, each
    agent is rewarded with +1, 0 or -1 (GE-7, GE-8); until then rewards are 0.

    Attributes:
        encoding: the numbered actions, and the layout of observations.
    """

    def __init__(
        self,
        slug: str,
        *,
        render_mode: str | None = None,
        viewer: Viewer = "public",
        max_cycles: int | None = None,
        illegal: str = "lose",
        **options: Any,
    ) -> None:
        """An environment; `aec` describes the arguments."""
        self.metadata = {
            "name": aec_name(slug) if slug in VERSIONS else slug,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.encoding = encoding = encoding_of(slug, options)
        check_modes(render_mode, illegal)
        self.render_mode = render_mode
        self.viewer = check_viewer(viewer, encoding.seats)
        self.illegal = illegal
        self.max_cycles = None if max_cycles is None else whole_number(max_cycles, "max_cycles", 1, 1_000_000_000)
        self.possible_agents = [f"player_{seat}" for seat in range(encoding.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing = np.zeros(len(encoding.actions), np.int8)
        self._nothing.flags.writeable = False
        self.observation_spaces = {agent: observation_space(encoding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(encoding.actions)) for agent in self.possible_agents}
        self._seeds = Seeds()
        self._seed = 0
        self._episode: Episode | None = None
        self._steps = 0

    @property
    def episode(self) -> Episode:
        """The game or match under way; raises RuntimeError before the first `reset`."""
        if self._episode is None:
            raise RuntimeError("call reset() first: no game has been dealt")
        return self._episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions: as many numbers as `encoding.actions` has texts."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game or match.

        Args:
            seed: the seed of the deal, as for ``cw.new``. The episodes after it follow from it too.
            options: not used; the options of the game are those of the environment.
        """
        if seed is not None:
            self._seeds.start(whole_number(seed, "seed", -(1 << 1000), 1 << 1000))
        self._seed = self._seeds.draw()
        self._episode = episode = Episode(self.encoding)
        episode.deal_seed(self._seed)
        self._steps = 0
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        if episode.to_play is not None:
            self.agent_selection = self.possible_agents[episode.to_play]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and the mask of its legal actions."""
        episode, seat = self.episode, self._seats[agent]
        done = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = self._nothing if done or episode.to_play != seat else episode.mask()
        return {"observation": episode.known(seat), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """Make the action of `agent_selection`; None for an agent that is done.

        Raises:
            IllegalMove, ActionRefused: the action is not legal, and the environment was made with ``illegal="raise"``.
            ValueError: the action is no number of an action.
        """
        episode = self.episode
        if not self.agents:
            raise RuntimeError("all agents are done; call reset() for the next game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            episode.play(action)
        except (IllegalMove, ActionRefused) as error:
            if self.illegal == "raise":
                raise
            self._forfeit(agent, error)
            return
        if episode.waits:
            episode.deal_seed(self._seed)
        self._steps += 1
        to_play = episode.to_play
        if to_play is None:
            for seat, reward in enumerate(episode.returns):
                self.rewards[self.possible_agents[seat]] = reward
                self._cumulative_rewards[self.possible_agents[seat]] = reward
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[to_play]
            if self._steps == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
                self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _forfeit(self, agent: str, error: Exception) -> None:
        """End the episode after an illegal action: -1 for its agent, 0 for the others."""
        self.rewards[agent] = self._cumulative_rewards[agent] = -1
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": str(error)}
        self._deads_step_first()

    def information_state(self, agent: str) -> str:
        """Everything that an agent has learned so far, in order, as a text (perfect recall)."""
        return information_state(self.episode, self._seats[agent])

    def as_game(self) -> Game:
        """The episode as a game, to look at or to replay; a placement that was only begun is left out."""
        return as_game(self.episode)

    def render(self) -> str | None:
        """The table as ``viewer`` sees it; returned in the mode ``ansi``, printed in the mode ``human``."""
        return render(self.episode, self.viewer, self.render_mode)

    def close(self) -> None:
        """Do nothing: an environment holds nothing that must be closed."""


def register() -> None:
    """Enter the environments in PettingZoo's registry, so that its ``make`` finds them."""
    for slug in VERSIONS:
        name = f"{NAMESPACE}/{aec_name(slug)}"
        if name.replace("_v", "-v") not in aec_registry:
            register_aec("aec", name, entry_point=f"{__name__}:CaptureAEC", kwargs={"slug": slug})
