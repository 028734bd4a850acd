"""A seat for an assistant: what its tools look at and do, in a game of its own or at a room's link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from capture_widgets.core.errors import ActionRefused, IllegalMove, JoinError
from capture_widgets.engine.seats import SEAT_NAMES, Seat, check_seat
from capture_widgets.engine.state import tidy
from capture_widgets.games import game_type
from capture_widgets.model.dump import Dump
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.view import Bot
from capture_widgets.model.view_text import dump_text, rules_text
from capture_widgets.play.game import Game
from capture_widgets.rooms.join import Joined

LONGEST_WAIT = 120.0
"""The most seconds that one call waits for other players."""


class Place(Protocol):
    """Where the assistant sits; it gives what one seat knows, and nothing else."""

    seat: Seat

    def dump(self) -> Dump:
        """The position as the seat knows it."""

    def log(self) -> list[LogEntry]:
        """The moves of the round as the seat knows them."""

    def play(self, move: str) -> None:
        """Make a move; raises IllegalMove or ActionRefused."""

    def why(self, move: str) -> str:
        """Why a move can be made or not, with the rules."""

    def wait(self, seconds: float) -> None:
        """Wait until the seat is to play, the round is over, or the time has passed."""


class OwnGame:
    """A seat of a game that this process plays, against bots."""

    def __init__(self, game: Game, seat: Seat) -> None:
        """Take a seat; all others have bots, which move at once.

        Raises:
            ValueError: there is no such seat, or a bot or nobody sits at the wrong one.
        """
        self.seat = check_seat(seat, len(game.seats))
        if [isinstance(player, Bot) for player in game.seats] != [at != seat for at in range(len(game.seats))]:
            raise ValueError("bots sit at all seats but the assistant's own")
        self._game = game.run()

    def dump(self) -> Dump:
        """The position as the seat knows it."""
        return self._game.dump(self.seat)

    def log(self) -> list[LogEntry]:
        """The moves of the round as the seat knows them."""
        return self._game.log(self.seat)

    def play(self, move: str) -> None:
        """Make a move, and let the bots answer."""
        if self._game.to_play is None:
            raise ActionRefused("play", "the game is over")
        self._game.play(move).run()

    def why(self, move: str) -> str:
        """Why a move can be made or not, with the rules."""
        return str(self._game.explain(move))

    def wait(self, seconds: float) -> None:
        """Nobody has to be waited for."""


class JoinedSeat:
    """A seat of a game that stands in another program, by a link of its room."""

    def __init__(self, joined: Joined) -> None:
        """Take the seat of a link.

        Raises:
            ValueError: the link is for spectators.
        """
        if not isinstance(joined.seat, int):
            raise ValueError("this link is for spectators; ask for the link of a seat")
        self.seat = joined.seat
        self._joined = joined

    def dump(self) -> Dump:
        """The position as the seat knows it."""
        dump: Any = self._joined.dump()
        return dump  # type: ignore[no-any-return]

    def log(self) -> list[LogEntry]:
        """The moves of the round as the seat knows them."""
        return self._joined.log()

    def play(self, move: str) -> None:
        """Make a move."""
        self._joined.play(move)

    def why(self, move: str) -> str:
        """Why a move can be made or not, with the rules."""
        dump = self.dump()
        kind = game_type(dump["game"])
        if tidy(move) in dump["legal_moves"]:
            return f"{move}: legal."
        if dump["to_play"] != self.seat:
            return "It is not your turn, so no move of yours is legal now."
        try:
            # every move has one text (GE-3), so the room refuses this one and says why
            self._joined.play(move)
        except IllegalMove as error:
            return (
                f"{move}: not legal. {error.reason} ({error.rule}).\n{error.rule}: {kind.all_rules.get(error.rule, '')}"
            )
        return f"{move} was legal, written otherwise, and is made."

    def wait(self, seconds: float) -> None:
        """Wait until the seat is to play or the round is over."""
        try:
            self._joined.wait(seconds)
        except JoinError:
            if self._joined.closed:
                raise


class Assistant:
    """The four tools: each returns a text with what the seat knows."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def look(self, rules: bool = False, wait: float = 0.0) -> str:
        """The position as your seat knows it, the moves so far, and whose turn it is.

        Args:
            rules: whether to begin with the rules of the game.
            wait: how many seconds to wait for your turn at most.
        """
        if wait > 0:
            self._place.wait(min(wait, LONGEST_WAIT))
        dump = self._place.dump()
        kind = game_type(dump["game"])
        settings = kind.options.of(dump["options"])
        told = [rules_text(kind, settings, match=dump["match"] is not None)] if rules else []
        return "\n\n".join([*told, dump_text(kind, settings, dump, self._place.seat, self._place.log())])

    def legal_moves(self) -> list[str]:
        """The legal moves of your seat, in notation; none while it is not your turn."""
        return list(self._place.dump()["legal_moves"])

    def play(self, move: str) -> str:
        """Make a move of your seat, and see what came of it.

        Args:
            move: the move in notation, as `legal_moves` lists it.
        """
        dump = self._place.dump()
        if dump["to_play"] != self._place.seat:
            turn = "The round is over" if dump["to_play"] is None else f"It is {SEAT_NAMES[dump['to_play']]}'s turn"
            return f"{turn}; nothing was played."
        try:
            self._place.play(move)
        except (IllegalMove, ActionRefused) as error:
            rule = f"\n{self._rule(error.rule)}" if isinstance(error, IllegalMove) else ""
            return f"Refused, nothing was played: {error.reason}{rule}"
        return self.look()

    def why(self, move: str) -> str:
        """Why a move is legal or not now, with the rules that decide it; it is not played.

        Args:
            move: the move in notation.
        """
        return self._place.why(move)

    def _rule(self, name: str) -> str:
        text = game_type(self._place.dump()["game"]).all_rules.get(name, "")
        return f"{name}: {text}"


def seat_by_link(link: str, timeout: float = 10.0) -> Assistant:
    """Take the seat of a link of a room; raises JoinError or ValueError if it opens no seat."""
    return Assistant(JoinedSeat(Joined(link, timeout)))


def seat_in_own_game(
    slug: str, seat: Seat, bots: Sequence[Bot], seed: int | None, options: dict[str, Any]
) -> Assistant:
    """Begin a game against bots; one bot is taken for all other seats."""
    from capture_widgets.play.new_game import new

    count = len(new(slug, **options).seats)
    check_seat(seat, count)
    others = iter([*bots, *[bots[-1]] * count])
    seats = ["assistant" if at == seat else next(others) for at in range(count)]
    return Assistant(OwnGame(new(slug, seed=seed, seats=seats, **options), seat))
