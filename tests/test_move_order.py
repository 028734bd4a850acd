"""The order of legal moves: sorted as text everywhere but in states, whose order tells nothing that is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.envs.encodings import encoding_of
from capture_widgets.envs.episode import Episode
from tests.cases import CASES, case_id

PLIES = 8


@pytest.mark.parametrize(("slug", "options"), CASES[::3], ids=map(case_id, CASES[::3]))
def test_moves_are_sorted_as_text_wherever_a_seat_reads_them(slug: str, options: dict[str, Any]) -> None:
    game = cw.new(slug, seed=5, **options)
    rng = Random(5)
    for _ in range(PLIES):
        if (seat := game.to_play) is None:
            break
        moves, view = game.legal_moves(), game.view()
        assert moves == sorted(moves)
        assert moves == view.legal_moves() == view.dump["legal_moves"]
        assert moves == game.history.legal_moves() == game.dump(seat)["legal_moves"] == game.dump()["legal_moves"]
        listed = view.to_text(rules=False)
        places = [at for move in moves if (at := listed.find(f"[{move}]", listed.find("Legal moves"))) >= 0]
        assert places == sorted(places), "a prompt lists them in this order"
        own = [*map(str, game.state.legal_moves())]
        assert sorted(own) == moves, "a state has the same ones"
        for _ in range(3):
            world = [*map(str, view.sample(rng).legal_moves())]
            assert world == own, "in the same order in every world that looks alike"
        game.play(rng.choice(moves))


@pytest.mark.parametrize("slug", cw.games())
def test_a_mask_has_the_legal_actions_in_the_order_of_their_numbers(slug: str) -> None:
    pytest.importorskip("numpy")
    episode = Episode(encoding_of(slug, {}))
    episode.deal_seed(5)
    actions = cw.actions(slug)
    for _ in range(PLIES):
        if episode.to_play is None:
            break
        numbers = episode.mask().nonzero()[0].tolist()
        assert numbers == sorted(numbers)
        if not actions.several:
            texts = [actions.text(number) for number in numbers]
            assert sorted(texts) == sorted(map(str, episode.state.legal_moves()))
        episode.play(numbers[-1])
        if episode.waits:
            episode.deal_seed(5)
