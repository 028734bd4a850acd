"""The levels of a table, each against the one below it; `strength` plays the deals and writes the page."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import fmean
from typing import Any, Final

from capture_widgets.bots import Club, Strong
from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.core.intervals import interval

STEPS: Final = (("Greedy", "Beginner"), ("Club", "Greedy"), ("Strong, a tenth", "Club"))
"""Each level against the one below."""
FIRST: Final = 100
"""The first deal of these contests: no setting was chosen by deals from here on."""
KINGS: Final = "cdhs"
"""In 4X Solitaire the king of a deal is given, or the blind choice of a king would be most of the luck."""
FELT: Final = 0.15
"""A person feels a lead of this much in the mean return."""
FELT_WINS, FELT_TURNS = 0.2, 5.0
"""In 4X Solitaire: this share of deals won more, or this many turns fewer."""


class Untimed(Club):
    """The Club player without its limit in seconds, which a busy machine could reach."""

    def limits(self, evaluation: Evaluation, options: object) -> tuple[float | None, int | None]:
        """All simulations, however long they take."""
        return None, super().limits(evaluation, options)[1]


class Tenth(Strong):
    """The Strong player with a tenth of its simulations, which is quick enough for many deals."""

    def limits(self, evaluation: Evaluation, options: object) -> tuple[float | None, int | None]:
        """A tenth of the simulations, however long they take."""
        return None, evaluation.strong_simulations // 10


PAGE: Final = """## The levels of a table

Each level against the one below it. A person feels a step if the better side wins at least 60 of 100 hands, or leads by
0.15 in the mean. In Capture the Commander, Beginner considers two attacks and forgets which cards lie where once a
battle is over; Greedy considers a quarter of its attacks and remembers aces; Club searches a little (among four, each
for oneself, least of all) and remembers kings and aces; Strong remembers all. In five columns, Beginner mostly
considers two placements, Greedy nine and Club twenty-two. In 4X Solitaire, Club searches with playouts, and Strong
solves sampled maps; a step is felt there by five turns or 20 points of wins, and both levels have the same king, which
changes from deal to deal. Elsewhere the levels differ by how many moves they consider and how long they search. A
search counts simulations and not seconds, so that a level plays alike on every machine that makes them in 1.5 seconds,
the limit for a move. Here Strong had a tenth of its simulations, so that more deals could be played.

Who sits down against Beginner alone, in the lobby or for a rematch with a new deal, gets a hand that can be won: deals
are tried by playouts, Greedy against Beginner with one world for each move, until the person's place wins between 50%
and 85% of them. It takes about a tenth of a second, and at most half of one. Greedy won less than 45 of 100 games in
35% of any deals of Kommando (60 deals, 30 games each), and in 7% of the chosen ones (40 deals, 20 games each); in
Capture the Commander in 27% and 3%, in the Universal deck game in 15% and none, in five columns in 5% and none. Other
levels, deals of the day, deals that somebody asks for and games of a script stay as they fall.

*Yes* means that the measured lead is large enough to be felt, and that its interval leaves out zero; *unsure* that the
interval still allows a step that is felt, or none at all; *no* that no such step is possible by the interval. No
setting was chosen by these deals. More deals were played where a row was unsure, so a *yes* whose interval ends near
zero is less certain than it looks.

| game | level | against | deals | mean | won | felt |
| --- | --- | --- | --- | --- | --- | --- |
{rows}
"""


def row(contest: tuple[str, str, str], games: Sequence[Any]) -> str:
    """A row of the table of levels."""
    game, one, other = contest
    mean, within, said, felt = _alone(games) if game == "fourx" else _duel(games)
    return f"| {game} | {one.split(',')[0]} | {other} | {len(games)} | {mean:+.2f} ± {within:.2f} | {said} | {felt} |"


def _duel(games: Sequence[Any]) -> tuple[float, float, str, str]:
    """Mean and interval of the stronger level's returns, the share of hands it won, and whether that is felt."""
    mean, within = interval([fmean(result[0] for result in entry[1:]) for entry in games])
    signs = [result[0] for entry in games for result in entry[1:]]
    won = (signs.count(1) + signs.count(0) / 2) / len(signs)
    felt = "yes" if mean >= FELT and mean > within else "unsure" if mean + within >= FELT else "no"
    return mean, within, f"{won:.0%}", felt


def _alone(games: Sequence[Any]) -> tuple[float, float, str, str]:
    """The same for a game of one player, where the levels' wins and turns are compared."""
    first, second = ([entry[1 + i] for entry in games] for i in (0, 1))
    mean, within = interval([float((a[0] > 0) - (b[0] > 0)) for a, b in zip(first, second, strict=True)])
    turns = [[entry[1] for entry in side if entry[0] > 0] for side in (first, second)]
    said = " and ".join(f"{len(side)} ({fmean(side or [0]):.0f} turns)" for side in turns)
    felt = mean >= FELT_WINS and mean > within
    if all(len(side) > 1 for side in turns):
        (fewer, one), (more, other) = map(interval, turns)
        saved, noise = more - fewer, hypot(one, other)
        said += f", {saved:.0f} ± {noise:.0f} fewer"
        felt = felt or (saved >= FELT_TURNS and saved > noise)
    return mean, within, said, "yes" if felt else "unsure"
