"""A game that a teacher leads: tables stopped, cards shown, positions set up for all, moves taken back, a clock."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from capture_widgets.beside import Steps, beside
from capture_widgets.classroom import MARK, Clock, Room, Shown
from capture_widgets.errors import did_you_mean, shown
from capture_widgets.game_history import History
from capture_widgets.going_back import GoesBack, with_ended
from capture_widgets.interrupts import Flag
from capture_widgets.players import name_of
from capture_widgets.record_format import place
from capture_widgets.seats import SEAT_NAMES, Seat, Viewer
from capture_widgets.shared_history import Ended, Snapshot, Step

MOST_SECONDS = 24 * 3600
"""A clock runs no longer than a day."""


class Taught(GoesBack):
    """What a teacher does with a game, at a `Console` or from Python.

    Each step is said in a comment, and with it in the log of the tables and in the journal. What is shown belongs to
    one deal and to this kernel: the next deal, and a game that is loaded again, hide everything. Tables that are
    stopped stay so when a journal is resumed.
    """

    _clock: Flag | None = None

    stopped_before: tuple[Seat, ...] = ()
    """The seats that were stopped when the journal ended that this game was loaded from."""

    def freeze(self, *seats: Seat) -> Self:
        """Stop the tables: nobody, or none of these seats, can move there until `release`; code still can.

        Raises:
            ValueError: there is no such seat.
        """
        some = self._seats_of(seats)
        return self._lead(
            f"stopped {self._named(some)}", lambda room: room._replace(frozen=room.frozen | some)
        )

    def release(self, *seats: Seat) -> Self:
        """Let the tables, or those of these seats, go on.

        Raises:
            ValueError: there is no such seat.
        """
        some = self._seats_of(seats)
        return self._lead(
            f"let {self._named(some)} go on", lambda room: room._replace(frozen=room.frozen - some)
        )

    @property
    def frozen(self) -> list[Seat]:
        """The seats that cannot move at their tables."""
        return sorted(self._now.room.frozen)

    def stop_again(self) -> Self:
        """Stop the seats of ``stopped_before``; that was said when it was done."""
        some = frozenset(self.stopped_before) & frozenset(range(len(self._now.players)))
        if some:
            self._change(lambda now: (now.then(now.history)._replace(room=now.room._replace(frozen=some)), None))
        return self

    def _stopped_lines(self, history: History) -> list[Step]:
        """What a journal that begins here keeps of who is stopped."""
        frozen, key = self._now.room.frozen, place(history.round, history.ply)
        return [{"comment": [key, history.comments.get(key, "")], "stopped": sorted(frozen)}] if frozen else []

    def reveal(self, what: str | Seat, to: Viewer | Iterable[Viewer] | str = "everybody") -> Self:
        """Show something hidden at the tables, until `conceal` or the next deal.

        Args:
            what: a card (``"7b"``), the hand of a seat (0, 1, ...), or ``"all"``.
            to: who sees it: ``"everybody"``, a seat, ``"public"``, or several of these.

        Raises:
            ValueError: there is no such card, seat or viewer.
        """
        now = self._shown(what, to)
        kept = "" if now.to is None else f" to {' and '.join(map(_viewer_words, now.to))}"

        def change(room: Room) -> Room:
            return room._replace(shown=(*(one for one in self._valid(room) if one != now), now))

        return self._lead(f"showed {now.words()}{kept}", change)

    def conceal(self, what: str | Seat | None = None) -> Self:
        """Hide what `reveal` showed: a card, a hand, ``"all"``, or with None whatever there is.

        Raises:
            ValueError: it is not shown.
        """
        wanted = None if what is None else self._shown(what, "everybody")

        def change(room: Room) -> Room:
            if wanted is None:
                return room._replace(shown=())
            kept = tuple(one for one in room.shown if one[:2] != wanted[:2])
            if len(kept) == len(room.shown):
                raise ValueError(f"{wanted.words()} is not shown")
            return room._replace(shown=kept)

        return self._lead("hid what was shown" if wanted is None else f"hid {wanted.words()} again", change)

    def shown_to(self, viewer: Viewer, number: int) -> list[Shown]:
        """What is shown to a viewer in a round."""
        return [
            one for one in self._valid(self._now.room)
            if one.number == number and (one.to is None or viewer in one.to)
        ]

    def _valid(self, room: Room) -> tuple[Shown, ...]:
        """What is shown of deals that there still are."""
        history = self._now.history
        return tuple(
            one for one in room.shown
            if one.number in history.round_numbers() and _first(history, one.number) == one.deal
        )

    def _shown(self, what: object, to: object) -> Shown:
        history = self._now.history
        viewers = _viewers(to, len(self._now.players))
        here = (viewers, history.round, _first(history, history.round))
        if what == "all":
            return Shown("all", None, *here)
        if type(what) is int and 0 <= what < len(self._now.players):
            return Shown("hand", what, *here)
        card = history.type.deck.find(what) if isinstance(what, str) else None
        if card is None:
            seats = f"0 to {len(self._now.players) - 1}"
            raise ValueError(f'{shown(what)}: a card such as "{history.type.deck.text[0]}", a seat ({seats}) or "all"')
        return Shown("card", history.type.deck.text[card], *here)

    def spotlight(self, where: str | None = None) -> Self:
        """Let everybody look at a place (``"L"``, ``"c4"``) or a card that they see; None ends that.

        Raises:
            ValueError: this is no place or card of this game; nothing has changed.
        """
        history = self._now.history
        places, cards = history.type.places(history.settings), history.type.deck.text
        if where is not None and where not in places and where not in cards:
            near = did_you_mean(where, (*places, *cards), most=3, alike=0.5)
            place = f'a place such as "{places[0]}", ' if places else ""
            raise ValueError(f'spotlight({shown(where)}): {place}a card such as "{cards[0]}", or None{near}')
        # a card's name in a comment would be one that not everybody may read
        said = "pointed nowhere any more" if where is None else "pointed at a card" if self._is_card(where) else (
            f"pointed at {where}")
        return self._lead(said, lambda room: room._replace(spot=where))

    def _is_card(self, text: str) -> bool:
        return self._now.history.type.deck.find(text) is not None

    def clock(self, seconds: float | None, *, freeze: bool = False) -> Self:
        """Let a clock run down at all tables; None takes it away.

        Args:
            seconds: how long it runs.
            freeze: whether the tables are stopped when it is over.

        Raises:
            ValueError: a time that cannot be.
        """
        if self._clock is not None:
            self._clock.set()
            self._clock = None
        if seconds is None:
            return self._lead("took the clock away", lambda room: room._replace(clock=None))
        if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS:
            raise ValueError(f"clock({shown(seconds)}): seconds, more than 0 and at most {MOST_SECONDS:,}")
        clock = Clock(float(seconds), time.time() + seconds, freeze)
        self._lead(f"set the clock to {seconds:g} seconds", lambda room: room._replace(clock=clock))
        if freeze:
            self._clock = Flag()
            beside(_runs_down(weakref.ref(self), clock, self._clock), "capture-widgets-clock", self._clock)
        return self

    def take_back(self, moves: int = 1) -> Self:
        """Take so many moves back at all tables, over the start of a hand too.

        Raises:
            ValueError: this is no number of moves, or there are fewer; nothing has changed.
            IllegalMove: this game is played without taking moves back.
        """
        made = len(self.movers())
        if type(moves) is not int or moves < 1 or moves > made:
            raise ValueError(f"take_back({shown(moves)}): 1 to {made} moves can be taken back")
        self._check_undo("undo")
        with self.held():
            for _ in range(moves):
                self.undo()
            self._lead(f"took back {moves} {'move' if moves == 1 else 'moves'}", lambda room: room)
        return self

    def jump(self, ply: int, *, round: int | None = None) -> Self:  # noqa: A002 # as everywhere else
        """Go to a position of this game, back by taking moves back, on by making them again.

        Args:
            ply: how many moves of the round had been made.
            round: its number; None is this round.

        Raises:
            ValueError: no move that was made or taken back leads there; nothing has changed.
            IllegalMove: this game is played without taking moves back.
        """
        goal = (self.round if round is None else round, ply)
        if any(type(one) is not int for one in goal):
            raise ValueError(f"jump({shown(ply)}): the number of a move")
        self._check_undo("undo")
        with self.held():
            history = self._now.history
            while (history.round, history.ply) > goal and history.can_undo:
                history = history.undo()
            while (history.round, history.ply) < goal and history.undone:
                history = history.redo()
            if (history.round, history.ply) != goal:
                raise ValueError(f"there is no way to {place(*goal)} from here by moves that were made or taken back")
            while (self.round, self.ply) > goal:
                self.undo()
            while (self.round, self.ply) < goal:
                self.redo()
            self._lead(f"went to move {ply}", lambda room: room)
        return self

    def set_up(self, position: Mapping[str, Any] | GoesBack) -> Self:
        """Put a position on all tables: a dump of all, or another game as it stands; the game that was being played is
        put aside, and `bring_back` goes on with it.

        Raises:
            RecordError: the dump is none, or impossible; nothing has changed.
            ValueError: it is a position of another game, or for other seats; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        from capture_widgets.sources import history_of_dump

        if isinstance(position, GoesBack):
            given = position.history.settled()
        else:
            given = history_of_dump(position)
        own = self._now.history
        if given.type.slug != own.type.slug or len(given.seats) != len(own.seats):
            raise ValueError(
                f"these tables play {own.type.title} for {len(own.seats)}; a position of {given.type.title} for "
                f"{len(given.seats)} cannot stand there"
            )

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = given.with_names(now.history.seats).with_seed()
            history, _ = _noted(history, "set up a position")
            ended = with_ended(now.ended, Ended(now.history, now.players))
            room = now.room._replace(shown=(), spot=None, said="set up a position")
            return now.then(history)._replace(ended=ended, room=room), {"game": history.record()}

        self._change(work)
        return self

    def hand_over(self, seat: Seat, player: Any) -> Self:
        """Give a seat to a bot or to somebody else, and say so.

        Raises:
            ValueError: there is no such seat, or this is neither a name nor a bot.
        """
        with self.held():
            self.sit(seat, player)
            return self._lead(f"gave seat {SEAT_NAMES[seat]} to {name_of(player)}", lambda room: room)

    def sit(self, seat: Seat, player: Any) -> Self:
        """Give a seat to a person or a bot; see `Game.sit`."""
        raise NotImplementedError

    # -- one way to do it

    def _lead(self, said: str, change: Callable[[Room], Room]) -> Self:
        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            room = change(now.room)._replace(said=said)
            history, note = _noted(now.history, said)
            stopped = {} if room.frozen == now.room.frozen else {"stopped": sorted(room.frozen)}
            return now.then(history)._replace(room=room), {"comment": note, **stopped}

        self._change(work)
        return self

    def _seats_of(self, seats: Iterable[object]) -> frozenset[Seat]:
        """The seats that are meant: all where none is named."""
        there = range(len(self._now.players))
        given = tuple(seats)
        for seat in given:
            if type(seat) is not int or seat not in there:
                raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(there) - 1}")
        return frozenset(int(str(seat)) for seat in given) or frozenset(there)

    def _named(self, seats: frozenset[Seat]) -> str:
        if len(seats) == len(self._now.players):
            return "the tables"
        return f"seat {' and '.join(SEAT_NAMES[seat] for seat in sorted(seats))}"


def _noted(history: History, said: str) -> tuple[History, list[str]]:
    """A history with a comment where it stands, and what a journal keeps of that."""
    key = place(history.round, history.ply)
    earlier = history.comments.get(key, "")
    text = f"{earlier}\n{MARK}{said}." if earlier else f"{MARK}{said}."
    after, key = history.noted("comment", text)
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


def _runs_down(game: weakref.ref[Taught], clock: Clock, ended: Flag) -> Steps[None]:
    while (left := clock.ends - time.time()) > 0 and not ended.is_set():
        yield left
        if game() is None:
            return
    found = game()
    if found is not None and found._now.room.clock is clock:
        found.freeze()


