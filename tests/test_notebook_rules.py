"""What the notebooks of the five games say of the positions that they show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

import capture_widgets as cw
from tests.first_hands.columns import captor
from tests.first_hands.commander import COVERS, routes
from tests.first_hands.fourx import around, needed
from tests.first_hands.universal import fits
from tests.notebook_cells import Statement, cells, words_of


def takes(ours: str, theirs: str, who: int | None) -> bool:
    """Whether a column of these cards goes to a seat, by the rules alone."""
    return captor(ours.split(), theirs.split()) == who


def says(name: str, cell: str, *words: str) -> Callable[[], bool]:
    """Whether a cell prints these words."""
    return lambda: all(one in cells(name)[cell].printed for one in words)


def wins_with(seed: int) -> set[str]:
    """The kings with which a map is won."""
    game = cw.new("fourx", seed=seed)
    return {suit for suit in "cdhs" if game.at(0).play(f"king {suit}").still_winnable(10)}


def ann_sees() -> bool:
    """Whether Ann's hand makes a pair in columns 2 and 5, and nowhere else."""
    table = cw.new("columns", seed=42).dump()["table"]
    ranks = {card[0] for card in table["hands"][0]}
    return [n for n, (own, _) in enumerate(table["slots"], 1) if own[0][0] in ranks] == [2, 5]


