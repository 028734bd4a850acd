"""Capture in five columns, rule by rule (docs/rules.md, CO-1 to CO-9)."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import capture_widgets as cw
from capture_widgets.core.errors import IllegalMove, RecordError, UnknownOption
from capture_widgets.engine.cards import FRENCH, HIDDEN
from capture_widgets.engine.names import LETTERS
from capture_widgets.games.columns import (
    GAME,
    NO_CARD,
    RULES,
    ColumnsOptions,
    ColumnsState,
    Placement,
    Placements,
    draw,
    in_brief,
    set_name,
    shares,
    why,
    winner,
)

OPTION_SETS = [ColumnsOptions(dealer=dealer, aces=aces) for dealer in (0, 1) for aces in ("lock", "swing")]


def cards(text: str) -> tuple[int, ...]:
    return tuple(FRENCH.card(piece) for piece in text.split())


def deck(*first: str) -> list[int]:
    """A deck that begins with the given cards, the rest in canonical order."""
    head = list(cards(" ".join(first)))
    return head + [card for card in range(52) if card not in head]


def shuffled(seed: int) -> list[int]:
    order = list(range(52))
    Random(seed).shuffle(order)
    return order


def playout(seed: int, options: ColumnsOptions | None = None) -> list[ColumnsState]:
    """Every state of a random game."""
    rng = Random(seed)
    state = ColumnsState.deal(shuffled(seed), options or OPTION_SETS[seed % 4], None)
    states = [state]
    while state.to_play is not None:
        state = state.apply(rng.choice(state.legal_moves()))
        states.append(state)
    return states


def column(ours: str, theirs: str, aces: str = "lock") -> int | None:
    """Who wins a column; both ways round must agree."""
    there = winner((cards(ours), cards(theirs)), aces)
    back = winner((cards(theirs), cards(ours)), aces)
    assert (there, back) in ((None, None), (0, 1), (1, 0))
    return there


def short(hidden: int, occupied: int) -> Iterator[ColumnsState]:
    """States of random games where each seat gets so many hidden cards for so many columns."""
    for seed in range(2000):
        for state in playout(seed):
            there = 5 - state.slots.count(None)
            if state.hides_move and len(state.hands[0]) == hidden and there == occupied:
                yield state


# -- CO-1 to CO-3: the deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
def test_co_1_deal_order(dealer: int) -> None:
    state = ColumnsState.deal(range(52), ColumnsOptions(dealer=dealer), dealer)
    first = 1 - dealer
    assert state.to_play == first
    for slot, there in enumerate(state.slots):
        assert there is not None
        assert there[first] == (2 * slot,)
        assert there[dealer] == (2 * slot + 1,)
    assert state.hands[first] == (10, 12, 14, 16, 18)
    assert state.hands[dealer] == (11, 13, 15, 17, 19)
    assert state.left == tuple(range(20, 52))


def test_co_1_new_columns_fill_empty_slots_and_dealer_stays() -> None:
    filled = 0
    for seed in range(60):
        states = playout(seed)
        for before, after in pairwise(states):
            assert before.dealer == after.dealer
            if before.placed is None or after.to_play is None:
                continue
            assert after.to_play == 1 - after.dealer
            order = iter(before.left)
            fresh = [slot for slot, there in enumerate(after.slots) if there and len(there[0]) == 1]
            for slot in fresh:
                there = after.slots[slot]
                assert there is not None
                assert (there[1 - after.dealer][0], there[after.dealer][0]) == (next(order), next(order))
                filled += 1
            rest = list(order)[: 2 * len(after.hands[0])]
            assert after.hands[1 - after.dealer] == tuple(sorted(rest[::2]))
            assert after.hands[after.dealer] == tuple(sorted(rest[1::2]))
    assert filled > 100


def test_co_2_full_rounds() -> None:
    for carried in range(6):
        for left in range(2 * (5 - carried) + 10, 54, 2):
            assert shares(left, carried) == (5 - carried, 5)


def test_co_2_three_drawn_columns_keep_slots_and_get_two_new() -> None:
    found = 0
    for seed in range(200):
        states = playout(seed)
        for before, after in pairwise(states):
            if before.placed is None or after.to_play is None or len(after.hands[0]) < 5:
                continue
            kept = [slot for slot, there in enumerate(after.slots) if there and len(there[0]) > 1]
            if len(kept) == 3:
                found += 1
                assert 5 - after.slots.count(None) == 5
                for slot in kept:
                    old, new = before.slots[slot], after.slots[slot]
                    assert old and new and new[0][: len(old[0])] == old[0] and new[1][: len(old[1])] == old[1]
    assert found > 20


@pytest.mark.parametrize(
    ("left", "carried", "expected"),
    [
        (8, 0, (2, 2)),
        (12, 2, (2, 4)),
        (8, 5, (0, 4)),
        (2, 0, (1, 0)),
        (2, 5, (0, 1)),
        (2, 1, (0, 1)),
        (18, 1, (4, 5)),
        (16, 1, (4, 4)),
        (6, 0, (2, 1)),
        (4, 0, (1, 1)),
        (12, 0, (3, 3)),
        (10, 5, (0, 5)),
        (16, 5, (0, 5)),
    ],
)
def test_co_3_short_decks(left: int, carried: int, expected: tuple[int, int]) -> None:
    assert shares(left, carried) == expected


def test_co_3_every_short_deck_is_used_up() -> None:
    for carried in range(6):
        for left in range(2, 2 * (5 - carried) + 10, 2):
            new, hidden = shares(left, carried)
            assert new + hidden == left // 2
            assert new + carried <= 5
            assert hidden <= new + carried
            # the numbers match up, or only just do not, unless there are too many columns already
            assert new == 0 or new + carried - hidden <= 1


def test_co_3_last_pair_is_laid_and_drawn() -> None:
    """Two cards left and no column: they are laid, nobody moves, and the game is over."""
    state = ColumnsState.deal(shuffled(0), ColumnsOptions(aces="swing"), None)
    for text in (
        "A:6c B:Th C:As D:9h E:9d",
        "A:Jh B:2c C:3d D:5h E:7s",
        "A:Ks B:Jc C:5c D:8c E:Td",
        "A:Ts B:3h C:Qd D:3s E:6s",
        "A:Kh B:8h C:6h D:4c E:Ad",
    ):
        state.check(state.parse(text))
        state = state.apply(state.parse(text))
    assert state.left == cards("Js Kd")
    end = state.apply(state.parse("A:5d B:8d C:2h D:Jd E:7h"))
    assert end.table("public")["slots"] == [[["Js"], ["Kd"]], None, None, None, None]
    assert end.to_play is None and end.legal_moves() == () and end.left == () and end.hands == ((), ())
    assert end.points == (22, 28) and end.returns == [-1, 1]
    assert ColumnsState.from_table(end.table(None), end.rest(), end.options) == end


# -- CO-4: placing -----------------------------------------------------------------------------------------------------


def test_co_4_all_cards_one_behind_each_column() -> None:
    state = ColumnsState.deal(deck(), ColumnsOptions(), None)
    moves = state.legal_moves()
    assert len(moves) == len(set(moves)) == 120
    assert {move.cards for move in moves} == set(permutations(state.hands[0]))


@pytest.mark.parametrize(("hidden", "occupied", "ways"), [(4, 5, 120), (3, 5, 60), (4, 4, 24), (2, 5, 20), (1, 5, 5)])
def test_co_4_fewer_cards_than_columns(hidden: int, occupied: int, ways: int) -> None:
    state = next(short(hidden, occupied))
    moves = state.legal_moves()
    assert len(moves) == len({str(move) for move in moves}) == ways
    for move in moves:
        assert isinstance(move, Placement)
        assert sorted(move.played()) == list(state.hands[state.to_play or 0])
        assert all(state.slots[slot] for slot, card in enumerate(move.cards) if card != NO_CARD)
        state.check(move)


def test_co_4_opponent_need_not_play_there() -> None:
    state = next(short(4, 5))
    first = next(move for move in state.legal_moves() if move.cards[0] == NO_CARD)
    second = next(move for move in state.apply(first).legal_moves() if move.cards[4] == NO_CARD)
    shown = state.apply(first).shown(second)
    mine, other = 1 - state.dealer, state.dealer
    before_a, before_e, a, e = state.slots[0], state.slots[4], shown[0], shown[4]
    assert before_a and before_e and a and e
    assert a[mine] == before_a[mine] and len(a[other]) == len(before_a[other]) + 1
    assert e[other] == before_e[other] and len(e[mine]) == len(before_e[mine]) + 1


REFUSED = deck("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd")


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("A:2d B:4d C:6d D:8d E:3d", "CO-4", "you do not hold the 3 of diamonds"),
        ("A:2d B:4d C:6d D:8d E:2d", "CO-4", "the 2 of diamonds can lie behind one column only"),
        ("A:2d B:4d C:6d D:8d", "CO-4", "every hidden card must be placed, and the 10 of diamonds is still in hand"),
        ("A:2d B:4d", "CO-4", "the 6 of diamonds, the 8 of diamonds and the 10 of diamonds are still in hand"),
    ],
)
def test_co_4_refusals(text: str, rule: str, words: str) -> None:
    state = ColumnsState.deal(REFUSED, ColumnsOptions(), None)
    with pytest.raises(IllegalMove) as caught:
        state.check(state.parse(text))
    assert caught.value.rule == rule
    assert words in caught.value.reason
    assert caught.value.move == text


def test_co_4_refuses_a_slot_without_a_column() -> None:
    state = next(short(3, 3))
    slot = state.slots.index(None)
    hand = list(state.hands[state.to_play or 0])
    placed = [NO_CARD] * 5
    placed[slot] = hand[0]
    with pytest.raises(IllegalMove, match=f"there is no column {slot + 1}") as caught:
        state.check(Placement((placed[0], placed[1], placed[2], placed[3], placed[4])))
    assert caught.value.rule == "CO-4"


def test_ge_3_foreign_moves_refused() -> None:
    for state in (playout(1)[0], playout(1)[-1]):
        for foreign in ("A:2d", None, 7, (0, 1, 2, 3, 4), ()):
            with pytest.raises(IllegalMove) as caught:
                state.check(foreign)
            assert caught.value.rule == "GE-3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "A",
        "A:",
        "A:Q",
        "A:qh",
        "a:Qh",
        "A:Qh B",
        "A Qh",
        "A:QhB:3d",
        "B:3d A:Qh",
        "A:Qh A:3d",
        "F:Qh",
        "A:10h",
        "A:??",
        "A: Qh",
        "A:Qh,B:3d",
        "A:Qh\tB:3d",
        "A:Qh\n",
        "AB:Qh",
        ":Qh",
        "A:Qh B:٣d",
        "A-Qh",
        "A:Qh E:9h E:9d",
    ],
)
def test_ge_3_unreadable(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        playout(1)[0].parse(text)
    assert caught.value.rule == "GE-3"


def test_ge_3_spaces_forgiven_and_form_unique() -> None:
    state = playout(1)[0]
    move = state.parse("  A:Qh   B:3d C:5c D:Ks  E:9h ")
    assert str(move) == "A:Qh B:3d C:5c D:Ks E:9h"
    assert str(state.parse("B:Th  E:2c")) == "B:Th E:2c"


def test_ge_4_placement_unknown_until_answered() -> None:
    for seed in range(4):
        states = playout(seed)
        for before, after in pairwise(states):
            if not before.hides_move:
                continue
            placer, other = before.to_play, after.to_play
            assert placer == 1 - before.dealer and other == before.dealer and not after.hides_move
            count = len(before.hands[placer])
            for viewer in (other, "public"):
                table = after.table(viewer)
                assert table["placed"][placer] == {HIDDEN: count}
                assert table["placed"][before.dealer] is None
                assert table["slots"] == before.table(viewer)["slots"]
                assert table["hands"][placer] == []
            shown = after.table(placer)["placed"][placer]
            assert shown == after.table(None)["placed"][placer]
            assert " ".join(f"{name}:{card}" for name, card in (shown or {}).items()) == str(after.placed)


# -- CO-5 to CO-8: deciding --------------------------------------------------------------------------------------------


def test_co_5_columns_decided_in_order_into_piles() -> None:
    state = ColumnsState.deal(
        deck("3c 5c Qc Jc 4c 9c 6s 6h 2h Kd", "Jd 9d 3d 7d Ts 8s 6d Th Kh 2s"), ColumnsOptions(), None
    )
    state = state.apply(state.parse("A:Jd B:3d C:Ts D:6d E:Kh"))
    after = state.apply(state.parse("A:9d B:7d C:8s D:Th E:2s"))
    table = after.table("public")
    # A: 3 and J beat 5 and 9; B: Q and 3 beat J and 7; C: 4 T beats 9 8; D: a pair of sixes; E: shared extremes, drawn
    assert table["captured"] == ["3c Jd 5c 9d Qc 3d Jc 7d 4c Ts 9c 8s 6s 6d 6h Th".split(), []]
    assert table["slots"][4] == [["2h", "Kh"], ["Kd", "2s"]]
    assert after.points == (16, 0)
    assert state.narrate(state.parse("A:9d B:7d C:8s D:Th E:2s"), after) == (
        "B places five too: A captures columns 1, 2 and 3 by high and low, column 4 by a pair; column 5 stays."
    )
    reasons = state.reasons(state.parse("A:9d B:7d C:8s D:Th E:2s"), after)
    assert [(each.of, each.rule) for each in reasons] == [
        ("A", "CO-7"),
        ("B", "CO-7"),
        ("C", "CO-7"),
        ("D", "CO-6"),
        ("E", "CO-7"),
    ]
    assert reasons[3].text == "A has the better set, a pair against no set"


@pytest.mark.parametrize(
    ("ours", "theirs", "aces", "text", "rule"),
    [
        (
            "3c 3d 3h",
            "Kc Kd Qc Qd",
            "lock",
            "A has the better set, three of a kind against two pairs",
            "CO-6",
        ),
        (
            "5c 5d Jc",
            "3c 3d Kc",
            "lock",
            ("sets of the same kind cancel each other, and B has both the highest and the lowest card"),
            "CO-7",
        ),
        (
            "3c 9c",
            "5c Jc",
            "lock",
            "nobody has a pair, and B has the highest card but A has the lowest",
            "CO-7",
        ),
        ("3c Jc", "3d 9c", "lock", "nobody has a pair, and both sides share the lowest rank", "CO-7"),
        (
            "3c Jc",
            "3d Jd",
            "lock",
            "nobody has a pair, and both sides share the highest and the lowest rank",
            "CO-7",
        ),
        (
            "Ac 2d",
            "9c 5d",
            "lock",
            "nobody has a pair, and in a column with an ace, high and low do not count",
            "CO-8",
        ),
        (
            "9c 5d",
            "Ac 2d",
            "swing",
            ("nobody has a pair, and B has both the highest and the lowest card, one of them an ace"),
            "CO-8",
        ),
        (
            "Ac 6d",
            "Ad 9c",
            "swing",
            "nobody has a pair, and with aces on both sides, high and low do not count",
            "CO-8",
        ),
        (
            "Ac 7d",
            "9c 5d",
            "swing",
            (
                "nobody has a pair, and A's ace stops B from having both the highest and the lowest card, "
                "and A does not have both either"
            ),
            "CO-8",
        ),
    ],
)
def test_co_5_why_a_column_is_captured_or_drawn(ours: str, theirs: str, aces: str, text: str, rule: str) -> None:
    assert why((cards(ours), cards(theirs)), aces, LETTERS) == (text, rule)


@pytest.mark.parametrize("aces", ["lock", "swing"])
@pytest.mark.parametrize(
    ("ours", "theirs", "brief"),
    [
        ("3c 3d", "2c Kd", "a pair"),
        ("3c 3d 3h 4c 4d", "Kc Kd Qc Qd", "three of a kind and a pair"),
        ("Kc 2d", "Qc 3d", "high and low"),
        ("Kc 3d", "Qc 2d", "one high, one low"),
        ("Kc 3d", "Kd 2d", "equal high cards"),
        ("Kc 2d", "Qd 2h", "equal low cards"),
        ("Kc 2d", "Kd 2h", "equal high and low cards"),
        ("Ac 7d", "9c 5d", "an ace needs a set"),
        ("Ac 6d", "Ad 9c", "an ace needs a set"),
        ("Ac 6d 6h", "Ad 9c 9h", "pairs cancel; an ace needs a set"),
        ("Qc Qd 5h", "Kc Kd 3h", "pairs cancel; high and low"),
        ("5c 5d Kh", "4c 4d Qh", "pairs cancel; one high, one low"),
        ("2c 5c 5d 5h", "2d 6c 6d 6h", "sets cancel; equal low cards"),
    ],
)
def test_co_5_what_decides_a_column_in_a_few_words(ours: str, theirs: str, brief: str, aces: str) -> None:
    assert in_brief((cards(ours), cards(theirs)), aces) == brief


def test_co_5_each_decided_column_has_its_reason_in_full_and_in_a_few_words() -> None:
    game = cw.new("columns", seed=3)
    game.play(game.legal_moves()[0]).play(game.legal_moves()[0])
    told = game.log("public")[-1]["why"]
    assert [one["of"] for one in told] == list("ABCDE")
    assert all(0 < len(one["brief"]) < len(one["text"]) for one in told)


@pytest.mark.parametrize(
    ("ours", "theirs", "captor"),
    [
        ("3c 3d", "2c Kd", 0),  # a set over high and low
        ("2c 2d", "Kc Kd", None),  # equal sets cancel, neither has both ends
        ("3c 3d Kc", "5c 5d Jc", 0),  # equal sets cancel, high and low decide, by cards of the set too
        ("3c 3d 9c", "5c 5d 4c", 0),  # by its highest plain card and its pair
        ("3c 3d 4c 4d", "Kc Kd 2c", 0),  # two pairs over a pair
        ("3c 3d 3h", "Kc Kd Qc Qd", 0),  # three over two pairs
        ("3c 3d 4c 4d 5c 5d", "Kc Kd Qc Qd 2c", 0),  # three pairs over two
        ("2c 2d 2h", "3c 3d 4c 4d 5c 5d", 0),
        ("3c 3d 3h 4c 4d", "Kc Kd Kh", 0),  # three and a pair over three
        ("3c 3d 3h 3s", "Kc Kd Kh Qc Qd", 0),  # four over three and a pair
        ("Ac Ad", "2c Kd", 0),  # a set takes aces and beats them
        ("2c 2d", "Ac Kd", 0),
    ],
)
def test_co_6_matched_sets(ours: str, theirs: str, captor: int | None) -> None:
    assert column(ours, theirs) == captor
    assert column(ours, theirs, "swing") == captor


def test_co_6_only_own_cards_make_sets() -> None:
    assert column("3c 9d", "3d 9h") is None
    assert column("3c Kd", "4d Kh") is None


@pytest.mark.parametrize(
    ("ours", "theirs", "captor"),
    [
        ("3c Jc", "5c 9c", 0),
        ("Qc 3c", "Jc 7c", 0),
        ("3c 9c", "5c Jc", None),
        ("3c Jc", "3d 9c", None),
        ("3c Jc", "5c Jd", None),
        ("5c", "7c", None),
        ("4c 2c Kc", "5c 6c", 0),
        ("4c 9c", "5c", 0),
        ("4c", "3c 9c", 1),
    ],
)
def test_co_7_high_and_low(ours: str, theirs: str, captor: int | None) -> None:
    assert column(ours, theirs) == captor
    assert column(ours, theirs, "swing") == captor


@pytest.mark.parametrize(
    ("ours", "theirs", "lock", "swing"),
    [
        ("Ac 2d", "9c 5d", None, 0),  # ace high, two low
        ("Ac Kd", "9c 5d", None, 0),  # ace low, king high
        ("Ac 7d", "9c 5d", None, None),  # the ace gives one end only
        ("Ac 9d", "9c 5d", None, None),  # the other end is shared
        ("Ac Ad", "2c 2d", None, None),  # the source's example
        ("Ac Ad 3c", "5c 5d Kc", None, 0),  # sets cancel, aces high, three low
        ("Ac Ad Kc", "5c 5d 2c", None, 0),
        ("Ac 6d", "Ad 9c", None, None),  # who holds an ace is not beaten by high and low
        ("Ac", "9c 5d", None, None),
        ("Ac 5d", "2c Kd", None, None),  # an ace protects: 2 and K do not take it
    ],
)
def test_co_8_aces(ours: str, theirs: str, lock: int | None, swing: int | None) -> None:
    assert column(ours, theirs, "lock") == lock
    assert column(ours, theirs, "swing") == swing


@settings(max_examples=300, deadline=None)
@given(st.permutations(range(52)), st.integers(1, 5), st.integers(1, 5), st.sampled_from(["lock", "swing"]))
def test_co_6_to_co_8_against_a_plain_reading(order: list[int], ours: int, theirs: int, aces: str) -> None:
    """The rules written down once more, slowly, with every way to count the aces tried."""
    sides = [[card % 13 for card in order[:ours]], [card % 13 for card in order[ours : ours + theirs]]]
    sets = [sorted((count for count in Counter(side).values() if count > 1), reverse=True) for side in sides]
    if sets[0] != sets[1]:
        expected = 0 if sets[0] > sets[1] else 1
    else:
        expected = None
        for seat in (0, 1):
            own, other = sides[seat], sides[1 - seat]
            if 12 in other or (12 in own and aces == "lock"):
                continue
            for ace in (12, -1):
                ranks = [ace if rank == 12 else rank for rank in own]
                if max(ranks) > max(other) and min(ranks) < min(other):
                    expected = seat
    there = (tuple(order[:ours]), tuple(order[ours : ours + theirs]))
    assert winner(there, aces) == expected


# -- CO-9: the end -----------------------------------------------------------------------------------------------------


def test_co_9_ends_with_the_deck_and_more_cards_win() -> None:
    results: Counter[tuple[int, ...]] = Counter()
    for seed in range(300):
        states = playout(seed)
        end = states[-1]
        assert all(state.returns is None for state in states[:-1])
        assert len(states) <= 13
        assert end.left == () and end.placed is None and end.hands == ((), ())
        undecided = sum(len(side) for there in end.slots if there for side in there)
        assert sum(end.points) + undecided == 52
        ours, theirs = end.points
        assert end.returns == [(ours > theirs) - (ours < theirs), (theirs > ours) - (theirs < ours)]
        results[tuple(end.returns)] += 1
    assert len(results) == 3


def test_co_9_moves_refused_when_over() -> None:
    state = playout(5)[-1]
    with pytest.raises(IllegalMove, match="the game is over") as caught:
        state.check(state.parse("A:Qh"))
    assert caught.value.rule == "CO-9"
    assert state.bearing(state.parse("A:Qh")) == ("CO-9",)


# -- what holds for every state ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_legal_equals_check_and_parse_inverts_print(seed: int) -> None:
    rng = Random(seed)
    for state in playout(seed):
        legal = state.legal_moves()
        every = set(legal)
        for move in [*legal, *(random_placement(state, rng) for _ in range(60))]:
            assert isinstance(move, Placement)
            rule = refusal(state, move)
            assert rule in (None, "CO-4", "CO-9")
            assert (rule is None) == (move in legal) == (move in every)
            if move.played():
                assert state.parse(str(move)) == move
            assert set(state.bearing(move)) <= {*RULES, "GE-4"}


def refusal(state: ColumnsState, move: Placement) -> str | None:
    """The rule that refuses a move, None when it is legal."""
    try:
        state.check(move)
    except IllegalMove as refused:
        return refused.rule
    return None


def random_placement(state: ColumnsState, rng: Random) -> Placement:
    """Any placement, mostly close to a legal one."""
    hand = state.hands[state.to_play or 0]
    pool = [NO_CARD, *hand, *hand, rng.randrange(52)]
    a, b, c, d, e = (rng.choice(pool) for _ in range(5))
    return Placement((a, b, c, d, e))


def test_placements_are_a_sequence() -> None:
    state = next(short(4, 5))
    moves = state.legal_moves()
    assert isinstance(moves, Placements)
    listed = list(moves)
    assert [moves[i] for i in range(len(moves))] == listed
    assert list(reversed(moves)) == listed[::-1] and moves[-1] == listed[-1]
    assert moves[2:5] == tuple(listed[2:5]) and moves.index(listed[7]) == 7 and moves.count(listed[3]) == 1
    assert moves == state.legal_moves() and hash(moves) == hash(state.legal_moves())
    assert moves != playout(0)[0].legal_moves() and moves != listed
    text: object = "A:Qh"
    assert text not in moves and Placement((NO_CARD,) * 5) not in moves
    with pytest.raises(IndexError):
        moves[len(moves)]


@pytest.mark.parametrize("seed", range(40))
def test_cards_conserved_and_table_read_back(seed: int) -> None:
    options = OPTION_SETS[seed % 4]
    for state in playout(seed):
        table = state.table(None)
        everywhere = [card for there in table["slots"] if there for side in there for card in side]
        everywhere += [card for cards in table["hands"] + table["captured"] for card in cards] + table["left"]
        everywhere += [str(card) for placed in table["placed"] if placed for card in placed.values()]
        assert sorted(everywhere) == sorted(FRENCH.text)
        again = ColumnsState.from_table(table, state.rest(), options)
        assert again == state and hash(again) == hash(state)


@pytest.mark.parametrize("seed", range(24))
def test_views_hide_what_a_seat_cannot_know(seed: int) -> None:
    rng = Random(seed)
    for state in playout(seed):
        for viewer in (0, 1, "public"):
            other = state.determinize(viewer, rng)
            assert other.table(viewer) == state.table(viewer)
            if state.to_play == viewer:
                assert other.legal_moves() == state.legal_moves()
            assert ColumnsState.from_table(other.table(None), other.rest(), other.options) == other
            hidden = {FRENCH.text[card] for seat in (0, 1) if seat != viewer for card in state.hands[seat]}
            hidden |= set(FRENCH.texts(state.left))
            if state.placed is not None and 1 - state.dealer != viewer:
                hidden |= set(FRENCH.texts(state.placed.played()))
            assert not hidden & set(words(state.table(viewer)))


def words(value: Any) -> Iterator[str]:
    """Every text in a JSON-like value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from words(item)
    elif isinstance(value, list):
        for item in value:
            yield from words(item)


