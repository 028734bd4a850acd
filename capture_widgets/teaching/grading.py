"""Grades answers in Python: judges them again, gives points for each step, and writes files for graders."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.class_keys import name_key
from capture_widgets.core.errors import shown
from capture_widgets.core.phrases import number_of
from capture_widgets.export.data_frames import frame
from capture_widgets.teaching.answer_format import UNMARKED
from capture_widgets.teaching.answer_sources import Entry, collect
from capture_widgets.teaching.answers import Attempt, Attempts
from capture_widgets.teaching.attribution import Belongs, attribute, same_name
from capture_widgets.teaching.deadlines import is_late
from capture_widgets.teaching.grade_tables import column_of, csv_text, overview_rows
from capture_widgets.teaching.judging import AnswerJudge, JudgedAnswer, Verdict
from capture_widgets.teaching.regrading import AssignedAnswers, Version, assign, has_other_key, words_about
from capture_widgets.teaching.roster import Roster
from capture_widgets.teaching.scoring import Score, score_of, step_score
from capture_widgets.teaching.steps import Step

if TYPE_CHECKING:
    from pandas import DataFrame

Others = Literal["name", "skip", "refuse"]
"""What to do with answers to another lesson or question: name them in the faults, skip them, or refuse them all."""

MOST_NAMES: Final = 2_000
"""The largest number of learners whose answers are graded at once."""

MOST_FAULTS: Final = 200
"""The largest number of faults that are named; the others are counted."""

_MOST_SHOWN: Final = 60
_MOST_NOTES: Final = 10

COLUMNS: Final = ("who", "step", "text", "points", "of", "attempts", "right", "answer", "reply")


class Grades(dict[str, Score]):
    """The score of each learner for a lesson, by name.

    Attributes:
        rows: a dict for each learner and each step with points: ``who``, ``step`` (from 0), ``text`` (its beginning),
            ``points``, ``of``, ``attempts``, ``right``, and the right ``answer`` or else the last one, with its
            ``reply``.
        attempts: every answer that was graded, in the form of `Lesson.answers`, under the name and at the step for
            which it counts; ``right`` and ``reply`` are those of this grading.
        faults: the answers that were left out, with the reason, file and line; and names that several accounts claim.
        gaps: the answers that are missing, for each learner with a code.
        late: the number of answers after the deadline, by name.
        missing: the names in the roster without an answer that counts.
        contested: the names that files of several accounts or folders claim, none of which is known to be the
            student's; their answers are graded under names of their own, and `save_csv` fills in no points.
        changed: what happened to the answers to an earlier version, by the number (from 0) of each step that this
            version asks or judges differently.
    """

    def __init__(self, version: Version, scores: Mapping[str, Score], rows: list[dict[str, Any]]) -> None:
        """Take the scores and rows that `grade` has computed."""
        super().__init__(scores)
        self.title = version.content.title
        self.rows = rows
        self.attempts = Attempts()
        self.faults: list[str] = []
        self.gaps: dict[str, list[str]] = {}
        self.late: dict[str, int] = {}
        self.missing: list[str] = []
        self.contested: tuple[str, ...] = ()
        self._roster: Roster | None = None
        self.changed: dict[int, str] = {}
        self._nobody = _rows("", [], version.content.steps)

    def __repr__(self) -> str:
        notes = [f"no answers of {', '.join(self.missing)}"] if self.missing else []
        notes += [f"{who}: {number_of(count, 'late answer')}" for who, count in self.late.items()]
        notes += [*(f"step {number}: {words}" for number, words in self.changed.items()), *self.faults]
        more = [f"and {len(notes) - _MOST_NOTES:,} more: see .faults"] if len(notes) > _MOST_NOTES else []
        return "\n".join([super().__repr__(), *notes[:_MOST_NOTES], *more])

    def frame(self) -> DataFrame:
        """A data frame of `rows`.

        Raises:
            ImportError: pandas is not installed; the message says how to install it.
        """
        return frame([{**row, "answer": _in_words(row["answer"])} for row in self.rows], [*COLUMNS])

    def overview(self) -> DataFrame:
        """A data frame with a row for each student: points, answered questions, late answers, the points of each step.

        Raises:
            ImportError: pandas is not installed; the message says how to install it.
        """
        return frame(overview_rows(self, self.rows, self.late))

    def save_csv(self, path: str | Path, *, column: str | None = None) -> Path:
        """Write a CSV file with a row for each student; if that fails, the old file stays.

        If `roster` was a table that a learning system had exported, the file has its rows and columns as they were, and
        the points: so the same system imports it. Nothing is filled in for names that are `contested`.

        Args:
            path: the path of the file.
            column: the column for the points; by default the roster's column that begins with the lesson's title, or a
                new one.

        Raises:
            ValueError: this cannot be the name of a column.
        """
        name = column_of(column, self.title, self._roster)
        return replace_file(path, csv_text(self, self.late, self._roster, name, self.contested))

    def results(self, who: str | None = None) -> dict[str, Any]:
        """One learner's grade in the shape of Gradescope's ``results.json``: the score, and a test for each step.

        The steps have the numbers that learners see, from 1. If nobody has answered, the score is 0.

        Args:
            who: the learner; not needed if only one has answered.

        Raises:
            ValueError: nobody of this name has answered, or several have answered and ``who`` names none of them.
        """
        names = ", ".join(map(shown, [*self][:20]))
        if who is None and len(self) == 1:
            who = next(iter(self))
        if who is None and self:
            raise ValueError(f"several have answered: give results() the name of one of them: {names}")
        if who is not None and who not in self:
            raise ValueError(f"nobody called {shown(who)} has answered; these have: {names}")
        own = self._nobody if who is None else [row for row in self.rows if row["who"] == who]
        points, of = (sum(row[key] for row in own) for key in ("points", "of"))
        return {
            "score": points,
            "output": f"{self.title}: {points} of {of} points.",
            "tests": [
                {
                    "number": str(row["step"] + 1),
                    "name": f"Step {row['step'] + 1}: {row['text']}",
                    "score": row["points"],
                    "max_score": row["of"],
                    "status": "passed" if row["right"] else "failed",
                    "output": _output(row),
                }
                for row in own
            ],
        }

    def save_results(self, path: str | Path, who: str | None = None) -> Path:
        """Write `results` to a file; if that fails, the old file stays. Gradescope reads
        ``/autograder/results/results.json``.

        Raises:
            ValueError: as `results`.
        """
        return replace_file(path, json.dumps(self.results(who), ensure_ascii=False, indent=1) + "\n")


def _output(row: Mapping[str, Any]) -> str:
    if row["attempts"] == 0:
        return "Not answered."
    count = row["attempts"]
    words = f"{'Right' if row['right'] else 'Not right'}, after {count} attempt{'s' * (count != 1)}."
    return f"{words}\nAnswer: {_in_words(row['answer'])}\n{row['reply']}".rstrip()


def _in_words(answer: object) -> object:
    """An answer as the value of one cell: several moves become one text."""
    return "; ".join(map(str, answer)) if isinstance(answer, list) else answer


def grade(
    versions: Callable[[str], tuple[Version, Version]],
    answers: object,
    others: Others = "name",
    codes: Mapping[str, str] | None = None,
    roster: Roster | None = None,
    until: datetime | None = None,
    *,
    counts_late: bool = False,
) -> Grades:
    """Judge the answers of each learner again; what an answer claims about itself does not count.

    Args:
        versions: for each learner the version of the lesson that was handed out, and the one that judges.
        answers: the argument of `Lesson.grade`.
        others: what to do with answers to another lesson or question.
        codes: the codes of the class by name.
        roster: the class list.
        until: the deadline.
        counts_late: whether answers after the deadline count.

    Raises:
        ValueError: nothing of this can be graded, and why; a `RecordError` if a file or an answer cannot be read.
        OSError: a file or folder cannot be read.
    """
    if others not in ("name", "skip", "refuse"):
        raise ValueError(f'others={shown(others)}: "name", "skip" or "refuse"')
    collected = collect(answers)
    # before the answers of one name are told apart by their files, but after marks, which cover the name
    strangers: list[str] = []
    if roster is not None and codes is None:
        collected = collected._replace(entries=_of_class(collected.entries, roster, strangers))
    attributed = attribute(collected, codes, _belongs_by(roster))
    if roster is not None and codes is not None:
        attributed = attributed._replace(by_name=_named_as_in(roster, attributed.by_name, strangers))
    new = versions("")[1]
    faults = [*collected.faults, *attributed.faults, *_faults_about_strangers(strangers)]
    attributed = attributed._replace(by_name=_of_one_variant(attributed.by_name, versions, faults))
    names = list(attributed.by_name)
    if len(names) > MOST_NAMES:
        faults.append(f"there are answers of {len(names):,} learners; only {MOST_NAMES:,} are graded at once")
    late: dict[str, int] = {}
    if until is not None:
        attributed = attributed._replace(by_name=_in_time(attributed.by_name, until, late, counts_late=counts_late))
    by_name = attributed.by_name
    handed_out = {who: versions(_wrote(who, by_name.get(who))) for who in {*names[:MOST_NAMES], *_names_in(roster)}}
    assigned = {who: assign(by_name[who], *handed_out[who]) for who in names[:MOST_NAMES]}
    faults += [fault for one in assigned.values() for fault in one.faults]
    chosen = roster is not None or until is not None
    faults += _faults_about_others(assigned, len(collected.entries), new, others, faults, may_be_none=chosen)
    scores: dict[str, Score] = {}
    rows: list[dict[str, Any]] = []
    attempts = Attempts()
    changes = _Changes()
    everybody = {*_names_in(roster), *(who for who, count in late.items() if count and who in handed_out)}
    for who in sorted({*assigned, *everybody}):
        steps = handed_out[who][1].content.steps
        if who not in assigned or not (assigned[who].own or assigned[who].left):
            if who in everybody:
                scores[who] = score_of(steps, [])
                rows += _rows(who, [], steps)
            continue
        given = _judge_all(who, assigned[who], handed_out[who], changes, faults)
        scores[who] = score_of(steps, [(number, one) for number, _, one in given])
        rows += _rows(who, given, steps)
        attempts += [_attempt(who, *one) for one in given]
    grades = Grades(new, scores, rows)
    grades.attempts = attempts
    more = len(faults) - MOST_FAULTS
    grades.faults = [*faults[:MOST_FAULTS], f"and {more:,} more faults"] if more > 0 else faults
    grades.gaps = attributed.gaps
    grades.late = {who: count for who, count in sorted(late.items()) if count}
    answering = {one["who"] for one in attempts}
    grades.missing = [who for who in _names_in(roster) if who not in answering]
    grades.contested = attributed.contested
    grades._roster = roster
    grades.changed = changes.in_words()
    return grades


def _names_in(roster: Roster | None) -> list[str]:
    return [] if roster is None else roster.names


def _wrote(who: str, entries: Sequence[Entry] | None) -> str:
    """The name under which a learner answers, which decides the learner's variant of a lesson."""
    if not entries:
        return who
    return entries[0].wrote or str(entries[0].answer.get("who", who))


