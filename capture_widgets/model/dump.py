"""Dumps: a position as one viewer knows it, as JSON-ready data; and the patches between dumps.

Only dumps leave the rules: tables show them, replays are lists of them, exports contain them, and bots read nothing
else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, Literal, NotRequired, TypedDict

from capture_widgets.core.errors import IllegalDeal, RecordError, UnknownGame, UnknownOption
from capture_widgets.core.plain_data import path_to, plain, same
from capture_widgets.engine.game_options import MOST
from capture_widgets.engine.state import GameType, State, Viewer
from capture_widgets.games import game_type
from capture_widgets.model.deal import is_seed
from capture_widgets.model.scores import match_returns, opener, totals_after

FORMAT: Final = "capture-widgets/state"
VERSION: Final = 1


class MatchInfo(TypedDict):
    """The score of the match that a round belongs to."""

    totals: list[int]
    """Points of each seat before this round."""
    over: bool
    """Whether the match ended with this round."""


class Rest(TypedDict):
    """The part of a position that the full table does not show."""

    first: int | None
    """The seat that dealt or started this round; null in games where none does."""
    seed: int | None
    """The seed of the next deals of a match."""
    state: dict[str, Any]
    """The rest of the state, in a form of the game's own."""


class Dump(TypedDict):
    """A position as a viewer knows it (docs/contract.md, dump version 1)."""

    format: Literal["capture-widgets/state"]
    version: Literal[1]
    game: str
    options: dict[str, Any]
    seat: int | Literal["public"] | None
    """The viewer; null sees all cards."""
    round: int
    ply: int
    """The number of moves made in this round."""
    to_play: int | None
    is_over: bool
    returns: list[int] | None
    points: list[int]
    legal_moves: list[str]
    """Moves of the seat to play, sorted as text; empty in another seat's view."""
    table: Any
    """The table, in a form of the game's own."""
    match: MatchInfo | None
    """The score of the match; null outside a match."""
    rest: NotRequired[Rest]
    """In the full dump only: what the table does not show."""


def make_dump(
    game: GameType,
    options: Any,
    state: State,
    viewer: Viewer,
    *,
    round_number: int,
    ply: int,
    points: Sequence[int],
    returns: Sequence[int] | None,
    match: MatchInfo | None,
    first: int | None,
    seed: int | None,
) -> Dump:
    """The dump of one state for one viewer; new containers on every call."""
    to_play = state.to_play
    acts = to_play is not None and (viewer is None or viewer == to_play)
    dump: Dump = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.slug,
        "options": options.as_dict(),
        "seat": viewer,
        "round": round_number,
        "ply": ply,
        "to_play": to_play,
        "is_over": to_play is None,
        "returns": None if returns is None else list(returns),
        "points": list(points),
        "legal_moves": sorted(map(str, state.legal_moves())) if acts else [],
        "table": state.table(viewer),
        "match": match,
    }
    if viewer is None:
        dump["rest"] = {"first": first, "seed": seed, "state": state.rest()}
    return dump


MOST_PLY: Final = 9_000_000
"""The highest ply and round of a dump: low enough that the keys of all later positions are valid."""


class Position(TypedDict):
    """The content of a full dump, read and checked."""

    game: GameType
    options: Any
    state: State
    round: int
    ply: int
    totals: list[int] | None
    """Points before this round in a match, else None."""
    first: int | None
    """The seat that dealt or started this round."""
    seed: int | None
    dump: Dump
    """The dump of the position as `Game.dump` would write it, from checked data only."""


_KEYS: Final = frozenset(Dump.__annotations__)


