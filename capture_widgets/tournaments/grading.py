"""`grade_bot`: whether a bot is better than an opponent, decided by a sequential test on mirrored deals."""

from __future__ import annotations

import secrets
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

from capture_widgets.analysis.executors import Executor, check_executor
from capture_widgets.bots.levels import BOTS
from capture_widgets.core.errors import UnknownOption, did_you_mean, shown
from capture_widgets.core.intervals import result_interval
from capture_widgets.core.progress import progress_bar
from capture_widgets.core.whole_numbers import whole, whole_number
from capture_widgets.games import game_type
from capture_widgets.model.deal import is_seed
from capture_widgets.model.view import Bot
from capture_widgets.play.new_game import new
from capture_widgets.tournaments.entrant_process import check_system
from capture_widgets.tournaments.entrants import Entrant, read_entrant
from capture_widgets.tournaments.referee import Job, PlayedGame, close_nursery, play_job
from capture_widgets.tournaments.schedule import meetings, sides
from capture_widgets.tournaments.sequential_test import SequentialTest
from capture_widgets.tournaments.tournament import on_workers, read_allowance
from capture_widgets.tournaments.tournament_result import Tournament, in_order

_BOT, _AGAINST = "bot", "opponent"


@dataclass(frozen=True)
class BotGrade:
    """The result of `grade_bot`.

    Attributes:
        passed: True if the bot is better than its opponent, False if it is not better by the margin, None if the deals
            did not decide it.
        deals: the number of deals that were played.
        mean: the mean result of the bot over the deals, -1 to 1.
        low: the lower end of the 95% interval of the mean.
        high: the upper end.
        against: the name of the opponent.
        margin: the mean result at which the test is as sure that a bot passes as that an equal one fails.
        error: the largest share of wrong decisions, for a bot that is equal and for one that is better by the margin.
        games: the games, with faults, records and reports; the bot is called ``"bot"`` there, the other ``"opponent"``.
    """

    passed: bool | None
    deals: int
    mean: float
    low: float
    high: float
    against: str
    margin: float
    error: float
    games: Tournament

    @property
    def saving(self) -> float | None:
        """The share of games that mirrored deals needed, compared with a fresh deal for each (`Tournament.saving`)."""
        return self.games.saving

    def __str__(self) -> str:
        verdict = {
            True: f"passed: better than {self.against}",
            False: f"not passed: not better than {self.against} by {self.margin:g}",
            None: f"not decided whether better than {self.against}: more deals are needed",
        }[self.passed]
        words = (
            f"{verdict} ({self.deals} deals, each from every seat; mean result {self.mean:+.2f}, 95% from "
            f"{self.low:+.2f} to {self.high:+.2f}; the test is made to be wrong in {self.error:.0%} of cases)"
        )
        faults = [f"{fault['kind']}: {fault['words']}" for fault in self.games.faults if fault["name"] == _BOT]
        return "\n".join([words, *dict.fromkeys(faults)][:6])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in str(self).split("\n"))


