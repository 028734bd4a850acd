"""Setting up a position by hand: cards laid where somebody wants them, and the rest by lot, always as the rules allow.

A position is a deal and the moves made from it. Two cards change their places in both, so whatever is set up can be
reached by the rules, and its winners, points and uncovered cards are what they must be. Behind the places that nobody
has said anything about lie cards too, until somebody does: there is always a whole position.
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
"""Ways that are tried to make room for a card where the rules object."""

AWAY: Final = "away"
"""The place of cards that lie nowhere on the table."""

_WORD: Final = re.compile(r"[0-9A-Za-z]+")


class Place(NamedTuple):
    """Where cards lie, or one card does.

    Attributes:
        key: its name for programs.
        words: its name for people.
        cards: what lies there as somebody has set it up.
        free: how many more cards lie there, which nobody has said anything about.
    """

    key: str
    words: str
    cards: tuple[str, ...]
    free: int


class Setup:
    """A position that is being set up."""

    def __init__(self, history: History, *, said: bool = True) -> None:
        """Begin with a position.

        Args:
            history: a game up to it, of one round that was dealt.
            said: whether its cards stay where they lie; else each place is free.

        Raises:
            ValueError: it is a match, or was not dealt.
        """
        if history.match or history.current.cards is None:
            raise ValueError("a position is set up from a deal: begin with cw.new(...) and no match")
        self._start = history
        self._deck = history.type.deck
        self._deal: list[str] = self._deck.texts(history.current.cards)
        self._moves: list[str] = history.moves()
        self._said: set[str] = {*self._deal} if said else set()
        self.history = self._made(self._deal, self._moves)

    def copy(self) -> Setup:
        """An independent one at the same position."""
        other = Setup(self._start)
        other.history, other._said = self.history, {*self._said}
        other._deal, other._moves = [*self._deal], [*self._moves]
        return other

    # -- what there is

    @property
    def tray(self) -> list[str]:
        """The cards that nobody has laid anywhere, in the order of the deck."""
        return [card for card in self._deck.text if card not in self._said]

    def places(self) -> list[Place]:
        """All places of the position, with what was said to lie there."""
        found = []
        for key, words, cards in _groups(self.history):
            laid = tuple(card for card in cards if card in self._said)
            found.append(Place(key, words, laid, len(cards) - len(laid)))
        return found

    # -- laying cards

    def put(self, card: str, place: str, onto: str | None = None) -> None:
        """Lay a card somewhere; one that lies there takes its place in turn, or goes to the tray.

        Args:
            card: its text.
            place: the key of the place.
            onto: the card there whose place it takes; a free one, or the last card, by default.

        Raises:
            ValueError: there is no such card or place; nothing has changed.
            IllegalDeal, IllegalMove: the rules allow no such position; nothing has changed.
        """
        self._check_card(card)
        there = next((cards for key, _, cards in _groups(self.history) if key == place), None)
        if there is None:
            raise ValueError(f"there is no place {shown(place)} in this position")
        if onto is not None and onto not in there:
            raise ValueError(f"{shown(onto)} does not lie there")
        if card in there:
            self._said.add(card)
            return
        free = [other for other in there if other not in self._said]
        self._settle(card, place, [onto] if onto is not None else free or [there[-1]])

    def _settle(self, card: str, place: str, targets: Sequence[str]) -> None:
        """Change places with one of the cards, or, where the rules object, with other free cards moved as well."""
        now = self._lying()
        wanted = {one: now[one] for one in self._said if one not in targets} | {card: place}
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
            loose = [one for one in deal if one not in self._said and one not in (card, target)]
            loose += [target] if target not in self._said else []
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
        """A card has been laid on a place: what lay there and came from the tray's place is in the tray now."""
        if card not in self._said:
            self._said.discard(target)
        self._said.add(card)

    def take(self, card: str) -> None:
        """Put a card back into the tray: its place is free; raises ValueError where there is no such card."""
        self._check_card(card)
        self._said.discard(card)

    def clear(self) -> None:
        """Put all cards back into the tray."""
        self._said.clear()

    def finish(self, seed: int | None = None) -> None:
        """Lay all cards of the tray by lot, on the places that are free, as the rules allow.

        Args:
            seed: the same one lays the same cards.
        """
        rng, now = Random(seed), self._lying()
        loose, wanted = self.tray, {card: now[card] for card in self._said}
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
        self._said = {*self._deal}

    # -- moves that lead on

    def play(self, move: str) -> None:
        """Make a move; places that are free keep the cards behind them. Raises IllegalMove where it cannot be made."""
        self.history = self.history.play(move)
        self._moves = self.history.moves()

    def play_on(self, plies: int, seed: int | None = None) -> None:
        """Let bots make so many moves, or as many as there are to make.

        Args:
            plies: how many.
            seed: the same one makes the same moves.
        """
        bots = [Greedy(seed=seed) for _ in self.history.seats]
        game = Game(self.history.at(self.history.ply), players=bots)
        while plies > 0 and not game.is_over:
            game.play(ask(bots[0], game.view()))
            plies -= 1
        self.history = game.history.at(game.ply)
        self._moves = self.history.moves()

    def undo(self) -> None:
        """Take the last move back; raises IllegalMove where there is none."""
        self.history = self.history.at(self.history.undo().ply)
        self._moves = self.history.moves()

    # -- how it is done

    def _check_card(self, card: object) -> None:
        if self._deck.find(card) is None:
            raise ValueError(f"there is no card {shown(card)} in this game")

    def _lying(self) -> dict[str, str]:
        """The place of every card."""
        return {card: key for key, _, cards in _groups(self.history) for card in cards}

    def _take(self, deal: list[str], moves: list[str], wanted: Mapping[str, str]) -> None:
        """Go over to a position, unless cards that are wanted somewhere would lie elsewhere in it."""
        made = self._made(deal, moves)
        for key, words, cards in _groups(made):
            for card in cards:
                if wanted.get(card, key) != key:
                    reason = f"as the moves that were made go on, {card} would then lie elsewhere ({words})"
                    raise IllegalDeal("GE-2", f"{reason}; take moves back, or put it into the tray first")
        self.history, self._deal, self._moves = made, deal, made.moves()

    def _made(self, deal: list[str], moves: list[str]) -> History:
        """The position of a deal and moves."""
        start = self._start
        kind, first = start.type, start.current.first
        cards = read_deal(kind, deal)
        entry = Round(first, cards, kind.state.deal(cards, start.settings, first))
        made = History(kind, start.settings, entry, start.seats, start.totals, cut=start.cut, deals={0: cards})
        for number, move in enumerate(moves, 1):
            try:
                made = made.play(move)
            except IllegalMove as error:
                words = f"then move {number}, {move}, could not have been made: {error.reason}"
                raise IllegalMove(error.rule, move, words) from None
        return made

    def _swapped(self, deal: list[str], moves: list[str], one: str, other: str) -> tuple[list[str], list[str]]:
        return self._mapped(deal, moves, {one: other, other: one})

    def _mapped(self, deal: list[str], moves: list[str], by: dict[str, str]) -> tuple[list[str], list[str]]:
        """A deal and moves with cards in the places of others."""

        def changed(found: re.Match[str]) -> str:
            return by.get(found[0], found[0])

        return [by.get(card, card) for card in deal], [_WORD.sub(changed, move) for move in moves]


def _groups(history: History) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Key, words and cards of each place where cards lie; each card once."""
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
    """A position that was set up, for a lesson's file."""
    made = setup.history
    deal = made.record()["rounds"][0]["deal"]
    return {"game": made.type.slug, "options": made.options, "deal": deal, "moves": made.moves()}
