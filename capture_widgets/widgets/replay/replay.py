"""The replay: a recorded game to step through, as one viewer could follow it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from traitlets import Any as AnyTrait
from traitlets import Bool, Dict, List, TraitError, TraitType, validate

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.timeline import timeline
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.background import Steps, run_in_background, run_to_end
from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Viewer
from capture_widgets.export.embedding import StaticReplay
from capture_widgets.export.marked_moves import all_marks, blamed_marks, losing_marks
from capture_widgets.export.pages import offline, replay_html
from capture_widgets.export.replay_frames import (
    later_frames,
    moves_of,
    names_of,
    notes,
    round_frames,
    rule_texts,
    seat_names,
    viewer_words,
)
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.record_format import GLYPHS, Record, position_of
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.protocol.replay_messages import Frames, Mark, ReplayScene, Timeline
from capture_widgets.records.finding import Moment, moments
from capture_widgets.records.journal_lines import is_journal
from capture_widgets.records.sources import Source, is_text_of_game, source_of_file, source_of_text
from capture_widgets.records.variations import dropped, line_history, played_on, promoted
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.replay.in_class import STEPPING, InClass
from capture_widgets.widgets.replay.learning import Learning
from capture_widgets.widgets.replay.quiz import Quiz, Verdict
from capture_widgets.widgets.settings import LOOKS, check_settings

_LOG = logging.getLogger(__name__)

MOST_PLIES = 10_000
"""More plies of a record than this are not sent to a browser."""

MOST_TAIL = 32
"""In spoiler-free mode, the plies that are reached before their round is sent again as a whole."""

MOST_TEXT = 20_000
"""Characters of a comment that a browser may send."""

_BEGINS = ("round", "ply", "line", "playing", "who", "settings")
"""Traits that may be given when a replay is made."""

_WHOLE = ("round", "ply", "line")

_OWN_WORDS = re.compile(r"\[[^0-9]")
"""The place in a path where a key in quotes follows, which comes from the record."""


if TYPE_CHECKING:
    from capture_widgets.widgets.inspector import Inspector

    _Anything = TraitType[Any, Any]
else:
    _Anything = TraitType  # which traitlets 5.7 has no types for, so that no brackets may follow it


class ViewerTrait(_Anything):
    """A viewer. None is one of them, and is checked like the others (`allow_none` would let it pass)."""

    default_value = "public"
    allow_none = False


class Log(logging.LoggerAdapter[logging.Logger]):
    """The moves of a replay, when it is called; and the logger that every widget has under this name."""

    def __init__(self, moves: Callable[[], list[LogEntry]]) -> None:
        super().__init__(_LOG, {})
        self._moves = moves

    def __call__(self) -> list[LogEntry]:
        """The moves that led to the position shown."""
        return self._moves()


class Replay(InClass):
    """A recorded game, precomputed for one viewer; stepping needs no kernel.

    ``round``, ``ply``, ``seat``, ``line`` and ``playing`` go both ways and can be linked (``ipywidgets.jslink``).

    Attributes:
        game: the game as it was loaded, with its comments and variations.
        seat: whose knowledge is shown: a seat, ``"public"``, or None for everything. The browser never holds more.
        round, ply: the position shown.
        line: the variation shown, counted from 1; 0 is the main line. Variations are shown only with everything open,
            because they need cards that a seat cannot know.
        playing: whether it steps by itself, in the browser.
        who: the viewer's name, for the answers.
        faults: what could not be read of the record, as (path, reason).
        answers: in predict mode, what the viewer would have played: a list of dicts with who, round, ply, chosen,
             played, right and seconds; those of earlier kernels first, where a file keeps them.
        poll: what the class is asked, for this viewer to `vote` on.
    """

    again = "a replay to step through"

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
    from_pages = frozenset({"seat", "round", "ply", "line", "playing", "following", "who", "settings"})

    def __init__(
        self,
        record: Game | History | Record | Mapping[str, Any] | str | Path,
        seat: Viewer = "public",
        *,
        spoilers: bool = True,
        predict: bool | str | Iterable[str | int] | Mapping[str | int, Any] = False,
        keep: str | Path | None = None,
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
            keep: a folder with a file for each viewer, such as ``"answers/"``, or one file: each answer is added to it,
                and there again after a restart of the kernel.
            lenses: the viewers that may be chosen; all by default, in predict mode ``seat`` alone, and of a game that
                is still being played ``seat`` alone, so that nobody looks into the others' hands by a click.
            analysis: what `capture_widgets.analyse` found out about the game, or its file: a timeline shows of it
                what the viewer could know.
            **traits: where to begin: round, ply, line, playing, who; and how it looks, as on a table: size, theme,
                colours, memory, or all of them as settings.

        Raises:
            RecordError: not even the start of the first round can be read; or the analysis, or the answers, cannot.
            ValueError: the analysis is of another game; or nothing can be asked where it was told to.
        """
        self.game, self.faults = _opened(record)
        self.analysis = _analysis_of(self.game, analysis)
        if self.analysis is not None:
            self.game = self.analysis.with_lines(self.game)
        for name in traits:
            if name not in (*_BEGINS, *LOOKS):
                raise ValueError(f"there is no setting {shown(name)}; a replay has {', '.join((*_BEGINS, *LOOKS))}")
        _check_begins(traits)
        self.game.history.check_viewer(seat)
        if lenses is not None and (isinstance(lenses, str) or not isinstance(lenses, Iterable)):
            raise ValueError(f"lenses={shown(lenses)}: a list of viewers")
        given = traits.pop("settings", {})
        check_settings(given)
        looks: dict[str, Any] = {name: traits.pop(name) for name in LOOKS if name in traits}
        check_settings(looks)
        self._quiz: Quiz | Learning = Quiz(self.game, seat, predict, keep)
        self._before: tuple[Quiz | Learning, list[Viewer], bool] | None = None
        """What was asked, who could look and whether all was shown, before mistakes were learnt from."""
        seats = range(len(self.game.seats))
        everybody: list[Viewer] = [*seats, "public", None]
        self._live = (is_a(record, Game) or is_a(record, History)) and not record.is_over
        narrow = self._quiz.asks or (self._live and seat is not None)
        self._lenses = list(lenses) if lenses is not None else [seat] if narrow else everybody
        if seat not in self._lenses:
            self._lenses.insert(0, seat)
        for one in self._lenses:
            self.game.dump(one)  # raises ValueError where there is no such viewer
        first, ply = _start(self.game)
        self._spoilers = spoilers and not self._quiz.asks
        self._reached = (first, ply)
        self._shown = self.game.history
        self._sent = 0
        self._cut = False
        self._alone()
        self._settling = False
        self._since = monotonic()
        self._marks: list[Mark] = []
        self._marking = False
        # every trait has its value before any observer looks at it
        wanted = {name: traits.pop(name) for name in _WHOLE if name in traits}
        settings = {**given, **looks}
        rules = rule_texts(self.game.history)
        traits["answers"] = self._quiz.kept(str(traits.get("who", "")), warns=True)
        super().__init__(view="replay", seat=seat, round=first, ply=ply, rules=rules, settings=settings, **traits)
        self._show()
        self.observe(self._on_lens, ["seat", "line"])
        self.observe(self._on_move, ["round", "ply"])
        self.observe(self._on_following, "following")
        with self.hold_trait_notifications():
            for name, value in wanted.items():
                setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<Replay of {self.game.type.slug}, {viewer_words(self.seat)}, round {self.round}, ply {self.ply}>"

    @validate("seat")
    def _known_lens(self, proposal: Any) -> Viewer:
        seat: Viewer = proposal["value"]
        if not any(seat == one and type(seat) is type(one) for one in self._lenses):
            lenses = ", ".join(map(viewer_words, self._lenses))
            raise TraitError(f"this replay is shown {lenses}, not for {shown(seat)}")
        return seat

    # -- what there is to read

    @property
    def record(self) -> Record:
        """The record as far as it could be read, with comments, signs and variations as changed here."""
        return self.game.record()

    def dump(self, *, back: int = 0) -> Dump | None:
        """The position shown, as the viewer knows it, or so many moves before it (None where there is none)."""
        with STEPPING:
            ply = self.ply - back
            if ply < self._shown.plies(self.round)[0]:
                return None
            return self._shown.dump_at(ply, round=self.round, seat=self.seat)

    @property
    def log(self) -> Callable[[], list[LogEntry]]:
        """``replay.log()``: the moves that led to the position shown, as the viewer knows them there (`Game.log`)."""
        return Log(lambda: self._shown.log(self.seat, ply=self.ply, round=self.round))

    def find(
        self,
        where: Callable[[Any], object] | None = None,
        *,
        card: str | None = None,
        event: str | None = None,
        by: int | None = None,
    ) -> list[Moment]:
        """The plies of the line shown where everything that is asked for holds (`Game.find`), as the viewer could see
        it; without spoilers none that has not been reached.
        """
        until = None if self._spoilers or self.line else self._reached
        return moments(self._shown, where, card=card, event=event, by=by, viewer=self.seat, until=until)

    def reached_plies(self) -> list[tuple[int, range]]:
        """The rounds of the line shown and their plies, as far as they have been reached."""
        found = []
        for number in self._shown.round_numbers():
            plies = self._shown.plies(number)
            if not self._spoilers and not self.line:
                if number > self._reached[0]:
                    break
                if number == self._reached[0]:
                    plies = range(plies[0], self._reached[1] + 1)
            found.append((number, plies))
        return found

    def points_at(self, number: int, ply: int) -> list[int]:
        """Points by seat at a position of the line shown."""
        return self._shown.dump_at(ply, round=number, seat="public")["points"]

    @property
    def questions(self) -> dict[str, dict[str, Any]]:
        """What a quiz asks, by position: the words of its question (None for the usual ones) and the right moves."""
        return self._quiz.questions(self.seat)

    # -- what is shown

    def _show(self) -> None:
        """Compute everything for the viewer and variation, and send it in one message."""
        game, (number, ply) = self.game, self._reached
        with self.hold_sync():
            if self.line:
                line = game.variations[self.line - 1]
                self._shown = line_history(game.history, line)
                last = position_of(line["at"])[0]
            else:
                self._shown = game.history
                last = game.round_numbers()[-1] if self._spoilers else number
            self.frames = self._rounds(last)
            self.tail, self._sent = None, ply
            self._settle()
            self.scene = dict(self._scene())
            self._tell()

    def _rounds(self, last: int) -> list[Frames]:
        """Frames of all rounds up to one, as many as a browser is sent."""
        left = MOST_PLIES
        sent: list[Frames] = []
        for number in self._shown.round_numbers():
            plies = self._shown.plies(number)
            if number > last or left <= 0:
                break
            until = plies[0] + left - 1
            if not self._spoilers and not self.line and number == self._reached[0]:
                until = min(until, self._reached[1])
            sent.append(round_frames(self._shown, number, self.seat, until))
            left -= len(sent[-1]["dumps"])
        self._cut = left <= 0
        return sent

    def _learns(self) -> bool:
        """Whether the viewer can learn from mistakes here."""
        told = self.analysis is not None and not self.line and not self._quiz.asks
        return told and self.analysis is not None and bool(self.analysis.mistakes(self.seat)) and self.seat != "public"

    def _scene(self) -> ReplayScene:
        told = None if self.line else self._timeline(self.seat, None if self._spoilers else self._reached)
        notices = []
        if self.faults:
            where, reason = self.faults[0]
            said = "This record is damaged"
            # where it ends is part of the future, and a reason may quote moves and name cards
            if not self._more():
                said += f" and could be read up to {_OWN_WORDS.split(where)[0]}"
            if self.seat is None and self._spoilers:
                said += f": {reason}"
                said += f" ({len(self.faults) - 1} more faults)" if len(self.faults) > 1 else ""
            notices.append(f"{said}.")
        if self._live and None not in self._lenses:
            known = ", ".join(map(viewer_words, self._lenses))
            words = f"This game is still being played, so this replay shows it {known} only"
            notices.append(f"{words}; replay(lenses=[...]) in a cell opens more.")
        if words := self.class_notice():
            notices.append(words)
        if self._cut:
            notices.append(f"Only the first {MOST_PLIES:,} moves are shown.")
        return {
            "title": self.game.type.title,
            "seats": seat_names(self.game.history),
            "lenses": [{"seat": seat, "words": viewer_words(seat)} for seat in self._lenses],
            "notice": " ".join(notices)[:2000] or None,
            "more": self._more(),
            "spoilers": self._spoilers,
            "edits": True,
            "marks": all_marks([] if not self._spoilers else self._marks, blamed_marks(told)),
            "learn": "does" if isinstance(self._quiz, Learning) else "can" if self._learns() else None,
        }

    def _tell_scene(self) -> None:
        self.scene = dict(self._scene())

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        # who may not look at everything is not told what follows from it
        if not self._marking and None in self._lenses and self.game.type.solver is not None:
            self._marking = True
            run_in_background(self._mark_losses(), "capture-widgets-marks")

    def _mark_losses(self) -> Steps[None]:
        yield 0
        self._marks = losing_marks(self.game.history, lambda: self.closed)
        if self._marks and not self.closed:
            with STEPPING:
                self.scene = dict(self._scene())

    def _more(self) -> bool:
        if self._spoilers or self.line:
            return False
        return self._next(self._reached) is not None

    def _next(self, at: tuple[int, int]) -> tuple[int, int] | None:
        """The position after one, over the end of a round too."""
        number, ply = at
        if ply < self.game.plies(number)[-1]:
            return number, ply + 1
        if number < self.game.round_numbers()[-1]:
            return number + 1, self.game.plies(number + 1)[0]
        return None

    def _tell(self) -> None:
        """Bring comments, variations and the question up to the position reached."""
        reached = None if self._spoilers else self._reached
        with self.hold_sync():
            # of a variation, which is shown only where it was reached, everything is told
            self.notes = dict(notes(self._said(), self.seat, None if self.line else reached))
            variations = self.game.variations if self.seat is None else []
            known = [line for line in variations if reached is None or position_of(line["at"]) < reached]
            self.lines = [dict(moves_of(line)) for line in known]
            self.question = self._question()
            # its moves are those of the main line
            told = None if self.line else self._timeline(self.seat, reached)
            self.timeline = None if told is None else dict(told)

    def _said(self) -> History:
        """The history whose comments and signs are shown."""
        history = self.game.history
        return line_history(history, self.game.variations[self.line - 1]) if self.line else history

    def _timeline(self, seat: Viewer, reached: tuple[int, int] | None) -> Timeline | None:
        """What the analysis tells a viewer, no further than a position."""
        # a variation shows everything, and so is named to who may look at that
        lines = self.game.variations if reached is None and None in self._lenses else ()
        return None if self.analysis is None else timeline(self.analysis, seat, reached, lines)

    def _settle(self) -> None:
        """Bring round and ply to a position that can be shown."""
        self._settling = True
        try:
            numbers = [entry["round"] for entry in self.frames]
            number = min(max(self.round, numbers[0]), numbers[-1])
            plies = self._shown.plies(number)
            entry = self.frames[number - numbers[0]]
            last = plies[0] + len(entry["dumps"]) - 1
            if self.tail is not None and self.tail["round"] == number:
                last += len(self.tail["dumps"])
            with self.hold_trait_notifications():
                self.round = number
                self.ply = min(max(self.ply, plies[0]), last)
        finally:
            self._settling = False

    def _on_lens(self, change: Any) -> None:
        if self._settling:
            return
        with STEPPING:
            self._settling = True
            with self.hold_sync():
                if self.seat is not None or not 0 <= self.line <= len(self.game.variations):
                    self.line = 0
                if change["name"] == "line" and self.line:
                    number, ply = position_of(self.game.variations[self.line - 1]["at"])
                    self.round, self.ply = number, ply + 1
                self._show()

    def _on_move(self, _change: object) -> None:
        if self._settling:
            return
        self._stepped_by_hand()
        with STEPPING:
            if not self._spoilers and not self.line:
                # a round that is new is entered at its start, whatever ply stood here before
                new = self.round > self._reached[0]
                self._reveal((self.round, 0 if new else self.ply))
                if new and self._reached[0] == self.round:
                    self.ply = self._reached[1]
            self._settle()

    # -- spoiler-free and predict mode

    def _reveal(self, goal: tuple[int, int]) -> None:
        """Reach further, up to a position or the next question, and send what was reached."""
        reached = self._reached
        while self._question() is None and (after := self._next(self._reached)) is not None:
            if after > goal and (after[0] > goal[0] or self._reached[0] == goal[0]):
                break
            self._reached = after
            self._since = monotonic()
        if self._reached == reached:
            return
        number, ply = self._reached
        with self.hold_sync():
            if number != reached[0] or ply - self._sent > MOST_TAIL:
                self.frames = self._rounds(number)
                self.tail, self._sent = None, ply
            else:
                self.tail = dict(later_frames(self._shown, number, self.seat, self._sent, ply))
            self.scene = dict(self._scene())
            self._tell()

    def _question(self) -> dict[str, Any] | None:
        """The position at which the viewer must choose before the next move is shown."""
        number, ply = self._reached
        asking = None if self._spoilers or self.line else self._quiz.asking(number, ply)
        if asking is None or ply >= self.game.plies(number)[-1]:
            return None
        if not self.game.dump_at(ply, round=number, seat=self.seat)["legal_moves"]:
            return None
        return {"round": number, "ply": ply, "words": asking.words, "better": asking.better}

    def learn(self) -> Self:
        """Learn from the viewer's mistakes: stop at each that the analysis found, and ask for a better move.

        Each answer is judged by the search; a poor one leaves the question open. `unlearn` shows all again.

        Raises:
            ValueError: there is no analysis for this viewer, or it found no mistake.
        """
        with STEPPING:
            learning = Learning(self.game, self.seat, self.analysis)
            if self._before is None:
                self._before = self._quiz, self._lenses, self._spoilers
            self._begin_anew(learning, [self.seat], spoilers=False)
        return self

    def unlearn(self) -> Self:
        """Show the whole replay again, as it was before `learn`."""
        with STEPPING:
            if self._before is not None:
                before, self._before = self._before, None
                self._begin_anew(before[0], before[1], spoilers=before[2])
        return self

    def _begin_anew(self, quiz: Quiz | Learning, lenses: list[Viewer], *, spoilers: bool) -> None:
        self._quiz, self._lenses, self._spoilers = quiz, lenses, spoilers
        self._reached = _start(self.game)
        self._settling = True
        with self.hold_sync():
            self.told, self.line, self.playing = None, 0, False
            self.round, self.ply = self._reached
            self._show()
        self._settling = False

    def answer(self, move: str) -> Self:
        """Answer the open question and see what was played.

        While mistakes are learnt from, the search takes a second to judge, and a poor answer leaves the question open.

        Raises:
            ActionRefused: there is no question open; nothing has changed.
            IllegalMove: the position refuses the move; nothing has changed.
            OSError: the file of answers cannot be written; nothing has changed.
        """
        with STEPPING:
            question = self._open_question(move)
            number, ply = question["round"], question["ply"]
            there = self.game.at(ply, round=number)
            chosen = there.play(move).moves(number)[-1]
            seconds = round(monotonic() - self._since, 2)
            quiz = self._quiz
        # a search takes a while: others may step meanwhile, and nothing comes of it where the question is closed
        verdict = quiz.judged(number, ply, chosen, lambda: self.closed or self._question() != question)
        with STEPPING:
            if self._open_question(move) != question:
                raise ActionRefused("answer", "this question is closed by now; go on to the next one")
            self._tell_verdict(number, ply, chosen, seconds, verdict)
        return self

    def better(self) -> Self:
        """See the better move, while mistakes are learnt from, and go on.

        Raises:
            ActionRefused: there is no question open.
        """
        with STEPPING:
            question = self._open_question("")
            if not isinstance(self._quiz, Learning):
                raise ActionRefused("answer", "nothing is known here of a better move; answer with one of your own")
            number, ply = question["round"], question["ply"]
            best, verdict = self._quiz.better(number, ply)
            self._tell_verdict(number, ply, best, round(monotonic() - self._since, 2), verdict)
        return self

    def _open_question(self, move: object) -> dict[str, Any]:
        question = self._question()
        if question is None:
            raise ActionRefused("answer", "no question is open here; one opens where the replay stops to ask")
        return question

    def _tell_verdict(self, number: int, ply: int, chosen: str, seconds: float, verdict: Verdict) -> None:
        """Say what came of an answer, and go on where that closes the question."""
        try:
            row = self._quiz.answered(self.who, number, ply, chosen, seconds, self.answers, verdict)
            self.answers = [*self.answers, row]
        except (KeyboardInterrupt, MemoryError):
            if self._quiz.keeps:  # what is on disk counts, wherever this came
                others = [one for one in self.answers if one["who"] != self.who]
                self.answers = [*others, *self._quiz.kept(self.who)]
            raise
        with self.hold_sync():
            self.told = {
                **{name: row[name] for name in ("round", "ply", "chosen", "played", "right")}, "words": verdict.words,
            }  # fmt: skip
            if verdict.ends:
                self._reveal((number, ply + 1))
                self._settling = True
                self.round, self.ply = number, ply + 1
                self._settling = False

    # -- comments and lines

    def comment(self, text: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the comment at a position, the one shown by default; an empty text takes it away."""
        return self._note("comment", text, ply, round)

    def glyph(self, sign: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the sign that judges the move leading to a position; empty takes it away."""
        return self._note("glyph", sign, ply, round)

    def _note(self, kind: str, text: str, ply: int | None, number: int | None) -> Self:
        number = self.round if number is None else number
        getattr(self.game, kind)(text, ply=self.ply if ply is None else ply, round=number)
        self._tell()
        return self

    def play(self, move: str) -> Self:
        """Play on from the position shown; the move is kept in a variation of the record.

        Raises:
            IllegalMove: the position refuses the move.
            ActionRefused: not everything is open.
        """
        with STEPPING:
            self._needs_open("play on")
            history, line = played_on(self.game.history, self.line, self.round, self.ply, move)
            self._take(history, line, self.ply + 1)
        return self

    def promote(self, line: int | None = None) -> Self:
        """Make a variation, the one shown by default, the main line; the old main line is kept as a variation."""
        with STEPPING:
            self._needs_open("change variations")
            self._take(promoted(self.game.history, self.line if line is None else line), 0, self.ply)
        return self

    def drop(self, line: int | None = None) -> Self:
        """Remove a variation, the one shown by default, from the record."""
        with STEPPING:
            self._needs_open("change variations")
            self._take(dropped(self.game.history, self.line if line is None else line), 0, self.ply)
        return self

    def _needs_open(self, what: str) -> None:
        if self.seat is not None:
            raise ActionRefused(
                what, f"to {what} would show cards that were hidden then: choose to see everything open"
            )
        if not self._spoilers and self._next(self._reached) is not None:
            raise ActionRefused(what, f"in this mode you can {what} only once the end of the record is reached")

    def _take(self, history: History, line: int, ply: int) -> None:
        self.game = Game(history)
        if self.analysis is not None and not self.analysis.fits(history):
            self.analysis = None  # another line has become the main one
        self._spoilers = True
        self._settling = True
        with self.hold_sync():
            self.line, self.ply = line, ply
            self._show()

    # -- what a browser asks for

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a browser's request; a search takes time, and so judges beside all else."""
        content = received(content)
        searches = isinstance(content, dict) and content.get("kind") == "answer" and isinstance(self._quiz, Learning)
        if searches:
            run_in_background(self._answering(content), "capture-widgets-judging")
        else:
            run_to_end(self._answering(content))

    def _act(self, message: dict[str, Any]) -> None:
        kind = message.get("kind")
        if kind in ("learn", "unlearn", "better"):
            {"learn": self.learn, "unlearn": self.unlearn, "better": self.better}[kind]()
            return
        if kind in ("promote", "drop"):
            (self.promote if kind == "promote" else self.drop)(message["line"])
            return
        if kind not in ("on", "answer", "vote", "comment", "glyph"):
            raise ValueError(f"a replay does not know {shown(kind)}")
        text: str = message["text"] if kind in ("comment", "glyph") else message["move"]
        if len(text) > MOST_TEXT:
            raise ValueError(f"a text has at most {MOST_TEXT:,} characters here")
        number, ply = message["round"], message["ply"]
        if kind in ("comment", "glyph"):
            if kind == "glyph" and text and text not in GLYPHS:
                raise ValueError(f"choose one of {' '.join(GLYPHS)}")
            if not self._spoilers and (number, ply) > self._reached:
                raise ValueError("this position has not been reached yet")
            self._note(kind, text, ply, number)
        elif kind == "answer":
            if self.question is None or (self.question["round"], self.question["ply"]) != (number, ply):
                raise ActionRefused("answer", "this question is not open any more; answer the one that is shown")
            self.answer(text)
        elif kind == "vote":
            asked = self.poll
            if asked is None or (asked["round"], asked["ply"]) != (number, ply):
                raise ActionRefused("answer", "this question is not open any more; answer the one that is shown")
            self.vote(text)
        else:
            with self.hold_sync():
                self.round, self.ply = number, ply
            self.play(text)

    # -- elsewhere

    def save_html(self, path: str | Path, seat: Any = ...) -> Path:
        """Write one file that replays offline in any browser, holding only what a viewer may know.

        Without spoilers it ends where this replay was. If writing fails, the old file stays.

        Args:
            path: where to write.
            seat: the viewer; the one who looks now by default.

        Raises:
            ValueError: questions are open: a page that asks would have to hold the answers.
        """
        viewer: Viewer = self.seat if seat is ... else seat
        self._needs_answers("page")
        until = None if self._spoilers else self._reached
        return replace_file(path, replay_html(self.game.history, viewer, until, self._timeline(viewer, until)))

    def static(self, *, alone: bool = False) -> StaticReplay:
        """The same replay without a widget: an ordinary output that steps in saved notebooks, web pages and slides.

        It holds only what the viewer who looks now may know, and in predict mode and without spoilers no more than was
        reached. One output of a notebook carries the front end for all.

        Args:
            alone: carry the front end here in any case, so that this output can stand by itself.

        Raises:
            ValueError: questions are open: an output that asks would have to hold the answers.
        """
        self._needs_answers("output")
        until = None if self._spoilers else self._reached
        made = offline(self.game.history, self.seat, until, self._timeline(self.seat, until))
        made.state["settings"] = {**self.settings}
        if not self.line:
            made.state.update(round=self.round, ply=self.ply)
        return StaticReplay(made, alone=alone)

    def _needs_answers(self, what: str) -> None:
        """Refuse to make a file of a quiz that is not over: it could not ask without holding what was played."""
        if self._quiz.asks and self._next(self._reached) is not None:
            raise ValueError(
                f"this quiz is not over, and whoever reads the source of a {what} that asks finds the answers in it: "
                f"answer the questions here first, or let a {what} replay the game with replay(predict=False); "
                "quiz.answers has what was answered so far"
            )

    def inspect(self) -> Inspector:
        """An inspector that steps with this replay."""
        from capture_widgets.widgets.inspector import Inspector

        return Inspector(self)

    def _plain_names(self) -> Names:
        """What the still picture calls the players."""
        return names_of(self._shown, self.seat)

    def plain(self) -> tuple[Any, list[Any]]:
        """The position shown, or the last one where nobody has stepped yet; and all moves that may be seen."""
        if self._spoilers:
            number = self._shown.round_numbers()[-1]
            ply = self._shown.plies(number)[-1]
        else:
            number, ply = self._reached
        log = self._shown.log(self.seat, ply=ply, round=number, names=names_of(self._shown, self.seat))
        if (self.round, self.ply) != _start(self.game):
            number, ply = self.round, self.ply
        return self._shown.dump_at(ply, round=number, seat=self.seat), log


def _check_begins(traits: Mapping[str, Any]) -> None:
    """Raise ValueError where a replay cannot begin like this."""
    for name in _WHOLE:
        if name in traits and type(traits[name]) is not int:
            raise ValueError(f"{name}={shown(traits[name])}: a whole number")
    if type(traits.get("playing", False)) is not bool:
        raise ValueError(f"playing={shown(traits['playing'])}: True or False")
    if not is_a(traits.get("who", ""), str):
        raise ValueError(f"who={shown(traits['who'])}: a name")


def _opened(record: Any) -> tuple[Game, list[tuple[str, str]]]:
    """The game of a record as far as it can be read, and its faults."""
    if is_a(record, Game):
        record = record.history
    if is_a(record, History):
        return Game(record.settled()), []
    if is_text_of_game(record):
        source = source_of_text(record)
    elif is_a(record, str) or is_a(record, Path):
        if is_journal(record):
            return load(record), []
        source = source_of_file(record)
    else:
        source = Source(record)
    reading = source.read()
    return Game(reading.history()), reading.faults


def _analysis_of(game: Game, analysis: Any) -> Analysis | None:
    """The analysis of a game that is given for it."""
    if analysis is None:
        return None
    found: Analysis = analysis if is_a(analysis, Analysis) else Analysis.load(analysis)
    if not found.fits(game.history):
        raise ValueError("this is an analysis of another game, or of moves that were not played in this one")
    return found


def _start(game: Game) -> tuple[int, int]:
    number = game.round_numbers()[0]
    return number, game.plies(number)[0]
