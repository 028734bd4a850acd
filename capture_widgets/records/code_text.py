"""Codes: a game as one line of letters and digits, to paste into a chat or read aloud.

``KO1-2F7KX-...``: two letters for the game, the version of this format, then one number in base 32 and two check
characters. The code of an unfinished game begins with ``OPEN-``, as a warning that it reveals every hidden card.

The number is written in mixed radix. It encodes the options with other values than their defaults; whether a match is
played; the number of rounds, and whether the last one is over; the seed, or the deals themselves; and for each move its
index among the legal moves, sorted as text. A leading 1 marks the end, so trailing zeros count and no length is needed;
forced moves take no space. The code of a game that was set up from a position contains that position, compressed, and
is long.

A code does not contain names, comments, signs, variations, or the cards that were drawn for the deal.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from typing import Any, Final

from capture_widgets.core.errors import IllegalDeal, RecordError, UnknownOption, shown
from capture_widgets.engine.cards import Card, Deck
from capture_widgets.engine.game_options import MOST, Options
from capture_widgets.engine.state import GameType
from capture_widgets.games import GAMES
from capture_widgets.model.deal import deal_for
from capture_widgets.model.dump import read_dump
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round
from capture_widgets.model.scores import opener
from capture_widgets.records.record import MOST_MOVES, Reading

VERSION: Final = 1

MOST_CODE: Final = 10_000
"""The most characters of a code, which bounds the time to read one."""

MOST_POSITION: Final = 100_000
"""The most bytes of a position in a code, decompressed."""

MOST_ROUNDS: Final = 1_000

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without I, L, O and U, which are easily misread."""

_VALUES: Final = {**{digit: value for value, digit in enumerate(_DIGITS)}, "U": 27}
"""The value of each character in the checksum. Only the letters of a game contain a U; it counts like V."""

_OPEN: Final = "OPEN"
"""The beginning of the code of an unfinished game."""

_SHAPE: Final = re.compile(r"\s*(.{4}-)?.{3}(-.{6})*-.{1,6}\s*")
"""The groups of a code, with any characters in them."""

_GROUP: Final = 6
"""The number of characters between two hyphens."""

_SEED_BITS: Final = (8, 32, 64, 1024)
"""The lengths with which a seed can be written."""


# -- characters


def code_of(history: History) -> str:
    """The code of a game.

    Raises:
        ValueError: the game is too long for a code; a record or a notation can hold it.
    """
    number = _number_of(history)
    digits = ""
    if number.bit_length() <= 5 * MOST_CODE:
        digits = _in_base_32(number)
    if not 0 < len(digits) <= MOST_CODE - 10:
        raise ValueError("this game is too long for a code; g.notation() and g.record() hold it")
    head = f"{letters(history.type)}{VERSION}"
    body = digits + check_characters(head + digits)
    groups = [body[i : i + _GROUP] for i in range(0, len(body), _GROUP)]
    return "-".join([*([] if _is_finished(history) else [_OPEN]), head, *groups])


def _is_finished(history: History) -> bool:
    """Whether the game, in a match the whole match, is over."""
    if history.to_play is not None:
        return False
    return not history.match or history.type.match_over(history.points, history.settings)


def letters(game: GameType) -> str:
    """The letters at the beginning of a game's codes: those of its rule identifiers."""
    return next(iter(game.rules)).partition("-")[0]


def looks_like_code(text: str) -> bool:
    """Whether a text is a code, perhaps with typing errors, and not the name of a file."""
    bare = _bare(text)
    if len(bare) < 10 or not any(sign.isdigit() for sign in bare):
        return False
    strange = sum(sign not in _VALUES for sign in bare)
    return strange <= (2 if _SHAPE.fullmatch(text) else 0) or (strange == 1 and not set(bare) & {*"./\\:~"})


def _bare(text: str) -> str:
    """A code in standard form: without spaces and hyphens, in upper case, with digits for the letters like them."""
    bare = "".join(text[: 2 * MOST_CODE].split()).replace("-", "").upper()
    return bare.replace("O", "0").replace("I", "1").replace("L", "1")


