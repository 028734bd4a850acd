"""Five capture card games to play, replay and analyse, in notebooks and from Python.

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

    from capture_widgets import bots, envs, plot
    from capture_widgets.analysis.analysis import Analysis
    from capture_widgets.analysis.analysis_run import analyse
    from capture_widgets.analysis.benchmark import Benchmark, BenchmarkRow, benchmark
    from capture_widgets.analysis.duel_result import BotScore, Duel, Played
    from capture_widgets.analysis.duels import duel
    from capture_widgets.analysis.solver import Solution, solve
    from capture_widgets.analysis.standing import MoveLosses, Standing
    from capture_widgets.bots.asking import NoMove
    from capture_widgets.bots.beliefs import Belief
    from capture_widgets.bots.hints import Hint
    from capture_widgets.core.background import Steps
    from capture_widgets.core.class_keys import class_codes
    from capture_widgets.core.errors import (
        ActionRefused,
        IllegalDeal,
        IllegalMove,
        JoinError,
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
    from capture_widgets.export.embedding import StaticInspector, StaticReplay
    from capture_widgets.export.freezing import freeze_notebook
    from capture_widgets.games import Games
    from capture_widgets.library.kept_games import keep_games, kept_games
    from capture_widgets.library.record_files import StoredRecord, index_records, read_records
    from capture_widgets.model.action_space import Actions, actions
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
    from capture_widgets.rooms.class_games import ClassGame, Standings
    from capture_widgets.rooms.class_lesson import ClassLesson
    from capture_widgets.rooms.class_poll import ClassPoll
    from capture_widgets.rooms.class_tables import ClassTables
    from capture_widgets.rooms.game_class import GameClass
    from capture_widgets.rooms.join import Joined
    from capture_widgets.rooms.joined_table import JoinedTable
    from capture_widgets.rooms.opening import open_class
    from capture_widgets.rooms.room import Room
    from capture_widgets.teaching.answers import Attempts
    from capture_widgets.teaching.exercises import Checked, answer_key, check
    from capture_widgets.teaching.grading import Grades
    from capture_widgets.teaching.judging import Verdict
    from capture_widgets.teaching.lesson import Lesson
    from capture_widgets.teaching.lesson_page import StaticLesson
    from capture_widgets.teaching.review import ReviewedStep
    from capture_widgets.teaching.scoring import Score
    from capture_widgets.teaching.shelf import lesson, lessons
    from capture_widgets.teaching.steps import Step
    from capture_widgets.teaching.teacher import Teacher
    from capture_widgets.teaching.votes import Vote
    from capture_widgets.tournaments.challenges import Challenge, challenges, position
    from capture_widgets.tournaments.grading import BotGrade, grade_bot
    from capture_widgets.tournaments.ladder import ladder
    from capture_widgets.tournaments.tournament import tournament
    from capture_widgets.tournaments.tournament_result import Tournament
    from capture_widgets.widgets import (
        Console,
        Inspector,
        LessonEditor,
        Lobby,
        Poll,
        Replay,
        RunningLesson,
        Table,
        TournamentWidget,
    )
    from capture_widgets.widgets.classroom.vote_count import Voter

    games: Games

__version__ = "0.1.0"

__all__ = [
    "ActionRefused",
    "Actions",
    "Analysis",
    "Attempts",
    "Belief",
    "Benchmark",
    "BenchmarkRow",
    "Bot",
    "BotGrade",
    "BotScore",
    "Challenge",
    "Checked",
    "ClassGame",
    "ClassLesson",
    "ClassPoll",
    "ClassTables",
    "Console",
    "Diff",
    "Duel",
    "Dump",
    "Explanation",
    "Game",
    "GameClass",
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
    "JoinError",
    "Joined",
    "JoinedTable",
    "JournalHeld",
    "Lesson",
    "LessonEditor",
    "Lobby",
    "LogEntry",
    "Moment",
    "Move",
    "MoveList",
    "MoveLosses",
    "NoMove",
    "Played",
    "Poll",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Replay",
    "Reveal",
    "ReviewedStep",
    "Room",
    "Round",
    "RunningLesson",
    "Score",
    "Seat",
    "Solution",
    "Solved",
    "Solver",
    "Standing",
    "Standings",
    "State",
    "StaticInspector",
    "StaticLesson",
    "StaticReplay",
    "Step",
    "Steps",
    "StoredRecord",
    "Table",
    "Teacher",
    "TeacherSettings",
    "Tournament",
    "TournamentWidget",
    "UnknownGame",
    "UnknownOption",
    "Variation",
    "Verdict",
    "View",
    "Viewer",
    "Vote",
    "actions",
    "analyse",
    "answer_key",
    "benchmark",
    "bots",
    "challenges",
    "check",
    "class_codes",
    "console",
    "daily",
    "deals",
    "diff",
    "duel",
    "envs",
    "freeze_notebook",
    "from_dump",
    "games",
    "grade_bot",
    "index_records",
    "join",
    "keep_games",
    "kept_games",
    "ladder",
    "lesson",
    "lesson_editor",
    "lessons",
    "load",
    "lobby",
    "new",
    "open_class",
    "options",
    "plot",
    "poll",
    "position",
    "read_records",
    "replay",
    "resume",
    "rules",
    "salvage",
    "schema",
    "show",
    "solve",
    "tournament",
]

_HOMES = {
    "analysis.analysis": "Analysis",
    "analysis.analysis_run": "analyse",
    "analysis.benchmark": "Benchmark BenchmarkRow benchmark",
    "analysis.standing": "MoveLosses Standing",
    "analysis.duel_result": "BotScore Duel Played",
    "analysis.duels": "duel",
    "core.class_keys": "class_codes",
    "analysis.solver": "Solution solve",
    "bots.beliefs": "Belief",
    "bots.hints": "Hint",
    "core.background": "Steps",
    "core.errors": "ActionRefused IllegalDeal IllegalMove JoinError JournalHeld RecordError UnknownGame UnknownOption",
    "engine.card_groups": "Group",
    "engine.solver_interface": "Solved Solver",
    "model.rounds": "Round",
    "engine.seats": "Seat Viewer",
    "engine.state": "GameType Move Reason State",
    "export.deal_frames": "deals",
    "export.embedding": "StaticInspector StaticReplay",
    "export.freezing": "freeze_notebook",
    "library.kept_games": "keep_games kept_games",
    "library.record_files": "StoredRecord index_records read_records",
    "model.action_space": "Actions actions",
    "model.dump": "Dump",
    "model.explain": "Explanation",
    "model.game_facts": "GameOptions GameRules options rules",
    "model.history": "History",
    "model.log_entry": "LogEntry",
    "model.record_format": "Record Variation",
    "bots.asking": "NoMove",
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
    "rooms.class_games": "ClassGame Standings",
    "rooms.class_lesson": "ClassLesson",
    "rooms.class_poll": "ClassPoll",
    "rooms.class_tables": "ClassTables",
    "rooms.game_class": "GameClass",
    "rooms.opening": "open_class",
    "rooms.join": "Joined",
    "rooms.joined_table": "JoinedTable",
    "rooms.room": "Room",
    "teaching.answers": "Attempts",
    "teaching.exercises": "Checked answer_key check",
    "teaching.grading": "Grades",
    "teaching.judging": "Verdict",
    "teaching.lesson": "Lesson",
    "teaching.lesson_page": "StaticLesson",
    "teaching.review": "ReviewedStep",
    "teaching.scoring": "Score",
    "teaching.shelf": "lesson lessons",
    "teaching.steps": "Step",
    "teaching.teacher": "Teacher",
    "teaching.votes": "Vote",
    "tournaments.challenges": "Challenge challenges position",
    "tournaments.grading": "BotGrade grade_bot",
    "tournaments.ladder": "ladder",
    "tournaments.tournament": "tournament",
    "tournaments.tournament_result": "Tournament",
    "widgets": "Console Inspector LessonEditor Lobby Poll Replay RunningLesson Table TournamentWidget",
}
"""The public names of each module, imported on first use of one; `bots`, `envs`, `games` and `plot` are modules."""


def replay(
    game: Game | Record | Mapping[str, Any] | StoredRecord | str | Path,
    seat: Viewer = "public",
    **settings: Unpack[ReplaySettings],
) -> Replay:
    """A replay of a game, as a viewer could follow it.

    Args:
        game: a game; a record as a dict or as JSON text, or a stored one (`read_records`); a text from `Game.code` or
            `Game.notation`; or the path of a file with one of these, or of a journal. A damaged one is shown up to its
            first fault.
        seat: the viewer: a seat, ``"public"``, or None to see everything.
        **settings: any of the following.
        spoilers: False hides later moves, their number and the result.
        predict: True asks for a move before each move of the viewer; a list of positions (``"0/12"``, or 12) asks at
            those; a mapping gives for each position the question, a list of right moves, or both:
            ``{12: {"question": "Attack or wait?", "right": ["L:7b", "R:7b"]}}``.
        keep: a folder with a file for each viewer, such as ``"answers/"``, or one file: the replay appends each answer
            to it, and reads the answers again after a restart of the kernel.
        code: the viewer's code (`class_codes`), with which the replay signs each answer that it keeps.
        lenses: the viewers that can be chosen; by default all for a finished game, else only ``seat``.
        analysis: a result of `analyse`, or its file; a timeline shows the part that the viewer may see.
        round: the first round to show.
        ply: the first ply to show.
        line: the first variation to show, counted from 1; 0 is the main line.
        playing: whether it steps automatically.
        who: the viewer's name, for the answers of ``predict``.
        size: ``"normal"``, or ``"projector"`` for the whole height of the window.
        theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
        colours: ``"two"`` or ``"four"`` colours of suits.
        memory: which cards seen by everybody stay marked: ``"none"``, those of the ``"last"`` move, or ``"all"``.
        settings: all looks together, as a dict.

    Raises:
        RecordError: not even the start of the first round can be read.
        ValueError: there is no such viewer, setting or value.
    """
    from capture_widgets.widgets import Replay

    return Replay(game, seat=seat, **settings)


def join(link: str, timeout: float = 10.0, *, certificate: str | Path | None = None) -> Joined:
    """Take the seat of a link to a room (`Game.open_room`) that is open in another kernel, on any machine in reach.

    Args:
        link: the link of a seat, or of spectators.
        timeout: how many seconds to wait for the room at most.
        certificate: a file with the certificate to trust, for a room whose own no public authority has signed.

    Raises:
        JoinError: the link opens no seat, or the room does not answer.
    """
    from capture_widgets.rooms.join import Joined

    return Joined(link, timeout, certificate)


def lobby(**settings: Unpack[TableSettings]) -> Lobby:
    """A lobby: a widget to choose a game, its players and its options, and then to play it, without code.

    ``lobby.game`` is the current game, for use in the next cell. The lobby also lists unfinished games to continue.

    Args:
        **settings: the settings of the table, as in `Game.table`.

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
    begin: bool | None = None,
    **settings: Unpack[Looks],
) -> Poll:
    """A poll, in which a class votes on a move at the current position of a game or a replay.

    Args:
        game_or_replay: the game, a table of it, or the replay.
        question: the question; by default "What would you play for A?".
        voters: voters in addition to those in the folder: replays, which ask their viewers; games and tables, where the
            move made at this position is the vote; paths of answer files, and of other class folders. A dict gives
            them names.
        seat: the viewer: a seat, ``"public"``, None to see everything, or ``"auto"`` for the viewer of the replay; in a
            game, ``"auto"`` is the seat to play if a person sits there.
        folder: the class folder, in which replays of other kernels `follow` it; by default that of the replay.
        codes: the result of `class_codes`: votes in the folder count only with one of these codes, under its name; by
            default the codes given to `broadcast` of the replay.
        begin: whether the class is asked at once. By default a poll in a notebook waits for *Take votes* or
            `Poll.reopen`, so that running all cells before the hour asks nobody; a poll in a script does not wait.
        **settings: its looks, as on a table: size, theme, colours, memory.

    Raises:
        ValueError: nobody is to play; there is no such viewer, voter, folder or setting; or these are no codes.
    """
    from capture_widgets.widgets import Poll

    return Poll(game_or_replay, question, voters=voters, seat=seat, folder=folder, codes=codes, begin=begin, **settings)


