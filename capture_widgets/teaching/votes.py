"""Votes on a move as data: read from files of answers, counted, and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from capture_widgets.bots.outlook import Estimate, SearchBudget, SearchPosition, choices
from capture_widgets.core.background import Steps
from capture_widgets.core.class_keys import as_name
from capture_widgets.core.errors import RecordError
from capture_widgets.core.plain_data import is_text, plain
from capture_widgets.core.shared_files import read_file, sentence
from capture_widgets.engine.state import State
from capture_widgets.export.data_frames import frame
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place
from capture_widgets.model.view import View
from capture_widgets.records.record import parse_json
from capture_widgets.teaching.class_folder import MOST_MOVE

if TYPE_CHECKING:
    from threading import Event

    from pandas import DataFrame

Source = Literal["table", "replay", "file", "folder", "code"]

MOST_BYTES: Final = 8 << 20
"""Bytes of a file of answers."""
MOST_ROWS: Final = 20_000
"""Answers in one."""
MOST_FAULTS: Final = 100
"""Lines of one that are named as faulty one by one."""

_CHOICES: Final = ("move", "chosen", "answer")
"""Under which of these an answer has its move: of votes, of a replay's quiz, of a lesson."""


class Vote(TypedDict):
    """Who chose what, as `Poll.votes` has it."""

    who: str
    move: str
    source: Source
    """Where it comes from."""
    seconds: float | None
    """How long it took, None where that is not known."""


@dataclass(frozen=True)
class CastVote:
    """Who chose what.

    Attributes:
        who: a name.
        move: the notation of a legal move.
        source: where it comes from.
        seconds: how long it took, None where that is not known.
    """

    who: str
    move: str
    source: Source
    seconds: float | None = None


def votes_frame(votes: Iterable[CastVote]) -> DataFrame:
    """One row a vote: who, move, source, seconds."""
    columns = ["who", "move", "source", "seconds"]
    return frame([{name: getattr(vote, name) for name in columns} for vote in votes], columns)


def counted(votes: Iterable[CastVote]) -> dict[str, int]:
    """The moves by their votes, most first, equal ones in the order of their texts."""
    counts = Counter(vote.move for vote in votes)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def legal_text(state: State, text: str) -> str | None:
    """The notation of a move as the game writes it; None where the position refuses it."""
    try:
        move = state.parse(text)
    except ValueError:
        return None
    return str(move)


def read_answers(path: Path, number: int, ply: int) -> tuple[list[tuple[str, str, float | None]], list[str]]:
    """The answers at a position that a file holds, as (who, move, seconds), and what is wrong in it.

    The file is a JSON list of objects, or has one object a line: with ``who`` and one of ``move``, ``chosen`` and
    ``answer``. Of those with ``round`` and ``ply``, or a ``step`` such as ``"0/12"``, only the position's count.
    """
    try:
        rows, faults = _rows(path)
    except RecordError as error:
        return [], [str(error)]
    except OSError as error:
        return [], [sentence(error)]
    found = []
    for where, row in rows:
        if not isinstance(row, dict):
            faults.append(f"{where}: expected an object")
            continue
        move = next((row[name] for name in _CHOICES if name in row), None)
        if "who" not in row or move is None:
            continue  # a file of answers may begin with what they are answers to
        at = row.get("step")
        elsewhere = isinstance(at, str) and at != place(number, ply)
        if elsewhere or (row.get("round", number), row.get("ply", ply)) != (number, ply):
            continue
        who, seconds = row["who"], row.get("seconds")
        if not isinstance(who, str) or not is_text(who, 1000) or not as_name(who):
            faults.append(f"{where}.who: expected a name")
        elif not isinstance(move, str) or not is_text(move, MOST_MOVE):
            faults.append(f"{where}: expected a move of at most {MOST_MOVE} characters")
        else:
            timed = isinstance(seconds, int | float) and 0 <= seconds < 1e9
            found.append((as_name(who), move, float(seconds) if timed and seconds is not None else None))
    return found, faults


def read_stamp(path: Path) -> tuple[int, int, int] | None:
    """What tells whether a file has changed; None where it cannot be looked at."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _rows(path: Path) -> tuple[list[tuple[str, Any]], list[str]]:
    data = read_file(path, MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text at byte {error.start}") from None
    faults: list[str] = []
    rows: list[tuple[str, Any]] = []
    if text.lstrip().startswith("["):
        rows = [(f"[{at}]", row) for at, row in enumerate(_plain(text))]
    else:
        for at, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    rows.append((f"line {at}", _plain(line)))
                except RecordError as error:  # such as a last line that is torn
                    faults.append(f"line {at}: {error.reason}")
    if len(rows) > MOST_ROWS:
        faults.append(f"{len(rows):,} answers, and {MOST_ROWS:,} are read")
    if len(faults) > MOST_FAULTS:
        faults[MOST_FAULTS:] = [f"{len(faults) - MOST_FAULTS:,} more lines with faults"]
    return rows[:MOST_ROWS], faults


def _plain(text: str) -> Any:
    copy, faults = plain(parse_json(text))
    if faults:
        raise RecordError(*faults[0])
    return copy


def judging(
    history: History,
    number: int,
    ply: int,
    moves: Iterable[str],
    seconds: float | None,
    simulations: int | None,
    seed: int,
    stop: Event,
) -> Steps[tuple[str, Mapping[str, Estimate]]]:
    """The best move found and what each move would come to, by what the seat to play knows, in steps."""
    state = history.round_at(number).state_at(ply)
    seat = state.to_play
    assert seat is not None
    dump = history.dump_at(ply, round=number, seat=seat)
    rng = Random(f"poll/{seed}/{number}/{ply}")
    view = View(history.type, history.settings, seat, dump, state, rng)
    sight = SearchPosition.of_view(view, seat, stop.is_set)
    return (yield from choices(sight, list(moves) or [view.legal_moves()[0]], SearchBudget(seconds, simulations)))


def said_of(estimate: Estimate, *, turns: bool) -> str | None:
    """What a move would come to, in words."""
    value, low, high = estimate
    if value is None or low is None or high is None:
        return None
    if turns:
        return f"{value:.1f} turns in all ({low:.1f} to {high:.1f})"
    return f"{100 * value:.0f}% to win ({100 * low:.0f}% to {100 * high:.0f}%)"
