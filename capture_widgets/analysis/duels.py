"""Duels: bots play the same deals from every seat, on one core or many; results come with confidence intervals."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any

from capture_widgets.analysis.executors import Executor, check_executor, worker_count
from capture_widgets.core.errors import UnknownOption, failure_words, shown
from capture_widgets.core.intervals import interval
from capture_widgets.core.progress import progress_bar
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import game_type
from capture_widgets.model.deal import is_seed
from capture_widgets.model.view import Bot
from capture_widgets.play.new_game import new

if TYPE_CHECKING:
    from pandas import DataFrame

_CHUNK_SECONDS = 0.6
"""How long a task for an executor should take: between 0.3 and 1 s, so that the scheduler, which needs 6 to 15 ms for a
task, costs less than 5%."""
_QUEUED_PER_WORKER = 2
"""The number of tasks that are kept in the queue for each worker."""


MOST_GAMES = 1_000_000
"""The largest number of deals of a duel."""


@dataclass(frozen=True)
class Played:
    """One game of a duel."""

    deal: int
    """The number of the deal, from 0."""
    seed: int
    """The seed of the deal, for ``cw.new``."""
    seating: tuple[int, ...]
    """By seat, the number of the bot that sat there."""
    returns: tuple[int, ...]
    """By seat, as in `Game`."""
    points: tuple[int, ...]
    """By seat, as in `Game`."""
    plies: int
    fault: str
    """The error by which a bot lost the game; empty if there was none."""


@dataclass(frozen=True)
class BotScore:
    """The results of one bot."""

    bot: str
    games: int
    wins: int
    draws: int
    losses: int
    mean: float
    """The mean of the returns: +1 if the bot won all games, -1 if it lost all."""
    within: float
    """Half the width of the 95% confidence interval of the mean; each deal counts as one sample."""
    points: float
    """The mean lead in points over the best opponent; in a game for one player, the mean number of turns of a win."""
    faults: int


@dataclass(frozen=True)
class Duel:
    """The result of `duel`.

    Attributes:
        game: slug.
        options: the options that the caller gave.
        bots: the names of the bots, all different.
        played: every game, in order.
        complete: False if the duel was interrupted before its end.
    """

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    played: tuple[Played, ...]
    complete: bool = True

    @property
    def table(self) -> list[BotScore]:
        """The results of each bot, in the order of `bots`."""
        return [self._score(bot) for bot in range(len(self.bots))]

    def _score(self, bot: int) -> BotScore:
        by_deal: dict[int, list[int]] = {}
        points: list[float] = []
        faults = 0
        for game in self.played:
            for seat, sitting in enumerate(game.seating):
                if sitting != bot:
                    continue
                by_deal.setdefault(game.deal, []).append(game.returns[seat])
                faults += game.fault.startswith(SEAT_NAMES[seat])
                others = [game.points[other] for other, who in enumerate(game.seating) if who != bot]
                if others:
                    points.append(game.points[seat] - max(others))
                elif game.returns[seat] > 0:
                    points.append(game.points[seat])
        results = [sign for signs in by_deal.values() for sign in signs]
        mean, within = interval([fmean(signs) for signs in by_deal.values()])
        return BotScore(
            self.bots[bot],
            len(results),
            results.count(1),
            results.count(0),
            results.count(-1),
            mean,
            within,
            fmean(points) if points else 0.0,
            faults,
        )

    def ahead(self, one: int = 0, other: int = 1) -> tuple[float, float]:
        """How much better one bot did than another on the same deals, and half the width of the 95% interval.

        In a game for several players this is the mean difference of their returns, -2 to 2. In 4X Solitaire a deal
        counts +1 if only the first bot won it or if it won in fewer turns, -1 in the opposite case, and else 0.
        """
        signs: dict[int, dict[int, list[tuple[int, int]]]] = {}
        for game in self.played:
            for seat, bot in enumerate(game.seating):
                signs.setdefault(game.deal, {}).setdefault(bot, []).append((game.returns[seat], game.points[seat]))
        differences: list[float] = []
        for bots in signs.values():
            if one not in bots or other not in bots:
                continue
            if len(self.played[0].seating) == 1:
                (first, turns), (second, others) = bots[one][0], bots[other][0]
                mine, theirs = (first, -turns if first > 0 else 0), (second, -others if second > 0 else 0)
                differences.append((mine > theirs) - (mine < theirs))
            else:
                differences.append(fmean(sign for sign, _ in bots[one]) - fmean(sign for sign, _ in bots[other]))
        return interval(differences)

    def frame(self) -> DataFrame:
        """One row a game: deal, seed, the bot at each seat, returns and points by seat, plies, fault."""
        from capture_widgets.export.data_frames import frame

        rows: list[dict[str, Any]] = []
        for game in self.played:
            row: dict[str, Any] = {"deal": game.deal, "seed": game.seed}
            for seat, bot in enumerate(game.seating):
                name = SEAT_NAMES[seat]
                row |= {
                    f"bot_{name}": self.bots[bot],
                    f"returns_{name}": game.returns[seat],
                    f"points_{name}": game.points[seat],
                }
            rows.append({**row, "plies": game.plies, "fault": game.fault})
        return frame(rows)

    @property
    def faults(self) -> list[str]:
        """The errors of the bots, each once."""
        return sorted({game.fault for game in self.played if game.fault})

    def _cells(self) -> list[list[str]]:
        alone = bool(self.played) and len(self.played[0].seating) == 1
        head = ["bot", "games", "won", "drawn", "lost", "mean result (95%)", "turns" if alone else "points ahead"]
        rows = [
            [
                row.bot,
                str(row.games),
                str(row.wins),
                str(row.draws),
                str(row.losses),
                f"{row.mean:+.2f} ± {row.within:.2f}",
                f"{row.points:.1f}" if alone else f"{row.points:+.1f}",
            ]
            for row in self.table
        ]
        return [head, *rows]

    def _caption(self) -> str:
        deals = len({game.deal for game in self.played})
        caption = f"{self.game}, {deals} {'deal' if deals == 1 else 'deals'}, {len(self.played)} games"
        if self.options:
            caption += f" ({', '.join(f'{name}={value!r}' for name, value in self.options.items())})"
        return caption if self.complete else f"{caption}; interrupted"

    def __str__(self) -> str:
        cells = self._cells()
        widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
        lines = [
            "  ".join(
                f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in cells
        ]
        return "\n".join([self._caption(), *lines, *self.faults[:5]])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        html = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        faults = "".join(f"<p>{escape(fault)}</p>" for fault in self.faults[:5])
        return (
            f"<table><caption>{escape(self._caption())}</caption><thead><tr>{html}</tr></thead>"
            f"<tbody>{body}</tbody></table>{faults}"
        )


@dataclass(frozen=True)
class _Plan:
    """Everything that a worker needs to play any game of a duel."""

    bots: tuple[Bot, ...]
    game: str
    seed: int
    options: dict[str, Any]
    lineups: tuple[tuple[int, ...], ...]
    seats: int

    def play(self, unit: int) -> list[Played]:
        """Play one deal with one line-up: as many games as the line-up has bots, so that each plays from every seat."""
        deal, number = divmod(unit, len(self.lineups))
        lineup = self.lineups[number]
        seed = int.from_bytes(sha256(f"capture-widgets duel 1 | {self.seed} | {deal}".encode()).digest()[:6], "big")
        games = []
        for turn in range(len(lineup)):
            seating = tuple(lineup[(seat + turn) % len(lineup)] for seat in range(self.seats))
            games.append(self._game(deal, seed, seating))
        return games

    def _game(self, deal: int, seed: int, seating: tuple[int, ...]) -> Played:
        game = new(self.game, seed=seed, seats=[self.bots[bot] for bot in seating], **self.options)
        game.seed_bots(f"{self.seed}/{deal}/{seating}")
        try:
            game.run()
        except (Exception, SystemExit) as error:  # noqa: BLE001 # a bot may raise anything; then it loses the game
            loser = game.to_play
            assert loser is not None
            partner = game.type.partners(game.type.options.of(game.options), loser)
            signs = tuple(-1 if seat in (loser, partner) else 1 for seat in range(self.seats))
            who = self.bots[seating[loser]].name
            fault = f"{SEAT_NAMES[loser]}, {who}, after {game.ply} moves: {failure_words(error)}"[:300]
            return Played(deal, seed, seating, signs, tuple(game.points), game.ply, fault)
        assert game.returns is not None
        return Played(deal, seed, seating, tuple(game.returns), tuple(game.points), game.ply, "")


def _play_units(plan: bytes, start: int, stop: int) -> tuple[int, float, list[list[Played]]]:
    """Play some units of a plan and measure the time; a worker of the executor calls this."""
    begun = time.perf_counter()
    read: _Plan = pickle.loads(plan)  # noqa: S301 # pickled by `duel` itself
    done = [read.play(unit) for unit in range(start, stop)]
    return start, time.perf_counter() - begun, done


def duel(
    game: str,
    bots: Sequence[Bot],
    games: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    progress: bool = True,
    **options: Any,
) -> Duel:
    """Let bots play the same deals from every seat.

    If there are more bots than seats, every group of the right size plays. If there are fewer, each bot takes every
    second or third seat (two bots in a game of teams are each both partners of a team). The result depends only on the
    arguments, not on the executor or its speed, unless a bot chooses by the clock.

    Args:
        game: the slug of the game.
        bots: the players.
        games: the number of deals; each is played once from every seat.
        seed: gives the deals, and the random numbers of bots without a seed of their own.
        executor: anything with a ``submit`` that returns a ``concurrent.futures.Future``; None plays in this process.
        progress: whether to show a bar, if tqdm is installed.
        **options: options of the game, as for ``cw.new``, including ``match=True``.

    Returns:
        The result; after an interrupt (KeyboardInterrupt) the result of the deals finished by then.

    Raises:
        UnknownGame, UnknownOption: as for ``cw.new``.
        ValueError: there are no bots, or the number of games is below 1.
    """
    if not isinstance(bots, list | tuple) or not bots or not all(isinstance(bot, Bot) for bot in bots):
        raise ValueError("duel needs a list of bots, such as [cw.bots.Greedy(), cw.bots.Random()]")
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games={shown(games)}: a whole number, 1 to {MOST_GAMES:,}")
    if not is_seed(seed):
        raise ValueError(f"seed={shown(seed)}: a whole number of at most 300 digits")
    check_executor(executor)
    for name in ("autosave", "deal", "seats"):
        if name in options:
            raise UnknownOption(f"{name}: a duel makes its own games, so it takes the options of the game only")
    for bot in bots:
        new(game, seed=seed, seats=[bot], **options)  # raises here what would otherwise fail on every worker
    kind = game_type(game)
    seats = kind.seats(kind.options.of({name: value for name, value in options.items() if name != "match"}))
    lineups = tuple(combinations(range(len(bots)), min(len(bots), seats)))
    plan = _Plan(tuple(bots), game, seed, options, lineups, seats)
    units = games * len(lineups)
    done: dict[int, list[Played]] = {}
    with progress_bar(progress, total=units, unit="deal") as bar:
        try:
            steps = _play_here(plan, units) if executor is None else _play_on_workers(plan, units, executor)
            for unit, played in steps:
                done[unit] = played
                if bar is not None:
                    bar.update()
        except KeyboardInterrupt:
            pass
    everything = tuple(one for unit in sorted(done) for one in done[unit])
    return Duel(game, options, _names(bots), everything, complete=len(done) == units)


def _play_here(plan: _Plan, units: int) -> Iterator[tuple[int, list[Played]]]:
    for unit in range(units):
        yield unit, plan.play(unit)


def _play_on_workers(plan: _Plan, units: int, executor: Executor) -> Iterator[tuple[int, list[Played]]]:
    """Keep a few tasks of about equal length in the queue of each worker, and yield results as they arrive."""
    pickled_plan = _pickled(plan)
    workers = worker_count(executor)
    waiting: set[Future[Any]] = set()
    next_unit, size = 0, 1
    try:
        while next_unit < units or waiting:
            while next_unit < units and len(waiting) < _QUEUED_PER_WORKER * workers:
                # smaller tasks towards the end keep all workers busy
                count = max(1, min(size, (units - next_unit) // workers))
                waiting.add(executor.submit(_play_units, pickled_plan, next_unit, next_unit + count))
                next_unit += count
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                start, seconds, results = future.result()
                size = max(1, min(4 * size, round(_CHUNK_SECONDS * len(results) / max(seconds, 1e-6))))
                for at, played in enumerate(results):
                    yield start + at, played
    finally:
        for future in waiting:
            future.cancel()


def _pickled(plan: _Plan) -> bytes:
    """Pickle a plan; with cloudpickle it may hold bots that a notebook defines."""
    try:
        import cloudpickle
    except ImportError:
        try:
            return pickle.dumps(plan)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(
                "other processes need cloudpickle to play bots that a notebook defines "
                f'(pip install "capture-widgets[duels]"), or bots defined in a module: {error}'
            ) from None
    pickled: bytes = cloudpickle.dumps(plan)
    return pickled


def _names(bots: Sequence[Bot]) -> tuple[str, ...]:
    """The names of the bots, numbered if two are the same."""
    names = [bot.name for bot in bots]
    return tuple(
        name if names.count(name) == 1 else f"{name} ({names[: i + 1].count(name)})" for i, name in enumerate(names)
    )
