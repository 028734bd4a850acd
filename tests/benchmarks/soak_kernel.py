"""The kernel's part of the soak: plays at random, and compares what is known of the game in its different places."""

from __future__ import annotations

import contextlib
import faulthandler
import hashlib
import json
import os
import signal
import tempfile
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.core.errors import UnknownOption
from capture_widgets.engine.names import names_for
from capture_widgets.games import GAMES
from capture_widgets.widgets import Table
from tests.cases import option_sets, random_move
from tests.wire import logged

TRAITS: Final = ("ply", "round", "to_play", "is_over", "points", "returns")

PATIENCE: Final = 3.0
"""Seconds within which bots come to rest and tables have heard of a change."""

STACKS: Final = "stacks.txt"
"""Where a kernel writes what its threads do when it gets SIGUSR1."""

WORDS: Final = ("", "A bold attack.", "Well done, S is right", "Nice play. M", "7b? L:7b!", "queen of spades",
                "ÿ \u2028 🂡 <b>", '{"play": "9y"}\n')  # fmt: skip
"""Comments: none, plain ones, and some that look like cards, lines of a journal or markup."""


def own_seat(table: Table) -> int | None:
    """The seat of the one person who looks at a table, whom its log calls "you"."""
    persons = [seat for seat, player in enumerate(table.game.seats) if isinstance(player, str)]
    seat = persons[0] if table.seat == "auto" and len(persons) == 1 else table.seat
    return seat if isinstance(seat, int) and seat in persons else None


