"""Duels: bots play the same deals from every seat, on one core or many; results come with confidence intervals."""

from __future__ import annotations

import pickle
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

from capture_widgets.analysis.duel_format import Head, head_line, read_duel, unit_line
from capture_widgets.analysis.duel_result import Duel, Played, row_of
from capture_widgets.analysis.executors import Executor, check_executor, worker_count
from capture_widgets.core.disk import write_all
from capture_widgets.core.errors import UnknownOption, failure_words, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.progress import progress_bar
from capture_widgets.core.shared_files import opener
from capture_widgets.core.whole_numbers import whole, whole_number
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import game_type
from capture_widgets.model.deal import is_seed
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new

_CHUNK_SECONDS = 0.6
"""How long a task for an executor should take: between 0.3 and 1 s, so that the scheduler, which needs 6 to 15 ms for a
task, costs less than 5%."""
_QUEUED_PER_WORKER = 2
"""The number of tasks that are kept in the queue for each worker."""


MOST_DEALS = 1_000_000
"""The largest number of deals of a duel."""


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
            return Played(deal, seed, seating, signs, tuple(game.points), game.ply, fault, _moves(game))
        assert game.returns is not None
        return Played(deal, seed, seating, tuple(game.returns), tuple(game.points), game.ply, "", _moves(game))


def _moves(game: Game) -> tuple[str, ...]:
    return tuple(move for number in game.round_numbers() for move in game.moves(number))


def _play_units(plan: bytes, units: Sequence[int]) -> tuple[float, list[tuple[int, list[Played]]]]:
    """Play some units of a plan and measure the time; a worker of the executor calls this."""
    begun = time.perf_counter()
    read: _Plan = pickle.loads(plan)  # noqa: S301 # pickled by `duel` itself
    done = [(unit, read.play(unit)) for unit in units]
    return time.perf_counter() - begun, done


def duel(
    game: str,
    bots: Sequence[Bot],
    deals: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    keep: str | Path | None = None,
    progress: bool = True,
    games: int | None = None,
    **options: Any,
) -> Duel:
    """Let bots play the same deals from every seat.

    If there are more bots than seats, every group of the right size plays. If there are fewer, each bot takes every
    second or third seat (two bots in a game of teams are each both partners of a team). The result depends only on the
    arguments, not on the executor or its speed, unless a bot chooses by the clock.

    Args:
        game: the slug of the game.
        bots: the players.
        deals: the number of deals, by default 100; each is played once from every seat, so two bots play 200 games.
        seed: gives the deals, and the random numbers of bots without a seed of their own.
        executor: anything with a ``submit`` that returns a ``concurrent.futures.Future``; None plays in this process.
        keep: a file to which each deal is added as soon as it is finished. If the file already has deals of this duel,
            which is told by the game, its options, the seed and the names of the bots, they are not played again: so a
            duel goes on after an interrupt or a kill, and grows with a larger ``deals``.
        progress: whether to show a bar, if tqdm is installed.
        games: the old name of `deals`; it still works, with a DeprecationWarning.
        **options: options of the game, as for ``cw.new``, including ``match=True``.

    Returns:
        The result; after an interrupt (KeyboardInterrupt) the result of the deals finished by then.

    Raises:
        UnknownGame, UnknownOption: as for ``cw.new``.
        ValueError: there are no bots, the number of deals is below 1 or was given under both names, or the file
            keeps another duel.
        RecordError: the file is not a duel.
        OSError: the file cannot be read or written.
    """
    if not isinstance(bots, list | tuple) or not bots or not all(isinstance(bot, Bot) for bot in bots):
        raise ValueError("duel needs a list of bots, such as [cw.bots.Greedy(), cw.bots.Random()]")
    if games is not None:
        if deals is not None:
            raise ValueError("games is the old name of deals: give deals alone")
        warnings.warn("duel(games=...) counts deals; write deals=...", DeprecationWarning, stacklevel=2)
        deals = games
    deals, seed = whole_number(100 if deals is None else deals, "deals", 1, MOST_DEALS), whole(seed)
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
    units = deals * len(lineups)
    head = Head(game, options, _names(bots), seed, len(lineups), deals)
    with _kept(keep, head) as (done, write), progress_bar(progress, total=units, initial=len(done), unit="deal") as bar:
        missing = [unit for unit in range(units) if unit not in done]
        try:
            steps = _play_here(plan, missing) if executor is None else _play_on_workers(plan, missing, executor)
            for unit, played in steps:
                write(unit_line(unit, [row_of(one) for one in played]))
                done[unit] = played
                if bar is not None:
                    bar.update()
        except KeyboardInterrupt:
            pass
    everything = tuple(one for unit in range(units) for one in done.get(unit, ()))
    return Duel(game, options, head.bots, everything, all(unit in done for unit in range(units)), seed)


@contextmanager
def _kept(path: str | Path | None, head: Head) -> Iterator[tuple[dict[int, list[Played]], Callable[[str], None]]]:
    """The deals that a file keeps, by unit, and a function that adds a line; without a path, none and nothing."""
    if path is None:
        yield {}, lambda line: None
        return
    path = path_of(path)
    done: dict[int, list[Played]] = {}
    whole_length = 0
    if path.exists() and path.stat().st_size:
        kept, units = read_duel(path)
        if kept._replace(games=head.games) != head._replace(options={**head.options}):
            raise ValueError(f"{path} keeps another duel: of other bots, another game, other options or another seed")
        done = {unit: [Played(*row) for row in rows] for unit, rows in units.items()}
        whole_length = path.read_bytes().rfind(b"\n") + 1
    with open(path, "ab", buffering=0, opener=opener) as file:
        if whole_length:
            file.truncate(whole_length)  # a torn last line goes
        else:
            write_all(file, head_line(head).encode())
        yield done, lambda line: write_all(file, line.encode())


def _play_here(plan: _Plan, missing: Sequence[int]) -> Iterator[tuple[int, list[Played]]]:
    for unit in missing:
        yield unit, plan.play(unit)


def _play_on_workers(plan: _Plan, missing: Sequence[int], executor: Executor) -> Iterator[tuple[int, list[Played]]]:
    """Keep a few tasks of about equal length in the queue of each worker, and yield results as they arrive."""
    pickled_plan = _pickled(plan)
    workers = worker_count(executor)
    waiting: set[Future[Any]] = set()
    begun, size = 0, 1
    try:
        while begun < len(missing) or waiting:
            while begun < len(missing) and len(waiting) < _QUEUED_PER_WORKER * workers:
                # smaller tasks towards the end keep all workers busy
                count = max(1, min(size, (len(missing) - begun) // workers))
                waiting.add(executor.submit(_play_units, pickled_plan, missing[begun : begun + count]))
                begun += count
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                seconds, results = future.result()
                size = max(1, min(4 * size, round(_CHUNK_SECONDS * len(results) / max(seconds, 1e-6))))
                yield from results
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