def _belongs_by(roster: Roster | None) -> Belongs:
    """Which accounts and folders are a student's: those of the name, and those of the student in the class list."""
    if roster is None:
        return same_name
    return lambda account, who: same_name(account, who) or roster.find(account) == who


def _of_one_variant(
    by_name: Mapping[str, list[Entry]], versions: Callable[[str], tuple[Version, Version]], faults: list[str]
) -> dict[str, list[Entry]]:
    """The answers of each learner to one variant of the lesson: that of the learner's own name, or else the first.

    A class list has several names for a student. Without this a student could look at a variant under each of them,
    and answer the easiest.
    """
    kept = {**by_name}
    for who, entries in by_name.items():
        wrote = {name_key(name): name for name in reversed([_wrote(who, [entry]) for entry in entries])}
        if len(wrote) < 2:
            continue
        signs = {key: versions(name)[0].fingerprint for key, name in wrote.items()}
        first = min(entries, key=lambda entry: str(entry.answer.get("when", "")))
        chosen = name_key(who) if name_key(who) in signs else name_key(_wrote(who, [first]))
        kept[who] = [entry for entry in entries if signs[name_key(_wrote(who, [entry]))] == signs[chosen]]
        if left := len(entries) - len(kept[who]):
            faults.append(
                f"{shown(who)}: {number_of(left, 'answer')} not counted, given under another name than "
                f"{shown(wrote[chosen])}, for which other positions are dealt"
            )
    return kept