def test_bearing_tells_nothing_hidden() -> None:
    rng = Random(1)
    for seed in range(12):
        for state in playout(seed)[:-1]:
            other = state.determinize(state.to_play or 0, rng)
            for move in state.legal_moves()[:20]:
                assert state.bearing(move) == other.bearing(move)


def test_narration_of_a_hidden_placement_names_no_card() -> None:
    for seed in range(8):
        states = playout(seed)
        for before, after in pairwise(states):
            if before.hides_move:
                assert after.placed is not None
                count = ("one", "two", "three", "four", "five")[len(after.placed.played()) - 1]
                assert before.narrate(after.placed, after) == (
                    f"{'AB'[1 - before.dealer]} places {count} hidden {'card' if count == 'one' else 'cards'}."
                )


# -- determinize -------------------------------------------------------------------------------------------------------


def test_determinize_knows_the_last_cards() -> None:
    """With nothing left to deal the other's hand is known; an unshown placement only leaves open what lies where."""
    rng = Random(2)
    state = next(short(3, 5))
    assert state.left == ()
    for seat in (0, 1):
        assert state.determinize(seat, rng) == state
    placed = state.apply(state.legal_moves()[0])
    assert placed.determinize(1 - placed.dealer, rng) == placed
    seen = Counter(placed.determinize(placed.dealer, rng).placed for _ in range(6000))
    assert set(seen) == set(state.legal_moves())
    expected = 6000 / 60
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 59 + 5 * (2 * 59) ** 0.5


