"""The names of players in sentences: "you", the name of a person or bot, or the letter of the seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from capture_widgets.core.escapes import visible
from capture_widgets.engine.seats import SEAT_NAMES, Seat

MOST: Final = 40
"""The most characters of a name in a sentence; longer names are cut off, because every line of a log has one."""

LEVEL_NAMES: Final = ("Random", "Beginner", "Greedy", "Club player", "Strong player")
"""The names of the ready-made bots; a test compares them with `bots.levels`."""

GIVEN_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
"""By seat, what follows the name of a ready-made bot among more than two players, or if another player has the same
name. Each begins with the letter of its seat, which stands beside the name at a table.
"""

_IRREGULAR: Final = {"have": "has", "be": "is", "do": "does", "go": "goes"}
_HISSING: Final = ("s", "sh", "ch", "x", "z")


class Names:
    """The names of the players by seat, for sentences; an immutable value.

    A player without a name, or with the name "you" (which other readers would misunderstand), has the letter of the
    seat. Ready-made bots of one name, or among more than two players, have their given names alone, which are short
    ("Ben"); others of the same name are told apart as `distinct_names` says ("Ann (A)").
    """

    __slots__ = ("_names", "_you")

    def __init__(self, names: Sequence[str] = SEAT_NAMES, you: Seat | None = None) -> None:
        """Names for sentences from the names of players.

        Args:
            names: the player's name at each seat, as a person wrote it.
            you: the seat of the reader, whom the sentences address as "you"; None if they address nobody.
        """
        called = [_clean(name) or SEAT_NAMES[seat] for seat, name in enumerate(names)]
        self._you = you
        self._names = tuple(call_names(_told_apart(called, you)))

    def __eq__(self, other: object) -> bool:
        return self is other or isinstance(other, Names) and (self._names, self._you) == (other._names, other._you)

    def __hash__(self) -> int:
        return hash((self._names, self._you))

    def __repr__(self) -> str:
        return f"Names({', '.join(self.who(seat) for seat in range(len(self._names)))})"

    def who(self, seat: Seat) -> str:
        """The player at a seat, within a sentence: "you", "Greedy", "B"."""
        return "you" if seat == self._you else self._names[seat]

    def whose(self, seat: Seat) -> str:
        """The possessive: "your", "Greedy's", "B's"."""
        return "your" if seat == self._you else f"{self._names[seat]}'s"

    def own(self, seat: Seat) -> str:
        """The possessive in a sentence about the same player: "your own", "their own"."""
        return "your own" if seat == self._you else "their own"

    def does(self, seat: Seat, verb: str) -> str:
        """The player with a verb, given as "attack": "you attack", "Greedy attacks"."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """The verb alone, in the form for the player: "attack", "attacks"."""
        if seat == self._you:
            return "are" if verb == "be" else verb
        return _third(verb)

    def label(self, thing: str, seat: Seat, named: str = "") -> str:
        """The name of a row of a player's: "hand A", or for a player with a name "your hand", "Greedy's hand".

        ``named`` replaces the thing for players with names: "seat A", but "your side".
        """
        if self.who(seat) == SEAT_NAMES[seat]:
            return f"{thing} {SEAT_NAMES[seat]}"
        return f"{self.whose(seat)} {named or thing}"

    def did(self, seat: Seat, verb: str) -> str:
        """The player with a verb that has the same form for everybody: "you won", "Greedy won"."""
        return f"{self.who(seat)} {verb}"

    def turn(self, seat: Seat | None) -> str:
        """The player whose turn it is: "your turn", "Greedy to play"; "over" if the game is over."""
        return "over" if seat is None else "your turn" if seat == self._you else f"{self._names[seat]} to play"

    def points(self, points: Sequence[int]) -> str:
        """The points of all players: "you 12, Greedy 7"."""
        return ", ".join(f"{self.who(seat)} {count}" for seat, count in enumerate(points))


def sentence(words: str) -> str:
    """Capitalize "you" and "your" at the beginning of a sentence; a name keeps its spelling."""
    return f"Y{words[1:]}" if words.startswith(("you ", "you,", "your ")) else words


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names of the players, told apart if several have the same.

    A ready-made bot gets a given name, too ("Greedy Ben"), among more than two players in any case; another player gets
    the letter of the seat ("Ann (A)").
    """
    return _told_apart([name.strip() for name in names])


def call_names(names: Sequence[str]) -> list[str]:
    """The names by which sentences call the players: "Ben" for the bot "Greedy Ben", if nobody else is "Ben".

    The front end shortens the names beside a board in the same way (``js/src/board/names.ts``).
    """
    called = []
    for seat, name in enumerate(names):
        level = next((level for level in LEVEL_NAMES if name.startswith(f"{level} ")), None)
        given = name if level is None else name.removeprefix(f"{level} ")
        others = " ".join(other for at, other in enumerate(names) if at != seat)
        taken = given.casefold() in others.casefold().split()
        called.append(name if taken or given not in GIVEN_NAMES else given)
    return called


def _told_apart(names: Sequence[str], you: Seat | None = None) -> list[str]:
    """Names in which no two are the same; that of the reader does not count, because nobody calls the reader by it."""
    others = [name.casefold() for seat, name in enumerate(names) if seat != you]
    told = []
    for seat, name in enumerate(names):
        letter = SEAT_NAMES[seat]
        # among more than two a level is no name: "Ben" is short beside his battles, "Strong player" is not
        called = len(names) > 2 and name in LEVEL_NAMES
        if name == letter or (others.count(name.casefold()) < 2 and not called):
            told.append(name)
            continue
        given = f"{name} {GIVEN_NAMES[seat]}"
        free = name in LEVEL_NAMES and given.casefold() not in others
        told.append(given if free else f"{name} ({letter})")
    return told


@cache
def _third(verb: str) -> str:
    """The third person of a verb: "attack" becomes "attacks"."""
    first, space, rest = verb.partition(" ")
    ends = "es" if first.endswith(_HISSING) else "s"
    return f"{_IRREGULAR.get(first, first + ends)}{space}{rest}"


def _clean(name: str) -> str:
    """A name on one line, without control characters and not too long; empty for "you" and for blanks."""
    name = visible(" ".join(name[: 4 * MOST].split()))
    if name.casefold() == "you":
        return ""
    return name if len(name) <= MOST else f"{name[: MOST - 1].rstrip()}…"


@lru_cache(maxsize=256)
def names_for(names: tuple[str, ...], you: Seat | None = None) -> Names:
    """`Names` with a cache, because a table needs them at every move."""
    return Names(names, you)


LETTERS: Final = Names()
"""Names that are the letters of the seats."""
