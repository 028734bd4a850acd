"""The sentences of a hint: the move, its purpose, how sure the search is, and the chance to win."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from capture_widgets.bots.estimates import Estimate
from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, State

QUITE_SURE: Final = 0.95
"""From this confidence on a hint is quite sure."""
FAIRLY_SURE: Final = 0.75
"""From this confidence on a hint is fairly sure; below, it is a close call."""
HARDLY: Final = 0.03
"""Up to this chance to win, the upper end of its interval, a hint says that hardly a game is won: then one move is as
good as another.
"""


def is_hopeless(chance: float | None) -> bool:
    """Whether hardly a game is won, by the upper end of the interval of the chance, or None if nobody estimated it."""
    return chance is not None and chance <= HARDLY


def sureness_of(confidence: float) -> Literal["quite", "fairly", "close"]:
    """How sure a hint is, in one word."""
    return "quite" if confidence >= QUITE_SURE else "fairly" if confidence >= FAIRLY_SURE else "close"


class HintWords(NamedTuple):
    """The values that the sentences of one hint name."""

    evaluation: Evaluation
    world: State
    """A world that fits what the seat to play knows."""
    names: Names
    """The names of the players; the seat to play is "you"."""

    def move(self, text: str) -> str:
        """The move in words, and its purpose."""
        move = self.world.parse(text)
        words = self._told(move)
        return f"{words[:1].upper()}{words[1:]}: {self.evaluation.purpose(self.world, move)}."

    def best(self, text: str, chance: Estimate) -> str:
        """The first sentences of a hint: the move, its purpose, and that few games are won if that is so."""
        hardly = " Few games are won from here, whatever you play." if is_hopeless(chance.high) else ""
        return self.move(text) + hardly

    def only(self, text: str) -> str:
        """The sentence about the only legal move."""
        words = self._told(self.world.parse(text))
        return f"{words[:1].upper()}{words[1:]}: it is the only legal move, so there is nothing to choose."

    def sureness(self, confidence: float, text: str, rival: str) -> str:
        """How often such a move is still the best one after a much longer search, and the next best move.

        The sentences name what is sure: that the move is the best one, not that its attack wins.
        """
        other = self._told(self.world.parse(rival), self.world.parse(text))
        right = f"about {round(100 * confidence)} of 100 hints like this prove right"
        sure = sureness_of(confidence)
        if sure == "quite":
            return f"Quite sure to be the best move: {right}."
        if sure == "fairly":
            return f"Fairly sure to be the best move: {right}. Next best: {other}."
        return f"It is a close call which move is best: {right}. About as good: {other}."

    def prospect(self, worth: float, chance: Estimate) -> str:
        """The prospects of the seat to play, from an estimate of the chance to win or else from a mean reward."""
        if chance.value is None:
            return self.evaluation.prospect(worth)
        value, low, high = (round(100 * (number or 0)) for number in chance)
        near = f", very likely between {low} and {high}" if low < high else ""
        return f"Of 100 games from here you would win about {value}{near}."

    def _told(self, move: Move, instead: Move | None = None) -> str:
        return self.world.phrase(move, self.names, instead)
