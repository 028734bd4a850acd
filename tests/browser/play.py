"""Plays at a table as a person does: places by mouse, by finger or by keyboard, never the list of legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Locator

from tests.browser.lab import attribute, reach, wait_for_turn, wait_past
from tests.picks import steps

Aim = Callable[[Locator, str], None]
"""Picks a place by some means."""

Choose = Callable[[list[str]], str]
"""Which of the legal moves to make."""

FOCUSED = "table => table.contains(table.getRootNode().activeElement)"


@contextmanager
def filling(table: Locator) -> Iterator[None]:
    """The table fills the screen, by the button in its head or, on a large screen, below it."""
    table.locator('[data-mark^="fill"]:visible').first.click()
    table.page.locator(".cw-frame[data-fills]").wait_for()
    try:
        yield
    finally:
        table.page.evaluate("document.exitFullscreen()")


def place(table: Locator, name: str) -> Locator:
    """The button of a place."""
    return table.locator(f'[data-place="{name}"]')


def step_through(table: Locator) -> None:
    """Click through a reveal, which would go on by itself after a while."""
    press_it = "table => { const on = table.querySelector('[data-reveal]'); on?.click(); return on !== null; }"
    while table.evaluate(press_it):
        pass


def click(table: Locator, name: str) -> None:
    """Click a place, after what is still being shown."""
    step_through(table)
    place(table, name).click()


def try_out(table: Locator, name: str) -> None:
    """Click a place whether or not it can be picked."""
    place(table, name).click(force=True)


def tap(table: Locator, name: str) -> None:
    """Tap a place with a finger."""
    place(table, name).tap()


SEEN = """button => {
    button.scrollIntoView({ block: "center" });
    const { left, top, width, height } = button.getBoundingClientRect();
    const steps = [5, 4, 6, 3, 7, 2, 8, 1, 9];
    for (const down of steps) {
        for (const right of steps) {
            const [x, y] = [left + width * right / 10, top + height * down / 10];
            if (button.contains(button.getRootNode().elementFromPoint(x, y))) return [x, y];
        }
    }
    return null;
}"""


def tap_where_seen(table: Locator, name: str) -> None:
    """Tap a place where nothing covers it, as people do: cards lie half over one another."""
    step_through(table)
    seen = place(table, name).evaluate(SEEN)
    assert seen is not None, f"{name} is covered as a whole"
    table.page.touchscreen.tap(*seen)


def press(table: Locator, name: str) -> None:
    """Walk to a place with the arrow keys and press Enter; first step through a reveal that has the focus."""
    while table.evaluate("table => table.getRootNode().activeElement?.matches('[data-reveal]')"):
        table.page.keyboard.press("Enter")
    reach(table, name)
    table.page.keyboard.press("Enter")


def give_up(table: Locator, aim: Aim) -> None:
    """Give up and confirm it: its button and the question are off the board, so with keys by Tab."""
    keys = table.page.keyboard
    if aim is not press:
        aim(table, "resign")
        table.locator('[data-confirm="yes"]').click()
        return
    for _ in range(20):
        if table.evaluate("table => table.getRootNode().activeElement?.dataset.place === 'resign'"):
            break
        keys.press("Tab")
    keys.press("Enter")
    keys.press("Shift+Tab")  # from the way out, which has the focus first
    keys.press("Enter")


def new_game(table: Locator, button: str) -> Locator:
    """A button of the menu *New game*, which is open then, or of a narrow table's sheet, by its words."""
    menu = table.locator('.cw-tools [data-mark="games"]').first
    if not menu.is_visible():
        table.locator('.cw-controls [data-mark="menu"]').click()
        return table.locator(".cw-drawer-menu").get_by_role("button", name=button)
    if not menu.evaluate("one => one.parentElement.open"):
        menu.click()
    return table.locator(".cw-menu-list").get_by_role("button", name=button)


def deal(table: Locator, button: str) -> None:
    """Click "New deal" or "Same deal" and confirm it where that is asked."""
    new_game(table, button).click()
    yes = table.locator('[data-confirm="yes"]')
    if yes.count() > 0:
        yes.click()


def tab_into(table: Locator) -> None:
    """Walk with Tab from the cell's own controls to the place that has the table's one stop."""
    page = table.page
    page.locator(".jp-Cell.jp-mod-active .jp-InputPrompt").click()
    page.locator(".jp-Notebook .jp-Cell.jp-mod-active").focus()
    for _ in range(12):
        if table.evaluate("table => table.getRootNode().activeElement?.dataset.place !== undefined"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead into the table")


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
    game = attribute(table, "data-game")
    made: list[str] = []
    while len(made) < most and wait_for_turn(table):
        ply = attribute(table, "data-ply")
        move = choose(moves(table))
        if move == "resign":
            give_up(table, aim)
        else:
            for name in steps(game, move):
                aim(table, name)
        wait_past(table, ply)
        assert table.evaluate(FOCUSED), f"the focus has left the table after {move}"
        made.append(move)
    return made


def markup(table: Locator) -> str:
    """All of the table's text and attributes but for what is always there: the rules, the settings, and outlines."""
    found: str = table.evaluate(
        """table => {
            const copy = table.cloneNode(true);
            for (const fixed of copy.querySelectorAll(".cw-rules, select, path")) fixed.remove();
            return copy.outerHTML;
        }"""
    )
    return found


def said(table: Locator) -> str:
    """What a screen reader was told last."""
    return table.locator("[aria-live]").inner_text()


def log(table: Locator) -> list[str]:
    """The moves in words."""
    return [words.strip() for words in table.locator("[data-log] li").all_text_contents()]


MIDWAY = """import capture_widgets as cw

def midway(plies, game, **options):
    g = cw.new(game, **options)
    for ply in range(plies):
        moves = g.legal_moves()
        busy = [move for move in moves if move.split()[0] not in ("resign", "draw", "travel")] or moves
        g.play(busy[7 * ply % len(busy)])
    return g
"""
"""Defines in a cell what brings a game to its middle."""

MID_GAME = [
    'midway(6, "commander", seed=5, players=4)',
    'midway(4, "columns", seed=0)',
    'midway(11, "kommando", seed=7, match=True)',
    'midway(6, "fourx", seed=0, tech=True)',
    'midway(14, "universal", seed=10)',
]
"""Each game where there is much on its table."""

WON = [
    "king h", "explore b6", "conquer b7", "conquer a5", "travel b6 c5", "explore c5", "conquer d5",
    "travel c5 d4", "explore d4", "travel d4 e3", "explore e3", "explore d2", "explore f3", "travel d2 b4",
    "explore b4", "travel b4 d6", "explore d6", "travel d6 e6", "explore e6", "travel e3 f6", "explore f6",
    "travel e6 a3", "explore a3", "travel a3 a2", "explore a2", "travel a2 f2", "explore f2",
]  # fmt: skip
"""A line that wins deal 136 of 4X Solitaire."""
