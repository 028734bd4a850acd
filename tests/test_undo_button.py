"""Whether a move can be taken back at a table: correct, and cheap to work out at every repaint."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.model import history as histories
from capture_widgets.records import last_move
from capture_widgets.widgets.table.reveals import learners, learners_since, shows_more
from tests.cases import EACH, case_id, dealt, random_move, viewers
from tests.wire import Wire


@pytest.mark.parametrize("case", EACH)
def test_who_learns_a_card_is_what_the_viewers_tables_say(case: tuple[str, dict[str, Any]]) -> None:
    slug, options = case
    game, rng = GAMES[slug], Random(case_id(case))
    learned = 0
    for seed in range(2):
        state = dealt(slug, options, seed)
        for _ in range(250):
            if state.to_play is None:
                break
            move = random_move(state, rng)
            after = state.apply(move)
            told = set(learners(game, state, move, after, game.seats(game.options.of(options))))
            there = viewers(game, options)
            assert told == {one for one in there if shows_more(game, state.table(one), after.table(one))}, str(move)
            state, learned = after, learned + len(told)
    assert learned > 0


def test_the_moves_of_a_round_are_looked_through_and_its_deal_is_said() -> None:
    game = cw.new("columns", seed=7)
    assert learners_since(game.history, 0) == set()
    assert learners_since(game.history, 1) is None, "the deal"
    game.play(game.legal_moves()[0])
    assert learners_since(game.history, 1) == set(), "it lies face down"
    game.play(game.legal_moves()[0])
    assert learners_since(game.history, 2) == {0, 1, "public"}


class Counted:
    """Counts the calls of a function."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        whole: Callable[..., Any] = getattr(module, name)
        self.calls = 0

        def counting(*given: Any, **named: Any) -> Any:
            self.calls += 1
            return whole(*given, **named)

        monkeypatch.setattr(module, name, counting)


def match_options(slug: str) -> dict[str, Any]:
    """The options with which a game is played in matches."""
    return {"scoring": True, "target": 1000} if slug == "commander" else {}


def has_matches(slug: str) -> bool:
    kind = GAMES[slug]
    return kind.match_refused(kind.options.of(match_options(slug))) is None


@pytest.mark.parametrize(
    ("slug", "shape"),
    [
        (slug, shape)
        for slug in GAMES
        for shape in ("in turn", "a seat each", "a match")
        if shape != "a match" or has_matches(slug)
    ],
)
def test_a_click_makes_one_dump_and_one_patch_for_each_viewer_that_is_shown(
    slug: str, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = match_options(slug) if shape == "a match" else {}
    game = cw.new(slug, seed=7, match=shape == "a match", **options)
    seats = [*range(len(game.seats))] if shape == "a seat each" else ["auto"]
    wires = [Wire(game.table(seat=seat)) for seat in seats]
    dumps, patches = Counted(monkeypatch, histories, "whole_dump"), Counted(monkeypatch, last_move, "patch")
    rng = Random(1)
    for _ in range(12):
        wire = wires[(game.to_play or 0) if shape == "a seat each" else 0]
        wire.ask(kind="uncover")
        hidden = game.state.hides_move
        dumps.calls = patches.calls = 0
        assert wire.play(rng.choice(game.legal_moves()))["kind"] == "done"
        if game.is_over:
            break  # what was hidden, and what came of it, is looked at once
        assert dumps.calls == len(wires)
        if not hidden and "end" not in game.moves()[-1:]:  # which touch nothing: the move before them is marked
            assert patches.calls == len(wires)
