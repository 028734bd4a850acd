"""Where the cards lie on the table of Kommando."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from capture_widgets.engine.card_groups import Group, hands, one
from capture_widgets.engine.seats import Seat, Viewer
from capture_widgets.games.kommando.moves import FACE_DOWN, Attack, Defence
from capture_widgets.games.kommando.rules import KommandoState


def groups(table: Any) -> Iterator[Group]:
    """All groups of cards on a table, empty ones too, in reading order."""
    yield from hands(table)
    for i, entry in enumerate(table["row"]):
        yield one(("row", i, "card"), f"place {i + 1} of the row", entry["card"])
        for side, words in (("attack", "the attack on"), ("defence", "the defence of")):
            laid = entry[side]
            yield one(("row", i, side), f"{words} place {i + 1}", laid and laid[1])


def aims(_move: str, _seat: Seat, before: Any, after: Any) -> Iterator[str]:
    """The places of the fight that a move opens or decides: its row card, and both laid cards."""
    for i, (was, now) in enumerate(zip(before["row"], after["row"], strict=True)):
        if was != now:
            yield f"row/{i}/card"
            yield from (f"row/{i}/{side}" for side in ("attack", "defence") if now[side])


def events(_move: str, _seat: Seat, before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """The event of a row card: whoever wins the fight takes the card, which stays where it lies."""
    for was, now in zip(before["row"], after["row"], strict=True):
        if was["winner"] is None and now["winner"] is not None:
            yield "taken", now["card"]


def learners(before: KommandoState, _move: Attack | Defence, _after: KommandoState) -> Iterator[Viewer]:
    """The viewers who see a new card by a move. A laid card is new to all but the player who laid it; a row card that
    an answer turns up is new to everybody.
    """
    mover, attack = before.to_play, before.attack
    viewers: tuple[Viewer, ...] = (0, 1, "public")
    turned = attack is not None and before.ends()[attack.end] in FACE_DOWN
    yield from (viewer for viewer in viewers if viewer != mover or turned)
