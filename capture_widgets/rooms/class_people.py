"""The people of a class: who has asked to come in, who is in, and the secret of each."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_a, is_text
from capture_widgets.rooms.people import SECRET_BYTES, Guest, is_secret

MOST: Final = 500
"""The most people of a class, those who asked to come in included."""

LONGEST_NAME: Final = 40


@dataclass
class Person:
    """Somebody in a class.

    Attributes:
        name: the name, which nobody else in the class has.
        secret: the secret with which this person comes back.
        admitted: whether the teacher has let them in.
        guest: their connection; None while they are away.
    """

    name: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET_BYTES), repr=False)
    admitted: bool = False
    guest: Guest | None = None


class ClassPeople:
    """The people of a class, by name. All methods may be called from any thread."""

    def __init__(
        self, expected: Iterable[str] | None, changed: Callable[[], None], moved: Callable[[Person], None]
    ) -> None:
        """Make a class without people.

        Args:
            expected: the names that may come in, without asking; None lets everybody ask under a name of their own.
            changed: called after somebody has asked to come in, was let in, or was sent away.
            moved: called after the page of somebody was connected or has gone.

        Raises:
            ValueError: a name is none, or comes twice.
        """
        self._lock = threading.RLock()
        self._changed = changed
        self._moved = moved
        self.join_secret = secrets.token_urlsafe(SECRET_BYTES)
        """The secret of the link for all."""
        self.is_locked = False
        self.expected: list[str] | None = None
        self._people: dict[str, Person] = {}
        if expected is not None:
            self.expected = [checked_name(name) for name in expected]
            if len({name.casefold() for name in self.expected}) != len(self.expected):
                raise ValueError(f"players={shown(self.expected)}: a name comes twice")

    def take(self, name: str, secret: str, admitted: bool) -> None:
        """Add a person of an earlier kernel."""
        with self._lock:
            self._people[name] = Person(name, secret, admitted)

    @property
    def all(self) -> list[Person]:
        """Everybody, in the order in which they came."""
        with self._lock:
            return list(self._people.values())

    @property
    def admitted(self) -> list[str]:
        """The names of those who are in."""
        return [person.name for person in self.all if person.admitted]

    def person(self, name: str) -> Person:
        """The person of a name.

        Raises:
            ValueError: there is none.
        """
        with self._lock:
            found = self._people.get(name) if is_a(name, str) else None
            if found is None:
                raise ValueError(
                    f"nobody here is called {shown(name)}; there are {', '.join(self._people) or 'none yet'}"
                )
            return found

    def get(self, name: str) -> Person | None:
        """The person of a name; None if there is none."""
        with self._lock:
            return self._people.get(name)

    def find(self, secret: object) -> Person | None:
        """The person with a secret. All secrets are compared, so that the time tells nothing of any."""
        found: Person | None = None
        for person in self.all:
            if is_secret(person.secret, secret):
                found = person
        return found

    def is_join_secret(self, secret: object) -> bool:
        """Whether it is the secret of the link for all."""
        return is_secret(self.join_secret, secret)

    def free_names(self) -> list[str] | None:
        """The expected names that nobody has taken yet; None where everybody chooses a name."""
        with self._lock:
            return None if self.expected is None else [name for name in self.expected if name not in self._people]

    def register(self, name: object) -> Person | str:
        """Add somebody under a name, or say in words why that cannot be."""
        try:
            chosen = checked_name(name)
        except ValueError as error:
            return str(error)
        with self._lock:
            if self.is_locked:
                return "The class is locked: nobody else can come in."
            if any(chosen.casefold() == other.casefold() for other in self._people):
                return f"{chosen} is here already. Choose another name; if this is you, ask your teacher."
            if self.expected is not None and chosen not in self.expected:
                return f"{chosen} is not on the teacher's list. Choose your name from it."
            if len(self._people) >= MOST:
                self._forget_strangers()
            if len(self._people) >= MOST:
                return "The class is full."
            person = self._people[chosen] = Person(chosen, admitted=self.expected is not None)
        self._changed()
        return person

    def _forget_strangers(self) -> None:
        """Make room: forget those who have asked to come in, were not let in, and are gone."""
        gone = [person.name for person in self._people.values() if not person.admitted and person.guest is None]
        for name in gone:
            del self._people[name]

    def admit(self, names: Iterable[str]) -> None:
        """Let people in, or everybody who has asked if there are no names.

        Raises:
            ValueError: nobody has such a name; then nobody is let in.
        """
        with self._lock:
            chosen = [self.person(name) for name in names] or list(self._people.values())
            for person in chosen:
                person.admitted = True
        self._changed()

    def renew(self, name: str) -> Person:
        """Give a person another secret; whoever has the old one leaves.

        Raises:
            ValueError: nobody has this name.
        """
        with self._lock:
            person = self.person(name)
            guest, person.guest = person.guest, None
            person.secret = secrets.token_urlsafe(SECRET_BYTES)
        if guest is not None:
            guest.leave("removed")
            self._moved(person)
        self._changed()
        return person

    def remove(self, name: str) -> None:
        """Send somebody away; their secret ends, and the name is free.

        Raises:
            ValueError: nobody has this name.
        """
        with self._lock:
            person = self._people.pop(self.person(name).name)
            guest, person.guest = person.guest, None
        if guest is not None:
            guest.leave("removed")
        self._changed()

    def came(self, person: Person, guest: Guest, secret: str) -> bool:
        """Note that somebody is connected; an earlier connection of theirs ends.

        Args:
            person: who they are.
            guest: the connection.
            secret: the secret with which it was let in.

        Returns:
            Whether they may be here: false, and the connection ends, if the secret was taken from them meanwhile.
        """
        with self._lock:
            if person.secret != secret or self._people.get(person.name) is not person:
                guest.leave("removed")
                return False
            before, person.guest = person.guest, guest
        if before is not None and before is not guest:
            before.leave("replaced")
        if before is not guest:
            self._moved(person)
        return True

    def left(self, person: Person, guest: Guest) -> None:
        """Note that a connection has ended."""
        with self._lock:
            if person.guest is not guest:
                return
            person.guest = None
        self._moved(person)


def checked_name(name: object) -> str:
    """A name without spaces around it.

    Raises:
        ValueError: it is no name.
    """
    if is_a(name, str) and is_text(name, 1_000):
        text = " ".join(str(name).split())
        if text.isprintable() and 0 < len(text) <= LONGEST_NAME and text.casefold() not in ("you", "public"):
            return text
    raise ValueError(f'A name has 1 to {LONGEST_NAME} letters, and is not "you".')
