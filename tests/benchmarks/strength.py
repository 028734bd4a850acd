"""How strong the bots are and how fast they search; writes docs/strength.md and docs/strength.svg.

    python -m tests.benchmarks.strength --minutes 10            # play on from what was played before
    python -m tests.benchmarks.strength --minutes 60 --workers 8
    python -m tests.benchmarks.strength --speed                 # beside OpenSpiel's ismcts on hearts, in this run
    python -m tests.benchmarks.strength --minutes 0             # only write the page anew

Each deal goes to the contest where it narrows the interval most for its time. Results are kept in docs/strength.json,
deal by deal, so that runs add up. Bots with a time limit are given seconds of CPU, so that a busy machine does not
weaken them.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any

import capture_widgets as cw
from capture_widgets.bots import Beginner, Bot, Greedy, View
from capture_widgets.bots import Random as RandomBot
from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.bots.evaluate.kommando import KommandoEvaluation
from capture_widgets.bots.search import Comparison, Search
from capture_widgets.core.intervals import interval
from capture_widgets.engine.state import Move, State
from capture_widgets.games.kommando import KommandoState
from tests.benchmarks import (
    advice,
    calibration,
    fresh,
    hint_budgets,
    hints,
    ladder,
    map_hints,
    ranges,
    unseen_maps,
    winnability,
)
from tests.benchmarks.unseen_maps import Timed
from tests.cases import ToldView

DOCS = Path(__file__).parent.parent.parent / "docs"
KEPT = DOCS / "strength.json"
TWO_PLAYERS = ("commander", "columns", "kommando", "universal")
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "commander, three": ("commander", {"players": 3}),
    "commander, four": ("commander", {"players": 4}),
    "commander, teams": ("commander", {"teams": True}),
}
"""Games with other options, by the name under which they are kept: two bots sit in turn around the table."""
TIMES = (0.01, 0.03, 0.1, 0.3, 1)
"""Seconds a move of the plot."""
GROWING = {"commander": "#357", "kommando": "#a50", "universal": "#283"}
"""Games of the plot, and their colours."""
UNLIMITED = "Greedy, unlimited"
JUDGED = "ISMCTS 1 s, judged"
"""Not a player: see `judge`."""
JUDGE = 3.0
"""Seconds (of CPU) that a judge takes for each of two moves."""
ENOUGH = 10
"""Deals from which on an interval means something."""


class Unlimited(Greedy):
    """Greedy that remembers all cards and considers all moves, unlike the level in some games."""

    memory = 1.0

    def _considered(self, moves: Sequence[Move], evaluation: Evaluation, rng: random.Random) -> Sequence[Move]:
        return moves


class Told(Unlimited):
    """Greedy whose worlds are the true one (see `play`): a bound on what better guesses at hidden cards could bring."""


PLAYERS: dict[str, Callable[[], Bot]] = {
    "Random": RandomBot,
    "Beginner": Beginner,
    "Greedy": Greedy,
    "Club": ladder.Untimed,
    "Strong, a tenth": ladder.Tenth,
    UNLIMITED: Unlimited,
    "Greedy, told all": Told,
    **{f"ISMCTS {seconds} s": partial(Timed, seconds) for seconds in TIMES},
}
CONTESTS = [
    *(
        (game, one, other)
        for game in TWO_PLAYERS
        for one, other in ((UNLIMITED, "Random"), ("ISMCTS 1 s", UNLIMITED), ("ISMCTS 1 s", "ISMCTS 0.1 s"))
    ),
    *((table, f"ISMCTS {seconds} s", UNLIMITED) for table in TABLES for seconds in (0.1, 0.3, 1)),
    ("fourx", UNLIMITED, "Random"),
    ("fourx", "ISMCTS 1 s", UNLIMITED),
    ("fourx", "ISMCTS 0.1 s", UNLIMITED),
    ("columns", "Greedy, told all", UNLIMITED),
    *((game, JUDGED, "ISMCTS 0.1 s") for game in TWO_PLAYERS if game != "universal"),
]
LADDER = [(game, *step) for game in (*TWO_PLAYERS, *TABLES, "fourx") for step in ladder.STEPS]
FOR_THE_PLOT = [(game, f"ISMCTS {seconds} s", UNLIMITED) for game in GROWING for seconds in TIMES[:-1]]


def name_of(contest: tuple[str, str, str]) -> str:
    game, one, other = contest
    return f"{game}: {one} against {other}"


def play(contest: tuple[str, str, str], deal: int) -> tuple[str, int, list[list[int]]]:
    """One deal from every seat: for each game the return and the points ahead of the first; alone, both bots' own.

    With more seats than bots the return is +1 where a seat of the first won, -1 where one of the other did.
    """
    game, one, other = contest
    game, options = TABLES.get(game, (game, {}))
    if one == JUDGED:
        return name_of(contest), deal, [judge(game, deal)]
    bots = [PLAYERS[one](), PLAYERS[other]()]
    seed = 1_000_000 + deal
    results = []
    seats = 1 if game == "fourx" else 4 if options.get("teams") else options.get("players", 2)
    for first in (0, 1):
        seating = [(first + seat) % 2 for seat in range(seats)]
        made = cw.new(game, seed=seed, seats=[bots[bot] for bot in seating], **options)
        made.seed_bots(f"{deal}/{tuple(seating)}")
        if game == "fourx" and contest in LADDER:
            made.play(f"king {ladder.KINGS[deal % len(ladder.KINGS)]}")
        while not made.is_over:
            assert made.to_play is not None
            bot = bots[seating[made.to_play]]
            made.play(bot.choose(ToldView.of(made) if isinstance(bot, Told) else made.view()))
        assert made.returns is not None
        if game == "fourx":
            results.append([made.returns[0], made.points[0]])
        elif seats > 2:
            winners = {seating[seat] for seat, sign in enumerate(made.returns) if sign > 0}
            results.append([(0 in winners) - (1 in winners), 0])
        else:
            seat = seating.index(0)
            results.append([made.returns[seat], made.points[seat] - made.points[1 - seat]])
    return name_of(contest), deal, results


def judge(game: str, deal: int) -> list[Any]:
    """What a player's return gains in a game by taking the moves of ISMCTS 1 s rather than those of ISMCTS 0.1 s.

    The game is one between two of the latter. Where the two would choose differently, both moves are searched for
    `JUDGE` seconds each, and what the better-thought one promises more is added up. Luck plays no part in it but for
    the worlds drawn, so a few games tell more than hundreds of results. Returned with how many choices differed, and
    of how many.
    """
    made = cw.new(game, seed=2_000_000 + deal, seats=["short", "short"])
    short, long = PLAYERS["ISMCTS 0.1 s"](), PLAYERS["ISMCTS 1 s"]()
    gain, differing, decisions = 0.0, 0, 0
    while not made.is_over:
        views = [made.view() for _ in range(4)]
        for i, view in enumerate(views):
            view.rng.seed(f"{deal}/{made.ply}/{i}")
        choice = short.choose(views[0])
        if len(views[0].legal_moves()) > 1:
            decisions += 1
            better = long.choose(views[1])
            if better != choice:
                differing += 1
                # rewards go from 0 to 1, returns from -1 to 1; half of the choices are the other seat's
                gain += _promise(views[2], better) - _promise(views[3], choice)
        made.play(choice)
    return [round(gain, 4), differing, decisions]


def _promise(view: View, move: str) -> float:
    """Mean reward after one move, by a search of `JUDGE` seconds."""
    evaluation = evaluation_for(view)
    search = (Search if evaluation.deep else partial(Comparison, most=None))(evaluation, view.sample, view.rng)
    search.only(move)
    end = time.thread_time() + JUDGE
    while time.thread_time() < end:
        search.step()
    return search.result().moves[0].worth


def kept() -> dict[str, Any]:
    """What earlier runs found."""
    found: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return found


def keep(results: dict[str, Any]) -> None:
    """Write the results so far."""
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in results.items()]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def measure(minutes: float, workers: int, only: Sequence[str]) -> None:
    """Play on for so long, always the contest that gains most by another deal."""
    results = kept()
    contests = [
        contest
        for contest in CONTESTS + LADDER + FOR_THE_PLOT
        if not only or any(part in name_of(contest) for part in only)
    ]
    begun = {name_of(contest): {game[0] for game in results.get(name_of(contest), [])} for contest in contests}
    took: dict[str, list[float]] = {name: [] for name in begun}

    def gain(contest: tuple[str, str, str]) -> tuple[bool, float]:
        """What a second is worth: the fall of the mean's variance; first come contests of which too little is known."""
        name = name_of(contest)
        games, more = results.get(name, []), len(begun[name])
        if more < ENOUGH or len(games) < ENOUGH or not took[name]:
            return True, -more
        mean = [fmean(result[0] for result in game[1:]) for game in games]
        return False, (variance(mean) + 0.05) / more**2 / fmean(took[name])

    end = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(workers) as pool:
        running: dict[Future[Any], tuple[str, float]] = {}
        while running or time.monotonic() < end:
            while len(running) < workers and time.monotonic() < end:
                contest = max(contests, key=gain)
                name = name_of(contest)
                deal = next(deal for deal in count(ladder.FIRST if contest in LADDER else 0) if deal not in begun[name])
                running[pool.submit(play, contest, deal)] = (name, time.monotonic())
                begun[name].add(deal)
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                name, start = running.pop(future)
                took[name].append(time.monotonic() - start)
                _, deal, games = future.result()
                results.setdefault(name, []).append([deal, *games])
                keep(results)


