"""Teacher: stops the tables of a game, shows hidden cards there, sets up positions, and runs a clock."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.errors import did_you_mean, shown
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.seats import SEAT_NAMES, Seat, Viewer
from capture_widgets.model.history import History
from capture_widgets.model.notes import with_note
from capture_widgets.model.players import name_of
from capture_widgets.model.record_format import place
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.snapshot import Snapshot, Step
from capture_widgets.play.teacher_settings import MARK, Clock, Reveal, TeacherSettings

MOST_SECONDS = 24 * 3600
"""A clock runs at most for a day."""


class Teacher:
    """Controls the tables of a game, for a teacher at a `Console` or in Python; `Game.teacher` is one.

    Each action adds a comment to the game, which the log of the tables and the journal show, too. A revealed card stays
    visible for one deal and in this kernel: it is hidden in the next deal, and when the game is loaded again. Tables
    that are stopped stay stopped when a journal is resumed. Every method returns the teacher, so that calls can be
    chained: ``g.teacher.freeze().reveal(0)``.

    Attributes:
        game: the game.
    """

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"<Teacher of {self.game!r}>"

    def __eq__(self, other: object) -> bool:
        """Whether both control the same game."""
        return isinstance(other, Teacher) and self.game is other.game

    def __hash__(self) -> int:
        return hash((Teacher, id(self.game)))

    @property
    def settings(self) -> TeacherSettings:
        """The present settings of the tables."""
        return self.game._now.teacher

    def freeze(self, *seats: Seat) -> Self:
        """Stop the tables, or those of these seats: nobody can move there until `release`, except in code.

        Raises:
            ValueError: there is no such seat.
        """
        some = self._seats_of(seats)
        return self._act(
            f"stopped {self._seat_words(some)}", lambda settings: settings._replace(frozen=settings.frozen | some)
        )

    def release(self, *seats: Seat) -> Self:
        """Let the tables, or those of these seats, go on.

        Raises:
            ValueError: there is no such seat.
        """
        some = self._seats_of(seats)
        return self._act(
            f"let {self._seat_words(some)} go on", lambda settings: settings._replace(frozen=settings.frozen - some)
        )

    @property
    def frozen(self) -> list[Seat]:
        """The seats that cannot move at their tables."""
        return sorted(self.settings.frozen)

    def reveal(self, what: str | Seat, to: Viewer | Iterable[Viewer] | str = "everybody") -> Self:
        """Show something hidden at the tables, until `conceal` or the next deal.

        Args:
            what: a card (``"7b"``), the hand of a seat (0, 1, ...), or ``"all"``.
            to: who sees it: ``"everybody"``, a seat, ``"public"``, or several of these.

        Raises:
            ValueError: there is no such card, seat or viewer.
        """
        now = self._reveal_of(what, to)
        whom = "" if now.to is None else f" to {' and '.join(map(_viewer_words, now.to))}"

        def change(settings: TeacherSettings) -> TeacherSettings:
            return settings._replace(revealed=(*(one for one in self._valid(settings) if one != now), now))

        return self._act(f"showed {now.words()}{whom}", change)

    def conceal(self, what: str | Seat | None = None) -> Self:
        """Hide what `reveal` has shown: a card, a hand, ``"all"``, or everything (None).

        Raises:
            ValueError: it is not shown.
        """
        wanted = None if what is None else self._reveal_of(what, "everybody")

        def change(settings: TeacherSettings) -> TeacherSettings:
            if wanted is None:
                return settings._replace(revealed=())
            kept = tuple(one for one in settings.revealed if one[:2] != wanted[:2])
            if len(kept) == len(settings.revealed):
                raise ValueError(f"{wanted.words()} is not shown, so it cannot be hidden")
            return settings._replace(revealed=kept)

        return self._act("hid what was shown" if wanted is None else f"hid {wanted.words()} again", change)

    def revealed_to(self, viewer: Viewer, round: int) -> list[Reveal]:  # noqa: A002 # as everywhere else
        """What the teacher has revealed to a viewer in a round."""
        return [
            one for one in self._valid(self.settings) if one.number == round and (one.to is None or viewer in one.to)
        ]

    def _valid(self, settings: TeacherSettings) -> tuple[Reveal, ...]:
        """The reveals of deals that the game still has."""
        history = self.game.history
        return tuple(
            one
            for one in settings.revealed
            if one.number in history.round_numbers() and _first(history, one.number) == one.deal
        )

    def _reveal_of(self, what: object, to: object) -> Reveal:
        history = self.game.history
        count = len(history.seats)
        viewers = _viewers(to, count)
        here = (viewers, history.round, _first(history, history.round))
        if what == "all":
            return Reveal("all", None, *here)
        if type(what) is int and 0 <= what < count:
            return Reveal("hand", what, *here)
        card = history.type.deck.find(what) if isinstance(what, str) else None
        if card is None:
            seats = f"0 to {count - 1}"
            raise ValueError(f'{shown(what)}: a card such as "{history.type.deck.text[0]}", a seat ({seats}) or "all"')
        return Reveal("card", history.type.deck.text[card], *here)

    def spotlight(self, where: str | None = None) -> Self:
        """Point at a place (``"L"``, ``"c4"``) or a card at all tables; None ends it.

        A card lights up only at tables that show it.

        Raises:
            ValueError: this is no place or card of this game; nothing has changed.
        """
        history = self.game.history
        places, cards = history.type.places(history.settings), history.type.deck.text
        if where is not None and where not in places and where not in cards:
            near = did_you_mean(where, (*places, *cards), most=3, alike=0.5)
            place = f'a place such as "{places[0]}", ' if places else ""
            raise ValueError(f'spotlight({shown(where)}): {place}a card such as "{cards[0]}", or None{near}')
        # the comment must not name a card, since not everybody may see that card
        words = (
            "stopped pointing"
            if where is None
            else "pointed at a card"
            if self._is_card(where)
            else (f"pointed at {where}")
        )
        return self._act(words, lambda settings: settings._replace(spot=where))

    def _is_card(self, text: str) -> bool:
        return self.game.history.type.deck.find(text) is not None

    def clock(self, seconds: float | None, *, freeze: bool = False) -> Self:
        """Start a countdown at all tables; None removes it.

        Args:
            seconds: how long it runs.
            freeze: whether it stops the tables at its end.

        Raises:
            ValueError: this is no possible time.
        """
        if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS):
            raise ValueError(f"clock({shown(seconds)}): seconds, more than 0 and at most {MOST_SECONDS:,}")
        before = self.settings.clock
        if seconds is None:
            self._act("took the clock away", lambda settings: settings._replace(clock=None))
        else:
            clock = Clock(float(seconds), time.time() + seconds, freeze, Flag())
            self._act(f"set the clock to {seconds:g} seconds", lambda settings: settings._replace(clock=clock))
            if freeze:
                run_in_background(_run_down(weakref.ref(self.game), clock), "capture-widgets-clock", clock.cancelled)
        if before is not None:
            before.cancelled.set()
        return self

    def take_back(self, moves: int = 1) -> Self:
        """Take moves back at all tables, also beyond the start of a round.

        Raises:
            ValueError: there are not so many moves, or this is no number of moves; nothing has changed.
            ActionRefused: no move of this game may be taken back.
        """
        made = len(self.game.history.movers())
        if type(moves) is not int or moves < 1 or moves > made:
            raise ValueError(f"take_back({shown(moves)}): 1 to {made} moves can be taken back")
        self.game._check_undo("undo")
        with self.game.held():
            for _ in range(moves):
                self.game.undo()
            self._act(f"took back {moves} {'move' if moves == 1 else 'moves'}", lambda settings: settings)
        return self

    def jump(self, ply: int, *, round: int | None = None) -> Self:  # noqa: A002 # as everywhere else
        """Go to a position of this game, by taking moves back or making them again.

        Args:
            ply: the number of moves of the round before the position.
            round: the number of the round; None means this round.

        Raises:
            ValueError: the moves that were made or taken back do not lead there; nothing has changed.
            ActionRefused: no move of this game may be taken back.
        """
        goal = (self.game.round if round is None else round, ply)
        if any(type(one) is not int for one in goal):
            raise ValueError(f"jump({shown(ply)}): the number of a move")
        self.game._check_undo("undo")
        with self.game.held():
            history = self.game.history
            while (history.round, history.ply) > goal and history.can_undo:
                history = history.undo()
            while (history.round, history.ply) < goal and history.undone:
                history = history.redo()
            if (history.round, history.ply) != goal:
                raise ValueError(f"the moves that were made or taken back do not lead to {'/'.join(map(shown, goal))}")
            while (self.game.round, self.game.ply) > goal:
                self.game.undo()
            while (self.game.round, self.game.ply) < goal:
                self.game.redo()
            self._act(f"went to move {ply}", lambda settings: settings)
        return self

    def set_up(self, position: Mapping[str, Any] | Game) -> Self:
        """Put a position on all tables: the dump of all cards, or another game as it stands. The present game is put
        aside, and `bring_back` goes on with it.

        Raises:
            RecordError: it is no dump, or an impossible one; nothing has changed.
            ValueError: the position is of another type of game, or has another number of seats; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        from capture_widgets.records.sources import history_of_dump

        if isinstance(position, Game):
            given = position.history.settled()
        else:
            given = history_of_dump(position)
        own = self.game.history
        if given.type.slug != own.type.slug or len(given.seats) != len(own.seats):
            raise ValueError(
                f"these tables play {own.type.title} for {len(own.seats)}; a position of {given.type.title} for "
                f"{len(given.seats)} cannot stand there"
            )

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = given.with_names(now.history.seats).with_seed()
            history, _ = _with_comment(history, "set up a position")
            settings = now.teacher._replace(revealed=(), spot=None, said="set up a position")
            return now.replaced_by(history)._replace(teacher=settings), {"game": history.record()}

        self.game._change(work)
        return self

    def hand_over(self, seat: Seat, player: str | Bot) -> Self:
        """Give a seat to a bot or to another person, and note it in the game.

        Raises:
            ValueError: there is no such seat, or this is neither a name nor a bot.
        """
        with self.game.held():
            self.game.sit(seat, player)
            return self._act(f"gave seat {SEAT_NAMES[seat]} to {name_of(player)}", lambda settings: settings)

    # -- how an action changes the game

    def _act(self, words: str, change: Callable[[TeacherSettings], TeacherSettings]) -> Self:
        """Change the settings, and note the action in a comment."""

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            settings = change(now.teacher)._replace(said=words)
            history, note = _with_comment(now.history, words)
            stopped = {} if settings.frozen == now.teacher.frozen else {"stopped": sorted(settings.frozen)}
            return now.then(history)._replace(teacher=settings), {"comment": note, **stopped}

        self.game._change(work)
        return self

    def _seats_of(self, seats: Iterable[object]) -> frozenset[Seat]:
        """The given seats; all seats if none is given."""
        there = range(len(self.game.history.seats))
        given = tuple(seats)
        for seat in given:
            if type(seat) is not int or seat not in there:
                raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(there) - 1}")
        return frozenset(int(str(seat)) for seat in given) or frozenset(there)

    def _seat_words(self, seats: frozenset[Seat]) -> str:
        if len(seats) == len(self.game.history.seats):
            return "the tables"
        return f"seat {' and '.join(SEAT_NAMES[seat] for seat in sorted(seats))}"