def test_determinize_uniform_over_hands_and_left() -> None:
    """Before the last full round with few cards left: each set of cards in the other hand as likely."""
    state = next(
        state
        for seed in range(500)
        for state in playout(seed)
        if state.hides_move and len(state.left) == 2 and len(state.hands[0]) == 5
    )
    seat = 1 - state.dealer
    rng = Random(3)
    seen = Counter(
        (world.hands[state.dealer], world.left) for world in (state.determinize(seat, rng) for _ in range(8400))
    )
    pool = {*state.hands[state.dealer], *state.left}
    every = {(tuple(sorted(pool - set(left))), left) for left in permutations(pool, 2)}
    assert set(seen) == every and len(every) == 42
    expected = 8400 / 42
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 41 + 5 * (2 * 41) ** 0.5


def test_determinize_depends_on_the_view_alone() -> None:
    for state in playout(9):
        for viewer in (0, 1, "public"):
            other = state.determinize(viewer, Random(4))
            again = other.determinize(viewer, Random(5))
            assert again == state.determinize(viewer, Random(5))


# -- reading a table back ----------------------------------------------------------------------------------------------


def _set(table: Any, path: str, value: Any) -> None:
    """Put a value into a table at a dotted path."""
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in way:
        table = table[key]
    table[last] = value


