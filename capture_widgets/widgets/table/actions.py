"""What a page may ask of a table, and how the table does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.bots.levels import make_bot
from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.export.replay_frames import frames_since
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.records.last_move import turn_before
from capture_widgets.widgets.settings import SETTINGS
from capture_widgets.widgets.table.choices import check_choice, chosen_game, offered_games, read_choice, seed_of_next
from capture_widgets.widgets.table.hint_requests import HintRequests
from capture_widgets.widgets.table.next_game import MistakeSearch, again
from capture_widgets.widgets.table.scene import SceneBuilder
from capture_widgets.widgets.table.seating import Seating
from capture_widgets.widgets.table.session import Session
from capture_widgets.widgets.table.undo import UndoRules, requested_position

if TYPE_CHECKING:
    from capture_widgets.widgets.lesson.lesson import RunningLesson
    from capture_widgets.widgets.table.table import Table

_ALLOWED_WHEN_STOPPED: Final = ("again", "read", "unhint", "uncover", "open", "unline")
"""The requests that a table answers while a teacher has stopped it."""


class TableActions:
    """Answers the requests of one table's pages; `Table` answers those that take a while."""

    def __init__(
        self,
        table: Table,
        seating: Seating,
        session: Session,
        undo: UndoRules,
        scene: SceneBuilder,
        hints: HintRequests,
        mistakes: MistakeSearch,
    ) -> None:
        """Make the actions of a table from the table and its parts."""
        self._table = table
        self._game = table.game
        self._seating = seating
        self._session = session
        self._undo_rules = undo
        self._scene = scene
        self._hints = hints
        self._mistakes = mistakes
        self._lesson: RunningLesson | None = None

    def do(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a request asks, and return the reply if it is more than "done".

        Raises:
            ActionRefused: this table may not do it now.
            IllegalMove: the rules refuse a move.
            ValueError: the request is none of a table's.
        """
        kind: str = message["kind"]
        action = _ACTIONS.get(kind)
        if self._seating.only_looks and kind != "again":
            raise ActionRefused(kind[:40], "this table is only for watching; play at the table of a seat")
        if action is None:
            raise ValueError(f"a table does not know {shown(kind)}")
        if kind not in _ALLOWED_WHEN_STOPPED and self._seating.is_stopped():
            raise ActionRefused(kind, "your teacher has stopped this table; wait until they let it go on")
        return action(self, message)

    # -- moves

    def _play(self, message: dict[str, Any]) -> None:
        move: str = message["move"]
        game = self._game
        with game.held():
            to_play = game.to_play
            if to_play is not None and to_play not in self._seating.acting():
                seat = SEAT_NAMES[to_play]
                raise ActionRefused(move, f"it is {seat}'s turn, and this table does not play for {seat}")
            self._session.keep()  # before the move, so that the first one cannot be lost either
            self._session.by_hand = game.revision + 1  # the bots let people read what they did themselves
            game.play(move, at=requested_position(message))

    def _undo(self, message: dict[str, Any]) -> None:
        self._undo_rules.undo(message)

    def _redo(self, message: dict[str, Any]) -> None:
        self._undo_rules.redo(message)

    # -- other games

    def _new(self, message: dict[str, Any]) -> None:
        seed = None if message["same"] else seed_of_next(self._game)
        self._begin(message, lambda: self._game.restart(same=message["same"], seed=seed))

    def _bring_back(self, message: dict[str, Any]) -> None:
        if not self._game.can_bring_back:
            raise ActionRefused("bring back", "there is no earlier game to bring back")
        self._begin(message, self._game.bring_back)

    def _choices(self, _message: dict[str, Any]) -> dict[str, Any]:
        return {"kind": "choices", "games": offered_games()}

    def _choose(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"kind": "chosen", "chosen": check_choice(read_choice(message))}

    def _begin_chosen(self, message: dict[str, Any]) -> dict[str, Any]:
        """Replace the game by one of any kind."""
        self._begin_other(message, chosen_game(read_choice(message)))
        return {"kind": "begun"}

    def _rematch(self, message: dict[str, Any]) -> None:
        """Play the same deal once more, against other bots or from another seat."""
        if not self._game.is_over:
            raise ActionRefused("again", "the game is not over yet; play it to its end first")
        self._begin_other(message, again(self._game, message["how"]))

    def _begin_other(self, message: dict[str, Any], other: Game) -> None:
        count = len(other.seats)
        for table in self._session.tables():
            if isinstance(table.seat, int) and table.seat >= count:
                seats = "seats" if count > 1 else "seat"
                words = f"{SEAT_NAMES[table.seat]} has a table here, and the new game has {count} {seats}"
                raise ActionRefused("begin", f"{words}; close that table, or choose a game with more seats")
        self._begin(message, lambda: self._game.begin(other))

    def _begin(self, message: dict[str, Any], begin: Callable[[], object]) -> None:
        if not self._seating.may_begin():
            words = (
                "others play here, too, so the table of one seat cannot end their game; begin at a table for everybody"
            )
            raise ActionRefused(message["kind"], words)
        self._seating.leave_screen()
        self._mistakes.stop()
        self._session.undo_count = 0  # for the new game, only its comments say what was taken back
        begin()
        if self._seating.is_shared():
            self._uncover(message)

    # -- who plays

    def _uncover(self, _message: dict[str, Any]) -> None:
        with self._game.held():
            self._seating.take_screen()
        self._table.refresh()

    def _sit(self, message: dict[str, Any]) -> None:
        seat, player = self._requested_seat(message), message["player"]
        if seat not in self._seating.assignable():
            words = f"seat {SEAT_NAMES[seat]} belongs to another person; only they can give it away"
            raise ActionRefused("seat", words)
        self._game.sit(seat, self._session.person(seat) if player == "person" else make_bot(player))

    def _name(self, message: dict[str, Any]) -> None:
        seat, name = self._requested_seat(message), message["name"]
        with self._game.held():
            if seat not in self._seating.assignable():
                words = f"seat {SEAT_NAMES[seat]} belongs to another person; only they can name it"
                raise ActionRefused("name", words)
            if isinstance(self._game.seats[seat], Bot):
                raise ActionRefused("name", f"a bot plays seat {SEAT_NAMES[seat]}, and it has its own name")
            self._game.sit(seat, " ".join(name.split()) or SEAT_NAMES[seat])

    def _requested_seat(self, message: dict[str, Any]) -> Seat:
        seat: Seat = message["seat"]
        if not 0 <= seat < len(self._game.seats):
            raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(self._game.seats) - 1}")
        return seat

    # -- bots, and what the tables show

    def _stop(self, _message: dict[str, Any]) -> None:
        self._session.stop()

    def _go(self, _message: dict[str, Any]) -> None:
        self._session.go()

    def _skip(self, _message: dict[str, Any]) -> None:
        """Play to the end of a round that all persons are out of, or whose result the only person knows."""
        if not self._session.may_skip():
            raise ActionRefused("skip", "a person still plays in this round, so it cannot be skipped")
        self._session.hurry()

    def _read(self, _message: dict[str, Any]) -> None:
        self._session.read()

    def _next(self, _message: dict[str, Any]) -> None:
        self._session.go_on()

    def _again(self, _message: dict[str, Any]) -> dict[str, Any]:
        """The moves since the viewer's own last one, as the viewer could follow them."""
        with self._game.lock:
            at, _ = self._scene.position()
            viewer, history = self._seating.viewer(), self._game.history
            first = turn_before(history, viewer, **at)
            names = self._seating.names()
            return {"kind": "again", "frames": frames_since(history, at["round"], viewer, first, at["ply"], names)}

    def _ask(self, _message: dict[str, Any]) -> dict[str, Any]:
        """The position in words, as the player to move knows it, for that player to ask others about."""
        with self._game.lock:
            if self._session.finished_round is not None or self._game.to_play not in self._seating.acting():
                raise ActionRefused("ask", "only the player to move at this table may ask others about the position")
            from capture_widgets.export.links import question_in_words

            return {"kind": "asked", "text": question_in_words(self._game.history)}

    def _open(self, _message: dict[str, Any]) -> dict[str, Any]:
        """The last position with all cards face up; from then on these tables take back no move."""
        game = self._game
        with game.held():
            if not self._seating.may_open():
                raise ActionRefused("open", "hidden cards are shown when the whole game is over, not before")
            self._session.opened = True
            seen, whole = game.dump(self._seating.viewer()), game.dump()
        self._session.refresh_tables()
        return {"kind": "open", "dump": {**seen, "table": whole["table"]}}

    def _line(self, message: dict[str, Any]) -> None:
        """Show the best line of a finished game as a replay in the place of the tables, or close that replay.

        Once the line has been shown, these tables take back no move.
        """
        opens = message["kind"] == "line"
        with self._game.held():
            if opens and not self._session.par_report.show_line():
                raise ActionRefused("line", "there is no best line to show: it is known once the game is over")
            if opens:
                self._session.opened = True
            else:
                self._session.par_report.close_line()
        self._session.refresh_tables()

    # -- searches and lessons

    def _cancel_hints(self, _message: dict[str, Any]) -> None:
        self._hints.cancel()

    def _stop_mistakes(self, _message: dict[str, Any]) -> None:
        self._mistakes.stop()

    def _watch(self, _message: dict[str, Any]) -> dict[str, Any]:
        """The whole game as a replay, as the person at this table could follow it."""
        viewer = self._seating.viewer()
        if not isinstance(viewer, int):
            raise ActionRefused("watch", "only the person at a seat replays the game here, at the table of that seat")
        finished = self._session.finished_round
        return dict(self._mistakes.show(self._game, viewer, self._table.settings, finished))

    def _learn(self, _message: dict[str, Any]) -> None:
        """Show the lesson about the first hand of this game in the table's place, until a person leaves the lesson."""
        from capture_widgets.teaching.shelf import lesson
        from capture_widgets.widgets.lesson.lesson import RunningLesson  # the lesson's table is a table like this one
        from capture_widgets.widgets.lesson.progress import KeptPlace

        self._leave_lesson()
        looks = {name: self._table.settings[name] for name in SETTINGS}
        begin = self._begin_after_lesson if self._seating.may_begin() else None
        first_hand = lesson(self._game.type.slug)
        place = KeptPlace(self._game.type.slug)
        self._lesson = RunningLesson(first_hand, leave=self._leave_lesson, begin=begin, place=place, **looks)
        self._scene.lesson = str(self._lesson.model_id)
        self._table.refresh()

    def _begin_after_lesson(self, game: Game) -> None:
        """Close the lesson, and play the game that it offers in place of the game at this table."""
        self._begin_other({"kind": "begin"}, game)
        self._leave_lesson()

    def _leave_lesson(self) -> None:
        """Close the lesson; the game stands as it stood before."""
        ended, self._lesson = self._lesson, None
        self._scene.lesson = None
        self._table.refresh()
        if ended is not None:
            ended.close()

    def close(self) -> None:
        """Close the lesson when the table is closed."""
        if self._lesson is not None:
            self._lesson.close()


_ACTIONS: Final[dict[str, Callable[[TableActions, dict[str, Any]], dict[str, Any] | None]]] = {
    "play": TableActions._play,
    "undo": TableActions._undo,
    "redo": TableActions._redo,
    "new": TableActions._new,
    "bring_back": TableActions._bring_back,
    "choices": TableActions._choices,
    "choose": TableActions._choose,
    "begin": TableActions._begin_chosen,
    "rematch": TableActions._rematch,
    "unjudge": TableActions._stop_mistakes,
    "watch": TableActions._watch,
    "next": TableActions._next,
    "uncover": TableActions._uncover,
    "seat": TableActions._sit,
    "name": TableActions._name,
    "stop": TableActions._stop,
    "go": TableActions._go,
    "skip": TableActions._skip,
    "unhint": TableActions._cancel_hints,
    "again": TableActions._again,
    "ask": TableActions._ask,
    "open": TableActions._open,
    "line": TableActions._line,
    "unline": TableActions._line,
    "learn": TableActions._learn,
    "read": TableActions._read,
}
