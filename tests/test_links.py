"""Links contain a game as one viewer saw it, or a position as the seat to play knows it, and nothing else."""

from __future__ import annotations

import json
import random
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.export.links import MOST_LINK
from capture_widgets.games import GAMES
from tests.leaks import find_cards, unseen
from tests.wire import say

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
    with pytest.raises(ValueError, match=r"base=5: the address of a page"):
        game.link(5)  # type: ignore[arg-type]


def test_a_game_that_is_over_asks_nothing_and_every_whole_game_fits_a_link() -> None:
    for slug in GAMES:
        game = played(slug, 10_000) if slug != "fourx" else played(slug, 60)
        assert len(game.link(BASE, None)) < MOST_LINK
        if game.is_over:
            with pytest.raises(cw.ActionRefused, match="over"):
                game.question(BASE)


@pytest.mark.parametrize("slug", GAMES)
def test_a_question_copied_at_a_table_shows_the_table_and_holds_no_hidden_card(slug: str) -> None:
    game = played(slug, 5)
    replies = [asked(cw.new(slug, seed=7), "auto"), asked(game, game.to_play), asked(game, None)]
    assert [reply["kind"] for reply in replies] == ["asked"] * 3
    assert all(reply["text"].startswith("What would you play here?") for reply in replies)
    text = replies[-1]["text"]
    (line,) = re.findall(r"cw\.show\(.*\)", text)
    position = eval(line, {"cw": cw})  # noqa: S307 # it is to be pasted into a cell
    assert position.dump == {**game.dump(game.to_play), "match": position.dump["match"]}
    hidden = unseen(game, game.to_play)
    said = [text, carried(f"{BASE}{position_of(text)}"), repr(position), position._repr_html_()]
    assert find_cards(said, hidden) == []


def test_only_who_is_to_move_at_a_table_asks_what_others_would_play() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    waits = 1 - (game.to_play or 0)
    for seat in (waits, "public"):
        assert asked(game, seat)["kind"] == "refused"
    screen = game.table()  # for both in turn
    assert asked(game, "auto")["kind"] == "asked"
    game.play(game.legal_moves()[0])
    assert screen.scene["cover"] == game.to_play
    assert asked(game, "auto")["kind"] == "refused", "before the screen is handed over nobody asks"
    game.teacher.freeze()
    assert asked(game, game.to_play)["kind"] == "refused"


@pytest.mark.parametrize(
    "text",
    ["#game:", "#game:abc", "game", "x" * 200_000, f"#game:{'A' * 99_000}", "page.html #game:abc", "#game:é"],
)
def test_what_is_no_question_is_refused_in_words(text: str) -> None:
    with pytest.raises(cw.RecordError):
        cw.show(text)


def test_a_question_that_was_tampered_with_is_read_like_any_strangers_dump() -> None:
    game = played("kommando", 5)
    with pytest.raises(cw.RecordError, match="single position"):
        cw.show(game.link(BASE, "public"))
    given = carried(game.question(BASE))
    given["frames"][0]["dumps"][0]["table"]["row"] = "<script>"
    with pytest.raises(cw.RecordError, match="row"):
        cw.show(packed(given))
    with pytest.raises(cw.RecordError, match="too long"):
        cw.show(packed({"frames": [], "more": "x" * 3_000_000}))


def asked(game: cw.Game, seat: Any) -> Any:
    """What a table answers to a page that wants to ask others."""
    table = game.table(seat)
    sent: list[Any] = []
    table.send = lambda content, buffers=None: sent.append(content)
    say(table, {"kind": "ask", "id": 1})
    return sent[-1]


def position_of(text: str) -> str:
    (found,) = re.findall(r"#game:[\w-]+", text)
    return str(found)


def packed(given: Any) -> str:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    whole = packing.compress(json.dumps(given).encode()) + packing.flush()
    return f"#game:{urlsafe_b64encode(whole).decode().rstrip('=')}"
