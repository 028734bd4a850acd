"""Plays one game between entrants in processes of their own; the referee alone has the true state of the game."""

from __future__ import annotations

import os
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from platform import node
from typing import Any

from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.escapes import visible
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.tournaments.entrant_process import Allowance, EntrantFault, EntrantProcess, Nursery
from capture_widgets.tournaments.entrants import Entrant
from capture_widgets.tournaments.refused_entrant import RefusedEntrant
from capture_widgets.tournaments.schedule import Meeting, deal_seed
from capture_widgets.tournaments.trusted_entrant import TrustedEntrant

Seated = EntrantProcess | TrustedEntrant | RefusedEntrant

ANOTHER_TRY = 2
"""How often a game is begun when the machine itself fails, such as by a lack of memory for a process."""


@dataclass(frozen=True)
class Fault:
    """The reason why an entrant lost a game without playing it to its end."""

    seat: int
    kind: str
    """A kind of `EntrantFault`."""
    words: str
    """What happened, with the last lines of a traceback."""


@dataclass(frozen=True)
class PlayedGame:
    """One game of a tournament."""

    deal: int
    seed: int
    """The seed of the deal, for ``cw.new``."""
    seating: tuple[str, ...]
    """The name of the entrant at each seat."""
    returns: tuple[int, ...]
    """By seat, as in `Game`."""
    points: tuple[int, ...]
    moves: tuple[str, ...]
    """The moves of all rounds, in order."""
    fault: Fault | None = None
    tried: tuple[tuple[int, str], ...] = ()
    """Forbidden actions, each with the seat of the entrant whose own process reported it."""
    thought: tuple[float, ...] = field(default=(), compare=False)
    """The CPU seconds of all moves of the entrant at each seat."""
    slowest: tuple[float, ...] = field(default=(), compare=False)
    """The CPU seconds of the slowest move of the entrant at each seat."""
    machine: str = field(default="", compare=False)
    layers: tuple[dict[str, str], ...] = field(default=(), compare=False)
    """The layers of the sandbox at each seat (`sandbox.LAYERS`); empty for an entrant that was not ready."""


@dataclass(frozen=True)
class Job:
    """All that a worker needs to play one game."""

    game: str
    options: dict[str, Any]
    seed: int
    meeting: Meeting
    entrants: tuple[Entrant, ...]
    """By seat."""
    allowance: Allowance


_HERE = threading.local()


def nursery() -> Nursery:
    """The nursery of this thread, started on first use, and anew if it has died or this process is a fork."""
    found: Nursery | None = getattr(_HERE, "nursery", None)
    if found is None or getattr(_HERE, "process", 0) != os.getpid() or not found.alive:
        found = _HERE.nursery = Nursery()
        _HERE.process = os.getpid()
    return found


def close_nursery() -> None:
    """End the nursery of this thread, if it has one; the next game starts a new one."""
    found: Nursery | None = getattr(_HERE, "nursery", None)
    if found is not None and getattr(_HERE, "process", 0) == os.getpid():
        found.close()
        _HERE.nursery = None


def play_job(job: Job) -> PlayedGame:
    """Play one game; whatever an entrant does, this returns a result, unless this machine fails.

    Raises:
        RuntimeError: no process can be started on this machine.
    """
    for left in reversed(range(ANOTHER_TRY)):
        try:
            return _play(job)
        except (RuntimeError, OSError):
            if not left:
                raise
            time.sleep(0.5)
    raise AssertionError("the loop returns or raises")


def _play(job: Job) -> PlayedGame:
    deal, seating = job.meeting
    seed = deal_seed(job.seed, deal)
    game = new(job.game, seed=seed, seats=seat_names(seating), **job.options)
    game.seed_bots(f"{job.seed}/{deal}/{'/'.join(seating)}")
    fault: Fault | None = None
    with ExitStack() as stack:
        processes: list[Seated] = []
        for entrant in job.entrants:
            processes.append(_seated(entrant, job.allowance))
            stack.callback(processes[-1].close)
        seat = 0
        try:
            for seat in range(len(processes)):  # a fault names the seat
                processes[seat].begin()
            while (to_play := game.to_play) is not None:
                seat = to_play
                move = processes[seat].move(game.view())
                game.play(move)
        except EntrantFault as error:
            fault = Fault(seat, error.kind, error.words)
        except IllegalMove as error:
            fault = Fault(seat, "illegal", f"{error.move[:60]!r} after {game.ply} moves: {visible(str(error))}"[:600])
    returns = tuple(game.returns or ()) if fault is None else _lost(game, fault.seat)
    return PlayedGame(
        deal, seed, seating, returns, tuple(game.points), _moves(game), fault,
        tuple(sorted({(seat, words) for seat, one in enumerate(processes) for words in one.tried}))[:40],
        tuple(round(one.seconds, 4) for one in processes), tuple(round(one.slowest, 4) for one in processes),
        node(), tuple(one.layers for one in processes),
    )  # fmt: skip


def _seated(entrant: Entrant, allowance: Allowance) -> Seated:
    """An entrant at its seat for one game."""
    if entrant.trusted is not None:
        return TrustedEntrant(entrant.trusted)
    if entrant.refused:
        return RefusedEntrant(entrant.refused)
    file = entrant.name if entrant.kind == "pickle" else f"{entrant.name}.py"
    return EntrantProcess(nursery(), {"kind": entrant.kind, "data": entrant.data, "file": file}, allowance)


def _lost(game: Game, loser: int) -> tuple[int, ...]:
    """The returns of a game that an entrant, with its partner, loses by a fault."""
    kind = game.type
    partner = kind.partners(kind.options.of(game.options), loser)
    return tuple(-1 if seat in (loser, partner) else 1 for seat in range(len(game.points)))


def _moves(game: Game) -> tuple[str, ...]:
    return tuple(move for number in game.round_numbers() for move in game.moves(number))


def seat_names(seating: tuple[str, ...]) -> list[str]:
    """The names at the seats; an entrant at several seats gets a number at each."""
    return [
        name if seating.count(name) == 1 else f"{name} {seating[: seat + 1].count(name)}"
        for seat, name in enumerate(seating)
    ]
