"""Whether hints are right and as sure as they say, by much longer searches that visit every good move equally often.

    python -m tests.benchmarks.hints                     # 200 decisions of each game; goes on where it was
    python -m tests.benchmarks.hints kommando --decisions 400
    python -m tests.benchmarks.hints --decisions 0       # only say what was found

Bots play one another. At one decision of each game a hint is made with about as many simulations as by default. In
games with a tree, a reference says which move is best and what the hint loses: it searches every good move in `TREES`
trees of its own, with `LONG` simulations each, and takes their mean; how much the trees differ is its own error.
docs/hints.json holds for each decision the features of the confidence, whether the hint was right, its loss, and the
error of that loss. For games with a tree the weights of the confidence come from other deals; for others they are
fitted on one half of the deals and tested on the other half.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import NamedTuple

import capture_widgets as cw
from capture_widgets.bots.evaluate import EVALUATIONS
from capture_widgets.bots.finalists import Comparison
from capture_widgets.bots.finalists import features as tree_features
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.hints import features, pool_searches, tree_search
from capture_widgets.bots.search_budget import SearchBudget
from capture_widgets.core.background import run_to_end
from capture_widgets.core.intervals import share_interval
from capture_widgets.games import GAMES
from tests.benchmarks.by_deal import ByDeal, add_deals, read_deals, write_deals

KEPT = Path(__file__).parent.parent.parent / "docs/hints.json"
SIMULATIONS = {"columns": 800, "kommando": 24_000, "commander": 24_000, "universal": 10_000}
"""Of a hint: about what one has time for by default."""
SEEDS = {"columns": 2_000_003}
"""The first deal, 2,300,003 in other games. Nothing was chosen by those deals."""
STAGES = ((600, 0.1, 6), (2500, 0.05, 4))
"""The reference finds the good moves in stages: simulations of each move, how much a good move may be worse than the
best one, and the largest number of moves that go on.
"""
TREES, LONG = 3, 7000
"""The number of trees for each good move and of each hint, and the simulations of a tree."""
SAME = 0.005
"""A hint is right if its move loses at most this."""
FELT = 0.02
"""A larger loss than this can be felt."""
PLAYER = 100
FEATURES = 4


class Decision(NamedTuple):
    """What was found at one decision."""

    first: float
    second: float
    third: float
    """What the confidence is made of, after the constant."""
    right: float
    loss: float
    error: float
    """The standard error of the loss, by the differences between the trees of the reference."""


def decided(slug: str, deal: int) -> list[Decision]:
    """One decision of one game."""
    bots = [cw.bots.ISMCTS(simulations=PLAYER, seed=seat) for seat in range(2)]
    game = cw.new(slug, seed=SEEDS.get(slug, 2_300_003) + deal, seats=bots).seed_bots(f"hint/{deal}").run()
    choices = [ply for ply in range(game.ply) if len(game.at(ply).legal_moves()) > 1]
    ply = Random(f"hint/{deal}").choice(choices)
    return [decision(game.at(ply), f"{deal}/{ply}")]


def decision(game: cw.Game, seed: str) -> Decision:
    """Judge a hint at one decision."""
    each = SIMULATIONS[game.type.slug]
    view = view_of(game, f"chosen/{seed}")
    if EVALUATIONS[game.type.slug].deep:
        found = tree_hint(view, each)
        hint, told = str(found.moves[0].move), tree_features(found)
    else:
        pool = pool_searches(cw.bots.ISMCTS(simulations=each // 2).search(view), [])
        hint, told = str(pool.moves[0].move), features(pool)
    worths = reference(game, hint, seed)
    best = max(worths, key=lambda move: fmean(worths[move]))
    loss = fmean(worths[best]) - fmean(worths[hint])
    error = sqrt((variance(worths[best]) + variance(worths[hint])) / TREES) if len(worths[best]) > 1 else 0.0
    _, first, second, third = told
    return Decision(first, second, third, float(loss <= SAME), loss, error)


def view_of(game: cw.Game, seed: str) -> cw.View:
    """The view of the seat to play, with repeatable random numbers."""
    view = game.view()
    view.rng = Random(seed)
    return view


def tree_hint(view: cw.View, simulations: int) -> Comparison:
    """The searches of a hint in a game with a tree."""
    return run_to_end(tree_search(view, SearchBudget(None, simulations), None))[1]


def reference(game: cw.Game, hint: str, seed: str) -> dict[str, list[float]]:
    """The worths of the good moves and of the hint, by equally many simulations each, one for each tree."""
    if not EVALUATIONS[game.type.slug].deep:
        searches = [cw.bots.ISMCTS(simulations=4000).search(view_of(game, f"long/{seed}/{at}")) for at in range(4)]
        return {str(one.move): [one.worth] for one in pool_searches(searches[0], searches[1:]).moves}
    evaluation = EVALUATIONS[game.type.slug](match=False)
    good = list({evaluation.alike(game.state, move): str(move) for move in game.state.legal_moves()}.values())
    for simulations, near, most in STAGES:
        found = {move: worth(game, move, simulations, f"{simulations}/{seed}") for move in good}
        good = sorted(found, key=lambda move: -found[move])[:most]
        good = [move for move in good if found[move] >= found[good[0]] - near]
    return {
        move: [worth(game, move, LONG, f"{tree}/{seed}") for tree in range(TREES)] for move in sorted({*good, hint})
    }


def worth(game: cw.Game, move: str, simulations: int, seed: str) -> float:
    """The worth of a move by a search of its own."""
    view = view_of(game, f"reference/{seed}/{move}")
    evaluation = EVALUATIONS[game.type.slug](match=False).for_advice()
    search = HalvingSearch(evaluation, view.sample, view.rng, lambda: 0.0)
    search.only(move)
    while search.simulations < simulations:
        search.step()
    return search.result().moves[0].worth


Kept = ByDeal[Decision]


def measure(slug: str, decisions: int, kept: Kept, path: Path = KEPT) -> None:
    """Look at deals that were not looked at before, until there are so many decisions."""
    add_deals(kept.setdefault(slug, {}), decisions, lambda deal: decided(slug, deal), lambda: keep(kept, path))


def keep(kept: Kept, path: Path = KEPT) -> None:
    """Write what was found: for each deal its decisions, as lists of numbers."""
    write_deals(path, kept, lambda rows: [[round(number, 4) for number in one] for one in rows])


def read(path: Path = KEPT) -> Kept:
    """What was found before."""
    return read_deals(path, lambda plain: [Decision(*one) for one in plain])


def fitted(rows: Sequence[Decision]) -> list[float]:
    """Weights of `features` that make what came most likely: Newton's steps, held back a little."""
    weights = [0.0] * FEATURES
    for _ in range(60):
        first = [-0.1 * weight for weight in weights]
        second = [[0.1 * (i == j) for j in range(FEATURES)] for i in range(FEATURES)]
        for row in rows:
            x = told(row)
            p = 1 / (1 + exp(-sum(w * v for w, v in zip(weights, x, strict=True))))
            for i in range(FEATURES):
                first[i] += (row.right - p) * x[i]
                for j in range(FEATURES):
                    second[i][j] += p * (1 - p) * x[i] * x[j]
        weights = [w + step for w, step in zip(weights, solved(second, first), strict=True)]
    return weights


