"""4X Solitaire, rule by rule (FX-1 to FX-11), its positions, refusals and properties."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, UnknownOption
from capture_widgets.engine.cards import FRENCH
from capture_widgets.games.fourx import GAME, MOVES, RANK, SPACES, Explore, FourXOptions, FourXState, card_name, draw
from tests.thorough import little_or_much

PLAIN = FourXOptions()
TECH = FourXOptions(tech=True)
OPTIONS = [
    FourXOptions(explorers, conquered_serve, tech)
    for explorers, conquered_serve, tech in product(("court", "any"), (False, True), (False, True))
]


def cards(texts: str) -> tuple[int, ...]:
    return tuple(FRENCH.card(text) for text in texts.split())


def space(name: str) -> int:
    return SPACES.index(name)


def position(
    up: str,
    arsenal: str = "Ac Ad Ah",
    *,
    own: str = "d",
    gone: str = "",
    piles: Sequence[str] = ("", "", ""),
    conquered: str = "",
    tech: str | None = None,
    used: bool = False,
    taken: str | None = None,
    turns: int | None = None,
    options: FourXOptions = PLAIN,
) -> FourXState:
    """A position with cards face up as in ``Kd:d4 6d:c3``, the others face down as they come.

    The spaces in ``gone`` are vacated; their cards must be in the piles, conquered or taken. Turns are 60
    unless the king has been alone. Checked by `from_table`.
    """
    placed = {space(name): FRENCH.card(card) for card, name in (entry.split(":") for entry in up.split())}
    piled = tuple((*cards(under), top) for under, top in zip(piles, cards(arsenal), strict=True))
    aside = [card for pile in piled for card in pile] + [FRENCH.card(f"K{suit}") for suit in conquered]
    aside += [FRENCH.card(text) for text in (tech, taken) if text]
    hidden = [card for card in range(52) if card not in placed.values() and card not in aside]
    on_map = bytearray([255]) * 49
    down = 0
    for place in range(49 - options.tech):
        if place in placed:
            on_map[place] = placed[place]
        elif SPACES[place] not in gone.split():
            on_map[place] = hidden.pop(0)
            down |= 1 << place
    assert not hidden
    if turns is None:
        alone = not gone and sum(text[1] in own + conquered for text in up.split()) == 1
        turns = 60 if not alone else int(len(placed) > 1)
    state = FourXState.from_parts(
        options,
        FRENCH.suits.index(own),
        tuple(FRENCH.suits.index(suit) for suit in conquered),
        piled,
        None,
        None if tech is None else FRENCH.card(tech),
        None if taken is None else FRENCH.card(taken),
        turns,
        0,
        bytes(on_map),
        down,
        used=used,
    )
    assert FourXState.from_table(state.table(None), state.rest(), options) == state
    return state


def play(state: FourXState, *moves: str) -> FourXState:
    for text in moves:
        move = state.parse(text)
        state.check(move)
        state = state.apply(move)
    return state


def refusal(state: FourXState, text: str) -> tuple[str, str]:
    before = state.table(None)
    with pytest.raises(IllegalMove) as caught:
        state.check(state.parse(text))
    assert caught.value.move == text
    assert state.table(None) == before
    return caught.value.rule, caught.value.reason


def legal(state: FourXState, word: str = "") -> set[str]:
    return {str(move) for move in state.legal_moves() if str(move).startswith(word)}


def shuffled(seed: int, options: FourXOptions) -> list[int]:
    rng = Random(seed)
    while True:
        deck = list(range(52))
        rng.shuffle(deck)
        if not any(RANK[card] == 12 for card in deck[: 3 + options.tech]):
            return deck


def game(seed: int, options: FourXOptions, most: int = 120) -> Iterator[FourXState]:
    """The positions of a game that mostly takes, conquers and explores, and gives up in the end."""
    rng = Random(seed)
    state = FourXState.deal(shuffled(seed, options), options, None)
    for _ in range(most):
        yield state
        if state.to_play is None:
            return
        moves = [move for move in state.legal_moves() if str(move) != "resign"]
        busy = [move for move in moves if not str(move).startswith("travel")]
        if not moves:
            break
        state = state.apply(rng.choice(busy if busy and rng.random() < 0.8 else moves))
    yield state
    if state.to_play is not None:
        yield play(state, "resign")


# -- FX-1, FX-2: the deal and the king


def test_fx_1_deal_lists_the_arsenal_then_the_map_from_a1() -> None:
    deck = shuffled(1, PLAIN)
    state = FourXState.deal(deck, PLAIN, None)
    table = state.table(None)
    assert table["arsenal"] == FRENCH.texts(deck[:3])
    assert [entry["card"] for entry in table["map"] if entry] == FRENCH.texts(deck[3:])
    assert SPACES[:8] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2")
    assert SPACES[48] == "g7"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_fx_1_no_king_in_the_arsenal(place: int) -> None:
    deck = shuffled(1, PLAIN)
    king = next(i for i, card in enumerate(deck) if RANK[card] == 12)
    deck[place], deck[king] = deck[king], deck[place]
    with pytest.raises(IllegalDeal, match="no king may lie in the arsenal") as caught:
        FourXState.deal(deck, PLAIN, None)
    assert caught.value.rule == "FX-1"


def test_fx_1_a_king_in_fourth_place_is_on_the_map_without_technology() -> None:
    deck = [card for card in range(52) if RANK[card] != 12]
    deck[3:3] = [card for card in range(52) if RANK[card] == 12]
    assert FourXState.deal(deck, PLAIN, None).cards[0] == deck[3]


def test_fx_1_aces_are_low() -> None:
    state = position("Kd:a1 2c:b1 Ac:c1", "Qc Ad Ah")
    assert legal(state, "capture") == {"capture Qc b1", "capture Qc c1"}
    assert legal(position("Kd:a1 2c:b1 3c:c1", "Ac Ad Ah"), "capture") == set()


def test_fx_2_the_king_is_chosen_first_and_unseen() -> None:
    state = FourXState.deal(shuffled(2, PLAIN), PLAIN, None)
    assert legal(state) == {"king c", "king d", "king h", "king s", "resign"}
    for viewer in (0, "public"):
        table = state.table(viewer)
        assert table["own"] is None
        assert table["arsenal"] == ["??"] * 3
        assert table["map"] == [{"card": "??", "up": False, "territory": False}] * 49


def test_fx_2_the_chosen_king_lies_face_up_and_it_is_no_turn() -> None:
    start = FourXState.deal(shuffled(2, PLAIN), PLAIN, None)
    for suit in "cdhs":
        state = play(start, f"king {suit}")
        table = state.table(0)
        assert table["own"] == suit
        assert table["arsenal"] == start.table(None)["arsenal"]
        assert [entry["card"] for entry in table["map"] if entry and entry["up"]] == [f"K{suit}"]
        assert [entry["card"] for entry in table["map"] if entry and not entry["up"]] == ["??"] * 48
        assert table["turns"] == 0
        assert state.points == (0,)


def test_fx_2_refusals() -> None:
    start = FourXState.deal(shuffled(2, PLAIN), PLAIN, None)
    for text in ("explore c4", "travel a1 b1", "capture 8d a1", "conquer a1", "tech 8d", "tech flip a1"):
        rule, words = refusal(start, text)
        assert rule == "FX-2"
        assert "first you choose your king" in words
    rule, words = refusal(play(start, "king h"), "king d")
    assert rule == "FX-2"
    assert words == "you have chosen your king already, the king of hearts"


# -- FX-3: territory


def test_fx_3_territory_is_own_and_conquered_suits_and_vacated_spaces() -> None:
    state = position("Kd:a1 6d:b1 3c:c1 4s:d1", "2c Ad Ah", piles=("7c", "", ""), gone="e1 f1", conquered="s")
    ours = {SPACES[i] for i, entry in enumerate(state.table(0)["map"]) if entry and entry["territory"]}
    assert ours == {"a1", "b1", "d1", "e1", "f1"}
    assert state.table(0)["map"][4] == {"card": None, "up": False, "territory": True}


def test_fx_3_the_map_does_not_wrap_around() -> None:
    # g3 and a4, a5 follow one another in the deal, but lie at opposite edges
    before = position("Kd:g4")
    after = play(before, "explore g4")
    assert {SPACES[i] for i, entry in enumerate(after.table(0)["map"]) if entry and entry["up"]} == {
        "g4",
        "f3",
        "g3",
        "f4",
        "f5",
        "g5",
    }


# -- FX-4: explore


@pytest.mark.parametrize(("where", "turned"), [("d4", 8), ("a4", 5), ("d7", 5), ("a1", 3), ("g7", 3)])
def test_fx_4_explore_turns_up_all_around(where: str, turned: int) -> None:
    before = position(f"Kd:{where}")
    after = play(before, f"explore {where}")
    assert (before.down & ~after.down).bit_count() == turned
    assert after.turns == before.turns + 1
    assert "FX-4" in before.bearing(before.parse(f"explore {where}"))


@pytest.mark.parametrize("card", ["Kd", "Qd", "Jd"])
def test_fx_4_kings_queens_and_jacks_explore(card: str) -> None:
    up = "Kd:d4" if card == "Kd" else f"Kd:a1 {card}:d4"
    assert "explore d4" in legal(position(up))


def test_fx_4_other_cards_explore_with_the_option() -> None:
    assert "explore d4" not in legal(position("Kd:a1 Td:d4"))
    assert "explore d4" in legal(position("Kd:a1 Td:d4", options=FourXOptions("any")))
    assert "explore d4" in legal(position("Kd:a1 2d:d4", options=FourXOptions("any")))
    assert "explore d4" not in legal(position("Kd:a1 Qc:d4", options=FourXOptions("any")))


def test_fx_4_refusals() -> None:
    state = position("Kd:a1 6d:b1 3d:a2 4c:b2 Td:g1 Qc:d4", "2c 5d Ah", piles=("7c", "", ""), gone="d7")
    for text, why in {
        "explore a1": "no card around a1 lies face down",
        "explore g1": "the 10 of diamonds on g1 cannot explore: only kings, queens and jacks do",
        "explore d4": "the queen of clubs on d4 is an enemy",
        "explore d7": "d7 is vacated",
        "explore e5": "the card on e5 lies face down: explore beside it to turn it up",
    }.items():
        rule, words = refusal(state, text)
        assert rule == "FX-4"
        assert why in words


# -- FX-5: travel


def test_fx_5_the_king_changes_places_with_the_own_six_beside_him() -> None:
    before = position("Kd:d4 6d:e4")
    after = play(before, "travel d4 e4")
    assert FRENCH.texts((after.cards[space("d4")], after.cards[space("e4")])) == ["6d", "Kd"]
    assert after.territory == before.territory
    assert after.turns == before.turns + 1
    assert "explore e4" in legal(after)
    assert "explore d4" not in legal(after)


def test_fx_5_travel_far_and_to_a_vacated_space() -> None:
    before = position("Kd:a1 6d:g7", "2c Ad Ah", piles=("7c", "", ""), gone="d4")
    assert legal(before, "travel") == {"travel a1 g7", "travel a1 d4"}
    assert play(before, "travel a1 g7").cards[48] == FRENCH.card("Kd")
    vacated = play(before, "travel a1 d4")
    assert vacated.table(0)["map"][0] == {"card": None, "up": False, "territory": True}
    assert vacated.table(0)["map"][space("d4")] == {"card": "Kd", "up": True, "territory": True}
    assert vacated.cards[48] == FRENCH.card("6d")
    assert legal(vacated, "travel") == {"travel d4 a1", "travel d4 g7"}


def test_fx_5_of_two_that_may_travel_the_earlier_space_is_named_first() -> None:
    state = position("Kd:e5 Qd:c4 6d:a1")
    assert legal(state, "travel") == {"travel c4 e5", "travel c4 a1", "travel e5 a1"}
    rule, words = refusal(state, "travel e5 c4")
    assert rule == "FX-5"
    assert "name the space that comes first on the map first: travel c4 e5" in words
    after = play(state, "travel c4 e5")
    assert FRENCH.texts((after.cards[space("c4")], after.cards[space("e5")])) == ["Kd", "Qd"]
    assert legal(after) == legal(state)


def test_fx_5_refusals() -> None:
    state = position("Kd:a1 6d:b1 4c:b2", "2c Ad Ah", piles=("7c", "", ""), gone="d7")
    for text, why in {
        "travel a1 a1": "the space on which it lies",
        "travel a1 g1": "the card on g1 lies face down",
        "travel a1 b2": "the 4 of clubs on b2 is an enemy",
        "travel b1 a1": "only kings, queens and jacks do",
        "travel b2 a1": "is an enemy and cannot travel",
        "travel d7 a1": "d7 is vacated",
        "travel g1 a1": "the card on g1 lies face down",
    }.items():
        rule, words = refusal(state, text)
        assert rule == "FX-5"
        assert why in words


# -- FX-6: capture


def test_fx_6_the_own_eight_takes_the_six_of_clubs_and_is_bound_to_clubs() -> None:
    before = position("Kd:a1 6c:b1 3c:c1 3s:d1", "8d Ac Ah")
    assert legal(before, "capture") == {"capture 8d b1", "capture 8d c1", "capture 8d d1"}
    after = play(before, "capture 8d b1")
    assert after.table(0)["arsenal"] == ["6c", "Ac", "Ah"]
    assert after.rest()["piles"] == [["8d"], [], []]
    assert after.table(0)["map"][1] == {"card": None, "up": False, "territory": True}
    assert legal(after, "capture") == {"capture 6c c1"}
    assert after.turns == before.turns + 1
    last = play(after, "capture 6c c1")
    assert last.rest()["piles"] == [["8d", "6c"], [], []]
    assert legal(last, "capture") == set()


def test_fx_6_anywhere_on_the_map_with_the_same_suit() -> None:
    state = position("Kd:a1 6c:g7 7c:d4 2s:a7", "7h 9c Ad")
    assert legal(state, "capture") == {"capture 9c g7", "capture 9c d4"}


def test_fx_6_refusals() -> None:
    board = "Kd:a1 6d:b1 6c:c1 9s:d1 Ks:e1 2h:f1 4s:b2 Qs:c2"
    state = position(board, "8d 5c 3c", conquered="h", gone="a7", options=PLAIN)
    for text, why in {
        "capture 9d c1": "the 9 of diamonds is not in your arsenal",
        "capture 8d b1": "is no enemy: it is of your own suit",
        "capture 8d f1": "is no enemy: it is of a conquered suit",
        "capture 8d d1": "no card of your arsenal takes the 9 of spades: that takes a higher card of spades or",
        "capture 8d c2": "no card is higher but a king; conquer her king, and she is yours",
        "capture 8d e1": "the king of spades cannot be captured; kings are conquered",
        "capture 8d a7": "a7 is vacated",
        "capture 8d g7": "the card on g7 lies face down",
        "capture 5c c1": "takes only lower cards, and the 6 of clubs is not lower",
        "capture 3c b2": "takes only clubs, not the 4 of spades",
    }.items():
        rule, words = refusal(state, text)
        assert rule == "FX-6"
        assert why in words
    assert "either" not in refusal(state, "capture 5c c1")[1], "the 8 of diamonds takes it"


def test_fx_6_without_an_enemy_face_up_a_refusal_says_so() -> None:
    state = position("Kd:a1 6d:b1", "8d 5c 3c")
    assert refusal(state, "capture 8d g7") == (
        "FX-6",
        "no enemy lies face up now, and only a face-up enemy can be taken",
    )


# -- FX-7: conquer

RING = ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"]
OWN = ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"]


def around(where: Sequence[str], count: int, king: str, **more: Any) -> FourXState:
    """The king of clubs with so many own cards around him."""
    ring = " ".join(f"{card}:{name}" for card, name in zip(OWN, where[:count], strict=False))
    up = f"Kc:{king} {ring}" + ("" if "Kd:" in ring else " Kd:a7")
    return position(up, **more)


@pytest.mark.parametrize(
    ("king", "where", "need"),
    [
        ("d4", RING, 5),
        ("d1", ["c1", "e1", "c2", "d2", "e2"], 3),
        ("g1", ["f1", "f2", "g2"], 2),
    ],
)
def test_fx_7_the_share_it_takes_to_conquer(king: str, where: Sequence[str], need: int) -> None:
    enough, short = around(where, need, king), around(where, need - 1, king)
    assert f"conquer {king}" in legal(enough)
    rule, words = refusal(short, f"conquer {king}")
    assert rule == "FX-7"
    assert words.startswith(f"your territory has only {need - 1} of the {len(where)} spaces around the king of clubs")
    assert f"you need {need}" in words


def test_fx_7_the_king_leaves_and_his_suit_is_territory_now_and_later() -> None:
    before = position("Kd:a2 Kc:d1 2d:c1 3d:e1 4d:c2 7c:g1 8s:f1", "9s Jc Ah")
    after = play(before, "conquer d1")
    table = after.table(0)
    assert table["conquered"] == ["c"]
    assert table["map"][3] == {"card": None, "up": False, "territory": True}
    assert table["map"][6] == {"card": "7c", "up": True, "territory": True}
    assert table["map"][5] == {"card": "8s", "up": True, "territory": False}
    assert table["arsenal"] == ["9s", "Jc", "Ah"]
    assert after.turns == before.turns + 1
    assert legal(after, "capture") == {"capture 9s f1"}
    later = play(after, "explore a2")
    for entry in later.table(0)["map"]:
        if entry and entry["up"] and entry["card"] is not None:
            assert entry["territory"] == (entry["card"][1] in "cd")
    assert later.table(0)["map"][0] == {"card": "2c", "up": True, "territory": True}


def test_fx_7_vacated_and_conquered_spaces_count() -> None:
    state = position("Kd:a7 Kc:d1 2d:c1 2s:e1", "2c Ad Ah", piles=("7c", "", ""), gone="c2 d2", conquered="s")
    assert "conquer d1" in legal(state)


def test_fx_7_refusals() -> None:
    state = position("Kd:a1 6c:c1 6d:b1 Ks:d1", "2c Ad Ah", piles=("7c", "", ""), gone="a7")
    for text, why in {
        "conquer c1": "the 6 of clubs is no king",
        "conquer a1": "is no enemy: it is of your own suit",
        "conquer a7": "a7 is vacated",
        "conquer g7": "the card on g7 lies face down",
        "conquer d1": "only 0 of the 5 spaces",
    }.items():
        rule, words = refusal(state, text)
        assert rule == "FX-7"
        assert why in words


# -- FX-8: conquered cards


def test_fx_8_conquered_cards_neither_explore_nor_travel() -> None:
    state = position("Kd:a1 Qc:d4 2c:e5", "Ac Ad Ah", conquered="c", gone="g7")
    assert not {text for text in legal(state) if "travel d4" in text or text == "explore d4"}
    for text in ("explore d4", "travel d4 e5", "explore e5"):
        rule, words = refusal(state, text)
        assert rule == "FX-8"
        assert "is of a conquered suit: it is territory, but can neither explore nor travel" in words
    assert "travel a1 d4" in legal(state)
    assert "FX-8" in state.bearing(state.parse("explore d4"))


def test_fx_8_with_the_option_they_serve_as_far_as_fx_4_allows() -> None:
    court = position("Kd:a1 Qc:d4 2c:e5", conquered="c", gone="g7", options=FourXOptions("court", True))
    assert {"explore d4", "travel d4 e5", "travel a1 d4", "travel d4 g7"} <= legal(court)
    assert "explore e5" not in legal(court)
    assert refusal(court, "explore e5")[0] == "FX-4"
    assert refusal(court, "travel d4 a1")[0] == "FX-5"
    everyone = position("Kd:a1 Qc:d4 2c:e5", conquered="c", gone="g7", options=FourXOptions("any", True))
    assert {"explore e5", "travel e5 g7", "travel a1 e5"} <= legal(everyone)
    assert "FX-8" in everyone.bearing(everyone.parse("travel d4 e5"))


def test_fx_8_a_conquest_makes_them_serve_at_once() -> None:
    up = "Kd:a7 Kc:d1 2d:c1 3d:e1 4d:c2 Qc:g1 9c:g3"
    assert "explore g1" in legal(play(position(up, options=FourXOptions("court", True)), "conquer d1"))
    assert "explore g1" not in legal(play(position(up), "conquer d1"))


# -- FX-9: the end


def nearly_won() -> FourXState:
    """One enemy card left on a map that is all turned up, three suits conquered but spades."""
    ours = [card for card in range(52) if card // 13 != 3 and FRENCH.text[card] not in ("Kc", "Kh", "Ac", "Ah", "Qd")]
    enemy = FRENCH.card("2s")
    spades = [FRENCH.card(text) for text in ["Js", "Ts", "9s", "8s", "7s", "6s", "5s", "4s", "3s"]]
    assert len(ours) == 34
    up = " ".join(f"{FRENCH.text[card]}:{SPACES[place]}" for place, card in enumerate([enemy, *ours]))
    assert len(spades) == 9
    return position(
        f"{up} Ks:g6 As:g7 Qs:f7",
        "Ac 3s Ah",
        conquered="ch",
        piles=("", "Qd " + " ".join(FRENCH.texts(spades[:-1])), ""),
        gone="a6 b6 c6 d6 e6 f6 a7 b7 c7 d7 e7",
        turns=70,
    )


def test_fx_9_won_when_all_is_turned_up_and_territory() -> None:
    state = nearly_won()
    assert state.down == 0
    assert state.returns is None
    after = play(state, "conquer g6")
    assert after.to_play is None
    assert after.returns == [1]
    assert after.points == (71,)
    assert legal(after) == set()
    assert after.table(0)["conquered"] == ["c", "h", "s"]
    assert "won in 71 turns" in state.narrate(state.parse("conquer g6"), after)
    assert refusal(after, "travel a1 b1")[0] == "FX-9"
    assert FourXState.from_table(after.table(None), after.rest(), PLAIN) == after


def test_fx_9_not_won_while_a_card_lies_face_down() -> None:
    # all that is face up is territory, but a7 is still face down
    state = position("Kd:d4 2d:d5")
    assert state.territory.bit_count() == 2
    assert state.returns is None
    assert state.to_play == 0


def test_fx_9_every_turn_counts_but_the_choices_do_not() -> None:
    for options in (PLAIN, TECH):
        for seed in range(6):
            before: FourXState | None = None
            for state in game(seed, options, 60):
                if before is not None and before.laid_out and state.result >= 0:
                    assert state.turns == before.turns + 1
                elif before is not None:
                    assert state.turns == before.turns
                before = state


@pytest.mark.parametrize("options", OPTIONS)
def test_fx_9_resign_is_always_legal_and_ends_the_game(options: FourXOptions) -> None:
    for state in game(3, options):
        if state.to_play is None:
            continue
        assert "resign" in legal(state)
        after = play(state, "resign")
        assert after.returns == [-1]
        assert after.points == state.points
        assert after.table(0) == {**state.table(0)}
        assert after.to_play is None
        assert legal(after) == set()
        rule, words = refusal(after, "resign")
        assert rule == "FX-9"
        assert "given it up" in words


def stuck() -> FourXState:
    """Nothing but resigning is left: the king has explored and stands among enemies."""
    return position("Kd:a1 Qc:b1 Qh:a2 Qs:b2", "Ac Ad Ah", turns=1)


def test_fx_9_a_position_where_only_resigning_is_left_says_so() -> None:
    state = stuck()
    assert legal(state) == {"resign"}
    assert state.only_resigning()
    rule, words = refusal(state, "explore a1")
    assert rule == "FX-4"
    assert "nothing is possible any more except giving up" in words
    before = FourXState.from_parts(
        PLAIN, 1, (), state.piles, None, None, None, 0, 0, state.cards, (1 << 49) - 2, used=False
    )
    assert play(before, "explore a1") == state
    assert before.narrate(before.parse("explore a1"), state).endswith("Nothing is possible any more except giving up.")
    assert not before.only_resigning()
    assert not play(state, "resign").only_resigning()


# -- FX-10: technologies


def tech_deal(*front: str) -> FourXState:
    first = cards(" ".join(front))
    others = [card for card in shuffled(4, PLAIN) if card not in first]
    return FourXState.deal([*first, *others], TECH, None)


def test_fx_10_one_arsenal_card_is_set_aside_before_the_map_is_laid_out() -> None:
    start = tech_deal("8d", "3c", "Ts", "5h")
    assert start.table(0)["arsenal"] == ["??"] * 3
    assert start.rest()["replacement"] == "5h"
    king = play(start, "king h")
    assert king.table(0)["arsenal"] == ["8d", "3c", "Ts"]
    assert king.table(0)["own"] == "h"
    assert king.table(0)["tech"] is None
    assert {entry["card"] for entry in king.table(0)["map"] if entry} == {"??"}
    assert not any(entry["up"] or entry["territory"] for entry in king.table(None)["map"] if entry)
    assert legal(king) == {"tech 8d", "tech 3c", "tech Ts", "resign"}
    laid = play(king, "tech 3c")
    assert laid.table(0)["arsenal"] == ["8d", "5h", "Ts"]
    assert laid.table(0)["tech"] == {"card": "3c", "used": False}
    assert laid.rest() == {"piles": [[], [], []], "replacement": None, "taken": None, "resigned": False}
    assert [entry["card"] for entry in laid.table(0)["map"] if entry and entry["up"]] == ["Kh"]
    assert laid.turns == 0


def test_fx_10_the_replacement_is_never_a_king() -> None:
    with pytest.raises(IllegalDeal) as caught:
        tech_deal("8d", "3c", "Ts", "Kh")
    assert caught.value.rule == "FX-10"
    with pytest.raises(IllegalDeal) as caught:
        tech_deal("8d", "Kc", "Ts", "2h")
    assert caught.value.rule == "FX-1"


def test_fx_10_refusals_of_the_choice() -> None:
    king = play(tech_deal("8d", "3c", "Ts", "5h"), "king h")
    assert refusal(king, "tech 5h") == ("FX-10", "the 5 of hearts is not in your arsenal")
    rule, words = refusal(king, "explore c4")
    assert rule == "FX-10"
    assert "tech 8d or tech 3c or tech Ts" in words
    laid = play(king, "tech 3c")
    assert refusal(laid, "tech 8d") == ("FX-10", "you have set a card aside already, the 3 of clubs")
    assert refusal(play(king, "tech 8d"), "king h")[0] == "FX-2"
    plain = position("Kd:a1")
    for text in ("tech 8d", "tech flip c4", "tech conquer c4", "tech explore a1 row", "tech capture c4"):
        rule, words = refusal(plain, text)
        assert rule == "FX-10"
        assert "without technologies" in words


def test_fx_10_spades_turn_any_card_up() -> None:
    state = position("Kd:a1 3c:b1", "Ac Ad Ah", tech="2s", options=TECH)
    assert legal(state, "tech") == {f"tech flip {name}" for name in SPACES[2:48]}
    after = play(state, "tech flip d4")
    assert after.table(0)["map"][space("d4")]["up"]  # type: ignore[index]
    assert after.turns == state.turns + 1
    assert after.table(0)["tech"] == {"card": "2s", "used": True}
    assert legal(after, "tech") == set()
    assert refusal(after, "tech flip e5") == ("FX-10", "you have used your technology, the 2 of spades, already")
    assert refusal(state, "tech flip b1") == ("FX-10", "no card lies face down on b1")
    assert refusal(state, "tech capture b1") == (
        "FX-10",
        "that needs a technology of clubs, and yours is the 2 of spades",
    )


@pytest.mark.parametrize(
    ("king", "where", "need"),
    [
        ("d4", RING, 4),
        ("d1", ["c1", "e1", "c2", "d2", "e2"], 3),
        ("g1", ["f1", "f2", "g2"], 2),
    ],
)
def test_fx_10_hearts_conquer_with_half(king: str, where: Sequence[str], need: int) -> None:
    state = around(where, need, king, tech="2h", options=TECH)
    assert f"tech conquer {king}" in legal(state)
    after = play(state, f"tech conquer {king}")
    assert after.table(0)["conquered"] == ["c"]
    assert after.table(0)["tech"] == {"card": "2h", "used": True}
    rule, words = refusal(around(where, need - 1, king, tech="2h", options=TECH), f"tech conquer {king}")
    assert rule == "FX-10"
    assert f"you need {need}" in words


def test_fx_10_hearts_half_is_not_enough_without_the_technology() -> None:
    state = around(RING, 4, "d4", tech="2h", options=TECH)
    assert legal(state, "conquer") == set()
    assert refusal(state, "conquer d4")[0] == "FX-7"
    five = around(RING, 5, "d4", tech="2h", options=TECH)
    assert {"conquer d4", "tech conquer d4"} <= legal(five)
    assert play(five, "conquer d4").table(0)["tech"] == {"card": "2h", "used": False}


def test_fx_10_diamonds_explore_a_row_or_a_column() -> None:
    state = position("Kd:c4 6d:a1", "Ac Ad Ah", tech="2d", options=TECH)
    assert legal(state, "tech") == {"tech explore c4 row", "tech explore c4 column"}
    row = play(state, "tech explore c4 row")
    assert {SPACES[i] for i in range(49) if (state.down ^ row.down) >> i & 1} == {"a4", "b4", "d4", "e4", "f4", "g4"}
    column = play(state, "tech explore c4 column")
    assert {SPACES[i] for i in range(49) if (state.down ^ column.down) >> i & 1} == {"c1", "c2", "c3", "c5", "c6", "c7"}
    assert column.turns == state.turns + 1
    assert column.table(0)["tech"] == {"card": "2d", "used": True}
    assert refusal(state, "tech explore a1 row")[0] == "FX-10"
    assert "only kings, queens and jacks do" in refusal(state, "tech explore a1 row")[1]
    done = position("Kd:c7 2c:a7 3c:b7 4c:d7 5c:e7 6c:f7", "Ac Ad Ah", tech="2d", options=TECH)
    assert legal(done, "tech") == {"tech explore c7 column"}
    assert refusal(done, "tech explore c7 row") == (
        "FX-10",
        "no card in the row of c7 lies face down, so there is nothing to turn up",
    )


def test_fx_10_diamonds_follow_the_options_on_who_explores() -> None:
    up = "Kd:a1 6d:c4 Qc:e5 5c:f6"
    any_own = position(up, conquered="c", gone="a7", tech="2d", options=FourXOptions("any", tech=True))
    assert {"tech explore c4 row"} <= legal(any_own)
    assert refusal(any_own, "tech explore e5 row")[0] == "FX-8"
    serving = position(up, conquered="c", gone="a7", tech="2d", options=FourXOptions("court", True, True))
    assert {"tech explore e5 row"} <= legal(serving)
    assert "tech explore f6 row" not in legal(serving)


def test_fx_10_clubs_take_any_enemy_card_but_a_king() -> None:
    state = position("Kd:a1 6d:b1 Qs:d4 Kh:e5", "Ac Ad Ah", tech="2c", options=TECH)
    assert legal(state, "tech") == {"tech capture d4"}
    after = play(state, "tech capture d4")
    assert after.table(0)["map"][space("d4")] == {"card": None, "up": False, "territory": True}
    assert after.table(0)["arsenal"] == ["Ac", "Ad", "Ah"]
    assert after.rest() == {"piles": [[], [], []], "replacement": None, "taken": "Qs", "resigned": False}
    assert FourXState.from_table(after.table(None), after.rest(), TECH) == after
    assert refusal(state, "tech capture e5") == ("FX-10", "the king of hearts cannot be captured; kings are conquered")
    assert refusal(state, "tech capture b1")[0] == "FX-10"
    assert refusal(state, "tech capture g1")[0] == "FX-10"


# -- FX-11: the missing corner


def test_fx_11_g7_is_off_the_map() -> None:
    state = position("Kd:f6", tech="2s", options=TECH)
    assert state.table(None)["map"][48] is None
    assert (state.down & ~play(state, "explore f6").down).bit_count() == 7
    for text in ("tech flip g7", "explore g7", "travel f6 g7", "travel g7 f6", "capture Ac g7", "conquer g7"):
        rule, words = refusal(state, text)
        assert rule == "FX-11"
        assert "g7 is off the map" in words
    hearts = position("Kd:f6", tech="2h", options=TECH)
    assert refusal(hearts, "tech conquer g7")[0] == "FX-11"
    assert "FX-11" in hearts.bearing(hearts.parse("tech conquer f6"))


@pytest.mark.parametrize(
    ("king", "where", "need", "half"),
    [
        ("f6", ["e5", "f5", "g5", "e6", "g6", "e7", "f7"], 4, 4),
        ("f7", ["e6", "f6", "g6", "e7"], 3, 2),
        ("g6", ["f5", "g5", "f6", "f7"], 3, 2),
    ],
)
def test_fx_11_shares_near_the_missing_corner(king: str, where: Sequence[str], need: int, half: int) -> None:
    assert f"conquer {king}" in legal(around(where, need, king, tech="2s", options=TECH))
    assert refusal(around(where, need - 1, king, tech="2s", options=TECH), f"conquer {king}")[0] == "FX-7"
    assert f"tech conquer {king}" in legal(around(where, half, king, tech="2h", options=TECH))
    assert refusal(around(where, half - 1, king, tech="2h", options=TECH), f"tech conquer {king}")[0] == "FX-10"


def test_fx_11_g7_is_not_needed_to_win() -> None:
    mine = [card for card in range(52) if card // 13 in (0, 1, 2) and RANK[card] < 12]
    arsenal, tech = "Ac Ad Ah", "2c"
    left = [card for card in mine if FRENCH.text[card] not in (*arsenal.split(), tech)]
    spades = [card for card in range(39, 52) if RANK[card] < 12]
    # the spades lie in the first row and a half, but for two beside f7
    row = [*spades[:10], *left, FRENCH.card("Kd")]
    row[space("f6") : space("f6")] = spades[10:]
    up = " ".join(f"{FRENCH.text[card]}:{SPACES[place]}" for place, card in enumerate(row))
    state = position(f"{up} Ks:f7", arsenal, conquered="ch", gone="d7 e7", tech=tech, options=TECH)
    assert state.down == 0
    assert not play(state, "tech capture a1").result
    share = "only 2 of the 4 spaces around the king of spades"
    assert share in refusal(state, "conquer f7")[1]
    after = play(state, "tech capture f6", "conquer f7")
    assert after.returns == [1]


# -- rules together


def test_options() -> None:
    assert FourXOptions.of({}) == PLAIN
    assert FourXOptions.of({"explorers": "any", "conquered_serve": True, "tech": True}).as_dict() == {
        "explorers": "any",
        "conquered_serve": True,
        "tech": True,
    }
    for wrong in ({"explorers": "all"}, {"tech": 1}, {"dealer": 0}, {"conquered_serve": "yes"}):
        with pytest.raises(UnknownOption):
            FourXOptions.of(wrong)


def test_ge_8_one_player_and_no_match() -> None:
    assert GAME.seats(TECH) == 1
    assert GAME.match_refused(PLAIN)


def from_view(view: Any, options: FourXOptions) -> set[str]:
    """The legal moves worked out anew, with coordinates, from nothing but what the player sees."""
    own, conquered, tech = view["own"], view["conquered"], view["tech"]
    if own is None:
        return {"resign", *(f"king {suit}" for suit in "cdhs")}
    if options.tech and tech is None:
        return {"resign", *(f"tech {card}" for card in view["arsenal"])}
    spots = {(i % 7, i // 7): entry for i, entry in enumerate(view["map"]) if entry is not None}
    if all(entry["territory"] for entry in spots.values()):
        return set()
    power = {rank: value for value, rank in enumerate("A23456789TJQK")}
    down = {at for at, entry in spots.items() if entry["card"] == "??"}
    ours = {at for at, entry in spots.items() if entry["territory"]}
    foes = {at: entry["card"] for at, entry in spots.items() if at not in down and at not in ours}
    suits = [own, *conquered] if options.conquered_serve else [own]
    movers = {
        at
        for at in ours
        if (card := spots[at]["card"]) and card[1] in suits and (options.explorers == "any" or card[0] in "KQJ")
    }

    def name(at: tuple[int, int]) -> str:
        return "abcdefg"[at[0]] + str(at[1] + 1)

    def near(at: tuple[int, int]) -> set[tuple[int, int]]:
        return {(at[0] + x, at[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y} & set(spots)

    able = tech["card"][1] if tech and not tech["used"] else None
    moves = {"resign"}
    moves |= {f"explore {name(at)}" for at in movers if near(at) & down}
    moves |= {
        f"travel {name(a)} {name(b)}"
        for a in movers
        for b in ours
        if a != b and (b not in movers or (a[1], a[0]) < (b[1], b[0]))
    }
    for arm in view["arsenal"]:
        moves |= {
            f"capture {arm} {name(at)}"
            for at, card in foes.items()
            if arm[1] in (own, card[1]) and power[arm[0]] > power[card[0]]
        }
    for at, card in foes.items():
        if card[0] == "K":
            share = len(near(at) & ours) / len(near(at))
            moves |= {f"conquer {name(at)}"} if share >= 0.51 else set()
            moves |= {f"tech conquer {name(at)}"} if able == "h" and share >= 0.5 else set()
        elif able == "c":
            moves.add(f"tech capture {name(at)}")
    if able == "s":
        moves |= {f"tech flip {name(at)}" for at in down}
    if able == "d":
        moves |= {f"tech explore {name(at)} row" for at in movers if any(other[1] == at[1] for other in down)}
        moves |= {f"tech explore {name(at)} column" for at in movers if any(other[0] == at[0] for other in down)}
    return moves


@pytest.mark.parametrize("options", OPTIONS)
def test_legal_moves_follow_from_the_view_alone(options: FourXOptions) -> None:
    for seed in range(6):
        for state in game(seed, options):
            moves = state.legal_moves()
            assert len(moves) == len(set(moves))
            if state.result < 0:
                assert not moves
            else:
                assert {str(move) for move in moves} == from_view(state.table(0), options)


@pytest.mark.parametrize("seeds", little_or_much(1, 4))
@pytest.mark.parametrize("options", OPTIONS)
def test_check_agrees_with_legal_moves_over_every_move_there_is(options: FourXOptions, seeds: int) -> None:
    cited = set()
    for seed in range(seeds):
        for ply, state in enumerate(game(seed + 20, options)):
            if ply > 3 and ply % 13 and state.to_play is not None:
                continue
            allowed = set()
            for move in MOVES.values():
                try:
                    state.check(move)
                except IllegalMove as error:
                    cited.add(error.rule)
                else:
                    allowed.add(move)
            assert allowed == set(state.legal_moves())
    assert cited <= set(GAME.rules)
    assert cited >= {"FX-2", "FX-4", "FX-5", "FX-6", "FX-7", "FX-9", "FX-10"}


def test_ge_3_parse_inverts_str_for_every_move() -> None:
    state = position("Kd:a1")
    assert len(MOVES) == 4 + 52 + 49 + 49 * 49 + 52 * 49 + 49 + 49 + 49 + 98 + 49 + 1
    assert len(set(MOVES.values())) == len(MOVES)
    for text, move in MOVES.items():
        assert state.parse(text) == move
        assert state.parse(f"  {text.replace(' ', '   ')} ") == move
        assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "explore",
        "explore h1",
        "explore c8",
        "Explore c4",
        "explore C4",
        "explore c4 e5",
        "explore\tc4",
        "travel c4",
        "travel c4e5",
        "capture 8D e5",
        "capture 10d e5",
        "king x",
        "king diamonds",
        "tech explore c4",
        "tech explore c4 line",
        "conquer c٤",
        "resign now",
        "tech",
        "a" * 1000,
    ],
)
def test_ge_3_other_text_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        position("Kd:a1").parse(text)
    assert caught.value.rule == "GE-3"


def test_ge_3_a_move_of_another_type_is_refused() -> None:
    state = position("Kd:a1")
    state.check(Explore(0))
    for alien in ("explore a1", 7, None, (0,)):
        with pytest.raises(IllegalMove) as caught:
            state.check(alien)
        assert caught.value.rule == "GE-3"


@pytest.mark.parametrize("options", OPTIONS)
def test_nothing_but_travel_can_go_on_for_ever(options: FourXOptions) -> None:
    def left(state: FourXState) -> int:
        return state.down.bit_count() + sum(card < 52 for card in state.cards)

    # every other turn turns a card up or takes one off the map
    for seed in range(3):
        for state in game(seed + 100, options):
            for move in state.legal_moves() if state.laid_out else ():
                if str(move) != "resign":
                    after = state.apply(move)
                    assert after.turns == state.turns + 1
                    assert (left(after) == left(state)) == str(move).startswith("travel")
                    assert left(after) <= left(state)
    state = position("Kd:a1 6d:b1")
    travel = state.parse("travel a1 b1")
    busy = {str(move) for move in state.legal_moves()} - {str(travel), "resign"}
    assert busy == {"explore a1"}
    assert play(state, str(travel), "travel b1 a1").cards == state.cards


# -- views, dumps and sampled worlds


@pytest.mark.parametrize("options", OPTIONS)
def test_from_table_inverts_table_and_cards_are_conserved(options: FourXOptions) -> None:
    for seed in range(5):
        for state in game(seed + 40, options):
            table, rest = json.loads(json.dumps([state.table(None), state.rest()]))
            again = FourXState.from_table(table, rest, options)
            assert again == state
            assert hash(again) == hash(state)
            assert again.legal_moves() == state.legal_moves()
            if state.to_play is not None:
                given_up = play(state, "resign")
                assert FourXState.from_table(given_up.table(None), given_up.rest(), options) == given_up
            assert set(table) == {"own", "map", "arsenal", "conquered", "tech", "turns"}
            shown = [entry["card"] for entry in table["map"] if entry and entry["card"]]
            shown += table["arsenal"] + [card for pile in rest["piles"] for card in pile]
            shown += [f"K{suit}" for suit in table["conquered"]] + [rest["replacement"], rest["taken"]]
            shown += [table["tech"]["card"]] if table["tech"] else []
            assert sorted(card for card in shown if card) == sorted(FRENCH.text)


@pytest.mark.parametrize("options", OPTIONS)
def test_sampled_worlds_look_the_same_and_views_hide_the_rest(options: FourXOptions) -> None:
    rng = Random(5)
    for seed in range(4):
        for state in game(seed + 60, options):
            view = state.table(0)
            assert view == state.table("public")
            unseen = state.down.bit_count() + (3 if state.own is None else 0)
            assert json.dumps(view).count('"??"') == unseen
            for seat in (0, "public"):
                world = state.determinize(seat, rng)
                assert world.table(0) == view
                assert world.legal_moves() == state.legal_moves()
                assert world.returns == state.returns
                assert FourXState.from_table(world.table(None), world.rest(), options) == world


def test_sampled_worlds_are_uniform_over_face_down_cards() -> None:
    deck = shuffled(9, PLAIN)
    state = play(FourXState.deal(deck, PLAIN, None), "king s")
    keep = [i for i in range(49) if RANK[state.cards[i]] < 12][:4]
    late = FourXState.from_parts(
        PLAIN, 3, (), state.piles, None, None, None, 60, 0, state.cards, sum(1 << i for i in keep), used=False
    )
    rng = Random(1)
    worlds = [late.determinize(0, rng) for _ in range(4800)]
    seen = Counter(tuple(world.cards[i] for i in keep) for world in worlds)
    assert set(seen) == set(permutations([state.cards[i] for i in keep]))
    assert all(140 < count < 260 for count in seen.values())  # 200 expected, standard deviation 14


def test_sampled_worlds_before_the_choices() -> None:
    rng = Random(2)
    start = FourXState.deal(shuffled(10, TECH), TECH, None)
    worlds = [start.determinize(0, rng) for _ in range(2400)]
    front = Counter(card for world in worlds for card in (*world.arsenal, world.replacement))
    assert len(front) == 48  # each of 48 cards 200 times expected; no king
    assert all(RANK[card] < 12 and 130 < count < 270 for card, count in front.items() if card is not None)
    chosen = play(start, "king h")
    seen = Counter(chosen.determinize("public", rng).replacement for _ in range(2250))
    assert len(seen) == 45
    assert not set(seen) & set(chosen.arsenal)
    assert all(card is not None and RANK[card] < 12 and 20 < count < 85 for card, count in seen.items())
    corner = Counter(chosen.determinize("public", rng).cards[0] for _ in range(4900))
    assert len(corner) == 49
    kings = sum(count for card, count in corner.items() if RANK[card] == 12)
    assert 320 < kings < 500  # a king lies there with probability 4 in 48


def test_narration_names_only_what_all_can_see() -> None:
    for options in OPTIONS:
        for seed in range(3):
            before: FourXState | None = None
            for state in game(seed + 80, options):
                if before is not None:
                    move = next(move for move in before.legal_moves() if before.apply(move) == state)
                    words = before.narrate(move, state)
                    assert words.startswith("A ")
                    assert words.endswith(".")
                    for place in range(49):
                        if state.down >> place & 1 and state.laid_out:
                            assert card_name(state.cards[place]) not in words.split(";")[0]
                    assert set(before.bearing(move)) <= set(GAME.rules)
                    assert before.bearing(move)
                before = state


def test_narration_examples() -> None:
    state = position("Kd:d4 6d:e4 6c:a1", "8d Ac Ah")

    def told(text: str) -> str:
        return state.narrate(state.parse(text), play(state, text))

    assert told("travel d4 e4") == (
        "A lets the king of diamonds travel from d4 to e4, changing places with the 6 of diamonds."
    )
    assert told("capture 8d a1") == "A takes the 6 of clubs on a1 with the 8 of diamonds, which it replaces."
    assert told("resign") == "A gives up after 60 turns."
    assert told("explore d4").startswith("A explores from d4 and turns up the ")


def test_draw_shows_the_map() -> None:
    state = position("Kd:a1 6c:b1", "2c Ad Ah", piles=("7c", "", ""), gone="c1", tech="2s", options=TECH)
    lines = draw(state.table(0)).splitlines()
    assert lines[1] == "1 [Kd]  6c  [  ]  ??   ??   ??   ??"
    assert lines[7] == "7  ??   ??   ??   ??   ??   ??"
    assert "technology  2s (not used yet)" in lines
    assert "(2d)" in draw(state.table(None)) or "(3c)" in draw(state.table(None))


# -- dumps that no game could reach

WRONG: list[tuple[str, str, Any]] = [
    ("table", "table", None),
    ("table", "table", []),
    ("rest", "rest", 3.5),
    ("table.own", "table.own", "x"),
    ("table.own", "table.own", ["d"]),
    ("table.map", "table.map", {}),
    ("table.map", "table.map", [None] * 49),
    ("table.map[3]", "table.map[3]", "??"),
    ("table.map[3]", "table.map[3]", {"card": "2c"}),
    ("table.map[3].card", "table.map[3].card", "??"),
    ("table.map[3].card", "table.map[3].card", ["2c"]),
    ("table.map[3].card", "table.map[3].card", "1c"),
    ("table.map[0].up", "table.map[0].up", 1),
    ("table.map[0].up", "table.map[0].up", False),
    ("table.map[0].territory", "table.map[0].territory", False),
    ("table.map[1].territory", "table.map[1].territory", True),
    ("table.map[2].up", "table.map[2].up", True),
    ("table.map[4].card", "table.map[4].card", "Kd"),
    ("table.arsenal", "table.arsenal", ["2c", "Ad"]),
    ("table.arsenal[1]", "table.arsenal[1]", "Kd"),
    ("table.arsenal[0]", "table.arsenal[0]", 2),
    ("table.conquered", "table.conquered", "c"),
    ("table.conquered[0]", "table.conquered[0]", "d"),
    ("table.conquered[1]", "table.conquered", ["s", "s"]),
    ("table.conquered[1]", "table.conquered", ["s", "c"]),
    ("table.tech", "table.tech", {"card": "2s", "used": False}),
    ("table.turns", "table.turns", -1),
    ("table.turns", "table.turns", True),
    ("table.turns", "table.turns", 2.0),
    ("table.turns", "table.turns", 1),
    ("rest.piles", "rest.piles", [[]]),
    ("rest.piles[0]", "rest.piles[0]", "7c"),
    ("rest.piles[0][0]", "rest.piles[0][0]", "2c"),
    ("rest.piles[1][0]", "rest.piles[1]", ["7c"]),
    ("rest.replacement", "rest.replacement", "7h"),
    ("rest.taken", "rest.taken", "7h"),
    ("rest.resigned", "rest.resigned", 0),
    ("rest.resigned", "rest.resigned", None),
]


def changed(state: FourXState, path: str, value: Any) -> tuple[Any, Any]:
    """The table and rest of a state with the value at a path replaced."""
    whole: Any = {"table": copy.deepcopy(state.table(None)), "rest": state.rest()}
    names = path.replace("]", "").replace("[", ".").split(".")
    *steps, last = [int(name) if name.isdigit() else name for name in names]
    inner = whole
    for step in steps:
        inner = inner[step]
    inner[last] = value
    return whole["table"], whole["rest"]


@pytest.mark.parametrize(("where", "path", "value"), WRONG)
def test_from_table_refuses_what_cannot_be(where: str, path: str, value: Any) -> None:
    state = position("Kd:a1 6c:b1 9s:e1", "2c Ad Ah", piles=("7c", "", ""), gone="c1 d1", conquered="s", turns=40)
    with pytest.raises(RecordError) as caught:
        FourXState.from_table(*changed(state, path, value), PLAIN)
    assert caught.value.where.startswith(where)
    assert caught.value.reason


def test_from_table_refuses_wrong_values_of_every_type_anywhere() -> None:
    deep: Any = []
    for _ in range(3000):
        deep = [deep]
    states = [
        position("Kd:a1 6c:b1", "2c Ad Ah", piles=("7c", "", ""), gone="c1", tech="2s", options=TECH),
        FourXState.deal(shuffled(1, TECH), TECH, None),
    ]
    paths = [
        "table",
        "rest",
        *(f"table.{key}" for key in states[0].table(None)),
        *(f"rest.{key}" for key in states[0].rest()),
        "table.map[0]",
        "table.map[0].card",
        "table.map[0].up",
        "table.map[0].territory",
        "table.arsenal[0]",
        "rest.piles[0]",
    ]
    values: list[Any] = [None, [], {}, "", "x", 3, -1, 2.5, True, deep, {"a": deep}, float("nan"), [[]] * 60]
    for state in states:
        for path in paths:
            for value in values:
                table, rest = changed(state, path, value)
                try:
                    again = FourXState.from_table(table, rest, TECH)
                except RecordError:
                    continue
                # other turn counts can be reached by travelling, and whoever is free to resign may have resigned
                assert again == state or path == "table.turns" or again == play(state, "resign")


def test_from_table_knows_the_stages() -> None:
    start = FourXState.deal(shuffled(1, TECH), TECH, None)
    for table, rest, where in [
        (*changed(start, "table.own", "d"), None),
        (*changed(start, "rest.replacement", None), "rest.replacement"),
        (*changed(start, "table.turns", 3), "table.turns"),
        (*changed(start, "table.map[5].up", True), "table.map[5]"),
        (*changed(start, "table.map[48]", {"card": "2c", "up": False, "territory": False}), "table.map[48]"),
        (*changed(start, "table.conquered", ["c"]), "table.conquered[0]"),
    ]:
        if where is None:
            assert FourXState.from_table(table, rest, TECH) == play(start, "king d")
            continue
        with pytest.raises(RecordError) as caught:
            FourXState.from_table(table, rest, TECH)
        assert caught.value.where == where


def test_from_table_counts_turns() -> None:
    fresh = play(FourXState.deal(shuffled(1, PLAIN), PLAIN, None), "king d")
    with pytest.raises(RecordError, match="the first turn turns a card up"):
        FourXState.from_table(*changed(fresh, "table.turns", 1), PLAIN)
    with pytest.raises(RecordError, match="at most 1 turn can have been taken"):
        FourXState.from_table(*changed(stuck(), "table.turns", 2), PLAIN)
    with pytest.raises(RecordError, match="takes 1 turn at least"):
        FourXState.from_table(*changed(stuck(), "table.turns", 0), PLAIN)


def test_from_table_checks_the_technology_against_what_it_did() -> None:
    hearts = position("Kd:a1 6c:b1", tech="2h", options=TECH)
    with pytest.raises(RecordError, match="nothing is conquered"):
        FourXState.from_table(*changed(hearts, "table.tech.used", True), TECH)
    spades = position("Kd:a1", tech="2s", turns=0, options=TECH)
    with pytest.raises(RecordError, match="none is turned up"):
        FourXState.from_table(*changed(spades, "table.tech.used", True), TECH)
    clubs = play(position("Kd:a1 6s:b1", tech="2c", options=TECH), "tech capture b1")
    with pytest.raises(RecordError) as caught:
        FourXState.from_table(*changed(clubs, "table.tech.used", False), TECH)
    assert caught.value.where == "rest.taken"
    won = play(nearly_won(), "conquer g6")
    with pytest.raises(RecordError, match="won is not given up"):
        FourXState.from_table(*changed(won, "rest.resigned", True), PLAIN)


def test_equal_states_are_equal_whichever_way_they_came() -> None:
    state = position("Kd:e5 Qd:c4 6d:a1 3c:b1", "8c Ad Ah")
    one = play(state, "travel c4 e5", "capture 8c b1")
    other = play(state, "capture 8c b1", "travel c4 e5")
    assert one == other
    assert hash(one) == hash(other)
    assert one != state
    assert len({one, other, state}) == 2


def test_a_click_on_an_arsenal_card_without_a_target_says_what_it_lacks() -> None:
    state = position("Kd:a1 6d:b1 6c:c1 9s:d1 Ks:e1", "8d 5c Ah")
    said = refusal(state, "capture 5c a1"), refusal(state, "capture Ah a1"), refusal(state, "capture 8d a1")
    assert said == (
        ("FX-6", "the 5 of clubs takes nothing now: no lower enemy of clubs lies face up"),
        ("FX-6", "the ace of hearts takes nothing now: no lower enemy of hearts lies face up"),
        ("FX-6", "the king of diamonds on a1 is no enemy: it is of your own suit"),
    )
    none = position("Kd:a1 6c:c1", "3d 5c Ah")
    assert refusal(none, "capture 3d a1") == (
        "FX-6",
        "the 3 of diamonds takes nothing now: no lower enemy lies face up",
    )
