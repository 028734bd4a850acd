"""The stop button, a full memory, a failing disk: at whatever line they hit, the game is whole afterwards.

Each operation is run again and again, with a fault at another line each time. What is there then, the game, its
journal, its traits, what tables hold and what the browser was sent, is all as before the operation or all as after it.
"""

from __future__ import annotations

import logging
import secrets
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

import capture_widgets as cw
from capture_widgets.widgets import Table
from tests.faults import Lines, Site, chosen
from tests.thorough import little_or_much
from tests.wire import logged

TRAITS = ("ply", "round", "to_play", "is_over", "points", "returns")

ERRORS: list[Callable[[], BaseException]] = [
    KeyboardInterrupt,
    MemoryError,
    lambda: OSError(28, "No space left on device"),
]

MOST = 12
"""Differences that are told of one operation."""


class Wire(BaseComm):
    """The way to a browser that keeps what it was told, as the page does."""

    told: dict[str, Any]

    def publish_msg(self, msg_type: str, data: Any = None, *_more: Any, **_named: Any) -> None:
        if msg_type == "comm_open":
            self.told = dict(data["state"])
        elif msg_type == "comm_msg" and data["method"] == "update":
            self.told.update(data["state"])


class Names:
    """Names journals one after the other: the same steps write the same bytes, which are read once."""

    def __init__(self) -> None:
        self.given = 0

    def token_hex(self, count: int = 32) -> str:
        self.given += 1
        return f"{self.given:0{2 * count}x}"


NAMES = Names()


@pytest.fixture(autouse=True)
def _wired(monkeypatch: pytest.MonkeyPatch) -> None:
    wire(monkeypatch)


def wire(patch: pytest.MonkeyPatch) -> None:
    """Let tables speak to a `Wire`, and files be as good as on disk: what a power cut does is shown elsewhere.

    Nothing is logged: a traceback for each fault takes as long as the operation.
    """
    patch.setattr(comm, "create_comm", Wire)
    patch.setattr("os.fsync", lambda _file: None)
    patch.setattr(secrets, "token_hex", NAMES.token_hex)
    patch.setattr(logging.root.manager, "disable", logging.CRITICAL)


@pytest.fixture(scope="module")
def records() -> dict[str, Any]:
    return beginnings()


def beginnings() -> dict[str, Any]:
    """Games to begin with, as records."""
    early, late, unlike = (cw.new("kommando", seed=7, match=True, target=30, seats=["Ann", "Bob"]) for _ in range(3))
    while early.ply < 6:
        early.play(early.legal_moves()[0])
    while late.ply < 19:
        late.play(late.legal_moves()[0])
    while unlike.ply < 5:
        unlike.play(unlike.legal_moves()[-1])
    early.comment("A bold attack.", ply=3).glyph("!?", ply=3)
    hidden = cw.new("columns", seed=3)
    hidden.play(hidden.legal_moves()[5])
    return {
        "early": early.record(), "late": late.record(), "other": unlike.record(),
        "lesson": cw.from_dump(early.dump()).record(), "hidden": hidden.record(),
    }  # fmt: skip


@dataclass
class Stand:
    """A game with its journal and the tables that show it, before an operation."""

    game: cw.Game
    folder: Path
    tables: list[Table] = field(default_factory=list)

    @property
    def path(self) -> Path:
        return self.folder / "game.jsonl"

    def journals(self) -> dict[str, Any]:
        """What is in the folder: the games of the journals, loaded from copies; each content is read once."""
        return {path.name: _kept(path.read_bytes(), self.folder.parent) for path in sorted(self.folder.iterdir())}

    def _wait(self) -> None:
        """Until the thread that tells what an interrupt kept from being told is done."""
        until = time.monotonic() + 60
        while self.game._undelivered() or self.game._notifier.locked or any(table._turns.busy for table in self.tables):
            assert time.monotonic() < until, "somebody is still telling"
            time.sleep(0.001)

    def facts(self) -> dict[str, Any]:
        """All that there is to know, by where it is known from."""
        game = self.game
        self._wait()
        found: dict[str, Any] = {
            "game": [game.record(), game.dump(), game.can_undo, game.can_redo, game.names],
            "traits": {name: getattr(game, name) for name in TRAITS},
            "files": self.journals(),
        }
        for table in self.tables:
            assert isinstance(table.comm, Wire)
            where = f"table of {table.seat}"
            found[where] = {"dump": table.dump, "scene": _unnoticed(table.scene), "log": logged(table.get_state())}
            told = table.comm.told
            pages = [told[name] for name in sorted(told, key=lambda name: (len(name), name)) if name[3:].isdigit()]
            log = [entry for page in pages for entry in page][: told["logged"]["count"]]
            scene = _unnoticed(told.get("scene"))
            found[f"screen of {table.seat}"] = {"dump": told.get("dump"), "scene": scene, "log": log}
        return found


