"""Finds out who wrote each answer: by the codes that a teacher gave out, or by the files.

In a folder that a class can write to, anybody can put files under any name. Without codes, a file belongs to the first
name in it. If files of several accounts claim one name, each claim is graded separately, under a name that tells the
account. A claim keeps the name if its account, or the folder that was handed in, has this name or is one that the class
list gives this student. No answers are mixed and none are dropped without a word, so the teacher can decide.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from capture_widgets.core.class_keys import as_codes, as_name, name_key
from capture_widgets.core.errors import shown
from capture_widgets.core.marks import has_valid_mark, order_entries
from capture_widgets.teaching.answer_file import unmarked_words
from capture_widgets.teaching.answer_format import UNMARKED
from capture_widgets.teaching.answer_sources import CollectedAnswers, Entry, Origin
from capture_widgets.teaching.answers import storable_name


class LearnerAnswers(NamedTuple):
    """The answers of each learner.

    Attributes:
        by_name: the answers of each learner, in order.
        faults: the answers that were left out, and the names that several accounts claim.
        gaps: the numbers of the answers that are missing, for each learner with a code.
        contested: the names that several claim and nobody keeps.
    """

    by_name: dict[str, list[Entry]]
    faults: list[str]
    gaps: dict[str, list[str]]
    contested: tuple[str, ...] = ()


Belongs = Callable[[str, str], bool]
"""Says whether an account, or the folder of somebody, belongs to the learner of a name."""


def same_name(account: str, who: str) -> bool:
    """Whether an account has a learner's name."""
    return name_key(account) == name_key(who)


def attribute(
    answers: CollectedAnswers, codes: Mapping[str, str] | None, belongs: Belongs = same_name
) -> LearnerAnswers:
    """Find the writer of each answer.

    Args:
        answers: the answers.
        codes: the codes of the class by name; None if the class has none.
        belongs: says which of several claims of one name keeps the name.

    Raises:
        ValueError: these are no codes.
    """
    if codes is not None:
        return _by_codes(answers.entries, as_codes(codes))
    return _by_files(answers.entries, belongs)


def _by_codes(entries: Iterable[Entry], codes: Mapping[str, str]) -> LearnerAnswers:
    """Take the answers that bear the mark of their writer's code, each line once, in the order of its number."""
    marked: dict[str, dict[str, Entry]] = {}
    unmarked: Counter[tuple[str, str]] = Counter()
    strange: Counter[tuple[str, str]] = Counter()
    names = Counter(map(name_key, codes))
    by_key = {name_key(name): name for name in codes if names[name_key(name)] == 1}
    for entry in entries:
        wrote = as_name(entry.answer.get("who", ""))
        # the mark shows whose answer it is, so the name may be written in any way
        who = wrote if wrote in codes else by_key.get(name_key(wrote), wrote)
        file = f"{entry.origin.file}: " if entry.origin else ""
        if who not in codes:
            strange[file, who] += 1
        elif has_valid_mark(codes[who], entry.answer, UNMARKED):
            marked.setdefault(who, {}).setdefault(entry.answer["mark"], entry)
        else:
            unmarked[file, who] += 1
    by_name: dict[str, list[Entry]] = {}
    gaps: dict[str, list[str]] = {}
    for who, by_mark in marked.items():
        lessons = defaultdict(list)
        for entry in by_mark.values():
            lessons[entry.answer.get("fingerprint")].append(entry.answer)
        by_name[who] = []
        for answers in lessons.values():
            row, missing = order_entries(answers)
            by_name[who] += [by_mark[one["mark"]] for one in row]
            if missing:
                gaps.setdefault(who, []).extend(missing)
    faults = [f"{file}{unmarked_words(count, who)}" for (file, who), count in unmarked.items()]
    faults += [
        f"{file}{_lines(count)} under the name {shown(who)} not counted: that name has no class code"
        for (file, who), count in strange.items()
    ]
    faults += [f"{shown(who)}: among the answers, {'; '.join(missing)}" for who, missing in gaps.items()]
    return LearnerAnswers(by_name, faults, gaps)


def _by_files(entries: Sequence[Entry], belongs: Belongs) -> LearnerAnswers:
    """Give each file to the first name in it, and grade several claims of one name separately."""
    faults: list[str] = []
    claims: dict[str, dict[tuple[int | None, str], list[Entry]]] = {}
    for entry in _first_names(entries, faults):
        source = (entry.origin.owner, entry.origin.folder) if entry.origin else (None, "")
        claims.setdefault(storable_name(entry.answer.get("who", "")), {}).setdefault(source, []).append(entry)
    by_name = {who: next(iter(those.values())) for who, those in claims.items() if len(those) == 1}
    for who, those in claims.items():
        if len(those) > 1:
            _separate(who, [*those.values()], belongs, by_name, faults)
    contested = tuple(who for who, those in claims.items() if len(those) > 1 and who not in by_name)
    return LearnerAnswers(by_name, faults, {}, contested)


def _first_names(entries: Sequence[Entry], faults: list[str]) -> list[Entry]:
    """The answers without those under a second name in a file that should hold one student's answers only."""
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
        faults.append(
            f"{origin.file}: {_lines(count)} under the name {shown(who)} not counted: "
            f"the file is one of {shown(first[origin])}"
        )
    return own


def _separate(
    who: str,
    claims: Sequence[Sequence[Entry]],
    belongs: Belongs,
    by_name: dict[str, list[Entry]],
    faults: list[str],
) -> None:
    """Give each claim of a name a name of its own; those of the learner's own accounts and folders keep it."""
    descriptions = []
    for claim in claims:
        origin = claim[0].origin
        whose = _whose(origin)
        if origin is not None and belongs(whose, who):
            name = who
        else:
            name = f"{who} ({whose})"
            while name in by_name:
                name += "'"
        by_name.setdefault(name, []).extend(claim)
        files = sorted({entry.origin.file for entry in claim if entry.origin})
        descriptions.append(f"{shown(name)} from {', '.join(files[:3])}")
    faults.append(f"several claim the name {shown(who)}, each graded separately: {'; '.join(descriptions)}")


def _whose(origin: Origin | None) -> str:
    """The owner of a file, in words."""
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
