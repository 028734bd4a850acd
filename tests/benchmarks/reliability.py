"""What becomes of journals when everything goes wrong: ``python -m tests.benchmarks.reliability``.

Each part has figures that must be 0: processes killed at random moments, calls of the system that fail, files that are
damaged, two processes or several threads that begin on one path at once, kept games whose disk is full for a while, and
presses of the stop button while objects go. Prints the figures as JSON and as lines of a table;
exits with 1 where one that must be 0 is not, or where something took more than a second.
"""

from __future__ import annotations

import argparse
import errno
import gc
import json
import os
import select
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from unittest.mock import patch

import capture_widgets as cw
from capture_widgets.core import atomic_files as replaced_files
from capture_widgets.core import disk, locked_files
from capture_widgets.core.errors import JournalHeld
from capture_widgets.games import GAMES
from capture_widgets.records import journal as journals
from capture_widgets.records import new_journal
from capture_widgets.records.journal_lines import read_journal
from capture_widgets.records.salvaging import salvage_journal
from tests.benchmarks import reliability_page
from tests.benchmarks.at_one_path import begun_at_once
from tests.benchmarks.refused import refused
from tests.benchmarks.stops_in_finalizers import stops
from tests.cases import random_move

Figures = dict[str, float]
Operation = list[Any]

MUST_BE_NONE = (
    "kills_lost", "kills_changed", "kills_unreadable", "kills_left_behind",
    "failed_writes_changed_the_game", "failed_writes_disagreed", "failed_writes_left_behind",
    "damages_gave_other_moves", "damages_salvaged_other_moves", "damages_raised_another_error",
    "races_without_one_holder", "races_unreadable", "races_lost_moves", "races_left_behind",
    "beginnings_lost", "beginnings_errors", "beginnings_left_behind", "finalizers_lost",
    "refused_silently", "refused_spoilt", "refused_not_kept_again", "refused_left_behind",
)  # fmt: skip


# -- games played at random


def new_game(rng: Random) -> cw.Game:
    """A game of any kind, with seats that may change."""
    slug = rng.choice(list(GAMES))
    match = slug in ("kommando", "universal") and rng.random() < 0.5
    return cw.new(slug, seed=rng.randrange(10**9), match=match)


def choose(game: cw.Game, rng: Random) -> Operation:
    """Something that can be done to a game now, as JSON."""
    chance = rng.random()
    if game.is_over or chance < 0.01:
        return ["restart", rng.randrange(10**9)]
    if chance < 0.1 and game.can_undo:
        return ["undo"]
    if chance < 0.18 and game.can_redo:
        return ["redo"]
    if chance < 0.24:
        return ["comment", rng.choice(["", "Hm.", "„ja“ \u2028 \\n", "ß" * 300])]
    if chance < 0.28:
        return ["glyph", rng.choice(["", "!", "?!"])]
    if chance < 0.3:
        return ["sit", rng.randrange(len(game.seats)), rng.choice(["Eve", "Zoë"])]
    return ["play", str(random_move(game.state, rng))]


def do(game: cw.Game, operation: Operation) -> None:
    """Do to a game what was chosen."""
    name, *arguments = operation
    if name == "restart":
        game.restart(seed=arguments[0])
    else:
        getattr(game, name)(*arguments)


def told(game: cw.Game) -> tuple[Any, ...]:
    """All that a game and its journal must agree about."""
    return game.record(), game.can_redo, game.is_over, game.dump()


