"""Kommando, rule by rule (docs/rules.md, KO-1 to KO-11)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.errors import IllegalDeal, RecordError
from capture_widgets.engine.cards import KOMMANDO
from capture_widgets.games.kommando import GAME, Attack, Defence, KommandoOptions, KommandoState
from tests.cases import dealt, random_move


def legal(state: KommandoState) -> list[str]:
    return sorted(map(str, state.legal_moves()))


def play(state: KommandoState, *moves: str) -> KommandoState:
    for text in moves:
        move = state.parse(text)
        state.check(move)
        state = state.apply(move)
    return state


def step(state: KommandoState, end: str) -> KommandoState:
    """One whole fight at an end, with the first legal cards."""
    attack = next(text for text in legal(state) if text[0] == end)
    state = play(state, attack)
    return play(state, legal(state)[0])


def refused(state: KommandoState, text: str) -> cw.IllegalMove:
    with pytest.raises(cw.IllegalMove) as caught:
        state.check(state.parse(text))
    return caught.value


ALL = KOMMANDO.text
REDS = [f"{value}r" for value in range(1, 11)]
YELLOWS = [f"{value}y" for value in range(1, 11)]
BLUES = [f"{value}b" for value in range(1, 11)]


def setup(row: list[str], a: list[str], b: list[str], **options: Any) -> KommandoState:
    """A hand with these ten cards in the row and in hands; seat A attacks first."""
    assert sorted([*row, *a, *b]) == sorted(ALL)
    cards = [KOMMANDO.card(text) for text in [*a, *b, *row]]
    return KommandoState.deal(cards, KommandoOptions.of(options), 1)


# A holds red only, B yellow, the row is blue: every colour rule can be met from here.
MONO = setup(BLUES, REDS, YELLOWS)


def test_ko_1_deal_gives_the_non_dealer_the_first_ten() -> None:
    late = cw.new("kommando", deal=[*REDS, *YELLOWS, *BLUES]).dump()["table"]
    assert late["hands"] == [REDS, YELLOWS]
    assert [entry["card"] for entry in late["row"]] == BLUES
    early = cw.new("kommando", deal=[*REDS, *YELLOWS, *BLUES], dealer=0).dump()["table"]
    assert early["hands"] == [YELLOWS, REDS]


def test_ko_2_fourth_cards_from_both_ends_lie_face_down() -> None:
    for viewer in (0, 1, "public"):
        cards = [entry["card"] for entry in MONO.table(viewer)["row"]]
        assert [i for i, card in enumerate(cards) if card == "??"] == [3, 6]
    assert "??" not in [entry["card"] for entry in MONO.table(None)["row"]]


def test_ko_3_a_hand_without_8_9_10_is_refused_when_dealt_explicitly() -> None:
    low = [card for card in ALL if int(card[:-1]) < 8]
    high = [card for card in ALL if int(card[:-1]) >= 8]
    with pytest.raises(IllegalDeal) as caught:
        cw.new("kommando", deal=[*low[:10], *high, *low[10:]])
    assert caught.value.rule == "KO-3"
    one_high = [*low[:9], high[0], *low[9:18], high[1], *low[18:], *high[2:]]
    assert cw.new("kommando", deal=one_high).ply == 0


def test_ko_3_seeded_deals_are_dealt_again() -> None:
    for seed in range(300):
        hands = cw.new("kommando", seed=seed).dump()["table"]["hands"]
        assert all(any(int(card[:-1]) >= 8 for card in hand) for hand in hands)


def test_ko_4_non_dealer_attacks_one_of_the_two_ends() -> None:
    assert MONO.to_play == 0
    assert {text[:2] for text in legal(MONO)} == {"L:", "R:"}
    assert legal(MONO) == sorted([f"{end}:{card}" for end in "LR" for card in REDS])
    assert refused(MONO, "L:5y").rule == "KO-4"
    assert "you do not hold the yellow 5" in refused(MONO, "L:5y").reason
    assert refused(MONO, "5r").rule == "KO-4"
    after = play(MONO, "R:5r", "2y")
    assert after.table(0)["row"][9]["attack"] == [0, "5r"]


def test_ko_4_last_row_card_is_named_left() -> None:
    state = MONO
    for _ in range(9):
        state = step(state, "L")
    assert len(state.legal_moves()) == 1
    assert legal(state)[0].startswith("L:")
    error = refused(state, "R" + legal(state)[0][1:])
    assert error.rule == "KO-4"
    assert "only one card" in error.reason


SPLIT = setup(
    ["1r", "2r", "3r", "4r", "5r", "6r", "7b", "8b", "9b", "10b"],
    ["7r", "8r", "9r", "10r", "1y", "2y", "3y", "4y", "5y", "6y"],
    ["7y", "8y", "9y", "10y", "1b", "2b", "3b", "4b", "5b", "6b"],
)
"""A red card at the left end, a blue one at the right; A holds red and yellow, B yellow and blue."""


def test_ko_5_attack_must_differ_in_colour() -> None:
    moves = legal(SPLIT)
    assert "L:7r" not in moves
    assert {"L:1y", "R:7r", "R:1y"} <= set(moves)
    error = refused(SPLIT, "L:7r")
    assert error.rule == "KO-5"
    assert error.reason == "a red 7 cannot attack a red 1, which has the same colour, while you hold another colour"


def one_colour_facing(left: str, right: str, no_choice: str) -> KommandoState:
    """A holds eight red cards and nothing else; the ends of the row show the colours given, r or b."""
    pool = {"r": ["1r", "2r"], "b": list(BLUES)}
    first, last = pool[left].pop(), pool[right].pop()
    rest = [*pool["r"], *pool["b"], *YELLOWS]
    state = setup([first, *rest[:8], last], [*REDS[2:], *rest[8:10]], rest[10:], no_choice=no_choice)
    red = sum(1 << KOMMANDO.card(card) for card in REDS[2:])
    return state.holding((red, state.hands[1]))


def test_ko_5_own_colour_at_one_end_and_another_at_the_other() -> None:
    both = one_colour_facing("r", "b", "both ends")
    assert {text[0] for text in legal(both)} == {"R"}
    error = refused(both, "L:5r")
    assert error.rule == "KO-5"
    assert error.reason.endswith("while you can attack the other end")
    chosen = one_colour_facing("r", "b", "chosen end")
    assert {text[0] for text in legal(chosen)} == {"L", "R"}


def test_ko_5_own_colour_at_both_ends_leaves_no_choice() -> None:
    for option in ("both ends", "chosen end"):
        state = one_colour_facing("r", "r", option)
        assert legal(state) == sorted(f"{end}:{card}" for end in "LR" for card in REDS[2:])


def test_ko_5_a_face_down_end_may_be_attacked_in_any_colour() -> None:
    state = SPLIT
    while state.ends()[0] < 3:
        state = step(state, "L")
    assert state.attacker is not None
    hand = state.table(None)["hands"][state.attacker]
    assert {f"L:{card}" for card in hand} <= set(legal(state))


def test_ko_6_defence_in_a_colour_not_used() -> None:
    state = play(SPLIT, "L:1y")  # red row card, yellow attack: blue is missing
    assert legal(state) == sorted(["1b", "2b", "3b", "4b", "5b", "6b"])
    error = refused(state, "7y")
    assert error.rule == "KO-6"
    assert "while you hold blue" in error.reason
    assert "yellow and red are used" in error.reason


def test_ko_6_missing_colour() -> None:
    state = play(MONO, "L:5r")  # blue row card, red attack: yellow is missing, and B holds only yellow
    assert legal(state) == sorted(YELLOWS)
    void = state.holding((state.hands[0], sum(1 << KOMMANDO.card(card) for card in ["1r", "2b"])))
    assert legal(void) == ["1r", "2b"]
    assert refused(void, "L:1r").rule == "KO-6"
    assert refused(void, "3y").rule == "KO-6"


def test_ko_6_after_an_attack_in_the_row_cards_own_colour_two_colours_are_open() -> None:
    state = one_colour_facing("r", "r", "both ends")
    state = state.holding((state.hands[0], sum(1 << KOMMANDO.card(card) for card in ["1y", "2b", "2r"])))
    assert legal(play(state, "L:5r")) == ["1y", "2b"]


def test_ko_6_a_face_down_target_leaves_two_colours_else_the_same() -> None:
    state = SPLIT
    while state.ends()[0] < 3:
        state = step(state, "L")
    attack = next(text for text in legal(state) if text[0] == "L")
    state = play(state, attack)
    colour = attack[-1]
    defender = state.to_play
    assert defender is not None
    open_colours = {text[-1] for text in legal(state)}
    held = {text[-1] for text in state.table(None)["hands"][defender]}
    assert open_colours == (held - {colour} or held)
    only_same = sum(1 << c for c in range(30) if KOMMANDO.text[c][-1] == colour and state.hands[defender] >> c & 1)
    if only_same:
        hands = (only_same, state.hands[1]) if defender == 0 else (state.hands[0], only_same)
        assert {text[-1] for text in legal(state.holding(hands))} == {colour}


def test_ko_7_higher_laid_card_wins_whatever_the_row_card() -> None:
    state = play(SPLIT, "R:7r", "7y")  # the 10 of the row is higher than both, and they tie
    assert state.points == (0, 0)
    assert state.table(0)["row"][9]["winner"] is None
    state = play(SPLIT, "R:10r", "7y")
    assert state.points == (10, 0)
    assert state.table(0)["row"][9]["winner"] == 0
    state = play(SPLIT, "L:1y", "2b")
    assert state.points == (0, 1)


def test_ko_8_face_down_card_is_turned_up_after_its_fight() -> None:
    state = SPLIT
    while state.ends()[0] < 3:
        state = step(state, "L")
    attack = next(text for text in legal(state) if text[0] == "L")
    during = play(state, attack)
    assert during.table("public")["row"][3]["card"] == "??"
    assert play(during, legal(during)[0]).table("public")["row"][3]["card"] == "4r"


def test_ko_9_loser_attacks_next_and_after_a_tie_the_same() -> None:
    assert play(SPLIT, "R:10r", "7y").to_play == 1
    assert play(SPLIT, "L:1y", "2b").to_play == 0
    assert play(SPLIT, "R:7r", "7y").to_play == 0


def test_ko_10_ten_fights_end_the_hand_and_values_count() -> None:
    for seed in range(30):
        rng = Random(seed)
        state: Any = dealt("kommando", {}, seed)
        plies = 0
        while state.to_play is not None:
            state = state.apply(random_move(state, rng))
            plies += 1
        assert plies == 20
        table = state.table("public")
        won = [sum(int(e["card"][:-1]) for e in table["row"] if e["winner"] == seat) for seat in (0, 1)]
        assert list(state.points) == won
        sign = (won[0] > won[1]) - (won[0] < won[1])
        assert state.returns == [sign, -sign]
        error = refused(state, "L:7b")
        assert error.rule == "KO-10"


def test_ko_11_match_ends_above_the_target_and_the_deal_alternates() -> None:
    over = GAME.match_over
    options = KommandoOptions.of({})
    assert not over([100, 20], options)
    assert over([101, 20], options)
    assert not over([101, 101], options)
    game = cw.new("kommando", seed=3, match=True, target=60, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    record = game.record()
    assert [entry["dealer"] for entry in record["rounds"]] == [(1 + i) % 2 for i in range(len(record["rounds"]))]
    results = [entry["result"] for entry in record["rounds"]]
    totals = [sum(result["points"][seat] for result in results if result) for seat in (0, 1)]
    assert game.points == totals
    assert max(totals) > 60
    assert game.returns == ([1, -1] if totals[0] > totals[1] else [-1, 1])
    with pytest.raises(cw.IllegalMove) as caught:
        game.play("L:7b")
    assert caught.value.rule in ("GE-8", "KO-10")


def test_ge_3_notation_is_exact_but_for_spaces() -> None:
    assert MONO.parse("  L:7b ") == Attack(0, KOMMANDO.card("7b"))
    assert MONO.parse("10y") == Defence(KOMMANDO.card("10y"))
    for text in ("", "l:7b", "L: 7b", "L7b", "X:7b", "7B", "11r", "0r", "L:7b L:7b", "7b\n", "L:", "٧b"):
        with pytest.raises(cw.IllegalMove) as caught:
            MONO.parse(text)
        assert caught.value.rule == "GE-3"
    with pytest.raises(cw.IllegalMove) as caught:
        MONO.check("L:7r")
    assert caught.value.rule == "GE-3"


def test_check_and_legal_moves_agree_on_every_move_that_can_be_written() -> None:
    every = [f"{end}{card}" for end in ("L:", "R:", "") for card in ALL]
    for seed in range(12):
        rng = Random(seed)
        state: Any = dealt("kommando", {"no_choice": "chosen end" if seed % 2 else "both ends"}, seed)
        while state.to_play is not None:
            allowed = set(legal(state))
            for text in every:
                move = state.parse(text)
                if text in allowed:
                    state.check(move)
                else:
                    assert refused(state, text).rule in GAME.rules
            state = state.apply(random_move(state, rng))


def test_from_table_refuses_what_cannot_be() -> None:
    state = play(SPLIT, "R:10r", "7y")
    good = json.loads(json.dumps(state.table(None)))
    assert KommandoState.from_table(good, {}, KommandoOptions.of({})) == state

    def damaged(change: Any) -> RecordError:
        table = json.loads(json.dumps(good))
        change(table)
        with pytest.raises(RecordError) as caught:
            KommandoState.from_table(table, {}, KommandoOptions.of({}))
        return caught.value

    assert damaged(lambda t: t["row"][0].update(card="7b")).where == "table.row[6].card"
    assert damaged(lambda t: t["row"][9].update(winner=1)).where == "table.row[9].winner"
    assert damaged(lambda t: t["row"][9].update(winner=False)).where == "table.row[9].winner"
    assert damaged(lambda t: t.update(attacker=0)).where == "table"
    assert damaged(lambda t: t["hands"][0].pop()).where == "table"
    assert damaged(lambda t: t.update(row=None)).where == "table.row"
    assert damaged(lambda t: t["row"].__setitem__(2, [])).where == "table.row[2]"
    assert damaged(lambda t: t["row"][4].update(attack=[0, "1y"])).where == "table.hands[0][3]"
    assert damaged(lambda t: t["row"][9].update(attack=[0, ["10r"]])).where == "table.row[9].attack[1]"
    with pytest.raises(RecordError):
        KommandoState.from_table(good, {"more": 1}, KommandoOptions.of({}))


def worlds(state: KommandoState, seat: Any) -> set[KommandoState]:
    """Every arrangement of the unknown cards that a viewer cannot tell apart, by replaying the hand on each."""
    low, high = state.ends()
    down = [place for place in (3, 6) if low <= place <= high]
    unknown = [other for other in (0, 1) if other != seat]
    cards = [state.row[place] for place in down]
    sizes = []
    for other in unknown:
        held = [c for c in range(30) if state.hands[other] >> c & 1]
        cards += held
        sizes.append(len(held))
    found = set()
    for order in permutations(cards):
        row = list(state.row)
        for place, card in zip(down, order, strict=False):
            row[place] = card
        hands = list(state.hands)
        start = len(down)
        for other, size in zip(unknown, sizes, strict=True):
            hands[other] = sum(1 << card for card in order[start : start + size])
            start += size
        world = state._replace(row=tuple(row)).holding((hands[0], hands[1]))
        try:
            again = KommandoState.from_table(json.loads(json.dumps(world.table(None))), {}, state.options)
        except RecordError:
            continue
        assert again == world
        found.add(world)
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seat", [0, 1, "public"])
def test_determinize_draws_every_consistent_world_equally(seed: int, seat: Any) -> None:
    rng = Random(seed)
    state: Any = dealt("kommando", {}, seed)
    while sum(hand.bit_count() for hand in state.hands) > (5 if seat == "public" else 7):
        state = state.apply(random_move(state, rng))
    expected = worlds(state, seat)
    draws = 60 * len(expected)
    counts = Counter(state.determinize(seat, rng) for _ in range(draws))
    assert set(counts) == expected
    assert all(25 < count < 110 for count in counts.values())


def test_determinize_respects_voids() -> None:
    state = play(MONO, "L:5r")
    mixed = state.holding((state.hands[0], sum(1 << KOMMANDO.card(card) for card in ["1r", "1b"])))
    assert play(mixed, "1r").voids() == (0, sum(1 << KOMMANDO.card(card) for card in YELLOWS))
    assert play(MONO, "L:5r", "1y").voids() == (0, 0)
    own = one_colour_facing("r", "r", "both ends")
    assert own.apply(own.parse("L:5r")).voids()[0] == sum(1 << KOMMANDO.card(card) for card in [*YELLOWS, *BLUES])
