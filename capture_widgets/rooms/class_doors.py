"""The ways into a class: by the link for all, which asks for a name, or by the secret of a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from capture_widgets.games import game_type
from capture_widgets.rooms.class_people import Person
from capture_widgets.rooms.class_projector import ProjectorChair
from capture_widgets.rooms.connection import OnPage
from capture_widgets.rooms.people import Guest, Why

if TYPE_CHECKING:
    from capture_widgets.rooms.game_class import GameClass


@dataclass(frozen=True)
class Chair:
    """Where a person of the class is: at a seat of the round, or waiting."""

    leader: GameClass
    person: Person
    secret: str = field(repr=False)
    """The secret with which they were let in."""

    def sit(self, guest: Guest, shown: OnPage | None) -> OnPage | None:
        """Show this person's place on the page (`capture_widgets.rooms.connection.Chair`)."""
        return self.leader._sit(self.person, self.secret, guest, shown)

    def left(self, guest: Guest) -> None:
        """Note that the page is gone."""
        self.leader._people.left(self.person, guest)


@dataclass(frozen=True)
class House:
    """A server's way into a class."""

    leader: GameClass

    def enter(self, said: dict[str, Any], guest: Guest) -> Chair | ProjectorChair | Why | None:
        """Let somebody in, or ask for a name (`capture_widgets.rooms.connection.House`)."""
        people, secret = self.leader._people, said.get("secret")
        person = people.find(secret)
        if person is not None:
            return Chair(self.leader, person, str(secret))
        if self.leader._projector.is_secret(secret):
            return ProjectorChair(self.leader._projector) if self.leader._projector.enter(guest) else "full"
        if not people.is_join_secret(secret):
            return "unknown"
        problem = None
        if "name" in said:
            found = people.register(said["name"])
            if isinstance(found, Person):
                own = found.secret  # before anybody can know that they are here, and give them another one
                guest.say({"type": "you", "secret": own})
                return Chair(self.leader, found, own)
            problem = found
        title = game_type(self.leader.slug).title
        guest.say({"type": "ask", "title": title, "names": people.free_names(), "problem": problem})
        return None
