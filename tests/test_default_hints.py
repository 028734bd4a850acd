"""The parts of a hint: how long each takes with a given budget, and what is told between them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import hints
from capture_widgets.bots.estimates import BLANK
from capture_widgets.bots.evaluate import EVALUATIONS, evaluation_for
from capture_widgets.bots.finalists import Comparison, closer_confidence_in, compared, confidence_in
from capture_widgets.bots.hint_words import FAIRLY_SURE
from capture_widgets.bots.hints import Hint, Parts, hint_steps, tree_search
from capture_widgets.bots.search import SearchedMove, SearchResult
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.core.background import run_to_end

CLOSE: tuple[int, str] = (940028, "L:8y 1r L:7b 1y")


def view_after(seed: int, moves: str) -> cw.View:
    """The view of the seat to play after some moves of a deal of Kommando, with a random source of its own."""
    game = cw.new("kommando", seed=seed)
    for move in moves.split():
        game.play(move)
    view = game.view()
    view.rng = Random(3)
    return view


def noted(given: list[Parts]) -> Any:
    """A search of a hint that notes its parts, and is short."""

    def search(view: cw.View, parts: Parts, seed: int | None, _so_far: object) -> Any:
        given.append(parts)
        return (yield from tree_search(view, Parts.of(SearchBudget(None, 60)), seed))

    return search


def no_chance() -> Any:
    """An estimate of a chance that takes no time."""
    yield 0
    return BLANK


@pytest.mark.parametrize("slug", ["kommando", "commander", "universal"])
def test_what_a_caller_gives_is_divided_and_never_exceeded(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Parts] = []
    monkeypatch.setattr(hints, "tree_search", noted(given))
    monkeypatch.setattr(hints, "chance_of", lambda *_: no_chance())
    game = cw.new(slug, seed=3)
    game.hint(seconds=2.0)
    game.hint(seconds=0.2)
    game.hint(simulations=20_000)
    long, short, counted = given
    assert [part and part.seconds for part in long] == pytest.approx([1.2, 0.6, 0.2])
    assert short.comparison is None and [short.first.seconds, short.chance.seconds] == pytest.approx([0.18, 0.02])
    assert [part and part.simulations for part in counted] == [12_000, 6_000, 2_000]


def test_a_hint_of_so_many_simulations_makes_no_more_and_is_the_same_for_a_seed() -> None:
    game = cw.new("kommando", seed=CLOSE[0])
    for move in CLOSE[1].split():
        game.play(move)
    first, again = (game.hint(simulations=12_000, seed=5) for _ in range(2))
    assert first == again
    assert 7_200 <= first.simulations <= 12_000


def compared_for(view: cw.View, seconds: float | None) -> tuple[SearchResult, Comparison, list[Comparison]]:
    """A first search of 1,500 simulations and a comparison of 1,200 that may take so many seconds, and what is told.

    Its simulations are used up long before its seconds.
    """
    parts = Parts(SearchBudget(None, 1500), SearchBudget(seconds, 1200), SearchBudget(None, 8))
    told: list[Comparison] = []
    chosen, comparison = run_to_end(tree_search(view, parts, 3, lambda _, found: told.append(found)))
    return chosen, comparison, told


def test_before_a_comparison_of_over_a_second_the_better_move_so_far_is_told() -> None:
    chosen, comparison, (so_far,) = compared_for(view_after(*CLOSE), 60.0)
    assert so_far.simulations == 0 < comparison.simulations <= 1200
    assert str(so_far.moves[0].move) == str(chosen.moves[0].move)
    assert {one.move for one in so_far.moves} == {one.move for one in comparison.moves}


@pytest.mark.parametrize("seconds", [None, 0.45])
def test_before_a_short_comparison_nothing_is_told(seconds: float | None) -> None:
    *_, told = compared_for(view_after(*CLOSE), seconds)
    assert not told


def test_where_one_move_is_clearly_best_nothing_is_told_and_nothing_compared() -> None:
    view = view_after(*CLOSE)
    moves = tuple(SearchedMove(move, 9000, 0.8 - at / 2) for at, move in enumerate(view.legal_moves()[:2]))
    told: list[Comparison] = []
    where, chosen = SearchPosition.of_view(view, view.seat), SearchResult(moves, 18_000)
    found = run_to_end(compared(where, evaluation_for(view), chosen, SearchBudget(60.0, None), told.append))
    assert found.moves == moves and found.simulations == 0 and not told


def test_what_is_told_does_not_change_the_hint() -> None:
    view = view_after(*CLOSE)
    told = compared_for(view, 60.0)
    again = compared_for(view_after(*CLOSE), 60.0)
    untold = compared_for(view_after(*CLOSE), None)
    assert told == again and told[:2] == untold[:2]


def test_the_hint_so_far_names_a_move_and_its_purpose_and_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Hint] = []

    def close(view: Any, _parts: Parts, _seed: int | None, so_far: Any) -> Any:
        moves = tuple(SearchedMove(move, 800, 0.5 - at / 100) for at, move in enumerate(view.legal_moves()[:2]))
        result = SearchResult(moves, 1600)
        so_far(result, Comparison(moves, 0.4, 0))
        yield 0
        return result, Comparison(moves[::-1], 1.0, 6400)

    monkeypatch.setattr(hints, "tree_search", close)
    monkeypatch.setattr(hints, "chance_of", lambda *_: no_chance())
    view = view_after(*CLOSE)
    hint = run_to_end(hint_steps(view, so_far=told.append))
    assert [one.move for one in told] == view.legal_moves()[:1]
    assert hint.move == view.legal_moves()[1]
    assert "a close call" in told[0].text and told[0].chance is None


def two_moves(ahead: float, spread: float | None, worth: float = 0.5) -> Comparison:
    """What a comparison of two moves found that are about as good as one another."""
    moves = SearchedMove("a", 38_400, worth), SearchedMove("b", 38_400, worth - 0.02)
    return Comparison(moves, ahead, 90_000, spread)


def test_a_hint_by_default_is_surer_in_kommando_by_weights_of_its_own() -> None:
    """They come from the deals 2,920,161 to 2,923,375; see the page on the strength of the bots."""
    evaluation = evaluation_for(view_after(*CLOSE))
    assert evaluation.default_sureness is not None
    found = two_moves(1.0, 0.03)
    assert confidence_in(found, evaluation.sureness) == pytest.approx(0.607, abs=0.001)
    assert closer_confidence_in(found, evaluation.default_sureness) == pytest.approx(0.724, abs=0.001)
    assert all(EVALUATIONS[slug].default_sureness is None for slug in ("commander", "universal"))


def test_a_hint_by_default_is_surer_where_all_trees_say_the_same_of_two_moves() -> None:
    """Then either is right, though none is ahead. One tree alone says nothing of that."""
    weights = EVALUATIONS["kommando"].default_sureness
    assert weights is not None
    even, noisy, alone = (closer_confidence_in(two_moves(0.2, spread), weights) for spread in (0.001, 0.03, None))
    assert noisy < FAIRLY_SURE < even
    assert alone == pytest.approx(noisy, abs=0.02)


def test_a_hint_by_default_is_no_surer_before_the_game_is_nearly_decided() -> None:
    weights = EVALUATIONS["kommando"].default_sureness
    assert weights is not None
    even, ahead, won = (closer_confidence_in(two_moves(0.2, 0.02, worth), weights) for worth in (0.5, 0.7, 0.98))
    assert ahead - even < 0.02 < 0.2 < won - even


def test_a_comparison_says_how_much_its_trees_differ() -> None:
    _, comparison, (so_far,) = compared_for(view_after(*CLOSE), 60.0)
    assert comparison.spread is not None and 0 < comparison.spread < 0.2
    assert so_far.spread is None
