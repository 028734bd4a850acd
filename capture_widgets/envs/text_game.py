"""A game for players that read and write: prompts, answers with one retry, forfeits, rewards. It needs no library."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from capture_widgets.bots.answers import read_answer, refusal_text
from capture_widgets.bots.asking import ask
from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.seats import SEAT_NAMES, Seat, check_seat
from capture_widgets.model.view import Bot, View
from capture_widgets.model.view_text import position_text, rules_text
from capture_widgets.play.new_game import new

TRIES: Final = 2
"""A first answer, and one more after a refusal."""


class TextGame:
    """A game in which each seat is told what it knows, and answers with ``[move]``.

    An answer that names no legal move is refused once, with the rule; after a second one its seat forfeits: it and its
    partner get -1, all others +1.

    Attributes:
        game: the game; it knows every card, so show nothing of it to a player.
        seat: the seat that has to answer; None when the game is over.
        refused: by seat, how many answers were refused.
        forfeit: the seat that has forfeited, or None.
    """

    def __init__(
        self,
        slug: str,
        *,
        seed: int | None = None,
        bots: Mapping[Seat, Bot] | None = None,
        moves: bool = True,
        **options: Any,
    ) -> None:
        """Begin a game.

        Args:
            slug: the slug of the game.
            seed: gives the deal; a random one by default.
            bots: the bots of this package at some seats, which move at once.
            moves: whether prompts list the legal moves.
            **options: the options of the game, as for ``cw.new``, ``match=True`` among them.

        Raises:
            UnknownGame, UnknownOption: an argument is not valid.
            ValueError: there is no such seat, or bots sit at all of them.
        """
        self._slug, self._options, self._moves = slug, options, moves
        self._bots = dict(bots or {})
        self.seed, self.game = 0, new(slug, seed=0, **options)
        count = len(self.game.seats)
        for at in self._bots:
            check_seat(at, count)
        if len(self._bots) == count:
            raise ValueError("bots sit at all seats, so that nobody would be asked")
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew, with another deal.

        Args:
            seed: gives the deal; a random one by default.
        """
        self.seed = secrets.randbits(32) if seed is None else whole(seed)
        self.game = new(self._slug, seed=self.seed, **self._options)
        self.refused = [0] * len(self.game.seats)
        self.forfeit: Seat | None = None
        self._refusal = ""
        self._reason = ""
        self.game.seed_bots(str(self.seed))
        self._let_bots_play()

    @property
    def seat(self) -> Seat | None:
        """The seat that has to answer; None when the game is over."""
        return None if self.forfeit is not None else self.game.to_play

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self.seat is None

    # -- what a player is told

    def rules(self) -> str:
        """The rules of the game, the same for all seats."""
        history = self.game.history
        return rules_text(history.type, history.settings, match=history.match)

    def prompt(self, seat: Seat | None = None) -> str:
        """What a seat is told, by default the one that has to answer: a refusal, or the position.

        Raises:
            ActionRefused: the game is over, and no seat is given.
        """
        seat = self.seat if seat is None else seat
        if seat is None:
            raise ActionRefused("prompt", "the game is over; nobody has to answer")
        if self._refusal and seat == self.seat:
            return self._refusal
        return position_text(self.game.view(seat=seat), moves=self._moves)

    # -- answering

    def step(self, answer: str) -> bool:
        """Take the answer of the seat that has to answer; returns whether its move was made.

        Raises:
            ActionRefused: the game is over.
            TypeError: the answer is not a text.
        """
        seat = self.seat
        if seat is None:
            raise ActionRefused("step", "the game is over; nobody has to answer")
        if not isinstance(answer, str):
            raise TypeError(f"an answer is a text, not {type(answer).__name__}")
        view: View = self.game.view()
        try:
            move = read_answer(view, answer)
        except IllegalMove as error:
            self.refused[seat] += 1
            if self._refusal:
                self.forfeit, self._reason = seat, f"{SEAT_NAMES[seat]} named no legal move in {TRIES} tries"
            else:
                self._refusal = refusal_text(view, error)
            return False
        self._refusal = ""
        self.game.play(move)
        self._let_bots_play()
        return True

    def _let_bots_play(self) -> None:
        game = self.game
        while game.to_play in self._bots:
            bot = self._bots[game.to_play]
            game.play(ask(bot, game.view()))

    # -- results

    @property
    def rewards(self) -> list[float] | None:
        """The reward of each seat, -1 to 1; None until the game is over."""
        history = self.game.history
        if self.forfeit is not None:
            losers = (self.forfeit, history.type.partners(history.settings, self.forfeit))
            return [-1.0 if seat in losers else 1.0 for seat in range(len(self.refused))]
        return None if not self.done else [float(sign) for sign in self.game.returns or ()]

    @property
    def info(self) -> dict[str, Any]:
        """Facts for a trainer: moves, refused answers, and the seed, which no player may see before the end.

        The keys are game, options, seed, round, ply, moves (of this round), refused, forfeit, reason and points.
        """
        game = self.game
        return {
            "game": self._slug,
            "options": game.options,
            "seed": self.seed,
            "round": game.round,
            "ply": game.ply,
            "moves": game.moves(),
            "refused": list(self.refused),
            "forfeit": self.forfeit,
            "reason": self._reason,
            "points": list(game.points),
        }
