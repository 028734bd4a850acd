"""Bots comment on what everybody has seen, each level in its own style."""

from __future__ import annotations

import random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import BOTS, make_bot
from capture_widgets.widgets.table.bot_lines import LINES, MOST, _ended, bot_line


def test_every_level_has_a_manner_of_its_own() -> None:
    assert list(LINES) == [level.id for level in BOTS]
    lines = [line for manner in LINES.values() for options in manner.values() for line in options]
    assert len(set(lines)) == len(lines)
    assert all(manner.keys() == LINES["club"].keys() for manner in LINES.values())
    assert all(len(line) <= MOST for line in lines), "a line fits into its bubble"


@pytest.mark.parametrize(
    ("signs", "points", "moment"),
    [
        ((1, -1), (45, 7), "won clearly"),
        ((-1, 1), (7, 45), "lost clearly"),
        ((1, -1), (28, 26), "won closely"),
        ((-1, 1), (20, 30), "lost"),
        ((1, -1), (12, 0), "won"),
        ((0, 0), (26, 26), "drawn"),
        ((1, -1, -1), (9, 2, 0), "won"),
    ],
)
def test_a_line_at_the_end_fits_the_result(signs: tuple[int, ...], points: tuple[int, ...], moment: str) -> None:
    assert _ended(signs, points, 0) == moment


class Seen:
    """So much of a game as everybody sees, and nothing else."""

    def __init__(self, game: cw.Game) -> None:
        self._game = game
        self.seats, self.type, self.plies = game.seats, game.type, game.plies

    def dump_at(self, ply: int, *, round: int, seat: object) -> Any:  # noqa: A002 # as of a game
        assert seat == "public"
        return self._game.dump_at(ply, round=round, seat="public")


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "universal"])
def test_what_is_said_needs_nothing_but_what_everybody_has_seen(slug: str) -> None:
    game = cw.new(slug, seed=7, seats=["you", make_bot("greedy")])
    seen: Any = Seen(game)
    rng = random.Random(1)
    said = [bot_line(seen, 0, 0)]
    while not game.is_over:
        before = game.points
        game.play(rng.choice(game.legal_moves()))
        said.append(bot_line(seen, 0, game.ply))
        if not game.is_over:
            assert (said[-1] is not None) == any(had < has for had, has in zip(before, game.points, strict=True))
    ends = [
        line
        for moment in LINES["greedy"]
        if moment.startswith(("won", "lost", "drawn"))
        for line in LINES["greedy"][moment]
    ]
    assert said[-1] is not None
    assert said[-1]["text"] in ends


def test_bots_among_themselves_and_people_alone_are_silent() -> None:
    for seats in ([make_bot("club"), make_bot("random")], ["Ann", "Ben"]):
        game = cw.new("kommando", seed=7, seats=seats)
        assert bot_line(game, 0, 0) is None
    assert bot_line(cw.new("kommando", seed=7, seats=["Ann", make_bot("club")]), 0, 0) is not None
