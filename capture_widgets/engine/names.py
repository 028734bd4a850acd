"""How sentences name the players: "you", a person's or a bot's name, or the letter of the seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from capture_widgets.core.escapes import visible
from capture_widgets.engine.seats import SEAT_NAMES, Seat

MOST: Final = 40
"""Characters of a name in a sentence; a longer one is cut, since it stands in every line of a log."""

_IRREGULAR: Final = {"have": "has", "be": "is", "do": "does", "go": "goes"}
_HISSING: Final = ("s", "sh", "ch", "x", "z")


class Names:
    """What a text calls the player at each seat: a value.

    A seat without a name is called by its letter, and so is a person called "you", which is nobody's name in a sentence
    that others read. Where two have one name, the letter follows it: "Greedy (A)".
    """

    __slots__ = ("_names", "_you")

    def __init__(self, names: Sequence[str] = SEAT_NAMES, you: Seat | None = None) -> None:
        """Take the names that people gave.

        Args:
            names: for each seat the name of who sits there, as a person wrote it.
            you: the seat of the person who reads the text, if it speaks to one.
        """
        called = [_clean(name) or SEAT_NAMES[seat] for seat, name in enumerate(names)]
        others = [name.casefold() for seat, name in enumerate(called) if seat != you]
        self._you = you
        self._names = tuple(
            f"{name} ({letter})" if name != letter and others.count(name.casefold()) > 1 else name
            for name, letter in zip(called, SEAT_NAMES, strict=False)
        )

    def __eq__(self, other: object) -> bool:
        return self is other or isinstance(other, Names) and (self._names, self._you) == (other._names, other._you)

    def __hash__(self) -> int:
        return hash((self._names, self._you))

    def __repr__(self) -> str:
        return f"Names({', '.join(self.who(seat) for seat in range(len(self._names)))})"

    def who(self, seat: Seat) -> str:
        """The player at a seat inside a sentence: "you", "Greedy", "B"."""
        return "you" if seat == self._you else self._names[seat]

    def whose(self, seat: Seat) -> str:
        """The same as an owner: "your", "Greedy's", "B's"."""
        return "your" if seat == self._you else f"{self._names[seat]}'s"

    def does(self, seat: Seat, verb: str) -> str:
        """The player and a verb that agrees: "you attack", "Greedy attacks"; the verb is given as "attack"."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """A further verb of such a sentence: "attack", "attacks"."""
        if seat == self._you:
            return "are" if verb == "be" else verb
        return _third(verb)

    def did(self, seat: Seat, verb: str) -> str:
        """The player and a verb that is the same for everybody: "you won", "Greedy won"."""
        return f"{self.who(seat)} {verb}"

    def turn(self, seat: Seat | None) -> str:
        """Whose turn it is: "your turn", "Greedy to play"; "over" where nobody is to play."""
        return "over" if seat is None else "your turn" if seat == self._you else f"{self._names[seat]} to play"


def sentence(words: str) -> str:
    """Words at the beginning of a sentence: "you attack" becomes "You attack"; a name stays as its owner writes it."""
    return f"Y{words[1:]}" if words.startswith(("you ", "your ")) else words


@cache
def _third(verb: str) -> str:
    """A verb for one who is spoken about: "attack" becomes "attacks"."""
    first, space, rest = verb.partition(" ")
    ends = "es" if first.endswith(_HISSING) else "s"
    return f"{_IRREGULAR.get(first, first + ends)}{space}{rest}"


def _clean(name: str) -> str:
    """A name on one line, without signs that a screen obeys, of bounded length; empty for what names nobody."""
    name = visible(" ".join(name[: 4 * MOST].split()))
    if name.casefold() == "you":
        return ""
    return name if len(name) <= MOST else f"{name[: MOST - 1].rstrip()}…"


@lru_cache(maxsize=256)
def names_for(names: tuple[str, ...], you: Seat | None = None) -> Names:
    """The same as `Names`, kept for the next time: a table asks for them at every move."""
    return Names(names, you)


LETTERS: Final = Names()
"""Every player is called by the letter of the seat."""
