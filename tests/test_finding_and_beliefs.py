"""Finding plies, deals as a data frame, and beliefs about hidden cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.beliefs import AWAY
from capture_widgets.engine.state import Viewer
from capture_widgets.records.finding import EVENTS, Moment
from tests.cases import random_move
from tests.leaks import find_cards, unseen
from tests.random_games import play_at_random
from tests.test_sealed import alike

SLUGS = list(cw.games())


def played(slug: str, plies: int = 30, **options: Any) -> cw.Game:
    """A game played at random."""
    return play_at_random(cw.new(slug, seed=3, **options), Random(slug), plies)


# -- plies that are found


def test_a_card_is_found_where_it_is_played_and_where_it_is_taken() -> None:
    game = cw.new("kommando", seed=7, dealer=1)
    for move in ("L:1r", "7b"):
        game.play(move)
    (attack,) = game.find(card="1r", event="played")
    assert (attack.round, attack.ply, attack.at, attack.seat, attack.move) == (0, 1, "0/1", 0, "L:1r")
    row_card = game.dump()["table"]["row"][0]["card"]
    (won,) = game.find(card=row_card, event="taken")
    assert won.ply == 2
    assert [one.ply for one in game.find(event="played")] == [1, 2]
    assert [one.ply for one in game.find(by=1)] == [2]
    assert game.at(won.ply).dump()["table"]["row"][0]["winner"] is not None


def test_a_function_of_the_dump_finds_positions_the_deal_too() -> None:
    game = played("kommando")
    assert [one.ply for one in game.find(lambda dump: True)] == list(game.plies())
    ahead = game.find(lambda dump: dump["points"][0] > dump["points"][1], by=1)
    for one in ahead:
        points = game.dump_at(one.ply)["points"]
        assert points[0] > points[1]
        assert one.seat == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_cards_that_are_played_and_every_event_is_known(slug: str) -> None:
    bots = [cw.bots.Greedy(seed=1)] * len(cw.new(slug).seats)
    kinds: Counter[str] = Counter()
    for seed in range(20):
        game = cw.new(slug, seed=seed, seats=bots).run()
        everything = game.find(lambda dump: True)
        kinds.update(what for moment in everything for what, _ in moment.events)
        if kinds["played"] and kinds["taken"] or seed and slug == "universal":
            break
    assert set(kinds) <= set(EVENTS)
    assert kinds["played"]
    assert kinds["taken"] or slug == "universal"


def test_rounds_of_a_match_are_told_apart() -> None:
    game = cw.new("kommando", seed=1, match=True)
    rng = Random(5)
    while game.round < 2:
        game.play(str(random_move(game.state, rng)))
    found = game.find(card="10r", event="played")
    assert {one.round for one in found} <= {0, 1}
    for one in found:
        assert "10r" in game.moves(one.round)[one.ply - 1]


def test_what_is_asked_for_in_vain_is_refused_with_words() -> None:
    game = cw.new("kommando", seed=7)
    faults: list[dict[str, Any]] = [
        {},
        {"card": "1x"},
        {"event": "eaten"},
        {"by": 2},
        {"by": True},
        {"where": "10r"},
        {"card": "1r", "seat": 5},
    ]
    for asked in faults:
        with pytest.raises(ValueError, match=r"find|card|event|seat|function|viewer"):
            game.find(**asked)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_viewer_finds_no_card_that_it_has_not_seen(slug: str) -> None:
    game = played(slug, 9)
    viewers: list[Viewer] = [*range(len(game.seats)), "public"]
    for viewer in viewers:
        found = game.find(lambda dump: True, seat=viewer)
        hidden = unseen(game, viewer)
        assert find_cards([one._asdict() for one in found], hidden) == []


def test_a_replay_finds_what_its_viewer_saw_and_nothing_ahead() -> None:
    game = played("kommando")
    replay = game.replay(seat=0, spoilers=False)
    assert [one.ply for one in replay.find(lambda dump: True)] == [0]
    replay.ply = 4
    assert [one.ply for one in replay.find(event="played")] == [1, 2, 3, 4]
    whole = game.replay(seat=None)
    assert whole.find(event="taken") == game.find(event="taken")
    assert all(isinstance(one, Moment) for one in whole.find(event="taken"))


# -- deals as a data frame


@pytest.mark.parametrize("slug", SLUGS)
def test_deals_are_those_of_their_seeds_one_row_a_card(slug: str) -> None:
    frame = cw.deals(slug, 3, seed=5)
    size = len(frame.card.unique())
    assert len(frame) == 3 * size
    assert frame.seed.unique().tolist() == [5, 6, 7]
    game = cw.new(slug, seed=6)
    one = frame[frame.deal == 1].dropna(subset=["place"])
    for place, cards in one.groupby("place"):
        lie = game.dump()["table"]
        for key in str(place).split("/"):
            lie = lie[int(key)] if isinstance(lie, list) else lie[key]
        there = [lie["card"]] if isinstance(lie, dict) else [lie] if isinstance(lie, str) else lie
        assert cards.sort_values("at").card.tolist() == there


def test_deals_follow_the_options_and_refuse_what_the_game_refuses() -> None:
    four = cw.deals("commander", 1, players=4)
    assert sorted(four.seat.unique()) == [0, 1, 2, 3]
    assert len(cw.deals("kommando", 0)) == 0
    with pytest.raises(cw.UnknownOption):
        cw.deals("kommando", 1, players=4)
    with pytest.raises(cw.UnknownGame):
        cw.deals("chess", 1)
    with pytest.raises(ValueError, match="number of deals"):
        cw.deals("kommando", -1)


# -- what a viewer may believe


@pytest.mark.parametrize("slug", SLUGS)
def test_chances_of_a_card_add_up_to_one_and_those_of_a_place_to_its_cards(slug: str) -> None:
    game = played(slug, 5)
    frame = game.belief(0, 40).frame()
    assert (frame.groupby("card").chance.sum() - 1).abs().max() < 1e-9
    on_table = frame[frame.place != AWAY].groupby("place")
    assert (on_table.chance.sum() - on_table.cards.first()).abs().max() < 1e-9
    assert ((frame.low <= frame.chance) & (frame.chance <= frame.high)).all()
    seen = {card for _, card in find_cards(game.dump(0)["table"], game.type.deck.text)}
    assert not seen & set(frame.card)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_belief_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(slug: str) -> None:
    game = played(slug, 6)
    seat = game.to_play
    assert seat is not None
    others = [alike(game, Random(seed)) for seed in range(3)]
    assert len({str(other.dump()) for other in others}) > 1 or slug == "columns"
    first = cw.from_dump(game.dump()).belief(seat, 30)
    for other in others:
        assert other.belief(seat, 30) == first
        assert other.belief(seat, 30)._repr_html_() == first._repr_html_()


def test_a_card_that_everybody_saw_being_taken_up_is_where_it_went() -> None:
    game = cw.new("universal", seed=3)
    rng = Random(2)
    while not (drawn := [one for one in game.log() if one["move"] == "draw discard"]):
        game.play("draw discard" if "draw discard" in game.legal_moves() else str(random_move(game.state, rng)))
    card, other = game.find(event="drawn")[-1].events[0][1], 1 - drawn[-1]["seat"]
    belief = game.belief(other, 50)
    assert belief.where(card) == {f"hands/{1 - other}": 1.0}
    assert belief.at(f"hands/{1 - other}")[card] == 1.0


def test_beliefs_refuse_who_sees_everything_and_too_many_samples() -> None:
    game = cw.new("kommando", seed=7)
    with pytest.raises(ValueError, match="sees everything"):
        game.belief(None)
    for samples in (0, 10**9, True):
        with pytest.raises(ValueError, match="samples"):
            game.belief(0, samples)
    belief = game.belief("public", 20)
    with pytest.raises(ValueError, match="nothing is hidden"):
        belief.chance("1r", "row/0/card")
    with pytest.raises(ValueError, match="no card"):
        belief.chance("1x", "hands/0")
