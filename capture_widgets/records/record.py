"""The strict reader of records, which are whole games as JSON-ready data (docs/contract.md, record version 1)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from capture_widgets.core import shared_files
from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, UnknownGame, UnknownOption, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import MOST_FAULTS, MOST_TEXT, MOST_VALUES, is_text, path_to, plain, same
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import SEAT_NAMES, GameType
from capture_widgets.games import game_type
from capture_widgets.model.deal import is_seed, read_deal
from capture_widgets.model.dump import Dump, read_dump
from capture_widgets.model.history import History
from capture_widgets.model.record_format import (
    FORMAT,
    GLYPHS,
    MOST_COMMENT,
    MOST_NAME,
    MOST_WORDS,
    NOTES,
    VERSION,
    Record,
    Variation,
    is_name,
    place,
    position_of,
    variation,
)
from capture_widgets.model.rounds import Round
from capture_widgets.model.scores import opener, totals_after

MOST_MOVES: Final = 100_000
"""The most moves of a record, variations included, which bounds the time to read one."""

MOST_VARIATIONS: Final = 10_000
"""The most variations of a record."""


@dataclass
class Reading:
    """The readable content of a record, and its faults."""

    game: GameType
    options: Any
    match: bool = False
    seed: int | None = None
    seats: list[str] = field(default_factory=list)
    cut: tuple[Card, Card] | None = None
    setup: Dump | None = None
    """The full dump that the first round was set up from, as `read_dump` returns it."""
    rounds: list[Round] = field(default_factory=list)
    round_base: int = 0
    """Number of the first round here; above 0 only in a match set up from a dump."""
    totals: list[int] = field(default_factory=list)
    """Points by seat before the first round here; an empty list means all 0."""
    variations: list[Variation] = field(default_factory=list)
    comments: dict[str, str] = field(default_factory=dict)
    glyphs: dict[str, str] = field(default_factory=dict)
    deals: dict[int, list[Card]] = field(default_factory=dict)
    """Known deals of later rounds, by round number."""
    faults: list[tuple[str, str]] = field(default_factory=list)
    """All faults as (path, reason); empty for a valid record."""

    def history(self) -> History:
        """The readable part as a history.

        Raises:
            RecordError: not even the start of the first round can be read.
        """
        if not self.rounds:
            where, reason = self.faults[0]
            raise RecordError(where, reason, tuple(self.faults))
        count = self.game.seats(self.options)
        totals = [tuple(self.totals) or (0,) * count]
        for entry in self.rounds[:-1]:
            totals.append(tuple(totals_after(totals[-1], entry.state)))
        return History(
            self.game,
            self.options,
            self.rounds[-1],
            (*self.seats, *SEAT_NAMES[len(self.seats) : count]),
            totals[-1],
            match=self.match,
            seed=self.seed,
            cut=self.cut,
            deals={
                **self.deals,
                **{self.round_base + i: one.cards for i, one in enumerate(self.rounds) if one.cards is not None},
            },
            setup=self.setup,
            round_base=self.round_base,
            past=tuple(self.rounds[:-1]),
            past_totals=tuple(totals[:-1]),
            lines=tuple(self.variations),
            comments=self.comments,
            glyphs=self.glyphs,
        )


def read_record(data: object) -> Reading:
    """Read as much of a record as possible, and collect its faults.

    The rounds end before the first illegal move. Nothing in the data is executed; the time grows with the number of
    moves.

    Raises:
        RecordError: there is no game to show: the data is no object, or has an unknown game, version or option.
    """
    data, copy_faults = plain(data)
    if not isinstance(data, dict):
        raise RecordError("", "a record is an object, as g.record() gives it")
    if data.get("format", FORMAT) != FORMAT:
        raise RecordError("format", f'expected "{FORMAT}", found {shown(data["format"])}')
    version = data.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise RecordError(
            "version",
            f"this release reads version {VERSION}, the file says {shown(version)}; "
            "a newer release of capture_widgets may read it",
        )
    try:
        game = game_type(data.get("game"))
    except UnknownGame as error:
        raise RecordError("game", str(error)) from None
    raw_options = data.get("options", {})
    if not isinstance(raw_options, dict):
        raise RecordError("options", "expected an object of options by name")
    rounds = data.get("rounds")
    if not isinstance(rounds, list) or not rounds:
        raise RecordError("rounds", "expected a list of at least one round")
    try:
        options = game.options.of(_with_opener(game, raw_options, rounds[0]))
    except UnknownOption as error:
        raise RecordError("options", str(error)) from None
    if game.opener is not None and type(getattr(options, game.opener)) is not int:
        raise RecordError(f"options.{game.opener}", "a record names the seat: a number")
    reading = Reading(game, options, match=len(rounds) > 1)
    reader = _Reader(reading)
    reader.read(data, rounds)
    for where, reason in copy_faults:
        reader.fault(where, reason)
    return reading


def _with_opener(game: GameType, raw_options: dict[str, Any], first_round: object) -> dict[str, Any]:
    """The options, with the seat that deals or starts added if only the first round names it."""
    if game.opener is None or not isinstance(first_round, dict) or game.opener in raw_options:
        return raw_options
    named = first_round.get(game.opener)
    return raw_options if type(named) is not int else {**raw_options, game.opener: named}


class _Reader:
    """Fills a `Reading` and collects the faults."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.game = reading.game
        self.seats = reading.game.seats(reading.options)
        self.totals = [0] * self.seats
        self.moves_left = MOST_MOVES

    def fault(self, where: str, reason: str) -> None:
        kept = self.reading.faults
        if len(kept) == MOST_FAULTS - 1:
            where, reason = "", f"and more: only the first {MOST_FAULTS - 1} faults are kept"
        if len(kept) < MOST_FAULTS:
            kept.append((where, reason))

    def read(self, data: dict[str, Any], rounds: list[Any]) -> None:
        reading = self.reading
        known = set(Record.__annotations__)
        for key in data:
            if key not in known:
                self.fault(path_to("", key), "a record has no such key")
        self.stated_match: bool | None = None
        if "match" in data:
            if type(data["match"]) is bool:
                self.stated_match = reading.match = data["match"]
            else:
                self.fault("match", "expected true or false")
        refused = self.game.match_refused(reading.options) if reading.match else None
        if refused:
            self.fault("match", refused)
            reading.match = False
        if len(rounds) > 1 and not reading.match:
            self.fault("rounds", "only a match has more than one round (GE-8)")
            rounds = rounds[:1]
        seed = data.get("seed")
        if seed is None or is_seed(seed):
            reading.seed = seed
        else:
            self.fault("seed", "expected a whole number or null, of at most 300 digits")
        self._names(data.get("seats"))
        self._cut(data.get("cut"))
        for number, entry in enumerate(rounds):
            if not self._round(number, entry, f"rounds[{number}]"):
                break
        self._notes("comments", data.get("comments", {}))
        self._notes("glyphs", data.get("glyphs", {}))
        self._variations(data.get("variations", []))

    def _names(self, seats: object) -> None:
        if seats is None:
            return
        if not isinstance(seats, list) or len(seats) != self.seats or not all(map(is_name, seats)):
            self.fault("seats", f"expected the names of {self.seats} seats, each of at most {MOST_NAME:,} characters")
        else:
            self.reading.seats = list(seats)

    def _cut(self, cut: object) -> None:
        if cut is None:
            return
        cards = [self.game.deck.find(text) for text in cut] if isinstance(cut, list) else []
        if self.game.cut is None or len(cards) != 2 or cards[0] is None or cards[1] is None or cards[0] == cards[1]:
            self.fault("cut", "expected the two cards drawn for the deal, in a game that is cut for")
        elif self.game.cut(cards[0], cards[1]) != opener(self.game, self.reading.options, 0):
            self.fault("cut", "these cards make the other seat the dealer (UC-1)")
        else:
            self.reading.cut = (cards[0], cards[1])

    def _round(self, number: int, entry: object, where: str) -> bool:
        """Read one round; False if later rounds cannot be read."""
        reading, game = self.reading, self.game
        if not isinstance(entry, dict):
            self.fault(where, "expected an object with deal and moves")
            return False
        for key in entry:
            if key not in ("deal", "setup", "moves", "result") and (key != game.opener):
                self.fault(path_to(where, key), "a round of this game has no such key")
        if number:
            last = reading.rounds[-1].state
            if last.to_play is not None:
                self.fault(where, "the round before it is not finished")
                return False
            self.totals = totals_after(self.totals, last)
            if game.match_over(self.totals, reading.options):
                self.fault(where, "the match was over before this round (GE-8)")
                return False
        played = self._start(number, entry, where)
        if played is None:
            return False
        played, whole = self._moves(played, entry.get("moves"), f"{where}.moves")
        reading.rounds.append(played)
        if not whole:
            return False
        result = entry.get("result")
        returns = played.state.returns
        expected = None if returns is None else {"returns": list(returns), "points": list(played.state.points)}
        if "result" in entry and not same(result, expected):
            self.fault(f"{where}.result", f"the moves lead to {json.dumps(expected)}")
        return True

    def _start(self, number: int, entry: dict[str, Any], where: str) -> Round | None:
        game, options = self.game, self.reading.options
        first = opener(game, options, self.reading.round_base + number)
        named = entry.get(game.opener) if game.opener else None
        if "setup" in entry:
            return self._setup(number, entry, where, named)
        if named is not None and (type(named) is not int or named != first):
            self.fault(f"{where}.{game.opener}", f"expected {first}, as the options and the rounds before say (GE-8)")
            return None
        try:
            cards = read_deal(game, entry.get("deal"))
            return Round(first, cards, game.state.deal(cards, options, first))
        except IllegalDeal as error:
            self.fault(f"{where}.deal", str(error))
            return None

    def _setup(self, number: int, entry: dict[str, Any], where: str, named: object) -> Round | None:
        game = self.game
        try:
            position = read_dump(entry["setup"])
        except RecordError as error:
            self.fault(f"{where}.setup.{error.where}".rstrip("."), error.reason)
            return None
        if number or "deal" in entry or position["game"] is not game or position["options"] != self.reading.options:
            self.fault(
                f"{where}.setup", "a position can only stand in place of the first round's deal, with the same options"
            )
            return None
        if named is not None and not same(named, position["first"]):
            self.fault(f"{where}.{game.opener}", f"expected {position['first']}, as the position says")
            return None
        # a match may start in the middle: of earlier rounds only the points are known
        if self.stated_match is not None and self.stated_match != (position["totals"] is not None):
            self.fault("match", "the position that the first round starts from says otherwise")
        self.reading.setup = position["dump"]
        self.reading.match = position["totals"] is not None
        self.reading.round_base = position["round"]
        self.totals = list(position["totals"] or self.totals)
        self.reading.totals = list(self.totals)
        return Round(position["first"], None, position["state"], position["ply"])

    def _moves(self, played: Round, moves: object, where: str) -> tuple[Round, bool]:
        """Play the moves up to the first illegal one; returns the round, and whether all moves are legal."""
        if not isinstance(moves, list):
            self.fault(where, "expected a list of moves")
            return played, False
        if len(moves) > self.moves_left:  # before any of them is played
            self.fault(f"{where}[{self.moves_left}]", f"a record holds at most {MOST_MOVES:,} moves")
            return played, False
        self.moves_left -= len(moves)
        for i, text in enumerate(moves):
            try:
                if not isinstance(text, str):
                    raise IllegalMove("GE-3", shown(text), "a move is a text")
                move = played.state.parse(text)
                played.state.check(move)
            except IllegalMove as error:
                self.fault(f"{where}[{i}]", f"{shown(text)}: {error}")
                return played, False
            played = played.play(move)
        return played, True

    def _at(self, key: object, where: str) -> tuple[Round, int] | None:
        """The round and ply of a key such as "0/12"; None, and a fault, if there is no such position."""
        try:
            number, ply = position_of(key if isinstance(key, str) else "")
        except ValueError:
            number, ply = -1, -1
        index = number - self.reading.round_base
        if place(number, ply) == key and 0 <= index < len(self.reading.rounds):
            entry = self.reading.rounds[index]
            if entry.base <= ply <= entry.ply:
                return entry, ply
        if not self.reading.faults:  # after a fault in the moves, notes may name positions that could not be read
            self.fault(where, f'{shown(key)} is no position of this record; positions are written "round/ply"')
        return None

    def _notes(self, name: Literal["comments", "glyphs"], notes: object) -> None:
        if not isinstance(notes, dict):
            self.fault(name, "expected an object by position")
            return
        words = 0
        for key, text in notes.items():
            where = path_to(name, key)
            words += len(text) if isinstance(text, str) else 0
            if words > MOST_WORDS:
                self.fault(where, f"all {name} together have at most {MOST_WORDS:,} characters")
                return
            if self._is_note(name, text, where) and self._at(key, where):
                getattr(self.reading, name)[key] = text

    def _is_note(self, name: str, text: object, where: str) -> bool:
        """Whether this is a valid comment or sign."""
        if not is_text(text, MOST_COMMENT):
            self.fault(where, f"expected a text of at most {MOST_COMMENT:,} characters")
        elif name == "glyphs" and text not in GLYPHS:
            self.fault(where, f"expected one of {' '.join(GLYPHS)}")
        else:
            return True
        return False

    def _variations(self, variations: object) -> None:
        if not isinstance(variations, list):
            self.fault("variations", "expected a list")
            return
        if len(variations) > MOST_VARIATIONS:
            self.fault(f"variations[{MOST_VARIATIONS}]", f"a record holds at most {MOST_VARIATIONS:,} variations")
            return
        for i, entry in enumerate(variations):
            where = f"variations[{i}]"
            if not isinstance(entry, dict) or not {"at", "moves"} <= {*entry} <= {"at", "moves", *NOTES}:
                self.fault(where, "expected an object with at and moves, and comments and glyphs if there are any")
                continue
            start_at = self._at(entry["at"], f"{where}.at")
            if start_at is None:
                continue
            if entry["moves"] == []:
                self.fault(f"{where}.moves", "expected at least one move")
                continue
            parent, ply = start_at
            start = Round(parent.first, None, parent.state_at(ply), ply)
            line, whole = self._moves(start, entry["moves"], f"{where}.moves")
            if whole:
                notes = {name: self._line_notes(entry, line, name, f"{where}.{name}") for name in NOTES}
                moves = [str(move) for move in line.moves]
                self.reading.variations.append(variation(entry["at"], moves, notes))

    def _line_notes(self, entry: dict[str, Any], line: Round, name: str, where: str) -> dict[str, str]:
        """Read the comments or signs of a variation, by position."""
        kept: dict[str, str] = {}
        notes = entry.get(name, {})
        if not isinstance(notes, dict):
            self.fault(where, "expected an object by position")
            return kept
        number, ply = position_of(entry["at"])
        places = {place(number, after) for after in range(ply + 1, line.ply + 1)}
        for key, text in notes.items():
            own = path_to(where, key)
            if key not in places:
                self.fault(own, f"{shown(key)} is no position after a move of this variation")
            elif self._is_note(name, text, own):
                kept[key] = text
        return kept