def read_dump(data: object) -> Position:
    """Read the position that a full dump describes.

    Values that follow from the table (points, returns, legal moves, whether the game is over) may be missing or out of
    date, because they are computed anew; only their types are checked.

    Raises:
        RecordError: the dump is a seat's view, or of an unknown version, or the rules do not allow the position.
    """
    data, faults = plain(data)
    if faults:
        raise RecordError(*faults[0], faults=tuple(faults))
    if not isinstance(data, dict):
        raise RecordError("", "a dump is an object, as g.dump() gives it")
    if data.get("format") != FORMAT:
        raise RecordError("format", f'expected "{FORMAT}"')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise RecordError(
            "version", f"this release reads version {VERSION}; a newer one of capture_widgets may read it"
        )
    for key in data:
        if key not in _KEYS:
            raise RecordError(path_to("", key), "a dump has no such key")
    if data.get("seat", 0) is not None or "rest" not in data:
        raise RecordError("seat", "only the dump of everything, g.dump() without a seat, is enough to go on from")
    for key in ("options", "rest"):
        if not isinstance(data.get(key), dict):
            raise RecordError(key, "expected an object")
    try:
        game = game_type(data.get("game"))
        options = game.options.of(data["options"])
    except UnknownGame as error:
        raise RecordError("game", str(error)) from None
    except UnknownOption as error:
        raise RecordError("options", str(error)) from None
    if game.opener is not None and type(getattr(options, game.opener)) is not int:
        raise RecordError(f"options.{game.opener}", "a dump names the seat: a number")
    number, ply = (_count(data.get(key), key) for key in ("round", "ply"))
    totals = _totals(data.get("match"), game, options)
    if totals is None and number:
        raise RecordError("round", "only a match has more than one round")
    rest = data["rest"]
    for key in rest:
        if key not in Rest.__annotations__:
            raise RecordError(path_to("rest", key), "a dump has no such key")
    first = rest.get("first")
    expected = opener(game, options, number)
    if not same(first, expected):
        words = "nobody deals in this game: null" if expected is None else f"the options and the round say {expected}"
        raise RecordError("rest.first", words)
    seed = rest.get("seed")
    if seed is not None and not is_seed(seed):
        raise RecordError("rest.seed", "expected a whole number or null, of at most 300 digits")
    if totals is None and seed is not None:
        raise RecordError("rest.seed", "only a match has more to deal: null")
    try:
        state = game.state.from_table(data.get("table"), rest.get("state"), options)
    except IllegalDeal as error:
        raise RecordError("table", str(error)) from None
    dump = whole_dump(game, options, state, None, totals=totals, round_number=number, ply=ply, first=first, seed=seed)
    if "to_play" not in data and state.to_play is not None:
        raise RecordError("to_play", f"the table says {state.to_play}")
    _check_derived(data, dump)
    return {
        "game": game,
        "options": options,
        "state": state,
        "round": number,
        "ply": ply,
        "totals": totals,
        "first": first,
        "seed": seed,
        "dump": dump,
    }


def _totals(match: object, game: GameType, options: Any) -> list[int] | None:
    """Read the points before the round; None outside a match."""
    if match is None:
        return None
    if not isinstance(match, dict) or not {"totals"} <= match.keys() <= {"totals", "over"}:
        raise RecordError("match", "expected null or an object with totals and over")
    refused = game.match_refused(options)
    if refused:
        raise RecordError("match", refused)
    totals = match["totals"]
    seats = game.seats(options)
    if not isinstance(totals, list) or len(totals) != seats or any(type(n) is not int or n < 0 for n in totals):
        raise RecordError("match.totals", f"expected points of {seats} seats")
    if any(total > 2 * MOST for total in totals):
        raise RecordError("match.totals", f"expected at most {2 * MOST:,} points")
    if game.match_over(totals, options):
        raise RecordError("match.totals", "with these points the match was over before this round (GE-8)")
    return totals


