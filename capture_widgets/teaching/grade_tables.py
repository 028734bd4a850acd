"""Tables of grades: a row for each student, and a CSV file as learning systems import it."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.teaching.roster import POINTS_POSSIBLE, Roster
from capture_widgets.teaching.scoring import Score

COLUMNS: Final = ("who", "points", "of", "answered", "late")


def overview_rows(
    scores: Mapping[str, Score], rows: Sequence[Mapping[str, Any]], late: Mapping[str, int]
) -> list[dict[str, Any]]:
    """A row for each student: the points, how many questions have an answer, late answers, the points of each step."""
    by_name: dict[str, list[Mapping[str, Any]]] = {who: [] for who in scores}
    for row in rows:
        by_name[row["who"]].append(row)
    return [
        {
            "who": who, "points": points, "of": of, "answered": sum(row["attempts"] > 0 for row in by_name[who]),
            "late": late.get(who, 0), **{f"step {row['step'] + 1}": row["points"] for row in by_name[who]},
        }
        for who, (points, of) in scores.items()
    ]  # fmt: skip


def csv_text(
    scores: Mapping[str, Score],
    late: Mapping[str, int],
    roster: Roster | None,
    column: str,
    contested: Collection[str] = (),
) -> str:
    """The grades as the text of a CSV file; no points are filled in for names that are contested.

    If the roster was a table, its columns stay as they are, and the points stand in one more column, or in the one of
    this name; so a learning system reads its own table back.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    if roster is None or not roster.columns:
        writer.writerow(["Name", column, "Out of", "Late answers"])
        writer.writerows(
            [_safe(who), "" if who in contested else points, of, late.get(who, 0)]
            for who, (points, of) in scores.items()
        )
        return text.getvalue()
    columns = [*roster.columns, *([column] if column not in roster.columns else [])]
    most = max((score.of for score in scores.values()), default=0)
    writer.writerow(columns)
    for row, name in zip(roster.table, roster.students, strict=True):
        points: object = row.get(column, "")
        if name is not None and name not in contested:
            points = scores[name].points if name in scores else ""
        elif name is None and any(value.strip().casefold() == POINTS_POSSIBLE for value in row.values()):
            points = most
        writer.writerow([{**row, column: points}[one] for one in columns])
    return text.getvalue()


def column_of(column: object, title: str, roster: Roster | None) -> str:
    """The column for the points: the one that was named, or the roster's that begins with the title, or a new one.

    Raises:
        ValueError: this cannot be the name of a column.
    """
    if column is None:
        known = [
            one for one in (roster.columns if roster else ()) if one.strip().casefold().startswith(title.casefold())
        ]
        return known[0] if len(known) == 1 else _safe(title)
    if not isinstance(column, str) or not column.strip():
        raise ValueError(f"column={shown(column)}: expected the name of a column")
    return column


def _safe(text: str) -> str:
    """A text that a spreadsheet takes for no formula; students choose their names."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
