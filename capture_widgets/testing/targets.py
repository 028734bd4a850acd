"""Environments of several libraries behind one interface, for the check of leaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from random import Random
from typing import Any

from capture_widgets.core.errors import shown
from capture_widgets.testing.exchanging import cards_of, deep_copied, exchanging


class Target(ABC):
    """An environment at some point of an episode.

    Attributes:
        name: what messages call it.
        environment: the environment itself, as ``worlds`` and ``knows`` get it.
        resamples: whether `world` can make another world.
    """

    name: str
    environment: Any
    resamples: bool = True

    def check_resampling(self) -> None:  # noqa: B027 # most have nothing to check
        """Raise TypeError if the environment turns out not to resample."""

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Begin an episode."""

    @abstractmethod
    def over(self) -> bool:
        """Whether the episode is over."""

    @abstractmethod
    def agents(self) -> list[Any]:
        """The agents of the episode."""

    @abstractmethod
    def acting(self) -> Any:
        """The agent to act."""

    @abstractmethod
    def act(self, rng: Random) -> Any:
        """Make a random legal action; returns it."""

    @abstractmethod
    def shown(self, agent: Any) -> dict[str, Any]:
        """All that the environment hands to an agent, by name."""

    @abstractmethod
    def world(self, agent: Any, rng: Random) -> Target | None:
        """Another world that the agent cannot tell from this one; None where none can be made at this point."""

    @abstractmethod
    def story(self) -> str:
        """The world in words, all cards included."""


class AECTarget(Target):
    """A PettingZoo environment in which agents act in turn."""

    def __init__(self, environment: Any, worlds: Any) -> None:
        self.environment = environment
        self.name = str(environment)
        self._worlds = worlds
        self._actions: list[Any] = []
        self._seed = 0
        plain = environment.unwrapped
        self._ours = type(plain).__module__.startswith("capture_widgets.envs")
        self._exchanges = None if worlds or self._ours else exchanging(plain)
        self.resamples = bool(worlds or self._ours or self._exchanges)

    def begin(self, seed: int) -> None:
        """Reset with the seed."""
        self._seed, self._actions = seed, []
        self.environment.reset(seed=seed)

    def over(self) -> bool:
        """Whether no agent is left, or the next one is done."""
        env = self.environment
        return not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]

    def agents(self) -> list[Any]:
        """The agents that are still in."""
        return [*self.environment.agents]

    def acting(self) -> Any:
        """The agent that is selected."""
        return self.environment.agent_selection

    def act(self, rng: Random) -> Any:
        """Choose among the actions of the mask, or without a mask among all."""
        env = self.environment
        seen, _, _, _, info = env.last()
        mask = seen.get("action_mask") if isinstance(seen, dict) else None
        mask = info.get("action_mask") if mask is None and isinstance(info, dict) else mask
        legal = range(env.action_space(env.agent_selection).n) if mask is None else mask.nonzero()[0].tolist()
        action = legal[int(rng.random() * len(legal))]
        self._actions.append(action)
        env.step(action)
        return action

    def shown(self, agent: Any) -> dict[str, Any]:
        """Observation with mask, and info; of our own environments the information state and the seat's table, too."""
        env = self.environment
        told = {"observation": env.observe(agent), "info": env.infos.get(agent)}
        if agent == env.agent_selection:
            told["last"] = env.last()
        if self._ours:
            plain = env.unwrapped
            told["information state"] = plain.information_state(agent)
            told["table"] = plain.episode.state.table(plain.possible_agents.index(agent))
        return told

    def world(self, agent: Any, rng: Random) -> Target | None:
        """Make another world by ``worlds``, by the rules of our games, or by an exchange of cards."""
        other = copy(self)
        if self._worlds:
            other.environment = self._worlds(self.environment, agent, rng)
        elif self._ours:
            from capture_widgets.envs.resampling import another_world

            plain = self.environment.unwrapped
            made = copy(plain)
            made._episode = another_world(plain.episode, plain.possible_agents.index(agent), rng)
            other.environment = made
        else:
            other.environment = deep_copied(self.environment.unwrapped)
            if self._exchanges is None or not self._exchanges(other.environment, agent, rng):
                return None
        return other

    def story(self) -> str:
        """Seed, actions, and what every agent is shown."""
        env = self.environment
        cards = "; ".join(f"{agent} {_short(env.observe(agent))}" for agent in env.agents)
        if self._ours:
            episode = env.unwrapped.episode
            deck = episode.encoding.game.deck
            cards = "; ".join(" ".join(deck.texts(played.cards)) for played in episode.rounds)
        elif self._exchanges is not None:
            cards = cards_of(env.unwrapped.env.game)
        return f"reset(seed={self._seed}), actions {self._actions}, cards {cards}"


