"""What stands behind a table: a kernel that is busy, restarted, shut down or not there; and how fast a table is."""

from __future__ import annotations

import statistics
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import capture_widgets as cw
from tests.browser.conftest import Cells
from tests.browser.lab import (
    Book,
    attribute,
    notebook_json,
    wait_attribute,
    wait_for_turn,
)
from tests.browser.play import click, first, play

GAME = 'g = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])\ng.table(pace=0)'

KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"

DEAD = '[data-place][aria-disabled="false"]'


def test_moves_work_while_a_cell_runs(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw, threading", GAME)
    table = desk.widget()
    # the first message on a new subshell of ipykernel 7.4 may have to wait for the cell's end; the table says so then
    play(table, first, click, most=1)
    wait_for_turn(table)
    desk.page.evaluate(
        """() => {
            const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
            const future = kernel.requestExecute({ code: "threading.Event().wait(60)" });
            window.cellRuns = true;
            future.done.catch(() => {}).then(() => { window.cellRuns = false; });
        }"""
    )
    try:
        assert len(play(table, first, click, most=2)) == 2
        assert desk.page.evaluate("() => window.cellRuns")
    finally:
        desk.page.evaluate(f"() => {KERNEL}.interrupt()")
        desk.page.wait_for_function("() => !window.cellRuns")
    assert desk.run("g.history.movers().count(0)") == "3"


def test_a_restarted_kernel_is_said_and_the_cell_brings_the_table_back(cells: Cells) -> None:
    with cells(GAME) as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        book.restart()
        wait_attribute(table, "data-state", "lost")
        assert table.locator(DEAD).count() == 0
        assert "The kernel does not answer" in table.locator("[data-message]").inner_text()
        assert "The kernel does not answer" in table.locator("[aria-live]").inner_text()
        book.run_all()
        again = book.widget()
        assert wait_for_turn(again)
        assert len(play(again, first, click, most=1)) == 1


def test_a_kernel_shut_down_is_said(cells: Cells) -> None:
    with cells(GAME) as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        ply = attribute(table, "data-ply")
        book.page.evaluate(f"async () => {{ await {KERNEL}.shutdown(); }}")
        wait_attribute(table, "data-state", "lost")
        assert "The kernel does not answer" in table.locator("[data-message]").inner_text()
        for place in ("1r", "L"):
            table.locator(f'[data-place="{place}"]').click(force=True)
        assert attribute(table, "data-ply") == ply
        assert table.locator(DEAD).count() == 0


def test_a_replay_and_an_inspector_without_their_kernel_say_so_and_go_on(cells: Cells) -> None:
    with cells(GAME.split("\n", maxsplit=1)[0] + "\ng.run()", "for _ in range(4): g.play(g.legal_moves()[0]).run()",
               "display(g.replay(seat=0), g.inspect(seat=0))") as book:  # fmt: skip
        book.run_all()
        replay, tree = book.widget(0, "replay"), book.widget(0, "inspector")
        wait_attribute(replay, "data-state", "ready")
        book.restart()
        for widget in (replay, tree):
            wait_attribute(widget, "data-state", "lost")
            assert "The kernel does not answer" in widget.locator("[data-message]").inner_text()
        ply = int(attribute(replay, "data-ply"))
        replay.locator("[data-go=forward]").click()
        wait_attribute(replay, "data-ply", str(ply + 1))
        replay.locator("[data-tab=notes]").click()
        replay.locator("textarea[data-comment]").fill("Who hears this?")
        replay.locator("[data-keep]").click()
        expect(replay.locator("[data-message]")).to_contain_text("not kept")
        assert tree.locator(".cw-tree > li").count() > 5
        assert book.errors == []


def test_a_static_page_shows_the_position_in_words(desk: Book, browser: Browser) -> None:
    """What a saved notebook keeps for pages that know no widgets."""
    desk.fresh("import capture_widgets as cw", GAME)
    wait_for_turn(desk.widget())
    desk.save()
    outputs = notebook_json(desk.server, "desk.ipynb")["cells"][1]["outputs"]
    page = browser.new_page()
    page.set_content("".join("".join(output["data"].get("text/html", "")) for output in outputs))
    expect(page.locator("body")).to_contain_text("Kommando")
    expect(page.locator("body")).to_contain_text("8b")
    assert page.locator("button, input, [data-state=ready]").count() == 0
    page.close()


MODEL = """async index => {
    const behind = widget => {
        if (widget._manager) return widget;
        for (const inner of widget.children?.() ?? []) {
            const found = behind(inner);
            if (found) return found;
        }
        return null;
    };
    const { model, outputArea } = window.jupyterapp.shell.currentWidget.content.widgets[index];
    const { model_id } = model.outputs.get(0).data["application/vnd.jupyter.widget-view+json"];
    window.tableModel = await (await behind(outputArea)._manager.promise).get_model(model_id);
}"""
"""Finds the model that stands behind the table of a cell; JupyterLab has no public name for it."""

REPAINT = """async traits => {
    window.tableModel.set(traits);
    await new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done, 20), 0)));
}"""
"""Does what a message of the kernel does, and waits until cards are on their way and the log is scrolled."""


BARE = """() => new Promise(done => setTimeout(() => {
    const list = document.createElement("div");
    for (let at = 0; at < 2000; at += 1) {
        const part = document.createElement("span");
        part.className = `part-${at % 7}`;
        part.dataset.at = String(at);
        part.append(`${at}`);
        list.append(part);
    }
    window.bareList = list;
    setTimeout(done, 20);
}, 0))"""
"""Builds 2,000 small elements, like a repaint: it tells how fast the page's thread is at this moment."""


def positions(slug: str, count: int, **options: Any) -> list[dict[str, Any]]:
    """What the kernel sends after each move of players who do whatever comes."""
    game = cw.new(slug, seed=7, **options)
    table = game.table(seat=None)
    sent: list[dict[str, Any]] = []
    while len(sent) < count:
        if game.is_over:
            game.restart()
        moves = [move for move in game.legal_moves() if move != "resign"] or ["resign"]
        game.play(moves[7 * game.ply % len(moves)])
        log = {name: page for name, page in table.get_state().items() if name.startswith("log")}
        sent.append({"dump": table.dump, "scene": table.scene, **log})
    return sent


def repaints(page: Page, cell: int, sent: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """Milliseconds of script that each of these positions takes at the table of a cell, and that `BARE` takes after it.

    The first few are left out.

    Chromium counts the script alone, without the laying out and painting that it leads to, in time of the page's own
    thread: a busy machine makes that longer only by its colder caches.
    """
    page.evaluate(MODEL, cell)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def script() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in found if each["name"] == "ScriptDuration"))

    spent: list[tuple[float, float]] = []
    page.emulate_media(reduced_motion="no-preference")
    try:
        for traits in sent:
            start = script()
            page.evaluate(REPAINT, traits)
            between = script()
            page.evaluate(BARE)
            spent.append((1000 * (between - start), 1000 * (script() - between)))
    finally:
        session.detach()
        page.emulate_media(reduced_motion="reduce")
    spent = spent[8:]
    assert min(spent)[0] > 0.5, "the table was repainted"
    return spent


