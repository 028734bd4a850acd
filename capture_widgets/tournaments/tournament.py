"""`tournament`: bots, files and notebooks play the same deals in processes of their own."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any, Final

from capture_widgets.analysis.executors import Executor, check_executor, worker_count
from capture_widgets.core.errors import UnknownOption, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.progress import progress_bar
from capture_widgets.core.whole_numbers import whole, whole_number
from capture_widgets.games import game_type
from capture_widgets.model.deal import is_seed
from capture_widgets.model.view import Bot
from capture_widgets.play.new_game import new
from capture_widgets.tournaments.entrant_process import Allowance, check_system
from capture_widgets.tournaments.entrants import Entrant, read_entrants
from capture_widgets.tournaments.referee import Job, PlayedGame, close_nursery, play_job
from capture_widgets.tournaments.schedule import MOST_GAMES, Meeting, groups, meetings, seatings, sides
from capture_widgets.tournaments.tournament_format import (
    Head,
    KeptTournament,
    entrant_line,
    game_line,
    kept_games,
    read_tournament,
)
from capture_widgets.tournaments.tournament_result import Tournament, in_order

_QUEUED_PER_WORKER: Final = 3
MOST_DEALS: Final = 1_000_000


def tournament(
    entrants: Mapping[str, Bot | str | Path] | Sequence[Bot | str | Path] | str | Path,
    game: str,
    *,
    deals: int = 20,
    seed: int | None = None,
    executor: Executor | None = None,
    cpu_seconds: float | tuple[float, float] = 2.0,
    memory: int = 1024,
    output: int = 256,
    sleep_seconds: float = 20.0,
    keep: str | Path | None = None,
    trusted: Collection[str] = (),
    progress: bool = True,
    **options: Any,
) -> Tournament:
    """Let entrants play each other on the same deals, each in a closed process of its own, and rate them.

    Every group of as many entrants as the game has sides plays every deal in every seating: two entrants twice, three
    in a game for three 6 times, four 24 times; partners of a team are the same entrant. Each game has fresh processes
    that hold no true state, only what their seat may know. An entrant that crashes, answers with an illegal move or
    exceeds a limit loses that game and is named. The result does not depend on the executor or the order of games,
    unless an entrant looks at the clock or needs nearly as much time as it has.

    Args:
        entrants: a dict from names to bots or paths of .py or .ipynb files with one bot class; a list; or a folder. A
            file of a folder that has no such class loses its games, and a fault of the kind ``"start"`` says why.
        game: the slug of the game.
        deals: the number of deals.
        seed: gives the deals and the random numbers of the entrants. By default a secret one, which the result names:
            an entrant that could guess the seed would know every card.
        executor: anything with a ``submit`` that returns a ``concurrent.futures.Future``; None plays in this thread.
        cpu_seconds: CPU seconds for a move, or a pair: for a move, and for all moves of a game (30 times as many).
        memory: megabytes of address space of an entrant.
        output: kilobytes that an entrant may print in a game.
        sleep_seconds: seconds for a move in which an entrant neither computes nor waits for a processor.
        keep: a file to which each game is added as soon as it is finished. Games that it has already are not played
            again: so a tournament goes on after an interrupt or a kill, takes more deals, and takes more entrants.
        trusted: the names of your own bots that play in the referee's process, without limits and without a sandbox: a
            `Chat` that asks a model over the network, say. They get sealed views like all others.
        progress: whether to show a bar, if tqdm is installed.
        **options: options of the game, as for ``cw.new``, including ``match=True``.

    Returns:
        The result; after an interrupt (KeyboardInterrupt) the result of the games finished by then.

    Raises:
        UnknownGame, UnknownOption: as for ``cw.new``.
        ValueError: an argument is not valid, a file that you name as an entrant has no bot or several, or the file
            keeps another tournament.
        RecordError: the file is no tournament.
        OSError: a file cannot be read or written.
        ActionRefused: this is Windows or a browser, where entrants cannot be closed in.
    """
    check_system()
    deals, seed = whole_number(deals, "deals", 1, MOST_DEALS), whole(seed)
    allowance = read_allowance(cpu_seconds, memory, output, sleep_seconds)
    if seed is not None and not is_seed(seed):
        raise ValueError(f"seed={shown(seed)}: a whole number of at most 300 digits, or None")
    check_executor(executor)
    for name in ("autosave", "deal", "seats"):
        if name in options:
            raise UnknownOption(f"{name}: a tournament makes its own games, so it takes the options of the game only")
    new(game, seed=1, **options)  # raises here what would otherwise fail in every game
    kind = game_type(game)
    where = sides(kind, kind.options.of({name: value for name, value in options.items() if name != "match"}))
    read = {entrant.name: entrant for entrant in read_entrants(entrants, trusted)}
    if len(read) < min(2, len(where)):
        raise ValueError("a tournament needs two entrants at least")
    together = groups(list(read), where)
    if len(together) * len(seatings(together[0], where)) * deals > MOST_GAMES:
        raise ValueError(
            f"{len(together):,} groups would play {len(seatings(together[0], where))} games on each of {deals:,} "
            "deals: too many; take fewer entrants, or fewer deals"
        )
    path = None if keep is None else path_of(keep)
    known, head, names = _known(path, Head(game, options, 0), seed, read)
    games = [one for one in known.games if one.deal < deals] if known is not None else []
    done = {(one.deal, one.seating) for one in games}
    todo = [meeting for meeting in meetings(list(read), deals, where) if meeting not in done]
    jobs = (_job(head, meeting, read, allowance) for meeting in todo)
    left = len(todo)
    with (
        kept_games(path, head, known) as write,
        progress_bar(progress, total=len(done) + left, initial=len(done), unit="game") as bar,
    ):
        try:
            for name, entrant in read.items():
                if known is None or name not in known.entrants:
                    write(entrant_line(name, entrant.digest))
            steps = map(play_job, jobs) if executor is None else on_workers(jobs, executor)
            for played in steps:
                write(game_line(played))
                games.append(played)
                left -= 1
                if bar is not None:
                    bar.update()
        except KeyboardInterrupt:
            pass
        finally:
            close_nursery()
    return Tournament(game, options, head.seed, names, in_order(games), left == 0)


def read_allowance(
    cpu_seconds: object, memory: object = 1024, output: object = 256, sleep_seconds: object = 20.0
) -> Allowance:
    """The limits of entrants, from the arguments of `tournament`; raises ValueError if they are not valid."""
    pair = cpu_seconds if isinstance(cpu_seconds, tuple | list) else (cpu_seconds, None)
    if len(pair) != 2:
        raise ValueError(f"cpu_seconds={shown(cpu_seconds)}: seconds for a move, or a pair: for a move and for a game")
    move = _seconds(pair[0], "cpu_seconds")
    in_game = 30 * move if pair[1] is None else _seconds(pair[1], "cpu_seconds")
    return Allowance(
        move,
        in_game,
        whole_number(memory, "memory", 64, 1 << 20),
        whole_number(output, "output", 1, 1 << 20),
        _seconds(sleep_seconds, "sleep_seconds"),
    )


def _seconds(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.01 <= value <= 1e6:
        raise ValueError(f"{name}={shown(value)}: seconds, 0.01 to 1,000,000")
    return float(value)


def _known(
    path: Path | None, head: Head, seed: int | None, read: Mapping[str, Entrant]
) -> tuple[KeptTournament | None, Head, dict[str, str]]:
    """What a file keeps, the head with the seed, and all entrants: those of the file and those of this call."""
    digests = {name: entrant.digest for name, entrant in read.items()}
    if path is None or not path.exists() or not path.stat().st_size:
        return None, head._replace(seed=secrets.randbits(120) if seed is None else seed), digests
    kept = read_tournament(path)
    if kept.head._replace(seed=0) != head:
        raise ValueError(f"{path} keeps another tournament: of another game, or with other options")
    if seed is not None and seed != kept.head.seed:
        raise ValueError(f"{path} keeps a tournament with another seed; leave the seed out to go on with it")
    for name, digest in digests.items():
        if kept.entrants.get(name, digest) != digest:
            raise ValueError(
                f"{name} has played in {path} with other code; give the new code another name, such as {name}-2"
            )
    return kept, kept.head, {**kept.entrants, **digests}


def _job(head: Head, meeting: Meeting, read: Mapping[str, Entrant], allowance: Allowance) -> Job:
    return Job(head.game, head.options, head.seed, meeting, tuple(read[name] for name in meeting.seating), allowance)


def on_workers(jobs: Iterator[Job], executor: Executor) -> Generator[PlayedGame, None, None]:
    """Keep a few games in the queue of each worker, and yield them as they are finished.

    A task is one game, not several: a game that is finished must not wait for others before it is on the disk.
    """
    waiting: set[Future[Any]] = set()
    most = _QUEUED_PER_WORKER * worker_count(executor)
    try:
        while True:
            while len(waiting) < most and (job := next(jobs, None)) is not None:
                waiting.add(executor.submit(play_job, job))
            if not waiting:
                return
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    finally:
        for future in waiting:
            future.cancel()
