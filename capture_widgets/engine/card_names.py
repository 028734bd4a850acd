"""Finds card names in free text, in notation or in words, so that a text that names a hidden card can be withheld."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import cache
from itertools import accumulate
from typing import Final

from capture_widgets.engine.cards import FRENCH, Deck
from capture_widgets.engine.faces import faces, parts

_GAP: Final = re.compile(r"[\s'’(),-]+")
"""The characters between the words of a card's name."""
_LOWER_A: Final = re.compile(r"a[\s'’(),-]")
_WORD: Final = re.compile(r"\w+|[♠♥♦♣]")
"""A word or symbol of a card's name."""
_NUMBERS: Final = "one two three four five six seven eight nine ten".split()
_SPELLED: Final = {str(number): word for number, word in enumerate(_NUMBERS, 1)}
_SYMBOLS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}


def named_cards(deck: Deck, text: str) -> set[str]:
    """The cards that a text names, in notation or in words.

    Upper case, and letters that only look different, make no difference. The time grows with the length of the text.
    """
    names, beginnings = _naming(deck)
    pieces = text.lower() if text.isascii() else list(map(_plain_letter, text))
    plain = "".join(pieces)
    # the start of each character in the plain text, to find the original spelling of a name
    origin = list(accumulate(map(len, pieces), initial=0)) if len(plain) != len(text) else None
    words = [match.span() for match in _WORD.finditer(plain)]
    named: set[str] = set()
    i = 0
    while i < len(words):
        longest, after = _name_at(plain, words, i, names, beginnings)
        if longest is None:
            i += 1
            continue
        start, end = words[i][0], words[after - 1][1]
        if origin is not None:
            start, end = bisect_right(origin, start) - 1, bisect_left(origin, end)
        # "as" and "a heart" are common words, not aces
        written = text[start:end]
        if deck.find(written) is not None:
            named.add(written)
        elif written != "as" and not _LOWER_A.match(written):
            named |= names[longest]
        i = after
    return named


def _name_at(
    plain: str, words: list[tuple[int, int]], first: int, names: dict[str, set[str]], beginnings: frozenset[str]
) -> tuple[str | None, int]:
    """The longest card name that begins with a word, and the index of the word after it."""
    begin, end = words[first]
    if begin and _in_word(plain[begin - 1]):  # a suit symbol directly after a letter
        return None, first
    name = plain[begin:end]
    longest, after = None, first
    for i in range(first + 1, len(words) + 1):
        if name not in beginnings:
            break
        if name in names and not (end < len(plain) and _in_word(plain[end])):
            longest, after = name, i
        if i == len(words):
            break
        start, last = words[i]
        if start > end:
            if not _GAP.fullmatch(plain, end, start):
                break
            name += " "
        name += plain[start:last]
        end = last
    return longest, after


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


@cache
def _plain_letter(char: str) -> str:
    """The plain lower-case form of a character: "s" for a long s, "q" for a full-width Q, "fi" for the ligature.

    Invisible characters (joiners, direction marks, variation selectors) become nothing.
    """
    if unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f":
        return ""
    return unicodedata.normalize("NFKC", char).casefold()


def _letters(deck: Deck) -> bool:
    """Whether the cards of a deck show the letters of their suits, so that players call a card "7 M"."""
    return bool(faces()["decks"][deck.name]["letters"])


@cache
def _naming(deck: Deck) -> tuple[dict[str, set[str]], frozenset[str]]:
    """The cards by each of their names, in lower case with single spaces; and all names cut off after each word.

    Two cards may share a name: "sm" is the Sun of Mars or the Moon of Saturn.
    """
    names: defaultdict[str, set[str]] = defaultdict(set)
    for card in deck.text:
        suit_and_rank = parts(deck, card)
        assert suit_and_rank is not None
        suit, rank = suit_and_rank
        name = suit["name"].lower()
        one = name.removesuffix("s")
        colours = {name, one, f"{one} s", _SYMBOLS.get(name, one)}
        if _letters(deck):
            colours.add(suit["letter"].lower())
        number = rank["name"].lower()
        numbers = {number, _SPELLED.get(number, number), rank["text"].lower()}
        for spoken in numbers | {f"{spoken}s" for spoken in numbers if len(spoken) > 1}:
            for colour in colours:
                for words in (f"{spoken} {colour}", f"{spoken} of {colour}", f"{spoken} of the {colour}"):
                    names[words].add(card)
                names[f"{colour} {spoken}"].add(card)
        for short in (rank["text"].lower(), number if number.isdigit() else ""):
            for letter in (suit["letter"].lower(), _SYMBOLS.get(name, "")):
                if short and letter:
                    names[f"{short}{letter}"].add(card)
                    if not (letter.isascii() and deck is FRENCH):  # "c4" is a space of the map in 4X Solitaire
                        names[f"{letter}{short}"].add(card)
    ends = {name: [match.end() for match in _WORD.finditer(name)] for name in names}
    return dict(names), frozenset(name[:end] for name in names for end in ends[name])
