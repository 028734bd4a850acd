"""Whose answers are whose: by the codes that a teacher gave out, or by the files that they stand in.

A folder that a class can write holds what anybody has put there, under any name. Without codes a file is its first
name's; where files of several accounts claim one name, each claim is graded by itself, under a name that says whose it
is. Nothing is mixed, nothing is silently dropped, and the teacher decides.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from capture_widgets.core.class_keys import as_codes, as_name
from capture_widgets.core.errors import shown
from capture_widgets.core.marks import has_valid_mark, order_entries
from capture_widgets.teaching.answer_file import unmarked
from capture_widgets.teaching.answer_format import UNMARKED
from capture_widgets.teaching.answers import name_of
from capture_widgets.teaching.gathering import Entry, Gathered, Origin


class Attributed(NamedTuple):
    """Answers by whose they are.

    Attributes:
        by_name: each learner's, in order.
        faults: what was left out or is claimed by several.
        gaps: for each learner with a code what is missing among the answers.
    """

    by_name: dict[str, list[Entry]]
    faults: list[str]
    gaps: dict[str, list[str]]


def attribute(gathered: Gathered, codes: Mapping[str, str] | None) -> Attributed:
    """Find out whose each answer is.

    Raises:
        ValueError: these are no codes.
    """
    if codes is not None:
        return _by_codes(gathered.entries, as_codes(codes))
    return _by_files(gathered.entries)


def _by_codes(entries: Iterable[Entry], codes: Mapping[str, str]) -> Attributed:
    """Count what bears the mark of its writer's code, each line once and in the order in which it was written."""
    good: dict[str, dict[str, Entry]] = {}
    bad: Counter[tuple[str, str]] = Counter()
    strange: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        who = as_name(entry.answer.get("who", ""))
        file = f"{entry.origin.file}: " if entry.origin else ""
        if who not in codes:
            strange[file, who] += 1
        elif has_valid_mark(codes[who], entry.answer, UNMARKED):
            good.setdefault(who, {}).setdefault(entry.answer["mark"], entry)
        else:
            bad[file, who] += 1
    by_name: dict[str, list[Entry]] = {}
    gaps: dict[str, list[str]] = {}
    for who, by_mark in good.items():
        lessons = defaultdict(list)
        for entry in by_mark.values():
            lessons[entry.answer.get("fingerprint")].append(entry.answer)
        by_name[who] = []
        for answers in lessons.values():
            row, missing = order_entries(answers)
            by_name[who] += [by_mark[one["mark"]] for one in row]
            if missing:
                gaps.setdefault(who, []).extend(missing)
    faults = [f"{file}{unmarked(count, who)}" for (file, who), count in bad.items()]
    faults += [
        f"{file}{_lines(count)} under the name {shown(who)}, to whom no code was given, left out"
        for (file, who), count in strange.items()
    ]
    faults += [f"{shown(who)}: of the answers {'; '.join(missing)}" for who, missing in gaps.items()]
    return Attributed(by_name, faults, gaps)


def _by_files(entries: Sequence[Entry]) -> Attributed:
    """Take each file for its first name's, and tell apart several that claim one name."""
    faults: list[str] = []
    claims: dict[str, dict[tuple[int | None, str], list[Entry]]] = {}
    for entry in _first_names(entries, faults):
        source = (entry.origin.owner, entry.origin.folder) if entry.origin else (None, "")
        claims.setdefault(name_of(entry.answer.get("who", "")), {}).setdefault(source, []).append(entry)
    by_name = {who: next(iter(those.values())) for who, those in claims.items() if len(those) == 1}
    for who, those in claims.items():
        if len(those) > 1:
            _tell_apart(who, [*those.values()], by_name, faults)
    return Attributed(by_name, faults, {})


def _first_names(entries: Sequence[Entry], faults: list[str]) -> list[Entry]:
    """All answers but those under another name than the first in a file that is one student's."""
    first: dict[Origin, str] = {}
    own: list[Entry] = []
    others: Counter[tuple[Origin, str]] = Counter()
    for entry in entries:
        origin, who = entry.origin, entry.answer.get("who", "")
        if origin is None or not origin.of_one or first.setdefault(origin, who) == who:
            own.append(entry)
        else:
            others[origin, who] += 1
    for (origin, who), count in others.items():
        whose = f"in a file of {shown(first[origin])}"
        faults.append(f"{origin.file}: {_lines(count)} under the name {shown(who)}, {whose}, left out")
    return own


def _tell_apart(
    who: str, claims: Sequence[Sequence[Entry]], by_name: dict[str, list[Entry]], faults: list[str]
) -> None:
    """Give each claim of a name one of its own; the account that is called like it keeps the name."""
    told = []
    for claim in claims:
        origin = claim[0].origin
        whose = _whose(origin)
        if origin is not None and origin.owner is not None and whose.casefold() == who.casefold():
            name = who
        else:
            name = f"{who} ({whose})"
            while name in by_name:
                name += "'"
        by_name[name] = list(claim)
        files = sorted({entry.origin.file for entry in claim if entry.origin})
        told.append(f"{shown(name)} from {', '.join(files[:3])}")
    faults.append(f"{shown(who)} is claimed by several, and each claim is graded by itself: {'; '.join(told)}")


def _whose(origin: Origin | None) -> str:
    """Whose a file is, for people."""
    if origin is None:
        return "no file"
    if origin.owner is None:
        return origin.folder.rsplit("/", 1)[-1] or origin.folder
    try:
        import pwd

        return pwd.getpwuid(origin.owner).pw_name
    except (ImportError, KeyError):
        return f"user {origin.owner}"


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count:,} lines"
