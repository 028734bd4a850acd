"""The places that a move touched, as each viewer knows them: every change of the view and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.state import Viewer
from capture_widgets.export.replay_frames import later_frames, round_frames
from capture_widgets.games import GAMES
from capture_widgets.model.dump_groups import groups
from capture_widgets.records.last_move import drawn, touched, turn_before
from tests.cases import CASES, case_id, random_move, viewers
from tests.leaks import find_cards, unseen

Case = tuple[str, dict[str, Any]]

SOME = [case for at, case in enumerate(CASES) if at % 7 == 0]
"""A part of the variants: they lay their cards in the same places."""

MOST = 26


def played(case: Case, seed: int = 2, most: int = MOST) -> cw.Game:
    """A round played by chance, so far that every kind of move has been met where there are many."""
    slug, options = case
    game, rng = cw.new(slug, seed=seed, **options), Random(f"{case_id(case)}/{seed}")
    while not game.is_over and game.ply < most:
        move = str(random_move(game.state, rng))
        if move != "resign" or len(game.legal_moves()) == 1:
            game.play(move)
    return game


def covers(places: list[str], key: str) -> bool:
    """Whether one of the places is this group of cards, lies in it, or has it in it."""
    return any(place == key or place.startswith(f"{key}/") or key.startswith(f"{place}/") for place in places)


def everybody(case: Case) -> list[Viewer]:
    slug, options = case
    return [None, *viewers(GAMES[slug], options)]


@pytest.mark.parametrize("case", SOME, ids=case_id)
def test_every_place_whose_cards_changed_in_a_view_was_touched(case: Case) -> None:
    game = played(case)
    for viewer in everybody(case):
        before = groups(game.dump_at(0, seat=viewer))
        for ply in range(1, game.ply + 1):
            after = groups(game.dump_at(ply, seat=viewer))
            places = touched(game.history, ply, seat=viewer)
            old = {each.key: (each.cards, each.up) for each in before}
            changed = {each.key for each in after if old.get(each.key) != (each.cards, each.up)}
            changed |= old.keys() - {each.key for each in after}
            assert [key for key in sorted(changed) if not covers(places, key)] == []
            before = after


@pytest.mark.parametrize("case", SOME, ids=case_id)
def test_ge_4_places_name_no_card_that_the_viewer_has_not_seen(case: Case) -> None:
    game = played(case)
    for ply in range(1, game.ply + 1, 2):
        then = game.at(ply)
        for viewer in everybody(case):
            places = touched(then.history, ply, seat=viewer)
            assert find_cards(places, unseen(then, viewer)) == []


@pytest.mark.parametrize("case", [("columns", {}), ("commander", {"players": 2, "war": "chain"})], ids=case_id)
def test_ge_4_a_hidden_choice_touches_the_same_for_others_whatever_it_is(case: Case) -> None:
    hidden = 0
    for seed in range(12):
        game = played(case, seed)
        for ply in range(game.ply):
            then = game.at(ply)
            if not then.state.hides_move:
                continue
            chosen = then.legal_moves()
            mover = then.to_play
            other = 1 - (mover or 0)
            seen = [touched(then.at(ply).play(move).history, ply + 1, seat=other) for move in (chosen[0], chosen[-1])]
            own = [touched(then.at(ply).play(move).history, ply + 1, seat=mover) for move in (chosen[0], chosen[-1])]
            assert seen[0] == seen[1]
            assert (own[0] != own[1]) == (case[0] == "commander" and len(chosen) > 1)
            hidden += len(chosen) > 1
    assert hidden


def test_an_attack_touches_both_cards() -> None:
    game = cw.new("commander", seed=5).play("1xB2")
    assert {"formations/0/0", "formations/1/1"} <= set(touched(game.history, 1, seat="public"))
    game = cw.new("kommando", seed=7)
    game.play(next(move for move in game.legal_moves() if move.startswith("L:")))
    assert {"row/0/card", "row/0/attack"} <= set(touched(game.history, 1, seat="public"))
    assert touched(game.history, 0) == []


def test_a_turn_that_is_ended_leaves_the_places_of_the_last_card_marked() -> None:
    kept, rng = 0, Random(1)
    for seed in range(30):
        game = cw.new("universal", seed=seed)
        while not game.is_over:
            moves = game.legal_moves()
            ends = [move for move in moves if move in ("end", "pass")]
            before = touched(game.history, game.ply, seat=0)
            game.play(ends[0] if ends else str(random_move(game.state, rng)))
            if ends and not game.is_over:
                kept += 1
                assert touched(game.history, game.ply, seat=0) == before
        if kept > 3:
            return
    raise AssertionError("no turn was ended")


@pytest.mark.parametrize("case", [("universal", {}), ("columns", {}), ("kommando", {})], ids=case_id)
def test_a_card_that_comes_into_a_hand_is_named_to_its_holder_alone(case: Case) -> None:
    game = played(case)
    came = 0
    for ply in range(1, game.ply + 1):
        for viewer in (0, 1, "public"):
            for place in touched(game.history, ply, seat=viewer):
                piece = place.split("/")
                if piece[0] == "hands" and len(piece) == 3 and not piece[2].isdigit():
                    assert viewer == int(piece[1])
                    assert piece[2] in game.dump_at(ply, seat=viewer)["table"]["hands"][viewer]
                    came += 1
    assert bool(came) == (case[0] == "universal")


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_has_the_same_places_wherever_the_game_goes(slug: str) -> None:
    game, rng = cw.new(slug, seed=3), Random(2)
    tables = [game.table(seat) for seat in (None, 0, "auto")]
    for step in range(40):
        if step % 7 == 6 and game.can_undo:
            game.undo()
        elif step % 11 == 10 and game.can_redo:
            game.redo()
        elif game.is_over:
            game.restart()
        else:
            game.play(str(random_move(game.state, rng)))
        for table in tables:
            seat = table.dump["seat"]
            moved, drew = touched(game.history, game.ply, seat=seat), drawn(game.history, game.ply, seat=seat)
            assert table.scene["last"] == [*moved, *drew]


@pytest.mark.parametrize("slug", GAMES)
def test_frames_of_a_replay_have_the_same_places(slug: str) -> None:
    game = played((slug, {}), most=16)
    for viewer in everybody((slug, {})):
        frames = round_frames(game.history, 0, viewer)
        assert frames["last"] == [touched(game.history, ply, seat=viewer) for ply in game.plies()]
        tail = later_frames(game.history, 0, viewer, 5, game.ply)
        assert tail["last"] == frames["last"][6:]


def test_moves_are_shown_again_from_ones_own_last_turn_on() -> None:
    game = cw.new("commander", seed=5, players=4)
    for move in ("1xB4", "1xC2", "1xB3", "2xC2"):
        game.play(move)
    assert turn_before(game.history, 0, 0, 4) == 1, "all that the three others did since"
    assert turn_before(game.history, 3, 0, 4) == 0, "the own move was the last: from the deal on"
    assert turn_before(game.history, "public", 0, 4) == 3
    alone = cw.new("fourx", seed=0)
    alone.play("king h")
    assert turn_before(alone.history, 0, 0, 1) == 0


def test_a_card_that_a_seat_drew_is_told_to_it_alone_until_its_next_move() -> None:
    game = cw.new("universal", seed=5)
    held = set(game.dump(0)["table"]["hands"][0])
    game.play("draw stock")
    (card,) = set(game.dump(0)["table"]["hands"][0]) - held
    told = []
    while game.to_play == 1:
        game.play(next(move for move in map(str, game.legal_moves()) if not move.startswith("draw")))
        told.append(drawn(game.history, game.ply, seat=0))
    assert told
    assert all(places == [f"hands/0/{card}"] for places in told)
    assert drawn(game.history, game.ply, seat=1) == drawn(game.history, game.ply, seat=None) == []
    game.play("draw stock")
    assert drawn(game.history, game.ply, seat=0) == [], "the last move itself says what it brought"
