"""Capture for the Universal Card Deck, rule by rule (UC-1 to UC-15)."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, islice, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import capture_widgets as cw
from capture_widgets.core.bit_masks import mask_of as _mask
from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, UnknownOption
from capture_widgets.engine.cards import HIDDEN, UNIVERSAL, Card
from capture_widgets.export.outcome import outcome
from capture_widgets.export.replay_frames import round_frames
from capture_widgets.games.universal import (
    ALL_MOVES,
    BAR,
    FIRST,
    GAME,
    LATER,
    NOWHERE,
    ONE_CARD,
    OTHER,
    OWN,
    RANK,
    SECOND,
    SUIT,
    VALUE,
    Bar,
    Board,
    Column,
    Discard,
    Play,
    Side,
    Slip,
    UniversalOptions,
    UniversalState,
    cut_dealer,
    draw,
)
from capture_widgets.games.universal.board import board_of as _board
from capture_widgets.games.universal.board import down_cards as _down_cards
from capture_widgets.model.dump import patched
from capture_widgets.model.dump_groups import groups
from tests.cases import random_move

VIEWERS: tuple[Any, ...] = (0, 1, "public")
TWO = UniversalOptions.of({})
ONE = UniversalOptions.of({"opening": "one card"})


def cards(text: str) -> list[Card]:
    return [UNIVERSAL.card(piece) for piece in text.split()]


def board_of(columns: Sequence[Column]) -> Board:
    return _board(tuple(column.down for column in columns), tuple(column.up for column in columns))


def dealt(seed: int, options: UniversalOptions = TWO, dealer: int = 1) -> UniversalState:
    """A hand dealt at random, again until the upcards are valid."""
    rng = random.Random(seed)
    deck = list(range(60))
    while True:
        rng.shuffle(deck)
        try:
            return UniversalState.deal(deck, options, dealer)
        except IllegalDeal:
            pass


def walk(seed: int, options: UniversalOptions = TWO) -> Iterator[UniversalState]:
    """Every state of a hand played at random, the last one over."""
    rng = random.Random(seed)
    state = dealt(seed, options, seed % 2)
    while state.to_play is not None:
        yield state
        state = state.apply(rng.choice(state.legal_moves()))
    yield state


def position(
    own: str,
    other: str,
    hand: str,
    *,
    across: str | None = None,
    stock: str = "",
    discard: str = "",
    bar: str = "",
    first: int = NOWHERE,
    stage: int = LATER,
    started: tuple[bool, bool] = (True, True),
    passes: int = 0,
    to_play: int = 0,
) -> UniversalState:
    """A position set up by hand for the seat to play; cards named nowhere make up the other hand.

    A board is five columns between bars, its down cards in front of a colon: ``2e 3e:6s 5j|7n|||``. ``bar`` names the
    cards on the piles.
    """

    def board(text: str) -> Board:
        columns = []
        for piece in text.split("|"):
            down, _, up = piece.rpartition(":")
            columns.append(Column(tuple(cards(down)), tuple(cards(up))))
        assert len(columns) == 5
        return board_of(columns)

    mine, theirs = board(own), board(other)
    used = [card for column in mine.columns + theirs.columns for card in column.down + column.up]
    used += cards(hand) + cards(stock) + cards(discard) + cards(bar)
    assert len(used) == len(set(used)), "a card twice"
    held = cards(across) if across is not None else [card for card in range(60) if card not in used]
    tops = 0
    for suit in range(6):
        height = sum(SUIT[card] == suit for card in cards(bar))
        tops |= 1 << 10 * suit + height if height < 10 else 0
    sides = [
        Side(_mask(cards(hand)), mine, 0, 0, started=started[0]),
        Side(_mask(held), theirs, 0, 0, started=started[1]),
    ]
    return UniversalState.of_sides(
        to_play,
        sides[::-1] if to_play else sides,
        tuple(cards(stock)),
        tuple(cards(discard)),
        tops,
        first,
        stage,
        passes,
    )


def legal(state: UniversalState) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def play(state: UniversalState, *texts: str) -> UniversalState:
    for text in texts:
        move = state.parse(text)
        state.check(move)
        assert move in state.legal_moves()
        state = state.apply(move)
    return state


def refused(state: UniversalState, text: str, rule: str, words: str) -> None:
    before = state
    with pytest.raises(IllegalMove, match=words) as caught:
        state.check(state.parse(text))
    assert caught.value.rule == rule
    assert caught.value.move == text
    assert text not in legal(state)
    assert state == before


EMPTY = "||||"
QUIET = "4s 4v:7m|||4e 2j:7s|"
"""A board on which next to nothing fits."""


# -- UC-1 to UC-4: the deal and the table


def test_uc_1_deal_order() -> None:
    deck = list(range(60))
    random.Random(3).shuffle(deck)
    for dealer in (0, 1):
        state = UniversalState.deal(deck, TWO, dealer)
        table = state.table(None)
        eldest = 1 - dealer
        assert state.to_play == eldest
        assert table["hands"][eldest] == UNIVERSAL.hand(deck[:11])
        assert table["hands"][dealer] == UNIVERSAL.hand(deck[11:22])
        for seat, start in ((eldest, 22), (dealer, 37)):
            for at, column in enumerate(table["boards"][seat]):
                stack = UNIVERSAL.texts(deck[start + 3 * at : start + 3 * at + 3])
                assert column == {"down": stack[:2], "up": stack[2:]}
        assert table["stock"] == UNIVERSAL.texts(deck[52:])


def test_uc_1_dealer_option() -> None:
    deck = [card for card in range(60) if card % 7 < 4] + [card for card in range(60) if card % 7 >= 4]
    assert UniversalState.deal(deck, TWO, None).to_play == 0
    assert UniversalState.deal(deck, UniversalOptions.of({"dealer": 0}), None).to_play == 1
    with pytest.raises(IllegalDeal, match="cut"):
        UniversalState.deal(deck, UniversalOptions.of({"dealer": "cut"}), None)
    for wrong in (True, 2, "Cut", None):
        with pytest.raises(UnknownOption, match="UC-1"):
            UniversalOptions.of({"dealer": wrong})


@pytest.mark.parametrize(
    ("a", "b", "dealer"),
    [
        ("1e", "Gj", 0),
        ("Gv", "1s", 1),
        ("Gm", "1j", 1),
        ("1n", "Gs", 0),
        ("3s", "Ms", 1),
        ("Sv", "7v", 0),
        ("Ge", "Se", 0),
    ],
)
def test_uc_1_cut(a: str, b: str, dealer: int) -> None:
    assert cut_dealer(UNIVERSAL.card(a), UNIVERSAL.card(b)) == dealer
    assert cut_dealer(UNIVERSAL.card(b), UNIVERSAL.card(a)) == 1 - dealer


def test_uc_1_cut_needs_two_cards() -> None:
    with pytest.raises(ValueError, match="same card"):
        cut_dealer(5, 5)


@pytest.mark.parametrize("upcards", ["1e 3e 5e 7e Ge", "4e 4j 4m 4n 4v"])
@pytest.mark.parametrize("seat", [0, 1])
def test_uc_2_invalid_deal(upcards: str, seat: int) -> None:
    deck = [card for card in range(60) if card not in cards(upcards)]
    for at, card in enumerate(cards(upcards)):
        deck.insert(22 + 15 * seat + 3 * at + 2, card)
    with pytest.raises(IllegalDeal, match=f"seat {'AB'[seat]}.*again") as caught:
        UniversalState.deal(deck, TWO, 1)
    assert caught.value.rule == "UC-2"


def test_uc_2_four_alike_are_fine() -> None:
    upcards = cards("1e 3e 5e 7e Gj")
    deck = [card for card in range(60) if card not in upcards]
    for at, card in enumerate(upcards):
        deck.insert(22 + 3 * at + 2, card)
    assert [column.up for column in UniversalState.deal(deck, TWO, 1).board.columns] == [(card,) for card in upcards]


def test_uc_3_what_is_seen() -> None:
    *under_way, _ = walk(5)
    for state in under_way:
        full = state.table(None)
        for viewer in VIEWERS:
            table = state.table(viewer)
            for seat in (0, 1):
                hand = full["hands"][seat]
                assert table["hands"][seat] == (hand if seat == viewer else [HIDDEN] * len(hand))
                for column, known in zip(full["boards"][seat], table["boards"][seat], strict=True):
                    assert known == {"down": [HIDDEN] * len(column["down"]), "up": column["up"]}
            assert table["stock"] == [HIDDEN] * len(full["stock"])
            assert (table["discard"], table["bar"], table["turn"]) == (full["discard"], full["bar"], full["turn"])


def test_uc_4_runs_descend_in_changing_suits() -> None:
    for seed in range(15):
        for state in walk(seed):
            for column in state.board.columns + state.other_board.columns:
                for above, card in pairwise(column.up):
                    assert RANK[card] == RANK[above] - 1
                    assert SUIT[card] != SUIT[above]


# -- UC-5 and UC-6: the turn


def test_uc_5_two_cards_with_building_between() -> None:
    state = position("1m 2m:5e|6s|||", QUIET, "5j Mn 1v", stock="2v")
    refused(state, "move 1 2", "UC-5", "before you build")
    refused(state, "end", "UC-5", "play a second card, or draw")
    built = play(state, "bar 1v", "move 1 2")
    assert built.to_play == 0
    assert built.table(0)["turn"] == {"first": "bar", "played": 1}
    after = play(built, "discard Mn")
    assert after.to_play == 1
    assert after.table(0)["turn"] == {"first": None, "played": 0}


def test_uc_5_one_card_then_a_draw() -> None:
    state = position("|6s|||", QUIET, "5j Mn", stock="2v 3v", discard="4m")
    assert {"draw stock", "draw discard"} <= legal(state)
    one = play(state, "play 5j 2")
    assert {"draw stock", "draw discard"} <= legal(one)
    drawn = play(one, "draw stock")
    assert drawn.to_play == 1
    assert drawn.table(None)["hands"][0] == ["Mn", "2v"]
    assert drawn.table(None)["stock"] == ["3v"]


def test_uc_5_no_card_then_a_draw() -> None:
    state = position("|6s|||", QUIET, "5j Mn", stock="2v 3v", discard="4m 4n")
    drawn = play(state, "draw discard")
    assert drawn.to_play == 1
    assert drawn.table(None)["hands"][0] == ["5j", "4n", "Mn"]
    assert drawn.table(None)["discard"] == ["4m"]
    assert drawn.rest()["known"] == [["4n"], []]


def test_uc_5_no_draw_after_the_second_card_and_no_card_of_others() -> None:
    state = play(position("|6s|||", QUIET, "5j Mn 3e", stock="2v"), "play 5j 2", "discard Mn")
    assert state.to_play == 1
    refused(state, "discard 3e", "UC-5", "do not hold")


def test_uc_6_places_of_the_first_card() -> None:
    state = position("|6s|||", "|6m|||", "5j 1v Mn", stock="2v")
    assert legal(state) == {"play 5j 2", "play 5j o2", "bar 1v", "draw stock"}
    refused(state, "discard 5j", "UC-6", "only as the second")


def test_uc_6_places_of_the_second_card() -> None:
    def second(first: int) -> set[str]:
        return legal(position("|6s|||", "|6m|||", "5j 1v Mn", stock="2v", first=first))

    thrown = {"discard 5j", "discard 1v", "discard Mn", "draw stock"}
    assert second(OWN) == {"play 5j o2", "bar 1v"} | thrown
    assert second(OTHER) == {"bar 1v"} | thrown
    assert second(BAR) == {"play 5j o2"} | thrown


@pytest.mark.parametrize(
    ("first", "text", "words"),
    [(OWN, "play 5j 2", "your own board"), (OTHER, "play 5j o2", "the other board"), (BAR, "bar 1v", "the bar")],
)
def test_uc_6_both_cards_to_one_place(first: int, text: str, words: str) -> None:
    refused(position("|6s|||", "|6m|||", "5j 1v Mn", stock="2v", first=first), text, "UC-6", words)


def test_uc_6_second_card_onto_the_own_board() -> None:
    state = position("|6s|||", "|6m|||", "5j 1v Mn", stock="2v", first=BAR)
    refused(state, "play 5j 2", "UC-6", "not onto your own board")


# -- UC-7 to UC-10: where cards fit


def test_uc_7_at_the_bottom() -> None:
    state = position("|6s|6j|Gn|2e 1e:3e", QUIET, "5j Sn 2s", stock="2v")
    assert legal(state) >= {"play 5j 2", "play 2s 5"}
    refused(state, "play 5j 3", "UC-7", "5 of Jupiter cannot go under the 6 of Jupiter, which is of the same suit")
    refused(state, "play Sn 4", "UC-7", "same suit")
    refused(state, "play 2s 2", "UC-7", "takes a 5")
    refused(position("|1s|||", QUIET, "5j Sn", stock="2v"), "play 5j 2", "UC-7", "nothing ranks below a 1")


def test_uc_7_nothing_below_a_one() -> None:
    state = position("|2e 1j|||", QUIET, "Gm 5j", stock="2v")
    refused(state, "play 5j 2", "UC-7", "nothing ranks below a 1")


@pytest.mark.parametrize("side", ["", "o"])
def test_uc_7_only_a_galaxy_into_an_empty_column(side: str) -> None:
    state = position("|6s|||", "|6m|||", "Gj Sn 3e", stock="2v")
    assert {f"play Gj {side}{at}" for at in (1, 3, 4, 5)} <= legal(state)
    refused(state, f"play Sn {side}1", "UC-7", "only a Galaxy")
    after = play(state, f"play Gj {side}1")
    board = after.other_board if side else after.board
    assert board.columns[0].up == tuple(cards("Gj"))
    assert after.table(0)["turn"]["first"] == ("other" if side else "own")


@pytest.mark.parametrize("side", ["", "o"])
def test_uc_7_slip_behind_the_top_card(side: str) -> None:
    board = "|6m 5e|1e:6j|6n|1j 2j:3j"
    other = "||||"
    state = position(other if side else board, board if side else other, "7n Se 7s", stock="2v")
    assert {text for text in legal(state) if text.startswith("slip")} == {
        f"slip 7n {side}2",
        f"slip 7s {side}2",
        f"slip 7s {side}4",
    }
    refused(state, f"slip 7n {side}3", "UC-7", "down cards")
    refused(state, f"slip 7n {side}4", "UC-7", "of one suit")
    refused(state, f"slip Se {side}2", "UC-7", "not one rank above")
    refused(state, f"slip 7n {side}1", "UC-7", "empty")
    after = play(state, f"slip 7n {side}2")
    columns = (after.other_board if side else after.board).columns
    assert columns[1].up == tuple(cards("7n 6m 5e"))


def test_uc_7_a_galaxy_slips_behind_a_sun() -> None:
    state = play(position("|Sm||Mv|", QUIET, "Gn 6s", stock="2v"), "slip Gn 2")
    assert state.board.columns[1].up == tuple(cards("Gn Sm"))
    # a Galaxy that lies on the table has nowhere to move to, but what it leads takes cards as before
    assert "move 4 2" in legal(state)
    refused(state, "move 2 1", "UC-8", "lies on no face-down cards")


def test_uc_8_whole_runs_move() -> None:
    state = position("1m 2m:5e 4j|6s|6e|2s 1s:Mv|", QUIET, "7n 3n", stock="2v", first=BAR)
    assert {text for text in legal(state) if text.startswith("move")} == {"move 1 2"}
    refused(state, "move 1 3", "UC-8", "same suit")
    refused(state, "move 1 4", "UC-8", "takes a 7")
    refused(state, "move 5 1", "UC-8", "column 5 is empty")
    refused(state, "move 1 1", "UC-8", "under itself")
    refused(state, "move 1 5", "UC-8", "begins with a Galaxy")
    after = play(state, "move 1 2")
    assert [column.up for column in after.board.columns[:2]] == [tuple(cards("2m")), tuple(cards("6s 5e 4j"))]


def test_uc_8_never_part_of_a_run() -> None:
    # the 4 of Jupiter alone would fit beneath the 5 of Neptune, the run that begins with the 5 of Earth does not
    state = position("1m 2m:5e 4j|5n|||", QUIET, "7n 3n", stock="2v", first=BAR)
    refused(state, "move 1 2", "UC-8", "begins with the 5 of Earth")


def test_uc_8_a_galaxy_with_down_cards_fills_a_space() -> None:
    state = position("1m 2m:Ge Sj||Gs|2v:6v|5v", QUIET, "7n 3n", stock="2s", first=BAR)
    assert {text for text in legal(state) if text.startswith("move")} == {"move 1 2"}
    after = play(state, "move 1 2")
    assert [column.up for column in after.board.columns[:2]] == [tuple(cards("2m")), tuple(cards("Ge Sj"))]
    assert after.board.columns[0].down == tuple(cards("1m"))


def test_uc_8_own_board_only() -> None:
    state = position(EMPTY, "1m 2m:5e|6s|||", "7n 3n", stock="2s", first=BAR)
    assert not any(text.startswith("move") for text in legal(state))


def test_uc_9_bared_cards_turn_up_at_once() -> None:
    state = position("5m 4n:5e|6s|||", QUIET, "7n 3n", stock="2v", first=BAR)
    state = play(state, "move 1 2")
    assert state.board.columns[0] == Column(tuple(cards("5m")), tuple(cards("4n")))
    again = position("5m:5e|6s|||", QUIET, "7n 3n", stock="2v", first=BAR)
    assert play(again, "move 1 2").table(1)["boards"][0][0] == {"down": [], "up": ["5m"]}


def test_uc_9_an_emptied_column_is_a_space() -> None:
    state = play(position("5e|6s|||", QUIET, "Gn 3n Gs", stock="2v", first=BAR), "move 1 2")
    assert state.table(0)["boards"][0][0] == {"down": [], "up": []}
    refused(state, "move 1 2", "UC-8", "nothing to move")


def test_uc_10_bar_in_sequence() -> None:
    state = position(EMPTY, QUIET, "1v 2v 3v 3n 7e", bar="1n 2n", stock="2e", discard="1e")
    assert {text for text in legal(state) if text.startswith("bar")} == {"bar 1v", "bar 3n"}
    refused(state, "bar 2v", "UC-10", "takes the 1 of Venus next")
    refused(state, "bar 7e", "UC-10", "takes the 1 of Earth next")
    after = play(state, "bar 1v")
    assert after.table(1)["bar"] == {"e": 0, "j": 0, "m": 0, "n": 2, "s": 0, "v": 1}


def test_uc_10_up_to_galaxy() -> None:
    state = position(EMPTY, QUIET, "Gn 1s 3s", bar="1n 2n 3n 4n 5n 6n 7n Mn Sn", stock="2e")
    after = play(state, "bar Gn")
    assert after.table(None)["bar"]["n"] == 10
    assert after.table(None)["bar"]["s"] == 0


# -- UC-11: the opening


def test_uc_11_first_card_of_the_hand_onto_the_own_board() -> None:
    state = position("|6s|||", "|6m|||", "5j 1v Mn", stock="2v", stage=LATER, started=(False, True))
    assert legal(state) == {"play 5j 2", "draw stock"}
    refused(state, "play 5j o2", "UC-11", "your own board")
    refused(state, "bar 1v", "UC-11", "your own board")
    assert play(state, "play 5j 2").mine.started


@pytest.mark.parametrize("stage", [FIRST, SECOND])
def test_uc_11_no_second_card_across_in_the_first_turn(stage: int) -> None:
    state = position("|6s|||", "|6m|||", "5j 1v Mn 5e", stock="2v", stage=stage, started=(False, False))
    state = play(state, "play 5j 2")
    refused(state, "play 5e o2", "UC-11", "in your first turn")
    assert legal(state) == {"bar 1v", "discard 1v", "discard 5e", "discard Mn", "draw stock"}
    later = position("|6s|||", "|6m|||", "5j 1v Mn 5e", stock="2v")
    assert "play 5e o2" in legal(play(later, "play 5j 2"))


def test_uc_11_a_draw_is_a_first_turn() -> None:
    state = position("|6s|||", "|6m|||", "5j 1v Mn 5e", stock="2v 3v 4v", stage=FIRST, started=(False, False))
    state = play(state, "draw stock", "draw stock")
    assert state.stage == LATER
    refused(state, "bar 1v", "UC-11", "your own board")
    assert "play 5e o2" in legal(play(state, "play 5j 2"))


def test_uc_11_one_card_opening() -> None:
    state = position("1m:5e|6s|6n||", QUIET, "5j 1v Mn", stock="2v", stage=ONE_CARD, started=(False, False))
    assert legal(state) == {"play 5j 2", "play 5j 3", "draw stock"}
    refused(state, "end", "UC-11", "only after you have played a card")
    opened = play(state, "play 5j 2")
    assert legal(opened) == {"move 1 3", "end"}
    refused(opened, "draw stock", "UC-11", "without a draw")
    refused(opened, "bar 1v", "UC-11", "one card")
    refused(opened, "discard 1v", "UC-11", "one card")
    refused(opened, "pass", "UC-13", "end the turn instead")
    ended = play(opened, "move 1 3", "end")
    assert (ended.to_play, ended.stage, len(ended.stock)) == (1, SECOND, 1)


def test_uc_11_one_card_opening_is_for_the_non_dealer() -> None:
    state = dealt(1, ONE)
    assert state.stage == ONE_CARD
    state = play(state, "draw stock")
    assert state == play(dealt(1, TWO), "draw stock")


# -- UC-12: the last card


def test_uc_12_last_card_as_second_ends_the_hand() -> None:
    state = position("|6s|6n||", "|6m|||", "1v 5j", across="7e", stock="2v")
    state = play(state, "bar 1v")
    assert legal(state) == {"play 5j 2", "play 5j 3", "draw stock"}
    refused(state, "discard 5j", "UC-12", "last card")
    refused(state, "play 5j o2", "UC-12", "last card")
    over = play(state, "play 5j 2")
    assert over.to_play is None
    assert over.legal_moves() == ()
    assert over.points == (7, 0)


def test_uc_12_last_card_after_one_on_the_own_board() -> None:
    state = play(position("|6s|6n||", "|6m|||", "5e 5j", across="7e", stock="2v"), "play 5e 2")
    assert legal(state) == {"draw stock"}
    refused(state, "play 5j 3", "UC-6", "your own board")
    refused(state, "discard 5j", "UC-12", "last card")


def test_uc_12_last_card_as_first_with_building() -> None:
    state = position("1m:5e|6s|6n||", QUIET, "5j", across="7e", stock="2v", bar="1j")
    assert legal(state) == {"play 5j 2", "play 5j 3", "draw stock"}
    refused(state, "bar 1v", "UC-5", "do not hold")
    out = play(state, "play 5j 2")
    assert out.to_play == 0
    assert legal(out) == {"move 1 3", "end"}
    refused(out, "draw stock", "UC-12", "do not draw")
    refused(out, "discard 5j", "UC-12", "last card")
    refused(out, "pass", "UC-13", "end the turn instead")
    ended = play(out, "end")
    assert (ended.to_play, ended.points) == (None, (28 + 7 - 2, 0))
    built = play(out, "move 1 3")
    assert (built.to_play, built.points) == (None, (28 + 7, 0))


def test_uc_12_nothing_to_build_ends_at_once() -> None:
    state = play(position("1m:5e|6s|||", QUIET, "5j", across="7e", stock="2v"), "play 5j 2")
    assert state.to_play is None
    refused(state, "end", "UC-12", "a player has gone out")


def test_uc_12_last_card_goes_nowhere_else() -> None:
    state = position("|3s|||", "|2m|||", "1v", across="7e", stock="2v")
    assert legal(state) == {"draw stock"}
    refused(state, "bar 1v", "UC-12", "last card")
    refused(state, "play 1v o2", "UC-12", "last card")


def test_uc_12_a_last_card_without_a_place_may_be_slipped() -> None:
    state = position("|4n|||", QUIET, "5v", across="7e", stock="2v")
    assert legal(state) == {"slip 5v 2", "draw stock"}
    assert play(state, "slip 5v 2").to_play is None


# -- UC-13: when the cards run out


def test_uc_13_stock_empty() -> None:
    state = position("|6s|||", QUIET, "5j Mn", discard="4m")
    refused(state, "draw stock", "UC-13", "used up")
    assert "draw discard" in legal(state)
    state = position("|6s|||", QUIET, "5j Mn", stock="4m")
    refused(state, "draw discard", "UC-13", "discard pile is empty")
    refused(state, "pass", "UC-13", "can still draw")


def test_uc_13_who_can_play_must() -> None:
    state = position("|6s|||", QUIET, "5j Mn")
    assert legal(state) == {"play 5j 2"}
    refused(state, "pass", "UC-13", "you can: .*play 5j 2")
    refused(state, "draw stock", "UC-13", "used up")
    one = play(state, "play 5j 2")
    assert legal(one) == {"pass"}, "the last card may not go to the own board after the first, nor be discarded"
    two = play(position("|6s|||", QUIET, "5j Mn 7v"), "play 5j 2")
    assert legal(two) == {"discard Mn", "discard 7v"}
    refused(two, "pass", "UC-13", "only if you cannot play")


def test_uc_13_building_stays_open_before_a_pass() -> None:
    state = position("1m:5e|6s|6n||", QUIET, "5j Mn")
    state = play(state, "play 5j 2")
    assert legal(state) == {"move 1 3", "pass"}
    assert legal(play(state, "move 1 3")) == {"pass"}


def test_uc_13_building_can_make_room_for_the_last_card() -> None:
    state = position("5s:5e|6n|||", QUIET, "1v 4j", first=NOWHERE)
    state = play(state, "bar 1v")
    assert legal(state) == {"move 1 2", "play 4j 1"}
    shut = play(position("5s:7e|Mn|||", QUIET, "1v 4j"), "bar 1v")
    assert legal(shut) == {"move 1 2", "pass"}
    assert legal(play(shut, "move 1 2")) == {"play 4j 1"}


def test_uc_13_two_passes_block_the_hand() -> None:
    state = position("1m:5e||||", "2m:7e||||", "Mn 7n", across="Sj 3j 2s", started=(True, True))
    once = play(state, "pass")
    assert (once.to_play, once.passes) == (1, 1)
    assert legal(once) == {"pass"}
    blocked = play(once, "pass")
    assert blocked.to_play is None
    assert blocked.passes == 2
    assert blocked.rest()["to_play"] is None
    for text in ("pass", "end", "draw stock", "play 7n 1", "move 1 2", "discard 7n"):
        refused(blocked, text, "UC-13", "blocked")


def test_uc_13_a_card_between_passes_counts_anew() -> None:
    state = position("1m:5e||||", "2m:7e||||", "Mn 7n", across="Sj 6j 2s")
    state = play(state, "pass", "play 6j 1")
    assert state.passes == 0
    state = play(state, "discard Sj")
    assert legal(state) == {"draw discard"}


def test_uc_13_a_pass_after_a_card_does_not_block() -> None:
    state = position("1m:5e||||", "2m:7e||||", "Mn 4n", across="Sj 3j 2s")
    state = play(state, "play 4n 1")
    assert legal(state) == {"pass"}
    state = play(state, "pass")
    assert state.passes == 0
    assert state.to_play == 1


def test_uc_13_blocked_hands_are_common() -> None:
    ends = Counter(list(walk(seed))[-1].passes for seed in range(40))
    assert ends[2] > ends[0] > 0


# -- UC-14 and UC-15: the score


def test_uc_14_values() -> None:
    assert [VALUE[card] for card in cards("1e 2j 3m 4n 5s 6v 7e Mj Sm Gn")] == [1, 2, 3, 4, 5, 6, 7, 10, 10, 10]


def test_uc_14_going_out_with_down_cards_left_can_lose() -> None:
    state = position("|6s|Gm Ge:2e||", "3m:6e||||", "5j", across="7e", stock="2v")
    over = play(state, "play 5j 2")
    # A: twice 20; B: twice 3 and the 7 in hand
    assert over.points == (0, 40 - 13)
    assert over.returns == [-1, 1]


def test_uc_14_equal_counts() -> None:
    state = position("|6s|1m:2e||", "1j:6e||||", "5j", across="", stock="2v")
    state = state._replace(other_hand=_mask(cards("2n")))
    even = play(position("|6s|2m:2e||", "1j:6e||||", "5j", across="2n", stock="2v"), "play 5j 2")
    assert (even.points, even.returns) == ((0, 0), [0, 0])
    assert play(state, "play 5j 2").points == (2, 0)


def test_uc_14_blocked_counts_both() -> None:
    state = position("1m:5e||||", "2m:7e||||", "Mn 7n", across="Sj 3j 2s")
    over = play(state, "pass", "pass")
    # A: 2 + 17, B: 4 + 15
    assert over.points == (0, 0)
    more = play(position("1m:5e||||", "2m:7e||||", "Mn 7n", across="Sj 3j 3s"), "pass", "pass")
    assert (more.points, more.returns) == ((1, 0), [1, -1])
    other = play(position("1m:5e||||", "2m:7e||||", "Mn 7n", across="Sj 3j 3s", to_play=1), "pass", "pass")
    assert (other.points, other.returns) == ((0, 1), [-1, 1])


def test_uc_14_what_is_counted_is_laid_open_to_all_and_the_stock_is_not() -> None:
    last = position("1v:5e|6s|Gm:2e||", "2m:7e||||", "5j", across="Sj 3j", stock="2v 3v")
    over = play(last, "play 5j 2")
    for viewer in VIEWERS:
        before, table = last.table(viewer), over.table(viewer)
        assert before["boards"][0][0]["down"] == [HIDDEN]
        assert table["boards"] == over.table(None)["boards"]
        assert table["hands"] == [[], ["3j", "Sj"]]
        assert table["stock"] == [HIDDEN, HIDDEN]
        assert {world.stock for world in worlds(over, viewer)} == {over.stock, over.stock[::-1]}
    blocked = play(SMALL, "pass", "pass")
    assert blocked.table("public") == blocked.table(None)


def counted(table: Any) -> list[int]:
    """What each seat of a finished hand counts, from a dump's table alone."""
    value = {card: min(at % 10 + 1, 10) if at % 10 < 7 else 10 for at, card in enumerate(UNIVERSAL.text)}
    return [
        sum(2 * value[card] for column in board for card in column["down"]) + sum(value[card] for card in hand)
        for board, hand in zip(table["boards"], table["hands"], strict=True)
    ]


