"""The notebooks of the course on search, memory and equilibrium: each number that they state is found anew."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest

import capture_widgets as cw
from tests.benchmarks import equilibrium, unseen_maps, winnability
from tests.end_game import HIDDEN, LEAD, Known, Strategy, best_against, exploitability, information_sets, worlds
from tests.notebook_cells import ILLUSTRATED, NOTEBOOKS, Statement, cells, not_counted, source, words_of

# -- equilibrium.ipynb


@cache
def sets() -> dict[Known, list[str]]:
    return {known: moves for known, (_, moves) in information_sets().items()}


def anyhow(known: Known) -> Mapping[str, float]:
    return dict.fromkeys(sets()[known], 1 / len(sets()[known]))


def rule(name: str) -> Strategy:
    """The rule of thumb that plays the lowest or the highest card."""
    pick = {"the lowest card": min, "the highest card": max}[name]
    return lambda known: {pick(sets()[known], key=lambda move: int(move.split(":")[-1][:-1])): 1.0}


def bars(name: str, cell: str) -> dict[str, float]:
    found = re.findall(r"^(.+): ([\d.]+)%?$", cells(name)[cell].text, re.MULTILINE)
    return {label: float(number) for label, number in found}


def same_end_game() -> bool:
    """Whether the end game of the notebook is the one that was written down by hand."""
    table = equilibrium.game().dump()["table"]
    row = [entry["card"] for entry in table["row"] if entry["winner"] is None and entry["attack"] is None]
    unseen = {*table["hands"][0], *table["hands"][1], row[2]}
    points = equilibrium.game().points
    return (row[:2], unseen, points[0] - points[1]) == (["10y", "9r"], set(HIDDEN), LEAD) and points == [6, 11]


def bounds() -> list[float]:
    """What A gets at least, and at most, as the notebook prints it."""
    return [float(one) for one in re.findall(r"-0\.\d+", cells("equilibrium")["exploit"].printed)]


def kept(name: str, at: int | None = None) -> float:
    """What best opponents get against a bot, as the long measurement has it: on the average, or at one seat."""
    found = json.loads(equilibrium.KEPT.read_text("utf-8"))[name]
    return float(sum(found) / 2 if at is None else found[at])


ROWS: Final = {
    "Random": "any move",
    "Greedy": "`Greedy`",
    "ISMCTS 100": "`ISMCTS`, 100 simulations",
    "ISMCTS 1000": "`ISMCTS`, 1000 simulations",
}
"""The rows of the notebook's table."""


# -- search_and_proofs.ipynb


def share(counted: int) -> str:
    """A share of all maps or kings that were counted, as a percentage."""
    sums = [sum(block[at] for block in winnability.read(winnability.KEPT).values()) for at in range(5)]
    return f"{100 * sums[counted] / (sums[0] * (4 if counted == 3 else 1)):.2f}%"


def without_map() -> list[dict[str, Any]]:
    """The winnable deals that a player without the map has played."""
    played = json.loads(unseen_maps.KEPT.read_text("utf-8")).values()
    return [one for one in played if one["best"] is not None]


REMEMBERED: Final = {1: "+0.16 ± 0.03", 0.5: "+0.08 ± 0.03"}
"""What players with a memory got against one without in 1,000 deals of seed 1; played again below."""
REMEMBERED_WON: Final = 0.58
PLANNED: Final = ("+0.35 ± 0.08", 0.67)
"""What the player who plans a turn got against one who plans a move, in 200 deals of seed 1, and its share of games."""


def ways_to_play_a_turn(seed: int) -> tuple[int, int]:
    """The ways to play the first turn of a deal, and the positions that they lead to, as dumps tell them apart."""
    found: list[str] = []

    def go_on(game: cw.Game) -> None:
        if game.to_play != 0:
            dump = game.dump()
            found.append(json.dumps([dump["table"], dump["to_play"]], sort_keys=True))
            return
        for move in game.legal_moves():
            go_on(game.at(game.ply).play(move))

    go_on(cw.new("universal", seed=seed))
    return len(found), len(set(found))


def rule_text(rule: str, words: str) -> bool:
    """Whether a rule of Universal says something in these words."""
    page = (NOTEBOOKS.parent / "docs/rules.md").read_text("utf-8")
    return any(rule in line and words in line for line in page.splitlines())


def planned_worth() -> list[float]:
    """What a turn is worth by three ways of planning: fixed beforehand, looking again, knowing all cards."""
    return list(bars("planning", "unknown").values())


