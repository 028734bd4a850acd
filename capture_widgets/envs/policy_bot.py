"""A bot that plays by a function from observations and masks to actions, such as one that was trained."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.envs.base_encoding import Bits, to_array
from capture_widgets.envs.encodings import encoding_for
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View

Policy = Callable[[Bits, Bits], Any]
"""Takes an observation and a mask as environments give them, and returns the number of a legal action."""


class PolicyBot(Bot):
    """Plays by a policy that was made for an environment: at tables, in duels, anywhere a bot plays.

    The policy gets the same arrays as in the environment, computed from the bot's view alone. In five columns it is
    asked once for each card.

    Args:
        policy: takes an observation and a mask, and returns the number of a legal action.
        name: the name that a table shows.
        seed: for the record; a policy that chooses at random has random numbers of its own.
    """

    def __init__(self, policy: Policy, name: str = "Policy", seed: int | None = None) -> None:
        check_seed(seed)
        self.policy = policy
        self.name = name
        self.seed = seed

    def choose(self, view: View) -> str:
        """The move that the policy chooses.

        Raises:
            ActionRefused: the policy returned what is no legal action.
        """
        match = view.dump["match"] is not None
        encoding = encoding_for(view.game.slug, view.options, match)
        world = view.sample(Random(0))  # every world that fits the view has the same observation
        score = encoding.scored(view.seat, view.dump["points"]) << encoding.layout.parts[-1].start if match else 0
        begun: list[int] = []
        while True:
            legal = encoding.legal(world, begun)
            known = encoding.known(world, view.seat, begun) | score
            chosen = self.policy(to_array(known, encoding.layout.size), to_array(legal, len(encoding.actions)))
            number = whole(chosen)
            if type(number) is not int or number < 0 or not legal >> number & 1:
                raise ActionRefused("play", f"{self.name} chose {shown(chosen)}, which is no legal action here")
            begun.append(number)
            move = encoding.finished(world, begun)
            if move is not None:
                return str(move)