def last_of(dumps: Any) -> Any:
    """The last dump of a first one and the patches after it."""
    return reduce(patched, dumps)


@pytest.mark.parametrize("seed", range(4))
def test_uc_14_what_the_result_says_can_be_read_off_every_final_position(seed: int, tmp_path: Path) -> None:
    bots = [cw.bots.Greedy(seed), cw.bots.Random(seed)]
    game = cw.new("universal", seed=seed, seats=bots, match=True, target=120).run()
    final = game.dump("public")
    page = game.save_html(tmp_path / "match.html", seat="public").read_text("utf-8")
    saved = json.loads(page.split('id="data">')[1].split("</script>")[0])["all"][0]
    totals = [0, 0]
    for number in game.round_numbers():
        last = game.plies(number)[-1]
        lines = outcome(game.history, number)["lines"]
        told = [int(line["text"].split(". In all")[0].split(": ")[-1]) for line in lines]
        for viewer in VIEWERS:
            final = game.at(last, round=number).dump(viewer)
            assert final == game.dump_at(last, round=number, seat=viewer)
            assert final == last_of(round_frames(game.history, number, viewer)["dumps"])
            assert counted(final["table"]) == told
            assert set(final["table"]["stock"]) <= {HIDDEN}
            assert "rest" not in final
            lying = {group.key: group.cards for group in groups(final)}
            assert [key for key, found in lying.items() if HIDDEN in found] == ["stock"] * bool(final["table"]["stock"])
            turned = cw.diff(game.at(last - 1, round=number).dump(viewer), final)
            assert {card for board in final["table"]["boards"] for column in board for card in column["down"]} <= {
                change["card"] for change in turned.cards
            }
            assert HIDDEN in str(game.dump_at(last - 1, round=number, seat=viewer)["table"]["boards"])
        totals[told.index(min(told))] += max(told) - min(told)
        assert game.dump_at(last, round=number)["points"] == totals
        assert counted(last_of(saved[number]["dumps"])["table"]) == told


