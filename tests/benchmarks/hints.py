"""Whether hints are right and as sure as they say, by a much longer search that visits every good move equally often.

    python -m tests.benchmarks.hints                     # 200 decisions of each game; goes on where it was
    python -m tests.benchmarks.hints kommando --decisions 400
    python -m tests.benchmarks.hints --decisions 0       # only say what was found

Bots play one another. At a few decisions of each game two hints with the same number of simulations are compared: a
hint as `hint_steps` makes it, and the choice of one search as players make it, with binomial errors. A reference says
which move is best and what each hint loses: it searches every move `FIRST` times in a tree of its own, and the moves
near the best one and those of the hints `LONG` times. docs/hints.json holds for each decision the features of the
confidence, whether the hint was right, and its loss. The confidence is fitted on one half of the deals and tested on
the other half.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import capture_widgets as cw
from capture_widgets.bots.evaluate import EVALUATIONS
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.hints import (
    TREE_CHECKS,
    TREE_SHARE,
    Adviser,
    PooledSearch,
    binomial,
    compare_finalists,
    features,
    pool_searches,
)
from capture_widgets.bots.outlook import compared_chances
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.core.background import run_to_end
from capture_widgets.games import GAMES
from tests.benchmarks.by_deal import ByDeal, add_deals, read_deals, write_deals

KEPT = Path(__file__).parent.parent.parent / "docs/hints.json"
SIMULATIONS = {"columns": 800}
"""Of a hint; 3,200 in other games: about what one has time for in half a second."""
FIRST = 800
"""Simulations of every move, by which the reference finds the good ones."""
LONG = 4000
"""Simulations of each good move."""
NEAR = 0.08
"""A move that is worse by more than this after `FIRST` simulations is not searched further."""
MOST = 5
"""The largest number of good moves that are searched further, beside those of the hints."""
SAME = 0.005
"""A hint is right if its move loses at most this."""
PLAYER = 100
A_GAME = 4
FEATURES = 4


class Decision(NamedTuple):
    """What was found at one decision."""

    votes: float
    """Share of the independent searches that chose the hint's move."""
    ahead: float
    """How far it lies before the best other, in standard errors of independent searches."""
    ahead_in_one: float
    """The same of one search, as if its simulations were independent."""
    moves: int
    right: float
    loss: float
    old: float
    """The confidence as it was before, of one search."""
    old_right: float
    old_loss: float


def decided(slug: str, deal: int) -> list[Decision]:
    """A few decisions of one game."""
    bots = [cw.bots.ISMCTS(simulations=PLAYER, seed=seat) for seat in range(2)]
    game = cw.new(slug, seed=2_000_003 + deal, seats=bots).seed_bots(f"hint/{deal}").run()
    rng = Random(f"hint/{deal}")
    choices = [ply for ply in range(game.ply) if len(game.at(ply).legal_moves()) > 1]
    return [decision(game.at(ply), f"{deal}/{ply}") for ply in rng.sample(choices, min(A_GAME, len(choices)))]


