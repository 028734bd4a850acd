"""The table of Kommando in a dump, and the way back from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from capture_widgets.cards import KOMMANDO, Card
from capture_widgets.errors import RecordError
from capture_widgets.games.kommando.moves import ATTACKS, DEFENCES, HIGH, Fight, KommandoOptions
from capture_widgets.shape import Fixed
from capture_widgets.state import Move, Seat

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
    """The seat attacking in this fight, null when over."""


class Reader:
    """Checks an open table and finds the hand that leads to it."""

    def __init__(self, table: Any, rest: Any) -> None:
        if not isinstance(rest, dict) or rest:
            raise RecordError("rest", "Kommando keeps nothing here: {}")
        if not isinstance(table, dict) or set(table) != {"row", "hands", "attacker"}:
            raise RecordError("table", "expected an object with row, hands and attacker")
        self.table = table
        self.seen: dict[Card, str] = {}
        if not isinstance(table["row"], list) or len(table["row"]) != 10:
            raise RecordError("table.row", "expected a list of ten entries")
        if not isinstance(table["hands"], list) or len(table["hands"]) != 2:
            raise RecordError("table.hands", "expected the hands of two seats")
        self.row: list[Card] = []
        self.laid: list[tuple[tuple[Seat, Card] | None, tuple[Seat, Card] | None]] = []
        for place, entry in enumerate(table["row"]):
            self._entry(entry, f"table.row[{place}]")
        self.hands = [self._hand(cards, f"table.hands[{seat}]") for seat, cards in enumerate(table["hands"])]

    def _card(self, text: object, where: str) -> Card:
        card = KOMMANDO.find(text)
        if card is None:
            raise RecordError(where, 'expected a card such as "7b"')
        if card in self.seen:
            raise RecordError(where, f"the card {text} stands at {self.seen[card]} already")
        self.seen[card] = where
        return card

    def _entry(self, entry: object, where: str) -> None:
        if not isinstance(entry, dict) or set(entry) != {"card", "attack", "defence", "winner"}:
            raise RecordError(where, "expected an object with card, attack, defence and winner")
        self.row.append(self._card(entry["card"], f"{where}.card"))
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
        if not isinstance(pair, list | tuple) or len(pair) != 2 or type(pair[0]) is not int or pair[0] not in (0, 1):
            raise RecordError(where, "expected null or [seat, card]")
        return pair[0], self._card(pair[1], f"{where}[1]")

    def _hand(self, cards: object, where: str) -> int:
        if not isinstance(cards, list) or len(cards) > 10:
            raise RecordError(where, "expected a list of at most ten cards")
        return sum(1 << self._card(text, f"{where}[{i}]") for i, text in enumerate(cards))

    def state(self, cls: type[KommandoState], options: KommandoOptions) -> KommandoState:
        """The state, found by playing the fights in every order that the rules allow (at most 2 to the 9th)."""
        if len(self.seen) != 30:
            raise RecordError("table", f"expected all 30 cards on the table and in hands, found {len(self.seen)}")
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
        """States after each move that the laid cards allow."""
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