def test_uc_14_a_table_holds_a_finished_hand_with_all_that_was_counted() -> None:
    game, rng = cw.new("universal", seed=5, match=True, target=1000), random.Random(5)
    tables = {viewer: game.table(seat=viewer) for viewer in VIEWERS}
    while game.round == 0:
        game.play(str(random_move(game.state, rng)))
    for viewer, table in tables.items():
        assert table.dump == game.dump_at(game.plies(0)[-1], round=0, seat=viewer)
        assert HIDDEN not in str(table.dump["table"]["boards"])
    assert HIDDEN in str(game.dump("public")["table"]["boards"])


def test_uc_14_nothing_counts_before_the_end() -> None:
    for state in walk(3):
        if state.to_play is not None:
            assert (state.points, state.returns) == ((0, 0), None)


def test_uc_15_match() -> None:
    assert GAME.match_refused(TWO) is None
    assert not GAME.match_over([199, 150], TWO)
    assert GAME.match_over([150, 200], TWO)
    assert GAME.match_over([50, 0], UniversalOptions.of({"target": 50}))
    with pytest.raises(UnknownOption, match="UC-15"):
        UniversalOptions.of({"target": 0})


# -- notation


def test_ge_3_parse_inverts_print() -> None:
    state = dealt(1)
    texts = [str(move) for move in ALL_MOVES]
    assert len(set(texts)) == len(texts) == len(set(ALL_MOVES))
    for move, text in zip(ALL_MOVES, texts, strict=True):
        assert state.parse(text) == move
        assert state.parse("  " + text.replace(" ", "   ") + " ") == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "play",
        "play 5j",
        "play 5j 6",
        "play 5j 0",
        "play 5j o",
        "PLAY 5j 3",
        "play 5J 3",
        "play 5j 3 3",
        "play 8j 3",
        "play 5j\t3",
        "play 5j ３",
        "slip 7n O3",
        "bar",
        "bar 1x",
        "discard",
        "move 2",
        "move 2 6",
        "move 02 4",
        "draw",
        "draw bar",
        "End",
        "pass.",
        "end\n",
        "play 5j 3;",
        "x" * 5000,
    ],
)
def test_ge_3_unreadable(text: str) -> None:
    with pytest.raises(IllegalMove, match="not a move here") as caught:
        dealt(1).parse(text)
    assert caught.value.rule == "GE-3"


