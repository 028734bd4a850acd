"""The dump: a position as one viewer knows it, as JSON-ready data, and what differs between two of them.

A dump is the only thing that leaves the rules: tables show it, replays are lists of it, exports hold it, bots read
nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NotRequired, TypedDict

from capture_widgets.errors import IllegalDeal, RecordError, UnknownGame, UnknownOption
from capture_widgets.games import GAMES, game_type
from capture_widgets.state import GameType, State, Viewer

FORMAT: Final = "capture-widgets/state"
VERSION: Final = 1


class MatchInfo(TypedDict):
    """The score of a match around the round that a dump shows."""

    totals: list[int]
    """Points of each seat before this round."""
    over: bool
    """Whether the match ended with this round."""


class Rest(TypedDict):
    """What the open table does not show and the position needs."""

    first: int | None
    """Who dealt or started this round; null where nobody does."""
    seed: int | None
    """The seed of a match's next deals."""
    state: dict[str, Any]
    """The rest of the round, in the game's own words."""


class Dump(TypedDict):
    """A position as a viewer knows it (CONTRACT, dump version 1)."""

    format: Literal["capture-widgets/state"]
    version: Literal[1]
    game: str
    options: dict[str, Any]
    seat: int | Literal["public"] | None
    """Who looks; null sees everything."""
    round: int
    ply: int
    """Moves made in this round."""
    to_play: int | None
    is_over: bool
    returns: list[int] | None
    points: list[int]
    legal_moves: list[str]
    """Moves of the seat to play, sorted as text; empty in another seat's view."""
    table: Any
    """The game's own table."""
    match: MatchInfo | None
    """The score around this round, null where no match is played."""
    rest: NotRequired[Rest]
    """In the dump of all only: what else it takes to rebuild the position."""


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
    """The dump of one state for one viewer; fresh containers on every call."""
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


class Position(TypedDict):
    """What a dump of all says, read and checked."""

    game: GameType
    options: Any
    state: State
    round: int
    ply: int
    totals: list[int] | None
    """Points before this round in a match, else None."""
    first: int | None
    """Who dealt or started this round."""
    seed: int | None


_KEYS: Final = frozenset(Dump.__annotations__)


def is_dump(value: object) -> bool:
    """Whether this has the keys of a dump, as `Game.dump` gives them to any viewer; what is there is not looked at."""
    return (
        isinstance(value, Mapping)
        and (_KEYS - {"rest", "match"}) <= value.keys()
        and isinstance(value["game"], str)
        and value["game"] in GAMES
        and isinstance(value["table"], Mapping)
        and isinstance(value["points"], list)
    )


def read_dump(data: object) -> Position:
    """The position that a dump of all describes.

    Raises:
        RecordError: it is a seat's view, an unknown version, or no position that the rules allow; says where and why.
    """
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
            raise RecordError(str(key), "a dump has no such key")
    if data.get("seat", 0) is not None or "rest" not in data:
        raise RecordError("seat", "only the dump of all, g.dump() with no seat, says enough to go on from")
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
    numbers = {key: _count(data.get(key), key) for key in ("round", "ply")}
    rest = data["rest"]
    for key in rest:
        if key not in Rest.__annotations__:
            raise RecordError(f"rest.{key}", "a dump has no such key")
    seats = game.seats(options)
    first = rest.get("first")
    if game.opener is not None:
        _count(first, "rest.first")
        if first >= seats:
            raise RecordError("rest.first", f"expected a seat below {seats}")
    elif first is not None:
        raise RecordError("rest.first", "nobody deals in this game: null")
    seed = rest.get("seed")
    if seed is not None and type(seed) is not int:
        raise RecordError("rest.seed", "expected a whole number or null")
    match = data.get("match")
    if match is None and seed is not None:
        raise RecordError("rest.seed", "only a match has more to deal: null")
    totals = None
    if match is not None:
        if not isinstance(match, dict) or set(match) != {"totals", "over"}:
            raise RecordError("match", "expected null or an object with totals and over")
        refused = game.match_refused(options)
        if refused:
            raise RecordError("match", refused)
        totals = match["totals"]
        if not isinstance(totals, list) or len(totals) != seats or any(type(n) is not int or n < 0 for n in totals):
            raise RecordError("match.totals", f"expected points of {seats} seats")
        if game.match_over(totals, options):
            raise RecordError("match.totals", "with these points the match was over before this round (GE-8)")
    elif numbers["round"]:
        raise RecordError("round", "only a match has more than one round")
    try:
        state = game.state.from_table(data.get("table"), rest.get("state"), options)
    except IllegalDeal as error:
        raise RecordError("table", str(error)) from None
    if data.get("to_play") != state.to_play or isinstance(data["to_play"], bool):
        raise RecordError("to_play", f"the table says {state.to_play}")
    return {
        "game": game,
        "options": options,
        "state": state,
        "round": numbers["round"],
        "ply": numbers["ply"],
        "totals": totals,
        "first": first,
        "seed": seed,
    }


def _count(value: object, where: str) -> int:
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise RecordError(where, "expected a whole number, 0 or more")
    return value


Patch = list[tuple[list[str | int], Any] | tuple[list[str | int], int, int, list[Any]]]
"""Steps that turn one dump into another: at each path stands the new value, or, in the list there, so many items from
an index on give way to others.
"""


def patch(before: Any, after: Any) -> Patch:
    """A short list of steps that turns one dump into another of the same game and viewer.

    Keys never come or go, and no place of a dump holds a number once and true or false another time. Cost grows with
    the size of the dump.
    """
    steps: Patch = []
    _compare(before, after, [], steps)
    return steps


def _compare(before: Any, after: Any, path: list[str | int], steps: Patch) -> None:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, value in after.items():
            _compare(before[key], value, [*path, key], steps)
    elif isinstance(before, list) and isinstance(after, list):
        if path == ["legal_moves"]:
            steps += _shortest(path, after, _merged(before, after, path))
        elif len(before) == len(after):
            for i, value in enumerate(after):
                _compare(before[i], value, [*path, i], steps)
        else:
            steps += _shortest(path, after, _spliced(before, after, path))
    else:
        steps.append((path, after))


def _shortest(path: list[str | int], after: list[Any], edits: Patch) -> Patch:
    """The edits of a list, or the whole list where it is as short: every step costs about two more items."""
    cost = sum(len(step[3]) + 2 for step in edits if len(step) == 4)
    return edits if cost < len(after) else [(path, after)]


def _spliced(before: list[Any], after: list[Any], path: list[str | int]) -> Patch:
    """What lies between the same beginning and the same end of two lists."""
    most = min(len(before), len(after))
    start = next((i for i in range(most) if before[i] != after[i]), most)
    end = next((i for i in range(most - start) if before[-1 - i] != after[-1 - i]), most - start)
    return [(path, start, len(before) - end - start, after[start : len(after) - end])]


def _merged(before: list[str], after: list[str], path: list[str | int]) -> Patch:
    """Edits of one sorted list of texts into another, the last ones first, so that each index is good when used."""
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
    """The value that the steps of `patch` make of another; the first one stays as it was.

    Shares whatever no step touches.
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
