"""The games for OpenSpiel, written in Python and registered under its names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from capture_widgets.core.errors import ActionRefused, IllegalDeal, UnknownOption
from capture_widgets.engine.game_options import Options
from capture_widgets.envs.base_encoding import Encoding
from capture_widgets.envs.encodings import encoding_of
from capture_widgets.envs.episode import Episode
from capture_widgets.envs.information import information_state, observation_text, private_text
from capture_widgets.envs.resampling import resampled
from capture_widgets.envs.versions import ENCODINGS, VERSIONS, openspiel_name
from capture_widgets.games import game_type
from capture_widgets.model.scores import match_returns

MOST_REFUSED: Final = 12
"""After so many deals in a row that the rules reject (KO-3, UC-2), a round is abandoned as a draw.

One deal in 43 is rejected in Kommando, and one in 1,700 in Universal, so it happens about once in 10 to the 19th deals.
"""


class CaptureGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of this package as an OpenSpiel game; chance deals the whole deck of a round, card by card.

    Attributes:
        encoding: the numbered actions, and the layout of observations.
        rounds: the number of rounds after which a match ends.
        steps: the number of actions after which 4X Solitaire ends, with a return of 0.
    """

    def __init__(self, slug: str, params: Mapping[str, Any] | None = None) -> None:
        given = {**_parameters(slug), **(params or {})}
        self.rounds: int = given.pop("max_rounds", 1)
        self.steps: int = given.pop("max_steps", 0)
        if given.pop("cut", False):
            given["dealer"] = "cut"
        if given.get("teams"):
            given["players"] = 4
        if "match" in given and not given["match"]:
            self.rounds = 1
        self.encoding = encoding_of(slug, given)
        seats = self.encoding.seats
        zero_sum = seats == 2 or bool(given.get("teams"))
        most = (self.encoding.most_actions() or self.steps) * self.rounds
        bounds: dict[str, Any] = {"utility_sum": 0.0} if zero_sum else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=self.encoding.game.deck.size,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=most,
            **bounds,
        )
        super().__init__(_game_type(slug, zero_sum=zero_sum), info, dict(params or {}))

    def new_initial_state(self) -> CaptureState:
        """The state before the first card is dealt."""
        return CaptureState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that can be dealt, with all deals that the rules reject."""
        return (self.encoding.game.deck.size * MOST_REFUSED + 1) * self.rounds

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CaptureObserver:
        """The observer of a game; with perfect recall it makes information states."""
        return CaptureObserver(self.encoding, iig_obs_type, params)


class CaptureState(pyspiel.State):  # type: ignore[misc]
    """A state of an OpenSpiel game.

    Attributes:
        episode: the game or match under way.
    """

    def __init__(self, game: CaptureGame) -> None:
        super().__init__(game)
        self._limits = game.rounds, game.steps
        self.episode = Episode(game.encoding)
        self._dealt: list[int] = []
        self._refused = 0
        self._first: Any
        self._steps = 0
        self._abandoned = False
        self._first = self.episode.opener()

    def __deepcopy__(self, memo: dict[int, Any]) -> CaptureState:
        made = CaptureState(self.get_game())
        memo[id(self)] = made
        for name in ("_dealt", "_first", "_refused", "_steps", "_abandoned"):
            setattr(made, name, deepcopy(getattr(self, name)))
        made.episode = self.episode.copy()
        return made

    # -- what OpenSpiel asks

    def current_player(self) -> int:
        """The seat to play, or OpenSpiel's number for chance or for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        to_play = self.episode.to_play
        return int(pyspiel.PlayerId.CHANCE) if to_play is None else to_play

    def is_terminal(self) -> bool:
        """Whether the game or match is over."""
        rounds, steps = self._limits
        episode = self.episode
        if episode.over or self._abandoned or (steps and self._steps >= steps):
            return True
        return episode.waits and len(episode.rounds) >= rounds

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal() if player == self.episode.to_play and not self.is_terminal() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that can be dealt next, all equally likely; before them, who deals after a cut."""
        if self._first == "cut":
            return [(0, 0.5), (1, 0.5)]
        possible = self.episode.encoding.possible_cards(self._dealt)
        return [(card, 1.0 / len(possible)) for card in possible]

    def _apply_action(self, action: int) -> None:
        episode = self.episode
        if not episode.waits:
            episode.play(int(action))
            self._steps += 1
            self._first = episode.opener()
            return
        if self._first == "cut":
            self._first = int(action)
            return
        if action not in self.episode.encoding.possible_cards(self._dealt):
            raise ActionRefused("deal", f"card {action} cannot be dealt now")
        self._dealt.append(int(action))
        if len(self._dealt) < episode.encoding.game.deck.size:
            return
        try:
            episode.deal(self._dealt, self._first)
            self._refused = 0
        except IllegalDeal:
            self._refused += 1
            self._abandoned = self._refused >= MOST_REFUSED
        self._dealt = []

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> CaptureState:
        """A random state that a seat cannot tell from this one, reached by a deal and the same moves.

        OpenSpiel's searches in Python, such as ISMCTS, call this. Every arrangement of the hidden cards that agrees
        with what the seat knows is equally likely.
        """
        if self.is_chance_node():
            raise ValueError("a state is resampled when a seat is to play or the game is over")
        rng = Random(int(probability_sampler() * (1 << 53)))
        made: CaptureState = self.get_game().new_initial_state()
        for first, cards, numbers in resampled(self.episode, player_id, rng):
            if made._first == "cut":
                made.apply_action(first)
            for number in (*cards, *numbers):
                made.apply_action(number)
        return made

    def _action_to_string(self, player: int, action: int) -> str:
        encoding = self.episode.encoding
        if player == pyspiel.PlayerId.CHANCE:
            return f"seat {action} deals" if self._first == "cut" else f"deal {encoding.game.deck.text[action]}"
        return encoding.actions.texts[action]

    def returns(self) -> list[float]:
        """+1, 0 or -1 by seat at the end, else 0; in a match that the limit of rounds ends, by its points."""
        episode = self.episode
        encoding = episode.encoding
        if not episode.over and encoding.match and self.is_terminal() and not self._abandoned:
            totals = episode.totals
            if len(set(totals)) == 1:
                return [0.0] * encoding.seats
            return [float(value) for value in match_returns(encoding.game, encoding.options, totals)]
        return [float(value) for value in episode.returns]

    def __str__(self) -> str:
        episode = self.episode
        text = episode.encoding.game.deck.text
        if episode.state is None or episode.waits:
            return f"round {len(episode.rounds)}, dealt {' '.join(text[card] for card in self._dealt) or 'nothing'}"
        begun = episode.encoding.actions.join(episode.begun)
        drawn: str = episode.encoding.game.drawn(episode.state.table(None))
        return f"round {len(episode.rounds) - 1}, to play {episode.to_play} {begun}\n{drawn}"


class CaptureObserver:
    """Writes what a seat knows into an array, or with perfect recall into a text.

    Attributes:
        tensor: the observation as one array; None for perfect recall, and for what is public or private alone.
        dict: its parts by name.
    """

    def __init__(self, encoding: Encoding, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, but got {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        private = pyspiel.PrivateInfoType
        if kind.private_info not in (private.SINGLE_PLAYER, private.NONE):
            raise ValueError("observations are those of one seat or of the public, not of all players")
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == private.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recall and self._public and self._private:
            self.tensor = np.zeros(encoding.layout.size, np.float32)
            self.dict = encoding.layout.split(self.tensor)

    def set_from(self, state: CaptureState, player: int) -> None:
        """Write what a seat knows; zeros before the first deal."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.episode.state is None else state.episode.known(player)

    def string_from(self, state: CaptureState, player: int) -> str:
        """What a seat knows as text: all of it, what is public of it, or what is not public."""
        episode = state.episode
        if episode.state is None:
            return f"seat {player}" if self._private else ""
        if not self._public:
            return private_text(episode, player) if self._private else ""
        return (information_state if self._recall else observation_text)(episode, player if self._private else "public")


