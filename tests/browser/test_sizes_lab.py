"""Tables fit: on a projector the whole table is seen at once, and at the end the result."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

import capture_widgets as cw
from tests.browser.conftest import Cells
from tests.browser.lab import Book, wait_attribute, wait_for_turn, wait_until
from tests.browser.test_axe_lab import findings
from tests.thorough import little_or_much, thorough_but

FULLEST: dict[str, tuple[dict[str, Any], Callable[[Any], Any]]] = {
    "commander": ({}, lambda table: (len((table["war"] or {}).values()), len(table["removed"]))),
    "commander for four": ({"players": 4}, lambda table: (table["war"] is not None, len(table["removed"]))),
    "columns": ({}, lambda table: sum(max(map(len, sides)) for sides in table["slots"] if sides)),
    "kommando": ({}, lambda table: sum(bool(place["attack"]) + bool(place["defence"]) for place in table["row"])),
    "fourx": ({"tech": True}, lambda table: sum(bool(space and space["up"]) for space in table["map"])),
    "universal": ({}, lambda table: sum(max(len(one["up"]) for one in board) for board in table["boards"])),
}
"""By game its options, and how much lies on a table: the more, the higher it gets."""


def fullest(name: str, games: int, most: int = 120) -> cw.Game:
    """The fullest position with somebody to play of many random games."""
    options, fullness = FULLEST[name]
    found: list[tuple[Any, int, cw.Game]] = []
    for number in range(games):
        game, rng = cw.new(name.split(maxsplit=1)[0], seed=number, **options), Random(number)
        while game.to_play is not None and game.ply < most:
            found.append((fullness(game.state.table(None)), game.ply, game))
            game.play(rng.choice([move for move in game.legal_moves() if move != "resign"]))
        best = max(found, key=lambda one: one[0])
        found = [best]
    ((_, ply, game),) = found
    return game.at(ply)


SCREENS = """
import capture_widgets as cw
from IPython.display import display
g = cw.load({code!r})
g.comment("What would you do here, and why? Look at what each side can know. " * 6)
looks = dict(size="projector")
r = g.replay(seat=None, **looks)
r.ply = g.ply
quiz = cw.load(g.record()).replay(seat=None, predict=True, **looks)
judged = g.replay(seat=None, analysis=cw.analyse(g.at(g.ply), simulations=4, progress=False), ply=g.ply, **looks)
lesson = cw.Lesson("The fullest position", [{{
    "position": g, "ask": "move", "right": g.legal_moves()[0], "hints": ["Look at the other side.", "Once more."],
    "text": "What would you do here, and why? Look at what each side can know. Then make your move.",
}}]).run(**looks)
# held: a slow page comes late
screens = [g.table(seat=g.to_play, **looks), r, quiz, g.inspect(settings=looks), judged, lesson]
display(*screens)
"""

UNFIT = """page => {
    const seen = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").clientHeight;
    const unfit = [];
    for (const screen of document.querySelectorAll(".capture-widgets[data-view]")) {
        const board = screen.querySelector(".cw-board");
        const high = screen.getBoundingClientRect().height;
        const cut = [board.scrollHeight - board.clientHeight, board.scrollWidth - board.clientWidth];
        if (high > seen || Math.max(...cut) > 1) unfit.push(`${screen.dataset.view}: ${high} of ${seen}, cut ${cut}`);
        const points = [...screen.querySelectorAll(".is-near .cw-points")].find(
            one => /^[0-9]+ points?$/.test(one.textContent) && one.scrollWidth > one.clientWidth + 1);
        if (points) unfit.push(`${screen.dataset.view}: not all of ${points.textContent} is seen`);
    }
    return unfit;
}"""


@pytest.mark.parametrize("games", little_or_much(3, 20))
@pytest.mark.parametrize("game", thorough_but(FULLEST, "commander for four", "universal"))
def test_a_projector_shows_the_whole_at_once_at_the_fullest_position(sheet: Cells, game: str, games: int) -> None:
    """Table, replay with a comment, quiz, inspector, replay with a timeline and lesson, below JupyterLab's own bars."""
    with sheet(SCREENS.format(code=fullest(game, games).code())) as book:
        try:
            book.run_all()
            book.page.locator('.capture-widgets[data-view="lesson"] [data-view="table"]').wait_for(state="attached")
            book.page.locator("[data-timeline]").wait_for(state="attached")
            book.page.evaluate("() => document.querySelectorAll('.cw-fold').forEach(fold => (fold.open = true))")
            for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
                book.page.set_viewport_size({"width": width, "height": height})
                with contextlib.suppress(Late):
                    book.page.wait_for_function(f"() => ({UNFIT})().length === 0")
                assert book.page.evaluate(UNFIT) == [], f"{game} at {width} by {height}"
        finally:
            book.page.set_viewport_size({"width": 1280, "height": 900})