def _check_derived(data: dict[str, Any], dump: Dump) -> None:
    """Refuse a dump with the wrong seat to play, or with a value of the wrong type among those that are computed."""
    if "to_play" in data and not same(data["to_play"], dump["to_play"]):
        raise RecordError("to_play", f"the table says {json.dumps(dump['to_play'])}")
    if type(data.get("is_over", False)) is not bool:
        raise RecordError("is_over", "expected true or false")
    seats = len(dump["points"])
    points = data.get("points", dump["points"])
    if not _numbers(points, seats, 0, 4 * MOST):
        raise RecordError("points", f"expected points of {seats} seats")
    if not (data.get("returns") is None or _numbers(data["returns"], seats, -1, 1)):
        raise RecordError("returns", f"expected null, or -1, 0 or 1 for each of {seats} seats")
    moves = data.get("legal_moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError("legal_moves", "expected a list of texts")
    match = data.get("match")
    if match is not None and type(match.get("over", False)) is not bool:
        raise RecordError("match.over", "expected true or false")


def _numbers(value: object, count: int, least: int, most: int) -> bool:
    if not isinstance(value, list) or len(value) != count:
        return False
    return all(type(number) is int and least <= number <= most for number in value)


def whole_dump(
    game: GameType,
    options: Any,
    state: State,
    viewer: Viewer,
    *,
    totals: Sequence[int] | None,
    round_number: int,
    ply: int,
    first: int | None,
    seed: int | None,
) -> Dump:
    """The dump of one state with the score of its match; ``totals`` are the points before the round, None outside one.

    The dump has a seed only in a match, where more rounds will be dealt.
    """
    points: Sequence[int] = state.points
    returns: Sequence[int] | None = state.returns
    match: MatchInfo | None = None
    if totals is not None:
        points = totals_after(totals, state)
        over = state.to_play is None and game.match_over(points, options)
        match = {"totals": list(totals), "over": over}
        if over:
            returns = match_returns(game, options, points)
    return make_dump(
        game,
        options,
        state,
        viewer,
        round_number=round_number,
        ply=ply,
        points=points,
        returns=returns,
        match=match,
        first=first,
        seed=None if totals is None else seed,
    )


def _count(value: object, where: str) -> int:
    if type(value) is not int or not 0 <= value <= MOST_PLY:
        raise RecordError(where, f"expected a whole number, 0 or more and at most {MOST_PLY:,}")
    return value


Patch = list[tuple[list[str | int], Any] | tuple[list[str | int], int, int, list[Any]]]
"""Steps that turn one dump into another: a path and its new value; or the path of a list, an index, the number of items
to remove there, and the items to insert.
"""


def patch(before: Any, after: Any) -> Patch:
    """A short list of steps that turns one dump into another of the same game and viewer.

    The two must have the same keys, and no place may hold a number in one and a boolean in the other. The time grows
    with the size of the dump.
    """
    steps: Patch = []
    if not _same(before, after):
        _compare(before, after, [], steps)
    return steps


def _compare(before: Any, after: Any, path: list[str | int], steps: Patch) -> None:
    """Add the steps that turn a value into a different one."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, value in after.items():
            if not _same(before[key], value):
                _compare(before[key], value, [*path, key], steps)
    elif isinstance(before, list) and isinstance(after, list):
        if path == ["legal_moves"]:
            steps += _shortest(path, after, _merged(before, after, path))
        elif len(before) == len(after):
            for i, value in enumerate(after):
                if not _same(before[i], value):
                    _compare(before[i], value, [*path, i], steps)
        else:
            steps += _shortest(path, after, _spliced(before, after, path))
    else:
        steps.append((path, after))


def _same(before: Any, after: Any) -> bool:
    """Whether two values are equal and have the same type: 1 is not true."""
    return before is after or (before == after and type(before) is type(after))


def _shortest(path: list[str | int], after: list[Any], edits: Patch) -> Patch:
    """The edits of a list, or the new list if that is shorter; a step counts as much as two items."""
    cost = sum(len(step[3]) + 2 for step in edits if len(step) == 4)
    return edits if cost < len(after) else [(path, after)]


def _spliced(before: list[Any], after: list[Any], path: list[str | int]) -> Patch:
    """One edit that replaces the items between the common beginning and the common end of two lists."""
    most = min(len(before), len(after))
    start = next((i for i in range(most) if before[i] != after[i]), most)
    end = next((i for i in range(most - start) if before[-1 - i] != after[-1 - i]), most - start)
    return [(path, start, len(before) - end - start, after[start : len(after) - end])]


def _merged(before: list[str], after: list[str], path: list[str | int]) -> Patch:
    """Edits that turn one sorted list of texts into another; the last ones come first, so that no edit moves the index
    of a later one.
    """
    edits: Patch = []
    i = j = 0
    while i < len(before) or j < len(after):
        start, first = i, j
        while i < len(before) and (j >= len(after) or before[i] < after[j]):
            i += 1
        while j < len(after) and (i >= len(before) or after[j] < before[i]):
            j += 1
        if i > start or j > first:
            edits.append((path, start, i - start, after[first:j]))
        else:
            i += 1
            j += 1
    return edits[::-1]


def patched(before: Any, steps: Patch) -> Any:
    """The value after the steps of `patch`; the original does not change.

    The two share all parts that no step changes.
    """
    for path, *step in steps:
        before = _replaced(before, path, step)
    return before


def _replaced(whole: Any, path: Sequence[str | int], step: Sequence[Any]) -> Any:
    if not path:
        if len(step) == 1:
            return step[0]
        start, count, items = step
        return [*whole[:start], *items, *whole[start + count :]]
    copy = whole.copy()
    copy[path[0]] = _replaced(whole[path[0]], path[1:], step)
    return copy
