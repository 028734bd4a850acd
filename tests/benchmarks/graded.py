"""Makes the list of deals of 4X Solitaire by difficulty that is shipped: `capture_widgets/games/fourx/deals.txt`.

    python -m tests.benchmarks.graded --minutes 10 found.txt     # look at more seeds; goes on where it was
    python -m tests.benchmarks.graded --minutes 10 --every-king found.txt    # only at deals that every king can win
    python -m tests.benchmarks.graded --write found.txt          # grade what was found, and write the list

A deal is taken when a win is known with some king and no win is shorter (its par, with the best king). How forgiving it
is: of the sensible first choices, the share that keeps the win. First a king is chosen; then all that can be explored
is explored and each king who can be conquered is, which never hurts; then a capture is chosen that reaches something,
a card to turn up or the spaces around an enemy king. The share is that of the captures, in the mean of the four kings,
where a king who cannot win counts nothing, and one who wins without a capture counts in full.

The king is chosen before a card is seen, so that choice must not lose a deal that is called easy or medium: every king
can win each of those. Deals are ranked by par and share, the share counting for two thirds. The easiest of the deals
that every king can win are easy, the hardest of them medium; of all other deals the hardest are hard.
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

KINGS = "cdhs"

Found = tuple[int, int, int, int]
"""Seed, par, how forgiving in percent, and how many of the four kings can win."""


def kings_that_win(game: cw.Game) -> int:
    """How many of the four kings can win a deal."""
    chosen = (game.at(0).play(f"king {king}").state for king in KINGS)
    return sum(winnable(state, 60, lambda: False) is True for state in chosen if isinstance(state, FourXState))


def forgiving(game: cw.Game) -> float:
    """The share of the sensible first choices after which a deal can still be won."""
    return fmean(_forgiving(game.at(0).play(f"king {king}")) for king in KINGS)


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


def looked_at(seed: int, least_kings: int) -> Found | None:
    """What the list says of a deal; None for one that is not taken, or that fewer kings can win."""
    game = cw.new("fourx", seed=seed)
    kings = kings_that_win(game)
    if kings < least_kings:
        return None
    end = time.process_time() + LONGEST
    found = cw.solve(game, 600, stop=lambda: time.process_time() > end, progress=False)
    if found.status != "solved" or found.turns is None:
        return None
    return seed, found.turns, round(100 * forgiving(game)), kings


def graded(found: list[Found], part: int = PART) -> dict[str, list[Found]]:
    """Deals by level, the easiest of each first."""
    by_par = _ranks([par for _, par, _, _ in found])
    by_share = _ranks([-share for _, _, share, _ in found])
    order = sorted(range(len(found)), key=lambda at: (by_par[at] + 2 * by_share[at], found[at]))
    ranked = [found[at] for at in order]
    every_king = [deal for deal in ranked if deal[3] == len(KINGS)]
    easy, medium = every_king[:part], every_king[part:][-part:]
    taken = {*easy, *medium}
    hard = [deal for deal in ranked if deal not in taken][-part:]
    return dict(zip(LEVELS, (easy, medium, hard), strict=True))


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
    parser.add_argument("--every-king", action="store_true", help="look only at deals that every king can win")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    lines = given.found.read_text("utf-8").splitlines() if given.found.exists() else []
    end = time.process_time() + 60 * given.minutes
    with given.found.open("a", encoding="utf-8") as file:
        while time.process_time() < end:
            seed = len(lines)
            found = looked_at(seed, len(KINGS) if given.every_king else 1)
            lines.append(" ".join(map(str, found)) if found else f"{seed} -")
            print(lines[-1], file=file, flush=True)
    rows = [_read(line) for line in lines if "-" not in line]
    print(f"{len(lines)} seeds, {len(rows)} deals, {sum(row[3] == len(KINGS) for row in rows)} that every king can win")
    for level, part in graded(rows).items():
        par, share, kings = (fmean(column) for column in list(zip(*part, strict=True))[1:])
        print(f"{level}: {len(part)} deals, par {par:.1f}, forgiving {share:.0f}%, {kings:.1f} kings can win")
    if given.write:
        replace_file(LIST, text(graded(rows)))


def _read(line: str) -> Found:
    """A line of the file of what was found."""
    seed, par, share, kings = map(int, line.split())
    return seed, par, share, kings


def text(levels: dict[str, list[Found]]) -> str:
    """The list as it is shipped: under each level a line for each deal, with seed, par and how forgiving it is."""
    return "".join(
        f"{level}\n" + "".join(f"{seed} {par} {share}\n" for seed, par, share, _ in part)
        for level, part in levels.items()
    )


if __name__ == "__main__":
    main()