LONG = {
    "universal": "OPEN-UC1-6Y59N3-E9RV5S-AN1T7A-P20KJV-JTQZCH-BY1C80-83",  # ten cards on two face down
    "columns": "OPEN-CO1-1PW9YG-YYBC0Y-00001Q-8R0X9",  # five cards, and a place for one behind them
}

HALF_HIDDEN = """table => [...table.querySelectorAll(":is(.cw-b-strand, .cw-b-lane) > .cw-spot")].flatMap(spot => {
    const next = spot.nextElementSibling, rank = spot.querySelector(".cw-face-rank");
    const board = table.querySelector(".cw-board");
    if (!rank || next?.matches(".is-behind")) return [];
    const end = (next ?? board).getBoundingClientRect()[next ? "top" : "bottom"];
    const foot = rank.getStartPositionOfChar
        ? rank.getStartPositionOfChar(0).matrixTransform(rank.getScreenCTM()).y : rank.getBoundingClientRect().bottom;
    const most = Math.max(foot, spot.querySelector(".cw-face-suit").getBoundingClientRect().bottom);
    const { top, bottom, left, right } = spot.getBoundingClientRect();
    const within = board.getBoundingClientRect();
    const whole = most <= end + 0.5 && left >= within.left && right <= within.right && bottom <= within.bottom;
    return whole ? [] : [`${spot.querySelector("[data-card]").dataset.card}: ${most} of ${end}`];
})"""
"""The cards of columns whose rank or suit lies under the next card."""

BELOW_A_LANE = """table => [...table.querySelectorAll(".cw-b-strands")].filter(one => one.children.length === 2)
    .flatMap(({ children: [first, second] }) => [...first.querySelectorAll(".cw-face-top .cw-face-suit")].map(suit =>
        suit.getBoundingClientRect().right <= second.getBoundingClientRect().left + 0.5))"""
"""Whether each suit in the first of two lanes is left of the second lane."""


EDGES = """table => [...table.querySelectorAll(".is-long > .cw-b-strand > .cw-spot.is-down")].map(spot => {
    const { backgroundColor: back, borderTopColor } = getComputedStyle(spot.querySelector(".cw-card"), "::before");
    const white = "rgb(255, 255, 255)";
    return { high: spot.getBoundingClientRect().height, own: back !== white && borderTopColor === white };
})"""
"""How much is seen of each face-down card in a long column, and whether a white line parts it from the one above."""


@pytest.mark.parametrize("game", LONG)
def test_every_card_of_a_long_column_shows_its_whole_index(desk: Book, game: str) -> None:
    desk.fresh("import capture_widgets as cw", f"g = cw.load({LONG[game]!r})", "g.table(seat=g.to_play)")
    table = desk.widget()
    for width, height in ((1366, 768), (1024, 768)):
        desk.page.set_viewport_size({"width": width, "height": height})
        wait_until(table, f"table => ({HALF_HIDDEN})(table).length === 0")
        assert set(table.evaluate(BELOW_A_LANE)) <= {True}
        edges = table.evaluate(EDGES)
        assert (edges != []) is (game == "universal")
        assert all(edge["own"] and edge["high"] >= 2.5 for edge in edges), "face-down cards can be counted"
    assert table.evaluate(HALF_HIDDEN) == []


