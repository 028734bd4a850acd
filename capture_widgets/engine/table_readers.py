"""Checked reading of values in a dump: objects, lists, numbers, seats and cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from capture_widgets.core.errors import RecordError
from capture_widgets.engine.cards import Card, Deck


def read_object(value: object, where: str, keys: Iterable[str]) -> dict[str, Any]:
    """Read an object that has exactly these keys."""
    keys = list(keys)
    if not isinstance(value, dict) or set(value) != set(keys):
        names = f"{', '.join(keys[:-1])} and {keys[-1]}" if len(keys) > 1 else keys[0]
        raise RecordError(where, f"expected an object with {names}")
    return value


def read_list(value: object, where: str, length: int | None = None, *, most: int = 60) -> list[Any]:
    """Read a list, of a given length or of at most ``most`` entries."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise RecordError(where, "expected a list" + ("" if length is None else f" of {length} entries"))
    if len(value) > most:
        raise RecordError(where, f"expected at most {most} entries")
    return value


def read_pair(value: object, where: str, what: str) -> tuple[Any, Any]:
    """Read a list of two items; ``what`` describes them in the error: "[seat, card]"."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise RecordError(where, f"expected {what}")
    return value[0], value[1]


def read_whole(value: object, where: str, least: int, most: int) -> int:
    """Read a whole number from ``least`` to ``most``."""
    if type(value) is not int or not least <= value <= most:
        raise RecordError(where, f"expected a whole number from {least} to {most:,}")
    return value


def read_flag(value: object, where: str) -> bool:
    """Read true or false."""
    if type(value) is not bool:
        raise RecordError(where, "expected true or false")
    return value


def read_seat(value: object, where: str, seats: int) -> int:
    """Read the number of a seat."""
    if type(value) is not int or not 0 <= value < seats:
        raise RecordError(where, f"expected a seat, 0 {'or' if seats == 2 else 'to'} {seats - 1}")
    return value


def read_card(deck: Deck, text: object, where: str) -> Card:
    """Read a card of a deck."""
    card = deck.find(text)
    if card is None:
        raise RecordError(where, f'expected a card such as "{deck.text[-1]}"')
    return card


class CardsOnce:
    """Reads cards, and refuses a card that it has read before."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.seen: dict[Card, str] = {}
        """The path at which each card was read."""

    def card(self, text: object, where: str) -> Card:
        """Read a card; raises RecordError if it was read before."""
        card = read_card(self.deck, text, where)
        self.stands(card, where)
        return card

    def stands(self, card: Card, where: str) -> None:
        """Note that a card is at a path; raises RecordError if it was read before."""
        if card in self.seen:
            raise RecordError(where, f"the card {self.deck.text[card]} stands at {self.seen[card]} already")
        self.seen[card] = where

    def cards(self, value: object, where: str, length: int | None = None) -> tuple[Card, ...]:
        """Read a list of cards; raises RecordError if one was read before."""
        texts = read_list(value, where, length, most=self.deck.size)
        return tuple(self.card(text, f"{where}[{at}]") for at, text in enumerate(texts))

    def all_there(self) -> None:
        """Raise RecordError unless all cards of the deck were read."""
        if len(self.seen) != self.deck.size:
            missing = next(card for card in range(self.deck.size) if card not in self.seen)
            raise RecordError(
                "table",
                f"expected all {self.deck.size} cards, found {len(self.seen)}; one that is missing is "
                f"{self.deck.text[missing]}",
            )
