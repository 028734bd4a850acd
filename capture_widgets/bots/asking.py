"""How a bot is asked for a move and what is said when it fails, by `Game.run` and at tables alike."""

from __future__ import annotations

from dataclasses import dataclass

from capture_widgets.errors import IllegalMove, failure_words
from capture_widgets.state import SEAT_NAMES, Seat
from capture_widgets.view import Bot, View


class NoMove(IllegalMove):
    """What a bot answered with is no text."""


def ask(bot: Bot, view: View) -> str:
    """What a bot chooses; whether that is legal the game says that it is played in.

    Raises:
        NoMove: the bot answered with something that is no text.
        Exception: whatever the bot raises.
    """
    answer: object = bot.choose(view)
    if not isinstance(answer, str):
        kind = type(answer).__name__
        raise NoMove("GE-3", kind, f"{bot.name} answered with {kind}, which is no move")
    return answer


@dataclass(frozen=True)
class Trouble:
    """What went wrong while a bot was to move."""

    seat: Seat
    """The bot's."""
    whole: str
    """In words; they may name cards that only this seat knows."""
    short: str
    """The same for everybody."""


_MORE = "; `table.trouble` in a cell says more and may name hidden cards"
_WAY_ON = ". The game stands as it was; let it try again, or give the seat to somebody else."


def trouble_asking(bot: Bot, view: View, error: BaseException) -> Trouble:
    """What to say when `ask` raised an error."""
    if isinstance(error, NoMove):
        return _trouble(view, f"{_who(bot, view)} answered with {error.move}, which is no move")
    return _trouble(view, f"{_who(bot, view)} failed with ", failure_words(error), type(error).__name__)


def trouble_playing(bot: Bot, view: View, move: str, error: Exception) -> Trouble:
    """What to say when the game did not take a bot's move."""
    if isinstance(error, IllegalMove):
        words = f"“{move[:60]}”, which is not legal here: {error.reason}"
        return _trouble(view, f"{_who(bot, view)} chose ", words, "what is not legal here")
    kind = type(error).__name__
    return _trouble(view, f"The move of {_who(bot, view)} could not be kept: ", failure_words(error), kind)


def _who(bot: Bot, view: View) -> str:
    return f"{bot.name[:60]} ({SEAT_NAMES[view.seat]})"


def _trouble(view: View, what: str, whole: str = "", short: str | None = None) -> Trouble:
    told = f"{what}{_WAY_ON}" if short is None else f"{what}{short}{_MORE}{_WAY_ON}"
    return Trouble(view.seat, f"{what}{whole[:400].rstrip('.')}{_WAY_ON}", told)
