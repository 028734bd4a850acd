"""Deals: the same from a seed everywhere, dealt again where the rules ask for it, exchanged as short codes."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.cards import FRENCH, KOMMANDO, UNIVERSAL, Deck
from capture_widgets.games import GAMES
from capture_widgets.model.deal import cut_for, deal_code, deal_for, deal_of_code
from capture_widgets.model.scores import opener
from tests.cases import CASES, case_id

GOLDEN: list[dict[str, Any]] = json.loads((Path(__file__).parent / "deals.json").read_text(encoding="utf-8"))
"""Deals that must never change: people have written their seeds down."""
DECKS = [FRENCH, KOMMANDO, UNIVERSAL]


def made(entry: dict[str, Any]) -> list[str]:
    """The deal of a game, options, seed and round."""
    game = GAMES[entry["game"]]
    options = game.options.of(entry["options"])
    first = opener(game, options, entry["round"])
    return game.deck.texts(deal_for(game, entry["seed"], options, entry["round"], first))


@pytest.mark.parametrize("entry", GOLDEN, ids=lambda entry: f"{entry['game']} {entry['seed']} {entry['round']}")
def test_ge_2_golden_deals(entry: dict[str, Any]) -> None:
    deal = entry["deal"].split()
    assert made(entry) == deal
    deck = GAMES[entry["game"]].deck
    cards = [deck.card(text) for text in deal]
    assert deal_code(deck, cards) == entry["code"]
    assert deal_of_code(deck, entry["code"]) == cards
    if entry["round"] == 0:
        assert cw.new(entry["game"], seed=entry["seed"], **entry["options"]).record()["rounds"][0]["deal"] == deal


def test_ge_2_the_generator_is_the_documented_one() -> None:
    """Written down once more from its description alone, with arithmetic instead of the package's code."""

    def words() -> Any:
        for block in count():
            digest = sha256(b"capture-widgets deal 1 | columns | 7 | 0 | %d" % block).hexdigest()
            yield from (int(digest[i : i + 8], 16) for i in range(0, 64, 8))

    stream = words()
    cards = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for left in range(52, 1, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % left:
            word = next(stream)
        cards[left - 1], cards[word % left] = cards[word % left], cards[left - 1]
    assert made({"game": "columns", "options": {}, "seed": 7, "round": 0}) == cards


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_ge_2_every_deal_is_the_whole_deck_and_allowed(case: tuple[str, dict[str, Any]]) -> None:
    slug, given = case
    game = GAMES[slug]
    options = game.options.of(given)
    for seed in range(5):
        first = opener(game, options, 0)
        cards = deal_for(game, seed, options, 0, first)
        assert sorted(cards) == list(range(game.deck.size))
        assert cards == deal_for(game, seed, options, 0, first)
        assert cards != deal_for(game, seed + 1, options, 0, first)
        game.state.deal(cards, options, first)  # would refuse


def test_ge_8_rounds_of_a_match_have_deals_of_their_own() -> None:
    deals = [made({"game": "kommando", "options": {}, "seed": 7, "round": number}) for number in range(30)]
    assert len({tuple(deal) for deal in deals}) == 30


@pytest.mark.parametrize(("slug", "seed", "rule"), [("kommando", 58, "KO-3"), ("universal", 72, "UC-2")])
def test_ko_3_uc_2_a_seed_whose_first_shuffle_is_refused(slug: str, seed: int, rule: str) -> None:
    """The seeds were found by trying: the stream goes on, and the second shuffle is dealt."""
    game = GAMES[slug]

    def stream() -> Any:
        for block in count():
            text = f"capture-widgets deal 1 | {slug} | {seed} | 0 | {block}"
            digest = sha256(text.encode()).digest()
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))

    words = stream()
    shuffles = []
    for _ in range(2):
        cards = list(range(game.deck.size))
        for last in range(game.deck.size - 1, 0, -1):
            word = next(words)
            while word >= 2**32 - 2**32 % (last + 1):
                word = next(words)
            cards[last], cards[word % (last + 1)] = cards[word % (last + 1)], cards[last]
        shuffles.append(game.deck.texts(cards))
    with pytest.raises(cw.IllegalDeal) as caught:
        cw.new(slug, deal=shuffles[0])
    assert caught.value.rule == rule
    assert made({"game": slug, "options": {}, "seed": seed, "round": 0}) == shuffles[1]


def test_cards_fall_everywhere_alike() -> None:
    """Each card at each place about as often: 6000 deals of 30 cards, 200 expected, five deviations allowed."""
    game = GAMES["kommando"]
    options = game.options.of({})
    seen = Counter(
        (place, card) for seed in range(6000) for place, card in enumerate(deal_for(game, seed, options, 0, 1)[20:])
    )
    assert len(seen) == 300
    # the row is nearly free of KO-3, which is about the hands; a few cards in a hundred are high ones
    assert all(130 < times < 270 for times in seen.values())