class Desk:
    """One game at a time, kept in a journal and shown at tables."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.game: cw.Game = cw.new("kommando", seed=1)
        self.path = self.folder / "none.jsonl"
        self.tables: weakref.WeakSet[Table] = weakref.WeakSet()
        self.moves = 0

    # -- games

    def begin(self, seed: int) -> None:
        """A new game: which, with which options and for whom, follows from the seed."""
        rng = Random(seed)
        slug = rng.choice(list(GAMES))
        options = rng.choice(option_sets(GAMES[slug]))
        seats = ["Ann", "Bob", "Cleo", "Dora"][: GAMES[slug].seats(GAMES[slug].options.of(options))]
        if len(seats) > 1 and rng.random() < 0.25:
            seats[-1] = cw.bots.Random(seed=seed)  # type: ignore[call-overload]
        self.path = self.folder / f"game-of-{seed}.jsonl"
        given: dict[str, Any] = {"seed": seed % 1000, "seats": seats, **options}
        try:
            self.game = cw.new(slug, autosave=self.path, match=rng.random() < 0.4, **given)
        except UnknownOption:
            self.game = cw.new(slug, autosave=self.path, **given)
        self.tables = weakref.WeakSet()
        print(json.dumps({"path": str(self.path), "game": slug, "match": self.game.is_match, "options": options,
                          "bots": not all(isinstance(player, str) for player in seats)}))  # fmt: skip

    def resume(self, path: str) -> None:
        """The game of a journal, after the kernel that played it has gone; prints what its journal has."""
        self.path = Path(path)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            self.game = cw.load(path)
        told = {"digest": digest(self.game), "torn": [str(one.message) for one in said]}
        # what the journal would give without its last step
        lines = self.path.read_bytes().split(b"\n")
        whole = lines[:-1]
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(cw.RecordError):
            before = Path(folder) / "before.jsonl"
            before.write_bytes(b"\n".join([*whole[:-1], b""]))
            told["before"] = digest(cw.load(before))
        self.game.autosave(path)
        self.tables = weakref.WeakSet()
        print(json.dumps(told))

    def show(self, seat: Any) -> Table:
        """A table, to stand last in a cell."""
        if type(seat) is int:
            seat %= len(self.game.seats)
        table = self.game.table(seat=seat, pace=0)
        self.tables.add(table)
        return table

    # -- playing

    def operation(self, rng: Random) -> tuple[str, Callable[[], object]]:
        """Something to do with the game, and its name."""
        game = self.game
        kind = rng.choices(
            ["play", "undo", "redo", "comment", "glyph", "sit", "restart", "autosave"], [50, 12, 12, 6, 4, 3, 1, 2]
        )[0]
        ply = rng.choice(game.plies())
        if kind == "play" and game.to_play is not None:
            move = str(random_move(game.state, rng))
            return kind, lambda: game.play(move)
        if kind in ("undo", "play") and game.can_undo:
            return "undo", game.undo
        if kind == "redo" and game.can_redo:
            return kind, game.redo
        if kind == "comment":
            return kind, lambda: game.comment(rng.choice(WORDS), ply=ply)
        if kind == "glyph":
            return kind, lambda: game.glyph(rng.choice(["", "!", "?!"]), ply=ply)
        if kind == "sit":
            seat = rng.randrange(len(game.seats))
            return kind, lambda: game.sit(seat, rng.choice(["Eve", "Finn"]))
        if kind == "restart":
            return kind, lambda: game.restart(seed=rng.randrange(100))
        return "autosave", lambda: game.autosave(self.path)

    def step(self, seed: int, times: int = 1) -> None:
        """Do something."""
        rng = Random(seed)
        done = []
        for _ in range(times):
            name, act = self.operation(rng)
            # bots may have moved since
            with contextlib.suppress(cw.IllegalMove, ValueError):
                act()
            done.append(name)
            self.moves += name == "play"
        print(json.dumps(done))

    def work(self, seed: int, seconds: float = 4) -> None:
        """Do one thing after another until somebody presses the stop button."""
        rng = Random(seed)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            name, act = self.operation(rng)
            with contextlib.suppress(cw.IllegalMove, ValueError):
                act()
            self.moves += name == "play"

    def promise(self, seed: int, told: str) -> None:
        """The same until the kernel is killed; a file says what was begun, and the game once that had been done."""
        rng = Random(seed)
        with Path(told).open("a", encoding="utf-8") as file:
            while True:
                name, act = self.operation(rng)
                file.write(f"begins {name}\n")
                file.flush()
                act()
                file.write(f"done {digest(self.game)}\n")
                file.flush()

    def fill_disk(self, seed: int) -> None:
        """Let files grow by a few bytes only, and do things until one of them fails for that."""
        import resource

        rng = Random(seed)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        failed = ""
        for _ in range(20):
            name, act = self.operation(rng)
            size = self.path.stat().st_size
            small = 0 if rng.random() < 0.1 else size + rng.randrange(60)
            resource.setrlimit(resource.RLIMIT_FSIZE, (small, before[1]))
            try:
                act()
            except OSError:
                failed = name
                break
            except (cw.IllegalMove, ValueError):
                continue
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, before)
        print(json.dumps(failed))

    # -- comparing

    def look(self) -> None:
        """Print what differs between game, journal, traits and tables, and what every screen should show."""
        end = time.monotonic() + PATIENCE
        while True:
            with self.game.held():
                rests = self._rests()
                wrong = list(self._differences()) if rests else ["bots do not come to rest"]
                screens = [self._screen(table) for table in self.tables if table.comm is not None]
            if not wrong or time.monotonic() > end:
                break
            time.sleep(0.02)
        print(json.dumps({"wrong": wrong, "screens": screens, "at": [self.game.round, self.game.ply],
                          "over": self.game.is_over, "moves": self.moves}))  # fmt: skip

    def _rests(self) -> bool:
        game = self.game
        if game.to_play is None or not self.tables or isinstance(game.seats[game.to_play], str):
            return True
        return any(table.scene["stopped"] or table.scene["can"]["next"] or table.trouble for table in self.tables)

    def _differences(self) -> Iterator[str]:
        game = self.game
        dump, record = game.dump(), game.record()
        for name in TRAITS:
            value = getattr(game, name)
            if value != dump[name]:
                yield f"trait {name}: {value!r}, in the dump {dump[name]!r}"
        yield from self._journal(record)
        for table in list(self.tables):
            shown = table.dump
            where = f"table of {table.seat} ({shown['seat']})"
            at = shown["round"], shown["ply"]
            held = game.ply == 0 and shown["round"] == game.round - 1 and shown["ply"] == game.plies(at[0])[-1]
            if at != (game.round, game.ply) and not held:
                yield f"{where}: shows {at}, the game is at {(game.round, game.ply)}"
                continue
            meant: dict[str, Any] = dict(game.dump_at(at[1], round=at[0], seat=shown["seat"]))
            if shown["to_play"] not in table.scene["acts"]:
                meant["legal_moves"] = []
            for name, value in meant.items():
                if shown.get(name) != value:
                    yield f"{where}: {name} is {shown.get(name)!r:.200}, in the game {value!r:.200}"
            names = names_for(game.history.seats, own_seat(table))
            log = game.history.log(shown["seat"], ply=at[1], round=at[0], names=names)
            # a table's log says beside a move what was taken back before it
            told = [
                {key: words for key, words in entry.items() if key != "again"} for entry in logged(table.get_state())
            ]
            if told != log:
                other = next(((one, two) for one, two in zip(told, log, strict=False) if one != two), None)
                yield f"{where}: its log has {len(told)} entries, the game's {len(log)}, or other words: {other}"
            # beside equal names stands a name or a letter that tells them apart
            seen = [seat["name"] for seat in table.scene["seats"]]
            if not all(one.startswith(name) for one, name in zip(seen, game.names, strict=True)):
                yield f"{where}: its names are {table.scene['seats']}, the game's {game.names}"

    def _journal(self, record: Any) -> Iterator[str]:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            copy = Path(folder) / "copy.jsonl"
            copy.write_bytes(self.path.read_bytes())
            try:
                kept = cw.load(copy)
            except Exception as error:  # noqa: BLE001 # whatever is wrong with the file is what is looked for
                yield f"journal: {type(error).__name__}: {error}"
                return
        yield from (f"journal: {one.message}" for one in said)
        mine: Any = kept.record()
        for name in record:
            if mine.get(name) != record[name]:
                words = [json.dumps(value)[-200:] for value in (mine.get(name), record[name])]
                yield f"journal: {name} is {words[0]}, in the game {words[1]}"
        if kept.can_redo != self.game.can_redo:
            yield f"journal: can_redo is {kept.can_redo}"

    def _screen(self, table: Table) -> dict[str, Any]:
        dump: dict[str, Any] = table.dump
        inside = dump["table"]
        spots: dict[str, list[str | None]] = {}  # by place what may be seen there
        if dump["game"] == "fourx":
            for number, entry in enumerate(inside["map"]):
                if entry is not None:
                    down = entry["card"] is not None and not entry["up"]
                    # a game that is over shows what lay face down
                    shown = entry["card"] if dump["is_over"] or not down else "??"
                    spots[f"{'abcdefg'[number % 7]}{number // 7 + 1}"] = [shown]
        # labels have the last word of a player's name, and do not tell players of the same name apart
        names = [seat["name"].rpartition(" (")[0] or seat["name"] for seat in table.scene["seats"]]
        names = [name.split()[-1] for name in names]
        if dump["game"] == "commander":
            for seat, formation in enumerate(inside["formations"]):
                if names.count(names[seat]) > 1:
                    continue
                for number, entry in enumerate(formation, 1):
                    # a card that was seen before may lie face down again: it is for the players to remember
                    spots[f"{names[seat]}'s position {number}"] = [None] if entry is None else [entry["card"], "??"]
        cards = set(_texts(inside))
        # the bar is counts by suit in a dump, cards on a screen
        cards |= {f"{rank}{suit}" for suit, count in inside.get("bar", {}).items() for rank in "1234567MSG"[:count]}
        # a suit is told by its king, a conquered one by the king that lies beside the arsenal
        cards |= {f"K{suit}" for suit in (inside.get("own"), *inside.get("conquered", ())) if suit}
        # before the choice all four are shown, to choose from
        cards |= {f"K{suit}" for suit in "cdhs" if dump["game"] == "fourx" and inside["own"] is None}
        held: list[str] | None = None
        if type(dump["seat"]) is int:
            if dump["game"] == "fourx":
                held = [card for card in inside["arsenal"] if card != "??"]
            elif "hands" in inside:
                # of the others' hands only what lies open is known (UC-14)
                held = [card for hand in inside["hands"] for card in hand if card != "??"]
        return {
            "game": dump["game"],
            "seat": "all" if dump["seat"] is None else str(dump["seat"]),
            "you": None if dump["seat"] in (None, "public") else names[dump["seat"]],
            "round": str(dump["round"]),
            "ply": str(dump["ply"]),
            "state": "over" if dump["is_over"] else "ready",
            "moves": sorted(dump["legal_moves"]),
            "log": max(1, len(logged(table.get_state()))),  # where there is none yet, a line says so
            "cards": sorted(cards),
            "spots": spots,
            "held": None if held is None else sorted(held),
        }


def digest(game: cw.Game) -> str:
    """What tells one game from another, moves taken back included."""
    told = json.dumps([game.record(), game.can_redo], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def desk(folder: str) -> Desk:
    """A desk in this kernel, whose own files no longer matter to a full disk."""
    with contextlib.suppress(NameError, AttributeError):
        get_ipython().history_manager.enabled = False  # type: ignore[name-defined]  # noqa: F821
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, Path(STACKS).open("w"))  # noqa: SIM115 # it stays open for the signal
    print(os.getpid())
    return Desk(folder)