MOST_PARTS: Final = 8 * MOST_VALUES
"""The most commas and brackets in a JSON text: more than any valid record has, even with those in comments."""


def parse_json(text: str, where: str = "") -> Any:
    """Parse JSON; raises RecordError if it is invalid, too long or nested too deep, or if an object has a key twice."""

    def no_number(name: str) -> Any:
        raise RecordError(where, f"not JSON: {name} is no number in JSON")

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        by_key = dict(items)
        if len(by_key) != len(items):
            counted = Counter(key for key, _ in items)
            twice = next(key for key, count in counted.items() if count > 1)
            raise RecordError(where, f"the key {shown(twice)} stands twice in one object")
        return by_key

    if len(text) > MOST_TEXT or sum(map(text.count, "[{,")) > MOST_PARTS:
        raise RecordError(where, f"too long: {MOST_TEXT >> 20} MiB and {MOST_PARTS:,} values are read at most")
    try:
        return json.loads(text, parse_constant=no_number, object_pairs_hook=pairs)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(where, f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (RecursionError, ValueError):
        raise RecordError(where, "not readable as JSON: nested too deep, or a number too long") from None


def read_text(path: str | Path) -> str:
    """The text of a file.

    Raises:
        RecordError: the file is not UTF-8 or too long, or the path is invalid on every operating system.
        OSError: there is no such file.
    """
    try:
        with open(path_of(path), "rb", opener=shared_files.opener) as file:
            data = file.read(MOST_TEXT + 1)
    except ValueError:  # an unpaired surrogate or a zero in the path
        raise RecordError("", f"{shown(str(path))} cannot be the name of a file") from None
    if len(data) > MOST_TEXT:
        raise RecordError(str(path), f"too long: {MOST_TEXT >> 20} MiB are read at most")
    try:
        return data.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        raise RecordError(str(path), f"not UTF-8 text at byte {error.start}") from None