def loaded(path: Path) -> cw.Game:
    """What a journal gives back; a last line may be torn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cw.load(path)


def left_behind(folder: Path) -> list[str]:
    """Files that are no journals."""
    return [entry.name for entry in folder.iterdir() if entry.suffix != ".jsonl"]


# -- killed


def in_a_child(work: Callable[[int, int], None]) -> tuple[int, int, int]:
    """Run something in a forked process; its number, and the ends of two pipes to read from it and write to it."""
    reading, theirs = os.pipe()
    mine, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(theirs)
        os.close(mine)
        return child, reading, writing
    try:
        os.close(reading)
        os.close(writing)
        warnings.simplefilter("ignore")
        work(mine, theirs)
    except BaseException:  # noqa: BLE001 # whatever it is, it must not go on as the parent does
        traceback.print_exc()
    finally:
        os._exit(0)


def playing(path: Path, seed: int, fresh: bool) -> Callable[[int, int], None]:
    """A process that plays at random and says of each operation that it begins, and that it is done."""

    def work(reading: int, writing: int) -> None:
        rng = Random(seed)
        game = new_game(Random(seed)) if fresh else cw.load(path)
        game.autosave(path)
        os.write(writing, b'"kept"\n')
        while True:
            operation = choose(game, rng)
            os.write(writing, json.dumps(["begin", operation]).encode() + b"\n")
            do(game, operation)
            os.write(writing, b'"done"\n')

    return work


def kills(number: int, seed: int, folder: Path) -> Figures:
    """Kill processes that play at random, and look whether their journals have what they said was done."""
    rng = Random(f"kills/{seed}")
    found = dict.fromkeys(("kills", "kills_operations", "kills_lost", "kills_changed", "kills_unreadable"), 0)
    truth: cw.Game | None = None
    path = folder / "none"
    for kill in range(number):
        fresh = truth is None or rng.random() < 0.1
        chance = rng.randrange(10**9)
        if fresh:
            path = folder / f"{kill}.jsonl"
            truth = new_game(Random(chance))
        assert truth is not None
        child, reading, writing = in_a_child(playing(path, chance, fresh))
        # most of the time in the middle of play, now and then while the file is made
        said = b""
        if rng.random() < 0.9:
            while b'"kept"' not in said and (part := os.read(reading, 65536)):
                said += part
        select.select([], [], [], rng.random() * 0.1)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while part := os.read(reading, 65536):
            said += part
        os.close(reading)
        os.close(writing)
        found["kills"] += 1
        begun: Operation | None = None
        for line in said.split(b"\n")[:-1]:
            message = json.loads(line)
            if message == "done":
                assert begun is not None
                do(truth, begun)
                begun = None
                found["kills_operations"] += 1
            elif message != "kept":
                begun = message[1]
        try:
            again = loaded(path)
        except FileNotFoundError:
            found["kills_lost"] += b'"kept"' in said or not fresh
            truth = None
            continue
        except cw.RecordError:
            found["kills_unreadable"] += 1
            truth = None
            continue
        if told(again) != told(truth) and begun is not None:
            do(truth, begun)  # it may have come as far as the disk
        if told(again) != told(truth):
            counted = sum(map(len, (entry["moves"] for entry in truth.record()["rounds"])))
            kept = sum(map(len, (entry["moves"] for entry in again.record()["rounds"])))
            found["kills_lost" if kept < counted else "kills_changed"] += 1
            truth = None
    return {**found, "kills_left_behind": len(left_behind(folder))}


# -- failed writes

CALLS = {"open", "write", "fsync", "lseek", "fstat", "stat", "replace", "rename", "link", "unlink", "ftruncate", "read"}


class FailingSystem:
    """Stands for `os`: some of the calls that reach a disk fail, and a write that fails has written a part of it."""

    def __init__(self, first: int, last: int, code: int, part: float) -> None:
        self.calls = 0
        self.failed = ""
        self.first, self.last, self.code, self.part = first, last, code, part

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        if name not in CALLS:
            return found

        def call(*arguments: Any, **settings: Any) -> Any:
            self.calls += 1
            if self.first <= self.calls <= self.last:
                self.failed = self.failed or name
                if name == "write":
                    found(arguments[0], bytes(arguments[1])[: round(len(arguments[1]) * self.part)])
                raise OSError(self.code, os.strerror(self.code))
            return found(*arguments, **settings)

        return call


def failed_writes(number: int, seed: int, folder: Path) -> Figures:
    """Let calls of the system fail while something is kept; afterwards game and journal must agree."""
    rng = Random(f"failed writes/{seed}")
    found = dict.fromkeys(
        ("failed_writes", "failed_writes_changed_the_game", "failed_writes_disagreed", "failed_writes_kinds"), 0
    )
    kinds: set[str] = set()
    files = 0
    game, path = new_game(rng), folder / "0.jsonl"
    game.autosave(path)
    while found["failed_writes"] < number:
        if game.ply > 60:
            files += 1
            game, path = new_game(rng), folder / f"{files}.jsonl"
            game.autosave(path)
        operation: Operation = choose(game, rng)
        target = path
        if rng.random() < 0.15:
            target = rng.choice([path, folder / f"{files}-{rng.randrange(4)}-other.jsonl"])
            operation = ["autosave", target]
        before = told(game)
        first = rng.randrange(1, 16 if operation[0] == "autosave" else 8)
        for_good = rng.random() < 0.3
        system = FailingSystem(first, 10**9 if for_good else first, rng.choice([errno.ENOSPC, errno.EIO]), rng.random())
        failed = False
        with ExitStack() as patched, warnings.catch_warnings():
            for module in (journals, new_journal, locked_files, replaced_files, disk):
                patched.enter_context(patch.object(module, "os", system))
            warnings.simplefilter("ignore")
            try:
                do(game, operation)
            except OSError:
                failed = True
        if not failed:
            path = target
        elif not for_good and told(loaded(path)) != told(game):
            found["failed_writes_disagreed"] += 1
        if failed:
            found["failed_writes"] += 1
            kinds.add(f"{operation[0]}/{system.failed}")
            found["failed_writes_changed_the_game"] += told(game) != before
            do(game, ["comment", "and on"])
        if told(loaded(path)) != told(game):
            found["failed_writes_disagreed"] += 1
    found["failed_writes_kinds"] = len(kinds)
    return {**found, "failed_writes_left_behind": len(left_behind(folder))}


# -- damage

DAMAGES = ["bit", "byte", "bytes", "inserted", "removed", "dropped", "doubled", "swapped", "spliced", "cut"]
Truth = list[list[dict[str, Any]]]


def journal_at_random(rng: Random, path: Path) -> bytes:
    """A journal of a game or two."""
    game = new_game(rng).autosave(path)
    with patch.object(os, "fsync", lambda number: None):  # nothing crashes here
        for _ in range(rng.randrange(5, 120)):
            do(game, choose(game, rng))
    data = path.read_bytes()
    del game
    gc.collect()
    return data


def games_in(data: bytes) -> Truth:
    """The games of a sound journal, each from its start."""
    games: Truth = []
    for line in data.split(b"\n")[1:-1]:
        value = {key: part for key, part in json.loads(line).items() if key not in ("n", "id", "sum")}
        if set(value) == {"game"}:
            games.append([])
        games[-1].append(value)
    return games


def damaged(data: bytes, other: bytes, rng: Random) -> tuple[str, bytes]:
    """A journal with one thing wrong, and what that is."""
    lines = data.splitlines(keepends=True)
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    # lines with a whole deal are so long that most damage would be there
    place = sum(map(len, lines[:i])) + rng.randrange(len(lines[i]))
    kind = rng.choice(DAMAGES)
    if kind == "bit":
        return kind, data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
    if kind in ("byte", "bytes"):
        length = 1 if kind == "byte" else rng.randrange(2, 600)
        return kind, data[:place] + rng.choice([rng.randbytes(length), bytes(length)]) + data[place + length :]
    if kind == "inserted":
        return kind, data[:place] + rng.choice([b" ", b"\n", b"\0", rng.randbytes(3)]) + data[place:]
    if kind == "removed":
        return kind, data[:place] + data[place + rng.randrange(1, 90) :]
    if kind == "dropped":
        return kind, b"".join(lines[: min(i, j)] + lines[max(i, j) + (i == j) :])
    if kind == "doubled":
        return kind, b"".join(lines[: i + 1] + lines[min(i, j) : i + 1] + lines[i + 1 :])
    if kind == "swapped":
        lines[i], lines[j] = lines[j], lines[i]
        return kind, b"".join(lines)
    if kind == "spliced":
        foreign = other.splitlines(keepends=True)
        k = rng.randrange(len(foreign))
        i = max(1, i)  # lines that all come from another journal are that one's
        parts = [lines[:i] + foreign[k:], lines[:i] + foreign[i:], lines[:i] + foreign[k : k + 3] + lines[i:]]
        return kind, b"".join(rng.choice(parts))
    return kind, data[:place]


def damages(number: int, seed: int, folder: Path) -> Figures:
    """Damage journals in every way; what is read must be the truth, the beginning of it that is left, or an error."""
    rng = Random(f"damages/{seed}")
    names = ("noticed", "harmless", "cut_at_a_line", "torn", "gave_other_moves", "salvaged", "salvaged_other_moves")
    found: Figures = dict.fromkeys(["damages", *(f"damages_{name}" for name in names)], 0)
    found["damages_raised_another_error"] = 0
    slowest = 0.0
    sources = [journal_at_random(rng, folder / f"{i}.jsonl") for i in range(min(24, 4 + number // 50))]
    path = folder / "damaged.jsonl"
    for _ in range(number):
        whole, other = rng.sample(sources, 2)
        _, data = damaged(whole, other, rng)
        while data in (whole, other):  # a file that is another journal as a whole is one
            _, data = damaged(whole, other, rng)
        path.write_bytes(data)
        games = games_in(whole)
        found["damages"] += 1
        start = perf_counter()
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                steps = [step for _, step in read_journal(path)[1]]
        except cw.RecordError:
            found["damages_noticed"] += 1
        except Exception:  # noqa: BLE001 # which one does not matter: there is none to be
            found["damages_raised_another_error"] += 1
        else:
            if steps == games[-1] and not warned:
                found["damages_harmless"] += 1
            elif whole.startswith(data) and any(steps == game[: len(steps)] for game in games):
                found["damages_torn" if warned else "damages_cut_at_a_line"] += 1
            elif warned and any(steps == game[: len(steps)] for game in games):
                found["damages_torn"] += 1
            else:
                found["damages_gave_other_moves"] += 1
        try:
            _, left, _ = salvage_journal(path)
        except cw.RecordError:
            pass
        except Exception:  # noqa: BLE001
            found["damages_raised_another_error"] += 1
        else:
            found["damages_salvaged"] += 1
            kept = [step for _, step in left]
            found["damages_salvaged_other_moves"] += not any(kept == game[: len(kept)] for game in games)
        slowest = max(slowest, perf_counter() - start)
    return {**found, "damages_slowest_seconds": round(slowest, 3)}


# -- two at once


def racing(number: int) -> Callable[[int, int], None]:
    """A process that begins games where it is told to, if nobody else has."""

    def work(reading: int, writing: int) -> None:
        orders = os.fdopen(reading)
        for order in orders:
            path, how = json.loads(order)
            moves: list[str] = []
            answer = "held"
            game: cw.Game | None = None
            try:
                game = cw.load(path) if how == "go on" else cw.new("kommando", seed=number)
                game.autosave(path)
                for _ in range(3):
                    game.play(game.legal_moves()[0])
                moves = game.moves()
                answer = "kept"
            except JournalHeld:
                game = None
            except Exception as error:  # noqa: BLE001
                game = None
                answer = f"{type(error).__name__}: {error}"
            os.write(writing, json.dumps([answer, moves]).encode() + b"\n")
            orders.readline()
            if game is not None:
                with suppress(OSError):  # the comment will be missed
                    game.comment(f"from {number}")
            os.write(writing, b"\n")
            orders.readline()
            game = None
            gc.collect()
            os.write(writing, b"\n")

    return work


def races(number: int, seed: int, folder: Path) -> Figures:
    """Let two processes begin on one path at once: one of them keeps it, and what it plays is there."""
    rng = Random(f"races/{seed}")
    found = dict.fromkeys(("races", "races_without_one_holder", "races_unreadable", "races_lost_moves"), 0)
    found["races_left_behind"] = 0
    racers = [in_a_child(racing(i)) for i in range(2)]

    def all_answer(order: Any) -> list[Any]:
        for _, _, writing in rng.sample(racers, 2):
            os.write(writing, json.dumps(order).encode() + b"\n")
        answers = []
        for _, reading, _ in racers:
            text = b""
            while not text.endswith(b"\n"):
                part = os.read(reading, 65536)
                if not part:
                    raise RuntimeError("a process that was to race has ended")
                text += part
            answers.append(json.loads(text) if text.strip() else None)
        return answers

    try:
        for race in range(number):
            inside = folder / str(race)
            inside.mkdir()
            path = inside / "game.jsonl"
            how = rng.choice(["nothing", "another game", "go on"])
            earlier: list[str] = []
            if how != "nothing":
                game = cw.new("kommando", seed=7, autosave=path)
                earlier = game.play(game.legal_moves()[0]).moves()
                del game
                gc.collect()
            answers = all_answer([str(path), how])
            all_answer("comment")
            found["races"] += 1
            holders = [i for i, (answer, _) in enumerate(answers) if answer == "kept"]
            if len(holders) != 1 or sorted(answer for answer, _ in answers) != ["held", "kept"]:
                found["races_without_one_holder"] += 1
            try:
                kept = [loaded(file) for file in inside.glob("*.jsonl")]
            except (cw.RecordError, OSError):
                found["races_unreadable"] += 1
                kept = []
            for holder in holders:
                moves = answers[holder][1]
                found["races_lost_moves"] += not any(
                    game.moves() == moves and list(game.comments.values()) == [f"from {holder}"] for game in kept
                )
            if how == "another game":
                found["races_lost_moves"] += not any(game.moves() == earlier for game in kept)
            found["races_left_behind"] += len(left_behind(inside))
            all_answer("let go")
    finally:
        for child, reading, writing in racers:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(writing)
            os.close(reading)
    return {name: float(figure) for name, figure in found.items()}


# -- all of it


PARTS: dict[str, Callable[[int, int, Path], Figures]] = {
    "kills": kills, "failed_writes": failed_writes, "damages": damages, "races": races, "beginnings": begun_at_once,
    "refused": refused, "finalizers": stops,
}  # fmt: skip


def measure(numbers: dict[str, int], seed: int = 1) -> Figures:
    """The figures of the parts that are asked for, by name; each part in a folder of its own."""
    found: Figures = {}
    for name, number in numbers.items():
        with tempfile.TemporaryDirectory() as folder:
            start = perf_counter()
            found |= PARTS[name](number, seed, Path(folder)) if number else {}
            found[f"{name}_seconds"] = round(perf_counter() - start, 1)
    return found


def wrong(found: Figures) -> list[str]:
    """The figures that are not as they must be."""
    return [
        f"{name}: {figure}"
        for name, figure in found.items()
        if (name in MUST_BE_NONE and figure) or (name.endswith("slowest_seconds") and figure > 1)
    ]


ROWS = {
    "kills": "kills", "failed_writes": "failed writes", "damages": "damages", "races": "two processes",
    "beginnings": "threads at one path", "refused": "full disks", "finalizers": "stops in finalizers",
}  # fmt: skip
"""What the page calls each part (see `reliability_page`)."""


def note(found: Figures, path: Path) -> None:
    """Put the figures of the parts that were measured into the file that the page is made from."""
    figures = json.loads(path.read_text("utf-8"))
    for part, row in ROWS.items():
        if found.get(part):
            faults = [figure for name, figure in found.items() if name in MUST_BE_NONE and name.startswith(part)]
            slow = found.get(f"{part}_slowest_seconds", 0) > 1
            command = f"python -m tests.benchmarks.reliability --{part.replace('_', '-')} {int(found[part])}"
            figures[row] = {"count": int(found[part]), "faults": int(sum(faults)) + slow, "command": command}
    figures = {name: figures[name] for name in reliability_page.ROWS if name in figures}
    path.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    numbers = {"kills": 300, "failed-writes": 600, "damages": 10_000, "races": 1_000}
    for name, number in {**numbers, "beginnings": 10_000, "refused": 500, "finalizers": 1_000}.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--note", type=Path, help="a file of figures to put these into, such as docs/reliability.json")
    given = vars(parser.parse_args(arguments))
    seed, figures = given.pop("seed"), given.pop("note")
    found = measure(given, seed)
    whole = {name: int(figure) if figure == int(figure) else figure for name, figure in found.items()}
    print(json.dumps(whole, indent=1))
    for name in given:
        own = {key.removeprefix(name + "_"): figure for key, figure in whole.items() if key.startswith(name)}
        cells = ", ".join(f"{key} {figure:,}" for key, figure in own.items())
        print(f"| {cells.replace('_', ' ')} |")
    if figures is not None:
        note(found, figures)
    for line in wrong(found):
        print(f"WRONG: {line}")
    return 1 if wrong(found) else 0


if __name__ == "__main__":
    sys.exit(main())
