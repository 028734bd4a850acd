"""Other worlds of RLCard games: the cards of other hands and of the deck change places.

A world made so may contradict what others have done, as when somebody drew a card and yet could have played one. That
does not matter here: what is shown to a player must not depend on where hidden cards lie.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

Exchange = Callable[[Any, Any, Random], bool]
"""Changes an environment to another world for an agent; returns whether it could."""


def exchanging(environment: Any) -> Exchange | None:
    """The exchange for an RLCard environment, or for a PettingZoo environment of one; None for anything else."""
    inner = getattr(environment, "env", None)
    if _is_rlcard(environment):
        return lambda env, agent, rng: exchange(env.game, int(agent), rng)
    if _is_rlcard(inner):
        return lambda env, agent, rng: exchange(env.env.game, env.possible_agents.index(agent), rng)
    return None


def _is_rlcard(value: Any) -> bool:
    return type(value).__module__.startswith("rlcard.envs") and hasattr(value, "game")


def exchange(game: Any, player: int, rng: Random) -> bool:
    """Shuffle the cards of all other hands and of the deck or stock; returns whether there are any such cards.

    A card of a hand that all have seen (``known_cards``) stays where it is, and so does an open hand.
    """
    zones = hidden_zones(game, player)
    cards = [card for zone in zones for card in zone.hidden()]
    if len(cards) < 2:
        return False
    rng.shuffle(cards)
    for zone in zones:
        zone.put(cards)
    return True


class Zone:
    """Cards that a player cannot see: in another's hand, or in a pile.

    Args:
        owner: the player, or the list of cards of a pile.
        known: the cards of a hand that all have seen.
    """

    def __init__(self, owner: Any, known: Any = ()) -> None:
        self.owner = owner
        self.known = [id(card) for card in known]

    def held(self) -> Any:
        """The cards: a list, or in some games one card or None."""
        return self.owner if isinstance(self.owner, list) else self.owner.hand

    def hidden(self) -> list[Any]:
        """The cards that nobody else has seen."""
        held = self.held()
        cards = held if isinstance(held, list) else [] if held is None else [held]
        return [card for card in cards if id(card) not in self.known]

    def put(self, cards: list[Any]) -> None:
        """Take as many cards from the end of a list as there are hidden ones here."""
        held = self.held()
        if isinstance(held, list):
            held[:] = [card if id(card) in self.known else cards.pop() for card in held]
        elif held is not None:
            self.owner.hand = cards.pop()


def hidden_zones(game: Any, player: int) -> list[Zone]:
    """The zones that a player cannot see; none where the game keeps its cards otherwise."""
    inner = getattr(game, "round", None)
    players = getattr(game, "players", None) or getattr(inner, "players", None)
    if not players or not all(hasattr(each, "hand") for each in players):
        return []
    open_hand = _open_hand(game, player)
    zones = [
        Zone(each, getattr(each, "known_cards", ())) for at, each in enumerate(players) if at not in (player, open_hand)
    ]
    dealer = getattr(game, "dealer", None) or getattr(inner, "dealer", None)
    piles = [getattr(dealer, name, None) for name in ("deck", "stock_pile")]
    return zones + [Zone(pile) for pile in piles if isinstance(pile, list)]


def cards_of(game: Any) -> str:
    """All hidden cards of a game as text."""
    return "; ".join(" ".join(map(_card_text, zone.hidden())) for zone in hidden_zones(game, -1))


def _card_text(card: Any) -> str:
    text = str(card)
    return " ".join(map(str, vars(card).values())) if " object at 0x" in text else text


def _open_hand(game: Any, player: int) -> int | None:
    """In bridge, once the bidding is over, the player whose hand lies open: the dummy; for the dummy, the declarer, who
    plays both hands.
    """
    inner: Any = getattr(game, "round", None)
    if not hasattr(inner, "get_dummy") or not inner.is_bidding_over():
        return None
    dummy: int = inner.get_dummy().player_id
    return int(inner.get_declarer().player_id) if dummy == player else dummy


def deep_copied(environment: Any) -> Any:
    """A copy of an environment, made attribute by attribute.

    Some environments define how they are copied so that a fresh one results (EzPickle), and some hold modules, which
    cannot be copied and are shared.
    """
    made = object.__new__(type(environment))
    memo: dict[int, Any] = {id(environment): made}
    for name, value in vars(environment).items():
        try:
            made.__dict__[name] = deepcopy(value, memo)
        except TypeError:
            made.__dict__[name] = value
    return made
