"""Who may come into a room, and who is there: a secret for each seat, and one for all spectators."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any, Final, Literal, Protocol

from capture_widgets.engine.state import Seat

Place = Seat | Literal["public"]
"""A seat, or ``"public"`` for spectators."""

Why = Literal["unknown", "replaced", "removed", "locked", "full", "closed", "fast"]
"""Why a room lets go of a page."""

SECRET_BYTES: Final = 24
"""The random bytes of a secret; 192 bits cannot be guessed."""

_LONGEST_SECRET: Final = 100

MOST_WATCHING: Final = 200
"""The most spectators at one time."""


def is_secret(secret: str, given: object) -> bool:
    """Whether something that a stranger gave is a secret; the time that this takes tells nothing of it."""
    text = given if isinstance(given, str) and len(given) <= _LONGEST_SECRET else ""
    return compare_digest(secret.encode(), text.encode("utf-8", "surrogatepass"))


class Guest(Protocol):
    """The connection of one page or program."""

    def say(self, message: Any) -> None:
        """Send an object; called from any thread."""

    def send(self, text: str) -> None:
        """Send a text; called from any thread."""

    def leave(self, why: Why) -> None:
        """End the connection; called from any thread."""

    def reseat(self) -> None:
        """Take the place that its chair has now; called from any thread."""


@dataclass
class _Door:
    """The way to one place."""

    secret: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET_BYTES), repr=False)
    guests: list[Guest] = field(default_factory=list)
    was_entered: bool = False


class People:
    """The doors of a room. All methods may be called from any thread."""

    def __init__(
        self, seats: Iterable[Seat], changed: Callable[[Place], None], secrets: Mapping[str, str] | None = None
    ) -> None:
        """Make a door for each of these seats, and one for spectators.

        Args:
            seats: the seats of persons.
            changed: called with the place after somebody came there or left it.
            secrets: secrets of an earlier room, by the name of the place.
        """
        self._lock = threading.RLock()
        self._changed = changed
        kept = secrets or {}
        places: list[Place] = [*seats, "public"]
        self._doors = {place: _Door(kept[str(place)]) if str(place) in kept else _Door() for place in places}
        self._is_locked = False

    @property
    def places(self) -> list[Place]:
        """The places that have a door."""
        return list(self._doors)

    @property
    def secrets(self) -> dict[str, str]:
        """The secret of each place, by the place's name."""
        with self._lock:
            return {str(place): door.secret for place, door in self._doors.items()}

    def secret(self, place: Place) -> str:
        """The secret of a place.

        Raises:
            KeyError: there is no door to it.
        """
        with self._lock:
            return self._doors[place].secret

    def count(self, place: Place) -> int:
        """How many are connected there."""
        with self._lock:
            return len(self._doors[place].guests) if place in self._doors else 0

    def has_come(self, place: Place) -> bool:
        """Whether anybody has been there with the present link."""
        with self._lock:
            return place in self._doors and self._doors[place].was_entered

    def enter(self, secret: object, guest: Guest) -> tuple[Place | None, Why]:
        """Let somebody in who has a secret: returns the place, or None and why not.

        Whoever was at the seat before with the same secret leaves it.
        """
        replaced: list[Guest] = []
        with self._lock:
            place = self._find(secret)
            if place is None:
                return None, "unknown"
            door = self._doors[place]
            if self._is_locked and (place == "public" or not door.was_entered):
                return None, "locked"
            if place == "public":
                if len(door.guests) >= MOST_WATCHING:
                    return None, "full"
            else:
                replaced, door.guests = door.guests, []
            door.guests.append(guest)
            door.was_entered = True
        for one in replaced:
            one.leave("replaced")
        self._changed(place)
        return place, "unknown"

    def _find(self, secret: object) -> Place | None:
        """The place of a secret. All secrets are compared, so that the time tells nothing of any."""
        found: Place | None = None
        for place, door in self._doors.items():
            if is_secret(door.secret, secret):
                found = place
        return found

    def left(self, place: Place, guest: Guest) -> None:
        """Note that somebody's connection has ended."""
        with self._lock:
            door = self._doors[place]
            if guest not in door.guests:
                return
            door.guests.remove(guest)
        self._changed(place)

    def renew(self, place: Place, why: Why) -> None:
        """Give a place another secret; whoever is there leaves.

        Raises:
            KeyError: there is no door to it.
        """
        with self._lock:
            guests = self._doors[place].guests
            self._doors[place] = _Door()
        for one in guests:
            one.leave(why)
        self._changed(place)

    def lock(self, is_locked: bool) -> None:
        """Let nobody in, but for whoever comes back to a seat that was entered before; or let people in again."""
        with self._lock:
            self._is_locked = is_locked

    @property
    def locked(self) -> bool:
        """Whether nobody new is let in."""
        return self._is_locked

    def everybody(self) -> list[tuple[Place, Guest]]:
        """All who are connected, and where."""
        with self._lock:
            return [(place, guest) for place, door in self._doors.items() for guest in door.guests]
