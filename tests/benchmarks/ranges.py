"""How often the ranges of `cw.analyse` hold what a search ten times as long finds.

    python -m tests.benchmarks.ranges --positions 200                        # goes on where it was
    python -m tests.benchmarks.ranges --mistakes 60                          # positions called mistakes alone
    python -m tests.benchmarks.strength --minutes 0                          # writes docs/strength.md

Greedy and Beginner play each other. At two positions of each game `cw.analyse` judges the move that was played, once
with about as many simulations as it makes in 0.2 seconds and once, with other random numbers, with ten times as many.
docs/ranges.json holds both judgements of each position. With `--mistakes`, at further positions the longer search
follows only if the first one calls the move a mistake, which shows sooner how many mistakes are confirmed; such rows
are `chosen`, and count for nothing else.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.analysis.position_judge import judge_position, position_task
from capture_widgets.analysis.standing import Standing
from capture_widgets.bots.move_loss import MISTAKE_LOSS
from capture_widgets.bots.search_budget import SearchBudget
from capture_widgets.core.intervals import share_interval
from tests.benchmarks.advice import BUDGETS

KEPT: Final = Path(__file__).parent.parent.parent / "docs/ranges.json"
LONGER: Final = 10
"""The second search makes so many times as many simulations."""
SIMULATIONS: Final = {"columns": 400, **BUDGETS}
"""By game, the simulations of a search, about as many as `cw.analyse` makes in 0.2 seconds."""
SHARE: Final = 2 / 3
"""The share of these simulations that the seat to move gets if an analysis judges both seats."""
SEED: Final = 8_770_000
"""The deals are those of this seed and the following ones. By 100 from 8,700,000 on, of Kommando and Capture the
Commander, the intervals of chances were made as wide; the rules for mistakes were chosen by deals from 8,740,000,
8,750,000 and 8,760,000 on. Those up to 8,770,113 were judged with a shorter search for the best moves (0.5 in place of
`Evaluation.choosing`). Older deals were judged with all simulations (see `SHARE`)."""
OLDER: Final = {"columns": 8_710_000}
"""By game, the first deal whose losses count; by default `SEED`. Analyses of deals before it found the loss of a move
in another way, and chances as today."""
FELT_SURELY: Final = 0.05
"""A larger loss than this should be called a mistake."""
SOMETHING: Final = 0.005
"""A move that loses at most this is no worse than the best one."""
Row = dict[str, Any]
"""The game, deal and ply; chance and loss of both searches, each as value, low, high; who called it a mistake; whether
it was chosen because the first search did.
"""


def judged(game: cw.Game, deal: int, ply: int, simulations: int, chosen: bool = False) -> Row | None:
    """Both judgements of one position; None if a search has no chance to state.

    With ``chosen``, None also if the first search calls no mistake.
    """
    short = standing(game, ply, simulations, 1)
    if chosen and not short.mistake:
        return None
    long = standing(game, ply, simulations * LONGER, LONGER)
    if short.chance is None or long.chance is None or short.loss is None or long.loss is None:
        return None
    row: Row = {
        "game": game.type.slug, "deal": deal, "ply": ply, "same": short.best == short.played,
        "chance": [_brief(short.chance), _brief(short.low), _brief(short.high)],
        "loss": [_brief(short.loss), _brief(short.loss_low), _brief(short.loss_high)],
        "longer": [_brief(long.chance), _brief(long.loss)], "mistake": [short.mistake, long.mistake],
    }  # fmt: skip
    return {**row, "chosen": True} if chosen else row


def _brief(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def standing(game: cw.Game, ply: int, simulations: int, seed: int) -> Standing:
    """What ``cw.analyse(game, seat=..., simulations=..., seed=...)`` says of one position, to the seat that moves."""
    seat = game.at(ply).to_play
    assert seat is not None
    task = position_task(game.history, 0, ply, [seat], False, SearchBudget(None, simulations), seed)
    return judge_position(task)[0]


def measure(slug: str, positions: int, mistakes: int = 0) -> None:
    """Judge positions of deals that were not looked at before.

    Args:
        slug: the game.
        positions: how many there are to be in the end.
        mistakes: how many of them are to be called mistakes in the end, as far as `judged_now` counts them.
    """
    rows = read()
    deal = max([SEED - 1, *(row["deal"] for row in rows if row["game"] == slug)])
    while True:
        here = [row for row in rows if row["game"] == slug]
        enough = sum(not row.get("chosen") for row in here) >= positions
        if enough and sum(row["mistake"][0] for row in judged_now(slug, here)) >= mistakes:
            return
        deal += 1
        bots = [cw.bots.Greedy(seed=deal), cw.bots.Beginner(seed=deal)]
        game = cw.new(slug, seed=deal, seats=bots[:: 1 if deal % 2 else -1]).run()
        plies = [ply for ply in range(game.ply) if len(game.at(ply).legal_moves()) > 1]
        chosen = Random(f"ranges/{deal}").sample(plies, min(2, len(plies)))
        found = [judged(game, deal, ply, round(SIMULATIONS[slug] * SHARE), enough) for ply in chosen]
        rows += [row for row in found if row is not None]
        KEPT.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")


def read() -> list[Row]:
    """What was found before."""
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []


PAGE: Final = """
## Ranges of an analysis, and a search ten times as long