class OpenSpielTarget(Target):
    """An OpenSpiel game."""

    def __init__(self, game: Any, worlds: Any) -> None:
        self._game = game
        self.name = str(game).partition("(")[0]
        self._worlds = worlds
        self._can_tell = game.get_type()

    def begin(self, seed: int) -> None:
        """Deal by chance."""
        self.environment = self._game.new_initial_state()
        self._chance = Random(seed)
        self._deal()

    def check_resampling(self) -> None:
        """Try it once: games of OpenSpiel that cannot do it say so when they are asked."""
        if self._worlds:
            return
        self.begin(0)
        try:
            self.environment.resample_from_infostate(self.agents()[0], Random(0).random)
        except RuntimeError as error:
            raise TypeError(
                f"{self.name} does not resample ({error}): give worlds=, which makes another world, or knows=, which "
                "says what a player may know"
            ) from None

    def _deal(self) -> None:
        state = self.environment
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            (action,) = self._chance.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])
            state.apply_action(action)

    def over(self) -> bool:
        """Whether the state is terminal; games with simultaneous moves are not followed."""
        return bool(self.environment.is_terminal() or self.environment.current_player() < 0)

    def agents(self) -> list[Any]:
        """The players."""
        return [*range(self._game.num_players())]

    def acting(self) -> Any:
        """The player to act."""
        return self.environment.current_player()

    def act(self, rng: Random) -> Any:
        """Choose among the legal actions, and let chance act."""
        legal = self.environment.legal_actions()
        action = legal[int(rng.random() * len(legal))]
        self.environment.apply_action(action)
        self._deal()
        return action

    def shown(self, agent: Any) -> dict[str, Any]:
        """Observation and information state, as text and tensor, and the legal actions of the player to act."""
        kind, state = self._can_tell, self.environment
        told: dict[str, Any] = {}
        if kind.provides_observation_string:
            told["observation string"] = state.observation_string(agent)
        if kind.provides_observation_tensor:
            told["observation tensor"] = state.observation_tensor(agent)
        if kind.provides_information_state_string:
            told["information state string"] = state.information_state_string(agent)
        if kind.provides_information_state_tensor:
            told["information state tensor"] = state.information_state_tensor(agent)
        if state.current_player() == agent:
            told["legal actions"] = state.legal_actions()
        return told

    def world(self, agent: Any, rng: Random) -> Target | None:
        """Make another world by ``worlds``, or by the game's own resampling."""
        other = copy(self)
        if self._worlds:
            other.environment = self._worlds(self.environment, agent, rng)
        else:
            other.environment = self.environment.resample_from_infostate(agent, rng.random)
        return other

    def story(self) -> str:
        """The history of actions, those of chance included."""
        return f"history {self.environment.history()}"


class RLCardTarget(Target):
    """An RLCard environment."""

    def __init__(self, environment: Any, worlds: Any) -> None:
        self.environment = environment
        self.name = f"rlcard {environment.name}"
        self._worlds = worlds
        self._exchanges = None if worlds else exchanging(environment)
        self.resamples = bool(worlds or self._exchanges)
        self._actions: list[Any] = []
        self._seed = 0

    def begin(self, seed: int) -> None:
        """Seed and reset."""
        self._seed, self._actions = seed, []
        self.environment.seed(seed)
        self.environment.reset()

    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.environment.is_over())

    def agents(self) -> list[Any]:
        """The players."""
        return [*range(self.environment.num_players)]

    def acting(self) -> Any:
        """The player to act."""
        return self.environment.get_player_id()

    def act(self, rng: Random) -> Any:
        """Choose among the legal actions."""
        legal = [*self.environment.get_state(self.acting())["legal_actions"]]
        action = legal[int(rng.random() * len(legal))]
        self._actions.append(int(action))
        self.environment.step(action)
        return action

    def shown(self, agent: Any) -> dict[str, Any]:
        """The state that RLCard hands to a player: ``obs``, ``raw_obs``, legal actions, the record of actions."""
        state: dict[str, Any] = dict(self.environment.get_state(agent))
        return state

    def world(self, agent: Any, rng: Random) -> Target | None:
        """Make another world by ``worlds``, or by an exchange of cards."""
        other = copy(self)
        if self._worlds:
            other.environment = self._worlds(self.environment, agent, rng)
            return other
        other.environment = deep_copied(self.environment)
        return other if self._exchanges and self._exchanges(other.environment, agent, rng) else None

    def story(self) -> str:
        """Seed, actions, and what every player is shown."""
        return f"seed({self._seed}), actions {self._actions}, cards {cards_of(self.environment.game)}"


def target_of(game_or_env: Any, worlds: Any, options: dict[str, Any]) -> Target:
    """The target for an environment; raises TypeError for anything else."""
    if isinstance(game_or_env, str):
        from capture_widgets import envs

        return AECTarget(envs.aec(game_or_env, **options), worlds)
    if options:
        raise TypeError(f"{', '.join(options)}: options are for the slug of a game")
    if all(hasattr(game_or_env, name) for name in ("agent_iter", "observe", "possible_agents")):
        return AECTarget(game_or_env, worlds)
    if hasattr(game_or_env, "new_initial_state"):
        return OpenSpielTarget(game_or_env, worlds)
    if all(hasattr(game_or_env, name) for name in ("get_state", "get_player_id", "game")):
        return RLCardTarget(game_or_env, worlds)
    raise TypeError(
        f"{shown(game_or_env)} is no slug, PettingZoo AEC environment, OpenSpiel game or RLCard environment"
    )


def _short(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 300 else f"{text[:297]}..."