def read_code(text: str) -> History:
    """The history of a code.

    Raises:
        RecordError: the text is no valid code; the reason names the round and ply if a move is wrong.
    """
    bare = _bare(text)
    is_open = bare.startswith(_bare(_OPEN))
    if is_open:
        bare = bare[len(_OPEN) :]
    if len(bare) > MOST_CODE:
        raise RecordError("code", f"too long: codes have at most {MOST_CODE:,} characters")
    strange = next((sign for sign in bare if sign not in _VALUES), None)
    if strange is not None:
        raise RecordError("code", f"{shown(strange)} stands in no code; codes have digits and plain letters")
    heads: dict[str, GameType] = {}
    for slug in GAMES:
        heads.setdefault(_bare(letters(GAMES[slug])), GAMES[slug])  # this package's own games come first
    head = next((head for head in heads if bare.startswith(head)), None)
    if head is None:
        known = ", ".join(f"{letters(GAMES[slug])} for {slug}" for slug in GAMES)
        raise RecordError("code", f"a code begins with the letters of its game: {known}; then the version, {VERSION}")
    body, checks = bare[:-2], bare[-2:]
    if len(bare) < len(head) + 4 or "U" in bare[len(head) :] or check_characters(body) != checks:
        raise RecordError("code", "it does not add up: a character is wrong or missing, or two are swapped")
    version = body[len(head)]
    if version != str(VERSION):
        raise RecordError(
            "code",
            f"this release reads version {VERSION}, the code says {version}; a newer release of capture_widgets may "
            "read it",
        )
    digits = body[len(head) + 1 :]
    if digits.startswith("0"):
        raise RecordError("code", "no code has a 0 after its version")
    history = _history_of(heads[head], _from_base_32(digits))
    if is_open and _is_finished(history):
        raise RecordError("code", f"the game is over, so its code does not begin with {_OPEN}")
    return history


def check_characters(text: str) -> str:
    """Two check characters: in the field of 32 elements (modulo x^5 + x^2 + 1), the sums of each character times a
    power of x, and times a power of x squared.

    Each of them detects any one wrong character, and any swap of two neighbours; of other errors, both together miss
    one in a thousand.
    """
    checks = [0, 0]
    for sign in _bare(text):
        for which in (0, 1):
            check = checks[which] ^ _VALUES[sign]
            for _ in range(which + 1):
                check = check << 1 ^ (0b100101 if check & 16 else 0)
            checks[which] = check
    return "".join(_DIGITS[check] for check in checks)


def _in_base_32(number: int) -> str:
    count = -(-number.bit_length() // 5)
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(count)))


