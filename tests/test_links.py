"""Links hold a game as one viewer could follow it, or a position as the seat to play knows it, and nothing else."""

from __future__ import annotations

import json
import random
import zlib
from base64 import urlsafe_b64decode
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.links import MOST_LINK

BASE = "https://example.org/replay.html"


def carried(address: str) -> Any:
    base, _, text = address.partition("#game:")
    assert base == BASE
    packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return json.loads(zlib.decompress(packed, -15))


def played(slug: str, moves: int) -> cw.Game:
    rng = random.Random(slug)
    game = cw.new(slug, seed=7)
    while game.ply < moves and not game.is_over:
        game.play(rng.choice([move for move in game.legal_moves() if move != "resign"]))
    return game


@pytest.mark.parametrize("slug", GAMES)
def test_a_link_begins_with_what_the_viewer_knew(slug: str) -> None:
    game = played(slug, 5)
    for seat in (*range(len(game.seats)), "public"):
        given = carried(game.link(BASE, seat))
        shown = given["frames"][0]
        assert shown["dumps"][0] == game.at(0).dump(seat)
        assert given["state"]["seat"] == seat
        assert "rules" not in given["state"]
        text = json.dumps(given)
        assert '"rest"' not in text


@pytest.mark.parametrize("slug", GAMES)
def test_a_question_holds_the_position_of_the_seat_to_play_and_nothing_else(slug: str) -> None:
    game = played(slug, 5)
    given = carried(game.question(BASE))
    (frames,) = given["frames"]
    assert frames["dumps"] == [game.dump(game.to_play)]
    assert frames["log"] == json.loads(json.dumps(game.log(game.to_play)))
    assert given["state"]["notes"] == {}
    assert "What would you play here?" in given["state"]["scene"]["notice"]


def test_a_link_opens_at_a_place_and_refuses_one_that_there_is_not() -> None:
    game = played("kommando", 6)
    state = carried(game.link(f"{BASE}#0/3", ply=4))["state"]
    assert (state["round"], state["ply"]) == (0, 4)
    with pytest.raises(ValueError, match="no ply 9"):
        game.link(BASE, ply=9)
    with pytest.raises(ValueError, match="viewer"):
        game.link(BASE, 7)


def test_a_game_that_is_over_asks_nothing_and_every_whole_game_fits_a_link() -> None:
    for slug in GAMES:
        game = played(slug, 10_000) if slug != "fourx" else played(slug, 60)
        assert len(game.link(BASE, None)) < MOST_LINK
        if game.is_over:
            with pytest.raises(cw.IllegalMove, match="over"):
                game.question(BASE)
