"""What bots say at a table. Each level has its own lines; a bot speaks only of what everybody has seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal
from zlib import crc32

from capture_widgets.bots.levels import bot_id
from capture_widgets.engine.state import Seat
from capture_widgets.play.game import Game
from capture_widgets.protocol.table_messages import BotRemark

Moment = Literal["begins", "gains", "gives", "won", "lost", "drawn"]

LINES: Final[Mapping[str, Mapping[Moment, tuple[str, ...]]]] = {
    "random": {
        "begins": ("Heads or tails?", "Let us see what happens."),
        "gains": ("Did I do that?", "Lucky."),
        "gives": ("Oh well.", "Easy come, easy go."),
        "won": ("I never saw it coming.",),
        "lost": ("The dice were against me.",),
        "drawn": ("Even. How odd.",),
    },
    "beginner": {
        "begins": ("I have read the rules!", "Be gentle, please."),
        "gains": ("Look, I got some!", "Is that good?"),
        "gives": ("I overlooked that.", "Oh no."),
        "won": ("Really? I won?",),
        "lost": ("I am learning. Again?",),
        "drawn": ("A draw! I can live with that.",),
    },
    "greedy": {
        "begins": ("I take what I can get.", "All mine, soon."),
        "gains": ("Mine.", "More, please."),
        "gives": ("That was mine!", "Robbery."),
        "won": ("I like winning.",),
        "lost": ("You took my points.",),
        "drawn": ("Half is not enough.",),
    },
    "club": {
        "begins": ("Good luck.", "A good game to you."),
        "gains": ("That went to plan.", "Useful."),
        "gives": ("Well played.", "I have to watch that."),
        "won": ("Good game. It was close enough.",),
        "lost": ("Well played. You deserved it.",),
        "drawn": ("A fair result.",),
    },
    "strong": {
        "begins": ("Let us play.", "I have counted the cards."),
        "gains": ("As it had to be.", "Noted."),
        "gives": ("A good find.", "Interesting."),
        "won": ("It was decided some moves ago.",),
        "lost": ("I shall think about that one.",),
        "drawn": ("Neither of us erred.",),
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
    if now["is_over"]:
        signs = now["returns"] or []
        return _line(game, number, ply, {seat: _ended(signs[seat]) for seat in seats}) if signs else None
    first = game.plies(number)[0]
    if ply == first:
        return _line(game, number, ply, {seats[0]: "begins"}) if number == 0 else None
    before = game.dump_at(ply - 1, round=number, seat="public")["points"]
    gains = [had < has for had, has in zip(before, now["points"], strict=True)]
    if not any(gains):
        return None
    return _line(game, number, ply, {seat: "gains" if gains[seat] else "gives" for seat in seats})


def _ended(sign: int) -> Moment:
    return "won" if sign > 0 else "lost" if sign < 0 else "drawn"


def _line(game: Game, number: int, ply: int, moments: Mapping[Seat, Moment]) -> BotRemark:
    """Choose a bot and a line by the round and the ply alone, so that the choice depends on no hidden card."""
    chance = crc32(f"{game.type.slug}/{number}/{ply}".encode())
    seat, moment = list(moments.items())[chance % len(moments)]
    lines = LINES[bot_id(game.seats[seat]) or ""][moment]
    return {"seat": seat, "text": lines[chance // 7 % len(lines)]}