@pytest.mark.parametrize("move", ["play 5j 3", None, 7, ("play", 1), Play(99, False, 0), Bar(-1)])
def test_ge_3_foreign_moves(move: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        dealt(1).check(move)
    assert caught.value.rule == "GE-3"


def test_moves_of_different_types_differ() -> None:
    assert len({Bar(3), Discard(3), Play(3, False, 0), Slip(3, False, 0)}) == 4


# -- properties of play at random


def held(state: UniversalState) -> list[Card]:
    """Every card of a state, wherever it is."""
    found = [*state.stock, *state.discard]
    for side in (state.mine, state.theirs):
        found += [card for card in range(60) if side.hand >> card & 1]
        found += [card for column in side.board.columns for card in column.down + column.up]
    for suit, height in enumerate(state.table("public")["bar"].values()):
        found += range(10 * suit, 10 * suit + height)
    return found


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=15, deadline=None)
def test_states_of_a_hand(seed: int, one_card: bool) -> None:
    options = ONE if one_card else TWO
    length = 0
    for state in walk(seed, options):
        length += 1
        assert sorted(held(state)) == list(range(60))
        again = UniversalState.from_table(
            json.loads(json.dumps(state.table(None))), json.loads(json.dumps(state.rest())), options
        )
        assert again == state
        assert hash(again) == hash(state)
        for side in (state.mine, state.theirs):
            assert side.board == board_of(side.board.columns)
        assert (state.to_play is None) == (not state.legal_moves())
        assert draw(state.table(0)).count("\n") >= 6
    assert length < 400