def _with_comment(history: History, words: str) -> tuple[History, list[str]]:
    """A history with a teacher's comment at its position, and the comment's entry for the journal."""
    key = place(history.round, history.ply)
    earlier = history.comments.get(key, "")
    text = f"{earlier}\n{MARK}{words}." if earlier else f"{MARK}{words}."
    after, key = with_note(history, "comment", text)
    return after, [key, text]


def _first(history: History, number: int) -> Any:
    """The first state of a round."""
    return history.round_at(number).state_at(history.plies(number)[0])


def _viewers(to: Any, seats: int) -> tuple[Viewer, ...] | None:
    if to == "everybody":
        return None
    given = tuple(to) if isinstance(to, list | tuple | set | frozenset) else (to,)
    for one in given:
        if one != "public" and (type(one) is not int or not 0 <= one < seats):
            raise ValueError(f'to={shown(to)}: "everybody", a seat (0 to {seats - 1}), "public", or a list of these')
    return given


def _viewer_words(viewer: Viewer) -> str:
    return "the public" if viewer == "public" or viewer is None else f"seat {SEAT_NAMES[viewer]}"


def _run_down(game: weakref.ref[Game], clock: Clock) -> Steps[None]:
    while (left := clock.ends - time.time()) > 0:
        yield left
        running = game()
        if running is None or running._now.teacher.clock is not clock:
            return
        del running
    running = game()
    if running is not None and running._now.teacher.clock is clock:
        Teacher(running).freeze()
