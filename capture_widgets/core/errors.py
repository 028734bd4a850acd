"""The exceptions of the package, and the quoting of values in their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from os import PathLike, fspath, getpid

from capture_widgets.core.escapes import visible

TYPE_CHECKING = False  # `typing` itself would take longer to import than this

if TYPE_CHECKING:
    from typing import Any


class IllegalMove(ValueError):
    """A move that a rule forbids in this position; nothing has changed (GE-5).

    Attributes:
        rule: identifier of the rule, such as ``"KO-5"``; ``"GE-3"`` for text that is no move at all.
        move: the notation of the move, as the caller wrote it.
        reason: the sentence for the player, without the rule's identifier.
        seat: the number of another seat, with whose letter the reason begins; None if it begins otherwise.
    """

    def __init__(self, rule: str, move: str, reason: str, seat: int | None = None) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.move = move
        self.reason = reason
        self.seat = seat

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str, int | None]]:
        return type(self), (self.rule, self.move, self.reason, self.seat)

    def naming(self, who: Callable[[int], str]) -> IllegalMove:
        """The same error, whose reason begins with a player's name in place of the seat's letter.

        Args:
            who: returns the name of the player at a seat.
        """
        if self.seat is None:
            return self
        return type(self)(self.rule, self.move, f"{who(self.seat)}{self.reason[1:]}")


class JoinError(RuntimeError):
    """A room in another kernel cannot be joined, or has not answered; the message says why."""


class ActionRefused(ValueError):
    """An action that is not possible now, though no rule of the game forbids it; nothing has changed.

    Attributes:
        action: the name of the action, such as ``"undo"``.
        reason: the sentence for the player: why it is not possible, and what is.
    """

    def __init__(self, action: str, reason: str) -> None:
        super().__init__(reason)
        self.action = action
        self.reason = reason

    def __reduce__(self) -> tuple[type[ActionRefused], tuple[str, str]]:
        return type(self), (self.action, self.reason)


class IllegalDeal(ValueError):
    """A deal or a position that a rule forbids; the message says what would be right.

    Attributes:
        rule: identifier of the rule.
        reason: the sentence, without the rule's identifier.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalDeal], tuple[str, str]]:
        return type(self), (self.rule, self.reason)


class RecordError(ValueError):
    """A record, dump or journal that cannot be read.

    Attributes:
        where: the path of the first fault, such as ``rounds[0].moves[12]``.
        reason: what is wrong there, and what would be right.
        faults: every fault as a pair ``(where, reason)``, in the order of the file.
    """

    def __init__(self, where: str, reason: str, faults: tuple[tuple[str, str], ...] = ()) -> None:
        self.where = where
        self.reason = reason
        self.faults = faults or ((where, reason),)
        more = f" (and {len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        super().__init__(f"{where or 'record'}: {reason}{more}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str, tuple[tuple[str, str], ...]]]:
        return type(self), (self.where, self.reason, self.faults)


class JournalHeld(OSError):
    """Another game keeps this journal; only one game can write to a journal.

    Attributes:
        path: the journal.
        pid: the process of that game, None if unknown.
    """

    def __init__(self, path: str | PathLike[str], pid: int | None) -> None:
        who = "another process" if pid is None else f"process {pid}"
        close = f"end it there, or resume({str(path)!r}) later"
        if pid == getpid():
            who, close = "another game of this kernel", f"close that game, or take it: resume({str(path)!r})"
        super().__init__(f"{fspath(path)} is kept by {who}: {close}; or keep this game under another name")
        self.path = path
        self.pid = pid

    def __reduce__(self) -> tuple[type[JournalHeld], tuple[str | PathLike[str], int | None]]:
        return type(self), (self.path, self.pid)


class UnknownGame(ValueError):
    """There is no game with this slug; the message lists the games."""


class UnknownOption(ValueError):
    """An option that the game does not have, a value that it does not accept, or options that contradict each other."""


def failure_words(error: BaseException) -> str:
    """The type and message of an exception, or only the type if its message cannot be computed."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 # the exception's own __str__ fails
        return type(error).__name__


def did_you_mean(text: object, there: Iterable[str] | Mapping[str, str], most: int = 1, alike: float = 0.6) -> str:
    """Text to append to an error about an unknown name: " (did you mean X?)", or nothing if no name is similar.

    Args:
        text: the unknown name.
        there: the known names; or a mapping from each spelling to the name that the text shows.
        most: how many names to suggest.
        alike: the least similarity, from 0 to 1.
    """
    if not isinstance(text, str) or not 0 < len(text) <= 60:
        return ""
    from difflib import get_close_matches

    pairs = there.items() if isinstance(there, Mapping) else ((name, name) for name in there)
    plain = {name.casefold(): meant for name, meant in islice(pairs, 2000)}
    like = [plain[name] for name in get_close_matches(text.casefold(), plain, most, alike)]
    return f" (did you mean {' or '.join(', '.join(like).rsplit(', ', 1))}?)" if like else ""


MOST_DIGITS = 60
"""The most digits of a number that an error message contains."""


def shown(value: Any) -> str:
    """A value as error messages quote it: one short line of printable characters, for any object.

    This looks at the type, since an object can lie about its class, and calls no method of the object but `repr`.
    """
    kind = type(value)
    name = visible(str.__str__(type.__dict__["__name__"].__get__(kind)))[:60]
    try:
        if issubclass(kind, str):
            text = repr(str.__getitem__(value, slice(60)))
        elif issubclass(kind, bytes):
            text = repr(bytes.__getitem__(value, slice(60)))
        elif issubclass(kind, int) and int.bit_length(value) > 3 * MOST_DIGITS:
            return "a very long number"  # Python refuses to convert some of them to text
        elif issubclass(kind, Mapping | Sequence | AbstractSet):
            return f"a {name}"
        elif issubclass(kind, type):
            return "a class"
        else:
            text = visible(str.__str__(repr(value)))
            if " at 0x" in text:  # the default repr: a memory address helps nobody
                return f"a {name}"
    except Exception:  # noqa: BLE001 # the object's own __repr__ fails
        return f"a {name} that cannot be written out"
    return text if len(text) <= 60 else text[:57] + "..."
