"""Everything that a seat has learned in an episode, in order, as one text (GE-6)."""

from __future__ import annotations

import json
from typing import Any, Literal

from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.envs.episode import Episode, Played


def information_state(episode: Episode, seat: Seat | Literal["public"]) -> str:
    """The information state of a seat, or of the public, with perfect recall.

    It has the options, then for each round who opened it, every move as the seat knows it, and the table as the seat
    sees it after the last of them. What the seat saw earlier follows from these: a card that was shown stays on the
    table or is named by a move, and where a move does not name it, as a card drawn from the stock, it is added here.
    """
    encoding = episode.encoding
    lines = [f"{encoding.game.slug} seat {seat} {_plain(encoding.options.as_dict())}"]
    for number, played in enumerate(episode.rounds):
        last = number == len(episode.rounds) - 1
        state = played.end if played.end is not None else episode.state
        moves = "; ".join(_moves(episode, played, seat))
        if last and episode.begun and seat == episode.to_play:
            moves += f" ({episode.encoding.actions.join(episode.begun)})"
        lines.append(f"round {number} opened by {played.first}: {moves}")
        lines.append(f"{_plain(state.table(seat))} to play {state.to_play}")
        if before := encoding.seen_before(state):
            lines.append(_plain(before))
    return "\n".join(lines)


def observation_text(episode: Episode, seat: Seat | Literal["public"]) -> str:
    """Write what a seat sees now as text: points, table and the actions it has begun."""
    begun = episode.encoding.actions.join(episode.begun) if episode.begun and seat == episode.to_play else ""
    state = episode.state
    return f"seat {seat} points {list(episode.points)} to play {state.to_play} {begun}\n{_plain(state.table(seat))}"


def private_text(episode: Episode, seat: Seat) -> str:
    """What a seat sees and the public does not: the parts of the table that differ, and the actions it has begun."""
    own, public = episode.state.table(seat), episode.state.table("public")
    begun = episode.encoding.actions.join(episode.begun) if episode.begun and seat == episode.to_play else ""
    return f"seat {seat} {begun}{_plain({key: own[key] for key in own if own[key] != public[key]})}"


def _moves(episode: Episode, played: Played, seat: Viewer) -> list[str]:
    """The moves of a round as a seat knows them."""
    drawn = episode.encoding.drawn(played.moves, played.cards)
    names = episode.encoding.game.deck.text
    known = []
    for at, (move, (mover, hidden)) in enumerate(zip(played.moves, played.movers, strict=True)):
        if hidden and mover != seat and at == len(played.moves) - 1:
            known.append(f"{mover} ??")
        elif at in drawn and mover == seat:
            known.append(f"{mover} {move} {names[drawn[at]]}")
        else:
            known.append(f"{mover} {move}")
    return known


def _plain(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)
