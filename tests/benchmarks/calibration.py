"""Whether chances are what they say: of the positions said to be won with 70 to 80%, are about that many won?

    python -m tests.benchmarks.calibration                        # 2,000 positions of each game; goes on where it was
    python -m tests.benchmarks.calibration kommando --positions 4000
    python -m tests.benchmarks.calibration --positions 0          # only say what was found

Bots play one another; a few positions of each game are judged for a seat by what it could know, as `cw.analyse` does
without all cards open, and compared with how the game ended (a draw is a half). What the search said, before
`Evaluation.sharper` and `lean`, and what came of it is kept in docs/calibration.json, deal by deal, and runs add up.
Prints a reliability table with Wilson's 95% intervals, Brier's score beside that of always saying the mean, and the
line by which the logarithms of the odds fit best, fitted on the odd deals and tried on the even ones;
`Evaluation.sharper` and `Evaluation.lean` are set by it. Positions of one game end alike, so the intervals are too
narrow by up to the root of positions a game. `python -m tests.benchmarks.strength` writes the page and the plot.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from textwrap import fill
from typing import NamedTuple

import capture_widgets as cw
from capture_widgets.bots.evaluate import EVALUATIONS, Evaluation
from capture_widgets.games import GAMES
from tests.benchmarks.by_deal import ByDeal, add_deals, read_deals, write_deals

KEPT = Path(__file__).parent.parent.parent / "docs/calibration.json"
SIMULATIONS = {"columns": 200}
"""Of each judgement: about what `cw.analyse` has time for at 0.2 s a ply; 800 in other games."""
PLAYER = 100
"""Simulations a move of those who play."""
A_GAME = 4
"""Positions judged of each game."""
BINS = 10
EDGE = 0.005
"""Chances nearer to 0 and 1 than this count as this, when a line is fitted."""

Said = tuple[float, float]
"""A chance, and what came of it."""


def judged(slug: str, deal: int) -> list[Said]:
    """Chances said for a seat at a few positions of one game, and what came of them."""
    bots = [cw.bots.ISMCTS(simulations=PLAYER, seed=seat) for seat in range(2)]
    game = cw.new(slug, seed=1_000_003 + deal, seats=bots).seed_bots(f"1/{deal}").run()
    assert game.returns is not None
    rng = Random(f"1/{deal}")
    said: list[Said] = []
    for ply in rng.sample(range(game.ply), min(A_GAME, game.ply)):
        seat = rng.randrange(2)
        # one position alone, without what was played from it
        here = cw.from_dump(game.at(ply).dump())
        effort = SIMULATIONS.get(slug, 800)
        (found, *_) = cw.analyse(here, simulations=effort, seat=seat, seed=deal, progress=False).standings
        if found.chance is not None:
            said.append((round(before(slug, found.chance), 4), 0.5 + 0.5 * game.returns[seat]))
    return said


Line = tuple[float, float]
"""What the logarithm of odds is multiplied by, and what is added to it."""


def line_of(slug: str) -> Line:
    """What is done to chances of a game before they are said."""
    kind = EVALUATIONS.get(slug, Evaluation)
    return kind.sharper, kind.lean


def moved(chance: float, line: Line) -> float:
    """A chance with the logarithm of its odds multiplied and added to."""
    return chance if chance in (0, 1) else 1 / (1 + ((1 - chance) / chance) ** line[0] * exp(-line[1]))


def before(slug: str, chance: float) -> float:
    """What the search said where this was said."""
    by, lean = line_of(slug)
    return moved(chance, (1 / by, -lean / by))


def now(slug: str, deals: dict[int, list[Said]]) -> list[Said]:
    """What would be said now, and what came of it."""
    return [(moved(chance, line_of(slug)), won) for row in deals.values() for chance, won in row]


Kept = ByDeal[Said]


def judge(slug: str, positions: int, kept: Kept, path: Path = KEPT) -> None:
    """Judge deals that were not judged before, until there are so many positions."""
    add_deals(kept.setdefault(slug, {}), positions, lambda deal: judged(slug, deal), lambda: keep(kept, path))


def keep(kept: Kept, path: Path = KEPT) -> None:
    """Write what was found: for each deal chances and what came of them, one after the other."""
    write_deals(path, kept, lambda rows: [number for one in rows for number in one])


def read(path: Path = KEPT) -> Kept:
    """What was found before."""
    return read_deals(path, lambda plain: list(zip(plain[::2], plain[1::2], strict=True)))


class Tenth(NamedTuple):
    """The positions that were said to be won with about the same chance."""

    at: int
    positions: int
    said: float
    came: float
    low: float
    high: float


def tenths(said: Sequence[Said]) -> list[Tenth]:
    """What was said beside what came of it, in tenths."""
    found = []
    for at in range(BINS):
        here = [one for one in said if min(BINS - 1, int(one[0] * BINS)) == at]
        if here:
            share, count = fmean(won for _, won in here), len(here)
            middle = (share + 1.92 / count) / (1 + 3.84 / count)
            within = 1.96 / (1 + 3.84 / count) * sqrt(share * (1 - share) / count + 0.96 / count**2)
            low, high = max(0.0, middle - within), min(1.0, middle + within)
            found.append(Tenth(at, count, fmean(chance for chance, _ in here), share, low, high))
    return found


def table(said: Sequence[Said]) -> list[str]:
    """The same as lines of text."""
    return [
        "   said    positions   mean said   came true   95%",
        *(
            f"{one.at / BINS:4.0%}-{(one.at + 1) / BINS:4.0%} {one.positions:9} {one.said:11.0%} {one.came:11.0%}"
            f"   {one.low:.0%} to {one.high:.0%}"
            for one in tenths(said)
        ),
    ]


PAGE = """
## Chances that come true

