"""The loss of a move is found by independent trees, which take long only where it is in doubt."""

from __future__ import annotations

from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.bots import move_loss as moves
from capture_widgets.bots.evaluate import EVALUATIONS, evaluation_for
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.outlook import outlook
from capture_widgets.bots.search import Edge, SearchedMove, SearchResult
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.core.background import Steps
from tests.test_hints import LATE_REPLIES, position


def place(game: cw.Game, stopped: bool = False) -> SearchPosition:
    """The position of the seat to play, with repeatable random numbers."""
    view = game.view()
    view.rng = Random(1)
    return SearchPosition.of_view(view, view.seat, lambda: stopped)


def loss_of(
    game: cw.Game,
    played: str,
    first: dict[str, float],
    simulations: int = 600,
    stopped: bool = False,
    visits: int = 200,
) -> moves.MoveLoss:
    """The loss of a move after a search that gave these means, each by so many visits."""
    searched = SearchResult(tuple(SearchedMove(move, visits, worth) for move, worth in first.items()), 1000)
    evaluation, world = evaluation_for(game.view()).for_analysis(), game.state
    budget = SearchBudget(None, simulations)
    return moves.move_loss(
        place(game, stopped),
        evaluation,
        played,
        searched,
        lambda move: evaluation.alike(world, world.parse(move)),
        budget,
    )


def test_a_mistake_that_needs_a_deep_tree_is_called_one() -> None:
    seed, before, best = LATE_REPLIES["kommando"]
    found = outlook(place(position("kommando", seed, before)), "5y", SearchBudget(None, 3000))
    assert found.best == best and found.mistake
    assert found.loss.value is not None and found.loss.low is not None and found.loss.high is not None
    assert 0.01 <= found.loss.low < found.loss.value < found.loss.high
    assert found.loss.value > 0.1


