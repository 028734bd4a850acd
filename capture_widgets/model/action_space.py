"""Numbers for moves: every move of a game has the same numbers in every position, for environments and learners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.core.whole_numbers import whole, whole_number
from capture_widgets.engine.state import GameType, tidy, unreadable
from capture_widgets.games import game_type


class Actions:
    """The actions of a game, numbered from 0; the numbers depend only on the options.

    They stand in a fixed order of the game's own, not in that of texts, and a mask has them by number.

    In most games a move is one action. In Capture in five columns a move is several actions, one for each card that is
    placed, from the first column to the last, because there are 312 million placements.

    Attributes:
        game: the slug of the game.
        texts: the text of each action by its number: a move in its notation, or a part of one such as ``A:Qh``.
        several: whether a move is several actions.
    """

    def __init__(self, game: GameType, options: Any) -> None:
        if game.actions is None:
            raise ValueError(f"{game.title} does not list its actions")
        self.game = game.slug
        self.texts: tuple[str, ...] = tuple(game.actions(options))
        self.several = game.several_actions
        self._numbers = {text: number for number, text in enumerate(self.texts)}

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return f"<Actions of {self.game}, {len(self):,}{', several to a move' if self.several else ''}>"

    def index(self, move: str) -> int:
        """The number of an action.

        Raises:
            IllegalMove: the text is no action of this game with these options.
        """
        if not isinstance(move, str):
            raise IllegalMove("GE-3", shown(move), f"{shown(move)} is no text of a move")
        number = self._numbers.get(tidy(move))
        if number is None:
            raise unreadable(move, f"as {self.texts[0]}, {self.texts[len(self) // 2]} or {self.texts[-1]}")
        return number

    def text(self, number: int) -> str:
        """The text of an action; raises ValueError if there is no such number."""
        return self.texts[whole_number(number, "number", 0, len(self) - 1)]

    def split(self, move: str) -> tuple[int, ...]:
        """The numbers of the actions that make up a move; one, in games where a move is one action.

        Raises:
            IllegalMove: the text is no move of this game with these options.
        """
        return tuple(map(self.index, tidy(move).split(" "))) if self.several else (self.index(move),)

    def join(self, numbers: Iterable[int]) -> str:
        """The move that some actions make up: the inverse of `split`."""
        return " ".join(map(self.text, numbers))

    def legal(self, moves: Iterable[str], begun: Sequence[int] = ()) -> list[int]:
        """The actions that are legal now, in ascending order.

        Args:
            moves: the legal moves, as `Game.legal_moves` and `View.legal_moves` give them.
            begun: the actions of the current move that have been chosen so far.
        """
        start = tuple(whole(number) for number in begun)
        return sorted(
            {after[len(start)] for move in moves if (after := self.split(move))[: len(start)] == start != after}
        )

    def mask(self, moves: Iterable[str], begun: Sequence[int] = ()) -> bytearray:
        """A byte for each action: 1 if it is legal, else 0; ``numpy.frombuffer(mask, "int8")`` makes an array of it.

        Args:
            moves: the legal moves.
            begun: the actions of the current move that have been chosen so far.
        """
        mask = bytearray(len(self))
        for number in self.legal(moves, begun):
            mask[number] = 1
        return mask


def actions(game: str, **options: Any) -> Actions:
    """The actions of a game, numbered for environments and learners; the numbers are the same in every position.

    Args:
        game: its slug, see `games`.
        **options: the options of the game, as for `new`.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ValueError: the game, which another package brings, does not list its actions.
    """
    kind = game_type(game)
    return Actions(kind, kind.options.of({name: whole(value) for name, value in options.items() if name != "match"}))
