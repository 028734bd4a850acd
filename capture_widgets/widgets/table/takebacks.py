"""Notes in a record that persons took moves back at a table after they had seen cards.

A note is a line of the comment at the position that the game went back to. So the record and the journal have it, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from capture_widgets.engine.card_names import named_cards
from capture_widgets.engine.solver_notes import is_solver_note
from capture_widgets.engine.state import Seat
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place, position_of
from capture_widgets.play.game import Game
from capture_widgets.play.teacher_settings import led_lines
from capture_widgets.widgets.table.reveals import known_cards

NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TAKEBACK: Final = re.compile(rf"Taken back, after seeing ({'|'.join(NUMBERS)}|[0-9]{{1,4}}) cards?\.")


def takeback_words(cards: int) -> str:
    """The note that moves were taken back after a person had seen so many cards."""
    number = NUMBERS[cards - 1] if cards <= len(NUMBERS) else str(cards)
    return f"Taken back, after seeing {number} {'card' if cards == 1 else 'cards'}."


def note_lines(comment: str) -> list[str]:
    """The lines of a comment that are notes about moves taken back or about questions to the solver."""
    return [line for line in comment.split("\n") if _TAKEBACK.fullmatch(line) or is_solver_note(line)]


def takeback_notes(history: History, number: int) -> dict[int, str]:
    """What the log of a round says beside its moves, by ply: the notes about moves that were taken back there, about
    questions to the solver, and about what a teacher did.
    """
    notes = {}
    for key, comment in history.comments.items():
        at, ply = position_of(key)
        if at == number and (lines := [*note_lines(comment), *_teacher_lines(history, comment)]):
            notes[ply + 1] = " ".join(lines)
    return notes


def _teacher_lines(history: History, comment: str) -> list[str]:
    """The notes about what a teacher did, without those that name a card: a person may have written such a line."""
    return [line for line in led_lines(comment) if not named_cards(history.type.deck, line)]


def takeback_totals(comments: Iterable[str]) -> tuple[int, int]:
    """How often the notes in comments say that moves were taken back, and how many cards had been seen in all."""
    numbers = [match[1] for comment in comments for match in map(_TAKEBACK.fullmatch, comment.split("\n")) if match]
    return len(numbers), sum(NUMBERS.index(one) + 1 if one in NUMBERS else int(one) for one in numbers)


def position_before(game: Game, count: int) -> tuple[int, int]:
    """The round and ply at which a game stood before its last ``count`` moves."""
    number = game.round
    while count > game.plies(number)[-1] - game.plies(number)[0]:
        count -= game.plies(number)[-1] - game.plies(number)[0]
        number -= 1
    return number, game.plies(number)[-1] - count


def cards_learned_since(game: Game, at: tuple[int, int], persons: Sequence[Seat]) -> int:
    """How many cards one of these persons has come to know since a position: the largest number for any of them."""
    number, start = at
    most = 0
    for seat in persons:
        known_then = known_cards(game.dump_at(start, round=number, seat=seat))
        known_later: set[str] = set()
        for later in range(number, game.round + 1):
            plies = game.plies(later)
            for ply in range(start + 1 if later == number else plies[0], plies[-1] + 1):
                known_later |= known_cards(game.dump_at(ply, round=later, seat=seat))
        # a card of a later round is dealt anew: it tells nothing of where it lay in this one
        dealt_anew = known_cards(game.dump_at(game.ply, seat=seat)) if game.round > number else set()
        most = max(most, len(known_later - known_then | dealt_anew))
    return most


def note_takeback(game: Game, at: tuple[int, int], cards: int) -> None:
    """Note at a position that the moves after it are being taken back after a person has seen so many cards.

    The notes at later positions move to this one, since other moves may now be played there.
    """
    lines = []
    for key, comment in sorted(game.comments.items(), key=lambda item: position_of(item[0])):
        here = position_of(key)
        if here > at and (notes := note_lines(comment)):
            lines += notes
            rest = [line for line in comment.split("\n") if line not in notes]
            game.comment("\n".join(rest), ply=here[1], round=here[0])
    lines += [takeback_words(cards)] if cards else []
    if lines:
        earlier = game.comments.get(place(*at), "")
        game.comment("\n".join([earlier, *lines] if earlier else lines), ply=at[1], round=at[0])
