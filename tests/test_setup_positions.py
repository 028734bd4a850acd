"""Positions set up by hand: chosen cards are placed, the rest are dealt at random, and the rules hold."""

from __future__ import annotations

from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.teaching.setting_up import Setup
from tests.cases import random_move


def begun(slug: str, plies: int = 0, seed: int = 3) -> cw.Game:
    game, rng = cw.new(slug, seed=seed), Random(seed)
    while game.ply < plies and not game.is_over:
        game.play(str(random_move(game.state, rng)))
    return game


def whole(setup: Setup) -> list[str]:
    """Every card that was laid, and in the tray."""
    return sorted([*(card for place in setup.places() for card in place.cards), *setup.tray])


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("plies", [0, 5])
def test_a_position_of_every_game_is_set_up_by_hand_and_finished_by_lot(slug: str, plies: int) -> None:
    game = begun(slug, plies)
    setup = Setup(game.history)
    deck = sorted(game.type.deck.text)
    assert (whole(setup), setup.tray) == (deck, [])
    assert setup.history == game.history
    setup.clear()
    assert sorted(setup.tray) == deck
    rng, laid = Random(slug), {}
    for place in rng.sample(setup.places(), 4):
        card = rng.choice(setup.tray)
        try:
            setup.put(card, place.key)
        except (cw.IllegalDeal, cw.IllegalMove):  # the rules may leave no way
            continue
        laid[card] = place.key
    assert laid
    setup.finish(seed=1)
    assert setup.tray == []
    found = {card: place.key for place in setup.places() for card in place.cards}
    assert {card: found[card] for card in laid} == laid
    assert whole(setup) == deck
    position = setup.history
    assert position.ply == game.ply
    assert cw.load(position.record()).dump() == position.dump(), "a record of it can be read"
    again = Setup(game.history, keeps_cards=False)
    again.finish(seed=1)
    assert again.history.type is position.type


def test_what_the_rules_forbid_is_refused_with_the_rule_and_changes_nothing() -> None:
    setup = Setup(begun("kommando").history, keeps_cards=False)
    low = [f"{rank}{suit}" for suit in "ryb" for rank in (1, 2, 3, 4)][:9]
    for card in low:
        setup.put(card, "hands/0")
    before = (setup.history, setup.places())
    with pytest.raises(cw.IllegalDeal, match="KO-3"):
        setup.put("4b", "hands/0")
    assert (setup.history, setup.places()) == before
    setup.put("10r", "hands/0")
    full = next(place for place in setup.places() if place.key == "hands/0")
    assert (len(full.cards), full.free) == (10, 0)


def test_a_move_that_could_not_have_been_made_then_is_named() -> None:
    game = begun("kommando", 2)
    setup = Setup(game.history)
    attack = game.moves()[0]
    attacker = game.at(0).to_play
    beats = [card for card in game.dump()["table"]["hands"][attacker] if card != attack.partition(":")[2]]
    refusals: list[cw.IllegalMove] = []
    for card in beats:
        try:
            setup.put(card, "row/0/card" if attack.startswith("L") else "row/9/card")
        except cw.IllegalMove as error:
            refusals.append(error)
    assert refusals
    assert all("would have been illegal" in one.reason and one.rule.startswith("KO-") for one in refusals)


def test_cards_change_places_or_go_to_the_tray() -> None:
    setup = Setup(begun("kommando").history)
    hands = {place.key: place.cards for place in setup.places() if place.key.startswith("hands")}
    mine, theirs = hands["hands/0"][0], hands["hands/1"][0]
    setup.put(mine, "hands/1", onto=theirs)
    places = {place.key: place.cards for place in setup.places()}
    assert mine in places["hands/1"]
    assert theirs in places["hands/0"]
    assert setup.tray == []
    setup.take(mine)
    assert setup.tray == [mine]
    setup.put(mine, "hands/0", onto=theirs)
    assert setup.tray == [theirs]
    with pytest.raises(ValueError, match="there is no card"):
        setup.put("99z", "hands/0")
    with pytest.raises(ValueError, match="there is no place"):
        setup.put(mine, "x")
    with pytest.raises(ValueError, match="there is no card"):
        setup.take("??")
    with pytest.raises(ValueError, match="from a deal"):
        Setup(cw.from_dump(begun("kommando", 4).dump()).history)
    with pytest.raises(ValueError, match="from a deal"):
        Setup(cw.new("kommando", match=True).history)


def test_moves_lead_on_from_what_was_set_up() -> None:
    setup = Setup(begun("kommando").history)
    move = setup.history.legal_moves()[0]
    setup.play(move)
    assert setup.history.moves() == [move]
    setup.undo()
    assert setup.history.moves() == []
    with pytest.raises(cw.ActionRefused):
        setup.undo()
    setup.clear()
    setup.play_on(5, seed=1)
    assert (setup.history.ply, len(setup.tray)) == (5, 30)
    other = Setup(begun("kommando").history)
    other.play_on(5, seed=1)
    assert other.history == setup.history
