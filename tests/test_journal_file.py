"""The journal's file: one owner, writes that succeed whole or not at all, and damage that is noticed."""

from __future__ import annotations

import errno
import gc
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import CodeType, FrameType, SimpleNamespace
from typing import Any

import portalocker
import pytest

import capture_widgets as cw
from capture_widgets.core import atomic_files as files
from capture_widgets.core import disk, locked_files
from capture_widgets.core.errors import JournalHeld
from capture_widgets.records import journal as journals
from capture_widgets.records import journal_lines, new_journal
from capture_widgets.records.journal import Journal, journal_at
from capture_widgets.records.journal_lines import read_journal
from capture_widgets.records.new_journal import begin_journal, identity
from capture_widgets.records.salvaging import salvage_journal, salvage_record

ROOT = Path(__file__).parent.parent
RECORD = cw.new("kommando", seed=7).record()
OTHER = cw.new("kommando", seed=8).record()
MOVES: list[dict[str, Any]] = [
    {"play": "L:1r"},
    {"play": "9y"},
    {"comment": ["0/1", "Zug, „gut“"]},
    {"undo": True},
    {"redo": True},
]

posix = pytest.mark.skipif(sys.platform == "win32", reason="names, permissions and forks of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def kept(path: Path, record: Any = RECORD, moves: int = 2, **settings: Any) -> Journal:
    """A journal with moves, still open."""
    journal = begin_journal(path, record, **settings)
    for step in MOVES[:moves]:
        journal.write(step)
    return journal


def steps(path: Path) -> list[dict[str, Any]]:
    """What a journal tells after its start, without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return [step for _, step in read_journal(path)[1]][1:]


def names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir())


def in_another_process(program: str, *arguments: object) -> str:
    """What a program prints that has a journal module of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# -- one holder

TAKE = """
import sys
import capture_widgets as cw
from capture_widgets.core.errors import JournalHeld
from capture_widgets.records.new_journal import begin_journal
try:
    begin_journal(sys.argv[1], cw.new("kommando", seed=1).record())
    print("taken")
except JournalHeld as error:
    print(error.pid, error)
"""


def test_another_process_is_told_at_once_who_keeps_the_file(path: Path) -> None:
    journal = kept(path)
    before = path.read_bytes()
    told = in_another_process(TAKE, path)
    if sys.platform == "linux":
        assert told.startswith(f"{os.getpid()} ")
    assert "resume(" in told
    assert "another name" in told
    assert path.read_bytes() == before
    journal.write({"undo": True})
    journal.close()
    assert in_another_process(TAKE, path) == "taken"
    assert names(path) == ["game-1.jsonl", "game.jsonl"]
    assert steps(path.with_name("game-1.jsonl")) == [*MOVES[:2], {"undo": True}]


def test_a_journal_that_is_kept_can_be_read_by_others(path: Path) -> None:
    _journal = kept(path)
    program = (
        "import sys; from capture_widgets.records.journal_lines import read_journal; "
        "print(len(read_journal(sys.argv[1])[1]))"
    )
    assert in_another_process(program, path) == "3"


def test_the_same_game_read_again_in_the_same_kernel_is_refused(path: Path) -> None:
    journal = kept(path)
    with pytest.raises(JournalHeld, match="another game of this kernel") as caught:
        begin_journal(path, RECORD, own=identity(path))
    assert caught.value.pid == os.getpid()
    journal.write({"undo": True})
    assert len(steps(path)) == 3


def test_another_game_of_the_same_kernel_moves_aside_and_goes_on_there(path: Path) -> None:
    first = kept(path)
    with pytest.warns(UserWarning, match="game-1.jsonl"):
        second = kept(path, OTHER)
    first.write({"undo": True})
    second.write({"undo": True})
    assert first.path.name == "game-1.jsonl"
    assert len(steps(path)) == len(steps(first.path)) == 3
    assert journal_at(path) is second
    assert journal_at(first.path) is first


def test_what_was_kept_after_a_game_was_read_is_not_written_over(path: Path) -> None:
    journal = kept(path)
    read = identity(path)
    journal.write({"undo": True})
    journal.close()
    with pytest.warns(UserWarning, match="game-1.jsonl"):
        begin_journal(path, RECORD, own=read)
    assert len(steps(path.with_name("game-1.jsonl"))) == 3


def test_the_file_that_a_game_was_read_from_is_written_anew(path: Path) -> None:
    kept(path).close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        journal = begin_journal(path, OTHER, own=identity(path), undone=2, can_undo=False)
    assert names(path) == [path.name]
    can_undo, (start, *rest) = read_journal(path)
    assert (can_undo, start[1], [step for _, step in rest]) == (False, {"game": OTHER}, [{"undo": True}] * 2)
    journal.write({"redo": True})


def test_a_game_that_begins_anew_in_its_own_journal_goes_on_in_it(path: Path) -> None:
    journal = kept(path)
    assert begin_journal(path, OTHER, own=journal, undone=1) is journal
    assert [step for _, step in read_journal(path)[1]] == [{"game": OTHER}, {"undo": True}]
    assert names(path) == [path.name]


def test_a_game_that_nobody_knows_any_more_keeps_no_file(path: Path) -> None:
    class Owner:
        pass

    owner = Owner()
    journal = kept(path)
    journal.owner = owner
    assert journal_at(path) is journal
    assert journal.owner is owner
    del owner
    assert journal_at(path) is None  # although the journal itself is still there
    assert journal.closed
    kept(path, own=identity(path))


def test_journals_are_found_but_not_kept_alive(path: Path) -> None:
    journal = kept(path)
    assert journal_at(path) is journal
    assert journal_at(path.with_name("none.jsonl")) is None
    del journal
    gc.collect()
    assert journal_at(path) is None
    assert in_another_process(TAKE, path) == "taken"


def test_a_closed_journal_says_so(path: Path) -> None:
    journal = kept(path)
    journal.close()
    journal.close()
    journal.rollback(journal.length)
    with pytest.raises(OSError, match="is closed"):
        journal.write({"undo": True})
    assert len(steps(path)) == 2


@posix
def test_a_forked_process_has_no_part_in_a_journal(path: Path) -> None:
    journal = kept(path)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            said = "written"
            try:
                journal.write({"undo": True})
            except OSError as error:
                said = str(error)
            journal.close()
            try:
                begin_journal(path, RECORD)
            except JournalHeld as error:
                said += f" | {error.pid}"
            os.write(writing, said.encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    told = os.read(reading, 1000).decode()
    os.close(reading)
    os.close(writing)
    assert f"kept by process {os.getpid()}, from which this one was forked" in told
    assert told.endswith(f"| {os.getpid()}") or sys.platform != "linux"
    journal.write({"undo": True})
    assert len(steps(path)) == 3


RACE = """
import sys, warnings
import capture_widgets as cw
from capture_widgets.core.errors import JournalHeld
from capture_widgets.records.new_journal import begin_journal
warnings.simplefilter("ignore")
record = cw.new("kommando", seed=int(sys.argv[1])).record()
print("ready", flush=True)
for line in sys.stdin:
    try:
        journal = begin_journal(line.strip(), record)
        print("taken", flush=True)
        sys.stdin.readline()
        journal.write({"play": sys.argv[1]})
        journal.close()
        print("written", flush=True)
    except JournalHeld:
        print("held", flush=True)
        sys.stdin.readline()
        print("nothing", flush=True)
"""


@pytest.mark.parametrize("there", ["nothing", "a game", "an empty file"])
def test_of_two_processes_that_begin_at_once_one_has_the_file(there: str, tmp_path: Path) -> None:
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, str(number)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in (1, 2)
    ]

    def all_told(text: str) -> list[str]:
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write(text + "\n")
            racer.stdin.flush()
        return [racer.stdout.readline().strip() for racer in racers if racer.stdout is not None]

    try:
        assert [racer.stdout.readline() for racer in racers if racer.stdout is not None] == ["ready\n"] * 2
        for number in range(20):
            path = tmp_path / str(number) / "game.jsonl"
            path.parent.mkdir()
            if there == "a game":
                kept(path).close()
            elif there == "an empty file":
                path.touch()
            assert sorted(all_told(str(path))) == ["held", "taken"]
            said = all_told("go on")
            assert sorted(said) == ["nothing", "written"]
            assert steps(path) == [{"play": str(said.index("written") + 1)}]
            assert names(path) == ["game-1.jsonl", "game.jsonl"] if there == "a game" else ["game.jsonl"]
    finally:
        for racer in racers:
            racer.communicate()


# -- what is there already


@posix
def test_a_link_stays_and_its_target_is_written(path: Path) -> None:
    (path.parent / "there").mkdir()
    target = path.parent / "there" / "real.jsonl"
    path.symlink_to(target)  # to nowhere as yet
    kept(path).close()
    assert path.is_symlink()
    assert len(steps(target)) == 2
    with pytest.warns(UserWarning, match="real-1.jsonl"):
        kept(path, OTHER).close()
    assert path.is_symlink()
    assert names(target) == ["real-1.jsonl", "real.jsonl"]


@posix
def test_permissions_stay_and_those_of_a_new_file_are_the_usual_ones(path: Path) -> None:
    mask = os.umask(0o027)
    try:
        kept(path).close()
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o600)
    kept(path, own=identity(path)).close()
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.warns(UserWarning, match="game-1.jsonl"):
        kept(path).close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.with_name("game-1.jsonl").stat().st_mode & 0o777 == 0o600