def rule_against(state: UniversalState, move: Any) -> str | None:
    try:
        state.check(move)
    except IllegalMove as error:
        return error.rule
    return None


@given(st.integers(0, 10**6), st.booleans(), st.data())
@settings(max_examples=25, deadline=None)
def test_legal_moves_equal_check(seed: int, one_card: bool, data: st.DataObject) -> None:
    states = list(walk(seed, ONE if one_card else TWO))
    for at in {data.draw(st.integers(0, len(states) - 1)), min(1, len(states) - 1), len(states) - 2}:
        state = states[at]
        moves = state.legal_moves()
        assert len(moves) == len(set(moves))
        for move in ALL_MOVES:
            rule = rule_against(state, move)
            assert (rule is None) == (move in moves), (str(move), rule)
            if rule is not None:
                assert rule in GAME.rules
            else:
                rules = state.bearing(move)
                assert rules
                assert set(rules) <= set(GAME.rules)
                assert len(set(rules)) == len(rules)


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_views_leak_nothing(seed: int) -> None:
    rng = random.Random(seed)
    for state in walk(seed):
        for viewer in VIEWERS:
            world = state.determinize(viewer, rng)
            assert world.table(viewer) == state.table(viewer)
            assert (world.points, world.returns, world.to_play) == (state.points, state.returns, state.to_play)
            assert sorted(held(world)) == list(range(60))
            assert [side.known & ~side.hand for side in world.sides] == [0, 0]
            assert [side.lacks & side.hand & ~side.known for side in world.sides] == [0, 0]
            if viewer == state.to_play:
                assert world.legal_moves() == state.legal_moves()
            assert UniversalState.from_table(world.table(None), world.rest(), TWO) == world


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_sampled_worlds_fit_all_that_was_seen(seed: int) -> None:
    # a world fits when the whole hand, replayed from its deal, is legal and shows the viewer the same at every step
    rng = random.Random(seed)
    states = list(walk(seed))
    moves = [
        next(move for move in state.legal_moves() if state.apply(move) == after) for state, after in pairwise(states)
    ]
    for at in {len(states) - 1, len(states) - 2, rng.randrange(len(states)), rng.randrange(len(states))}:
        state = states[at]
        for viewer in VIEWERS:
            world = state.determinize(viewer, rng)
            instead = dict(zip(hidden_places(state), hidden_places(world), strict=True))
            start = states[0]
            replayed = UniversalState.of_sides(
                start.to_play,
                [
                    side._replace(
                        hand=_mask(instead[card] for card in range(60) if side.hand >> card & 1),
                        board=board_of(
                            [
                                Column(
                                    tuple(instead[card] for card in column.down),
                                    tuple(instead[card] for card in column.up),
                                )
                                for column in side.board.columns
                            ]
                        ),
                    )
                    for side in start.sides
                ],
                tuple(instead[card] for card in start.stock),
                (),
                start.bar,
                NOWHERE,
                start.stage,
                0,
            )
            for move, seen in zip(moves[:at], states, strict=False):
                assert replayed.table(viewer) == seen.table(viewer)
                replayed.check(move)
                replayed = replayed.apply(move)
            assert replayed == world


