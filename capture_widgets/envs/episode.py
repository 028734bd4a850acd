"""One game or match that is played by the numbers of its actions; the environments of all libraries share it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NoReturn

import numpy as np

from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Seat, State
from capture_widgets.envs.base_encoding import Bits, Encoding, to_array
from capture_widgets.model.deal import cut_for, deal_for
from capture_widgets.model.scores import match_returns, totals_after

_ANY_SEED: Final = 1 << 64


class Seeds:
    """The seeds of one episode after another.

    The first episode after `start` has the given seed itself, so that its deal is that of ``cw.new(slug, seed=seed)``.
    """

    def __init__(self) -> None:
        self._rng = Random()
        self._next: int | None = None

    def start(self, seed: int) -> None:
        """Begin anew with a seed."""
        self._rng = Random(seed)
        self._next = seed

    def draw(self) -> int:
        """The seed of the next episode."""
        seed, self._next = self._next, None
        return self._rng.randrange(_ANY_SEED) if seed is None else seed


class Played:
    """A round of an episode: who dealt or started it, its deal, and its moves with the seats that made them.

    Attributes:
        first: the seat that dealt or started; None in games where none does.
        cards: the deal.
        moves: the moves.
        end: the last state, once the round is over.
    """

    __slots__ = ("cards", "end", "first", "movers", "moves")

    def __init__(self, first: Seat | None, cards: Sequence[Card]) -> None:
        self.first = first
        self.cards = tuple(cards)
        self.moves: list[Any] = []
        self.movers: list[tuple[Seat, bool]] = []
        """For each move its seat, and whether it stays hidden from the others until the next move."""
        self.end: State | None = None

    def copy(self) -> Played:
        """An independent copy."""
        made = Played.__new__(Played)
        made.first, made.cards, made.end = self.first, self.cards, self.end
        made.moves, made.movers = [*self.moves], [*self.movers]
        return made


class Episode:
    """A game or match under way.

    Attributes:
        encoding: numbers of actions and observations.
        state: the position; while a match is between two rounds, and before the first deal, the caller has to `deal`.
        begun: the actions of the move that the seat to play has begun.
        totals: the points of the match before this round.
        rounds: the rounds, the current one last.
        over: whether the game or match is over.
    """

    __slots__ = ("_bits", "begun", "encoding", "over", "rounds", "state", "totals", "waits")

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.state: Any = None
        self.begun: list[int] = []
        self.totals = [0] * encoding.seats
        self.rounds: list[Played] = []
        self.over = False
        self.waits = True
        """Whether the next round has to be dealt."""
        self._bits: int | None = None

    def copy(self) -> Episode:
        """An independent copy."""
        made = Episode.__new__(Episode)
        made.encoding, made.state, made.over, made.waits = self.encoding, self.state, self.over, self.waits
        made.begun, made.totals = [*self.begun], [*self.totals]
        made.rounds = [*self.rounds[:-1], *(played.copy() for played in self.rounds[-1:])]
        made._bits = self._bits
        return made

    def opener(self) -> Seat | str | None:
        """The seat that deals or starts the next round; "cut" if a cut decides it, None in games where none does."""
        game = self.encoding.game
        if game.opener is None:
            return None
        if not self.rounds:
            first: Seat | str = getattr(self.encoding.options, game.opener)
            return first
        before = self.rounds[-1].first
        assert before is not None
        return (before + 1) % self.encoding.seats

    def deal(self, cards: Sequence[Card], first: Seat | None) -> None:
        """Begin the next round.

        Raises:
            IllegalDeal: the rules reject the deal; nothing has changed.
        """
        state = self.encoding.game.state.deal(cards, self.encoding.options, first)
        self.rounds.append(Played(first, cards))
        self.state, self.waits, self._bits = state, False, None
        self.begun = []
        if state.to_play is None:
            self._end_round()

    def deal_seed(self, seed: int) -> None:
        """Begin the next round with the deal of a seed, as ``cw.new`` does."""
        game, options = self.encoding.game, self.encoding.options
        first = self.opener()
        if isinstance(first, str):
            assert game.cut is not None
            first = game.cut(*cut_for(game, seed))
        self.deal(deal_for(game, seed, options, len(self.rounds), first), first)

    @property
    def to_play(self) -> Seat | None:
        """The seat to play; None if the episode is over or waits for a deal."""
        return None if self.over or self.waits else self.state.to_play

    def bits(self) -> int:
        """The bits of the legal actions."""
        if self._bits is None:
            self._bits = 0 if self.over or self.waits else self.encoding.legal(self.state, self.begun)
        return self._bits

    def mask(self) -> Bits:
        """For each action 1 if the seat to play may choose it, else 0."""
        return to_array(self.bits(), len(self.encoding.actions))

    def legal(self) -> list[int]:
        """The numbers of the legal actions, ascending."""
        return np.flatnonzero(self.mask()).tolist()

    def known(self, seat: Seat) -> Bits:
        """The observation of a seat."""
        encoding = self.encoding
        bits = encoding.known(self.state, seat, self.begun if self.begun and seat == self.state.to_play else ())
        if encoding.match:
            part = encoding.layout.parts[-1]
            bits |= encoding.scored(seat, self.points) << part.start
        return to_array(bits, encoding.layout.size)

    def play(self, action: object) -> None:
        """Make an action.

        Args:
            action: its number, of any integer type.

        Raises:
            IllegalMove, ActionRefused: the action is not legal; nothing has changed.
            ValueError: there is no such action.
        """
        number = whole(action)
        if type(number) is not int:
            raise ValueError(f"action={shown(action)}: a whole number, 0 to {len(self.encoding.actions) - 1:,}")
        if number < 0 or not self.bits() >> number & 1:
            self._refuse(number)
        encoding, begun = self.encoding, self.begun
        begun.append(number)
        self._bits = None
        move = encoding.finished(self.state, begun)
        if move is None:
            return
        self.begun = []
        self.play_move(move)

    def play_move(self, move: Any) -> None:
        """Make a whole legal move."""
        before = self.state
        self.state = after = before.apply(move)
        self._bits = None
        played = self.rounds[-1]
        played.moves.append(move)
        played.movers.append((before.to_play, before.hides_move))
        if after.to_play is None:
            self._end_round()

    def _end_round(self) -> None:
        encoding = self.encoding
        self.rounds[-1].end = self.state
        if not encoding.match:
            self.over = True
            return
        totals = totals_after(self.totals, self.state)
        if encoding.game.match_over(totals, encoding.options):
            self.over = True
        else:
            self.totals, self.waits = totals, True

    def _refuse(self, action: int) -> NoReturn:
        """Raise the error for an action that is not legal, with the rule that forbids it if a rule does."""
        actions = self.encoding.actions
        if not 0 <= action < len(actions):
            raise ValueError(f"action {action}: a whole number, 0 to {len(actions) - 1:,}")
        if self.to_play is not None or not self.encoding.match:
            self.encoding.check(self.state, self.begun, action)
        raise ActionRefused("play", f"action {action}, “{actions.texts[action]}”, is not possible now")

    @property
    def points(self) -> Sequence[int]:
        """Points by seat; in a match the running total."""
        if not self.encoding.match or self.state is None:
            return self.state.points if self.state is not None else self.totals
        return self.totals if self.waits else totals_after(self.totals, self.state)

    @property
    def returns(self) -> list[int]:
        """+1, 0 or -1 for each seat once the episode is over, else 0."""
        encoding = self.encoding
        if not self.over:
            return [0] * encoding.seats
        if encoding.match:
            return match_returns(encoding.game, encoding.options, totals_after(self.totals, self.state))
        return list(self.state.returns)
