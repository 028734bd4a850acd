"""Who of a class is away, what the others at their table are told of it, and the bot that may play for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from capture_widgets.engine.state import Seat
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.rooms.absences import Absences, StandIn
from capture_widgets.rooms.class_games import ClassGame
from capture_widgets.rooms.class_people import ClassPeople, Person
from capture_widgets.rooms.class_words import room_words
from capture_widgets.rooms.server import Server

if TYPE_CHECKING:
    from capture_widgets.rooms.class_lesson import ClassLesson
    from capture_widgets.rooms.class_poll import ClassPoll


class Attendance(StandIn, ABC):
    """The part of a class that notes who is away. `GameClass` is the whole."""

    _people: ClassPeople
    _server: Server

    def __init__(self, grace: float, stand_in: str | Bot | None) -> None:
        """Begin with nobody away (`open_class` says what the arguments mean)."""
        self._absences = Absences(grace, stand_in, self._wait, self._person_told, self._seat_waiting)

    @property
    @abstractmethod
    def games(self) -> list[ClassGame]:
        """The games of this round."""

    @property
    @abstractmethod
    def activity(self) -> ClassPoll | ClassLesson | None:
        """The poll or the lesson that the pages show now; None while they show the games."""

    @abstractmethod
    def _got_on(self, *, often: bool = True) -> None:
        """Show anew what the teacher sees."""

    def _wait(self, seconds: float, act: Callable[[], None]) -> None:
        self._server.wait(seconds, act)

    def _person_moved(self, person: Person) -> None:
        """Note that the page of somebody came or went, and tell those who play with them."""
        if person.guest is None:
            self._absences.left(person.name)
        if person.guest is not None:  # now, whoever it was before
            self._absences.came(person.name)
        self._person_told(person.name)

    def _person_told(self, name: str) -> None:
        place = self._place_of(name)
        if place is not None:
            for one in place[0].people:
                self._tell(place[0], one)
        self._got_on()

    def _seat_waiting(self, name: str) -> tuple[Game, Seat] | None:
        """The seat at which a bot may move for somebody: others who are here wait for it."""
        place = self._place_of(name)
        if place is None or self.activity is not None or place[0].is_over:
            return None
        others = [self._people.get(one) for one in place[0].people if one != name]
        return (place[0].game, place[1]) if any(one is not None and one.guest is not None for one in others) else None

    def _place_of(self, name: str) -> tuple[ClassGame, Seat] | None:
        for one in self.games:
            seat = one.seat_of(name)
            if seat is not None:
                return one, seat
        return None

    def _tell(self, one: ClassGame, name: str) -> None:
        person, seat = self._people.get(name), one.seat_of(name)
        if person is not None and person.guest is not None and seat is not None:
            person.guest.say(self._words_for(one, seat))

    def _words_for(self, one: ClassGame, seat: Seat) -> dict[str, Any]:
        people = [self._people.get(name) for name in one.people]
        here = {person.name for person in people if person is not None and person.guest is not None}
        return room_words(one, seat, here, self._absences)
