"""Capture the Commander, rule by rule (docs/rules.md, CC-1 to CC-19) and position by position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, UnknownOption
from capture_widgets.engine.cards import FRENCH, HIDDEN
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import Play, Viewer
from capture_widgets.games.commander import (
    ADJACENT,
    COVERS,
    GAME,
    ROWS,
    RULES,
    Attack,
    Choice,
    CommanderOptions,
    CommanderState,
    Gift,
    draw,
)
from capture_widgets.model.deal import deal_for
from tests.cases import dealt

SETS: tuple[dict[str, Any], ...] = (
    {},
    {"war": "chain"},
    {"scoring": True},
    {"players": 3},
    {"players": 3, "scoring": True, "war": "chain", "twos_beat_aces": True},
    {"players": 4, "scoring": True},
    {"teams": True},
    {"teams": True, "scoring": True, "war": "chain", "one_suit_each": True},
    {"one_suit_each": True, "twos_beat_aces": True},
    {"players": 4, "one_suit_each": True, "first": 3},
)
each_set = pytest.mark.parametrize("options", SETS, ids=lambda given: ",".join(map(str, given.values())) or "plain")

SYNTACTIC = [
    *(f"{own}x{seat}{target}" for own in range(1, 14) for seat in "ABCD" for target in range(1, 14)),
    *(f"{own}>{seat}{hole}" for own in range(1, 14) for seat in "ABCD" for hole in range(1, 14)),
    *(f"+{position}" for position in range(1, 14)),
]


def place(text: str) -> int:
    return 13 * "ABCD".index(text[0]) + int(text[1:]) - 1


def deal(wanted: dict[str, str] | None = None, **given: Any) -> CommanderState:
    """A fresh round with certain cards at certain places ("B5") and all others elsewhere, the low ones first."""
    options = CommanderOptions.of(given)
    named = {place(at): FRENCH.card(card) for at, card in (wanted or {}).items()}
    spare = sorted(set(range(52)) - set(named.values()), key=lambda card: (FRENCH.rank_of[card], card))
    if options.one_suit_each:
        spare.sort()
    return CommanderState.deal([named[i] if i in named else spare.pop(0) for i in range(52)], options, None)


def without(state: CommanderState, *places: str) -> CommanderState:
    """The same round with cards gone, as if lost at first blows."""
    for text in places:
        at = place(text)
        card = state.cards[at]
        state = state._replace(
            present=state.present & ~(1 << at), removed=(*state.removed, at << 6 | card), shown=state.shown | 1 << card
        )
    return state


def only(state: CommanderState, *kept: str) -> CommanderState:
    """The same round with nothing left but certain cards."""
    keep = {place(text) for text in kept}
    return without(
        state, *(f"{'ABCD'[at // 13]}{at % 13 + 1}" for at in range(13 * state.options.players) if at not in keep)
    )


def play(state: CommanderState, *texts: str) -> CommanderState:
    for text in texts:
        move = state.parse(text)
        state.check(move)
        assert move in state.legal_moves()
        state = state.apply(move)
    return state


def refusal(state: CommanderState, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.check(state.parse(text))
    assert state.parse(text) not in state.legal_moves()
    assert caught.value.move == text
    assert str(caught.value) == f"{caught.value.reason} ({caught.value.rule})"
    return caught.value


def legal(state: CommanderState) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def refused_by(state: CommanderState, move: Any) -> str | None:
    """The rule that refuses a move, None where it is legal."""
    try:
        state.check(move)
    except IllegalMove as refused:
        return refused.rule
    return None


def lying(state: CommanderState, seat: int) -> list[int]:
    return [i for i, entry in enumerate(state.table(None)["formations"][seat], 1) if entry]


def status(state: CommanderState, seat: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {"full": [], "partial": [], "no": []}
    for i, entry in enumerate(state.table(None)["formations"][seat], 1):
        if entry:
            found[entry["uncovered"]].append(i)
    return found


def walk(options: dict[str, Any], seed: int) -> Iterator[tuple[CommanderState, Any]]:
    """A random round: each state with the move made from it, the last with None."""
    made = CommanderOptions.of(options)
    rng = Random(seed)
    state = CommanderState.deal(deal_for(GAME, seed, made), made, None)
    while moves := state.legal_moves():
        # in teams gifts outnumber attacks, so choose the kind first to see long rounds of both
        kind = rng.choice(sorted({type(move).__name__ for move in moves}))
        move = rng.choice([move for move in moves if type(move).__name__ == kind])
        yield state, move
        state = state.apply(move)
    yield state, None


# -- the deal and the formation


def test_cc_1_deal_order_and_cards_out_of_play() -> None:
    cards = list(range(51, -1, -1))
    state = CommanderState.deal(cards, CommanderOptions.of({"players": 3}), None)
    table = state.table(None)
    for seat in range(3):
        assert [entry and entry["card"] for entry in table["formations"][seat]] == FRENCH.texts(
            cards[13 * seat : 13 * seat + 13]
        )
    assert state.rest()["aside"] == FRENCH.hand(cards[39:])


@each_set
def test_cc_1_nobody_knows_a_card_at_the_start(options: dict[str, Any]) -> None:
    state = deal(**options)
    views: list[Viewer] = ["public", *range(state.options.players)]
    for viewer in views:
        table = state.table(viewer)
        assert {entry["card"] for formation in table["formations"] for entry in formation if entry} == {HIDDEN}


def test_cc_1_ranks_from_two_to_ace() -> None:
    ranks = "23456789TJQKA"
    for low, high in combinations(ranks, 2):
        state = play(deal({"A1": high + "c", "B1": low + "d"}), "1xB1")
        assert 1 not in lying(state, 1) and 1 in lying(state, 0)
        state = play(deal({"A1": low + "c", "B1": high + "d"}), "1xB1")
        assert 1 not in lying(state, 0) and 1 in lying(state, 1)


def test_cc_2_covers() -> None:
    said = "1,2>5; 2,3>6; 3,4>7; 5>8; 6>9; 7>10; 8,9>11; 9,10>12; 11,12>13"
    assert {
        int(back): tuple(map(int, front.split(","))) for front, back in (part.split(">") for part in said.split("; "))
    } == COVERS


def test_cc_3_start_and_after_3_and_6() -> None:
    state = deal()
    assert status(state, 0) == {"full": [1, 2, 3, 4], "partial": [], "no": list(range(5, 14))}
    assert status(without(state, "A3", "A6"), 0) == {"full": [1, 2, 4, 9], "partial": [7], "no": [5, 8, 10, 11, 12, 13]}


def test_cc_3_five_needs_both_one_and_two() -> None:
    assert status(without(deal(), "A1"), 0)["partial"] == [5]
    assert 5 in status(without(deal(), "A1", "A2"), 0)["full"]


def test_cc_3_back_row_is_never_partial_and_statuses_follow_the_covers() -> None:
    whole = deal()
    for mask in range(1, 1 << 13):
        found = status(whole._replace(present=mask | (8191 << 13)), 0)
        here = {i for i in range(1, 14) if mask >> i - 1 & 1}
        for position in here:
            there = [front in here for front in COVERS.get(position, ())]
            expected = "full" if not any(there) else "no" if all(there) else "partial"
            assert position in found[expected]
        assert not {8, 9, 10} & set(found["partial"])


def test_cc_3_eight_routes_to_the_commander() -> None:
    opened = [
        frozenset(gone) for size in range(1, 13) for gone in combinations(range(1, 13), size) if _reachable(set(gone))
    ]
    minimal = {gone for gone in opened if not any(other < gone for other in opened)}
    assert minimal == {
        frozenset(route)
        for route in (
            (1, 5, 8, 11),
            (2, 5, 8, 11),
            (2, 6, 9, 11),
            (2, 6, 9, 12),
            (3, 6, 9, 11),
            (3, 6, 9, 12),
            (3, 7, 10, 12),
            (4, 7, 10, 12),
        )
    }


def _reachable(gone: set[int]) -> bool:
    """Whether attacks alone can remove just these cards and then reach the commander."""
    state, order = deal(), sorted(gone)
    while order:
        nxt = next((i for i in order if f"1xB{i}" in legal(state)), None)
        if nxt is None:
            return False
        order.remove(nxt)
        state = without(state, f"B{nxt}")
    return "1xB13" in legal(state)


# -- attacks


def test_cc_4_first_attacks() -> None:
    assert legal(deal()) == {f"{own}xB{target}" for own in range(1, 5) for target in range(1, 5)}


def test_cc_4_partially_uncovered_is_attacked_but_does_not_attack() -> None:
    state = play(deal({"A1": "Kh", "B2": "3c", "B1": "2s", "A4": "Ks"}), "1xB2")  # 1 beats 2: 5 and 6 lie half open
    assert (
        refusal(state, "5xA1").reason == "your card 5 is only partially uncovered and so cannot attack: your card 1 "
        "still covers it"
    )
    assert refusal(state, "6xA1").rule == "CC-4"
    state = play(state, "1xA4")
    assert {"1xB5", "1xB6"} <= legal(state)
    assert status(state, 1)["partial"] == [6]  # with 1 and 2 gone, 5 is fully uncovered


def test_cc_4_lost_attack_opens_the_own_five() -> None:
    state = play(deal({"A1": "2h", "B2": "Kc"}), "1xB2")
    assert status(state, 0)["partial"] == [5]
    assert "1xA5" in legal(state)


def test_cc_4_refusals() -> None:
    state = without(deal(), "A3", "B4")
    cases = {
        "5xB1": "your card 5 is covered and so cannot attack: your cards 1 and 2 still cover it",
        "3xB1": "your position 3 is empty",
        "1xB4": "the other player's position 4 is empty",
        "1xB8": "the other player's card 8 cannot be attacked: card 5 still covers it",
        "1xB13": "the other player's card 13 cannot be attacked: cards 11 and 12 still cover it",
        "1xA1": "you cannot attack yourself; name an opponent's card",
        "1xC1": "there is no seat C in this game",
    }
    for text, words in cases.items():
        refused = refusal(state, text)
        assert (refused.rule, refused.reason) == ("CC-4", words)


@each_set
def test_cc_4_an_attack_is_always_possible(options: dict[str, Any]) -> None:
    for seed in range(5):
        for state, _ in walk(options, seed):
            if state.to_play is not None and state.war is None:
                assert any(isinstance(move, Attack) for move in state.legal_moves())


def test_cc_5_shown_then_face_down_in_place_or_gone() -> None:
    state = play(deal({"A1": "Kh", "B2": "3c"}), "1xB2")
    for viewer in ("public", 0, 1):
        table = state.table(viewer)
        assert table["formations"][0][0] == {"card": "Kh", "uncovered": "full", "seen": True}
        assert table["formations"][1][1] is None
        assert table["removed"] == [[1, 2, "3c"]]
    assert state.table(None)["formations"][0][1] == {
        "card": FRENCH.text[state.cards[1]],
        "uncovered": "full",
        "seen": False,
    }
    told = deal({"A1": "Kh", "B2": "3c"}).narrate(Attack(1, 1, 2), state)
    assert told.endswith(": A's king of hearts beats B's 3 of clubs.")


def test_cc_6_clockwise_past_those_out() -> None:
    state = deal({"A1": "Kh"}, players=4)
    assert play(state, "1xB1").to_play == 1
    state = without(only(state, *(f"{seat}{i}" for seat in "ACD" for i in range(1, 14)), "B13"), "A2")
    state = play(state._replace(present=state.present), "1xB13")
    assert state.out == (1,) and state.to_play == 2
    assert play(state._replace(to_play=0), "1xC1").to_play == 2
    assert play(state._replace(to_play=3), legal_text(state._replace(to_play=3))).to_play == 0


def legal_text(state: CommanderState) -> str:
    return next(str(move) for move in state.legal_moves() if isinstance(move, Attack))


# -- commanders


def test_cc_7_captured_commander_ends_a_game_of_two() -> None:
    state = without(deal({"A1": "Kh", "B13": "3c"}), "B1", "B5", "B8", "B11")
    before = len(state.removed)
    state = play(state, "1xB13")
    assert (state.to_play, state.returns, state.out) == (None, [1, -1], (1,))
    left = [entry[1] for entry in state.table(None)["removed"][before:]]
    assert left == [13, 2, 3, 4, 6, 7, 9, 10, 12]
    assert [entry[2] for entry in state.table(0)["removed"][before:]] == ["3c", *[HIDDEN] * 8]
    assert refusal(state, "1xB2").rule == "CC-7"
    assert state.table(None)["formations"][1] == [None] * 13


def test_cc_7_attacking_commander_that_loses() -> None:
    state = only(deal({"A13": "3h", "B1": "Kc"}), "A13", *(f"B{i}" for i in range(1, 14)))
    assert legal(state) == {f"13xB{i}" for i in range(1, 5)}
    after = play(state, "13xB1")
    assert after.returns == [-1, 1] and after.out == (0,)
    assert state.narrate(Attack(13, 1, 1), after) == (
        "A attacks B's card 1 with the commander: B's king of clubs beats A's "
        "3 of hearts; A's commander falls, and A is out; B wins."
    )
    assert [reason.rule for reason in state.reasons(Attack(13, 1, 1), after)] == ["CC-5", "CC-7", "CC-7"]


def test_cc_7_nobody_attacks_who_is_out() -> None:
    state = play(without(deal({"A1": "Kh", "B13": "3c"}, players=3), *(f"B{i}" for i in range(1, 13))), "1xB13")
    assert refusal(state, "1xB1").rule == "CC-7"
    assert refusal(state, "1xB1").reason == "B is out of the round and has no cards left"


# -- wars


def war(**wanted: str) -> CommanderState:
    return play(deal({"A1": "9h", "B2": "9c", **wanted}), "1xB2")


def test_cc_8_equal_cards_open_a_war_of_adjacent_cards() -> None:
    state = war()
    assert legal(state) == {"+2", "+5"}
    assert state.table("public")["war"] == {"attacker": [0, [1]], "defender": [1, [2]]}
    assert legal(play(state, "+5")) == {"+1", "+3", "+5", "+6"}


def test_cc_8_adjacency() -> None:
    expected: dict[int, set[int]] = {i: set() for i in range(1, 14)}
    beside = [(1, 2), (2, 3), (3, 4), (5, 6), (6, 7), (8, 9), (9, 10), (11, 12)]
    for one, other in [*beside, *((back, front) for back, fronts in COVERS.items() for front in fronts)]:
        expected[one].add(other)
        expected[other].add(one)
    assert {i: {j for j in range(1, 14) if ADJACENT[i] >> j - 1 & 1} for i in range(1, 14)} == expected


def test_cc_8_a_gap_makes_no_neighbours() -> None:
    state = play(without(deal({"A1": "9h", "B2": "9c"}), "A2", "A5", "B1", "B5", "B6"), "1xB2")
    assert state.war is None  # A1 has no neighbour left, 3 is beyond the gap


def test_cc_8_ace_against_ace() -> None:
    state = play(deal({"A1": "Ah", "B2": "Ac", "A5": "Kh", "B6": "Qh"}), "1xB2", "+5")
    assert play(state, "+6").table(None)["removed"] == [[1, 2, "Ac"], [1, 6, "Qh"]]


def test_cc_8_refusals() -> None:
    state = war()
    cases = {
        "+1": "your card 1 is in this battle already; choose one that lies face down",
        "+8": "your card 8 is not adjacent to your attacking card 1",
        "2xB1": "there is a war: you must first choose a card for it, as in +5",
    }
    for text, words in cases.items():
        refused = refusal(state, text)
        assert (refused.rule, refused.reason) == ("CC-8", words)
    assert refusal(play(state, "+2"), "+9").reason == "your card 9 is not adjacent to your defending card 2"
    assert refusal(without(state, "A2"), "+2").reason == "your position 2 is empty"
    refused = refusal(deal(), "+5")
    assert (refused.rule, refused.reason) == ("CC-8", "a card is chosen only in a war, after two equal cards")


def second_tie(**given: Any) -> CommanderState:
    return play(deal({"A1": "9h", "B2": "9c", "A5": "7h", "B6": "7c"}, **given), "1xB2", "+5", "+6")


def test_cc_8_war_original_chooses_beside_the_first_card() -> None:
    state = second_tie()
    assert state.table(None)["war"] == {"attacker": [0, [1, 5]], "defender": [1, [2, 6]]}
    assert legal(state) == {"+2"}
    assert legal(play(state, "+2")) == {"+1", "+3", "+5"}
    assert refusal(state, "+8").reason == "your card 8 is not adjacent to your attacking card 1"


def test_cc_8_war_chain_chooses_beside_any_card() -> None:
    state = second_tie(war="chain")
    assert legal(state) == {"+2", "+6", "+8"}
    assert legal(play(state, "+8")) == {"+1", "+3", "+5", "+7", "+9"}
    assert refusal(state, "+12").reason == "your card 12 is not adjacent to any of your cards in this battle"


def test_cc_8_war_removes_a_covered_card() -> None:
    state = play(war(A5="Kh", B6="4s"), "+5", "+6")
    assert lying(state, 1) == [1, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13]
    assert status(state, 1)["full"] == [1, 3, 4, 9]
    assert status(state, 1)["partial"] == [5]


def test_cc_8_the_commander_may_be_chosen_and_lost() -> None:
    start = without(deal({"A1": "Kh", "B11": "Kc", "B13": "2c", "A5": "4c"}), "B1", "B5", "B8")
    state = play(start, "1xB11", "+5")
    assert "+13" in legal(state)
    after = play(state, "+13")
    assert after.returns == [1, -1]
    assert [entry[1] for entry in after.table(None)["removed"][3:]] == [11, 13, 2, 3, 4, 6, 7, 9, 10, 12]
    assert "chooses the commander for the war: A's 4 of clubs beats B's 2 of clubs" in state.narrate(Choice(13), after)


def test_cc_9_the_attackers_choice_is_hidden_until_answered() -> None:
    state = war()
    assert (state.to_play, state.hides_move) == (0, True)
    chosen = play(state, "+5")
    assert (chosen.to_play, chosen.hides_move) == (1, False)
    hidden = {"attacker": [0, [1]], "defender": [1, [2]]}
    known = {"attacker": [0, [1, 5]], "defender": [1, [2]]}
    assert chosen.table("public")["war"] == chosen.table(1)["war"] == hidden
    assert chosen.table(0)["war"] == chosen.table(None)["war"] == known
    assert chosen.table(0)["formations"][0][4] == {"card": HIDDEN, "uncovered": "no", "seen": False}
    other = play(state, "+2")
    assert other != chosen
    assert other.table(1) == chosen.table(1) and legal(other) == legal(chosen)
    assert not deal().hides_move
    answered = play(chosen, "+1")
    assert answered.shown >> state.cards[place("A5")] & answered.shown >> state.cards[place("B1")] & 1


def test_cc_10_all_cards_of_the_loser_leave_play() -> None:
    state = play(second_tie(), "+2", "+3")
    mine, theirs = (FRENCH.rank_of[state.cards[at]] for at in (place("A2"), place("B3")))
    assert mine < theirs  # low cards are dealt first, so A lies below B
    assert state.table("public")["removed"][-3:] == [[0, 1, "9h"], [0, 5, "7h"], [0, 2, FRENCH.text[state.cards[1]]]]
    seen = [i for i, entry in enumerate(state.table(1)["formations"][1], 1) if entry is not None and entry["seen"]]
    assert seen == [2, 3, 6]
    assert state.to_play == 1


@pytest.mark.parametrize(
    ("kept", "returns", "gone"),
    [
        (("A13", "A10", "B13", "B1"), [0, 0], []),
        (("A13", "A10", "A3", "B13", "B1"), None, [[1, 1]]),
        (("A13", "A10", "B13", "B3", "B1"), None, [[0, 10]]),
    ],
)
def test_cc_11_a_lone_card_that_ties(kept: tuple[str, ...], returns: list[int] | None, gone: list[list[int]]) -> None:
    state = only(deal({"A10": "9h", "B1": "9c"}), *kept)
    before = len(state.removed)
    after = play(state, "10xB1")
    assert after.war is None
    assert after.returns == returns
    assert [entry[:2] for entry in after.table(None)["removed"][before:]] == gone
    told = state.narrate(Attack(10, 1, 1), after)
    assert told.startswith(
        "A attacks B's card 1 with card 10: A's 9 of hearts meets B's 9 of clubs, which means war; neither side has a "
        "card left next to the fighting card, "
    )
    more = {"A": "A has 3, B has 2.", "B": "B has 3, A has 2."}
    decided = more["AB"[1 - gone[0][0]]] if gone else ""
    assert told.endswith("and both have 2 cards: a draw." if returns else f"more cards wins: {decided}")


def test_cc_11_drawn_round_is_over() -> None:
    state = play(only(deal({"A10": "9h", "B1": "9c"}), "A13", "A10", "B13", "B1"), "10xB1")
    assert refusal(state, "10xB1").rule == "CC-11"
    assert lying(state, 0) == [10, 13]
    assert state.rest()["drawn"] is True


def test_cc_11_a_draw_that_comes_near_is_told_and_explained() -> None:
    game = cw.new("commander", players=4, seed=61, seats=["you", "Ben", "Cleo", "Dan"])
    for move in "2xD3 4xD4 1xA4 7xA3 7xC1 1xC1 +2".split():
        game.play(move)
    near = "if the next two are equal as well, the round is a draw for everybody still in"
    assert near not in game.log()[-2]["text"], "Ben could still choose twice"
    game.play("+5")
    assert near in game.log()[-1]["text"], "Ben has one card left to choose, and both have 13"
    for move in ("+5", "+2"):
        game.play(move)
    assert game.returns == [0, 0, 0, 0]
    (why,) = GAME.deciding([Play(game.at(9).state, Choice(2), game.state)], LETTERS)
    assert why == (
        "B's 8 of spades and C's 8 of hearts tied, neither side had a card left next to the first fighting card, and "
        "both had 13 cards: then nobody wins."
    )
    assert "the round is a draw for everybody still in" in GAME.guide(CommanderOptions(players=4), False).end


def test_cc_11_settled_after_choices_of_a_war() -> None:
    # both have one neighbour each; after the second tie nobody can choose, and B has more cards
    state = only(deal({"A3": "9h", "A4": "8h", "B3": "9c", "B4": "8c"}), "A3", "A4", "A13", "B3", "B4", "B12", "B13")
    state = play(state, "3xB3", "+4", "+4")
    assert state.table(None)["removed"][-2:] == [[0, 3, "9h"], [0, 4, "8h"]]
    assert state.returns is None


def test_cc_11_a_war_that_cannot_be_is_told_with_who_lacks_the_card_and_who_has_more() -> None:
    """Who lost without a second card read only that the other had more cards."""
    game = cw.new("commander", seed=12)
    for text in "4xB4 2xA1 4xB3 3xA2 5xB2 1xA6 +5 +3 7xB1 5xA5 8xB3 +9 +6 9xA9 7xB11 7xA9 9xB12 10xA9".split():
        game.play(text)
    before, move = game.state, game.state.parse("8xB10")
    told = before.reasons(move, before.apply(move), Names(["Ann", "Bea"], you=1))
    more_cards = "so the player with more cards wins"
    assert [reason.text for reason in told] == [
        "Ann's king of spades meets your king of diamonds, which means war",
        f"you have no card left next to the fighting card, {more_cards}: Ann has 6, you have 4",
    ]
    assert [reason.rule for reason in told] == ["CC-8", "CC-11"]
    assert (
        "no card left next to its own to add, the player with more cards in all wins"
        in game.type.guide(CommanderOptions(), False).end
    )


def test_cc_11_may_cost_the_commander() -> None:
    state = play(only(deal({"A13": "9h", "B1": "9c"}), "A13", "B13", "B1"), "13xB1")
    assert state.returns == [-1, 1]


def test_cc_11_draw_for_those_still_in() -> None:
    state = only(deal({"A10": "9h", "B1": "9c"}, players=3), "A13", "A10", "B13", "B1", "C13")
    assert play(state, "10xB1").returns == [0, 0, 0]
    gone = state._replace(out=(2,), present=state.present & ~(1 << place("C13")))
    assert play(gone, "10xB1").returns == [0, 0, -1]


def test_cc_11_draw_for_all_four_in_teams_with_points() -> None:
    state = only(deal({"A10": "9h", "B1": "9c"}, teams=True), "A13", "A10", "B13", "B1", "D13", "D1", "D2")
    state = play(state._replace(out=(2,)), "10xB1")
    assert state.returns == [0, 0, 0, 0]
    assert state.points == (2, 3 + 5, 2, 3 + 5)


def test_cc_12_the_last_with_a_commander_wins() -> None:
    state = only(deal({"A1": "Kh", "B13": "3c", "C13": "4c"}, players=3), "A1", "A13", "B13", "B12", "C13")
    state = play(state, "1xC13")
    assert (state.out, state.returns, state.to_play) == ((2,), None, 1)
    state = play(without(state._replace(to_play=0), "B12"), "1xB13")
    assert (state.out, state.returns) == ((2, 1), [1, -1, -1])
    assert refusal(state, "1xB13").rule == "CC-12"


def test_cc_13_who_starts() -> None:
    assert deal().to_play == 0
    assert deal(players=4, first=2).to_play == 2
    assert CommanderState.deal(list(range(52)), CommanderOptions.of({"first": 0}), 1).to_play == 1
    with pytest.raises(UnknownOption, match="CC-13"):
        CommanderOptions.of({"first": 2})


# -- variants


def test_cc_14_a_point_for_each_card_left() -> None:
    state = without(deal({"A1": "Kh", "B13": "3c"}, scoring=True), "B1", "B5", "B8", "B11")
    assert play(state, "1xB13").points == (8, 0)
    assert play(without(deal({"A1": "Kh", "B13": "3c"}), "B1", "B5", "B8", "B11"), "1xB13").points == (0, 0)


def test_cc_14_the_defender_captures_an_attacking_commander() -> None:
    state = only(deal({"A13": "3h", "B1": "Kc"}, scoring=True, players=3), "A13", "B1", "B13", "C13")
    assert play(state, "13xB1").points == (0, 0, 0)
    # 12 is gone but 11 is not: the commander is covered half and only attacked
    state = only(deal({"B13": "3h", "A1": "Kc"}, scoring=True, players=3), "A13", "A1", "B13", "B11", "B1", "C13")
    assert play(state, "1xB13").points == (2, 0, 0)


def test_cc_14_match_over() -> None:
    options = CommanderOptions.of({"scoring": True})
    assert GAME.match_refused(options) is None
    assert not GAME.match_over((24, 3), options)
    assert GAME.match_over((25, 3), options)
    assert not GAME.match_over((25, 25), options)
    assert GAME.match_over((26, 25), options)
    refused = GAME.match_refused(CommanderOptions.of({}))
    assert refused is not None and "CC-14" in refused
    with pytest.raises(UnknownOption, match="CC-14"):
        CommanderOptions.of({"target": 30})
    assert CommanderOptions.of({"target": 25}).target == 25


def test_cc_15_teams_are_four() -> None:
    assert CommanderOptions.of({"teams": True}).players == 4
    with pytest.raises(UnknownOption, match="CC-15"):
        CommanderOptions.of({"teams": True, "players": 2})
    options = CommanderOptions.of({"teams": True})
    assert [GAME.partners(options, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert GAME.partners(CommanderOptions.of({"players": 4}), 0) is None


def test_cc_15_partners_do_not_attack_each_other() -> None:
    refused = refusal(deal(teams=True), "1xC1")
    words = "C is your partner and cannot be attacked; you can give a card only to an empty place there"
    assert (refused.rule, refused.reason) == ("CC-15", words)
    assert {text[2] for text in legal(deal(teams=True))} == {"B", "D"}
    assert {text[2] for text in legal(deal(players=4))} == {"B", "C", "D"}


def test_cc_15_a_round_ends_with_both_commanders_of_a_team() -> None:
    state = only(deal({"A1": "Kh", "B13": "3c", "D13": "4c"}, teams=True), "A1", "A13", "B13", "D13", "C13", "C1")
    state = play(state, "1xB13")
    assert state.returns is None and state.to_play == 2
    state = play(state._replace(to_play=0), "1xD13")
    assert state.returns == [1, -1, 1, -1]
    assert refusal(state, "1xD13").rule == "CC-15"


def gifts_state() -> CommanderState:
    return without(deal({"A1": "Kh", "B1": "2c"}, teams=True), "C1", "C5", "D1")


def test_cc_16_gifts_fill_holes_and_cover_again() -> None:
    state = gifts_state()
    assert status(state, 2)["full"] == [2, 3, 4, 8]
    after = play(state, "9>C1", "12>C5")
    assert after.to_play == 0
    assert status(after, 2) == {"full": [1, 2, 3, 4], "partial": [], "no": list(range(5, 14))}
    assert after.cards[place("C1")] == state.cards[place("A9")]
    assert after.table("public")["formations"][2][0] == {"card": HIDDEN, "uncovered": "full", "seen": False}
    assert lying(after, 0) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13]
    assert state.narrate(Gift(9, 2, 1), after) == "A gives C card 9, unseen, for position 1."


def test_cc_16_everything_but_the_commander() -> None:
    state = without(deal(teams=True), *(f"C{i}" for i in range(1, 13)))
    for i in range(1, 13):
        state = play(state, f"{i}>C{13 - i}")
    assert lying(state, 0) == [13]
    assert legal(state) == {f"13x{seat}{i}" for seat in "BD" for i in range(1, 5)}


def test_cc_16_refusals() -> None:
    state = play(gifts_state(), "1xB1")._replace(to_play=0)
    state = without(state, "A4")
    cases = {
        "13>C1": "the commander is never given away",
        "1>C1": "your card 1 was shown before; only cards never shown may be given",
        "2>C2": "C's position 2 is not empty",
        "2>C13": "C's position 13 is not empty",
        "4>C1": "your position 4 is empty",
        "2>D1": "D is not your partner; cards are given only to a partner",
        "2>A4": "A is not your partner; cards are given only to a partner",
    }
    for text, words in cases.items():
        refused = refusal(state, text)
        assert (refused.rule, refused.reason) == ("CC-16", words)
    lone = state._replace(out=(2,), present=state.present & ~(8191 << 26))
    assert refusal(lone, "2>C1").reason == "C, your partner, is out and can take no more cards"
    assert (
        refusal(without(deal(players=4), "C1"), "2>C1").reason
        == "cards are given only to a partner, in a game of two teams"
    )
    at_war = play(without(deal({"A1": "9h", "B2": "9c"}, teams=True), "C1"), "1xB2")
    assert refusal(at_war, "3>C1").rule == "CC-16"


def test_cc_16_a_card_may_be_given_on_but_not_once_shown() -> None:
    state = play(gifts_state(), "9>C1", "1xB1")
    state = without(state, "A2")._replace(to_play=2)
    assert "1>A2" in legal(state) and "1>A9" in legal(state)
    back = play(state, "1>A9")
    assert back.cards[place("A9")] == state.cards[place("C1")]
    assert (
        back.cards[place("C1")] == gifts_state().cards[place("C1")]
    )  # who lay there before is remembered as gone from there


def test_cc_17_team_points() -> None:
    state = only(
        deal({"A1": "Kh", "B13": "3c", "D13": "4c"}, teams=True, scoring=True), "A1", "A13", "B13", "D13", "C13", "C1"
    )
    state = play(state, "1xB13")
    assert state.points == (0, 0, 0, 0)
    state = play(state._replace(to_play=0), "1xD13")
    assert state.points == (3 + 3 + 4, 0, 3 + 3 + 4, 0)
    options = CommanderOptions.of({"teams": True, "scoring": True})
    assert GAME.match_over((25, 10, 25, 10), options)
    assert not GAME.match_over((25, 25, 25, 25), options)
    assert not GAME.match_over((24, 10, 24, 10), options)
    assert GAME.match_refused(CommanderOptions.of({"teams": True})) is not None


def test_cc_17_a_partner_who_is_out_shares_the_points() -> None:
    state = only(deal({"A1": "Kh", "D13": "4c"}, teams=True), "A1", "A13", "D13")
    state = play(state._replace(out=(2, 1)), "1xD13")
    assert state.returns == [1, -1, 1, -1]
    assert state.points == (6 + 2, 3, 6 + 2, 3)


@pytest.mark.parametrize("twos", [False, True])
def test_cc_18_twos_and_aces_at_the_first_blow(*, twos: bool) -> None:
    start = deal({"A1": "2h", "B1": "Ac"}, twos_beat_aces=twos)
    state = play(start, "1xB1")
    assert (1 in lying(state, 0)) is twos
    winner, rule = ("A's 2 of hearts beats", "CC-18") if twos else ("B's ace of clubs beats", "CC-5")
    (reason,) = start.reasons(Attack(1, 1, 1), state)
    assert reason.rule == rule and reason.text.startswith(winner)
    state = play(deal({"A1": "Ah", "B1": "2c"}, twos_beat_aces=twos), "1xB1")
    assert (1 in lying(state, 0)) is not twos
    state = play(deal({"A1": "2h", "B1": "3c"}, twos_beat_aces=twos), "1xB1")
    assert 1 not in lying(state, 0)


@pytest.mark.parametrize("twos", [False, True])
def test_cc_18_twos_and_aces_in_a_war(*, twos: bool) -> None:
    state = play(deal({"A1": "9h", "B2": "9c", "A5": "2h", "B6": "Ah"}, twos_beat_aces=twos), "1xB2", "+5", "+6")
    assert (5 in lying(state, 0)) is twos
    state = play(deal({"A1": "2h", "B2": "2c", "A5": "Ah", "B6": "Ac"}, twos_beat_aces=twos), "1xB2", "+5", "+6")
    assert state.war is not None


def test_cc_19_one_suit_each() -> None:
    options = CommanderOptions.of({"one_suit_each": True, "players": 3})
    cards = deal_for(GAME, 5, options)
    assert [FRENCH.suit_of[card] for card in cards] == [suit for suit in range(4) for _ in range(13)]
    assert cards[:13] != sorted(cards[:13])
    CommanderState.deal(cards, options, None)
    wrong = [*cards[13:26], *cards[:13], *cards[26:]]
    with pytest.raises(IllegalDeal, match="seat A must have the thirteen clubs") as caught:
        CommanderState.deal(wrong, options, None)
    assert caught.value.rule == "CC-19"
    assert sorted(deal_for(GAME, 5, CommanderOptions.of({}))) == list(range(52))


# -- notation


def test_ge_3_notation() -> None:
    state = deal(players=4)
    assert state.parse("  1xB2 ") == Attack(1, 1, 2)
    assert state.parse("+13") == Choice(13)
    assert state.parse("5>C1") == Gift(5, 2, 1)
    for text in SYNTACTIC:
        assert str(state.parse(text)) == text
    for text in (
        "",
        "1",
        "1xB",
        "xB2",
        "1xb2",
        "1XB2",
        "01xB2",
        "1xB02",
        "1xB14",
        "0xB1",
        "1xE1",
        "+0",
        "+14",
        "+ 5",
        "5 > C1",
        "1xB2\n",
        "\t1xB2",
        "1×B2",
        "１xB2",
        "5>C14",
        "++5",
        "1xB2 +5",
    ):
        with pytest.raises(IllegalMove) as caught:
            state.parse(text)
        assert caught.value.rule == "GE-3"


@pytest.mark.parametrize("foreign", ["1xB2", 7, None, (1, 1, 2), object()])
def test_ge_3_foreign_moves_are_refused(foreign: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        deal().check(foreign)
    assert caught.value.rule == "GE-3"


def test_moves_of_different_kinds_differ() -> None:
    assert len({Attack(5, 2, 1), Gift(5, 2, 1), Choice(5)}) == 3


# -- properties of all rounds


@each_set
def test_legal_moves_are_those_that_check_passes(options: dict[str, Any]) -> None:
    for seed in range(2):
        for i, (state, _) in enumerate(walk(options, seed)):
            if i % 3 and state.war is None and state.to_play is not None:
                continue
            moves = state.legal_moves()
            assert len(set(moves)) == len(moves)
            refusals = {move: refused_by(state, move) for move in map(state.parse, SYNTACTIC)}
            assert {move for move, rule in refusals.items() if rule is None} == set(moves)
            assert set(refusals.values()) <= {None, *RULES}
            assert (state.to_play is None) == (not moves) == (state.returns is not None)


@each_set
def test_round_goes_as_a_plain_model_says(options: dict[str, Any]) -> None:
    for seed in range(8):
        model: Model | None = None
        for state, move in walk(options, seed):
            if model is None:
                model = Model(state)
            assert model.seen() == state.table(None)
            assert model.returns == state.returns
            assert model.points == list(state.points)
            assert model.turn == state.to_play
            if move is not None:
                model.play(str(move))


class Model:
    """The rules once more, slowly and plainly, with dicts of texts."""

    def __init__(self, state: CommanderState) -> None:
        self.options = state.options
        self.n = state.options.players
        self.f: list[dict[int, str]] = [
            {i + 1: FRENCH.text[state.cards[13 * s + i]] for i in range(13)} for s in range(self.n)
        ]
        self.turn: int | None = state.to_play
        self.known: set[str] = set()
        self.gone: list[list[Any]] = []
        self.out: list[int] = []
        self.fight: list[tuple[int, list[int]]] | None = None
        self.pending = 0
        self.returns: list[int] | None = None
        self.points = [0] * self.n

    def uncovered(self, seat: int, position: int) -> str:
        there = [front in self.f[seat] for front in COVERS.get(position, ())]
        return "full" if not any(there) else "no" if all(there) else "partial"

    def seen(self) -> dict[str, Any]:
        battle = None
        if self.fight:
            (a, mine), (d, theirs) = self.fight
            battle = {"attacker": [a, mine + [self.pending] * bool(self.pending)], "defender": [d, list(theirs)]}
        return {
            "formations": [
                [
                    {"card": f[i], "uncovered": self.uncovered(s, i), "seen": f[i] in self.known} if i in f else None
                    for i in range(1, 14)
                ]
                for s, f in enumerate(self.f)
            ],
            "out": self.out,
            "removed": self.gone,
            "war": battle,
        }

    def play(self, text: str) -> None:
        assert self.turn is not None
        if ">" in text:
            own, to = text.split(">")
            self.f["ABCD".index(to[0])][int(to[1:])] = self.f[self.turn].pop(int(own))
        elif "x" in text:
            own, to = text.split("x")
            self.compare([(self.turn, [int(own)]), ("ABCD".index(to[0]), [int(to[1:])])])
        elif not self.pending:
            assert self.fight
            self.pending, self.turn = int(text[1:]), self.fight[1][0]
        else:
            assert self.fight
            (a, mine), (d, theirs) = self.fight
            fight = [(a, [*mine, self.pending]), (d, [*theirs, int(text[1:])])]
            self.fight, self.pending = None, 0
            self.compare(fight)

    def can_choose(self, seat: int, own: list[int]) -> bool:
        near = own[:1] if self.options.war == "original" else own
        rows = [row for row in ROWS for i in near if i in row]
        touching = {j for row in rows for j in row if any(abs(i - j) == 1 and i in row for i in near)}
        touching |= {front for i in near for front in COVERS.get(i, ())}
        touching |= {back for back, fronts in COVERS.items() if set(fronts) & set(near)}
        return bool(touching & set(self.f[seat]) - set(own))

    def compare(self, fight: list[tuple[int, list[int]]]) -> None:
        (a, mine), (d, theirs) = fight
        one, two = self.f[a][mine[-1]], self.f[d][theirs[-1]]
        self.known |= {one, two}
        ranks = ["23456789TJQKA".index(card[0]) for card in (one, two)]
        if self.options.twos_beat_aces and sorted(ranks) == [0, 12]:
            ranks.reverse()
        better = ranks[0] - ranks[1]
        if not better:
            if self.can_choose(a, mine) and self.can_choose(d, theirs):
                self.fight, self.turn = fight, a
                return
            better = len(self.f[a]) - len(self.f[d])
            if not better:
                self.finish([0 if s not in self.out or self.options.teams else -1 for s in range(self.n)])
                return
        loser, lost = (d, theirs) if better > 0 else (a, mine)
        winner = a if better > 0 else d
        for i in lost:
            self.gone.append([loser, i, self.f[loser].pop(i)])
        if 13 in lost:
            self.out.append(loser)
            if self.options.scoring and not self.options.teams:
                self.points[winner] += len(self.f[loser])
            self.gone += [[loser, i, self.f[loser][i]] for i in sorted(self.f[loser])]
            self.f[loser] = {}
        still = {s for s in range(self.n) if s not in self.out}
        if len({s % 2 if self.options.teams else s for s in still}) == 1:
            side = {s % 2 for s in still}
            self.finish([1 if s in still or self.options.teams and s % 2 in side else -1 for s in range(self.n)])
            return
        self.turn = next(s % self.n for s in range(a + 1, a + 5) if s % self.n in still)

    def finish(self, returns: list[int]) -> None:
        self.returns, self.turn = returns, None
        if self.options.teams:
            own = [len(self.f[t]) + len(self.f[t + 2]) + 3 * sum(s % 2 != t for s in self.out) for t in (0, 1)]
            self.points = own * 2


@each_set
def test_hash_and_equality_and_end(options: dict[str, Any]) -> None:
    first, second = list(walk(options, 3)), list(walk(options, 3))
    assert first == second
    assert [hash(state) for state, _ in first] == [hash(state) for state, _ in second]
    assert len({state for state, _ in first}) == len(first)
    last = first[-1][0]
    assert last.returns is not None and last.legal_moves() == ()


@each_set
def test_views_change_in_nothing_hidden(options: dict[str, Any]) -> None:
    rng = Random(1)
    for seed in range(3):
        for state, _ in walk(options, seed):
            viewers: list[Any] = ["public", *range(state.options.players)]
            for viewer in viewers:
                other = state.determinize(viewer, rng)
                assert other.table(viewer) == state.table(viewer)
                assert other.returns == state.returns and other.to_play == state.to_play
                if viewer == state.to_play or state.war is None or not state.war.chosen:
                    assert other.legal_moves() == state.legal_moves()
                assert len(other.rest()["unseen"]) == len(state.rest()["unseen"])
                assert CommanderState.from_table(other.table(None), other.rest(), other.options) == other


@each_set
def test_dump_of_all_makes_the_state_again(options: dict[str, Any]) -> None:
    for seed in range(5):
        for state, _ in walk(options, seed):
            text = json.dumps([state.table(None), state.rest()])
            table, rest = json.loads(text)
            assert CommanderState.from_table(table, rest, state.options) == state
            assert CommanderState.from_table(state.table(None), state.rest(), state.options) == state
            total = [card for f in state.table(None)["formations"] for entry in f if entry for card in [entry["card"]]]
            total += [entry[2] for entry in state.table(None)["removed"]] + state.rest()["aside"]
            assert sorted(total) == sorted(FRENCH.text)


@each_set
def test_narration_and_bearing_and_drawing(options: dict[str, Any]) -> None:
    for seed in range(2):
        before: tuple[CommanderState, Any] | None = None
        for state, move in walk(options, seed):
            if before:
                told = before[0].narrate(before[1], state)
                assert told[0] in "ABCD" and told.endswith(".") and told.count(".") == 1
                assert set(before[0].bearing(before[1])) <= set(RULES)
                hidden = state.determinize("public", Random(seed))
                assert hidden.bearing(before[1]) == state.bearing(before[1])
            for viewer in ("public", 0, None):
                drawn = draw(state.table(viewer))
                assert ("??" in drawn) == ("??" in json.dumps(state.table(viewer)))
            before = state, move


def test_drawing() -> None:
    lines = draw(without(second_tie(), "B3").table("public")).splitlines()
    assert lines[1].split() == ["[9h]", "[??]", "[??]", "[??]", "[??]", "[9c]", ".", "[??]"]
    assert lines[2].split() == ["7h", "??", "??", "??", "(7c)", "(??)"]
    assert lines[6:] == ["war: A 1 5 against B 2 6", f"removed: B3 {FRENCH.text[second_tie().cards[place('B3')]]}"]


# -- what a seat knows


def arrangements(state: CommanderState, viewer: Any, times: int) -> Counter[tuple[int, ...]]:
    rng = Random(4)
    return Counter(tuple(state.determinize(viewer, rng).cards) for _ in range(times))


def test_determinize_is_uniform_over_unshown_cards() -> None:
    state = deal(players=4)
    spots = [place("A5"), place("B13"), place("D1"), place("D2")]
    hidden = [state.cards[at] for at in spots]
    state = state._replace(shown=(1 << 52) - 1 & ~sum(1 << card for card in hidden))
    found = arrangements(state, 0, 4800)
    assert {tuple(cards[at] for at in spots) for cards in found} == set(permutations(hidden))
    assert len(found) == 24
    assert sum((count - 200) ** 2 / 200 for count in found.values()) < 60  # chi square with 23 degrees of freedom


def test_determinize_deals_cards_out_of_play_and_lost_unshown() -> None:
    state = play(without(deal({"A1": "Kh", "B13": "3c"}), *(f"B{i}" for i in range(1, 12))), "1xB13")
    assert state.rest()["unseen"] == [FRENCH.text[state.cards[place("B12")]]]
    rng = Random(2)
    worlds = [state.determinize(1, rng) for _ in range(2000)]
    lost = Counter(world.cards[place("B12")] for world in worlds)
    assert set(lost) == {card for card in range(52) if not state.shown >> card & 1}
    assert all(world.removed[-1] == place("B12") << 6 | world.cards[place("B12")] for world in worlds)
    assert max(lost.values()) < 4 * min(lost.values())


def test_determinize_keeps_suits_with_one_suit_each() -> None:
    state = deal(one_suit_each=True, teams=True)
    state = play(without(state, "C1"), "5>C1")
    spots = [place("A6"), place("C1"), place("C2"), place("C3")]
    state = state._replace(shown=(1 << 52) - 1 & ~sum(1 << state.cards[at] for at in spots))
    found = arrangements(state, "public", 400)
    clubs, hearts = [state.cards[at] for at in spots[:2]], [state.cards[at] for at in spots[2:]]
    assert {tuple(cards[at] for at in spots) for cards in found} == {
        (*one, *other) for one in permutations(clubs) for other in permutations(hearts)
    }


def choice_of(state: CommanderState) -> int:
    assert state.war is not None
    return state.war.chosen


def test_determinize_draws_a_choice_not_known() -> None:
    state = play(war(), "+5")
    rng = Random(3)
    assert {choice_of(state.determinize(0, rng)) for _ in range(50)} == {5}
    found = Counter(choice_of(state.determinize(1, rng)) for _ in range(1000))
    assert set(found) == {2, 5}
    assert 400 < found[2] < 600


# -- positions that cannot be


def open_dump(state: CommanderState) -> tuple[dict[str, Any], dict[str, Any], CommanderOptions]:
    table, rest = json.loads(json.dumps([state.table(None), state.rest()]))
    return table, rest, state.options


def set_at(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Writes a value at a path such as ``table.removed[0][1]``; DELETE removes the key."""
    steps = [int(step) if step.isdigit() else step for step in path.replace("]", "").replace("[", ".").split(".")]

    def change(dump: dict[str, Any]) -> None:
        at: Any = dump
        for step in steps[:-1]:
            at = at[step]
        at[steps[-1]] = value

    return change