def _of_class(entries: Sequence[Entry], roster: Roster, strangers: list[str]) -> list[Entry]:
    """The answers of the students on the class list, under the names that they have there."""
    own = []
    for entry in entries:
        who = str(entry.answer.get("who", ""))
        name = roster.find(who)
        if name is None:
            strangers.append(who)
        else:
            own.append(entry._replace(answer={**entry.answer, "who": name}, wrote=who))
    return own


def _named_as_in(roster: Roster, by_name: Mapping[str, list[Entry]], strangers: list[str]) -> dict[str, list[Entry]]:
    """The answers by the names of the class list."""
    named: dict[str, list[Entry]] = {}
    for who, entries in by_name.items():
        name = roster.find(who)
        if name is None:
            strangers += [who] * len(entries)
        else:
            named.setdefault(name, []).extend(entries)
    return named


def _faults_about_strangers(strangers: Sequence[str]) -> list[str]:
    return [
        f"{number_of(count, 'answer')} under the name {shown(who)} not counted: the name is not in the roster"
        for who, count in Counter(strangers).items()
    ]


def _in_time(
    by_name: Mapping[str, list[Entry]], until: datetime, late: dict[str, int], *, counts_late: bool
) -> dict[str, list[Entry]]:
    """The answers until the deadline, or all of them; counts those after it by name."""
    kept: dict[str, list[Entry]] = {}
    for who, entries in by_name.items():
        # a list of answers that a teacher has made may have no times; a file always has them
        after = ["when" in entry.answer and is_late(entry.answer["when"], until) for entry in entries]
        late[who] = sum(after)
        kept[who] = [one for one, is_after in zip(entries, after, strict=True) if counts_late or not is_after]
    return kept


