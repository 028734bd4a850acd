"""Connections whose secret is not known yet: how many of them one address may hold."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Final, Protocol

MOST_SILENT: Final = 600
"""The most connections of one address that have named no valid secret. A whole class may have one address, that of a
proxy or of a school's network, and all of its people (`capture_widgets.rooms.class_people.MOST`) may come at one
moment.
"""

MOST_ASKED: Final = 600
"""The most connections that are asked for a name at one time, from all addresses; a class has fewer people."""

EVERYWHERE: Final = ""
"""Stands for all addresses together."""


class Stream(Protocol):
    """The socket of a connection."""

    def close(self) -> None:
        """End it; nothing happens if it has ended."""


class Strangers:
    """Connections that wait, by where they come from. Used in the thread of the server alone.

    Where there are too many from one place, the one ends that has been silent for longest. So a newcomer is never kept
    out: whoever has a link names its secret at once, and is no stranger from then on.
    """

    def __init__(self, most: int) -> None:
        """Let so many wait from each place."""
        self._most = most
        self._waiting: dict[str, dict[Stream, None]] = {}
        self._places: dict[Stream, str] = {}

    def came(self, stream: Stream, place: str = EVERYWHERE) -> None:
        """Note that a stranger has connected, or said something: they are the last of their place to be let go."""
        self.gone(stream)
        self._places[stream] = place
        waiting = self._waiting.setdefault(place, {})
        waiting[stream] = None
        if len(waiting) > self._most:
            oldest = next(iter(waiting))
            self.gone(oldest)
            oldest.close()

    def heard(self, stream: Stream) -> None:
        """Note that a connection has said something, if it is a stranger's."""
        if stream in self._places:
            self.came(stream, self._places[stream])

    def gone(self, stream: Stream) -> None:
        """Forget a connection: it has ended, or its page has named a valid secret."""
        place = self._places.pop(stream, None)
        if place is not None:
            del self._waiting[place][stream]
            if not self._waiting[place]:
                del self._waiting[place]

    def __len__(self) -> int:
        return len(self._places)


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the IPv6 network that a provider gives to one home."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)
