"""Moves taken back at a table: where that leads, which cards people had seen by then, and how that is said.

It is said in a comment at the position that the game went back to, so that it is in the record and the journal, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from capture_widgets.engine.card_names import named_cards
from capture_widgets.engine.solver_notes import is_said
from capture_widgets.engine.state import Seat
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place, position_of
from capture_widgets.play.game import Game
from capture_widgets.play.teacher_settings import led_lines
from capture_widgets.widgets.table.reveals import known

NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SAID: Final = re.compile(rf"Taken back, after seeing ({'|'.join(NUMBERS)}|[0-9]{{1,4}}) cards?\.")


def words_for(cards: int) -> str:
    """What is said where moves were taken back after so many cards had been seen."""
    number = NUMBERS[cards - 1] if cards <= len(NUMBERS) else str(cards)
    return f"Taken back, after seeing {number} {'card' if cards == 1 else 'cards'}."


def said_in(comment: str) -> list[str]:
    """The lines of a comment that say so, or that something was asked which looks at every card."""
    return [line for line in comment.split("\n") if _SAID.fullmatch(line) or is_said(line)]


def takebacks_said(history: History, number: int) -> dict[int, str]:
    """By ply, what the log of a round says beside its move: what was taken back before that after cards were seen, what
    was asked, and what a teacher did.
    """
    said = {}
    for key, comment in history.comments.items():
        at, ply = position_of(key)
        if at == number and (lines := [*said_in(comment), *_led(history, comment)]):
            said[ply + 1] = " ".join(lines)
    return said


def _led(history: History, comment: str) -> list[str]:
    """What a teacher did, as everybody may read it: a line that somebody wrote may name a card."""
    return [line for line in led_lines(comment) if not named_cards(history.type.deck, line)]


def cards_seen(comments: Iterable[str]) -> tuple[int, int]:
    """How often moves were taken back after cards had been seen, as comments say, and how many cards that were."""
    numbers = [match[1] for comment in comments for match in map(_SAID.fullmatch, comment.split("\n")) if match]
    return len(numbers), sum(NUMBERS.index(one) + 1 if one in NUMBERS else int(one) for one in numbers)


def before(game: Game, count: int) -> tuple[int, int]:
    """The round and ply at which a game stood before its last moves."""
    number = game.round
    while count > game.plies(number)[-1] - game.plies(number)[0]:
        count -= game.plies(number)[-1] - game.plies(number)[0]
        number -= 1
    return number, game.plies(number)[-1] - count


def seen_since(game: Game, at: tuple[int, int], persons: Sequence[Seat]) -> int:
    """How many cards one of these persons has come to know since a position: the most that any has."""
    number, start = at
    most = 0
    for seat in persons:
        then = known(game.dump_at(start, round=number, seat=seat))
        now: set[str] = set()
        for later in range(number, game.round + 1):
            plies = game.plies(later)
            for ply in range(start + 1 if later == number else plies[0], plies[-1] + 1):
                now |= known(game.dump_at(ply, round=later, seat=seat))
        # a card of a later round is another card, wherever it lay in this one
        anew = known(game.dump_at(game.ply, seat=seat)) if game.round > number else set()
        most = max(most, len(now - then | anew))
    return most


def say(game: Game, at: tuple[int, int], cards: int) -> None:
    """Say at a position that what follows it is being taken back after so many cards were seen.

    What was said so further on comes along: what is played now takes the place of that, too.
    """
    lines = []
    for key, comment in sorted(game.comments.items(), key=lambda item: position_of(item[0])):
        here = position_of(key)
        if here > at and (own := said_in(comment)):
            lines += own
            rest = [line for line in comment.split("\n") if line not in own]
            game.comment("\n".join(rest), ply=here[1], round=here[0])
    lines += [words_for(cards)] if cards else []
    if lines:
        earlier = game.comments.get(place(*at), "")
        game.comment("\n".join([earlier, *lines] if earlier else lines), ply=at[1], round=at[0])
