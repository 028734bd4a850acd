"""Lines of a record: playing on from a position, keeping what is played, making a line the main one."""

from __future__ import annotations

from typing import Any

from capture_widgets.errors import IllegalMove
from capture_widgets.game import Game, load
from capture_widgets.record import Record, Variation, place, position_of


def line_game(game: Game, line: Variation) -> Game:
    """The game at the end of a line, its round ending with the line's moves; independent of the game."""
    number, ply = position_of(line["at"])
    shown = game.at(ply, round=number)
    for move in line["moves"]:
        shown.play(move)
    return shown


def played_on(game: Game, line: int, number: int, ply: int, move: str) -> tuple[Game, int]:
    """The game with a move kept that is played from a position, and the line in which it stands.

    A move that a line makes already leads into that line. Lines are counted from 1; 0 is the main line.

    Raises:
        IllegalMove: the position refuses the move.
        ValueError: there is no such line or position.
    """
    lines = game.variations
    kept = _line(lines, line)
    if kept is None or (number, ply) <= position_of(kept["at"]):
        start, before = ply, []
    else:
        start = position_of(kept["at"])[1]
        before = kept["moves"][: ply - start]
        if len(before) != ply - start or number != position_of(kept["at"])[0]:
            raise ValueError(f"this line has no ply {ply} in round {number}")
    there = game.at(start, round=number)
    for made in before:
        there.play(made)
    # one spelling a move: as the main line and the record write it
    move = str(there.play(move).moves(number)[-1])
    if not before and game.plies(number)[-1] > ply and game.moves(number)[ply - game.plies(number)[0]] == move:
        return game, 0
    wanted = [*before, move]
    at = place(number, start)
    for i, other in enumerate(lines, 1):
        if other["at"] == at and other["moves"][: len(wanted)] == wanted:
            return game, i
    new: Variation = {"at": at, "moves": wanted}
    if kept is not None and before == kept["moves"]:
        lines[line - 1] = new
    else:
        lines.append(new)
        line = len(lines)
    return _with(game, {"variations": lines}), line


def dropped(game: Game, line: int) -> Game:
    """The game without one of its lines."""
    lines = game.variations
    if _line(lines, line) is None:
        raise ValueError("the main line stays")
    del lines[line - 1]
    return _with(game, {"variations": lines})


def promoted(game: Game, line: int) -> Game:
    """The game with a line made the main one; what was the main line is kept as a line.

    What was said of positions that are no longer on the main line is kept in the comment where the two part.

    Raises:
        IllegalMove: later rounds of the match follow from the line that is now the main one.
    """
    record: Any = game.record()
    lines = record["variations"]
    kept = _line(lines, line)
    if kept is None:
        raise ValueError("it is the main line")
    number, ply = position_of(kept["at"])
    if any(game.moves(later) for later in game.round_numbers() if later > number):
        raise IllegalMove("GE-8", "promote", "the rounds after it were dealt and played as the main line went")
    base = game.plies(number)[0]
    index = number - game.round_numbers()[0]
    del record["rounds"][index + 1 :]
    entry = record["rounds"][index]
    old = entry["moves"]
    cut = ply - base
    entry["moves"] = [*old[:cut], *kept["moves"]]
    del entry["result"]
    others: list[Variation] = []
    for i, other in enumerate(lines, 1):
        at = position_of(other["at"])
        if i == line:
            if old[cut:]:
                others.append({"at": kept["at"], "moves": old[cut:]})
        elif at[0] == number and at[1] > ply:
            others.append({"at": kept["at"], "moves": [*old[cut : at[1] - base], *other["moves"]]})
        elif at[0] <= number:
            others.append(other)
    record["variations"] = others
    _fold_notes(record, number, ply)
    return _with(game, record)


def _fold_notes(record: Any, number: int, ply: int) -> None:
    """Move comments and glyphs behind a position into its comment."""
    told: dict[int, list[str]] = {}
    for name in ("glyphs", "comments"):
        for key in list(record[name]):
            at = position_of(key)
            if at > (number, ply):
                told.setdefault(at[1], []).append(record[name].pop(key))
    if told:
        key = place(number, ply)
        words = [f"Ply {at} of the line played first: {' '.join(notes)}" for at, notes in sorted(told.items())]
        record["comments"][key] = "\n".join([*filter(None, [record["comments"].get(key)]), *words])


def _line(lines: list[Variation], line: int) -> Variation | None:
    if line == 0:
        return None
    if type(line) is not int or not 0 < line <= len(lines):
        raise ValueError(f"there is no line {line!r}; lines are 0 (the main line) to {len(lines)}")
    return lines[line - 1]


def _with(game: Game, more: Any) -> Game:
    record: Record = game.record()
    record.update(more)
    return load(record)
