"""Makes games from records, journals and dumps: `load`, `resume`, `salvage` and `from_dump`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
from capture_widgets.play.snapshot import MOST_EARLIER, EarlierGame
from capture_widgets.records.record import read_record
from capture_widgets.records.sources import Source, history_of_dump, is_text_of_game, source_of_file, source_of_text

if TYPE_CHECKING:
    from capture_widgets.records.salvaging import Steps


def load(record: Record | Mapping[str, Any] | str | Path) -> Game:
    """Open a saved game: make a game that stands at the end of a record.

    Args:
        record: a record as a dict or as JSON text; a text from `Game.code` or `Game.notation`; or the path of a file
            that contains one of these, or of a journal.

    Raises:
        RecordError: the record is not valid; ``where`` is the path or line of the first fault, ``faults`` all of them.
        OSError: the file cannot be read.
    """
    if is_text_of_game(record):
        return Game(_valid(source_of_text(str(record))))
    if is_a(record, str) or is_a(record, Path):
        from capture_widgets.records.journal_lines import is_journal

        return load_journal(record) if is_journal(record) else Game(_valid(source_of_file(record)))
    return Game(valid_history(record))


def valid_history(record: object) -> History:
    """The history of a record; if the last round of a match is over, the next one is dealt.

    Raises:
        RecordError: the record is not valid; ``where`` is the path of the first fault, ``faults`` all of them.
    """
    return _valid(Source(record))


def _valid(source: Source) -> History:
    reading = source.read()
    if reading.faults:
        where, reason = reading.faults[0]
        raise RecordError(where, reason, tuple(reading.faults))
    return reading.history().dealt_on()


def load_journal(path: str | Path, *, resumed: bool = False) -> Game:
    """The game of a journal; with ``resumed``, seats that a teacher had frozen are frozen again.

    After a deal of a listed difficulty the next deal has the same difficulty. A journal does not record whether the
    player chose the difficulty, but such a deal hardly ever comes up by chance.

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
    history = _with_level_of_deal(history)
    return Game(
        history,
        can_undo=None if can_undo else False,
        kept_in=kept_in,
        earlier=tuple(
            EarlierGame(one.history, one.history.seats)
            for one in _replaced_games(earlier[-MOST_EARLIER:], steps[0][1]["game"])[0]
        ),
        frozen=_frozen_at_end([step for one in (*earlier, steps) for _, step in one], history) if resumed else (),
    )


def _with_level_of_deal(history: History) -> History:
    """The history with the difficulty of its deal noted, so that the next deal gets the same difficulty."""
    return replace(history, level=level_of(history.type, history.seed, history.settings))


def histories_of(path: str | Path) -> list[History]:
    """All games of a journal in which a move was made: the replaced games in order, then the current game.

    Raises:
        RecordError: the journal is damaged.
        OSError: the file cannot be read.
    """
    replaced, current = replaced_and_current(path)
    return [*replaced, *([current] if current.begun else [])]


def replaced_and_current(path: str | Path) -> tuple[list[History], History]:
    """The replaced games of a journal in order, and its current game.

    Raises:
        RecordError: the journal is damaged.
        OSError: the file cannot be read.
    """
    from capture_widgets.records.journal_lines import read_games

    replaced, current = games_of_journal(read_games(path)[1])
    return [one.history for one in replaced], current.history


class JournalGame(NamedTuple):
    """A game of a journal."""

    history: History
    parts: frozenset[int]
    """The parts of the journal that told it, from 0: a game that was continued later begins anew there."""


def games_of_journal(parts: Sequence[Steps]) -> tuple[list[JournalGame], JournalGame]:
    """The replaced games of a journal in order, and its current game.

    Args:
        parts: the start and steps of each part, in the order of the file.

    Raises:
        RecordError: the current game cannot be read.
    """
    *earlier, steps = parts
    history, fault = _after_steps(steps)
    if fault is not None:
        raise RecordError(*fault)
    replaced, continued = _replaced_games(earlier, steps[0][1]["game"])
    return replaced, JournalGame(history, continued | {len(earlier)})


def _replaced_games(games: Sequence[Steps], last: object) -> tuple[list[JournalGame], frozenset[int]]:
    """The replaced games of a journal, the latest one last, without games that were brought back later.

    Returns:
        the games, and the parts that the current game continues.

    Args:
        games: the steps of each game, in the order of the file.
        last: the record with which the current game begins.
    """
    replaced: list[JournalGame] = []
    continued: frozenset[int] = frozenset()
    starts = [steps[0][1]["game"] for steps in games]
    for number, (steps, next_record) in enumerate(zip(games, [*starts, last][1:], strict=True)):
        own, continued = continued | {number}, frozenset()
        try:
            history, _ = _after_steps(steps)
        except RecordError:
            continue  # skip a damaged game; the current one can still be read
        back = [one for one in replaced if one.history.record() == next_record]
        replaced = [one for one in replaced if one not in back]
        continued = continued.union(*(one.parts for one in back))
        ahead = history
        while ahead.undone:
            ahead = ahead.redo()
        if ahead.record() == next_record:  # the next game is this one, continued
            continued |= own
        elif history.begun:
            # moves that were taken back become a variation, as in a game that is replaced at a table
            replaced.append(JournalGame(history.settled(), own))
    return replaced, continued


def _after_steps(steps: Steps) -> tuple[History, tuple[str, str] | None]:
    """Carry out the steps of a journal up to the first invalid one; return the history and the fault, if any.

    Raises:
        RecordError: the first step does not begin a game.
    """
    (start, first), *later = steps
    try:
        history = valid_history(first["game"] if isinstance(first["game"], dict) else {})
    except RecordError as error:
        raise RecordError(f"line {start}", str(error)) from None
    for number, step in later:
        try:
            history = _after_step(history, step)
        except (ActionRefused, IllegalMove, IllegalDeal, RecordError) as error:
            return history, (f"line {number}", str(error))
        except ValueError as error:
            return history, (f"line {number}", f"this line is no step of a journal: {error}")
    return history, None


