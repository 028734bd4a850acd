"""Sets up a position by hand: the user puts cards on places, and chance puts the others, always as the rules allow.

A position is a deal and the moves made from it. To put a card on a place, the setup swaps two cards in both, so every
position that it makes can be reached by the rules, with the right winners, points and uncovered cards. There is always
a whole position: places that the user has left free hold cards, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from capture_widgets.bots.asking import ask
from capture_widgets.bots.greedy import Greedy
from capture_widgets.core.errors import IllegalDeal, IllegalMove, shown
from capture_widgets.model.deal import read_deal
from capture_widgets.model.dump_groups import groups
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round
from capture_widgets.play.game import Game

TRIES: Final = 60
"""How many ways the setup tries to make room for a card, if the rules refuse the first one."""

AWAY: Final = "away"
"""The place of the cards that are not on the table."""

_WORD: Final = re.compile(r"[0-9A-Za-z]+")


class Place(NamedTuple):
    """A place for one or more cards.

    Attributes:
        key: its key.
        words: its name for people.
        cards: the cards that the user has put there.
        free: the number of other cards there.
        down: whether they lie face down, so that no player sees them.
    """

    key: str
    words: str
    cards: tuple[str, ...]
    free: int
    down: bool


class Setup:
    """A position that a user sets up."""

    def __init__(self, history: History, *, keeps_cards: bool = True) -> None:
        """Begin with a position.

        Args:
            history: the game up to it: one round that was dealt, no match.
            keeps_cards: whether its cards count as put there by the user; otherwise all places are free.

        Raises:
            ValueError: it is a match, or it was not dealt.
        """
        if history.match or history.current.cards is None:
            raise ValueError("a position is set up from a deal: begin with cw.new(...), without match=True")
        self._start = history
        self._deck = history.type.deck
        self._deal: list[str] = self._deck.texts(history.current.cards)
        self._moves: list[str] = history.moves()
        self._placed: set[str] = {*self._deal} if keeps_cards else set()
        self.history = self._position_after(self._deal, self._moves)
        self.is_changed = False
        """Whether somebody has set up something of the position."""

    def copy(self) -> Setup:
        """An independent setup of the same position."""
        other = Setup(self._start)
        other.history, other._placed = self.history, {*self._placed}
        other._deal, other._moves = [*self._deal], [*self._moves]
        other.is_changed = self.is_changed
        return other

    # -- the position

    @property
    def tray(self) -> list[str]:
        """The cards that the user has put nowhere, in the order of the deck."""
        return [card for card in self._deck.text if card not in self._placed]

    def places(self) -> list[Place]:
        """All places of the position, with the cards that the user has put there."""
        all_places = []
        views = [self.history.dump(seat) for seat in range(len(self.history.seats))]
        seen = {card for view in views for group in groups(view) for card in group.cards}
        for key, words, cards in _groups(self.history):
            placed = tuple(card for card in cards if card in self._placed)
            down = key != AWAY and seen.isdisjoint(cards)
            all_places.append(Place(key, words, placed, len(cards) - len(placed), down))
        return all_places

    # -- cards

    def put(self, card: str, place: str, onto: str | None = None) -> None:
        """Put a card on a place. The card that lies there goes where the first card was, or to the tray.

        Args:
            card: its text.
            place: the key of the place.
            onto: the card there that it replaces; by default a free one, or else the last card.

        Raises:
            ValueError: there is no such card or place; nothing has changed.
            IllegalDeal, IllegalMove: the rules allow no such position; nothing has changed.
        """
        self._check_card(card)
        there = next((cards for key, _, cards in _groups(self.history) if key == place), None)
        if there is None:
            raise ValueError(f"there is no place {shown(place)} in this position")
        if onto is not None and onto not in there:
            raise ValueError(f"{shown(onto)} does not lie on {shown(place)}")
        if card in there:
            self._placed.add(card)
            return
        free = [other for other in there if other not in self._placed]
        self._settle(card, place, [onto] if onto is not None else free or [there[-1]])

    def _settle(self, card: str, place: str, targets: Sequence[str]) -> None:
        """Swap the card with one of the targets; if the rules refuse that, move other free cards as well."""
        now = self._lying()
        wanted = {one: now[one] for one in self._placed if one not in targets} | {card: place}
        refusal: IllegalDeal | IllegalMove | None = None
        for target in targets:
            try:
                self._take(*self._swapped(self._deal, self._moves, card, target), wanted)
            except (IllegalDeal, IllegalMove) as error:
                refusal = refusal or error
            else:
                self._claim(card, target)
                return
        rng = Random(f"{card}{targets}")
        for _ in range(TRIES):
            target = rng.choice(list(targets))
            deal, moves = self._swapped(self._deal, self._moves, card, target)
            loose = [one for one in deal if one not in self._placed and one not in (card, target)]
            loose += [target] if target not in self._placed else []
            for _ in range(rng.randrange(1, 4)):
                if len(loose) > 1:
                    deal, moves = self._swapped(deal, moves, *rng.sample(loose, 2))
            try:
                self._take(deal, moves, wanted)
            except (IllegalDeal, IllegalMove):
                continue
            self._claim(card, target)
            return
        assert refusal is not None
        raise refusal

    def _claim(self, card: str, target: str) -> None:
        """Note that the user has put a card on a place; if it came from the tray, the card there goes to the tray."""
        if card not in self._placed:
            self._placed.discard(target)
        self._placed.add(card)

    def take(self, card: str) -> None:
        """Put a card back into the tray, so that its place is free; raises ValueError if there is no such card."""
        self._check_card(card)
        self._placed.discard(card)

    def clear(self) -> None:
        """Put all cards back into the tray."""
        self._placed.clear()

    def finish(self, seed: int | None = None) -> None:
        """Put all cards of the tray on the free places by chance, as the rules allow.

        Args:
            seed: the same seed puts them on the same places.
        """
        rng, now = Random(seed), self._lying()
        loose, wanted = self.tray, {card: now[card] for card in self._placed}
        for _ in range(TRIES):
            lots = loose.copy()
            rng.shuffle(lots)
            try:
                self._take(*self._mapped(self._deal, self._moves, dict(zip(loose, lots, strict=True))), wanted)
                break
            except (IllegalDeal, IllegalMove):
                continue
        else:
            for _ in range(4 * len(loose) if len(loose) > 1 else 0):
                try:
                    self._take(*self._swapped(self._deal, self._moves, *rng.sample(loose, 2)), wanted)
                except (IllegalDeal, IllegalMove):
                    continue
        self._placed = {*self._deal}

    # -- moves

    def play(self, move: str) -> None:
        """Make a move; free places keep their cards. Raises IllegalMove if the rules refuse the move."""
        self.history = self.history.play(move)
        self._moves = self.history.moves()

    def play_on(self, plies: int, seed: int | None = None) -> None:
        """Let bots make moves.

        Args:
            plies: the number of moves; fewer if the game ends before.
            seed: the same seed makes the same moves.
        """
        bots = [Greedy(seed=seed) for _ in self.history.seats]
        game = Game(self.history.at(self.history.ply), players=bots)
        while plies > 0 and not game.is_over:
            game.play(ask(bots[0], game.view()))
            plies -= 1
        self.history = game.history.at(game.ply)
        self._moves = self.history.moves()

    def undo(self) -> None:
        """Take the last move back; raises IllegalMove if there is none."""
        self.history = self.history.at(self.history.undo().ply)
        self._moves = self.history.moves()

    # -- swapping cards

    def _check_card(self, card: object) -> None:
        if self._deck.find(card) is None:
            raise ValueError(f"there is no card {shown(card)} in this game")

    def _lying(self) -> dict[str, str]:
        """The place of every card."""
        return {card: key for key, _, cards in _groups(self.history) for card in cards}

    def _take(self, deal: list[str], moves: list[str], wanted: Mapping[str, str]) -> None:
        """Take over a position; raises IllegalDeal if a card that the user has put somewhere would lie elsewhere."""
        made = self._position_after(deal, moves)
        for key, words, cards in _groups(made):
            for card in cards:
                if wanted.get(card, key) != key:
                    reason = f"after the moves that were made, {card} would lie elsewhere ({words})"
                    raise IllegalDeal("GE-2", f"{reason}; take moves back, or put the card into the tray first")
        self.history, self._deal, self._moves = made, deal, made.moves()

    def _position_after(self, deal: list[str], moves: list[str]) -> History:
        """The game after a deal and moves."""
        start = self._start
        kind, first = start.type, start.current.first
        cards = read_deal(kind, deal)
        entry = Round(first, cards, kind.state.deal(cards, start.settings, first))
        made = History(kind, start.settings, entry, start.seats, start.totals, cut=start.cut, deals={0: cards})
        for number, move in enumerate(moves, 1):
            try:
                made = made.play(move)
            except IllegalMove as error:
                words = f"with this card there, move {number} ({move}) would have been illegal: {error.reason}"
                raise IllegalMove(error.rule, move, words) from None
        return made

    def _swapped(self, deal: list[str], moves: list[str], one: str, other: str) -> tuple[list[str], list[str]]:
        return self._mapped(deal, moves, {one: other, other: one})

    def _mapped(self, deal: list[str], moves: list[str], by: dict[str, str]) -> tuple[list[str], list[str]]:
        """A deal and moves with each card replaced by another one."""

        def changed(match: re.Match[str]) -> str:
            return by.get(match[0], match[0])

        return [by.get(card, card) for card in deal], [_WORD.sub(changed, move) for move in moves]


def _groups(history: History) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The key, the words and the cards of each place; each card occurs once."""
    seen: set[str] = set()
    for group in groups(history.dump()):
        cards = tuple(card for card in group.cards if card not in seen)
        if cards:
            seen.update(cards)
            yield group.key, group.words, cards
    away = tuple(card for card in history.type.deck.text if card not in seen)
    if away:
        yield AWAY, "out of sight", away


def position_of_setup(setup: Setup) -> dict[str, Any]:
    """The data of a position for a lesson's file."""
    made = setup.history
    deal = made.record()["rounds"][0]["deal"]
    return {"game": made.type.slug, "options": made.options, "deal": deal, "moves": made.moves()}
