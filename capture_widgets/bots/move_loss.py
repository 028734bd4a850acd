"""What a move that was played loses: independent searches compare it with the best other moves.

Two short searches of one move differ by more than most moves do. So the move played and the best two others are
searched again and again, each in a tree of its own, until it is clear that nothing worth mentioning was lost or that
something may have been. A clear case costs little, which leaves the time for the doubtful ones.

Trees of one size err alike, and a comparison that ends when it looks clear ends too often by luck. So a move that may
be a mistake is compared once more with the best other one, from nothing, in larger trees and new worlds. It is called a
mistake only if both comparisons say so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.bots.finalists import FINALISTS, Finalist, lead_error, searched_alone
from capture_widgets.bots.search import SearchResult
from capture_widgets.bots.search_budget import LEAST, SearchBudget, SearchPosition
from capture_widgets.core.background import run_to_end
from capture_widgets.core.effort import Effort

MISTAKE_LOSS: Final = 0.02
"""A mistake loses more than this."""
LEAST_MISTAKE: Final = 0.01
"""The smallest lower end of the range that is given for the loss of a mistake."""
_TREE_SHARE: Final = 1.0
"""The budget for one tree of one move, as a share of the budget for a position."""
_MOST: Final = 5.0
"""About how many budgets for a position the first comparison may take: it begins no trees of which half would be more.
"""
_SURE: Final = 2.8
"""The first comparison ends when the loss is so many standard errors and above `MISTAKE_LOSS`."""
_CHECK_SIZE: Final = 2.0
"""The budget for one tree of one move in the second comparison, as a share of the budget for a position."""
_CHECKS: Final = 3
"""The most trees of each move in the second comparison."""
_DOUBTFUL: Final = 1.5
"""There is a second comparison if the first one ends with a loss of so many standard errors, above `MISTAKE_LOSS`."""
_NO_LOSS: Final = 1.2
"""The comparison ends without a mistake if the loss is so many standard errors below `MISTAKE_LOSS`."""
_BEHIND: Final = 2.5
"""A move that is so many standard errors behind the best other move is searched no more."""
_LARGE: Final = 2.0
"""Half the range of a loss, in standard errors, before it is widened by `_TREE_ERROR` and `_RELATIVE_ERROR`."""
_TREE_ERROR: Final = 0.05
"""How far trees of one size err alike in an even position."""
_RELATIVE_ERROR: Final = 0.25
"""The same as a share of the loss: where much is at stake, a longer search changes more."""
_FEWEST: Final = 4
"""A loss is known if both moves have so many times `LEAST` visits."""
_LEAST_DOUBT: Final = 0.25
"""The least uncertainty of a position, as a share of that of an even one."""


class MoveLoss(NamedTuple):
    """The comparison of a move that was played with the best other one."""

    best: str
    """The best move; the move played if no other one is better."""
    loss: float
    """By how much the best other move is better, in chances; below 0 if it is worse."""
    low: float
    high: float
    """The range in which a search ten times as long mostly finds the loss; `docs/strength.md` counts how often. What
    each comparison finds lies in it."""
    mistake: bool
    """Whether both comparisons find a loss above `MISTAKE_LOSS`."""
    known: bool
    """Whether there were enough simulations to tell."""
    simulations: int


def move_loss(
    position: SearchPosition,
    evaluation: Evaluation,
    played: str,
    searched: SearchResult,
    alike: Callable[[str], Hashable],
    budget: SearchBudget,
) -> MoveLoss:
    """Compare a move that was played with the best other moves of a search.

    Args:
        position: the position of the seat that played.
        evaluation: judges the game, as in the search that found the other moves; its rewards are chances.
        played: the move.
        searched: the result of that search, the best move first.
        alike: a key that is equal for moves that differ only in the names of their cards.
        budget: the budget for the position; both comparisons take from none to eighteen times as much.
    """
    others = [entry for entry in searched.moves if alike(str(entry.move)) != alike(played)][: FINALISTS - 1]
    own = next((entry for entry in searched.moves if alike(str(entry.move)) == alike(played)), None)
    if not others:
        return MoveLoss(played, 0.0, 0.0, 0.0, False, True, 0)
    part, effort, simulations = budget.part(_TREE_SHARE), Effort(), 0
    if own is None:  # the search left it out as no better than another one
        own = run_to_end(searched_alone(position, evaluation, played, part.part(1 / FINALISTS), _seed(position)))
        simulations += own.visits
    mine, rivals = Finalist.first(own), [Finalist.first(entry) for entry in others]
    while True:
        rivals = _in_question(mine, rivals)
        lead, error = _lead(rivals[0], mine)
        if lead < MISTAKE_LOSS - _NO_LOSS * error or (len(mine.worths) > 1 and lead > max(MISTAKE_LOSS, _SURE * error)):
            break
        used = max(
            0.0 if budget.seconds is None else effort.seconds() / budget.seconds,
            0.0 if budget.simulations is None else simulations / budget.simulations,
        )
        if position.stop() or used + _TREE_SHARE * (1 + len(rivals)) / 2 >= _MOST:
            break
        simulations += _grow(position, evaluation, (mine, *rivals), part)
    known = min(sum(mine.visits), sum(rivals[0].visits)) >= _FEWEST * LEAST
    leads, mistake = [lead], False
    if known and lead > max(MISTAKE_LOSS, _DOUBTFUL * error):
        second, mistake, made = _checked(position, evaluation, rivals[0], mine, budget.part(_CHECK_SIZE))
        simulations += made
        leads.append(second)
        lead, error = _lead(rivals[0], mine)
    alike_error = _TREE_ERROR * _doubt(rivals[0], mine) + _RELATIVE_ERROR * max(0.0, lead)
    within = sqrt((_LARGE * error) ** 2 + alike_error**2)
    low, high = min(lead - within, *leads), max(lead + within, *leads)
    best = rivals[0].move if lead > 0 else played
    least = LEAST_MISTAKE if mistake else 0.0
    return MoveLoss(best, lead, max(least, low), max(0.0, high), mistake, known, simulations)


def _checked(
    position: SearchPosition, evaluation: Evaluation, rival: Finalist, mine: Finalist, part: SearchBudget
) -> tuple[float, bool, int]:
    """Compare a move with the best other one from nothing: its loss, whether it is a mistake, and the simulations.

    It ends at once if the loss is as far above `MISTAKE_LOSS` as `Evaluation.proven` says, or below it. The trees are
    added to those of both moves.

    Args:
        position: the position of the seat that played.
        evaluation: judges the game.
        rival: the best other move, as the first comparison leaves it.
        mine: the move that was played.
        part: the budget for one tree.
    """
    fresh = Finalist(rival.move, [], []), Finalist(mine.move, [], [])
    simulations = 0
    while True:
        simulations += _grow(position, evaluation, fresh, part)
        # Where a side has nearly won, trees differ less, but a longer search changes what is small in the first place:
        # so the error is that of an even position.
        lead = fresh[0].worth - fresh[1].worth
        above = (lead - MISTAKE_LOSS) / lead_error(*fresh)
        if not 0 <= above <= evaluation.proven or len(fresh[0].worths) == _CHECKS or position.stop():
            break
    for one, more in zip((rival, mine), fresh, strict=True):
        one.worths += more.worths
        one.visits += more.visits
        one.weigh()
    return lead, above > evaluation.proven, simulations


def _grow(position: SearchPosition, evaluation: Evaluation, moves: Sequence[Finalist], part: SearchBudget) -> int:
    """Search each move in another tree, all in the same worlds, and return the number of simulations."""
    seed, simulations = _seed(position), 0
    for one in moves:
        entry = run_to_end(searched_alone(position, evaluation, one.move, part, seed))
        one.add(entry)
        simulations += entry.visits
    return simulations


def _seed(position: SearchPosition) -> int:
    return position.rng.getrandbits(60)


def _doubt(one: Finalist, other: Finalist) -> float:
    """How uncertain the result is: 1 in an even position, less where a side has nearly won."""
    chance = min(1.0, max(0.0, (one.worth + other.worth) / 2))
    return max(_LEAST_DOUBT, 2 * sqrt(chance * (1 - chance)))


def _lead(one: Finalist, other: Finalist) -> tuple[float, float]:
    """By how much a move is better than another one, and the standard error of this number."""
    return one.worth - other.worth, lead_error(one, other, _doubt(one, other))


def _in_question(mine: Finalist, rivals: list[Finalist]) -> list[Finalist]:
    """The best other move, and those that may be better than it and than the move played."""
    rivals = sorted(rivals, key=lambda one: -one.worth)
    best = rivals[0]

    def may_be_best(one: Finalist) -> bool:
        lead, error = _lead(one, mine)
        behind, doubt = _lead(best, one)
        return lead >= MISTAKE_LOSS - _NO_LOSS * error and behind <= _BEHIND * doubt

    return [best, *filter(may_be_best, rivals[1:])]