def test_uc_1_the_cut() -> None:
    game = GAMES["universal"]
    assert game.deck.texts(cut_for(game, 4)) == ["4j", "Sn"]
    higher = game.cut
    assert higher is not None
    dealers = []
    for seed in range(40):
        cards = cut_for(game, seed)
        assert cards[0] != cards[1]
        dealers.append(higher(*cards))
        played = cw.new("universal", seed=seed, dealer="cut")
        assert played.options["dealer"] == dealers[-1]
        assert played.record()["cut"] == game.deck.texts(cards)
    assert set(dealers) == {0, 1}
    # suits from E high to V low, then the rank
    assert higher(game.deck.card("1e"), game.deck.card("Gv")) == 0
    assert higher(game.deck.card("3m"), game.deck.card("4m")) == 1


# -- codes


@pytest.mark.parametrize("deck", DECKS, ids=repr)
def test_codes_and_deals_are_one_to_one(deck: Deck) -> None:
    rng = Random(1)
    first, last = list(range(deck.size)), list(range(deck.size))[::-1]
    deals = [first, last, *(rng.sample(first, deck.size) for _ in range(50))]
    codes = [deal_code(deck, deal) for deal in deals]
    assert len(set(codes)) == len(codes)
    assert len({len(code) for code in codes}) == 1
    for deal, code in zip(deals, codes, strict=True):
        assert deal_of_code(deck, code) == deal
        assert deal_of_code(deck, code.lower().replace("-", " ").replace("0", "o").replace("1", "l")) == deal


def test_codes_have_the_lengths_that_are_promised() -> None:
    """22, 46 and 55 digits, and the check digit."""
    assert [len(deal_code(deck, range(deck.size)).replace("-", "")) for deck in (KOMMANDO, FRENCH, UNIVERSAL)] == [
        23,
        47,
        56,
    ]


@pytest.mark.parametrize("deck", DECKS, ids=repr)
def test_a_wrong_digit_and_two_swapped_ones_are_caught(deck: Deck) -> None:
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    code = deal_code(deck, Random(2).sample(range(deck.size), deck.size)).replace("-", "")
    for place, right in enumerate(code):
        for wrong in digits:
            if wrong != right:
                with pytest.raises(cw.IllegalDeal, match="GE-2"):
                    deal_of_code(deck, code[:place] + wrong + code[place + 1 :])
    for place in range(len(code) - 1):
        for other in range(place + 1, min(place + 31, len(code))):
            swapped = list(code)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            if code[place] != code[other]:
                with pytest.raises(cw.IllegalDeal, match="GE-2"):
                    deal_of_code(deck, "".join(swapped))


@pytest.mark.parametrize("code", ["", "-", "7", "U" * 23, "Z" * 23, "0" * 22, "0" * 24, "<script>", "é" * 23, "٣" * 23])
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(cw.IllegalDeal) as caught:
        cw.new("kommando", deal=code)
    assert caught.value.rule == "GE-2"
    assert len(str(caught.value)) < 300


def test_a_code_stands_for_its_deal() -> None:
    game = cw.new("fourx", seed=9)
    code = game.deal_code
    assert code is not None
    assert cw.new("fourx", deal=code).record()["rounds"] == game.record()["rounds"]
    # the deals of a match, one code each
    rounds = cw.new("kommando", seed=9, match=True)
    again = cw.new("kommando", deal=[rounds.deal_code, cw.new("kommando", seed=10).deal_code], match=True)
    while again.round == 0:
        again.play(again.legal_moves()[0])
    assert again.deal_code == cw.new("kommando", seed=10).deal_code
    assert cw.from_dump(game.dump()).deal_code is None


# -- explicit deals


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ([], "has 0 cards"),
        (["1r"] * 30, r"deal\[1\] repeats 1r"),
        (["11r"], r"deal\[0\] is '11r'"),
        ([7], r"deal\[0\] is 7"),
        ([None], r"deal\[0\] is None"),
        ([["1r"]], r"deal\[0\] is a list"),
        (7, "must be a list"),
        ({"1r": 1}, "must be a list"),
        (KOMMANDO.text[:29], "has 29 cards"),
        ([*KOMMANDO.text, "1r"], "repeats 1r"),
        (FRENCH.text, r"deal\[0\] is '2c'"),
    ],
)
def test_ge_2_a_bad_deal_is_refused_with_its_place(deal: Any, words: str) -> None:
    with pytest.raises(cw.IllegalDeal, match=words) as caught:
        cw.new("kommando", deal=deal)
    assert caught.value.rule == "GE-2"


def test_ge_8_a_bad_deal_for_a_later_round_is_refused_at_once() -> None:
    good = cw.new("kommando", seed=1).record()["rounds"][0]["deal"]
    with pytest.raises(cw.IllegalDeal, match=r"deal\[1\]"):
        cw.new("kommando", deal=[good, good[:-1]], match=True)
    low = sorted(good, key=lambda text: int(text[:-1]))
    with pytest.raises(cw.IllegalDeal, match="no 10, 9 or 8"):
        cw.new("kommando", deal=[good, low], match=True)
    assert cw.new("kommando", deal=good, match=True).record()["rounds"][0]["deal"] == good