SEEN_OF_HAND = """lesson => {
    const board = lesson.querySelector(".cw-board").getBoundingClientRect();
    const hits = [...lesson.querySelectorAll(".cw-b-hand.is-near .cw-hit, .cw-b-bar .cw-spot")];
    const seen = hits.map(hit => hit.getBoundingClientRect()).map(
        ({ top, bottom }) => Math.min(bottom, board.bottom) - Math.max(top, board.top));
    return [Math.min(...seen), lesson.querySelector(".cw-b-side.is-far .cw-points").getBoundingClientRect().width];
}"""


def test_a_full_hand_and_the_bar_are_whole_in_a_lesson_on_a_narrow_projector(desk: Book) -> None:
    """Eleven cards in each hand: what is said of the other player's pushes nothing off the board."""
    looks = 'run(size="projector")'
    desk.fresh("import capture_widgets as cw", f'lesson = cw.lesson("universal").{looks}\nlesson')
    lesson = desk.widget(view="lesson")
    lesson.locator(".cw-b-hand.is-near .cw-hit").first.wait_for(state="attached")
    for width, height in ((1366, 768), (1024, 768)):
        desk.page.set_viewport_size({"width": width, "height": height})
        wait_until(lesson, f"lesson => ({SEEN_OF_HAND})(lesson)[0] >= 24")
        assert lesson.evaluate(SEEN_OF_HAND)[1] > 40, "what stands on the other player's plate can be read"
        with contextlib.suppress(Late):
            desk.page.wait_for_function(f"() => ({UNFIT})().every(one => one.endsWith('cut 0,0'))", timeout=3000)
        assert [one for one in desk.page.evaluate(UNFIT) if not one.endswith("cut 0,0")] == []


WITH_A_HAND = ("columns", "kommando", "universal")

UNSEEN_OF_HAND = """lesson => {
    const pane = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").clientHeight;
    const { top, right } = lesson.getBoundingClientRect();
    const hits = [...lesson.querySelectorAll(".cw-b-hand.is-near .cw-hit")].map(hit => hit.getBoundingClientRect());
    const low = hits.filter(hit => hit.bottom - top > pane || hit.right > right).map(hit => hit.bottom - top);
    const board = lesson.querySelector(".cw-board");
    const cut = Math.max(board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight) > 1;
    return hits.length === 0 ? ["no hand"] : [...low, ...(cut ? ["the board is cut"] : [])];
}"""
"""The cards of the own hand that are not in view when the notebook is scrolled to the lesson."""


@pytest.mark.parametrize("game", thorough_but(WITH_A_HAND, "columns"))
def test_a_lesson_shows_the_whole_hand_without_a_setting(desk: Book, game: str) -> None:
    """In the first position, and in the fullest one with a question and hints, on screens that projectors have."""
    step = """{"position": g, "ask": "move", "right": g.legal_moves()[0], "hints": ["Look at the other side."],
        "text": "What would you do here, and why? " * 8}"""
    fullest_one = f'g = cw.load({fullest(game, 3).code()!r}); lesson = cw.Lesson("The fullest position", [{step}])'
    for made in (f"lesson = cw.lesson({game!r})", fullest_one):
        desk.fresh("import capture_widgets as cw", f"{made}\nlesson")
        lesson = desk.widget(view="lesson")
        lesson.locator(".cw-b-hand.is-near .cw-hit").first.wait_for(state="attached")
        for width, height in ((1280, 720), (1024, 768)):
            desk.page.set_viewport_size({"width": width, "height": height})
            with contextlib.suppress(TimeoutError):
                wait_until(lesson, f"lesson => ({UNSEEN_OF_HAND})(lesson).length === 0")
            assert lesson.evaluate(UNSEEN_OF_HAND) == [], f"{width} by {height}"


ASKED = {"kommando": 3, "commander": 5, "universal": 2}
"""Games with a seed of which a poll has many choices."""

