"""Errors: everything of the package that a caller may want to catch, and how values are quoted in messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from os import PathLike, fspath, getpid


class IllegalMove(ValueError):
    """A move that the position refuses; nothing has changed (GE-5).

    Attributes:
        rule: identifier of the rule that refuses it, such as ``"KO-5"``; ``"GE-3"`` for text that is no move at all.
        move: the notation text that was tried.
        reason: the sentence for the player, without the rule.
    """

    def __init__(self, rule: str, move: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.move = move
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return type(self), (self.rule, self.move, self.reason)


class IllegalDeal(ValueError):
    """A deal or a position that the rules do not allow; the message says what would be right.

    Attributes:
        rule: identifier of the rule that refuses it.
        reason: the sentence, without the rule.
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
        where: path to the first fault, such as ``rounds[0].moves[12]``.
        reason: what is wrong there and what would be right.
        faults: every fault found, as ``(where, reason)`` pairs, the first one first.
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
    """A journal that another game keeps; only one may write it.

    Attributes:
        path: the journal.
        pid: the process that keeps it, None where that is not known.
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
    """A slug that no game has; names the games there are."""


class UnknownOption(ValueError):
    """An option that a game does not have, a value it does not take, or a combination that makes no sense."""


def failure_words(error: BaseException) -> str:
    """The type and message of an error from any code, even if its message cannot be computed."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 # its own words fail, too
        return type(error).__name__


def did_you_mean(text: object, there: Iterable[str] | Mapping[str, str], most: int = 1, alike: float = 0.6) -> str:
    """A question to put behind a name that is not there, with those most like it; empty where none is like it.

    Args:
        text: what was given.
        there: the names there are, or what is meant by each of them.
        most: how many are named.
        alike: how like they are, 1 for the same.
    """
    if not isinstance(text, str) or not 0 < len(text) <= 60:
        return ""
    from difflib import get_close_matches

    pairs = there.items() if isinstance(there, Mapping) else ((name, name) for name in there)
    plain = {name.casefold(): meant for name, meant in islice(pairs, 2000)}
    like = [plain[name] for name in get_close_matches(text.casefold(), plain, most, alike)]
    return f" (did you mean {' or '.join(', '.join(like).rsplit(', ', 1))}?)" if like else ""


def shown(value: object) -> str:
    """A value as an error quotes it: one short line, whatever the value is and however deep it nests."""
    if isinstance(value, Mapping | Sequence | AbstractSet) and not isinstance(value, str | bytes):
        return f"a {type(value).__name__}"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a very long number"  # Python refuses to write some of them out
    text = repr(value[:60] if isinstance(value, str | bytes) else value)
    return text if len(text) <= 60 else text[:57] + "..."
