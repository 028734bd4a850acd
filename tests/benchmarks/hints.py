"""Whether hints are right and as sure as they say, by much longer searches that visit every good move equally often.

    python -m tests.benchmarks.hints                     # 200 decisions of each game; goes on where it was
    python -m tests.benchmarks.hints kommando --decisions 400
    python -m tests.benchmarks.hints --decisions 0       # only say what was found

Bots play one another. At one decision of each game a hint is made with about as many simulations as by default, in
Kommando with fewer. The reference of `equal_visits.py` says what its move loses. docs/hints.json holds for each
decision the features of the confidence, whether the hint was right, its ply, and its loss. The weights of the
confidence come from other deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import capture_widgets as cw
from capture_widgets.bots.evaluate import EVALUATIONS
from capture_widgets.bots.finalists import Comparison, features
from capture_widgets.bots.hints import Parts, pool_searches, tree_search, unchecked
from capture_widgets.bots.search_budget import SearchBudget
from capture_widgets.core.background import run_to_end
from capture_widgets.core.intervals import share_interval
from capture_widgets.games import GAMES
from tests.benchmarks.by_deal import ByDeal, add_deals, read_deals, write_deals
from tests.benchmarks.equal_visits import LONG, TIMES, TREES, loss_of, view_of, worths_of

KEPT = Path(__file__).parent.parent.parent / "docs/hints.json"
SIMULATIONS: dict[str, int | None] = {"columns": 10_000, "kommando": 24_000, "commander": 24_000, "universal": None}
"""Of a hint: what one has time for by default on a quiet core of the machine of these measurements, and in Kommando
what it had when the decisions were judged, in 1.5 seconds. None stands for the default itself, in seconds.
"""
SEED = 2_700_003
"""The first deal. Nothing was chosen by these deals."""
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
    ply: float
    loss: float
    error: float
    halved: float
    noise: float
    crossed: float
    """The fields of `Loss`."""


def decided(slug: str, deal: int) -> list[Decision]:
    """One decision of one game."""
    return [decision(*position_of(slug, deal))]


def position_of(slug: str, deal: int) -> tuple[cw.Game, str]:
    """The position of the decision in a deal, and the seed of what is drawn there."""
    bots = [cw.bots.ISMCTS(simulations=PLAYER, seed=seat) for seat in range(2)]
    game = cw.new(slug, seed=SEED + deal, seats=bots).seed_bots(f"hint/{deal}").run()
    choices = [ply for ply in range(game.ply) if len(game.at(ply).legal_moves()) > 1]
    ply = Random(f"hint/{deal}").choice(choices)
    return game.at(ply), f"{deal}/{ply}"


def decision(game: cw.Game, seed: str) -> Decision:
    """Judge a hint at one decision."""
    each = SIMULATIONS[game.type.slug]
    view = view_of(game, f"chosen/{seed}")
    if each is None:
        found = searched(view, Parts.by_default(EVALUATIONS[game.type.slug]))
    else:
        found = tree_hint(view, each) if EVALUATIONS[game.type.slug].deep else plain_hint(view, each)
    hint = str(found.moves[0].move)
    lost = loss_of(hint, worths_of(game, hint, seed))
    _, first, second, third = features(found)
    return Decision(first, second, third, float(lost.loss <= SAME), game.ply, *lost)


def tree_hint(view: cw.View, simulations: int) -> Comparison:
    """The searches of a hint in a game with a tree."""
    return searched(view, Parts.of(SearchBudget(None, simulations)))


def searched(view: cw.View, parts: Parts) -> Comparison:
    """The searches of a hint in a game with a tree, with any budgets."""
    return run_to_end(tree_search(view, parts, None))[1]


def plain_hint(view: cw.View, simulations: int) -> Comparison:
    """The search of a hint in a game without a tree."""
    return unchecked(pool_searches(cw.bots.ISMCTS(simulations=simulations // 2).search(view), []))


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
            x = 1.0, row.first, row.second, row.third
            p = said_by(weights, x[1:])
            for i in range(FEATURES):
                first[i] += (row.right - p) * x[i]
                for j in range(FEATURES):
                    second[i][j] += p * (1 - p) * x[i] * x[j]
        weights = [w + step for w, step in zip(weights, solved(second, first), strict=True)]
    return weights


def said_by(weights: Sequence[float], known: Sequence[float]) -> float:
    """The confidence by some weights, and by what it is made of after the constant."""
    return 1 / (1 + exp(-sum(w * v for w, v in zip(weights, (1.0, *known), strict=True))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                rows[other] = [v - rows[other][at] * w for v, w in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


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
games between bots, a hint had as many simulations as it makes by default on the machine of these measurements, and in
Kommando 24,000, as in 1.5 seconds, a fifth of its default; in Universal it had its default, {seconds} seconds of CPU.
In games with a tree, the first search visits all moves equally often and drops the worst ones round by round; then
searches with trees of their own compare the best three, and the mean over all trees decides. In five columns, the hint
is one search without a tree.

A reference judged the hint: it searched every good move {trees} times, with {long:,} simulations each, in the same
worlds, and in games with a tree in trees of its own. A hint is right if it loses at most {same}. The reference has
noise of its own. *Surely* counts the hints whose loss is over {felt} by more than {times} standard errors, which is
95%. *By half* takes one half of the reference alone. *Noise* is what a perfect hint would show there: it counts how
often the move that one half finds best loses over {felt} by the other half. *Crossed* is the mean loss by one half
against the move that the other half finds best. *Mean loss* is too large, because the best of several noisy values is
too high; *crossed* is not.

| game | decisions | mean loss | crossed | over {felt} | surely | by half | noise |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{losses}

The weights of the confidence were fitted to other deals. In five columns these were 96 decisions of 48 deals (from
2,600,000 on), each with hints of five budgets, from a tenth of the default to twice as much. If the weights for each
fifth of these deals are fitted to the others, hints that are quite sure say 99% and 99% of them are right (336), those
that are fairly sure 86% and 85% (136), and 8 are a close call. In Universal they were 60 decisions of 60 deals (from
2,650,003 on) with the same five budgets; fitted to the others in the same way, hints that are quite sure say 99% and
98% are right (49), fairly sure 85% and 86% (125), a close call 61% and 60% (126). The weights of Universal and Capture
the Commander were then multiplied by a factor, which comes from the deals of the next section. At the decisions of the
table above:

| game | sure | decisions | said | were right | lost |
| --- | --- | ---: | ---: | ---: | ---: |
{rows}

*Lost* is the mean difference in value between the hint's move and the best move, on a scale from 0 to 1.

In Kommando, about one hint in twenty of so few simulations seems to lose over {felt}; so a hint by default searches
longer, as told below. A port of the search, which is not part of this
project, measured more: four hints at each of 250 decisions (the deals 151 to 400), judged by eight trees of 15,000
simulations of each good move. *Noise* was 2.4%.

| Kommando | mean loss | over {felt} | surely |
| --- | ---: | ---: | ---: |
| as many simulations as in 1.5 seconds (24,000) | 0.0033 ± 0.0012 | 6.2% ± 2.5% | 3.1% ± 1.7% |
| as many as in three seconds (48,000) | 0.0029 ± 0.0011 | 4.9% ± 2.2% | 1.9% ± 1.2% |
| as in six seconds (96,000) | 0.0032 ± 0.0014 | 5.4% ± 2.3% | 1.6% ± 1.2% |
| as in twelve seconds (192,000) | 0.0027 ± 0.0013 | 4.3% ± 2.0% | 2.0% ± 1.4% |
| 24,000; new moves of a node by a rating, and not all of them | 0.0032 ± 0.0011 | 5.7% ± 2.4% | 2.4% ± 1.4% |

A hint took 1.4 s of CPU on average with 24,000 simulations and 2.8 s, at most 4.5 s, with 48,000 (21 decisions). The
default was doubled to three seconds because the hints that surely lose over {felt} become fewer, by 1.2% ± 1.1%. At the
deals 1 to 150 they do not, 1.7% ± 1.7% with both budgets, and the losses over {felt} fall from 5.3% to 4.0%, by 1.3% ±
1.8%.

A still longer search is not enough: 192,000 simulations lower the 6.2% by 1.9% ± 1.6%. Trees do not come to rest.
In some positions the value of a move goes up and down by 0.1 and more as its tree grows from 500 to 60,000
simulations, since each reply makes another one better, and then the tree of a hint and that of the reference are at
different places of this way. With two or three cards in hand no hint lost over {felt} (56 decisions); with four to six
it was 8% (81), with seven to ten 8% (113).

The order of new moves was chosen by the deals 1 to 150, where it seemed to help: from 5.2% to 3.0%, a difference of
-2.2% ± 1.5%. On the other 250 it was -0.5% ± 1.1%, so it was not kept. On the first 93 deals no gain was seen from less
exploration, from one playout instead of four with more simulations, from later visits that count more, from nodes that
tell a strong face-down card from a weak one, from a history of moves, or from one longer search instead of the
comparison. With four to six cards in hand, to choose among finalists within 0.01 by the mean result with all cards open
in each possible world changed the losses over {felt} from 7.7% to 7.1% (81 of the 250 decisions), and within 0.04 to
8.6%. Trees whose players also choose by how often they chose before (smooth UCT) did worse at the deals 1 to 150, from
1.7% surely lost to 3.7% and more. Two older ideas had not helped either, at 160 other positions: to draw every possible
world equally often (mean loss -0.0002 ± 0.0015), and fitted priors in the tree (PUCT; -0.0010 ± 0.0017, and 5% slower).

The search itself was measured with other shares of the default budget, at 201 decisions between four or more moves
(deals of their own, from 2,900,001 on; the same reference). With 35% for the choice of the finalists and 55% for their
comparison, in place of 60% and 30%, 7 hints lost over {felt} in place of 11, and the mean loss was lower by 0.0012 ±
0.0018; with four finalists, 40% and 50%, 15 did, and it was higher by 0.0010 ± 0.0019. So neither was kept.

What a reference finds has noise, too. At 152 decisions of other deals (2,910,001 to 2,910,152) the port searched the
good moves and those of the hints, each in up to 40 trees of 20,000 simulations; in one tree, the lead of the best move
over the second one has a standard deviation of 0.036, and trees of 600 simulations differ no more and no less. By all
these trees, 5.1% ± 2.8% of the hints of three seconds lose over {felt}; in both halves of the trees 3.6% ± 2.5% do, and
the mean loss is 0.0029 ± 0.0015. A *perfect* hint, whose move is the best one by all these trees, seems to lose over
{felt} as well, as soon as fewer trees judge it:

| the reference | perfect hint over {felt} | hint of three seconds over {felt} |
| --- | ---: | ---: |
| 4 trees of 7,000 simulations (as above) | 4.2% ± 2.1% | 5.2% ± 1.9% |
| one tree of 20,000 | 6.3% ± 2.2% | 9.1% ± 2.8% |
| 4 trees of 20,000 | 2.3% ± 1.2% | 7.2% ± 2.6% |

So such references cannot tell whether at most 2% of the hints lose so much; the trees above can, and say that more do.
By them, hints with twice as many simulations lose over {felt} in 3.3% ± 2.0% of these decisions, and with four times as
many, most of them in the comparison of the finalists, in 1.8% ± 1.4% (mean loss 0.0012 ± 0.0007). What remains are
positions in which a good reply to a move is found by trees of 10,000 simulations and more only. By the same trees, no
other division of these three seconds helps: 35% for the choice and 55% for the comparison change the losses over {felt}
by -0.4% ± 0.9% (369 decisions, four hints at each); two finalists, fewer and larger trees, and more and smaller ones
change them by +1.3% ± 1.8%, +0.2% ± 1.9% and +0.5% ± 1.3%. Later visits that count more seemed to help at the first
152 decisions, by 2.0% ± 2.3%, but not at 217 others (0.2% ± 1.1%). Nor did a random move at each twentieth, tenth or
fifth node, more or less exploration, a new world for each simulation, or a line through the values of a growing tree.

So a hint by default takes longer: 3.6 seconds for the first search, as 57,600 simulations, and up to as many for the
comparison, in trees of 9,600 in place of 2,400. This was chosen at 414 decisions (of the deals 2,920,161 to 2,920,701,
four hints at each, all good moves judged by up to 40 trees of 20,000): over {felt} lose 1.7% ± 0.8% there, and 3.2% ±
1.3% of the hints of three seconds; at these and 126 other decisions of such deals 2.2% ± 0.9% and 3.6% ± 1.2%. At 261
decisions that nothing was chosen by (deals 2,921,001 to 2,921,261, judged in the same way):

| hints of Kommando | over {felt} | mean loss |
| --- | ---: | ---: |
| three seconds | 2.9% ± 1.6% | 0.0022 ± 0.0010 |
| by default | 1.5% ± 0.9% | 0.0010 ± 0.0005 |
| difference | -1.3% ± 1.2% | -0.0011 ± 0.0009 |
| a first search of 28,800 simulations, and up to 115,200 for the comparison | 1.0% ± 0.7% | 0.0008 ± 0.0003 |

Where one move is clearly best after the first search, nothing is compared: a hint took 6.9 s of CPU on average and at
most 7.7 s, with the chance to win, at 24 decisions of these deals. Two other changes brought nothing at 537 of the 540:
trees that grow only where moves are close (3.4% ± 1.1%, and 3.6% ± 1.2% without), and three trees of 40,000 for each
finalist (3.4%). At 775 further decisions (deals 2,922,001 to 2,923,375), 2.4% ± 0.7% of the hints by default lose over
{felt}, 1.3% ± 0.5% by more than two standard errors, and the mean loss is 0.0014 ± 0.0003; together with the 261 it is
2.2% ± 0.6%.

After so long a search the confidence has other weights, and it is made of more: in an even game of two moves that all
trees find as good as one another either is right, though none is ahead; and a lead in the game makes a hint surer only
where it has nearly decided the game. The weights were fitted to 1,405 decisions: these 1,036 and 369 of those by which
the search was chosen. If the weights for each fifth of the deals are fitted to the others, the words are within 0.03 of
the truth; the same without the two new numbers:

| sure | hints | said | were right | hints without | said | were right |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| quite (95 and more) | 4,359 | 98.9% | 99.0% ± 0.4% | 4,460 | 98.5% | 98.7% ± 0.4% |
| fairly (75 to 95) | 1,010 | 88.1% | 87.1% ± 2.7% | 940 | 88.0% | 85.0% ± 2.8% |
| a close call | 258 | 68.6% | 70.9% ± 5.9% | 227 | 69.6% | 78.9% ± 6.3% |

At 278 decisions by which nothing was chosen (deals 2,924,001 to 2,924,278), hints that are quite sure say 99.0% and
99.2% ± 0.8% are right (859 hints), fairly sure 87.9% and 85.4% ± 6.0% (219), a close call 71% and 56% ± 19%, which are
34 hints at 24 decisions, too few to tell. Of these hints 1.7% ± 1.0% lose over {felt}, and of those at all 1,314
decisions by which the search was not chosen 2.1% ± 0.5%.

`python -m tests.benchmarks.hints` judges more decisions.
"""
LEVELS = {"quite (95 and more)": (0.95, 1.01), "fairly (75 to 95)": (0.75, 0.95), "a close call": (0.0, 0.75)}


