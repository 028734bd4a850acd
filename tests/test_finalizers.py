"""Pressing stop while objects are finalized: the interrupt is not lost, and their resources are released."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.interrupts import rescue_lost_interrupts, run_finalizer
from capture_widgets.core.shared_files import Folder
from capture_widgets.records.journal import journal_at
from capture_widgets.teaching.leading import Watch
from capture_widgets.widgets.table.session import session_of
from tests.benchmarks.stops_in_finalizers import stops

TRIES = int(os.environ.get("CAPTURE_WIDGETS_FINALIZERS", "100"))

in_main_thread = pytest.mark.skipif(
    sys.platform == "win32" or threading.current_thread() is not threading.main_thread(),
    reason="signals to the main thread",
)


@pytest.fixture(autouse=True)
def presses_are_heard() -> Iterator[None]:
    """A shell starts what runs in the background with the interrupt ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def comes_within(seconds: float, act: Callable[[], object]) -> bool:
    """Whether a press of the stop button comes through during an action or soon after it."""
    try:
        act()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pass
    except KeyboardInterrupt:
        return True
    return False


@in_main_thread
def test_presses_while_games_and_tables_go_come_through(tmp_path: Path) -> None:
    """Thousands of it: ``python -m tests.benchmarks.reliability --finalizers 1000``."""
    assert stops(TRIES, 2, tmp_path)["finalizers_lost"] == 0


@in_main_thread
def test_work_that_is_stopped_is_done_again_and_the_press_comes_afterwards() -> None:
    done: list[str] = []

    class Goes:
        def __del__(self) -> None:
            run_finalizer(self.work)

        def work(self) -> None:
            done.append("begun")
            if len(done) == 1:
                raise KeyboardInterrupt
            done.append("done")

    def go() -> None:
        one = Goes()
        del one

    assert comes_within(10, go)
    assert done == ["begun", "begun", "done"]
    assert not comes_within(0.05, lambda: None), "it comes once"


@in_main_thread
def test_a_press_in_a_finalizer_of_somebody_elses_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    rescue_lost_interrupts()
    rescue_lost_interrupts()

    class Goes:
        def __init__(self, error: type[BaseException]) -> None:
            self.error = error

        def __del__(self) -> None:
            raise self.error

    def go(error: type[BaseException]) -> None:
        one = Goes(error)
        del one

    assert comes_within(10, lambda: go(KeyboardInterrupt))
    assert heard == []
    assert not comes_within(0.05, lambda: go(ZeroDivisionError))
    assert [lost.exc_type for lost in heard] == [ZeroDivisionError]


@in_main_thread
def test_the_hook_is_installed_once_and_hands_on_what_it_does_not_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    rescue_lost_interrupts()
    ours = sys.unraisablehook
    rescue_lost_interrupts()
    assert sys.unraisablehook is ours

    class Lost:
        exc_type = KeyboardInterrupt

    thread = threading.Thread(target=ours, args=(Lost,))  # the stop button presses in the main thread alone
    thread.start()
    thread.join()
    assert heard == [Lost]

    def no_threads(*_given: object) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as broken:
        broken.setattr("capture_widgets.core.interrupts._thread.start_new_thread", no_threads)
        ours(Lost)  # type: ignore[arg-type]
    assert heard == [Lost, Lost]


@in_main_thread
def test_a_hook_in_front_of_ours_gets_everything_and_ours_can_be_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    before = sys.unraisablehook
    rescue_lost_interrupts()
    ours = sys.unraisablehook

    def in_front(lost: Any) -> None:
        ours(lost)  # as tools do that wrap the hook that is there

    sys.unraisablehook = in_front
    rescue_lost_interrupts()

    class Goes:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    def go() -> None:
        one = Goes()
        del one

    assert comes_within(10, go)
    assert not comes_within(0.05, lambda: None), "it comes once, however many hooks stand in a row"
    assert heard == []
    sys.unraisablehook = before
    assert not comes_within(0.05, go)
    assert [lost.exc_type for lost in heard] == [KeyboardInterrupt]


@in_main_thread
def test_a_press_while_a_folder_goes_comes_afterwards_and_its_descriptor_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, pressed, numbers = Folder.close, list[bool](), list[int]()

    def stopped(self: Folder) -> None:
        if not pressed:
            pressed.append(True)
            raise KeyboardInterrupt
        close(self)

    def go() -> None:
        folder = Folder(tmp_path)
        folder.__enter__()
        if folder.number is not None:
            numbers.append(folder.number)
        monkeypatch.setattr(Folder, "close", stopped)
        del folder

    assert comes_within(10, go)
    for number in numbers:
        with pytest.raises(OSError, match="descriptor"):
            os.fstat(number)


def test_what_a_watch_calls_goes_without_a_function_of_ours(tmp_path: Path) -> None:
    """A press would be lost in a callback for the end of an object; the watch finds out by itself that it is gone."""

    class Checked:
        def check(self) -> None:
            pass

    one = Checked()
    watch = Watch(one.check, "test")
    gc.collect()
    gc.disable()
    called: list[str] = []
    sys.setprofile(lambda frame, event, _argument: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        del one
    finally:
        sys.setprofile(None)
        gc.enable()
    assert called == []
    assert not watch._stopped

    def watches() -> bool:
        return any(thread.name == "capture-widgets-test" for thread in threading.enumerate())

    until = time.monotonic() + 20
    while watches() and time.monotonic() < until:
        time.sleep(0.05)
    assert not watches()


def test_a_game_goes_without_a_function_of_ours(tmp_path: Path) -> None:
    """What is written in Python would drop a press; so the journal is closed and the session forgotten by others."""
    gc.collect()  # other tests left games that are not collected yet
    path = tmp_path / "game.jsonl"
    game = cw.new("kommando", seed=1, autosave=path)
    session = weakref.ref(session_of(game))
    assert journal_at(path) is not None
    gc.collect()
    gc.disable()
    called: list[str] = []
    sys.setprofile(lambda frame, event, _argument: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        del game
    finally:
        sys.setprofile(None)
        gc.enable()
    assert called == []
    assert journal_at(path) is None
    gc.collect()
    assert session() is None
    assert cw.resume(path).kept_in == str(path)