POLL_OF_THIRTY = """
import capture_widgets as cw
from random import Random
game = cw.new({game!r}, seed={seed}, seats=[cw.bots.Greedy(seed=1), cw.bots.Greedy(seed=2)]).run()
mine = [ply for ply in range(2, game.ply) if game.at(ply).to_play == 0]
ply = max(mine, key=lambda ply: len(game.at(ply).legal_moves()))
poll = cw.poll(game.replay(seat=0, ply=ply), "What would you play here, and how sure are you?", size="projector")
rng, moves = Random(1), game.at(ply).legal_moves()
for number in range(30):
    poll.vote(f"student {{number}}", rng.choice(moves))
poll.show("votes").show("played").search(simulations=3000, seed=1)
"""

UNSEEN_OF_POLL = """poll => {
    const board = poll.querySelector(".cw-board").getBoundingClientRect();
    const list = poll.querySelector(".cw-vote-list");
    const pane = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").clientHeight;
    const hits = [...poll.querySelectorAll(".cw-b-hand.is-near .cw-card")].map(card => card.getBoundingClientRect());
    const wide = one => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
    const cut = [...poll.querySelectorAll(".cw-vote-bar, .cw-vote-move, .cw-points, .cw-name")].filter(wide);
    const far = poll.querySelector(".cw-b-side.is-far > .cw-plate")?.getBoundingClientRect();
    const lanes = [...poll.querySelectorAll(".cw-b-yard .cw-spot")].map(spot => spot.getBoundingClientRect());
    const under = far && lanes.some(lane => lane.left < far.right && lane.right > far.left
        && lane.top < far.bottom && lane.bottom > far.top);
    return [
        ...cut.map(one => one.textContent),
        ...(list.scrollHeight > list.clientHeight + 1 ? ["not all choices are in view"] : []),
        ...(hits.some(card => card.bottom > board.bottom) ? ["the hand leaves the board"] : []),
        ...(poll.getBoundingClientRect().height > pane ? ["the poll is higher than the window"] : []),
        ...(under ? ["a plate lies under a board"] : []),
    ];
}"""


@pytest.mark.parametrize("game", thorough_but(ASKED, "universal"))
def test_a_poll_of_thirty_is_whole_with_all_its_bars(desk: Book, game: str) -> None:
    desk.fresh(POLL_OF_THIRTY.format(game=game, seed=ASKED[game]), "poll")
    poll = desk.widget(view="poll")
    poll.locator("[data-best]").first.wait_for()
    expect(poll).to_contain_text("What would you play here")
    expect(poll).to_contain_text("30 votes")
    assert poll.locator("[data-choice] .is-worth").count() > 5
    for width, height in ((1280, 720), (1024, 768)):
        desk.page.set_viewport_size({"width": width, "height": height})
        with contextlib.suppress(TimeoutError):
            wait_until(poll, f"poll => ({UNSEEN_OF_POLL})(poll).length === 0")
        assert poll.evaluate(UNSEEN_OF_POLL) == [], f"{width} by {height}"
    assert findings(poll) == []


WHOLE = {
    "two": 'cw.new("commander", seed=3, seats=["you", cw.bots.Random(1)])',
    "three": 'cw.new("commander", seed=3, players=3)',
    "four": 'cw.new("commander", seed=3, players=4, seats=["Ann", "Ben", "Cleopatra", "Dan"])',
    "teams": 'cw.new("commander", seed=3, teams=True, seats=["you", *map(cw.bots.Random, (1, 2, 3))])',
    "columns": 'cw.new("columns", seed=1, aces="swing")',
    "kommando": 'cw.new("kommando", seed=7, match=True)',
    "fourx": 'cw.new("fourx", seed=2, tech=True).play("king h")',
    "universal": 'cw.new("universal", seed=4)',
}
"""A table of each game, Commander with every number of players."""

