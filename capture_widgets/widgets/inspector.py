"""The inspector: the dump of a viewer as a tree that follows the game."""

from __future__ import annotations

from typing import Any

from traitlets import Dict

from capture_widgets.game import Game
from capture_widgets.state import Viewer
from capture_widgets.widgets.base import CaptureWidget


class Inspector(CaptureWidget):
    """A game's dump as a tree; `Game.inspect` makes one.

    Attributes:
        game: the game it follows.
        seat: whose knowledge is shown: a seat, ``"public"``, or None for everything.
    """

    dump: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, game: Game, seat: Viewer = None) -> None:
        self.game = game
        self.seat = seat
        super().__init__(view="inspector", dump=dict(game.dump(seat)))
        game.observe(self._changed, "revision")

    def __repr__(self) -> str:
        return f"<Inspector of {self.game!r} for {'everyone' if self.seat is None else self.seat}>"

    def _changed(self, _change: object) -> None:
        self.dump = dict(self.game.dump(self.seat))

    def _act(self, message: dict[str, Any]) -> None:
        raise ValueError(f"an inspector does not know {str(message.get('kind'))[:40]!r}")

    def _plain(self) -> tuple[Any, list[str]]:
        return self.dump, [entry["text"] for entry in self.game.log(self.seat)]