![Predicted chances beside how often they came true](calibration.svg)

`cw.analyse`, hints and the timeline of a replay predict how likely a seat is to win. To check this, positions of games
between bots were judged for one seat, by its own knowledge, and compared with the end of the game (a draw counts as a
half). For each range of predicted chances, the table says how many of the positions were won:

| predicted | {games} |
| --- |{rules}
{rows}
| positions | {counts} |
| Brier's score (of the mean alone) | {briers} |

{words}

The searches were as short as those of an analysis with 0.2 s a ply, and the results hold for players of this strength;
against other players the chances differ. Positions of one game have the same end, so the intervals are a little too
narrow. `python -m tests.benchmarks.calibration` judges more positions.
"""


def page(kept: Kept) -> str:
    """What was found, for docs/strength.md."""
    games = {slug: now(slug, deals) for slug, deals in kept.items() if deals}
    by_tenth = {slug: {one.at: one for one in tenths(said)} for slug, said in games.items()}
    rows = []
    for at in range(BINS):
        cells = [_cell(found.get(at)) for found in by_tenth.values()]
        rows.append(f"| {100 * at // BINS} to {100 * (at + 1) // BINS}% | {' | '.join(cells)} |")
    briers = []
    for said in games.values():
        mean = fmean(won for _, won in said)
        briers.append(f"{brier(said):.3f} ({brier([(mean, won) for _, won in said]):.3f})")
    return PAGE.format(
        games=" | ".join(games),
        rules=" --- |" * len(games),
        rows="\n".join(rows),
        briers=" | ".join(briers),
        counts=" | ".join(f"{len(said):,}" for said in games.values()),
        words=fill(" ".join([_MOVED, *(_moved(slug, kept[slug]) for slug in games if line_of(slug) != (1, 0))]), 120),
    )


def _cell(one: Tenth | None) -> str:
    return "" if one is None else f"{one.came:.0%} ({one.low:.0%} to {one.high:.0%})"


_MOVED = "If a game's searches predict too extreme or too cautious chances, a line corrects the logarithms of the odds."


def _moved(slug: str, deals: dict[int, list[Said]]) -> str:
    """What was found of a game whose chances are not said as the search says them."""
    fits, tried = ([one for deal, row in deals.items() if deal % 2 == odd for one in row] for odd in (1, 0))
    line = fitted(fits)
    better = brier([(moved(chance, line), won) for chance, won in tried])
    by, lean = line_of(slug)
    added = f" and {lean} is added" if lean else ""
    return (
        f"In {slug} they are multiplied by {by}{added} (a fit to one half of the deals gives {line[0]:.2f} and "
        f"{line[1]:+.2f}, and changes Brier's score on the other half from {brier(tried):.4f} to {better:.4f})."
    )


COLOURS = {"commander": "#c1121f", "columns": "#6a4c93", "kommando": "#1d5fa8", "universal": "#1a936f"}


def plot(kept: Kept) -> str:
    """The reliability plot: what was said from left to right, what came of it upwards."""

    def x(share: float) -> float:
        return 60 + 300 * share

    def y(share: float) -> float:
        return 330 - 300 * share

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 380" font-family="sans-serif" font-size="12">',
        '<rect width="500" height="380" fill="white"/>',
    ]
    for tick in range(0, 101, 20):
        share = tick / 100
        parts.append(
            f'<line x1="60" x2="360" y1="{y(share)}" y2="{y(share)}" stroke="#ddd"/>'
            f'<text x="54" y="{y(share) + 4}" text-anchor="end">{tick}%</text>'
            f'<text x="{x(share)}" y="348" text-anchor="middle">{tick}%</text>'
        )
    parts.append(f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#999" stroke-dasharray="4 4"/>')
    for line, (slug, deals) in enumerate((slug, deals) for slug, deals in kept.items() if deals):
        colour = COLOURS[slug]
        points = []
        for one in tenths(now(slug, deals)):
            points.append(f"{x(one.said):.1f},{y(one.came):.1f}")
            parts.append(
                f'<line x1="{x(one.said):.1f}" x2="{x(one.said):.1f}" y1="{y(one.low):.1f}" '
                f'y2="{y(one.high):.1f}" stroke="{colour}"/>'
                f'<circle cx="{x(one.said):.1f}" cy="{y(one.came):.1f}" r="3" fill="{colour}"/>'
            )
        parts.append(
            f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}"/>'
            f'<text x="380" y="{60 + 18 * line}" fill="{colour}">{slug}</text>'
        )
    parts.append(
        '<text x="210" y="370" text-anchor="middle">said to be won</text>'
        '<text x="60" y="20" text-anchor="middle">were won</text></svg>'
    )
    return "\n".join(parts) + "\n"


def brier(said: Sequence[Said]) -> float:
    """The mean square of what was said less what came."""
    return fmean((chance - won) ** 2 for chance, won in said)


def odds(chance: float) -> float:
    """The logarithm of the odds of a chance."""
    kept = min(1 - EDGE, max(EDGE, chance))
    return log(kept / (1 - kept))


def fitted(said: Sequence[Said]) -> Line:
    """The line for the logarithms of the odds that makes what came most likely (Newton's steps)."""
    by, lean = 1.0, 0.0
    for _ in range(40):
        first, second = [0.0, 0.0], [[1e-9, 0.0], [0.0, 1e-9]]
        for chance, won in said:
            x = (odds(chance), 1.0)
            p = 1 / (1 + exp(-(by * x[0] + lean)))
            for i in range(2):
                first[i] += (won - p) * x[i]
                for j in range(2):
                    second[i][j] += p * (1 - p) * x[i] * x[j]
        (a, b), (c, d) = second
        det = a * d - b * c
        by += (d * first[0] - b * first[1]) / det
        lean += (a * first[1] - c * first[0]) / det
    return by, lean


def main() -> None:
    """Judge, keep and print."""
    games = [slug for slug, game in GAMES.items() if game.solver is None]
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(games)}; all by default")
    parser.add_argument("--positions", type=int, default=2000)
    given = parser.parse_args()
    kept = read()
    for slug in given.games or games:
        judge(slug, given.positions, kept)
        said = now(slug, kept[slug])
        mean = fmean(won for _, won in said)
        print(f"\n{slug}: {len(said)} positions, {SIMULATIONS.get(slug, 800)} simulations each")
        print("\n".join(table(said)))
        print(f"Brier {brier(said):.4f}, of the mean alone {brier([(mean, won) for _, won in said]):.4f}")
        print(_moved(slug, kept[slug]))


if __name__ == "__main__":
    main()
