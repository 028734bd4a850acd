"""Votes on a move as data: read from files of answers, counted, and judged by a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from capture_widgets.bots.estimates import Estimate
from capture_widgets.bots.outlook import choices
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.core.background import Steps
from capture_widgets.core.class_keys import as_name
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.marks import has_valid_mark
from capture_widgets.core.plain_data import is_text, plain
from capture_widgets.core.shared_files import read_file, sentence
from capture_widgets.engine.state import State
from capture_widgets.export.data_frames import frame
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place
from capture_widgets.model.view import View
from capture_widgets.records.record import parse_json
from capture_widgets.teaching.answer_format import UNMARKED
from capture_widgets.teaching.class_folder import MOST_MOVE

if TYPE_CHECKING:
    from threading import Event

    from pandas import DataFrame

Source = Literal["table", "replay", "file", "folder", "code", "page"]

MOST_BYTES: Final = 8 << 20
"""The largest number of bytes in a file of answers."""
MOST_ROWS: Final = 20_000
"""The largest number of answers that are read from a file."""
MOST_FAULTS: Final = 100
"""The largest number of faulty lines of a file that are named one by one."""

_CHOICES: Final = ("move", "chosen", "answer")
"""The key under which an answer has its move: in a file of votes, of a quiz, and of a lesson."""


class Vote(TypedDict):
    """A vote, as `Poll.votes` returns it."""

    who: str
    move: str
    source: Source
    """Where the vote comes from."""
    seconds: float | None
    """How long it took; None if that is not known."""


@dataclass(frozen=True)
class CastVote:
    """A vote.

    Attributes:
        who: the name of the voter.
        move: the notation of a legal move.
        source: where the vote comes from.
        seconds: how long it took; None if that is not known.
    """

    who: str
    move: str
    source: Source
    seconds: float | None = None


def votes_frame(votes: Iterable[CastVote]) -> DataFrame:
    """A data frame with a row for each vote: who, move, source, seconds."""
    columns = ["who", "move", "source", "seconds"]
    return frame([{name: getattr(vote, name) for name in columns} for vote in votes], columns)


def count_votes(votes: Iterable[CastVote]) -> dict[str, int]:
    """The number of votes for each move, most votes first; moves with as many votes are sorted by their text."""
    counts = Counter(vote.move for vote in votes)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def legal_text(state: State, text: str) -> str | None:
    """The notation of a move as the game writes it; None if the position refuses the move."""
    try:
        move = state.parse(text)
    except ValueError:
        return None
    return str(move)


def read_answers(
    path: Path, number: int, ply: int, codes: Mapping[str, str] | None = None
) -> tuple[list[tuple[str, str, float | None]], list[str]]:
    """Read the answers at a position from a file, as (who, move, seconds), and the faults of the file.

    The file is a JSON list of objects, or has one object a line: with ``who`` and one of ``move``, ``chosen`` and
    ``answer``. If an object names a position, by ``round`` and ``ply`` or by a ``step`` such as ``"0/12"``, it counts
    only at that position.

    Args:
        path: the file.
        number: the round.
        ply: the ply.
        codes: the codes of the class by name. With them, an answer without the mark of its writer's code does not
            count, and the answers are sorted by the numbers that their marks protect.
    """
    try:
        rows, faults = _rows(path)
    except RecordError as error:
        return [], [str(error)]
    except OSError as error:
        return [], [sentence(error)]
    answers: list[tuple[int, tuple[str, str, float | None]]] = []
    for where, row in rows:
        if not isinstance(row, dict):
            faults.append(f"{where}: expected an object")
            continue
        move = next((row[name] for name in _CHOICES if name in row), None)
        if "who" not in row or move is None:
            continue  # a line of the file that is no answer, such as its title
        step = row.get("step")
        is_elsewhere = isinstance(step, str) and step != place(number, ply)
        if is_elsewhere or (row.get("round", number), row.get("ply", ply)) != (number, ply):
            continue
        who, seconds = row["who"], row.get("seconds")
        if not isinstance(who, str) or not is_text(who, 1000) or not as_name(who):
            faults.append(f"{where}.who: expected a name")
        elif not isinstance(move, str) or not is_text(move, MOST_MOVE):
            faults.append(f"{where}: expected a move of at most {MOST_MOVE} characters")
        elif codes is not None and not _has_mark(codes, as_name(who), row):
            faults.append(f"{where}: an answer under the name {shown(as_name(who))} without the mark of their code")
        else:
            is_timed = isinstance(seconds, int | float) and 0 <= seconds < 1e9
            taken = float(seconds) if is_timed and seconds is not None else None
            # the mark protects the number; without codes there is none, and answers stay in the order of the lines
            answers.append((0 if codes is None else row["number"], (as_name(who), move, taken)))
    if len(faults) > MOST_FAULTS:
        faults[MOST_FAULTS:] = [f"{len(faults) - MOST_FAULTS:,} more lines with faults"]
    return [answer for _, answer in sorted(answers, key=lambda one: one[0])], faults


def _has_mark(codes: Mapping[str, str], who: str, row: Mapping[str, Any]) -> bool:
    """Whether an answer bears the mark of the code of its writer."""
    return who in codes and has_valid_mark(codes[who], row, UNMARKED)


def read_stamp(path: Path) -> tuple[int, int, int] | None:
    """The facts about a file that differ after a change; None if the system does not tell them."""
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
                except RecordError as error:  # such as an incomplete last line
                    faults.append(f"line {at}: {error.reason}")
    if len(rows) > MOST_ROWS:
        faults.append(f"the file has {len(rows):,} answers; only {MOST_ROWS:,} are read")
    return rows[:MOST_ROWS], faults


def _plain(text: str) -> Any:
    copy, faults = plain(parse_json(text))
    if faults:
        raise RecordError(*faults[0])
    return copy


def estimate_moves(
    history: History,
    number: int,
    ply: int,
    moves: Iterable[str],
    seconds: float | None,
    simulations: int | None,
    seed: int,
    stop: Event,
) -> Steps[tuple[str, Mapping[str, Estimate]]]:
    """Let a search estimate each move, by what the seat to play knows; returns the best move and all estimates."""
    state = history.round_at(number).state_at(ply)
    seat = state.to_play
    assert seat is not None
    dump = history.dump_at(ply, round=number, seat=seat)
    rng = Random(f"poll/{seed}/{number}/{ply}")
    view = View(history.type, history.settings, seat, dump, state, rng)
    position = SearchPosition.of_view(view, seat, stop.is_set)
    return (yield from choices(position, list(moves) or [view.legal_moves()[0]], SearchBudget(seconds, simulations)))


def estimate_words(estimate: Estimate, *, turns: bool) -> str | None:
    """An estimate in words: turns, or the chance to win; None if the search has none."""
    value, low, high = estimate
    if value is None or low is None or high is None:
        return None
    if turns:
        return f"{value:.1f} turns in all ({low:.1f} to {high:.1f})"
    return f"{100 * value:.0f}% to win ({100 * low:.0f}% to {100 * high:.0f}%)"