class Trees:
    """Trees whose results the test sets by their size; they note the moves and the worlds that they were grown for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, leads: dict[int, list[float]]) -> None:
        """Let the best other move "2y" lead by so much in the trees of each size, one after another."""
        self.leads = leads
        self.grown: list[tuple[str, int, int]] = []
        """Move, size and seed of each tree."""
        monkeypatch.setattr(moves, "searched_alone", self.searched)

    def searched(
        self, _position: SearchPosition, _evaluation: object, move: str, part: SearchBudget, seed: int
    ) -> Steps[SearchedMove]:
        """A tree of one move."""
        yield 0
        size = part.simulations or 0
        index = sum(one[:2] == (move, size) for one in self.grown)
        self.grown.append((move, size, seed))
        worth = 0.5 + (self.leads[size][min(index, len(self.leads[size]) - 1)] if move == "2y" else 0)
        return SearchedMove(move, size, worth)

    def number(self, size: int) -> int:
        """How many trees of a size were grown for each of the two moves."""
        number = len(self.seeds(size))
        assert sorted(move for move, of, _ in self.grown if of == size) == ["2y"] * number + ["5y"] * number
        return number

    def seeds(self, size: int) -> set[int]:
        """The worlds of the trees of a size."""
        return {seed for _, of, seed in self.grown if of == size}


def loss_by(trees: Trees) -> moves.MoveLoss:
    """The loss of a move after a search that preferred another one; the test says what each tree finds."""
    game = position("kommando", *LATE_REPLIES["kommando"][:2])
    assert trees.grown == []
    return loss_of(game, "5y", {"2y": 0.6, "5y": 0.5}, 2000)


def test_a_move_is_called_a_mistake_only_if_larger_trees_find_the_loss_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loss_by(Trees(monkeypatch, {2000: [0.2], 4000: [0.18]})).mistake
    assert not loss_by(Trees(monkeypatch, {2000: [0.2], 4000: [0.0]})).mistake
    assert not loss_by(Trees(monkeypatch, {2000: [0.2], 4000: [-0.1]})).mistake


def test_the_second_comparison_has_worlds_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    trees = Trees(monkeypatch, {2000: [0.2], 4000: [0.04]})
    loss_by(trees)
    assert (trees.number(2000), trees.number(4000)) == (1, 3), "it goes on while there is a doubt"
    assert not trees.seeds(2000) & trees.seeds(4000)


def test_the_range_of_a_loss_holds_what_both_comparisons_find(monkeypatch: pytest.MonkeyPatch) -> None:
    found = loss_by(Trees(monkeypatch, {2000: [0.5], 4000: [0.02]}))
    assert not found.mistake
    assert found.low <= 0.02 < found.loss < 0.45 < found.high


def test_a_loss_in_doubt_is_called_a_mistake_if_larger_trees_leave_none(monkeypatch: pytest.MonkeyPatch) -> None:
    doubtful = [0.04, 0.02]
    assert not loss_by(Trees(monkeypatch, {2000: doubtful, 4000: [0.03]})).mistake
    assert loss_by(Trees(monkeypatch, {2000: doubtful, 4000: [0.09]})).mistake


def test_in_kommando_a_move_is_blamed_only_with_better_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {2000: [0.2], 4000: [0.0435]}
    assert not loss_by(Trees(monkeypatch, small)).mistake
    assert loss_by(Trees(monkeypatch, {2000: [0.2], 4000: [0.05]})).mistake
    monkeypatch.setattr(EVALUATIONS["kommando"], "proven", EVALUATIONS["commander"].proven)
    assert loss_by(Trees(monkeypatch, small)).mistake


def test_a_move_that_loses_nothing_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    trees = Trees(monkeypatch, {2000: [-0.2], 4000: [0.0]})
    found = loss_by(trees)
    assert not found.mistake and trees.number(4000) == 0


def test_the_same_random_numbers_call_the_same_moves_mistakes() -> None:
    game = position("kommando", *LATE_REPLIES["kommando"][:2])
    found = loss_of(game, "5y", {"2y": 0.6, "5y": 0.5}, 800)
    assert found.mistake and found == loss_of(game, "5y", {"2y": 0.6, "5y": 0.5}, 800)


def test_the_best_move_is_no_mistake_though_a_first_search_preferred_another() -> None:
    seed, before, best = LATE_REPLIES["kommando"]
    found = loss_of(position("kommando", seed, before), best, {"5y": 0.6, best: 0.5}, 1500)
    assert found.best == best and not found.mistake and found.low == 0


def test_a_move_that_is_clearly_best_is_compared_with_none() -> None:
    seed, before, best = LATE_REPLIES["kommando"]
    found = loss_of(position("kommando", seed, before), best, {best: 0.9, "5y": 0.3})
    assert (found.best, found.simulations, found.high) == (best, 0, 0.0)


def test_doubt_takes_longer_in_an_even_position_than_in_one_that_is_nearly_won(monkeypatch: pytest.MonkeyPatch) -> None:
    game = position("kommando", *LATE_REPLIES["kommando"][:2])
    nearly_won = loss_of(game, "2y", {"5y": 0.9999, "2y": 0.9998}).simulations
    monkeypatch.setattr(moves, "_LEAST_DOUBT", 1.0)
    assert nearly_won < loss_of(game, "2y", {"5y": 0.9999, "2y": 0.9998}).simulations


def test_a_move_and_its_mirror_image_are_one_move() -> None:
    game = cw.new("commander", seed=5)
    found = loss_of(game, "4xB4", {"1xB1": 0.5})
    assert found == moves.MoveLoss("4xB4", 0.0, 0.0, 0.0, False, True, 0)


def test_a_stop_ends_the_comparison() -> None:
    game = position("kommando", *LATE_REPLIES["kommando"][:2])
    found = loss_of(game, "5y", {"2y": 0.5, "5y": 0.49}, simulations=10**9, stopped=True)
    assert found.simulations == 0 and not found.mistake


def test_too_few_simulations_tell_nothing() -> None:
    game = position("kommando", *LATE_REPLIES["kommando"][:2])
    found = loss_of(game, "5y", {"2y": 0.9, "5y": 0.1}, simulations=1, visits=3)
    assert not found.known and not found.mistake


def test_later_visits_count_more_in_an_analysis() -> None:
    """A mean that counts all visits alike lags behind what the tree has learned since."""
    game = position("kommando", *LATE_REPLIES["kommando"][:2])
    view = game.view()
    view.rng = Random(1)
    evaluation = evaluation_for(view).for_analysis()
    assert evaluation.recency == 1 and evaluation_for(view).for_advice().recency == 0
    search = HalvingSearch(evaluation, view.sample, view.rng, lambda: 0.0)
    state = game.state
    while state.to_play is not None:
        state = state.apply(state.legal_moves()[0])
    edge = Edge(None)
    rewards = [float(search._back_up(state, [(0, edge)])[0]) for _ in range(3)]
    assert edge.mean == pytest.approx(rewards[0]), "equal rewards have an equal mean by any weights"
    edge.mean, edge.visits = 0.0, 3
    search._back_up(state, [(0, edge)])
    assert edge.mean == pytest.approx(rewards[0] * 4 / (1 + 2 + 3 + 4))
