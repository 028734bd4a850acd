"""A class list: the names of a class, or the table that a learning system exports."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.class_keys import as_name, name_key
from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_a, is_text

MOST_STUDENTS: Final = 2_000
"""The largest number of students in a class list."""

_MOST_BYTES: Final = 4 << 20
_MOST_CELL: Final = 1_000

_FULL: Final = ("student", "name", "full name", "student name", "who")
_FIRST: Final = ("first name", "firstname", "given name")
_LAST: Final = ("last name", "lastname", "surname", "family name")
_ACCOUNTS: Final = (
    "id", "id number", "student id", "sis user id", "sis login id", "login id", "username", "user name", "email",
    "email address", "e-mail",
)  # fmt: skip
"""What learning systems call the columns with a student's name and accounts."""

POINTS_POSSIBLE: Final = "points possible"
"""A row that Canvas puts below its column names, with the greatest possible points of each column."""


class Roster:
    """The students of a class.

    Attributes:
        names: their names, in order.
        columns: the columns of the table; empty if there are only names.
        table: the rows of the table by column, students and others.
        students: for each row of the table the student's name; None for a row that is no student.
    """

    def __init__(self, source: object) -> None:
        """Read a class list.

        Args:
            source: the names as a list, or as the keys of a dict; or a table with a column for the name, as a data
                frame or the path of a CSV file.

        Raises:
            ValueError: this is none of these, or has no students, or two of one name.
            OSError: the file cannot be read.
        """
        self.columns, self.table = _read(source)
        self.students = [_label(row) for row in self.table]
        self.names = [name for name in self.students if name]
        if not self.names or len(self.names) > MOST_STUDENTS:
            raise ValueError(f"roster: expected 1 to {MOST_STUDENTS:,} students, and there are {len(self.names):,}")
        doubled = sorted({name for name in self.names if self.names.count(name) > 1})
        if doubled:
            raise ValueError(f"roster: the name {shown(doubled[0])} stands there twice; give each a name of its own")
        self._by_key: dict[str, str | None] = {}
        for row, name in zip(self.table, self.students, strict=True):
            for key in _keys(row) if name else ():
                self._by_key[key] = name if self._by_key.get(key, name) == name else None

    def find(self, who: str) -> str | None:
        """The name of the student whom a text means: the name, the e-mail address or another account of one only."""
        return self._by_key.get(name_key(who))


def _read(source: object) -> tuple[list[str], list[dict[str, str]]]:
    if is_a(source, str) or is_a(source, Path):
        return _of_csv(Path(str(source)))
    if type(source).__module__.partition(".")[0] == "pandas" and hasattr(source, "to_csv"):
        return _of_text(source.to_csv(index=False))
    if isinstance(source, Mapping) or (isinstance(source, Iterable) and not isinstance(source, bytes)):
        names = list(source)
        if all(is_text(name, _MOST_CELL) and as_name(name) for name in names):
            return [], [{"name": as_name(name)} for name in names]
    raise ValueError(
        f"roster={shown(source)}: expected the names of the class, or a table of it as a data frame or the path of a "
        "CSV file"
    )


def _of_csv(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ValueError(f"roster: {path.name} is too long for a class list")
    try:
        return _of_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError(f"roster: {path.name} is no UTF-8 text; save it as CSV UTF-8") from None


def _of_text(text: str) -> tuple[list[str], list[dict[str, str]]]:
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise ValueError(f"roster: this is no CSV file: {error}") from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    columns = rows[0] if rows else []
    if not columns or len(set(columns)) < len(columns):
        raise ValueError("roster: the first line of the table names its columns, each once")
    padding = [""] * len(columns)
    return columns, [dict(zip(columns, [*row, *padding], strict=False)) for row in rows[1:]]


def _column(row: Mapping[str, str], names: Iterable[str]) -> str:
    """The first value of a row in a column of one of these names."""
    for column, value in row.items():
        if column.strip().casefold() in names and value.strip():
            return value
    return ""


def _label(row: Mapping[str, str]) -> str | None:
    """A student's name; None if the row is no student's."""
    full = _column(row, _FULL)
    if name_key(full) == POINTS_POSSIBLE:
        return None
    both = f"{_column(row, _FIRST)} {_column(row, _LAST)}"
    named = as_name(full) or as_name(both) or as_name(_column(row, _ACCOUNTS)) or as_name(next(iter(row.values()), ""))
    return named or None


def _keys(row: Mapping[str, str]) -> set[str]:
    """All texts that mean this student."""
    last, comma, first = _column(row, _FULL).partition(",")
    texts = {_label(row) or "", f"{_column(row, _FIRST)} {_column(row, _LAST)}", f"{first} {last}" if comma else ""}
    texts |= {value for column, value in row.items() if column.strip().casefold() in (*_ACCOUNTS, *_FULL)}
    return {key for text in texts if (key := name_key(text))}


def roster_of(source: Any) -> Roster | None:
    """The class list that was given, if there is one."""
    return None if source is None else Roster(source)
