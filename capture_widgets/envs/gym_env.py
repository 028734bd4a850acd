"""The environments for Gymnasium: one seat against given bots, and 4X Solitaire alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random as RandomNumbers
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import register as register_gym
from gymnasium.envs.registration import registry

from capture_widgets.bots.asking import ask
from capture_widgets.bots.random import Random
from capture_widgets.core.errors import ActionRefused, IllegalMove, shown
from capture_widgets.core.whole_numbers import whole, whole_number
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.envs.base_encoding import Bits
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
from capture_widgets.envs.versions import ENCODINGS, VERSIONS, gym_id
from capture_widgets.model.dump import whole_dump
from capture_widgets.model.view import Bot, View
from capture_widgets.play.game import Game

Opponents = Bot | Mapping[int, Bot] | Sequence[Bot] | None
"""The bots of the other seats, as `gym` takes them."""


class CaptureGym(gymnasium.Env[Observation, np.int64]):
    """One seat of a game or match as a Gymnasium environment; bots play the other seats.

    Observations are those of `CaptureAEC`: a dict with ``observation`` and ``action_mask``. The reward is 0 until the
    game or match ends, then +1, 0 or -1 (GE-7, GE-8).

    Attributes:
        encoding: the numbered actions, and the layout of observations.
        seat: the seat that the environment plays.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 # as Gymnasium has it

    def __init__(
        self,
        slug: str,
        *,
        seat: int = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        viewer: Viewer | str = "seat",
        illegal: str = "lose",
        **options: Any,
    ) -> None:
        """An environment; `gym` describes the arguments."""
        self.encoding = encoding = encoding_of(slug, options)
        check_modes(render_mode, illegal)
        self.seat = whole_number(seat, "seat", 0, encoding.seats - 1)
        self.render_mode = render_mode
        self.viewer = check_viewer(self.seat if viewer == "seat" else viewer, encoding.seats)
        self.illegal = illegal
        self.opponents = bots_by_seat(opponents, self.seat, encoding.seats)
        self.observation_space = observation_space(encoding)  # type: ignore[assignment]  # a Dict has no such type
        self.action_space = spaces.Discrete(len(encoding.actions))
        self._seeds = Seeds()
        self._seed = 0
        self._episode: Episode | None = None
        self._forfeited = False

    @property
    def episode(self) -> Episode:
        """The game or match under way; raises RuntimeError before the first `reset`."""
        if self._episode is None:
            raise RuntimeError("call reset() first: no game has been dealt")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game or match, and let the bots play until the seat is to play.

        Args:
            seed: the seed of the deal, as for ``cw.new``. The choices of bots and the episodes after it follow from it.
            options: not used; the options of the game are those of the environment.
        """
        if seed is not None:
            self._seeds.start(whole_number(seed, "seed", -(1 << 1000), 1 << 1000))
        super().reset(seed=None if seed is None else seed % (1 << 63))
        self._seed = self._seeds.draw()
        self._episode = Episode(self.encoding)
        self._forfeited = False
        self._go_on()
        if self.render_mode == "human":
            self.render()
        return self._observation(), {}

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make an action of the seat, and let the bots play until the seat is to play again or the episode is over.

        Raises:
            IllegalMove, ActionRefused: the action is not legal, and the environment was made with ``illegal="raise"``;
                or a bot chose an illegal move.
            ValueError: the action is no number of an action.
            RuntimeError: the episode is over.
        """
        episode = self.episode
        if episode.over or self._forfeited:
            raise RuntimeError("the episode is over; call reset() for the next game")
        try:
            episode.play(action)
        except (IllegalMove, ActionRefused) as error:
            if self.illegal == "raise":
                raise
            self._forfeited = True
            return self._observation(), -1.0, True, False, {"illegal": str(error)}
        self._go_on()
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(episode.returns[self.seat]), episode.over, False, {}

    def action_masks(self) -> Bits:
        """For each action 1 if it is legal, else 0; learners that mask actions ask for it by this name."""
        if self.episode.to_play == self.seat and not self._forfeited:
            return self.episode.mask()
        return np.zeros(len(self.encoding.actions), np.int8)

    def information_state(self) -> str:
        """Everything that the seat has learned so far, in order, as a text (perfect recall)."""
        return information_state(self.episode, self.seat)

    def as_game(self) -> Game:
        """The episode as a game, to look at or to replay; a placement that was only begun is left out."""
        return as_game(self.episode)

    def render(self) -> str | None:
        """The table as ``viewer`` sees it; returned in the mode ``ansi``, printed in the mode ``human``."""
        return render(self.episode, self.viewer, self.render_mode)

    def _observation(self) -> Observation:
        return {"observation": self.episode.known(self.seat), "action_mask": self.action_masks()}

    def _go_on(self) -> None:
        """Deal and let the bots play until the seat is to play or the episode is over."""
        episode = self.episode
        while not episode.over and episode.to_play != self.seat:
            if episode.waits:
                episode.deal_seed(self._seed)
            else:
                self._let_bot_play(episode)

    def _let_bot_play(self, episode: Episode) -> None:
        seat: Seat = episode.state.to_play
        bot, state = self.opponents[seat], episode.state
        number, ply = len(episode.rounds) - 1, len(episode.rounds[-1].moves)
        rng = RandomNumbers(f"{self._seed}/{bot.seed}/{number}/{ply}/{seat}")
        if type(bot) is Random:  # it looks at nothing, so it needs no view, which takes longer than all else
            moves = state.legal_moves()
            episode.play_move(moves[int(rng.random() * len(moves))])
            return
        encoding = self.encoding
        dump = whole_dump(
            encoding.game,
            encoding.options,
            state,
            seat,
            totals=episode.totals if encoding.match else None,
            round_number=number,
            ply=ply,
            first=episode.rounds[-1].first,
            seed=None,
        )
        text = ask(bot, View(encoding.game, encoding.options, seat, dump, state, rng))
        move = state.parse(text)
        state.check(move)
        episode.play_move(move)


def bots_by_seat(opponents: object, seat: Seat, seats: int) -> dict[Seat, Bot]:
    """The bots of the other seats; raises ValueError for what is no bot, or if a seat has none."""
    others = [(seat + turn) % seats for turn in range(1, seats)]
    given: dict[int, Any]
    if opponents is None:
        given = {other: Random() for other in others}
    elif isinstance(opponents, Bot):
        given = dict.fromkeys(others, opponents)
    elif isinstance(opponents, Mapping):
        given = {whole(key): bot for key, bot in opponents.items()}
    elif isinstance(opponents, list | tuple):
        given = dict(zip(others, opponents, strict=False)) if len(opponents) == len(others) else {}
    else:
        given = {}
    if sorted(map(str, given)) != sorted(map(str, others)) or not all(isinstance(bot, Bot) for bot in given.values()):
        named = ", ".join(map(str, others)) or "nobody"
        raise ValueError(
            f"opponents={shown(opponents)}: a bot for all other seats, a dict of bots by seat, or a list of bots "
            f"clockwise from the seat, for {named}"
        )
    return given


def register() -> None:
    """Enter the environments in Gymnasium's registry, so that its ``make`` finds them."""
    for slug in VERSIONS:
        if gym_id(slug) not in registry:
            most = ENCODINGS[slug].most_steps
            entry = f"{__name__}:CaptureGym"
            register_gym(gym_id(slug), entry_point=entry, kwargs={"slug": slug}, max_episode_steps=most)
