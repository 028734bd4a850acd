"""The games in TextArena; needs the extra ``textarena``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import textarena as ta
from textarena.envs.registration import ENV_REGISTRY, register_with_versions
from textarena.wrappers import LLMObservationWrapper

from capture_widgets.engine.seats import Seat
from capture_widgets.envs.text_game import TextGame
from capture_widgets.envs.versions import VERSIONS, gym_id
from capture_widgets.model.view import Bot


class CaptureTextArena(ta.Env):  # type: ignore[misc] # the library has no types
    """A game as a TextArena environment: each player is told what its seat knows, and answers ``[move]``.

    A refused answer gives one more try; after a second one the player loses. The number of a player is its seat; at
    seats with ``bots`` no player is asked.

    Attributes:
        text: the game of texts behind it; it knows every card.
    """

    def __init__(
        self, slug: str, *, bots: Mapping[Seat, Bot] | None = None, moves: bool = True, **options: Any
    ) -> None:
        """Make the environment; `reset` begins a game. The arguments are those of `TextGame`."""
        self.text = TextGame(slug, seed=0, bots=bots, moves=moves, **options)
        self._players = len(self.text.game.seats)
        self.state: Any = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal, and tell the players the rules; raises ValueError for another number of players."""
        if num_players != self._players:
            raise ValueError(f"this game has {self._players} players, not {num_players}")
        self.text.reset(seed)
        kind = {1: ta.SinglePlayerState, 2: ta.TwoPlayerState}.get(num_players, ta.FFAMultiPlayerState)
        self.state = kind(num_players=num_players, seed=self.text.seed)
        self.state.reset(game_state={}, player_prompt_function=lambda player_id, game_state: self.text.rules())
        self._prompt()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the answer of the player whose turn it is; the info is that of `TextGame`, with the seed."""
        state, text, kinds = self.state, self.text, ta.ObservationType
        seat = state.current_player_id
        # an answer is shown to nobody else, since it may name the cards of its seat
        state.add_observation(from_id=seat, to_id=seat, message=action, observation_type=kinds.PLAYER_ACTION)
        if text.step(action):
            if text.done:
                self._finish()
        elif text.done:
            state.game_info[seat]["invalid_move"] = True
            self._finish()
        else:
            state.made_invalid_move = True
            state.add_observation(to_id=seat, message=text.prompt(), observation_type=kinds.GAME_ADMIN)
        made = not state.made_invalid_move
        if self._players == 1:
            state.step()
        else:
            state.step(rotate_player=False)
        if made and not text.done:
            self._prompt()
        return bool(state.done), text.info

    def _prompt(self) -> None:
        seat = self.text.seat
        if seat is None:  # bots have ended the game before anybody was asked
            self._finish()
            return
        self.state.current_player_id = seat
        told = self.text.prompt()
        self.state.add_observation(to_id=seat, message=told, observation_type=ta.ObservationType.GAME_BOARD)

    def _finish(self) -> None:
        state, text = self.state, self.text
        state.rewards = dict(enumerate(text.rewards or []))
        for seat in range(self._players):
            state.game_info[seat]["reason"] = text.info["reason"] or "the game is over"
        state.done = True


def register() -> None:
    """Register the games under ``textarena.make``, with the library's wrapper for texts, and raw as ``...-raw``."""
    for slug in VERSIONS:
        if gym_id(slug) not in ENV_REGISTRY:
            entry = f"{__name__}:CaptureTextArena"
            wrappers = {"default": [LLMObservationWrapper]}
            register_with_versions(id=gym_id(slug), entry_point=entry, wrappers=wrappers, slug=slug)