def quickest(spent: list[tuple[float, float]], what: str) -> float:
    """How many times as long as `BARE` the quickest quarter of the repaints takes."""
    quick, middle, late = statistics.quantiles([repaint for repaint, _ in spent], n=4)
    bare = statistics.quantiles([bare for _, bare in spent], n=4)[0]
    print(f"{what}: {quick:.1f}, {middle:.1f} and {late:.1f} ms of script; {quick / bare:.1f} times {bare:.1f}")
    return quick / bare


def test_the_script_of_a_repaint_of_the_largest_table_is_short(desk: Book) -> None:
    """Four commanders, 52 cards that travel and turn: what runs from the kernel's message to the cards on their way.

    Of all tables this one takes most. It is held to a multiple of bare work in the same page, since machines differ.
    """
    desk.fresh("import capture_widgets as cw", 'cw.new("commander", seed=7, players=4).table(seat=None)')
    wait_for_turn(desk.widget())
    assert quickest(repaints(desk.page, 1, positions("commander", 32, players=4)), "commander for four") < 2.6


@pytest.mark.thorough
def test_twenty_tables_in_one_notebook_stay_smooth(desk: Book) -> None:
    """A position repaints the table that it is for and none of the others: its script is short there, too.

    It takes some 4 ms more than at a table alone: the page's garbage collector has more to look at.
    """
    names = list(cw.games()) * 4
    cells = [f'g{nth} = cw.new("{name}", seed=7)\ng{nth}.table(seat=None)' for nth, name in enumerate(names)]
    desk.fresh("import capture_widgets as cw", *cells)
    assert desk.widget(19).is_visible()
    for nth in (0, 6, 19):
        table = desk.widget(nth)
        table.scroll_into_view_if_needed()
        wait_for_turn(table)
        assert len(play(table, first, click, most=1)) == 1
        spent = repaints(desk.page, nth + 1, positions(names[nth], 24))
        assert quickest(spent, f"{names[nth]} among twenty tables") < 3.6
    # the front end came once at most, in a model of its own
    tables = [frame for frame in desk.frames if "Jason Miller" not in frame]
    assert len(desk.frames) - len(tables) <= 1
    sizes = [len(frame) for frame in tables if '"comm_open"' in frame and '"_esm"' in frame]
    print(f"a table takes {statistics.mean(sizes):,.0f} bytes, the largest {max(sizes):,}")
    assert len(sizes) == 20
    assert max(sizes) < 14_000


FORGET = """() => Object.keys(globalThis)
    .filter(key => key.startsWith("capture-widgets-front-"))
    .map(key => delete globalThis[key])"""


def test_a_table_whose_page_lost_the_front_end_asks_for_it(desk: Book) -> None:
    fetched = "from capture_widgets.widgets.host import front_end"
    desk.fresh(f"import capture_widgets as cw\n{fetched}", GAME.replace("g.table", "t = g.table") + "\nt")
    wait_for_turn(desk.widget())
    desk.page.evaluate(FORGET)
    desk.run("front_end._holder.close()\nt")
    table = desk.widget(1)
    assert len(play(table, first, click, most=1)) == 1
    assert sum('"front_end"' in frame for frame in desk.sent) == 1
    # what is made from now on has a model again
    assert desk.page.evaluate(FORGET) == [True]
    desk.run("g.replay()")
    desk.widget(view="replay")
    assert sum('"front_end"' in frame for frame in desk.sent) == 1
