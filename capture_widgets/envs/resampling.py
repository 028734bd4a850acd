"""Deals that a seat cannot tell from the true ones, with the moves that were made on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from capture_widgets.engine.cards import Card, Deck
from capture_widgets.engine.state import Seat
from capture_widgets.envs.episode import Episode


def resampled(episode: Episode, seat: Seat, rng: Random) -> Iterator[tuple[Seat | None, list[Card], list[int]]]:
    """The rounds of another episode that a seat cannot tell from this one.

    Yields:
        For each round the seat that opened it, its deal, and the actions made in it.
    """
    encoding = episode.encoding
    deck, actions = encoding.game.deck, encoding.actions
    for played in episode.rounds:
        state = played.end if played.end is not None else episode.state
        world = state.determinize(seat, rng)
        other = _exchanged(state, world, deck)
        moves = [str(move) for move in played.moves]
        if played.movers and played.movers[-1][1] and played.movers[-1][0] != seat:
            moves[-1] = str(encoding.hidden_move(world))
        numbers = [number for move in moves for number in actions.split(move)]
        if played is episode.rounds[-1]:
            # the cards of a placement that was begun are still in the hand of the seat that places
            numbers += [number - number % 52 + other.get(number % 52, number % 52) for number in episode.begun]
        yield played.first, [other.get(card, card) for card in played.cards], numbers


def another_world(episode: Episode, seat: Seat, rng: Random) -> Episode:
    """An episode that a seat cannot tell from this one: other deals, with the same moves as far as the seat knows them.

    Every arrangement of the hidden cards that agrees with what the seat knows is equally likely.
    """
    other = Episode(episode.encoding)
    for first, cards, numbers in resampled(episode, seat, rng):
        other.deal(cards, first)
        for number in numbers:
            other.play(number)
    return other


def _exchanged(state: Any, world: Any, deck: Deck) -> dict[Card, Card]:
    """For each card of a state, the card that lies in its place in another world."""
    found: dict[Card, Card] = {}
    _compare([state.table(None), state.rest()], [world.table(None), world.rest()], deck, found)
    return found


def _compare(one: Any, other: Any, deck: Deck, found: dict[Card, Card]) -> None:
    if isinstance(one, dict):
        for key, value in one.items():
            if key == "hands":
                for mine, theirs in zip(value, other[key], strict=True):
                    # a hand has no order, so a card that is in both stays itself, as one that all have seen must
                    gone = [card for card in mine if card not in theirs]
                    come = [card for card in theirs if card not in mine]
                    _compare(gone, come, deck, found)
            elif key == "placed":
                for mine, theirs in zip(value, other[key], strict=True):
                    # the cards may lie behind other columns in the other world
                    _compare([*(mine or {}).values()], [*(theirs or {}).values()], deck, found)
            elif key not in ("known", "lacks", "unseen"):  # these name cards a second time
                _compare(value, other.get(key), deck, found)
    elif isinstance(one, list) and isinstance(other, list):
        for mine, theirs in zip(one, other, strict=False):
            _compare(mine, theirs, deck, found)
    else:
        card, instead = deck.find(one), deck.find(other)
        if card is not None and instead is not None:
            found[card] = instead