PLACED = next(state for state in playout(0, OPTION_SETS[2]) if state.placed is not None and state.points != (0, 0))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("slots", None, "table.slots"),
        ("slots", [], "table.slots"),
        ("slots.0", [["2c"]], "table.slots[0]"),
        ("slots.0", 3.5, "table.slots[0]"),
        ("slots.0.0", [], "table.slots[0][0]"),
        ("slots.0.0.0", "2C", "table.slots[0][0][0]"),
        ("slots.0.0.0", ["2c"], "table.slots[0][0][0]"),
        ("slots.0.0.0", None, "table.slots[0][0][0]"),
        ("placed", {}, "table.placed"),
        ("placed.0", [], "table.placed[0]"),
        ("placed.0", {"??": 5}, "table.placed[0]"),
        ("placed.0", {}, "table.placed[0]"),
        ("placed.0", {7: "2c"}, "table.placed[0]"),
        ("placed.1", {"A": "2c"}, "table.placed[1]"),
        ("placed.0.A", "??", "table.placed[0].A"),
        ("hands", [[]], "table.hands"),
        ("hands.1.0", "??", "table.hands[1][0]"),
        ("hands.0", "2c", "table.hands[0]"),
        ("captured", None, "table.captured"),
        ("captured.0", {"2c": 1}, "table.captured[0]"),
        ("left", ["2c"] * 53, "table.left"),
        ("left.0", float("nan"), "table.left[0]"),
        ("left", 4, "table.left"),
        ("left.0", True, "table.left[0]"),
    ],
)
def test_from_table_refuses_wrong_shapes(path: str, value: Any, where: str) -> None:
    table: Any = copy.deepcopy(PLACED.table(None))
    _set(table, path, value)
    with pytest.raises(RecordError) as caught:
        ColumnsState.from_table(table, PLACED.rest(), PLACED.options)
    assert caught.value.where == where


