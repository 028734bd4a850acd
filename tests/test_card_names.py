"""Finding card names in free text: any comment can be read, and names of hidden cards are found."""

from __future__ import annotations

import time
import unicodedata
from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.engine.card_names import named_cards
from capture_widgets.engine.cards import Deck
from capture_widgets.engine.faces import parts
from capture_widgets.games import GAMES

DECKS = {kind.deck.name: kind.deck for kind in GAMES.values()}
SLUG = {kind.deck.name: slug for slug, kind in GAMES.items()}
ODD = ["ſ", "K", "ﬁ", "ﬆ", "İ", "ı", "ß", "Ｑ", "ｓ", "𝐒", "ⓢ", "♥️"]
ODD += ["\u200d", "\u202e", "\ufe0f", "_", "’", "'", "0", "\x00"]


def ways(deck: Deck, card: str) -> list[str]:
    """The names of a card that are promised to be found."""
    found = parts(deck, card)
    assert found is not None
    suit, rank = found
    one = suit["name"].removesuffix("s")
    texts = [f"{rank['name']} of {suit['name']}", f"{rank['text']}{suit['letter']}", f"{one} {rank['name']}"]
    texts.append(f"the {rank['name']} of the {suit['name']}")
    if deck.name == "universal":
        texts.append(f"{rank['name']} of {suit['letter'].upper()}")
    if deck.name == "french":
        symbol = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}[suit["name"].lower()]
        texts += [f"{rank['text']}{symbol}", f"{symbol}{rank['text']}", f"{symbol} {rank['name']}"]
    return texts


@pytest.mark.parametrize("text", ["Well done, S is right", "Nice play. M", "S", "M's", "a s", "s s s s", "S of S of S"])
def test_a_rank_or_suit_of_one_letter_is_no_harm(text: str) -> None:
    game = cw.new("universal", seed=7)
    game.comment(text)
    for seat in (0, 1, "public", None):
        game.replay(seat=seat)
        game.moves_frame(seat)
    assert named_cards(game.type.deck, "Well done, S is right") == set()


@pytest.mark.parametrize("name", DECKS)
def test_every_card_is_known_by_its_names_in_any_letters(name: str) -> None:
    deck = DECKS[name]
    for card in deck.text:
        for text in ways(deck, card):
            for spelled in (text, text.upper(), text.replace("s", "ſ"), text.replace("fi", "ﬁ"), wide(text)):
                named = named_cards(deck, f"See: {spelled}!")
                # in letters of one size "sm" is the Sun of Mars as well as the Moon of Saturn
                assert card in named, spelled
                assert named == {card} or (spelled != text and {card, *named} == {"Sm", "Ms"}), spelled


def wide(text: str) -> str:
    """The same in the wide letters of East Asian fonts."""
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


def test_a_symbol_drawn_as_a_picture_is_the_symbol() -> None:
    assert named_cards(DECKS["french"], "♥️Q and 10♠️") == {"Qh", "Ts"}


@pytest.mark.parametrize("name", DECKS)
def test_no_comment_is_too_odd(name: str) -> None:
    """Pieces of names, of any alphabet, in any order: a set of cards comes back, in a moment."""
    deck, rng = DECKS[name], Random(name)
    pieces = [piece for card in deck.text for way in ways(deck, card) for piece in way.split(" ")]
    pieces += [piece.upper() for piece in pieces] + ODD * 20
    gaps = [" ", "", ", ", "-", "'s ", " of ", " of the ", ". ", "\n", "(", "\u00a0"]
    for _ in range(3000):
        text = "".join(rng.choice(pieces) + rng.choice(gaps) for _ in range(rng.randint(1, 8)))
        if rng.random() < 0.3:
            text = unicodedata.normalize(rng.choice(["NFKC", "NFD"]), text).swapcase()
        assert named_cards(deck, text) <= set(deck.text)


@pytest.mark.parametrize("name", DECKS)
def test_a_hidden_card_named_in_any_way_stays_hidden(name: str) -> None:
    slug, rng = SLUG[name], Random(name)
    game = cw.new(slug, seed=3)
    if slug == "commander":
        hidden = {card for seat in (0, 1) for card in _formation(game, seat)}
    else:
        seen = str(game.dump("public"))
        hidden = {card for card in game.type.deck.text if repr(card) not in seen}
    assert hidden
    for card in rng.sample(sorted(hidden), 10):
        for text in ways(game.type.deck, card):
            game.comment(f"Well: {text}, I say")
            assert game.replay(seat="public").notes == {}
            assert game.replay(seat=None).notes


def _formation(game: cw.Game, seat: int) -> list[str]:
    return [entry["card"] for entry in game.dump()["table"]["formations"][seat]]


def test_a_very_long_comment_is_read_in_a_moment() -> None:
    for text in ("♥K" * 50_000, "queen of the " * 8_000, "ﬁve of clubs " * 8_000, "a" * 100_000):
        start = time.process_time()
        for deck in DECKS.values():
            named_cards(deck, text)
        assert time.process_time() - start < 3


def test_a_comment_on_a_move_that_was_taken_back_is_no_harm() -> None:
    game = cw.new("kommando", seed=7)
    game.play(game.legal_moves()[0]).play(game.legal_moves()[0])
    game.comment(f"Why not the {game.type.deck.text[3]}?").glyph("?").undo()
    for seat in (0, "public", None):
        assert list(game.moves_frame(seat)["comment"]) == [""]
    assert "Why not" in game.redo().comments["0/2"]
