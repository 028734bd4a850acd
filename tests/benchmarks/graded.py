"""Makes the list of deals of 4X Solitaire by difficulty that is shipped: `capture_widgets/games/fourx/deals.txt`.

    python -m tests.benchmarks.graded --minutes 10 found.txt     # look at more seeds; goes on where it was
    python -m tests.benchmarks.graded --write found.txt          # grade what was found, and write the list

A deal is taken when a win is known with some king and no win is shorter (its par, with the best king). How forgiving it
is: of the sensible first choices, the share that keeps the win. First a king is chosen; then all that can be explored
is explored and each king who can be conquered is, which never hurts; then a capture is chosen that reaches something,
a card to turn up or the spaces around an enemy king. The share is that of the captures, in the mean of the four kings,
where a king who cannot win counts nothing, and one who wins without a capture counts in full.

Deals are ranked by both, what forgives counting for two thirds; the list is in three parts of the same size.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import fmean

import capture_widgets as cw
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.games import fourx
from capture_widgets.games.fourx.moves import KING_OF, NEAR, Capture
from capture_widgets.games.fourx.rules import FourXState
from capture_widgets.games.fourx.solving.answers import winnable
from capture_widgets.games.fourx.solving.line import Line

LIST = Path(fourx.__file__).parent / "deals.txt"
LEVELS = ("easy", "medium", "hard")
LONGEST = 3.0
"""Seconds of CPU for the par of a deal; deals that take longer are left out."""
PART = 400
"""Deals of a level."""

Found = tuple[int, int, int]
"""Seed, par and how forgiving, in percent."""


def forgiving(game: cw.Game) -> float:
    """The share of the sensible first choices after which a deal can still be won."""
    return fmean(_forgiving(game.at(0).play(f"king {king}")) for king in "cdhs")


def _forgiving(game: cw.Game) -> float:
    """The same, once a king is chosen."""
    state = game.state
    assert isinstance(state, FourXState)
    if not winnable(state, 60, lambda: False):
        return 0.0
    line = Line(state)
    line.explore_all()
    after = line.state
    if after.result:
        return 1.0
    reach = 0
    for space in range(49):
        enemy = after.cards[space] in KING_OF and after.foes >> after.cards[space] & 1
        if after.down >> space & 1 or enemy:
            reach |= NEAR[space]
    captures = [move for move in after.legal_moves() if isinstance(move, Capture) and reach >> move.space & 1]
    if not captures:
        return 0.0
    return fmean(winnable(after.apply(move), 60, lambda: False) is True for move in captures)


def looked_at(seed: int) -> Found | None:
    """What the list says of a deal; None for one that is not taken."""
    game = cw.new("fourx", seed=seed)
    end = time.process_time() + LONGEST
    found = cw.solve(game, 600, stop=lambda: time.process_time() > end, progress=False)
    if found.status != "solved" or found.turns is None:
        return None
    return seed, found.turns, round(100 * forgiving(game))


def graded(found: list[Found], part: int = PART) -> dict[str, list[Found]]:
    """Deals by level, the easiest of each first."""
    by_par = _ranks([par for _, par, _ in found])
    by_share = _ranks([-share for _, _, share in found])
    order = sorted(range(len(found)), key=lambda at: (by_par[at] + 2 * by_share[at], found[at]))
    least = len(order) // 2 - part // 2
    parts = order[:part], order[least : least + part], order[-part:]
    return {level: [found[at] for at in rows] for level, rows in zip(LEVELS, parts, strict=True)}


def _ranks(values: list[int]) -> list[float]:
    """For each value its place among all, in the middle of its equals."""
    places: dict[int, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [fmean(places[value]) for value in values]


def main() -> None:
    """Look at seeds, or write the list."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("found", type=Path, help="what was found: a line for each seed")
    parser.add_argument("--minutes", type=float, default=0, help="of CPU")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    lines = given.found.read_text("utf-8").splitlines() if given.found.exists() else []
    end = time.process_time() + 60 * given.minutes
    with given.found.open("a", encoding="utf-8") as file:
        while time.process_time() < end:
            seed = len(lines)
            found = looked_at(seed)
            lines.append(" ".join(map(str, found)) if found else f"{seed} - -")
            print(lines[-1], file=file, flush=True)
    rows = [(int(seed), int(par), int(share)) for seed, par, share in map(str.split, lines) if par != "-"]
    print(f"{len(lines)} seeds, {len(rows)} deals")
    for level, part in graded(rows).items():
        print(f"{level}: par {fmean(par for _, par, _ in part):.1f}, forgiving {fmean(s for *_, s in part):.0f}%")
    if given.write:
        replace_file(LIST, text(graded(rows)))


def text(levels: dict[str, list[Found]]) -> str:
    """The list as it is shipped: under each level a line for each deal, with seed, par and how forgiving it is."""
    return "".join(
        f"{level}\n" + "".join(f"{seed} {par} {share}\n" for seed, par, share in part) for level, part in levels.items()
    )


if __name__ == "__main__":
    main()
