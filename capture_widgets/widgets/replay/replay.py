"""The replay: a recorded game to step through, as one viewer could follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from traitlets import Any as AnyTrait
from traitlets import Bool, Dict, Int, List, Unicode

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.core.background import run_in_background, run_to_end
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Viewer
from capture_widgets.export.brought_views import brought_view
from capture_widgets.export.embedding import StaticReplay
from capture_widgets.export.replay_frames import names_of, rule_texts, viewer_words
from capture_widgets.library.record_files import StoredRecord
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.record_format import Record
from capture_widgets.play.game import Game
from capture_widgets.play.readable_dump import readable
from capture_widgets.protocol.widget_settings import refuse_others
from capture_widgets.records.finding import Moment, moments
from capture_widgets.teaching.class_folder import PollQuestion
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.replay.actions import ReplayActions
from capture_widgets.widgets.replay.broadcasting import Broadcast
from capture_widgets.widgets.replay.editing import RecordEditor
from capture_widgets.widgets.replay.exporting import ReplayExport
from capture_widgets.widgets.replay.following import Following
from capture_widgets.widgets.replay.learning import Learning
from capture_widgets.widgets.replay.opening import POSITION, check_beginning, check_lenses, open_analysis, open_record
from capture_widgets.widgets.replay.positions import FIRST_STATE, ReplayPositions, first_position
from capture_widgets.widgets.replay.questions import Questions
from capture_widgets.widgets.replay.quiz import Quiz
from capture_widgets.widgets.replay.scene import SceneBuilder
from capture_widgets.widgets.replay.stepping import STEPPING, Stepping
from capture_widgets.widgets.replay.traits import ReplayLog, ViewerTrait
from capture_widgets.widgets.replay.voting import ReplayVote, VoteHandler
from capture_widgets.widgets.settings import LOOKS, check_settings

if TYPE_CHECKING:
    from capture_widgets.widgets.inspector import Inspector

_SETTABLE = ("round", "ply", "line", "playing", "who", "settings")
"""The traits that may be given when a replay is made."""


class Replay(CaptureWidget):
    """A recorded game, computed in advance for one viewer, so that the browser steps without the kernel.

    ``round``, ``ply``, ``seat``, ``line`` and ``playing`` go both ways and can be linked (``ipywidgets.jslink``).

    Attributes:
        game: the game as it was loaded, with its comments and variations.
        seat: whose knowledge is shown: a seat, ``"public"``, or None for everything. The browser never holds more.
        round, ply: the position shown.
        line: the variation shown, counted from 1; 0 is the main line. Variations are shown only with everything open,
            because they need cards that a seat cannot know.
        playing: whether it steps by itself, in the browser.
        following: whether it goes where its leader stands; None if it has no leader.
        who: the viewer's name, for the answers.
        faults: what could not be read of the record, as (path, reason).
        answers: in predict mode, the moves that the viewer chose: a list of dicts with who, round, ply, chosen, played,
            right and seconds. If a file keeps them, those of earlier kernels come first.
        poll: the question to the class, for this viewer to `vote` on.
        ahead: whether those who follow this replay may look beyond its position, and beyond an open vote; False by
            default.
    """

    again = "a replay to step through"
    first_state = FIRST_STATE

    round = Int(0).tag(sync=True)
    ply = Int(0).tag(sync=True)
    line = Int(0).tag(sync=True)
    following = Bool(None, allow_none=True).tag(sync=True)
    who = Unicode("").tag(sync=True)
    poll = AnyTrait(None).tag(sync=True)
    frames: List[Any] = List().tag(sync=True)
    tail = AnyTrait(None).tag(sync=True)
    scene: Dict[str, Any] = Dict().tag(sync=True)
    notes: Dict[str, Any] = Dict().tag(sync=True)
    lines: List[Any] = List().tag(sync=True)
    timeline = AnyTrait(None).tag(sync=True)
    question = AnyTrait(None).tag(sync=True)
    told = AnyTrait(None).tag(sync=True)
    rules: List[Any] = List().tag(sync=True)
    seat = ViewerTrait("public").tag(sync=True)
    playing = Bool(False).tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)
    answers: List[Any] = List()
    ahead = Bool(False)
    from_pages = frozenset({"seat", "round", "ply", "line", "playing", "following", "who", "settings"})

    def __init__(
        self,
        record: Game | History | Record | StoredRecord | Mapping[str, Any] | str | Path,
        seat: Viewer = "public",
        *,
        spoilers: bool = True,
        predict: bool | str | Iterable[str | int] | Mapping[str | int, Any] = False,
        keep: str | Path | None = None,
        code: str | None = None,
        lenses: Iterable[Viewer] | None = None,
        analysis: Analysis | Mapping[str, Any] | str | Path | None = None,
        **traits: Any,
    ) -> None:
        """Open a record as far as it can be read.

        Args:
            record: a record, or the path of one or of a journal; or a game or a history, as it stands now.
            seat: who looks.
            spoilers: False keeps the future, its length and the result from the browser until they are reached.
            predict: True asks before each move that the viewer chooses, a list of positions (``"0/12"``, or 12 for the
                first round) before those; the future is hidden then, too. A text asks before each move in these words;
                a mapping has for each position the words of its question, a list of right moves, or both:
                ``{12: {"question": "Attack or wait?", "right": ["L:7b", "R:7b"]}}``.
            keep: a folder with a file for each viewer, such as ``"answers/"``, or one file; the replay adds each answer
                to it and reads it again after a restart of the kernel.
            code: the viewer's code (`class_codes`), with which the replay marks each answer that it keeps.
            lenses: the viewers that may be chosen; all by default, in predict mode ``seat`` alone, and of a game that
                is still being played ``seat`` alone, so that nobody looks into the others' hands by a click.
            analysis: an analysis of the game (`capture_widgets.analyse`), or its file; the replay shows a timeline of
                what the viewer could know.
            **traits: the position to begin at: round, ply, line, playing, who; and the looks, as on a table: size,
                theme, colours, memory, or all of them as settings.

        Raises:
            RecordError: not even the start of the first round can be read; or the analysis, or the answers, cannot.
            ValueError: the analysis is of another game; or ``predict`` names a position where nothing can be asked; or
                ``keep`` or ``code`` has nothing to keep or to mark.
        """
        self.game, self.faults = open_record(record)
        self.analysis = open_analysis(self.game, analysis)
        if self.analysis is not None:
            self.game = self.analysis.with_lines(self.game)
        refuse_others(traits, "a replay", (*_SETTABLE, *LOOKS))
        check_beginning(traits)
        seat = self.game.history.check_viewer(seat)
        given = traits.pop("settings", {})
        check_settings(given)
        looks: dict[str, Any] = {name: traits.pop(name) for name in LOOKS if name in traits}
        check_settings(looks)
        quiz = Quiz(self.game, seat, predict, keep, code)
        is_live = (is_a(record, Game) or is_a(record, History)) and not record.is_over
        self._lenses = check_lenses(self.game, lenses, seat, narrow=quiz.asks or (is_live and seat is not None))
        self._positions = ReplayPositions(self, hides_future=quiz.asks or not spoilers)
        self._questions = Questions(self, quiz)
        self._vote = ReplayVote(self)
        self._following = Following(self, self._vote)
        self._broadcast = Broadcast(self, self._following)
        self._builder = SceneBuilder(self, is_live=is_live, class_notice=self._class_notice)
        self._editor = RecordEditor(self)
        self._export = ReplayExport(self)
        self._stepping = Stepping(self)
        self._actions = ReplayActions(self)
        # every trait has its value before any observer looks at it
        wanted = {name: traits.pop(name) for name in POSITION if name in traits}
        traits["answers"] = quiz.kept_answers(str(traits.get("who", "")), warns=True)
        number, ply = first_position(self.game)
        rules, settings = rule_texts(self.game.history), {**given, **looks}
        traits["game_view"] = brought_view(self.game.history)
        super().__init__(view="replay", seat=seat, round=number, ply=ply, rules=rules, settings=settings, **traits)
        self._show()
        self.observe(self._stepping.on_lens, ["seat", "line"])
        self.observe(self._stepping.on_move, ["round", "ply"])
        self.observe(self._following.on_following, "following")
        with self.hold_trait_notifications():
            for name, value in wanted.items():
                setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<Replay of {self.game.type.slug}, {viewer_words(self.seat)}, round {self.round}, ply {self.ply}>"

    # -- the position

    @property
    def record(self) -> Record:
        """The record as far as it could be read, with comments, signs and variations as changed here."""
        return self.game.record()

    def dump(self, *, back: int = 0) -> Dump | None:
        """The position shown, as the viewer knows it.

        Args:
            back: how many moves earlier; before the first position of the round there is none (None).
        """
        with STEPPING:
            history, number, ply = self.position()
            here = ply - back >= history.plies(number)[0]
            return readable(history.dump_at(ply - back, round=number, seat=self.seat)) if here else None

    def position(self) -> tuple[History, int, int]:
        """The line shown, with the round and the ply of the position."""
        return self._positions.history, *self._positions.shown

    @property
    def log(self) -> Callable[[], list[LogEntry]]:
        """``replay.log()``: the moves that led to the position shown, as the viewer knows them there (`Game.log`)."""
        return ReplayLog(lambda: self._positions.history.log(self.seat, ply=self.ply, round=self.round))

    def find(
        self,
        where: Callable[[Any], object] | None = None,
        *,
        card: str | None = None,
        event: str | None = None,
        by: int | None = None,
    ) -> list[Moment]:
        """The plies of the line shown where every condition holds (`Game.find`), as far as the viewer could see it.

        Without spoilers it returns only plies that the viewer has reached.
        """
        until = None if self.line else self._positions.limit
        return moments(self._positions.history, where, card=card, event=event, by=by, viewer=self.seat, until=until)

    def reached_plies(self) -> list[tuple[int, range]]:
        """The rounds of the line shown and their plies, as far as the viewer has reached them."""
        return self._positions.reached_plies()

    def points_at(self, number: int, ply: int) -> list[int]:
        """Points by seat at a position of the line shown."""
        return self._positions.history.dump_at(ply, round=number, seat="public")["points"]

    def _show(self) -> None:
        """Compute everything for the viewer and the line, and send it in one message."""
        with self.hold_sync():
            self._positions.send_line()
            self._stepping.settle()
            self._update_scene()
            self._update_annotations()

    def _update_scene(self) -> None:
        self.scene = dict(self._builder.scene())

    def _update_annotations(self) -> None:
        """Bring comments, variations, the question and the timeline up to the position that was reached."""
        with self.hold_sync():
            for name, value in self._builder.annotations().items():
                self.set_trait(name, value)
            self.question = self._questions.current()

    def _class_notice(self) -> str:
        return self._following.notice() or self._broadcast.words

    # -- questions

    @property
    def questions(self) -> dict[str, dict[str, Any]]:
        """The questions of a quiz by position, each with its words (None for the usual ones) and the right moves."""
        return self._questions.quiz.questions(self.seat)

    def learn(self) -> Self:
        """Learn from the viewer's mistakes: stop at each mistake of the analysis, and ask for a better move.

        It begins at the first mistake; called again it goes on to the next one. A search judges each answer; after a
        poor answer the question stays open. `unlearn` shows the whole replay.

        Raises:
            ValueError: there is no analysis for this viewer, or it found no mistake.
        """
        self._questions.learn()
        return self

    def unlearn(self) -> Self:
        """Show the whole replay again, as it was before `learn`."""
        self._questions.unlearn()
        return self

    def answer(self, move: str) -> Self:
        """Answer the open question, and show the move that was played.

        While the viewer learns from mistakes, a search takes a second to judge, and after a poor answer the question
        stays open. An answer does not count if another one, or `better`, closes the question before it is judged.

        Raises:
            ActionRefused: no question is open; nothing has changed.
            IllegalMove: the position refuses the move; nothing has changed.
            OSError: the file of answers cannot be written; nothing has changed.
        """
        self._questions.answer(move)
        return self

    def better(self) -> Self:
        """Show the better move, while the viewer learns from mistakes; a step on shows the move that was played.

        Raises:
            ActionRefused: no question is open.
        """
        self._questions.better()
        return self

    # -- comments and variations

    def comment(self, text: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the comment at a position, the one shown by default; an empty text removes it."""
        self._editor.note("comment", text, ply, round)
        return self

    def glyph(self, sign: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the sign that judges the move leading to a position; an empty text removes it."""
        self._editor.note("glyph", sign, ply, round)
        return self

    def play(self, move: str) -> Self:
        """Play on from the position shown; the record keeps the move in a variation.

        Raises:
            IllegalMove: the position refuses the move.
            ActionRefused: not everything is open.
        """
        self._editor.play(move)
        return self

    def promote(self, line: int | None = None) -> Self:
        """Make a variation, the one shown by default, the main line; the old main line becomes a variation."""
        self._editor.promote(line)
        return self

    def drop(self, line: int | None = None) -> Self:
        """Remove a variation, the one shown by default, from the record."""
        self._editor.drop(line)
        return self

    # -- in a class

    def follow(self, leader: Replay | str | Path, *, teacher: str | None = None, code: str | None = None) -> Self:
        """Show the position that a leader shows, for this replay's viewer, until `leave` or a step by hand.

        The page holds no move beyond the leader's position, and during a vote none beyond the question's, unless the
        leader sets ``ahead = True``. A quiz (``predict``) goes its own way: it hides what it asks for.

        Args:
            leader: another replay of this kernel; or the folder in which a replay of any kernel is `broadcast`. There
                the teacher may ask the class a question, too, and the answers that are given here go there.
            teacher: the fingerprint that the leading replay shows, such as ``"k3vq-7xwm-2ahd-pz5c"``: this replay
                follows nobody else in the folder. Without it, it follows the first leader that this kernel meets there,
                until the kernel ends.
            code: the viewer's code (`class_codes`), which only the teacher and this viewer know: it proves whose the
                votes and answers are.

        Raises:
            ValueError: the leader is this replay itself, or the path of a file; or this is no fingerprint or no code.
        """
        if leader is self:
            raise ValueError("a replay cannot follow itself; name another replay or a folder")
        if isinstance(leader, Replay):
            if teacher is not None or code is not None:
                raise ValueError("teacher= and code= are for a folder; follow a replay of this kernel without them")
            self._following.follow_replay(leader)
        else:
            self._following.follow_folder(leader, teacher, code)
        return self

    def leave(self) -> Self:
        """Stay here while the leader goes on."""
        if self._following.leader is not None:
            self.following = False
        return self

    def rejoin(self) -> Self:
        """Go where the leader stands and follow it again."""
        if self._following.leader is None:
            raise ValueError("this replay follows nobody: replay.follow(other)")
        self.following = True
        return self

    def broadcast(self, folder: str | Path, *, codes: Mapping[str, str] | None = None) -> Self:
        """Lead a class over a folder that it shares: replays of any kernel that `follow` it stand where this one does.

        The folder gets only the position, and what a `Poll` asks; each follower has the game and sees their own side of
        it. The leader's file is signed: give the class this replay's `fingerprint`, so that they follow nobody else. If
        you led this game there before, this replay goes on at the position where the class was.

        Args:
            folder: the folder; it is made if there is none.
            codes: the codes of the class (`class_codes`): only answers that were given with one of them count.

        Raises:
            ValueError: this is the path of a file, or these are no codes.
        """
        self._broadcast.start(folder, codes)
        return self

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint by which a class knows the leader in a folder: give it to those who `follow`. None if this
        replay neither leads nor follows one.
        """
        leader = self._broadcast.leader
        return leader.fingerprint if leader is not None else self._following.fingerprint

    @property
    def led_folder(self) -> Path | None:
        """The folder in which this replay leads; None if it does not lead."""
        return self._broadcast.folder

    @property
    def folder(self) -> Path | None:
        """The folder in which this replay leads or follows; None if it does neither."""
        return self._broadcast.folder or self._following.folder

    @property
    def class_answers(self) -> list[dict[str, Any]]:
        """The answers of others in the folder to their own quizzes about this game, in the shape of `answers`; the
        first answer of each person counts. Only the leader can read them.
        """
        return self._broadcast.answers()

    @property
    def class_faults(self) -> list[tuple[str, str]]:
        """The files of the folder that could not be read or written, as (file, reason)."""
        return self._broadcast.faults()

    def be_asked(self, question: PollQuestion | None, handler: VoteHandler | None) -> None:
        """Let the viewer vote on a question; ``handler`` is called with each vote, and the last one counts."""
        self._vote.ask(question, handler)

    def vote(self, move: str) -> Self:
        """Vote on the question to the class; while the vote is open, the viewer's last vote counts.

        Raises:
            ActionRefused: there is no question, or the vote is over.
            IllegalMove: the position refuses the move.
            OSError: the vote cannot be written to the class's folder, and does not count.
        """
        self._vote.vote(move)
        return self

    # -- requests of a page

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        self._builder.find_losses()

    def _let_go(self) -> None:
        self._following.stop()
        self._broadcast.stop()

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a page's request. A search that judges an answer takes a while, so it runs in the background."""
        content = received(content)
        is_answer = isinstance(content, dict) and content.get("kind") == "answer"
        if is_answer and isinstance(self._questions.quiz, Learning):
            run_in_background(self._answering(content), "capture-widgets-judging")
        else:
            run_to_end(self._answering(content))

    def _act(self, message: dict[str, Any]) -> None:
        self._actions.do(message)

    def save_html(self, path: str | Path, seat: Any = ...) -> Path:
        """Write one file that replays offline in any browser, holding only what a viewer may know.

        Without spoilers it ends at the position that was reached here. If writing fails, the old file stays.

        Args:
            path: where to write.
            seat: the viewer; the one who looks now by default.

        Raises:
            ValueError: questions are open: a page that asks would have to hold the answers.
        """
        return self._export.save_html(path, self.seat if seat is ... else seat)

    def static(self, *, alone: bool = False) -> StaticReplay:
        """The same replay without a widget: an ordinary output that steps in saved notebooks, web pages and slides.

        It holds only what the viewer who looks now may know; in predict mode and without spoilers, only what was
        reached. One output of a notebook carries the front end for all.

        Args:
            alone: carry the front end here in any case, so that this output works without the others.

        Raises:
            ValueError: questions are open: an output that asks would have to hold the answers.
        """
        return self._export.static(alone=alone)

    def inspect(self) -> Inspector:
        """An inspector that steps with this replay."""
        from capture_widgets.widgets.inspector import Inspector

        return Inspector(self)

    def _plain_names(self) -> Names:
        return names_of(self._positions.history, self.seat)

    def plain(self) -> tuple[Any, list[Any]]:
        """The position shown, or the last one if nobody has stepped yet; and all moves that the viewer may see."""
        return self._export.plain(self._plain_names())
