"""A lesson that runs in a cell: it shows the steps one after the other, each beside its table."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from time import monotonic
from typing import Any, Final, cast

from traitlets import Dict, observe

from capture_widgets.bots.levels import make_bot
from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.core.shared_files import sentence
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.library.kept_lessons import KeptLesson
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.protocol.lesson_messages import LessonReview, LessonScene
from capture_widgets.teaching.judging import Verdict, check_goal, meant_move
from capture_widgets.teaching.lesson import Lesson
from capture_widgets.teaching.review import costs
from capture_widgets.teaching.shelf import first_hand_of
from capture_widgets.teaching.steps import Answer, Step
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.lesson.first_game import first_game, first_game_words
from capture_widgets.widgets.lesson.following import catch_up, play_out
from capture_widgets.widgets.lesson.progress import KeptPlace, StepProgress, given_answers, told
from capture_widgets.widgets.lesson.table import LessonTable
from capture_widgets.widgets.settings import SETTINGS, check_settings
from capture_widgets.widgets.table.session import session_of
from capture_widgets.widgets.table.table import Table, table_of

YOU: Final = "you"


class RunningLesson(CaptureWidget):
    """A lesson that runs in a cell; `Lesson.run` makes one.

    Attributes:
        lesson: the lesson; its answers come from here.
        number: the step that is shown, from 0.
    """

    again = "the lesson"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(
        self,
        lesson: Lesson,
        *,
        leave: Callable[[], object] | None = None,
        begin: Callable[[Game], object] | None = None,
        place: KeptPlace | None = None,
        **settings: Any,
    ) -> None:
        self.lesson = lesson
        self.number = 0
        self._leave = leave
        self._begin = begin
        self._place: KeptPlace | None = None
        self._resumed: int | None = None
        self._first_hand_of = first_hand_of(lesson)
        self._progress_by_step = self._begun()
        self._game: Game | None = None
        self._table: Table | None = None
        self._follows: tuple[WeakObserver, ...] = ()
        self._ended, self._since, self._before = False, monotonic(), ""
        self._plays_on = False  # whether moves follow the answer, or the next step by itself
        check_settings(settings)
        super().__init__(view="lesson", settings={**SETTINGS, **settings})
        self._go_to(0)
        if place is not None:
            place.go_on(self)
            self._place = place

    def __repr__(self) -> str:
        return f"<{self.lesson!r} at step {self.number}>"

    @property
    def table(self) -> Table:
        """The table of the step that is shown."""
        assert self._table is not None
        return self._table

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.number]

    @property
    def _progress(self) -> StepProgress:
        return self._progress_by_step[self.number]

    def _begun(self) -> list[StepProgress]:
        return [self._fresh(step.number) for step in self.lesson.steps]

    def _fresh(self, number: int, hints: int = 0) -> StepProgress:
        """A step at its beginning; the number of hints that were shown stays."""
        return StepProgress(hints=hints, before=len(self.lesson._answered(number)))

    def _tally(self) -> tuple[bool, int]:
        """Whether the learner has answered the step right since its beginning, and the number of wrong tries."""
        given = self.lesson._answered(self.number)[self._progress.before :]
        right = any(one.verdict.right for one in given)
        return right, sum(one.tries and not one.verdict.right for one in given)

    @property
    def takes_moves(self) -> bool:
        """Whether a move at the table counts as an answer now."""
        return self.step.ask in ("move", "until") and not self._is_closed_step()

    @property
    def hinted(self) -> str | None:
        """The move that the last hint names, once it was given; None but in a first hand."""
        asks = self._first_hand_of is not None and self.step.ask == "move" and not self._is_closed_step()
        return self._progress.named_by_hint(self.step) if asks else None

    def _is_closed_step(self) -> bool:
        """Whether the step takes no more answers: it was answered right, or no tries are left."""
        right, wrong = self._tally()
        return right or (self.step.tries is not None and wrong >= self.step.tries)

    # -- the step that is shown

    def _go_to(self, number: int, before: str = "") -> None:
        self.number, self._before = number, before
        self._ended = self._plays_on = False
        self._since = monotonic()
        self._set_up()
        self._show()

    def _set_up(self) -> None:
        """Show the step's position at a table; the table of the step before stays if it shows this position already."""
        step, progress = self.step, self._progress
        history = progress.history or self._start(step)
        viewer = step.reveal_to if step.reveals and self._is_closed_step() else step.seat
        bot = step.bot if step.ask == "until" and not self._is_closed_step() else ""
        table, game = self._table, self._game
        goes_on = not step.own_position and step.start is None
        fits = table is not None and game is not None and table.seat == viewer and not bot
        if fits and game is not None and (goes_on or game.history == history) and not progress.played:
            self._refresh()
            return
        self._seat(Game(history, players=_players(history, step, bot), can_undo=False), viewer)

    def _start(self, step: Step) -> History:
        """The game up to the beginning of a step; after a step that is played on, up to where the learner ended it."""
        if step.start is not None:
            return step.start
        before = self._progress_by_step[step.number - 1].history
        return before or self._start(self.lesson.steps[step.number - 1])

    def _seat(self, game: Game, viewer: Viewer) -> None:
        old = self._table
        session = session_of(game)
        session.kept = True  # a lesson is nobody's game to go on with
        self._let_follow()
        self._game = game
        self._table = self._make_table(game, viewer)
        self._follows = (
            WeakObserver(self._moved, game, ["revision"]),
            WeakObserver(self._looks, self._table, ["settings"]),
            WeakObserver(self._shows_other, self._table, ["dump"]),
        )
        if old is not None:
            old.close()

    def _make_table(self, game: Game, viewer: Viewer) -> LessonTable:
        return LessonTable(self, game, viewer, **self.settings)

    def _let_follow(self) -> None:
        for one in self._follows:
            one.stop()
        self._follows = ()

    def _let_go(self) -> None:
        self._let_follow()
        if self._table is not None:
            self._table.close()

    def _refresh(self) -> None:
        if self._table is not None:
            self._table.refresh()

    def _looks(self, change: Any) -> None:
        """Take over the looks that a person has set at the table."""
        if self.settings != change.new:
            self.settings = dict(change.new)

    @observe("settings")
    def _pass_on(self, _change: object) -> None:
        table = getattr(self, "_table", None)
        if table is not None and table.settings != self.settings:
            table.settings = dict(self.settings)

    def _show(self) -> None:
        step, progress, lesson = self.step, self._progress, self.lesson
        right, wrong = self._tally()
        closed = self._is_closed_step()
        done = closed or step.ask == "look"
        last = self.number == len(lesson.steps) - 1
        skips = not done and wrong > 0 and progress.hints == len(step.hints)
        score = lesson.score(lesson.who)
        scene: LessonScene = {
            "title": lesson.title,
            "words": lesson.words if self.number == 0 else "",
            "game": self._start(step).type.slug,
            "step": self.number,
            "of": len(lesson.steps),
            "text": step.text,
            "ask": step.ask,
            "choices": list(step.choices),
            "said": progress.answer,
            "reply": progress.reply,
            "before": self._before,
            "hints": list(step.hints[: progress.hints]),
            "more_hints": 0 if done else len(step.hints) - progress.hints,
            "reveal": step.reveal if closed else "",
            "closed": closed,
            "tries": None if step.tries is None or step.ask == "look" else max(0, step.tries - wrong),
            "given": len(lesson._answered(self.number)),
            "next": (done or skips) and not self._ended,
            "plays_on": self._plays_on,
            "skips": skips,
            "back": self.number > 0,
            "again": bool(wrong or right or progress.played),
            "last": last,
            "over": self._ended,
            "points": score.points,
            "points_of": score.of if self._first_hand_of is None else 0,
            "leaves": self._leave is not None,
            "resumed": self.number == self._resumed and not self._ended,
            "first_game": first_game_words(self._first_hand_of) if last and done and self._game is not None else "",
            "costs": "" if done else costs(step),
            "review": self._review() if self._ended and self._first_hand_of is None else [],
            "table": str(self.table.model_id),
        }
        self.scene = dict(scene)
        self._still.change()
        if self._place is not None:
            given = given_answers(lesson.answers, self._progress_by_step)
            self._place.note(KeptLesson(self.number, len(lesson.steps), given), over=self._ended, done=last and done)

    def _review(self) -> list[LessonReview]:
        return [cast("LessonReview", one._asdict()) for one in self.lesson._reviewed(ended=True)]

    # -- answers

    def _give(self, answer: Answer, text: str = "") -> Verdict:
        """Judge an answer, keep it, and show the reply."""
        progress = self._progress
        now = monotonic()
        try:
            verdict = self.lesson.answer(self.number, answer, hints=progress.hints, seconds=round(now - self._since, 1))
        except OSError as error:
            raise ValueError(f"your answer could not be saved and does not count: {sentence(error)}") from error
        self._since = now
        progress.answer = text
        progress.reply = told(self.step, verdict)
        return verdict

    def take_move(self, move: str) -> None:
        """Take a move that was made at the table.

        Raises:
            IllegalMove: the rules refuse the move. At a step that asks for a move it is kept as an answer, but costs no
                try.
        """
        game = self._game
        assert game is not None
        if self.step.ask == "until":
            game.play(meant_move(game.history, move))  # `_moved` sees what came of it
            return
        try:
            played = meant_move(game.history, move)
        except IllegalMove as error:
            if error.rule != "GE-3":  # a text that is no move is no answer
                self._give(move)
                self._settle()
            raise
        verdict = self._give(played)
        if not verdict.right and first_hand_of(self.lesson) is not None:
            # a first hand only shows the game: whatever the rules allow is no mistake there
            self._progress.reply = {"right": False, "text": verdict.reply, "note": True}
        if verdict.right and play_out(self, game, [played, *self.step.then.get(played, ())]):
            self._lead_on()
        else:
            self._settle()

    def _moved(self, _change: object) -> None:
        """Check the goal of the step after a move at the table."""
        step, progress, game = self.step, self._progress, self._game
        if game is None:
            return
        if step.ask == "move" and step.bot and self._tally()[0]:
            progress.history = game.history
        if step.ask != "until" or self._is_closed_step():
            return
        start = self._start(step)
        moves = game.moves(start.round)[len(start.moves(start.round)) :]
        progress.played = moves
        movers = game.history.movers()[len(start.movers()) :]
        own = sum(step.seat is None or mover == step.seat for mover in movers)
        at = game.history
        if game.round != start.round:  # in a match the next one was dealt
            at = at.at(game.plies(start.round)[-1], round=start.round)
        verdict = check_goal(step, at, own)
        if verdict.right or at.is_over:
            progress.history = game.history
            self._give(moves)
            for seat, player in enumerate(game.seats):
                if isinstance(player, Bot) and not game.is_over:
                    game.sit(seat, start.seats[seat])  # the goal is reached, so the bots move no more
            self._settle()
        else:
            self._show()

    def _settle(self) -> None:
        """Show what the answer allows the learner to see."""
        if self._is_closed_step() and self.step.reveals:
            self._set_up_revealed()
        self._show()
        self._refresh()

    def _set_up_revealed(self) -> None:
        """Show the table from the view that the step names for the time after the answer."""
        game, table = self._game, self._table
        if game is not None and table is not None and table.seat != self.step.reveal_to:
            self._seat(game, self.step.reveal_to)

    # -- what a browser asks for

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message.get("kind")
        action = _ACTIONS.get(kind) if isinstance(kind, str) else None
        if action is None:
            raise ValueError(f"a lesson does not know {str(kind)[:40]!r}")
        action(self, message)
        return None

    def _say(self, message: dict[str, Any]) -> None:
        """Take a choice or a number as the answer."""
        answer = message.get("answer")
        if self.step.ask not in ("choice", "number") or not isinstance(answer, str):
            raise ActionRefused("say", "this step takes no such answer; choose or type what its question asks for")
        if self._is_closed_step():
            raise ActionRefused("say", "this question is closed; go on, or try the step again")
        if self._give(answer, answer[:100]).right:
            self._follow_written()
        self._settle()

    def _follow_written(self) -> None:
        """Play the moves that follow an answer that is no move."""
        game, moves = self._game, list(self.step.then.get("", ()))
        if game is not None and moves:
            play_out(self, game, moves)

    def _next(self, _message: dict[str, Any]) -> None:
        if not self.scene["next"]:
            raise ActionRefused("next", "the question comes first; answer it, then go on")
        if self.step.ask == "look" and self._progress.history is None:
            self._follow_written()
        catch_up(self)
        if self.number == len(self.lesson.steps) - 1:
            self._ended = True
            self._show()
        else:
            self._go_to(self.number + 1)

    def _lead_on(self) -> None:
        """Go on to the next step by itself, with the reply to this one above its words."""
        reply = self._progress.reply
        self._go_to(self.number + 1, "" if reply is None else reply["text"])

    def _has_played_on(self, number: int) -> None:
        """Offer the way on from a step, now that no more moves follow its answer."""
        if self._plays_on and self.number == number and not self.closed:
            self._plays_on = False
            self._show()

    def _back(self, _message: dict[str, Any]) -> None:
        if self._ended:
            self._go_to(self.number)
        elif self.number > 0:
            self._go_to(self.number - 1)

    def _try_again(self, _message: dict[str, Any]) -> None:
        """Begin the step again; the number of hints that were shown stays."""
        self._progress_by_step[self.number] = self._fresh(self.number, self._progress.hints)
        self._go_to(self.number)

    def _hint(self, _message: dict[str, Any]) -> None:
        self._progress.hints = min(self._progress.hints + 1, len(self.step.hints))
        self._show()
        self.table.refresh()

    def _restart(self, _message: dict[str, Any]) -> None:
        self._progress_by_step, self._resumed = self._begun(), None
        self._go_to(0)

    def _begin_first_game(self, _message: dict[str, Any]) -> None:
        if not self.scene["first_game"] or self._first_hand_of is None:
            raise ActionRefused("begin", "finish the lesson first; then a game is offered")
        game = first_game(self._first_hand_of)
        if self._begin is not None:
            self._ended = True
            self._show()  # whoever plays now has finished it, so it is kept no more
            self._begin(game)
        else:
            self._play_here(game)

    def _play_here(self, game: Game) -> None:
        """Put the table of a game in the place of the lesson's table, until a person goes back to a step."""
        old, self._game, self._ended = self._table, None, True
        self._let_follow()
        self._table = table_of(game, "auto", **self.settings)
        self._follows = (
            WeakObserver(self._looks, self._table, ["settings"]),
            WeakObserver(self._shows_other, self._table, ["dump"]),
        )
        self._show()
        if old is not None:
            old.close()

    def _leaves(self, _message: dict[str, Any]) -> None:
        if self._leave is None:
            raise ActionRefused(
                "leave", "you did not open this lesson from a table, so there is no table to go back to"
            )
        self._leave()

    # -- without a widget

    def plain(self) -> tuple[Any, list[Any]]:
        """The position and the moves of the table."""
        return self.table.plain()

    def standing_in(self) -> tuple[str, str]:
        """The text of the step above its position."""
        words, html = super().standing_in()
        head = f"{self.lesson.title}, {self.number + 1} of {len(self.lesson.steps)}"
        text = "".join(f"<p>{escape(part)}</p>" for part in self.step.text.split("\n\n"))
        return f"{head}\n{self.step.text}\n{words}", f"<p><b>{escape(head)}</b></p>{text}{html}"


def _players(history: History, step: Step, bot: str) -> list[str | Bot]:
    """The players at the table of a step."""
    players: list[str | Bot] = list(history.seats)
    for seat in range(len(players)):
        if seat == step.seat:
            players[seat] = YOU
        elif bot:
            players[seat] = player = make_bot(bot)
            if history.seats[seat] != SEAT_NAMES[seat]:
                player.name = history.seats[seat]  # the lesson speaks of this player
    return players


_ACTIONS: Final[dict[str, Callable[[RunningLesson, dict[str, Any]], None]]] = {
    "say": RunningLesson._say,
    "next": RunningLesson._next,
    "back": RunningLesson._back,
    "again": RunningLesson._try_again,
    "hint": RunningLesson._hint,
    "new": RunningLesson._restart,
    "leave": RunningLesson._leaves,
    "first_game": RunningLesson._begin_first_game,
}
