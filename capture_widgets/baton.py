"""A lock that nobody waits for and that no interrupt can lose."""

from __future__ import annotations

import threading


class Baton:
    """Held by one thread at a time; taken without waiting.

    A lock can be lost: an interrupt (the stop button) may come when ``acquire`` has taken it and the program does not
    know yet. This one knows its holder, so that ``finally: baton.let_go()`` is right wherever the interrupt came.
    """

    def __init__(self) -> None:
        self._holder: dict[str, int] = {}

    def take(self) -> bool:
        """Take it, unless another thread has it; returns whether this thread has it now."""
        mine = threading.get_ident()
        return self._holder.setdefault("", mine) == mine

    @property
    def mine(self) -> bool:
        """Whether this thread has it."""
        return self._holder.get("") == threading.get_ident()

    @property
    def taken(self) -> bool:
        """Whether any thread has it."""
        return bool(self._holder)

    def let_go(self) -> None:
        """Let go of it, if this thread has it."""
        if self.mine:
            self._holder.pop("", None)
