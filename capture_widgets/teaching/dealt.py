"""Lesson files in which each student's positions are dealt: for a seed, the steps of an ordinary lesson."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import partial
from random import Random
from typing import Any, Final

from capture_widgets.bots.greedy import Beginner, Greedy
from capture_widgets.bots.random import Random as RandomBot
from capture_widgets.core.errors import RecordError
from capture_widgets.core.plain_data import is_text
from capture_widgets.engine.table_readers import read_whole
from capture_widgets.play.game import Game
from capture_widgets.teaching.positions import check_keys, new_at
from capture_widgets.teaching.shapes import DEALT, DealtPosition, LessonFile, RightRule

MOST_PLIES: Final = 300
"""The largest number of moves that are played before all positions of a lesson; up to sixty seeds are tried."""
MOST_PATTERN: Final = 40
"""The largest number of characters in a pattern of moves."""

_PLAYED_BY: Final = {kind.__name__.casefold(): kind for kind in (RandomBot, Beginner, Greedy)}
"""The bots that may play the moves before a position: each chooses without a search."""


def is_dealt(data: object) -> bool:
    """Whether the data of a lesson deal each student another position."""
    steps = data.get("steps") if isinstance(data, dict) else None
    return isinstance(steps, list) and any(_is_dealt_position(step) for step in steps)


def _is_dealt_position(step: object) -> bool:
    position = step.get("position") if isinstance(step, dict) else None
    return isinstance(position, dict) and position.get("seed") == "who"


def check_dealt(data: Mapping[str, Any]) -> None:
    """Check what all variants of such a lesson share; reading a variant checks the rest.

    Raises:
        RecordError: a key or a value cannot be right for any student.
    """
    if data["version"] < DEALT:
        raise RecordError("version", f'expected {DEALT}: a position with "seed": "who" belongs to this version')
    check_keys(dict(data), "lesson", set(LessonFile.__annotations__))
    plies: dict[str, int] = {}
    for number, step in enumerate(data["steps"]):
        where = f"steps[{number}]"
        if _is_dealt_position(step):
            position = step["position"]
            _check_position(position, f"{where}.position")
            plies[json.dumps(position, sort_keys=True)] = position.get("plies", 0)
            _check_rule(step, f"{where}.right")
        elif isinstance(step, dict) and isinstance(step.get("right"), dict):
            raise RecordError(f"{where}.right", 'a rule needs a position with "seed": "who" in the same step')
    if sum(plies.values()) > MOST_PLIES:
        raise RecordError("steps", f"at most {MOST_PLIES} plies are played before all positions of a lesson")


def _check_position(position: dict[str, Any], where: str) -> None:
    check_keys(position, where, set(DealtPosition.__annotations__))
    if not isinstance(position.get("options", {}), dict):
        raise RecordError(f"{where}.options", "expected an object of options by name")
    if "deal" in position and not is_text(position["deal"], 20):
        raise RecordError(f"{where}.deal", "expected a difficulty, such as easy")
    if "plies" in position:
        read_whole(position["plies"], f"{where}.plies", 0, MOST_PLIES)
    by = position.get("by", "random")
    if not isinstance(by, str) or by not in _PLAYED_BY:
        raise RecordError(f"{where}.by", f"expected one of {', '.join(_PLAYED_BY)}")
    new_at(position, 0, where)


def _check_rule(step: dict[str, Any], where: str) -> None:
    rule = step.get("right")
    if not isinstance(rule, dict):
        return
    check_keys(rule, where, set(RightRule.__annotations__))
    expected = {"move": "moves", "number": "count"}.get(str(step.get("ask")))
    if expected is None or set(rule) != {expected}:
        raise RecordError(where, 'a rule is {"moves": "*r"} where a move is asked, {"count": "*r"} where a number is')
    pattern = rule[expected]
    if not is_text(pattern, MOST_PATTERN) or not pattern:
        raise RecordError(where, f"expected a pattern of at most {MOST_PATTERN} characters, such as *r")


def dealing(data: Mapping[str, Any]) -> Callable[[int], list[dict[str, Any]] | None]:
    """The function that makes the steps of such a lesson from a seed, and None where the seed's deal does not suit."""
    return partial(_steps, data["steps"])


def _steps(steps: list[Any], seed: int) -> list[dict[str, Any]] | None:
    games: dict[str, Game | None] = {}
    made = []
    for step in steps:
        if not _is_dealt_position(step):
            made.append(step)
            continue
        position = step["position"]
        key = json.dumps(position, sort_keys=True)
        if key not in games:
            games[key] = _played(position, seed)
        game = games[key]
        if game is None:
            return None
        made.append({**step, "position": game})
        rule = step.get("right")
        if isinstance(rule, dict):
            right = _right(game, rule)
            if right is None:
                return None
            made[-1]["right"] = right
    return made


def _played(position: Mapping[str, Any], seed: int) -> Game | None:
    """The game at the position of a seed; None if the round is over before."""
    game, plies = new_at(position, seed, "position").seed_bots(f"{seed}/plies"), position.get("plies", 0)
    by = position.get("by", "random")
    rng, bot = Random(f"{seed}/plies"), _PLAYED_BY[by](seed=seed)
    while game.ply < plies:
        if game.to_play is None:
            return None
        # a random move is drawn by its text, so that the order in which a release lists moves does not matter
        game.play(rng.choice(sorted(game.legal_moves())) if by == "random" else bot.choose(game.view()))
    return None if game.to_play is None else game


def _right(game: Game, rule: Mapping[str, str]) -> list[str] | int | None:
    """What is right by a rule; None if every move is, or none."""
    moves = game.legal_moves()
    fitting = [move for move in moves if fnmatchcase(move, rule.get("moves", rule.get("count", "*")))]
    if "count" in rule:
        return len(fitting)
    return fitting if 0 < len(fitting) < len(moves) else None
