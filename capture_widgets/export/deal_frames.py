"""Many deals of a game as one data frame, for statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.export.data_frames import frame
from capture_widgets.games import game_type
from capture_widgets.model.deal import check_seed, cut_for, deal_for
from capture_widgets.model.scores import opener

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_DEALS: Final = 20_000
_COLUMNS: Final = ["deal", "seed", "card", "rank", "suit", "value", "place", "at", "seat"]


def deals(game: str, n: int, *, seed: int = 0, **options: Any) -> DataFrame:
    """Deals of a game as a tidy data frame, with one card of a deal in each row.

    Columns: deal (0, 1, ...), seed (for ``new(game, seed=...)``), card, rank, suit, value (of the rank, 1 for the
    lowest), place (a key of `places` such as ``"hands/0"``; None if the card is not on the table yet), at (the index of
    the card there, from 0), seat (of the owner; None without an owner).

    Args:
        game: its slug, see `games`.
        n: the number of deals.
        seed: the seed of the first deal; each next deal has a seed one higher.
        **options: the options of the game, see `options`.

    Raises:
        UnknownGame: there is no such game.
        UnknownOption: there is no such option or value.
        ValueError: ``n`` is no number of deals.
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
            card: (group.key, at, group.seat)
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
    return frame(columns, _COLUMNS, seats=["seat"])
