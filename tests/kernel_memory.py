"""What a kernel keeps in memory of a class, forgotten, as if another kernel went on."""

from __future__ import annotations

from capture_widgets.core import class_keys
from capture_widgets.teaching import class_reading, leading


def forget_class() -> None:
    """Forget who leads where, the keys read from disk, and what was seen of other leaders."""
    for kept in (leading._leaders, class_keys._keys, class_reading._pinned, class_reading._highest):
        kept.clear()