def hidden_places(state: UniversalState) -> list[Card]:
    """Every card in an order that two worlds of one view share, place by place."""
    found = [*state.stock, *state.discard]
    for side in state.sides:
        # known cards are in both worlds' hands, so the unseen ones pair up in any order
        found += [card for card in range(60) if side.known >> card & 1]
        found += [card for card in range(60) if (side.hand & ~side.known) >> card & 1]
        found += [card for column in side.board.columns for card in column.down + column.up]
    for suit, height in enumerate(state.table("public")["bar"].values()):
        found += range(10 * suit, 10 * suit + height)
    return found


def worlds(state: UniversalState, viewer: int | str) -> set[UniversalState]:
    """Every world a viewer cannot tell from a small state, by trying all arrangements."""
    sides = state.sides
    if state.to_play is None:  # UC-14: only the stock is still unknown
        return {state._replace(stock=order) for order in permutations(state.stock)}
    unseen = [0 if seat == viewer else side.hand & ~side.known for seat, side in enumerate(sides)]
    sizes = [mask.bit_count() for mask in unseen]
    pool = [card for card in range(60) if (unseen[0] | unseen[1]) >> card & 1]
    pool += [*state.stock, *_down_cards(sides[0]), *_down_cards(sides[1])]
    found = set()
    for a in combinations(pool, sizes[0]):
        rest = [card for card in pool if card not in a]
        for b in combinations(rest, sizes[1]):
            if _mask(a) & sides[0].lacks or _mask(b) & sides[1].lacks:
                continue
            for order in permutations([card for card in rest if card not in b]):
                cards = iter(order)
                made = [
                    side._replace(
                        hand=side.hand & ~unseen[seat] | _mask((a, b)[seat]),
                        board=board_of(
                            [
                                Column(tuple(next(cards) for _ in column.down), column.up)
                                for column in side.board.columns
                            ]
                        ),
                    )
                    for seat, side in enumerate(sides)
                ]
                world = UniversalState.of_sides(
                    state.to_play, made, tuple(cards), state.discard, state.bar, state.first, state.stage, state.passes
                )
                if world.points == state.points:
                    found.add(world)
    return found