# -- speed


def speed() -> dict[str, Any]:
    """Simulated decisions per CPU second of both searches, each simulation counted from the root to the end."""
    hearts = [_hearts(seed) for seed in range(3)]
    ours = [_kommando(seed) for seed in range(3)]
    hearts += [_hearts(seed) for seed in range(3, 5)]
    return {"ours": fmean(ours), "theirs": fmean(hearts), "ratio": fmean(ours) / fmean(hearts)}


def _kommando(seed: int) -> float:
    class Counted(KommandoEvaluation):
        decisions = 0

        def playout(self, state: State, rng: random.Random) -> Sequence[float]:
            assert isinstance(state, KommandoState)
            # what was decided on the way through the tree counts once for all playouts from there
            made = 2 * (len(state.left) + len(state.right)) + (state.attack is not None)
            Counted.decisions += made + (20 - made) * self.playouts
            return super().playout(state, rng)

    view = cw.new("kommando", seed=seed).view()
    rng = random.Random(seed)
    begun = time.process_time()
    search = Search(Counted(), partial(view.sample, rng), rng)
    for _ in range(12_000):
        search.step()
    return Counted.decisions / (time.process_time() - begun)


def _hearts(seed: int) -> float:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    chance = random.Random(seed)
    state = pyspiel.load_game("hearts").new_initial_state()
    # up to a choice: where no cards are passed on, the first card is a forced one, which no search looks at
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(chance.choice(state.legal_actions()))
    rng = np.random.RandomState(seed)

    class Counted(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
        decisions = 0

        def evaluate(self, state: Any) -> Any:
            left = state.move_number()
            working = state.clone()
            while not working.is_terminal():
                if working.is_chance_node():
                    actions, odds = zip(*working.chance_outcomes(), strict=True)
                    working.apply_action(rng.choice(actions, p=odds))
                else:
                    working.apply_action(rng.choice(working.legal_actions()))
            Counted.decisions += working.move_number() - left + (left - first)
            return np.array(working.returns())

    first = state.move_number()
    bot = ismcts.ISMCTSBot(pyspiel.load_game("hearts"), Counted(1, rng), 1.0, 600, random_state=rng)
    begun = time.process_time()
    bot.step(state)
    return Counted.decisions / (time.process_time() - begun)


# -- the page

PAGE = """# How strong the bots are

The two bots play each deal from both sides. A mean of +1 says that the bot won all games, and -1 that it lost all; the
95% interval is computed over deals. In 4X Solitaire both bots play the same deals: a deal counts +1 if only the bot won
it, or won it in fewer turns. With three or four players, and in teams, the two bots take alternating seats and then
exchange them: a game counts +1 if a seat of the bot won, and -1 if a seat of the other bot won. Seconds are CPU seconds
on one core. `Greedy, unlimited` remembers all cards and considers all moves; the level Greedy, further down, does not
in Capture the Commander and in five columns.

| game | bot | against | deals | mean | |
| --- | --- | --- | --- | --- | --- |
{rows}

All figures of this page were measured in November 2026 on a machine with two cores; each section names its command.
`python -m tests.benchmarks.strength --minutes 60` plays more deals for the tables from here to *More time*, adds them
to `docs/strength.json` and writes this page from the figures that are kept. A wide interval shows that few deals were
played. Searches have become faster since the rows for two players were played, so today's make more simulations in
the same time.
"""
MORE = """## What more time can bring

In these games luck hides most of the difference between ISMCTS with 1 s and with 0.1 s. So this table compares choices
and not results. At each decision of games between two players with 0.1 s, a search of 1 s chose a move too; if the two
moves differed, a search of {judge:g} s judged both. The mean gain is the sum of these differences over a game, on the
scale of the table above. The last column says how many deals it would take to see such a difference in results.

| game | games | choices that differ | mean gain in a game | deals |
| --- | --- | --- | --- | --- |
{rows}
"""
ROOM = """## Where luck leaves little room

In five columns a player must place all hidden cards in every round, and a round has little effect on the next. So
`Greedy, unlimited`, which plays each round as well as it can, is close to the best player. A bot that cheats shows how
much better a player could be: `Greedy, unlimited` with knowledge of all cards, and of the other side's placement if it
places second, gets {mean:+.2f} ± {within:.2f} against `Greedy, unlimited` ({deals} deals). Better guesses at hidden
cards cannot gain more than this.
"""
SPEED = """## Speed

`ISMCTS` on Kommando makes {ours:,.0f} thousand simulated decisions per CPU second; OpenSpiel's Python `ismcts` on its
C++ hearts makes {theirs:,.0f} thousand in the same run, a ratio of {ratio:.1f}
(`python -m tests.benchmarks.strength --speed`). Every decision from the root of the search to the end of a playout
counts.
"""
TABLES_OF_MORE = """
## The search of Capture the Commander for three, four and teams

In these games a playout to the end is mostly luck, and with some fifty attacks to choose from a tree hardly grows. So
the search only compares first moves, all in the same worlds, and drops the worse half of them after each of several
equally long stages. A playout stops after four attacks; then logistic regressions judge the formations (the distance of
a commander, cards by row, free attackers, seen cards). They were fitted to the results of playouts
(`python -m tests.benchmarks.standing`). The first table of this page has the results.
"""
GROWTH = """## More time

![Mean result of ISMCTS against Greedy by seconds a move](strength.svg)

The mean result of ISMCTS against Greedy by seconds a move; bars are 95% intervals.

| seconds | {games} |
| --- |{rules}
{rows}
"""


WINNABLE = """
## Deals of 4X Solitaire that can be won

The table says how many random deals a player could win who knows the whole map, with the best king and with a given
king. The result is the same for both values of `explorers`, because the king explores in both, and travels wherever
another card could. A player sees no card before the choice of the king (FX-2), so in the long run no player can win a
larger share than with a given king. The interval is Wilson's. A deal that is not decided in time would count as lost
for its lower end and as won for its upper end, as in Blake and Gent, "The winnability of Klondike Solitaire and many
other patience games". `python -m tests.benchmarks.winnability` decides more deals.

{rows}
"""


def _row(contest: tuple[str, str, str], games: list[Any]) -> str:
    game, one, other = contest
    if len(games) < ENOUGH:
        return f"| {game} | {one} | {other} | {len(games)} | too few deals to tell | |"
    if game == "fourx":
        first, second = ([entry[1 + i] for entry in games] for i in (0, 1))
        signs = [(a[0], -a[1] if a[0] > 0 else 0) for a in first], [(b[0], -b[1] if b[0] > 0 else 0) for b in second]
        mean, within = interval([float((a > b) - (a < b)) for a, b in zip(*signs, strict=True)])
        won = [sum(entry[0] > 0 for entry in side) for side in (first, second)]
        turns = [fmean([entry[1] for entry in side if entry[0] > 0] or [0]) for side in (first, second)]
        said = f"won {won[0]} ({turns[0]:.0f} turns) and {won[1]} ({turns[1]:.0f} turns)"
    else:
        mean, within = _mean(games, 0)
        said = "{:+.1f} ± {:.1f} points".format(*_mean(games, 1)) if not game.startswith("commander") else ""
    return f"| {game} | {one} | {other} | {len(games)} | {mean:+.2f} ± {within:.2f} | {said} |"


def _judged(game: str, games: list[Any], played: list[Any]) -> str:
    mean, within = _mean(games, 0)
    differing, decisions = (sum(entry[1][i] for entry in games) for i in (1, 2))
    spread = stdev(fmean(result[0] for result in entry[1:]) for entry in played) if len(played) >= ENOUGH else 0.5
    needed = (1.96 * spread / mean) ** 2 if mean > 0 else inf
    deals = f"{needed:,.0f}" if needed < 10_000 else "over 10,000"
    return f"| {game} | {len(games)} | {differing} of {decisions} | {mean:+.3f} ± {within:.3f} | {deals} |"


def _mean(games: list[Any], which: int) -> tuple[float, float]:
    """Mean and interval over deals of the first bot's returns (0) or its lead in points (1)."""
    return interval([fmean(result[which] for result in entry[1:]) for entry in games])


def _growth(results: dict[str, Any]) -> dict[str, list[tuple[float, float, float]]]:
    """By game: seconds a move, mean and interval."""
    return {
        game: [
            (seconds, *_mean(games, 0))
            for seconds in TIMES
            if len(games := results.get(name_of((game, f"ISMCTS {seconds} s", UNLIMITED)), [])) >= ENOUGH
        ]
        for game in GROWING
    }


def write() -> None:
    """docs/strength.md and the plot from what was kept."""
    results = kept()
    rows = [
        _row(contest, results[name_of(contest)])
        for contest in CONTESTS
        if len(results.get(name_of(contest), [])) > 1 and contest[1] not in ("Greedy, told all", JUDGED)
    ]
    lines = [PAGE.format(rows="\n".join(rows))]
    steps = [ladder.row(one, results[name_of(one)]) for one in LADDER if len(results.get(name_of(one), [])) >= ENOUGH]
    if steps:
        lines.append(ladder.PAGE.format(rows="\n".join(steps)))
    judged = {
        game: found
        for game in TWO_PLAYERS
        if len(found := results.get(name_of((game, JUDGED, "ISMCTS 0.1 s")), [])) >= ENOUGH
    }
    if judged:
        told_apart = [
            _judged(game, found, results.get(name_of((game, "ISMCTS 1 s", "ISMCTS 0.1 s")), []))
            for game, found in judged.items()
        ]
        lines.append(MORE.format(judge=JUDGE, rows="\n".join(told_apart)))
    told = results.get(name_of(("columns", "Greedy, told all", UNLIMITED)), [])
    if len(told) > 1:
        mean, within = interval([fmean(result[0] for result in entry[1:]) for entry in told])
        lines.append(ROOM.format(mean=mean, within=within, deals=len(told)))
    if "speed" in results:
        found = results["speed"]
        lines.append(SPEED.format(ours=found["ours"] / 1000, theirs=found["theirs"] / 1000, ratio=found["ratio"]))
    growth = _growth(results)
    if any(growth.values()):
        found = {
            (game, seconds): f"{mean:+.2f} ± {within:.2f}"
            for game, points in growth.items()
            for seconds, mean, within in points
        }
        table = [
            f"| {seconds} | " + " | ".join(found.get((game, seconds), "") for game in GROWING) + " |"
            for seconds in TIMES
        ]
        lines.append(GROWTH.format(games=" | ".join(GROWING), rules=" --- |" * len(GROWING), rows="\n".join(table)))
        (DOCS / "strength.svg").write_text(_plot(growth))
    lines.append(TABLES_OF_MORE)
    counted = winnability.read()
    if counted:
        lines.append(WINNABLE.format(rows="\n".join(winnability.lines(counted))))
    unseen = unseen_maps.read()
    if unseen:
        lines.append(unseen_maps.page(unseen))
    judged_positions = calibration.read()
    if judged_positions:
        lines.append(calibration.page(judged_positions))
        (DOCS / "calibration.svg").write_text(calibration.plot(judged_positions))
    advised = advice.read()
    if advised:
        lines.append(advice.page(advised))
    found_ranges = ranges.read()
    if found_ranges:
        lines.append(ranges.page(found_ranges))
    decisions = hints.read()
    if decisions:
        lines.append(hints.page(decisions))
    by_budget = hint_budgets.read()
    if by_budget:
        lines.append(hint_budgets.page(by_budget))
    at_fresh = fresh.read()
    if at_fresh:
        lines.append(fresh.page(at_fresh))
    on_maps = map_hints.read()
    if on_maps:
        lines.append(map_hints.page(on_maps))
    (DOCS / "strength.md").write_text("\n".join(lines))


def _plot(growth: dict[str, list[tuple[float, float, float]]]) -> str:
    def height(value: float) -> float:
        return 150 - 120 * max(-1.0, min(1.0, value))

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 320" font-family="sans-serif" font-size="12">',
        '<rect width="520" height="320" fill="white"/>',
    ]
    parts.extend(
        f'<line x1="50" x2="420" y1="{height(value)}" y2="{height(value)}" stroke="#ddd"/>'
        f'<text x="44" y="{height(value) + 4}" text-anchor="end">{value:+g}</text>'
        for value in (-1, -0.5, 0, 0.5, 1)
    )
    parts.extend(
        f'<text x="{80 + 80 * i}" y="290" text-anchor="middle">{seconds:g}</text>' for i, seconds in enumerate(TIMES)
    )
    for line, (game, found) in enumerate(growth.items()):
        colour = GROWING[game]
        points = []
        for seconds, mean, within in found:
            # side by side, so that bars do not hide one another
            x = 80 + 80 * TIMES.index(seconds) + 6 * (line - 1)
            points.append(f"{x},{height(mean):.1f}")
            parts.append(
                f'<line x1="{x}" x2="{x}" y1="{height(mean - within):.1f}" y2="{height(mean + within):.1f}" '
                f'stroke="{colour}" stroke-width="2"/>'
                f'<circle cx="{x}" cy="{height(mean):.1f}" r="4" fill="{colour}"/>'
            )
        if found:
            parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}"/>')
            parts.append(f'<text x="430" y="{60 + 18 * line}" fill="{colour}">{game}</text>')
    parts.append('<text x="240" y="310" text-anchor="middle">seconds a move (logarithmic)</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> None:
    """Parse the arguments, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=(), help="contests whose name contains one of these")
    parser.add_argument("--speed", action="store_true")
    arguments = parser.parse_args()
    if arguments.speed:
        results = kept()
        results["speed"] = speed()
        keep(results)
        print(results["speed"])
    if arguments.minutes:
        measure(arguments.minutes, arguments.workers, arguments.only)
    write()


if __name__ == "__main__":
    main()