def start() -> CommanderState:
    return deal({"A1": "Kh", "B2": "3c"})


def one_battle() -> CommanderState:
    return play(start(), "1xB2")


def finished() -> CommanderState:
    return play(one_battle_route(), "1xB13")


def one_battle_route() -> CommanderState:
    wanted = {
        "A1": "Kh",
        "A2": "2h",
        "A3": "2s",
        "A4": "2d",
        "B2": "3c",
        "B5": "3d",
        "B8": "3h",
        "B11": "3s",
        "B13": "4c",
        "B1": "Tc",
        "B3": "2c",
    }
    return play(deal(wanted, scoring=True), "1xB2", "1xA2", "1xB5", "1xA3", "1xB8", "1xA4", "1xB11", "3xA1")


BAD: tuple[tuple[Callable[[], CommanderState], str, Any, str], ...] = (
    (start, "table", [], "table"),
    (start, "table", None, "table"),
    (start, "rest", None, "rest"),
    (start, "rest", {"turn": 0}, "rest"),
    (start, "rest.more", 1, "rest"),
    (start, "table.more", 1, "table"),
    (start, "table.formations", {}, "table.formations"),
    (start, "table.formations", [[None] * 13], "table.formations"),
    (start, "table.formations[1]", None, "table.formations[1]"),
    (start, "table.formations[1]", [None] * 12, "table.formations[1]"),
    (start, "table.formations[0][4]", "Kh", "table.formations[0][4]"),
    (start, "table.formations[0][4]", [[[[[[]]]]]], "table.formations[0][4]"),
    (start, "table.formations[0][4]", None, "table.formations[0][7].uncovered"),
    (start, "table.formations[0][4].card", "??", "table.formations[0][4].card"),
    (start, "table.formations[0][4].card", ["Kh"], "table.formations[0][4].card"),
    (start, "table.formations[0][4].card", "Kh", "table.formations[0][4].card"),
    (start, "table.formations[0][4].more", 1, "table.formations[0][4]"),
    (start, "table.formations[0][4].seen", 1, "table.formations[0][4].seen"),
    (start, "table.formations[0][4].seen", True, "table.formations"),
    (start, "table.formations[0][4].uncovered", "partial", "table.formations[0][4].uncovered"),
    (start, "table.formations[0][4].uncovered", [], "table.formations[0][4].uncovered"),
    (start, "table.out", None, "table.out"),
    (start, "table.out", [0], "table.out"),
    (start, "table.out", [True], "table.out[0]"),
    (start, "table.removed", "none", "table.removed"),
    (start, "table.removed", [None], "table.removed[0]"),
    (start, "table.removed", [[0, 1, "Kh"]], "table.formations[0][0].card"),
    (start, "table.war", [], "table.war"),
    (start, "table.war", {"attacker": [0, [1]], "defender": [1, [1]]}, "table.war.defender[1][0]"),
    (start, "rest.turn", 2, "rest.turn"),
    (start, "rest.turn", None, "rest.turn"),
    (start, "rest.turn", 0.0, "rest.turn"),
    (start, "rest.turn", False, "rest.turn"),
    (start, "rest.aside", [], "rest.aside"),
    (start, "rest.aside[3]", "Kh", "rest.aside[3]"),
    (start, "rest.unseen", ["Kh"], "rest.unseen[0]"),
    (start, "rest.drawn", True, "rest.drawn"),
    (start, "rest.drawn", 0, "rest.drawn"),
    (start, "rest.points", [1, 0], "rest.points"),
    (start, "rest.points", [0], "rest.points"),
    (start, "rest.points", [0, 10**400], "rest.points[1]"),
    (start, "rest.points", [0, 0.0], "rest.points[1]"),
    (one_battle, "table.removed[0][0]", 0, "table.formations[0][1]"),
    (one_battle, "table.removed[0][1]", 14, "table.removed[0][1]"),
    (one_battle, "table.removed[0][1]", 3, "table.formations[1][1]"),
    (one_battle, "table.removed[0][2]", "3C", "table.removed[0][2]"),
    (one_battle, "table.removed", [], "table"),
    (one_battle, "rest.unseen", ["3c"], "table.removed[0]"),
    (one_battle, "table.formations[0][0].seen", False, "table.removed[0]"),
    (war, "table.war", None, "table.formations"),
    (war, "table.war.attacker", [0], "table.war.attacker"),
    (war, "table.war.attacker[0]", 1, "table.war.defender[0]"),
    (war, "table.war.attacker[1]", [1, 2, 5], "table.war"),
    (war, "table.war.attacker[1]", [1, 1], "table.war.attacker[1][1]"),
    (war, "table.war.attacker[1]", [1, 8], "table.war.attacker[1][1]"),
    (war, "table.war.attacker[1]", [5], "table.war.attacker[1][0]"),
    (war, "table.war.attacker[1]", [2], "table.war.defender[1][0]"),
    (war, "table.war.defender[1]", [5], "table.war.defender[1][0]"),
    (war, "table.war.defender[1]", [], "table.war"),
    (war, "table.formations[1][1].seen", False, "table.war.defender[1][0]"),
    (war, "rest.turn", 1, "rest.turn"),
    (war, "rest.drawn", True, "rest.drawn"),
    (finished, "table.out", [], "table.out"),
    (finished, "table.out", [1, 0], "table.out[1]"),
    (finished, "rest.turn", 0, "rest.turn"),
    (finished, "rest.points", [8, 0], "rest.points"),
    (finished, "rest.points", [0, 7], "rest.points"),
    (finished, "table.removed[6]", None, "table.removed[6]"),
)