def _parameters(slug: str) -> dict[str, Any]:
    """The parameters of a game with their defaults: its options, and the limits that OpenSpiel needs."""
    game = game_type(slug)
    kind: type[Options] = game.options
    defaults: dict[str, Any] = {item["name"]: item["default"] for item in kind.described()}
    if game.cut is not None:
        defaults["cut"] = False
    if "target" in defaults:  # of a match
        defaults |= {"match": False, "max_rounds": 30}
    if ENCODINGS[slug].most_steps is not None:
        defaults["max_steps"] = 500
    return defaults


def _game_type(slug: str, *, zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    game = game_type(slug)
    players = [item["choices"] for item in game.options.described() if item["name"] == "players"]
    seats = players[0] if players else [game.seats(game.options.of({}))]
    return pyspiel.GameType(
        short_name=openspiel_name(slug),
        long_name=f"{game.title} (capture_widgets, version {VERSIONS[slug]})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(slug),
    )


def _class_of(slug: str) -> type[CaptureGame]:
    """The class that OpenSpiel makes a game from; it hands over nothing but the parameters."""

    class Registered(CaptureGame):
        """A registered game."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(slug, params)

    return Registered


def load(slug: str, options: dict[str, Any]) -> CaptureGame:
    """The game with some options, made by ``pyspiel.load_game``."""
    register()
    game_type(slug)
    if slug not in VERSIONS:
        encoding_of(slug, {})  # raises ValueError in words
    given = dict(options)
    if given.get("dealer") == "cut":
        del given["dealer"]
        given["cut"] = True
    known = _parameters(slug)
    limits: dict[str, Any] = {
        name: given.pop(name) for name in ("max_rounds", "max_steps") if name in given and name in known
    }
    cut = given.pop("cut", False)
    encoding_of(
        slug, {**given, **({"dealer": "cut"} if cut else {})}
    )  # raises in words what OpenSpiel would in its own
    for name, value in limits.items():
        if type(value) is not int or not 1 <= value <= 1_000_000:
            raise UnknownOption(f"{name}={value!r}: a whole number, 1 to 1,000,000")
    if given.get("teams"):
        given["players"] = 4
    given |= limits
    if cut:
        given["cut"] = True
    game: CaptureGame = pyspiel.load_game(openspiel_name(slug), given)
    return game


_CLASSES: Final = {slug: _class_of(slug) for slug in VERSIONS}


def register() -> None:
    """Enter the games in OpenSpiel's registry."""
    there = set(pyspiel.registered_names())
    for slug, made in _CLASSES.items():
        if openspiel_name(slug) not in there:
            pyspiel.register_game(_game_type(slug, zero_sum=False), made)
