"""What bots say at a table. Each level has its own lines; a bot speaks only of what everybody has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal
from zlib import crc32

from capture_widgets.bots.levels import bot_id
from capture_widgets.engine.state import Seat
from capture_widgets.play.game import Game

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import BotRemark

Moment = Literal[
    "begins", "gains", "gives",
    "won", "won closely", "won clearly", "lost", "lost closely", "lost clearly", "drawn",
]  # fmt: skip

MOST: Final = 30
"""The most characters of a line, which has to fit into its bubble."""
_CLOSE: Final = 0.15
"""A result is close if the difference is at most this share of the points of both together."""
_CLEAR: Final = 0.4
"""A result is clear from this share on."""

LINES: Final[Mapping[str, Mapping[Moment, tuple[str, ...]]]] = {
    "random": {
        "begins": ("Let us see what happens.", "I never plan anything."),
        "gains": ("Did I do that?", "Lucky."),
        "gives": ("Oh well.", "Easy come, easy go."),
        "won": ("I won? How?",),
        "won closely": ("Just enough, by pure luck.",),
        "won clearly": ("I never saw that coming.",),
        "lost": ("Any move seemed fine to me.",),
        "lost closely": ("Nearly won, by accident.",),
        "lost clearly": ("I had no plan at all.",),
        "drawn": ("Even. How odd.",),
    },
    "beginner": {
        "begins": ("I have read the rules!", "Be gentle, please."),
        "gains": ("Look, I got some!", "Is that good?"),
        "gives": ("I did not see that.", "Oh no."),
        "won": ("Really? I won?",),
        "won closely": ("I won, but only just!",),
        "won clearly": ("I won by that much?",),
        "lost": ("I am learning. Again?",),
        "lost closely": ("I almost had you!",),
        "lost clearly": ("I still have a lot to learn.",),
        "drawn": ("A draw! I can live with that.",),
    },
    "greedy": {
        "begins": ("I take what I can get.", "All mine, soon."),
        "gains": ("Mine.", "More, please."),
        "gives": ("I wanted that!", "Robbery."),
        "won": ("I like winning.",),
        "won closely": ("A little more is enough.",),
        "won clearly": ("More for me than for you.",),
        "lost": ("I wanted to win that.",),
        "lost closely": ("So little was missing!",),
        "lost clearly": ("You left me nearly nothing.",),
        "drawn": ("Half is not enough.",),
    },
    "club": {
        "begins": ("Good luck.", "A good game to you."),
        "gains": ("That went to plan.", "Useful."),
        "gives": ("Well played.", "I have to watch that."),
        "won": ("Thank you. A good game.",),
        "won closely": ("Good game, and a close one.",),
        "won clearly": ("Not your day. Another one?",),
        "lost": ("You won. Well done.",),
        "lost closely": ("So close! Well done.",),
        "lost clearly": ("You were much better today.",),
        "drawn": ("A fair result.",),
    },
    "strong": {
        "begins": ("Let us play.", "Take your time."),
        "gains": ("As expected.", "Noted."),
        "gives": ("I see.", "Interesting."),
        "won": ("Thank you for the game.",),
        "won closely": ("That could have gone your way.",),
        "won clearly": ("Look at it in the replay.",),
        "lost": ("I shall think about that one.",),
        "lost closely": ("Close. Well played.",),
        "lost clearly": ("You beat me clearly.",),
        "drawn": ("Level. Another one?",),
    },
}
"""The lines of each level, by the identifier of the level in `BOTS`."""


def bot_line(game: Game, number: int, ply: int) -> BotRemark | None:
    """What a bot says at a position; None if it says nothing.

    Bots speak only in games with persons, at the beginning, at the end, and when the points have changed.
    """
    seats = [seat for seat, player in enumerate(game.seats) if bot_id(player) in LINES]
    if not seats or len(seats) == len(game.seats):
        return None
    now = game.dump_at(ply, round=number, seat="public")
    first = game.plies(number)[0]
    if now["is_over"]:
        signs = now["returns"] or []
        had = game.dump_at(first, round=number, seat="public")["points"]
        won = [new - old for old, new in zip(had, now["points"], strict=True)]
        return _line(game, number, ply, {seat: _ended(signs, won, seat) for seat in seats}) if signs else None
    if ply == first:
        return _line(game, number, ply, {seats[0]: "begins"}) if number == 0 else None
    before = game.dump_at(ply - 1, round=number, seat="public")["points"]
    gains = [had < has for had, has in zip(before, now["points"], strict=True)]
    if not any(gains):
        return None
    moments: dict[Seat, Moment] = {seat: "gains" if gains[seat] else "gives" for seat in seats}
    if len(gains) > 2:  # what one of several others gains is not always this bot's loss
        moments = {seat: moment for seat, moment in moments.items() if moment == "gains"}
    return _line(game, number, ply, moments) if moments else None


def _ended(signs: Sequence[int], points: Sequence[int], seat: Seat) -> Moment:
    """How a round ended for a seat; close or clear only where two players both have points to compare."""
    if signs[seat] == 0:
        return "drawn"
    wins = signs[seat] > 0
    if len(points) != 2 or not all(points):
        return "won" if wins else "lost"
    share = abs(points[0] - points[1]) / sum(points)
    if share <= _CLOSE:
        return "won closely" if wins else "lost closely"
    if share >= _CLEAR:
        return "won clearly" if wins else "lost clearly"
    return "won" if wins else "lost"


def _line(game: Game, number: int, ply: int, moments: Mapping[Seat, Moment]) -> BotRemark:
    """Choose a bot and a line by the round and the ply alone, so that the choice depends on no hidden card."""
    chance = crc32(f"{game.type.slug}/{number}/{ply}".encode())
    seat, moment = list(moments.items())[chance % len(moments)]
    lines = LINES[bot_id(game.seats[seat]) or ""][moment]
    return {"seat": seat, "text": lines[chance // 7 % len(lines)]}