def short(value: object) -> str:
    return getattr(value, "__name__", str(value)[:40])


@pytest.mark.parametrize(("make", "path", "value", "where"), BAD, ids=short)
def test_impossible_positions_are_refused(
    make: Callable[[], CommanderState], path: str, value: Any, where: str
) -> None:
    table, rest, options = open_dump(make())
    assert CommanderState.from_table(table, rest, options) == make()
    dump = {"table": table, "rest": rest}
    set_at(path, value)(dump)
    with pytest.raises(RecordError) as caught:
        CommanderState.from_table(dump["table"], dump["rest"], options)
    assert caught.value.where == where


def test_removed_cards_in_an_impossible_order_are_refused() -> None:
    table, rest, options = open_dump(finished())
    table["removed"][0], table["removed"][2] = table["removed"][2], table["removed"][0]
    with pytest.raises(RecordError, match="no battle") as caught:
        CommanderState.from_table(table, rest, options)
    assert caught.value.where == "table.removed[0]"


def test_cc_19_positions_with_a_wrong_suit_are_refused() -> None:
    table, rest, options = open_dump(deal(one_suit_each=True))
    one, other = table["formations"][0][0], table["formations"][1][0]
    one["card"], other["card"] = other["card"], one["card"]
    with pytest.raises(RecordError, match="CC-19") as caught:
        CommanderState.from_table(table, rest, options)
    assert caught.value.where == "table.formations[0][0].card"


