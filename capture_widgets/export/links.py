"""Links to replays: the address contains a game, as one viewer may know it, after the ``#``.

Browsers do not send that part to a server. Any page that `Game.save_html` wrote can show the game.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

from capture_widgets.core.errors import ActionRefused, RecordError, shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.names import names_for
from capture_widgets.engine.state import Viewer
from capture_widgets.export.html import table_text
from capture_widgets.export.pages import offline_replay
from capture_widgets.export.replay_frames import frames_since, viewer_words
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.records.view_reader import read_view

MOST_LINK: Final = 100_000
"""The most characters of a game in a link; browsers open such addresses, but few chat programs accept them."""

MOST_UNPACKED: Final = 2_000_000
"""The most characters of a question, decompressed."""

_CARRIED: Final = re.compile(r"\S*#game:([A-Za-z0-9_-]+)")


def link(history: History, base: str, seat: Viewer, ply: int | None, number: int | None) -> str:
    """The address of a page that shows a game as a viewer could follow it; see `Game.link`."""
    made = offline_replay(history, seat)
    state = _carried(made.state)
    if ply is not None or number is not None:
        there = history.round if number is None else number
        plies = history.plies(there)
        state["round"], state["ply"] = history.check_ply(plies[0] if ply is None else ply, there)
    return _address(base, {"state": state, "frames": made.every[0]})


def question(history: History, base: str) -> str:
    """The address of a page that shows the position as the seat to play knows it; see `Game.question`."""
    seat = history.to_play
    if seat is None:
        raise ActionRefused("question", "the game is over; nobody is to play")
    number, ply = history.round, history.ply
    made = offline_replay(history, seat, (number, ply))
    state = _carried(made.state)
    state["scene"] = {**state["scene"], "notice": _asks(history, seat)}
    state |= {"round": number, "ply": ply, "notes": {}}
    frames = frames_since(history, number, seat, ply, ply)
    frames["log"] = made.every[0][-1]["log"]
    return _address(base, {"state": state, "frames": [frames]})


def question_in_words(history: History) -> str:
    """The question as text to paste into a message: words, the table as text, and a line of Python that shows it.

    It needs no published page.
    """
    line = f'cw.show("{question(history, "")}")'
    seat = history.to_play
    asks, position = _asks(history, seat or 0), table_text(history.dump(seat))
    return f"{asks}\n\n{position}\n\nTo see it as a picture, in a notebook: {line}\n"


def question_position(text: str) -> Dump:
    """Read the position of a question, as the seat that asks knows it.

    Raises:
        RecordError: the text contains no question, or it cannot be read.
    """
    match = _CARRIED.fullmatch(text.strip())
    if match is None or len(text) > MOST_LINK:
        raise RecordError("", 'expected what g.question() gives: "#game:" and letters, with or without an address')
    packed = match[1]
    try:
        unpacking = zlib.decompressobj(-15)
        data = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_UNPACKED)
        if not unpacking.eof:
            raise RecordError("", "this question is cut off or too long")
        frames = json.loads(data)["frames"]
        ((dump,),) = [entry["dumps"] for entry in frames]
    except (zlib.error, ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, RecordError):
            raise
        words = "there is no single position in it; a link with a whole game opens in a page that g.save_html() wrote"
        raise RecordError("", words) from None
    return read_view(dump)


def _asks(history: History, seat: int) -> str:
    if len(history.seats) == 1:
        return "What would you play here? You see what the player saw."
    who = names_for(history.seats).who(seat)
    return f"What would you play here? {who} is to move, and you see what {who} knows."


def _carried(state: dict[str, Any]) -> dict[str, Any]:
    """The traits that a link contains; the page has default values for the others."""
    scene = {**state["scene"], "notice": f"This game came with the link. It is shown {viewer_words(state['seat'])}."}
    return {"scene": scene, **{name: state[name] for name in ("seat", "round", "ply", "notes")}}


def _address(base: str, given: dict[str, Any]) -> str:
    if not is_a(base, str):
        raise ValueError(f"base={shown(base)}: the address of a page that g.save_html() wrote")
    text = json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = urlsafe_b64encode(packing.compress(text) + packing.flush()).decode().rstrip("=")
    if len(packed) > MOST_LINK:
        raise ValueError("this game is too long for a link; g.save_html() writes a page that holds it")
    return f"{base.partition('#')[0]}#game:{packed}"