def test_no_other_file_is_touched_and_none_is_left(path: Path) -> None:
    mine = ("game.jsonl.new", "game.jsonl.lock", "game.jsonl.tmp", "game-1.jsonl")
    beside = {name: f"my own {name}" for name in mine}
    for name, text in beside.items():
        path.with_name(name).write_text(text)
    journal = kept(path)
    with pytest.warns(UserWarning, match="game-2.jsonl"):
        kept(path, OTHER).close()
    journal.close()
    for name, text in beside.items():
        assert path.with_name(name).read_text() == text
    assert names(path) == sorted([*beside, "game.jsonl", "game-2.jsonl"])


@posix
def test_what_is_no_file_is_no_journal(path: Path) -> None:
    path.mkdir()
    with pytest.raises(FileExistsError, match="no journal"):
        kept(path)
    os.mkfifo(path.with_name("pipe"))
    with pytest.raises(FileExistsError, match="no journal"):
        kept(path.with_name("pipe"))


@posix
def test_names_are_on_disk_before_a_game_begins(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(number: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{number}").readlink()) if sys.platform == "linux" else "?")
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    kept(path, moves=0)
    assert len(synced) == 2
    if sys.platform == "linux":
        assert synced[1] == str(path.parent.resolve())


@posix
def test_file_systems_without_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*args: object, **settings: object) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", link)
    monkeypatch.setattr(locked_files, "unnamed_files_work", locked_files.unnamed_files_work)  # is put back
    first = kept(path)
    with pytest.warns(UserWarning, match="game-1.jsonl"):
        second = kept(path, OTHER)
    first.write({"undo": True})
    assert len(steps(first.path)) == 3
    assert in_another_process(TAKE, path).startswith(str(os.getpid()) if sys.platform == "linux" else "")
    second.close()
    assert names(path) == ["game-1.jsonl", "game.jsonl"]


@pytest.mark.parametrize("there", ["a file", "a game that nobody has played"])
@pytest.mark.skipif(sys.platform != "linux", reason="a stand-in for Windows that asks Linux which files are open")
def test_no_open_journal_is_replaced_where_the_system_forbids_it(
    there: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: a file that anybody here has open is not replaced."""
    replace, refused = os.replace, []

    def forbidding(source: str, target: str) -> None:
        if Path(target).resolve() in [entry.resolve() for entry in Path("/proc/self/fd").iterdir()]:
            refused.append(target)
            raise PermissionError(errno.EACCES, "open", target)
        replace(source, target)

    windows = SimpleNamespace(platform="win32", is_finalizing=sys.is_finalizing, _getframe=sys._getframe)
    earlier = kept(path, moves=0)
    if there == "a file":
        earlier.close()
    monkeypatch.setattr(journals, "sys", windows)
    monkeypatch.setattr(os, "replace", forbidding)
    journal = kept(path, OTHER)
    assert refused == []
    assert journal_at(path) is journal
    assert len(steps(path)) == 2
    assert names(path) == [path.name]
    if there == "a file":
        assert earlier.closed
    else:
        with pytest.warns(UserWarning, match="game-1.jsonl"):
            earlier.write(MOVES[0])
        assert steps(path.with_name("game-1.jsonl")) == MOVES[:1]
        assert refused == []


def test_file_systems_without_locks_say_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lock(*args: object) -> None:
        raise portalocker.LockException from OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(portalocker, "lock", lock)
    with pytest.warns(UserWarning, match="has no locks"):
        journal = begin_journal(path, RECORD)
    journal.write({"play": "L:1r"})
    assert len(steps(path)) == 1


# -- somebody else at the file


def replaced(path: Path) -> None:
    path.with_name("x").write_bytes(path.read_bytes())
    path.with_name("x").replace(path)


def overwritten(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"L:1r"', b'"L:2r"'))


def copied_elsewhere(path: Path) -> None:
    data = path.read_bytes()
    path.rename(path.with_name("moved.jsonl"))
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda path: os.truncate(path, path.stat().st_size - 5), "cut short"),
        (lambda path: path.write_bytes(b""), "cut short"),
        (lambda path: path.write_bytes(path.read_bytes() + b"more\n"), "another program has written"),
        (overwritten, "was changed"),
        (replaced, "removed, or another"),
        (copied_elsewhere, "removed, or another"),
        (Path.unlink, "removed, or another"),
        (lambda path: path.rename(path.with_name("x.jsonl")), "moved or removed"),
    ],
    ids=["truncated", "emptied", "grown", "overwritten", "replaced", "moved and copied", "removed", "moved"],
)
@posix
def test_what_others_do_to_the_file_is_noticed_at_the_next_step(
    act: Callable[[Path], object], words: str, path: Path
) -> None:
    journal = kept(path)
    mark = journal.length
    os.utime(path, ns=(0, path.stat().st_mtime_ns))  # the clock of some file systems ticks slowly
    os.utime(path)
    act(path)
    after = path.read_bytes() if path.exists() else None
    for _ in range(2):
        with pytest.raises(OSError, match=words) as caught:
            journal.write({"undo": True})
        assert "autosave under a new name" in str(caught.value)
        assert journal.length == mark
    assert (path.read_bytes() if path.exists() else None) == after


def test_a_file_that_was_only_touched_is_as_good_as_before(path: Path) -> None:
    journal = kept(path)
    os.utime(path, (1, 1))
    journal.write({"undo": True})
    assert len(steps(path)) == 3


def test_a_game_whose_file_was_spoilt_can_be_kept_there_again(path: Path) -> None:
    journal = kept(path)
    path.write_bytes(path.read_bytes()[:-30] + b"spoilt\n")
    with pytest.warns(UserWarning, match="game-1.jsonl"):
        again = begin_journal(path, OTHER, own=journal)
    journal.close()
    again.write({"play": "L:1r"})
    assert len(steps(path)) == 1


# -- all or nothing


class Stop(BaseException):
    """Stands for the stop button, an empty memory, whatever comes between two lines."""


@pytest.fixture
def nothing_between(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No garbage is collected, which would tell nobody that it was stopped, and no disk is waited for."""
    monkeypatch.setattr(os, "fsync", lambda number: None)
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@contextmanager
def stopped_at(line: int) -> Iterator[list[int]]:
    """Raise `Stop` before the line of these modules that is run as number so and so; yields how many were run."""
    run = [0]
    traced = {journals.__file__, new_journal.__file__, locked_files.__file__, files.__file__, disk.__file__}

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        code: CodeType = frame.f_code
        if code.co_filename not in traced or code.co_name == "__del__":
            return None
        if event == "line":
            run[0] += 1
            if run[0] == line:
                raise Stop
        return trace

    sys.settrace(trace)
    try:
        yield run
    finally:
        sys.settrace(None)


@pytest.mark.usefixtures("nothing_between")
def test_a_step_is_written_or_not_wherever_it_is_stopped(path: Path) -> None:
    journal = kept(path)
    line = 1
    while True:
        before, mark = path.read_bytes(), journal.length
        with stopped_at(line) as run, suppress(Stop):
            journal.write({"comment": ["0/1", "ÿ"]})
        if run[0] < line:
            break
        assert path.read_bytes() == before
        assert journal.length == mark
        journal.write({"undo": True})
        journal.rollback(mark)
        assert path.read_bytes() == before
        line += 1
    assert line > 30
    assert steps(path)[-1] == {"comment": ["0/1", "ÿ"]}


def test_rollback_takes_back_one_step_and_no_other(path: Path) -> None:
    journal = kept(path, moves=1)
    mark = journal.length
    journal.write({"play": "9y"}, {"comment": ["0/2", "both"]})
    later = journal.length
    journal.rollback(mark)
    assert (journal.length, steps(path)) == (mark, MOVES[:1])
    with pytest.raises(ValueError, match="never ended"):
        journal.rollback(later)
    journal.write({"play": "9y"})
    journal.rollback(mark)
    journal.write({"undo": True})
    assert steps(path) == [MOVES[0], {"undo": True}]
    assert read_journal(path)[1][-1][0] == 4


@pytest.mark.usefixtures("nothing_between")
@pytest.mark.parametrize("there", ["nothing", "a game", "a game of this kernel", "an empty file"])
def test_a_journal_is_begun_or_not_wherever_it_is_stopped(there: str, path: Path) -> None:
    other: Journal | None = None
    if there.startswith("a game"):
        other = kept(path)
        if there == "a game":
            other.close()
            other = None
    elif there == "an empty file":
        path.touch()
    path.with_name("mine").write_text("mine")
    before, listed = path.read_bytes() if path.exists() else None, names(path)
    line = 1
    while True:
        begun: Journal | None = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with stopped_at(line) as run, suppress(Stop):
                begun = begin_journal(path, OTHER)
        if begun is not None:
            break
        assert run[0] >= line
        if there == "an empty file" and path.read_bytes():
            path.write_bytes(b"")  # where it came too late there is a journal now, which nobody keeps
        after = path.read_bytes() if path.exists() else None
        if names(path) == listed:
            assert after == before
        else:  # so late that everything was done: both games are whole
            assert names(path) == sorted({*listed, "game.jsonl", *(["game-1.jsonl"] if before else [])})
            assert journal_at(path) is None
            assert steps(path) == []
            if before is None:
                path.unlink()
            else:
                assert path.with_name("game-1.jsonl").read_bytes() == before
                path.with_name("game-1.jsonl").replace(path)
                if other is not None:
                    other._moved(str(path))
        if other is not None:
            other.write({"undo": True})
            other.rollback(len(before or b""))
        line += 1
    assert line > 60
    assert steps(path) == []


CALLS = ["open", "write", "fsync", "lseek", "fstat", "stat", "replace", "link", "unlink", "ftruncate", "read", "fchmod"]


class Failing:
    """Stands for `os`: the calls that count are numbered, and some of them fail."""

    def __init__(self, first: int, last: int, error: BaseException) -> None:
        self.calls = 0
        self.first, self.last, self.error = first, last, error

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        if name not in CALLS:
            return found

        def call(*args: Any, **settings: Any) -> Any:
            self.calls += 1
            if self.first <= self.calls <= self.last:
                if name == "write":  # a part may be written
                    found(args[0], bytes(args[1])[: len(args[1]) // 2])
                raise self.error
            return found(*args, **settings)

        return call


FAILURES = [OSError(errno.ENOSPC, "disk full"), OSError(errno.EIO, "disk failed"), KeyboardInterrupt(), MemoryError()]


@pytest.mark.parametrize("error", FAILURES, ids=str)
@pytest.mark.parametrize("dead", [False, True], ids=["one call fails", "all calls fail from then on"])
@posix
def test_whatever_call_fails_a_step_is_written_or_not(
    dead: bool, error: BaseException, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = kept(path)
    call = 1
    while True:
        before, mark = path.read_bytes(), journal.length
        failing = Failing(call, 10**9 if dead else call, error)
        with monkeypatch.context() as patch:
            patch.setattr(journals, "os", failing)
            patch.setattr(new_journal, "os", failing)
            patch.setattr(locked_files, "os", failing)
            patch.setattr(files, "os", failing)
            patch.setattr(disk, "os", failing)
            failed = False
            try:
                journal.write({"comment": ["0/1", "x"]})
            except type(error):
                failed = True
        if failing.calls < call:
            break
        assert failed
        assert journal.length == mark
        if not dead:
            assert path.read_bytes() == before
        journal.write({"undo": True})
        journal.rollback(mark)
        assert path.read_bytes() == before
        call += 1
    assert call > 6
    assert steps(path)[-1] == {"comment": ["0/1", "x"]}


@pytest.mark.parametrize("error", FAILURES, ids=str)
@pytest.mark.parametrize("there", ["nothing", "a game", "a game of this kernel"])
@posix
def test_whatever_call_fails_a_journal_is_begun_or_not(
    there: str, error: BaseException, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other: Journal | None = None
    if there != "nothing":
        other = kept(path)
        if there == "a game":
            other.close()
            other = None
    before, listed = path.read_bytes() if path.exists() else None, names(path)
    call = 1
    while True:
        failing = Failing(call, call, error)
        with monkeypatch.context() as patch, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            patch.setattr(journals, "os", failing)
            patch.setattr(new_journal, "os", failing)
            patch.setattr(locked_files, "os", failing)
            patch.setattr(files, "os", failing)
            patch.setattr(disk, "os", failing)
            begun: Journal | None = None
            try:
                begun = begin_journal(path, OTHER)
            except JournalHeld:
                raise  # nobody holds it
            except type(error):
                pass
        if begun is not None:
            break
        assert names(path) == listed
        assert (path.read_bytes() if path.exists() else None) == before
        if other is not None:
            other.write({"undo": True})
            other.rollback(len(before or b""))
        call += 1
    assert call > 6
    assert steps(path) == []


def test_a_journal_has_a_bound(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = kept(path)
    before = path.read_bytes()
    monkeypatch.setattr(journal_lines, "MOST_BYTES", len(before) + 100)
    with pytest.raises(OSError, match="at most"):
        journal.write({"comment": ["0/1", "x" * 200]})
    assert path.read_bytes() == before
    monkeypatch.setattr(journal_lines, "MOST_BYTES", len(before) - 1)
    for read in (read_journal, salvage_journal):
        with pytest.raises(cw.RecordError, match="longer than"):
            read(path)


def test_what_cannot_be_written_as_json_is_no_line(path: Path) -> None:
    journal = kept(path)
    before = path.read_bytes()
    for value in ("\ud800", float("nan"), object()):
        with pytest.raises((ValueError, TypeError)):
            journal.write({"comment": ["0/1", value]})
    assert path.read_bytes() == before
    journal.write({"undo": True})


# -- damage


@pytest.fixture
def data(path: Path) -> bytes:
    journal = kept(path, moves=3)
    journal.write({"game": OTHER})
    for step in MOVES:
        journal.write(step)
    journal.close()
    return path.read_bytes()


def test_a_changed_bit_anywhere_is_noticed(data: bytes, path: Path) -> None:
    truth = read_journal(path)
    header, start, *_ = data.split(b"\n")
    places = [*range(len(header) + 60), *range(len(header) + len(start) - 60, len(data))]  # the deal is long
    for place in places:
        changed = bytes([data[place] ^ 1 << place % 8])
        path.write_bytes(data[:place] + changed + data[place + 1 :])
        with pytest.raises(cw.RecordError):
            read_journal(path)
        _, found, faults = salvage_journal(path)
        assert faults
        step_values = [step for _, step in found]
        beginnings = [[step for _, step in truth[1]], [{"game": RECORD}, *MOVES[:3]]]
        assert any(whole[: len(step_values)] == step_values for whole in beginnings)


def test_lines_dropped_doubled_swapped_or_from_elsewhere_are_noticed(data: bytes, path: Path) -> None:
    kept(path.with_name("other.jsonl"), moves=5).close()
    foreign = path.with_name("other.jsonl").read_bytes().splitlines(keepends=True)
    whole = data.splitlines(keepends=True)
    damaged = [[*whole[:i], *whole[i + 1 :]] for i in range(len(whole) - 1)]
    damaged += [[*whole[:i], whole[i], *whole[i:]] for i in range(len(whole))]
    damaged += [[*whole[:i], whole[i + 1], whole[i], *whole[i + 2 :]] for i in range(len(whole) - 1)]
    damaged += [[*whole[:i], line, *whole[i + 1 :]] for i in range(1, len(whole)) for line in foreign]
    damaged += [[*whole[:i], *foreign[i:]] for i in range(1, 7)]
    damaged += [[*foreign[:i], *whole[i:]] for i in range(1, 7)]
    for lines in damaged:
        path.write_bytes(b"".join(lines))
        with pytest.raises(cw.RecordError) as caught:
            read_journal(path)
        assert caught.value.where.startswith("line ")


def test_a_last_line_without_an_end_is_torn_and_a_whole_one_that_was_changed_is_damage(data: bytes, path: Path) -> None:
    last = len(data.splitlines(keepends=True)[-1])
    for cut in range(1, last):
        path.write_bytes(data[:-cut])
        with pytest.warns(UserWarning, match="torn"):
            assert [step for _, step in read_journal(path)[1]][1:] == MOVES[:-1]
    path.write_bytes(data[:-last])
    assert steps(path) == MOVES[:-1]
    path.write_bytes(data[:-20] + bytes(20))  # as some file systems leave it
    with pytest.warns(UserWarning, match="torn"):
        assert len(read_journal(path)[1]) == len(MOVES)
    for zeros in (1, 512, 4096):
        path.write_bytes(data + bytes(zeros))
        with pytest.warns(UserWarning, match=f"the last line is {zeros:,} zero bytes, as a power cut leaves them"):
            assert [step for _, step in read_journal(path)[1]][1:] == MOVES
        assert any("zero bytes" in reason for _, reason in salvage_journal(path)[2])
        path.write_bytes(data[:-30] + bytes(zeros))
        with pytest.warns(UserWarning, match=rf"torn, with {zeros:,} zero bytes at its end, and was left out: \{{"):
            assert [step for _, step in read_journal(path)[1]][1:] == MOVES[:-1]
    path.write_bytes(data[:-1] + b"\x0b")
    with pytest.raises(cw.RecordError, match="goes on after its checksum"):
        read_journal(path)


def test_version_1_is_read_as_before(path: Path) -> None:
    lines = [{"format": "capture-widgets/journal", "version": 1, "undo": False}, {"game": RECORD}, *MOVES]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert read_journal(path) == (False, list(enumerate([{"game": RECORD}, *MOVES], 2)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        begin_journal(path, RECORD, own=identity(path)).close()
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["version"] == 2


def test_what_is_cut_off_between_two_lines_cannot_be_noticed(data: bytes, path: Path) -> None:
    """As `docs/reliability.md` says: it is a sound journal of what was played until then."""
    lines = data.splitlines(keepends=True)
    for count in range(6, len(lines)):
        path.write_bytes(b"".join(lines[:count]))
        assert steps(path) == MOVES[: count - 6]


@pytest.mark.parametrize("line", [b"[" * 100_000, b'{"n":' + b"9" * 5000 + b"}", b"\xff", b"{}", b"", b"\0" * 99])
@pytest.mark.parametrize("number", range(1, 8))
def test_no_line_raises_anything_else(number: int, line: bytes, data: bytes, path: Path) -> None:
    lines = data.split(b"\n")
    for damaged in (line, lines[number - 1][:-26] + line, line + lines[number - 1]):
        if damaged == lines[number - 1]:
            continue
        path.write_bytes(b"\n".join([*lines[: number - 1], damaged, *lines[number:]]))
        with pytest.raises(cw.RecordError) as caught:
            read_journal(path)
        assert caught.value.where == f"line {number}"
        try:
            assert salvage_journal(path)[2]
        except cw.RecordError:
            assert number < 3


# -- what is left


def salvaged(path: Path) -> tuple[list[dict[str, Any]], list[str]]:
    _, found, faults = salvage_journal(path)
    return [step for _, step in found], [where for where, _ in faults]


def test_a_sound_journal_has_no_faults(data: bytes, path: Path) -> None:
    assert salvage_journal(path) == (*read_journal(path), [])


def test_what_stands_before_the_damage_is_kept(data: bytes, path: Path) -> None:
    lines = data.split(b"\n")
    lines[8] = lines[8].replace(b"gut", b"gat")
    path.write_bytes(b"\n".join(lines))
    assert salvaged(path) == ([{"game": OTHER}, *MOVES[:2]], ["line 9", "lines 10 to 11"])


def test_a_game_begun_after_the_damage_is_whole(data: bytes, path: Path) -> None:
    lines = data.split(b"\n")
    for changed in (lines[:2] + lines[3:], [b"", *lines[1:]], lines[1:], [*lines[:3], b"\xff", *lines[4:]]):
        path.write_bytes(b"\n".join(changed))
        found, faults = salvaged(path)
        assert found == [{"game": OTHER}, *MOVES]
        assert len(faults) >= 1


def test_where_the_last_start_is_damaged_the_game_before_it_is_told(data: bytes, path: Path) -> None:
    lines = data.split(b"\n")
    lines[5] = lines[5].replace(b'"seed":8', b'"seed":9')
    path.write_bytes(b"\n".join(lines))
    assert salvaged(path) == ([{"game": RECORD}, *MOVES[:3]], ["line 6", "lines 7 to 11"])


def test_a_start_from_another_journal_is_not_trusted(data: bytes, path: Path) -> None:
    kept(path.with_name("other.jsonl"), moves=5).close()
    foreign = path.with_name("other.jsonl").read_bytes().splitlines(keepends=True)
    whole = data.splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:3] + foreign[1:]))
    assert salvaged(path)[0] == [{"game": RECORD}, MOVES[0]]


def test_that_moves_may_not_be_taken_back_outlives_the_header(path: Path) -> None:
    kept(path, can_undo=False).close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"version":2', b'"version":9', 1))
    can_undo, found, faults = salvage_journal(path)
    assert (can_undo, len(found), faults[0][0]) == (False, 3, "line 1")


def test_a_newer_journal_is_not_guessed_at(path: Path) -> None:
    path.write_text('{"format":"capture-widgets/journal","version":3}\n{"game":{}}\n')
    with pytest.raises(cw.RecordError, match="a newer one may read it"):
        salvage_journal(path)


@pytest.mark.parametrize("text", ["", "x", "\n\n", '{"format":"capture-widgets/journal","version":1}\n{"game":7}\n'])
def test_where_nothing_can_be_trusted_that_is_said(text: str, path: Path) -> None:
    path.write_text(text)
    with pytest.raises(cw.RecordError) as caught:
        salvage_journal(path)
    assert caught.value.faults


def test_faults_have_a_bound(path: Path) -> None:
    kept(path).close()
    start = path.read_bytes().split(b"\n")[1]
    path.write_bytes(path.read_bytes() + (start + b"\nx\n") * 300)
    assert len(salvage_journal(path)[2]) == 100


def test_a_damaged_journal_of_version_1_is_read_up_to_the_damage(path: Path) -> None:
    lines = [{"format": "capture-widgets/journal", "version": 1}, {"game": RECORD}, *MOVES]
    texts = [json.dumps(line) for line in lines]
    texts[4] = texts[4][:-3]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    assert salvaged(path) == ([{"game": RECORD}, *MOVES[:2]], ["line 5", "lines 6 to 7"])
    path.write_text("\n".join([*texts, json.dumps({"game": OTHER}), texts[2]]) + "\n{", encoding="utf-8")
    assert salvaged(path) == ([{"game": OTHER}, MOVES[0]], ["line 5", "lines 6 to 7", "line 10"])


@pytest.mark.parametrize("indent", [None, 1])
def test_the_longest_beginning_of_a_damaged_record_is_read(indent: int | None, path: Path) -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    game.comment('"]}, \\ ')
    text = json.dumps(game.record(), indent=indent)
    path.write_text(text)
    assert salvage_record(path) == (game.record(), [])
    rng, read = Random(1), 0
    for _ in range(200):
        cut = rng.randrange(1, len(text))
        damaged = text[:cut] + rng.choice(["", "\0", "x", "}", '"', "[["]) + text[cut : cut + rng.choice([0, 99])]
        path.write_text(damaged)
        try:
            found, faults = salvage_record(path)
        except cw.RecordError:
            continue
        assert faults or found == json.loads(damaged)
        read += found.get("options") == game.record()["options"]
    assert read > 120
    path.write_bytes(text.encode() + b"\xff")
    assert salvage_record(path)[0] == game.record()
    path.write_text("[" * 100_000)
    with pytest.raises(cw.RecordError):
        salvage_record(path)
