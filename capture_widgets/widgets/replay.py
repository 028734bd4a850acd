"""The replay: a recorded game to step through, as one viewer could follow it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from traitlets import Bool, Dict, Int, List

from capture_widgets.dump import patch
from capture_widgets.game import Game, load
from capture_widgets.record import Record
from capture_widgets.state import Viewer
from capture_widgets.widgets.base import CaptureWidget
from capture_widgets.wire import Frames


class Replay(CaptureWidget):
    """A recorded game, precomputed for one viewer; stepping needs no kernel.

    Attributes:
        game: the game as it was loaded, with everything in it.
        seat: whose knowledge is shown: a seat, ``"public"``, or None for everything.
        round, ply: the position shown; both ways.
        playing: whether it steps by itself; both ways.
    """

    frames: List[Any] = List().tag(sync=True)
    scene: Dict[str, Any] = Dict().tag(sync=True)
    round = Int(0).tag(sync=True)
    ply = Int(0).tag(sync=True)
    playing = Bool(False).tag(sync=True)

    def __init__(self, record: Record | Mapping[str, Any] | str | Path, seat: Viewer = "public", **traits: Any) -> None:
        self.game = load(record)
        self.seat = seat
        numbers = self.game.round_numbers()
        super().__init__(
            view="replay",
            frames=[frames(self.game, number, seat) for number in numbers],
            scene={
                "title": self.game.type.title,
                "seats": [{"name": name, "kind": "person", "level": None} for name in self.game.record()["seats"]],
            },
            **{"round": numbers[0], "ply": self.game.plies(numbers[0])[0], **traits},
        )

    def __repr__(self) -> str:
        return f"<Replay of {self.game!r} for {'everyone' if self.seat is None else self.seat}>"

    def _act(self, message: dict[str, Any]) -> None:
        raise ValueError(f"a replay does not know {str(message.get('kind'))[:40]!r}")

    def _plain(self) -> tuple[Any, list[str]]:
        number = self.game.round_numbers()[-1]
        ply = self.game.plies(number)[-1]
        log = self.game.log(self.seat, round=number)
        return self.game.dump_at(ply, round=number, seat=self.seat), [entry["text"] for entry in log]


def frames(game: Game, round_number: int, seat: Viewer) -> Frames:
    """One round as the first dump and a patch for each ply after it; cost grows with the number of plies."""
    plies = game.plies(round_number)
    last = game.dump_at(plies[0], round=round_number, seat=seat)
    dumps: list[Any] = [last]
    for ply in plies[1:]:
        following = game.dump_at(ply, round=round_number, seat=seat)
        dumps.append(patch(last, following))
        last = following
    return {"round": round_number, "dumps": dumps, "log": game.log(seat, round=round_number)}  # type: ignore[typeddict-item]
