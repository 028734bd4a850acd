"""The settings of tables and replays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeGuard, get_args

from capture_widgets.core.errors import shown
from capture_widgets.protocol.widget_settings import Colours, Memory, Size, Theme

SETTINGS: Final[Mapping[str, Any]] = {
    "size": "normal",
    "theme": "auto",
    "colours": "two",
    "pace": 400,
    "memory": "last",
    "legal": False,
}
"""The settings of a table, with defaults."""

LOOKS: Final = ("size", "theme", "colours", "memory")
"""The settings of a replay."""

_CHOICES: Final[Mapping[str, tuple[object, ...]]] = {
    "size": get_args(Size),
    "theme": get_args(Theme),
    "colours": get_args(Colours),
    "memory": get_args(Memory),
    "legal": (False, True),
}
_MOST_PAUSE: Final = 10_000


def is_pause(value: Any) -> TypeGuard[float]:
    """Whether a value is a possible pause between the moves of bots, in milliseconds."""
    return type(value) in (int, float) and 0 <= value <= _MOST_PAUSE


def check_settings(settings: Mapping[str, Any]) -> None:
    """Check settings; raises ValueError for an unknown setting or value."""
    if not isinstance(settings, Mapping):
        raise ValueError(f"settings={shown(settings)}: a dict of {', '.join(SETTINGS)}")
    for name, value in settings.items():
        if name not in SETTINGS:
            raise ValueError(f"there is no setting {shown(name)}; there are {', '.join(SETTINGS)}")
        if name == "pace":
            if not is_pause(value):
                raise ValueError(f"pace={shown(value)}: milliseconds, 0 to {_MOST_PAUSE}")
        elif not any(value == one and type(value) is type(one) for one in _CHOICES[name]):
            raise ValueError(f"{name}={shown(value)}: choose one of {', '.join(map(repr, _CHOICES[name]))}")