UNSEEN = """table => {
    const { height } = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const { top } = table.getBoundingClientRect();
    const parts = [".cw-head", ".cw-prompt", ".cw-board", ".cw-b-hand.is-near", ".cw-tools", ".cw-below"];
    const low = parts.filter(one => [...table.querySelectorAll(one)].some(
        part => part.getBoundingClientRect().bottom - top > height + 1));
    const small = [...table.querySelectorAll(".cw-shell :not(svg *, .cw-unseen, .cw-unseen *)")].filter(one =>
        (one.dataset.tag ?? [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
        && one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 13);
    const exceeds = one => Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight) > 1;
    const cut = [...table.querySelectorAll(".cw-name, .cw-points, .cw-board")].filter(exceeds);
    const buttons = [...table.querySelectorAll(".cw-tools > .cw-button")].filter(one => one.checkVisibility());
    const lines = new Set(buttons.map(one => Math.round(one.getBoundingClientRect().top))).size;
    return [...low, ...[...small, ...cut].map(one => `${one.className} ${one.dataset.tag ?? one.textContent}`),
            ...(lines > 1 ? ["buttons in several lines"] : [])];
}"""
"""What of a table is not in view together, is cut, or is written in letters of less than 13 pixels."""


@pytest.mark.parametrize("name", thorough_but(WHOLE, "teams", "fourx", "universal"))
def test_a_whole_table_is_in_view_on_a_small_laptop_also_beside_a_list_of_files(desk: Book, name: str) -> None:
    desk.page.evaluate("() => localStorage.removeItem('capture-widgets/goals-put-away')")
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("import capture_widgets as cw", f"g = {WHOLE[name]}", "g.table(seat=0, pace=9000)")
    table = desk.widget()
    for width in (1366, 1366 - 250):
        desk.page.set_viewport_size({"width": width, "height": 768})
        with contextlib.suppress(TimeoutError):
            wait_until(table, f"table => ({UNSEEN})(table).length === 0")
        assert table.evaluate(UNSEEN) == [], f"{name} at {width}"


ENDS = {
    "commander": "seed=3, match=True, scoring=True, players=4",
    "columns": "seed=3",
    "kommando": "seed=3, match=True",
    "fourx": "seed=3",
    "universal": "seed=3, match=True",
}

TO_ITS_END = """
while not g.is_over and g.round == 0:
    moves = g.legal_moves()
    g.play("resign" if g.ply > 9 and "resign" in moves else max(moves, key=lambda move: move.split()[0] != "draw"))
"""

RESULT = """table => {
    const outer = table.closest(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const { top, bottom } = table.querySelector(".cw-outcome").getBoundingClientRect();
    const needed = bottom - table.getBoundingClientRect().top;
    return { in_view: outer.top <= top && bottom <= outer.bottom, needed, seen: outer.height };
}"""


@pytest.mark.parametrize("game", ENDS)
def test_the_result_and_the_way_on_are_seen_at_once(desk: Book, game: str) -> None:
    """Whoever plays need not scroll for them; the table that they are about stays open beside or below them."""
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    begin = f'import capture_widgets as cw\ng = cw.new("{game}", {ENDS[game]})'
    desk.fresh(begin, "t = g.table(seat=0); t")
    table = desk.widget()
    table.evaluate("table => { table.parentElement.style.width = '900px'; }")
    wait_for_turn(table)
    place = table.locator(".cw-board [data-place]").last
    place.scroll_into_view_if_needed()
    place.focus()
    desk.tell(TO_ITS_END)
    table.locator("[data-reveal], .cw-outcome").first.wait_for()
    while table.locator("[data-reveal]").count() > 0:
        table.page.keyboard.press("Enter")
    table.locator(".cw-outcome").wait_for()
    expect(table.locator(".cw-outcome button.is-strong")).to_be_in_viewport(ratio=1)
    wait_until(table, f"table => ({RESULT})(table).in_view")
    table.evaluate("table => { table.parentElement.style.width = ''; }")
    desk.run("t.settings = {**t.settings, 'size': 'projector'}")
    for width, height in ((1280, 720), (1920, 1080)):
        desk.page.set_viewport_size({"width": width, "height": height})
        wait_attribute(table, "data-size", "projector")
        found = table.evaluate(RESULT)
        assert found["needed"] <= found["seen"], f"{game} at {width} by {height}: {found}"
