"""Why a move is better than the one that was played: what both bring in likely continuations, told in words.

A reason is told only where an effect of the two moves differs clearly; else what the better move is for, as a hint says
it, where that is not also true of the move played; else it is said that there is no such effect. In a game that counts
turns the visible cards tell the reason, or nothing does.
The same position gets the same reason again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple, Self

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.standing import Contrasts, Standing, instructive
from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.bots.search_budget import SearchPosition
from capture_widgets.core.background import Steps
from capture_widgets.engine.names import Names, names_for
from capture_widgets.engine.seats import Seat
from capture_widgets.engine.state import Move, State
from capture_widgets.model.history import History
from capture_widgets.model.view import View

NO_EFFECT: Final = "no single effect explains it: more of the games that were tried from here were won with it"
"""What is said where no effect of the two moves differs clearly."""


def reason_steps(
    analysis: Analysis,
    history: History,
    seat: Seat | None,
    stop: Callable[[], bool],
    report: Callable[[int, int], object] = lambda _done, _of: None,
) -> Steps[None]:
    """Compare the moves at each mistake of a seat that is told, in steps; the analysis keeps what comes of it.

    Args:
        analysis: the analysis of the game.
        history: the game.
        seat: the seat whose mistakes are compared; None for those with all cards open.
        stop: returns True when nobody waits any more.
        report: is called with the number of mistakes that are compared and the number of those to compare.
    """
    rows = [row for row in instructive(analysis.of(seat)) if (row.at, row.seat) not in analysis.contrasts]
    for number, row in enumerate(rows):
        if stop():
            return
        report(number, len(rows))
        contrasts = yield from _contrast(history, row, stop)
        if not stop():
            analysis.contrasts[row.at, row.seat] = contrasts
            if not contrasts or row.best == row.played:
                continue
            if _Moves.at(history, row).effect(contrasts, names_for(history.seats)) is None:
                analysis.unexplained.add((row.at, row.seat))


def _contrast(history: History, row: Standing, stop: Callable[[], bool]) -> Steps[Contrasts]:
    from capture_widgets.bots.effects import contrast_steps  # it loads the searches, which most replays do not need

    view, state = _view(history, row)
    evaluation = evaluation_for(view)
    if evaluation.in_turns:
        return {}
    has_tree = evaluation.in_tree(view.options)
    if has_tree:
        evaluation = evaluation.for_analysis()
    assert row.to_play is not None
    position = SearchPosition.of_view(view, row.to_play, stop)
    if row.seat is None:
        position = position.knowing(state)
    return (yield from contrast_steps(position, evaluation, str(row.best), str(row.played), has_tree=has_tree))


def _view(history: History, row: Standing) -> tuple[View, State]:
    """The view of the seat that made a mistake, and the true position."""
    state = history.round_at(row.round).state_at(row.ply)
    seat = row.to_play if row.seat is None else row.seat
    assert seat is not None
    rng = Random(f"reason/{row.at}/{row.best}/{row.played}")
    dump = history.dump_at(row.ply, round=row.round, seat=seat)
    return View(history.type, history.settings, seat, dump, state, rng), state


def reason(analysis: Analysis, history: History, row: Standing, you: Seat | None = None) -> str:
    """Why the better move at a mistake is better, as a sentence with a space before it; empty if not searched for."""
    contrasts = analysis.contrasts.get((row.at, row.seat))
    if contrasts is None or row.best is None:
        return ""
    moves = _Moves.at(history, row)
    by_sight = moves.evaluation.in_turns  # by the visible cards, with no effects that a search counts
    if not contrasts and not by_sight:
        return ""
    words = moves.effect(contrasts, names_for(history.seats, you))
    if words is None:
        if row.best == row.played or by_sight:
            return ""
        words = moves.purpose() or NO_EFFECT
    return f" {words[:1].upper()}{words[1:]}."


class _Moves(NamedTuple):
    """The two moves of a mistake, in a world that fits what the seat knows: the words know no more than the seat."""

    evaluation: Evaluation
    world: State
    best: Move
    played: Move

    @classmethod
    def at(cls, history: History, row: Standing) -> Self:
        view, _ = _view(history, row)
        world = view.sample()
        return cls(evaluation_for(view), world, world.parse(str(row.best)), world.parse(str(row.played)))

    def effect(self, contrasts: Contrasts, names: Names) -> str | None:
        """The effect in which the better move clearly differs from the played one, in words; None if there is none."""
        return self.evaluation.because(self.world, self.best, self.played, contrasts, names)

    def purpose(self) -> str:
        """What the better move is for; empty if nothing is said of it, or the same of the move that was played."""
        best, played = (self.evaluation.purpose(self.world, move) for move in (self.best, self.played))
        return best if self.evaluation.purpose_is_reason and best != played else ""