At {count} positions of games between Greedy and Beginner, `cw.analyse` judged the move that was played: with as many
simulations as it makes in about 0.2 seconds
({simulations}), and again, with other
random numbers, with ten times as many. The table counts how often the interval of the first search holds what the
second one finds, which has noise of its own. The intervals of chances, which are stated as 95%, were made as wide by
other deals of kommando and commander (seeds 8,700,000 to 8,700,099). In the other games they are as wide, and in
columns wider than needed: there they hold nearly everything. From deal {since:,} on, searches had two thirds of
these simulations, which is what the seat to move gets if both seats are judged. 4X Solitaire counts turns and states
no chances.

| game | seeds | chance in its 95% interval |
| --- | --- | --- |
{chances}

In a game with a tree, the loss of a move is found by searches of the move and of the best other moves, each with a tree
of its own, until it is clear that nothing was lost or that something may have been. In the second case the move and the
best other one are compared once more, from nothing, in larger trees and other worlds; it is called a mistake only if
the second comparison finds so, too. A doubtful move took up to nineteen times as long as others. The settings were
chosen by other deals (8,740,000 to 8,760,099). In five columns, two looks of several searches each judge a move.

| game | seeds | positions | moves | loss in its range | above, below | lost over {surely} | called |
| --- | --- | ---: | ---: | --- | --- | ---: | --- |
{rows}

Shares have their 95% intervals (Wilson). *Moves* are those where the first search preferred another one, and *loss in
its range* counts them. *Lost over {surely}* counts all moves that lose so much by the second search, and *called* those
of them that the first search called mistakes.

In games with a tree, some further deals were searched for mistakes alone: there the second search followed only if the
first one called a mistake. *Confirmed* are mistakes that the second search calls mistakes, too, and *real* those that
lose over {something} by it: so a mistake is what several searches agree on, and no proof.

| game | seeds | mistakes | confirmed | real |
| --- | --- | ---: | --- | --- |
{mistakes}

More effort did not find the moves that lose over {surely} and are not called mistakes. At other deals (8,761,001 to
8,761,039, positions with a doubt), the analysis called 11 of 12 such moves of commander and 12 of 15 of universal. With
twice as long a first comparison, it called 11 and 11; with trees of twice the size in the second one in addition, 11
and 11; with lower bars for a second comparison and for a mistake too, 11 and 11, for 1.3 to 1.8 times as much CPU.
Nothing was changed by this.

Is the longer search right? Where one of both searches found a loss, in the games with a tree of the table of losses, a
third search, as long as the second, has judged the moves again. Of the 34 moves that lose over {surely} by the second,
31 lose so much in the mean of both, and two others do: 33 moves. Of these, the first search had missed 10 (30%; 17% to
47%): 3 of 8 in kommando, 4 of 13 in commander, 3 of 12 in universal. So the search misses real losses, and they are no
noise of the longer search.

