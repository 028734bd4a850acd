"""Which cards a text of a person names, in notation or in words: what names a hidden card is kept from a seat."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from capture_widgets.cards import FRENCH, Deck
from capture_widgets.faces import parts

_GAP: Final = re.compile(r"[\s'’(),-]+")
"""What may stand between the words of a card's name."""
_NUMBERS: Final = "one two three four five six seven eight nine ten".split()
_SPELLED: Final = {str(number): word for number, word in enumerate(_NUMBERS, 1)}
_SYMBOLS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}


def named_cards(deck: Deck, text: str) -> set[str]:
    """The cards that a text names, in notation or in words."""
    pattern, by_name = _naming(deck)
    found = (_GAP.sub(" ", name).strip() for name in pattern.findall(text))
    # "as" and "a heart" are common words, not aces
    return {by_name[name.lower()] for name in found if name != "as" and not name.startswith("a ")}


@cache
def _naming(deck: Deck) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the names of cards in a text, and the card by each name in small letters, with single blanks."""
    names: dict[str, str] = {}
    for card in deck.text:
        found = parts(deck, card)
        assert found is not None
        suit, rank = found
        one = suit["name"].lower().removesuffix("s")
        colours = {suit["name"].lower(), one, f"{one} s", _SYMBOLS.get(suit["name"].lower(), one)}
        number = rank["name"].lower()
        numbers = {number, _SPELLED.get(number, number), rank["text"].lower()}
        for spoken in numbers | {f"{spoken}s" for spoken in numbers if len(spoken) > 1}:
            for colour in colours:
                for words in (f"{spoken} {colour}", f"{spoken} of {colour}", f"{spoken} of the {colour}"):
                    names[words] = card
                names[f"{colour} {spoken}"] = card
        for short in (rank["text"].lower(), number if number.isdigit() else ""):
            for letter in (suit["letter"].lower(), _SYMBOLS.get(suit["name"].lower(), "")):
                if short and letter:
                    names[f"{short}{letter}"] = card
                    if not (letter.isascii() and deck is FRENCH):  # c4 is a place of a map
                        names[f"{letter}{short}"] = card
    spelled = (_GAP.pattern.join(map(re.escape, name.split(" "))) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelled)})(?!\w)", re.IGNORECASE), names