def console(game: Game | Table, seat: Viewer = "public", **settings: Unpack[TableSettings]) -> Console:
    """A console with which a teacher leads the tables of a game, with the table for the projector below it.

    The methods of `Game.teacher` do the same as its buttons.

    Args:
        game: the game, or a table of it.
        seat: the first viewer of the projector.
        **settings: the settings of the projector, as in `Game.table`.

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
    """An editor of lessons, to set up positions by hand and to write questions about them.

    ``editor.lesson`` is the lesson in its present form; ``editor.lesson.save("lesson.json")`` writes a file.

    Args:
        source: a game for a new lesson, or its slug; or a lesson to edit, its data or its file.
        title: the title of the lesson.
        **settings: its looks, as in `Game.table`.

    Raises:
        ValueError: ``source`` is none of these, or positions of the game cannot be set up by hand.
        RecordError: the lesson cannot be read.
    """
    from capture_widgets.widgets import LessonEditor

    return LessonEditor(source, title=title, **settings)


if not TYPE_CHECKING:  # type checkers would accept every name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("bots", "envs", "games", "plot"):
            return import_module(f"{__name__}.{name}")
        for home, names in _HOMES.items():
            if name in names.split():
                from capture_widgets.core.imports import import_at_once

                value = globals()[name] = getattr(import_at_once(f"{__name__}.{home}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__version__"])
