"""What is said at the end of a round: who won, what was scored and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.outcome import outcome
from tests.cases import CASES, case_id, random_move


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_every_end_is_told_seat_by_seat(case: tuple[str, dict[str, Any]]) -> None:
    slug, options = case
    game = cw.new(slug, seed=4, **options)
    rng = Random(4)
    while not game.is_over:
        game.play("resign" if game.ply > 60 and slug == "fourx" else str(random_move(game.state, rng)))
    told = outcome(game.history, 0)
    assert told["text"].endswith(".")
    assert [line["seat"] for line in told["lines"]] == list(range(len(game.points)))
    assert [line["points"] for line in told["lines"]] == game.points
    winners = ["ABCD"[seat] for seat, sign in enumerate(game.returns or []) if sign > 0]
    assert all(winner in told["text"].split(".")[0] for winner in winners)


def test_ko_10_row_cards_won_are_named_and_added() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    for line in outcome(game.history, 0)["lines"]:
        names, total = line["text"].rstrip(".").split(" won ")[1].split(": ")
        values = [int(name.split()[1]) for name in names.split(", ")] if names != "no card" else []
        assert sum(values) == int(total) == line["points"]


def test_uc_13_a_blocked_hand_is_explained() -> None:
    blocked = 0
    for seed in range(12):
        game = cw.new("universal", seed=seed, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
        text = outcome(game.history, 0)["ending"]
        hands = game.dump()["table"]["hands"]
        assert ("blocked" in text) == all(hands)
        blocked += "blocked" in text
    assert blocked


def test_uc_14_counts_lead_to_the_points() -> None:
    game = cw.new("universal", seed=1, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    counts = [int(line["text"].rstrip(".").split(": ")[1]) for line in outcome(game.history, 0)["lines"]]
    assert game.points == [max(counts[1] - counts[0], 0), max(counts[0] - counts[1], 0)]


def test_ge_8_a_match_adds_the_running_total() -> None:
    game = cw.new("kommando", seed=3, match=True, target=30, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    told = outcome(game.history, game.round)
    assert "the match" in told["text"]
    assert all(f"In all {line['points']}." in line["text"] for line in told["lines"])