def salvage(path: str | Path) -> Game:
    """Make a game from the valid part of a damaged journal or record; its ``faults`` say what was left out.

    Of a journal, the lines before the first damage are used, and later lines that begin a new game. The file is not
    changed: save the game under another name.

    Raises:
        RecordError: the file has no valid part.
        OSError: the file cannot be read.
    """
    from capture_widgets.records.salvaging import salvage_journal, salvage_record

    path = path_of(path)
    if _looks_like_journal(path):
        can_undo, steps, faults = salvage_journal(path)
        history, fault = _after_steps(steps)
        salvaged = Game(_with_level_of_deal(history), can_undo=None if can_undo else False)
        salvaged.faults = (*faults, *([] if fault is None else [fault]))
    else:
        record, broken = salvage_record(path)
        reading = read_record(record)
        salvaged = Game(reading.history())
        salvaged.faults = (*broken, *reading.faults)
    return salvaged


def _looks_like_journal(path: str | Path) -> bool:
    """Whether a file is a journal, possibly with a damaged first line."""
    from capture_widgets.records.journal_lines import is_journal

    if is_journal(path):
        return True
    with open(path, "rb", opener=opener) as file:
        lines = file.read(1000).lstrip().split(b"\n")
    return b"journal" in lines[0] or any(line.startswith((b'{"n":2,"game":', b'{"game":{"format":')) for line in lines)


def resume(path: str | Path, new: Mapping[str, Any] | None = None) -> Game:
    """Continue the game of a journal; the same cell can be run again and again.

    If a game of this kernel uses the journal already, that game is returned. Seats that a teacher had frozen are frozen
    again.

    Args:
        path: the path of the journal.
        new: the arguments of `new` by name, for a new game if there is no journal: ``dict(game="kommando", seed=7)``.
            Bots among its ``seats`` also take their seats in a game from the journal, if their names match.

    Raises:
        RecordError: the journal is damaged; `salvage` reads its valid part.
        JournalHeld: another process uses the journal.
        FileNotFoundError: there is no journal, and ``new`` is None.
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
                game = load_journal(target, resumed=True) if is_journal(target) else load(target)
                return _seated(game, (new or {}).get("seats")).autosave(target)
            if new is None:
                words = f'there is no game in {path} yet: resume(path, new=dict(game="kommando")) begins one'
                raise FileNotFoundError(words)
            return _begun(target, new)
        except GameIsThere:
            continue  # another thread or process has just made the journal
        except JournalHeld:
            kept = journal_at(target)
            if kept is None or not isinstance(kept.owner, Game):
                raise
            continue  # another thread of this kernel has resumed it


def _begun(journal: Path, given: Any) -> Game:
    """Make a new game from the arguments of `new` by name; raises `GameIsThere` if there is a journal already."""
    if not isinstance(given, Mapping) or "game" not in given:
        raise ValueError(f'new={shown(given)}: the arguments of cw.new by name, such as dict(game="kommando", seed=7)')
    if "autosave" in given:
        raise ValueError(f"new: the journal is {journal}, so leave out autosave={shown(given['autosave'])}")
    return new(**given)._keep_in(journal, first=True)


def _seated(game: Game, seats: Sequence[str | Bot] | None) -> Game:
    """Seat the bots whose names match the names of the game."""
    for seat, (player, name) in enumerate(zip(seats or (), game.names, strict=False)):
        if isinstance(player, Bot) and player.name == name:
            game.sit(seat, player)
    return game


def _after_step(history: History, step: dict[str, Any]) -> History:
    """Carry out one step of a journal; raises ValueError if it is not a valid step."""
    kind = next(iter(step), "")
    value: Any = step.get(kind)
    if kind == "play" and set(step) <= {"play", "deal"}:
        if "deal" in step:
            history = history.with_deal(history.round + 1, read_deal(history.type, step["deal"]))
        return history.play(step["play"])
    if kind in ("undo", "redo") and len(step) == 1 and step[kind] is True:
        return history.undo() if kind == "undo" else history.redo()
    if kind == "comment" and set(step) == {"comment", "stopped"}:
        _check_frozen(step["stopped"], len(history.seats))
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


def _frozen_at_end(lines: Sequence[dict[str, Any]], history: History) -> tuple[Seat, ...]:
    """The seats that were frozen at the end of a journal; ignores invalid values, which a replaced game may hold."""
    last: object = next((step["stopped"] for step in reversed(lines) if "stopped" in step), [])
    there = range(len(history.seats))
    return tuple(seat for seat in last if type(seat) is int and seat in there) if isinstance(last, list) else ()


def _check_frozen(seats: Any, count: int) -> None:
    """Raise ValueError unless this is a list of seats of a game with ``count`` seats."""
    if not isinstance(seats, list) or any(type(seat) is not int or seat not in range(count) for seat in seats):
        raise ValueError(f"stopped: expected a list of seats, 0 to {count - 1}")


def _is_pair(value: Any, first: type) -> bool:
    """Whether this is a list of two: a value of some type and a text."""
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is first and isinstance(value[1], str)


def from_dump(dump: Dump | Mapping[str, Any]) -> Game:
    """Make a game that starts from a position, without a history.

    Points, returns, legal moves and whether the game is over are computed from the table. The dump may leave them out,
    and they may be out of date if somebody has changed the table by hand.

    Raises:
        RecordError: the dump is a seat's view, or a position that the rules do not allow.
    """
    return Game(history_of_dump(dump))
