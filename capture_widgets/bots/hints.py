"""Hints: a move for the seat to play, what it is for, and how sure the search is."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from html import escape
from math import erf, sqrt
from random import Random

from capture_widgets.beside import Steps
from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.bots.search import Rated
from capture_widgets.view import View


@dataclass(frozen=True)
class Hint:
    """What `Game.hint` says.

    Attributes:
        move: the notation of a legal move.
        text: two or three sentences: what the move is for and how sure the search is.
        confidence: 0.5 to 1, how sure the search is that no other move is better; 1 when there is no other.
        simulations: how many simulations it rests on; 0 when there was nothing to search.
        rivals: the next best moves, best first, each with its worth (0 to 1) to the seat.
    """

    move: str
    text: str
    confidence: float
    simulations: int
    rivals: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text)}</p>"


def hinting(
    view: View, seconds: float | None = None, simulations: int | None = None, seed: int | None = None
) -> Steps[Hint]:
    """A hint in steps, from a view; everything in it comes from the dump and from sampled worlds.

    Args:
        view: of the seat to play.
        seconds: how long to search, at most; half a second where neither this nor ``simulations`` is given.
        simulations: how many simulations to make.
        seed: makes the search repeatable, together with ``simulations``.
    """
    bot = ISMCTS(0.5 if seconds is None and simulations is None else seconds, simulations, seed)
    drawn = secrets.randbits(32) if seed is None else seed
    view.rng = Random(f"hint/{drawn}/{view.dump['round']}/{view.dump['ply']}")
    evaluation = evaluation_for(view)
    moves = view.legal_moves
    if len(moves) == 1:
        return Hint(moves[0], f"{moves[0]}: it is the only legal move, so there is nothing to choose.", 1.0, 0)
    world = view.sample()
    result = yield from bot.searching(view)
    best, *others = result.moves
    move = str(best.move)
    purpose = evaluation.purpose(world, best.move)
    rivals = sorted((other for other in others if other.visits), key=lambda other: -other.worth)
    text = f"{move}: {purpose}."
    if not rivals:
        return Hint(move, f"{text} No other move seemed worth a closer look.", 1.0, result.simulations)
    confidence = max(0.5, min(_surer(best, other) for other in rivals))
    text += f" {_sureness(confidence, str(rivals[0].move))} {evaluation.prospect(best.worth)}"
    return Hint(
        move, text, confidence, result.simulations, tuple((str(other.move), other.worth) for other in rivals[:3])
    )


def _surer(one: Rated, other: Rated) -> float:
    """How likely the one move is really worth more than the other, from means of so many simulations each."""
    spread = sqrt(max(one.worth * (1 - one.worth), 0.02) / one.visits
                  + max(other.worth * (1 - other.worth), 0.02) / other.visits)
    return 0.5 * (1 + erf((one.worth - other.worth) / spread / sqrt(2)))


def _sureness(confidence: float, rival: str) -> str:
    percent = f"{round(100 * confidence)} in 100"
    if confidence >= 0.95:
        return f"The search is quite sure ({percent})."
    if confidence >= 0.75:
        return f"The search is fairly sure ({percent}); {rival} comes next."
    return f"It is a close call ({percent}): {rival} looks almost as good."