def grade_bot(
    bot: Bot | str | Path,
    game: str,
    against: str | Bot | Path = "Greedy",
    *,
    deals: int = 400,
    seed: int | None = None,
    margin: float = 0.1,
    error: float = 0.05,
    executor: Executor | None = None,
    cpu_seconds: float | tuple[float, float] = 2.0,
    memory: int = 1024,
    progress: bool = True,
    **options: Any,
) -> BotGrade:
    """Say whether a bot is better than an opponent, as soon as the results decide it.

    Both play the same deals from every seat, in closed processes of their own (`tournament`). After each deal a
    sequential test looks at the results; nothing is decided before eight deals. The test is made
    so that a bot as good as its opponent passes in a share ``error`` of cases, and a bot whose mean result is
    ``margin`` fails in that share; in simulations with 0.05 it was wrong in 0 to 5.8% of cases.

    Args:
        bot: a bot, or the path of a .py or .ipynb file with one.
        game: the slug of the game.
        against: the opponent: the name of a bot of this package such as ``"Greedy"``, a bot, or a path.
        deals: the largest number of deals.
        seed: gives the deals. By default a secret one, which ``games.seed`` names: code that could guess it would know
            every card. The same seed gives the same grade.
        margin: how much better a bot has to be to be sure to pass, as a mean result: 0.1 is 55 of 100 games.
        error: the share of wrong decisions for which the test is made.
        executor: as for `tournament`; it does not change the result.
        cpu_seconds: as for `tournament`.
        memory: as for `tournament`.
        progress: whether to show a bar, if tqdm is installed.
        **options: options of the game, as for ``cw.new``.

    Returns:
        The grade; after an interrupt (KeyboardInterrupt) that of the deals finished by then.

    Raises:
        UnknownGame, UnknownOption: as for ``cw.new``.
        ValueError: an argument is not valid, or a file has no bot or several.
        OSError: a file cannot be read.
        ActionRefused: this is Windows or a browser, where entrants cannot be closed in.
    """
    check_system()
    deals, seed = whole_number(deals, "deals", 1, 100_000), whole(seed)
    if seed is not None and not is_seed(seed):
        raise ValueError(f"seed={shown(seed)}: a whole number of at most 300 digits, or None")
    test = SequentialTest(0.0, _share(margin, "margin", 0.9), _share(error, "error", 0.45))
    check_executor(executor)
    for name in ("autosave", "deal", "seats"):
        if name in options:
            raise UnknownOption(f"{name}: a grade is made of its own games, so it takes the options of the game only")
    new(game, seed=1, **options)
    kind = game_type(game)
    where = sides(kind, kind.options.of({name: value for name, value in options.items() if name != "match"}))
    opponent = _opponent(against)
    read = {_BOT: read_entrant(bot, _BOT), _AGAINST: read_entrant(opponent, _AGAINST)}
    seed = secrets.randbits(120) if seed is None else seed
    allowance = read_allowance(cpu_seconds, memory)
    jobs = (
        Job(game, options, seed, meeting, tuple(read[name] for name in meeting.seating), allowance)
        for meeting in meetings(list(read), deals, where)
    )
    played: list[PlayedGame] = []
    results: list[float] = []
    each = len(list(meetings(list(read), 1, where)))
    steps = _here(jobs) if executor is None else on_workers(jobs, executor)
    with progress_bar(progress, total=deals, unit="deal") as bar:
        try:
            for games in _by_deal(steps, each):
                played += games
                results.append(_result(games))
                test.add(results[-1])
                if bar is not None:
                    bar.update()
                if test.decision is not None:
                    break
        except KeyboardInterrupt:
            pass
        finally:
            steps.close()  # games that nobody waits for are cancelled
            close_nursery()
    mean, within = result_interval(results)
    name = opponent.name if isinstance(opponent, Bot) else Path(opponent).stem
    whole_result = Tournament(game, options, seed, _digests(read), in_order(played))
    return BotGrade(
        test.decision,
        len(results),
        mean,
        max(-1.0, mean - within),
        min(1.0, mean + within),
        name,
        test.better,
        test.error,
        whole_result,
    )


def _here(jobs: Iterator[Job]) -> Generator[PlayedGame, None, None]:
    yield from map(play_job, jobs)


def _digests(read: dict[str, Entrant]) -> dict[str, str]:
    return {name: entrant.digest for name, entrant in read.items()}


def _opponent(against: object) -> Bot | str | Path:
    """The opponent: a bot or a path; a name of a bot of this package becomes that bot."""
    if isinstance(against, Bot | Path):
        return against
    if isinstance(against, str):
        names = {level.kind.__name__: level for level in BOTS}
        if against in names:
            return names[against].make()
        if against.endswith((".py", ".ipynb")):
            return against
        hint = did_you_mean(against, list(names))
        raise ValueError(f"against={shown(against)}: there is no such bot{hint}; there are {', '.join(names)}")
    raise ValueError(f"against={shown(against)}: the name of a bot, a bot, or the path of a file")


def _by_deal(steps: Iterator[PlayedGame], each: int) -> Iterator[list[PlayedGame]]:
    """All games of a deal together, deal after deal, although workers finish them in any order."""
    waiting: dict[int, list[PlayedGame]] = {}
    following = 0
    for played in steps:
        waiting.setdefault(played.deal, []).append(played)
        while len(waiting.get(following, ())) == each:
            yield waiting.pop(following)
            following += 1


def _result(games: list[PlayedGame]) -> float:
    """The result of the bot on one deal, -1 to 1: half the difference between its mean return and the opponent's."""
    if len(games[0].seating) == 1:
        mine, theirs = (
            next(
                (one.returns[0], -one.points[0] if one.returns[0] > 0 else 0) for one in games if one.seating == (name,)
            )
            for name in (_BOT, _AGAINST)
        )
        return float((mine > theirs) - (mine < theirs))
    signs: dict[str, list[int]] = {_BOT: [], _AGAINST: []}
    for game in games:
        for name, sign in zip(game.seating, game.returns, strict=True):
            signs[name].append(sign)
    return (fmean(signs[_BOT]) - fmean(signs[_AGAINST])) / 2


def _share(value: object, name: str, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.001 <= value <= most:
        raise ValueError(f"{name}={shown(value)}: a number from 0.001 to {most:g}")
    return float(value)