SMALL = position("1m:5e|3s|||", "2m:7e||||", "Mn 7n", across="Sj 3j", started=(True, True))


@pytest.mark.parametrize("viewer", [0, 1, "public"])
@pytest.mark.parametrize(
    "state",
    [
        position("1m:5e|3s|||", "2m:7e||||", "Mn 4n", across="Sj 3j", stock="7v", to_play=1),
        SMALL,
        play(SMALL, "pass"),
        play(SMALL, "pass", "pass"),
        play(position("1v:5e|6s|||", "2m:7e||||", "5j", across="Sj 3j", stock="2v 3v 4v"), "play 5j 2"),
    ],
)
def test_determinize_is_uniform_over_consistent_worlds(state: UniversalState, viewer: Any) -> None:
    rng = random.Random(11)
    expected = worlds(state, viewer)
    each = 12
    draws = each * len(expected)
    found = Counter(state.determinize(viewer, rng) for _ in range(draws))
    assert set(found) == expected
    chi = sum((found[world] - each) ** 2 / each for world in expected)
    # mean n - 1, deviation sqrt(2n): five of them away is a fault, not chance
    assert chi < len(expected) - 1 + 5 * (2 * len(expected)) ** 0.5 + 5


def test_a_pass_shows_what_is_not_in_the_hand() -> None:
    # the 4 of Jupiter beneath the table's 5 of Earth could have been played, so the passing player does not hold it
    state = position("4j:5e||||", "2m:7e||||", "Mn 7n", across="Sj 3j 2s")
    passed = play(state, "pass")
    assert "4j" in passed.rest()["lacks"][0]
    rng = random.Random(2)
    for _ in range(50):
        assert not passed.determinize(1, rng).sides[0].hand & _mask(cards("4j"))
    assert any(state.determinize(1, rng).sides[0].hand & _mask(cards("4j")) for _ in range(50))


def test_cards_drawn_from_the_discard_pile_stay_known() -> None:
    state = position("|6s|||", QUIET, "5j Mn", stock="2v 3v", discard="4m 4n", across="7e 7j 7n")
    drawn = play(state, "draw discard")
    rng = random.Random(4)
    hands = [drawn.determinize(1, rng).sides[0].hand for _ in range(60)]
    assert all(hand & _mask(cards("4n")) for hand in hands)
    assert len(set(hands)) > 5
    assert drawn.table(1)["hands"][0] == [HIDDEN] * 3
    gone = play(drawn, "draw stock", "play 5j 2", "discard 4n")
    assert gone.rest()["known"] == [[], []]


# -- reading a table back


def dump(state: UniversalState) -> tuple[dict[str, Any], dict[str, Any]]:
    return json.loads(json.dumps(state.table(None))), json.loads(json.dumps(state.rest()))


def some(seed: int, wanted: Any) -> UniversalState:
    """The first state of random hands that a condition picks out."""
    return next(state for n in range(seed, seed + 200) for state in walk(n) if wanted(state))


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*at, key))


