"""A bot that plays in the referee's own process, because its owner trusts it and it needs the network, say."""

from __future__ import annotations

import time

from capture_widgets.bots.asking import ask
from capture_widgets.core.errors import IllegalMove
from capture_widgets.model.view import Bot, View
from capture_widgets.tournaments.entrant_loop import last_lines
from capture_widgets.tournaments.entrant_process import EntrantFault


class TrustedEntrant:
    """Has the methods of `EntrantProcess`, and no sandbox and no limits; it gets sealed views, too.

    Attributes:
        seconds: the CPU seconds of its moves so far.
        slowest: the CPU seconds of its slowest move.
        layers: empty, since nothing is closed.
        tried: empty, since nothing is watched.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds = self.slowest = 0.0
        self.layers: dict[str, str] = {}
        self.tried: list[str] = []

    def begin(self) -> None:
        """Do nothing: the bot is there already."""

    def move(self, view: View) -> str:
        """Ask for a move, which may be illegal.

        Raises:
            EntrantFault: the bot has failed.
        """
        begun = time.thread_time()
        try:
            return ask(self._bot, view)
        except IllegalMove as error:
            raise EntrantFault("illegal", str(error)) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 # a bot may raise anything; then it loses the game
            raise EntrantFault("crash", last_lines(error)) from None
        finally:
            used = time.thread_time() - begun
            self.seconds += used
            self.slowest = max(self.slowest, used)

    def close(self) -> None:
        """Do nothing: the bot has no process of its own."""