STATED: Final[list[Statement]] = [
    (
        "columns",
        "how-to-play",
        "a list of 52 cards",
        lambda: len(cw.new("columns", seed=7).record()["rounds"][0]["deal"]) == 52,
    ),
    ("columns", "co-4", "There are 120 ways", says("columns", "co-4-count", "120 ways")),
    ("columns", "ge-4", "there are five of them and no more", says("columns", "ge-4-views", "{'??': 5}")),
    ("columns", "co-7", "3 and jack against 6 and 9. A has the highest", lambda: takes("3c Jd", "6s 9h", 0)),
    (
        "columns",
        "co-7",
        "5 and 9 against 9 and jack. A has the lowest card, B the highest",
        lambda: takes("5c 9d", "9c Jh", None),
    ),
    ("columns", "co-7", "queen and 3 against 10 and 5. High and low again, for A", lambda: takes("Qc 3d", "Tc 5d", 0)),
    ("columns", "co-7", "jack and 7 against 4 and queen. B has both ends", lambda: takes("Jc 7d", "4h Qd", 1)),
    ("columns", "co-7", "2 and king against king and 2", lambda: takes("2h Kh", "Kd 2s", None)),
    ("columns", "co-7", "three of them here", says("columns", "co-5-shown", "columns 2 and 5 stay")),
    (
        "columns",
        "co-7",
        "three of a kind beat two pairs, four of a kind beat three and a pair",
        lambda: takes("4c 4d 4h 2s", "Kc Kd Qh Qs", 0) and takes("4c 4d 4h 4s 2c", "Kc Kd Kh Qs Qd", 0),
    ),
    ("columns", "co-6-read", "a pair of threes takes a two and a king", lambda: takes("3c 3d", "2c Kd", 0)),
    ("columns", "co-6-read", "fours on both sides, all equal, drawn", lambda: takes("4c 4h", "4d 4s", None)),
    ("columns", "co-6-read", "although the jacks are higher the tens are lower", lambda: takes("Tc Th", "Jd Js", None)),
    (
        "columns",
        "co-6-grown",
        "two pairs beat one, although B has the king and the three",
        lambda: takes("5c 5d 9c 9d", "3c 3d 6c Kd", 0),
    ),
    ("columns", "co-6-grown", "three sevens beat eights and fours", lambda: takes("7c 7d 2c 7h", "8c 8d 4c 4d", 0)),
    ("columns", "co-6-grown", "four tens beat three jacks", lambda: takes("Tc Td Th Ts", "Jc Jd Jh Qs", 0)),
    (
        "columns",
        "co-6-grown",
        "a pair on both sides, so high and low decide, and B has them",
        lambda: takes("6d 6h Qc 8h", "2d 2h 3h Kh", 1),
    ),
    (
        "columns",
        "co-6-grown",
        "B's new pair of fours takes a column with an ace",
        lambda: takes("Ac 9h 5h 8s", "4h Ks Qd 4s", 1),
    ),
    (
        "columns",
        "co-8-read",
        "ace and 2 against 9 and 5 is drawn or A's",
        says(
            "columns", "co-8", "too: nobody captures a column.", "too: A captures column 1 by high and low; columns 2"
        ),
    ),
    ("columns", "co-8-read", "a pair of aces against a pair of twos", lambda: takes("Ad Ah", "2d 2c", None)),
    (
        "columns",
        "co-8-read",
        "the two and the king have both ends of everything else",
        lambda: takes("As 3h", "2s Kh", None) and takes("3h", "2s Kh", 1),
    ),
    ("columns", "game-plan", "tens in column 2 and fours in column 5", ann_sees),
    ("columns", "game-plan", "high and low in column 4", lambda: takes("Qh 2s", "Ts 5h", 0)),
    (
        "commander",
        "how-to-play",
        "1 and 2 cover 5, 5 covers 8, 8 and 9 cover 11, 11 and 12 cover",
        lambda: [COVERS[n] for n in (5, 8, 11, 13)] == [(1, 2), (5,), (8, 9), (11, 12)],
    ),
    ("commander", "uncovered", "who loses the cards 3 and 6", says("commander", "cc-3", "removed: A3 2h, A6 3d")),
    (
        "commander",
        "cc-3-read",
        "as on the way 2, 6, 9, 12, and there are eight such ways",
        lambda: (2, 6, 9, 12) in routes() and len(routes()) == 8 and {len(way) for way in routes()} == {4},
    ),
    (
        "commander",
        "cc-3-read",
        "Here A's 1 is a king and B's 2 a three",
        says("commander", "cc-5", "A's king of hearts beats B's 3 of clubs"),
    ),
    (
        "commander",
        "cc-4",
        "B's 5 and 6 are partially uncovered",
        lambda: [n for n, covers in COVERS.items() if 2 in covers] == [5, 6],
    ),
    (
        "commander",
        "commander",
        "A's ace goes by 1, 5, 8 and 11, B's king by 4, 7, 10 and 12",
        lambda: {(1, 5, 8, 11), (4, 7, 10, 12)} <= routes(),
    ),
    (
        "commander",
        "cc-7-attacking",
        "B's king has taken twelve cards",
        says("commander", "cc-7-lost", "13xB1 13xB2 13xB3 13xB4"),
    ),
    ("fourx", "title", "a map of seven by seven", lambda: 7 * 7 == 49 == 52 - 3),
    ("fourx", "how-to-play", "this one can, with any of the four kings", lambda: wins_with(23) == set("cdhs")),
    (
        "fourx",
        "fx-4",
        "eight of them in the middle, five at an edge, three in a corner",
        lambda: [len(around(n)) for n in ("d4", "a4", "a1")] == [8, 5, 3],
    ),
    (
        "fourx",
        "fx-6-hint",
        "and good for lower clubs alone",
        says("fourx", "fx-6-bound", "arsenal 6c 5c Th", "capture 5c b3, capture 6c b3"),
    ),
    (
        "fourx",
        "fx-7",
        "5 of 8, at the edge 3 of 5, in a corner 2 of 3",
        lambda: [needed(n) for n in (8, 5, 3)] == [5, 3, 2],
    ),
    ("fourx", "fx-10", "4 of 8", lambda: next(n for n in range(9) if 2 * n >= 8) == 4),
    (
        "fourx",
        "fx-11",
        "a king on f6 needs 4 of 7",
        lambda: len([n for n in around("f6") if n != "g7"]) == 7 and needed(7) == 4,
    ),
    (
        "universal",
        "uc-7",
        "fits under the 6 of Mars and the 6 of Saturn, and not under the other board's 6 of Jupiter",
        lambda: [fits("5j", card) for card in ("6m", "6s", "6j")] == [True, True, False],
    ),
    (
        "universal",
        "uc-7-slip",
        "The 7 of Neptune may slip behind the 6 of Mars and the 6 of Earth",
        says("universal", "uc-7-slipped", "slip 7n 2: legal", "slip 7n o4: legal", "slip 7n o2: not legal"),
    ),
    (
        "universal",
        "uc-14",
        "which makes forty, and B has but eleven",
        lambda: 2 * (10 + 10) - 11 == 29 and "points [0, 29]" in cells("universal")["uc-14-lost"].printed,
    ),
    (
        "kommando",
        "attacks",
        "the red 4 on the left or the yellow 5 on the right",
        says("kommando", "deal-lesson", "4r  9y", "1b  5y"),
    ),
    ("kommando", "answers", "The blue 7 against the red 4 leaves yellow", says("kommando", "ko-6", "2y 4y 7y")),
    (
        "kommando",
        "no-choice",
        "with eight red cards facing a red card at both ends",
        says("kommando", "ko-5-no-choice", "hand A    3r  4r  5r  6r  7r  8r  9r 10r"),
    ),
    (
        "kommando",
        "winning",
        "the same player attacks again",
        says("kommando", "ko-7", "a tie, nobody wins the red 4. Points [0, 0] next to attack: A"),
    ),
    (
        "kommando",
        "match",
        "until somebody has more than 100 points",
        lambda: "the target, 100 points" in cw.rules("kommando")["KO-11"],
    ),
]
"""The notebook, the cell, what it says, and whether it is so."""


@pytest.mark.parametrize(("name", "cell", "words", "holds"), STATED, ids=[f"{n}-{w[:30]}" for n, _, w, _ in STATED])
def test_what_a_games_notebook_says_is_so(name: str, cell: str, words: str, holds: Callable[[], bool]) -> None:
    assert words in words_of(name)[cell]
    assert holds()
