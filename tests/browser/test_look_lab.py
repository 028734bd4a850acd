"""Tables stand still and are seen as a whole: heights from ply to ply, the smallest places, small windows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Book, wait_attribute, wait_for_turn, wait_until
from tests.browser.play import MIDWAY
from tests.browser.test_axe_lab import findings
from tests.browser.test_sizes_lab import LONG

GAMES = {
    "commander": '"commander", seed=5',
    "commander for three": '"commander", seed=5, players=3',
    "commander for four": '"commander", seed=5, players=4',
    "columns": '"columns", seed=0',
    "kommando": '"kommando", seed=7',
    "fourx": '"fourx", seed=0, tech=True',
    "universal": '"universal", seed=10',
}

MIDWAYS = {
    "commander": (9, "seed=5"),
    "commander for four": (9, "seed=5, players=4"),
    "columns": (4, "seed=0"),
    "kommando": (11, "seed=7"),
    "fourx": (6, "seed=0, tech=True"),
    "universal": (14, "seed=10"),
}

SMALLEST = """table => {
    const sizes = [...table.querySelectorAll(".cw-hit")].map(hit => hit.getBoundingClientRect());
    return Math.min(...sizes.flatMap(({ width, height }) => [width, height]));
}"""


def midway(game: str, more: str = "") -> tuple[str, str, str]:
    plies, options = MIDWAYS[game]
    return MIDWAY, f'g = midway({plies}, "{game.split(maxsplit=1)[0]}", {options})', f"g.table(seat=g.to_play{more})"


BEFORE = {"fourx": 2}
"""Plies before the table is laid out: the king and the technology are chosen, of which nothing is left afterwards."""

WATCH = """async table => {
    // at its new width the table is laid out in a few steps
    for (let same = 0, high = 0; same < 10; ) {
        await new Promise(requestAnimationFrame);
        const { height } = table.querySelector(".cw-board").getBoundingClientRect();
        [same, high] = [height === high ? same + 1 : 0, height];
    }
    const seen = table.seen = [];
    const look = () => {
        if (table.dataset.state === "over") return;
        const from = table.getBoundingClientRect().top;
        const { top, height } = table.querySelector(".cw-board").getBoundingClientRect();
        seen.push([table.dataset.ply, top - from, height]);
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(table, { attributeFilter: ["data-ply"] });
    look();
}"""

PLAY = """
moves = [move for move in g.legal_moves() if move != "resign"]
if moves and g.ply < PLIES:
    busy = [move for move in moves if move.split()[0] not in ("draw", "travel")] or moves
    print(g.play(busy[7 * g.ply % len(busy)]).ply)
"""


WIDTHS = (360, 600, 1024)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        *((game, 16) for game in ("commander for four", "fourx", "universal")),
        *(pytest.param(game, 60, marks=pytest.mark.thorough) for game in GAMES),
    ],
)
def test_a_table_keeps_its_height_from_ply_to_ply(desk: Book, game: str, most: int) -> None:
    """Prompts, messages, plates, runs of cards and battles that lie open push nothing about, at any width."""
    tables = ", ".join(["g.table(seat=0)"] * len(WIDTHS))
    desk.fresh(f"g = cw.new({GAMES[game]})", f"display({tables})")
    shown = [desk.widget(nth) for nth in range(len(WIDTHS))]
    for table, width in zip(shown, WIDTHS, strict=True):
        wait_for_turn(table)
        table.evaluate(f"table => {{ table.parentElement.style.width = '{width}px'; }}")
        table.evaluate(WATCH)
    plies = desk.play_on(PLAY.replace("PLIES", str(most)), shown)
    for table, width in zip(shown, WIDTHS, strict=True):
        seen = table.evaluate("async table => { await new Promise(requestAnimationFrame); return table.seen; }")
        assert len(seen) > 0.9 * plies > 0, "the plies were seen one by one"
        for what, at in (("begins", 1), ("is high", 2)):
            found = [entry[at] for entry in seen if int(entry[0]) >= BEFORE.get(game, 0)]
            all_of_them = [(entry[0], entry[at]) for entry in seen]
            assert max(found) - min(found) <= 8, f"{width} wide, the board {what}: {all_of_them}"


COLUMNS = """table => [...table.querySelectorAll(".cw-b-pillar")].map(column => {
    const [{ left, width }, from] = [column.getBoundingClientRect(), table.getBoundingClientRect().left];
    return [left - from, width].map(Math.round);
})"""
"""Where each column of Universal begins, and how wide it is."""


@pytest.mark.parametrize("width", [344, 680, 1100])
def test_the_columns_of_universal_keep_their_places_however_long_they_get(desk: Book, width: int) -> None:
    desk.fresh(f"g, long = cw.new('universal', seed=10), cw.load({LONG['universal']!r})", "display(g, long)")
    places = []
    for table in (desk.widget(0), desk.widget(1)):
        wait_for_turn(table)
        table.evaluate(f"table => {{ table.parentElement.style.width = '{width}px'; }}")
        wait_until(table, f"table => Math.abs(table.clientWidth - {width}) < 20")
        table.page.wait_for_timeout(200)
        places.append(table.evaluate(COLUMNS))
    assert len({broad for _, broad in places[1]}) == 1
    assert [at for at, _ in places[1][:5]] == [at for at, _ in places[1][5:]], "the two boards face each other"
    assert {broad for _, broad in places[0]} == {broad for _, broad in places[1]}


FITS = """table => {
    const seen = table.closest(".jp-WindowedPanel-outer, .jp-Notebook").clientHeight;
    const from = table.querySelector(".cw-shell").getBoundingClientRect().top;
    return [table.querySelector(".cw-controls").getBoundingClientRect().bottom - from, seen];
}"""


LOOKS = ("light", "dark", "contrast")

STYLES = """table => {
    const hit = table.getRootNode().activeElement;
    const of = (element, pseudo) => getComputedStyle(element, pseudo);
    const ring = spot => {
        const style = of(spot, "::after");
        return [parseFloat(style.borderTopWidth), style.borderTopColor];
    };
    const able = [...table.querySelectorAll(".cw-spot.is-able")].filter(spot => !spot.contains(hit));
    const unable = [...table.querySelectorAll(".cw-spot.is-unable")].filter(spot => !spot.contains(hit));
    const { outlineStyle, outlineColor, outlineWidth, outlineOffset } = of(hit);
    return {
        focus: [outlineStyle, outlineColor, parseFloat(outlineWidth), parseFloat(outlineOffset)],
        visible: hit.matches(":focus-visible"),
        able: able.map(ring),
        unable: unable.map(spot => of(spot, "::after").content),
        ground: of(table.querySelector(".cw-shell")).backgroundColor,
    };
}"""


def focused_styles(table: Locator) -> dict[str, Any]:
    """How the focused place and its neighbours look, the focus brought there by the keyboard."""
    table.locator("[data-place][aria-disabled=false]").first.focus()
    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("ArrowLeft")
    found: dict[str, Any] = table.evaluate(STYLES)
    return found


def settle(desk: Book, table: Locator, theme: str) -> None:
    desk.run(f"t.settings = {{**t.settings, 'theme': '{theme}'}}")
    wait_attribute(table, "data-theme", theme)


def test_the_focus_has_a_ring_of_its_own(desk: Book) -> None:
    """Outside, as broad as any mark, and of another colour: JupyterLab's own rules for buttons do not win."""
    desk.fresh(*midway("commander")[:2], "t = g.table(seat=g.to_play)\nt")
    table = desk.widget()
    wait_for_turn(table)
    for theme in LOOKS:
        settle(desk, table, theme)
        found = focused_styles(table)
        style, colour, width, offset = found["focus"]
        assert found["visible"]
        assert style == "solid"
        assert width >= 3
        assert offset >= 2
        assert found["able"], "others can be played"
        assert colour not in [other for _, other in found["able"]]
        assert width >= max(broad for broad, _ in found["able"]), theme
        # every button of the table, not only its cards
        table.locator(".cw-tools button").first.focus()
        table.page.keyboard.press("Tab")
        assert table.evaluate(STYLES)["focus"] == found["focus"], theme


def test_high_contrast_shows_what_can_be_played_on_the_page_s_own_ground(desk: Book) -> None:
    desk.fresh(*midway("universal")[:2], "t = g.table(seat=g.to_play)\nt")
    table = desk.widget()
    wait_for_turn(table)
    settle(desk, table, "contrast")
    found = focused_styles(table)
    assert found["able"]
    assert min(broad for broad, _ in found["able"]) >= 4
    assert len({colour for _, colour in found["able"]}) == 1
    assert set(found["unable"]) <= {"none"}
    assert found["ground"] == "rgb(255, 255, 255)"
    try:
        desk.command("apputils:change-theme", {"theme": "JupyterLab Dark"})
        wait_attribute(table, "data-ground", "dark")
        expect(desk.page.locator("#jupyterlab-splash")).to_have_count(0)  # lies over all while the theme changes
        assert focused_styles(table)["ground"] == "rgb(0, 0, 0)"
        assert findings(table) == []
    finally:
        desk.command("apputils:change-theme", {"theme": "JupyterLab Light"})


KEPT = """table => {
    const card = table.querySelector(".cw-b-fight.is-fighting .is-target > .cw-card");
    const won = table.querySelector(".cw-spot.is-won > .cw-card");
    return [getComputedStyle(card).boxShadow, getComputedStyle(won, "::after").boxShadow];
}"""


def test_forced_colours_keep_what_is_fought_for_and_who_won(desk: Book) -> None:
    desk.fresh(*midway("kommando")[:2], "t = g.table(seat=g.to_play)\nt")
    table = desk.widget()
    wait_for_turn(table)
    table.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    try:
        assert "none" not in table.evaluate(KEPT)
        found = focused_styles(table)
        assert found["focus"][0] == "solid"
        assert found["focus"][2] >= 4
        assert found["focus"][1] not in [colour for _, colour in found["able"]]
        assert findings(table) == []
    finally:
        table.page.emulate_media(forced_colors="none", reduced_motion="reduce")


NAMES = """table => [...table.querySelectorAll("[aria-label]")]
    .filter(({ role }) => ["group", "tablist", "region", "dialog"].includes(role))
    .filter(element => !element.closest(".cw-board") || element.matches(".cw-board"))
    .map(element => element.getAttribute("aria-label"))"""


REACHED = """table => {
    const outer = table.closest(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const places = [...table.querySelectorAll(".cw-hit")];
    return places.map(place => {
        place.scrollIntoView({ block: "nearest" });
        const { top, bottom, left, right } = place.getBoundingClientRect();
        return top >= outer.top - 1 && bottom <= outer.bottom + 1 && left >= outer.left - 1 && right <= outer.right + 1;
    });
}"""


WIDER = "table => table.scrollWidth - table.clientWidth"


@pytest.mark.parametrize("game", MIDWAYS)
def test_a_table_fits_small_windows_enlarged_pages_and_narrow_screens(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(*midway(game))
    table = desk.widget()
    wait_for_turn(table)
    # no two parts share a name
    names = table.evaluate(NAMES)
    assert len(names) >= 3
    assert len(set(names)) == len(names), names
    # with JupyterLab's bars, the head with its goal, the board and the buttons are seen at once
    wait_until(table, f"table => {{ const [needed, seen] = ({FITS})(table); return needed <= seen; }}")
    # a page of this size that is enlarged to 200% has half as many pixels each way
    desk.page.set_viewport_size({"width": 683, "height": 384})
    wait_until(table, f"table => ({REACHED})(table).every(Boolean)")
    assert table.evaluate(WIDER) <= 0
    # on a telephone, and on the narrowest screen there is
    for width in (344, 256):
        table.evaluate(f"table => {{ table.parentElement.style.width = '{width}px'; }}")
        assert table.evaluate(SMALLEST) >= 24, f"{width} wide"
        assert table.evaluate(WIDER) <= 0, f"{width} wide"


TICK_OVER = """(table, words) => {
    const picked = table.querySelector(".cw-spot.is-picked");
    const tick = getComputedStyle(picked, "::before");
    const spots = [...picked.parentElement.querySelectorAll(":scope > .cw-spot")];
    const row = picked.offsetTop - Math.min(...spots.map(spot => spot.offsetTop));
    const at = picked.getBoundingClientRect();
    const [top, wide] = [at.top - row + parseFloat(tick.top), parseFloat(tick.width)];
    const letters = document.createRange();
    const texts = [...table.querySelectorAll(words)].map(one => {
        letters.selectNodeContents(one);
        return letters.getBoundingClientRect();
    });
    return texts.some(word =>
        top < word.bottom && top + wide > word.top &&
        spots.some(spot => {
            const right = spot.getBoundingClientRect().right - parseFloat(tick.right);
            return right - wide < word.right && word.left < right;
        }));
}"""
"""Whether the tick of a picked card covers words, wherever in the first row of its cards it lies."""


@pytest.mark.parametrize(
    ("made", "width", "card", "words"),
    [
        ('"fourx", seed=0', 1366, ".cw-b-map > .cw-spot.is-able", ".cw-b-map > .cw-note"),
        ('"universal", seed=7', 480, ".cw-b-hand.is-near > .cw-spot.is-able", ".cw-b-standing .cw-note.is-strong"),
    ],
)
def test_the_tick_of_a_picked_card_covers_no_words_above_it(
    desk: Book, made: str, width: int, card: str, words: str
) -> None:
    desk.page.set_viewport_size({"width": width, "height": 1200})
    king = "\ng.play('king h')" if "fourx" in made else ""
    desk.fresh("import capture_widgets as cw", f"g = cw.new({made}){king}\ng.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    table.locator(card).first.click()
    table.locator(".cw-spot.is-picked").wait_for()
    desk.page.mouse.move(0, 0)
    wait_until(table, "table => table.getAnimations({ subtree: true }).length === 0")
    words_above = table.locator(words).evaluate_all("all => all.map(one => one.textContent)")
    assert len(words_above) > 1
    assert not table.evaluate(f"(table, words) => ({TICK_OVER})(table, words)", words)


def test_in_universal_the_tick_of_a_picked_card_is_at_its_foot_since_above_it_stands_what_a_place_takes_off(
    desk: Book,
) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("import capture_widgets as cw", 'cw.new("universal", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    table.locator(".cw-b-hand.is-near > .cw-spot.is-able").first.click()
    table.locator(".cw-spot.is-picked").wait_for()
    tick = 'table => parseFloat(getComputedStyle(table.querySelector(".cw-spot.is-picked"), "::before").top)'
    assert table.evaluate(tick) > 40


def test_universal_stands_still_whether_somebody_leads_or_nobody(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(*midway("universal"))
    table = desk.widget()
    wait_for_turn(table)
    high = "table => table.querySelector('.cw-board').getBoundingClientRect().height"
    lead = table.locator(".cw-note.is-lead")
    expect(lead).to_contain_text("leads by")
    before = table.evaluate(high)
    lead.evaluate("lead => { lead.textContent = 'Nobody leads'; }")
    assert table.evaluate(high) == before
    names = "all => all.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"
    assert table.locator(".cw-b-score > .cw-note:first-child").evaluate_all(names) == [], "names are whole"


def test_a_card_behind_a_column_shows_its_index_while_the_pointer_rests_on_it(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('cw.new("columns", seed=0).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    table.locator(".cw-b-side.is-near .is-able [data-place]").first.click()
    laid = table.locator(".cw-b-lane.is-near > .is-behind").first
    laid.locator("[data-place]").click()
    laid.locator(".cw-card").wait_for()
    assert laid.evaluate("card => card.matches(':hover')")
    assert laid.evaluate("card => getComputedStyle(card).translate") == "none"


DISCARDED = """
import capture_widgets as cw
played = cw.new("universal", seed=0, seats=[cw.bots.Greedy(), cw.bots.Greedy()]).run()
moves = played.moves(0)
at = next(ply for ply in range(2, len(moves)) if moves[ply - 1].startswith("discard") and played.at(ply).to_play == 0)
g = cw.new("universal", seed=0)
for move in moves[:at]:
    g.play(move)
"""
"""A hand in which the other player has just discarded."""


@pytest.mark.parametrize("width", [1366, 1920])
def test_what_the_other_player_discarded_is_told_whole_within_the_table(desk: Book, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 768})
    desk.fresh(DISCARDED, "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    figure = table.locator(".cw-b-named > .is-gain")
    expect(figure).to_have_text(re.compile("^B ≈ −"))
    edges = "one => one.closest('.cw-board').getBoundingClientRect().right - one.getBoundingClientRect().right"
    assert figure.evaluate(edges) >= 0


GHOSTS = """table => {
    table.ghosts = 0;
    new MutationObserver(all => {
        for (const { addedNodes } of all)
            table.ghosts += [...addedNodes].filter(one => one.classList?.contains("cw-ghost")).length;
    }).observe(table.querySelector(".cw-board"), { childList: true, subtree: true });
}"""
"""Counts the cards that fade out from now on."""


@pytest.mark.parametrize("width", [1366, 1920])
def test_the_figure_of_an_enemy_king_lies_on_his_own_card_and_its_line_has_no_sign_of_the_own_suit(
    desk: Book, width: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": 768})
    made = 'g = cw.new("fourx", seed=0)\ng.play("king h")'
    desk.fresh("import capture_widgets as cw", f"{made}\ng.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    table.evaluate(GHOSTS)
    desk.run('g.play("explore d4")')
    line = table.locator(".cw-note.is-sign.is-goal")
    expect(line).to_have_text("2/5: yours around him")
    assert line.evaluate("one => getComputedStyle(one, '::after').content") == "none"
    king = table.locator(".cw-b-map > .is-goal")
    card, figure = king.bounding_box(), king.locator(".cw-tag").bounding_box()
    assert card is not None
    assert figure is not None
    assert figure["y"] >= card["y"], "it covers no card above"
    assert figure["x"] + figure["width"] <= card["x"] + card["width"]
    assert table.evaluate("table => table.ghosts") == 0, "a card that is turned up where it lies leaves nothing behind"