def read(dump: dict[str, Any], options: CommanderOptions) -> tuple[CommanderState | None, str]:
    """The state of a dump, or None and where it is wrong."""
    try:
        return CommanderState.from_table(dump["table"], dump["rest"], options), ""
    except RecordError as refused:
        return None, refused.where


@each_set
def test_any_value_anywhere_is_read_or_refused(options: dict[str, Any]) -> None:
    rng = Random(9)
    junk: list[Any] = [
        None,
        [],
        {},
        0,
        -1,
        1.5,
        "",
        "Kh",
        "??",
        True,
        [[[[]]]],
        {"card": 1},
        10**30,
        [0, 1, "Kh"],
        float("nan"),
    ]
    states = [state for state, _ in walk(options, 5)]
    for _ in range(150):
        table, rest, made = open_dump(rng.choice(states))
        dump: Any = {"table": table, "rest": rest}
        key: Any
        at, key = dump, rng.choice(["table", "rest"])
        while isinstance(at[key], dict | list) and at[key] and rng.random() < 0.85:
            at = at[key]
            key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
        at[key] = rng.choice(junk)
        state, where = read(dump, made)
        if state is not None:
            # what is read is a position that makes the same dump again
            again = json.loads(json.dumps([state.table(None), state.rest()]))
            assert again == [dump["table"], {**dump["rest"], "aside": again[1]["aside"], "unseen": again[1]["unseen"]}]
        else:
            assert where.startswith(("table", "rest"))


