"""How long a match takes, as the form tells it: checked by matches among bots."""

from __future__ import annotations

from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import make_bot
from capture_widgets.protocol.lobby_messages import Choice
from capture_widgets.widgets.table.choices import check_choice

MATCHES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("kommando", {}, 4),
    ("kommando", {"target": 50}, 4),
    ("commander", {"scoring": True}, 4),
    ("commander", {"scoring": True, "players": 3}, 4),
    ("commander", {"scoring": True, "players": 4}, 4),
    ("commander", {"scoring": True, "players": 4, "teams": True}, 4),
    ("universal", {}, 3),
)


@pytest.mark.parametrize(("slug", "options", "count"), MATCHES, ids=lambda one: str(one) if one != {} else "usual")
def test_the_form_tells_about_how_many_hands_a_match_takes(slug: str, options: dict[str, Any], count: int) -> None:
    choice: Choice = {"game": slug, "opponent": "greedy", "others": [], "match": False, "options": options, "deal": ""}
    chosen = check_choice(choice)
    hands = 0
    for seed in range(count):
        seats = [make_bot("greedy") for _ in range(chosen["seats"])]
        game = cw.new(slug, seed=5000 + seed, match=True, seats=seats, **options)
        game.seed_bots(f"hands/{seed}").run()
        assert game.is_over
        hands += game.round + 1
    assert chosen["hands"] == pytest.approx(hands / count, rel=0.25, abs=0.6)
