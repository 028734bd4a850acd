"""The trait for a viewer, and the log of a replay as a callable."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from traitlets import TraitError, TraitType

from capture_widgets.core.errors import shown
from capture_widgets.export.replay_frames import viewer_words
from capture_widgets.model.log_entry import LogEntry

_LOG = logging.getLogger(__name__)

if TYPE_CHECKING:
    _AnyType = TraitType[Any, Any]
else:
    _AnyType = TraitType  # in traitlets 5.7 it is no generic class, so no brackets may follow it


class ViewerTrait(_AnyType):
    """A viewer. None is a viewer, too, and is validated like the others; `allow_none` would skip the validation."""

    default_value = "public"
    allow_none = False

    def validate(self, obj: Any, value: Any) -> Any:
        """Refuse a viewer that is not among the lenses of the replay or inspector."""
        if not any(value == one and type(value) is type(one) for one in obj._lenses):
            lenses = ", ".join(map(viewer_words, obj._lenses))
            raise TraitError(f"this {type(obj).__name__.lower()} is shown {lenses}, not for {shown(value)}")
        return value


class ReplayLog(logging.LoggerAdapter[logging.Logger]):
    """Returns the moves of a replay when called. It is also a logger, since every widget has one under the name log."""

    def __init__(self, moves: Callable[[], list[LogEntry]]) -> None:
        super().__init__(_LOG, {})
        self._moves = moves

    def __call__(self) -> list[LogEntry]:
        """The moves that led to the position shown."""
        return self._moves()
