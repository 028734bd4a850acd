"""The table of Kommando as data: its types, and the checks of a table that is read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from capture_widgets.core.bit_masks import mask_of
from capture_widgets.core.errors import RecordError
from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.engine.cards import KOMMANDO, Card
from capture_widgets.engine.state import Move, Seat
from capture_widgets.engine.table_readers import CardsOnce, read_list, read_object, read_pair, read_seat
from capture_widgets.games.kommando.moves import ATTACKS, DEFENCES, HIGH, Fight, KommandoOptions

if TYPE_CHECKING:
    from capture_widgets.games.kommando.rules import KommandoState


class KommandoEntry(TypedDict):
    """One place of the row, left to right."""

    card: str
    attack: Annotated[list[Any], Fixed(int, str)] | None
    """Seat and card of the attack, null while nobody has attacked."""
    defence: Annotated[list[Any], Fixed(int, str)] | None
    winner: int | None
    """Seat that won the fight; null while it is not over, or tied."""


class KommandoTable(TypedDict):
    """The table of Kommando in a dump."""

    row: list[KommandoEntry]
    hands: list[list[str]]
    attacker: int | None
    """The seat that attacks in this fight; null when the hand is over."""


class Reader:
    """Reads an open table, and finds a hand that leads to it."""

    def __init__(self, table: Any, rest: Any) -> None:
        if not isinstance(rest, dict) or rest:
            raise RecordError("rest", "Kommando keeps nothing here: {}")
        read_object(table, "table", ("row", "hands", "attacker"))
        self.table = table
        self.once = CardsOnce(KOMMANDO)
        rows, hands = read_list(table["row"], "table.row", 10), read_list(table["hands"], "table.hands", 2)
        self.row: list[Card] = []
        self.laid: list[tuple[tuple[Seat, Card] | None, tuple[Seat, Card] | None]] = []
        for place, entry in enumerate(rows):
            self._entry(entry, f"table.row[{place}]")
        self.hands = [self._hand(cards, f"table.hands[{seat}]") for seat, cards in enumerate(hands)]

    def _entry(self, entry: object, where: str) -> None:
        entry = read_object(entry, where, ("card", "attack", "defence", "winner"))
        self.row.append(self.once.card(entry["card"], f"{where}.card"))
        attack = self._laid(entry["attack"], f"{where}.attack")
        defence = self._laid(entry["defence"], f"{where}.defence")
        if defence and (not attack or defence[0] == attack[0]):
            raise RecordError(f"{where}.defence", "expected an answer by the other seat to an attack")
        winner = Fight(attack[0], attack[1], defence[1]).winner if attack and defence else None
        if entry["winner"] != winner or isinstance(entry["winner"], bool):
            raise RecordError(f"{where}.winner", f"by KO-7 this must be {'null' if winner is None else winner}")
        self.laid.append((attack, defence))

    def _laid(self, pair: object, where: str) -> tuple[Seat, Card] | None:
        if pair is None:
            return None
        seat, card = read_pair(pair, where, "null or [seat, card]")
        return read_seat(seat, where, 2), self.once.card(card, f"{where}[1]")

    def _hand(self, cards: object, where: str) -> int:
        return mask_of(self.once.cards(cards, where))

    def state(self, cls: type[KommandoState], options: KommandoOptions) -> KommandoState:
        """The state. The fights are played in every order that the rules allow (at most 2 to the 9th) until one leads
        to the table.
        """
        self.once.all_there()
        hands = list(self.hands)
        for attack, defence in self.laid:
            for pair in (attack, defence):
                if pair:
                    hands[pair[0]] |= 1 << pair[1]
        if [hand.bit_count() for hand in hands] != [10, 10]:
            raise RecordError("table.hands", "each seat must have ten cards in hand and laid together (KO-1)")
        for seat, hand in enumerate(hands):
            if not hand & HIGH:
                raise RecordError(f"table.hands[{seat}]", "this seat was dealt no 10, 9 or 8 (KO-3)")
        frontier = {
            cls(attacker, hands[attacker], hands[1 - attacker], tuple(self.row), (), (), None, options)
            for attacker in (0, 1)
        }
        while frontier:
            for state in frontier:
                if list(state.hands) == self.hands and self.table["attacker"] == state.table(None)["attacker"]:
                    return state
            frontier = {after for state in frontier for after in self._next(state)}
        raise RecordError("table", "no order of legal attacks and answers leads to this position (KO-4 to KO-9)")

    def _next(self, state: KommandoState) -> list[KommandoState]:
        """The states after each legal move with a card that lies on the table."""
        legal = state.legal_moves()
        if state.attack is not None:
            defence = self.laid[state.ends()[state.attack.end]][1]
            moves: list[Move] = [DEFENCES[defence[1]]] if defence else []
        else:
            moves = (
                [
                    ATTACKS[end][attack[1]]
                    for end, place in enumerate(state.ends())
                    if (attack := self.laid[place][0]) and attack[0] == state.attacker
                ]
                if state.to_play is not None
                else []
            )
        return [state.apply(move) for move in moves if move in legal]