def _faults_about_others(
    assigned: Mapping[str, AssignedAnswers],
    count: int,
    version: Version,
    others: Others,
    faults: Sequence[str],
    *,
    may_be_none: bool,
) -> list[str]:
    """The fault that names answers to another lesson.

    Raises:
        ValueError: they are to be refused, or there are no other answers.
    """
    strange = [entry.answer for one in assigned.values() for entry in one.strange]
    graded = any(one.own or one.left for one in assigned.values())
    if strange and others != "skip":
        words = words_about(strange, count, version)
        if others == "refuse" or not graded:
            raise ValueError(words)
        return [words]
    if not graded and faults and not strange and not may_be_none:
        raise ValueError(f"none of these answers can be graded: {faults[0]}")
    return []


_Given = list[tuple[int, Entry, JudgedAnswer]]


def _judge_all(
    who: str, assigned: AssignedAnswers, versions: tuple[Version, Version], changes: _Changes, faults: list[str]
) -> _Given:
    """Judge the answers of one learner."""
    steps = versions[1].content.steps
    judge, given, unjudged = AnswerJudge(steps), [], 0
    for entry, number, earlier in assigned.own:
        judged = judge.of(number, entry.answer.get("answer"), entry.answer.get("hints"))
        if judged is None:
            unjudged += 1
            continue
        if earlier:
            changes.regraded(entry, number, judged.verdict, versions)
        given.append((number, entry, judged))
    for number, count in assigned.left.items():
        changes.left[number] += count
    if unjudged:
        faults.append(f"{shown(who)}: there are too many answers, and {unjudged:,} of them are not judged")
    return given


def _attempt(who: str, number: int, entry: Entry, judged: JudgedAnswer) -> Attempt:
    """An answer with its present judgement."""
    verdict = judged.verdict
    judgement = {"who": who, "step": number, "right": verdict.right, "reply": verdict.reply}
    known = {key: value for key, value in entry.answer.items() if key not in UNMARKED}
    return cast("Attempt", {"answer": None, **known, **judgement})


class _Changes:
    """Counts, for each step, what happened to the answers to an earlier version."""

    def __init__(self) -> None:
        self.left: Counter[int] = Counter()
        self._again: Counter[int] = Counter()
        self._different: Counter[int] = Counter()
        self._new_key: set[int] = set()

    def regraded(self, entry: Entry, number: int, verdict: Verdict, versions: tuple[Version, Version]) -> None:
        """Count an answer to an earlier version that this version judges."""
        self._again[number] += 1
        self._different[number] += entry.answer.get("right") != verdict.right
        before = entry.answer["step"]
        old, new = versions
        if entry.answer.get("fingerprint") == old.fingerprint and has_other_key(old, new, before, number):
            self._new_key.add(number)

    def in_words(self) -> dict[int, str]:
        """What happened, in words, by the number of the step; steps without a change are left out."""
        sentences: dict[int, list[str]] = {}
        for number, count in self._again.items():
            different = self._different[number]
            if different or number in self._new_key:
                words = f"{_answers(count)} judged by this version, not an earlier one, {different} of them differently"
                sentences.setdefault(number, []).append(words)
        for number, count in self.left.items():
            words = f"{_answers(count)} left out: an earlier version asked another question, or at another position"
            sentences.setdefault(number, []).append(words)
        return {number: "; ".join(sentences[number]) for number in sorted(sentences)}


def _answers(count: int) -> str:
    return "1 answer was" if count == 1 else f"{count} answers were"


def _rows(who: str, given: _Given, steps: Sequence[Step]) -> list[dict[str, Any]]:
    """The rows of one learner: one for each step with points."""
    by_step: dict[int, _Given] = {}
    for one in given:
        by_step.setdefault(one[0], []).append(one)
    return [_row(step, who, by_step.get(step.number, [])) for step in steps if step.points]


def _row(step: Step, who: str, own: _Given) -> dict[str, Any]:
    score = step_score(step, [judged for _, _, judged in own])
    last = None if score.last is None else own[score.last]
    answer, reply = (None, "") if last is None else (last[1].answer.get("answer"), last[2].verdict.reply)
    return {
        "who": who, "step": step.number, "text": _beginning(step.text), "points": score.points, "of": step.points,
        "attempts": len(own), "right": score.right, "answer": answer, "reply": reply,
    }  # fmt: skip


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN].rsplit(' ', 1)[0]} ..."
