"""Many deals of a game as one data frame, to count what chance deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.export.data_frames import frame
from capture_widgets.games import game_type
from capture_widgets.model.deal import check_seed, cut_for, deal_for
from capture_widgets.model.scores import opener

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_DEALS: Final = 20_000
_COLUMNS: Final = ["deal", "seed", "card", "rank", "suit", "value", "place", "at", "seat"]


def deals(game: str, n: int, *, seed: int = 0, **options: Any) -> DataFrame:
    """Deals of a game as a tidy data frame: one row a card of a deal, in the deck's order.

    Columns: deal (0, 1, ...), seed (``new(game, seed=...)`` deals it), card, rank, suit, value (of the rank in the
    game's order, 1 the lowest), place (a key of `places` such as ``"hands/0"``; None where the card is not on the table
    at first), at (which of the cards there, from 0), seat ("A" ..., whose cards they are; None).

    Args:
        game: its slug, see `games`.
        n: how many deals.
        seed: that of the first deal; the next has one more.
        **options: the game's own, see `options`.

    Raises:
        UnknownGame, UnknownOption: what is wrong and what would be right.
        ValueError: it is no number of deals.
        ImportError: pandas is not installed.
    """
    kind = game_type(game)
    check_seed(seed)
    if type(n) is not int or not 0 <= n <= MOST_DEALS:
        raise ValueError(f"n={shown(n)}: a whole number of deals, up to {MOST_DEALS:,}")
    if seed is None:
        raise ValueError("seed=None: a whole number, so that each deal can be made again")
    deck = kind.deck
    kinds = [
        (deck.ranks[deck.rank_of[card]], deck.suits[deck.suit_of[card]], deck.rank_of[card] + 1)
        for card in range(deck.size)
    ]
    columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
    for number in range(n):
        read = kind.options.of(options)
        if kind.cut is not None and options.get("dealer") == "cut":
            read = kind.options.of({**options, "dealer": kind.cut(*cut_for(kind, seed + number))})
        first = opener(kind, read, 0)
        table = kind.state.deal(deal_for(kind, seed + number, read, 0, first), read, first).table(None)
        lying = {
            card: (group.key, at, None if group.seat is None else SEAT_NAMES[group.seat])
            for group in kind.groups(table)
            for at, card in enumerate(group.cards)
            if card != HIDDEN
        }
        places, ats, seats = zip(*(lying.get(card, (None, None, None)) for card in deck.text), strict=True)
        columns["deal"] += [number] * deck.size
        columns["seed"] += [seed + number] * deck.size
        columns["card"] += deck.text
        for name, values in zip(("rank", "suit", "value"), zip(*kinds, strict=True), strict=True):
            columns[name] += values
        columns["place"] += places
        columns["at"] += ats
        columns["seat"] += seats
    return frame(columns, _COLUMNS)