def page(kept: Kept) -> str:
    """What was found, for docs/strength.md."""
    rows, losses = [], []
    for slug, deals in kept.items():
        said = held_out(kept, slug)
        rows += [f"| {slug} | {level} | {cells(said, span)} |" for level, span in LEVELS.items()]
        every = [one for row in deals.values() for one in row]
        counts = [
            sum(one.loss > FELT for one in every),
            sum(one.loss - TIMES * one.error > FELT for one in every),
            sum(one.halved > FELT for one in every),
            sum(one.noise > FELT for one in every),
        ]
        means = f"{_mean([one.loss for one in every])} | {_mean([one.crossed for one in every])}"
        losses.append(f"| {slug} | {len(every)} | {means} | {' | '.join(_of(some, len(every)) for some in counts)} |")
    count = sum(len(row) for deals in kept.values() for row in deals.values())
    return PAGE.format(
        count=f"{count:,}",
        seconds=sum(EVALUATIONS["universal"].hint_seconds),
        trees=TREES,
        long=LONG,
        same=SAME,
        felt=FELT,
        times=TIMES,
        losses="\n".join(losses),
        rows="\n".join(rows),
    )


def _mean(values: Sequence[float]) -> str:
    """A mean with its 95% interval."""
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.4f} ± {1.96 * error:.4f}"


def _of(some: int, every: int) -> str:
    low, high = share_interval(some, every)
    return f"{some} ({low:.0%} to {high:.0%})"


def held_out(kept: Kept, slug: str) -> list[tuple[float, float, float]]:
    """Confidences with what came of them; their weights were fitted to other deals."""
    weights = EVALUATIONS[slug].sureness
    return [(said_by(weights, one[:3]), one.right, one.loss) for row in kept[slug].values() for one in row]


def cells(said: Sequence[tuple[float, float, float]], span: tuple[float, float]) -> str:
    """How many hints are so sure, what they say, how many of them are right, and what they lose."""
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
