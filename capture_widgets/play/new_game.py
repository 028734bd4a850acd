"""`new`: makes a game from options, a deal or a seed, and players."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from capture_widgets.core.errors import UnknownOption, shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.cards import Card
from capture_widgets.engine.seats import SEAT_NAMES
from capture_widgets.games import game_type
from capture_widgets.model.deal import LEVELS, check_seed, cut_for, deal_for, deal_of_code, graded_seed, read_deal
from capture_widgets.model.history import History
from capture_widgets.model.players import check_player
from capture_widgets.model.rounds import Round
from capture_widgets.model.scores import opener
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game


def new(
    game: str,
    *,
    seed: int | None = None,
    deal: Sequence[Any] | str | None = None,
    match: bool = False,
    seats: Sequence[str | Bot] | None = None,
    autosave: str | Path | None = None,
    undo: bool | None = None,
    **options: Any,
) -> Game:
    """Make a game to play.

    Args:
        game: the slug of the game, see `games`.
        seed: gives the deals; a random seed if there is neither seed nor deal.
        deal: an explicit deal: a list of card texts, or its code (see `Game.deal_code`); for a match, a list of deals.
            In 4X Solitaire also ``"easy"``, ``"medium"`` or ``"hard"``: the seed chooses from a list of verified deals.
        match: whether to play rounds to a target (GE-8).
        seats: the players: names of persons, or bots; persons by default.
        autosave: the path of a journal for the game.
        undo: whether moves may be taken back. By default they may, except that the tables of a match refuse to take
            back a move that has shown hidden cards; ``undo=True`` allows that, too.
        **options: the options of the game, see `options`.

    Raises:
        UnknownGame, UnknownOption, IllegalDeal: an argument is not valid; the error says which values are.
    """
    kind = game_type(game)
    seed, options = whole(seed), {name: whole(value) for name, value in options.items()}
    check_seed(seed)
    if type(match) is not bool:
        raise UnknownOption(f"match={shown(match)}: True or False")
    if undo is not None and type(undo) is not bool:
        raise UnknownOption(f"undo={shown(undo)}: True or False, or None for the default")
    if not isinstance(seats, list | tuple | None):
        raise UnknownOption(f"seats={shown(seats)}: a list of names or bots")
    read = kind.options.of(options)
    cut = None
    if kind.cut is not None and options.get("dealer") == "cut":
        if seed is None:
            raise UnknownOption('dealer="cut" draws the cards from a seed: give one (UC-1)')
        cut = cut_for(kind, seed)
        read = kind.options.of({**options, "dealer": kind.cut(*cut)})
    if match and (refused := kind.match_refused(read)):
        raise UnknownOption(f"match=True: {refused}")
    count = kind.seats(read)
    players = list(seats or ())
    for player in players:
        check_player(player)
    if len(players) > count:
        raise UnknownOption(f"seats: this game has {count}, and {len(players)} were named")
    deals: dict[int, list[Card]] = {}
    level: str | None = None
    if isinstance(deal, str) and deal in LEVELS:
        level = deal
        seed = graded_seed(kind, secrets.randbits(32) if seed is None else seed, deal, read)
    elif deal is not None:
        several = (
            match
            and isinstance(deal, list | tuple)
            and bool(deal)
            and not all(isinstance(card, str) and kind.deck.find(card) is not None for card in deal)
        )
        listed = list(deal) if several else [deal]
        for number, one in enumerate(listed):
            where = f"deal[{number}]" if several else "deal"
            deals[number] = deal_of_code(kind.deck, one) if isinstance(one, str) else read_deal(kind, one, where)
            kind.state.deal(
                deals[number], read, opener(kind, read, number)
            )  # raises now, not in the middle of the match
    elif seed is None:
        seed = secrets.randbits(32)
    first = opener(kind, read, 0)
    if 0 not in deals:
        assert seed is not None
        deals[0] = deal_for(kind, seed, read, 0, first)
    start = Round(first, deals[0], kind.state.deal(deals[0], read, first))
    names, points = tuple(SEAT_NAMES[:count]), (0,) * count
    history = History(kind, read, start, names, points, match=match, seed=seed, cut=cut, deals=deals, level=level)
    game_made = Game(history, players=players, can_undo=undo)
    return game_made.autosave(autosave) if autosave is not None else game_made
