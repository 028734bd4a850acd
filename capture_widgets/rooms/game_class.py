"""A class that plays in rounds on pages of its own, led from a notebook."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from capture_widgets.bots.levels import make_bot
from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.engine.state import Seat
from capture_widgets.games import game_type
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.loading import resume
from capture_widgets.play.new_game import new
from capture_widgets.protocol.widget_settings import ServerSettings
from capture_widgets.rooms.class_activities import Activities
from capture_widgets.rooms.class_attendance import Attendance
from capture_widgets.rooms.class_doors import House
from capture_widgets.rooms.class_file import ClassFile, Kept
from capture_widgets.rooms.class_games import ClassGame, Standings, firsts, players_of, results_frame
from capture_widgets.rooms.class_people import ClassPeople, Person
from capture_widgets.rooms.class_projector import Projecting
from capture_widgets.rooms.class_words import waiting_words
from capture_widgets.rooms.connection import OnPage
from capture_widgets.rooms.pairing import SCHEMES, Group, Scheme, everybody, in_groups, met, seated, swiss
from capture_widgets.rooms.people import Guest
from capture_widgets.rooms.seat_table import SeatTable
from capture_widgets.rooms.server import Server
from capture_widgets.widgets.host.weak_observers import WeakObserver

if TYPE_CHECKING:
    from pandas import DataFrame

    from capture_widgets.teaching.teacher import Teacher


_PAUSE: Final = 1.0
"""Seconds between two drawings of the panel while games go on."""


class GameClass(Activities, Attendance, Projecting):
    """A class whose people play in rounds, each on a page of their own. `open_class` opens one.

    Everybody opens the same link, chooses a name, and comes in when the teacher admits them. `next_round` pairs those
    who are in. Whoever reloads the page, or opens it again on the same device, goes on where they were.

    Attributes:
        slug: the name of the game.
        scheme: how rounds are paired: ``"swiss"`` or ``"all"``.
        rounds: the games of each round.
        rests: who rested in each round.
    """

    def __init__(
        self,
        slug: str,
        players: Iterable[str] | None,
        host: str,
        port: int,
        *,
        scheme: Scheme,
        odd: str | Bot | None,
        keep: str | Path | None,
        options: Mapping[str, Any],
        grace: float,
        stand_in: str | Bot | None,
        settings: ServerSettings,
    ) -> None:
        """Open the class (`open_class` says what the arguments mean)."""
        if scheme not in SCHEMES:
            raise ValueError(f"scheme={shown(scheme)}: {' or '.join(SCHEMES)}")
        self.scheme: Scheme = scheme
        self._bot = make_bot(odd) if isinstance(odd, str) else odd
        self._options = dict(options)
        self._size = len(new(slug, **self._options).seats)
        self.slug = slug
        self._lock = threading.RLock()
        Activities.__init__(self)
        Attendance.__init__(self, grace, stand_in)
        Projecting.__init__(self)
        self._watching: list[Callable[[], None]] = []
        self._announced = 0.0
        self._late: threading.Timer | None = None
        """Draws what has changed within the pause."""
        self.rounds: list[list[ClassGame]] = []
        self.rests: list[list[str]] = []
        self._observers: list[WeakObserver] = []
        self._people = ClassPeople(players, self._people_changed, self._person_moved)
        self._file = None if keep is None else ClassFile(keep)
        kept = None if self._file is None else self._file.read()
        if kept is not None:
            self._take(kept)
            port = port or kept.port
        self._server = Server(House(self), host, port, **settings)
        try:
            self._keep()
        except OSError:
            self._server.close()
            raise

    # -- people

    @property
    def link(self) -> str:
        """The link for everybody; whoever opens it is asked for a name."""
        return f"{self._server.base}#{self._people.join_secret}"

    @property
    def links(self) -> dict[str, str]:
        """A link of their own for each name on the list, so that nobody takes another's name."""
        for name in self._people.free_names() or []:
            self._people.register(name)
        return {person.name: f"{self._server.base}#{person.secret}" for person in self._people.all}

    @property
    def people(self) -> list[dict[str, Any]]:
        """Everybody: ``name``, ``admitted``, ``here`` (whether they are connected), ``late`` (whether they are away for
        long), and the ``game`` and ``seat`` of this round, or None.
        """
        rows = []
        for one in self._people.all:
            place = self._place_of(one.name)
            game, seat = (None, None) if place is None else (place[0].number, place[1])
            here = one.guest is not None
            late = self._absences.is_late(one.name)
            rows.append(
                {"name": one.name, "admitted": one.admitted, "here": here, "late": late, "game": game, "seat": seat}
            )
        return rows

    def admit(self, *names: str) -> Self:
        """Let people in; without names, everybody who has asked.

        Raises:
            ValueError: nobody has such a name.
        """
        self._people.admit(names)
        self._keep()
        self._reseat(self._people.all)
        return self

    def send_away(self, name: str) -> Self:
        """Take somebody out of the class; their page ends.

        Raises:
            ValueError: nobody has this name.
            ActionRefused: they play in this round.
        """
        place = self._place_of(name)
        if place is not None and not place[0].is_over:
            raise ActionRefused("send_away", f"{name} plays in game {place[0].number}: end the round first")
        self._people.remove(name)
        self._absences.came(name)  # nobody waits for them
        self._keep()
        return self

    def new_link(self, name: str) -> str:
        """A link for somebody who has lost theirs, for example with their telephone; an earlier page of theirs ends.

        Raises:
            ValueError: nobody has this name.
        """
        person = self._people.renew(name)
        self._keep()
        return f"{self._server.base}#{person.secret}"

    def lock(self) -> Self:
        """Let nobody new ask to come in."""
        self._people.is_locked = True
        return self

    def unlock(self) -> Self:
        """Let new people ask to come in again."""
        self._people.is_locked = False
        return self

    # -- rounds

    @property
    def games(self) -> list[ClassGame]:
        """The games of this round; none before the first."""
        return list(self.rounds[-1]) if self.rounds else []

    @property
    def round(self) -> int:
        """The number of this round; 0 before the first."""
        return len(self.rounds)

    def next_round(self, *, unfinished: bool = False) -> list[ClassGame]:
        """Pair everybody who is in, and begin their games.

        Args:
            unfinished: whether to go on although games of this round are not over; each of them counts as a draw.

        Raises:
            ActionRefused: a game goes on, or too few people are in.
            OSError: the games cannot be kept; then no round begins.
        """
        with self._lock:
            playing = [one for one in self.games if not one.is_over]
            if playing and not unfinished:
                names = ", ".join(" and ".join(one.people) for one in playing)
                words = f"{names} still play; next_round(unfinished=True) counts their games as draws"
                raise ActionRefused("next_round", words)
            groups, rests = self._groups()
            if not groups:
                raise ActionRefused(
                    "next_round", f"{self._size} people must be in, and {len(self._people.admitted)} are"
                )
            number = len(self.rounds) + 1
            begun = [self._begin(number, at, group) for at, group in enumerate(groups, 1)]
            for one in playing:
                one.is_settled = True
            self.rounds.append(begun)
            self.rests.append(rests)
            self._keep()
        self.back_to_games()
        return begun

    def _groups(self) -> tuple[list[Group], list[str]]:
        """Who plays whom in the next round, and who rests."""
        names, games = self._people.admitted, [one for games in self.rounds for one in games]
        by_lot = secrets.SystemRandom().sample(names, len(names))
        ranked = [row["name"] for row in self.standings()] if games else by_lot
        if self._size != 2:
            groups, rests = in_groups(ranked, self._size)
        elif self.scheme == "all":
            groups, rests = everybody(names, len(self.rounds))
        else:
            groups, rests = swiss(ranked, met([one.people for one in games]), self.rests)
            groups = seated(groups, firsts(games))
        if rests and self._bot is not None:
            groups, rests = [*groups, tuple(rests)], []
        return groups, rests

    def _begin(self, round_number: int, number: int, group: Group) -> ClassGame:
        players = players_of(group, self._size, self._bot)
        given = {"game": self.slug, "seats": players, "undo": False, **self._options}
        journal = None if self._file is None else self._file.journal(round_number, number)
        game = new(**given) if journal is None else resume(journal, given)
        return self._watched(
            ClassGame(round_number, number, game, [one if isinstance(one, str) else None for one in players])
        )

    def _watched(self, one: ClassGame) -> ClassGame:
        self._observers.append(WeakObserver(self._game_changed, one.game, ["is_over", "ply"]))
        return one

    def standings(self) -> Standings:
        """Who has how many points: one for a victory, a half for a draw, one for a round of rest.

        Between equal points those count whom somebody has played: the sum of their opponents' points.
        """
        with self._lock:
            games = [one for games in self.rounds for one in games]
            return Standings(self._people.admitted, games, [name for rests in self.rests for name in rests])

    def results(self) -> DataFrame:
        """One row for each person in each game: round, game, seat, name, points, is_over.

        Raises:
            ImportError: pandas is not installed.
        """
        return results_frame(one for games in self.rounds for one in games)

    def records(self) -> list[dict[str, Any]]:
        """The records of all games, in the order of rounds and games. A record holds all cards."""
        return [dict(one.game.record()) for games in self.rounds for one in games]

    # -- what a teacher does

    def game(self, number: int) -> ClassGame:
        """A game of this round by its number, from 1.

        Raises:
            ValueError: there is no such game.
        """
        found = next((one for one in self.games if type(number) is int and one.number == number), None)
        if found is None:
            raise ValueError(
                f"there is no game {shown(number)} in this round; games have the numbers 1 to {len(self.games)}"
            )
        return found

    def stop(self) -> Self:
        """Stop all games of this round: nobody can move until `go_on`."""
        return self._led(lambda teacher: teacher.freeze())

    def go_on(self) -> Self:
        """Let everybody move again."""
        return self._led(lambda teacher: teacher.release())

    def spotlight(self, where: str | None = None) -> Self:
        """Light one place or card at all tables (`Teacher.spotlight`); None takes the light away."""
        return self._led(lambda teacher: teacher.spotlight(where))

    def clock(self, seconds: float | None, *, freeze: bool = False) -> Self:
        """Run a clock down at all tables of this round (`Teacher.clock`); None takes it away.

        Args:
            seconds: how long it runs.
            freeze: whether nobody can move after its end until `go_on`.

        Raises:
            ValueError: this is no possible time.
        """
        return self._led(lambda teacher: teacher.clock(seconds, freeze=freeze))

    def set_up(self, position: Mapping[str, Any] | Game) -> Self:
        """Set up the same position in all games of this round (`Teacher.set_up`)."""
        return self._led(lambda teacher: teacher.set_up(position))

    def _led(self, act: Callable[[Teacher], object]) -> Self:
        for one in self.games:
            act(one.game.teacher)
        return self

    def move(self, name: str, number: int, seat: Seat) -> Self:
        """Move somebody to a seat of this round; whoever sat there takes the seat that becomes free, or waits.

        Raises:
            ValueError: there is no such person, game or seat.
        """
        with self._lock:
            person, to = self._people.person(name), self.game(number)
            if type(seat) is not int or not 0 <= seat < len(to.names):
                raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(to.names) - 1}")
            before, other = self._place_of(name), to.names[seat]
            to.game.sit(seat, name)
            to.names[seat] = name
            if before is not None and before != (to, seat):
                source, free = before
                source.names[free] = other
                source.game.sit(free, other if other is not None else self._bot or make_bot("club"))
            for rests in self.rests[-1:]:
                if name in rests:
                    rests.remove(name)
            self._keep()
        self._reseat([person, *([] if other is None else [self._people.person(other)])])
        return self

    # -- to look at

    def _ipython_display_(self) -> None:
        from capture_widgets.rooms.class_panel import show_panel

        show_panel(self)

    def __repr__(self) -> str:
        where = "closed" if self.closed else self._server.base
        people = self._people.all
        here = sum(person.guest is not None for person in people)
        return f"<GameClass {self.slug}, {where}, {len(people)} people, {here} here, round {len(self.rounds)}>"

    @property
    def warning(self) -> str | None:
        """Whether others can read the messages on their way, in words; None where only this machine can connect."""
        return self._server.warning

    # -- its end

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._server.closed

    def close(self) -> None:
        """End all connections, and close the journals of its games."""
        self._end_activity()
        for observer in self._observers:
            observer.stop()
        for person in self._people.all:
            if person.guest is not None:
                person.guest.leave("closed")
        for guest in self._projector.guests:
            guest.leave("closed")
        if self._late is not None:
            self._late.cancel()
        self._server.close()
        for one in (one for games in self.rounds for one in games):
            one.game.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- within the package

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function after something has changed."""
        self._watching.append(changed)

    def _people_changed(self) -> None:
        self._keep()
        self._got_on()

    def _game_changed(self, change: Any) -> None:
        self._got_on(often=change["name"] == "ply")

    def _got_on(self, *, often: bool = True) -> None:
        # a panel that is drawn at each move of each game would hold up the moves
        if not often or time.monotonic() - self._announced > _PAUSE:
            self._announce()
        elif self._late is None:
            late = self._late = threading.Timer(_PAUSE, self._announce)
            late.daemon = True
            late.start()

    def _announce(self) -> None:
        self._announced, self._late = time.monotonic(), None
        self._projector.refresh()
        for changed in list(self._watching):
            changed()

    def _sit(self, person: Person, secret: str, guest: Guest, shown: OnPage | None) -> OnPage | None:
        if not self._people.came(person, guest, secret):
            return None
        activity = self.activity
        if person.admitted and activity is not None:
            return activity._sit(person, guest, shown)
        place = self._place_of(person.name) if person.admitted else None
        if place is None:
            title = game_type(self.slug).title
            guest.say({"type": "wait", "title": title, "text": waiting_words(self, person)})
            return None
        one, seat = place
        guest.say(self._words_for(one, seat))
        if type(shown) is SeatTable and shown.game is one.game and shown.seat == seat:
            return shown
        return SeatTable(one.game, seat, guest.send, begins=False)

    def _reseat(self, people: Iterable[Person]) -> None:
        for person in people:
            if person.guest is not None:
                person.guest.reseat()
        self._announce()

    # -- the folder

    def _take(self, kept: Kept) -> None:
        if kept.game != self.slug or kept.options != self._options:
            raise ValueError(
                f"keep: this folder has a class that plays {kept.game} with other options; take another folder"
            )
        assert self._file is not None
        self._people.join_secret = kept.join
        self._projector.secret = kept.projector or self._projector.secret
        for person in kept.people:
            self._people.take(person["name"], person["secret"], person["admitted"])
        for number, stored in enumerate(kept.rounds, 1):
            games = []
            for at, one in enumerate(stored["games"], 1):
                players = [name if name is not None else self._bot or make_bot("club") for name in one["names"]]
                game = resume(self._file.journal(number, at), {"game": self.slug, "seats": players})
                games.append(self._watched(ClassGame(number, at, game, list(one["names"]), one["settled"])))
            self.rounds.append(games)
            self.rests.append(list(stored["rests"]))

    def _keep(self) -> None:
        if self._file is None:
            return
        with self._lock:
            people = [{"name": one.name, "secret": one.secret, "admitted": one.admitted} for one in self._people.all]
            rounds = [
                {"games": [{"names": one.names, "settled": one.is_settled} for one in games], "rests": rests}
                for games, rests in zip(self.rounds, self.rests, strict=True)
            ]
            join, projector = self._people.join_secret, self._projector.secret
            self._file.write(Kept(self.slug, self._options, self._server.port, join, people, rounds, projector))