def refused(table: Any, rest: Any, state: ColumnsState) -> RecordError:
    with pytest.raises(RecordError) as caught:
        ColumnsState.from_table(table, rest, state.options)
    return caught.value


def test_from_table_refuses_other_keys_and_rests() -> None:
    table: Any = PLACED.table(None)
    nested: Any = []
    for _ in range(5000):
        nested = [nested]
    wrongs: list[Any] = [
        None,
        [],
        "x",
        4,
        nested,
        {**table, "more": 1},
        {key: table[key] for key in table if key != "left"},
    ]
    for wrong in wrongs:
        assert refused(wrong, PLACED.rest(), PLACED).where == "table"
    assert refused({**table, "slots": nested}, PLACED.rest(), PLACED).where == "table.slots"
    assert refused({**table, "left": nested}, PLACED.rest(), PLACED).where == "table.left[0]"
    rests: list[Any] = [None, {}, [], {"dealer": 1, "x": 2}]
    for rest in rests:
        assert refused(table, rest, PLACED).where == "rest"
    for dealer in (True, 2, "1", None, 1.0, nested):
        assert refused(table, {"dealer": dealer}, PLACED).where == "rest.dealer"


def test_from_table_refuses_cards_twice_or_missing() -> None:
    table: Any = PLACED.table(None)
    table["left"][0] = table["left"][1]
    assert "stands at table.left[0] already" in refused(table, PLACED.rest(), PLACED).reason
    table = PLACED.table(None)
    gone = table["left"].pop()
    assert gone in refused(table, PLACED.rest(), PLACED).reason


