"""Games that were kept: read from a record, a journal or a position, resumed, and saved from damaged files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from capture_widgets.core.errors import ActionRefused, IllegalDeal, IllegalMove, JournalHeld, RecordError, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import is_a
from capture_widgets.core.shared_files import opener
from capture_widgets.engine.seats import Seat
from capture_widgets.model.deal import level_of, read_deal
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.notes import with_note
from capture_widgets.model.players import check_player
from capture_widgets.model.record_format import GLYPHS, Record, position_of
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.play.snapshot import MOST_EARLIER, EarlierGame, with_earlier
from capture_widgets.records.record import read_record
from capture_widgets.records.sources import Source, history_of_dump, is_text_of_game, source_of_file, source_of_text

if TYPE_CHECKING:
    from capture_widgets.records.salvaging import Steps


def load(record: Record | Mapping[str, Any] | str | Path) -> Game:
    """A game at the end of a record.

    Args:
        record: a record as a dict or as JSON text; a text from `Game.code` or `Game.notation`; or the path of a file
            that holds one of these, or of a journal.

    Raises:
        RecordError: with ``where``, the path to the first fault or its line, and all ``faults``.
        OSError: there is no such file.
    """
    if is_text_of_game(record):
        return Game(_sound(source_of_text(str(record))))
    if is_a(record, str) or is_a(record, Path):
        from capture_widgets.records.journal_lines import is_journal

        return load_journal(record) if is_journal(record) else Game(_sound(source_of_file(record)))
    return Game(sound_history(record))


def sound_history(record: object) -> History:
    """The history of a record without a fault; in a match whose last round is over the next is dealt.

    Raises:
        RecordError: with ``where``, the path to the first fault, and all ``faults``.
    """
    return _sound(Source(record))


def _sound(source: Source) -> History:
    reading = source.read()
    if reading.faults:
        where, reason = reading.faults[0]
        raise RecordError(where, reason, tuple(reading.faults))
    return reading.history().dealt_on()


def load_journal(path: str | Path, *, resumed: bool = False) -> Game:
    """The game of a journal; where it is resumed, seats that a teacher had stopped are stopped again.

    A deal that its game lists by difficulty is followed by another one as hard: a journal does not say what was asked
    for, and hardly anybody draws such a deal without asking for it.

    Raises:
        RecordError: the journal is damaged.
        OSError: there is no such file.
    """
    from capture_widgets.records.journal_lines import read_games
    from capture_widgets.records.new_journal import identity

    kept_in = identity(path)
    can_undo, (*earlier, steps) = read_games(path)
    history, fault = _after_steps(steps)
    if fault is not None:
        raise RecordError(*fault)
    history = _as_hard(history)
    return Game(
        history,
        can_undo=None if can_undo else False,
        kept_in=kept_in,
        earlier=_put_aside(earlier[-MOST_EARLIER:], steps[0][1]["game"], MOST_EARLIER),
        frozen=_stopped_last([step for one in (*earlier, steps) for _, step in one], history) if resumed else (),
    )


def _as_hard(history: History) -> History:
    """The same, so that its next deal is as hard as its own, where that is listed by difficulty."""
    return history.with_level(level_of(history.type, history.seed, history.settings))


def histories_of(path: str | Path) -> list[History]:
    """Every game of a journal in which a move was made, in order: those put aside, and its own last.

    Raises:
        RecordError: the journal is damaged.
        OSError: there is no such file.
    """
    aside, own = aside_and_own(path)
    return [*aside, *([own] if own.begun else [])]


def aside_and_own(path: str | Path) -> tuple[list[History], History]:
    """The games of a journal that were put aside, in order, and its own.

    Raises:
        RecordError: the journal is damaged.
        OSError: there is no such file.
    """
    from capture_widgets.records.journal_lines import read_games

    _, (*earlier, steps) = read_games(path)
    history, fault = _after_steps(steps)
    if fault is not None:
        raise RecordError(*fault)
    return [one.history for one in _put_aside(earlier, steps[0][1]["game"], len(earlier) + 1)], history


def _put_aside(games: list[Steps], last: object, most: int) -> tuple[EarlierGame, ...]:
    """The games of a journal that were put aside, the last one last; those brought back are not.

    Args:
        games: their steps, in the order of the file.
        last: the record with which the game after them begins.
        most: how many of them are wanted at most, the last ones.
    """
    found: tuple[EarlierGame, ...] = ()
    starts = [steps[0][1]["game"] for steps in games]
    for steps, coming in zip(games, [*starts, last][1:], strict=True):
        try:
            history, _ = _after_steps(steps)
        except RecordError:
            continue  # of no account: the journal's own game can be read
        found = tuple(one for one in found if one.history.record() != coming)
        ahead = history
        while ahead.undone:
            ahead = ahead.redo()
        if ahead.record() != coming:  # else it goes on
            found = with_earlier(found, EarlierGame(history, history.seats), most)
    return found


def _after_steps(steps: Steps) -> tuple[History, tuple[str, str] | None]:
    """The history after the steps of a journal, up to the first that cannot be made, and what is wrong with that one.

    Raises:
        RecordError: the first of them begins no game.
    """
    (start, first), *later = steps
    try:
        history = sound_history(first["game"] if isinstance(first["game"], dict) else {})
    except RecordError as error:
        raise RecordError(f"line {start}", str(error)) from None
    for number, step in later:
        try:
            history = _after_step(history, step)
        except (ActionRefused, IllegalMove, IllegalDeal, RecordError) as error:
            return history, (f"line {number}", str(error))
        except ValueError as error:
            return history, (f"line {number}", f"no step of a journal: {error}")
    return history, None


def salvage(path: str | Path) -> Game:
    """The trusted part of a damaged journal or record as a game; its ``faults`` say what was left out.

    In a journal, the lines before the first damage are trusted, and later lines that begin a game anew. The file stays
    as it is: keep the game under another name.

    Raises:
        RecordError: nothing in it can be trusted.
        OSError: there is no such file.
    """
    from capture_widgets.records.salvaging import salvage_journal, salvage_record

    path = path_of(path)
    if _looks_like_journal(path):
        can_undo, steps, faults = salvage_journal(path)
        history, fault = _after_steps(steps)
        salvaged = Game(_as_hard(history), can_undo=None if can_undo else False)
        salvaged.faults = (*faults, *([] if fault is None else [fault]))
    else:
        record, broken = salvage_record(path)
        reading = read_record(record)
        salvaged = Game(reading.history())
        salvaged.faults = (*broken, *reading.faults)
    return salvaged


def _looks_like_journal(path: str | Path) -> bool:
    """Whether a file is a journal, perhaps one whose first line is damaged."""
    from capture_widgets.records.journal_lines import is_journal

    if is_journal(path):
        return True
    with open(path, "rb", opener=opener) as file:
        lines = file.read(1000).lstrip().split(b"\n")
    return b"journal" in lines[0] or any(line.startswith((b'{"n":2,"game":', b'{"game":{"format":')) for line in lines)


def resume(path: str | Path, new: Mapping[str, Any] | None = None) -> Game:
    """The game that a journal keeps, going on in it; safe to run again and again.

    A game of this kernel that keeps the journal already is returned itself. Tables that a teacher had stopped are
    stopped again.

    Args:
        path: the journal.
        new: what to begin where there is none yet, the arguments of `new` by name: ``dict(game="kommando", seed=7)``.
            Its bots also sit down again at a game that the journal keeps, where their names stand there.

    Raises:
        RecordError: the journal is damaged; `salvage` gives what can be trusted.
        JournalHeld: another process keeps it.
        FileNotFoundError: there is no journal, and nothing to begin.
        OSError: the file cannot be read or written.
    """
    from capture_widgets.records.journal import journal_at
    from capture_widgets.records.journal_lines import is_journal
    from capture_widgets.records.new_journal import GameIsThere, identity

    target = path_of(path)
    while True:
        kept = journal_at(target)
        if kept is not None and isinstance(kept.owner, Game):
            return kept.owner
        there = identity(target)
        try:
            if there is not None and there.length:
                found = load_journal(target, resumed=True) if is_journal(target) else load(target)
                return _seated(found, (new or {}).get("seats")).autosave(target)
            if new is None:
                words = f'there is no game in {path} yet: resume(path, new=dict(game="kommando")) begins one'
                raise FileNotFoundError(words)
            return _begun(target, new)
        except GameIsThere:
            continue  # begun in the meantime
        except JournalHeld:
            kept = journal_at(target)
            if kept is None or not isinstance(kept.owner, Game):
                raise
            continue  # another thread has resumed it, or begun it


def _begun(journal: Path, given: Any) -> Game:
    """A new game, with the arguments of `new` by name, that keeps a journal where there is none yet."""
    if not isinstance(given, Mapping) or "game" not in given:
        raise ValueError(f'new={shown(given)}: the arguments of cw.new by name, such as dict(game="kommando", seed=7)')
    if "autosave" in given:
        raise ValueError(f"new: the journal is {journal}, so autosave={shown(given['autosave'])} has no place here")
    return new(**given)._keep_in(journal, first=True)


def _seated(game: Game, seats: Sequence[str | Bot] | None) -> Game:
    """The game with those bots at their seats again whose names a journal has there."""
    for seat, (player, name) in enumerate(zip(seats or (), game.names, strict=False)):
        if isinstance(player, Bot) and player.name == name:
            game.sit(seat, player)
    return game


def _after_step(history: History, step: dict[str, Any]) -> History:
    """The history after a step of a journal; raises ValueError where it is none."""
    kind = next(iter(step), "")
    value: Any = step.get(kind)
    if kind == "play" and set(step) <= {"play", "deal"}:
        if "deal" in step:
            history = history.with_deal(history.round + 1, read_deal(history.type, step["deal"]))
        return history.play(step["play"])
    if kind in ("undo", "redo") and len(step) == 1 and step[kind] is True:
        return history.undo() if kind == "undo" else history.redo()
    if kind == "comment" and set(step) == {"comment", "stopped"}:
        _check_stopped(step["stopped"], len(history.seats))
        step = {kind: value}
    if kind in ("comment", "glyph") and len(step) == 1 and _is_pair(value, str):
        number, ply = position_of(value[0])
        if kind == "glyph" and value[1] and value[1] not in GLYPHS:
            raise ValueError(f"there is no sign {shown(value[1])}")
        return with_note(history, "glyph" if kind == "glyph" else "comment", value[1], ply=ply, round_number=number)[0]
    if kind == "sit" and len(step) == 1 and _is_pair(value, int):
        seat, name = value
        check_player(name)
        if seat not in range(len(history.seats)):
            raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(history.seats) - 1}")
        return history.with_names((*history.seats[:seat], name, *history.seats[seat + 1 :]))
    raise ValueError(shown(kind))


def _stopped_last(lines: Sequence[dict[str, Any]], history: History) -> tuple[Seat, ...]:
    """The seats that were stopped when a journal ended; a game that another took the place of may be damaged."""
    last: object = next((step["stopped"] for step in reversed(lines) if "stopped" in step), [])
    there = range(len(history.seats))
    return tuple(seat for seat in last if type(seat) is int and seat in there) if isinstance(last, list) else ()


def _check_stopped(seats: Any, count: int) -> None:
    """Raise ValueError unless these are seats of a game for so many."""
    if not isinstance(seats, list) or any(type(seat) is not int or seat not in range(count) for seat in seats):
        raise ValueError(f"stopped: expected a list of seats, 0 to {count - 1}")


def _is_pair(value: Any, first: type) -> bool:
    """Whether this is a list of a value of some type and a text."""
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is first and isinstance(value[1], str)


def from_dump(dump: Dump | Mapping[str, Any]) -> Game:
    """A game that starts from a position, with no history before it.

    Whatever the table determines (points, returns, legal moves, whether it is over) is computed from it; it may be left
    out, or be out of date where a table was changed by hand.

    Raises:
        RecordError: the dump is a seat's view, or no position that the rules allow.
    """
    return Game(history_of_dump(dump))