In about two thirds of such cases in kommando the best move was not among those that were compared with the one played:
the search that chooses them was too short. Since then it has 0.8 times the simulations of a position in kommando, 1.6
in commander and 2.4 in universal, in place of 0.5. For kommando, a port of the analysis, which is not part of this
project, compared both at 800 positions of the deals 8,900,001 to 8,900,400, by which 0.8 was chosen, and at 800 of the
deals 8,901,001 to 8,901,400, by which nothing was; there two searches ten times as long judged each move, and their
mean says whether it loses over {surely}. For the other games a search ten times as long judged positions of the deals
from 8,780,000 on. *Analyses* are several ones of each such move, with different random numbers.

| game | moves that lose over {surely} | analyses | missed with 0.5 | missed today | confirmed with 0.5 | today |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| kommando, chosen by | 153 | 459 | 17% | 14% | 91% | 91% |
| kommando, others | 153 | 612 | 19% | 14% | 94% | 94% |
| commander, chosen by | 12 | 36 and 35 | 22% | 17% | | |
| commander, others | 5 | 15 | 20% | 7% | 17 of 19 | 20 of 24 |
| universal, chosen by | 12 | 36 and 48 | 33% | 10% | | |
| universal, others | 3 | 9 | 33% | 22% | 7 of 8 | 8 of 10 |

In kommando an analysis makes 7% more simulations for it. A position where nothing is in doubt takes 1.7 times as long
in commander and twice as long in universal, if both seats are judged. In the second comparison, trees 1.5 times as
large brought little in kommando, for 14% more simulations: 12% missed in place of 14%, at the positions by which 0.8
was chosen, and 92% confirmed with both. To compare one or two moves more, in smaller trees, found no more for as many
simulations, and less where a deep tree is needed.

In kommando the second comparison now asks for more: the loss is 2.25 standard errors above {least}, in place of 1.75.
The same port tried this at the positions above and at 400 of the deals 8,902,001 to 8,902,200, by which nothing was
chosen, with three analyses of each. *Over* counts the mistakes that lose over {least} in the mean of the two longer
searches. These do not always agree: of the moves that one calls mistakes, the other calls 91% to 93%.

| positions | asked | mistakes | confirmed | over | missed |
| --- | ---: | ---: | ---: | ---: | ---: |
| chosen by | 1.75 | 436 | 91.2% ± 3.3% | 97.0% ± 2.2% | 14.2% ± 4.9% |
| chosen by | 2.25 | 411 | 92.9% ± 3.0% | 98.1% ± 1.8% | 16.3% ± 5.2% |
| others | 1.75 | 442 | 93.6% ± 3.1% | 96.4% ± 2.6% | 14.2% ± 4.7% |
| others | 2.25 | 425 | 94.2% ± 3.0% | 96.9% ± 2.4% | 15.9% ± 4.9% |
| new | 1.75 | 181 | 85.1% ± 7.6% | 93.9% ± 5.0% | 17.8% ± 8.0% |
| new | 2.25 | 169 | 89.1% ± 6.7% | 96.4% ± 4.0% | 18.9% ± 8.0% |

It takes up to 12% of a position's budget. With 3 in place of 2.25, 94.1%, 95.1% and 91.8% are confirmed, but 20%, 18%
and 26% missed. A third comparison of what is not clear, in trees three times as large, confirms 93.8%, 95.4% and 91.4%
and misses 18%, 16% and 20%, for about half a position's budget more; so it was not kept. The other games keep
1.75: of 23 mistakes of universal at 92 positions of the deals 8,790,001 to 8,790,023, 2.25 would take back two.

For universal, more was measured. Up to three positions of each game between Beginner, Greedy and Club, each against
each, were judged as by default, by two analyses at the first deals and by three at the others, and by a search ten
times as long. No setting was chosen by these deals. The searches were the package's own, but with a port of the
playouts to C, which is not part of this project and has other random numbers; so had Club in the games of the first
deals. *Mistakes* counts those of all analyses; the intervals allow for several analyses of one position. What 1.1
would have called was counted from the second comparisons that were made, at the first deals by their ends alone.

| deals | positions | asked | lost over {surely} | missed | mistakes | confirmed |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| 8,910,001 to 8,910,070 | 208 | 1.1 | 46 | 14.1% ± 7.8% | 85 | 100% (96% to 100%) |
| | | 1.75 | | 18.5% ± 9.7% | 80 | 100% (95% to 100%) |
| 8,920,001 to 8,920,052 | 156 | 1.1 | 18 | 11.1% ± 12.6% | 62 | 91.9% ± 8.3% |
| | | 1.75 | | 16.7% ± 14.7% | 50 | 96.0% ± 7.7% |
| both | 364 | 1.1 | 64 | 13.0% ± 6.8% | 147 | 96.6% ± 3.5% |
| | | 1.75 | | 17.8% ± 8.2% | 130 | 98.5% ± 3.0% |