@pytest.mark.parametrize(
    "junk", [None, 1.5, True, -1, 10**30, "??", "", [], {}, [[[[]]]], {"a": {"b": []}}, "own", float("nan")]
)
def test_from_table_refuses_junk_everywhere(junk: Any) -> None:
    state = some(0, lambda state: state.mine.known and state.first and state.stock)
    for which in (0, 1):
        for path in paths(dump(state)[which]):
            both = dump(state)
            where = both[which]
            if not path:
                with pytest.raises(RecordError):
                    UniversalState.from_table(both[0] if which else junk, junk if which else both[1], TWO)
                continue
            for key in path[:-1]:
                where = where[key]
            was = where[path[-1]]
            if was == junk and type(was) is type(junk):
                continue
            where[path[-1]] = junk
            try:
                again = UniversalState.from_table(*both, TWO)
            except RecordError as error:
                assert error.where.startswith(("table", "rest"))  # noqa: PT017
            else:
                # another position that is possible, and says just this
                assert (again.table(None), again.rest()) == both


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda table, rest: table["boards"][0][0].update(extra=1), "table.boards[0][0]"),
        (lambda table, rest: table.update(extra=1), "table"),
        (lambda table, rest: rest.pop("known"), "rest"),
        (lambda table, rest: table["stock"].append(table["stock"][0]), "table.stock[8]"),
        (lambda table, rest: table["stock"].pop(), "table"),
        (lambda table, rest: table["hands"][0].reverse(), "table.hands[0]"),
        (lambda table, rest: table["bar"].update(e=3), "table.bar.e[0]"),
        (lambda table, rest: table["turn"].update(first="own"), "table.turn.played"),
        (lambda table, rest: table["turn"].update(first="own", played=1), "table.hands[0]"),
        (lambda table, rest: table["turn"].update(first="bar", played=1), "table.turn.first"),
        (lambda table, rest: rest.update(turns=1), "table.hands[1]"),
        (lambda table, rest: rest.update(turns=2), "table.hands[0]"),
        (lambda table, rest: rest.update(to_play=None), "rest.to_play"),
        (lambda table, rest: rest.update(passes=1), "rest"),
        (lambda table, rest: rest["started"].__setitem__(0, True), "table.boards[0]"),
        (lambda table, rest: rest["known"][0].append(table["hands"][0][0]), "rest"),
        (lambda table, rest: rest["known"][0].append(table["stock"][0]), "rest.known[0]"),
        (lambda table, rest: rest["lacks"][0].append(table["stock"][0]), "rest.lacks[0]"),
    ],
)
def test_from_table_says_where(change: Any, where: str) -> None:
    table, rest = dump(next(walk(9)))
    change(table, rest)
    with pytest.raises(RecordError) as caught:
        UniversalState.from_table(table, rest, TWO)
    if where.startswith("table.bar.e"):
        assert caught.value.where.startswith("table.")
    else:
        assert caught.value.where == where


def test_from_table_refuses_bad_columns() -> None:
    state = some(0, lambda state: any(len(column.up) > 2 for column in state.board.columns))
    table, rest = dump(state)
    column = next(column for board in table["boards"] for column in board if len(column["up"]) > 2)
    column["up"].reverse()
    with pytest.raises(RecordError, match="UC-4"):
        UniversalState.from_table(table, rest, TWO)
    table, rest = dump(next(walk(8)))
    table["boards"][1][2]["down"].append(table["boards"][1][2]["up"].pop())
    with pytest.raises(RecordError, match=r"UC-1|UC-9"):
        UniversalState.from_table(table, rest, TWO)


def test_from_table_refuses_false_ends_and_passes() -> None:
    over = some(0, lambda state: state.to_play is None and not state.passes)
    table, rest = dump(over)
    rest["to_play"] = 0 if not table["hands"][0] else 1
    with pytest.raises(RecordError, match="UC-12"):
        UniversalState.from_table(table, rest, TWO)
    blocked = some(0, lambda state: state.passes == 2)
    table, rest = dump(blocked)
    rest["lacks"] = [[], []]
    with pytest.raises(RecordError, match="UC-13"):
        UniversalState.from_table(table, rest, TWO)
    table, rest = dump(blocked)
    rest["to_play"] = 0
    with pytest.raises(RecordError, match="UC-13"):
        UniversalState.from_table(table, rest, TWO)
    must = some(
        0,
        lambda state: (
            not state.stock
            and not state.discard
            and state.to_play is not None
            and not state.first
            and not state.passes
            and not state.theirs.lacks
        ),
    )
    table, rest = dump(must)
    rest["passes"] = 1
    with pytest.raises(RecordError, match="could have played"):
        UniversalState.from_table(table, rest, TWO)


# -- words


def test_narration_names_what_all_have_seen() -> None:
    state = position("1m:5e|6s|6n||", "|6m|||", "5j 1v Mn 4v", stock="2v", discard="3e")

    def said(state: UniversalState, text: str) -> str:
        move = state.parse(text)
        return state.narrate(move, state.apply(move))

    assert said(state, "play 5j 2") == "A plays the 5 of Jupiter onto their own column 2."
    assert said(state, "play 5j o2") == "A plays the 5 of Jupiter onto B's column 2."
    assert said(state, "draw stock") == "A draws from the stock."
    assert said(state, "draw discard") == "A takes the 3 of Earth from the discard pile."
    assert said(state, "bar 1v") == "A lays the 1 of Venus on the bar."
    built = play(state, "play 5j 2")
    assert said(built, "move 1 3") == "A moves column 1 to column 3 and turns up the 1 of Mars."
    assert said(built, "discard Mn") == "A discards the Moon of Neptune."
    blocked = play(position("1m:5e||||", "2m:7e||||", "Mn 7n", across="Sj 3j 3s"), "pass")
    assert said(blocked, "pass") == (
        "B can neither play nor draw and passes. Nobody can go on: the hand is blocked; A scores 1."
    )
    last = position("|6s|||", QUIET, "5j", across="7e", stock="2v")
    assert said(last, "play 5j 2") == "A plays the 5 of Jupiter onto their own column 2. A goes out; A scores 35."


@given(st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_narration_hides_drawn_and_down_cards(seed: int) -> None:
    rng = random.Random(seed)
    states = list(walk(seed))
    for state, after in pairwise(states):
        move = next(move for move in state.legal_moves() if state.apply(move) == after)
        words = state.narrate(move, after)
        assert words.endswith(".")
        if after.to_play is None or str(move).startswith("move"):
            continue
        for viewer in (0, 1):
            world = state.determinize(viewer, rng)
            if move in world.legal_moves():
                assert world.narrate(move, world.apply(move)) == words


def test_every_rule_that_can_refuse_does() -> None:
    last = some(0, lambda state: state.to_play is not None and state.hand.bit_count() == 1)
    states = [last, *(state for seed in range(4) for state in islice(walk(seed, ONE), 0, None, 4))]
    found = {rule_against(state, move) for state in states for move in ALL_MOVES[::2]}
    assert found == {None, "UC-5", "UC-6", "UC-7", "UC-8", "UC-10", "UC-11", "UC-12", "UC-13"}


def test_every_rule_has_a_text() -> None:
    assert list(GAME.rules) == [f"UC-{n}" for n in range(1, 16)]
    assert all(len(text) > 40 for text in GAME.rules.values())


def test_draw_shows_the_table() -> None:
    state = position("1m 2m:5e 4j|6s|6n||", QUIET, "5j Mn", stock="2v", discard="3e", bar="1v", first=BAR)
    text = draw(state.table(None))
    assert "[1m]" in text
    assert "discard: 3e (1)" in text
    assert "A hand (2): 5j Mn" in text
    assert "first card of the turn: bar" in text
    seen = draw(state.table("public"))
    assert "[??]" in seen
    assert "A hand (2): ?? ??" in seen


def test_games_end() -> None:
    lengths = [len(list(walk(seed, ONE if seed % 3 else TWO))) for seed in range(60)]
    assert max(lengths) < 300