def test_from_table_refuses_what_no_game_reaches() -> None:
    start = playout(3)[0]
    table: Any = start.table(None)
    table["left"].append(table["hands"][0].pop())
    assert refused(table, start.rest(), start).where == "table.hands"

    table = start.table(None)
    table["left"] += [table["hands"][0].pop(), table["hands"][1].pop()]
    assert refused(table, start.rest(), start).where == "table"

    table = start.table(None)  # cards captured before any round was played
    table["captured"][0] = table["left"][:4]
    del table["left"][:4]
    assert refused(table, start.rest(), start).where == "table"

    table = PLACED.table(None)
    table["hands"][0] = [table["placed"][0].pop("A")]
    assert refused(table, PLACED.rest(), PLACED).where == "table.hands[0]"

    deal = deck("3c 5c 4c 6c Qc Jc Kc Kd 2h Kh", "3d 9d 4d 6d 6h 8h Jd Qs 2d Ks")
    state = ColumnsState.deal(deal, ColumnsOptions(), None)
    state = state.apply(state.parse("A:4d B:3d C:6h D:Jd E:2d"))
    after = state.apply(state.parse("A:6d B:Ks C:8h D:Qs E:9d"))
    kept = next(slot for slot, there in enumerate(after.slots) if there and len(there[0]) == 2)
    table = after.table(None)  # a column that somebody would have captured
    swap(table, after, kept)
    error = refused(table, after.rest(), after)
    assert error.where == f"table.slots[{kept}]" and "would have captured" in error.reason


