"""Plays at a table as a person does: places by mouse, by finger or by keyboard, never the list of legal moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator

from tests.browser.lab import attribute, reach, wait_for_turn, wait_past

Aim = Callable[[Locator, str], None]
"""Picks a place by some means."""

Choose = Callable[[list[str]], str]
"""Which of the legal moves to make."""

FOCUSED = "table => table.contains(table.getRootNode().activeElement)"


def steps(game: str, move: str) -> list[str]:
    """The places that make up a move, in an order in which they can be picked."""
    if game == "kommando":
        return move.split(":")[::-1]
    if game == "columns":
        return [place for pair in move.split() for place in pair.split(":")[::-1]] + ["place"]
    if game == "commander":
        return re.split("[x>]", move.lstrip("+"))
    verb, *rest = move.split()
    if game == "fourx":
        if verb == "explore":
            return [*rest, verb]
        if verb == "resign":
            return [verb, verb]
        return ["tech", *rest[1:]] if verb == "tech" and len(rest) > 1 else rest
    return [*rest, verb] if verb in ("bar", "discard") else rest or [verb]


def place(table: Locator, name: str) -> Locator:
    """The button of a place."""
    return table.locator(f'[data-place="{name}"]')


def click(table: Locator, name: str) -> None:
    """Click a place."""
    place(table, name).click()


def tap(table: Locator, name: str) -> None:
    """Tap a place with a finger."""
    place(table, name).tap()


def press(table: Locator, name: str) -> None:
    """Walk to a place with the arrow keys and press Enter."""
    reach(table, name)
    table.page.keyboard.press("Enter")


def drag(table: Locator, card: str, to: str) -> None:
    """Drag a card to a place with the mouse."""
    mouse = table.page.mouse
    place(table, card).scroll_into_view_if_needed()
    for name, act in ((card, mouse.down), (to, mouse.up)):
        box = place(table, name).bounding_box()
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        act()


def moves(table: Locator) -> list[str]:
    """The legal moves that the table lists; a long list is written a moment after the table is painted."""
    found: list[str] = table.evaluate(
        """async table => {
            await new Promise(next => setTimeout(next, 0));
            return [...table.querySelectorAll("[data-move]")].map(entry => entry.dataset.move);
        }"""
    )
    return found


def first(found: list[str]) -> str:
    """The first move of the list."""
    return found[0]


def last(found: list[str]) -> str:
    """The last move of the list."""
    return found[-1]


ONWARD = ("end", "play", "slip", "bar", "discard", "pass", "draw", "move")


def onward(found: list[str]) -> str:
    """A move of the Universal game that gets rid of cards where one does."""
    return min(found, key=lambda move: (ONWARD.index(move.split()[0]), move))


def script(line: Sequence[str]) -> Choose:
    """The moves of a line, one after the other."""
    coming = iter(line)
    return lambda _found: next(coming)


def play(table: Locator, choose: Choose, aim: Aim, most: int = 200) -> list[str]:
    """Make moves until the round is over or as many as asked for are made; gives them back.

    After each move the log's last words are those that are read out, and a focus that was in the table still is.
    """
    game, made = attribute(table, "data-game"), []
    while len(made) < most and wait_for_turn(table):
        ply = attribute(table, "data-ply")
        move = choose(moves(table))
        for name in steps(game, move):
            aim(table, name)
        wait_past(table, ply)
        assert table.evaluate(FOCUSED), f"the focus has left the table after {move}"
        made.append(move)
    return made


def said(table: Locator) -> str:
    """What a screen reader was told last."""
    return table.locator("[aria-live]").inner_text()


def log(table: Locator) -> list[str]:
    """The moves in words."""
    return [words.strip() for words in table.locator("[data-log] li").all_text_contents()]