def told(row: Decision) -> tuple[float, ...]:
    """What a confidence is made of."""
    return 1.0, row.first, row.second, row.third


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                rows[other] = [v - rows[other][at] * w for v, w in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def sure(row: Decision, weights: Sequence[float]) -> float:
    """The confidence by some weights."""
    return 1 / (1 + exp(-sum(w * v for w, v in zip(weights, told(row), strict=True))))


def table(said: Sequence[tuple[float, float, float]]) -> list[str]:
    """Confidences beside how often the move was best, and what it lost."""
    lines = []
    for low, high in ((0.0, 0.5), (0.5, 0.75), (0.75, 0.95), (0.95, 1.01)):
        here = [one for one in said if low <= one[0] < high]
        if here:
            mean, right, loss = (fmean(one[i] for one in here) for i in range(3))
            share = f"  {low:4.0%}-{min(1.0, high):4.0%} {len(here):5}"
            lines.append(f"{share}: said {mean:4.0%}, best {right:4.0%}, loss {loss:.3f}")
    return lines


PAGE = """
## Hints as sure as they say

A hint says how sure it is of its move: if 100 hints say 80%, about 80 of them should be right. At {count} decisions of
games between bots, a hint had as many simulations as it makes by default on the machine of these measurements. In games
with a tree, the first search visits all moves equally often and drops the worst ones round by round; then searches with
trees of their own compare the best three, and the mean over all trees decides. A reference judged the hint: it searched
every good move in {trees} trees of {long:,} simulations and took their mean. A hint is right if it loses at most
{same}. The trees of the reference differ, too: *surely* counts the hints whose loss is over {felt} by more than two
standard errors of the reference. In five columns, the hint is one search without a tree, and the reference was a search
of eight times as many simulations.

| game | decisions | mean loss | over {felt} | surely |
| --- | ---: | ---: | ---: | ---: |
{losses}

The weights of the confidence were fitted to other deals, in five columns to the other half of these deals:

| game | sure | decisions | said | were right | lost |
| --- | --- | ---: | ---: | ---: | ---: |
{rows}

*Lost* is the mean difference in value between the hint's move and the best move, on a scale from 0 to 1.

In Kommando, about one hint in twenty loses over {felt}. Two ideas against it were tried in a port of the search, and
judged by four plain searches of 40,000 simulations of each good move, at 160 positions that nothing was chosen on. To
draw every possible world equally often changed the mean loss by -0.0002 ± 0.0015. To follow fitted priors in the tree
(PUCT), so that it grows deeper, changed it from 0.0051 by -0.0010 ± 0.0017, and the share over {felt} not at all (7%);
it cost 5% of the speed. Where searches with these priors were the judges, it gained more, -0.0025 ± 0.0019: a judge
agrees more with searches of its own kind. Neither idea was kept.

`python -m tests.benchmarks.hints` judges more decisions.
"""
LEVELS = {"quite (95 and more)": (0.95, 1.01), "fairly (75 to 95)": (0.75, 0.95), "a close call": (0.0, 0.75)}


def page(kept: Kept) -> str:
    """What was found, for docs/strength.md."""
    rows, losses = [], []
    for slug, deals in kept.items():
        said = held_out(kept, slug)
        rows += [f"| {slug} | {level} | {_cells(said, span)} |" for level, span in LEVELS.items()]
        every = [one for row in deals.values() for one in row]
        over = [one for one in every if one.loss > FELT]
        surely = sum(one.loss - 2 * one.error > FELT for one in over)
        surely_cell = _of(surely, len(every)) if EVALUATIONS[slug].deep else ""
        mean = fmean(one.loss for one in every)
        losses.append(f"| {slug} | {len(every)} | {mean:.4f} | {_of(len(over), len(every))} | {surely_cell} |")
    count = sum(len(row) for deals in kept.values() for row in deals.values())
    return PAGE.format(
        count=f"{count:,}", trees=TREES, long=LONG, same=SAME, felt=FELT, losses="\n".join(losses), rows="\n".join(rows)
    )


def _of(some: int, every: int) -> str:
    low, high = share_interval(some, every)
    return f"{some} ({low:.0%} to {high:.0%})"


def held_out(kept: Kept, slug: str) -> list[tuple[float, float, float]]:
    """Confidences with what came of them, by weights that were fitted on other deals."""
    kind = EVALUATIONS[slug]
    if kind.deep:
        return [(sure(one, kind.sureness), one.right, one.loss) for row in kept[slug].values() for one in row]
    found = []
    for half in (0, 1):
        weights = fitted([one for deal, row in kept[slug].items() if deal % 2 != half for one in row])
        tried = [one for deal, row in kept[slug].items() if deal % 2 == half for one in row]
        found += [(sure(one, weights), one.right, one.loss) for one in tried]
    return found


def _cells(said: Sequence[tuple[float, float, float]], span: tuple[float, float]) -> str:
    here = [one for one in said if span[0] <= one[0] < span[1]]
    if not here:
        return "0 |  |  | "
    mean, right, loss = (fmean(one[i] for one in here) for i in range(3))
    return f"{len(here)} | {mean:.0%} | {right:.0%} | {loss:.3f}"


def main() -> None:
    """Measure, keep and print."""
    games = [slug for slug, game in GAMES.items() if game.solver is None]
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(games)}; all by default")
    parser.add_argument("--decisions", type=int, default=200)
    given = parser.parse_args()
    kept = read()
    for slug in given.games or games:
        measure(slug, given.decisions, kept)
    for slug, deals in kept.items():
        rows = [one for row in deals.values() for one in row]
        print(f"\n{slug}: {len(rows)} decisions; weights fitted on all {_short(fitted(rows))}")
        print("\n".join(table(held_out(kept, slug))))


def _short(weights: Sequence[float]) -> str:
    return ", ".join(f"{weight:.2f}" for weight in weights)


if __name__ == "__main__":
    main()