def decision(game: cw.Game, seed: str) -> Decision:
    """Compare both hints at one decision."""
    each = SIMULATIONS.get(game.type.slug, 3200)
    before = cw.bots.ISMCTS(simulations=each).search(view_of(game, f"one/{seed}"))
    if EVALUATIONS[game.type.slug].deep:
        now = tree_hint(view_of(game, f"chosen/{seed}"), each)
    else:
        now = pool_searches(cw.bots.ISMCTS(simulations=each // 2).search(view_of(game, f"chosen/{seed}")), [])
    new, old = str(now.moves[0].move), str(before.moves[0].move)
    worths = reference(game, {new, old}, seed)
    most = max(worths.values())
    losses = [most - worths[move] for move in (new, old)]
    right = [float(loss <= SAME) for loss in losses]
    moves = len(game.legal_moves())
    return Decision(
        now.votes, now.ahead, now.ahead_in_one, moves, right[0], losses[0], binomial(before), right[1], losses[1]
    )


def view_of(game: cw.Game, seed: str) -> cw.View:
    """The view of the seat to play, with repeatable random numbers."""
    view = game.view()
    view.rng = Random(seed)
    return view


def tree_hint(view: cw.View, simulations: int) -> PooledSearch:
    """The search and the checks of a hint in a game with a tree."""
    chosen = Adviser(simulations=round(simulations * TREE_SHARE)).search(view)
    finalists = [str(entry.move) for entry in chosen.moves[:2]]
    if len(finalists) < 2:
        return PooledSearch(chosen.moves, 1.0, 6.0, 6.0, chosen.simulations)
    budget = SearchBudget(None, round(simulations * (1 - TREE_SHARE)))
    position = SearchPosition.of_view(view, view.seat)
    chances, _, _ = run_to_end(compared_chances(position, finalists, TREE_CHECKS, budget))
    return compare_finalists(chosen, chances)


def reference(game: cw.Game, hints: set[str], seed: str) -> dict[str, float]:
    """The worth of the good moves and of those of the hints, by equally many simulations each."""
    kind = EVALUATIONS[game.type.slug]
    if not kind.deep:
        searches = [cw.bots.ISMCTS(simulations=LONG).search(view_of(game, f"long/{seed}/{at}")) for at in range(4)]
        return {str(one.move): one.worth for one in pool_searches(searches[0], searches[1:]).moves}
    whole = type(f"Whole{kind.__name__}", (kind,), {"candidates": lambda _self, _state, moves: moves})

    def worth(move: str, simulations: int) -> float:
        view = view_of(game, f"reference/{seed}/{move}")
        search = HalvingSearch(whole(match=False), view.sample, view.rng, lambda: 0.0)
        search.only(move)
        while search.simulations < simulations:
            search.step()
        return search.result().moves[0].worth

    first = {move: worth(move, FIRST) for move in game.legal_moves()}
    best = sorted(first, key=lambda move: -first[move])[:MOST]
    good = {move for move in best if first[move] >= first[best[0]] - NEAR}
    return {move: worth(move, LONG) for move in sorted(good | hints)}


Kept = ByDeal[Decision]


def measure(slug: str, decisions: int, kept: Kept, path: Path = KEPT) -> None:
    """Look at deals that were not looked at before, until there are so many decisions."""
    add_deals(kept.setdefault(slug, {}), decisions, lambda deal: decided(slug, deal), lambda: keep(kept, path))


def keep(kept: Kept, path: Path = KEPT) -> None:
    """Write what was found: for each deal its decisions, as lists of numbers."""
    write_deals(path, kept, lambda rows: [[round(number, 3) for number in one] for one in rows])


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
    return features(PooledSearch((), row.votes, row.ahead, row.ahead_in_one, 0))


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
games between bots, two hints with equally many simulations were compared. The earlier version used one search like that
of a player, and computed the confidence as if its simulations were independent. In Kommando and Capture the Commander,
today's version visits all moves equally often and drops the worst ones round by round, and independent checks compare
the last two. A reference judged both: it searched every good move with at least {longer:,} simulations in a tree of its
own. A hint is right if it loses at most {same}. In five columns, today's version is one search with other weights, and
the reference was a search of eight times as many simulations. The weights of today's confidence were fitted to one half
of the deals and tested on the other:

| game | sure | before: decisions | said | were right | lost | now: decisions | said | were right | lost |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{rows}

*Lost* is the mean difference in value between the hint's move and the best move, on a scale from 0 to 1.
`python -m tests.benchmarks.hints` compares more decisions.
"""
LEVELS = {"quite (95 and more)": (0.95, 1.01), "fairly (75 to 95)": (0.75, 0.95), "a close call": (0.0, 0.75)}


def page(kept: Kept) -> str:
    """What was found, for docs/strength.md."""
    rows = []
    for slug, deals in kept.items():
        before = [(one.old, one.old_right, one.old_loss) for row in deals.values() for one in row]
        after = held_out(kept, slug)
        rows += [
            f"| {slug} | {level} | {_cells(before, span)} | {_cells(after, span)} |" for level, span in LEVELS.items()
        ]
    count = sum(len(row) for deals in kept.values() for row in deals.values())
    return PAGE.format(count=f"{count:,}", longer=LONG, same=SAME, rows="\n".join(rows))


def held_out(kept: Kept, slug: str) -> list[tuple[float, float, float]]:
    """Confidences with what came of them, each half of the deals by what was fitted on the other half."""
    like = [deals for other, deals in kept.items() if EVALUATIONS[other].deep is EVALUATIONS[slug].deep]
    found = []
    for half in (0, 1):
        weights = fitted([one for deals in like for deal, row in deals.items() if deal % 2 != half for one in row])
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
    for deep in (True, False):
        chosen = {slug: deals for slug, deals in kept.items() if EVALUATIONS[slug].deep is deep}
        every = [one for deals in chosen.values() for row in deals.values() for one in row]
        print(f"{', '.join(chosen)}: weights fitted on all deals {_short(fitted(every))}")
    for slug, deals in kept.items():
        rows = [one for row in deals.values() for one in row]
        print(f"\n{slug}: {len(rows)} decisions\n before, one search")
        print("\n".join(table([(one.old, one.old_right, one.old_loss) for one in rows])))
        print(" now, each half by weights fitted on the other")
        print("\n".join(table(held_out(kept, slug))))


def _short(weights: Sequence[float]) -> str:
    return ", ".join(f"{weight:.2f}" for weight in weights)


if __name__ == "__main__":
    main()