def swap(table: Any, state: ColumnsState, slot: int) -> None:
    """Give a drawn column a pair on one side, taking it from the cards left, and put its own cards there."""
    there = state.slots[slot]
    assert there is not None
    own = FRENCH.texts(there[0] + there[1])
    left = list(table["left"])
    high = next((a, b) for a in left for b in left if a < b and a[0] == b[0])
    others = [card for card in left if card not in high]
    low, top = next((a, b) for a in others for b in others if a[0] != b[0])
    table["slots"][slot] = [list(high), [low, top]]
    table["left"] = [card for card in left if card not in (*high, low, top)] + own


def test_from_table_refuses_captures_that_were_none() -> None:
    """Two cards of a pile changed round so that the column they came from would have been drawn."""
    state = ColumnsState.deal(
        deck("3c 5c 4c 6c Qc Jc Kc Kd 2h Kh", "Jd 9d 4d 6d 6h 8h 3d Qs 2d Ks"), ColumnsOptions(), None
    )
    state = state.apply(state.parse("A:Jd B:2d C:3d D:4d E:6h"))
    after = state.apply(state.parse("A:9d B:6d C:8h D:Qs E:Ks"))
    table: Any = after.table(None)
    assert table["captured"][0][:4] == ["3c", "Jd", "5c", "9d"]
    table["captured"][0][1], table["captured"][0][3] = "9d", "Jd"
    assert "no sequence of rounds" in refused(table, after.rest(), after).reason