def _empty(folder: Path) -> Path:
    """A folder without files, there already or not: to make it anew would take longer."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    return folder


def _unnoticed(scene: Any) -> Any:
    """A scene without its notice: tables say that something which follows the game has failed."""
    return scene if scene is None else {**scene, "notice": None}


@cache
def _kept(content: bytes, folder: Path) -> Any:
    """The game of a journal with this content, loaded from a copy: what is read hangs on nothing else."""
    copy = _empty(folder / "copies") / "game.jsonl"
    copy.write_bytes(content)
    return _read(copy)


def _read(path: Path) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            game = cw.load(path)
    except Exception as error:  # noqa: BLE001 # whatever is wrong with a file is a difference
        return f"{type(error).__name__}: {error}"
    return [game.record(), game.can_redo]


def _disagree(facts: dict[str, Any]) -> list[str]:
    """Where the parts of one moment contradict one another."""
    record, dump, _, can_redo, _ = facts["game"]
    kept = facts["files"].get("game.jsonl", [record, can_redo])
    return [
        *(f"the trait {name} is {value!r}, the game's is {dump[name]!r}" for name, value in facts["traits"].items()
          if value != dump[name]),
        *([] if kept == [record, can_redo] else [f"the journal has another game: {_short(kept)}"]),
        *(f"the {name} is not what its table holds" for name, told in facts.items()
          if name.startswith("screen") and told != facts[name.replace("screen", "table")]),
    ]  # fmt: skip


def _short(read: Any) -> str:
    return str(read) if isinstance(read, str) else f"moves {read[0]['rounds'][-1]['moves']}"


def _unlike(facts: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """How a moment is neither the one before an operation nor the one after it."""
    if facts in (before, after):
        return []
    sides = {name: [side for side, known in (("before", before), ("after", after)) if facts.get(name) == known[name]]
             for name in facts}  # fmt: skip
    return [f"{name} as {' and '.join(sides[name]) or 'neither before nor after'}" for name in sides] + _disagree(facts)


Operation = Callable[[cw.Game, Path], object]


@dataclass(frozen=True)
class Case:
    """An operation, and the game that it is tried on."""

    name: str
    record: str
    operation: Operation
    prepare: Operation = lambda game, folder: None


def _first(game: cw.Game) -> str:
    return game.legal_moves()[0]


def _last(game: cw.Game) -> str:
    return game.legal_moves()[-1]


def _back(times: int) -> Operation:
    def undo(game: cw.Game, _folder: Path) -> None:
        for _ in range(times):
            game.undo()

    return undo


CASES = [
    Case("play", "early", lambda game, _: game.play(_first(game))),
    Case("play what is hidden", "hidden", lambda game, _: game.play(_last(game))),
    Case("play the last move of a round", "late", lambda game, _: game.play(_first(game))),
    Case("play what was taken back", "early", lambda game, _: game.play(game.record()["variations"][-1]["moves"][0]),
         _back(3)),
    Case("play another way", "early", lambda game, _: game.play(_last(game)), _back(3)),
    Case("undo", "early", lambda game, _: game.undo()),
    Case("undo over the start of a round", "late", lambda game, _: game.undo(),
         lambda game, _: game.play(_first(game))),
    Case("redo", "early", lambda game, _: game.redo(), _back(3)),
    Case("redo over the end of a round", "late", lambda game, _: game.redo(),
         lambda game, _: game.play(_first(game)).undo()),
    Case("restart", "early", lambda game, _: game.restart(seed=8), _back(2)),
    Case("restart with the same deal", "late", lambda game, _: game.restart(same=True),
         lambda game, _: game.play(_first(game))),
    Case("restart of a lesson", "lesson", lambda game, _: game.restart(same=True),
         lambda game, _: game.play(_first(game))),
    Case("comment", "early", lambda game, _: game.comment("Here.")),
    Case("comment anew", "early", lambda game, _: game.comment("", ply=3), _back(2)),
    Case("glyph", "early", lambda game, _: game.glyph("!!")),
    Case("sit", "early", lambda game, _: game.sit(1, cw.bots.Random(seed=1))),
    Case("autosave", "early", lambda game, folder: game.autosave(folder / "game.jsonl"), _back(3)),
    Case("autosave elsewhere", "early", lambda game, folder: game.autosave(folder / "second.jsonl"), _back(3)),
    Case("autosave where another game is", "early", lambda game, folder: game.autosave(folder / "taken.jsonl")),
]  # fmt: skip


def _set_up(case: Case, records: dict[str, Any], folder: Path, *, shown: bool) -> Stand:
    NAMES.given = 0
    stand = Stand(cw.load(records[case.record]), _empty(folder))
    if case.name.endswith("another game is"):
        cw.load(records["other"]).autosave(folder / "taken.jsonl")
    if case.name != "autosave":
        stand.game.autosave(stand.path)
    if shown:
        stand.tables = [stand.game.table(seat=seat) for seat in (0, None)]
    case.prepare(stand.game, folder)
    return stand


def _operate(case: Case, stand: Stand) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that another game moved aside
        case.operation(stand.game, stand.folder)


def _go_on(stand: Stand) -> None:
    """Some of everything, to see that what comes after a fault is what comes without one."""
    game = stand.game
    game.play(_last(game)).comment("later").undo().glyph("?").redo().sit(0, "Cleo")


def _free(game: cw.Game) -> bool:
    """Whether another thread can get at the game."""
    got: list[bool] = []

    def ask() -> None:
        with game.held():
            got.append(True)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(30)
    return bool(got)


@dataclass
class Tally:
    """How many faults have been tried."""

    faults: int = 0


def _traced(case: Case, records: dict[str, Any], folder: Path, *, shown: bool, everywhere: bool = False) -> Lines:
    """The lines that an operation runs."""
    _operate(case, _set_up(case, records, folder, shown=shown))  # what is kept for later is worked out the first time
    stand = _set_up(case, records, folder, shown=shown)
    lines = Lines(everywhere=everywhere, beyond=shown)
    assert lines.run(lambda: _operate(case, stand)) is None
    return lines


Faults = list[Callable[[], BaseException]]


def trial(
    case: Case,
    records: dict[str, Any],
    folder: Path,
    *,
    shown: bool,
    everywhere: bool = False,
    tally: Tally | None = None,
    share: dict[Site, Faults] | None = None,
    every: int = 1,
) -> Iterator[str]:
    """Run the operation with each kind of fault at its lines, or with those of its share; tells every difference.

    One line in ``every`` is tried.
    """
    tally = tally or Tally()
    lines = _traced(case, records, folder, shown=shown, everywhere=everywhere)
    stand = _set_up(case, records, folder, shown=shown)
    before = stand.facts()
    _operate(case, stand)
    after = stand.facts()
    assert before != after, "the operation does nothing"
    assert _disagree(after) == []
    _go_on(stand)
    end = stand.facts()
    numbers = chosen(lines.sites, again=everywhere or not shown)
    assert len(numbers) > 20
    for number in numbers[len(case.name) % every :: every]:
        site = lines.sites[number]
        assert site is not None
        for make in ERRORS if share is None else share.get(site, ()):
            tally.faults += 1
            stand = _set_up(case, records, folder, shown=shown)
            fault = Lines(number, make(), everywhere, beyond=shown)
            raised = fault.run(lambda stand=stand: _operate(case, stand))  # type: ignore[misc]
            name = type(fault.error).__name__
            where = f"{case.name}: {name} at line {number}, {fault.hit}"
            assert fault.hit is not None, f"{case.name}: line {number} was not reached again"
            if not _free(stand.game):
                yield f"{where}: the game's lock is still held"
                continue
            if raised is not fault.error and isinstance(fault.error, KeyboardInterrupt):
                yield f"{where}: nobody hears of it ({raised!r})"
            try:
                found = stand.facts()
                wrong = _unlike(found, before, after)
                if wrong:
                    yield f"{where}: {'; '.join(wrong)}"
                    continue
                if found == before:
                    if raised is None:
                        yield f"{where}: nothing is raised and nothing has changed"
                        continue
                    _operate(case, stand)
                    if stand.facts() != after:
                        yield f"{where}: once more it comes to something else: {_unlike(stand.facts(), before, after)}"
                        continue
                _go_on(stand)
            except Exception as error:  # noqa: BLE001 # what does not work any more is a difference as well
                yield f"{where}: {type(error).__name__}: {error}"
                continue
            if stand.facts() != end:
                yield f"{where}: the game goes on in another way: {_unlike(stand.facts(), end, end)}"


def _whole(
    case: Case,
    records: dict[str, Any],
    folder: Path,
    *,
    shown: bool,
    every: int,
    share: dict[Site, Faults] | None = None,
) -> None:
    found = list(islice(trial(case, records, folder, shown=shown, share=share, every=every), MOST))
    assert found == [], "\n".join(found)


every = pytest.mark.parametrize("every", little_or_much(24, 1))
"""One line in so many is tried."""


@every
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fault_at_any_line_leaves_game_and_journal_whole(
    case: Case, records: dict[str, Any], tmp_path: Path, every: int
) -> None:
    _whole(case, records, tmp_path / "games", shown=False, every=every)


SHOWN = ("play", "play what is hidden", "play the last move of a round", "undo over the start of a round", "redo",
         "restart", "comment", "sit")  # fmt: skip
"""Operations that are tried with tables, too; tests.benchmarks.stop_button tries all."""

WITH_TABLES = [case for case in CASES if case.name in SHOWN]


@pytest.fixture(scope="module")
def shares(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[Site, Faults]]:
    """What each operation with tables tries where: every kind of fault at every line, each kind at another operation
    that runs the line, where so many do.

    Nearly all lines are run by all operations, which lead to the same telling and drawing.
    """
    reached: dict[Site, list[str]] = {}
    with pytest.MonkeyPatch.context() as patch:
        wire(patch)
        found, folder = beginnings(), tmp_path_factory.mktemp("traced") / "games"
        for case in WITH_TABLES:
            for site in dict.fromkeys(_traced(case, found, folder, shown=True).sites):
                if site is not None:
                    reached.setdefault(site, []).append(case.name)
    given: dict[str, dict[Site, Faults]] = {case.name: {} for case in WITH_TABLES}
    for place, (site, names) in enumerate(reached.items()):
        for number, make in enumerate(ERRORS):
            given[names[(3 * place + number) % len(names)]].setdefault(site, []).append(make)
    return given


@every
@pytest.mark.parametrize("case", WITH_TABLES, ids=lambda case: case.name)
def test_a_fault_at_any_line_leaves_tables_and_screens_with_the_game(
    case: Case, records: dict[str, Any], tmp_path: Path, shares: dict[str, dict[Site, Faults]], every: int
) -> None:
    _whole(case, records, tmp_path / "games", shown=True, share=shares[case.name], every=every)


# -- at any moment, and not only between lines


SWALLOWED = r"ignore:(?s)Exception ignored.*, in stop\b.*KeyboardInterrupt:pytest.PytestUnraisableExceptionWarning"
"""Python calls back for an object that has gone (out of a dictionary of weak references, say) and around a collection
of garbage: what is raised there can go nowhere, so that Python says it and goes on. The stop comes again, from the hook
of `rescue_lost_interrupts` or some seconds later, and the test hears that one."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms on this system")
@pytest.mark.filterwarnings(SWALLOWED)
@pytest.mark.parametrize("stops", little_or_much(25, 500))
def test_a_stop_at_any_moment_while_others_are_at_the_game_loses_nothing_and_locks_nobody_out(
    tmp_path: Path, stops: int
) -> None:
    """A real signal comes anywhere, within a wait for the game's lock, too; its traceback is kept, as IPython does."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals come to the main thread")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    rng = Random(7)
    stand = Stand(cw.new("kommando", seed=7, match=True), tmp_path / "games")
    stand.folder.mkdir()
    game = stand.game.autosave(stand.path)
    stand.tables = [game.table(seat=seat) for seat in (0, None)]
    before = signal.signal(signal.SIGALRM, stop)
    kept: list[BaseException] = []
    try:
        for number in range(stops):
            busy = _Other(game)
            try:
                # pressed again where Python had to swallow it, as it does while an object is being destroyed; not soon,
                # or on a busy machine the hook that presses again would be the second to do so
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + 0.006 * rng.random() ** 2, 10)
                while True:
                    _anything(game, rng)
            except KeyboardInterrupt as error:
                kept[:] = [error]
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            assert _free(game), f"stop {number}: the game's lock is still held"
            busy.leave()
            facts = stand.facts()
            wrong = _disagree(facts)
            wrong += [
                f"{name} shows ply {told['dump']['ply']}"
                for name, told in facts.items()
                if name.startswith("table") and game.ply not in (0, told["dump"]["ply"])
            ]
            assert wrong == [], f"stop {number}"
    finally:
        signal.signal(signal.SIGALRM, before)


def _anything(game: cw.Game, rng: Random) -> None:
    kind = rng.random()
    moves = game.legal_moves()
    with suppress(cw.ActionRefused, cw.IllegalMove):
        if moves and kind < 0.7:
            game.play(rng.choice(moves))
        elif kind < 0.8:
            game.undo()
        elif kind < 0.9:
            game.comment("mine")
        else:
            game.restart(seed=3)


class _Other:
    """Somebody else who says things about the game all the time."""

    def __init__(self, game: cw.Game) -> None:
        self._game = game
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._speak, daemon=True)
        self._thread.start()

    def _speak(self) -> None:
        number = 0
        while not self._left.wait(0.0005):
            number += 1
            self._game.comment(f"theirs, {number}")

    def leave(self) -> None:
        self._left.set()
        self._thread.join(60)
        assert not self._thread.is_alive(), "somebody waits for the game for ever"
