"""Kommando as bits: the hand, the row, and the cards laid at each place of the row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from capture_widgets.engine.state import Seat
from capture_widgets.envs.base_encoding import Encoding
from capture_widgets.games.kommando.moves import FACE_DOWN
from capture_widgets.games.kommando.rules import KommandoState

_HAND, _ROW, _MINE, _THEIRS, _BEGAN, _ANSWER, _TURN = 0, 30, 330, 630, 930, 940, 950


class KommandoEncoding(Encoding):
    """The encoding of Kommando."""

    def most_actions(self) -> int:
        """Ten fights of two cards."""
        return 20

    def parts(self) -> Iterable[tuple[str, tuple[int, ...], str]]:
        """Hand, row, cards laid, and whose turn it is."""
        return (
            ("hand", (30,), "your hand, by card"),
            ("row", (10, 30), "by place of the row, the card that you can see there"),
            ("mine", (10, 30), "by place, the card that you laid there"),
            ("theirs", (10, 30), "by place, the card that the other laid there"),
            ("began", (10,), "the places where you attacked"),
            ("answer", (10,), "the place where an attack waits for its answer"),
            ("turn", (1,), "you are to play"),
        )

    def legal(self, state: KommandoState, begun: Sequence[int]) -> int:
        """Attacks at the left end, attacks at the right end, answers: 30 bits each."""
        if state.to_play is None:
            return 0
        if state.attack is not None:
            return state.possible_answers() << 60
        left, right = state.possible_attackers()
        return left | right << 30

    def known(self, state: KommandoState, seat: Seat, begun: Sequence[int]) -> int:
        """What a seat knows."""
        to_play, hand, other_hand, row, left, right, attack, _ = state
        known = other_hand if to_play == 1 - seat else hand
        if to_play is None:
            known = 0
        elif to_play == seat:
            known |= 1 << _TURN
        low, high = len(left), 9 - len(right)
        for place, card in enumerate(row):
            if place not in FACE_DOWN or place < low or place > high:
                known |= 1 << _ROW + 30 * place + card
        place = 0
        for attacker, attacking, defending in (*left, *right):
            if place == low:
                place, low = 9, -1  # the other fights are those of the right end, from the outside inward
            if attacker == seat:
                known |= 1 << _MINE + 30 * place + attacking | 1 << _THEIRS + 30 * place + defending
                known |= 1 << _BEGAN + place
            else:
                known |= 1 << _MINE + 30 * place + defending | 1 << _THEIRS + 30 * place + attacking
            place += 1 if low >= 0 else -1
        if attack is not None:
            place = high if attack.end else len(left)
            known |= 1 << _ANSWER + place
            if to_play == seat:
                known |= 1 << _THEIRS + 30 * place + attack.card
            else:
                known |= 1 << _MINE + 30 * place + attack.card | 1 << _BEGAN + place
        return known
