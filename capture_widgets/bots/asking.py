"""Asks a bot for a move, and describes the failure of a bot; used by `Game.run` and by tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from traceback import FrameSummary, StackSummary, extract_tb
from typing import Final

from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.errors import IllegalMove, failure_words
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.model.view import Bot, View


class NoMove(IllegalMove):
    """A bot returned something that is not a text."""


def ask(bot: Bot, view: View) -> str:
    """Ask a bot for its move, without checking whether that move is legal.

    Raises:
        NoMove: the bot returned something that is not a text.
        Exception: any error of the bot itself.
    """
    return run_to_end(asking(bot, view))


def asking(bot: Bot, view: View) -> Steps[str]:
    """`ask` in steps; a bot that does not implement `Bot.choosing` takes a single step."""
    answer: object = (yield from bot.choosing(view)) if _has_steps(bot) else bot.choose(view)
    if not isinstance(answer, str):
        kind = type(answer).__name__
        raise NoMove("GE-3", kind, f"{bot.name} answered with {kind}, which is no move")
    return answer


def _has_steps(bot: Bot) -> bool:
    """Whether to call `choosing`: not if a class further down overrides only `choose`."""
    for names in (
        getattr(bot, "__dict__", {}),
        *map(vars, type(bot).__mro__),
    ):  # in the order in which Python looks a method up
        if "choose" in names:
            return "choosing" in names
    return False


@dataclass(frozen=True)
class BotFailure:
    """A failure of a bot that was to move."""

    seat: Seat
    """The seat of the bot."""
    details: str
    """The failure in words; they may name cards that only this seat knows."""
    short: str
    """The failure in words that everybody may read."""
    lines: str = ""
    """The traceback of the bot's own code, for the cell of whoever writes the bot."""

    @property
    def full(self) -> str:
        """The failure in words, and the traceback."""
        return f"{self.details}\n\n{self.lines}".rstrip()


_PACKAGE: Final = str(Path(__file__).parents[1])
_LONGEST: Final = 5_000
"""The most characters of a traceback that are kept, from its end."""
_MORE = "; `table.trouble` in a cell says more and may name hidden cards"
_WAY_ON = ". The game stands as it was; press “Let it try again”, or give the seat to somebody else."


def failure_asking(bot: Bot, view: View, error: BaseException) -> BotFailure:
    """The failure of a bot for which `ask` raised an error."""
    if isinstance(error, NoMove):
        return _failure(view, f"{_who(bot, view)} answered with {error.move}, which is no move")
    lines = own_lines(error)
    place = f" in line {lines[-1].lineno} of {lines[-1].name}" if lines else ""
    failed = _failure(
        view, f"{_who(bot, view)} failed", f"{place} with {failure_words(error)}", f" with {type(error).__name__}"
    )
    shown = "".join(StackSummary.from_list(lines).format())
    return replace(failed, lines=f"{shown}{failure_words(error)}"[-_LONGEST:])


def own_lines(error: BaseException) -> list[FrameSummary]:
    """The lines of a traceback from the first that is not of this package on: those of a bot and what it called."""
    lines = extract_tb(error.__traceback__)
    first = next((at for at, line in enumerate(lines) if not line.filename.startswith(_PACKAGE)), len(lines))
    return lines[first:]


def failure_playing(bot: Bot, view: View, move: str, error: Exception) -> BotFailure:
    """The failure of a bot whose move the game refused."""
    if isinstance(error, IllegalMove):
        words = f"“{move[:60]}”, which is not legal here: {error.reason}"
        return _failure(view, f"{_who(bot, view)} chose ", words, "what is not legal here")
    kind = type(error).__name__
    return _failure(view, f"The move of {_who(bot, view)} could not be kept: ", failure_words(error), kind)


def _who(bot: Bot, view: View) -> str:
    return f"{bot.name[:60]} ({SEAT_NAMES[view.seat]})"


def _failure(view: View, what: str, details: str = "", short: str | None = None) -> BotFailure:
    short_words = f"{what}{_WAY_ON}" if short is None else f"{what}{short}{_MORE}{_WAY_ON}"
    return BotFailure(view.seat, f"{what}{details[:400].rstrip('.')}{_WAY_ON}", short_words)
