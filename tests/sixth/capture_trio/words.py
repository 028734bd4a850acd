"""What Trio says: rules, refusals, the table as text, how a round ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.names import Names, sentence
from capture_widgets.engine.state import SEAT_NAMES, Guide, Seat

if TYPE_CHECKING:
    from capture_trio.rules import TrioOptions, TrioState, TrioTable

RULES: Final = {
    "TR-1": "Each player gets three of the eight cards from 2 to 5 in clubs and diamonds; two stay aside, unseen.",
    "TR-2": "The player who did not deal leads any card; later whoever took the last trick leads.",
    "TR-3": "The other player answers with a card of the same suit, or with any card for lack of one.",
    "TR-4": "The higher card takes the trick; of two cards of one rank the card that was led takes it.",
    "TR-5": "After three tricks the player who took more of them wins the round.",
}


def guide(_options: TrioOptions, _match: bool) -> Guide:
    """The goal, a turn and the end."""
    return Guide(
        "Take more of the three tricks than the other player.",
        "Lay one card; whoever answers follows suit while they can. The higher card takes the trick.",
        "The round ends after three tricks; whoever took more of them wins it.",
    )


def card_name(card: Card) -> str:
    """A card in words: "4 of clubs"."""
    return card_words(FRENCH, "2345"[card % 4] + "cd"[card // 4])


def refusal(seat: Seat | None, hands: tuple[tuple[Card, ...], ...], card: Card) -> tuple[str, str]:
    """The rule that forbids a card, and why."""
    if seat is None:
        return "TR-5", "all three tricks are taken and the round is over"
    if card not in hands[seat]:
        return "TR-2", f"{SEAT_NAMES[seat]} does not hold the {card_name(card)}"
    return "TR-3", f"the {card_name(card)} does not follow suit, and {SEAT_NAMES[seat]} can"


def draw(table: TrioTable) -> str:
    """The table as lines of text."""
    lines = [f"hand {SEAT_NAMES[seat]}  {' '.join(hand)}" for seat, hand in enumerate(table["hands"])]
    return "\n".join([*lines, f"laid    {' '.join(table['played'])}", f"aside   {' '.join(table['aside'])}"])


def tally(state: TrioState, names: Names) -> tuple[str, tuple[str, ...]]:
    """Who took how many tricks (TR-5)."""
    lines = tuple(
        sentence(f"{names.did(seat, 'took')} {count} of three tricks") for seat, count in enumerate(state.won)
    )
    return "All three tricks are taken.", lines
