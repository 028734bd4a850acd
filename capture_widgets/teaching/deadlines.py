"""A deadline, and whether an answer was in time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any, Final

from capture_widgets.core.errors import shown

_FORMS: Final = '"2026-05-04", "2026-05-04 18:00" or "2026-05-04 18:00+02:00"'


def deadline(until: object) -> datetime:
    """A deadline as a time in UTC.

    A time without a zone is in the zone of this machine. A date without a time means the end of that day.

    Raises:
        ValueError: this is no time.
    """
    value: Any = until
    if isinstance(value, str):
        try:
            value = date.fromisoformat(value.strip()) if len(value.strip()) <= 10 else datetime.fromisoformat(value)
        except ValueError:
            value = None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time.max)
    if not isinstance(value, datetime):
        raise ValueError(f"until={shown(until)}: expected a time such as {_FORMS}")
    try:
        return value.astimezone(UTC)
    except (OverflowError, OSError):
        raise ValueError(f"until={shown(until)}: there is no such time") from None


def is_late(when: object, until: datetime) -> bool:
    """Whether an answer came after a deadline, as it says itself; an answer whose time cannot be read is late."""
    try:
        given = datetime.fromisoformat(when) if isinstance(when, str) else None
        return given is None or given.astimezone(UTC) > until
    except (ValueError, OverflowError, OSError):
        return True
