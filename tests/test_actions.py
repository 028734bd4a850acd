"""Numbers for moves: the same in every position, for every game and variant."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from tests.cases import EACH, case_id

NUMBERED = {
    "commander": (351, "7096d48fc7b5"),
    "columns": (260, "fc4f08c640ad"),
    "kommando": (90, "a143d42dc17b"),
    "fourx": (5052, "f8dda51cd779"),
    "universal": (1349, "3baaf3855f5d"),
}
"""By game, how many actions there are with the options as they are by default, and the start of a hash of their texts.

Whoever has trained a player on these numbers relies on them: they may not change.
"""


@pytest.mark.parametrize("slug", list(NUMBERED))
def test_the_numbers_never_change(slug: str) -> None:
    texts = cw.actions(slug).texts
    assert (len(texts), sha256("\n".join(texts).encode()).hexdigest()[:12]) == NUMBERED[slug]


@pytest.mark.parametrize("case", EACH, ids=case_id)
def test_every_legal_move_has_numbers_and_no_two_the_same(case: tuple[str, dict[str, Any]]) -> None:
    slug, options = case
    actions = cw.actions(slug, **options)
    assert len(set(actions.texts)) == len(actions)
    rng, game = Random(5), cw.new(slug, seed=11, **options)
    for _ in range(60):
        moves = game.legal_moves()
        if not moves:
            break
        numbers = [actions.split(move) for move in moves]
        assert [actions.join(one) for one in numbers] == moves
        begun: list[int] = []
        while legal := actions.legal(moves, begun):
            assert sum(actions.mask(moves, begun)) == len(legal)
            begun.append(rng.choice(legal))
        assert actions.join(begun) in moves, "whoever chooses one legal action after another makes a legal move"
        if not actions.several:
            assert actions.legal(moves) == sorted(map(actions.index, moves))
        game.play(actions.join(begun))


def test_co_4_a_placement_is_one_action_for_each_card() -> None:
    actions = cw.actions("columns")
    assert len(actions) == 5 * 52
    assert actions.split("A:Qh  C:3d") == (actions.index("A:Qh"), actions.index("C:3d"))
    assert actions.several
    assert "several" in repr(actions)


def test_options_decide_which_actions_there_are() -> None:
    assert (
        len(cw.actions("commander"))
        < len(cw.actions("commander", players=3))
        < len(cw.actions("commander", teams=True))
    )
    assert len(cw.actions("fourx")) < len(cw.actions("fourx", tech=True))
    with pytest.raises(cw.UnknownOption):
        cw.actions("kommando", players=3)


def test_what_is_no_action_is_refused() -> None:
    actions = cw.actions("kommando")
    with pytest.raises(cw.IllegalMove, match="GE-3"):
        actions.index("L:99")
    with pytest.raises(cw.IllegalMove, match="GE-3"):
        actions.index(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="number=90: a whole number, 0 to 89"):
        actions.text(90)
    numpy = pytest.importorskip("numpy")
    assert actions.text(numpy.int64(0)) == actions.texts[0]
    assert numpy.frombuffer(actions.mask(["L:1r"]), "int8").sum() == 1
