"""axe-core finds nothing to object to on any table: at the start, midway and at the end, in every theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Book, attribute, wait_attribute, wait_for_turn
from tests.browser.play import MIDWAY

AXE = Path(__file__).parent.parent.parent / "js" / "node_modules" / "axe-core" / "axe.min.js"

GAMES = {
    "commander": (6, "seed=5, players=4"),
    "columns": (4, "seed=0"),
    "kommando": (11, "seed=7, match=True"),
    "fourx": (6, "seed=0, tech=True"),
    "universal": (14, "seed=10"),
}

THEMES = ("light", "dark", "contrast")

WIDTHS = (360, 768, 1366, 1920)


LOOK = """async table => {
    const screens = [...table.querySelectorAll(".capture-widgets"), table.closest(".capture-widgets") ?? table];
    table.scrollIntoView({ block: "nearest" });
    // while it changes its theme, JupyterLab lays a screen over all
    while (document.getElementById("jupyterlab-splash")) await new Promise(requestAnimationFrame);
    // JupyterLab's body has no height and hides what overflows, its shell is as high as the window: text outside of
    // either would count as out of sight, and its colours would not be looked at
    const around = [];
    for (let above = table.parentElement; above; above = above.parentElement)
        if (getComputedStyle(above).overflow.includes("hidden")) around.push([above, above.style.overflow]);
    for (const [above] of around) above.style.overflow = "visible";
    // a gradient's contrast is not computed: where it comes closest to the text, that is one colour
    for (const screen of screens) {
        const colours = getComputedStyle(screen).getPropertyValue("--cw-table").match(/#[0-9a-f]+/g) ?? [];
        const dark = (screen.dataset.ground ?? screen.dataset.theme) === "dark";
        if (colours.length > 1) screen.style.setProperty("--cw-table", colours.at(dark ? 0 : -1));
    }
    const { passes, violations } = await window.axe.run(table, { resultTypes: ["violations"] });
    for (const [above, overflow] of around) above.style.overflow = overflow;
    for (const screen of screens) screen.style.removeProperty("--cw-table");
    for (const each of violations) {
        // what is drawn on a card is a picture of what its name says: "red 2" for "2 R"
        const pictured = ({ html }) => each.id === "label-content-name-mismatch" && html.includes("data-look=");
        each.nodes = each.nodes.filter((node) => !pictured(node));
    }
    const say = ({ id, nodes: [first] }) => `${id}: ${first.html.slice(0, 200)} ${first.failureSummary}`;
    return {
        passed: passes.map(({ id }) => id),
        read: passes.find(({ id }) => id === "color-contrast")?.nodes[0].html ?? "",
        failed: violations.filter(({ nodes }) => nodes.length > 0).map(say),
    };
}"""


STANDS = """table => Promise.allSettled(table.getAnimations({ subtree: true })
    .filter(one => one.effect.getComputedTiming().endTime < 5000).map(one => one.finished))"""
"""Waits for what fades in or changes its colour, which is no colour that anybody reads."""


def findings(table: Locator) -> list[str]:
    """What axe-core objects to inside a table, each with the first element that is meant."""
    page = table.page
    if not page.evaluate("() => 'axe' in window"):
        # JupyterLab's module loader would take the script for one of its own
        page.evaluate(f"() => {{ const define = undefined, module = undefined; {AXE.read_text(encoding='utf-8')} }}")
    table.evaluate(STANDS)
    found: dict[str, Any] = table.evaluate(LOOK)
    assert "button-name" in found["passed"], "axe-core has looked"
    assert found["read"] and not found["read"].startswith(("<input", "<select")), "and has seen text in its colours"
    failed: list[str] = found["failed"]
    return failed


def in_every_theme(
    desk: Book, shown: Locator, where: str, name: str = "t", themes: Sequence[str] = THEMES
) -> list[str]:
    """The findings of all themes about a widget, which the kernel knows by a name."""
    found = []
    for theme in themes:
        desk.run(f"{name}.settings = {{**{name}.settings, 'theme': '{theme}'}}")
        wait_attribute(shown, "data-theme", theme)
        shown.scroll_into_view_if_needed()
        found += [f"{where}, {theme}: {each}" for each in findings(shown)]
    return found


def too_wide(shown: Locator) -> dict[int, int]:
    """By how much something in a widget is cut off at its side, by the width of the window."""
    page = shown.page
    before = page.viewport_size
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = shown.evaluate("shown => shown.scrollWidth - shown.clientWidth")
    if before is not None:
        page.set_viewport_size(before)
    return {width: wide for width, wide in found.items() if wide > 0}


ONE_EACH = {"start": THEMES[:1], "midway": THEMES[1:2], "end": THEMES[2:]}
"""A theme for each look at a table, where not all are looked at in all of them."""


@pytest.mark.parametrize(
    ("game", "looks"),
    [
        *(pytest.param(game, ONE_EACH, id=f"{game}-a theme each") for game in ("commander", "universal")),
        *(
            pytest.param(game, dict.fromkeys(ONE_EACH, THEMES), id=f"{game}-every theme", marks=pytest.mark.thorough)
            for game in GAMES
        ),
    ],
)
def test_axe_finds_nothing(desk: Book, game: str, looks: Mapping[str, Sequence[str]]) -> None:
    plies, options = GAMES[game]
    desk.fresh(MIDWAY, f'g = midway(0, "{game}", {options})\nt = g.table(seat=0)\nt')
    table = desk.widget()
    wait_for_turn(table)
    table.locator(".cw-legal > summary").click()
    table.get_by_role("tab", name="Rules").click()
    found = in_every_theme(desk, table, "start", themes=looks["start"])
    desk.run(f"g = midway({plies}, '{game}', {options})\nt = g.table(seat=g.to_play)\nt")
    table = desk.widget(1)
    wait_for_turn(table)
    entry = table.locator("input[data-entry]")
    entry.fill("nonsense")
    entry.press("Enter")
    table.locator('[data-message][data-rule="GE-3"]').wait_for()
    table.get_by_role("tab", name="Seats").click()
    table.locator("[data-place][aria-disabled=false]").first.click()
    found += in_every_theme(desk, table, "midway", themes=looks["midway"])
    desk.run(
        "for seat in range(len(g.seats)):\n    g.sit(seat, cw.bots.Random(seat))\n"
        "g.play('resign') if 'resign' in g.legal_moves() else g.run()"
    )
    assert not wait_for_turn(table), "it is over, and what is told at the end has been read"
    table.get_by_role("tab", name="Look").click()
    found += in_every_theme(desk, table, "end", themes=looks["end"])
    table.get_by_role("button", name="Keys").click()
    found += [f"keys: {each}" for each in findings(table)]
    assert attribute(table, "data-state") == "over"
    assert found == []


def test_the_table_follows_the_theme_of_the_page(desk: Book) -> None:
    desk.fresh(MIDWAY, 'g = midway(6, "fourx", seed=0, tech=True)', "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    try:
        for theme, name in (("dark", "JupyterLab Dark"), ("light", "JupyterLab Light"), ("dark", "JupyterLab Dark")):
            desk.command("apputils:change-theme", {"theme": name})
            wait_attribute(table, "data-theme", theme)
            expect(desk.page.locator("#jupyterlab-splash")).to_have_count(0)  # lies over all while the theme changes
            assert findings(table) == []
    finally:
        desk.command("apputils:change-theme", {"theme": "JupyterLab Light"})


UNSEEN = {
    # JupyterLab hides itself with its new theme and shows itself again before the next frame
    "hidden": """async ({ output, change }) => {
        output.style.display = "none";
        change();
        output.getClientRects();
        await new Promise(requestAnimationFrame);
        output.style.display = "";
    }""",
    # cells that are scrolled far away are taken out of the page
    "away": """async ({ output, change }) => {
        const { parentElement } = output;
        output.remove();
        change();
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        parentElement.append(output);
    }""",
}


@pytest.mark.parametrize("how", UNSEEN)
def test_a_theme_that_changed_unseen_is_followed(desk: Book, how: str) -> None:
    desk.fresh(MIDWAY, 'g = midway(6, "fourx", seed=0, tech=True)', "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    for theme, colour in (("dark", "#eee"), ("light", "#111")):
        table.evaluate(
            f"""table => {{
                const output = table.closest(".jp-OutputArea-output");
                return ({UNSEEN[how]})({{ output, change: () => {{ output.style.color = "{colour}"; }} }});
            }}"""
        )
        wait_attribute(table, "data-theme", theme)
