"""Five capture card games to play, replay and look into, in notebooks and from Python.

>>> import capture_widgets as cw
>>> g = cw.new("kommando", seed=7)
>>> g.play(g.legal_moves()[0]).ply
1
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself would take longer to import than all of this

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any, Unpack

    from capture_widgets import bots, plot
    from capture_widgets.analysis.analysis import Analysis
    from capture_widgets.analysis.analysis_run import analyse
    from capture_widgets.analysis.duels import BotScore, Duel, Played, duel
    from capture_widgets.analysis.solver import Solution, solve
    from capture_widgets.analysis.standing import Standing
    from capture_widgets.bots.beliefs import Belief
    from capture_widgets.bots.hints import Hint
    from capture_widgets.core.background import Steps
    from capture_widgets.core.class_keys import class_codes
    from capture_widgets.core.errors import (
        ActionRefused,
        IllegalDeal,
        IllegalMove,
        JournalHeld,
        RecordError,
        UnknownGame,
        UnknownOption,
    )
    from capture_widgets.engine.card_groups import Group
    from capture_widgets.engine.seats import Seat, Viewer
    from capture_widgets.engine.solver_interface import Solved, Solver
    from capture_widgets.engine.state import GameType, Move, Reason, State
    from capture_widgets.export.deal_frames import deals
    from capture_widgets.export.embedding import StaticReplay
    from capture_widgets.export.freezing import freeze_notebook
    from capture_widgets.games import Games
    from capture_widgets.library.kept_games import keep_games, kept_games
    from capture_widgets.library.record_files import StoredRecord, index_records, read_records
    from capture_widgets.model.dump import Dump
    from capture_widgets.model.explain import Explanation
    from capture_widgets.model.game_facts import GameOptions, GameRules, options, rules
    from capture_widgets.model.history import History
    from capture_widgets.model.log_entry import LogEntry
    from capture_widgets.model.record_format import Record, Variation
    from capture_widgets.model.rounds import Round
    from capture_widgets.model.view import Bot, View
    from capture_widgets.play.daily import daily
    from capture_widgets.play.display import MoveList, Position, show
    from capture_widgets.play.game import Game
    from capture_widgets.play.loading import from_dump, load, resume, salvage
    from capture_widgets.play.teacher_settings import Reveal, TeacherSettings
    from capture_widgets.play.typed import new
    from capture_widgets.protocol.schemas import schema
    from capture_widgets.protocol.widget_settings import Looks, ReplaySettings, TableSettings
    from capture_widgets.records.differences import Diff, diff
    from capture_widgets.records.finding import Moment
    from capture_widgets.teaching.answers import Attempts, Score
    from capture_widgets.teaching.grading import Grades
    from capture_widgets.teaching.judging import Verdict
    from capture_widgets.teaching.lesson import Lesson
    from capture_widgets.teaching.shelf import lesson, lessons
    from capture_widgets.teaching.steps import Step
    from capture_widgets.teaching.teacher import Teacher
    from capture_widgets.teaching.votes import Vote
    from capture_widgets.widgets import Console, Inspector, LessonEditor, Lobby, Poll, Replay, RunningLesson, Table
    from capture_widgets.widgets.classroom.vote_count import Voter

    games: Games

__version__ = "0.1.0"

__all__ = [
    "ActionRefused",
    "Analysis",
    "Attempts",
    "Belief",
    "Bot",
    "BotScore",
    "Console",
    "Diff",
    "Duel",
    "Dump",
    "Explanation",
    "Game",
    "GameOptions",
    "GameRules",
    "GameType",
    "Grades",
    "Group",
    "Hint",
    "History",
    "IllegalDeal",
    "IllegalMove",
    "Inspector",
    "JournalHeld",
    "Lesson",
    "LessonEditor",
    "Lobby",
    "LogEntry",
    "Moment",
    "Move",
    "MoveList",
    "Played",
    "Poll",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Replay",
    "Reveal",
    "Round",
    "RunningLesson",
    "Score",
    "Seat",
    "Solution",
    "Solved",
    "Solver",
    "Standing",
    "State",
    "StaticReplay",
    "Step",
    "Steps",
    "StoredRecord",
    "Table",
    "Teacher",
    "TeacherSettings",
    "UnknownGame",
    "UnknownOption",
    "Variation",
    "Verdict",
    "View",
    "Viewer",
    "Vote",
    "analyse",
    "bots",
    "class_codes",
    "console",
    "daily",
    "deals",
    "diff",
    "duel",
    "freeze_notebook",
    "from_dump",
    "games",
    "index_records",
    "keep_games",
    "kept_games",
    "lesson",
    "lesson_editor",
    "lessons",
    "load",
    "lobby",
    "new",
    "options",
    "plot",
    "poll",
    "read_records",
    "replay",
    "resume",
    "rules",
    "salvage",
    "schema",
    "show",
    "solve",
]

_HOMES = {
    "analysis.analysis": "Analysis",
    "analysis.analysis_run": "analyse",
    "analysis.standing": "Standing",
    "analysis.duels": "BotScore Duel Played duel",
    "core.class_keys": "class_codes",
    "analysis.solver": "Solution solve",
    "bots.beliefs": "Belief",
    "bots.hints": "Hint",
    "core.background": "Steps",
    "core.errors": "ActionRefused IllegalDeal IllegalMove JournalHeld RecordError UnknownGame UnknownOption",
    "engine.card_groups": "Group",
    "engine.solver_interface": "Solved Solver",
    "model.rounds": "Round",
    "engine.seats": "Seat Viewer",
    "engine.state": "GameType Move Reason State",
    "export.deal_frames": "deals",
    "export.embedding": "StaticReplay",
    "export.freezing": "freeze_notebook",
    "library.kept_games": "keep_games kept_games",
    "library.record_files": "StoredRecord index_records read_records",
    "model.dump": "Dump",
    "model.explain": "Explanation",
    "model.game_facts": "GameOptions GameRules options rules",
    "model.history": "History",
    "model.log_entry": "LogEntry",
    "model.record_format": "Record Variation",
    "model.view": "Bot View",
    "play.daily": "daily",
    "play.display": "MoveList Position show",
    "play.game": "Game",
    "play.loading": "from_dump load resume salvage",
    "play.new_game": "new",
    "play.teacher_settings": "Reveal TeacherSettings",
    "protocol.schemas": "schema",
    "records.differences": "Diff diff",
    "records.finding": "Moment",
    "teaching.answers": "Attempts Score",
    "teaching.grading": "Grades",
    "teaching.judging": "Verdict",
    "teaching.lesson": "Lesson",
    "teaching.shelf": "lesson lessons",
    "teaching.steps": "Step",
    "teaching.teacher": "Teacher",
    "teaching.votes": "Vote",
    "widgets": "Console Inspector LessonEditor Lobby Poll Replay RunningLesson Table",
}
"""Which module each public name comes from when it is first asked for; `bots`, `games` and `plot` are modules."""


def replay(
    game: Game | Record | Mapping[str, Any] | str | Path, seat: Viewer = "public", **settings: Unpack[ReplaySettings]
) -> Replay:
    """A replay of a game as a viewer could follow it.

    Args:
        game: a game; a record as a dict or as JSON text; a text from `Game.code` or `Game.notation`; or the path of a
            file that holds one of these, or of a journal. A damaged one opens up to the first fault.
        seat: who looks: a seat, ``"public"``, or None for everything.
        **settings: any of the following.
        spoilers: False hides the future, its length and the result until they are reached.
        predict: True asks before each move of the viewer; a list of positions (``"0/12"``, or 12) before those; a
            mapping of positions has for each the question's words, a list of right moves, or both:
            ``{12: {"question": "Attack or wait?", "right": ["L:7b", "R:7b"]}}``.
        keep: a folder with a file for each viewer, such as ``"answers/"``, or one file: each answer is added to it, and
            there again after a restart of the kernel.
        code: the viewer's code (`class_codes`), with which the replay marks each answer that it keeps.
        lenses: the viewers that may be chosen; by default all of a finished game, else ``seat`` alone.
        analysis: what `analyse` found out, or its file: the viewer's part of it is shown in a timeline.
        round: the round to begin with.
        ply: the ply of it to begin at.
        line: the variation to begin with, counted from 1; 0 is the main line.
        playing: whether it steps by itself.
        who: the viewer's name, for the answers of ``predict``.
        size: ``"normal"`` or ``"projector"``, as large as the window is high.
        theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
        colours: ``"two"`` or ``"four"`` colours of suits.
        memory: what stays marked that everybody has seen: ``"none"``, the ``"last"`` move, or ``"all"``.
        settings: the looks together, as a dict.

    Raises:
        RecordError: not even the start of the first round can be read.
        ValueError: there is no such viewer, setting or value.
    """
    from capture_widgets.widgets import Replay

    return Replay(game, seat=seat, **settings)


def lobby(**settings: Unpack[TableSettings]) -> Lobby:
    """Games to choose from without code: last in a cell, it shows all five, then who plays and how, then the table.

    Its ``game`` is the game being played, so that the next cell can look at it. Games that were not finished wait there
    to be gone on with.

    Args:
        **settings: those of the table, as in `Game.table`.

    Raises:
        ValueError: there is no such setting or value.
    """
    from capture_widgets.widgets import Lobby

    return Lobby(**settings)


def poll(
    game_or_replay: Game | Table | Replay,
    question: str = "",
    *,
    voters: Iterable[Voter] | Mapping[str, Voter] = (),
    seat: Viewer | str = "auto",
    folder: str | Path | None = None,
    codes: Mapping[str, str] | None = None,
    **settings: Unpack[Looks],
) -> Poll:
    """A poll: a class votes on what to play at the position at which a game or a replay stands.

    Args:
        game_or_replay: where the position is; a table stands for its game.
        question: what is asked; "What would you play for A?" where nothing is given.
        voters: who votes beside those in the folder: replays, which ask their viewers; games and tables, where the
            move made from this position is the vote; paths of files of answers, and of other classes' folders. A dict
            gives them names.
        seat: whose knowledge is shown: a seat, ``"public"``, None for everything, or ``"auto"``: the replay's own, in a
            game the seat to play where a person sits there.
        folder: a folder shared with replays of other kernels, which `follow` it; that of the replay by default.
        codes: what `class_codes` gave: of the folder only votes that were given with one of these codes count, each
            under its own name; those that the replay was `broadcast` with by default.
        **settings: how it looks, as on a table: size, theme, colours, memory.

    Raises:
        ValueError: nobody is to play there; there is no such viewer, voter, folder or setting; or these are no codes.
    """
    from capture_widgets.widgets import Poll

    return Poll(game_or_replay, question, voters=voters, seat=seat, folder=folder, codes=codes, **settings)


def console(game: Game | Table, seat: Viewer = "public", **settings: Unpack[TableSettings]) -> Console:
    """A console to lead a game's tables with, and below it the table that the projector shows.

    What its buttons do can be done from Python, too: see `Game.teacher`.

    Args:
        game: the game, or a table of it.
        seat: whose view the projector shows at first.
        **settings: those of the projector, as in `Game.table`.

    Raises:
        ValueError: this is no game, or there is no such viewer or setting.
    """
    from capture_widgets.widgets import Console

    return Console(game, seat, **settings)


def lesson_editor(
    source: Game | Lesson | Mapping[str, Any] | str | Path | None = None,
    *,
    title: str = "",
    **settings: Unpack[TableSettings],
) -> LessonEditor:
    """An editor of lessons: last in a cell, it sets up positions by hand and writes questions on them.

    Its ``lesson`` is the lesson as it is written at that moment; ``editor.lesson.save("lesson.json")`` keeps it.

    Args:
        source: a game to begin with, or its slug; or a lesson to go on with, its data or its file.
        title: the lesson's name.
        **settings: how it looks, as in `Game.table`.

    Raises:
        ValueError: it is none of these, or the game cannot be set up by hand; a `RecordError` where a lesson cannot be
            read.
    """
    from capture_widgets.widgets import LessonEditor

    return LessonEditor(source, title=title, **settings)


if not TYPE_CHECKING:  # which would make every name one that there is

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("bots", "games", "plot"):
            return import_module(f"{__name__}.{name}")
        for home, names in _HOMES.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__version__"])
