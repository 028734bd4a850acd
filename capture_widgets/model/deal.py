"""Deals from seeds, the same on every platform and Python version for ever (GE-2), and short codes for deals.

The generator: block ``n`` of the stream is SHA-256 of ``capture-widgets deal 1 | game | seed | round | n`` in UTF-8,
read as eight big-endian 32-bit words. A number below ``k`` is the first word below the largest multiple of ``k``,
modulo ``k``. A deck is shuffled from canonical order by Fisher and Yates, from the last place down (Knuth, TAOCP 2,
3.4.2, algorithm P). If the rules reject a deal, the next one is made from the rest of the stream.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from capture_widgets.core.errors import IllegalDeal, UnknownOption, shown
from capture_widgets.core.escapes import visible
from capture_widgets.engine.cards import Card, Deck
from capture_widgets.engine.state import GameType, Seat

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without I, L, O and U, which are easily misread."""


def _words(game: GameType, seed: int, round_number: int) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"capture-widgets deal 1 | {game.slug} | {seed} | {round_number} | {block}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    limit = (1 << 32) // bound * bound
    return next(word for word in words if word < limit) % bound


def _shuffled(words: Iterator[int], cards: list[Card]) -> list[Card]:
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(words, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def is_seed(value: object) -> bool:
    """Whether this is a seed: a whole number of at most 300 digits."""
    return type(value) is int and value.bit_length() <= 1024


def check_seed(seed: object) -> None:
    """Raise UnknownOption unless this is a seed, or None."""
    if seed is not None and not is_seed(seed):
        raise UnknownOption(f"seed={shown(seed)}: a whole number (of at most 300 digits)")


def deal_for(game: GameType, seed: int, options: Any, round_number: int = 0, first: Seat | None = None) -> list[Card]:
    """The deal of a round: the whole deck in the order of dealing.

    A pure function of its arguments. It deals again while the rules reject the deal (KO-3, UC-2, kings in the arsenal).
    """
    words = _words(game, seed, round_number)
    while True:
        if game.shuffle is None:
            cards = _shuffled(words, list(range(game.deck.size)))
        else:
            cards = game.shuffle(lambda part: _shuffled(words, part), options)
        try:
            game.state.deal(cards, options, first)
        except IllegalDeal:
            continue
        return cards


LEVELS: Final = ("easy", "medium", "hard")
"""The levels of difficulty of a deal, in games that list deals by level."""


def graded_seed(game: GameType, seed: int, level: str, options: Any) -> int:
    """The seed of a deal of a level: an entry of the game's list, which ``seed`` chooses, the same for ever.

    Raises:
        IllegalDeal: the game has no such list, or not for these options.
    """
    if game.graded is None:
        raise IllegalDeal("GE-2", f"{game.title} has no deals by difficulty; 4X Solitaire has")
    listed = game.graded(level, options)
    words = _words(game, seed, -2 - LEVELS.index(level))
    return listed[_below(words, len(listed))]


def another_graded_seed(game: GameType, seed: int, level: str, options: Any, former: int | None) -> int:
    """Like `graded_seed`, but never the seed ``former`` of the previous deal."""
    while (drawn := graded_seed(game, seed, level, options)) == former:
        seed += 1
    return drawn


def level_of(game: GameType, seed: int | None, options: Any) -> str | None:
    """The level of the deal of a seed; None if the game does not list it."""
    if game.graded is None or seed is None:
        return None
    try:
        return next((level for level in LEVELS if seed in game.graded(level, options)), None)
    except IllegalDeal:  # the list is not valid for these options
        return None


def cut_for(game: GameType, seed: int) -> tuple[Card, Card]:
    """The two cards drawn for the deal, seat A's first (UC-1); a pure function of the seed."""
    cards = _shuffled(_words(game, seed, -1), list(range(game.deck.size)))
    return cards[0], cards[1]


def read_deal(game: GameType, deal: object, where: str = "deal") -> list[Card]:
    """Read an explicit deal; raises IllegalDeal (GE-2) unless it lists the whole deck, each card once."""
    if not isinstance(deal, list | tuple):
        raise IllegalDeal("GE-2", f"{where} must be a list of {game.deck.size} card texts")
    cards = []
    seen: dict[Card, int] = {}
    for i, text in enumerate(deal[: game.deck.size + 1]):
        card = game.deck.find(text)
        if card is None:
            raise IllegalDeal(
                "GE-2",
                f"{where}[{i}] is {shown(text)}, which is no card of this deck ({game.deck.text[0]} "
                f"to {game.deck.text[-1]})",
            )
        if card in seen:
            raise IllegalDeal("GE-2", f"{where}[{i}] repeats {text}, which stands at {where}[{seen[card]}] already")
        seen[card] = i
        cards.append(card)
    if len(cards) != game.deck.size or len(deal) != game.deck.size:
        raise IllegalDeal("GE-2", f"{where} has {len(deal)} cards; the deck has {game.deck.size}")
    return cards


def deal_code(deck: Deck, cards: Sequence[Card]) -> str:
    """A short code for a deal, to exchange: its rank among all permutations of the deck, and a check digit.

    22 digits for 30 cards, 46 for 52, 55 for 60, in groups of five; `deal_of_code` is the inverse.
    """
    rank = 0
    left = list(range(deck.size))
    for card in cards:
        place = left.index(card)
        rank = rank * len(left) + place
        left.pop(place)
    digits = ""
    for _ in range(_length(deck)):
        rank, digit = divmod(rank, 32)
        digits = _DIGITS[digit] + digits
    digits += _DIGITS[_check(digits)]
    return "-".join(digits[i : i + 5] for i in range(0, len(digits), 5))


def deal_of_code(deck: Deck, code: str) -> list[Card]:
    """The deal of a code; hyphens, spaces and case do not matter.

    Raises:
        IllegalDeal: the code has an invalid character or a wrong length, or its check digit is wrong.
    """
    digits = code.upper().replace("-", "").replace(" ", "").replace("O", "0").replace("I", "1").replace("L", "1")
    if len(digits) != _length(deck) + 1 or any(digit not in _DIGITS for digit in digits):
        raise IllegalDeal(
            "GE-2",
            f"a code of a {deck.name} deal has {_length(deck) + 1} digits and capital letters; "
            f"“{visible(code[:80])}” has not",
        )
    if _DIGITS[_check(digits[:-1])] != digits[-1]:
        raise IllegalDeal("GE-2", "the code does not add up: a digit is wrong or two are swapped")
    rank = 0
    for digit in digits[:-1]:
        rank = rank * 32 + _DIGITS.index(digit)
    places: list[int] = []
    for size in range(1, deck.size + 1):
        rank, place = divmod(rank, size)
        places.append(place)
    if rank:
        raise IllegalDeal("GE-2", "the code names no deal of this deck")
    left = list(range(deck.size))
    return [left.pop(place) for place in reversed(places)]


def _length(deck: Deck) -> int:
    orders = 1
    for size in range(2, deck.size + 1):
        orders *= size
    return -(-(orders - 1).bit_length() // 5)


def _check(digits: str) -> int:
    """The check digit: in the field of 32 elements (modulo x^5 + x^2 + 1), the sum of each digit times a power of x.

    It detects every wrong digit, and every swap of two digits less than 31 places apart.
    """
    check = 0
    for digit in digits:
        check ^= _DIGITS.index(digit)
        check = check << 1 ^ (0b100101 if check & 16 else 0)
    return check