STATED: Final[list[Statement]] = [
    ("equilibrium", "game-words", "A has 6 points, B has 11, and A attacks", same_end_game),
    (
        "equilibrium",
        "game-words",
        "gets 1, the other gets -1, and a tie gives 0",
        lambda: set(cw.new("kommando", seed=1, seats=[cw.bots.Random(1)] * 2).run().returns or ()) <= {1, 0, -1},
    ),
    ("equilibrium", "game-words", "the yellow 10 and the red 9 lie open", same_end_game),
    ("equilibrium", "game-words", "35 · 4 = 140", lambda: math.comb(7, 3) * math.comb(4, 3) == 140 == len(worlds())),
    (
        "equilibrium",
        "strategy-words",
        "The numbers of one set add up to 1",
        lambda: (
            f"{len(sets())} information sets, {sum(map(len, sets().values()))} choices"
            in cells("equilibrium")["tree"].printed
        ),
    ),
    (
        "equilibrium",
        "exploit-words",
        "It is 0 in an equilibrium",
        lambda: (
            bars("equilibrium", "rules")
            == {
                "any move": round(exploitability(anyhow), 3),
                "the lowest card": round(exploitability(rule("the lowest card")), 3),
                "the highest card": round(exploitability(rule("the highest card")), 3),
                "equilibrium": 0.0,
            }
        ),
    ),
    (
        "equilibrium",
        "value-words",
        "the value of this game is -0.196 for A",
        lambda: (
            [round(one, 3) for one in bounds()] in ([-0.196, -0.196], [-0.197, -0.196]) and bounds() == sorted(bounds())
        ),
    ),
    ("equilibrium", "value-words", "B is ahead by 5 points", lambda: LEAD == -5),
    (
        "equilibrium",
        "value-words",
        "The value is -27.5 of 140 deals",
        lambda: bounds()[0] * 140 < -27.5 < bounds()[1] * 140 and all(math.ceil(140 * one) == -27 for one in bounds()),
    ),
    ("equilibrium", "value-words", "each deal would end with -1, 0 or 1", lambda: len(worlds()) == 140),
    (
        "equilibrium",
        "bots-words",
        "each of the 35 hands",
        lambda: len(list(combinations(HIDDEN, 3))) == 35 == len({world.start[0] for world in worlds()}),
    ),
    ("equilibrium", "bots-table", "in all 16,365 information sets", lambda: len(sets()) == 16_365),
    *(
        (
            "equilibrium",
            "bots-table",
            f"| {ROWS[name]} | {kept(name, 0):.3f} | {kept(name, 1):.3f} | {kept(name):.3f} |",
            lambda: set(ROWS) == set(equilibrium.BOTS),
        )
        for name in ROWS
    ),
    (
        "equilibrium",
        "bots-table",
        "| equilibrium | 0.196 | -0.196 | 0.000 |",
        lambda: all(round(-one, 4) in (0.1964, 0.1965) for one in bounds()),
    ),
    (
        "search_and_proofs",
        "halves-words",
        "**No more than.**",
        lambda: cells("search_and_proofs")["solve"].printed.startswith("solved 30 30\n"),
    ),
    (
        "search_and_proofs",
        "ex-between-words",
        "33 turns and the bound 30",
        lambda: len(range(30, 34)) == 4,
    ),
    (
        "search_and_proofs",
        "blind-read",
        "A win of 30 turns",
        lambda: "result [1] in 30 turns" in cells("search_and_proofs")["witness"].printed,
    ),
    (
        "search_and_proofs",
        "blind-read",
        "multiplies the number by more than fifty",
        lambda: (
            cells("search_and_proofs")["blind"].printed == "[1, 79, 4480]\n"
            and 4480 > 50 * 79
            and "three or more" in words_of("search_and_proofs")["blind-read"]
        ),
    ),
    (
        "search_and_proofs",
        "search-read",
        "The search looked at 88 positions",
        lambda: "a win within 3: False, 88 positions" in cells("search_and_proofs")["search"].printed,
    ),
    (
        "search_and_proofs",
        "search-read",
        "at most two turns lead to, 4,560 in all",
        lambda: 1 + 79 + 4480 == 4560 > 50 * 88,
    ),
    (
        "search_and_proofs",
        "deals-read",
        "with a share p and n maps it reaches about 1.96 · sqrt(p(1-p)/n)",
        lambda: math.isclose(1.96 * math.sqrt(0.9 * 0.1 / 3457), 0.01, rel_tol=1e-3),
    ),
    (
        "search_and_proofs",
        "deals-read",
        "the 95% interval says how near",
        lambda: "54 of 60; kings: 150 of 240" in cells("search_and_proofs")["deals"].printed,
    ),
    (
        "search_and_proofs",
        "deals-read",
        "of 104,250 maps, found that 88.78% can be won with the best king, and 58.46% of all kings win",
        lambda: (
            sum(block[0] for block in winnability.read(winnability.KEPT).values()) == 104_250
            and (share(1), share(3)) == ("88.78%", "58.46%")
        ),
    ),
    (
        "search_and_proofs",
        "deals-read",
        "more than about 58.5% of maps",
        lambda: round(float(share(3)[:-1]), 1) == 58.5,
    ),
    (
        "search_and_proofs",
        "deals-read",
        "a share near 0.9 reaches 0.01",
        lambda: round(1.96**2 * 0.9 * 0.1 / 0.01**2) == 3457,
    ),
    (
        "search_and_proofs",
        "unknown-words",
        "94 of 99 deals",
        lambda: (sum(one["won"] for one in without_map()), len(without_map())) == (94, 99),
    ),
    (
        "search_and_proofs",
        "unknown-words",
        "in 3.3 ± 0.6 turns more",
        lambda: "3.3 ± 0.6 more." in unseen_maps.page(unseen_maps.read()),
    ),
    ("memory_and_belief", "belief-words", "take 26 of the 52 cards; the other 26", lambda: 2 * 13 == 26 == 52 - 26),
    (
        "memory_and_belief",
        "duel-read",
        "+1 for a game won and -1 for one lost",
        lambda: "mean result (95%)" in cells("memory_and_belief")["duel"].text,
    ),
    (
        "memory_and_belief",
        "duel-read",
        "100 deals, each played from both seats",
        lambda: "100 deals, 200 games" in cells("memory_and_belief")["duel"].text,
    ),
    (
        "memory_and_belief",
        "duel-read",
        "In 1,000 deals perfect memory got +0.16 ± 0.03 against none, and a player who recalls half of the cards got",
        lambda: REMEMBERED == {1: "+0.16 ± 0.03", 0.5: "+0.08 ± 0.03"},
    ),
    ("memory_and_belief", "duel-read", "won 58% of the games", lambda: REMEMBERED_WON == 0.58),
    (
        "memory_and_belief",
        "duel-read",
        "does it take for ± 0.02",
        lambda: round(100 * (11 / 2) ** 2) == 3025,
    ),
    (
        "memory_and_belief",
        "duel-read",
        "The interval of those 100 deals is ± 0.11",
        lambda: "± 0.11" in cells("memory_and_belief")["duel"].text,
    ),
    (
        "planning",
        "tree-read",
        "336 ways lead to 220 positions",
        lambda: (
            "336 ways to play the turn; 220 different positions" in cells("planning")["tree"].printed
            and ways_to_play_a_turn(7) == (336, 220)
        ),
    ),
    ("planning", "bound-words", "A turn takes at most two cards", lambda: rule_text("UC-5", "at most two cards")),
    (
        "planning",
        "bound-read",
        "No hand lies below the bound of 6, and 29 of 41 reach it",
        lambda: (
            "in 41 of 60 hands, in 6 to 18 turns" in cells("planning")["bound"].printed
            and bars("planning", "bound")["6 turns"] == 29
            and -(-11 // 2) == 6
        ),
    ),
    ("planning", "bound-read", "done in 6 turns", lambda: -(-11 // 2) == 6),
    (
        "planning",
        "bound-read",
        "The others took up to 18",
        lambda: bars("planning", "bound")["18 turns"] > 0 and sum(bars("planning", "bound").values()) == 41,
    ),
    ("planning", "unknown-read", "each of 25 cards", lambda: 2 * 25 == 50),
    ("planning", "duel-read", "a wide interval, ± 0.36", lambda: "± 0.36" in cells("planning")["duel"].text),
    (
        "planning",
        "duel-read",
        "In 200 deals the whole turn got +0.35 ± 0.08 against the single move, and won 67% of the games",
        lambda: PLANNED == ("+0.35 ± 0.08", 0.67),
    ),
    (
        "planning",
        "duel-read",
        "does it take for ± 0.1",
        lambda: abs(200 * (0.08 / 0.1) ** 2 - 123) < 0.05 * 123,  # the key is that of 123
    ),
    ("planning", "duel-read", "Reckon from the 200 deals", lambda: PLANNED[0] == "+0.35 ± 0.08"),
    ("memory_and_belief", "end", "Change the weight 0.2", lambda: "+ 0.2 * ROW" in source("memory_and_belief", "bot")),
]
"""The notebook, the cell, words of it that state a number, and whether it is so."""


@pytest.mark.parametrize(("name", "cell", "words", "holds"), STATED, ids=[f"{n}-{w[:30]}" for n, _, w, _ in STATED])
def test_what_a_notebook_of_the_course_states_is_so(
    name: str, cell: str, words: str, holds: Callable[[], bool]
) -> None:
    assert words in words_of(name)[cell]
    assert holds()


@pytest.mark.parametrize("name", sorted({name for name, *_ in STATED}))
def test_every_number_in_the_words_of_the_course_is_counted_anew(name: str) -> None:
    assert not_counted(name, STATED) == []


def test_random_play_is_worth_to_best_opponents_what_was_measured() -> None:
    assert [round(best_against(anyhow, 1 - seat), 4) for seat in (0, 1)] == [kept("Random", 0), kept("Random", 1)]


@pytest.mark.thorough
def test_greedy_loses_to_best_opponents_what_was_measured() -> None:
    assert equilibrium.measured("Greedy") == [kept("Greedy", 0), kept("Greedy", 1)]


@pytest.mark.thorough
def test_memory_is_worth_what_the_notebook_says() -> None:
    space: dict[str, Any] = {"cw": cw}
    for cell in ("ranks", "bot"):
        exec(source("memory_and_belief", cell), space)  # noqa: S102 - our own notebook
    player = space["Rememberer"]
    for recall, words in REMEMBERED.items():
        result = cw.duel("commander", [player(recall), player(0)], deals=1000, seed=1, progress=False)
        assert words in str(result)
        games, won = map(int, re.findall(rf"recalls {recall:.0%} +(\d+) +(\d+)", str(result))[0])
        assert recall != 1 or round(won / games, 2) == REMEMBERED_WON


@pytest.mark.thorough
def test_planning_a_turn_is_worth_what_the_notebook_says() -> None:
    space: dict[str, Any] = {"cw": cw}
    exec(source("planning", "unknown").partition("\nview = ")[0], space)  # noqa: S102 - our own notebook
    exec(source("planning", "bot"), space)  # noqa: S102
    player = space["Planner"]
    result = cw.duel("universal", [player("turn"), player("move")], deals=200, seed=1, progress=False)
    games, won = map(int, re.findall(r"plans a turn +(\d+) +(\d+)", str(result))[0])
    assert (PLANNED[0] in str(result), round(won / games, 2)) == (True, PLANNED[1])


def test_who_looks_gets_more_than_a_plan_made_beforehand_and_less_than_who_knows() -> None:
    fixed, looks, knows = planned_worth()
    assert fixed < looks < knows


# -- docs/course.md


def weeks() -> list[list[str]]:
    page = (NOTEBOOKS.parent / "docs/course.md").read_text("utf-8")
    rows = re.findall(r"^\| \d+ .*\|$", page, re.MULTILINE)
    return [[part.strip() for part in row.strip("|").split("|")] for row in rows]


def test_each_of_twelve_weeks_has_a_notebook_and_builds_on_earlier_weeks() -> None:
    assert [week[0] for week in weeks()] == [str(number) for number in range(1, 13)]
    for number, _, notebook, minutes, _, needs, _ in weeks():
        assert int(minutes) <= 90
        assert needs == "-" or int(needs) < int(number)
        assert all((NOTEBOOKS / name).is_file() for name in re.findall(r"\w+\.ipynb", notebook))


def test_the_course_uses_every_notebook_with_exercises_for_students() -> None:
    used = set(re.findall(r"`(\w+)\.ipynb`", " ".join(week[2] for week in weeks())))
    for_teachers = {"on_a_hub", "homework", "make_a_lesson"}
    assert set(ILLUSTRATED) - for_teachers <= used


def test_the_weeks_take_as_long_as_their_notebooks_say() -> None:
    parts: dict[str, int] = {}
    for _, _, notebook, minutes, *_ in weeks():
        (name,) = re.findall(r"(\w+)\.ipynb", notebook)
        parts[name] = parts.get(name, 0) + int(minutes)
    for name in set(parts) & set(ILLUSTRATED):
        stated = re.search(r"\*\*Time\.\*\* (\d+) minutes", words_of(name)["title"])
        assert stated
        assert parts[name] == int(stated[1]), name
