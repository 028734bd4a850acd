"""The format of records: whole games as JSON-ready data (docs/contract.md, record version 1)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final, Literal, NotRequired, TypedDict

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_text
from capture_widgets.engine.state import GameType
from capture_widgets.model.dump import Dump
from capture_widgets.model.rounds import Round

FORMAT: Final = "capture-widgets/record"
VERSION: Final = 1

MOST_COMMENT: Final = 100_000
"""The most characters of one comment."""

MOST_WORDS: Final = 1_000_000
"""The most characters of all comments of a game together."""

MOST_NAME: Final = 1_000
"""The most characters of a player's name."""

GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""Signs that judge a move."""


class Result(TypedDict):
    """The result of a round."""

    returns: list[int]
    points: list[int]


class RoundRecord(TypedDict):
    """One round of a record, which starts from a ``deal`` or a ``setup``."""

    dealer: NotRequired[int]
    first: NotRequired[int]
    deal: NotRequired[list[str]]
    setup: NotRequired[Dump]
    """The full dump that the round was set up from."""
    moves: list[str]
    result: Result | None


class Variation(TypedDict):
    """Moves played from a position instead of the main line."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    moves: list[str]
    comments: NotRequired[dict[str, str]]
    """Comments on positions after its moves, by round and ply, as in ``"0/13"``."""
    glyphs: NotRequired[dict[str, str]]
    """Signs that judge its moves, by the position after the move."""


class Record(TypedDict):
    """A whole game (docs/contract.md, record version 1)."""

    format: Literal["capture-widgets/record"]
    version: Literal[1]
    game: str
    options: dict[str, Any]
    cut: NotRequired[list[str]]
    """The cards that seats A and B drew for the deal."""
    match: bool
    seed: int | None
    seats: list[str]
    rounds: list[RoundRecord]
    variations: list[Variation]
    comments: dict[str, str]
    glyphs: dict[str, str]


def place(round_number: int, ply: int) -> str:
    """The key of a position in a record, such as ``"0/12"``."""
    return f"{round_number}/{ply}"


def position_of(key: str) -> tuple[int, int]:
    """Round and ply of a key such as ``"0/12"``; raises ValueError if the text is no key."""
    number, _, ply = key.partition("/")
    if not all(part.isascii() and part.isdigit() and len(part) < 8 for part in (number, ply)):
        raise ValueError(f'{shown(key)} is no position: write "round/ply", such as "0/12"')
    return int(number), int(ply)


def is_name(value: object) -> bool:
    """Whether this can be the name of a player."""
    return is_text(value, MOST_NAME)


NOTES: Final = ("comments", "glyphs")
"""The kinds of notes on positions, in a record and in a variation."""


def notes_of(line: Variation) -> dict[str, dict[str, str]]:
    """Comments and signs of a variation, each by position."""
    return {"comments": dict(line.get("comments", {})), "glyphs": dict(line.get("glyphs", {}))}


def variation(at: str, moves: list[str], notes: Mapping[str, Mapping[str, str]] | None = None) -> Variation:
    """A variation from a position, with those of the given comments and signs that belong to its moves."""
    number, ply = position_of(at)
    made: Any = {"at": at, "moves": moves}
    for name in NOTES:
        kept = {}
        for key, text in (notes or {}).get(name, {}).items():
            at_round, at_ply = position_of(key)
            if at_round == number and ply < at_ply <= ply + len(moves):
                kept[key] = text
        if kept:
            made[name] = kept
    return made  # type: ignore[no-any-return]  # its keys come from NOTES


def round_record(game: GameType, entry: Round, setup: Dump | None) -> RoundRecord:
    """One round as JSON-ready data; ``setup`` is the dump that the round was set up from if it was not dealt."""
    returns = entry.state.returns
    data: dict[str, Any] = {} if game.opener is None else {game.opener: entry.first}
    if entry.cards is None:
        data["setup"] = deepcopy(setup)
    else:
        data["deal"] = game.deck.texts(entry.cards)
    data["moves"] = [str(move) for move in entry.moves]
    data["result"] = None if returns is None else {"returns": list(returns), "points": list(entry.state.points)}
    return data  # type: ignore[return-value]  # the opener's key depends on the game
