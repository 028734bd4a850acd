"""Asking a bot for a move, and the words for a bot that fails, for `Game.run` and tables alike."""

from __future__ import annotations

from dataclasses import dataclass

from capture_widgets.core.background import Steps, through
from capture_widgets.core.errors import IllegalMove, failure_words
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.model.view import Bot, View


class NoMove(IllegalMove):
    """A bot answered with something that is no text."""


def ask(bot: Bot, view: View) -> str:
    """The text that a bot chooses; the game checks later whether that move is legal.

    Raises:
        NoMove: the bot answered with something that is no text.
        Exception: whatever the bot raises.
    """
    return through(asking(bot, view))


def asking(bot: Bot, view: View) -> Steps[str]:
    """`ask` in steps; a bot that has none of its own (`Bot.choosing`) does all it does in one."""
    answer: object = (yield from bot.choosing(view)) if _has_steps(bot) else bot.choose(view)
    if not isinstance(answer, str):
        kind = type(answer).__name__
        raise NoMove("GE-3", kind, f"{bot.name} answered with {kind}, which is no move")
    return answer


def _has_steps(bot: Bot) -> bool:
    """Whether `choosing` does the same as `choose`: not where only the latter was written anew."""
    for names in (getattr(bot, "__dict__", {}), *map(vars, type(bot).__mro__)):  # as Python looks for a method
        if "choose" in names:
            return "choosing" in names
    return False


@dataclass(frozen=True)
class BotFailure:
    """What went wrong while a bot was to move."""

    seat: Seat
    """The bot's."""
    whole: str
    """In words; they may name cards that only this seat knows."""
    short: str
    """The same for everybody."""


_MORE = "; `table.trouble` in a cell says more and may name hidden cards"
_WAY_ON = ". The game stands as it was; let it try again, or give the seat to somebody else."


def failure_asking(bot: Bot, view: View, error: BaseException) -> BotFailure:
    """What to say when `ask` raised an error."""
    if isinstance(error, NoMove):
        return _trouble(view, f"{_who(bot, view)} answered with {error.move}, which is no move")
    return _trouble(view, f"{_who(bot, view)} failed with ", failure_words(error), type(error).__name__)


def failure_playing(bot: Bot, view: View, move: str, error: Exception) -> BotFailure:
    """What to say when the game did not take a bot's move."""
    if isinstance(error, IllegalMove):
        words = f"“{move[:60]}”, which is not legal here: {error.reason}"
        return _trouble(view, f"{_who(bot, view)} chose ", words, "what is not legal here")
    kind = type(error).__name__
    return _trouble(view, f"The move of {_who(bot, view)} could not be kept: ", failure_words(error), kind)


def _who(bot: Bot, view: View) -> str:
    return f"{bot.name[:60]} ({SEAT_NAMES[view.seat]})"


def _trouble(view: View, what: str, whole: str = "", short: str | None = None) -> BotFailure:
    short_words = f"{what}{_WAY_ON}" if short is None else f"{what}{short}{_MORE}{_WAY_ON}"
    return BotFailure(view.seat, f"{what}{whole[:400].rstrip('.')}{_WAY_ON}", short_words)
