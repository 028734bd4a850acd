"""Teacher: what a teacher does at the tables of a game: stops them, shows cards, sets up positions, runs a clock."""

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
"""A clock runs no longer than a day."""


class Teacher:
    """What a teacher does at the tables of a game, at a `Console` or from Python; `Game.teacher` is one.

    Each step is said in a comment, and with it in the log of the tables and in the journal. What is shown belongs to
    one deal and to this kernel: the next deal, and a game that is loaded again, hide everything. Tables that are
    stopped stay so when a journal is resumed. Every step returns the teacher, so that steps can follow one another:
    ``g.teacher.freeze().reveal(0)``.

    Attributes:
        game: the game.
    """

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"<Teacher of {self.game!r}>"

    def __eq__(self, other: object) -> bool:
        """Whether both lead the same game."""
        return isinstance(other, Teacher) and self.game is other.game

    def __hash__(self) -> int:
        return hash((Teacher, id(self.game)))

    @property
    def settings(self) -> TeacherSettings:
        """All that is set at the tables now."""
        return self.game._now.teacher

    def freeze(self, *seats: Seat) -> Self:
        """Stop the tables: nobody, or none of these seats, can move there until `release`; code still can.

        Raises:
            ValueError: there is no such seat.
        """
        some = self._seats_of(seats)
        return self._lead(
            f"stopped {self._named(some)}", lambda settings: settings._replace(frozen=settings.frozen | some)
        )

    def release(self, *seats: Seat) -> Self:
        """Let the tables, or those of these seats, go on.

        Raises:
            ValueError: there is no such seat.
        """
        some = self._seats_of(seats)
        return self._lead(
            f"let {self._named(some)} go on", lambda settings: settings._replace(frozen=settings.frozen - some)
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

        return self._lead(f"showed {now.words()}{whom}", change)

    def conceal(self, what: str | Seat | None = None) -> Self:
        """Hide what `reveal` showed: a card, a hand, ``"all"``, or with None whatever there is.

        Raises:
            ValueError: it is not shown.
        """
        wanted = None if what is None else self._reveal_of(what, "everybody")

        def change(settings: TeacherSettings) -> TeacherSettings:
            if wanted is None:
                return settings._replace(revealed=())
            kept = tuple(one for one in settings.revealed if one[:2] != wanted[:2])
            if len(kept) == len(settings.revealed):
                raise ValueError(f"{wanted.words()} is not shown")
            return settings._replace(revealed=kept)

        return self._lead("hid what was shown" if wanted is None else f"hid {wanted.words()} again", change)

    def revealed_to(self, viewer: Viewer, round: int) -> list[Reveal]:  # noqa: A002 # as everywhere else
        """What is shown to a viewer in a round."""
        return [
            one for one in self._valid(self.settings) if one.number == round and (one.to is None or viewer in one.to)
        ]

    def _valid(self, settings: TeacherSettings) -> tuple[Reveal, ...]:
        """What is shown of deals that there still are."""
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
        """Let everybody look at a place (``"L"``, ``"c4"``) or a card that they see; None ends that.

        Raises:
            ValueError: this is no place or card of this game; nothing has changed.
        """
        history = self.game.history
        places, cards = history.type.places(history.settings), history.type.deck.text
        if where is not None and where not in places and where not in cards:
            near = did_you_mean(where, (*places, *cards), most=3, alike=0.5)
            place = f'a place such as "{places[0]}", ' if places else ""
            raise ValueError(f'spotlight({shown(where)}): {place}a card such as "{cards[0]}", or None{near}')
        # a card's name in a comment would be one that not everybody may read
        said = (
            "pointed nowhere any more"
            if where is None
            else "pointed at a card"
            if self._is_card(where)
            else (f"pointed at {where}")
        )
        return self._lead(said, lambda settings: settings._replace(spot=where))

    def _is_card(self, text: str) -> bool:
        return self.game.history.type.deck.find(text) is not None

    def clock(self, seconds: float | None, *, freeze: bool = False) -> Self:
        """Let a clock run down at all tables; None takes it away.

        Args:
            seconds: how long it runs.
            freeze: whether the tables are stopped when it is over.

        Raises:
            ValueError: a time that cannot be.
        """
        if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS):
            raise ValueError(f"clock({shown(seconds)}): seconds, more than 0 and at most {MOST_SECONDS:,}")
        before = self.settings.clock
        if seconds is None:
            self._lead("took the clock away", lambda settings: settings._replace(clock=None))
        else:
            clock = Clock(float(seconds), time.time() + seconds, freeze, Flag())
            self._lead(f"set the clock to {seconds:g} seconds", lambda settings: settings._replace(clock=clock))
            if freeze:
                run_in_background(_runs_down(weakref.ref(self.game), clock), "capture-widgets-clock", clock.cancelled)
        if before is not None:
            before.cancelled.set()
        return self

    def take_back(self, moves: int = 1) -> Self:
        """Take so many moves back at all tables, over the start of a hand too.

        Raises:
            ValueError: this is no number of moves, or there are fewer; nothing has changed.
            ActionRefused: this game is played without taking moves back.
        """
        made = len(self.game.history.movers())
        if type(moves) is not int or moves < 1 or moves > made:
            raise ValueError(f"take_back({shown(moves)}): 1 to {made} moves can be taken back")
        self.game._check_undo("undo")
        with self.game.held():
            for _ in range(moves):
                self.game.undo()
            self._lead(f"took back {moves} {'move' if moves == 1 else 'moves'}", lambda settings: settings)
        return self

    def jump(self, ply: int, *, round: int | None = None) -> Self:  # noqa: A002 # as everywhere else
        """Go to a position of this game, back by taking moves back, on by making them again.

        Args:
            ply: how many moves of the round had been made.
            round: its number; None is this round.

        Raises:
            ValueError: no move that was made or taken back leads there; nothing has changed.
            ActionRefused: this game is played without taking moves back.
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
                raise ValueError(
                    f"there is no way to {'/'.join(map(shown, goal))} from here by moves that were made or taken back"
                )
            while (self.game.round, self.game.ply) > goal:
                self.game.undo()
            while (self.game.round, self.game.ply) < goal:
                self.game.redo()
            self._lead(f"went to move {ply}", lambda settings: settings)
        return self

    def set_up(self, position: Mapping[str, Any] | Game) -> Self:
        """Put a position on all tables: a dump of all, or another game as it stands; the game that was being played is
        put aside, and `bring_back` goes on with it.

        Raises:
            RecordError: the dump is none, or impossible; nothing has changed.
            ValueError: it is a position of another game, or for other seats; nothing has changed.
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
            history, _ = _noted(history, "set up a position")
            settings = now.teacher._replace(revealed=(), spot=None, said="set up a position")
            return now.replaced_by(history)._replace(teacher=settings), {"game": history.record()}

        self.game._change(work)
        return self

    def hand_over(self, seat: Seat, player: str | Bot) -> Self:
        """Give a seat to a bot or to somebody else, and say so.

        Raises:
            ValueError: there is no such seat, or this is neither a name nor a bot.
        """
        with self.game.held():
            self.game.sit(seat, player)
            return self._lead(f"gave seat {SEAT_NAMES[seat]} to {name_of(player)}", lambda settings: settings)

    # -- one way to do it

    def _lead(self, said: str, change: Callable[[TeacherSettings], TeacherSettings]) -> Self:
        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            settings = change(now.teacher)._replace(said=said)
            history, note = _noted(now.history, said)
            stopped = {} if settings.frozen == now.teacher.frozen else {"stopped": sorted(settings.frozen)}
            return now.then(history)._replace(teacher=settings), {"comment": note, **stopped}

        self.game._change(work)
        return self

    def _seats_of(self, seats: Iterable[object]) -> frozenset[Seat]:
        """The seats that are meant: all where none is named."""
        there = range(len(self.game.history.seats))
        given = tuple(seats)
        for seat in given:
            if type(seat) is not int or seat not in there:
                raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(there) - 1}")
        return frozenset(int(str(seat)) for seat in given) or frozenset(there)

    def _named(self, seats: frozenset[Seat]) -> str:
        if len(seats) == len(self.game.history.seats):
            return "the tables"
        return f"seat {' and '.join(SEAT_NAMES[seat] for seat in sorted(seats))}"


def _noted(history: History, said: str) -> tuple[History, list[str]]:
    """A history with a comment where it stands, and what a journal keeps of that."""
    key = place(history.round, history.ply)
    earlier = history.comments.get(key, "")
    text = f"{earlier}\n{MARK}{said}." if earlier else f"{MARK}{said}."
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


def _runs_down(game: weakref.ref[Game], clock: Clock) -> Steps[None]:
    while (left := clock.ends - time.time()) > 0:
        yield left
        found = game()
        if found is None or found._now.teacher.clock is not clock:
            return
        del found
    found = game()
    if found is not None and found._now.teacher.clock is clock:
        Teacher(found).freeze()