# -- words, options, the game's facts ----------------------------------------------------------------------------------


def test_options() -> None:
    assert ColumnsOptions.of({}) == ColumnsOptions(dealer=1, aces="lock")
    assert ColumnsOptions.of({"dealer": 0, "aces": "swing"}).aces == "swing"
    for wrong in ({"dealer": 2}, {"dealer": True}, {"aces": "high"}, {"target": 5}):
        with pytest.raises(UnknownOption):
            ColumnsOptions.of(wrong)


def test_rules_are_complete() -> None:
    assert list(RULES) == [f"CO-{number}" for number in range(1, 10)]


def test_ge_8_no_matches() -> None:
    assert GAME.match_refused(ColumnsOptions()) is not None
    assert GAME.opener == "dealer"


def test_set_names() -> None:
    assert set_name((2,)) == "a pair"
    assert set_name((2, 2)) == "two pairs"
    assert set_name((3, 2)) == "three of a kind and a pair"
    assert set_name((4, 2, 2)) == "four of a kind and two pairs"


def test_drawn_as_text() -> None:
    state = ColumnsState.deal(REFUSED, ColumnsOptions(), None)
    assert draw(state.table(0)).splitlines() == [
        "column      1    2    3    4    5",
        "seat B      3c   5c   7c   9c   Jc",
        "seat A      2c   4c   6c   8c   Tc",
        "hand A      2d 4d 6d 8d Td",
        "hand B      ?? ?? ?? ?? ??",
        "captured A  none",
        "captured B  none",
        "left        32",
    ]
    placed = state.apply(state.legal_moves()[0])
    assert "placed A    5 hidden" in draw(placed.table(1))
    assert "placed A    1:2d 2:4d 3:6d 4:8d 5:Td" in draw(placed.table(None))


def test_moves_do_not_equal_plain_values() -> None:
    move: object = Placement((0, 1, 2, 3, 4))
    assert move not in [(0, 1, 2, 3, 4), "A:2c B:3c C:4c D:5c E:6c"]
    assert move == Placement((0, 1, 2, 3, 4)) and hash(move) == hash(Placement((0, 1, 2, 3, 4)))