def test_cc_4_the_list_of_attacks_is_a_sequence_like_any_other() -> None:
    for options in ({}, {"players": 3}, {"teams": True}):
        state: Any = dealt("commander", options, 2)
        moves, listed = state.legal_moves(), list(state.legal_moves())
        assert len(moves) == len(listed) == 16 * (1 if not options else 2)
        assert [moves[i] for i in range(len(moves))] == listed
        assert (moves[-1], moves[2:5], moves[::-7]) == (listed[-1], tuple(listed[2:5]), tuple(listed[::-7]))
        for beyond in (len(listed), -len(listed) - 1):
            with pytest.raises(IndexError):
                moves[beyond]
        assert moves == state.legal_moves()
        assert hash(moves) == hash(state.legal_moves())
        assert moves != state.apply(moves[0]).legal_moves()
        assert [moves.index(move) for move in listed] == list(range(len(listed)))
        texts = ("1xB1", "1xB5", "5xB1", "1xA1", "+1", "1>C1")
        assert [text for text in texts if state.parse(text) in moves] == ["1xB1"]
        assert "1xB1" not in moves
        assert str(listed[0]) in repr(moves)


def test_cc_16_the_list_of_attacks_and_gifts_is_a_sequence_like_any_other() -> None:
    state: Any = gifts_state()
    moves, listed = state.legal_moves(), list(state.legal_moves())
    attacks = sum(isinstance(move, Attack) for move in listed)
    holes, given = 2, 12
    assert len(moves) == len(listed) == len(set(listed)) == attacks + holes * given
    assert all(isinstance(move, Gift) for move in listed[attacks:])
    assert [moves[i] for i in range(len(moves))] == listed
    assert [moves[-i] for i in range(1, len(moves) + 1)] == listed[::-1]
    assert moves[attacks - 1 : attacks + 2] == tuple(listed[attacks - 1 : attacks + 2])
    for beyond in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            moves[beyond]
    assert moves == state.legal_moves()
    assert hash(moves) == hash(state.legal_moves())
    assert moves != state.apply(moves[-1]).legal_moves()
    texts = ("1xB2", "1xC1", "9>C1", "13>C1", "9>C2", "9>B1", "9>C13")
    assert [text for text in texts if state.parse(text) in moves] == ["1xB2", "9>C1"]
    assert "9>C1" not in moves
    assert str(listed[-1]) in repr(moves)
