"""Links to replays: what a page needs to show a game, as one viewer may know it, in its address after the ``#``.

Browsers send that part to no server. A page written by `Game.save_html` opens it, whichever game it was written for.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from typing import Any, Final

from capture_widgets.errors import IllegalMove
from capture_widgets.export import offline
from capture_widgets.game_history import History
from capture_widgets.replay_frames import frames_since, viewer_words
from capture_widgets.state import SEAT_NAMES, Viewer

MOST_LINK: Final = 100_000
"""Characters of a game in a link; browsers open such addresses, though few chats carry them."""


def link(history: History, base: str, seat: Viewer, ply: int | None, number: int | None) -> str:
    """The address of a page with a game as a viewer could follow it; see `Game.link`."""
    made = offline(history, seat)
    state = _carried(made.state)
    if ply is not None or number is not None:
        there = history.round if number is None else number
        plies = history.plies(there)
        state["round"], state["ply"] = there, plies[0] if ply is None else ply
        if state["ply"] not in plies:
            raise ValueError(f"round {there} has no ply {ply}; it has {plies[0]} to {plies[-1]}")
    return _address(base, {"state": state, "frames": made.every[0]})


def question(history: History, base: str) -> str:
    """The address of a page with the position as the seat to play knows it; see `Game.question`."""
    seat = history.to_play
    if seat is None:
        raise IllegalMove("GE-5", "", "the game is over; nobody is to play")
    number, ply = history.round, history.ply
    made = offline(history, seat, (number, ply))
    state = _carried(made.state)
    words = f"What would you play here? {SEAT_NAMES[seat]} is to move, and you see what {SEAT_NAMES[seat]} knows."
    state["scene"] = {**state["scene"], "notice": words}
    state |= {"round": number, "ply": ply, "notes": {}}
    frames = frames_since(history, number, seat, ply, ply)
    frames["log"] = made.every[0][-1]["log"]
    return _address(base, {"state": state, "frames": [frames]})


def _carried(state: dict[str, Any]) -> dict[str, Any]:
    """The traits that go with a link: the page has the rest."""
    scene = {**state["scene"], "notice": f"This game came with the link. It is shown {viewer_words(state['seat'])}."}
    return {"scene": scene, **{name: state[name] for name in ("seat", "round", "ply", "notes")}}


def _address(base: str, given: dict[str, Any]) -> str:
    text = json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = urlsafe_b64encode(packing.compress(text) + packing.flush()).decode().rstrip("=")
    if len(packed) > MOST_LINK:
        raise ValueError("this game is too long for a link; g.save_html() writes a page that holds it")
    return f"{base.partition('#')[0]}#game:{packed}"

