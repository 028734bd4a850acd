"""Decks of cards. Inside the package a card is a small int, its index in the deck; text appears at the boundaries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = int
"""A card: its index from 0 in the canonical order, suit by suit, low rank to high."""

HIDDEN: Final = "??"
"""The text for a card that the viewer does not know."""


class Deck:
    """An ordered set of cards named by rank and suit (docs/rules.md, common ground).

    Card ``c`` has suit ``c // len(ranks)`` and rank ``c % len(ranks)``, both counted from 0 in canonical order.
    """

    __slots__ = ("_index", "name", "rank_of", "ranks", "size", "suit_of", "suits", "text")

    def __init__(self, name: str, ranks: Iterable[str], suits: Iterable[str]) -> None:
        self.name: Final = name
        self.ranks: Final = tuple(ranks)
        self.suits: Final = tuple(suits)
        self.text: Final = tuple(rank + suit for suit in self.suits for rank in self.ranks)
        """Text of each card, by card."""
        self.size: Final = len(self.text)
        self.rank_of: Final = tuple(i % len(self.ranks) for i in range(self.size))
        """Rank of each card (0 lowest), by card."""
        self.suit_of: Final = tuple(i // len(self.ranks) for i in range(self.size))
        """Suit of each card, by card."""
        self._index: Final = {text: i for i, text in enumerate(self.text)}

    def __repr__(self) -> str:
        return f"Deck({self.name!r}, {self.size} cards)"

    def card(self, text: str) -> Card:
        """The card with this text; raises KeyError if there is none."""
        return self._index[text]

    def find(self, text: object) -> Card | None:
        """The card with this text, or None."""
        return self._index.get(text) if isinstance(text, str) else None

    def texts(self, cards: Iterable[Card]) -> list[str]:
        """Texts of cards, in the order given."""
        text = self.text
        return [text[card] for card in cards]

    def hand(self, cards: Iterable[Card]) -> list[str]:
        """Texts of cards in canonical order, as hands are shown."""
        return self.texts(sorted(cards))


FRENCH: Final = Deck("french", "23456789TJQKA", "cdhs")
"""52 cards, 2 low to A high; clubs, diamonds, hearts, spades."""

KOMMANDO: Final = Deck("kommando", [str(value) for value in range(1, 11)], "ryb")
"""30 cards, values 1 to 10 in red, yellow and blue."""

UNIVERSAL: Final = Deck("universal", "1234567MSG", "ejmnsv")
"""60 cards, 1 to 7, Moon, Sun, Galaxy in six suits."""