def _from_base_32(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number << 5 | _DIGITS.index(digit)
    return number


# -- the number


class _Writer:
    """Writes digits of a mixed radix; the digit that is written first is read first."""

    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []

    def put(self, value: int, base: int) -> None:
        """Write a digit of a base; a digit of base 1 takes no space."""
        assert 0 <= value < base
        self.digits.append((value, base))

    def count(self, value: int) -> None:
        """Write a number of any size; small numbers take little space."""
        while value >= 8:
            self.put(8 + value % 8, 16)
            value //= 8
        self.put(value, 16)

    def whole(self) -> int:
        """All digits as one number."""
        number = 1
        for value, base in reversed(self.digits):
            number = number * base + value
        return number


class _Digits:
    """Reads the digits back."""

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def is_done(self) -> bool:
        """Whether everything has been read."""
        return self.number == 1

    def get(self, base: int) -> int:
        """Read the next digit, of a base."""
        self.number, value = divmod(self.number, base)
        if self.number < 1:
            raise RecordError("code", "it ends too early")
        return value

    def count(self) -> int:
        """Read a number that `_Writer.count` wrote."""
        value, place = 0, 1
        while (digit := self.get(16)) >= 8:
            value += (digit - 8) * place
            place *= 8
            if place > 1 << 60:
                raise RecordError("code", "a number in it is too long")
        return value + digit * place


def _number_of(history: History) -> int:
    out = _Writer()
    _put_options(out, history.settings)
    out.put(history.match, 2)
    out.put(history.setup is not None, 2)
    rounds = history.rounds
    if history.match:
        out.count(len(rounds) - 1)
    _put_end(out, history.current)
    if history.setup is not None:
        _put_position(out, history)
    seed = _seed_in(history)
    out.put(seed is not None, 2)
    if seed is not None:
        _put_seed(out, seed)
    for number, entry in zip(history.round_numbers(), rounds, strict=True):
        if entry.cards is None:
            continue
        if seed is not None:
            given = not _is_seeded(history, seed, number, entry)
            out.put(given, 2)
            if not given:
                continue
        out.put(*_deal_rank(history.type.deck, entry.cards))
    for entry in rounds:
        for state, move in zip(entry.states, entry.moves, strict=False):
            legal = sorted(map(str, state.legal_moves()))
            out.put(legal.index(str(move)), len(legal))
    return out.whole()


def _seed_in(history: History) -> int | None:
    """The seed, if the deals or later deals follow from it and it is shorter than they are; else None."""
    seed = history.seed
    if seed is None or history.match:
        return seed
    entry = history.current
    if entry.cards is None or not _is_seeded(history, seed, 0, entry):
        return None
    orders = _deal_rank(history.type.deck, entry.cards)[1]
    return seed if abs(seed).bit_length() < orders.bit_length() - 4 else None


def _is_seeded(history: History, seed: int, number: int, entry: Round) -> bool:
    return tuple(deal_for(history.type, seed, history.settings, number, entry.first)) == entry.cards


def _put_end(out: _Writer, last: Round) -> None:
    """Write whether the last round is over; if not, the number of forced moves at its end, which take no space."""
    is_over = last.state.to_play is None
    out.put(is_over, 2)
    if not is_over:
        forced = 0
        for state in reversed(last.states[:-1]):
            if len(state.legal_moves()) > 1:
                break
            forced += 1
        out.count(forced)


def _put_options(out: _Writer, settings: Options) -> None:
    described, values = settings.described(), settings.as_dict()
    usual = all(values[item["name"]] == item["default"] for item in described)
    out.put(not usual, 2)
    for item in [] if usual else described:
        value, choices = values[item["name"]], item["choices"]
        if choices:
            out.put(choices.index(value), len(choices))
        else:
            out.put(value != item["default"], 2)
            if value != item["default"]:
                out.count(value)


def _put_seed(out: _Writer, seed: int) -> None:
    size = next(i for i, bits in enumerate(_SEED_BITS) if abs(seed) < 1 << bits)
    out.put(size, len(_SEED_BITS))
    out.put(seed < 0, 2)
    out.put(abs(seed), 1 << _SEED_BITS[size])


def _put_position(out: _Writer, history: History) -> None:
    text = json.dumps(history.setup, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    out.count(len(packed))
    for byte in packed:
        out.put(byte, 256)


def _deal_rank(deck: Deck, cards: Sequence[Card]) -> tuple[int, int]:
    """The rank of a deal among all permutations of its deck, and the number of permutations."""
    rank, orders = 0, 1
    left = list(range(deck.size))
    for card in cards:
        place = left.index(card)
        rank += place * orders
        orders *= len(left)
        left.pop(place)
    return rank, orders


def _ranked_deal(deck: Deck, rank: int) -> list[Card]:
    left, cards = list(range(deck.size)), []
    while left:
        rank, place = divmod(rank, len(left))
        cards.append(left.pop(place))
    return cards


def _history_of(game: GameType, number: int) -> History:
    digits = _Digits(number)
    settings = _read_options(digits, game)
    match, set_up = bool(digits.get(2)), bool(digits.get(2))
    rounds = 1 + (digits.count() if match else 0)
    if rounds > MOST_ROUNDS:
        raise RecordError("code", f"a code holds at most {MOST_ROUNDS:,} rounds")
    if match and (refused := game.match_refused(settings)):
        raise RecordError("code", refused)
    is_over = bool(digits.get(2))
    forced = 0 if is_over else digits.count()
    reading = Reading(game, settings, match=match)
    if set_up:
        _read_position(digits, reading)
    if digits.get(2):
        reading.seed = _read_seed(digits)
    _read_deals(digits, reading, rounds, set_up=set_up)
    return _play(digits, reading.history(), rounds, is_over=is_over, forced=forced)


def _read_options(digits: _Digits, game: GameType) -> Any:
    given: dict[str, Any] = {}
    if digits.get(2):
        for item in game.options.described():
            if item["choices"]:
                given[item["name"]] = item["choices"][digits.get(len(item["choices"]))]
            elif digits.get(2):
                given[item["name"]] = min(digits.count(), MOST + 1)
    try:
        settings = game.options.of(given)
    except UnknownOption as error:
        raise RecordError("code", str(error)) from None
    if game.opener is not None and type(getattr(settings, game.opener)) is not int:
        raise RecordError("code", "a code names the seat that deals or starts")
    return settings


def _read_seed(digits: _Digits) -> int:
    size = digits.get(len(_SEED_BITS))
    sign = -1 if digits.get(2) else 1
    return sign * digits.get(1 << _SEED_BITS[size])


def _read_position(digits: _Digits, reading: Reading) -> None:
    count = digits.count()
    if count > MOST_CODE:
        raise RecordError("code", "the position in it is too long")
    packed = bytes(digits.get(256) for _ in range(count))
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(packed, MOST_POSITION)
        if not unpacking.eof:
            raise RecordError("code", "the position in it is too long, or cut off")
        dump = json.loads(text)
    except (zlib.error, ValueError, RecursionError):
        raise RecordError("code", "the position in it cannot be unpacked") from None
    try:
        position = read_dump(dump)
    except RecordError as error:
        raise RecordError("code", f"the position in it is none: {error}") from None
    same = position["game"] is reading.game and position["options"] == reading.options
    if not same or (position["totals"] is not None) != reading.match:
        raise RecordError("code", "the position in it is of another game")
    reading.setup, reading.round_base = position["dump"], position["round"]
    reading.totals = list(position["totals"] or ())
    reading.rounds = [Round(position["first"], None, position["state"], position["ply"])]


def _read_deals(digits: _Digits, reading: Reading, rounds: int, *, set_up: bool) -> None:
    """Read the first round, and the deals of later rounds."""
    game, settings = reading.game, reading.options
    orders = _deal_rank(game.deck, range(game.deck.size))[1]
    for number in range(reading.round_base + set_up, reading.round_base + rounds):
        first = opener(game, settings, number)
        if reading.seed is not None and not digits.get(2):
            cards = deal_for(game, reading.seed, settings, number, first)
        else:
            cards = _ranked_deal(game.deck, digits.get(orders))
        reading.deals[number] = cards
        try:
            start = game.state.deal(cards, settings, first)
        except IllegalDeal as error:
            raise RecordError("code", f"round {number}: {error}") from None
        if not reading.rounds:
            reading.rounds = [Round(first, cards, start)]


def _play(digits: _Digits, history: History, rounds: int, *, is_over: bool, forced: int) -> History:
    """Read and play the moves, from the first round on."""
    last = history.round_base + rounds - 1
    moves = 0
    while history.to_play is not None:
        legal = history.legal_moves()
        if history.round == last and not is_over and digits.is_done:
            # only the forced moves at the end of the last round are left
            if not forced:
                break
            if len(legal) > 1:
                raise RecordError("code", f"round {history.round}, ply {history.ply}: there is a choice of moves here")
            forced -= 1
        if history.round > last:
            break
        moves += 1
        if moves > MOST_MOVES:
            raise RecordError("code", f"a code holds at most {MOST_MOVES:,} moves")
        history = history.play(legal[digits.get(len(legal))])
    has_ended = history.round > last or history.to_play is None
    if not digits.is_done or forced or history.round < last or is_over != has_ended:
        raise RecordError("code", f"round {history.round}, ply {history.ply}: the game does not end as the code says")
    return history
