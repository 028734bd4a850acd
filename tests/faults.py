"""Raises an exception at one chosen line of whatever the package does, as the stop button or a full memory would."""

from __future__ import annotations

import dis
import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import anywidget
import ipywidgets
import traitlets

import capture_widgets

PACKAGE = Path(capture_widgets.__file__).parent

CALCULATING = (
    "bots", "card_names.py", "cards.py", "common_rules.py", "deal.py", "dump.py", "dump_groups.py", "errors.py",
    "explain.py", "faces.py", "fixed_lists.py", "games", "game_history.py", "game_options.py", "outcome.py",
    "plain_data.py", "record.py", "record_format.py", "replay_frames.py", "rounds.py", "scores.py", "state.py",
)  # fmt: skip
"""Parts of the package that only work out values: a fault anywhere in them is one at the line that calls them."""

CARRYING = [Path(module.__file__ or "").parent for module in (anywidget, ipywidgets, traitlets)]
"""Where the libraries are that a widget's traits and messages go through."""

Site = tuple[str, int, str]
"""Where a fault hits: the function and line that would have gone on, and what it had called, if anything."""


@dataclass
class Lines:
    """Counts the lines that an action runs in this thread, and raises an exception at one of them.

    Attributes:
        at: before which line, counted from 0, the exception is raised; None for none.
        error: the exception.
        everywhere: whether the parts that only work out values are told apart line by line, too.
        beyond: whether the lines of the libraries that carry widgets count as well.
        sites: every line that was run, in order, where nothing is raised; None in finalizers, whose faults get lost.
        hit: the line at which it was raised.
    """

    at: int | None = None
    error: BaseException | None = None
    everywhere: bool = False
    beyond: bool = False
    sites: list[Site | None] = field(default_factory=list)
    hit: Site | None = None
    _count: int = 0

    def run(self, action: Callable[[], Any]) -> BaseException | None:
        """Do it; returns what it raised."""
        before, collects = sys.gettrace(), gc.isenabled()
        gc.disable()  # finalizers of what other runs left would be counted as well
        sys.settrace(self._called)
        try:
            action()
        except BaseException as error:  # noqa: BLE001 # a KeyboardInterrupt is what this is about
            sys.settrace(before)
            return error
        finally:
            sys.settrace(before)
            if collects:
                gc.enable()
        return None

    def _called(self, frame: FrameType, event: str, _argument: object) -> Any:
        name = frame.f_code.co_filename
        return self._line if _of_package(name) or (self.beyond and _carries(name)) else None

    def _line(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line" and frame.f_lasti not in _not_interrupted(frame.f_code):
            if self.at is None:
                self.sites.append(None if finalizes(frame) else _site(frame, self.everywhere))
            elif self._count == self.at and self.error is not None and not finalizes(frame):
                self.hit = _site(frame, self.everywhere)
                sys.settrace(None)
                raise self.error
            self._count += 1
        return self._line


def chosen(sites: Sequence[Site | None], *, again: bool) -> list[int]:
    """The first time that each line was run, and the last time, too, where asked for."""
    known = [(site, number) for number, site in enumerate(sites) if site is not None]
    first, last = dict(reversed(known)), dict(known)
    return sorted({*first.values(), *(last.values() if again else ())})


@cache
def _of_package(name: str) -> bool:
    return PACKAGE in Path(name).parents


@cache
def _carries(name: str) -> bool:
    return any(folder in Path(name).parents for folder in CARRYING)


@cache
def _calculates(name: str) -> bool:
    return Path(name).relative_to(PACKAGE).parts[0] in CALCULATING


def _site(frame: FrameType, everywhere: bool) -> Site:
    inner, called = frame, ""
    while not everywhere and _of_package(inner.f_code.co_filename) and _calculates(inner.f_code.co_filename):
        called = inner.f_code.co_qualname
        if inner.f_back is None:
            break
        inner = inner.f_back
    return inner.f_code.co_qualname, inner.f_lineno, called and "(calculating)"


def finalizes(frame: FrameType) -> bool:
    """Whether a frame runs in a finalizer: a fault there is lost, and the stop button is pressed again later."""
    outer: FrameType | None = frame
    while outer is not None:
        if outer.f_code.co_name == "__del__":
            return True
        outer = outer.f_back
    return False


@cache
def _not_interrupted(code: CodeType) -> frozenset[int]:
    """Where a ``with`` block ends well and ``__exit__`` is about to be called, and where a ``try`` begins.

    Nothing is interrupted there: the interpreter looks for signals after calls and at jumps back, so that the next look
    is after `__exit__`. A fault put there would leave any lock locked, whatever the program.
    """
    found = list(dis.get_instructions(code))
    leaving = {step.offset for step in found if step.opname == "NOP"}
    steps = [step for step in found if step.opname not in {"CACHE", "EXTENDED_ARG", "NOP", "PRECALL", "NOT_TAKEN"}]
    for number, step in enumerate(steps):
        after = steps[number + 1 if step.opname in {"SWAP", "ROT_TWO"} else number :][:4]
        nothing = all(one.opname == "LOAD_CONST" and one.argval is None for one in after[:3])
        if nothing and [one.opname for one in after[3:]] == ["CALL"]:
            leaving.add(step.offset)
        # a library that only notes something as it leaves (`hold_sync`) is not interrupted there either
        notes = [one.opname for one in steps[number : number + 3]] == ["LOAD_CONST", "LOAD_FAST", "STORE_ATTR"]
        if notes and not _of_package(code.co_filename):
            leaving.add(step.offset)
    if code.co_name == "__exit__":  # as in the lock's own, which is not written in Python
        leaving |= {step.offset for step in _lines_that_call("release", found)}
    return frozenset(leaving)


def _lines_that_call(name: str, found: Sequence[dis.Instruction]) -> list[dis.Instruction]:
    lines: list[list[dis.Instruction]] = []
    for step in found:
        if step.starts_line is not None or not lines:
            lines.append([])
        lines[-1].append(step)
    return [step for line in lines if any(step.argval == name for step in line) for step in line]
