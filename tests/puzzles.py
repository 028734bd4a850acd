"""A puzzle for each game: a position with all cards open, in which exactly one move wins, and the proof that it does.

Every move is tried by a search through all that can follow, so nothing that a page says about one is a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any, NamedTuple

import capture_widgets as cw
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.names import LETTERS
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.export.html import counts_points
from capture_widgets.play.game import Game
from capture_widgets.teaching.lesson_page import PositionPictures

CODES = {
    "commander": "OPEN-CC1-1EMVQT-9G326C-8035",
    "columns": "OPEN-CO1-2756XD-VFJV00-002R8R-0YW",
    "kommando": "OPEN-KO1-1BPQ8T-04807C",
    "fourx": "OPEN-FX1-2M3BA2-203Z0Z-YFGJR2-TQK47T-00009E-8R0C6",
    "universal": "OPEN-UC1-9RAWYX-C1JF6K-6D5YN4-AGM000-0158R0-5A",
}
"""The positions, as codes of games; they were found by trying the ends of many games between bots."""

MOST_LISTED = 12
"""So many moves are listed at most; of more there is the solution alone."""


class Tried(NamedTuple):
    """What a move leads to if both sides play as well as they can."""

    move: str
    value: int
    """1 if the player who moves wins, 0 for a draw, -1; for one player, 1 if no win takes fewer turns."""
    line: tuple[str, ...]
    """The moves that follow it."""


def puzzle(slug: str) -> Game:
    """The game of a puzzle, at its position."""
    return cw.load(CODES[slug])


def tried(slug: str) -> list[Tried]:
    """Every legal move of a puzzle with what it leads to."""
    return list(_alone(puzzle(slug)) if slug == "fourx" else _against(puzzle(slug)))


def _against(game: Game) -> Iterator[Tried]:
    state: Any = game.state
    value = searched(state.to_play)
    for move in state.legal_moves():
        line, after = [], state.apply(move)
        result = now = value(after)
        while after.to_play is not None:
            move_on = next(one for one in after.legal_moves() if value(after.apply(one)) == now)
            line.append(str(move_on))
            after = after.apply(move_on)
        yield Tried(str(move), result, tuple(line))


def searched(seat: int) -> Callable[[Any], int]:
    """A function that says what a state is worth to a seat, by trying everything that can follow."""
    known: dict[Any, int] = {}

    def value(state: Any) -> int:
        if state.to_play is None:
            return int(state.returns[seat])
        if state not in known:
            best, choose = (1, max) if state.to_play == seat else (-1, min)
            found = -best
            for move in state.legal_moves():
                found = choose(found, value(state.apply(move)))
                if found == best:
                    break
            known[state] = found
        return known[state]

    return value


def _alone(game: Game) -> Iterator[Tried]:
    least = cw.solve(game, progress=False).turns
    assert least is not None
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        if after.is_over:
            yield Tried(move, -1, ())
            continue
        solution = cw.solve(after, progress=False)
        assert solution.status in ("solved", "unwinnable")
        yield Tried(move, 1 if solution.turns == least - 1 else -1, solution.line)


def solved(slug: str) -> Game:
    """The game of a puzzle with the winning move and what follows it."""
    game = puzzle(slug)
    (best,) = (one for one in tried(slug) if one.value == 1)
    for move in (best.move, *best.line):
        game.play(move)
    return game


def puzzle_html(slug: str) -> str:
    """A puzzle as HTML: the position, and the answer to each move. The solution is a page of its own beside it."""
    game = puzzle(slug)
    moves = tried(slug)
    pictures = PositionPictures()
    picture = pictures.drawn(game.dump())
    answers = "".join(_answer(game, one) for one in moves) if len(moves) <= MOST_LISTED else ""
    title = escape(f"The solution of the puzzle of {game.type.title}")
    frame = f'<iframe src="puzzles/{slug}.html#0/{game.ply}" title="{title}" loading="lazy" class="replay"></iframe>'
    (best,) = (one for one in moves if one.value == 1)
    solution = "" if answers else _line(game, best)
    return (
        f'<div class="cw-paged">{pictures.shapes()}<section>{picture}<p>{escape(asked(game, moves))}</p>'
        f"{answers}<details><summary>The solution, to step through</summary>{solution}{frame}</details></section></div>"
    )


def asked(game: Game, moves: list[Tried]) -> str:
    """The question of a puzzle."""
    seat = game.to_play
    assert seat is not None
    if len(game.seats) == 1:
        turns = cw.solve(game, progress=False).turns
        assert turns is not None
        return (
            f"All cards of the map lie open here. It can be won in {number_of(turns, 'turn')} and in no fewer, "
            f"and only one of the {len(moves)} possible moves begins such a win. Which?"
        )
    others = " or ".join(SEAT_NAMES[one] for one in range(len(game.seats)) if one != seat)
    if game.state.apply(game.state.legal_moves()[0]).to_play is None:
        return (
            f"All cards lie open here: {others} has chosen, and {SEAT_NAMES[seat]} chooses now, for the last time. "
            f"Only one of {len(moves)} moves wins the game. Which?"
        )
    return (
        f"All cards lie open here, and {SEAT_NAMES[seat]} is to move. "
        f"Only one of {len(moves)} moves wins whatever {others} does. Which?"
    )


def _answer(game: Game, one: Tried) -> str:
    state: Any = game.state
    words = state.phrase(state.parse(one.move))
    kind = "cw-right" if one.value == 1 else "cw-wrong"
    return (
        f'<details class="{kind}"><summary>{escape(words[:1].upper() + words[1:])}</summary>'
        f"{_line(game, one)}</details>"
    )


def _line(game: Game, one: Tried) -> str:
    """What a move leads to, move by move, as HTML."""
    after = game.copy()
    for move in (one.move, *one.line):
        after.play(move)
    judged = "This wins. For example:" if one.value == 1 else "This does not win against the best play. For example:"
    result, _ = game.type.tally(after.state, LETTERS)
    if len(game.seats) > 1 and counts_points(after.dump()):
        result += f" Points: {LETTERS.points(after.points)}."
    said = "".join(f"<li>{escape(entry['text'])}</li>" for entry in after.log(after=game.ply))
    return f"<p>{judged}</p><ol>{said}</ol><p>{escape(result)}</p>"
