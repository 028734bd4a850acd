"""Whether analyses of games with a tree are right, by searches that visit every good move equally often.

    python -m tests.benchmarks.advice kommando --deals 20     # goes on where it was
    python -m tests.benchmarks.strength --minutes 0           # writes docs/strength.md

Bots play one another. At two positions of each game an analysis with about as many simulations as it makes in 0.2
seconds judges a move that is not much worse than the best. docs/advice.json holds for each position what was said and
what a reference found.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.bots.outlook import outlook
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from tests.benchmarks.equal_visits import view_of, worth

KEPT: Final = Path(__file__).parent.parent.parent / "docs/advice.json"
BUDGETS: Final = {"kommando": 3700, "commander": 2900, "universal": 1240}
"""By game, the simulations of an analysis."""
FIRST, LONG, NEAR = 400, 4000, 0.08
"""The reference makes so many simulations of every move, and then of the moves that are nearly best."""
SEED: Final = 8_510_000
"""The first deal; nothing was chosen by these deals."""
RIGHT: Final = 0.005
"""A move that loses at most this is no worse than the best one."""
Row = dict[str, Any]
"""The game, deal and ply; what the analysis said of a move, and its loss."""


def judged(game: cw.Game, deal: int, rng: Random) -> Row | None:
    """What is said at one position, and what is so; None if there is only one move."""
    slug, seed = game.type.slug, f"{deal}/{game.ply}"
    first = {move: worth(game, move, FIRST, seed) for move in game.legal_moves()}
    order = sorted(first, key=lambda move: -first[move])
    if len(order) < 2:
        return None
    played = rng.choice([move for move in order[1:] if first[move] >= first[order[0]] - 2 * NEAR] or order[1:2])
    good = {move for move in order[:4] if first[move] >= first[order[0]] - NEAR} | {played}
    true = {move: worth(game, move, LONG, seed) for move in sorted(good)}
    view = view_of(game, f"analysis/{seed}")
    found = outlook(SearchPosition.of_view(view, view.seat), played, SearchBudget(None, BUDGETS[slug]))
    most = max(true.values())
    said = [None if number is None else round(number, 3) for number in found.loss]
    return {
        "game": slug, "deal": deal, "ply": game.ply,
        "mistake": found.mistake, "same": found.best == played, "found": said, "true": round(most - true[played], 3),
    }  # fmt: skip


def measure(slug: str, deals: int) -> None:
    """Judge positions of deals that were not looked at before."""
    rows = read()
    seen = {row["deal"] for row in rows if row["game"] == slug}
    for deal in [deal for deal in range(SEED, SEED + deals + len(seen)) if deal not in seen][:deals]:
        bots = [cw.bots.ISMCTS(simulations=100, seed=seat) for seat in range(2)]
        game = cw.new(slug, seed=deal, seats=bots).seed_bots(f"advice/{deal}").run()
        rng = Random(f"advice/{deal}")
        plies = [ply for ply in range(game.ply) if len(game.at(ply).legal_moves()) > 1]
        found = [judged(game.at(ply), deal, rng) for ply in rng.sample(plies, min(2, len(plies)))]
        rows += [row for row in found if row is not None]
        KEPT.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")


def read(path: Path = KEPT) -> list[Row]:
    """What was found before."""
    return json.loads(path.read_text("utf-8")) if path.exists() else []


PAGE: Final = """
## Analyses at a fifth of a second

At {count} positions of games between bots, an analysis had about as many simulations as it makes in 0.2 seconds of
CPU. A reference searched every good move {longer:,} times in a tree of its own. Its errors make the losses of this
table too large rather than too small, because the best of several noisy values is too high.

An analysis searches a move that it may blame and the best other moves again and again, each in a tree of its own, and
calls the move a mistake if that leaves no doubt. Since these positions were judged, it compares such a move once more
with the best other one, in larger trees, before it does so. The range of a loss is the noise of these searches, widened
by the usual error of a tree; it holds the value of the reference as often as the table says.

| game | moves judged | called mistakes | of these really worse | lost over 0.05 | of these called | range holds |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
{losses}

With 0.2 seconds a position, three hands of Kommando (seeds 8,800,000 to 8,800,002) took 7.8, 12.0 and 9.2 s, and three
of Capture the Commander 11.1, 10.3 and 8.3 s of CPU. An analysis runs in one process unless it gets an `executor`, and
then as many seconds pass if the machine has nothing else to do. With two processes, their start included, 3.9, 5.6 and
4.6 s passed for the hands of Kommando, and 4.6 s for the third of Capture the Commander; during the others the machine
had more to do. Before there was a second comparison, the hands of Kommando took 6.1, 10.2 and 7.8 s of CPU. Since
the search for the best moves takes longer, the first hands took 7.9 and 12.3 s of CPU, in place of 6.4 and 13.1 s in
the same run.
`python -m tests.benchmarks.analysis_time` measures it.
"""


def page(rows: Sequence[Row]) -> str:
    """What was found, for docs/strength.md."""
    losses = []
    for slug in BUDGETS:
        here = [row for row in rows if row["game"] == slug]
        if not here:
            continue
        known = [row for row in here if row.get("found") and row["found"][0] is not None]
        called = [row for row in known if row["mistake"]]
        bad = [row for row in known if row["true"] > 0.05]
        inside = sum(row["found"][1] <= row["true"] <= row["found"][2] for row in known)
        losses.append(
            f"| {slug} | {len(known)} | {len(called)} | {sum(row['true'] > RIGHT for row in called)} | {len(bad)} "
            f"| {sum(row['mistake'] for row in bad)} | {inside} of {len(known)} |"
        )
    return PAGE.format(count=f"{len(rows):,}", longer=LONG, losses="\n".join(losses))


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(BUDGETS)}; all by default")
    parser.add_argument("--deals", type=int, default=20)
    given = parser.parse_args()
    for slug in given.games or BUDGETS:
        measure(slug, given.deals)


if __name__ == "__main__":
    main()