All that is missed with 1.75 loses between {surely} and 0.1: of the moves that lose more, no analysis missed one (88
analyses of 39 moves). Of 17 misses at the first deals, the first comparison left no second one in 8, and in 9 the
second one did not prove the loss; in about half of all, the best move was not among those that were compared. With 1.1
fewer are missed, but at the second deals 3 of the 12 further mistakes are not confirmed. So nothing was changed.

`python -m tests.benchmarks.ranges` measures more positions.
"""


def page(rows: Sequence[Row]) -> str:
    """What was found, for docs/strength.md."""
    chances, lines, called = [], [], []
    for slug in SIMULATIONS:
        every = [row for row in rows if row["game"] == slug]
        here = [row for row in every if not row.get("chosen")]
        if not here:
            continue
        inside = sum(row["chance"][1] <= row["longer"][0] <= row["chance"][2] for row in here)
        chances.append(f"| {slug} | {_seeds(here)} | {_share(inside, len(here))} |")
        if now := judged_now(slug, here):
            lines.append(f"| {slug} | {_seeds(now)} | {len(now)} | {_losses(now)} |")
        if mistakes := [row for row in judged_now(slug, every) if row["mistake"][0]]:
            called.append(f"| {slug} | {_seeds(mistakes)} | {_confirmed(mistakes)} |")
    used = [f"{SIMULATIONS[slug]:,} in {slug}" for slug in SIMULATIONS if any(row["game"] == slug for row in rows)]
    return PAGE.format(
        count=f"{sum(not row.get('chosen') for row in rows):,}",
        simulations=" and ".join([", ".join(used[:-1]), used[-1]][len(used) < 2 :]),
        surely=FELT_SURELY,
        least=MISTAKE_LOSS,
        something=SOMETHING,
        since=SEED,
        chances="\n".join(chances),
        rows="\n".join(lines),
        mistakes="\n".join(called),
    )


def judged_now(slug: str, rows: Sequence[Row]) -> list[Row]:
    """The rows whose losses were found as today's analyses find them."""
    return [row for row in rows if row["deal"] >= OLDER.get(slug, SEED)]


def _seeds(rows: Sequence[Row]) -> str:
    deals = [row["deal"] for row in rows]
    return f"{min(deals):,} to {max(deals):,}"


def _losses(rows: Sequence[Row]) -> str:
    """The cells about losses."""
    other = [row for row in rows if not row["same"]]
    above = sum(row["longer"][1] > row["loss"][2] for row in other)
    below = sum(row["longer"][1] < row["loss"][1] for row in other)
    large = [row for row in rows if row["longer"][1] > FELT_SURELY]
    return (
        f"{len(other)} | {_share(len(other) - above - below, len(other))} | {above}, {below} "
        f"| {len(large)} | {_share(sum(row['mistake'][0] for row in large), len(large))}"
    )


def _confirmed(mistakes: Sequence[Row]) -> str:
    """The cells about mistakes: how many there are, and how many of them the longer search confirms."""
    confirmed = sum(row["mistake"][1] for row in mistakes)
    real = sum(row["longer"][1] > SOMETHING for row in mistakes)
    return f"{len(mistakes)} | {_share(confirmed, len(mistakes))} | {_share(real, len(mistakes))}"


def _share(count: int, of: int) -> str:
    low, high = share_interval(count, of)
    return f"{count} of {of} ({low:.0%} to {high:.0%})"


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(SIMULATIONS)}; all by default")
    parser.add_argument("--positions", type=int, help="how many of each game there are to be; 200 without --mistakes")
    parser.add_argument("--mistakes", type=int, default=0, help="how many mistakes of each game there are to be")
    given = parser.parse_args()
    for slug in given.games or SIMULATIONS:
        measure(slug, 0 if given.mistakes and given.positions is None else given.positions or 200, given.mistakes)


if __name__ == "__main__":
    main()
