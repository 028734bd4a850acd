"""Names and shapes of cards, from a file that the front end uses too."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from capture_widgets.engine.cards import HIDDEN, Deck


@cache
def faces() -> dict[str, Any]:
    """The content of ``faces.json``: sizes, places, colours, decks."""
    read: dict[str, Any] = json.loads((Path(__file__).parent / "faces.json").read_text(encoding="utf-8"))
    return read


def parts(deck: Deck, card: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The entries of ``faces.json`` for a card's suit and rank; None if the deck has no such card."""
    number = deck.find(card)
    if number is None:
        return None
    suits, ranks = _described(deck)
    return suits[deck.suit_of[number]], ranks[deck.rank_of[number]]


def has_faces(deck: Deck) -> bool:
    """Whether all cards of a deck can be drawn and named."""
    try:
        _described(deck)
    except KeyError:
        return False
    return True


@cache
def _described(deck: Deck) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The suits and ranks of a deck, in its own order; a game may use a part of a deck, such as 7 to ace."""
    described = faces()["decks"][deck.name]
    suits = {suit["letter"]: suit for suit in described["suits"]}
    ranks = {rank["text"]: rank for rank in described["ranks"]}
    return [suits[letter] for letter in deck.suits], [ranks[text] for text in deck.ranks]


@cache
def suit_names(deck: Deck) -> dict[str, str]:
    """The suits of a deck in words, such as "hearts" or "yellow", by letter, in the order of the deck."""
    named = {suit["letter"]: str(suit["name"]) for suit in faces()["decks"][deck.name]["suits"]}
    return {letter: named[letter] for letter in deck.suits}


@cache
def card_words(deck: Deck, card: str) -> str:
    """A card in words, such as "queen of hearts" or "yellow 7"; a hidden one is "face-down card"."""
    suit_and_rank = parts(deck, card)
    if suit_and_rank is None:
        return str(faces()["hidden"]) if card == HIDDEN else card
    suit, rank = suit_and_rank
    return str(faces()["decks"][deck.name]["words"]).format(rank=rank["name"], suit=suit["name"])
